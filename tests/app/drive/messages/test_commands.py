from __future__ import annotations

import json
import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.feedback import FeedbackPattern
from app.config.profile import FreeAxis, Limits, PadAxis, PadMapping, Profile, Wheels, format_profile
from app.config.profile_checks import ProfileError
from app.drive.control.arbiter import input_refusal
from app.drive.control.limits import shaped_stick, target_velocity
from app.drive.control.values import (
    LEASE_S,
    ZERO,
    DriveSource,
    Effect,
    InputState,
    Outcome,
    Pace,
    Reason,
    Stage,
    Stick,
    Velocity,
)
from app.drive.messages.commands import (
    MAX_LINES,
    UNTOLD,
    CommandReader,
    DriveCommand,
    PipeInputSource,
    SetPoint,
    parse_command,
    profile_command,
)
from app.drive.messages.lines import MAX_LINE, LineError, encode_line
from app.drive.messages.pad_commands import PadCommand
from app.wording.drive import LineWording
from tests.tools.sentences import says

_KEYS = [
    "arm",
    "why",
    "v",
    "w",
    "forward",
    "turn",
    "hold",
    "t",
    "from",
    "stop",
    "clear",
    "speed",
    "seen",
    "goal",
    "past",
    "rumble",
    "profile",
    "unwatched",
    "setup",
    "other",
]
# also half of a surrogate pair, which JSON can have
texts = st.text(st.characters(), max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{}", DriveCommand()),
        (' {"arm":true} \r', DriveCommand(arm=True)),
        ('{"arm":false}', DriveCommand(disarm=Reason.BY_OPERATOR)),
        ('{"arm":false,"why":"unfocused"}', DriveCommand(disarm=Reason.UNFOCUSED)),
        ('{"v":0.2,"w":0.0,"hold":true}', DriveCommand(set_point=SetPoint(Velocity(0.2, 0.0), held=True))),
        ('{"v":1,"w":-2}', DriveCommand(set_point=SetPoint(Velocity(1.0, -2.0)))),
        ('{"hold":true}', DriveCommand(set_point=SetPoint(Velocity(), held=True))),
        (
            '{"v":0.1,"hold":true,"t":12.5,"from":"screen"}',
            DriveCommand(set_point=SetPoint(Velocity(0.1, 0.0), True, DriveSource.SCREEN, 12.5)),
        ),
        (
            '{"forward":0.5,"turn":-1,"hold":true,"from":"screen"}',
            DriveCommand(set_point=SetPoint(Stick(0.5, -1.0), held=True, source=DriveSource.SCREEN)),
        ),
        (
            '{"forward":1,"turn":1,"hold":true,"from":"keyboard"}',
            DriveCommand(set_point=SetPoint(Stick(1.0, 1.0, radial=False), held=True, source=DriveSource.KEYBOARD)),
        ),
        ('{"turn":0.25}', DriveCommand(set_point=SetPoint(Stick(0.0, 0.25)))),
        ('{"stop":true}', DriveCommand(stop=True)),
        ('{"clear":true}', DriveCommand(clear=True)),
        ('{"speed":0.5}', DriveCommand(speed=0.5)),
        ('{"seen":false}', DriveCommand(seen=False)),
        ('{"speed":0.5,"seen":true}', DriveCommand(speed=0.5, seen=True)),
        ('{"goal":true}', DriveCommand(goal=True)),
        ('{"goal":false}', DriveCommand(goal=False)),
        ('{"past":3}', DriveCommand(past=3)),
        ('{"past":0}', DriveCommand(past=0)),
        (
            '{"profile":{"limits":{"linear_m_s":0.2}}}',
            DriveCommand(profile=Profile(limits=Limits(linear_m_s=0.2))),
        ),
        ('{"stop":true,"v":0,"clear":true}', DriveCommand(stop=True, clear=True, set_point=SetPoint(Velocity()))),
    ],
)
def test_a_line_says_what_it_says(text: str, line: DriveCommand) -> None:
    assert parse_command(text.encode()) == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "[]",
        "0",
        "null",
        '"stop"',
        "{}{}",
        "\x00",
        '{"v":0.1,}',
        '{"unknown":1}',
        '{"V":1}',
        '{"stop":false}',
        '{"stop":1}',
        '{"clear":"true"}',
        '{"arm":1}',
        '{"arm":null}',
        '{"why":"unfocused"}',
        '{"arm":true,"why":"unfocused"}',
        '{"arm":false,"why":"stop"}',
        '{"arm":false,"why":[]}',
        '{"hold":1}',
        '{"t":1.0}',
        '{"from":"screen"}',
        '{"v":0.1,"turn":0.1}',
        '{"forward":1.1}',
        '{"turn":-1.1}',
        '{"v":0.1,"from":"pad"}',
        '{"v":0.1,"from":{}}',
        '{"v":0.1,"v":0.1}',
        '{"speed":0}',
        '{"forward":1,"pace":"fast"}',
        '{"vy":0.1,"lateral":1,"hold":true}',
        '{"free":[1.01],"hold":true}',
        '{"free":[0,0,0,0],"hold":true}',
        '{"free":0.5,"hold":true}',
        '{"free":["1"],"hold":true}',
        '{"free":[null],"hold":true}',
        '{"free":[true],"hold":true}',
        '{"v":0.1,"w":0,"hold":true,"pace":"turbo"}',
        '{"pace":"turbo"}',
        '{"v":0.1,"w":0,"hold":true,"from":"keyboard","deadman":true}',
        '{"deadman":true}',
        '{"forward":1,"deadman":1}',
        '{"profile":{"deadman":"w"}}',
        '{"speed":1.1}',
        '{"speed":-1}',
        '{"seen":0}',
        '{"seen":null}',
        '{"goal":1}',
        '{"goal":null}',
        '{"past":-1}',
        '{"past":true}',
        '{"past":0.5}',
        '{"rumble":"loud"}',
        '{"rumble":null}',
        '{"rumble":true}',
        '{"profile":null}',
        '{"profile":{"name":"../up"}}',
        '{"profile":{"limits":{"linear_m_s":100}}}',
        "[" * 2000,
        '{"profile":' * 300,
        # half of a surrogate pair
        '{"\\ud800":1}',
        '{"v":0.1,"from":"\\ud800"}',
        '{"setup":{"do":"\\udfff"}}',
        '{"profile":{"\\ud800":1}}',
        # a key that looks like the path of a field
        '{" - at `$.v":1}',
    ],
)
def test_a_line_that_says_nothing_known_is_a_fault(text: str) -> None:
    with pytest.raises(LineError) as told:
        parse_command(text.encode())

    assert told.value.fault is Reason.BAD_LINE
    assert told.value.text


