"""How the window starts the drive process."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

import pytest
from typing_extensions import override

from app.cli.parser import parse
from app.config.profile import PROFILE_VERSION, Limits, Profile, parse_profile
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_process import (
    PROFILE_VARIABLE,
    WATCHDOG_VARIABLE,
    DriveTarget,
    ReportListener,
    arguments_of,
    environ_of,
    error_log,
    start_drive_process,
)
from app.program.installation import last_error_line
from app.wording.drive import DriveWording


class Deaf(ReportListener):
    @override
    def receive_report(self, told: DriveReport, now: float) -> None:
        pass

    @override
    def handle_end(self, code: int) -> None:
        pass


def test_the_command_line_is_one_that_is_understood() -> None:
    target = DriveTarget("galileo://robot:3547/x", "cmd_vel", "geometry_msgs/Twist", publisher_port=7, slave_port=8)

    arguments = parse(arguments_of(target, latched=True))

    assert (arguments.uri, arguments.topic, arguments.type) == (target.uri, target.topic, target.type_name)
    assert (arguments.publisher_port, arguments.slave_port) == (7, 8)
    assert (arguments.supervised, arguments.latched) == (True, True)


def test_tokens_stand_in_the_environment_and_nowhere_else() -> None:
    secrets = {"TELEDECK_GALILEO_TOKEN": "one", "TELEDECK_GALILEO_PROXY_TOKEN": "two"}
    target = DriveTarget("galileo://robot", secrets=secrets)

    assert environ_of(target).items() >= secrets.items()
    assert not any("one" in word or "two" in word for word in arguments_of(target, latched=False))


def test_without_tokens_the_environment_tells_the_profile_alone_and_that_no_window_is_dialled() -> None:
    # also the usual one, and none: the window may have been started with others in its own environment
    variables = environ_of(DriveTarget("ros1://robot"))

    assert variables.keys() == {PROFILE_VARIABLE, WATCHDOG_VARIABLE}
    assert variables[WATCHDOG_VARIABLE] == ""
    assert parse_profile(variables[PROFILE_VARIABLE].encode()) == Profile()
    assert json.loads(variables[PROFILE_VARIABLE])["version"] == PROFILE_VERSION


def test_a_profile_goes_by_a_variable_of_letters_that_every_system_has() -> None:
    profile = Profile("slow", Limits(linear_m_s=0.1), topic="/caf\u00e9", joint="left wheel", joint_on_stop="hold")
    target = DriveTarget("mqtt://robot", profile=profile)

    text = environ_of(target)[PROFILE_VARIABLE]

    assert text.isascii()
    assert parse_profile(text.encode()) == profile
    assert parse(arguments_of(target, latched=False)).profile is None


async def test_a_process_with_a_profile_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    ear: ReportListener = Deaf()
    target = DriveTarget("mqtt://robot", profile=Profile("slow", Limits(linear_m_s=0.1)))

    child = start_drive_process(target, False, None, ear)

    await asyncio.wrap_future(child.ended)
    await asyncio.to_thread(child.join, 5)
    assert not list((tmp_path / "temporary").iterdir())
    assert DriveWording.NO_SUCH_ADDRESS() in last_error_line(error_log())
