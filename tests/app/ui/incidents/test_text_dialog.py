from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.ui.incidents.text_dialog import IncidentDialog


def test_the_text_is_shown_copied_and_can_be_reported_but_not_changed(qtbot: QtBot) -> None:
    dialog = IncidentDialog("Teledeck ended", "<b>line</b>\nanother")
    qtbot.addWidget(dialog)

    dialog.copy_button.click()

    assert dialog.view.toPlainText() == QGuiApplication.clipboard().text() == "<b>line</b>\nanother"
    assert dialog.view.isReadOnly()
    with qtbot.waitSignal(dialog.report_asked):
        dialog.report_button.click()
