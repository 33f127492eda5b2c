from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.config.profile import FreeAxis, Limits, Profile, Wheels
from app.config.profile_folder import save_profile
from app.drive.control.values import (
    ZERO,
    DriveSource,
    LinkLevel,
    Pace,
    Reason,
    Stage,
    Stick,
    Velocity,
    WatchdogReadiness,
)
from app.drive.supervisor.drive_state import DrivePhase
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.drive.panel import DrivePanel
from app.ui.drive.status_text import describe_state
from app.wording.drive import DriveWording
from app.wording.ui.drive import DrivePanelWording, DriveStatusWording
from tests.app.ui.drive.conftest import CHOICE, OTHER, ROBOT, TWIST, Cockpit, add_robot, new_panel, ready
from tests.fakes.driving_view import CAP, PAD
from tests.tools.sentences import shows

LEFT = Qt.MouseButton.LeftButton
opens_a_menu = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")


async def test_without_a_robot_it_says_what_to_do(panel: DrivePanel, cockpit: Cockpit) -> None:
    await cockpit.session.links.disconnect(ROBOT)
    cockpit.current = None
    panel.refresh(0.0)
    assert panel.empty_state.title == DrivePanelWording.NO_ROBOT()
    assert panel.empty_state.hint == DrivePanelWording.CONNECT_FIRST()
    assert not panel.allow_button.isVisible()