@pytest.mark.parametrize("key", ["v", "w", "vy", "steer", "forward", "turn", "lateral", "t", "speed"])
@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400, "true", "null", '"1"', "[1]", "{}"]
)
def test_a_value_that_is_no_finite_number_is_a_fault(key: str, value: str) -> None:
    with pytest.raises(LineError) as told:
        parse_command(f'{{"hold":true,"{key}":{value}}}'.encode())

    assert told.value.fault is Reason.NOT_FINITE


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"arm":1}', "arm"),
        ('{"v":null}', "v"),
        ('{"speed":2}', "speed"),
        ('{"from":"pad"}', "from"),
        ('{"setup":{"do":"explode"}}', "setup.do"),
        ('{"turn":-1.1}', "turn"),
        ('{"unknown":1}', "unknown"),
        ('{"v":1,"v":1}', "v"),
    ],
)
def test_a_fault_names_the_field(text: str, field: str) -> None:
    with pytest.raises(LineError) as told:
        parse_command(text.encode())

    assert any(f"{left}{field}{right}" in told.value.text for left, right in ("“”", "``"))


def test_no_number_is_a_fault_wherever_it_stands() -> None:
    with pytest.raises(LineError):
        parse_command(b'{"profile":{"rate_hz":NaN}}')


@pytest.mark.parametrize("data", [b"\xff\xfe{}", b'{"v":\x80}', "{}".encode("utf-16")])
def test_what_is_no_text_is_a_fault(data: bytes) -> None:
    with pytest.raises(LineError):
        parse_command(data)


