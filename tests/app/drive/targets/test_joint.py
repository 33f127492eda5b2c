"""Commands to single joints."""

from __future__ import annotations

import pytest

from app.connections.gazebo.meaning import rest_of as gazebo_rest_of
from app.drive.targets import TargetError
from app.drive.targets.joint import JointChannel, channel_by_type, channel_of, channels_by_hand, chosen_channel
from app.model.meaning import JointQuantity
from app.model.topic_store import TopicInfo

POSITION, VELOCITY, EFFORT = JointQuantity
COMMANDS = "/gazebo/default/arm/joint_cmd"
JOINT_CMD, FLOAT = "gazebo.msgs.JointCmd", "std_msgs/Float64"


class TestADataPack:
    def test_is_the_way_of_its_own_joint(self) -> None:
        channel = channel_of("nrp+grpc", "arm::elbow", "", [])

        assert channel == JointChannel("arm::elbow", "Joint")

    @pytest.mark.parametrize("quantity", list(JointQuantity))
    def test_is_commanded_by_one_quantity_alone(self, quantity: JointQuantity) -> None:
        assert JointChannel("arm::elbow", "Joint").message(quantity, 1.5) == {quantity.value: 1.5}


class TestAModelOfGazebo:
    def test_takes_commands_for_each_of_its_joints_by_one_topic(self) -> None:
        infos = [TopicInfo("/gazebo/default/other/joint_cmd", JOINT_CMD, 0, 1), TopicInfo(COMMANDS, JOINT_CMD, 0, 1)]
        channel = channel_of("gazebo", "/gazebo/default/model/info", "arm::elbow", infos)

        assert channel == JointChannel(COMMANDS, JOINT_CMD, "arm::elbow")

    @pytest.mark.parametrize(
        "info", [TopicInfo(COMMANDS, JOINT_CMD, 1, 0), TopicInfo("/gazebo/default/harm/joint_cmd", JOINT_CMD, 0, 1)]
    )
    def test_takes_none_where_it_does_not_subscribe(self, info: TopicInfo) -> None:
        assert channel_of("gazebo", "/gazebo/default/model/info", "arm::elbow", [info]) is None

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
        assert channel_of("ros1", "/joint_states", "elbow", [TopicInfo("/elbow/command", FLOAT, 0, 1)]) is None

    def test_is_commanded_by_a_topic_of_numbers_that_somebody_takes(self) -> None:
        infos = [
            TopicInfo("/a", FLOAT, 0, 1),
            TopicInfo("/nobody", FLOAT, 1, 0),
            TopicInfo("/text", "std_msgs/String", 0, 1),
            TopicInfo("/elbow_controller/command", FLOAT, 0, 1),
        ]

        assert channels_by_hand("ros1", "elbow", infos) == ["/elbow_controller/command", "/a"]
        assert channels_by_hand("gazebo", "elbow", infos) == []

    def test_is_commanded_by_the_quantity_that_was_chosen(self) -> None:
        channel = chosen_channel("/elbow_controller/command", EFFORT)

        assert channel.quantities == (EFFORT,)
        assert channel.message(EFFORT, 2.0) == {"data": 2.0}


def test_a_topic_of_another_type_commands_no_joint() -> None:
    with pytest.raises(TargetError) as caught:
        channel_by_type("/x", "std_msgs/String", "elbow")

    assert FLOAT in caught.value.tip
    assert channel_by_type("/x", FLOAT, "elbow").message(VELOCITY, 1.0) == {"data": 1.0}
