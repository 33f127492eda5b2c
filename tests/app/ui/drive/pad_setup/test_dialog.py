from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.drive.control.values import Reason, Stage
from app.drive.messages.pad_commands import SetupAction, SetupCommand
from app.drive.messages.pad_setup_report import SetupReport, SetupStage
from app.drive.messages.report import PadReport
from app.drive.supervisor.drive_state import DrivePhase
from app.ui.base.preferences import Preferences
from app.ui.drive.guard import DriveGuard
from app.ui.drive.pad_setup.dialog import PadSetupDialog
from app.wording.ui.profiles import PadSetupWording
from tests.app.ui.drive.conftest import CHOICE, Cockpit

PADS = (PadReport("Some pad", number=4, drives=True, taught=True), PadReport("Some stick", number=7))
WAKE = SetupReport(7, "Some stick", SetupStage.WAKE, "Move every stick once.", step=1, steps=11, acts=("next",))


class Table:
    """The window, and what the process that reads pads tells it."""

    def __init__(self, cockpit: Cockpit, preferences: Preferences) -> None:
        self.cockpit = cockpit
        self.dialog = PadSetupDialog(cockpit.themes, preferences, cockpit.pilot, cockpit.window)
        self.said = cockpit.handle.said

    def drive(self, **changes: Any) -> None:
        self.cockpit.pilot.select(CHOICE)
        self.tell(**({"pads": PADS} | changes))
        self.said.clear()

    def tell(self, **changes: Any) -> None:
        self.cockpit.handle.tell(**changes)
        self.cockpit.pilot.beat()

    def go(self, stage: SetupStage, *acts: str, **changes: Any) -> None:
        self.tell(setup=replace(WAKE, stage=stage, acts=acts, **changes))

    def acts(self) -> list[SetupAction]:
        return [one.act for one in self.said if isinstance(one, SetupCommand)]

    def shown(self) -> set[str]:
        """The names of the buttons that can be pressed; of the large one, what it does."""
        names = ("forget", "back", "keep", "skip", "undo", "leave", "forward")
        buttons = {name: getattr(self.dialog, name) for name in names}
        assert set(buttons.values()) == set(self.dialog.findChildren(QPushButton))
        can = {name for name, button in buttons.items() if button.isVisible() and button.isEnabled()}
        act = self.dialog._act
        return can if act is None else can - {"forward"} | {act.name}


@pytest.fixture
def table(cockpit: Cockpit, preferences: Preferences) -> Iterator[Table]:
    table = Table(cockpit, preferences)
    yield table
    table.dialog.close()


async def test_without_a_robot_it_says_that_one_is_needed_and_does_nothing(table: Table) -> None:
    table.dialog.start()
    assert table.dialog.empty_state.title == PadSetupWording.NO_ROBOT()
    assert table.dialog.empty_state.hint
    assert table.shown() == {"leave"}


async def test_without_a_pad_it_says_to_plug_one_in_and_finds_it_then(table: Table) -> None:
    table.drive(pads=())
    table.dialog.start()
    assert table.dialog.empty_state.title == PadSetupWording.NO_PAD()
    table.tell(pads=PADS)
    assert table.dialog.list.count() == 2


async def test_to_open_it_disarms(table: Table) -> None:
    table.drive(stage=Stage.ARMED)
    table.dialog.start()
    assert Reason.BY_OPERATOR in table.said


async def test_it_holds_up_no_other_window(table: Table) -> None:
    table.drive()
    table.dialog.start()
    assert not table.dialog.isModal()


async def test_space_stops_while_it_has_the_keys(table: Table) -> None:
    guard = DriveGuard(table.cockpit.pilot, table.cockpit.window, table.cockpit.mode)
    table.drive(stage=Stage.ARMED)
    table.dialog.start()
    table.go(SetupStage.WAKE, "next")
    table.said.clear()
    QTest.keyClick(table.dialog.forward, Qt.Key.Key_Space)
    assert "stop" in table.said
    assert table.acts() == []
    guard.close()


async def test_the_pad_that_was_chosen_is_set_up_by_enter(table: Table) -> None:
    table.drive()
    table.dialog.start()
    assert table.dialog.list.item(0).text() == f"Some pad ({PadSetupWording.DRIVES()}, {PadSetupWording.SET_UP()})"
    QTest.keyClick(table.dialog.list, Qt.Key.Key_Down)
    QTest.keyClick(table.dialog.list, Qt.Key.Key_Return)
    assert table.said[-1] == SetupCommand(SetupAction.BEGIN, 7)


async def test_only_what_was_taught_can_be_forgotten(table: Table) -> None:
    table.drive()
    table.dialog.start()
    assert table.dialog.forget.isVisible()
    table.dialog.forget.click()
    assert table.said[-1] == SetupCommand(SetupAction.RESTORE, 4)
    table.dialog.list.setCurrentRow(1)
    table.tell()
    assert not table.dialog.forget.isVisible()


