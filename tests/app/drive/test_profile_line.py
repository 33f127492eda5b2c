"""Profiles on their way through the pipe."""

from __future__ import annotations

import json

import pytest

from app.config.profile import Limits, PadMapping, Profile
from app.drive.lines import MAX_LINE, parse_line
from app.drive.outbox import line_of
from app.drive.profile_line import profile_line


@pytest.mark.parametrize(
    "profile",
    [
        Profile(),
        Profile("slow", Limits(linear_m_s=0.1, turbo_linear_m_s=0.2), topic="/joy_vel", angular_sign=-1, rate_hz=50.0),
        Profile(pad=PadMapping(stop=("b", "x"), forward="righty")),
    ],
)
def test_the_drive_process_reads_the_same_profile(profile: Profile) -> None:
    line = line_of(profile_line(profile))

    assert parse_line(line).profile == profile


def test_the_longest_profile_is_a_line() -> None:
    text = "\u00fc" * 255
    profile = Profile("n" * 60, topic=text, type_name=text, frame=text, node=text)

    line = line_of(profile_line(profile))

    assert len(line) <= MAX_LINE
    assert parse_line(line).profile == profile
    assert "pad" not in json.loads(line)["profile"]
