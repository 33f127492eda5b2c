from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.record.incidents import PAGE, IncidentFolder
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.incidents.incident_list import IncidentColumn
from app.ui.incidents.incidents_panel import IncidentsPanel
from app.wording.ui.incidents import IncidentListWording
from app.wording.ui.time_axis import TimeAxisWording
from tests.app.ui.robot.conftest import opens_a_menu
from tests.fakes.incident_recording import STOPPED_NS, fill_incidents
from tests.fakes.spawned import Spawned
from tests.tools.sentences import shows


class Bench:
    """A panel of incidents whose coroutines run when a test asks for it.

    Attributes:
        opened: what was given to other programs.
    """

    def __init__(self, root: Path, themes: Themes) -> None:
        self.spawned = Spawned()
        self.folder = IncidentFolder(root)
        self.panel = IncidentsPanel(self.folder, self.spawned, themes)
        self.panel.resize(900, 400)
        self.now = 0.0
        self.opened: list[QUrl] = []

    def read(self) -> None:
        """Let the panel read the folder."""
        self.now += 10.0
        self.panel.refresh(self.now)
        self.spawned.run()

    def open(self, url: QUrl) -> bool:
        """Open something by another program."""
        self.opened.append(url)
        return True

    def choose(self, row: int) -> None:
        """Select a row."""
        self.panel.tree.setCurrentIndex(self.panel.model.index(row, 0))

    def press(self, key: Qt.Key) -> None:
        """Press a key in the list."""
        QTest.keyClick(self.panel.tree, key)
        self.spawned.run()