def test_a_line_of_4_kib_is_read_and_a_longer_one_is_not() -> None:
    assert parse_command(b"{}" + b" " * (MAX_LINE - 2)) == DriveCommand()
    with pytest.raises(LineError):
        parse_command(b"{}" + b" " * (MAX_LINE - 1))


def test_the_longest_profile_fits_a_line() -> None:
    text = "n" * 255
    profile = Profile(name="n" * 60, topic=text, type_name=text, frame=text, node=text)

    line = json.dumps({"profile": json.loads(format_profile(profile))}).encode()
    assert parse_command(line) == DriveCommand(profile=profile)


def test_the_virtual_pad_is_moved_by_lines_where_there_is_one() -> None:
    line = b'{"pad":{"axes":{"lefty":-1},"buttons":{"a":true},"plugged":true}}'

    assert parse_command(line, virtual_pad=True) == DriveCommand(
        pad=PadCommand({"lefty": -1.0}, {"a": True}, plugged=True)
    )
    assert CommandReader(virtual_pad=True).feed(line + b"\n") == [parse_command(line, virtual_pad=True)]
    with pytest.raises(LineError, check=says(LineWording.UNKNOWN_KEY, key="pad")):
        parse_command(line)
    with pytest.raises(LineError, check=says(LineWording.NO_AXIS, name="lefty")):
        parse_command(b'{"pad":{"axes":{"lefty":2}}}', virtual_pad=True)


def _velocity(forward: float, turn: float, source: str) -> Velocity:
    line = {"forward": forward, "turn": turn, "hold": True, "from": source}
    point = parse_command(encode_line(line)).set_point
    assert point is not None
    return target_velocity(point.request, Velocity(0.3, 0.8))