async def test_each_step_offers_what_can_be_done_in_it(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.WAKE, "next")
    assert table.shown() == {"leave", "NEXT"}
    table.go(SetupStage.REST, "back")
    assert table.shown() == {"back", "leave"}
    table.go(SetupStage.MAP, "back", "keep")
    assert table.shown() == {"back", "leave", "keep"}
    table.go(SetupStage.MAP, "back", "skip")
    assert table.shown() == {"back", "leave", "skip"}
    table.go(SetupStage.SUMMARY, "back", "save")
    assert table.shown() == {"back", "leave", "SAVE"}
    table.go(SetupStage.SAVED, "undo")
    assert table.shown() == {"undo", "CANCEL"}


async def test_every_button_does_what_it_says(table: Table) -> None:
    table.drive()
    table.dialog.start()
    dialog = table.dialog
    for stage, button, act in (
        (SetupStage.WAKE, dialog.forward, SetupAction.NEXT),
        (SetupStage.SWEEP, dialog.back, SetupAction.BACK),
        (SetupStage.MAP, dialog.keep, SetupAction.KEEP),
        (SetupStage.MAP, dialog.skip, SetupAction.SKIP),
        (SetupStage.SUMMARY, dialog.forward, SetupAction.SAVE),
        (SetupStage.SAVED, dialog.undo, SetupAction.UNDO),
    ):
        table.go(stage, act.value)
        button.click()
        assert table.said[-1] == SetupCommand(act)


async def test_enter_goes_on_from_step_to_step(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.WAKE, "next")
    QTest.keyClick(table.dialog, Qt.Key.Key_Return)
    table.go(SetupStage.REST, "back")
    QTest.keyClick(table.dialog, Qt.Key.Key_Return)
    table.go(SetupStage.SWEEP, "back", "next")
    QTest.keyClick(table.dialog, Qt.Key.Key_Return)
    assert table.acts() == [SetupAction.NEXT, SetupAction.NEXT]


async def test_while_there_is_nothing_to_go_on_to_the_keys_are_on_no_button(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.SWEEP, "back", "next")
    assert table.dialog.focusWidget() is table.dialog.forward
    table.go(SetupStage.MAP, "back", "skip")
    table.said.clear()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(table.dialog.focusWidget() or table.dialog, key)
    assert table.acts() == []
    table.go(SetupStage.SUMMARY, "back", "save")
    assert table.dialog.focusWidget() is table.dialog.forward


@pytest.mark.parametrize("stage", list(SetupStage))
async def test_escape_leaves_from_every_step_without_saving(table: Table, stage: SetupStage) -> None:
    table.drive()
    table.dialog.start()
    table.go(stage)
    QTest.keyClick(table.dialog, Qt.Key.Key_Escape)
    assert not table.dialog.isVisible()
    assert table.acts() == [SetupAction.CANCEL]


async def test_what_is_wrong_is_said_with_what_to_do(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.SWEEP, "next", trouble="Nothing was moved", tip="Move every stick.")
    assert table.dialog.problem.text() == "Nothing was moved. Move every stick."
    table.go(SetupStage.SWEEP, "next")
    assert table.dialog.problem.text() == ""


async def test_a_process_that_is_silent_or_gone_is_told_and_comes_back(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.WAKE, "next")
    table.cockpit.handle.enter(DrivePhase.SILENT)
    table.cockpit.pilot.beat()
    assert table.dialog.empty_state.title == "The drive process does not answer"
    assert table.dialog.stack.currentWidget() is table.dialog.empty_state
    table.go(SetupStage.WAKE, "next")
    assert table.dialog.instruction.text() == "Move every stick once."


async def test_what_is_shown_can_be_copied(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.SWEEP, "next", axes=((-0.5, 0.75),), pressed=(3,))
    menu = table.dialog.show_menu()
    menu.actions()[0].trigger()
    text = QGuiApplication.clipboard().text()
    assert text.splitlines() == [
        "Some stick",
        PadSetupWording.STEP(step=1, steps=11),
        table.dialog.instruction.text(),
        f"{PadSetupWording.AXIS(number=0)} -0.50",
        PadSetupWording.BUTTONS(buttons=3),
    ]
    menu.deleteLater()


async def test_it_remembers_how_large_it_was(table: Table, cockpit: Cockpit, preferences: Preferences) -> None:
    table.dialog.start()
    table.dialog.resize(700, 620)
    table.dialog.close()
    again = PadSetupDialog(cockpit.themes, preferences, cockpit.pilot, cockpit.window)
    assert (again.width(), again.height()) == (700, 620)
    again.deleteLater()


async def test_an_act_that_this_window_does_not_know_is_passed_over(table: Table) -> None:
    table.drive()
    table.dialog.start()
    table.go(SetupStage.WAKE, "next", "dance")
    assert table.shown() == {"leave", "NEXT"}
