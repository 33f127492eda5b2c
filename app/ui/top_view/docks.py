"""Docks of top views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.topics import TopicKey
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.base.view_docks import ClosedViews, ViewDocks, ViewKind
from app.ui.window.actions import TopViewActions

if TYPE_CHECKING:
    from app.session.links import Links
    from app.session.topics import Topics
    from app.ui.top_view.panel import TopViewPanel

# top views: more than anybody looks at
MAX_VIEWS: Final = 8


class TopViewDocks(ViewDocks["TopViewPanel"]):
    """All docks of top views."""

    def __init__(
        self,
        window: QMainWindow,
        links: Links,
        topics: Topics,
        robot: CurrentRobot,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        show_topic: Callable[[TopicKey], None],
        actions: TopViewActions,
        beside: QDockWidget,
        closed: ClosedViews,
    ) -> None:
        def make_view(name: str, _retitle: Callable[[str], None]) -> TopViewPanel:
            from app.ui.top_view.panel import TopViewPanel  # noqa: PLC0415 - numpy takes 100 ms, and not everyone looks

            return TopViewPanel(links, topics, robot, themes, preferences, spawn, show_topic, name)

        kind = ViewKind("topview", "topviews", translate("Docks", "Top view"), MAX_VIEWS)
        super().__init__(window, kind, make_view, beside, closed, themes, preferences)
        actions.enable_icons()
        actions.new_view.triggered.connect(self._open_new)

    def open(self) -> TopViewPanel | None:
        """Open a new view above the others; None if there are too many."""
        return self.add()

    def show_topic(self, key: TopicKey) -> None:
        """Show a topic in the view that has it, else in that opened last; a view is opened if there is none."""
        names = [name for name, panel in self.panels.items() if panel.view_state.layer(key) is not None]
        names += reversed(self.panels)
        if names:
            self.bring_to_front(names[0])
            self.panels[names[0]].add_topic(key)
        elif (panel := self.open()) is not None:
            panel.add_topic(key)

    def _open_new(self) -> None:
        panel = self.open()
        if panel is not None:
            panel.show_defaults()
