"""The watchdog as its drive process has it: processes that a test plays, and time as a number."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest

from app.config.profile import Profile
from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.messages.watchdog_messages import WatchdogState, WatchOrder, watchdog_state_line
from app.drive.process.piped_process import PipedProcess
from app.drive.process.watchdog_child import LOADING_S, RESTART_S, SILENT_S, WatchdogChild
from tests.fakes.waiting import eventually

ORDER = WatchOrder("ros1://robot", "/cmd_vel", pid=4711)


class FakeProcess:
    """One that takes what is written, up to `room` bytes."""

    def __init__(self, heard: Callable[[bytes], None], ended: Callable[[int], None]) -> None:
        self.heard, self.end = heard, ended
        self.data = b""
        self.room: int | None = None
        self.killed = self.closed = False

    @property
    def said(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.data.splitlines()]

    def write(self, data: bytes) -> int:
        taken = data if self.room is None else data[: self.room]
        if self.room is not None:
            self.room -= len(taken)
        self.data += taken
        return len(taken)

    def close_input(self) -> None:
        self.closed = True

    def kill(self) -> None:
        self.killed = True


class Bench:
    """A watchdog's other end; `pass_` lets time go by."""

    def __init__(self) -> None:
        self.now = 100.0
        self.processes: list[FakeProcess] = []
        self.fails = False
        self.child = WatchdogChild(self.now, self._start)

    def _start(self, heard: Callable[[bytes], None], ended: Callable[[int], None]) -> PipedProcess:
        if self.fails:
            raise OSError(11, "no more processes")
        self.processes.append(FakeProcess(heard, ended))
        return cast("PipedProcess", self.processes[-1])

    @property
    def is_ready(self) -> bool:
        return self.child.is_ready(self.now)

    async def begin(self) -> FakeProcess:
        """Have it stand by, and say so."""
        self.child.watch(ORDER, Profile())
        await eventually(lambda: self.processes and (self.is_ready or self.child._process is not None))
        self.processes[-1].heard(watchdog_state_line(WatchdogState(ready=True, name="/teledeck_9")))
        assert self.is_ready
        return self.processes[-1]

    def pass_(self, seconds: float, *, heard: bool = False) -> bool:
        """In steps as the drive process makes them; whether it is ready then."""
        ready = False
        for _ in range(round(seconds / 0.01)):
            self.now += 0.01
            if heard:
                self.processes[-1].heard(watchdog_state_line(WatchdogState(ready=True)))
            ready = self.is_ready
        return ready


async def test_it_begins_to_load_before_it_is_known_what_for() -> None:
    bench = Bench()
    await eventually(lambda: bench.processes)
    assert bench.processes[0].said == []

    process = await bench.begin()

    assert [list(line) for line in process.said] == [["profile"], ["watch"]]
    assert process.said[1]["watch"]["uri"] == "ros1://robot"
    assert bench.child.name == "/teledeck_9"


async def test_it_is_told_how_things_stand() -> None:
    bench = Bench()
    process = await bench.begin()
    process.data = b""

    bench.child.send_report(DriveReport(1.0, Stage.ARMED))
    bench.child.use_profile(Profile(topic="/base"))
    bench.child.announce_pause()
    bench.child.say_goodbye()

    assert process.said == [
        {"stage": "armed", "moving": False, "unobeyed": False},
        {"profile": {"topic": "/base"}},
        {"pause": True},
        {"goodbye": True},
    ]
    bench.child.close()
    assert process.closed
    assert not process.killed


@pytest.mark.expects_log("the watchdog has ended")
async def test_one_that_ends_is_missed_at_once_and_another_is_started() -> None:
    bench = Bench()
    process = await bench.begin()
    bench.child.use_profile(Profile(topic="/base"))
    process.end(-9)

    assert not bench.is_ready
    bench.pass_(RESTART_S + 0.1, heard=False)
    await eventually(lambda: len(bench.processes) == 2)
    bench.pass_(0.02)
    assert [list(line) for line in bench.processes[1].said] == [["profile"], ["watch"]]
    assert bench.processes[1].said[0]["profile"] == {"topic": "/base"}


@pytest.mark.expects_log("the watchdog is silent")
async def test_one_that_is_silent_is_missed_and_killed() -> None:
    bench = Bench()
    process = await bench.begin()
    bench.pass_(5.0, heard=True)
    ready = [bench.pass_(SILENT_S - 0.1)]

    ready.append(bench.pass_(0.2))

    assert ready == [True, False]
    assert process.killed


@pytest.mark.expects_log("the watchdog is silent")
async def test_one_that_loads_for_long_is_waited_for_though_not_for_ever() -> None:
    bench = Bench()
    bench.child.watch(ORDER, Profile())
    await eventually(lambda: bench.processes)
    bench.pass_(LOADING_S - 1.0)
    killed = [bench.processes[0].killed]
    bench.pass_(2.0)

    assert [*killed, bench.processes[0].killed] == [False, True]
    await eventually(lambda: bench.pass_(0.1) or len(bench.processes) == 2)


@pytest.mark.expects_log("could not be started")
@pytest.mark.expects_log("the watchdog has ended")
async def test_one_that_can_t_be_started_is_tried_again() -> None:
    bench = Bench()
    process = await bench.begin()
    bench.fails = True
    process.end(0)
    bench.pass_(2.5 * RESTART_S)
    bench.fails = False
    await eventually(lambda: bench.pass_(0.1) or len(bench.processes) == 2)


@pytest.mark.expects_log("could not be started")
async def test_where_no_thread_can_be_started_it_is_tried_again_and_nothing_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", fails)
        bench = Bench()
        assert not bench.pass_(RESTART_S + 0.1)

    await eventually(lambda: bench.pass_(0.1) or bench.processes)


async def test_a_full_pipe_cuts_no_line_in_two() -> None:
    bench = Bench()
    process = await bench.begin()
    process.data, process.room = b"", 10
    bench.child.send_report(DriveReport(1.0, Stage.ARMED))
    bench.child.send_report(DriveReport(1.0, Stage.STOPPING))
    process.room = None

    bench.child.send_report(DriveReport(1.0, Stage.STOPPED))

    assert [line["stage"] for line in process.said] == ["armed", "stopped"]


@pytest.mark.expects_log("could not be read")
async def test_what_can_t_be_understood_is_no_sign_of_life() -> None:
    bench = Bench()
    process = await bench.begin()
    process.heard(b"woof")

    assert process in bench.processes
    assert bench.pass_(SILENT_S - 0.1)
