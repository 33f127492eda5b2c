from __future__ import annotations

import pytest

from app.model.topics import TopicInfo
from app.ui.joints.joint_topics import has_joints, joint_topics
from tests.fakes.joints import ARM, ARM_STATES, ENGINE, GRIPPER_STATES, PACKS, JointSchema, arm_session, engine_session
from tests.fakes.session import FakeSession


def keys(session: FakeSession, robot: str) -> list[str]:
    return [key.topic for key in joint_topics(session.topics, robot)]


def test_all_topics_of_a_robot_that_tell_of_joints_are_found_by_name() -> None:
    session = arm_session()
    session.add_topics(*PACKS, connection=ENGINE, schema=JointSchema("Joint"))

    assert keys(session, ARM) == [GRIPPER_STATES, ARM_STATES]
    assert keys(session, ENGINE) == sorted(PACKS)
    assert not has_joints(session.topics, session.topic("/rosout", ARM))


def test_what_is_not_subscribed_to_is_found_by_its_type() -> None:
    session = arm_session()
    for topic in session.topics.store.topics:
        topic.schema = None
    assert keys(session, ARM) == []

    session.topics.schemas["sensor_msgs/JointState"] = JointSchema()
    assert keys(session, ARM) == [GRIPPER_STATES, ARM_STATES]


@pytest.mark.parametrize("name", ["/joint_commands", "/arm/desired_joint_state", "/gazebo/default/model/modify"])
def test_commands_are_no_states_though_they_look_like_some(name: str) -> None:
    session = arm_session()
    session.add_topics(name, connection=ARM, schema=JointSchema())

    assert name not in keys(session, ARM)
    assert not has_joints(session.topics, session.topic(name, ARM))


def test_where_commands_are_read_and_told_by_one_name_it_is_shown() -> None:
    session = engine_session()
    session.add_topics("rover::target_wheel", connection=ENGINE, schema=JointSchema("Joint"))
    topic = session.topic("rover::target_wheel", ENGINE)
    topic.info = TopicInfo(topic.info.name, "Joint", 1, None)

    assert has_joints(session.topics, topic)
