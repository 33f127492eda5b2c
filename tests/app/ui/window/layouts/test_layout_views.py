from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.model.layout import Layout, LayoutView, RoleRequest
from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.window.layouts.layout_views import KINDS, LayoutViews
from app.ui.window.main_window import MainWindow
from app.wording.ui.window import LayoutManagerWording
from tests.app.ui.window.layouts.conftest import add_topics
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.tools.sentences import shows

OTHER = "gazebo://other:11345"
CAMERA = {"connection": URI, "topic": "/cam"}

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(
    [
        "connection",
        "topic",
        "index",
        "turns",
        "coloring",
        "layers",
        "center",
        "scale",
        "robot",
        "version",
        "span_s",
        "base",
        "grid",
        "fixed_frame",
    ]
)


@pytest.fixture
def views(window: MainWindow, robot: FakeSession) -> LayoutViews:
    docks = (window.image_docks, window.top_view_docks, window.plot_docks, window.state_docks, window.analysis_docks)
    return LayoutViews(robot.topics, *docks)


def picture(name: str = "picture-1", *wishes: RoleRequest, **state: Any) -> LayoutView:
    return LayoutView("picture", name, state, wishes)


async def test_just_the_views_of_a_layout_are_there(views: LayoutViews, window: MainWindow) -> None:
    window.image_docks.open()
    window.top_view_docks.open()
    assert views.show_layout(Layout("-", views=(picture("picture-2", **CAMERA),))) == []

    assert list(window.image_docks.panels) == ["picture-2"]
    assert window.image_docks.panels["picture-2"].key == TopicKey(URI, "/cam")
    assert window.top_view_docks.panels == {}


async def test_a_view_that_shows_the_same_already_is_left_as_it_is(views: LayoutViews, window: MainWindow) -> None:
    views.show_layout(Layout("-", views=(picture(**CAMERA),)))
    before = window.image_docks.panels["picture-1"]
    views.show_layout(Layout("-", views=views.current_views()))

    assert window.image_docks.panels["picture-1"] is before


async def test_names_that_no_view_can_have_and_plots_that_make_no_sense_are_told(views: LayoutViews) -> None:
    wrong = (picture("picture-99"), LayoutView("plots", "plots", {"version": 7}))
    remarks = views.show_layout(Layout("-", views=wrong))

    assert len(remarks) == 2
    assert remarks[0] == LayoutManagerWording.NO_VIEW(name="picture-99")
    assert shows(remarks[1], LayoutManagerWording.VIEW_NOT_SHOWN, title="Plots")
    assert remarks[1] != LayoutManagerWording.OTHER_VERSION(title="Plots")


LEFT_OUT = LayoutManagerWording.PARTLY_UNDERSTOOD(title="States", part="lanes")
LANE = {"connection": URI, "topic": "/state", "path": "mode"}


@pytest.mark.parametrize(
    ("state", "remarks"),
    [
        ({"version": 1, "lanes": [LANE]}, []),
        (
            {"version": 1, "lanes": [LANE, {**LANE, "topic": 5}]},
            [LEFT_OUT],
        ),
        ({"version": 1, "lanes": {}}, [LEFT_OUT]),
        ({"version": 9, "lanes": [LANE]}, [LayoutManagerWording.OTHER_VERSION(title="States")]),
        ({}, []),
    ],
)
async def test_what_a_view_leaves_out_of_a_layout_is_told(
    views: LayoutViews, state: dict[str, Any], remarks: list[str]
) -> None:
    assert views.show_layout(Layout("-", views=(LayoutView("lane", "lane-1", state),))) == remarks


async def test_which_curve_of_a_layout_is_wrong_is_told(views: LayoutViews) -> None:
    good = {"connection": URI, "topic": "/odom", "path": "x"}
    plots = [{"plot": {"curves": [good]}}, {"plot": {"curves": [good, {**good, "path": "a..b"}]}}]
    state = {"version": 1, "grid": {"split": "rows", "children": plots}}

    (remark,) = views.show_layout(Layout("-", views=(LayoutView("plots", "plots", state),)))

    assert shows(remark, LayoutManagerWording.VIEW_NOT_SHOWN, title="Plots")
    assert "“grid.children[1].plot.curves[1]”" in remark
    assert "“a..b”" in remark


async def test_views_are_filled_by_what_a_robot_has_once_it_tells_of_no_more(
    views: LayoutViews, window: MainWindow, robot: FakeSession
) -> None:
    plots = LayoutView("plots", "plots", {}, (RoleRequest(Role.POSE),))
    views.show_layout(Layout("-", views=(picture("picture-1", RoleRequest(Role.IMAGE)), plots)))
    assert not views.fill_waiting(None)
    assert not views.fill_waiting(OTHER)
    assert not views.fill_waiting(URI)
    assert {view.name for view in views.current_views() if view.requests} == {"picture-1", "plots"}
    assert views.fill_waiting(URI)
    panel = window.plot_docks.panels["plots"].panel

    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")
    assert panel is not None
    assert [curve.spec.path for curve in panel.grid.cells[0].plot.curves] == ["x", "y"]
    assert views.waiting == {}
    assert not views.fill_waiting(URI)
    assert robot.topics.wants["picture-1"] == frozenset()


