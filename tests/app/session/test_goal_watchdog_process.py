"""The process that calls off goals when their window dies: a real one; and what it does, on a robot that is made up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.connections.navigator import CallOff
from app.demo.ros1 import DemoRosRobot
from app.demo.simulation import Simulation
from app.drive.messages.lines import encode_line
from app.drive.process.piped_process import PipedProcess
from app.drive.process.pipes import InputPipe
from app.session import goal_watchdog_process
from app.session.goal_watchdogs import ARGUMENTS, MOST_IDS, GoalMessage
from tests.fakes.waiting import eventually


class _Navigator:
    """What is asked of a robot's navigation."""

    def __init__(self) -> None:
        self.called_off = {"/move_base": CallOff.UNHEARD}
        self.heard: list[Any] = []

    def call_off(self, goals: Mapping[str, Collection[str]]) -> None:
        self.heard.append(goals)


class _Connection:
    """As much of a connection as is used."""

    id = "ros1://robot:11311"

    def __init__(self, navigator: _Navigator | None) -> None:
        self.navigator = navigator


@pytest.mark.expects_log("the window has died")
@pytest.mark.expects_log("is confirmed")
@pytest.mark.parametrize("last", CallOff)
async def test_goals_are_called_off_until_none_is_under_way_and_none_may_come_late(last: CallOff) -> None:
    run, navigator = goal_watchdog_process._Run(), _Navigator()
    connection: Any = _Connection(navigator)
    run._hear(GoalMessage(goals={"/move_base": ["a"]}))
    calling = asyncio.get_running_loop().create_task(run._call_off(connection))
    await asyncio.sleep(0.3)
    assert navigator.heard == [{"/move_base": ["a"]}]
    navigator.called_off = {"/move_base": last}
    await asyncio.sleep(0.3)
    assert not calling.done()
    navigator.called_off = {}
    await asyncio.wait_for(calling, 2.0)


@pytest.mark.expects_log("the window has died")
@pytest.mark.expects_log("is not confirmed")
@pytest.mark.parametrize("stage", [CallOff.UNHEARD, CallOff.UNCONFIRMED])
async def test_what_nobody_confirms_is_given_up_some_time(stage: CallOff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goal_watchdog_process, "MOST_S", dict.fromkeys(CallOff, 60.0) | {stage: 0.3})
    run, navigator = goal_watchdog_process._Run(), _Navigator()
    navigator.called_off = {"/move_base": stage}
    connection: Any = _Connection(navigator)
    run._hear(GoalMessage(goals={"/move_base": ["a"]}))
    await asyncio.wait_for(run._call_off(connection), 2.0)


@pytest.mark.expects_log("the window has died")
@pytest.mark.expects_log("is confirmed")
async def test_a_server_has_all_of_its_time_from_when_it_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goal_watchdog_process, "MOST_S", dict.fromkeys(CallOff, 0.6))
    run, navigator = goal_watchdog_process._Run(), _Navigator()
    connection: Any = _Connection(navigator)
    run._hear(GoalMessage(goals={"/move_base": ["a"]}))
    calling = asyncio.get_running_loop().create_task(run._call_off(connection))
    for stage in (CallOff.UNHEARD, CallOff.UNCONFIRMED, CallOff.EXPECTED):
        navigator.called_off = {"/move_base": stage}
        await asyncio.sleep(0.4)
        assert not calling.done()
    navigator.called_off = {}
    await asyncio.wait_for(calling, 2.0)


async def test_nothing_is_told_to_a_robot_that_has_none_of_its_goals() -> None:
    run, navigator = goal_watchdog_process._Run(), _Navigator()
    connection: Any = _Connection(navigator)
    run._hear(GoalMessage(goals={"/move_base": ["a"]}))
    run._hear(GoalMessage(goals={"/move_base": []}))
    await asyncio.wait_for(run._call_off(connection), 1.0)
    bare: Any = _Connection(None)
    run._hear(GoalMessage(goals={"/move_base": ["a"]}))
    await asyncio.wait_for(run._call_off(bare), 1.0)
    assert navigator.heard == []


@pytest.mark.expects_log("the window has died")
@pytest.mark.expects_log("is confirmed")
async def test_each_server_has_the_goals_that_were_told_of_it_last_however_many() -> None:
    run, navigator = goal_watchdog_process._Run(), _Navigator()
    connection: Any = _Connection(navigator)
    many = {"/a": [f"/teledeck_operator_laptop_12345-1732640000.123456-1-{number}" for number in range(MOST_IDS)]}
    told = [{"/a": ["x"]}, many, {"/b": ["b"]}, {"/c": ["c"]}, {"/c": []}]
    data = b"".join(encode_line({"goals": goals}) for goals in told)
    read, write = os.pipe()
    os.write(write, data)
    run._input = InputPipe(read, lambda: None)
    run._read()
    navigator.called_off = {}
    await run._call_off(connection)
    assert navigator.heard == [{**many, "/b": ["b"]}]
    run._input.close()
    os.close(read)
    os.close(write)


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[PipedProcess]:
    folders = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    process = PipedProcess(ARGUMENTS, folders, tmp_path / "errors.log", lambda _: None, lambda _: None)
    yield process
    process.kill()
    await asyncio.wrap_future(process.ended)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by signals here")
async def test_one_of_a_window_that_ends_in_order_ends_with_it_whatever_it_was_told_and_by_no_signal_before(
    process: PipedProcess, tmp_path: Path
) -> None:
    robot = DemoRosRobot(Simulation())
    await robot.start()
    process.write(b"no line\n" + encode_line({"unknown": 1}) + encode_line({"robot": "gopher://nowhere"}))
    process.write(encode_line({"robot": robot.uri}) + encode_line({"goals": {"/move_base": ["a"]}}))
    log = tmp_path / "teledeck" / "goal-watchdog.log"
    await eventually(lambda: log.exists() and "stands by" in log.read_text(), "that it stands by", 30.0)
    assert log.read_text().count("could not be obeyed") == 3
    os.kill(process.pid, signal.SIGTERM)
    os.kill(process.pid, signal.SIGINT)
    process.write(encode_line({"goals": {"/move_base": []}}))
    await asyncio.sleep(0.3)
    assert not process.ended.done()
    process.close_input()
    async with asyncio.timeout(20):
        assert await asyncio.wrap_future(process.ended) == 0
    await robot.close()
