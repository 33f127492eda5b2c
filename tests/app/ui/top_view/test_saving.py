from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.top_view.saving import TopViewSaver
from app.ui.widgets.notices import Notice
from tests.fakes.full_disk import full_disk
from tests.fakes.images import tools_of
from tests.fakes.session import FakeSession


@pytest.fixture
async def saver(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[TopViewSaver]:
    tasks = TaskPool("view")
    window = QMainWindow()
    qtbot.addWidget(window)
    yield TopViewSaver(window, tools_of(session, themes, preferences, window, tasks.spawn), Notice(window))
    await tasks.cancel()


def image() -> QImage:
    return QImage(4, 4, QImage.Format.Format_RGB32)


async def test_a_picture_is_saved_or_it_is_said_why_not(saver: TopViewSaver, tmp_path: Path) -> None:
    await saver.save(image(), tmp_path / "view.png")
    assert saver.notice.texts[:2] == ("Saved", "view.png")
    assert QImage(str(tmp_path / "view.png")).width() == 4
    await saver.save(image(), tmp_path / "nowhere" / "view.png")

    assert saver.notice.texts[0] == "Not saved"


async def test_on_a_full_disk_what_was_there_stays_and_it_is_said_why(saver: TopViewSaver, tmp_path: Path) -> None:
    file = tmp_path / "view.png"
    file.write_text("before")
    with full_disk():
        await saver.save(image(), file)

    assert saver.notice.texts[0] == "Not saved"
    assert "too large" in " ".join(saver.notice.texts)
    assert file.read_text() == "before"


async def test_a_view_that_is_closed_while_it_is_saved_says_nothing(saver: TopViewSaver, tmp_path: Path) -> None:
    task = asyncio.get_running_loop().create_task(saver.save(image(), tmp_path / "view.png"), name="save")
    await asyncio.sleep(0)
    Shiboken.delete(saver.notice)
    await task

    assert (tmp_path / "view.png").exists()
