from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import (
    MAX_BYTES,
    MAX_NAME_LENGTH,
    FreeAxis,
    Limits,
    PaceShares,
    PadAxis,
    PadMapping,
    Profile,
    Wheels,
    format_profile,
    parse_profile,
)
from app.config.profile_checks import ProfileError
from app.config.profile_folder import profile_path
from app.model.json_document import changed_values
from app.wording.config import ProfileWording
from tests.tools.sentences import says

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


@pytest.mark.parametrize("when", ["", "true", "not bit 3", "EMERGENCY STOP", "2"])
def test_a_profile_may_say_where_the_robots_own_estop_is_told_of(when: str) -> None:
    profile = Profile(estop_topic="/e_stop", estop_field="status.parts[1]", estop_when=when)

    assert parse_profile(format_profile(profile)) == profile
    assert (Profile().estop_topic, Profile().estop_field, Profile().estop_when) == ("", "data", "")


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"limits": {"linear_m_s": 99.0}}, "linear_m_s"),
        ({"limits": {"linear_m_s": 1e308}}, "linear_m_s"),
        ({"limits": {"linear_m_s2": math.nan}}, "linear_m_s2"),
        ({"limits": {"linear_m_s": 0.5, "turbo_linear_m_s": 0.4}}, "turbo_linear_m_s"),
        ({"limits": {"lateral_m_s": -0.1}}, "lateral_m_s"),
        ({"limits": {"steering_rad": 1.6}}, "steering_rad"),
        ({"wheel_base_m": 0.001}, "wheel_base_m"),
        ({"estop_topic": "a\nb"}, "estop_topic"),
        ({"estop_topic": True}, "estop_topic"),
        ({"estop_field": "a..b"}, "estop_field"),
        ({"estop_field": None}, "estop_field"),
        ({"estop_field": "[3]"}, "estop_field"),
        ({"estop_field": "a\x00"}, "estop_field"),
        ({"estop_when": "bit 64"}, "estop_when"),
        ({"estop_when": "a\nb"}, "estop_when"),
        ({"estop_when": "x" * 65}, "estop_when"),
        ({"estop_when": True}, "estop_when"),
        ({"lateral_sign": 0}, "lateral_sign"),
        ({"deadman": "w"}, "deadman"),
        ({"deadman": True}, "deadman"),
        ({"pace": {"share": 0.0}}, "share"),
        ({"pace": {"turbo": 0.5}}, "turbo"),
        ({"pace": {"slow": 1.5}}, "slow"),
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
    if (name, value) == ("lateral_m_s", 0.0):
        # a robot that does not go to the sides
        assert Profile.from_json({"limits": {name: value}}) == Profile()
        return
    with pytest.raises(ProfileError, check=lambda error: error.field == name):
        Profile.from_json({"limits": {name: value}})


def test_turbo_is_not_slower_than_without() -> None:
    with pytest.raises(ProfileError, check=says(ProfileWording.OUT_OF_RANGE, name="turbo_linear_m_s")):
        Limits(linear_m_s=0.5, turbo_linear_m_s=0.4)


@pytest.mark.parametrize("idle_s", [4.9, 120.1, math.nan, True])
def test_an_idle_time_is_5_to_120_s(idle_s: float) -> None:
    assert Profile().idle_s == 30.0, "as before there was a choice"
    with pytest.raises(ProfileError, check=says(ProfileWording.OUT_OF_RANGE, name="idle_s")):
        Profile(idle_s=idle_s)


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
        b'{"version": 3}',
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


@pytest.mark.parametrize(
    ("limits", "pad", "axis"),
    [
        (Limits(), PadMapping(), ""),
        (Limits(lateral_m_s=0.2), PadMapping(), "rightx"),
        (Limits(lateral_m_s=0.2), PadMapping(turn="rightx"), "leftx"),
        (Limits(lateral_m_s=0.2), PadMapping(lateral="axis4"), "axis4"),
        # which may be the same axis as one without a name
        (Limits(lateral_m_s=0.2), PadMapping(turn="axis2"), ""),
        (Limits(lateral_m_s=0.2), PadMapping(forward="axis1"), ""),
        (Limits(lateral_m_s=0.2), PadMapping(forward="axis1", lateral="rightx"), "rightx"),
    ],
)
def test_a_pad_has_an_axis_to_the_sides_where_the_robot_goes_there(limits: Limits, pad: PadMapping, axis: str) -> None:
    assert Profile(limits=limits, pad=pad).pad_in_use.lateral == axis


