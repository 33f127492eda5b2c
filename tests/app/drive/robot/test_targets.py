"""Which topics a robot can be driven by."""

from __future__ import annotations

import math

import pytest

from app.config.profile import Profile
from app.drive.control.values import ZERO, Velocity
from app.drive.robot.targets import TargetError, choose_target, find_target, fitting_topics
from app.model.topics import TopicInfo
from app.wording.drive import DriveWording
from tests.tools.sentences import says

TWIST, STAMPED, POSE = "geometry_msgs/Twist", "geometry_msgs/TwistStamped", "gazebo.msgs.Pose"


def test_signs_are_those_of_the_robot() -> None:
    message = find_target("ros1", TWIST).message(Velocity(0.2, 0.3), Profile(linear_sign=-1, angular_sign=-1))

    assert (message["linear"]["x"], message["angular"]["z"]) == (-0.2, -0.3)


def test_a_zero_has_no_sign() -> None:
    message = find_target("ros1", TWIST).message(ZERO, Profile(linear_sign=-1, angular_sign=-1))
    half = find_target("ros1", TWIST).message(Velocity(0.2, 0.0), Profile(angular_sign=-1))

    assert math.copysign(1, message["linear"]["x"]) == math.copysign(1, message["angular"]["z"]) == 1
    assert math.copysign(1, half["angular"]["z"]) == 1


def test_a_type_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(TargetError) as caught:
        find_target("ros1", "std_msgs/String")

    assert TWIST in caught.value.tip


def test_topics_are_found_by_type_and_name_and_by_whether_anybody_takes_them() -> None:
    infos = [
        TopicInfo("/gazebo/default/rover/vel_cmd", POSE, 0, 1),
        TopicInfo("/gazebo/default/pose/modify", POSE, 0, 1),
        TopicInfo("/gazebo/default/other/vel_cmd", POSE, 1, 0),
        TopicInfo("/gazebo/default/third/vel_cmd", POSE),
    ]

    assert [name for name, _ in fitting_topics("gazebo", infos)] == [
        "/gazebo/default/rover/vel_cmd",
        "/gazebo/default/third/vel_cmd",
    ]


class TestChoosing:
    def test_what_is_asked_for_is_taken(self) -> None:
        topic, target = choose_target("ros1", "/a", STAMPED, [])

        assert (topic, target.type_name) == ("/a", STAMPED)

    def test_the_type_of_a_topic_is_that_which_the_robot_names(self) -> None:
        assert choose_target("ros1", "/a", "", [TopicInfo("/a", STAMPED, 0, 1)])[1].type_name == STAMPED

    def test_a_topic_of_a_type_that_is_no_command_is_refused(self) -> None:
        with pytest.raises(TargetError, check=says(DriveWording.NO_SUCH_TYPE, type_name="std_msgs/String")):
            choose_target("ros1", "/a", "", [TopicInfo("/a", "std_msgs/String", 0, 1)])

    def test_where_nothing_is_said_it_is_the_usual_one(self) -> None:
        assert choose_target("ros1", "", "", [])[0] == "/cmd_vel"
        assert choose_target("galileo", "", "", [])[0] == "cmd_vel"
        infos = [TopicInfo("/a", TWIST, 0, 1), TopicInfo("/cmd_vel", TWIST, 0, 1)]
        assert choose_target("ros1", "", "", infos)[0] == "/cmd_vel"

    def test_the_only_one_is_taken(self) -> None:
        assert choose_target("ros1", "", "", [TopicInfo("/base/cmd", STAMPED, 0, 1)])[0] == "/base/cmd"
        assert choose_target("gazebo", "", "", [TopicInfo("/r/vel_cmd", POSE, 0, 1)])[0] == "/r/vel_cmd"

    def test_of_several_the_operator_chooses(self) -> None:
        infos = [TopicInfo("/r/vel_cmd", POSE, 0, 1), TopicInfo("/s/vel_cmd", POSE, 0, 1)]

        with pytest.raises(TargetError) as caught:
            choose_target("gazebo", "", "", infos)

        assert caught.value.tip == DriveWording.CHOOSE_TOPIC(names="/r/vel_cmd, /s/vel_cmd")

    def test_where_nothing_fits_that_is_said(self) -> None:
        with pytest.raises(TargetError):
            choose_target("gazebo", "", "", [])
