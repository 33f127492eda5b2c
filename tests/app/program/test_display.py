from __future__ import annotations

import sys

import pytest

from app.program.startup import has_display


@pytest.mark.parametrize(
    ("platform", "environ", "there"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"QT_QPA_PLATFORM": "offscreen"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_linux_needs_a_screen_that_is_named_or_another_platform_of_qt(
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    environ: dict[str, str],
    there: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)

    assert has_display() is there
