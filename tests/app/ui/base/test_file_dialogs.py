from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMainWindow, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.base.file_dialogs import ask_for_save_path
from app.ui.base.theme import Themes


@dataclass
class Asked:
    """A window with a view that asks where to write, and what it was told to write."""

    window: QMainWindow
    view: QWidget
    dialog: QFileDialog
    written: list[Path] = field(default_factory=list)

    def close_view(self) -> None:
        """As the docks do it."""
        self.view.setParent(None)
        self.view.deleteLater()
        QCoreApplication.sendPostedEvents(self.view, QEvent.Type.DeferredDelete.value)
        assert not Shiboken.isValid(self.view)

    @property
    def told(self) -> list[str]:
        """What boxes of ours say."""
        return [box.text() for box in self.window.findChildren(QMessageBox)]


@pytest.fixture
def asked(qtbot: QtBot, themes: Themes, tmp_path: Path) -> Asked:
    window, view = QMainWindow(), QWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(view)
    window.show()
    written: list[Path] = []
    ask_for_save_path(view, themes, "Save picture", tmp_path / "view.png", "PNG (*.png)", written.append)
    (dialog,) = window.findChildren(QFileDialog)
    return Asked(window, view, dialog, written)


def test_what_is_chosen_is_written(asked: Asked, tmp_path: Path) -> None:
    assert asked.dialog.isVisible()
    assert asked.dialog.selectedFiles() == [str(tmp_path / "view.png")]
    assert asked.dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave

    asked.dialog.accept()

    assert asked.written == [tmp_path / "view.png"]
    assert not asked.dialog.isVisible()


def test_a_name_without_a_suffix_gets_that_of_the_kind(asked: Asked, tmp_path: Path) -> None:
    name = asked.dialog.findChild(QLineEdit)
    assert isinstance(name, QLineEdit)
    name.setText("other")

    asked.dialog.accept()

    assert asked.written == [tmp_path / "other.png"]


def test_nothing_is_written_when_the_dialog_is_left(asked: Asked) -> None:
    asked.dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    assert asked.written == []
    assert not Shiboken.isValid(asked.dialog)


def _under_the_question(dialog: QFileDialog, do: Callable[[QMessageBox], object]) -> None:
    """Do something as soon as the dialog asks whether to replace the file."""

    def look() -> None:
        box = next((box for box in dialog.findChildren(QMessageBox) if box.isVisible()), None)
        if box is not None:
            do(box)
        else:
            QTimer.singleShot(0, look)

    QTimer.singleShot(0, look)


def _answer(box: QMessageBox, button: QMessageBox.StandardButton) -> None:
    found = box.button(button)
    assert isinstance(found, QPushButton)
    found.click()


@pytest.mark.parametrize("button", [QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No])
def test_a_view_may_be_closed_under_the_question_whether_to_replace_a_file(
    asked: Asked, tmp_path: Path, button: QMessageBox.StandardButton
) -> None:
    (tmp_path / "view.png").write_bytes(b"before")

    def close_and_answer(box: QMessageBox) -> None:
        asked.close_view()
        # both are on the stack below us
        assert Shiboken.isValid(asked.dialog)
        assert Shiboken.isValid(box)
        _answer(box, button)

    _under_the_question(asked.dialog, close_and_answer)
    asked.dialog.accept()

    replaced = button is QMessageBox.StandardButton.Yes
    assert asked.written == []
    assert asked.told == (["view.png was not written: the view was closed meanwhile"] if replaced else [])
    assert (tmp_path / "view.png").read_bytes() == b"before"
    for box in asked.window.findChildren(QMessageBox):
        box.close()
    asked.dialog.reject()


def test_neither_it_nor_what_it_asks_holds_up_the_window(asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "view.png").write_bytes(b"before")
    assert asked.dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
    assert not asked.dialog.isModal()
    seen: list[object] = []

    def look_and_leave(box: QMessageBox) -> None:
        seen.extend((box.isModal(), QApplication.activeModalWidget()))
        # a loop for the answer stands below: nothing else can be decided before
        asked.dialog.accept()
        asked.dialog.reject()
        seen.append(asked.dialog.isVisible())
        seen.append(len(asked.dialog.findChildren(QMessageBox)))
        _answer(box, QMessageBox.StandardButton.No)

    _under_the_question(asked.dialog, look_and_leave)
    asked.dialog.accept()

    assert seen == [False, None, True, 1]
    assert asked.written == []
    asked.dialog.reject()
    assert not asked.dialog.isVisible()


def test_what_it_tells_by_a_box_of_nobody_holds_up_nothing_either(asked: Asked) -> None:
    seen: list[object] = []

    def look(box: QMessageBox) -> None:
        if box.isVisible():
            seen.extend((box.isModal(), QApplication.activeModalWidget()))
            box.accept()
        else:
            QTimer.singleShot(0, lambda: look(box))

    box = QMessageBox()
    QTimer.singleShot(0, lambda: look(box))
    # as Qt's model of files does where a name can't be given
    box.exec()
    asked.dialog.reject()

    assert seen == [False, None]


def test_a_view_may_be_closed_under_the_dialog(asked: Asked) -> None:
    asked.close_view()

    asked.dialog.accept()

    assert asked.written == []
    (box,) = asked.window.findChildren(QMessageBox)
    assert "Ctrl+Shift+T" in box.informativeText()
    box.close()
