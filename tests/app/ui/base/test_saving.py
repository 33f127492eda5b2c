from __future__ import annotations

import asyncio
import errno
import functools
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.model.schema import DecodeError
from app.net.tasks import TaskPool
from app.ui.base.saving import ImageFileSaver, encode_image, write_image
from app.ui.base.theme import Themes
from app.ui.widgets.notices import Notice
from app.wording.ui.widgets import WidgetsWording
from tests.fakes.full_disk import full_disk
from tests.tools.sentences import shows


class Desk:
    """A saver over a widget, and what it says."""

    def __init__(self, parent: QWidget, themes: Themes, tasks: TaskPool) -> None:
        self.parent = parent
        self.done = Notice(parent)
        self.faults: list[tuple[str, str, str]] = []
        self.saver = ImageFileSaver(parent, tasks.spawn, themes, self.done, lambda *words: self.faults.append(words))


@pytest.fixture
async def desk(qtbot: QtBot, themes: Themes) -> AsyncIterator[Desk]:
    tasks, window = TaskPool("view"), QWidget()
    qtbot.addWidget(window)
    yield Desk(QWidget(window), themes, tasks)
    await tasks.cancel()


def image() -> QImage:
    return QImage(4, 4, QImage.Format.Format_RGB32)


async def test_what_was_written_is_told_with_its_name(desk: Desk, tmp_path: Path) -> None:
    await desk.saver.save(tmp_path / "view.png", functools.partial(write_image, image=image()))

    assert desk.done.texts[:2] == (WidgetsWording.SAVED(), "view.png")
    assert QImage(str(tmp_path / "view.png")).width() == 4
    assert desk.faults == []


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError("the disk is full"), ("Not saved", "one.png can't be written: the disk is full", "")),
        (DecodeError("it is broken", "Ask again."), ("Not saved", "it is broken", "Ask again.")),
    ],
)
async def test_what_was_not_written_is_told_with_its_reason(
    desk: Desk, fault: Exception, told: tuple[str, str, str]
) -> None:
    def write(_path: Path) -> None:
        raise fault

    await desk.saver.save(Path("one.png"), write)

    assert desk.faults == [told]
    assert not desk.done.texts[0]


async def test_what_can_not_be_written_says_why_and_harms_nothing(desk: Desk, tmp_path: Path) -> None:
    await desk.saver.save(tmp_path / "no" / "a.png", functools.partial(write_image, image=image()))

    missing = os.strerror(errno.ENOENT)
    assert desk.faults[0][1] == WidgetsWording.NOT_WRITTEN(path=tmp_path / "no" / "a.png", reason=missing)
    assert not (tmp_path / "no").exists()


async def test_on_a_full_disk_what_was_there_stays_and_it_is_said_why(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "view.png"
    file.write_text("before")
    with full_disk():
        await desk.saver.save(file, functools.partial(write_image, image=image()))

    assert shows(desk.faults[0][1], WidgetsWording.NOT_WRITTEN, reason=os.strerror(errno.EFBIG))
    assert file.read_text() == "before"


@pytest.mark.parametrize("fault", [None, OSError("the disk is full")])
async def test_a_view_that_is_closed_while_it_is_saved_says_nothing(desk: Desk, fault: OSError | None) -> None:
    done: list[bool] = []

    def write(_path: Path) -> None:
        done.append(True)
        if fault is not None:
            raise fault

    task = asyncio.get_running_loop().create_task(desk.saver.save(Path("picture.png"), write), name="write")
    await asyncio.sleep(0)
    Shiboken.delete(desk.parent)
    await task

    assert done == [True]
    assert desk.faults == []


def test_the_suffix_says_how_an_image_is_written(tmp_path: Path) -> None:
    write_image(tmp_path / "a.JPG", image())
    write_image(tmp_path / "a", image())

    assert (tmp_path / "a.JPG").read_bytes().startswith(b"\xff\xd8")
    assert (tmp_path / "a").read_bytes().startswith(b"\x89PNG")


def test_what_is_no_image_can_not_be_written() -> None:
    with pytest.raises(OSError, match=r"."):
        encode_image(QImage())
