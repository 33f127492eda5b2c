"""`teledeck doctor`: a sentence and a tip for each thing, and an exit code."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.connections.ros1 import doctor as ros1_examination
from app.connections.ros1.schemas import RosSchemas
from app.incidents.run_file import RunHead, head_line
from app.net.tasks import TaskPool
from app.wording.commands import CommandWording
from tests.fakes.command import Outcome, run_command
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.ros1_station import FakeMaster, FakeTalker

Call = Callable[..., Awaitable[Outcome]]


async def test_all_well_is_zero(server: GazeboServer, process: PublishingProcess, call: Call) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    robot = Robot(server, "/gazebo/default/log/control", "gazebo.msgs.LogControl")
    outcome = await call("doctor", server.uri)

    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == "ok    name:       127.0.0.1 is an address, no name has to be resolved."
    assert lines[2] == "ok    greeting:   A Gazebo master has greeted."
    assert len(lines) == 7
    await robot.leave()


async def test_every_finding_is_a_line_of_json(server: GazeboServer, process: PublishingProcess, call: Call) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    outcome = await call("doctor", server.uri, "--json")

    assert [set(line) for line in outcome.lines] == [{"check", "ok", "text", "tip"}] * 7
    assert [line["ok"] for line in outcome.lines] == [True] * 6 + [None]
    assert outcome.code == 0


async def test_a_fault_is_one_and_has_its_tip_below() -> None:
    outcome = await run_command("doctor", "gazebo://127.0.0.1:1")

    assert outcome.code == 1
    assert outcome.out.splitlines()[1:] == [
        "FAULT port:       Nothing listens on 127.0.0.1:1.",
        "                  Is the server running, and is this its port?",
    ]
    assert outcome.err == ""


async def test_what_is_no_uri_is_wrong_usage(call: Call) -> None:
    assert (await call("doctor", "robot")).code == 2


@pytest.mark.parametrize(
    ("behind_s", "text"),
    [(0, "messages of 1 topic come when their stamps say"), (40, "/cam era/odom: stamps are always 4")],
)
async def test_stamps_that_are_old_are_told(monkeypatch: pytest.MonkeyPatch, behind_s: int, text: str) -> None:
    monkeypatch.setattr(ros1_examination, "DIAL_TIMEOUT_S", 0.1)
    schema = RosSchemas(()).require("geometry_msgs/TwistStamped")
    message = schema.message_type
    async with FakeMaster() as master, FakeTalker("/cam era/odom", type_name=message.name) as talker:
        talker.frames = []
        talker.header = {"callerid": "/talker", "type": message.name, "md5sum": message.md5} | {
            "message_definition": message.definition
        }
        master.answer("getSystemState", [1, "", [[["/cam era/odom", ["/talker"]]], [], []]])
        master.answer("getTopicTypes", [1, "", [["/cam era/odom", message.name]]])
        master.answer("registerSubscriber", [1, "", [talker.api]])
        master.answer("lookupNode", [1, "", talker.api])

        async def talk() -> None:
            while True:
                secs, nsecs = divmod(time.time_ns(), 1_000_000_000)
                stamp = {"secs": secs - behind_s, "nsecs": nsecs}
                body = schema.encode({"header": {"stamp": stamp}}, (0, 0))
                talker.send(len(body).to_bytes(4, "little") + body)
                await asyncio.sleep(0.05)

        tasks = TaskPool("talker")
        tasks.spawn(talk(), "talk")
        outcome = await run_command("doctor", master.uri, "--json")
        await tasks.cancel()

    (finding,) = [line for line in outcome.lines if line["check"] == "stamps"]
    assert finding["ok"] is (None if behind_s else True)
    assert finding["text"].startswith(text)
    assert bool(finding["tip"]) == bool(behind_s)


HEAD = RunHead("window", "20261123T223518Z-7", True, 7, "2026-11-23T22:35:18Z", "0.1", "3.11.7", "linux")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    runs = tmp_path / "state" / "teledeck" / "runs"
    runs.mkdir(parents=True)
    (runs / HEAD.file_name).write_bytes(head_line(HEAD) + b"Fatal Python error: Segmentation fault\n\n10.20.30.40\n")
    return tmp_path


def _report(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {
        **os.environ,
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
    }
    command = [sys.executable, "-m", "app", "report", *arguments]
    return subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=60)


def test_a_file_is_written_that_holds_what_is_listed(home: Path) -> None:
    done = _report(home, str(home / "report.zip"))

    assert (done.returncode, done.stderr) == (0, "")
    with zipfile.ZipFile(home / "report.zip") as file:
        assert file.namelist() == done.stdout.splitlines()
        incident = file.read("incident.txt").decode()
    assert "Segmentation fault" in incident
    assert "nothing logged" in incident
    assert "10.20.30.40" not in incident


def test_a_file_that_is_there_stays_as_it_is(home: Path) -> None:
    (home / "mine.zip").write_text("mine")

    done = _report(home, str(home / "mine.zip"))

    assert (done.returncode, (home / "mine.zip").read_text()) == (2, "mine")
    assert f"{CommandWording.FILE_EXISTS(path=home / 'mine.zip')}. {CommandWording.NAME_ANOTHER()}" in done.stderr


def test_a_place_that_can_not_be_written_is_said(home: Path) -> None:
    done = _report(home, str(home / "none" / "report.zip"))

    assert done.returncode == 1
    assert "can't be written" in done.stderr
