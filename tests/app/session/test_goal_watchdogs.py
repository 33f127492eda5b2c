"""What is told to the processes that call off goals when this program dies, and when they are started and ended."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.session.errors import SessionError
from app.session.goal_watchdogs import GOOD_S, MOST_IDS, GoalWatchdogs
from protocols.timing import BackoffPolicy
from tests.fakes.waiting import eventually

URI, OTHER = "ros1://robot:11311", "ros1://tug:11311"


class _Process:
    """A process that is only written to."""

    def __init__(self, ended: Callable[[int], None]) -> None:
        self.closed = False
        self.room = 1_000_000
        self._read = b""
        self._ended = ended

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self._read.split(b"\n")[:-1]]

    def write(self, data: bytes) -> int:
        taken = min(len(data), self.room)
        self._read += data[:taken]
        self.room -= taken
        return taken

    def close_input(self) -> None:
        self.closed = True
        self._ended(0)

    def die(self) -> None:
        self._ended(-9)


class Bench:
    """The processes of two robots."""

    def __init__(self) -> None:
        self.processes: list[_Process] = []
        self.may_start = threading.Event()
        self.may_start.set()
        self.error: OSError | None = None
        self.attempts = 0
        self.now = 0.0
        self.watchdogs = GoalWatchdogs(self._address, self._start, lambda: self.now)

    def _address(self, connection_id: str) -> str:
        if connection_id not in {URI, OTHER}:
            raise SessionError("there is no such connection")
        return f"{connection_id}?token=secret"

    def _start(self, ended: Callable[[int], None]) -> Any:
        self.may_start.wait(10.0)
        self.attempts += 1
        if self.error is not None:
            raise self.error
        process = _Process(ended)
        self.processes.append(process)
        return process

    async def told(self, number: int = 0) -> list[Any]:
        """What the process was told, once it was started."""
        await eventually(lambda: len(self.processes) > number and bool(self.processes[number].lines), "the process")
        return self.processes[number].lines


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr("app.session.goal_watchdogs.RESTART", BackoffPolicy(0.05, 2.0, 0.5))
    monkeypatch.setattr("app.session.goal_watchdogs.REWRITE_S", 0.05)
    bench = Bench()
    yield bench
    for connection_id in (URI, OTHER):
        bench.watchdogs.hold(connection_id, None)


async def test_who_has_no_goal_of_ours_has_no_process(bench: Bench) -> None:
    bench.watchdogs.hold(URI, {})
    bench.watchdogs.hold(URI, None)
    assert bench.processes == []


async def test_each_robot_has_one_that_is_told_at_every_change_what_it_has_of_us(bench: Bench) -> None:
    bench.watchdogs.hold(URI, {"/move_base": {"b", "a"}})
    assert await bench.told() == [{"robot": f"{URI}?token=secret"}, {"goals": {"/move_base": ["a", "b"]}}]
    bench.watchdogs.hold(URI, {})
    bench.watchdogs.hold(URI, {"/move_base": {"c"}})
    assert (await bench.told())[2:] == [{"goals": {"/move_base": []}}, {"goals": {"/move_base": ["c"]}}]
    bench.watchdogs.hold(OTHER, {"/nav": {"d"}})
    assert await bench.told(1) == [{"robot": f"{OTHER}?token=secret"}, {"goals": {"/nav": ["d"]}}]
    bench.watchdogs.hold(URI, None)
    assert [process.closed for process in bench.processes] == [True, False]


async def test_what_changes_while_it_is_started_is_told_and_an_end_is_none_too_early(bench: Bench) -> None:
    bench.may_start.clear()
    bench.watchdogs.hold(URI, {"/move_base": {"a"}})
    bench.watchdogs.hold(URI, {"/move_base": {"b"}})
    bench.watchdogs.hold(URI, None)
    bench.may_start.set()
    assert (await bench.told())[1:] == [{"goals": {"/move_base": ["b"]}}]
    await eventually(lambda: bench.processes[0].closed, "its end")


async def test_of_several_servers_each_has_a_line_and_of_many_goals_the_newest_are_told(bench: Bench) -> None:
    ids = [f"/teledeck-{number}" for number in range(5 * MOST_IDS)]
    bench.watchdogs.hold(URI, {"/b": ids, "/a": {"x"}})
    assert (await bench.told())[1:] == [{"goals": {"/a": ["x"]}}, {"goals": {"/b": ids[-MOST_IDS:]}}]
    bench.watchdogs.hold(URI, {"/b": ids, "/c": {"y"}})
    assert bench.processes[0].lines[3:] == [{"goals": {"/a": []}}, {"goals": {"/c": ["y"]}}]


async def test_what_a_full_pipe_did_not_take_is_written_before_anything_else(bench: Bench) -> None:
    bench.watchdogs.hold(URI, {"/move_base": {"a"}})
    told = await bench.told()
    bench.processes[0].room = 5
    bench.watchdogs.hold(URI, {"/move_base": {"b"}})
    bench.watchdogs.hold(URI, {"/move_base": {"c"}})
    bench.processes[0].room = 1_000
    await eventually(
        lambda: bench.processes[0].lines == [*told, {"goals": {"/move_base": ["b"]}}, {"goals": {"/move_base": ["c"]}}],
        "the rest",
    )


@pytest.mark.expects_log("the process that calls off goals has ended: -9")
async def test_one_that_has_ended_is_started_again_as_long_as_the_robot_has_a_goal(bench: Bench) -> None:
    bench.watchdogs.hold(URI, {"/move_base": {"a"}})
    await bench.told()
    bench.processes[0].die()
    assert (await bench.told(1))[1:] == [{"goals": {"/move_base": ["a"]}}]
    bench.watchdogs.hold(URI, {})
    bench.processes[1].die()
    await eventually(lambda: not bench.watchdogs._watchdogs[URI].hold({}), "its end")
    assert len(bench.processes) == 2
    bench.watchdogs.hold(URI, {"/move_base": {"b"}})
    assert (await bench.told(2))[1:] == [{"goals": {"/move_base": ["b"]}}]


@pytest.mark.expects_log("the process that calls off goals has ended: -9")
async def test_one_that_was_up_for_long_is_started_again_as_soon_as_the_first(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a second pause that is longer than the test would not be waited for
    monkeypatch.setattr("app.session.goal_watchdogs.RESTART", BackoffPolicy(0.05, 1e5, 1e5))
    bench.watchdogs.hold(URI, {"/move_base": {"a"}})
    for number in range(3):
        await bench.told(number)
        bench.now += 2 * GOOD_S
        bench.processes[number].die()
    await bench.told(3)
    bench.now += GOOD_S
    bench.processes[3].die()
    await asyncio.sleep(0.3)
    assert len(bench.processes) == 4


@pytest.mark.expects_log("the process that calls off goals could not be started: no memory")
async def test_where_it_can_not_be_started_that_is_logged_and_it_is_tried_again(bench: Bench) -> None:
    bench.error = OSError(12, "no memory")
    bench.watchdogs.hold(URI, {"/move_base": {"a"}})
    await eventually(lambda: bench.attempts > 1, "another attempt")
    assert bench.watchdogs.has_failed(URI)
    assert not bench.watchdogs.has_failed(OTHER)
    bench.error = None
    bench.watchdogs.hold(URI, {"/move_base": {"b"}})
    assert (await bench.told())[1:] == [{"goals": {"/move_base": ["b"]}}]
    assert not bench.watchdogs.has_failed(URI)


async def test_a_connection_that_is_gone_has_no_process(bench: Bench) -> None:
    with pytest.raises(SessionError):
        bench.watchdogs.hold("ros1://gone", {"/move_base": {"a"}})
