"""`teledeck doctor`: a sentence and a tip for each thing, and an exit code."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.cli import diagnosis
from app.connections.ros1 import doctor as ros1_examination
from app.connections.ros1.schemas import RosSchemas
from app.faults.run_file import RunHead, head_line
from app.net.tasks import TaskPool
from app.wording.commands import CommandWording
from app.wording.connections import LinkWording
from app.wording.doctor import DoctorWording, GazeboDoctorWording
from app.wording.drive import DriveWording
from app.wording.model import MessageWording
from protocols.sentence import Catalogue
from tests.fakes.command import Outcome, run_command
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.ros1_station import FakeMaster, FakeTalker
from tests.tools.sentences import shows

Call = Callable[..., Awaitable[Outcome]]


async def test_all_well_is_zero(server: GazeboServer, process: PublishingProcess, call: Call) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    robot = Robot(server, "/gazebo/default/log/control", "gazebo.msgs.LogControl")
    outcome = await call("doctor", server.uri)

    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == f"ok    name:       {DoctorWording.NAME_IS_ADDRESS(host='127.0.0.1')}."
    assert lines[2] == f"ok    greeting:   {GazeboDoctorWording.GREETED()}."
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
        f"FAULT port:       {LinkWording.NOTHING_LISTENS(host='127.0.0.1', port=1)}.",
        f"                  {LinkWording.NOTHING_LISTENS_TIP()}",
    ]
    assert outcome.err == ""


async def test_what_is_no_uri_is_wrong_usage(call: Call) -> None:
    assert (await call("doctor", "robot")).code == 2


@pytest.mark.parametrize(("behind_s", "code"), [(0, CommandWording.STAMPS_FIT), (40, MessageWording.CLOCK_BEHIND)])
async def test_stamps_that_are_old_are_told(monkeypatch: pytest.MonkeyPatch, behind_s: int, code: Catalogue) -> None:
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
    assert shows(finding["text"], code)
    assert bool(finding["tip"]) == bool(behind_s)


@pytest.mark.parametrize(
    ("payload", "field", "ok", "words"),
    [
        (b"\0", "data", True, DriveWording.ESTOP_RELEASED),
        (b"\1", "data", None, DriveWording.ESTOP_PRESSED),
        (b"\1", "flags", False, DriveWording.ESTOP_UNKNOWN),
        (None, "data", False, DriveWording.ESTOP_UNKNOWN),
    ],
)
async def test_the_robots_own_estop_is_told_where_a_profile_names_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    payload: bytes | None,
    field: str,
    ok: bool | None,  # noqa: FBT001 - a parameter
    words: Catalogue,
) -> None:
    monkeypatch.setattr(ros1_examination, "DIAL_TIMEOUT_S", 0.1)
    monkeypatch.setattr(diagnosis, "ESTOP_S", 1.0)
    path = tmp_path / "rover.teledeck-profile.json"
    path.write_text(json.dumps({"estop_topic": "/e_stop", "estop_field": field}))
    message = RosSchemas(()).require("std_msgs/Bool").message_type
    async with FakeMaster() as master, FakeTalker("/e_stop", type_name=message.name) as talker:
        talker.frames = [] if payload is None else [len(payload).to_bytes(4, "little") + payload]
        talker.header = {"callerid": "/talker", "type": message.name, "md5sum": message.md5} | {
            "message_definition": message.definition
        }
        master.answer("getSystemState", [1, "", [[["/e_stop", ["/talker"]]], [], []]])
        master.answer("getTopicTypes", [1, "", [["/e_stop", message.name]]])
        master.answer("registerSubscriber", [1, "", [talker.api]])
        master.answer("lookupNode", [1, "", talker.api])
        outcome = await run_command("doctor", master.uri, "--json", "--profile", str(path))

    (finding,) = [line for line in outcome.lines if line["check"] == "estop"]
    assert (finding["ok"], finding["text"]) == (ok, str(words()))
    assert bool(finding["tip"]) == (ok is not True)


async def test_a_profile_that_is_not_there_is_wrong_usage(call: Call) -> None:
    assert (await call("doctor", "ros1://127.0.0.1:1", "--profile", "nobody")).code == 2


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