@given(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_a_stick_on_the_screen_is_shaped_once_and_as_one(forward: float, turn: float) -> None:
    ahead, aside, _ = shaped_stick(Stick(forward, turn))

    assert _velocity(forward, turn, "screen") == Velocity(ahead * 0.3, aside * 0.8)


@pytest.mark.parametrize("forward", [-1, 0, 1])
@pytest.mark.parametrize("turn", [-1, 0, 1])
def test_a_key_is_all_that_is_allowed_whatever_another_does(forward: float, turn: float) -> None:
    assert _velocity(forward, turn, "keyboard") == Velocity(forward * 0.3, turn * 0.8)


def test_every_reason_that_a_line_can_give_disarms() -> None:
    for reason in Reason:
        try:
            line = parse_command(json.dumps({"arm": False, "why": reason.name.lower()}).encode())
        except LineError:
            continue
        assert line == DriveCommand(disarm=reason)
        assert reason.effect is Effect.DISARM


@given(st.binary(max_size=300))
def test_no_bytes_do_anything_but_fail_or_say_something(data: bytes) -> None:
    try:
        line = parse_command(data)
    except LineError:
        return
    assert isinstance(line, DriveCommand)


@given(st.dictionaries(st.sampled_from(_KEYS), json_values, max_size=5))
def test_no_value_does_anything_but_fail_or_say_something(value: dict[str, Any]) -> None:
    try:
        line = parse_command(json.dumps(value).encode())
    except LineError:
        return
    if line.set_point is not None:
        assert line.set_point.request.is_finite
        assert line.set_point.meant_at_s is None or math.isfinite(line.set_point.meant_at_s)


# in pieces


def test_lines_come_in_any_pieces() -> None:
    data = b'{"arm":true}\n{"v":0.1,"hold":true}\n{"stop":true}\n'
    whole = CommandReader().feed(data)
    reader = CommandReader()

    assert [line for byte in data for line in reader.feed(bytes([byte]))] == whole
    assert whole == [
        DriveCommand(arm=True),
        DriveCommand(set_point=SetPoint(Velocity(0.1, 0.0), held=True)),
        DriveCommand(stop=True),
    ]


def test_what_has_no_end_yet_is_not_read() -> None:
    reader = CommandReader()

    assert reader.feed(b'{"arm":true}') == []
    assert reader.feed(b"\n") == [DriveCommand(arm=True)]


def test_a_bad_line_does_not_spoil_the_next() -> None:
    bad, good = CommandReader().feed(b'garbage\n{"stop":true}\n')

    assert isinstance(bad, LineError)
    assert good == DriveCommand(stop=True)


def test_a_line_without_an_end_is_one_fault_and_takes_no_room() -> None:
    reader = CommandReader()
    found = [line for _ in range(100) for line in reader.feed(b"x" * 1000)]
    assert [type(line) for line in found] == [LineError]
    assert len(reader._rest) <= MAX_LINE

    assert reader.feed(b'x\n{"stop":true}\n') == [DriveCommand(stop=True)]


def test_of_more_lines_at_once_than_can_be_read_in_time_stop_alone_is_heard() -> None:
    many = b'{"v":0.3,"hold":true}\n' * MAX_LINES
    reader = CommandReader()

    assert len(reader.feed(many)) == MAX_LINES
    *read, fault = reader.feed(many + b"{}\n" * 20_000 + b'{"arm":true}\n{"v":0.1')
    assert len(read) == MAX_LINES
    assert isinstance(fault, LineError)
    assert reader.feed(b"}\n") == [DriveCommand(set_point=SetPoint(Velocity(0.1, 0.0)))]
    *_, fault, stop = reader.feed(many + b'{}\n{"stop":true}\n{"stop":true}\n{}\n')
    assert isinstance(fault, LineError)
    assert stop == DriveCommand(stop=True)


@pytest.mark.parametrize(
    ("before", "thrown_away", "after", "read"),
    [
        (b"", b'{"arm":true}\n', b'{"stop":true}\n', [DriveCommand(stop=True)]),
        (b"", b'{"arm":true}\n{"v":0.3,"ho', b'ld":true}\n{"stop":true}\n', [DriveCommand(stop=True)]),
        (b'{"arm"', b":true}\n", b'{"stop":true}\n', [DriveCommand(stop=True)]),
        (b'{"arm"', b"", b':true}\n{"stop":true}\n', [DriveCommand(stop=True)]),
        (b"", b"", b'{"stop":true}\n', [DriveCommand(stop=True)]),
        (b"", b"{", b'"arm":true}\n', []),
    ],
)
def test_what_is_thrown_away_is_not_read_nor_the_rest_of_its_line(
    before: bytes, thrown_away: bytes, after: bytes, read: list[DriveCommand]
) -> None:
    reader = CommandReader()
    assert reader.feed(before) == []
    reader.discard(thrown_away)

    assert reader.feed(after) == read


@pytest.mark.parametrize(
    ("before", "thrown_away", "after"),
    [
        (b"", b'{"arm":true}\n{"stop":true}\n{"clear":true}\n{"clear":true}\n', b""),
        (b'{"st', b'op":true}\n{"v":0.3,"hold":true}\n', b""),
        (b'{"v":0.3,"ho', b'ld":true}\n{"st', b'op":true}\n'),
        (b'{"st', b"", b'op":true}\n'),
    ],
)
def test_stop_is_never_too_old_wherever_it_was_cut(before: bytes, thrown_away: bytes, after: bytes) -> None:
    reader = CommandReader()
    assert reader.feed(before) == []

    assert [*reader.discard(thrown_away), *reader.feed(after)] == [DriveCommand(stop=True)]

    assert reader.feed(b'{"v":0.0}\n') == [parse_command(b'{"v":0.0}')]


def test_what_only_looks_like_stop_and_is_thrown_away_stops_nothing() -> None:
    reader = CommandReader()

    found = reader.discard(b'{"stop":false}\n{"v":0.1,"from":"stop"}\nstop\n' + b'{"stop":true}' + b" " * 5000)

    assert [*found, *reader.feed(b"\n{}\n")] == [DriveCommand()]


def test_the_newest_profile_is_never_too_old() -> None:
    reader = CommandReader()
    new, newer = (f'{{"profile":{{"name":"{name}"}}}}\n'.encode() for name in ("new", "newer"))

    assert reader.discard(new + b'{"v":0.3,"hold":true}\n' + newer + b'{"profile":{"name":7}}\n') == [
        DriveCommand(profile=Profile(name="newer"))
    ]
    assert reader.discard(new + b'{"stop":true}\n') == [DriveCommand(stop=True, profile=Profile(name="new"))]
    reader.discard(newer[:12])
    assert reader.feed(newer[12:]) == [DriveCommand(profile=Profile(name="newer"))]


_PIECES = st.sampled_from([b'{"stop":true}\n', b'{"arm":true}\n', b'{"v":0.3,"w":0,"hold":true}\n', b"{}\n"])


@given(st.lists(_PIECES, max_size=8), st.integers(0, 200), st.integers(0, 200))
def test_of_what_is_thrown_away_stop_alone_is_heard(lines: list[bytes], first: int, second: int) -> None:
    data = b"".join(lines)
    begin, end = sorted((min(first, len(data)), min(second, len(data))))
    reader = CommandReader()

    reader.feed(data[:begin])
    heard = [*reader.discard(data[begin:end])]
    old = data[:end].rpartition(b"\n")[0].count(b"\n") + 1 if b"\n" in data[:end] else 0
    stale_line = end > 0 and not data[:end].endswith(b"\n")
    after = reader.feed(data[end:])
    heard += after[:1] if stale_line and lines[old : old + 1] == [b'{"stop":true}\n'] else []

    read_before = data[:begin].count(b"\n")
    thrown = lines[read_before : old + stale_line]
    assert all(line == DriveCommand(stop=True) for line in heard)
    assert bool(heard) == (b'{"stop":true}\n' in thrown)


@given(st.lists(st.binary(max_size=50) | st.just(b"\n") | st.just(b'{"stop":true}'), max_size=20))
def test_no_pieces_break_the_reader(pieces: list[bytes]) -> None:
    reader = CommandReader()
    for piece in pieces:
        reader.feed(piece)
    reader.feed(b"\n")

    assert reader.feed(b"{}\n") == [DriveCommand()]


@pytest.fixture
def source() -> PipeInputSource:
    return PipeInputSource(10.0)


def say(source: PipeInputSource, text: bytes, now: float = 11.0) -> None:
    source.receive(CommandReader().feed(text + b"\n"), now)


def hand(source: PipeInputSource, whose: DriveSource = DriveSource.LINES) -> InputState:
    return next(hand for hand in source.poll(12.0).input_states if hand.source is whose)


def test_all_are_at_rest_before_the_first_line(source: PipeInputSource) -> None:
    hands = source.poll(10.0).input_states

    assert {each.source for each in hands} == {DriveSource.KEYBOARD, DriveSource.SCREEN, DriveSource.LINES}
    assert not any(each.held for each in hands)


def test_a_set_point_is_what_a_hand_asks_for_until_the_next(source: PipeInputSource) -> None:
    say(source, b'{"v":0.2,"w":0.1,"hold":true}')

    assert hand(source) == InputState(DriveSource.LINES, Velocity(0.2, 0.1), 11.0, held=True, device="lines")
    assert hand(source).at_s == 11.0


@pytest.mark.parametrize("whose", ["screen", "keyboard", "lines"])
@pytest.mark.parametrize("last", ['"forward":0.0,"turn":0.0', '"forward":0,"turn":0,"hold":true', '"forward":1.0'])
def test_a_stick_that_asks_for_nothing_is_at_rest_however_long_ago_that_was_told(
    source: PipeInputSource, whose: str, last: str
) -> None:
    say(source, f'{{"forward":1.0,"turn":0.0,"hold":true,"from":"{whose}"}}'.encode())
    assert input_refusal(source.poll(11.0).input_states, 11.0) is Reason.NOT_NEUTRAL

    say(source, f'{{{last},"from":"{whose}"}}'.encode(), 11.1)

    for now in (11.1, 11.1 + 2 * LEASE_S, 100.0):
        assert input_refusal(source.poll(now).input_states, now) is None


def test_the_virtual_pad_is_moved_by_whoever_has_it() -> None:
    moved: list[PadCommand] = []
    source = PipeInputSource(10.0, moved.append)
    source.receive(CommandReader(virtual_pad=True).feed(b'{"pad":{"plugged":false}}\n'), 11.0)

    assert moved == [PadCommand(plugged=False)]
    assert source.heard_at_s == 11.0


def test_a_rumble_is_felt_and_arms_moves_and_stops_nothing() -> None:
    felt: list[FeedbackPattern] = []
    source = PipeInputSource(10.0, try_rumble=lambda pattern, _: felt.append(pattern))
    before = source.poll(10.5)
    say(source, b'{"rumble":"double"}')

    assert felt == [FeedbackPattern.DOUBLE]
    assert source.poll(11.0) == before
    reader = CommandReader()
    assert reader.discard(b'{"rumble":"long"}\n') == []


def test_a_set_point_is_as_old_as_it_says_and_never_younger_than_now(source: PipeInputSource) -> None:
    say(source, b'{"v":0.2,"hold":true,"t":10.5}')
    assert hand(source).at_s == 10.5

    say(source, b'{"v":0.2,"hold":true,"t":11.1}')
    assert hand(source).at_s == 11.0


def test_a_set_point_of_another_clock_stays_in_the_future(source: PipeInputSource) -> None:
    say(source, b'{"v":0.2,"hold":true,"t":99.0}')
    assert hand(source).at_s == 99.0


def test_acts_are_told_once(source: PipeInputSource) -> None:
    say(source, b'{"arm":true}\n{"clear":true}\n{"clear":true}\n{"stop":true}')

    first, second = source.poll(11.0), source.poll(11.01)

    assert (first.arm, first.clears, first.stop) == (True, 2, True)
    assert (second.arm, second.clears, second.stop) == (False, 0, False)


def test_disarming_takes_back_an_arming_before_it(source: PipeInputSource) -> None:
    say(source, b'{"arm":true}\n{"arm":false,"why":"unfocused"}')

    heard = source.poll(11.0)

    assert not heard.arm
    assert heard.reasons == (Reason.UNFOCUSED,)


@pytest.mark.expects_log("a line could not be read")
def test_a_line_that_makes_no_sense_is_a_fault_and_no_sign_of_life(source: PipeInputSource) -> None:
    say(source, b"what?")

    assert source.poll(11.0).reasons == (Reason.BAD_LINE,)
    assert source.heard_at_s == 10.0


def test_any_line_is_a_sign_of_life(source: PipeInputSource) -> None:
    say(source, b"{}")

    assert source.heard_at_s == 11.0


def test_steps_of_the_speed_outlive_what_is_repeated_and_end_with_another_choice(source: PipeInputSource) -> None:
    say(source, b'{"speed":0.5}')
    source.step_speed(2)
    say(source, b'{"speed":0.5}')
    assert (source.speed, source.speed_asked) == (0.7, 0.5)

    say(source, b'{"speed":0.4}')

    assert (source.speed, source.speed_asked) == (0.4, 0.4)


def test_the_echo_of_a_step_undoes_no_step_down_that_was_made_since(source: PipeInputSource) -> None:
    say(source, b'{"speed":0.5}')
    source.step_speed(-1)
    source.step_speed(-1)

    say(source, b'{"speed":0.4}')
    assert (source.speed, source.speed_asked) == (0.3, 0.4)
    source.step_speed(-1)
    say(source, b'{"speed":0.3}')
    assert (source.speed, source.speed_asked) == (0.2, 0.3)
    say(source, b'{"speed":0.2}')

    # this one is nothing that was reported since: a choice
    say(source, b'{"speed":0.4}')
    assert (source.speed, source.speed_asked) == (0.4, 0.4)


def test_a_choice_to_be_slower_counts_though_it_was_passed_by_steps(source: PipeInputSource) -> None:
    say(source, b'{"speed":0.5}')
    source.step_speed(1)
    source.step_speed(3)

    say(source, b'{"speed":0.6}')

    assert source.speed == 0.6


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        (b'{"v":0.1,"vy":-0.2,"hold":true}', Velocity(0.1, 0.0, -0.2)),
        (b'{"v":0.1,"steer":0.3,"hold":true}', Velocity(0.1, steering_rad=0.3)),
        (b'{"lateral":-1,"hold":true}', Stick(lateral=-1.0)),
        (b'{"free":[0.5,0,-1],"hold":true}', Stick(free=(0.5, 0.0, -1.0))),
        (b'{"forward":1,"free":[0,1],"hold":true}', Stick(1.0, free=(0.0, 1.0))),
        (b'{"v":0.1,"free":[1],"hold":true}', Velocity(0.1, free=(1.0,))),
    ],
)
def test_a_set_point_may_go_to_the_side_or_steer(source: PipeInputSource, line: bytes, request_: object) -> None:
    say(source, line)

    assert hand(source).request == request_


