from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.model.topics import TopicKey
from app.ui.joints.panel import INTERVAL_S, JointsPanel
from app.ui.joints.table import is_near, split_name
from app.ui.joints.table_model import JointColumn
from tests.app.ui.robot.conftest import Surroundings
from tests.fakes.joints import ARM, ARM_STATES, GRIPPER_STATES, move_arm, told


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("rover::antenna::mast", ("rover::antenna::", "mast")),
        ("/arm/joint_states", ("/arm/", "joint_states")),
        ("elbow_joint", ("", "elbow_joint")),
        ("odd::", ("", "odd::")),
        ("", ("", "")),
    ],
)
def test_the_last_part_of_a_name_stands_out(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_near_to_a_limit_is_near_to_either() -> None:
    assert [is_near(share) for share in (-0.1, 0.0, 0.04, 0.06, 0.5, 0.94, 0.96, 1.0)] == [
        *(True, True, True),
        *(False, False, False),
        *(True, True),
    ]


STATES = TopicKey(ARM, ARM_STATES)
NOW_S = 1000.0


def hear(panel: JointsPanel, arm: Surroundings, at_s: float = 0.0) -> None:
    """The arm tells where it is, and the panel looks."""
    arm.session.now = NOW_S + at_s
    move_arm(arm.session, at_s)
    panel.refresh(arm.session.now)


async def test_the_number_below_the_pointer_is_what_is_dragged(panel: JointsPanel, arm: Surroundings) -> None:
    # with room for every column, whatever the font
    panel.resize(1800, 400)
    hear(panel, arm)
    table, row = panel.table, [row.name for row in panel.model.rows].index("elbow_joint")

    def dragged(column: JointColumn, row: int = row) -> list[tuple[TopicKey, str]]:
        return table.fields_at(table.visualRect(panel.model.index(row, column)).center())

    assert dragged(JointColumn.NAME) == dragged(JointColumn.POSITION) == [(STATES, "position[2]")]
    assert dragged(JointColumn.VELOCITY) == [(STATES, "velocity[2]")]
    assert dragged(JointColumn.EFFORT) == [(STATES, "effort[2]")]
    assert dragged(JointColumn.EFFORT, 0) == []


async def test_every_cell_is_painted_in_every_state(panel: JointsPanel, arm: Surroundings) -> None:
    for step in range(40):
        hear(panel, arm, step * INTERVAL_S)
    QApplication.processEvents()
    live = panel.table.grab().toImage()
    panel.refresh(NOW_S + 30.0)
    arm.session.receive(ARM_STATES, {}, connection=ARM)
    arm.session.receive(
        GRIPPER_STATES,
        {"joints": [told("finger_left", 9.0, velocity=9.0, limits=(0.0, 0.04, 1.0, 1.0))]},
        connection=ARM,
    )
    panel.table.selectAll()
    panel.refresh(NOW_S + 30.0)
    panel.table.setColumnWidth(JointColumn.NAME, 30)
    panel.table.setColumnWidth(JointColumn.POSITION, 20)
    panel.table.setColumnWidth(JointColumn.RANGE, 20)

    assert panel.table.grab().toImage() != live
