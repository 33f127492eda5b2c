from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.model.doctor import DoctorCheck
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.findings_dialog import FindingsDialog
from app.wording.connections import LinkWording
from app.wording.doctor import CheckWording
from tests.tools.other_words import PseudoWords

GOOD = DoctorCheck("name", True, "the name is known")
BAD = DoctorCheck("port", False, "nothing listens", "Start the server.")
UNKNOWN = DoctorCheck("clock", None, "no clock was seen")


class Checks(FindingsDialog):
    """A dialog whose checks find what they are told to, at once."""

    def __init__(self, themes: Themes, *found: DoctorCheck) -> None:
        super().__init__(themes, "Checks", self._find)
        self.started = 0
        self._found = found

    def _find(self) -> None:
        self.started += 1
        self.show_running(runs=True)
        for finding in self._found:
            self.add_finding(finding)


@pytest.fixture
def dialog(qtbot: QtBot, themes: Themes) -> Checks:
    dialog = Checks(themes, GOOD, UNKNOWN, BAD, GOOD)
    qtbot.addWidget(dialog)
    return dialog


def test_checks_start_when_the_dialog_is_seen_and_not_again_when_it_is_shown_again(dialog: Checks) -> None:
    assert dialog.started == 0
    for _ in range(2):
        dialog.show()
        dialog.hide()

    assert dialog.started == 1


def test_the_first_fault_is_selected_and_told_with_its_tip(dialog: Checks) -> None:
    dialog.show()

    assert dialog.faults == 1
    assert dialog.list.currentItem().text(0) == BAD.check
    assert dialog.details.text().endswith(BAD.tip)


def test_names_of_checks_are_shown_in_the_language_of_the_window(dialog: Checks, qapp: QApplication) -> None:
    words = PseudoWords(qapp)
    qapp.installTranslator(words)
    try:
        dialog.show()
        expected = [say(code()) for code in (CheckWording.NAME, CheckWording.CLOCK, CheckWording.PORT)]
    finally:
        qapp.removeTranslator(words)
        words.deleteLater()
    shown = [dialog.list.topLevelItem(row) for row in range(3)]

    assert [item.text(0) for item in shown if item is not None] == expected


def test_a_finding_and_its_tip_are_told_in_the_language_of_the_window(dialog: Checks, qapp: QApplication) -> None:
    fault, tip = LinkWording.NOTHING_LISTENS(host="robot", port=11345), LinkWording.NOTHING_LISTENS_TIP()
    words = PseudoWords()
    qapp.installTranslator(words)
    try:
        dialog.add_finding(DoctorCheck("master", False, fault, tip))
        told = say(fault), say(tip)
    finally:
        qapp.removeTranslator(words)

    assert told[0] != fault
    assert dialog.list.currentItem().text(1) == told[0]
    assert dialog.details.text() == "\n".join(told)


def test_nothing_can_be_copied_or_begun_anew_while_checks_run(dialog: Checks) -> None:
    dialog.show()
    running = dialog.copy.isEnabled(), dialog.again.isEnabled(), dialog.progress.isVisible()
    dialog.show_running(runs=False)

    assert running == (False, False, True)
    assert (dialog.copy.isEnabled(), dialog.again.isEnabled(), dialog.progress.isVisible()) == (True, True, False)


def test_all_findings_are_copied_and_forgotten_when_they_are_looked_for_again(dialog: Checks) -> None:
    dialog.show()
    dialog.show_running(runs=False)
    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()

    assert [finding.text in copied for finding in (GOOD, UNKNOWN, BAD)] == [True] * 3
    assert BAD.tip in copied

    dialog.again.click()
    assert dialog.started == 2
    assert dialog.findings == [GOOD, UNKNOWN, BAD, GOOD]


def test_no_bar_runs_to_and_fro_where_motion_is_reduced(dialog: Checks, themes: Themes) -> None:
    dialog.show()
    assert dialog.progress.isVisible()
    themes.set_system_motion(is_still=True)
    dialog.show_running(runs=True)
    assert not dialog.progress.isVisible()
    assert not dialog.again.isEnabled()
    themes.set_system_motion(is_still=False)
