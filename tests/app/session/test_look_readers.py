"""The readers of the black box for looks back: what one look has found is there for the next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.model.time_contents import NO_CONTENTS
from app.record.segments import BoxFile
from app.session import look_readers
from app.session.look_readers import LookReaders
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.waiting import eventually

END_NS = START_NS + 100 * S


class Box:
    """A black box whose files a test writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths: list[Path] = []
        box: Any = SimpleNamespace(files=self.files)
        self.readers = LookReaders(box, lambda: END_NS)

    def write(self) -> Path:
        """Write a file of ten seconds."""
        begin_s = 10.0 * len(self.paths)
        path = self.folder / f"{len(self.paths)}.mcap"
        said = [(topic, at_s + begin_s, values) for topic, at_s, values in count_up("/a", 10, 1)]
        self.paths.append(write_recording(path, said, connection="ros1://robot"))
        return path

    def files(self, from_ns: int, until_ns: int) -> list[list[BoxFile]]:
        """All files, whatever the time."""
        del from_ns, until_ns
        return [[(path, None) for path in self.paths]]


@pytest.fixture
async def box(tmp_path: Path) -> AsyncIterator[Box]:
    made = Box(tmp_path)
    yield made
    await made.readers.close()


async def test_each_look_is_given_the_same_reader(box: Box) -> None:
    assert await box.readers.opened() == await box.readers.opened()


async def test_files_that_were_ended_since_are_learnt_while_nobody_looks(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_readers, "REST_S", 0.0)
    monkeypatch.setattr(look_readers, "LEARN_S", 0.001)
    box.write()
    box.readers.learn()
    _, reader = await box.readers.opened()
    await eventually(lambda: reader.knows(box.paths[0]))

    path = box.write()

    await eventually(lambda: reader.knows(path))
    assert reader.ended == 0


async def test_what_the_first_look_needs_is_read_ahead_again_and_again(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_readers, "LEARN_S", 0.001)
    _, reader = await box.readers.opened()
    asked: list[int] = []
    monkeypatch.setattr(reader, "read_ahead", asked.append)

    box.readers.learn()

    await eventually(lambda: len(asked) > 2)
    assert set(asked) == {END_NS}


async def test_who_learns_already_learns_no_second_time(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_readers, "LEARN_S", 0.001)
    _, reader = await box.readers.opened()
    learn, rounds = reader.learn, 0

    def counted() -> bool:
        nonlocal rounds
        rounds += 1
        return learn()

    monkeypatch.setattr(reader, "learn", counted)
    before = len(asyncio.all_tasks())
    for _ in range(3):
        box.readers.learn()
    await eventually(lambda: rounds > 3)

    assert len(asyncio.all_tasks()) == before + 1


async def test_at_rest_no_file_is_open(box: Box) -> None:
    box.write()
    executor, reader = await box.readers.opened()
    await asyncio.get_running_loop().run_in_executor(executor, reader.open, START_NS, END_NS)
    assert reader.ended == 1

    box.readers.rest()

    await eventually(lambda: reader.ended == 0)


async def test_what_the_black_box_holds_is_seen_once_for_all_looks(box: Box) -> None:
    box.write()
    assert box.readers.contents == NO_CONTENTS
    assert await box.readers.look()
    seen = box.readers.contents
    assert seen.density is not None

    assert not await box.readers.look()

    assert box.readers.contents == seen
