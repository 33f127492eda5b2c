from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import (
    MAX_BYTES,
    MAX_NAME_LENGTH,
    PROFILE_SUFFIX,
    Limits,
    PadMapping,
    Profile,
    ProfileError,
    Wheels,
    format_profile,
    load_profile,
    parse_profile,
    profile_path,
)
from app.config.profile_folder import save_profile
from app.wording.config import ProfileWording
from tests.tools.sentences import says, tells

ROVER = Profile(
    name="My rover",
    limits=Limits(0.5, 1.0, 1.0, 2.0, turbo_linear_m_s=0.8),
    topic="/joy_vel",
    type_name="geometry_msgs/TwistStamped",
    frame="base",
    node="/base",
    angular_sign=-1,
    rate_hz=10.0,
    pad=PadMapping(forward="axis1", turn="axis0", hold="button4", turbo="", stop=("button1", "button2")),
    wheels=Wheels(("rover::left",), ("rover::right", "rover::rear"), 0.12, 0.45, right_sign=-1),
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(
    [field for kind in (Profile, Limits, PadMapping, Wheels) for field in kind.__struct_fields__] + ["version"]
)


def test_the_defaults_are_slow() -> None:
    limits = Profile().limits

    assert (limits.linear_m_s, limits.angular_rad_s, limits.linear_m_s2) == (0.3, 0.8, 0.8)
    assert limits.turbo_linear_m_s is limits.turbo_angular_rad_s is None


def test_a_profile_survives_being_written_and_read() -> None:
    assert parse_profile(format_profile(ROVER)) == ROVER


@pytest.mark.parametrize("topic", ["/gazebo/my lab/rover 2/vel_cmd", "/robot-1/cmd_vel", "/ünï\u3000中", "/a\u00a0b"])
def test_a_profile_may_name_a_topic_of_any_name(topic: str) -> None:
    profile = Profile(topic=topic, node=topic)

    assert parse_profile(format_profile(profile)) == profile


def test_a_profile_is_kept_under_its_name(tmp_path: Path) -> None:
    path = save_profile(ROVER, tmp_path / "profiles")

    assert path == tmp_path / "profiles" / f"My rover{PROFILE_SUFFIX}"
    assert load_profile("My rover", tmp_path / "profiles") == load_profile(str(path)) == ROVER
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_in_the_folder_the_name_of_the_file_is_that_of_the_profile(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}{PROFILE_SUFFIX}").write_text('{"name": "two"}', encoding="utf-8")
    (tmp_path / f"nameless{PROFILE_SUFFIX}").write_text("{}", encoding="utf-8")

    assert [load_profile(name, tmp_path).name for name in ("one", "two", "nameless")] == ["one", "two", "nameless"]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"limits": {"linear_m_s": 99.0}}, "linear_m_s"),
        ({"limits": {"linear_m_s": 1e308}}, "linear_m_s"),
        ({"limits": {"linear_m_s2": math.nan}}, "linear_m_s2"),
        ({"limits": {"linear_m_s": 0.5, "turbo_linear_m_s": 0.4}}, "turbo_linear_m_s"),
        ({"rate_hz": 1}, "rate_hz"),
        ({"rate_hz": "20"}, "rate_hz"),
        ({"angular_sign": 0}, "angular_sign"),
        ({"name": "a/b"}, "name"),
        ({"node": "a\nb"}, "node"),
        ({"topic": 5}, "topic"),
        ({"unknown": 5}, ""),
        ({"wheels": {"left_joints": ["a"]}}, "right_joints"),
        ({"wheels": {"right_joints": ["a"]}}, "left_joints"),
        ({"wheels": {"left_joints": ["a", "b"], "right_joints": ["b"]}}, "right_joints"),
        ({"wheels": {"left_joints": ["a", "a"], "right_joints": ["b"]}}, "left_joints"),
        ({"wheels": {"left_joints": ["a,b"], "right_joints": ["c"]}}, "left_joints"),
        ({"wheels": {"left_joints": [""], "right_joints": ["c"]}}, "left_joints"),
        ({"wheels": {"left_joints": ["a "], "right_joints": ["c"]}}, "left_joints"),
        ({"wheels": {"left_joints": ["a"], "right_joints": ["c\n"]}}, "right_joints"),
        ({"wheels": {"left_joints": "a", "right_joints": ["c"]}}, "left_joints"),
        ({"wheels": {"left_joints": [*"abcdefghi"], "right_joints": ["z"]}}, "left_joints"),
        ({"wheels": {"wheel_radius_m": 0}}, "wheel_radius_m"),
        ({"wheels": {"wheel_radius_m": -0.1}}, "wheel_radius_m"),
        ({"wheels": {"track_m": 0.0}}, "track_m"),
        ({"wheels": {"track_m": math.inf}}, "track_m"),
        ({"wheels": {"left_sign": 2}}, "left_sign"),
        ({"wheels": {"diameter": 2}}, ""),
        ({"wheels": None}, ""),
    ],
)
def test_whose_value_is_wrong_is_told(value: Any, field: str) -> None:
    with pytest.raises(ProfileError) as error:
        Profile.from_json(value)
    assert error.value.field == field


