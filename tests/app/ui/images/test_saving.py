from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow, QWidget
from shiboken6 import Shiboken

from app.model.schema import DecodeError
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.images.saving import ImageSaver
from app.ui.images.snapshot import ImageSaveError
from app.ui.widgets.notices import Notice
from tests.fakes.pictures import tools_of
from tests.fakes.session import FakeSession


class Desk:
    """A saver over a widget, and what it says."""

    def __init__(self, session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> None:
        self.parent = QWidget(window)
        self.done = Notice(self.parent)
        self.faults: list[tuple[str, str, str]] = []
        tools = tools_of(session, themes, preferences, window)
        self.saver = ImageSaver(self.parent, tools, self.done, lambda *words: self.faults.append(words))


@pytest.fixture
def desk(session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> Desk:
    return Desk(session, themes, preferences, window)


async def test_what_was_written_is_told_with_its_name(desk: Desk) -> None:
    await desk.saver.save(Path("pictures/one.png"), lambda: None)

    assert desk.done.texts[:2] == ("Saved", "one.png")
    assert desk.faults == []


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (ImageSaveError("the disk is full"), ("Not saved", "the disk is full", "")),
        (DecodeError("it is broken", "Ask again."), ("Not saved", "it is broken", "Ask again.")),
    ],
)
async def test_what_was_not_written_is_told_with_its_reason(
    desk: Desk, fault: Exception, told: tuple[str, str, str]
) -> None:
    def write() -> None:
        raise fault

    await desk.saver.save(Path("one.png"), write)

    assert desk.faults == [told]
    assert not desk.done.texts[0]


@pytest.mark.parametrize("fault", [None, ImageSaveError("the disk is full")])
async def test_a_view_that_is_closed_while_it_is_saved_says_nothing(desk: Desk, fault: ImageSaveError | None) -> None:
    done: list[bool] = []

    def write() -> None:
        done.append(True)
        if fault is not None:
            raise fault

    task = asyncio.get_running_loop().create_task(desk.saver.save(Path("picture.png"), write), name="write")
    await asyncio.sleep(0)
    Shiboken.delete(desk.parent)
    await task

    assert done == [True]
    assert desk.faults == []