def test_a_pace_is_that_of_its_stick_alone(source: PipeInputSource) -> None:
    say(source, b'{"forward":1,"turn":0,"hold":true,"from":"keyboard","pace":"slow"}')
    paces = {hand.source: getattr(hand.request, "pace", None) for hand in source.poll(11.0).input_states}
    say(source, b'{"forward":1,"turn":0,"hold":true,"from":"keyboard"}')

    assert paces == {DriveSource.KEYBOARD: Pace.SLOW, DriveSource.SCREEN: None, DriveSource.LINES: None}
    assert Pace.SLOW not in {getattr(hand.request, "pace", None) for hand in source.poll(11.0).input_states}


def test_a_deadman_is_that_of_its_stick_alone_and_of_no_line_before(source: PipeInputSource) -> None:
    say(source, b'{"forward":1,"turn":0,"hold":true,"from":"screen","deadman":true}')
    assert _deadmen(source) == {DriveSource.SCREEN: True}
    say(source, b'{"forward":1,"turn":0,"hold":true,"from":"screen"}')

    assert _deadmen(source) == {DriveSource.SCREEN: False}


def _deadmen(source: PipeInputSource) -> dict[DriveSource, bool]:
    requests = {hand.source: hand.request for hand in source.poll(11.0).input_states}
    return {source: request.deadman for source, request in requests.items() if isinstance(request, Stick)}