async def test_a_robot_that_has_told_all_is_shown_at_once(views: LayoutViews, window: MainWindow) -> None:
    views.show_layout(Layout("-", views=(picture("picture-1", RoleRequest(Role.IMAGE)),)), URI)
    assert views.fill_waiting(URI, settled=True)

    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")


WAITING = Layout(
    "-",
    views=(
        picture("picture-1", RoleRequest(Role.IMAGE)),
        LayoutView("topview", "topview-1", {}, (RoleRequest(Role.POSE),)),
        LayoutView("plots", "plots", {}, (RoleRequest(Role.POSE),)),
        LayoutView("lane", "lane-1", {}, (RoleRequest(Role.BATTERY),)),
    ),
)


def fill(views: LayoutViews, robot: str) -> None:
    views.show_layout(WAITING, robot)
    views.fill_waiting(robot, settled=True)


def of_whom(views: LayoutViews) -> set[tuple[str, ...]]:
    return {Layout("-", views=(view,)).connections for view in views.current_views()}


async def test_a_layout_that_is_shown_again_is_filled_by_the_robot_in_view(
    views: LayoutViews, robot: FakeSession
) -> None:
    status = JsonSchema("Status", {"Status": (Field("mode", FieldKind.STRING, "string"),)})
    add_topics(robot, OTHER)
    for connection in (URI, OTHER):
        robot.set_state(ConnectionState.CONNECTED, connection=connection)
        robot.add_topics("/status", schema=status, connection=connection)
        robot.receive("/status", {"mode": "a"}, connection=connection)
    fill(views, URI)
    assert of_whom(views) == {(URI,)}
    robot.set_state(ConnectionState.LOST)
    fill(views, OTHER)

    assert of_whom(views) == {(OTHER,)}


async def test_what_shows_the_same_already_goes_on_with_its_history(
    views: LayoutViews, window: MainWindow, robot: FakeSession
) -> None:
    fill(views, URI)
    robot.receive("/odom", {"x": 1.0})
    panel = window.plot_docks.panels["plots"].panel
    fill(views, URI)
    assert window.plot_docks.panels["plots"].panel is panel
    views.show_layout(Layout("-"))
    robot.receive("/odom", {"x": 2.0})
    fill(views, URI)
    curves = window.plot_docks.panels["plots"].ensure_panel().curves
    curves[0].drain()

    assert curves[0].samples is not None
    assert curves[0].samples.values.tolist() == [1.0, 2.0]


async def test_what_was_changed_by_hand_is_as_the_layout_has_it(views: LayoutViews, window: MainWindow) -> None:
    fill(views, URI)
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "other")])
    window.image_docks.panels["picture-1"].show_topic(TopicKey(URI, "/none"))
    fill(views, URI)

    assert plotted(window) == {"plots": ["x", "y"]}
    assert window.image_docks.panels["picture-1"].key == TopicKey(URI, "/cam")


async def test_of_a_battery_its_charge_is_plotted_and_nothing_else(
    views: LayoutViews, window: MainWindow, robot: FakeSession
) -> None:
    fields = [Field(name, FieldKind.FLOAT, "float") for name in ("voltage", "current", "percentage")]
    robot.add_topics("/battery", schema=JsonSchema("Battery", {"Battery": fields}, roles=[Role.BATTERY]))
    views.show_layout(Layout("-", views=(LayoutView("plots", "plots", {}, (RoleRequest(Role.BATTERY),)),)))
    views.fill_waiting(URI, settled=True)

    assert plotted(window) == {"plots": ["percentage"]}


@pytest.mark.parametrize("linked", [True, False])
async def test_linked_views_show_the_time_of_a_layout(
    views: LayoutViews, window: MainWindow, robot: FakeSession, *, linked: bool
) -> None:
    del robot
    window.plot_docks.shared.link.set_linked(linked)
    saved = replace(plots("plots", "x"), state={**plots("plots", "x").state, "span_s": 19.2})
    lanes = LayoutView("lane", "lane-1", {"version": 1, "lanes": [LANE], "span_s": 40.0})
    layout = Layout("-", views=(saved, lanes))
    for _ in range(2):
        views.show_layout(layout)
        panel, states = window.plot_docks.panels["plots"].ensure_panel(), window.state_docks.panels["lane-1"]
        assert panel.time_window.span_s == 19.2
        assert states.time_window.span_s == (19.2 if linked else 40.0)
        assert panel.time_window.live
        # closed and opened again
        views.show_layout(Layout("-"))
        window.state_docks.open_new()


