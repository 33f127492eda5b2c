from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from app.model.messages.values import UNLIMITED, JointDescription, JointKind, JointLimits
from app.model.schema import Payload
from app.model.status import ConnectionState
from app.model.topics import TopicKey, TopicStore
from app.ui.joints.joint_topics import joint_topics
from app.ui.joints.robot_joints import MAX_JOINTS, STALE_S, RobotJoints
from app.ui.joints.rows import JointRow, JointStatus
from tests.fakes.deliveries import delivery
from tests.fakes.joints import ARM, ARM_STATES, GRIPPER_STATES, JointSchema, arm_session, move_arm, told
from tests.fakes.session import FakeSession

OWNER = "test"
STATES, GRIPPER = TopicKey(ARM, ARM_STATES), TopicKey(ARM, GRIPPER_STATES)
NOW_S = 1000.0


@pytest.fixture
def session() -> FakeSession:
    return arm_session()


@pytest.fixture
def board(session: FakeSession) -> RobotJoints:
    board = RobotJoints(session.topics, OWNER)
    board.set_topics((STATES,))
    board.set_subscribed(seen=True)
    return board


def renew(
    board: RobotJoints,
    now_s: float = NOW_S,
    state: ConnectionState = ConnectionState.CONNECTED,
    *,
    holds: bool = False,
) -> bool:
    return board.refresh(now_s, state, holds=holds)


def say(session: FakeSession, *messages: list[dict[str, Any]], topic: str = ARM_STATES) -> None:
    """Each message arrives by itself."""
    for joints in messages:
        session.receive(topic, {"joints": joints}, connection=ARM)


def positions(board: RobotJoints) -> dict[str, float | None]:
    return {row.name: row.position for row in board.rows}


def standings(board: RobotJoints) -> list[JointStatus]:
    return [row.status for row in board.rows]


def test_a_topic_stands_for_itself_until_it_tells_of_joints(session: FakeSession, board: RobotJoints) -> None:
    (row,) = board.rows
    assert (row.name, row.is_topic) == (ARM_STATES, True)

    say(session, [told("pan", 0.5), told("tilt", 0.25)])
    assert renew(board)
    assert positions(board) == {"pan": 0.5, "tilt": 0.25}
    assert not any(row.is_topic for row in board.rows)
    assert not renew(board)


def test_messages_are_read_by_the_definition_by_which_they_were_sent(session: FakeSession, board: RobotJoints) -> None:
    class Degrees(JointSchema):
        def decode(self, payload: Payload) -> dict[str, Any]:
            joints = super().decode(payload)["joints"]
            return {"joints": [joint | {"position": math.radians(joint["position"])} for joint in joints]}

    say(session, [told("pan", 0.0), told("tilt", 0.0)])
    renew(board)
    say(session, [told("pan", 0.5)])
    session.topic(ARM_STATES, ARM).schema = Degrees()
    say(session, [told("tilt", 180.0)])
    renew(board)

    assert positions(board) == {"pan": 0.5, "tilt": math.pi}


def test_it_listens_only_while_it_is_seen(session: FakeSession, board: RobotJoints) -> None:
    assert session.topics.wants[OWNER] == {STATES}
    assert (OWNER, STATES) in session.topics.sinks
    board.set_topics((GRIPPER, STATES))
    assert session.topics.wants[OWNER] == {STATES, GRIPPER}

    board.set_subscribed(seen=False)
    assert session.topics.wants[OWNER] == set()
    assert not session.topics.sinks
    board.set_topics((STATES,))
    assert session.topics.wants[OWNER] == set()


def test_what_others_listen_to_is_known_at_once(session: FakeSession) -> None:
    session.topics.set_subscriptions("other", {STATES})
    say(session, [told("pan", 0.5)])
    board = RobotJoints(session.topics, OWNER)
    board.set_topics((STATES,))
    board.set_subscribed(seen=True)
    renew(board)

    assert positions(board) == {"pan": 0.5}


