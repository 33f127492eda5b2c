"""Which topics a robot can be driven by."""

from __future__ import annotations

import math

import pytest

from app.config.profile import Limits, Profile, Wheels
from app.drive.control.values import ZERO, Velocity
from app.drive.robot.targets import (
    TargetError,
    can_go_sideways,
    choose_target,
    find_target,
    fitting_topics,
    is_steered,
)
from app.model.topics import TopicInfo
from app.wording.drive import DriveWording
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
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


SIDEWAYS = Profile(limits=Limits(lateral_m_s=0.2), lateral_sign=-1)
CAR = Profile(limits=Limits(steering_rad=0.5), angular_sign=-1, wheel_base_m=0.3)
DRIVES = ("ackermann_msgs/AckermannDrive", "ackermann_msgs/AckermannDriveStamped")


@pytest.mark.parametrize(("type_name", "field"), [(TWIST, None), (STAMPED, "twist")])
def test_a_robot_that_goes_sideways_is_told_so_and_zero_is_zero_there_too(type_name: str, field: str | None) -> None:
    target = find_target("ros1", type_name)
    moves, stands = (target.message(velocity, SIDEWAYS) for velocity in (Velocity(0.1, 0.0, 0.2), ZERO))

    assert [(message if field is None else message[field])["linear"]["y"] for message in (moves, stands)] == [-0.2, 0.0]


@pytest.mark.parametrize("type_name", DRIVES)
def test_a_car_is_told_its_speed_and_the_angle_of_its_wheels(type_name: str) -> None:
    target = find_target("ros1", type_name)
    moves, stands = (
        message.get("drive", message)
        for message in (target.message(velocity, CAR) for velocity in (Velocity(0.3, steering_rad=0.25), ZERO))
    )

    rest = dict.fromkeys(("steering_angle_velocity", "acceleration", "jerk"), 0.0)
    assert moves == {"speed": 0.3, "steering_angle": -0.25, **rest}
    assert stands == {"speed": 0.0, "steering_angle": 0.0, **rest}


@pytest.mark.parametrize("type_name", DRIVES)
def test_a_car_gets_whole_messages_of_ros(type_name: str) -> None:
    message = find_message(type_name)
    assert message is not None
    schema = Ros1Schema(message)
    filled = find_target("ros1", type_name).message(Velocity(0.25, steering_rad=0.5), Profile(frame="car"))

    read = schema.decode(schema.encode(filled, (12, 34)))

    drive = read.get("drive", read)
    assert (drive["speed"], drive["steering_angle"], drive["jerk"]) == (0.25, 0.5, 0.0)
    assert read.get("header", {"frame_id": "car"})["frame_id"] == "car"


@pytest.mark.parametrize("type_name", DRIVES)
def test_of_a_car_its_speed_and_its_wheels_are_commanded_and_nothing_else(type_name: str) -> None:
    target = find_target("ros1", type_name)

    assert target.commanded(Velocity(0.5, 0.5, 0.2, 0.1), CAR) == Velocity(0.5, steering_rad=0.1)


def test_wheels_on_both_sides_are_commanded_nothing_to_the_side() -> None:
    wheels = Profile(limits=Limits(lateral_m_s=0.2), wheels=Wheels(("left",), ("right",)))
    target = find_target("nrp+grpc", "Joint")

    assert not can_go_sideways("nrp+grpc://a", "Joint")
    assert target.commanded(Velocity(0.1, 0.2, 0.3), wheels) == Velocity(0.1, 0.2)
    assert [can_go_sideways("ros1://a", name) for name in (*DRIVES, TWIST)] == [False, False, True]


def test_whoever_is_no_car_is_not_steered() -> None:
    assert find_target("ros1", TWIST).commanded(Velocity(0.1, 0.2, 0.3, 0.4), SIDEWAYS) == Velocity(0.1, 0.2, 0.3)
    assert [is_steered("ros1://a", name) for name in (*DRIVES, TWIST)] == [True, True, False]


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
