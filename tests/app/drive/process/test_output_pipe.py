"""Standard output that nobody may read."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterator

import pytest

from app.drive.process.pipes import MAX_KEPT_BYTES, OutputPipe


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    read_end, write_end = os.pipe()
    yield read_end, write_end
    for end in (read_end, write_end):
        try:
            os.close(end)
        except OSError:
            continue


def test_lines_are_written_in_order(ends: tuple[int, int]) -> None:
    output = OutputPipe(ends[1], lambda: None)
    for number in range(3):
        output.put_line(b"%d\n" % number)
        assert os.read(ends[0], 100) == b"%d\n" % number

    assert output.close(10)
    assert output.dropped == 0


@pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="the size of a pipe is Linux' to set")
def test_of_what_nobody_takes_the_newest_is_kept_and_nobody_waits(ends: tuple[int, int]) -> None:
    fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, 4096)
    output = OutputPipe(ends[1], lambda: None)
    began = time.monotonic()
    for number in range(10_000):
        output.put_line(b"%099d\n" % number)
    assert time.monotonic() - began < 10
    assert output.dropped > 0

    got = b""
    while not got.endswith(b"%099d\n" % 9999):
        got += os.read(ends[0], 65536)

    # whole lines, each newer than the one before
    numbers = [int(line) for line in got.splitlines()]
    assert numbers == sorted(set(numbers))
    assert output.close(10)


def test_what_is_kept_is_written_before_the_newest_line_and_not_lost_to_it(ends: tuple[int, int]) -> None:
    output = OutputPipe(ends[1], lambda: None)
    for number in range(100):
        output.put_text(b"k%d\n" % number)
        output.put_line(b"%d\n" % number)
    assert output.close(10)
    got = os.read(ends[0], 65536).splitlines()

    assert [line for line in got if line.startswith(b"k")] == [b"k%d" % number for number in range(100)]
    assert got[-1] == b"99"


@pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="the size of a pipe is Linux' to set")
def test_too_much_of_what_is_kept_is_dropped(ends: tuple[int, int]) -> None:
    fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, 4096)
    output = OutputPipe(ends[1], lambda: None)
    for _ in range(1000):
        output.put_text(b"x" * 100)

    assert output.dropped > 0
    assert len(output._kept) <= MAX_KEPT_BYTES
    os.close(ends[0])
    assert output.close(10)


def test_the_end_does_not_wait_for_a_reader(ends: tuple[int, int]) -> None:
    output = OutputPipe(ends[1], lambda: None)
    output.put_line(b"x" * 1_000_000)

    assert not output.close(0.05)

    # the thread ends with the pipe
    os.close(ends[0])
    assert output.close(10)


def test_it_is_told_when_nobody_will_ever_read(ends: tuple[int, int]) -> None:
    broken = threading.Event()
    output = OutputPipe(ends[1], broken.set)
    os.close(ends[0])

    output.put_line(b"anybody?\n")

    assert broken.wait(10)
    assert output.close(10)