def test_joints_are_those_of_now_whatever_time_views_show(session: FakeSession) -> None:
    session.topics.set_subscriptions("other", {STATES})
    past = TopicStore()
    then = past.get_or_create(STATES)
    then.live, then.schema = True, JointSchema()
    then.receive(delivery(b'{"joints": [{"name": "pan", "position": -1.5}]}', schema=then.schema))
    session.topics.look_back(past)

    assert joint_topics(session.topics, ARM) == (GRIPPER, STATES)
    board = RobotJoints(session.topics, OWNER)
    board.set_topics((STATES,))
    say(session, [told("pan", 0.6)])
    board.set_subscribed(seen=True)
    renew(board)

    assert positions(board) == {"pan": 0.6}
    assert session.topics.histories == {(OWNER, STATES)}


def test_joints_that_several_programs_tell_of_are_all_known(session: FakeSession, board: RobotJoints) -> None:
    say(session, [told("finger", 0.01)], [told("pan", 0.5), told("tilt", 0.25)])
    renew(board)
    say(session, [told("pan", 0.6), told("tilt", 0.35)], [told("finger", 0.02)])
    renew(board)

    assert positions(board) == {"pan": 0.6, "finger": 0.02, "tilt": 0.35}


def test_only_the_newest_of_like_messages_is_read(session: FakeSession, board: RobotJoints) -> None:
    schema: Any = session.topic(ARM_STATES, ARM).schema
    say(session, [told("pan", 0.0)])
    renew(board)
    before = schema.decoded
    say(session, *[[told("pan", float(number))] for number in range(20)])
    renew(board)

    assert positions(board) == {"pan": 19.0}
    assert schema.decoded == before + 1


def test_a_joint_without_a_name_has_that_of_its_topic(session: FakeSession, board: RobotJoints) -> None:
    say(session, [told("", 0.5)])
    renew(board)
    assert [(row.name, row.is_topic) for row in board.rows] == [(ARM_STATES, False)]


def test_joints_that_are_called_alike_are_told_apart(session: FakeSession, board: RobotJoints) -> None:
    board.set_topics((GRIPPER, STATES))
    say(session, [told("pan", 0.5), told("tilt", 0.5)])
    say(session, [told("pan", -0.5)], topic=GRIPPER_STATES)
    renew(board)

    assert [(row.key, row.name, row.is_ambiguous) for row in board.rows] == [
        (GRIPPER, "pan", True),
        (STATES, "pan", True),
        (STATES, "tilt", False),
    ]


@pytest.mark.parametrize(("silent_s", "standing"), [(1.0, JointStatus.LIVE), (STALE_S + 0.1, JointStatus.STALE)])
def test_what_was_silent_is_old(
    session: FakeSession, board: RobotJoints, silent_s: float, standing: JointStatus
) -> None:
    say(session, [told("pan", 0.5)])
    renew(board, NOW_S + silent_s)

    assert board.rows[0].status is standing
    assert board.rows[0].age_s(NOW_S + silent_s) == pytest.approx(silent_s)


def test_one_joint_may_be_old_beside_others_of_its_topic(session: FakeSession, board: RobotJoints) -> None:
    say(session, [told("pan", 0.5), told("tilt", 0.5)])
    renew(board)
    session.now = NOW_S + 5.0
    say(session, [told("pan", 0.5)])
    renew(board, session.now)

    assert [row.status for row in board.rows] == [JointStatus.LIVE, JointStatus.STALE]


def test_a_driver_that_is_slow_is_not_old_before_it_missed_some(session: FakeSession, board: RobotJoints) -> None:
    say(session, [told("pan", 0.5)])
    session.topic(ARM_STATES, ARM).rate_hz = 0.5
    renew(board, NOW_S + 5.0)
    assert standings(board) == [JointStatus.LIVE]
    renew(board, NOW_S + 9.0)
    assert standings(board) == [JointStatus.STALE]


