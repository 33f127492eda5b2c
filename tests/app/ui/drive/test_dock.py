from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QMessageBox
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.config.profile import Limits, Profile
from app.config.profile_folder import load_profile, profile_names, save_profile
from app.drive.control.values import DriveSource, EstopState, Reason, Stage, Velocity
from app.drive.supervisor.drive_state import WatchdogsState
from app.model.navigation import GoalPhase, GoalReport
from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.desktop import AlertSound
from app.ui.drive.pad_setup.dialog import PadSetupDialog
from app.ui.drive.profiles.editor import ProfileEditor
from app.ui.window import palette
from app.ui.window.main_window import MainWindow
from app.wording.ui.drive import DrivePanelWording
from app.wording.ui.navigation import NavigationWording
from tests.app.ui.drive.conftest import ROBOT, Window, add_robot
from tests.fakes.navigation import READY, with_goal
from tests.fakes.session import FakeSession
from tests.tools.sentences import shows

LEFT = Qt.MouseButton.LeftButton
NO = Qt.KeyboardModifier.NoModifier


async def test_nothing_is_made_and_nothing_is_driven_before_somebody_looks(window: Window) -> None:
    assert window.station.panel is None
    assert not window.station.stop_button.is_live
    assert window.session.driving.driven == []


async def test_its_key_opens_the_panel_and_closing_it_disarms(window: Window) -> None:
    window.actions.panel.trigger()
    QApplication.sendPostedEvents()
    assert window.station.panel is not None
    assert window.station.panel.isVisible()
    assert window.actions.panel.isChecked()
    await window.drive(stage=Stage.ARMED)
    window.station.dock.close()
    assert window.handle.said == [Reason.PANEL_CLOSED]
    assert not window.actions.panel.isChecked()


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("arm", Stage.DISARMED, Stage.ARMED),
        ("disarm", Stage.ARMED, Stage.DISARMED),
        ("clear", Stage.STOPPED, Stage.DISARMED),
    ],
)
async def test_a_button_that_has_no_effect_any_more_leaves_the_focus_in_the_panel(
    window: Window, name: str, before: Stage, after: Stage
) -> None:
    window.actions.panel.trigger()
    await window.drive(stage=before)
    panel = window.station.panel
    assert panel is not None
    panel.refresh(0.0)
    button = getattr(panel.ui, name)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    window.tell(stage=after)
    panel.refresh(0.0)
    assert not button.isEnabled()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert panel.isAncestorOf(focus)
    assert focus is not panel.ui.arm


async def test_stop_is_in_the_tool_bar_on_every_page_also_with_the_panel_closed(window: Window) -> None:
    assert window.station.stop_button.isVisible()
    await window.drive()
    assert window.station.stop_button.is_live
    window.station.dock.close()
    window.tell(stage=Stage.ARMED)
    window.handle.said.clear()
    assert window.station.stop_button.isVisible()
    QTest.mousePress(window.station.stop_button, LEFT)
    assert window.handle.said == ["stop"]
    QTest.mouseRelease(window.station.stop_button, LEFT)


@pytest.mark.parametrize("by", ["button", "space", "action", "end"])
async def test_what_is_published_and_moves_a_robot_is_stopped_though_nothing_is_driven(window: Window, by: str) -> None:
    lock, station = window.main.command_switch, window.station
    stopped: list[bool] = []
    lock.stopped.connect(lambda: stopped.append(True))
    lock.set_moving(lock, moves=True)
    assert station.stop_button.is_live
    assert window.actions.stop.isEnabled()
    if by == "button":
        QTest.mousePress(station.stop_button, LEFT)
        QTest.mouseRelease(station.stop_button, LEFT)
    elif by == "space":
        field = window.main.topics.filter
        field.setFocus()
        QApplication.sendEvent(field, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, NO, " "))
    elif by == "action":
        window.actions.stop.trigger()
    else:
        station.close()
    assert stopped == [True]
    assert station.panel is None
    lock.set_moving(lock, moves=False)
    assert not station.stop_button.is_live


async def test_stop_shows_the_panel_where_nothing_is_driven(window: Window) -> None:
    QTest.mousePress(window.station.stop_button, LEFT)
    QTest.mouseRelease(window.station.stop_button, LEFT)
    QApplication.sendPostedEvents()
    assert window.station.panel is not None
    assert window.station.panel.isVisible()
    assert window.handle.said == []


