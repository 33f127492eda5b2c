"""The line by which a joint is moved."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.config.profile import Limits, PaceShares, Profile, check_profile_name
from app.model.messages.shown_units import SpeedUnit
from app.model.messages.values import JointKind
from app.model.status import ConnectionState
from app.model.topics import TopicInfo
from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.joints.move_bar import USUAL_SLIDING_SPEED, USUAL_SPEED, joint_profile_name
from app.ui.joints.panel import JointsPanel
from tests.app.ui.robot.conftest import Surroundings
from tests.fakes.joints import ARM, ENGINE, PACKS, engine_session, move_arm, move_rover
from tests.fakes.session import JsonSchema
from tests.fakes.waiting import eventually

NOW_S = 1000.0
COMMANDS, OTHERS = "/elbow_controller/command", "/gripper_controller/command"


def hear(panel: JointsPanel, arm: Surroundings, at_s: float = 0.0) -> None:
    arm.session.now = NOW_S + at_s
    move_arm(arm.session, at_s)
    panel.refresh(arm.session.now)


def select(panel: JointsPanel, name: str) -> None:
    panel.table.selectRow([row.name for row in panel.model.rows].index(name))


def measured(panel: JointsPanel, name: str) -> float:
    position = next(row.position for row in panel.model.rows if row.name == name)
    assert position is not None
    return position


def offer(arm: Surroundings, *topics: str) -> None:
    """Have the robot take numbers by these topics."""
    arm.session.add_topics(*topics, connection=ARM, schema=JsonSchema("std_msgs/Float64"))
    known = [topic.info for topic in arm.session.topics.store.topics if topic.key.topic not in topics]
    arm.session.topics.store.update(ARM, (*known, *(TopicInfo(topic, "std_msgs/Float64", 0, 1) for topic in topics)))


@pytest.fixture
def elbow(panel: JointsPanel, arm: Surroundings) -> JointsPanel:
    """The panel with a joint that is selected, in a robot that may be told something."""
    offer(arm, OTHERS, COMMANDS)
    arm.allow()
    hear(panel, arm)
    select(panel, "elbow_joint")
    return panel


def choose(panel: JointsPanel, topic: str = COMMANDS) -> None:
    box = panel.strip.topic
    box.setCurrentIndex(box.findText(topic))
    box.activated.emit(box.currentIndex())


async def test_a_robot_that_is_only_looked_at_is_not_moved(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    select(panel, "elbow_joint")

    assert panel.strip.status_text.text()
    assert panel.strip.go.isHidden()


async def test_one_joint_is_moved_not_several(elbow: JointsPanel) -> None:
    choose(elbow)
    elbow.table.selectAll()

    assert elbow.strip.status_text.text()
    assert elbow.strip.go.isHidden()


async def test_nothing_is_sent_by_a_topic_that_nobody_chose(elbow: JointsPanel, arm: Surroundings) -> None:
    strip = elbow.strip

    assert [strip.topic.itemText(place) for place in range(strip.topic.count())] == [COMMANDS, OTHERS]
    assert strip.topic.currentIndex() == -1
    assert not strip.go.isEnabled()
    QTest.keyClick(strip.target, Qt.Key.Key_Return)
    assert arm.session.commands.publishers == []


async def test_the_chosen_topic_is_remembered_for_this_joint_alone(elbow: JointsPanel, arm: Surroundings) -> None:
    choose(elbow)
    assert elbow.strip.go.isEnabled()
    select(elbow, "wrist_1_joint")
    assert not elbow.strip.go.isEnabled()

    again = JointsPanel(
        arm.tools.topics,
        arm.tools.graphs,
        arm.tools.robot_tools,
        arm.tools.show_topic,
        arm.window,
    )
    again.show()
    again.refresh(NOW_S)
    hear(again, arm)
    select(again, "elbow_joint")
    hear(again, arm, 0.1)
    assert again.strip.topic.currentText() == COMMANDS
    assert again.strip.go.isEnabled()


async def test_a_target_begins_where_the_joint_is(elbow: JointsPanel) -> None:
    choose(elbow)

    assert elbow.strip.target.value() == pytest.approx(measured(elbow, "elbow_joint"), abs=1e-3)
    assert elbow.strip.speed.value() == USUAL_SPEED


async def test_sliding_and_writing_move_nothing(elbow: JointsPanel, arm: Surroundings) -> None:
    choose(elbow)
    elbow.strip.slider.setValue(elbow.strip.slider.maximum())
    assert elbow.strip.target.value() == pytest.approx(2.6)
    elbow.strip.target.setValue(-2.6)
    assert elbow.strip.slider.value() == 0
    elbow.moves.step()

    assert arm.session.commands.publishers == []


@pytest.mark.parametrize("by", ["button", "return"])
async def test_it_is_moved_by_a_deliberate_act_and_stays_by_another(
    elbow: JointsPanel, arm: Surroundings, by: str
) -> None:
    choose(elbow)
    strip, start = elbow.strip, measured(elbow, "elbow_joint")
    strip.target.setValue(-0.4)
    if by == "button":
        strip.go.click()
    else:
        QTest.keyClick(strip.target, Qt.Key.Key_Return)
    await eventually(
        lambda: bool(arm.session.commands.publishers and arm.session.commands.publishers[0].published), "a step"
    )

    publisher = arm.session.commands.publishers[0]
    assert publisher.topic == COMMANDS
    assert (arm.lock.moves, strip.halt.isEnabled()) == (True, True)
    assert start - 0.1 < publisher.published[-1]["data"] < start
    if by == "button":
        strip.halt.click()
    else:
        QTest.keyClick(strip.target, Qt.Key.Key_Escape)
    assert publisher.published[-1]["data"] == start
    assert (arm.lock.moves, strip.halt.isEnabled()) == (False, False)
    assert strip.status_text.text()


def hide(panel: JointsPanel, arm: Surroundings) -> None:
    del arm
    panel.hide()
    panel.update_subscriptions()


def look_at_another(panel: JointsPanel, arm: Surroundings) -> None:
    arm.session.set_state(ConnectionState.CONNECTED, connection=ENGINE)
    arm.current = ENGINE
    panel.refresh(NOW_S + 0.1)


def disconnect(panel: JointsPanel, arm: Surroundings) -> None:
    del arm.session.links.infos[ARM]
    arm.session.links.note_change()
    panel.refresh(NOW_S + 0.1)


@pytest.mark.parametrize("fault", [hide, look_at_another, disconnect])
async def test_a_joint_that_is_looked_at_no_more_stays_where_it_is(
    elbow: JointsPanel, arm: Surroundings, fault: Callable[[JointsPanel, Surroundings], None]
) -> None:
    choose(elbow)
    start = measured(elbow, "elbow_joint")
    elbow.strip.target.setValue(-0.4)
    elbow.strip.go.click()
    await eventually(
        lambda: bool(arm.session.commands.publishers and arm.session.commands.publishers[0].published), "a step"
    )

    fault(elbow, arm)

    assert not arm.lock.moves
    assert arm.session.commands.publishers[0].published[-1]["data"] == start


async def test_a_row_whose_topic_is_heard_no_more_tells_nothing(elbow: JointsPanel) -> None:
    row = next(row for row in elbow.model.rows if row.name == "elbow_joint")
    elbow.board.set_subscribed(seen=False)
    assert row.is_old


async def test_in_degrees_it_goes_to_where_the_degrees_say(elbow: JointsPanel, arm: Surroundings) -> None:
    choose(elbow)
    elbow.unit.setCurrentIndex(1)
    elbow.strip.speed.setValue(180.0)
    elbow.strip.target.setValue(90.0)
    elbow.strip.go.click()
    await eventually(lambda: bool(arm.session.commands.publishers), "a publisher")

    assert elbow.strip.channel is not None
    target = elbow.moves.target_of(ARM, elbow.strip.channel)
    assert target == pytest.approx(math.pi / 2, abs=1e-4)
    elbow.strip.halt.click()


async def test_no_target_is_beyond_the_limits_nor_a_speed(elbow: JointsPanel) -> None:
    choose(elbow)
    elbow.strip.target.setValue(50.0)
    elbow.strip.speed.setValue(50.0)

    assert elbow.strip.target.value() == pytest.approx(2.6)
    assert elbow.strip.speed.value() == pytest.approx(2.0)


async def test_a_speed_is_remembered_for_the_joint(elbow: JointsPanel) -> None:
    choose(elbow)
    elbow.strip.speed.setValue(0.75)
    select(elbow, "wrist_1_joint")
    assert elbow.strip.speed.value() == USUAL_SPEED
    select(elbow, "elbow_joint")
    assert elbow.strip.speed.value() == 0.75


async def test_a_joint_that_is_silent_is_not_moved(elbow: JointsPanel) -> None:
    choose(elbow)
    elbow.refresh(NOW_S + 10.0)
    elbow.refresh(NOW_S + 10.2)

    assert not elbow.strip.go.isEnabled()
    assert elbow.strip.status_text.text()


async def test_a_joint_of_an_engine_is_driven_by_hand_by_a_profile_of_its_own(
    qtbot: QtBot, themes: Themes, preferences: Preferences
) -> None:
    tasks = TaskPool("view")
    engine = Surroundings(engine_session(), themes, preferences, tasks)
    engine.current = ENGINE
    qtbot.addWidget(engine.window)
    panel = JointsPanel(
        engine.tools.topics,
        engine.tools.graphs,
        engine.tools.robot_tools,
        engine.tools.show_topic,
        engine.window,
    )
    engine.window.show()
    panel.show()
    panel.refresh(NOW_S)
    engine.session.now = NOW_S
    move_rover(engine.session, 0.0)
    panel.refresh(NOW_S)
    engine.allow()
    asked: list[tuple[str, Profile]] = []
    panel.drive_asked.connect(lambda *what: asked.append(what))
    select(panel, PACKS[0])
    panel.strip.speed.setValue(0.7)

    panel.strip.drive.click()

    limits = Limits(angular_rad_s=0.7)
    whole = PaceShares(share=1.0)
    assert asked == [(ENGINE, Profile("Joint rover left_hinge", limits, joint="rover::left_hinge", pace=whole))]
    await tasks.cancel()


async def test_numbers_that_are_positions_are_no_way_to_drive_by_hand_and_velocities_none_to_move(
    elbow: JointsPanel,
) -> None:
    asked: list[tuple[str, Profile]] = []
    elbow.drive_asked.connect(lambda *what: asked.append(what))
    strip = elbow.strip
    choose(elbow)
    assert (strip.go.isEnabled(), strip.drive.isEnabled()) == (True, False)

    strip.quantity.setCurrentIndex(1)
    strip.quantity.activated.emit(1)
    assert (strip.go.isEnabled(), strip.drive.isEnabled()) == (False, True)
    assert strip.status_text.text()
    strip.drive.click()
    limits = Limits(angular_rad_s=USUAL_SPEED)
    whole = PaceShares(share=1.0)
    expected = Profile("Joint elbow_joint", limits, COMMANDS, "std_msgs/Float64", joint="elbow_joint", pace=whole)
    assert asked == [(ARM, expected)]


async def test_a_joint_whose_name_no_profile_can_hold_is_not_driven_and_that_is_said(elbow: JointsPanel) -> None:
    asked: list[tuple[str, Profile]] = []
    elbow.drive_asked.connect(lambda *what: asked.append(what))
    choose(elbow)
    elbow.strip.quantity.setCurrentIndex(1)
    elbow.strip.quantity.activated.emit(1)
    assert elbow.strip.selection is not None
    elbow.strip.selection.row.name = "elbow,left"

    elbow.strip.drive.click()

    assert asked == []
    assert elbow.error_notice.isVisible()


async def test_what_a_topic_takes_is_guessed_from_its_name_and_remembered(
    elbow: JointsPanel, arm: Surroundings
) -> None:
    offer(arm, COMMANDS, "/elbow_velocity_controller/command")
    elbow.refresh(NOW_S + 0.2)
    choose(elbow, "/elbow_velocity_controller/command")
    assert elbow.strip.drive.isEnabled()
    select(elbow, "wrist_1_joint")
    select(elbow, "elbow_joint")
    assert elbow.strip.quantity.currentIndex() == 1
    assert elbow.strip.drive.isEnabled()


@pytest.mark.parametrize("joint", ["rover::arm/elbow", "关节", "", "a" * 100, "..."])
def test_whatever_a_joint_is_called_its_profile_can_have_its_name(joint: str) -> None:
    check_profile_name(joint_profile_name(joint))


async def test_a_joint_that_slides_has_its_usual_speed_in_every_unit(elbow: JointsPanel, themes: Themes) -> None:
    row = next(row for row in elbow.model.rows if row.name == "elbow_joint")
    row.reported_kind = JointKind.PRISMATIC
    themes.preferences.set_value("speed", SpeedUnit.KILOMETRES_PER_HOUR)
    elbow.refresh(NOW_S + 0.5)
    speeds: list[float] = []
    elbow.strip.drive_asked.connect(speeds.append)
    elbow.strip.drive.clicked.emit()

    assert speeds == pytest.approx([USUAL_SLIDING_SPEED], rel=0.02)
    assert elbow.strip.speed.value() == pytest.approx(USUAL_SLIDING_SPEED * 3.6, rel=0.02)
