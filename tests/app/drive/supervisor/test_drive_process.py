"""How the window starts the drive process."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from typing_extensions import override

from app.cli.parser import parse
from app.config.profile import Limits, Profile, load_profile
from app.drive.messages.report import DriveReport
from app.drive.supervisor import drive_process as launch_module
from app.drive.supervisor.drive_process import (
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

    arguments = parse(arguments_of(target, "a file", latched=True))

    assert (arguments.uri, arguments.topic, arguments.type) == (target.uri, target.topic, target.type_name)
    assert (arguments.publisher_port, arguments.slave_port) == (7, 8)
    assert (arguments.supervised, arguments.latched, arguments.profile) == (True, True, "a file")


def test_tokens_stand_in_the_environment_and_nowhere_else() -> None:
    secrets = {"TELEDECK_GALILEO_TOKEN": "one", "TELEDECK_GALILEO_PROXY_TOKEN": "two"}
    target = DriveTarget("galileo://robot", secrets=secrets)

    assert environ_of(target) == secrets
    assert not any("one" in word or "two" in word for word in arguments_of(target, "", latched=False))


def test_without_tokens_the_environment_says_nothing() -> None:
    assert environ_of(DriveTarget("ros1://robot")) == {}


async def test_a_profile_goes_by_a_file_that_nobody_else_reads_and_that_goes_with_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    profile = Profile("slow", Limits(linear_m_s=0.1))
    paths: list[Path] = []

    def arguments(target: DriveTarget, path: str, *, latched: bool) -> list[str]:
        paths.append(Path(path))
        assert load_profile(path) == profile
        assert stat.S_IMODE(Path(path).stat().st_mode) == 0o600
        return arguments_of(target, path, latched=latched)

    monkeypatch.setattr(launch_module, "arguments_of", arguments)
    ear: ReportListener = Deaf()

    child = start_drive_process(DriveTarget("mqtt://robot", profile=profile), False, None, ear)

    await asyncio.wrap_future(child.ended)
    await asyncio.to_thread(child.join, 5)
    assert not paths[0].exists()
    assert DriveWording.NO_SUCH_ADDRESS() in last_error_line(error_log())
