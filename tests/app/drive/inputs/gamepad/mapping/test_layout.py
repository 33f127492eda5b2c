"""SDL's mapping strings, read as SDL reads them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.config.profile import PadAxis, PadMapping
from app.drive.control.values import Pace, Stick
from app.drive.inputs.gamepad.mapping.layout import (
    AXES,
    BUTTONS,
    SEEN_WAY,
    PadLayout,
    PadLayoutError,
    PadReading,
    RawPad,
    SeenAxes,
    doubled_input,
    mapped_axes,
    missing_roles,
    parse_layout,
    read_pad,
    split_mapping,
)
from app.drive.inputs.gamepad.sdl import Sdl, VirtualPad

GUID = "030000005e0400008e02000000007801"


def _layout(pairs: str) -> PadLayout:
    return parse_layout(f"{GUID},A pad,{pairs}")


@pytest.mark.parametrize(
    ("pairs", "raw", "expected"),
    [
        ("leftx:a1", -0.5, -0.5),
        ("leftx:a1~", -0.5, 0.5),
        ("leftx:+a1", 0.5, 0.0),
        ("leftx:+a1", 1.0, 1.0),
        ("leftx:+a1", -1.0, 0.0),
        ("+leftx:+a1", 0.25, 0.25),
        ("-leftx:+a1", 0.25, -0.25),
        ("-leftx:-a1", -0.25, -0.25),
        ("+leftx:a1", 0.0, 0.5),
        ("lefttrigger:a1", -1.0, 0.0),
        ("lefttrigger:a1", 1.0, 1.0),
        ("lefttrigger:+a1", 0.75, 0.75),
        ("lefttrigger:a1~", 1.0, 0.0),
    ],
)
def test_an_axis_comes_out_as_its_binding_says(pairs: str, raw: float, expected: float) -> None:
    name = pairs.partition(":")[0].lstrip("+-")

    assert _layout(pairs).axis(name, RawPad(axes=(0.0, raw))) == expected


def test_two_buttons_can_be_one_axis() -> None:
    layout = _layout("+leftx:b1,-leftx:b0")

    assert layout.axis("leftx", RawPad(buttons=(True, False))) == -1.0
    assert layout.axis("leftx", RawPad(buttons=(False, True))) == 1.0
    assert layout.axis("leftx", RawPad(buttons=(False, False))) == 0.0


def test_a_hat_is_four_buttons() -> None:
    layout = _layout("dpup:h0.1,dpright:h0.2,dpdown:h0.4,dpleft:h0.8")
    pressed = [name for name in BUTTONS if layout.button(name, RawPad(hats=(1 + 8,)))]

    assert pressed == ["dpup", "dpleft"]


def test_a_trigger_is_a_button_from_the_middle_of_its_way() -> None:
    layout = _layout("lefttrigger:a0,a:a1")

    assert not layout.button("lefttrigger", RawPad(axes=(-0.1, 0.0)))
    assert layout.button("lefttrigger", RawPad(axes=(0.1, 0.0)))
    assert layout.button("a", RawPad(axes=(-1.0, 0.1)))


def test_what_a_device_does_not_have_is_untouched_and_said_to_be_missing() -> None:
    layout = _layout("leftx:a7,a:b40,dpup:h3.1")
    raw = RawPad((1.0,), (True,), (1,))

    assert layout.axis("leftx", raw) == 0.0
    assert not layout.button("a", raw)
    assert not layout.button("dpup", raw)
    assert not any(layout.has(name, raw) for name in ("leftx", "a", "dpup", "lefty"))


def test_every_device_has_its_axes_and_buttons_by_number() -> None:
    raw = RawPad((0.0, -0.5), (False, True))

    assert PadLayout().axis("axis1", raw) == -0.5
    assert PadLayout().button("button1", raw)
    assert PadLayout().has("axis1", raw)
    assert not PadLayout().has("axis2", raw)
    assert not PadLayout().has("button2", raw)
    assert list(PadLayout().raw_axes("axis1")) == [1]


def test_keys_of_others_are_passed_over() -> None:
    layout = _layout("platform:Linux,crc:a1a8,hint:SDL_X:=1,sdk>=:3,type:ps4,face:abxy,leftx:a0,")

    assert list(layout.bindings) == ["leftx"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "leftx:a0",
        GUID,
        GUID[:-1] + ",A pad,leftx:a0",
        GUID.upper() + ",A pad,leftx:a0",
        f"{GUID},A pad,leftx:",
        f"{GUID},A pad,leftx:q1",
        f"{GUID},A pad,leftx:a",
        f"{GUID},A pad,leftx:a256",
        f"{GUID},A pad,leftx:a1000",
        f"{GUID},A pad,dpup:h0.3",
        f"{GUID},A pad,dpup:h0",
        f"{GUID},A pad,leftx:a-1",
        f"{GUID},A\npad,leftx:a1",
        f"{GUID},{'A' * 5000},leftx:a1",
        f"{GUID},A pad,leftx:a٣",
    ],
)
def test_what_is_no_mapping_is_refused(text: str) -> None:
    with pytest.raises(PadLayoutError):
        parse_layout(text)


@given(st.text(alphabet="abh+-~.:,0123456789leftxy " + GUID, max_size=200))
def test_any_text_is_a_mapping_or_is_refused(text: str) -> None:
    for candidate in (text, f"{GUID},pad,{text}"):
        try:
            layout = parse_layout(candidate)
        except PadLayoutError:
            continue
        assert set(layout.bindings) <= {*AXES, *BUTTONS}


def test_a_mapping_comes_apart() -> None:
    assert split_mapping(f"{GUID},A pad,a:b0,,b:b1,") == (GUID, "A pad", ["a:b0", "b:b1"])


_input_names = st.one_of(
    st.builds("{}a{}{}".format, st.sampled_from(["", "+", "-"]), st.integers(0, 3), st.sampled_from(["", "~"])),
    st.builds("b{}".format, st.integers(0, 7)),
    st.builds("h0.{}".format, st.sampled_from([1, 2, 4, 8])),
)


@pytest.fixture(scope="module")
def stick() -> Iterator[tuple[Sdl, VirtualPad]]:
    sdl = Sdl()
    pad = VirtualPad(sdl, stick=True, hats=1)
    yield sdl, pad
    pad.unplug()
    sdl.close()


@given(st.data())
def test_a_mapping_means_to_us_what_it_means_to_sdl(stick: tuple[Sdl, VirtualPad], data: st.DataObject) -> None:
    """SDL's own reading of a device that was given a mapping, against ours of the same numbers."""
    sdl, pad = stick
    (instance,) = sdl.update()
    device = sdl.open(instance)
    assert device is not None
    pairs = data.draw(st.dictionaries(st.sampled_from([*AXES, "a", "leftshoulder", "dpup"]), _input_names, min_size=1))
    text = f"{device.info.guid},A stick," + ",".join(f"{name}:{value}" for name, value in pairs.items()) + ","
    library = sdl.library
    assert library.SDL_GameControllerAddMapping(text.encode()) >= 0
    controller = library.SDL_GameControllerOpen(0)
    assert controller
    for number in range(4):
        pad.axis(f"axis{number}", data.draw(st.integers(-5, 5)) / 5)
    for number in range(8):
        pad.button(f"button{number}", pressed=data.draw(st.booleans()))
    pad.hat(0, data.draw(st.sampled_from([0, 1, 2, 3, 4, 6, 8, 9, 12])))
    sdl.update()
    numbers = device.read()
    assert numbers is not None
    raw = RawPad(tuple(axis / (32768 if axis < 0 else 32767) for axis in numbers.axes), numbers.buttons, numbers.hats)
    layout = parse_layout(text)

    for name in AXES:
        theirs = library.SDL_GameControllerGetAxis(
            controller, library.SDL_GameControllerGetAxisFromString(name.encode())
        )
        assert layout.axis(name, raw) == pytest.approx(theirs / 32767, abs=1e-4), (text, numbers)
    for name in ("a", "leftshoulder", "dpup"):
        theirs = library.SDL_GameControllerGetButton(
            controller, library.SDL_GameControllerGetButtonFromString(name.encode())
        )
        assert layout.button(name, raw) == bool(theirs), (text, numbers)
    library.SDL_GameControllerClose(controller)
    device.close()


