from __future__ import annotations

import pytest

from app.model.messages.values import JointKind, JointLimits, JointState
from app.model.topics import TopicKey
from app.ui.joints.rows import JointRow, JointStatus

KEY = TopicKey("ros1://arm:11311", "/joint_states")


def test_what_is_told_of_a_joint_is_taken_and_traced() -> None:
    row = JointRow(KEY, "pan", (0, 0))
    limits = JointLimits(-1.0, 1.0)
    row.set_state(
        JointState("pan", 0.5, 0.1, None, JointKind.REVOLUTE, limits, ("position[0]", "velocity[0]", "")), 1000.0
    )

    assert row.numbers == (0.5, 0.1, None)
    assert (row.kind, row.limits, row.fields[1]) == (JointKind.REVOLUTE, limits, "velocity[0]")
    assert row.age_s(1002.5) == 2.5
    assert row.trace.span == 0.0


@pytest.mark.parametrize(
    ("position", "share"), [(-1.0, 0.0), (0.0, 0.5), (1.0, 1.0), (2.0, 1.5), (-3.0, -1.0), (None, None)]
)
def test_a_share_tells_where_between_its_limits_a_joint_is(position: float | None, share: float | None) -> None:
    row = JointRow(KEY, "pan", (0, 0), position=position, reported_limits=JointLimits(-1.0, 1.0))
    assert row.limit_fraction() == share


def test_without_limits_there_is_no_share() -> None:
    assert JointRow(KEY, "pan", (0, 0), position=1.0).limit_fraction() is None


def test_only_what_is_live_is_not_old() -> None:
    assert [standing for standing in JointStatus if not JointRow(KEY, "", (0, 0), status=standing).is_old] == [
        JointStatus.LIVE
    ]