@pytest.fixture
def bench(qtbot: QtBot, themes: Themes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    bench = Bench(tmp_path / "incidents", themes)
    monkeypatch.setattr(QDesktopServices, "openUrl", bench.open)
    qtbot.addWidget(bench.panel)
    bench.panel.show()
    bench.panel.tree.setFocus()
    yield bench
    bench.spawned.close()


@pytest.fixture
def filled(bench: Bench) -> Bench:
    fill_incidents(bench.folder)
    bench.read()
    return bench


def test_without_incidents_it_says_when_one_is_made(bench: Bench) -> None:
    bench.read()
    assert bench.panel.empty.isVisible()
    assert shows(bench.panel.empty.hint, IncidentListWording.NONE_HINT)
    assert not bench.panel.open_button.isEnabled()


def test_incidents_that_come_are_shown_and_the_selected_one_stays_selected(filled: Bench) -> None:
    filled.choose(2)
    chosen = filled.panel.current
    assert chosen is not None
    newest = filled.folder.list()[0]
    filled.folder.delete(newest)
    filled.read()
    now = filled.panel.current
    assert now is not None
    assert now.name == chosen.name
    assert filled.panel.model.rowCount() == 3


def test_the_folder_is_read_from_time_to_time_only(filled: Bench) -> None:
    fill_incidents(filled.folder)
    filled.panel.refresh(filled.now + 0.5)
    filled.spawned.run()
    assert filled.panel.model.rowCount() == 4
    filled.read()
    assert filled.panel.model.rowCount() == 8


def test_the_page_is_made_with_the_note_of_now_and_opened(filled: Bench) -> None:
    filled.choose(1)
    filled.press(Qt.Key.Key_Return)
    incident = filled.panel.current
    assert incident is not None
    assert filled.opened == [QUrl.fromLocalFile(str(incident.folder / PAGE))]
    assert incident.facts.note in (incident.folder / PAGE).read_text("utf-8")


def test_one_that_is_still_being_recorded_is_neither_opened_nor_deleted(filled: Bench) -> None:
    filled.choose(0)
    filled.press(Qt.Key.Key_Return)
    filled.press(Qt.Key.Key_Delete)
    assert filled.opened == []
    assert not filled.panel.bar.asking
    assert not filled.panel.export_button.isEnabled()
    assert filled.panel.keep_button.isEnabled()


def test_one_that_could_not_be_made_is_deleted_but_neither_opened_nor_exported(filled: Bench) -> None:
    filled.folder.now_ns = lambda: STOPPED_NS + 120 * 10**9
    filled.read()
    filled.choose(0)
    incident = filled.panel.current
    assert incident is not None
    assert not incident.facts.is_complete
    assert not filled.panel.open_button.isEnabled()
    assert not filled.panel.export_button.isEnabled()
    assert filled.panel.delete_button.isEnabled()
    filled.press(Qt.Key.Key_Delete)
    filled.panel.bar.buttons[0].click()
    filled.spawned.run()
    assert filled.folder.find(incident.name) is None


def test_a_note_is_edited_in_place(filled: Bench) -> None:
    filled.choose(2)
    filled.press(Qt.Key.Key_F2)
    (field,) = filled.panel.tree.viewport().findChildren(QLineEdit)
    # reading meanwhile does not take the field away
    fill_incidents(filled.folder)
    filled.read()
    assert field.isVisible()
    QTest.keyClicks(field, "a wheel was loose")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    filled.spawned.run()
    assert "a wheel was loose" in {incident.facts.note for incident in filled.folder.list()}


def test_one_is_kept_and_no_longer_by_a_key(filled: Bench) -> None:
    filled.choose(2)
    filled.press(Qt.Key.Key_Insert)
    assert filled.folder.list()[2].facts.is_kept
    assert shows(filled.panel.keep_button.text(), IncidentListWording.DO_NOT_KEEP)
    filled.press(Qt.Key.Key_Insert)
    assert not filled.folder.list()[2].facts.is_kept


def test_one_is_deleted_only_after_a_question(filled: Bench) -> None:
    filled.choose(2)
    filled.press(Qt.Key.Key_Delete)
    assert filled.panel.bar.asking
    filled.panel.bar.decline()
    filled.spawned.run()
    assert len(filled.folder.list()) == 4
    filled.press(Qt.Key.Key_Delete)
    filled.panel.bar.buttons[0].click()
    filled.spawned.run()
    assert len(filled.folder.list()) == 3
    assert filled.panel.model.rowCount() == 3


def test_all_of_an_incident_is_exported_with_its_page(filled: Bench, tmp_path: Path) -> None:
    filled.choose(1)
    incident = filled.panel.current
    assert incident is not None
    file = tmp_path / "out.zip"
    filled.panel.export_to(incident, file)
    assert shows(filled.panel.bar.words.text(), IncidentListWording.EXPORTING, share=0.0)
    filled.spawned.run()
    assert shows(filled.panel.bar.words.text(), IncidentListWording.EXPORTED, file="out.zip")
    with zipfile.ZipFile(file) as archive:
        assert {Path(name).name for name in archive.namelist()} == {"incident.json", "recording.mcap", PAGE}


def test_an_export_that_is_cancelled_leaves_no_file(filled: Bench, tmp_path: Path) -> None:
    filled.choose(1)
    incident = filled.panel.current
    assert incident is not None
    filled.panel.export_to(incident, tmp_path / "out.zip")
    filled.panel.bar.buttons[0].click()
    filled.spawned.run()
    assert not (tmp_path / "out.zip").exists()
    assert not filled.panel.bar.isVisible()


def test_what_the_disk_refuses_is_said(filled: Bench, tmp_path: Path) -> None:
    filled.choose(1)
    incident = filled.panel.current
    assert incident is not None
    filled.panel.export_to(incident, tmp_path / "nowhere" / "out.zip")
    filled.spawned.run()
    assert shows(filled.panel.bar.words.text(), IncidentListWording.FAILED, reason="No such file or directory")


def test_an_export_that_fails_in_whatever_way_is_not_the_last_one(
    filled: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.choose(1)
    incident = filled.panel.current
    assert incident is not None

    def fail(*_: object) -> bool:
        raise ValueError("of nobody's making")

    with monkeypatch.context() as patch:
        patch.setattr(filled.folder, "export", fail)
        filled.panel.export_to(incident, tmp_path / "out.zip")
        with pytest.raises(ValueError, match="making"):
            filled.spawned.run()
    filled.press(Qt.Key.Key_Delete)
    assert filled.panel.bar.asking


def test_a_row_is_copied_with_all_that_it_says(filled: Bench) -> None:
    filled.choose(1)
    filled.panel.copy()
    assert "Rover 2" in QGuiApplication.clipboard().text()
    assert "the box fell off" in QGuiApplication.clipboard().text()


@opens_a_menu
def test_the_menu_of_a_row_has_all_that_can_be_done_with_it(filled: Bench) -> None:
    filled.choose(0)
    filled.panel.tree.customContextMenuRequested.emit(filled.panel.rect().center())
    (menu,) = filled.panel.findChildren(QMenu)
    entries = {action.text().partition("\t")[0]: action for action in menu.actions() if action.text()}
    assert len(entries) == 9
    refused = [text for text, action in entries.items() if not action.isEnabled()]
    words = IncidentListWording
    codes = (words.OPEN, words.COMPARE, words.EXPORT, words.DELETE)
    assert [shows(text, code) for text, code in zip(refused, codes, strict=True)] == [True] * 4
    menu.close()


@opens_a_menu
def test_its_recording_is_compared_with_what_is_live(filled: Bench) -> None:
    asked: list[Path] = []
    filled.panel.compare_asked.connect(asked.append)
    filled.choose(1)
    filled.panel.tree.customContextMenuRequested.emit(filled.panel.rect().center())
    menu = next(menu for menu in filled.panel.findChildren(QMenu) if menu.isVisible())
    next(action for action in menu.actions() if shows(action.text(), IncidentListWording.COMPARE)).trigger()
    incident = filled.panel.current
    assert incident is not None
    assert asked == [incident.recording]
    menu.close()


def test_its_folder_is_shown(filled: Bench) -> None:
    filled.choose(1)
    filled.panel.show_folder()
    incident = filled.panel.current
    assert incident is not None
    assert filled.opened == [QUrl.fromLocalFile(str(incident.folder))]


def test_after_editing_a_note_enter_opens_the_page_again(filled: Bench) -> None:
    filled.panel.tree.setCurrentIndex(filled.panel.model.index(1, IncidentColumn.NOTE))
    filled.panel.model.setData(filled.panel.model.index(1, IncidentColumn.NOTE), "another")
    filled.spawned.run()
    filled.press(Qt.Key.Key_Return)
    assert len(filled.opened) == 1


@opens_a_menu
def test_the_time_of_an_incident_is_asked_for_by_the_middle_button_and_by_its_menu(filled: Bench) -> None:
    asked: list[int] = []
    filled.panel.time_asked.connect(asked.append)
    tree = filled.panel.tree
    place = tree.visualRect(filled.panel.model.index(1, 0)).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, place)
    incident = filled.panel.model.incident(filled.panel.model.index(1, 0))
    assert incident is not None
    assert asked == [incident.facts.time_ns]

    filled.choose(1)
    tree.customContextMenuRequested.emit(place)
    (menu,) = filled.panel.findChildren(QMenu)
    text = say(TimeAxisWording.SHOW_TIME())
    next(action for action in menu.actions() if action.text() == text).trigger()
    assert asked == [incident.facts.time_ns] * 2