def test_speed_stays_and_a_profile_is_taken_once(source: PipeInputSource) -> None:
    say(source, b'{"speed":0.5}\n{"profile":{"name":"slow"}}')

    profile = source.take_profile()

    assert source.speed == 0.5
    assert profile is not None
    assert profile.name == "slow"
    assert source.take_profile() is None


def stepped(source: PipeInputSource, stage: Stage) -> tuple[Reason, ...]:
    """What speaks against driving in the step after one that came to this stage."""
    source.handle_outcome(Outcome(stage, ZERO, None), 12.0)
    return source.poll(12.0).reasons


def test_while_nobody_sees_who_else_drives_that_speaks_against_arming_but_not_against_who_is_armed(
    source: PipeInputSource,
) -> None:
    assert stepped(source, Stage.DISARMED) == ()
    say(source, b'{"seen":false}')
    assert stepped(source, Stage.DISARMED) == (Reason.UNSEEN,)
    assert stepped(source, Stage.ARMING) == (Reason.UNSEEN,)
    assert stepped(source, Stage.ARMED) == ()
    say(source, b'{"speed":0.5}')
    assert stepped(source, Stage.DISARMED) == (Reason.UNSEEN,)
    say(source, b'{"seen":true}')
    assert stepped(source, Stage.DISARMED) == ()


