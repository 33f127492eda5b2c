"""The control of recordings: its actions, and what it says in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.config.folders import CONFIG_VARIABLE, recordings_folder
from app.model.marks import Marks
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.record.extract import Extracted
from app.session.errors import SessionError
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.record.control import RecordingControl
from app.ui.record.keep_dialog import KeepDialog
from app.ui.record.topics_dialog import RecordTopicsDialog
from app.ui.widgets.notices import WindowNotices
from app.ui.window.actions import RecordActions
from app.wording.record import RecordWording
from app.wording.ui.record import RecordUiWording
from tests.fakes.session import URI, FakeSession


class Desk:
    """A control in a window, with what it shows."""

    def __init__(self, session: FakeSession, themes: Themes, qtbot: QtBot) -> None:
        self.session = session
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.news = WindowNotices(themes)
        self.news.setParent(self.window)
        self.actions = RecordActions(themes, self.window)
        self.tasks = TaskPool("test")
        self.noted: list[dict[str, Any]] = []
        self.is_driving = False
        self.notes: list[str] = []
        self.control = RecordingControl(
            self.window,
            session.recording,
            session.topics,
            lambda: "rover",
            self.news,
            self.tasks.spawn,
            self.actions,
            Marks(self.noted.append),
            self.notes.append,
            lambda: self.is_driving,
        )

    async def settle(self) -> None:
        """Wait until nothing goes on."""
        await asyncio.sleep(0)
        await self.tasks.wait()

    async def press(self) -> None:
        """Press the key, and wait until that is done."""
        self.actions.record.trigger()
        await self.settle()

    @property
    def told(self) -> str:
        """The notice; empty if there is none."""
        return " ".join(bar.words.text() for bar in self.news.bars.values())

    def button(self, code: RecordUiWording) -> QPushButton:
        """A button of the notice."""
        return next(one for one in self.news.findChildren(QPushButton) if one.text() == say(code()))


@pytest.fixture
def desk(session: FakeSession, themes: Themes, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A control whose files are the test's."""
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    return Desk(session, themes, qtbot)


async def test_the_key_begins_a_recording_and_ends_it(desk: Desk) -> None:
    await desk.press()
    state = desk.session.recording.state
    assert state is not None
    assert state.path.parent == recordings_folder()
    assert state.path.stem.endswith("_rover")
    assert state.order.keys is None
    assert desk.actions.record.isChecked()
    assert desk.told == ""
    await desk.press()
    assert not desk.actions.record.isChecked()
    assert state.path.name in desk.told