def test_names_that_are_too_long_together_are_refused() -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.NAMES_TOO_LONG)):
        Profile(
            topic="\U0001f916" * 255, node="\U0001f916" * 255, frame="\U0001f916" * 255, stop_goal="\U0001f916" * 255
        )


def test_what_is_not_given_is_as_usual() -> None:
    assert Profile.from_json({"limits": {"linear_m_s": 0.2}}) == Profile(limits=Limits(linear_m_s=0.2))


@pytest.mark.parametrize(
    "name",
    [
        "",
        " a",
        ".hidden",
        "../up",
        "a/b",
        "a\\b",
        "a\n",
        "a ",
        "a.",
        "é",
        "con",
        "NUL.x",
        "Com1",
        "n" * (MAX_NAME_LENGTH + 1),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError):
        profile_path(name, tmp_path)
    with pytest.raises(ProfileError):
        Profile(name=name)


@pytest.mark.parametrize("name", Limits.__struct_fields__)
@pytest.mark.parametrize("value", [0.0, -0.3, 1e6, math.nan, math.inf, True, "0.3", [0.3]])
def test_a_limit_that_makes_no_sense_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ProfileError, check=lambda error: error.field == name):
        Profile.from_json({"limits": {name: value}})


def test_turbo_is_not_slower_than_without() -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.OUT_OF_RANGE, name="turbo_linear_m_s")):
        Limits(linear_m_s=0.5, turbo_linear_m_s=0.4)


@pytest.mark.parametrize("rate_hz", [4.9, 100.1, math.nan])
def test_a_rate_is_5_to_100_hz(rate_hz: float) -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.OUT_OF_RANGE, name="rate_hz")):
        Profile(rate_hz=rate_hz)


@pytest.mark.parametrize("sign", [0, 2, 0.5, True, "1"])
def test_a_sign_is_one_or_minus_one(sign: Any) -> None:
    with pytest.raises(ProfileError, check=lambda error: error.field == "linear_sign"):
        Profile.from_json({"linear_sign": sign})