def test_while_the_robot_drives_to_a_goal_that_speaks_against_arming_but_not_against_who_is_armed(
    source: PipeInputSource,
) -> None:
    say(source, b'{"goal":true}')
    assert stepped(source, Stage.DISARMED) == (Reason.GOAL_ACTIVE,)
    assert stepped(source, Stage.ARMING) == (Reason.GOAL_ACTIVE,)
    assert stepped(source, Stage.ARMED) == ()
    say(source, b'{"speed":0.5}')
    assert stepped(source, Stage.DISARMED) == (Reason.GOAL_ACTIVE,)
    say(source, b'{"goal":false}')
    assert stepped(source, Stage.DISARMED) == ()


def test_while_views_show_the_past_that_speaks_against_arming_but_not_against_who_is_armed(
    source: PipeInputSource,
) -> None:
    say(source, b'{"past":1}')
    assert stepped(source, Stage.DISARMED) == (Reason.LOOKS_BACK,)
    assert stepped(source, Stage.ARMING) == (Reason.LOOKS_BACK,)
    assert stepped(source, Stage.ARMED) == ()
    say(source, b'{"speed":0.5}')
    assert stepped(source, Stage.DISARMED) == (Reason.LOOKS_BACK,)
    say(source, b'{"past":0}')
    assert stepped(source, Stage.DISARMED) == ()


