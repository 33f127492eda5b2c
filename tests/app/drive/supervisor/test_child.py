"""The drive process from outside: a real one, for a robot that is not there."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from typing_extensions import override

from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.supervisor import drive_process
from app.drive.supervisor.drive_process import DriveChildProcess
from app.wording.drive import DriveWording
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are frozen by signals here")


class Ear(drive_process.ReportListener):
    def __init__(self) -> None:
        self.told: list[DriveReport] = []
        self.codes: list[int] = []

    @override
    def receive_report(self, told: DriveReport, now: float) -> None:
        assert now > 0
        self.told.append(told)

    @override
    def handle_end(self, code: int) -> None:
        self.codes.append(code)


def start(tmp_path: Path, ear: Ear, *arguments: str) -> DriveChildProcess:
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return DriveChildProcess(["drive", *arguments], home, tmp_path / "log" / "errors.log", ear)


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def child(tmp_path: Path, ear: Ear) -> AsyncIterator[DriveChildProcess]:
    child = start(tmp_path, ear, "ros1://127.0.0.1:9", "--supervised")
    yield child
    child.kill()
    await asyncio.wrap_future(child.ended)
    await asyncio.to_thread(child.join, 5)


async def test_it_is_heard_and_obeys_and_ends_with_its_input(child: DriveChildProcess, ear: Ear) -> None:
    await eventually(lambda: ear.told)
    assert child.write(b'{"stop":true}\n') == 14
    await eventually(lambda: ear.told[-1].stage is Stage.STOPPED)

    child.close_input()

    assert await asyncio.wrap_future(child.ended) == 0
    assert ear.codes == [0]
    assert child.write(b"{}\n") == 0
    child.close_input()


async def test_what_it_says_before_it_can_log_is_kept(tmp_path: Path, ear: Ear) -> None:
    child = start(tmp_path, ear, "mqtt://127.0.0.1", "--supervised")

    assert await asyncio.wrap_future(child.ended) == 2
    await asyncio.to_thread(child.join, 5)

    assert DriveWording.NO_SUCH_ADDRESS() in (tmp_path / "log" / "errors.log").read_text()
    assert ear.told == []
