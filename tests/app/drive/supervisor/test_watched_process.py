"""The drive process as its watchdog has it: real processes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.drive.supervisor.watched_process import WatchedProcess
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by signals here")


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield process
    process.kill()
    process.wait()


def test_it_is_ended_at_once(process: subprocess.Popen[bytes]) -> None:
    watched = WatchedProcess(process.pid)

    watched.kill()

    assert process.wait(10) == -signal.SIGKILL
    watched.kill()
    watched.close()
    watched.close()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="other systems do not hold processes so")
def test_another_process_that_has_its_number_by_then_is_not_hit(
    process: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    watched = WatchedProcess(other.pid)
    other.kill()
    other.wait()
    monkeypatch.setattr(watched, "_pid", process.pid)

    watched.kill()

    assert process.poll() is None
    watched.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
async def test_whether_it_is_dying_is_seen_before_it_was_waited_for(process: subprocess.Popen[bytes]) -> None:
    watched = WatchedProcess(process.pid)
    seen = [watched.is_dying]

    await asyncio.to_thread(watched.kill)
    await eventually(lambda: watched.is_dying)
    process.wait()
    seen.append(watched.is_dying)

    assert seen == [False, False]
    watched.close()
