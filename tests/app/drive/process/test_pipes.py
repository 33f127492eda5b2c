"""Standard input, read without waiting."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.drive.process import pipes
from app.drive.process.pipes import InputPipe
from tests.fakes.waiting import eventually


class Woken:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
async def ends() -> AsyncIterator[tuple[int, int]]:
    read_end, write_end = os.pipe()
    yield read_end, write_end
    for end in (read_end, write_end):
        try:
            os.close(end)
        except OSError:
            continue


async def test_what_comes_wakes_and_is_read_without_waiting(ends: tuple[int, int]) -> None:
    woken = Woken()
    pipe = InputPipe(ends[0], woken)
    assert pipe.read() == b""

    os.write(ends[1], b"abc")

    await eventually(lambda: woken.count)
    assert pipe.read() == b"abc"
    assert pipe.read() == b""
    pipe.close()


async def test_the_end_is_told_once_and_for_all(ends: tuple[int, int]) -> None:
    woken = Woken()
    pipe = InputPipe(ends[0], woken)
    os.write(ends[1], b"last")
    os.close(ends[1])

    await eventually(lambda: woken.count)
    assert pipe.read() == b"last"
    assert pipe.read() is None
    assert pipe.read() is None


async def test_what_waits_can_be_thrown_away_unread(ends: tuple[int, int]) -> None:
    pipe = InputPipe(ends[0], Woken())
    os.write(ends[1], b"x" * 60_000)

    assert pipe.discard() == b"x" * 60_000

    os.write(ends[1], b"new")
    assert pipe.read() == b"new"
    pipe.close()


async def test_throwing_away_leaves_the_end_to_be_read(ends: tuple[int, int]) -> None:
    pipe = InputPipe(ends[0], Woken())
    os.write(ends[1], b"old")
    os.close(ends[1])

    assert pipe.discard() == b"old"
    assert pipe.read() is None


async def test_so_it_does_where_no_loop_waits_for_it_and_a_thread_reads(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_reader(*_: object) -> None:
        raise NotImplementedError

    # as on Windows
    monkeypatch.setattr(asyncio.get_running_loop(), "add_reader", add_reader)
    monkeypatch.setattr(pipes, "_WAITING", None)
    woken = Woken()
    pipe = InputPipe(ends[0], woken)
    os.write(ends[1], b"old")
    await eventually(lambda: woken.count == 1)
    os.close(ends[1])
    await eventually(lambda: woken.count == 2)

    assert pipe.discard() == b"old"
    assert pipe.read() is None


async def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"y" * 100_000)
    file = os.open(path, os.O_RDONLY)
    got: list[bytes | None] = []
    done = asyncio.get_running_loop().create_future()

    def wake() -> None:
        data = pipe.read()
        got.append(data)
        if data is None and not done.done():
            done.set_result(None)

    pipe = InputPipe(file, wake)
    await done
    os.close(file)

    assert b"".join(data for data in got if data) == b"y" * 100_000


async def test_no_input_at_all_has_ended() -> None:
    woken = Woken()
    read_end, write_end = os.pipe()
    os.close(read_end)
    os.close(write_end)

    pipe = InputPipe(read_end, woken)

    await eventually(lambda: woken.count)
    assert pipe.read() is None
