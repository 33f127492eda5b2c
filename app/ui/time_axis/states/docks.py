"""Docks of state panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal

from app.model.topics import TopicKey
from app.ui.base.text import say
from app.ui.base.view_docks import ViewDocks, ViewKind, ViewTools
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.window.actions import StateActions
from app.wording.ui.time_axis import StatesWording

if TYPE_CHECKING:
    from app.ui.time_axis.plots.view import PlotView
    from app.ui.time_axis.states.data import RetainedStates
    from app.ui.time_axis.states.panel import StatePanel

# state panels: more than anybody looks at
MAX_VIEWS: Final = 8


class StateDocks(ViewDocks["StatePanel"]):
    """All docks of state panels.

    Args:
        plots: the docks of plots, which show the same time; below them, state panels align with them.

    Signals:
        plot_asked: a list of (TopicKey, path) is to be plotted instead.
        analyse_asked: a list of (TopicKey, path) is to be analysed.
    """

    plot_asked = Signal(object)
    analyse_asked = Signal(object)

    def __init__(self, tools: ViewTools, plots: PlotDocks, actions: StateActions) -> None:
        kind = ViewKind("lane", "lanes", say(StatesWording.STATES()), MAX_VIEWS)
        self._plots = plots
        self._retained: RetainedStates | None = None
        super().__init__(tools, kind, self._make_panel)
        actions.enable_icons()
        actions.new_view.triggered.connect(self.open_new)

    def open_new(self) -> None:
        """Open a new panel with the default states of the robot."""
        panel = self.add()
        if panel is not None:
            panel.show_defaults()

    def show_fields(self, fields: list[tuple[TopicKey, str]]) -> None:
        """Show fields in the panel that was opened last; a panel is opened if there is none."""
        name = next(reversed(self.panels), None)
        if name is not None:
            self.bring_to_front(name)
            self.panels[name].add_fields(fields)
        elif (panel := self.add()) is not None:
            panel.add_fields(fields)

    def show_topic(self, key: TopicKey) -> None:
        """Show all states of a topic."""
        self.show_fields([(key, "")])

    def can_be_seen(self) -> bool:
        """Whether a refresh does anything: always, for states of closed panels go on for a while."""
        return True

    def refresh(self, now: float) -> None:
        """Refresh the panels, and the states of closed ones; `now` is monotonic, in seconds."""
        super().refresh(now)
        if self._retained is not None:
            self.tools.faults.attempt(self._retained, now)

    def close(self) -> None:
        """Close all docks and drop the states that were retained."""
        super().close()
        if self._retained is not None:
            self._retained.close()

    def _make_panel(self, name: str, _retitle: Callable[[str], None]) -> StatePanel:
        from app.ui.time_axis.states.data import RetainedStates  # noqa: PLC0415 - likewise
        from app.ui.time_axis.states.panel import StatePanel  # noqa: PLC0415 - numpy takes 100 ms, and not everyone looks

        tools = self.tools
        self._retained = self._retained or RetainedStates(tools.topics, self._plots.shared.budget)
        panel = StatePanel(
            tools.links,
            tools.topics,
            tools.robot,
            tools.themes,
            tools.preferences,
            tools.show_topic,
            name,
            self._plots.shared.link,
            self._plot_views,
            retained=self._retained,
            runs=tools.runs,
            spawn=tools.spawn,
        )
        panel.plot_asked.connect(self.plot_asked)
        panel.analyse_asked.connect(self.analyse_asked)
        return panel

    def _plot_views(self) -> list[PlotView]:
        shown = [docked.panel for docked in self._plots.panels.values() if docked.panel is not None]
        return [cell.view for panel in shown for cell in panel.grid.cells]