LAYOUT = parse_layout(
    "030000005e0400008e02000000007801,A pad,leftx:a0,lefty:a1,rightx:a2,lefttrigger:a3,"
    "leftshoulder:b0,rightshoulder:b1,b:b2,start:b3,back:b4,x:b5,"
)
USUAL = PadMapping()


def _raw(*pressed: int, axes: tuple[float, ...] = (0.0, 0.0, 0.0, -1.0)) -> RawPad:
    return RawPad(axes, tuple(number in pressed for number in range(6)))


def test_up_is_forward_and_left_is_counter_clockwise() -> None:
    """SDL's axes grow downwards and to the right."""
    reading = read_pad(USUAL, LAYOUT, _raw(axes=(-0.5, -1.0, 0.0, -1.0)))

    assert reading.stick == Stick(forward=1.0, turn=0.5, radial=True)


def test_axes_can_be_the_other_way_round() -> None:
    mapping = replace(USUAL, forward_inverted=False, turn_inverted=False)

    assert read_pad(mapping, LAYOUT, _raw(axes=(-0.5, -1.0, 0.0, -1.0))).stick == Stick(-1.0, -0.5)


def test_the_deadzone_is_a_circle_only_where_both_axes_are_one_stick() -> None:
    assert read_pad(USUAL, LAYOUT, _raw()).stick.radial
    assert not read_pad(replace(USUAL, turn="rightx"), LAYOUT, _raw()).stick.radial
    assert not read_pad(replace(USUAL, forward="axis1", turn="axis0"), LAYOUT, _raw()).stick.radial