async def test_of_a_message_that_tells_of_place_and_motion_each_plot_shows_what_it_is_for(
    views: LayoutViews, window: MainWindow, robot: FakeSession
) -> None:
    number = functools.partial(Field, kind=FieldKind.FLOAT, type_name="double")
    types = {
        "Odometry": [Field("pose", FieldKind.MESSAGE, "Pose"), Field("twist", FieldKind.MESSAGE, "Twist")],
        "Pose": [number("x"), number("y")],
        "Twist": [number("v"), number("w")],
    }
    schema = JsonSchema("Odometry", types, (Role.POSE, Role.TWIST))
    robot.add_topics("/a/odom", schema=schema)
    wishes = (RoleRequest(Role.POSE), RoleRequest(Role.TWIST))
    views.show_layout(Layout("-", views=(LayoutView("plots", "plots", {}, wishes),)))
    views.fill_waiting(URI)
    assert views.fill_waiting(URI)
    cells = window.plot_docks.panels["plots"].ensure_panel().grid.cells

    shown = [[curve.spec.path for curve in cell.plot.curves] for cell in cells]
    assert shown == [["pose.x", "pose.y"], ["twist.v", "twist.w"]]


async def test_a_view_that_was_closed_waits_no_more(views: LayoutViews, window: MainWindow) -> None:
    wish = RoleRequest(Role.IMAGE, 1)
    plots = LayoutView("plots", "plots", {}, (wish,))
    views.show_layout(Layout("-", views=(picture("picture-1", wish), plots)))
    window.image_docks.close_view("picture-1")
    window.plot_docks.close_view("plots")

    # what a robot has is shown once it tells of no more
    assert [views.fill_waiting(URI) for _ in range(3)] == [False, False, False]
    assert views.waiting == {}
    assert window.plot_docks.panels == {}


async def test_topics_of_another_robot_are_shown_instead(views: LayoutViews, window: MainWindow) -> None:
    views.show_layout(Layout("-", views=(picture(**CAMERA),)))
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "x")])
    assert views.robots == (URI,)
    views.change_robots({URI: OTHER})
    panel = window.plot_docks.panels["plots"].panel

    assert views.robots == (OTHER,)
    assert panel is not None
    assert panel.grid.cells[0].plot.curves[0].spec.key == TopicKey(OTHER, "/odom")


def plots(name: str, path: str) -> LayoutView:
    curve = {"connection": URI, "topic": "/odom", "path": path}
    grid = {"split": "rows", "sizes": [], "children": [{"plot": {"curves": [curve]}}]}
    return LayoutView("plots", name, {"version": 1, "span_s": 30.0, "base": "receipt", "grid": grid})


def plotted(window: MainWindow) -> dict[str, list[str]]:
    return {
        name: [curve.spec.path for curve in view.ensure_panel().curves]
        for name, view in window.plot_docks.panels.items()
    }


async def test_a_layout_has_as_many_docks_of_plots_as_there_were(views: LayoutViews, window: MainWindow) -> None:
    assert views.show_layout(Layout("-", views=(plots("plots", "x"), plots("plots-2", "y")))) == []
    assert plotted(window) == {"plots": ["x"], "plots-2": ["y"]}
    told = views.current_views()
    assert [(view.kind, view.name) for view in told] == [("plots", "plots"), ("plots", "plots-2")]
    window.plot_docks.docks["plots-2"].show()
    views.show_layout(Layout("-", views=(plots("plots", "x"),)))
    assert plotted(window) == {"plots": ["x"]}
    views.show_layout(Layout("-", views=told))

    assert plotted(window) == {"plots": ["x"], "plots-2": ["y"]}


async def test_plots_that_were_put_away_are_left_alone_and_not_told(views: LayoutViews, window: MainWindow) -> None:
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "x")])
    window.actions_of_window.plots.show.trigger()
    assert window.plot_docks.docks["plots"].isHidden()
    (told,) = views.current_views()
    assert views.is_put_away(told)
    assert window.layouts.current_layout().views == ()
    views.show_layout(Layout("-", views=(picture(**CAMERA),)))

    assert plotted(window) == {"plots": ["x"]}


async def test_history_survives_another_layout_and_the_way_back(
    views: LayoutViews, window: MainWindow, robot: FakeSession
) -> None:
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "x")])
    robot.receive("/odom", {"x": 1.0})
    before = views.current_views()
    views.show_layout(Layout("-"))
    assert window.plot_docks.docks == {}
    robot.receive("/odom", {"x": 2.0})
    views.show_layout(Layout("-", views=before))
    (curve,) = window.plot_docks.panels["plots"].ensure_panel().curves
    curve.drain()

    assert curve.samples is not None
    assert curve.samples.values.tolist() == [1.0, 2.0]


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(kind=st.sampled_from(KINDS), state=st.dictionaries(names, json_values, max_size=5))
async def test_whatever_a_state_says_a_view_is_shown_or_that_is_told(
    views: LayoutViews, kind: str, state: dict[str, Any]
) -> None:
    name = kind if kind == "plots" else f"{kind}-1"
    remarks = views.show_layout(Layout("-", views=(LayoutView(kind, name, state),)))

    assert all(remark.endswith(".") for remark in remarks)
    assert kind in {view.kind for view in views.current_views()}
