"""The views of the window, of every kind, as layouts describe them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.model.layout import Layout, LayoutView, RoleRequest
from app.model.schema import FieldKind, FieldPath, Role
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.analysis.docks import AnalysisDocks
from app.ui.base.session_view import SessionView, schema_of
from app.ui.base.text import translate
from app.ui.base.view_docks import AnyViewDocks
from app.ui.images.image_docks import ImageDocks
from app.ui.time_axis.fields import number_fields
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.time_axis.states.default_fields import default_fields as first_states
from app.ui.time_axis.states.docks import StateDocks
from app.ui.top_view.docks import TopViewDocks
from app.ui.top_view.topics import default_topics

_LOGGER = logging.getLogger(__name__)

PLOTS: Final = "plots"
LANE: Final = "lane"
ANALYSIS: Final = "analysis"
KINDS: Final = ("picture", "topview", PLOTS, LANE, ANALYSIS)

# numbers to plot of a topic, where a layout gives only the role of the topic
_NUMBERS: Final = 3
_LOOKED_THROUGH: Final = 50

# field names of a velocity in messages that also contain a position
_MOTION: Final = frozenset({"twist", "linear", "angular", "velocity"})


class LayoutViews:
    """Reads and restores the views of the window.

    Attributes:
        waiting: the roles that views wait for until there is such a topic, by the name of their dock.
    """

    def __init__(
        self,
        session: SessionView,
        pictures: ImageDocks,
        top_views: TopViewDocks,
        plots: PlotDocks,
        lanes: StateDocks,
        analyses: AnalysisDocks,
    ) -> None:
        self.waiting: dict[str, tuple[RoleRequest, ...]] = {}
        self._session = session
        self._pictures = pictures
        self._top_views = top_views
        self._plots = plots
        self._lanes = lanes
        self._analyses = analyses
        self._docks: dict[str, AnyViewDocks] = {
            "picture": pictures,
            "topview": top_views,
            PLOTS: plots,
            LANE: lanes,
            ANALYSIS: analyses,
        }
        self._found: dict[str, object] = {}

    def current_views(self) -> tuple[LayoutView, ...]:
        """Return the current views."""
        return tuple(
            LayoutView(kind, name, panel.state(), self.waiting.get(name, ()))
            for kind, docks in self._docks.items()
            for name, panel in docks.panels.items()
        )

    def is_put_away(self, view: LayoutView) -> bool:
        """Whether a view is hidden without being closed, see `ViewDocks.is_put_away`."""
        return self._docks[view.kind].is_put_away(view.name)

    def show_layout(self, layout: Layout) -> list[str]:
        """Show exactly the views of a layout; return a sentence for each that can't be shown."""
        remarks: list[str] = []
        self.waiting = {view.name: view.requests for view in layout.views if view.requests}
        self._found.clear()
        for kind, docks in self._docks.items():
            views = {view.name: view for view in layout.views if view.kind == kind}
            for name in [name for name in docks.panels if name not in views]:
                if not docks.is_put_away(name):
                    docks.remove(name)
            for name, view in views.items():
                if name not in docks.panels and docks.make(name) is None:
                    remarks.append(translate("Layouts", "“{name}” is the name of no view.").format(name=name))
                else:
                    remarks += self._show_one(docks, view)
        return remarks

    def _show_one(self, docks: AnyViewDocks, view: LayoutView) -> list[str]:
        # restoring the same state could lose what the view shows
        panel, title = docks.panels[view.name], docks.kind.title
        reason = docks.show_state(view.name, view.state) if panel.state() != view.state else ""
        if reason:
            return [translate("Layouts", "“{title}” can't be shown: {reason}.").format(title=title, reason=reason)]
        if _is_of_another_version(view.state, panel.state()):
            return [translate("Layouts", "“{title}” was saved by another version of Teledeck.").format(title=title)]
        words = translate("Layouts", "“{title}”: not all of “{part}” could be understood.")
        return [words.format(title=title, part=part) for part in _not_taken(view.state, panel.state())]

    # waiting views

    def fill_waiting(self, robot: str | None) -> bool:
        """Show topics in waiting views once this robot has them and reports no more; whether any was shown."""
        if robot is None:
            return False
        # a view that was closed meanwhile waits no more
        there = {name for docks in self._docks.values() for name in docks.panels}
        self.waiting = {name: wishes for name, wishes in self.waiting.items() if name in there}
        filled = [name for name, wishes in self.waiting.items() if self._fill(name, wishes, robot)]
        for name in filled:
            del self.waiting[name]
        return bool(filled)

    def _fill(self, name: str, wishes: Sequence[RoleRequest], robot: str) -> bool:
        states = first_states(self._session, robot) if name in self._lanes.panels else []
        if name in self._top_views.panels:
            keys = default_topics(self._session, robot)
        elif name in self._lanes.panels:
            keys = [key for key, _ in states]
        else:
            keys = [key for wish in wishes for key in self._topics(robot, wish)]
        before, self._found[name] = self._found.get(name), (keys, states)
        # a robot that was just found still reports topics
        if not keys or before != (keys, states):
            return False
        if name in self._pictures.panels:
            self._pictures.panels[name].show_topic(keys[0])
        elif name in self._top_views.panels:
            self._top_views.panels[name].add_defaults(robot)
        elif name in self._lanes.panels:
            self._lanes.panels[name].add_defaults(robot)
        elif name in self._analyses.panels:
            self._analyses.panels[name].add_fields([(key, "") for key in keys])
        else:
            self._plot(name, robot, wishes)
        return True

    def _plot(self, name: str, robot: str, wishes: Sequence[RoleRequest]) -> None:
        """Plot the topics of each wish."""
        panel = self._plots.panels[name].ensure_panel()
        for wish in wishes:
            fields = [(key, path) for key in self._topics(robot, wish) for path in self._numbers(key, wish.role)]
            if fields:
                if all(cell.plot.curves for cell in panel.grid.cells):
                    panel.new_plot()
                panel.plot_fields(fields)

    def _topics(self, robot: str, wish: RoleRequest) -> list[TopicKey]:
        """Return the topics of a robot that fit a wish."""
        found = [
            topic.key
            for topic in self._session.store.topics
            if topic.key.connection == robot
            and self._has(topic.key, wish.role)
            and (wish.role is Role.PICTURE or self._numbers(topic.key, wish.role))
        ]
        return sorted(found, key=lambda key: key.topic)[wish.skip :][: wish.count]

    def _has(self, key: TopicKey, role: Role) -> bool:
        topic = self._session.store.get(key)
        schema = schema_of(self._session, topic) if topic is not None else None
        if topic is None or schema is None or role not in schema.roles():
            return False
        try:
            return not self._session.commands_motion(key, topic.info.type_name)
        except SessionError:
            return False

    def _numbers(self, key: TopicKey, role: Role) -> list[str]:
        topic = self._session.store.get(key)
        schema = schema_of(self._session, topic) if topic is not None else None
        if schema is None:
            return []
        # integers count or identify something
        every = number_fields(schema, _LOOKED_THROUGH)
        found = [path for path in every if schema.check(FieldPath.parse(path)).kind is FieldKind.FLOAT]
        meant = [path for path in found if _MOTION.isdisjoint(path.split(".")) is not (role is Role.TWIST)]
        return (meant or found)[:_NUMBERS]

    # missing robots

    def change_robots(self, others: Mapping[str, str]) -> None:
        """Replace robots in all views: `others` is new by old."""
        layout = Layout("-", views=self.current_views()).with_connections(others)
        for view in layout.views:
            self._show_one(self._docks[view.kind], view)

    @property
    def robots(self) -> tuple[str, ...]:
        """The robots whose topics are shown."""
        return Layout("-", views=self.current_views()).connections


def _is_of_another_version(wanted: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    return bool(wanted) and "version" in shown and wanted.get("version") != shown["version"]


def _not_taken(wanted: Mapping[str, Any], shown: Mapping[str, Any]) -> list[str]:
    """Return the names of lists in a state of which the view restored only a part, without reporting it."""
    lists = [name for name, value in shown.items() if isinstance(value, list) and name in wanted]
    return [name for name in lists if not isinstance(wanted[name], list) or len(wanted[name]) > len(shown[name])]
