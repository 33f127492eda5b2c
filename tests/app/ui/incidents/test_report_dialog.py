"""What is chosen and read in the dialog is what is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPixmap
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.faults.problem_report import ReportGroup, ReportText
from app.ui.base.dialogs import FileDialog
from app.ui.base.theme import Themes
from app.ui.incidents.report_dialog import IncidentDialog, ReportDialog

TEXTS = [
    ReportText("incident.txt", "of the run before", ReportGroup.LOGS),
    ReportText("versions.txt", "Teledeck 0.1", ReportGroup.VERSIONS),
    ReportText("doctor/1.txt", "robot-1 is well", ReportGroup.DOCTOR),
    ReportText("settings/settings.json", "{}", ReportGroup.SETTINGS),
]


class Writer:
    def __init__(self) -> None:
        self.written: list[tuple[Path, Sequence[ReportText], bytes | None]] = []

    def __call__(self, path: Path, texts: Sequence[ReportText], picture: bytes | None) -> None:
        self.written.append((path, texts, picture))


@pytest.fixture
def writer() -> Writer:
    return Writer()


@pytest.fixture
def make(qtbot: QtBot, themes: Themes, writer: Writer) -> Callable[..., ReportDialog]:
    window = QWidget()
    qtbot.addWidget(window)

    def make_dialog(*, has_robots: bool = True) -> ReportDialog:
        pixmap = QPixmap(4, 4)
        pixmap.fill()
        return ReportDialog(themes, lambda: pixmap, writer, window, has_robots=has_robots)

    return make_dialog


def _names(dialog: ReportDialog) -> list[str]:
    return [dialog.files.item(row).text() for row in range(dialog.files.count())]


def _save(dialog: ReportDialog, path: Path) -> None:
    dialog.save.click()
    (asked,) = [known for known in dialog.findChildren(FileDialog) if known.isVisible()]
    asked.fileSelected.emit(str(path))
    asked.close()


def test_nothing_can_be_saved_before_it_can_be_read(make: Callable[..., ReportDialog]) -> None:
    dialog = make()
    assert not dialog.save.isEnabled()

    dialog.set_texts(TEXTS)

    assert dialog.save.isEnabled()
    assert _names(dialog) == ["README.txt", *(entry.name for entry in TEXTS)]


def test_the_picture_is_there_only_if_it_is_asked_for(
    make: Callable[..., ReportDialog], writer: Writer, tmp_path: Path
) -> None:
    dialog = make()
    dialog.set_texts(TEXTS)
    assert not dialog.screenshot.isChecked()
    _save(dialog, tmp_path / "one.zip")

    dialog.screenshot.setChecked(True)
    assert _names(dialog)[-1] == "window.png"
    dialog.files.setCurrentRow(dialog.files.count() - 1)
    _save(dialog, tmp_path / "two.zip")

    (_, _, without), (_, _, picture) = writer.written
    assert without is None
    assert picture is not None
    assert picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("group", ReportGroup)
def test_what_is_unchecked_is_neither_shown_nor_saved(
    make: Callable[..., ReportDialog], writer: Writer, tmp_path: Path, group: ReportGroup
) -> None:
    dialog = make()
    dialog.set_texts(TEXTS)

    dialog.groups[group].setChecked(False)
    _save(dialog, tmp_path / "one.zip")

    (path, texts, _) = writer.written[0]
    assert path == tmp_path / "one.zip"
    assert [entry.name for entry in texts] == _names(dialog)
    assert [entry.group for entry in texts if entry.group is group] == []
    assert len(texts) == 1 + len(TEXTS) - 1


def test_the_text_that_is_shown_is_the_one_that_is_saved(make: Callable[..., ReportDialog]) -> None:
    dialog = make()
    dialog.set_texts(TEXTS)

    for row, entry in enumerate(dialog.chosen_texts):
        dialog.files.setCurrentRow(row)
        assert dialog.preview.toPlainText() == entry.text


def test_what_comes_later_leaves_the_file_that_is_read(make: Callable[..., ReportDialog]) -> None:
    dialog = make()
    dialog.set_texts(TEXTS[:2], waiting=True)
    dialog.files.setCurrentRow(2)

    dialog.set_texts(TEXTS)

    assert dialog.preview.toPlainText() == "Teledeck 0.1"


def test_without_a_robot_none_can_be_asked(make: Callable[..., ReportDialog]) -> None:
    box = make(has_robots=False).groups[ReportGroup.DOCTOR]

    assert (box.isChecked(), box.isEnabled()) == (False, False)


def test_where_it_was_saved_is_said_shown_and_copied(
    make: Callable[..., ReportDialog], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    dialog = make()
    dialog.set_texts(TEXTS)
    assert dialog.copy_path.isHidden()

    dialog.show_saved(tmp_path / "report.zip")
    dialog.copy_path.click()
    dialog.show_folder.click()

    assert QGuiApplication.clipboard().text() == str(tmp_path / "report.zip")
    assert opened == [str(tmp_path)]
    assert str(tmp_path / "report.zip") in dialog.state.text()


def test_why_it_could_not_be_saved_is_said(make: Callable[..., ReportDialog], tmp_path: Path) -> None:
    dialog = make()
    dialog.set_texts(TEXTS)

    dialog.show_failure(tmp_path / "report.zip", "No space left on device")

    assert "No space left on device" in dialog.state.text()
    assert dialog.copy_path.isHidden()


def test_the_text_is_shown_copied_and_can_be_reported_but_not_changed(qtbot: QtBot) -> None:
    dialog = IncidentDialog("Teledeck ended", "<b>line</b>\nanother")
    qtbot.addWidget(dialog)

    dialog.copy_button.click()

    assert dialog.view.toPlainText() == QGuiApplication.clipboard().text() == "<b>line</b>\nanother"
    assert dialog.view.isReadOnly()
    with qtbot.waitSignal(dialog.report_asked):
        dialog.report_button.click()
