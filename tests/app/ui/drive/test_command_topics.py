from __future__ import annotations

import pytest

from app.drive.robot.targets import TargetError
from app.model.topics import TopicInfo
from app.ui.drive.command_topics import CommandTopic, find_command_topics, find_named_topic, is_drivable
from app.wording.drive import DriveWording

TWIST = "geometry_msgs/Twist"


def info(name: str, type_name: str = TWIST, subscribers: int = 1) -> TopicInfo:
    return TopicInfo(name, type_name, 0, subscribers)


def test_topics_that_take_commands_are_offered_the_usual_one_first() -> None:
    offers = find_command_topics(
        "ros1://r:1", [info("/b"), info("/odom", "nav_msgs/Odometry"), info("/cmd_vel"), info("/a")]
    )
    assert [offer.topic for offer in offers.all] == ["/cmd_vel", "/a", "/b"]
    assert offers.default == CommandTopic("/cmd_vel", TWIST)


def test_of_several_unusual_ones_somebody_has_to_choose() -> None:
    offers = find_command_topics(
        "gazebo://r:1", [info("/a/vel_cmd", "gazebo.msgs.Pose"), info("/b/vel_cmd", "gazebo.msgs.Pose")]
    )
    assert len(offers.all) == 2
    assert offers.default is None


@pytest.mark.parametrize("topic", ["/gazebo/my lab/Construction Cone/vel_cmd", "/gazebo/ünï-1/%20/vel_cmd"])
def test_a_robot_of_any_name_is_offered(topic: str) -> None:
    offers = find_command_topics("gazebo://r:1", [info(topic, "gazebo.msgs.Pose"), info("", "gazebo.msgs.Altimeter")])
    assert offers.default == CommandTopic(topic, "gazebo.msgs.Pose")


def test_the_usual_one_is_offered_where_the_robot_names_none() -> None:
    offers = find_command_topics("galileo://r:3547", [])
    assert offers.all == (CommandTopic("cmd_vel", TWIST),)


def test_where_nothing_takes_commands_the_reason_is_said() -> None:
    offers = find_command_topics("gazebo://r:1", [info("/stats", "gazebo.msgs.WorldStatistics")])
    assert offers.all == ()
    assert offers.reason == DriveWording.NO_TOPIC()


@pytest.mark.parametrize(
    ("uri", "can"), [("ros1://r", True), ("galileo://r", True), ("nrp+json://r", True), ("nrp+mqtt://r", False)]
)
def test_what_can_be_driven_is_known_by_the_address(uri: str, can: bool) -> None:  # noqa: FBT001
    assert is_drivable(uri) is can


def test_what_a_profile_names_is_completed_by_what_the_robot_has() -> None:
    known = [info("/cmd_vel"), info("/stamped", "geometry_msgs/TwistStamped"), info("/scan", "sensor_msgs/LaserScan")]
    assert find_named_topic("ros1://r:1", "", "", known) is None
    assert find_named_topic("ros1://r:1", "/stamped", "", known) == CommandTopic(
        "/stamped", "geometry_msgs/TwistStamped"
    )
    assert find_named_topic("ros1://r:1", "", "geometry_msgs/TwistStamped", known) == CommandTopic(
        "/stamped", "geometry_msgs/TwistStamped"
    )
    assert find_named_topic("ros1://r:1", "/new", "", known) == CommandTopic("/new", TWIST)
    with pytest.raises(TargetError, match="LaserScan"):
        find_named_topic("ros1://r:1", "/scan", "", known)


def test_a_robot_that_is_driven_by_its_joints_needs_a_profile_that_names_them() -> None:
    offers = find_command_topics("nrp+grpc://r:1", [info("rover::left", "Joint")])

    assert (offers.all, offers.default) == ((), None)
    assert "wheels" in offers.reason
    assert "profile" in offers.tip
    assert find_named_topic("nrp+grpc://r:1", "", "", ()) is None
    assert find_named_topic("nrp+grpc://r:1", "a,b", "", ()) == CommandTopic("a,b", "Joint")
