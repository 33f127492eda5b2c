from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.demo import demo_process
from app.demo.demo_process import DemoProcess, DemoProcessError, DemoRobot
from app.wording.program import ProgramWording
from tests.tools.sentences import says

ROOT = Path(__file__).parent.parent.parent.parent

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children find the program, wherever the tests were started."""
    monkeypatch.chdir(ROOT)


def _soon(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _listens(uri: str) -> bool:
    host, port = uri.removeprefix("gazebo://").split(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def test_it_serves_until_it_is_closed() -> None:
    process = DemoProcess(["--seed", "3"])
    uri = process.wait_for_uris()["gazebo"]
    served = _listens(uri)
    process.close()

    assert served
    assert not _listens(uri)
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


def test_one_that_can_not_start_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = DemoProcess(["--port-base", str(taken.getsockname()[1])])
        with pytest.raises(DemoProcessError, check=says(ProgramWording.DEMO_FAILED)):
            process.wait_for_uris()
        process.close()

    assert "in use" in capfd.readouterr().err


def test_one_that_nobody_listens_to_says_why_it_can_not_start_by_its_log(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = DemoProcess(["--port-base", str(taken.getsockname()[1])], tmp_path / "log")
        with pytest.raises(DemoProcessError, check=says(ProgramWording.DEMO_FAILED_BECAUSE)):
            process.wait_for_uris()
        process.close()


def test_one_that_says_nothing_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\ncat >/dev/null\n")
    silent.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(silent))
    process = DemoProcess()
    with pytest.raises(DemoProcessError, check=says(ProgramWording.DEMO_NOT_IN_TIME, timeout_s=0.05)):
        process.wait_for_uris(0.05)
    process.close()


def test_one_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_process, "END_TIMEOUT_S", 0.1)
    process = DemoProcess()
    process.wait_for_uris()
    os.kill(process.pid, signal.SIGSTOP)
    process.close()

    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


def test_it_ends_with_the_process_that_started_it_even_if_that_is_killed() -> None:
    code = """
import sys, time
from app.demo.demo_process import DemoProcess
process = DemoProcess()
print(process.wait_for_uris()["gazebo"], flush=True)
time.sleep(60)
"""
    parent = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        uri = parent.stdout.readline().strip()
        served = _listens(uri)
        parent.kill()
        parent.wait()

    assert served
    assert _soon(lambda: not _listens(uri))


def test_a_run_has_one_demo_robot_and_another_one_when_that_is_gone() -> None:
    robot = DemoRobot()
    first = robot.start()
    again = robot.start()
    robot.close()
    ended = (robot.uri, _listens(first))
    second = robot.start()
    served = _listens(second)
    robot.close()

    assert first == again
    assert ended == ("", False)
    assert served
    assert not _listens(second)


def test_a_demo_robot_that_died_is_started_anew() -> None:
    robot = DemoRobot()
    robot.start()
    first = robot._process
    assert first is not None
    os.kill(first.pid, signal.SIGKILL)
    first._process.wait()
    second = robot.start()
    served = _listens(second)
    assert robot._process is not first
    robot.close()

    assert served


def test_whoever_waits_for_a_demo_robot_is_told_when_it_is_ended() -> None:
    robot = DemoRobot()
    faults: list[DemoProcessError] = []

    def start() -> None:
        try:
            robot.start()
        except DemoProcessError as error:
            faults.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    assert _soon(lambda: robot._process is not None)
    robot.close()
    thread.join(60)

    assert len(faults) == 1
