from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.program.restart import _ROBOTS, RestartState, restart_program, take_restart_state

ROBOTS = RestartState(("gazebo://a:11345", "galileo://b/x?token=secret"), demo=True)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """How programs were started."""
    started: list[dict[str, Any]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda line, **options: started.append({"line": line, **options}))
    return started


def test_the_next_run_has_the_arguments_and_the_robots_of_this_one(
    started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["teledeck", "--frame-limit", "2"])
    restart_program(ROBOTS)
    assert started[0]["line"] == [sys.executable, "-P", "-m", "app", "--frame-limit", "2"]

    monkeypatch.setattr(os, "environ", dict(started[0]["env"]))
    assert take_restart_state() == ROBOTS
    # for it alone, and once
    assert take_restart_state() is None


def test_no_token_stands_on_a_command_line_or_is_written_down(started: list[dict[str, Any]]) -> None:
    restart_program(ROBOTS)

    assert "secret" not in " ".join(started[0]["line"])
    assert "secret" not in repr(ROBOTS)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        (None, None),
        ("", None),
        ("[1", None),
        ("[" * 100_000, None),
        ("null", None),
        ('["gazebo://a"]', None),
        ("{}", RestartState()),
        ('{"uris": "gazebo://a", "demo": 1}', RestartState()),
        ('{"uris": [1, "gazebo://a", null], "demo": true}', RestartState(("gazebo://a",), demo=True)),
    ],
)
def test_what_nobody_of_ours_has_said_begins_nothing(
    monkeypatch: pytest.MonkeyPatch, told: str | None, meant: RestartState | None
) -> None:
    monkeypatch.setattr(os, "environ", {} if told is None else {_ROBOTS: told})

    assert take_restart_state() == meant


def test_there_is_a_bound_for_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {_ROBOTS: json.dumps({"uris": ["gazebo://a"] * 100_000})})
    reopening = take_restart_state()

    assert reopening is not None
    assert len(reopening.uris) == 200


@given(told=st.text(st.characters(exclude_characters="\0", codec="utf-8")))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_is_a_fault(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setattr(os, "environ", {_ROBOTS: told})

    assert isinstance(take_restart_state(), RestartState | None)