def test_where_somebody_has_to_say_it_first_nothing_is_armed_before() -> None:
    source = PipeInputSource(100.0, past=UNTOLD)
    say(source, b'{"arm":true}')
    assert stepped(source, Stage.DISARMED) == (Reason.LOOKS_BACK,)
    say(source, b'{"past":0}')
    assert stepped(source, Stage.DISARMED) == ()


@pytest.mark.parametrize(
    "profile",
    [
        Profile(),
        Profile("slow", Limits(linear_m_s=0.1, turbo_linear_m_s=0.2), topic="/joy_vel", angular_sign=-1, rate_hz=50.0),
        Profile(pad=PadMapping(stop=("b", "y"), forward="righty")),
        Profile(wheels=Wheels(("a::l",), ("a::r",), track_m=0.4, left_sign=-1)),
    ],
)
def test_the_drive_process_reads_the_same_profile(profile: Profile) -> None:
    line = encode_line(profile_command(profile))

    assert parse_command(line).profile == profile


# with every number another one than by default
AXES = tuple(
    FreeAxis(name, type_name="std_msgs/Float64", field="x.y", least=-2.5, most=2.5, neutral=0.5, rate_s=0.25, zero=1.5)
    for name in ("lift", "tilt", "height")
)
NAMES = ("topic", "type_name", "frame", "node", "lock_topic", "stop_service", "stop_goal")


@pytest.mark.parametrize("letter", ["n", "\u00fc", '"', "\\", "\U0001f916"])
@pytest.mark.parametrize("axes", [(), AXES])
def test_the_longest_profile_there_can_be_is_a_line(letter: str, axes: tuple[FreeAxis, ...]) -> None:
    def made(length: int) -> Profile | None:
        long = letter * length
        named = [
            msgspec.structs.replace(axis, topic=f"{number}{long}", measured_topic=long)
            for number, axis in enumerate(axes)
        ]
        told = {"name": "n" * 60, "axes": msgspec.to_builtins(named)} | dict.fromkeys(NAMES, long)
        try:
            return Profile.from_json(told)
        except ProfileError:
            return None

    profile = next(profile for length in range(255, 0, -1) if (profile := made(length)) is not None)
    line = encode_line(profile_command(profile))

    assert 1900 < len(line) <= MAX_LINE
    assert parse_command(line).profile == profile
    assert "pad" not in json.loads(line)["profile"]


def test_a_profile_with_free_axes_crosses_the_pipe() -> None:
    profile = Profile(
        axes=(FreeAxis("lift", topic="/lift"), FreeAxis("tilt", field="linear.z")),
        pad=PadMapping(free=(PadAxis("righty"),)),
    )

    command = parse_command(encode_line(profile_command(profile)).strip())

    assert command.profile == profile