@pytest.mark.parametrize(
    "pad",
    [
        {"forward": "a"},
        {"turn": "axis"},
        {"forward": "leftx"},
        {"hold": "lefty"},
        {"hold": ""},
        {"hold": "b"},
        {"stop": []},
        {"stop": [""]},
        {"stop": ["b", "b"]},
        {"stop": "b"},
        {"stop": [1]},
        {"stop": ["a"] * 9},
        {"arm": "button1000"},
        {"forward": "lefttrigger", "hold": "lefttrigger"},
        {"forward_inverted": 1},
        {"unknown": 1},
        "leftx",
    ],
)
def test_a_mapping_that_makes_no_sense_is_refused(pad: Any) -> None:
    with pytest.raises(ProfileError):
        Profile.from_json({"pad": pad})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b'{"name": "a", "name": "b"}',
        b'{"limits": {"linear_m_s": 0.1, "linear_m_s": 9}}',
        b'{"version": 2}',
        b'{"version": true}',
        b'{"speed": 1}',
        b'{"topic": 1}',
        b'{"topic": "a\\u0000"}',
        b'{"frame": "' + b"a" * 1025 + b'"}',
        b'{"limits": null}',
        b'{"rate_hz": 1e999}',
        b'{"rate_hz": ' + b"9" * 400 + b"}",
        b'{"limits": {"linear_m_s": ' + b"9" * 5000 + b"}}",
        b"[" * 60_000,
        b'{"name": "a"}' + b" " * MAX_BYTES,
    ],
)
def test_a_file_that_is_no_profile_is_refused(data: bytes) -> None:
    with pytest.raises(ProfileError):
        parse_profile(data)


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_fail_or_give_a_profile(data: bytes) -> None:
    try:
        profile = parse_profile(data)
    except ProfileError:
        return
    assert parse_profile(format_profile(profile)) == profile


@given(st.dictionaries(keys, json_values | st.dictionaries(keys, json_values, max_size=4), max_size=5))
def test_no_value_does_anything_but_fail_or_give_a_profile(value: dict[str, Any]) -> None:
    try:
        profile = Profile.from_json(value)
    except ProfileError:
        return
    assert parse_profile(format_profile(profile)) == profile


@given(st.integers(0, len(format_profile(ROVER)) - 3))
def test_a_file_that_was_cut_off_is_refused(length: int) -> None:
    with pytest.raises(ProfileError):
        parse_profile(format_profile(ROVER)[:length])


def test_a_profile_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.NO_PROFILE)):
        load_profile("nobody", tmp_path)


def test_a_profile_that_cannot_be_read_or_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / f"folder{PROFILE_SUFFIX}").mkdir()
    (tmp_path / "file").write_text("")

    with pytest.raises(ProfileError, check=says(ProfileWording.NOT_READ)):
        load_profile("folder", tmp_path)
    with pytest.raises(ProfileError, check=says(ProfileWording.NOT_WRITTEN)):
        save_profile(ROVER, tmp_path / "file")


def test_a_file_that_is_no_profile_is_named(tmp_path: Path) -> None:
    (tmp_path / f"bad{PROFILE_SUFFIX}").write_text(json.dumps({"rate_hz": 0}))

    with pytest.raises(ProfileError, check=says(ProfileWording.FAULT_OF, name=f"bad{PROFILE_SUFFIX}")) as caught:
        load_profile("bad", tmp_path)
    assert tells(caught.value.reason, ProfileWording.OUT_OF_RANGE, name="rate_hz")


class TestAJointThatIsDrivenByEffort:
    def test_says_how_much_at_the_most_and_how_it_stands(self) -> None:
        profile = Profile.from_json({"joint": "a::b", "joint_effort": 4, "joint_on_stop": "hold"})

        assert (profile.joint_effort, profile.joint_on_stop) == (4, "hold")

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"joint": "a", "joint_effort": 4}, "joint_on_stop"),
            ({"joint": "a", "joint_effort": 4, "joint_on_stop": "fall"}, "joint_on_stop"),
            ({"joint_effort": 4, "joint_on_stop": "zero"}, "joint_effort"),
            ({"joint": "a", "joint_effort": -4, "joint_on_stop": "zero"}, "joint_effort"),
            ({"joint": "a", "joint_effort": 1e9, "joint_on_stop": "zero"}, "joint_effort"),
            ({"joint": "a", "joint_effort": "4", "joint_on_stop": "zero"}, "joint_effort"),
            ({"joint": "a", "joint_effort": True, "joint_on_stop": "zero"}, "joint_effort"),
        ],
    )
    def test_that_leaves_out_one_of_these_or_has_another_value_is_refused(
        self, values: dict[str, object], field: str
    ) -> None:
        with pytest.raises(ProfileError) as caught:
            Profile.from_json(values)

        assert caught.value.field == field
