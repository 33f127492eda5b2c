"""Commands to joints: single ones, and those of wheels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Limits, Profile, Wheels
from app.connections.gazebo.converters import stop_message_for as gazebo_rest_of
from app.drive.control.values import ZERO, Velocity
from app.drive.robot.joints import JointChannel, chosen_channel, measured_velocity
from app.drive.robot.targets import (
    Target,
    TargetError,
    check_joint,
    choose_target,
    driven_scheme,
    find_target,
    fitting_topics,
    profile_topic,
)
from app.model.messages.values import HOLD, JointQuantity
from app.model.topics import TopicInfo
from app.wording.drive import DriveWording
from tests.tools.sentences import says

POSITION, VELOCITY, EFFORT = JointQuantity
COMMANDS = "/gazebo/default/arm/joint_cmd"
JOINT_CMD, FLOAT = "gazebo.msgs.JointCmd", "std_msgs/Float64"
ROVER = Profile(wheels=Wheels(("a::l",), ("a::r",), wheel_radius_m=0.1, track_m=0.4))
SPEED = st.floats(-10, 10)


def target() -> Target:
    return find_target("nrp+grpc", "Joint")


def velocities(message: Mapping[str, Any]) -> dict[str, float]:
    assert all(command.keys() == {"velocity"} for command in message.values())
    return {joint: command["velocity"] for joint, command in message.items()}


class TestADataPack:
    def test_is_the_way_of_its_own_joint(self) -> None:
        channel = driven_scheme("nrp+grpc").find_channel("arm::elbow", "", [])

        assert channel == JointChannel("arm::elbow", "Joint")

    @pytest.mark.parametrize("quantity", list(JointQuantity))
    def test_is_commanded_by_one_quantity_alone(self, quantity: JointQuantity) -> None:
        assert JointChannel("arm::elbow", "Joint").message(quantity, 1.5) == {quantity.value: 1.5}


class TestAModelOfGazebo:
    def test_takes_commands_for_each_of_its_joints_by_one_topic(self) -> None:
        infos = [TopicInfo("/gazebo/default/other/joint_cmd", JOINT_CMD, 0, 1), TopicInfo(COMMANDS, JOINT_CMD, 0, 1)]
        channel = driven_scheme("gazebo").find_channel("/gazebo/default/model/info", "arm::elbow", infos)

        assert channel == JointChannel(COMMANDS, JOINT_CMD, "arm::elbow")

    @pytest.mark.parametrize(
        "info", [TopicInfo(COMMANDS, JOINT_CMD, 1, 0), TopicInfo("/gazebo/default/harm/joint_cmd", JOINT_CMD, 0, 1)]
    )
    def test_takes_none_where_it_does_not_subscribe(self, info: TopicInfo) -> None:
        assert driven_scheme("gazebo").find_channel("/gazebo/default/model/info", "arm::elbow", [info]) is None

    def test_is_told_the_joint_and_leaves_gains_as_they_are(self) -> None:
        channel = JointChannel(COMMANDS, JOINT_CMD, "arm::elbow")

        assert channel.message(POSITION, 0.5) == {"name": "arm::elbow", "axis": 0, "position": {"target": 0.5}}
        assert channel.message(VELOCITY, 0.5) == {"name": "arm::elbow", "axis": 0, "velocity": {"target": 0.5}}
        assert channel.message(EFFORT, 0.5) == {"name": "arm::elbow", "axis": 0, "force": 0.5}

    @pytest.mark.parametrize("quantity", [VELOCITY, EFFORT])
    def test_is_told_to_stand_by_a_zero_of_what_was_commanded(self, quantity: JointQuantity) -> None:
        channel = JointChannel(COMMANDS, JOINT_CMD, "arm::elbow")

        assert gazebo_rest_of(COMMANDS, JOINT_CMD, channel.message(quantity, 0.5)) == channel.message(quantity, 0.0)


class TestAJointOfRos:
    def test_has_no_way_that_its_state_tells_of(self) -> None:
        assert (
            driven_scheme("ros1").find_channel("/joint_states", "elbow", [TopicInfo("/elbow/command", FLOAT, 0, 1)])
            is None
        )

    def test_is_commanded_by_a_topic_of_numbers_that_somebody_takes(self) -> None:
        infos = [
            TopicInfo("/a", FLOAT, 0, 1),
            TopicInfo("/nobody", FLOAT, 1, 0),
            TopicInfo("/text", "std_msgs/String", 0, 1),
            TopicInfo("/elbow_controller/command", FLOAT, 0, 1),
        ]

        assert driven_scheme("ros1").offer_channels("elbow", infos) == ["/elbow_controller/command", "/a"]
        assert driven_scheme("gazebo").offer_channels("elbow", infos) == []

    def test_is_commanded_by_the_quantity_that_was_chosen(self) -> None:
        channel = chosen_channel("/elbow_controller/command", EFFORT)

        assert channel.quantities == (EFFORT,)
        assert channel.message(EFFORT, 2.0) == {"data": 2.0}


class TestTheOneJointThatAProfileDrives:
    @pytest.mark.parametrize(
        ("scheme", "type_name", "message"),
        [
            ("nrp+grpc", "Joint", {"elbow": {"velocity": 0.5}}),
            ("nrp+json", "Joint", {"elbow": {"velocity": 0.5}}),
            ("gazebo", JOINT_CMD, {"name": "elbow", "axis": 0, "velocity": {"target": 0.5}}),
            ("ros1", FLOAT, {"data": 0.5}),
        ],
    )
    def test_obeys_turning_where_it_turns_and_forward_where_it_slides(
        self, scheme: str, type_name: str, message: dict[str, object]
    ) -> None:
        target = find_target(scheme, type_name)

        assert target.message(Velocity(0.2, 0.5), Profile(joint="elbow")) == message
        assert target.message(Velocity(0.5, 0.2), Profile(joint="elbow", joint_slides=True)) == message

    def test_is_turned_the_other_way_by_a_sign(self) -> None:
        profile = Profile(joint="elbow", angular_sign=-1)

        assert find_target("ros1", FLOAT).message(Velocity(0.0, 0.5), profile) == {"data": -0.5}
        assert str(find_target("ros1", FLOAT).message(ZERO, profile)) == "{'data': 0.0}"

    @pytest.mark.parametrize("slides", [False, True])
    def test_is_measured_as_it_was_commanded(self, *, slides: bool) -> None:
        profile = Profile(joint="elbow", joint_slides=slides, angular_sign=-1, linear_sign=-1)
        target = find_target("nrp+grpc", "Joint")
        asked = Velocity(0.5, 0.0) if slides else Velocity(0.0, 0.5)
        assert target.measure is not None

        assert target.measure({"elbow": target.message(asked, profile)["elbow"]["velocity"]}, profile) == asked
        assert target.measure({"other": 1.0}, profile) is None

    def test_goes_before_the_wheels_of_the_same_profile(self) -> None:
        profile = Profile(joint="elbow", wheels=Wheels(("l",), ("r",)))

        assert profile_topic("nrp+grpc", profile) == "elbow"

    def test_is_commanded_by_nothing_that_commands_a_base_and_a_base_by_nothing_for_a_joint(self) -> None:
        with pytest.raises(TargetError):
            check_joint("ros1", find_target("ros1", "geometry_msgs/Twist"), Profile(joint="elbow"))
        with pytest.raises(TargetError):
            check_joint("ros1", find_target("ros1", FLOAT), Profile())
        check_joint("ros1", find_target("ros1", FLOAT), Profile(joint="elbow"))
        check_joint("nrp+grpc", find_target("nrp+grpc", "Joint"), Profile(wheels=Wheels(("l",), ("r",))))

    @pytest.mark.parametrize(("turn", "effort"), [(0.4, 2.5), (-0.8, -5.0), (1.6, 5.0)])
    def test_obeys_an_effort_by_the_share_of_its_speed_and_no_more_than_the_most(
        self, turn: float, effort: float
    ) -> None:
        profile = Profile(joint="elbow", joint_effort=5.0, joint_on_stop="zero", limits=Limits(angular_rad_s=0.8))

        assert find_target("nrp+grpc", "Joint").message(Velocity(0.0, turn), profile) == {"elbow": {"effort": effort}}
        assert find_target("ros1", FLOAT).message(Velocity(0.0, turn), profile) == {"data": effort}
        assert find_target("gazebo", JOINT_CMD).message(Velocity(0.0, turn), profile)["force"] == effort

    @pytest.mark.parametrize(("on_stop", "message"), [("zero", {"effort": 0.0}), ("hold", {HOLD: True})])
    def test_stands_by_no_effort_or_holds_as_its_profile_says(self, on_stop: str, message: dict[str, object]) -> None:
        profile = Profile(joint="elbow", joint_effort=5.0, joint_on_stop=on_stop)

        assert find_target("nrp+json", "Joint").message(ZERO, profile) == {"elbow": message}

    @pytest.mark.parametrize("slides", [False, True])
    def test_stands_or_holds_while_it_is_asked_for_the_other_motion_alone(self, *, slides: bool) -> None:
        across = Velocity(0.0, 0.5) if slides else Velocity(0.5, 0.0)
        by_speed = Profile(joint="elbow", joint_slides=slides, linear_sign=-1, angular_sign=-1)
        by_effort = Profile(joint="elbow", joint_slides=slides, joint_effort=5.0, joint_on_stop="hold")
        target = find_target("nrp+grpc", "Joint")

        assert target.commanded(across, by_effort) == ZERO
        assert str(target.message(across, by_speed)) == "{'elbow': {'velocity': 0.0}}"
        assert target.message(across, by_effort) == {"elbow": {HOLD: True}}

    def test_can_hold_only_where_its_position_can_be_asked_for(self) -> None:
        profile = Profile(joint="elbow", joint_effort=5.0, joint_on_stop="hold")

        check_joint("nrp+grpc", find_target("nrp+grpc", "Joint"), profile)
        with pytest.raises(TargetError):
            check_joint("ros1", find_target("ros1", FLOAT), profile)

    def test_is_never_what_is_driven_by_where_nobody_asked_for_it(self) -> None:
        infos = [TopicInfo("/elbow_controller/command", FLOAT, 0, 1)]

        assert fitting_topics("ros1", infos) == []


class TestTheWheelsThatAProfileDrives:
    def test_ahead_both_sides_roll_alike(self) -> None:
        assert velocities(target().message(Velocity(0.3, 0.0), ROVER)) == pytest.approx({"a::l": 3.0, "a::r": 3.0})

    def test_to_turn_left_the_right_side_rolls_forward(self) -> None:
        assert velocities(target().message(Velocity(0.0, 1.0), ROVER)) == pytest.approx({"a::l": -2.0, "a::r": 2.0})

    def test_zero_is_exactly_that_and_has_no_sign(self) -> None:
        mirrored = Profile(linear_sign=-1, angular_sign=-1, wheels=Wheels(("l",), ("r",), left_sign=-1, right_sign=-1))

        assert str(velocities(target().message(ZERO, mirrored))) == "{'l': 0.0, 'r': 0.0}"

    def test_all_joints_of_a_side_are_told_the_same_and_a_mirrored_one_the_opposite(self) -> None:
        profile = Profile(wheels=Wheels(("l", "l2"), ("r", "r2"), right_sign=-1))

        assert velocities(target().message(Velocity(0.1, 0.0), profile)) == pytest.approx(
            {"l": 1.0, "l2": 1.0, "r": -1.0, "r2": -1.0}
        )

    @given(SPEED, SPEED, st.tuples(*[st.sampled_from([1, -1])] * 4))
    def test_velocity_is_measured_as_it_was_commanded(
        self, v: float, w: float, signs: tuple[int, int, int, int]
    ) -> None:
        wheels = Wheels(("l", "l2"), ("r",), 0.15, 0.6, signs[0], signs[1])
        profile = Profile(linear_sign=signs[2], angular_sign=signs[3], wheels=wheels)

        found = measured_velocity(velocities(target().message(Velocity(v, w), profile)), profile)

        assert found is not None
        assert (found.linear_m_s, found.angular_rad_s) == pytest.approx((v, w), abs=1e-9)

    def test_one_wheel_that_turns_is_not_hidden_by_another_that_stands(self) -> None:
        profile = Profile(wheels=Wheels(("l", "l2"), ("r",)))

        found = measured_velocity({"l": 0.0, "l2": -2.0, "r": 0.0}, profile)

        assert found is not None
        assert found.linear_m_s == pytest.approx(-0.1)

    def test_of_a_joint_that_is_missing_nothing_is_known(self) -> None:
        assert measured_velocity({"a::l": 0.0}, ROVER) is None
        assert measured_velocity({}, Profile()) is None

    @pytest.mark.parametrize("scheme", ["nrp+grpc", "nrp+json"])
    def test_what_is_driven_are_the_joints_that_the_profile_names(self, scheme: str) -> None:
        assert driven_scheme(scheme).by_joints
        assert choose_target(scheme, profile_topic(scheme, ROVER), "", ()) == (
            "a::l,a::r",
            find_target(scheme, "Joint"),
        )
        with pytest.raises(TargetError, check=says(DriveWording.NO_WHEELS)):
            choose_target(scheme, profile_topic(scheme, Profile(topic="/cmd_vel")), "", ())
        with pytest.raises(TargetError, check=says(DriveWording.NO_SUCH_TYPE, type_name="geometry_msgs/Twist")):
            choose_target(scheme, "a::l,a::r", "geometry_msgs/Twist", ())

    def test_robots_of_other_protocols_have_a_topic_whatever_their_wheels(self) -> None:
        assert not driven_scheme("ros1").by_joints
        assert profile_topic("ros1", ROVER) == ""
        assert profile_topic("ros1", Profile(topic="/joy_vel")) == "/joy_vel"
