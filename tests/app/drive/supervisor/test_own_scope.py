"""What keeps a watchdog alive where memory runs out: a stand-in of systemd on a bus of our own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.drive.supervisor.watchdog_process import OOM_SCORE, move_to_own_scope
from tests.fakes.private_bus import Answer, Service, needs_bus, private_bus

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="other systems have none of it"), needs_bus]

DUTY = "stands by"


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with private_bus() as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield address


def starts(member: str, body: tuple[Any, ...]) -> Answer:
    del member, body
    return "o", ("/org/freedesktop/systemd1/job/7",)


def test_the_systemd_of_the_user_is_asked_for_a_scope_of_our_own(
    bus: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    systemd = Service(bus, "org.freedesktop.systemd1", starts)

    move_to_own_scope(DUTY, tmp_path / "oom_score_adj")

    systemd.close()
    ((member, (name, mode, properties, _)),) = systemd.calls
    assert (member, mode) == ("StartTransientUnit", "fail")
    assert name == f"teledeck-watchdog-{os.getpid()}.scope"
    assert dict(properties)["PIDs"] == ("au", [os.getpid()])
    assert dict(properties)["Description"] == ("s", f"Teledeck: {DUTY}")
    assert f"in a scope of its own: {name}" in caplog.text


@pytest.mark.usefixtures("bus")
def test_the_kernel_is_asked_to_take_others_first(tmp_path: Path) -> None:
    move_to_own_scope(DUTY, tmp_path / "oom_score_adj")

    assert (tmp_path / "oom_score_adj").read_text() == str(OOM_SCORE)


def test_a_systemd_that_refuses_is_told_and_nothing_else(
    bus: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    systemd = Service(bus, "org.freedesktop.systemd1", lambda *_: None)

    move_to_own_scope(DUTY, tmp_path / "not there" / "oom_score_adj")

    systemd.close()
    assert "has no scope of its own" in caplog.text
    assert "can't be asked to spare" in caplog.text


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere"])
def test_where_there_is_no_bus_nothing_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)

    move_to_own_scope(DUTY, tmp_path / "oom_score_adj")

    assert "has no scope of its own" in caplog.text