class TestOneOfVersion1:
    def test_drives_with_all_of_its_limits_as_it_did(self) -> None:
        for head in ("", '"version": 1, '):
            profile = parse_profile(f'{{{head}"limits": {{"linear_m_s": 0.2}}}}'.encode())

            pad = PadMapping(slow="", faster="", slower="")
            assert profile == Profile(limits=Limits(linear_m_s=0.2), pace=PaceShares(1.0, 1.0), pad=pad)

    @pytest.mark.parametrize("limits", ['{"linear_m_s": 1}', '{"turbo_angular_rad_s": 1.5}'])
    def test_has_the_turbo_that_it_had_or_none(self, limits: str) -> None:
        profile = parse_profile(f'{{"version": 1, "limits": {limits}}}'.encode())

        assert profile.pace == PaceShares(share=1.0, turbo=1.0)

    @pytest.mark.parametrize(
        ("pad", "then"),
        [
            ({"stop": ["b", "x"]}, {}),
            ({"hold": "dpup", "clear": "dpdown"}, {}),
            ({"stop": ["a"]}, {}),
            ({"slow": "y"}, {"slow": "y"}),
        ],
    )
    def test_keeps_its_buttons_and_has_none_of_those_that_came_later_but_what_it_names(
        self, pad: Any, then: dict[str, str]
    ) -> None:
        profile = parse_profile(json.dumps({"version": 1, "pad": pad}).encode())

        assert profile.pad == Profile.from_json({"pad": {"slow": "", "faster": "", "slower": "", **pad, **then}}).pad

    @pytest.mark.parametrize("wrong", [{"pad": 5}, {"pad": {"stop": 3}}, {"limits": []}, {"limits": {"a": 1}}])
    def test_is_refused_as_any_other_where_it_is_none(self, wrong: Any) -> None:
        with pytest.raises(ProfileError):
            parse_profile(json.dumps({"version": 1, **wrong}).encode())


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


LIFT = FreeAxis("lift", topic="/lift", least=-0.2, most=0.4, rate_s=0.5)
HEIGHT = FreeAxis("height", field="linear.z", least=1000.0, most=2000.0, neutral=1500.0)


def test_free_axes_survive_being_written_and_read() -> None:
    pad = PadMapping(free=(PadAxis("righty"), PadAxis(more="dpright", less="dpleft")))
    profile = Profile(axes=(LIFT, HEIGHT), pad=pad)

    assert parse_profile(format_profile(profile)) == profile


@pytest.mark.parametrize(
    ("axis", "values"), [(LIFT, (0.4, 0.2, 0.0, -0.1, -0.2)), (HEIGHT, (2000.0, 1750.0, 1500.0, 1250.0, 1000.0))]
)
def test_a_free_axis_has_its_ends_at_both_sides_of_its_neutral_value(axis: FreeAxis, values: tuple[float, ...]) -> None:
    assert [axis.value(share) for share in (1.0, 0.5, 0.0, -0.5, -1.0)] == pytest.approx(values)
    assert (axis.value(7.0), axis.value(-7.0)) == (axis.most, axis.least)


@given(st.floats(-1, 1), st.floats(-1e5, 1e5), st.floats(-1e5, 1e5), st.floats(0, 1))
def test_a_free_axis_never_leaves_its_range(share: float, one: float, other: float, between: float) -> None:
    least, most = min(one, other), max(one, other)
    if least < most:
        axis = FreeAxis("a", least=least, most=most, neutral=min(max(least + between * (most - least), least), most))
        assert least <= axis.value(share) <= most
        assert axis.value(0.0) == axis.neutral


def test_an_axis_stops_by_its_neutral_value_unless_another_is_named_and_holds_where_its_position_is_told() -> None:
    assert (LIFT.stop_value, HEIGHT.stop_value, LIFT.holds) == (0.0, 1500.0, False)
    assert FreeAxis("lift", zero=-1.0).stop_value == -1.0
    held = FreeAxis("lift", measured_topic="/lift/state", measured_field="position")
    assert held.holds
    assert parse_profile(format_profile(Profile(axes=(held,)))) == Profile(axes=(held,))


_AXIS = {"name": "lift", "topic": "/lift"}


@pytest.mark.parametrize("version", [1, 2])
def test_a_file_that_names_an_empty_field_means_the_usual_one(version: int) -> None:
    usual = {"version": version, "estop_topic": "/e_stop", "axes": [{**_AXIS, "measured_topic": "/lift/state"}]}
    empty = {**usual, "estop_field": "", "axes": [{**_AXIS, "measured_topic": "/lift/state", "measured_field": ""}]}

    profile = parse_profile(json.dumps(empty).encode())

    assert profile == parse_profile(json.dumps(usual).encode())
    assert (profile.estop_field, profile.axes[0].measured_field) == ("data", "data")


