"""Docks of top views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.model.topics import TopicKey
from app.ui.base.text import say
from app.ui.base.view_docks import ViewDocks, ViewKind, ViewTools
from app.ui.navigation.goal_control import GoalControl
from app.ui.window.actions import TopViewActions
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    from app.ui.top_view.panel import TopViewPanel

# top views: more than anybody looks at
MAX_VIEWS: Final = 8


class TopViewDocks(ViewDocks["TopViewPanel"]):
    """All docks of top views."""

    def __init__(self, tools: ViewTools, goals: GoalControl, actions: TopViewActions) -> None:
        def make_view(name: str, _retitle: Callable[[str], None]) -> TopViewPanel:
            from app.ui.top_view.panel import TopViewPanel  # noqa: PLC0415 - numpy takes 100 ms, and not everyone looks

            return TopViewPanel(
                tools.links,
                tools.topics,
                tools.runs,
                tools.robot,
                tools.themes,
                tools.preferences,
                tools.spawn,
                tools.show_topic,
                goals,
                name,
            )

        kind = ViewKind("topview", "topviews", say(TopViewWording.TOP_VIEW()), MAX_VIEWS)
        super().__init__(tools, kind, make_view)
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

    def look_from(self, connection: str, frame: str) -> None:
        """Show a robot from one of its frames, in the view that shows it; one is opened if there is none."""
        found = [
            name
            for name, panel in self.panels.items()
            if any(layer.key.connection == connection for layer in panel.view_state.layers)
        ]
        panel = self.panels[found[-1]] if found else self.open()
        if panel is None:
            return
        if found:
            self.bring_to_front(found[-1])
        else:
            panel.add_defaults(connection)
        panel.set_fixed_frame(frame)

    def set_goal(self) -> None:
        """Begin to set a goal, in the view opened last; one is opened if there is none."""
        self._begin("GOAL")

    def set_initial_pose(self) -> None:
        """Begin to set an initial pose, in the view opened last; one is opened if there is none."""
        self._begin("POSE")

    def _begin(self, tool: str) -> None:
        from app.ui.top_view.goal_tools import GoalTool  # noqa: PLC0415 - with the panel, which is loaded when it is seen

        if not self.panels:
            self._open_new()
        if self.panels:
            name = list(self.panels)[-1]
            self.bring_to_front(name)
            self.panels[name].goal_tools.start(GoalTool[tool])

    def _open_new(self) -> None:
        panel = self.open()
        if panel is not None:
            panel.show_defaults()
