"""What docs/profiles.md says of profiles is true."""

from __future__ import annotations

import re
from pathlib import Path

from app.config.feedback import RumblePatterns
from app.config.profile import FreeAxis, Limits, PaceShares, PadMapping, Profile, Wheels, parse_profile

DOCUMENT = (Path(__file__).parents[3] / "docs" / "profiles.md").read_text(encoding="utf-8")


def test_the_example_is_a_profile() -> None:
    example = re.search(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)

    assert example is not None
    profile = parse_profile(example[1].encode())
    assert (profile.name, profile.limits.linear_m_s, profile.pad.stop) == ("My rover", 0.4, ("b", "back"))


def test_every_key_is_told_and_no_other() -> None:
    told = set(re.findall(r"`([\w.]+)`", " ".join(re.findall(r"^\| (`.*?) \|", DOCUMENT, re.MULTILINE))))

    known = {f"limits.{field}" for field in Limits.__struct_fields__}
    known |= {f"pad.{field}" for field in PadMapping.__struct_fields__}
    known |= {f"pace.{field}" for field in PaceShares.__struct_fields__}
    known |= {f"rumble.{field}" for field in RumblePatterns.__struct_fields__}
    known |= {f"wheels.{field}" for field in Wheels.__struct_fields__}
    known |= set(Profile.__struct_fields__) - {"limits", "pace", "pad", "wheels", "rumble"}
    known |= {f"axes.{field}" for field in FreeAxis.__struct_fields__}
    assert told == known


def test_the_example_of_free_axes_is_a_profile() -> None:
    (example,) = re.findall(r"```text\n(\{\"name\": \"Lifter.*?)```", DOCUMENT, re.DOTALL)
    profile = parse_profile(example.encode())

    assert [axis.field for axis in profile.axes] == ["data", "linear.z"]
    assert profile.pad_in_use.free[0].axis == "righty"


def test_every_button_is_told() -> None:
    listed = re.search(r"Buttons are (.*?)None can be used twice", DOCUMENT, re.DOTALL)

    assert listed is not None
    buttons = re.findall(r"\b[a-z]+[0-9]?\b", " ".join(re.findall(r"`(.*?)`", listed[1])))
    for button in buttons:
        used = {"b", "back", "start", "leftshoulder", "rightshoulder", "x", "dpup", "dpdown"}
        assert button in used or PadMapping(turbo=button).turbo == button