async def test_a_robot_that_is_only_looked_at_is_not_driven_until_that_is_allowed(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    assert panel.empty_state.title == DrivePanelWording.LOCKED(name="rover")
    assert cockpit.driving.driven == []
    panel.allow_button.click()
    panel.refresh(0.0)
    await asyncio.sleep(0)

    assert cockpit.session.commands.allows(ROBOT)
    assert cockpit.driving.driven == [(ROBOT, "/cmd_vel", TWIST, Profile())]
    assert panel.ui.isVisible()


async def test_a_robot_without_a_topic_that_can_be_driven_says_why(panel: DrivePanel, cockpit: Cockpit) -> None:
    hall = "gazebo://hall:11345"
    cockpit.session.set_state(ConnectionState.CONNECTED, connection=hall)
    cockpit.session.add_topics("/stats", connection=hall)
    cockpit.current = hall
    cockpit.allow(hall)
    panel.refresh(0.0)
    assert panel.empty_state.title == DriveWording.NO_TOPIC()
    assert shows(panel.empty_state.hint, DrivePanelWording.START_BASE)


async def test_a_protocol_that_takes_no_commands_says_so(panel: DrivePanel, cockpit: Cockpit) -> None:
    engine = "nrp+mqtt://broker:1883/engine"
    cockpit.session.set_state(ConnectionState.CONNECTED, connection=engine)
    cockpit.current = engine
    panel.refresh(0.0)
    assert panel.empty_state.title == DrivePanelWording.NOT_DRIVABLE(name="broker")


async def test_a_robot_in_an_engine_is_driven_by_a_profile_that_is_chosen_where_nothing_else_is(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    engine = "nrp+grpc://engine:9004"
    cockpit.session.set_state(ConnectionState.CONNECTED, connection=engine)
    cockpit.current = engine
    cockpit.allow(engine)
    panel.refresh(0.0)
    assert panel.empty_state.title == DriveWording.NO_WHEELS()
    assert DriveWording.NAME_WHEELS() in panel.empty_state.hint
    panel.profile_button.choices.aboutToShow.emit()
    assert [action.isEnabled() for action in panel.profile_button.choices.actions() if action.text()] == [False, True]
    save_profile(Profile("wheeled", wheels=Wheels(("a::l",), ("a::r",))))

    panel.profile_button.choices.aboutToShow.emit()
    panel.profile_button.choices.actions()[0].trigger()
    panel.refresh(1.0)

    assert cockpit.pilot.selection is not None
    assert cockpit.pilot.selection.topic == "a::l,a::r"
    assert panel.ui.topics.currentText() == "a::l,a::r"


async def test_the_robot_has_its_name_and_colour(panel: DrivePanel, cockpit: Cockpit) -> None:
    cockpit.tools.preferences.set_robot_name(ROBOT, "Rover in the hall")
    await ready(panel, cockpit)
    robots = panel.ui.robots
    assert robots.currentText() == "Rover in the hall"
    assert robots.itemIcon(0).cacheKey() == cockpit.themes.robot_dot_of(ROBOT).cacheKey()


async def test_what_the_process_tells_is_shown(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(
        panel,
        cockpit,
        stage=Stage.ARMED,
        command=Velocity(0.2, 0.1),
        measured=Velocity(0.18, 0.0),
        driver=DriveSource.PAD,
        losers=(DriveSource.SCREEN,),
        lease_left_s=0.1,
        reason=Reason.PAD_GONE,
        others_sending=("/planner",),
        pads=(PAD,),
    )
    face = panel.ui
    assert face.badge.word == "ARMED"
    assert face.velocities.command == Velocity(0.2, 0.1)
    assert face.velocities.cap == CAP
    assert face.lease.fraction == 0.5
    told = describe_state(cockpit.handle.state)
    assert face.driver.text() == told.driver
    assert face.others.text() == told.others
    assert face.others.styleSheet()
    assert face.stopped.text() == told.stopped == ""
    assert face.pads.pads == (PAD,)
    assert face.link.text() == told.link
    assert face.delay.text() == told.delay
    assert face.note.text() == DrivePanelWording.SOFTWARE_STOP()
    for words in ("ARMED", "commanded +0.20 m/s", "/planner", "Wireless Controller"):
        assert words in panel.full_text


async def test_without_a_watchdog_to_arm_asks_first_and_takes_another_button(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    await ready(panel, cockpit, watchdog=WatchdogReadiness.MISSING)
    face = panel.ui
    said = list(cockpit.handle.said)
    face.arm.click()
    assert cockpit.handle.said == said
    assert DrivePanelWording.ASK_UNWATCHED() in face.question.words.text()
    do, leave = face.question.buttons

    leave.click()
    assert cockpit.handle.said == said
    assert not face.question.isVisible()
    face.arm.click()
    face.question.buttons[0].click()

    assert do.text() == DrivePanelWording.ARM_UNWATCHED()
    assert cockpit.handle.said == [*said, "arm unwatched"]
    assert face.surface.hasFocus()


async def test_the_question_is_withdrawn_when_the_watchdog_is_there(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, watchdog=WatchdogReadiness.MISSING)
    panel.ui.arm.click()
    assert panel.ui.question.asking

    cockpit.handle.tell(watchdog=WatchdogReadiness.READY)
    panel.refresh(0.0)

    assert not panel.ui.question.asking


async def test_buttons_do_what_they_say(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    face = panel.ui
    assert not face.disarm.isEnabled()
    face.arm.click()
    cockpit.handle.tell(stage=Stage.ARMED)
    panel.refresh(0.0)
    assert not face.arm.isEnabled()
    face.disarm.click()
    QTest.mousePress(face.stop, LEFT)
    cockpit.handle.tell(stage=Stage.STOPPED)
    panel.refresh(0.0)
    face.clear.click()
    cockpit.handle.tell(clear_again=True)
    panel.refresh(0.0)
    assert face.clear.text() == face.clear_texts[1]
    face.clear.click()
    QTest.mouseRelease(face.stop, LEFT)

    assert cockpit.handle.said == ["arm", Reason.BY_OPERATOR, "stop", "clear", "clear"]


async def test_a_double_click_is_one_step_of_clearing(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    cockpit.handle.tell(stage=Stage.STOPPED)
    panel.refresh(0.0)
    clear = panel.ui.clear
    QTest.mouseClick(clear, LEFT)
    place, outside = QPointF(clear.rect().center()), QPointF(clear.mapToGlobal(clear.rect().center()))
    second = (QEvent.Type.MouseButtonDblClick, LEFT), (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton)
    for kind, held in second:
        QApplication.sendEvent(clear, QMouseEvent(kind, place, outside, LEFT, held, Qt.KeyboardModifier.NoModifier))
    assert cockpit.handle.said == ["clear"]

    QTest.mouseClick(clear, LEFT)
    assert cockpit.handle.said == ["clear", "clear"]


async def test_whoever_arms_here_drives_by_keys_here(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    cockpit.window.activateWindow()
    panel.ui.arm.click()
    assert panel.ui.surface.hasFocus()
    panel.ui.speed.setFocus()
    QTest.mouseClick(panel, LEFT, pos=QPoint(1, panel.height() - 1))
    assert panel.ui.surface.hasFocus()


async def test_the_stick_drives_while_it_is_held(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    surface = panel.ui.surface
    QTest.mousePress(surface, LEFT, pos=QPoint(surface.width() // 2, 2))
    stick = cockpit.handle.moves[DriveSource.SCREEN]
    assert stick is not None
    assert stick.forward == pytest.approx(1.0, rel=0.01)
    QTest.mouseRelease(surface, LEFT)
    assert cockpit.handle.moves[DriveSource.SCREEN] is None


async def test_keys_drive_while_they_are_down(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    QTest.keyPress(panel.ui.surface, Qt.Key.Key_W)
    assert cockpit.handle.moves[DriveSource.KEYBOARD] == Stick(1, 0, radial=False)
    QTest.keyRelease(panel.ui.surface, Qt.Key.Key_W)
    assert cockpit.handle.moves[DriveSource.KEYBOARD] is None


async def test_to_close_it_disarms_and_lets_go(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    surface = panel.ui.surface
    QTest.mousePress(surface, LEFT, pos=QPoint(surface.width() // 2, 2))
    panel.set_open(False)
    assert cockpit.handle.moves[DriveSource.SCREEN] is None
    assert cockpit.handle.said[-1] is Reason.PANEL_CLOSED
    QTest.mouseRelease(surface, LEFT)


async def test_the_speed_is_a_share_of_the_limits(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    assert (panel.ui.speed.value(), panel.ui.speed_text.text()) == (50, "50%  0.15 m/s")
    panel.ui.speed.setValue(40)
    panel.refresh(0.0)
    assert cockpit.handle.said == [("speed", 0.4)]
    assert panel.ui.speed_text.text() == "40%  0.12 m/s"


async def test_plus_and_minus_step_the_speed_that_the_slider_shows(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus):
        QTest.keyClick(panel.ui.surface, key)
    panel.refresh(0.0)

    assert cockpit.handle.said == [("speed", 0.6), ("speed", 0.7), ("speed", 0.6)]
    assert panel.ui.speed.value() == 60


async def test_the_switch_of_the_pace_holds_until_whatever_is_held_is_let_go(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    await ready(panel, cockpit)
    switch = panel.ui.paces.buttons
    switch[Pace.SLOW].click()
    switch[Pace.TURBO].click()
    assert [button.isChecked() for button in switch.values()] == [False, True]
    QTest.keyPress(panel.ui.surface, Qt.Key.Key_W)
    assert cockpit.handle.said == [(DriveSource.KEYBOARD, Stick(1, 0, radial=False, pace=Pace.TURBO))]

    cockpit.pilot.disarm()

    assert [button.isChecked() for button in switch.values()] == [False, False]
    assert cockpit.handle.moves[DriveSource.KEYBOARD] is None


async def test_slow_stays_and_is_remembered_for_the_robot_and_turbo_is_not(
    panel: DrivePanel, cockpit: Cockpit, preferences: Preferences
) -> None:
    await ready(panel, cockpit)
    switch = panel.ui.paces.buttons
    switch[Pace.SLOW].click()
    cockpit.pilot.disarm()
    assert switch[Pace.SLOW].isChecked()
    assert preferences.drives_slowly(ROBOT)

    other = replace(CHOICE, connection=OTHER)
    cockpit.pilot.select(other)
    assert (switch[Pace.SLOW].isChecked(), panel.ui.surface.pace) == (False, Pace.USUAL)
    switch[Pace.TURBO].click()
    cockpit.pilot.select(CHOICE)
    assert (switch[Pace.SLOW].isChecked(), panel.ui.surface.pace) == (True, Pace.SLOW)
    cockpit.pilot.select(other)
    assert panel.ui.surface.pace is Pace.USUAL, "turbo is for now alone"


async def test_a_speed_above_what_the_profile_begins_with_is_said_before_anybody_arms(
    panel: DrivePanel, cockpit: Cockpit, preferences: Preferences
) -> None:
    preferences.set_drive_share(ROBOT, CHOICE.way, 0.8)
    await ready(panel, cockpit)
    said = DrivePanelWording.RECALLED(share=0.8, first=0.5)
    assert panel.ui.hint.text().endswith(said)
    assert panel.ui.speed.value() == 80
    panel.ui.speed.setValue(70)
    panel.refresh(0.1)
    assert DrivePanelWording.RECALLED(share=0.7, first=0.5) not in panel.ui.hint.text()
    assert said not in panel.ui.hint.text()


async def test_a_speed_below_it_is_nothing_to_be_said(
    panel: DrivePanel, cockpit: Cockpit, preferences: Preferences
) -> None:
    preferences.set_drive_share(ROBOT, CHOICE.way, 0.2)
    await ready(panel, cockpit)
    assert panel.ui.speed.value() == 20
    assert "last time" not in panel.ui.hint.text()


async def test_a_click_on_the_switch_of_the_pace_leaves_the_keys_to_the_stick(panel: DrivePanel) -> None:
    panel.ui.surface.setFocus()
    QTest.mouseClick(panel.ui.paces.buttons[Pace.TURBO], LEFT)

    assert panel.ui.surface.hasFocus()
    assert panel.ui.surface.pace is Pace.TURBO


async def test_the_slider_stands_where_the_speed_is_whoever_set_it(panel: DrivePanel, cockpit: Cockpit) -> None:
    panel.ui.speed.setValue(20)
    assert cockpit.handle.said == []
    await ready(panel, cockpit)
    assert cockpit.handle.said == [("speed", 0.2)]
    assert (panel.ui.speed.value(), panel.ui.speed_text.text()) == (20, "20%  0.06 m/s")
    cockpit.handle.said.clear()
    cockpit.handle.state = replace(cockpit.handle.state, speed=0.7)
    panel.refresh(0.0)
    assert (panel.ui.speed.value(), panel.ui.speed_text.text()) == (70, "70%  0.21 m/s")
    assert cockpit.handle.said == []


async def test_another_topic_is_driven_when_it_is_chosen_and_remembered(panel: DrivePanel, cockpit: Cockpit) -> None:
    add_robot(cockpit.session, ROBOT, "/cmd_vel", "/joy_vel")
    await ready(panel, cockpit)
    topics = panel.ui.topics
    assert [topics.itemText(number) for number in range(topics.count())] == ["/cmd_vel", "/joy_vel"]
    topics.activated.emit(1)
    await asyncio.sleep(0)
    assert cockpit.handle.said == [Reason.TOPIC_CHANGED]

    cockpit.pilot.deselect()
    await asyncio.sleep(0)
    again = new_panel(cockpit)
    again.refresh(0.0)
    assert cockpit.pilot.selection is not None
    assert cockpit.pilot.selection.topic == "/joy_vel"
    assert cockpit.handle.said[-1] is Reason.BY_OPERATOR
    await asyncio.sleep(0)


async def test_another_robot_is_driven_when_it_is_chosen_and_not_because_it_is_looked_at(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    add_robot(cockpit.session, OTHER, "/cmd_vel")
    cockpit.allow(OTHER)
    await ready(panel, cockpit)
    cockpit.current = OTHER
    panel.refresh(0.0)
    assert panel.robot == ROBOT

    panel.ui.robots.activated.emit(1)
    panel.refresh(0.0)
    await asyncio.sleep(0)
    assert cockpit.handle.said == [Reason.ROBOT_CHANGED]
    assert cockpit.pilot.selection is not None
    assert cockpit.pilot.selection.connection == OTHER


async def test_a_robot_that_was_asked_for_and_is_only_looked_at_can_be_left_again(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    add_robot(cockpit.session, OTHER, "/cmd_vel")
    await ready(panel, cockpit)
    panel.ui.robots.activated.emit(1)
    panel.refresh(0.0)
    await asyncio.sleep(0)
    assert panel.empty_state.title == DrivePanelWording.LOCKED(name="tug")
    assert panel.empty_state.hint.endswith(DrivePanelWording.SELECT_ANOTHER())
    cockpit.current = OTHER
    panel.refresh(0.0)
    cockpit.current = ROBOT
    panel.refresh(0.0)
    assert panel.robot == ROBOT
    assert cockpit.pilot.selection == CHOICE
    await asyncio.sleep(0)


async def test_another_profile_is_driven_by_when_it_is_chosen(
    panel: DrivePanel, cockpit: Cockpit, profiles: Path
) -> None:
    slow = Profile(name="slow", limits=Limits(linear_m_s=0.1))
    save_profile(slow, profiles)
    panel.set_open(True)
    await ready(panel, cockpit)
    panel.ui.profiles.activated.emit(1)
    panel.refresh(0.0)
    assert cockpit.handle.said == [slow]
    assert panel.ui.profiles.currentText() == DrivePanelWording.PROFILE(name="slow")
    assert panel.ui.speed_text.text() == "50%  0.05 m/s"


async def test_a_profile_that_can_not_be_read_changes_nothing_and_says_why(
    panel: DrivePanel, cockpit: Cockpit, profiles: Path
) -> None:
    save_profile(Profile(name="broken"), profiles).write_text("{", encoding="utf-8")
    panel.set_open(True)
    await ready(panel, cockpit)
    panel.ui.profiles.activated.emit(panel.ui.profiles.findText("Profile: broken"))
    panel.refresh(0.0)
    assert cockpit.handle.said == []
    assert "broken" in panel.ui.stopped.text()


async def test_what_can_not_be_driven_says_why(panel: DrivePanel, cockpit: Cockpit) -> None:
    cockpit.driving.error = SessionError("There is no such robot", "Connect to it.")
    cockpit.allow()
    panel.refresh(0.0)
    await asyncio.sleep(0)
    panel.refresh(0.0)
    assert panel.ui.hint.text() == "There is no such robot. Connect to it."


async def test_that_the_robot_may_be_moving_stands_above_everything(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, stage=Stage.STOPPING, owed=True)
    assert panel.ui.banner.isVisible()
    assert panel.ui.banner.text() == DriveStatusWording.MAY_BE_MOVING()
    cockpit.handle.tell(stage=Stage.DISARMED, owed=False)
    panel.refresh(0.0)
    assert panel.ui.banner.text() == ""


async def test_a_process_that_ended_is_said_to_and_nothing_can_be_pressed_but_stop(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    cockpit.handle.enter(DrivePhase.ENDED)
    panel.refresh(0.0)
    face = panel.ui
    assert face.badge.word == describe_state(cockpit.handle.state).word
    assert not any(button.isEnabled() for button in (face.arm, face.disarm, face.clear))
    assert face.stop.isEnabled()


@opens_a_menu
async def test_its_menu_copies_goes_to_the_topic_and_leaves_the_robot(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    menu = panel.show_menu(QPoint(5, 5))
    entries = {action.text(): action for action in menu.actions()}
    entries[DrivePanelWording.COPY_AS_COMMAND_DRIVE()].trigger()
    assert QGuiApplication.clipboard().text() == f"teledeck drive {ROBOT} --topic /cmd_vel --type {TWIST}"
    entries[DrivePanelWording.COPY_VALUES()].trigger()
    assert "DISARMED" in QGuiApplication.clipboard().text()
    wanted: list[bool] = []
    panel.set_up_requested.connect(lambda: wanted.append(True))
    entries[DrivePanelWording.SET_UP_A_GAMEPAD()].trigger()
    assert wanted == [True]
    panel.edit_requested.connect(lambda: wanted.append(False))
    entries[DrivePanelWording.PROFILES()].trigger()
    panel.ui.edit.click()
    assert wanted == [True, False, False]
    entries[DrivePanelWording.GO_TO_TOPIC()].trigger()
    assert cockpit.shown == [TopicKey(ROBOT, "/cmd_vel")]
    entries[DrivePanelWording.LEAVE_THIS_ROBOT()].trigger()
    await asyncio.sleep(0)
    panel.refresh(0.0)
    menu.close()

    # it is not taken again by itself
    assert panel.ui.topics.currentText() == ""
    assert panel.ui.badge.word == describe_state(None).word
    panel.ui.topics.activated.emit(0)
    assert cockpit.pilot.selection == CHOICE
    await asyncio.sleep(0)


@pytest.mark.parametrize("act", ["stop", "disarm", "deselect"])
async def test_a_key_that_is_still_down_after_a_stop_moves_nothing_whatever_changes(
    panel: DrivePanel, cockpit: Cockpit, act: str
) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    surface = panel.ui.surface
    surface.setFocus()
    QTest.keyPress(surface, Qt.Key.Key_W)
    assert cockpit.handle.moves[DriveSource.KEYBOARD] is not None

    getattr(cockpit.pilot, act)()
    cockpit.handle.tell(stage=Stage.ARMED, cap=Velocity(0.1, 0.2))
    cockpit.pilot.beat()
    QTest.keyPress(surface, Qt.Key.Key_A)
    QTest.keyRelease(surface, Qt.Key.Key_A)

    assert surface.active_source is None
    assert cockpit.handle.moves[DriveSource.KEYBOARD] is None
    QTest.keyRelease(surface, Qt.Key.Key_W)


async def test_a_stick_that_is_held_when_another_profile_is_chosen_has_to_be_taken_anew(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    surface = panel.ui.surface
    top, beside = QPoint(surface.width() // 2, 2), QPoint(surface.width() // 2 + 9, 5)
    QTest.mousePress(surface, LEFT, pos=top)

    cockpit.pilot.select(replace(CHOICE, profile=Profile(name="slow", limits=Limits(linear_m_s=0.1))))
    cockpit.handle.tell(stage=Stage.ARMED)
    cockpit.handle.moves.clear()
    QTest.mouseMove(surface, beside)

    assert surface.active_source is None
    assert all(stick is None for stick in cockpit.handle.moves.values())
    QTest.mouseRelease(surface, LEFT)


@opens_a_menu
async def test_the_command_of_a_robot_in_an_engine_names_its_profile(panel: DrivePanel, cockpit: Cockpit) -> None:
    engine = "nrp+json://engine:9002"
    cockpit.session.set_state(ConnectionState.CONNECTED, connection=engine)
    cockpit.current = engine
    cockpit.allow(engine)
    save_profile(Profile("two wheels", wheels=Wheels(("a::l",), ("a::r",))))
    panel.refresh(0.0)
    panel.selector.drive_by_profile("two wheels")
    entries = {action.text(): action for action in panel.show_menu(QPoint(5, 5)).actions()}

    entries[DrivePanelWording.COPY_AS_COMMAND_DRIVE()].trigger()

    assert QGuiApplication.clipboard().text() == f"teledeck drive {engine} --profile 'two wheels'"


async def test_what_was_shown_of_a_link_is_not_that_of_the_next_robot(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, level=LinkLevel.SLOW)
    slow = panel.status_text.link
    cockpit.handle.enter(DrivePhase.STARTING, report=None)
    panel.refresh(0.1)
    cockpit.handle.tell(level=LinkLevel.GOOD)
    panel.refresh(0.2)

    assert panel.status_text.link != slow
    assert not panel.status_text.link_is_bad


@pytest.mark.parametrize(("phase", "command"), [(DrivePhase.SILENT, Velocity(0.2, 0.1)), (DrivePhase.ENDED, ZERO)])
async def test_what_a_process_told_is_not_shown_as_of_now_once_it_is_silent_or_over(
    panel: DrivePanel, cockpit: Cockpit, phase: DrivePhase, command: Velocity
) -> None:
    moving = Velocity(0.2, 0.1)
    await ready(panel, cockpit, stage=Stage.ARMED, command=moving, measured=moving, lease_left_s=0.2)
    assert panel.ui.lease.fraction > 0.0
    cockpit.handle.enter(phase)
    panel.refresh(0.1)

    assert panel.ui.velocities.measured is None
    assert panel.ui.lease.fraction == 0.0
    assert panel.ui.velocities.command == command


async def test_free_axes_are_moved_by_sliders_and_keys_that_only_their_profiles_have(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    await ready(panel, cockpit)
    assert panel.ui.axes.isHidden()
    assert panel.ui.axes.full_text == ""

    axes = (FreeAxis("lift", topic="/lift", most=0.4),)
    cockpit.pilot.select(replace(CHOICE, profile=Profile("lifting", axes=axes)))
    panel.refresh(0.0)
    panel.ui.axes.pushed.emit(0, 1.0)
    assert panel.ui.surface.sticks[DriveSource.SCREEN] == Stick(free=(1.0,))
    assert "lift: 0" in panel.full_text
    cockpit.pilot.disarm()
    assert panel.ui.surface.sticks[DriveSource.SCREEN] is None

    cockpit.pilot.select(CHOICE)
    panel.refresh(0.0)
    assert panel.ui.axes.isHidden()


async def test_which_axes_a_robot_has_and_what_does_what_are_shown(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    assert DrivePanelWording.DOES_TURN() in panel.ui.sticks.text()
    assert "Shift: turbo" in panel.ui.controls.full_text
    cockpit.handle.tell(pads=(PAD,))
    panel.refresh(0.0)
    assert "RB: turbo" in panel.ui.controls.full_text
    assert panel.ui.sticks.accessibleDescription() == panel.ui.controls.full_text
    assert DrivePanelWording.DOES_SIDEWAYS() not in panel.ui.sticks.text()

    cockpit.pilot.select(replace(CHOICE, profile=Profile("crab", Limits(lateral_m_s=0.2))))
    panel.refresh(0.0)
    assert DrivePanelWording.DOES_SIDEWAYS() in panel.ui.sticks.text()
    assert "Sideways: " in panel.ui.velocities.full_text

    cockpit.pilot.select(replace(CHOICE, type_name="ackermann_msgs/AckermannDrive"))
    panel.refresh(0.0)
    assert DrivePanelWording.DOES_STEER() in panel.ui.sticks.text()
    assert "Wheels: " in panel.ui.velocities.full_text


class Chord:
    """Hands that make the chord on the stick, by a clock of their own."""

    def __init__(self, panel: DrivePanel, cockpit: Cockpit) -> None:
        self._panel, self._cockpit = panel, cockpit
        self._now = 100.0
        panel.ui.surface._clock = lambda: self._now
        cockpit.window.activateWindow()
        panel.ui.surface.setFocus()

    def hold(self, *keys: Qt.Key, seconds: float = 0.6) -> None:
        for key in keys:
            QTest.keyPress(self._panel.ui.surface, key)
        for _ in range(round(seconds / 0.05)):
            self._now += 0.05
            self._cockpit.pilot.beat()
        self._panel.refresh(0.0)

    def release(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyRelease(self._panel.ui.surface, key)
        self._panel.refresh(0.0)

    def make(self) -> None:
        self.hold(Qt.Key.Key_Q, Qt.Key.Key_P)
        self.release(Qt.Key.Key_Q, Qt.Key.Key_P)


def acts(cockpit: Cockpit) -> list[object]:
    """What was asked for beside speeds, and places of sticks."""
    return [said for said in cockpit.handle.said if not isinstance(said, tuple)]


async def test_the_chord_is_the_button_with_all_that_it_refuses_and_asks(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    chord = Chord(panel, cockpit)
    chord.make()
    assert acts(cockpit) == ["arm"]

    for refused in ({"subscribers": 0}, {"waiting_for": (DriveSource.PAD,)}, {"stage": Stage.STOPPED}):
        cockpit.handle.tell(**{"subscribers": 1, "waiting_for": (), "stage": Stage.DISARMED} | refused)
        panel.refresh(0.0)
        chord.make()
        assert acts(cockpit) == ["arm"], refused
    cockpit.handle.tell(stage=Stage.DISARMED, waiting_for=(), watchdog=WatchdogReadiness.MISSING)
    panel.refresh(0.0)
    chord.make()
    assert panel.ui.question.asking
    # nor do its keys answer
    chord.make()
    assert acts(cockpit) == ["arm"]
    panel.ui.question.decline()


async def test_the_panel_says_how_far_the_chord_is(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit)
    before, chord = panel.ui.hint.text(), Chord(panel, cockpit)
    chord.hold(Qt.Key.Key_Q, Qt.Key.Key_P, seconds=0.2)
    assert shows(panel.ui.hint.text(), DrivePanelWording.CHORD_HOLD)
    chord.hold(seconds=0.4)
    assert shows(panel.ui.hint.text(), DrivePanelWording.CHORD_RELEASE)
    chord.release(Qt.Key.Key_P)
    assert shows(panel.ui.hint.text(), DrivePanelWording.CHORD_RELEASE)
    # the other one is stuck
    chord.hold(seconds=1.5)
    assert shows(panel.ui.hint.text(), DrivePanelWording.CHORD_CANCELLED)
    chord.release(Qt.Key.Key_Q)
    assert panel.ui.hint.text() == before
    assert acts(cockpit) == []


async def test_the_chord_can_be_switched_off(panel: DrivePanel, cockpit: Cockpit) -> None:
    cockpit.tools.preferences.set_value("arm_by_keys", False)
    await ready(panel, cockpit)
    Chord(panel, cockpit).make()

    assert acts(cockpit) == []


async def test_while_a_key_of_the_chord_is_down_the_system_is_asked_for_its_keys(
    panel: DrivePanel, cockpit: Cockpit
) -> None:
    await ready(panel, cockpit)
    chord = Chord(panel, cockpit)
    chord.hold(Qt.Key.Key_Q, seconds=0.1)
    assert cockpit.pilot.holds_keys
    chord.release(Qt.Key.Key_Q)
    assert not cockpit.pilot.holds_keys


async def test_what_has_to_be_held_by_the_profile_is_said(panel: DrivePanel, cockpit: Cockpit) -> None:
    await ready(panel, cockpit, stage=Stage.ARMED)
    usual = panel.ui.keys.text()
    save_profile(Profile("heavy", deadman="k"))
    panel.reload_profiles()
    panel.selector.use_profile("heavy")
    cockpit.handle.tell(stage=Stage.ARMED)
    cockpit.window.activateWindow()
    panel.ui.surface.setFocus()
    panel.refresh(0.0)

    assert panel.ui.surface.deadman == "k"
    assert shows(panel.ui.hint.text(), DriveStatusWording.HINT_DEADMAN)
    assert shows(panel.ui.keys.text(), DrivePanelWording.DRIVE_WITH_DEADMAN)
    panel.selector.use_profile("default")
    panel.refresh(0.0)
    assert (panel.ui.surface.deadman, shows(usual, DrivePanelWording.CLICK_STICK)) == ("", True)


async def test_a_screen_reader_says_each_change_of_the_state_once(
    panel: DrivePanel, cockpit: Cockpit, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("app.ui.drive.panel.announce", lambda _widget, text: said.append(text))
    await ready(panel, cockpit)
    said.clear()
    for stage in (Stage.ARMED, Stage.ARMED, Stage.STOPPED):
        cockpit.handle.tell(stage=stage, reason=Reason.STOP if stage is Stage.STOPPED else None)
        panel.refresh(1.0)
        panel.refresh(1.1)
    assert len(said) == 2
    assert said[1].startswith(panel.status_text.word)
    cockpit.handle.tell(level=LinkLevel.LOST)
    panel.refresh(1.2)
    assert len(said) == 3
