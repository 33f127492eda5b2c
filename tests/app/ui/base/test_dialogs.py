from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.base import dialogs
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.wording.ui.widgets import WidgetsWording
from tests.tools.sentences import shows


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    return parent


@pytest.mark.parametrize("harmful", [False, True])
def test_enter_does_only_what_can_be_undone(parent: QWidget, themes: Themes, *, harmful: bool) -> None:
    done: list[None] = []
    dialogs.ask_to_confirm(parent, themes, "Shall I?", "More.", "Do it", lambda: done.append(None), harmful=harmful)
    (box,) = parent.findChildren(QMessageBox)
    assert (box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)) is harmful
    assert done == []

    next(button for button in box.buttons() if button.text() == "Do it").click()
    assert len(done) == 1


def test_a_question_that_is_left_does_nothing(parent: QWidget, themes: Themes) -> None:
    done: list[None] = []
    dialogs.ask_to_confirm(parent, themes, "Shall I?", "More.", "Do it", lambda: done.append(None))
    parent.findChildren(QMessageBox)[0].reject()

    assert done == []


def test_a_name_from_outside_is_no_markup(parent: QWidget, themes: Themes) -> None:
    dialogs.show_warning(parent, themes, "<h1>name</h1> is away", "<h1>tip</h1>")
    (box,) = parent.findChildren(QMessageBox)
    high = box.sizeHint().height()
    box.close()
    dialogs.show_warning(parent, themes, "name is away", "tip")
    plain = parent.findChildren(QMessageBox)[-1]

    assert high == plain.sizeHint().height()
    plain.close()


def test_its_sign_is_of_the_look(parent: QWidget, themes: Themes) -> None:
    dialogs.show_warning(parent, themes, "It could not be done", "A tip.")
    (box,) = parent.findChildren(QMessageBox)

    middle = box.iconPixmap().toImage().pixelColor(box.iconPixmap().width() // 4, box.iconPixmap().height() * 3 // 4)
    assert middle.name() == themes.current.warn
    box.close()


class Asking(QDialog):
    """Asks for a word."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        QVBoxLayout(self).addWidget(self.field)


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

    second = dialogs.show_dialog(Asking(parent), "", replace=True)
    _delete()

    assert left == [QDialog.DialogCode.Rejected]
    assert not Shiboken.isValid(first)
    assert second.isVisible()
    second.close()


def test_so_it_does_before_the_one_before_is_deleted(parent: QWidget) -> None:
    asked = [dialogs.show_dialog(Asking(parent), "", replace=True) for _ in range(3)]

    assert [dialog.isVisible() for dialog in asked] == [False, False, True]
    dialogs.close_all_dialogs()


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
    ask_for_save_path(view, themes, "Save image", tmp_path / "view.png", "PNG (*.png)", written.append)
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
    assert asked.told == ([WidgetsWording.VIEW_CLOSED(file="view.png")] if replaced else [])
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
    assert shows(box.informativeText(), WidgetsWording.VIEW_CLOSED_TIP)
    box.close()


def test_a_dialog_is_larger_for_larger_text_as_far_as_the_screen_goes(
    qtbot: QtBot, themes: Themes, preferences: Preferences
) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    room = dialog.screen().availableGeometry().size()
    usual = QSize(room.width() // 3, room.height() * 2 // 3)
    dialogs.resize_for_text(dialog, usual, themes)
    assert dialog.size() == usual

    preferences.set_value("text_percent", 200)
    dialogs.resize_for_text(dialog, usual, themes)
    assert dialog.width() == 2 * usual.width()
    assert usual.height() < dialog.height() < room.height()


def test_a_dialog_is_as_high_as_its_wrapped_text_needs(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    text, field = QLabel("many words of a long hint " * 12), QLineEdit()
    text.setWordWrap(True)
    field.setMinimumWidth(240)
    form = QFormLayout(dialog)
    form.addRow("", text)
    form.addRow("", field)
    dialogs.show_dialog(dialog, "hint")

    assert text.height() >= text.heightForWidth(text.width())
