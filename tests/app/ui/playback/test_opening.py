"""Opening of recordings from a dialog, and by dropped files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.record.addresses import recording_uri
from app.ui.base.dialogs import FileDialog
from app.ui.playback.opening import RecordingOpener


class Bench:
    """A window on which files may be dropped."""

    def __init__(self, recent: list[str]) -> None:
        self.window = QWidget()
        self.opened: list[str] = []
        self.opener = RecordingOpener(self.window, self.opened.append, lambda: recent)

    def drop(self, *files: Path) -> bool:
        """Drop files; whether they were taken."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(QPoint(1, 1), Qt.DropAction.CopyAction, data, buttons, keys)
        enter.ignore()
        QApplication.sendEvent(self.window, enter)
        if enter.isAccepted():
            QApplication.sendEvent(self.window, QDropEvent(QPoint(1, 1), Qt.DropAction.CopyAction, data, buttons, keys))
        return enter.isAccepted()


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Bench:
    made = Bench(["gazebo://robot", recording_uri([tmp_path / "a.mcap"])])
    qtbot.addWidget(made.window)
    return made


def test_recordings_that_are_dropped_are_opened_as_one(bench: Bench, tmp_path: Path) -> None:
    one, two = tmp_path / "a 1.mcap", tmp_path / "b.bag"
    assert bench.drop(one, two, tmp_path / "readme.txt")
    assert bench.opened == [recording_uri([one, two])]


def test_other_files_are_left_to_others(bench: Bench, tmp_path: Path) -> None:
    assert not bench.drop(tmp_path / "readme.txt")
    assert bench.opened == []


def test_a_recent_folder_that_can_not_be_looked_at_keeps_no_dialog_away(qtbot: QtBot, tmp_path: Path) -> None:
    bench = Bench([recording_uri([tmp_path / ("a" * 300) / "a.mcap"]), recording_uri([tmp_path / "a.mcap"])])
    qtbot.addWidget(bench.window)
    bench.window.show()
    bench.opener.ask()
    (dialog,) = bench.window.findChildren(FileDialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path
    dialog.reject()


def test_the_dialog_begins_where_the_last_recording_was(bench: Bench, tmp_path: Path) -> None:
    bench.window.show()
    bench.opener.ask()
    (dialog,) = bench.window.findChildren(FileDialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path
    dialog.filesSelected.emit([str(tmp_path / "x.mcap")])
    dialog.reject()
    assert bench.opened == [recording_uri([tmp_path / "x.mcap"])]
