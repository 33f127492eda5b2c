from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QInputDevice
from pytestqt.qtbot import QtBot

from app.ui.base.system_wishes import ask_for_motion, only_touch_points

Kind = QInputDevice.DeviceType
TOUCH = ("ELAN Touchscreen", Kind.TouchScreen)
MOUSE = ("Logitech USB Mouse", Kind.Mouse)
PAD = ("SynPS/2 TouchPad", Kind.TouchPad)
KEYS = ("AT Keyboard", Kind.Keyboard)
# what X11 has without any device
CORE = ("Virtual core pointer", Kind.Mouse)
TRIED = ("Virtual core XTEST pointer", Kind.Mouse)

on_posix = pytest.mark.skipif(os.name != "posix", reason="a script stands in for the program of the desktop")


@pytest.mark.parametrize(
    ("told", "only_touch"),
    [
        ((), False),
        ((KEYS, MOUSE), False),
        ((KEYS, TOUCH), True),
        ((TOUCH, CORE, TRIED), True),
        ((CORE, TRIED), False),
        ((TOUCH, MOUSE), False),
        ((TOUCH, PAD), False),
    ],
)
def test_fingers_alone_point_where_there_is_a_touch_screen_and_nothing_else(
    qapp: object, told: tuple[tuple[str, Kind], ...], *, only_touch: bool
) -> None:
    del qapp
    devices = [QInputDevice(name, number, kind) for number, (name, kind) in enumerate(told)]
    assert only_touch_points(devices) is only_touch


@on_posix
@pytest.mark.parametrize(("answer", "is_still"), [("false", True), ("true", False), ("", False)])
def test_a_desktop_is_asked_whether_it_animates(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, *, is_still: bool
) -> None:
    program = tmp_path / "gsettings"
    program.write_text(f"#!/bin/sh\n[ $3 = enable-animations ] && echo {answer}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    told: list[bool] = []
    parent = QObject()

    ask_for_motion(parent, told.append)

    assert not told
    qtbot.waitUntil(lambda: bool(told))
    assert told == [is_still]


@on_posix
def test_where_nothing_can_be_asked_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told: list[bool] = []
    ask_for_motion(QObject(), told.append)
    assert not told
