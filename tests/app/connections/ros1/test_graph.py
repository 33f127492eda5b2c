from __future__ import annotations

from app.connections.ros1.graph import MasterSnapshot, find_actions, make_graph
from app.connections.ros1.master import SystemState
from app.model.graph import Graph

STATE = SystemState(
    publishers={"/odom": ("/base",), "/cmd_vel": ("/joy", "/nav")},
    subscribers={"/cmd_vel": ("/base",), "/scan": ("/nav",)},
    services={"/reset": ("/base",)},
)
LOOK = MasterSnapshot(
    STATE, {"/odom": "nav_msgs/Odometry", "/cmd_vel": "geometry_msgs/Twist", "/scan": "*", "/old": "x/Gone"}
)
PARTS = ("goal", "cancel", "status", "feedback", "result")


def action(**types: str) -> MasterSnapshot:
    """A look at a robot with one action, some of whose topics have other types."""
    known = {
        "goal": "our_msgs/DriveActionGoal",
        "cancel": "actionlib_msgs/GoalID",
        "status": "actionlib_msgs/GoalStatusArray",
        "feedback": "our_msgs/DriveActionFeedback",
        "result": "our_msgs/DriveActionResult",
    } | types
    publishers = {f"/drive/{part}": ("/server",) for part in PARTS}
    return MasterSnapshot(
        SystemState(publishers, {}, {}), {f"/drive/{part}": type_name for part, type_name in known.items() if type_name}
    )


def test_topics_have_counts_and_types_and_end_with_those_who_use_them() -> None:
    found = {info.name: (info.type_name, info.publishers, info.subscribers) for info in LOOK.topics()}

    assert found == {
        "/cmd_vel": ("geometry_msgs/Twist", 2, 1),
        "/odom": ("nav_msgs/Odometry", 1, 0),
        "/scan": ("", 0, 1),
    }


def test_nodes_have_what_they_publish_subscribe_to_and_serve() -> None:
    graph = make_graph(LOOK, Graph(), "/joy", lambda: 5)

    base = next(node for node in graph.nodes if node.name == "/base")
    assert (base.publishes, base.subscribes, base.services) == (("/odom",), ("/cmd_vel",), ("/reset",))
    assert [node.name for node in graph.nodes if node.ours] == ["/joy"]
    assert [(service.name, service.providers) for service in graph.services] == [("/reset", ("/base",))]
    assert ("/scan", "") not in graph.types
    assert graph.updated_ns == 5


def test_the_revision_changes_with_the_graph_only() -> None:
    first = make_graph(LOOK, Graph(), "/us", lambda: 1)
    same = make_graph(LOOK, first, "/us", lambda: 2)
    other = make_graph(MasterSnapshot(SystemState(STATE.publishers, {}, {}), LOOK.types), same, "/us", lambda: 3)

    assert (first.revision, same.revision, other.revision) == (1, 1, 2)
    assert same.updated_ns == 2


def test_a_difference_names_nodes_that_came_and_went() -> None:
    first = make_graph(LOOK, Graph(), "/us")
    assert (first.appeared, first.gone) == ((), ())
    later = MasterSnapshot(SystemState({"/odom": ("/base",), "/new": ("/newcomer",)}, {}, {}), {})

    second = make_graph(later, first, "/us")

    assert (second.appeared, second.gone) == (("/newcomer",), ("/joy", "/nav"))


def test_an_action_is_told_by_its_five_topics() -> None:
    (found,) = find_actions(action())

    assert (found.name, found.type_name) == ("/drive", "our_msgs/DriveActionGoal")
    assert (found.status_topic, found.cancel_topic) == ("/drive/status", "/drive/cancel")


def test_what_only_looks_like_an_action_is_none() -> None:
    assert not find_actions(action(status="std_msgs/String"))
    assert not find_actions(action(cancel="std_msgs/String"))
    assert not find_actions(action(goal="std_msgs/String"))
    assert not find_actions(action(feedback=""))


def test_an_action_whose_node_has_ended_is_none() -> None:
    assert not find_actions(MasterSnapshot(SystemState({}, {}, {}), action().types))
