from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.ui.drive.desktop import (
    CaffeinateInhibitor,
    ScreenInhibitor,
    ScreenWakeLock,
    WindowsInhibitor,
    system_inhibitor,
)

ROOT = Path(__file__).parents[4]


class _System(ScreenInhibitor):
    def __init__(self) -> None:
        self.asked: list[str] = []

    @override
    def inhibit(self) -> None:
        self.asked.append("begin")

    @override
    def release(self) -> None:
        self.asked.append("end")


def test_it_asks_once_when_it_is_needed_and_once_when_it_is_not() -> None:
    system = _System()
    awake = ScreenWakeLock(system)
    for wanted in (False, True, True, False, False):
        awake.set_held(wanted)
    assert system.asked == ["begin", "end"]
    assert not awake.is_held


def test_where_the_system_can_not_be_asked_nothing_happens() -> None:
    awake = ScreenWakeLock(None)
    awake.set_held(True)
    assert not awake.is_held


_SCRIPT = """
import subprocess, sys, time
from PySide6.QtCore import QCoreApplication
from app.ui.drive.desktop import system_inhibitor
app = QCoreApplication([])
monitor = subprocess.Popen(["dbus-monitor", "--session", "--profile"], stdout=subprocess.PIPE, text=True)
for line in monitor.stdout:
    if "NameAcquired" in line or "NameLost" in line:
        break
how = system_inhibitor()
how.inhibit()
for line in monitor.stdout:
    if "Inhibit" in line:
        print("asked")
        break
how.release()
for line in monitor.stdout:
    if "NameOwnerChanged" in line:
        print("gone")
        break
monitor.kill()
monitor.wait()
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("dbus-run-session") or not shutil.which("dbus-monitor"),
    reason="a bus of one's own needs dbus-run-session and dbus-monitor",
)
def test_on_a_real_bus_it_is_asked_for_and_what_was_asked_for_ends_with_its_link() -> None:
    command = ["dbus-run-session", "--", sys.executable, "-c", _SCRIPT]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)
    assert result.stdout == "asked\ngone\n", result.stderr


def test_without_a_bus_there_is_nobody_to_ask() -> None:
    script = "from app.ui.drive.desktop import system_inhibitor\nprint(system_inhibitor())"
    environ = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "PATH": "/usr/bin"}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT, env=environ)
    assert result.stdout == "None\n", result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="programs of a shell")
def test_a_program_keeps_it_awake_and_is_ended(qtbot: QtBot, tmp_path: Path) -> None:
    program = tmp_path / "caffeinate"
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\necho $$ > {tmp_path}/pid\nexec sleep 60\n')
    program.chmod(0o755)
    awake = ScreenWakeLock(CaffeinateInhibitor(str(program)))
    awake.set_held(True)
    qtbot.waitUntil(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
    assert (tmp_path / "asked").read_text().split() == ["-d", "-w", str(os.getpid())]
    awake.set_held(False)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_program_that_is_not_there_harms_nobody(tmp_path: Path) -> None:
    awake = ScreenWakeLock(CaffeinateInhibitor(str(tmp_path / "none")))
    for held in (True, False, True, False):
        awake.set_held(held)
        assert awake.is_held is held


@pytest.mark.parametrize(("platform", "how"), [("win32", WindowsInhibitor), ("darwin", CaffeinateInhibitor)])
def test_each_system_is_kept_awake_in_its_own_way(monkeypatch: pytest.MonkeyPatch, platform: str, how: type) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    assert type(system_inhibitor()) is how