async def test_the_file_can_be_found_from_the_notice(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    await desk.press()
    await desk.press()
    state = desk.session.recording.state
    assert state is not None
    desk.button(RecordUiWording.OPEN_FOLDER).click()
    desk.button(RecordUiWording.COPY_PATH).click()
    assert opened == [QUrl.fromLocalFile(str(state.path.parent))]
    assert QGuiApplication.clipboard().text() == str(state.path)


async def test_why_nothing_is_recorded_is_said(desk: Desk) -> None:
    desk.session.black_box.refusal = SessionError(RecordWording.NO_ROOM(folder="f", free_mb=1, least_mb=500), "tip")
    await desk.press()
    assert say(RecordWording.NO_ROOM(folder="f", free_mb=1, least_mb=500)) in desk.told
    assert not desk.actions.record.isChecked()


async def test_a_recording_that_ends_by_itself_says_why_and_lets_go_of_its_topics(desk: Desk) -> None:
    desk.control.start(frozenset({TopicKey(URI, "/a")}))
    await desk.settle()
    state = desk.session.recording.state
    assert state is not None
    assert state.order.keys == frozenset({TopicKey(URI, "/a")})
    desk.session.black_box.told_recording = replace(state, is_ended=True, trouble=RecordWording.DISK_FULL(), lost=7)
    desk.control.refresh(1.0)
    await desk.settle()
    assert say(RecordWording.DISK_FULL()) in desk.told
    assert "7" in desk.told
    told = desk.told
    desk.control.refresh(2.0)
    await desk.settle()
    assert desk.told == told
    assert not desk.actions.record.isChecked()


async def test_a_window_that_comes_later_shows_what_is_recorded(desk: Desk, themes: Themes, qtbot: QtBot) -> None:
    await desk.press()
    later = Desk(desk.session, themes, qtbot)
    assert later.actions.record.isChecked()
    await later.press()
    assert later.told


async def test_topics_that_are_chosen_are_recorded_in_place_of_what_is_recorded(desk: Desk) -> None:
    await desk.press()
    desk.actions.choose.trigger()
    dialog = desk.window.findChild(RecordTopicsDialog)
    assert dialog is not None
    dialog.chosen.emit(frozenset({TopicKey(URI, "/b")}))
    await desk.settle()
    state = desk.session.recording.state
    assert state is not None
    assert state.order.keys == frozenset({TopicKey(URI, "/b")})
    assert desk.actions.record.isChecked()
    dialog.close()


class Keeper:
    """Keeps the last minutes as slowly as a test wants it."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.desk = desk
        self.made: Extracted | None = Extracted(recordings_folder() / "kept.mcap", 0, 60_000_000_000, 7_000_000, 9, 0)
        self.refusal: SessionError | None = None
        self.asked: list[tuple[str, float | None]] = []
        self.going_on: list[bool] = []
        self.done = asyncio.Event()
        monkeypatch.setattr(desk.session.recording, "keep", self.keep)

    async def keep(self, robot: str, seconds: float | None, go_on: Callable[[float], bool]) -> Extracted | None:
        self.asked.append((robot, seconds))
        self.going_on.append(go_on(0.25))
        await self.done.wait()
        self.going_on.append(go_on(1.0))
        if self.refusal is not None:
            raise self.refusal
        return self.made if self.going_on[-1] else None

    async def begin(self) -> KeepDialog:
        """Ask for what is chosen at first, and return the dialog while that is kept."""
        self.desk.actions.keep.trigger()
        dialog = self.desk.window.findChild(KeepDialog)
        assert dialog is not None
        dialog.keep.click()
        for _ in range(3):
            await asyncio.sleep(0)
        return dialog

    async def end(self) -> None:
        """Let it be done."""
        self.done.set()
        await self.desk.settle()


@pytest.fixture
def keeper(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Keeper:
    """What keeps the last minutes."""
    return Keeper(desk, monkeypatch)


async def test_the_last_minutes_are_kept_with_progress_and_the_file_can_be_found(
    desk: Desk, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    dialog = await keeper.begin()
    assert keeper.asked == [("rover", 300.0)]
    assert dialog.progress.value() == dialog.progress.maximum() // 4
    assert desk.told == ""
    assert dialog.isVisible()
    await keeper.end()
    assert not Shiboken.isValid(dialog) or not dialog.isVisible()
    assert "kept.mcap" in desk.told
    desk.button(RecordUiWording.OPEN_FOLDER).click()
    assert opened == [QUrl.fromLocalFile(str(recordings_folder()))]


async def test_what_is_cancelled_is_not_kept_and_not_told(desk: Desk, keeper: Keeper) -> None:
    dialog = await keeper.begin()
    dialog.cancel.click()
    await keeper.end()
    assert keeper.going_on == [True, False]
    assert desk.told == ""


async def test_why_the_last_minutes_are_not_kept_is_said(desk: Desk, keeper: Keeper) -> None:
    reason = RecordWording.NOT_KEPT(folder="f", reason=RecordWording.DISK_FULL())
    keeper.refusal = SessionError(reason)
    dialog = await keeper.begin()
    await keeper.end()
    assert say(reason) in desk.told
    assert not Shiboken.isValid(dialog) or not dialog.isVisible()


async def test_parts_that_could_not_be_read_are_told(desk: Desk, keeper: Keeper) -> None:
    assert keeper.made is not None
    keeper.made = keeper.made._replace(left_out=3)
    await keeper.begin()
    await keeper.end()
    assert "3" in desk.told


async def test_the_folder_is_made_when_it_is_opened(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    desk.actions.open_folder.trigger()
    assert recordings_folder().is_dir()
    assert opened == [QUrl.fromLocalFile(str(recordings_folder()))]
    recordings_folder().rmdir()
    recordings_folder().write_text("no folder")
    desk.actions.open_folder.trigger()
    assert len(opened) == 1
    assert desk.told


def test_a_held_key_begins_and_ends_nothing(desk: Desk) -> None:
    assert not desk.actions.record.autoRepeat()
    assert desk.actions.record.shortcut().toString() == "F9"


def test_each_moment_that_is_marked_is_kept_logged_and_said(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    for _ in range(2):
        desk.actions.mark.trigger()
    assert [noted["number"] for noted in desk.noted] == [1, 2]
    assert len(desk.notes) == 2
    assert len(caplog.messages) == 2
    assert not desk.actions.mark.autoRepeat()


def test_words_go_where_the_mark_went(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    desk.actions.mark.trigger()
    desk.actions.words.trigger()
    desk.control.words.field.setText("a wheel slipped")
    desk.control.words.field.returnPressed.emit()
    first, second = desk.noted
    assert second == {**first, "words": "a wheel slipped"}
    assert "a wheel slipped" in desk.notes[-1]
    assert "a wheel slipped" in caplog.messages[-1]


def test_words_without_a_mark_mark_the_moment(desk: Desk) -> None:
    desk.actions.words.trigger()
    assert [noted["number"] for noted in desk.noted] == [1]
    assert not desk.control.words.field.isHidden()
