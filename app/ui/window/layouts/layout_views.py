"""The views of the window, of every kind, as layouts describe them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from app.model.layout import Layout, LayoutView, RoleRequest
from app.model.schema import FieldKind, FieldPath, Role
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.analysis.docks import AnalysisDocks
from app.ui.base.text import say
from app.ui.base.view_docks import AnyViewDocks
from app.ui.images.image_docks import ImageDocks
from app.ui.time_axis.fields import Fields, number_fields
from app.ui.time_axis.plots.docks import PlotDocks
from app.ui.time_axis.states.default_fields import suggested_topics
from app.ui.time_axis.states.docks import StateDocks
from app.ui.top_view.docks import TopViewDocks
from app.ui.top_view.topics import default_topics
from app.wording.ui.window import LayoutManagerWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics
    from app.ui.time_axis.panel import TimeAxisPanel

_LOGGER = logging.getLogger(__name__)

PLOTS: Final = "plots"
STATES: Final = "lane"
ANALYSIS: Final = "analysis"
KINDS: Final = ("picture", "topview", PLOTS, STATES, ANALYSIS)

# numbers to plot of a topic, where a layout gives only the role of the topic
_NUMBERS: Final = 3
_MAX_FIELDS: Final = 50

# field names of a velocity in messages that also contain a position
_MOTION: Final = frozenset({"twist", "linear", "angular", "velocity"})
# field names of the charge of a battery, the most telling first: its other numbers have other units
_CHARGE: Final = ("percentage", "voltage", "power")


class LayoutViews:
    """Reads and restores the views of the window.

    Attributes:
        waiting: the roles that views wait for until there is such a topic, by the name of their dock.
    """

    def __init__(
        self,
        topics: Topics,
        images: ImageDocks,
        top_views: TopViewDocks,
        plots: PlotDocks,
        states: StateDocks,
        analyses: AnalysisDocks,
    ) -> None:
        self.waiting: dict[str, tuple[RoleRequest, ...]] = {}
        self._topics = topics
        self._images = images
        self._top_views = top_views
        self._plots = plots
        self._states = states
        self._analyses = analyses
        self._docks: dict[str, AnyViewDocks] = {
            "picture": images,
            "topview": top_views,
            PLOTS: plots,
            STATES: states,
            ANALYSIS: analyses,
        }
        self._found: dict[str, list[Fields]] = {}

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

    def show_layout(self, layout: Layout, robot: str | None = None) -> list[str]:
        """Show exactly the views of a layout; return a sentence for each that can't be shown.

        A view that shows already what it would be filled with of `robot` goes on as it is.
        """
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
                    remarks.append(say(LayoutManagerWording.NO_VIEW(name=name)))
                elif robot is not None and self._is_filled(view, robot):
                    del self.waiting[name]
                else:
                    remarks += self._show_view(docks, view)
        self._link_time(layout)
        return remarks

    def _link_time(self, layout: Layout) -> None:
        """Have linked views show the time of the first that says one: each that came took that of the others."""
        panels = {name: view.panel for name, view in self._plots.panels.items() if view.panel is not None}
        timed: dict[str, TimeAxisPanel[Any]] = {**self._states.panels, **panels}
        told: set[object] = set()
        for view in layout.views:
            panel, span_s = timed.get(view.name), view.state.get("span_s")
            if panel is not None and panel.time_base not in told and isinstance(span_s, int | float):
                told.add(panel.time_base)
                panel.show_span(span_s)

    def _show_view(self, docks: AnyViewDocks, view: LayoutView) -> list[str]:
        # restoring the same state could lose what the view shows
        panel, title = docks.panels[view.name], docks.kind.title
        reason = docks.show_state(view.name, view.state) if panel.state() != view.state else ""
        if reason:
            return [say(LayoutManagerWording.VIEW_NOT_SHOWN(title=title, reason=reason))]
        if _is_of_another_version(view.state, panel.state()):
            return [say(LayoutManagerWording.OTHER_VERSION(title=title))]
        words = LayoutManagerWording.PARTLY_UNDERSTOOD
        return [say(words(title=title, part=part)) for part in _partly_restored(view.state, panel.state())]

    # waiting views

    def fill_waiting(self, robot: str | None, *, settled: bool = False) -> bool:
        """Show topics in waiting views once this robot has them and reports no more; whether any was shown.

        A robot that is `settled` was connected long enough to have reported all.
        """
        if robot is None:
            return False
        # a view that was closed meanwhile waits no more
        existing = {name for docks in self._docks.values() for name in docks.panels}
        self.waiting = {name: requests for name, requests in self.waiting.items() if name in existing}
        filled = [name for name, requests in self.waiting.items() if self._fill(name, requests, robot, settled=settled)]
        for name in filled:
            del self.waiting[name]
        return bool(filled)

    def _fill(self, name: str, requests: Sequence[RoleRequest], robot: str, *, settled: bool) -> bool:
        wanted = self._wanted(name, requests, robot)
        before, self._found[name] = self._found.get(name), wanted
        # a robot that was just found still reports topics
        if not wanted or (before != wanted and not settled):
            return False
        if name in self._images.panels:
            self._images.panels[name].show_topic(wanted[0][0][0])
        elif name in self._top_views.panels:
            self._top_views.panels[name].add_defaults(robot)
        elif name in self._states.panels:
            self._states.panels[name].add_defaults(robot)
        elif name in self._analyses.panels:
            self._analyses.panels[name].add_fields(wanted[0])
        else:
            self._plot(name, wanted)
        return True

    def _wanted(self, name: str, requests: Sequence[RoleRequest], robot: str) -> list[Fields]:
        """Return the fields of a robot that a view is to be filled with; a list for each plot."""
        if name in self._top_views.panels:
            keys = default_topics(self._topics, robot)
        elif name in self._states.panels:
            keys = list(suggested_topics(self._topics, robot))
        elif name in self._plots.panels:
            plots = [
                [(key, path) for key in self._topics_for(robot, request) for path in self._numbers(key, request.role)]
                for request in requests
            ]
            return [fields for fields in plots if fields]
        else:
            keys = [key for request in requests for key in self._topics_for(robot, request)]
            keys = keys[:1] if name in self._images.panels else keys
        return [[(key, "") for key in keys]] if keys else []

    def _is_filled(self, view: LayoutView, robot: str) -> bool:
        """Whether a view shows all that it would be filled with of a robot, and nothing else."""
        name = view.name
        wanted = self._wanted(name, view.requests, robot) if view.requests else []
        if not wanted:
            return False
        if name in self._images.panels:
            return self._images.panels[name].key == wanted[0][0][0]
        if name in self._top_views.panels:
            return {layer.key for layer in self._top_views.panels[name].view_state.layers} == {
                key for key, _ in wanted[0]
            }
        if name in self._states.panels:
            panel = self._states.panels[name]
            return panel.suggested.robot == robot and panel.suggested.all_shown(panel.rows)
        plots = self._plots.panels[name].panel if name in self._plots.panels else None
        cells = plots.grid.cells if plots is not None else []
        shown = [[(curve.spec.key, curve.spec.path) for curve in cell.plot.curves] for cell in cells]
        return [fields for fields in shown if fields] == wanted

    def _plot(self, name: str, wanted: Sequence[Fields]) -> None:
        """Plot fields in the empty plots of a dock, each list in one of its own, with the history that is kept."""
        from app.ui.time_axis.plots.panel import state_with_fields  # noqa: PLC0415 - numpy takes 100 ms to load

        state = self._plots.panels[name].ensure_panel().state()
        self._plots.show_state(name, state_with_fields(state, wanted))

    def has_topic(self, robot: str, role: Role) -> bool:
        """Whether a robot publishes a topic of a role, as far as known."""
        topics = [topic for topic in self._topics.live.topics if topic.key.connection == robot]
        return any(topic.info.publishers != 0 and self._has(topic.key, role) for topic in topics)

    @property
    def topics_revision(self) -> int:
        """A number that changes with the topics."""
        return self._topics.live.revision

    def _topics_for(self, robot: str, request: RoleRequest) -> list[TopicKey]:
        """Return the topics of a robot that fit a wish."""
        found = [
            topic.key
            for topic in self._topics.live.topics
            if topic.key.connection == robot
            and self._has(topic.key, request.role)
            and (request.role is Role.IMAGE or self._numbers(topic.key, request.role))
        ]
        return sorted(found, key=lambda key: key.topic)[request.skip :][: request.count]

    def _has(self, key: TopicKey, role: Role) -> bool:
        topic = self._topics.live.get(key)
        schema = self._topics.schema_of_topic(topic) if topic is not None else None
        if topic is None or schema is None or role not in schema.roles():
            return False
        try:
            return not self._topics.commands_motion(key, topic.info.type_name)
        except SessionError:
            return False

    def _numbers(self, key: TopicKey, role: Role) -> list[str]:
        topic = self._topics.live.get(key)
        schema = self._topics.schema_of_topic(topic) if topic is not None else None
        if schema is None:
            return []
        # integers count or identify something
        paths = number_fields(schema, _MAX_FIELDS)
        if role is Role.BATTERY:
            charge = [path for name in _CHARGE for path in paths if path.rpartition(".")[2] == name]
            return (charge or paths)[:1]
        found = [path for path in paths if schema.check(FieldPath.parse(path)).kind is FieldKind.FLOAT]
        fitting = [path for path in found if _MOTION.isdisjoint(path.split(".")) is not (role is Role.TWIST)]
        return (fitting or found)[:_NUMBERS]

    # missing robots

    def change_robots(self, others: Mapping[str, str]) -> None:
        """Replace robots in all views: `others` is new by old."""
        layout = Layout("-", views=self.current_views()).with_connections(others)
        for view in layout.views:
            self._show_view(self._docks[view.kind], view)

    @property
    def robots(self) -> tuple[str, ...]:
        """The robots whose topics are shown."""
        return Layout("-", views=self.current_views()).connections


def _is_of_another_version(wanted: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    return bool(wanted) and "version" in shown and wanted.get("version") != shown["version"]


def _partly_restored(wanted: Mapping[str, Any], shown: Mapping[str, Any]) -> list[str]:
    """Return the names of lists in a state of which the view restored only a part, without reporting it."""
    lists = [name for name, value in shown.items() if isinstance(value, list) and name in wanted]
    return [name for name in lists if not isinstance(wanted[name], list) or len(wanted[name]) > len(shown[name])]
