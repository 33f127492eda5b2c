from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.model.messages.frame_watch import FrameFaultKind
from app.model.messages.values import Transforms
from app.model.schema import Role
from app.model.status import SimClock
from app.ui.frames.frame_rows import FrameColumn
from app.ui.frames.panel import OWNER, SHOWN_INTERVAL_S, FramesPanel
from app.wording.ui.frames import FramesWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.frames import SECOND_NS, TF, TF_STATIC, add_frames, send, send_frames, stamped
from tests.fakes.geometry import GeometrySchema, add_topic, pose
from tests.fakes.ros_robot import ROBOT
from tests.tools.sentences import shows

# in the order of the tree
FRAMES = ["dock", "beacon", "map", "odom", "arm", "gripper", "base_link", "camera", "laser", "mast", "lamp"]


@pytest.fixture
def panel(robot: Surroundings) -> FramesPanel:
    tools = robot.tools
    panel = FramesPanel(
        tools.topics,
        tools.graphs,
        tools.robot_tools,
        tools.show_topic,
        robot.window,
    )
    panel.resize(1400, 500)
    panel.show()
    panel.refresh(0.0)
    return panel


class _Clock:
    """The time of the refresher."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def refresh(self, panel: FramesPanel) -> None:
        self.now_s += SHOWN_INTERVAL_S
        panel.refresh(self.now_s)


@pytest.fixture
def clock() -> _Clock:
    return _Clock()


@pytest.fixture
def told(panel: FramesPanel, robot: Surroundings, clock: _Clock) -> FramesPanel:
    """The panel of a robot that has told every fault."""
    add_frames(robot.session)
    clock.refresh(panel)
    send_frames(robot.session, time.time_ns())
    clock.refresh(panel)
    return panel


def text(panel: FramesPanel, frame: str, column: FrameColumn) -> str:
    return str(panel.model.index_of(frame, column).data())


async def test_transforms_are_wanted_only_while_the_panel_can_be_seen(told: FramesPanel, robot: Surroundings) -> None:
    assert robot.session.topics.wants[OWNER] == {TF, TF_STATIC}
    assert {key for owner, key in robot.session.topics.sinks if owner == OWNER} == {TF, TF_STATIC}

    told.hide()
    told.update_subscriptions()
    assert robot.session.topics.wants[OWNER] == set()
    assert not [key for owner, key in robot.session.topics.sinks if owner == OWNER]


async def test_frames_are_a_tree_with_what_is_wrong_with_each(told: FramesPanel) -> None:
    rows = list(told.model.names())

    assert rows == FRAMES
    assert told.tree.isExpanded(told.model.index_of("base_link"))
    assert {name: {fault.kind for fault in faults} for name, faults in told.model.faults.items()} == {
        "arm": {FrameFaultKind.TWO_PARENTS, FrameFaultKind.TWO_SENDERS},
        "camera": {FrameFaultKind.ODD},
        "dock": {FrameFaultKind.NOT_JOINED},
        "gripper": {FrameFaultKind.LEFT_OUT},
        "lamp": {FrameFaultKind.OLD},
        "map": {FrameFaultKind.NOT_JOINED, FrameFaultKind.LOOP},
        "mast": {FrameFaultKind.AHEAD},
    }
    assert shows(told.fault_count.text(), FramesWording.FAULTS, count="7")


async def test_the_list_is_sorted_by_any_column_with_what_has_no_value_last(told: FramesPanel) -> None:
    told.flat.setChecked(True)
    assert list(told.model.names()) == sorted(FRAMES)

    told.tree.header().sectionClicked.emit(FrameColumn.X)
    assert next(told.model.names()) == "lamp"
    assert set(list(told.model.names())[-3:]) == {"dock", "gripper", "map"}
    told.tree.header().sectionClicked.emit(FrameColumn.X)
    assert next(told.model.names()) == "base_link"
    assert set(list(told.model.names())[-3:]) == {"dock", "gripper", "map"}


async def test_a_filter_keeps_the_frames_that_a_match_is_in(told: FramesPanel) -> None:
    told.filter.setText("lamp")
    assert list(told.model.names()) == ["map", "odom", "base_link", "mast", "lamp"]

    told.filter.setText("nothing like that")
    assert not told.no_match.isHidden()
    assert shows(told.no_match.title, FramesWording.NO_MATCH)


async def test_only_problems_can_be_shown(told: FramesPanel) -> None:
    told.flat.setChecked(True)
    told.only_faults.setChecked(True)

    assert set(told.model.names()) == set(told.model.faults)


async def test_keys_go_from_problem_to_problem(told: FramesPanel) -> None:
    told.tree.setFocus()
    visited = []
    for _ in range(3):
        QTest.keyClick(told.tree, Qt.Key.Key_F4)
        visited.append(told.current)
    QTest.keyClick(told.tree, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)

    assert visited == ["map", "arm", "gripper"]
    assert told.current == "arm"


async def test_enter_measures_to_the_current_frame(told: FramesPanel) -> None:
    told.select("camera")
    told.tree.activated.emit(told.tree.currentIndex())
    told.select("odom")

    assert told.chain.source.currentData() == "camera"


async def test_a_collapsed_frame_stays_so_when_others_come(
    told: FramesPanel, robot: Surroundings, clock: _Clock
) -> None:
    told.tree.collapse(told.model.index_of("base_link"))
    now_ns = time.time_ns()
    send(robot.session, TF, stamped((pose(frame="map", name="new"), pose(frame="new", name="newer")), now_ns), now_ns)
    clock.refresh(told)

    assert not told.tree.isExpanded(told.model.index_of("base_link"))
    assert told.tree.isExpanded(told.model.index_of("new"))


async def test_what_used_to_come_and_is_silent_is_told(panel: FramesPanel, robot: Surroundings, clock: _Clock) -> None:
    add_frames(robot.session)
    clock.refresh(panel)
    for _ in range(10):
        now_ns = time.time_ns()
        send(robot.session, TF, stamped((pose(frame="map", name="odom"),), now_ns), now_ns)
        clock.refresh(panel)
    for _ in range(10):
        clock.refresh(panel)

    assert [fault.kind for fault in panel.model.faults["odom"]] == [FrameFaultKind.SILENT]
    panel.select("odom")
    assert "odom" in panel.chain.chain.text().partition(" ")[0]


async def test_the_stamps_of_a_simulated_robot_are_compared_with_its_own_time(
    panel: FramesPanel, robot: Surroundings, clock: _Clock
) -> None:
    add_frames(robot.session)
    now_ns = time.time_ns()
    robot.session.links.clock = SimClock(100 * SECOND_NS, now_ns)
    robot.session.links.note_change()
    clock.refresh(panel)
    send(robot.session, TF, stamped((pose(frame="map", name="odom"),), 100 * SECOND_NS), now_ns)
    send(robot.session, TF, stamped((pose(frame="map", name="base"),), 130 * SECOND_NS), now_ns)
    # of a time of which nobody knows what the robot's clock said
    send(robot.session, TF, stamped((pose(frame="map", name="old"),), SECOND_NS), now_ns - 60 * SECOND_NS)
    clock.refresh(panel)

    assert text(panel, "odom", FrameColumn.STAMP) == "0.0 s"
    assert panel.model.faults.keys() == {"base"}


async def test_every_node_that_keeps_static_transforms_is_heard_though_another_view_listens_already(
    panel: FramesPanel, robot: Surroundings, clock: _Clock
) -> None:
    _, static = add_frames(robot.session)
    sent = [
        Transforms((pose(frame="base", name="laser"),)),
        Transforms((pose(frame="base", name="camera"),)),
    ]
    for number, value in enumerate(sent):
        send(robot.session, TF_STATIC, value, time.time_ns(), f"/static_{number}")
    topic = robot.session.topics.store.get(TF_STATIC)
    assert topic is not None
    assert topic.newest is not None
    robot.session.topics.kept[TF_STATIC] = tuple(
        topic.newest._replace(payload=str(number).encode(), sender=f"/static_{number}") for number in range(2)
    )
    assert len(static.values) == 2
    clock.refresh(panel)
    clock.refresh(panel)

    assert list(panel.model.names()) == ["base", "camera", "laser"]
    assert text(panel, "laser", FrameColumn.SENDER) == "/static_0"


async def test_named_poses_of_a_robot_without_transforms_are_frames(
    panel: FramesPanel, robot: Surroundings, clock: _Clock
) -> None:
    poses = GeometrySchema(Role.POSE, pose(3.0, frame="world", name="box"))
    key = add_topic(robot.session, "/model/pose", poses, ROBOT)
    clock.refresh(panel)
    robot.session.receive(key.topic, b"0", connection=ROBOT)
    clock.refresh(panel)

    assert list(panel.model.names()) == ["world", "box"]
    assert text(panel, "box", FrameColumn.X) == "3.000"


async def test_where_there_are_none_that_is_said_with_what_to_do(
    panel: FramesPanel, robot: Surroundings, clock: _Clock
) -> None:
    clock.refresh(panel)
    assert shows(panel.nothing.title, FramesWording.NONE)
    assert shows(panel.nothing.hint, FramesWording.NONE_TIP)

    add_frames(robot.session)
    clock.refresh(panel)
    assert shows(panel.nothing.title, FramesWording.NONE_YET)
    assert shows(panel.nothing.hint, FramesWording.NONE_YET_TIP, topics="/tf, /tf_static")


async def test_another_robot_has_other_frames(told: FramesPanel, robot: Surroundings, clock: _Clock) -> None:
    robot.session.links.infos.pop(ROBOT)
    robot.session.links.note_change()
    robot.current = None
    clock.refresh(told)

    assert list(told.model.names()) == []
    assert told.chain.target.count() == 1


@opens_a_menu
async def test_the_menu_looks_from_a_frame_and_goes_to_its_topic(told: FramesPanel, robot: Surroundings) -> None:
    asked: list[tuple[str, str]] = []
    told.look_asked.connect(lambda connection, frame: asked.append((connection, frame)))
    told.select("laser")
    told.tree.customContextMenuRequested.emit(told.tree.visualRect(told.tree.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    actions[FramesWording.USE_AS_FIXED_FRAME()].trigger()
    next(action for words, action in actions.items() if shows(words, FramesWording.SHOW_TOPIC)).trigger()
    menu.close()

    assert asked == [(ROBOT, "laser")]
    assert robot.shown_topics == [TF_STATIC]


async def test_the_view_that_was_chosen_is_there_again(told: FramesPanel, robot: Surroundings) -> None:
    told.flat.setChecked(True)
    told.save()

    tools = robot.tools
    again = FramesPanel(
        tools.topics,
        tools.graphs,
        tools.robot_tools,
        tools.show_topic,
        robot.window,
    )
    assert again.flat.isChecked()
