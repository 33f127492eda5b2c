"""The loop of a playback, with a player that notes what it is asked for."""

from __future__ import annotations

import asyncio
import concurrent.futures
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.connections.file.playback import Playback, ReadingThread
from app.connections.file.recording import open_paths
from app.net.tasks import TaskPool
from app.record.player import Played
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.waiting import eventually


class Bench:
    """A playback with what it delivers."""

    def __init__(self, *paths: Path) -> None:
        self.recording = open_paths(paths, lambda _: None)
        self.executor = concurrent.futures.ThreadPoolExecutor(1)
        self.batches: list[int] = []
        self.tasks = TaskPool("test")
        self.playback = Playback(
            self.recording.player, self.executor, self._take, lambda: None, is_empty=not self.recording.has_messages
        )

    def _take(self, played: object, now_s: float) -> None:
        del now_s
        assert isinstance(played, list)
        self.batches += [one.batch.count for one in played if isinstance(one, Played)]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(write_recording(tmp_path / "a.mcap", count_up("/a", 100, 100)))
    tasks = made.tasks
    tasks.spawn(made.playback.run(), "playback")
    made.playback.set_wanted(frozenset({"/a"}))
    await eventually(lambda: made.batches)
    yield made
    await tasks.cancel()
    made.executor.shutdown()
    made.recording.close()


def test_a_process_ends_while_its_disk_does_not_answer() -> None:
    code = "import time; from app.connections.file.playback import ReadingThread as R; R('a').submit(time.sleep, 60)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=40.0).returncode == 0


def test_a_reading_thread_does_one_thing_after_the_other_and_leaves_out_what_was_cancelled() -> None:
    thread, may_go, done = ReadingThread("test"), threading.Event(), list[int]()

    def fail() -> None:
        raise OSError(5, "Input/output error")

    thread.submit(may_go.wait)
    futures = [thread.submit(done.append, number) for number in range(3)]
    failed = thread.submit(fail)
    assert futures[1].cancel()
    may_go.set()
    thread.shutdown()
    assert done == [0, 2]
    assert isinstance(failed.exception(), OSError)


async def test_a_playback_that_stands_asks_its_player_for_nothing(bench: Bench) -> None:
    before = list(bench.batches)
    await asyncio.sleep(0.1)
    assert bench.batches == before == [1]


async def test_requests_of_one_kind_that_wait_are_one(bench: Bench) -> None:
    for place in range(20):
        bench.playback.seek(START_NS + place * S // 100)
    bench.playback.set_rate(2.0)
    bench.playback.set_rate(3.0)
    await eventually(lambda: bench.playback.state.position_ns == START_NS + 19 * S // 100)
    assert bench.batches == [1, 1]
    assert bench.playback.state.rate == 3.0


async def test_every_step_counts(bench: Bench) -> None:
    for _ in range(5):
        bench.playback.step(forward=True)
    await eventually(lambda: bench.playback.state.position_ns == START_NS + 5 * S // 100)
    assert bench.playback.jumps_back == 0


@pytest.mark.expects_log("playback failed")
async def test_what_could_not_be_done_waits_until_the_disk_is_back_but_playing_does_not(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> list[Played]:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(bench.recording.player, "seek", fail)
        bench.playback.set_rate(2.0)
        bench.playback.seek(START_NS + S // 10)
        bench.playback.set_loop(loop=True)
        bench.playback.play()
        await eventually(lambda: bench.playback.state.fault)
        assert "Input/output error" in bench.playback.state.fault
        assert not bench.playback.state.loop
    # a newer one takes the place of its kind
    bench.playback.set_rate(3.0)

    bench.tasks.spawn(bench.playback.run(), "playback")

    await eventually(lambda: bench.playback.state.loop)
    state = bench.playback.state
    assert (state.position_ns, state.rate, state.is_playing) == (START_NS + S // 10, 3.0, False)


async def test_what_is_gone_is_let_go_of_before_what_waits(tmp_path: Path) -> None:
    older = write_recording(tmp_path / "a.mcap", count_up("/a", 100, 100))
    newer = write_recording(tmp_path / "b.mcap", [("/a", 2 + number / 100, {"n": number}) for number in range(100)])
    bench = Bench(older, newer)
    bench.playback.set_wanted(frozenset({"/a"}))
    bench.tasks.spawn(bench.playback.run(), "playback")
    await eventually(lambda: bench.batches)
    # somebody else has closed it already, and a jump into it waits
    bench.recording.files[0].close()
    bench.recording.player._files.cache.forget(0)
    bench.playback.seek(START_NS + S // 2)
    bench.playback.close_files(lambda file: file.path == older)

    await eventually(lambda: bench.playback.state.position_ns == START_NS + 2 * S)
    assert not bench.playback.state.fault
    await bench.tasks.cancel()
    bench.executor.shutdown()
    bench.recording.close()


@pytest.mark.expects_log("playback failed")
async def test_a_playback_that_breaks_stands_and_says_why(bench: Bench) -> None:
    def fail(played: object, now_s: float) -> None:
        del played, now_s
        raise MemoryError

    bench.playback.play()
    await eventually(lambda: bench.playback.state.is_playing)
    bench.playback._deliver = fail
    await eventually(lambda: not bench.playback.state.is_playing)
    assert "MemoryError" in bench.playback.state.fault


async def test_what_takes_long_to_show_leaves_half_of_the_time_to_others(bench: Bench) -> None:
    began: list[float] = []
    free_s: list[float] = []
    loop = asyncio.get_running_loop()

    def take_long(_played: object, _now_s: float) -> None:
        if began:
            free_s.append(loop.time() - began[-1])
        time.sleep(0.06)
        began.append(loop.time())

    bench.playback._deliver = take_long
    bench.playback.play()
    await eventually(lambda: len(free_s) >= 4)
    assert min(free_s[1:]) >= 0.05


async def test_it_ends_where_the_recording_ends(bench: Bench) -> None:
    bench.playback.set_rate(20.0)
    bench.playback.play()
    await eventually(lambda: bench.playback.state.is_at_end)
    await eventually(lambda: sum(bench.batches) == 100)
    assert not bench.playback.state.is_playing
