"""Shared part of all plot docks: memory, time link, and panels that were closed lately, with their history."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.model.timeseries.budget import SeriesBudget
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import RefreshFaults, Spawn
from app.ui.base.theme import Themes
from app.ui.time_axis.link import TimeLink

if TYPE_CHECKING:
    from app.session.alerts import SessionAlerts
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics
    from app.ui.time_axis.plots.cell import PlotCell
    from app.ui.time_axis.plots.panel import PlotsPanel

# so many closed panels go on collecting for so long, so that they can come back without a hole
RETAINED_S: Final = 600.0
MAX_RETAINED: Final = 4

# of the memory; when more is used, open plots need it, and closed panels are dropped
_KEPT_SHARE: Final = 0.5

LINKED: Final = "plots-linked"


@dataclass(slots=True)
class _Kept:
    panel: PlotsPanel
    state: Mapping[str, Any]
    until_s: float | None = None


class SharedPlots:
    """Makes the plot panels of all docks, and keeps closed ones for a while. Each panel subscribes by its own name.

    Args:
        link: the action that links the time of all docks; panels show it as a button.
        show_states: shows fields that can't be plotted as states.
        analyse: analyses the curves of a plot of a panel.
        faults: what becomes of plots and panels that raise.

    Attributes:
        budget: the memory budget of all curves in all docks.
        link: the link between the time of all docks.
        runs: the runs that plots lay beneath their curves; None without any.
    """

    def __init__(
        self,
        links: Links,
        topics: Topics,
        alerts: SessionAlerts,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        window: QWidget,
        budget: SeriesBudget | None = None,
        link: QAction | None = None,
        show_states: Callable[[list[tuple[TopicKey, str]]], object] | None = None,
        analyse: Callable[[PlotsPanel, PlotCell], object] | None = None,
        faults: RefreshFaults | None = None,
        *,
        runs: ReferenceRuns | None = None,
    ) -> None:
        self.budget = budget or SeriesBudget()
        self.link = TimeLink(linked=preferences.switch(LINKED))
        self._links = links
        self._spawn = spawn
        self._topics = topics
        self._alerts = alerts
        self._themes = themes
        self._preferences = preferences
        if budget is None:
            preferences.changed.connect(self._limit)
            self._limit()
        self._window = window
        self._link_action = link
        self._show_states = show_states
        self._analyse = analyse
        self._faults = faults or RefreshFaults()
        self.runs = runs
        self._numbers = itertools.count(1)
        self._kept: list[_Kept] = []

    def make_panel(self, state: Mapping[str, Any], current: PlotsPanel | None = None) -> PlotsPanel:
        """Return a panel of a saved state, with the history of its curves; with one plot for an empty state.

        The history is that of `current`, which is to be replaced, or of a panel that was closed lately.

        Raises:
            JsonError: says what is wrong with the state.
        """
        if current is not None and current.has_history_of(state):
            current.restore(state)
            return current
        kept = next((one for one in reversed(self._kept) if state and one.state == state), None)
        kept = kept or next((one for one in reversed(self._kept) if one.panel.has_history_of(state)), None)
        if kept is not None:
            self._kept.remove(kept)
            kept.panel.resume()
            if kept.state != state:
                kept.panel.restore(state)
            return kept.panel
        from app.ui.time_axis.plots.panel import PlotsPanel  # noqa: PLC0415 - numpy alone takes a tenth of a second

        owner = f"plots {next(self._numbers)}"
        panel = PlotsPanel(
            self._links,
            self._topics,
            self._alerts,
            self._themes,
            self._spawn,
            budget=self.budget,
            owner=owner,
            link=self.link,
            faults=self._faults,
            runs=self.runs,
        )
        if self._show_states is not None:
            panel.states_asked.connect(self._show_states)
        if self._analyse is not None:
            panel.analyse_asked.connect(functools.partial(self._analyse, panel))
        if self._link_action is not None:
            panel.bar.offer_link(self._link_action)
        if state:
            try:
                panel.restore(state)
            except Exception:
                panel.close_all()
                panel.deleteLater()
                raise
        return panel

    def retire(self, panel: PlotsPanel) -> None:
        """Keep a closed panel for a while, so that `make_panel` can return it by its state with its history."""
        panel.suspend()
        # so that it is deleted with the window at the latest
        panel.setParent(self._window)
        panel.hide()
        if not panel.curves:
            _close(panel)
            return
        self._kept.append(_Kept(panel, panel.state()))
        while len(self._kept) > MAX_RETAINED:
            _close(self._kept.pop(0).panel)

    def refresh(self, now: float) -> None:
        """Refresh the closed panels, and drop those that were closed too long ago; `now` is monotonic, in seconds."""
        for kept in tuple(self._kept):
            kept.until_s = now + RETAINED_S if kept.until_s is None else kept.until_s
            if now >= kept.until_s or self._is_tight():
                self._kept.remove(kept)
                _close(kept.panel)
            else:
                self._faults.attempt(kept.panel, now)

    @property
    def is_link_wanted(self) -> bool:
        """Whether the time of all docks is to be linked, by the preferences."""
        return self._preferences.switch(LINKED)

    def set_linked(self, linked: bool) -> None:  # noqa: FBT001 - a slot
        """Link or unlink the time of all docks, and store the choice in the preferences."""
        self._preferences.set_switch(LINKED, linked)
        self.link.set_linked(linked)

    def close(self) -> None:
        """Drop all closed panels."""
        for kept in self._kept:
            _close(kept.panel)
        self._kept.clear()

    def _limit(self) -> None:
        """Keep as much history as the user wants: of states as well."""
        wanted = self._preferences.values
        self.budget.limit_bytes = wanted.plot_memory_mb * 1_000_000
        self.budget.history_s = wanted.history_min * 60.0

    def _is_tight(self) -> bool:
        return self.budget.used_bytes > _KEPT_SHARE * self.budget.limit_bytes


def _close(panel: PlotsPanel) -> None:
    panel.close_all()
    panel.deleteLater()