@pytest.mark.parametrize(
    ("button", "role"), [(0, "hold"), (1, "turbo"), (2, "stop"), (3, "arm"), (4, "clear"), (5, "slow")]
)
def test_a_button_does_what_the_profile_says_and_no_more(button: int, role: str | None) -> None:
    reading = read_pad(USUAL, LAYOUT, _raw(button))

    roles = ("hold", "turbo", "slow", "faster", "slower", "stop", "arm", "clear")

    assert (reading.stick.forward, reading.stick.turn) == (0.0, 0.0)
    assert [name for name in roles if getattr(reading, name)] == ([] if role is None else [role])


def test_any_of_several_stop_buttons_stops() -> None:
    mapping = replace(USUAL, stop=("b", "x", "button4"), slow="", clear="")

    assert [read_pad(mapping, LAYOUT, _raw(number)).stop for number in (2, 5, 4, 0)] == [True, True, True, False]


def test_a_trigger_can_be_held_to_drive() -> None:
    mapping = replace(USUAL, hold="lefttrigger")

    assert not read_pad(mapping, LAYOUT, _raw(axes=(0.0, 0.0, 0.0, -1.0))).hold
    assert read_pad(mapping, LAYOUT, _raw(axes=(0.0, 0.0, 0.0, 0.9))).hold


def test_a_third_axis_goes_to_the_side_where_the_profile_has_one() -> None:
    raw = _raw(axes=(0.0, 0.0, -0.5, -1.0))
    sideways = replace(USUAL, lateral="rightx")

    assert read_pad(USUAL, LAYOUT, raw).stick == Stick()
    assert read_pad(sideways, LAYOUT, raw).stick == Stick(lateral=0.5)
    assert mapped_axes(sideways, LAYOUT) == {0, 1, 2}


def test_the_pace_is_that_of_its_button_and_of_both_the_slower() -> None:
    paces = [read_pad(USUAL, LAYOUT, _raw(*numbers)).stick.pace for numbers in ((), (1,), (5,), (1, 5))]

    assert paces == [Pace.USUAL, Pace.TURBO, Pace.SLOW, Pace.SLOW]


def test_no_button_for_turbo_is_no_turbo() -> None:
    mapping = replace(USUAL, turbo="", slow="", arm="", clear="")

    assert read_pad(mapping, LAYOUT, _raw(0, 1, 2, 3, 4, 5)) == PadReading(hold=True, stop=True)


def test_what_driving_needs_and_a_device_lacks_is_named() -> None:
    assert missing_roles(USUAL, LAYOUT, _raw()) == ()
    assert missing_roles(USUAL, PadLayout(), _raw()) == ("forward", "turn", "hold", "stop")
    assert missing_roles(USUAL, LAYOUT, RawPad((0.0,), (True,))) == ("forward", "stop")
    assert missing_roles(replace(USUAL, stop=("y", "b")), LAYOUT, _raw()) == ()