@pytest.mark.parametrize(
    "axes",
    [
        [{**_AXIS, "name": ""}],
        [{**_AXIS, "name": " lift"}],
        [{**_AXIS, "name": "l" * 21}],
        [{**_AXIS, "topic": "/li\nft"}],
        [{**_AXIS, "type_name": ""}],
        [{**_AXIS, "field": ""}],
        [{**_AXIS, "field": "position[0]"}],
        [{**_AXIS, "field": "linear..z"}],
        [{**_AXIS, "least": 1}],
        [{**_AXIS, "neutral": 2}],
        [{**_AXIS, "most": 1e9}],
        [{**_AXIS, "rate_s": 0}],
        [{**_AXIS, "rate_s": "1"}],
        [{**_AXIS, "unknown": 1}],
        [{**_AXIS, "zero": 2}],
        [{**_AXIS, "measured_topic": "/a\nb"}],
        [{**_AXIS, "measured_field": "a..b"}],
        [{**_AXIS, "measured_field": None}],
        [{**_AXIS, "measured_field": "a\x00"}],
        [_AXIS, {**_AXIS, "field": "other"}],
        [_AXIS, {**_AXIS, "name": "other"}],
        [{**_AXIS, "field": "a"}, {**_AXIS, "name": "other", "field": "a.b"}],
        [_AXIS, {**_AXIS, "name": "other", "field": "other", "type_name": "std_msgs/Int16"}],
        [{**_AXIS, "name": str(number), "field": f"f{number}"} for number in range(4)],
        [{**_AXIS, "topic": "/cmd_vel"}],
    ],
)
def test_a_free_axis_that_can_t_be_is_refused_as_an_axis(axes: list[dict[str, Any]]) -> None:
    with pytest.raises(ProfileError) as told:
        Profile.from_json({"topic": "/cmd_vel", "axes": axes})

    assert told.value.field == "axes"


@pytest.mark.parametrize(
    "free",
    [
        [{"axis": "lefty"}],
        [{"axis": "righty"}, {"axis": "righty"}],
        [{"axis": "nose"}],
        [{"more": "b"}],
        [{"more": "y", "less": "y"}],
        [{"axis": "lefttrigger", "more": "lefttrigger"}],
        [{}, {}, {}, {}],
    ],
)
def test_an_input_of_a_pad_moves_one_axis_alone(free: list[dict[str, Any]]) -> None:
    with pytest.raises(ProfileError):
        Profile.from_json({"pad": {"free": free}})


def test_a_stick_that_moves_a_free_axis_does_not_go_to_the_sides_as_well() -> None:
    pad = PadMapping(free=(PadAxis("rightx"), PadAxis("righty")))
    sideways = Profile(limits=Limits(lateral_m_s=0.2), axes=(LIFT,), pad=pad)

    assert (sideways.pad_in_use.lateral, sideways.pad_in_use.free) == ("", (PadAxis("rightx"),))
    assert Profile(pad=pad).pad_in_use.free == ()


def test_a_profile_that_says_nothing_of_what_is_newer_may_be_as_long_as_before() -> None:
    def with_names(length: int) -> Profile:
        def side(letter: str) -> tuple[str, ...]:
            return tuple(f"{number}{letter * length}" for number in range(8))

        return Profile(wheels=Wheels(left_joints=side("l"), right_joints=side("r")))

    def length_before(profile: Profile) -> int:
        told = msgspec.to_builtins(profile)
        for name in ("idle_s", "rumble", "axes", "deadman", "estop_topic", "estop_field", "estop_when"):
            del told[name]
        del told["pad"]["free"]
        return len(json.dumps(told).encode())

    longest = (4000 - length_before(with_names(1))) // 16 + 1
    profile = with_names(longest)

    assert 4000 - 16 < length_before(profile) <= 4000


def test_the_length_is_that_of_what_is_changed() -> None:
    def with_names(length: int) -> Profile:
        names = tuple(f"{number}{'l' * length}" for number in range(8))
        return Profile(wheels=Wheels(left_joints=names, right_joints=tuple(f"r{name}" for name in names)))

    def length_of(profile: Profile) -> int:
        return len(msgspec.json.encode(changed_values(profile)))

    longest = (4000 - length_of(with_names(0))) // 16

    assert 4000 - 16 < length_of(with_names(longest)) <= 4000
    with pytest.raises(ProfileError, check=says(ProfileWording.NAMES_TOO_LONG)):
        with_names(longest + 1)
    # what older versions did not have counts as well
    with pytest.raises(ProfileError, check=says(ProfileWording.NAMES_TOO_LONG)):
        msgspec.structs.replace(with_names(longest), axes=(LIFT, HEIGHT), deadman="k")
