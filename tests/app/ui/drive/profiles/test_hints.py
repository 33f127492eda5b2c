from __future__ import annotations

import pytest

from app.model.graph import Action, Graph, GraphNode, ServiceInfo
from app.model.topics import TopicInfo
from app.ui.drive.profiles.hints import ProfileHints, collect_hints
from app.wording.drive import DriveWording
from app.wording.ui.profiles import ProfilesWording
from protocols.sentence import Catalogue
from tests.tools.sentences import shows

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
CARS = ("ackermann_msgs/AckermannDrive", "ackermann_msgs/AckermannDriveStamped")


@pytest.fixture
def hints() -> ProfileHints:
    return collect_hints("ros1://rover:11311", INFOS, GRAPH)


def test_what_the_robot_has_is_offered_by_kind(hints: ProfileHints) -> None:
    assert hints.topics == ("/cmd_vel",)
    assert hints.types == (TWIST, "geometry_msgs/TwistStamped", *CARS, "std_msgs/Float64")
    assert (hints.nodes, hints.bases, hints.locks) == (("/base", "/logger"), ("/base",), ("/e_stop",))
    assert (hints.services, hints.actions) == (("/halt",), ("/move_base",))
    assert hints.has_stop_actions


def test_without_a_robot_the_types_of_all_protocols_are_offered_and_nothing_is_said() -> None:
    hints = collect_hints(None, (), None)
    gazebo = ["gazebo.msgs.JointCmd", "gazebo.msgs.Pose", "gazebo.msgs.Twist"]
    assert sorted(hints.types) == [*CARS, *gazebo, TWIST, "geometry_msgs/TwistStamped", "std_msgs/Float64"]
    assert hints.topic_note("/any", "strange/Type") == hints.node_note("/any") == ""
    assert hints.has_stop_actions


@pytest.mark.parametrize("robot", ["gazebo://hall:11345", "galileo://r:3547"])
def test_others_than_ros_1_do_nothing_at_stop_but_stand_still(robot: str) -> None:
    hints = collect_hints(robot, (), None)
    assert not hints.has_stop_actions
    assert hints.node_note("/base") == ""


@pytest.mark.parametrize(
    ("topic", "type_name", "code"),
    [
        ("", "", None),
        ("/cmd_vel", "", None),
        ("/cmd_vel", TWIST, None),
        ("/unheard", "", None),
        ("/scan", "", DriveWording.NO_SUCH_TYPE),
        ("/scan", TWIST, ProfilesWording.TOPIC_CARRIES),
        ("/cmd_vel", "gazebo.msgs.Pose", ProfilesWording.TYPES_TAKEN),
        ("/elsewhere", "", ProfilesWording.TOPIC_UNKNOWN),
    ],
)
def test_what_does_not_fit_the_robot_is_said(
    hints: ProfileHints, topic: str, type_name: str, code: Catalogue | None
) -> None:
    said = hints.topic_note(topic, type_name)
    assert said == "" if code is None else shows(said, code)


def test_a_node_that_is_not_there_is_said_to(hints: ProfileHints) -> None:
    assert hints.node_note("/base") == hints.node_note("/logger") == hints.node_note("") == ""
    assert hints.node_note("/basse") == ProfilesWording.NODE_UNKNOWN()


def test_topics_that_may_tell_of_the_robots_own_estop_are_offered_and_those_named_so_first() -> None:
    infos = (
        TopicInfo("/bumper", "std_msgs/Bool", 1, 0),
        TopicInfo("/base/EStop_state", "std_msgs/UInt8", 1, 0),
        TopicInfo("/emergency", "std_msgs/String", None, None),
        TopicInfo("/e_stop", "std_msgs/Bool", 0, 1),
        TopicInfo("/scan", "sensor_msgs/LaserScan", 1, 0),
    )
    hints = collect_hints("ros1://rover:11311", infos, None)
    assert hints.estops == ("/base/EStop_state", "/emergency", "/bumper")
    assert hints.estop_note("") == hints.estop_note("/e_stop") == ""
    assert shows(hints.estop_note("/other"), ProfilesWording.TOPIC_UNKNOWN)
    assert shows(collect_hints("nrp+grpc://e:1", (), None).estop_note("/x"), ProfilesWording.ESTOP_NOT_HERE)
    assert collect_hints(None, (), None).estop_note("/x") == ""