def test_all_axes_that_mean_anything_are_waited_for_and_no_others() -> None:
    assert mapped_axes(USUAL, LAYOUT) == {0, 1}
    assert mapped_axes(replace(USUAL, turn="rightx", hold="lefttrigger"), LAYOUT) == {1, 2, 3}


def test_an_axis_is_seen_once_it_has_moved() -> None:
    """A driver says 0 of an axis that has not reported yet: https://github.com/farm-ng/tractor/issues/81."""
    seen = SeenAxes((0, 0, -32768))
    seen.feed((SEEN_WAY, -SEEN_WAY, -32768))
    assert list(seen.unseen(frozenset({0, 1, 2, 9}))) == [0, 1, 2]
    seen.feed((0, SEEN_WAY + 1, -32768))
    seen.feed((0, 0, 0))

    assert list(seen.unseen(frozenset({0, 1, 2}))) == [0]
    assert list(seen.unseen(frozenset({1, 2}))) == []


def test_a_free_axis_moves_by_an_axis_or_by_two_buttons_which_have_to_be_seen() -> None:
    mapping = replace(USUAL, free=(PadAxis("rightx"), PadAxis(more="lefttrigger", less="y")))

    def free(*pressed: int, axes: tuple[float, ...] = (0.0, 0.0, 0.0, -1.0)) -> tuple[float, ...]:
        return read_pad(mapping, LAYOUT, _raw(*pressed, axes=axes)).stick.free

    assert free() == (0.0, 0.0)
    assert free(axes=(0.0, 0.0, 0.5, -1.0)) == (-0.5, 0.0)
    assert free(axes=(0.0, 0.0, 0.0, 0.9)) == (0.0, 1.0)
    assert read_pad(replace(mapping, free=()), LAYOUT, _raw()).stick.free == ()
    # the axis of the trigger, too
    assert mapped_axes(mapping, LAYOUT) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("pairs", "changes", "roles"),
    [
        ("leftshoulder:b4,b:b1", {"turbo": "button4"}, ("hold", "turbo")),
        ("leftshoulder:b4,b:b1", {"arm": "button1"}, ("arm", "stop")),
        ("lefty:a1~,leftx:a0", {"turn": "axis1"}, ("forward", "turn")),
        ("lefty:a1~,lefttrigger:a2", {"hold": "lefttrigger", "turn": "axis2"}, ("hold", "turn")),
        ("rightx:a2,+rightx:+a3", {"lateral": "rightx", "turn": "axis3"}, ("turn", "lateral")),
        ("lefty:a1,dpup:-a1", {}, ("faster", "forward")),
        ("x:h0.1,dpup:h0.1", {}, ("slow", "faster")),
        ("rightx:a2", {"free": (PadAxis("rightx"), PadAxis("axis2"))}, ("free 1", "free 2")),
        ("a:b0", {"free": (PadAxis(more="a", less="button0"),)}, ("free 1", "free 1")),
        ("a:b0", {"free": (PadAxis(more="a"),), "slow": "button0"}, ("slow", "free 1")),
    ],
)
def test_one_input_under_two_names_has_two_functions(
    pairs: str, changes: dict[str, object], roles: tuple[str, str]
) -> None:
    doubled = doubled_input(replace(PadMapping(), **changes), _layout(pairs))

    assert doubled is not None
    assert (doubled.first, doubled.second) == roles


@pytest.mark.parametrize(
    ("pairs", "changes"),
    [
        ("leftshoulder:b4,b:b1,lefty:a1~,leftx:a0", {"turbo": "button5", "stop": ("b", "button1")}),
        ("a:+a3,y:-a3", {"hold": "a", "turbo": "y"}),
        ("dpup:h0.1,dpdown:h0.4,x:h1.1", {}),
        ("a:b1,lefty:a1,leftx:h1.1", {"hold": "a"}),
        ("+leftx:b1,-leftx:b1", {"stop": ("y",)}),
        ("leftstick:a0,leftx:a0", {}),
        ("", {}),
    ],
)
def test_halves_directions_kinds_and_buttons_of_stop_are_no_doubles(pairs: str, changes: dict[str, object]) -> None:
    assert doubled_input(replace(PadMapping(), **changes), _layout(pairs)) is None
