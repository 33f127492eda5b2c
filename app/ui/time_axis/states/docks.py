"""Docks of state panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.topics import TopicKey
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.base.view_docks import ClosedViews, ViewDocks, ViewKind
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.window.actions import StateActions

if TYPE_CHECKING:
    from app.session.links import Links
    from app.session.topics import Topics
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

    def __init__(
        self,
        window: QMainWindow,
        links: Links,
        topics: Topics,
        robot: CurrentRobot,
        themes: Themes,
        preferences: Preferences,
        show_topic: Callable[[TopicKey], None],
        actions: StateActions,
        beside: QDockWidget,
        closed: ClosedViews,
        plots: PlotDocks,
    ) -> None:
        kind = ViewKind("lane", "lanes", translate("Docks", "States"), MAX_VIEWS)
        self._links = links
        self._topics = topics
        self._robot = robot
        self._show_topic = show_topic
        self._plots = plots
        self._retained: RetainedStates | None = None
        super().__init__(window, kind, self._make_panel, beside, closed, themes, preferences)
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
            self._retained.refresh(now)

    def close(self) -> None:
        """Close all docks and drop the states that were retained."""
        super().close()
        if self._retained is not None:
            self._retained.close()

    def _make_panel(self, name: str, _retitle: Callable[[str], None]) -> StatePanel:
        from app.ui.time_axis.states.data import RetainedStates  # noqa: PLC0415 - likewise
        from app.ui.time_axis.states.panel import StatePanel  # noqa: PLC0415 - numpy takes 100 ms, and not everyone looks

        self._retained = self._retained or RetainedStates(self._topics)
        panel = StatePanel(
            self._links,
            self._topics,
            self._robot,
            self._themes,
            self._preferences,
            self._show_topic,
            name,
            self._plots.shared.link,
            self._plot_views,
            retained=self._retained,
        )
        panel.plot_asked.connect(self.plot_asked)
        panel.analyse_asked.connect(self.analyse_asked)
        return panel

    def _plot_views(self) -> list[PlotView]:
        shown = [docked.panel for docked in self._plots.panels.values() if docked.panel is not None]
        return [cell.view for panel in shown for cell in panel.grid.cells]