async def test_space_stops_from_the_filter_of_topics_while_it_is_armed(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    field = window.main.topics.filter
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Space)
    assert window.handle.said == ["stop"]
    assert field.text() == ""


async def test_the_palette_offers_what_can_be_done_now(window: Window) -> None:
    def offered() -> set[str]:
        entries = palette.action_entries(dict.fromkeys(window.actions.commands, ""), window.main._themes)
        return {entry.text for entry in entries}

    def called(*some: QAction) -> set[str]:
        return {str(action.property(PALETTE_NAME_PROPERTY)) for action in some}

    actions = window.actions
    assert offered() == set()
    await window.drive()
    assert offered() == called(actions.stop, actions.arm)
    window.tell(stage=Stage.ARMED)
    assert offered() == called(actions.stop, actions.disarm)
    window.tell(stage=Stage.STOPPED)
    assert offered() == called(actions.stop, actions.clear)
    for action in window.actions.commands:
        action.trigger()
    assert window.handle.said == ["stop", "clear"]


async def test_to_arm_by_menu_shows_the_panel_first_and_arms_only_where_it_is_seen(window: Window) -> None:
    await window.drive()
    window.station.dock.close()
    window.handle.said.clear()
    window.actions.arm.trigger()
    QApplication.sendPostedEvents()
    assert window.station.panel is not None
    assert window.station.panel.isVisible()
    assert window.handle.said == []

    window.actions.arm.trigger()
    assert window.handle.said == ["arm"]


