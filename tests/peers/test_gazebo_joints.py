"""The joints of a real gzserver, in the panel."""

from __future__ import annotations

from typing import cast

import pytest

from app.model.messages.values import JointKind
from app.model.topics import TopicKey
from app.ui.joints.panel import JointsPanel
from app.ui.joints.rows import JointRow
from tests.peers.gazebo_server import GazeboServer
from tests.peers.gazebo_window import Deck, deck, until

__all__ = ("deck",)

pytestmark = pytest.mark.timeout(180)

JOINT = "/gazebo/default/joint"


async def test_the_joint_that_was_loaded_last_is_told_of_with_its_angle_and_no_limits(
    deck: Deck,
    gazebo: GazeboServer,
) -> None:
    await deck.look_at(gazebo.uri, JOINT)
    deck.window.robot_docks.show_joints(TopicKey(gazebo.uri, JOINT))
    panel = cast("JointsPanel", deck.window.robot_docks.panels["joints"])

    def told() -> list[JointRow]:
        return [row for row in panel.model.rows if row.key.topic == JOINT and not row.is_topic]

    await until(lambda: bool(told()))
    (row,) = told()
    assert row.name in {"rover::left_hinge", "rover::right_hinge"}
    assert row.position is not None
    assert row.kind is JointKind.REVOLUTE
    assert row.limit_fraction() is None
    assert row.limits.velocity is None
