from __future__ import annotations

import pytest

from app.model.graph import Action, Graph, GraphNode, ServiceInfo
from app.model.topics import TopicInfo
from app.ui.drive.profiles.hints import ProfileHints, collect_hints
from app.wording.ui.profiles import ProfilesWording

TWIST = "geometry_msgs/Twist"
INFOS = (
    TopicInfo("/cmd_vel", TWIST, 0, 1),
    TopicInfo("/unheard", TWIST, 1, 0),
    TopicInfo("/scan", "sensor_msgs/LaserScan", 1, 0),
    TopicInfo("/e_stop", "std_msgs/Bool", 0, 1),
)
GRAPH = Graph(
    nodes=(GraphNode("/base", subscribes=("/cmd_vel", "/tf")), GraphNode("/logger", subscribes=("/rosout",))),
    services=(ServiceInfo("/halt"),),
    actions=(Action("/move_base", "", "", "", "", "", ""),),
)


@pytest.fixture
def hints() -> ProfileHints:
    return collect_hints("ros1://rover:11311", INFOS, GRAPH)


def test_what_the_robot_has_is_offered_by_kind(hints: ProfileHints) -> None:
    assert hints.topics == ("/cmd_vel",)
    assert hints.types == (TWIST, "geometry_msgs/TwistStamped", "std_msgs/Float64")
    assert (hints.nodes, hints.bases, hints.locks) == (("/base", "/logger"), ("/base",), ("/e_stop",))
    assert (hints.services, hints.actions) == (("/halt",), ("/move_base",))
    assert hints.has_stop_actions


def test_without_a_robot_the_types_of_all_protocols_are_offered_and_nothing_is_said() -> None:
    hints = collect_hints(None, (), None)
    gazebo = ["gazebo.msgs.JointCmd", "gazebo.msgs.Pose", "gazebo.msgs.Twist"]
    assert sorted(hints.types) == [*gazebo, TWIST, "geometry_msgs/TwistStamped", "std_msgs/Float64"]
    assert hints.topic_note("/any", "strange/Type") == hints.node_note("/any") == ""
    assert hints.has_stop_actions


@pytest.mark.parametrize("robot", ["gazebo://hall:11345", "galileo://r:3547"])
def test_others_than_ros_1_do_nothing_at_stop_but_stand_still(robot: str) -> None:
    hints = collect_hints(robot, (), None)
    assert not hints.has_stop_actions
    assert hints.node_note("/base") == ""


@pytest.mark.parametrize(
    ("topic", "type_name", "words"),
    [
        ("", "", ""),
        ("/cmd_vel", "", ""),
        ("/cmd_vel", TWIST, ""),
        ("/unheard", "", ""),
        ("/scan", "", "sensor_msgs/LaserScan"),
        ("/scan", TWIST, "On this robot it carries sensor_msgs/LaserScan."),
        ("/cmd_vel", "gazebo.msgs.Pose", "it takes geometry_msgs/Twist, geometry_msgs/TwistStamped"),
        ("/elsewhere", "", "does not tell of this topic now"),
    ],
)
def test_what_does_not_fit_the_robot_is_said(hints: ProfileHints, topic: str, type_name: str, words: str) -> None:
    said = hints.topic_note(topic, type_name)
    assert words in said
    assert bool(words) == bool(said)


def test_a_node_that_is_not_there_is_said_to(hints: ProfileHints) -> None:
    assert hints.node_note("/base") == hints.node_note("/logger") == hints.node_note("") == ""
    assert hints.node_note("/basse") == ProfilesWording.NODE_UNKNOWN()