def test_where_only_changes_are_told_what_rests_is_not_old(session: FakeSession, board: RobotJoints) -> None:
    say(session, [told("pan", 0.5)])
    renew(board, NOW_S + 60.0, holds=True)
    assert standings(board) == [JointStatus.LIVE]
    assert board.rows[0].trace.lines(NOW_S + 60.0)[0][-1].tolist() == [1.0, 0.5]

    renew(board, NOW_S + 60.0, ConnectionState.LOST, holds=True)
    assert standings(board) == [JointStatus.AWAY]
    renew(board, NOW_S + 60.0, ConnectionState.STALE, holds=True)
    assert standings(board) == [JointStatus.STALE]


def test_what_can_not_be_read_is_said_of_the_joints_of_its_topic(session: FakeSession, board: RobotJoints) -> None:
    board.set_topics((GRIPPER, STATES))
    say(session, [told("pan", 0.5)])
    session.receive(ARM_STATES, {}, connection=ARM)
    session.receive(GRIPPER_STATES, b"none", connection=ARM)
    renew(board)

    assert [(row.name, row.status) for row in board.rows] == [
        (GRIPPER_STATES, JointStatus.UNREADABLE),
        ("pan", JointStatus.UNREADABLE),
    ]
    assert board.rows[1].position == 0.5
    assert board.rows[1].error is not None
    say(session, [told("pan", 0.75)])
    renew(board)
    assert standings(board)[1] is JointStatus.LIVE


def test_a_topic_that_nobody_publishes_says_so(session: FakeSession, board: RobotJoints) -> None:
    topic = session.topic(ARM_STATES, ARM)
    topic.info = replace(topic.info, publishers=0)
    renew(board)
    assert board.rows[0].status is JointStatus.UNPUBLISHED


def test_how_a_joint_moves_is_what_its_messages_say_then_its_description_then_the_operator(
    session: FakeSession, board: RobotJoints
) -> None:
    say(session, [told("pan", 0.5, kind="revolute", limits=(-1.0, 1.0)), told("lift", 0.5), told("tilt", 0.5)])
    renew(board)
    board.kind_of = {"pan": JointKind.PRISMATIC, "tilt": JointKind.PRISMATIC, "lift": JointKind.REVOLUTE}.get
    limits = JointLimits(0.0, 2.0)
    description = JointDescription(JointKind.PRISMATIC, limits)
    board.set_descriptions({"pan": description, "lift": description})

    known: dict[str, JointRow] = {row.name: row for row in board.rows}
    assert [known[name].kind for name in ("pan", "lift", "tilt")] == [
        JointKind.REVOLUTE,
        JointKind.PRISMATIC,
        JointKind.PRISMATIC,
    ]
    assert [known[name].limits for name in ("pan", "lift", "tilt")] == [JointLimits(-1.0, 1.0), limits, UNLIMITED]
    assert [known[name].limit_fraction() for name in ("pan", "lift", "tilt")] == [0.75, 0.25, None]


def test_more_joints_than_anybody_looks_at_are_left_out_and_counted(session: FakeSession, board: RobotJoints) -> None:
    say(session, [told(f"joint{number}", 0.0) for number in range(MAX_JOINTS + 7)])
    renew(board)

    assert len(board.rows) == MAX_JOINTS
    assert board.skipped == 7


def test_joints_of_topics_that_go_are_forgotten(session: FakeSession, board: RobotJoints) -> None:
    board.set_topics((GRIPPER, STATES))
    move_arm(session, 0.0)
    renew(board)
    assert len(board.rows) == 8
    board.set_topics((STATES,))
    assert len(board.rows) == 6
    assert session.topics.wants[OWNER] == {STATES}
    board.clear()
    assert board.rows == []
    assert session.topics.wants[OWNER] == set()
