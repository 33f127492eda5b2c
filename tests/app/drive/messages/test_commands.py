from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.config.profile import Limits, Profile, profile_to_json
from app.drive.control.values import DriveSource, Effect, Reason, Velocity
from app.drive.messages.commands import (
    MAX_LINE,
    MAX_LINES,
    CommandReader,
    DriveCommand,
    LineError,
    SetPoint,
    parse_command,
)
from app.drive.messages.gamepad_command import PadCommand

_KEYS = ["arm", "why", "v", "w", "hold", "t", "from", "stop", "clear", "speed", "seen", "profile", "other"]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
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
        ('{"stop":true}', DriveCommand(stop=True)),
        ('{"clear":true}', DriveCommand(clear=True)),
        ('{"speed":0.5}', DriveCommand(speed=0.5)),
        ('{"seen":false}', DriveCommand(seen=False)),
        ('{"speed":0.5,"seen":true}', DriveCommand(speed=0.5, seen=True)),
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
        '{"v":0.1,"from":"pad"}',
        '{"v":0.1,"from":{}}',
        '{"v":0.1,"v":0.1}',
        '{"speed":0}',
        '{"speed":1.1}',
        '{"speed":-1}',
        '{"seen":0}',
        '{"seen":null}',
        '{"profile":null}',
        '{"profile":{"name":"../up"}}',
        '{"profile":{"limits":{"linear_m_s":100}}}',
        "[" * 2000,
        '{"profile":' * 300,
    ],
)
def test_a_line_that_says_nothing_known_is_a_fault(text: str) -> None:
    with pytest.raises(LineError) as told:
        parse_command(text.encode())

    assert told.value.fault is Reason.BAD_LINE
    assert told.value.text


@pytest.mark.parametrize("key", ["v", "w", "t", "speed"])
@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400, "true", "null", '"1"', "[1]", "{}"]
)
def test_a_value_that_is_no_finite_number_is_a_fault(key: str, value: str) -> None:
    with pytest.raises(LineError) as told:
        parse_command(f'{{"v":0,"{key}":{value}}}'.replace('{"v":0,"v"', '{"v"').encode())

    assert told.value.fault is Reason.NOT_FINITE


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

    line = json.dumps({"profile": json.loads(profile_to_json(profile))}).encode()
    assert parse_command(line) == DriveCommand(profile=profile)


def test_the_virtual_pad_is_moved_by_lines_where_there_is_one() -> None:
    line = b'{"pad":{"axes":{"lefty":-1},"buttons":{"a":true},"plugged":true}}'

    assert parse_command(line, virtual_pad=True) == DriveCommand(
        pad=PadCommand({"lefty": -1.0}, {"a": True}, plugged=True)
    )
    assert CommandReader(virtual_pad=True).feed(line + b"\n") == [parse_command(line, virtual_pad=True)]
    with pytest.raises(LineError, match="not known"):
        parse_command(line)
    with pytest.raises(LineError, match="no axis"):
        parse_command(b'{"pad":{"axes":{"lefty":2}}}', virtual_pad=True)


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
        assert line.set_point.velocity.is_finite
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
