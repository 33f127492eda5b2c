"""The window's check of its installation, by processes that a test plays."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.config.preference_values import LanguageChoice
from app.drive.supervisor.drive_state import DriveState
from app.program import installation
from app.ui.base.language import set_language
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.selftest.selftest_dialog import SelftestDialog, check_installation
from app.wording.selftest import SelftestDialogWording, SelftestWording
from protocols.sentence import said_line
from tests.tools.sentences import shows

Open = Callable[..., SelftestDialog]

GOOD = {"check": "clock", "ok": True, "text": "it counts", "tip": "", "duration_s": 0.1}
BAD = {"check": "fonts", "ok": False, "text": "No font has Chinese letters", "tip": "Install one.", "duration_s": 0.1}
SEEN = {"check": "pads", "ok": None, "text": "no pad", "tip": "", "duration_s": 0.1}


@pytest.fixture
def opened(qtbot: QtBot, themes: Themes) -> Iterator[Open]:
    shown: list[SelftestDialog] = []

    def open_dialog(*lines: object, code: int = 0, more: str = "") -> SelftestDialog:
        script = "".join(f"print({json.dumps(line)!r}, flush=True)\n" for line in lines)
        script += f"{more}\nimport sys; sys.exit({code})"
        dialog = SelftestDialog(themes, command=[sys.executable, "-c", script])
        qtbot.addWidget(dialog)
        dialog.show()
        shown.append(dialog)
        return dialog

    yield open_dialog
    for dialog in shown:
        dialog.close()


def ended(qtbot: QtBot, dialog: SelftestDialog) -> None:
    qtbot.waitUntil(dialog.again.isEnabled)


def test_each_finding_is_a_row_and_all_well_is_said(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(GOOD, SEEN, "what a library writes")
    ended(qtbot, dialog)

    assert dialog.list.topLevelItemCount() == 2
    assert dialog.summary.text() == SelftestDialogWording.ALL_WELL(count=2)
    assert not dialog.progress.isVisible()


def test_the_first_fault_is_chosen_and_says_what_to_do(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(GOOD, BAD, GOOD, code=1)
    ended(qtbot, dialog)

    assert dialog.list.currentItem().text(0) == "fonts"
    assert dialog.details.text() == "No font has Chinese letters\nInstall one."
    assert dialog.summary.text() == SelftestDialogWording.FAULTS(faults=1, count=3)


def test_what_a_check_found_is_said_in_the_language_of_the_window(
    opened: Open, qtbot: QtBot, qapp: QApplication
) -> None:
    found = SelftestWording.NAME(name="rover", address="127.0.0.1")
    set_language(qapp, LanguageChoice.CHINESE)
    try:
        dialog = opened({**GOOD, "text": found, "said": {"text": said_line(found)}})
        ended(qtbot, dialog)

        item = dialog.list.topLevelItem(0)
        assert item is not None
        assert item.text(1) == say(found) != found
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)


def test_what_was_found_is_copied_as_text(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(GOOD, BAD, code=1)
    ended(qtbot, dialog)

    dialog.copy.click()

    copied = QGuiApplication.clipboard().text().splitlines()
    assert "OK  clock: it counts" in copied
    assert copied[-1].strip() == "Install one."


def test_it_is_done_again_from_the_beginning(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(GOOD)
    ended(qtbot, dialog)

    dialog.again.click()
    assert dialog.list.topLevelItemCount() == 0
    ended(qtbot, dialog)
    assert dialog.list.topLevelItemCount() == 1


@pytest.mark.parametrize("code", [0, 1, 139])
def test_a_process_that_finds_nothing_is_not_taken_for_well(opened: Open, qtbot: QtBot, code: int) -> None:
    dialog = opened(code=code)
    ended(qtbot, dialog)

    assert dialog.summary.text() == SelftestDialogWording.ENDED_EARLY(count=0)


def test_a_process_that_can_not_be_started_is_said(qtbot: QtBot, themes: Themes) -> None:
    dialog = SelftestDialog(themes, command=["/nowhere/teledeck"])
    qtbot.addWidget(dialog)
    dialog.show()
    ended(qtbot, dialog)

    assert shows(dialog.summary.text(), SelftestDialogWording.NOT_STARTED)


def test_after_an_upgrade_another_version_is_not_asked_but_the_upgrade_told(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened(GOOD)
    ended(qtbot, dialog)
    process = dialog._process
    monkeypatch.setattr(installation, "is_replaced", lambda: True)

    dialog.again.click()

    assert dialog.summary.text() == SelftestDialogWording.UPDATED()
    assert dialog._process is process
    assert dialog.again.isEnabled()


def test_whoever_leaves_it_ends_the_process_in_order(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(GOOD, more="import time; time.sleep(60)")
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    process = dialog._process
    assert process is not None
    began = time.monotonic()

    dialog.reject()

    qtbot.waitUntil(lambda: not Shiboken.isValid(process))
    assert time.monotonic() - began < 15


def test_asked_for_twice_it_is_the_same_one(qtbot: QtBot, themes: Themes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "command_line", lambda: [sys.executable, "-c", "import time; time.sleep(60)"])
    parent = QWidget()
    qtbot.addWidget(parent)
    check_installation(parent, themes, DriveState())
    check_installation(parent, themes, DriveState())

    shown = [dialog for dialog in parent.findChildren(SelftestDialog) if dialog.isVisible()]
    assert len(shown) == 1
    process = shown[0]._process
    assert process is not None
    assert process.arguments()[-3:] == ["selftest", "--gui", "--json"]
    shown[0].close()
    qtbot.waitUntil(lambda: not Shiboken.isValid(process))


def test_while_a_robot_may_be_moving_nothing_is_begun(qtbot: QtBot, themes: Themes) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)

    check_installation(parent, themes, DriveState(may_be_moving=True))

    boxes = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox)]
    assert any(box.informativeText() == SelftestDialogWording.DISARM_FIRST() for box in boxes)
    assert parent.findChild(SelftestDialog, options=Qt.FindChildOption.FindDirectChildrenOnly) is None
    for box in boxes:
        box.close()
