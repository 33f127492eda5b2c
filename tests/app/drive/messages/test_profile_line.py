"""Profiles on their way through the pipe."""

from __future__ import annotations

import json

import pytest

from app.config.profile import Limits, PadMapping, Profile, ProfileError, Wheels, profile_from_json
from app.drive.messages.commands import MAX_LINE, parse_command
from app.drive.messages.outbox import command_line
from app.drive.messages.profile_line import profile_command


@pytest.mark.parametrize(
    "profile",
    [
        Profile(),
        Profile("slow", Limits(linear_m_s=0.1, turbo_linear_m_s=0.2), topic="/joy_vel", angular_sign=-1, rate_hz=50.0),
        Profile(pad=PadMapping(stop=("b", "x"), forward="righty")),
        Profile(wheels=Wheels(("a::l",), ("a::r",), track_m=0.4, left_sign=-1)),
    ],
)
def test_the_drive_process_reads_the_same_profile(profile: Profile) -> None:
    line = command_line(profile_command(profile))

    assert parse_command(line).profile == profile


NAMES = ("topic", "type_name", "frame", "node", "lock_topic", "stop_service", "stop_goal")


@pytest.mark.parametrize("letter", ["n", "\u00fc", '"', "\\", "\U0001f916"])
def test_the_longest_profile_there_can_be_is_a_line(letter: str) -> None:
    def made(length: int) -> Profile | None:
        try:
            return profile_from_json({"name": "n" * 60} | dict.fromkeys(NAMES, letter * length))
        except ProfileError:
            return None

    profile = next(profile for length in range(255, 0, -1) if (profile := made(length)) is not None)
    line = command_line(profile_command(profile))

    assert 1900 < len(line) <= MAX_LINE
    assert parse_command(line).profile == profile
    assert "pad" not in json.loads(line)["profile"]