async def test_a_robot_that_is_disconnected_is_driven_no_more(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    await window.session.links.disconnect(ROBOT)
    window.station.refresh(0.0)
    await asyncio.sleep(0)
    assert window.handle.said == [Reason.EXIT]
    assert window.session.driving.driven[-1] is None
    window.station.client.beat()
    assert not window.station.stop_button.is_live


async def test_a_robot_that_is_only_looked_at_again_is_driven_no_more(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.main.command_switch.allow(ROBOT, allowed=False)
    await asyncio.sleep(0)
    assert window.handle.said == [Reason.BY_OPERATOR]
    assert window.session.driving.driven[-1] is None


async def test_that_it_may_be_moving_is_said_on_the_page_until_it_is_over(window: Window) -> None:
    await window.drive(stage=Stage.STOPPING, owed=True)
    (alert,) = window.session.alerts.current
    assert alert.text == DrivePanelWording.MAY_BE_MOVING()
    window.tell(stage=Stage.DISARMED, owed=False)
    assert window.session.alerts.current == ()


async def test_robots_that_are_driven_no_more_are_named_on_the_page(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.handle.state = replace(
        window.handle.state, may_be_moving=True, watchdogs=WatchdogsState(left_robots=("ros1://other:11311",))
    )
    window.station.client.beat()
    (alert,) = window.session.alerts.current
    assert (alert.text, alert.source) == (
        DrivePanelWording.ROBOTS_MAY_BE_MOVING(robots="ros1://other:11311"),
        "ros1://other:11311",
    )
    assert "STOP" not in alert.tip

    window.handle.state = replace(window.handle.state, driven_may_be_moving=True)
    window.station.client.beat()
    (alert,) = window.session.alerts.current
    assert alert.text == DrivePanelWording.ROBOTS_MAY_BE_MOVING(robots=f"{ROBOT}, ros1://other:11311")


async def test_the_window_that_loses_the_focus_or_is_minimised_disarms(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    QApplication.sendEvent(window.main, QEvent(QEvent.Type.WindowDeactivate))
    assert window.handle.said == [Reason.UNFOCUSED]
    window.main.showMinimized()
    QApplication.processEvents()
    assert Reason.MINIMISED in window.handle.said


async def test_a_dialog_of_ours_lets_go_of_the_keys(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    assert window.station.panel is not None
    surface = window.station.panel.ui.surface
    surface.setFocus()
    QTest.keyPress(surface, Qt.Key.Key_W)
    assert surface.sticks[DriveSource.KEYBOARD] is not None
    window.main.ask_to_connect("")
    QApplication.processEvents()
    assert surface.sticks[DriveSource.KEYBOARD] is None
    QApplication.sendEvent(
        surface, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_W, Qt.KeyboardModifier.NoModifier, "w", True)
    )
    assert surface.sticks[DriveSource.KEYBOARD] is None


async def test_the_end_of_the_program_disarms(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.main.close_at_once()
    assert Reason.EXIT in window.handle.said


async def test_the_sound_can_be_switched_off_and_stays_off(window: Window, preferences: Preferences) -> None:
    rung: list[AlertSound] = []
    window.station.alert_sounds._play = rung.append
    await window.drive(stage=Stage.ARMED)
    window.tell(stage=Stage.STOPPED)
    assert rung == [AlertSound.LONG]
    window.actions.sound.trigger()
    assert not preferences.values.alarm
    window.tell(stage=Stage.ARMED)
    window.tell(stage=Stage.STOPPED)
    assert rung == [AlertSound.LONG]


async def test_each_class_of_stops_sounds_as_it_is_set(window: Window, preferences: Preferences) -> None:
    rung: list[AlertSound] = []
    window.station.alert_sounds._play = rung.append
    preferences.set_value("sound_operator", FeedbackPattern.OFF)
    preferences.set_value("sound_input", FeedbackPattern.SHORT)
    await window.drive(stage=Stage.ARMED)
    window.tell(stage=Stage.STOPPED)
    assert rung == []
    for reason, sound in ((Reason.PAD_GONE, AlertSound.SHORT), (Reason.LINK_SILENT, AlertSound.DOUBLE)):
        window.tell(stage=Stage.ARMED)
        window.tell(stage=Stage.DISARMED, reason=reason)
        assert rung[-1] is sound


async def test_the_screen_stays_awake_while_it_is_armed(window: Window) -> None:
    from app.ui.drive.desktop import ScreenInhibitor, ScreenWakeLock

    class Asked(ScreenInhibitor):
        def __init__(self) -> None:
            self.asked: list[str] = []

        @override
        def inhibit(self) -> None:
            self.asked.append("begin")

        @override
        def release(self) -> None:
            self.asked.append("end")

    system = Asked()
    window.station._awake = ScreenWakeLock(system)
    await window.drive()
    window.tell(stage=Stage.ARMED)
    window.tell(stage=Stage.DISARMED)
    assert system.asked == ["begin", "end"]


async def test_the_layout_for_it_shows_the_panel(window: Window) -> None:
    window.main.command_switch.allow(ROBOT, allowed=True)
    window.main.layouts.show_by_name("Drive")
    QApplication.sendPostedEvents()
    assert window.station.dock.isVisible()
    assert window.station.panel is not None


async def test_arming_is_never_restored(qtbot: QtBot, window: Window, themes: Themes, preferences: Preferences) -> None:
    await window.drive(stage=Stage.ARMED)
    window.main.close_at_once()
    session = FakeSession()
    add_robot(session, ROBOT, "/cmd_vel")
    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.open(session, lambda coroutine, _name: coroutine.close())
    again.refresher.tick()
    assert again.docks.drive.dock.isVisible()
    assert session.driving.handle.said == []
    assert session.driving.driven == []
    again.close()


def test_what_drives_is_not_loaded_with_the_window() -> None:
    script = """
import sys
import app.ui.window.main_docks
late = {"app.ui.drive.panel", "app.session.driving", "app.drive.supervisor.drive_supervisor", "PySide6.QtDBus", "sdl2"}
print(sorted(late & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stdout) == (0, "[]\n"), result.stderr


async def test_menu_and_panel_open_the_window_in_which_a_pad_is_set_up_and_it_disarms(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.actions.set_up.trigger()
    (dialog,) = [found for found in window.main.findChildren(PadSetupDialog) if found.isVisible()]
    assert Reason.BY_OPERATOR in window.handle.said
    dialog.reject()
    assert window.station.panel is not None
    window.station.panel.set_up_requested.emit()
    assert dialog.isVisible()
    dialog.reject()


def editor_of(window: Window) -> ProfileEditor:
    (editor,) = [found for found in window.main.findChildren(ProfileEditor) if found.isVisible()]
    return editor


async def test_menu_and_panel_open_the_window_for_profiles_and_it_disarms(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.actions.profiles.trigger()
    editor = editor_of(window)
    assert Reason.BY_OPERATOR in window.handle.said
    editor.reject()
    assert window.station.panel is not None
    window.station.panel.ui.edit.click()
    assert editor_of(window) is editor
    pad = [found for found in window.main.findChildren(PadSetupDialog) if found.isVisible()]
    assert pad == []
    editor.ui.form.set_up.click()
    (dialog,) = [found for found in window.main.findChildren(PadSetupDialog) if found.isVisible()]
    dialog.reject()
    editor.reject()


async def test_a_profile_that_is_saved_is_offered_by_the_panel_at_once(window: Window) -> None:
    await window.drive()
    window.actions.profiles.trigger()
    editor = editor_of(window)
    editor.ui.list.new.click()
    assert editor.save()
    panel = window.station.panel
    assert panel is not None
    panel.refresh(0.0)
    profiles = panel.ui.profiles
    texts = [profiles.itemText(row) for row in range(profiles.count())]
    assert [text.rpartition(": ")[2] for text in texts] == ["default", "new profile"]
    editor.reject()


async def test_the_window_is_not_closed_before_a_profile_that_is_unsaved_was_asked_for(window: Window) -> None:
    await window.drive()
    window.actions.profiles.trigger()
    editor = editor_of(window)
    editor.ui.list.new.click()
    editor.ui.form.frame.setText("base")
    editor.ui.form.frame.textEdited.emit("base")
    assert not window.main.close()
    assert window.main.isVisible()
    editor.ui.bar.decline()
    assert window.main.isVisible()
    assert not window.main.close()
    discard = editor.ui.bar.buttons[1]
    assert discard.text() == "Discard"
    discard.click()
    assert not window.main.isVisible()
    assert not editor.isVisible()


def question_of(window: Window) -> QMessageBox:
    (box,) = (each for each in window.main.findChildren(QMessageBox) if each.isVisible())
    return box


@pytest.mark.parametrize("stage", [Stage.ARMED, Stage.ARMING])
async def test_quitting_asks_where_a_robot_is_armed_which_is_stopped_meanwhile(window: Window, stage: Stage) -> None:
    await window.drive(stage=stage, command=Velocity(0.2, 0.0) if stage is Stage.ARMED else Velocity(0.0, 0.0))
    window.handle.said.clear()
    window.main.actions_of_window.quit.trigger()

    # the drive process sends zeros and disarms at this, whatever is answered; see docs/safety.md, rule 4
    assert window.handle.said[0] is Reason.BY_OPERATOR
    assert "arm" not in window.handle.said
    box = question_of(window)
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.reject()
    assert window.main.isVisible()

    window.main.close()
    question_of(window).accept()
    assert not window.main.isVisible()
    assert window.handle.said[-1] is Reason.EXIT


async def test_quitting_while_a_robot_may_be_moving_asks_once(window: Window) -> None:
    await window.drive(stage=Stage.STOPPING, owed=True)
    window.main.close()
    assert window.main.isVisible()
    question_of(window).accept()
    assert not window.main.isVisible()


async def test_quitting_while_a_publisher_of_the_window_moves_a_robot_ends_that_and_asks(window: Window) -> None:
    ended: list[bool] = []
    window.main.command_switch.stopped.connect(lambda: ended.append(True))
    window.station.client.set_others_move(others_move=True)
    window.main.close()
    assert ended == [True]
    question_of(window).reject()
    assert window.main.isVisible()
    window.station.client.set_others_move(others_move=False)
    window.main.close()
    assert not window.main.isVisible()


def know(window: Window, report: GoalReport) -> None:
    """The robot has goals."""
    window.session.navigation.known[ROBOT] = replace(READY, report=report)
    window.main.docks.goals.refresh(0.0)


async def test_quitting_while_the_robot_drives_to_a_goal_cancels_that_and_asks(window: Window) -> None:
    await window.drive()
    know(window, with_goal())
    window.main.close()
    assert window.session.navigation.sent == [("withdraw", None)]
    box = question_of(window)
    assert shows(box.text(), NavigationWording.QUIT_WHILE_GOAL)
    box.accept()
    assert not window.main.isVisible()


async def test_a_goal_of_another_program_is_not_asked_about_and_goes_on(window: Window) -> None:
    await window.drive()
    assert not window.station.needs_window
    know(window, GoalReport(heard=True, others=1))
    assert not window.station.needs_window
    window.main.close()
    assert not window.main.isVisible()
    assert ("stop", None) not in window.session.navigation.sent


async def test_a_robot_that_is_armed_or_has_a_goal_from_here_needs_its_window_until_that_is_withdrawn(
    window: Window,
) -> None:
    await window.drive(stage=Stage.ARMED)
    needs = [window.station.needs_window]
    window.tell(stage=Stage.DISARMED)
    needs.append(window.station.needs_window)
    know(window, with_goal())
    needs.append(window.station.needs_window)
    window.station.disarm_all()
    assert needs == [True, False, True]
    assert window.session.navigation.sent == [("withdraw", None)]


async def test_stop_cancels_goals_after_its_zeros_also_where_nothing_is_driven(window: Window) -> None:
    await window.drive()
    told: list[object] = []
    window.station.client.pressed.connect(lambda: told.extend(window.handle.said[-1:]))
    window.actions.stop.trigger()
    assert told == ["stop"]
    assert window.session.navigation.sent == [("stop", None), ("withdraw", None)]

    window.station.client.deselect()
    know(window, GoalReport(heard=True, others=1))
    window.session.navigation.sent.clear()
    window.station.stop_button.pressed.emit()
    assert ("stop", None) in window.session.navigation.sent


async def test_stop_on_a_pad_cancels_goals_too_once(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    for _ in range(3):
        window.tell(stage=Stage.STOPPED, reason=Reason.STOP, stops=1)
        window.station.client.beat()
    assert window.session.navigation.sent == [("stop", None)]


async def test_stop_on_a_pad_cancels_goals_also_while_it_is_latched_and_a_process_that_begins_so_none(
    window: Window,
) -> None:
    await window.drive(stage=Stage.STOPPED)
    heard = []
    # the last two are of another process, on which it was pressed as well
    for stops in (0, 1, 2, 2, 0, 1):
        window.tell(stage=Stage.STOPPED, reason=Reason.STOP, stops=stops)
        window.station.client.beat()
        heard.append(len(window.session.navigation.sent))
    assert heard == [0, 1, 2, 2, 2, 3]


async def test_a_moment_that_is_marked_on_a_pad_is_told_once_with_how_long_ago_it_was(window: Window) -> None:
    ages: list[float] = []
    window.station.client.marked.connect(ages.append)
    await window.drive(stage=Stage.ARMED)
    heard = []
    # the last two are of another process
    for marked_at_s in ((), (100.0,), (100.0,), (100.0, 100.1, 100.2), (), (100.3,)):
        window.tell(stage=Stage.ARMED, at_s=100.5, marked_at_s=marked_at_s)
        window.station.client.beat()
        heard.append(len(ages))
    assert heard == [0, 1, 1, 3, 3, 4]
    assert all(0.0 <= age < 1.0 for age in ages)


async def test_each_mark_is_told_by_when_the_drive_process_saw_it_however_late_the_window_hears(window: Window) -> None:
    ages: list[float] = []
    window.station.client.marked.connect(ages.append)
    await window.drive(stage=Stage.ARMED)
    window.tell(stage=Stage.ARMED, at_s=104.5, marked_at_s=(101.0, 103.0))
    assert [round(age_s, 1) for age_s in ages] == [3.5, 1.5]


async def test_stop_of_the_tool_bar_stops_also_what_nobody_knows_of(window: Window) -> None:
    window.station.stop_button.pressed.emit()
    assert ("stop", None) in window.session.navigation.sent


async def test_while_a_robot_drives_to_a_goal_it_is_not_armed_and_it_is_cancelled_beside_stop(window: Window) -> None:
    await window.drive()
    told = [window.handle.goal]
    know(window, with_goal())
    told.append(window.handle.goal)
    assert window.actions.cancel_goals.isEnabled()
    panel = window.station.show_panel()
    panel.refresh(0.0)
    assert shows(panel.ui.goal.text(), NavigationWording.ACTIVE)
    panel.ui.cancel.click()
    window.actions.cancel_goals.trigger()
    assert window.session.navigation.sent == [("cancel", ROBOT), ("cancel", ROBOT)]
    know(window, with_goal(GoalPhase.CANCELLED))
    assert [*told, window.handle.goal] == [False, True, False]
    assert not window.actions.cancel_goals.isEnabled()


async def test_a_cancellation_that_nobody_confirms_is_told_in_the_panel_and_given_up_by_the_menu(
    window: Window,
) -> None:
    await window.drive()
    know(window, GoalReport(heard=True))
    enabled = [window.actions.give_up_goals.isEnabled()]
    window.session.navigation.known[ROBOT] = replace(READY, unconfirmed=("/move_base",), overdue=True)
    goals = window.main.docks.goals
    goals.refresh(0.0)
    enabled.append(window.actions.give_up_goals.isEnabled())
    assert enabled == [False, True]
    panel = window.station.show_panel()
    panel.refresh(0.0)
    assert shows(panel.ui.goal.text(), NavigationWording.OVERDUE)
    now = 100.0
    goals._clock = lambda: now
    window.actions.give_up_goals.trigger()
    now += 1.0
    assert window.session.navigation.sent == []
    window.actions.give_up_goals.trigger()
    assert window.session.navigation.sent == [("give up", ROBOT)]


async def test_a_robot_that_is_armed_or_stopped_gets_no_goal(window: Window) -> None:
    await window.drive()
    know(window, GoalReport(heard=True))
    goals = window.main.docks.goals
    assert goals.goal_obstacle(ROBOT) == ""
    window.tell(stage=Stage.ARMED)
    assert shows(goals.goal_obstacle(ROBOT), NavigationWording.ROBOT_ARMED)
    window.tell(stage=Stage.STOPPED)
    assert shows(goals.goal_obstacle(ROBOT), NavigationWording.ROBOT_STOPPED)


async def test_an_armed_robot_is_asked_about_before_a_profile_that_is_unsaved(window: Window) -> None:
    await window.drive()
    window.actions.profiles.trigger()
    editor = editor_of(window)
    editor.ui.form.linear_reversed.click()
    window.tell(stage=Stage.ARMED)
    window.main.close()
    question_of(window).accept()
    assert window.main.isVisible()
    editor.ui.bar.buttons[1].click()
    assert not window.main.isVisible()


class FakeSessionManager:
    def __init__(self, *, interaction: bool) -> None:
        self.interaction = interaction
        self.cancelled = False

    def allowsInteraction(self) -> bool:  # noqa: N802 - as Qt names it
        return self.interaction

    def cancel(self) -> None:
        self.cancelled = True


async def test_the_end_of_the_systems_session_disarms_and_waits_for_an_answer(window: Window) -> None:
    def end(*, interaction: bool) -> bool:
        manager: Any = FakeSessionManager(interaction=interaction)
        window.main.may_end_session(manager)
        return bool(manager.cancelled)

    await window.drive()
    assert not end(interaction=True)

    window.tell(stage=Stage.ARMED)
    window.handle.said.clear()
    assert end(interaction=True)
    assert window.handle.said[0] is Reason.BY_OPERATOR
    assert window.main.isVisible()

    window.handle.said.clear()
    assert not end(interaction=False)
    assert window.handle.said[0] is Reason.BY_OPERATOR


async def test_a_signal_that_ends_the_program_asks_for_nothing(window: Window) -> None:
    await window.drive()
    dialog = window.station.set_up_pad()
    window.actions.profiles.trigger()
    editor = editor_of(window)
    editor.ui.form.linear_reversed.click()
    assert editor.is_changed
    window.main.close_at_once()
    assert not window.main.isVisible()
    assert not editor.isVisible()
    assert not dialog.isVisible()


async def test_nothing_is_armed_while_the_panel_can_not_be_seen(window: Window) -> None:
    def seen() -> bool | None:
        QApplication.sendPostedEvents()
        window.station.client.beat()
        return window.handle.seen

    await window.drive()
    assert seen()
    window.station.dock.close()
    assert seen() is False
    window.station.show_panel()
    assert seen()

    other = QDockWidget(window.main)
    window.main.tabifyDockWidget(window.station.dock, other)
    other.show()
    other.raise_()
    assert seen() is False
    window.station.dock.raise_()
    assert seen()

    window.main.showMinimized()
    assert seen() is False
    window.main.showNormal()
    assert seen()
    assert window.station.panel is not None
    window.station.panel.deselect()
    assert seen() is False


async def test_it_is_told_at_once_that_the_panel_went_out_of_sight(window: Window) -> None:
    await window.drive()
    window.tell()
    window.station.dock.close()
    closed = window.handle.seen
    window.station.show_panel()
    window.tell()
    window.main.showMinimized()
    QApplication.sendPostedEvents()
    assert (closed, window.handle.seen) == (False, False)


async def test_that_a_pad_was_not_armed_for_want_of_the_panel_is_said_on_the_page(window: Window) -> None:
    await window.drive()
    window.station.dock.close()
    window.tell(refusal=Reason.UNSEEN)
    (alert,) = window.session.alerts.current
    assert alert.text == DrivePanelWording.UNSEEN()
    window.station.show_panel()
    QApplication.sendPostedEvents()
    window.tell()
    assert window.session.alerts.current == ()
    assert window.station.panel is not None
    window.station.panel.refresh(0.0)
    assert Reason.UNSEEN.text in window.station.panel.status_text.hint
    # it was seen there by now
    window.station.dock.close()
    window.tell()
    assert window.session.alerts.current == ()


async def test_that_the_robots_own_estop_is_pressed_is_said_on_the_page_until_it_is_released(window: Window) -> None:
    await window.drive()
    window.tell(estop=EstopState.PRESSED)
    (alert,) = window.session.alerts.current
    assert (alert.text, alert.source) == (DrivePanelWording.ESTOP_ALERT(), ROBOT)
    for other in (EstopState.RELEASED, EstopState.UNHEARD):
        window.tell(estop=other)
        assert window.session.alerts.current == ()
        window.tell(estop=EstopState.PRESSED)
    window.station.client.deselect()
    QApplication.sendPostedEvents()
    assert window.session.alerts.current == ()


JOINT = Profile("Joint elbow", topic="/elbow/command", type_name="std_msgs/Float64", joint="elbow")


async def test_what_was_said_on_the_page_goes_with_the_window(window: Window) -> None:
    await window.drive(stage=Stage.STOPPING, owed=True, estop=EstopState.PRESSED)
    window.station.dock.close()
    window.tell(stage=Stage.STOPPING, owed=True, estop=EstopState.PRESSED, refusal=Reason.UNSEEN)
    counts = [len(window.session.alerts.current)]
    window.main.close_at_once()
    counts.append(len(window.session.alerts.current))
    assert counts == [3, 0]


async def test_a_joint_that_is_to_be_driven_is_ready_and_disarmed_whatever_was_driven(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.handle.said.clear()

    window.station.drive_by(ROBOT, JOINT)
    await asyncio.sleep(0)

    choice = window.station.client.selection
    assert choice is not None
    assert (choice.topic, choice.type_name, choice.profile) == ("/elbow/command", "std_msgs/Float64", JOINT)
    assert window.handle.said[0] is Reason.TOPIC_CHANGED
    assert load_profile("Joint elbow") == JOINT
    assert window.station.panel is not None
    assert window.station.panel.selector.profile_name == "Joint elbow"


@pytest.mark.parametrize(
    "other", [{"joint": "Elbow"}, {"topic": "/gripper/command"}, {"joint": "", "topic": "/cmd_vel", "type_name": ""}]
)
async def test_a_profile_of_the_same_name_that_drives_something_else_does_not_count(
    window: Window, other: dict[str, str]
) -> None:
    await window.drive()
    taken = structs.replace(JOINT, **other)
    save_profile(taken)

    for _ in range(2):
        window.station.drive_by(ROBOT, JOINT)
        await asyncio.sleep(0)

        choice = window.station.client.selection
        assert choice is not None
        assert (choice.topic, choice.profile) == (JOINT.topic, structs.replace(JOINT, name="Joint elbow 2"))
    assert load_profile("Joint elbow") == taken
    assert len([name for name in profile_names() if name.startswith("Joint")]) == 2


async def test_a_joint_is_driven_by_the_profile_that_the_operator_made_of_it(window: Window) -> None:
    await window.drive()
    slower = structs.replace(JOINT, limits=Limits(angular_rad_s=0.05))
    save_profile(slower)

    window.station.drive_by(ROBOT, JOINT)
    await asyncio.sleep(0)

    choice = window.station.client.selection
    assert choice is not None
    assert choice.profile == slower
