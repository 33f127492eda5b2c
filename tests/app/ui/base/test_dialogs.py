from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMessageBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.base import dialogs


class Asking(QDialog):
    """Asks for a word."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        QVBoxLayout(self).addWidget(self.field)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    return parent


def _delete() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_it_holds_up_nothing(parent: QWidget) -> None:
    for dialog in (Asking(parent), QMessageBox(parent)):
        assert dialogs.show_dialog(dialog, "") is dialog
        assert dialog.isVisible()
        assert not dialog.isModal()
    assert QApplication.activeModalWidget() is None
    dialogs.close_all_dialogs()


@pytest.mark.parametrize("leave", [QDialog.accept, QDialog.reject, QDialog.close])
def test_it_is_gone_once_it_is_left(parent: QWidget, leave: object) -> None:
    dialog = dialogs.show_dialog(Asking(parent), "")
    assert callable(leave)
    leave(dialog)
    _delete()
    assert not Shiboken.isValid(dialog)


def test_what_is_asked_twice_is_brought_to_the_front_with_what_was_typed(parent: QWidget) -> None:
    first = dialogs.show_dialog(Asking(parent), "a name")
    first.field.setText("half a word")
    other = dialogs.show_dialog(Asking(parent), "another name")

    again = dialogs.show_dialog(Asking(parent), "a name")
    _delete()
    QApplication.processEvents()

    assert again is first
    assert again.isActiveWindow()
    assert again.field.text() == "half a word"
    assert sorted(map(id, parent.findChildren(Asking))) == sorted(map(id, (first, other)))
    dialogs.close_all_dialogs()
    assert not first.isVisible()
    assert not other.isVisible()


def test_what_was_left_is_asked_anew(parent: QWidget) -> None:
    first = dialogs.show_dialog(Asking(parent), "")
    first.close()
    assert dialogs.show_dialog(Asking(parent), "") is not first
    dialogs.close_all_dialogs()


def test_where_only_the_newest_counts_it_takes_the_place_of_the_one_before(parent: QWidget) -> None:
    first = dialogs.show_dialog(Asking(parent), "")
    left: list[int] = []
    first.finished.connect(left.append)

    second = dialogs.show_dialog(Asking(parent), "", renew=True)
    _delete()

    assert left == [QDialog.DialogCode.Rejected]
    assert not Shiboken.isValid(first)
    assert second.isVisible()
    second.close()


def test_so_it_does_before_the_one_before_is_deleted(parent: QWidget) -> None:
    asked = [dialogs.show_dialog(Asking(parent), "", renew=True) for _ in range(3)]

    assert [dialog.isVisible() for dialog in asked] == [False, False, True]
    dialogs.close_all_dialogs()
