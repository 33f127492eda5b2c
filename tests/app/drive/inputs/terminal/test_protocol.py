"""What terminals send, and what else may come: bytes in, keys out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.terminal.protocol import (
    DeviceAttributes,
    FocusChange,
    KeyAction,
    KeyboardFlags,
    KeyEvent,
    KeyParser,
    TerminalEvent,
)

PRESS, REPEAT, RELEASE = KeyAction.PRESS, KeyAction.REPEAT, KeyAction.RELEASE


def _parse(data: bytes) -> list[TerminalEvent]:
    """All that there is in the bytes, after silence."""
    parser = KeyParser()
    return parser.feed(data, 0.0) + parser.feed(b"", 10.0) + parser.feed(b"", 20.0)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"w", KeyEvent("w")),
        (b"W", KeyEvent("w", shift=True)),
        (b" ", KeyEvent("space")),
        (b"\r", KeyEvent("enter")),
        (b"\n", KeyEvent("enter")),
        (b"\t", KeyEvent("tab")),
        (b"\x7f", KeyEvent("backspace")),
        (b"\x03", KeyEvent("c", ctrl=True)),
        (b"\x1a", KeyEvent("z", ctrl=True)),
        (b"\x1c", KeyEvent("\\", ctrl=True)),
        (b"\x1b", KeyEvent("escape")),
        (b"\x1bw", KeyEvent("w", other=True)),
        (b"\x1b[A", KeyEvent("up")),
        (b"\x1bOA", KeyEvent("up")),
        (b"\x1bOD", KeyEvent("left")),
        (b"\x1b[1;2B", KeyEvent("down", shift=True)),
        (b"\x1b[1;5C", KeyEvent("right", ctrl=True)),
        ("ц".encode(), KeyEvent("ц")),
        ("€".encode(), KeyEvent("€")),
    ],
)
def test_a_plain_terminal_says_what_was_typed(data: bytes, key: KeyEvent) -> None:
    assert _parse(data) == [key]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"\x1b[119u", KeyEvent("w")),
        (b"\x1b[119;1:1u", KeyEvent("w")),
        (b"\x1b[119;1:2u", KeyEvent("w", REPEAT)),
        (b"\x1b[119;1:3u", KeyEvent("w", RELEASE)),
        (b"\x1b[119:87;2;87u", KeyEvent("w", shift=True)),
        (b"\x1b[119;65u", KeyEvent("w")),
        (b"\x1b[119;193:3u", KeyEvent("w", RELEASE)),
        (b"\x1b[119;3u", KeyEvent("w", other=True)),
        (b"\x1b[119;9u", KeyEvent("w", other=True)),
        (b"\x1b[99;5u", KeyEvent("c", ctrl=True)),
        (b"\x1b[32;1:1u", KeyEvent("space")),
        (b"\x1b[27u", KeyEvent("escape")),
        (b"\x1b[13;1:3u", KeyEvent("enter", RELEASE)),
        (b"\x1b[1;1:3A", KeyEvent("up", RELEASE)),
        (b"\x1b[1;1:2D", KeyEvent("left", REPEAT)),
        (b"\x1b[57441;2:1u", KeyEvent("shift", shift=True)),
        (b"\x1b[57419;129:1u", KeyEvent("up")),
        (b"\x1b[1094::119;1:1u", KeyEvent("w")),
        (b"\x1b[1094:1062:119;2:3u", KeyEvent("w", RELEASE, shift=True)),
    ],
)
def test_a_terminal_with_kittys_protocol_says_what_happened_to_a_key(data: bytes, key: KeyEvent) -> None:
    """Letters are taken by their place on an English keyboard, where the terminal tells of it."""
    assert _parse(data) == [key]


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (b"\x1b[?15u", KeyboardFlags(15)),
        (b"\x1b[?0u", KeyboardFlags(0)),
        (b"\x1b[?62;22c", DeviceAttributes()),
        (b"\x1b[?6c", DeviceAttributes()),
        (b"\x1b[I", FocusChange(gained=True)),
        (b"\x1b[O", FocusChange(gained=False)),
    ],
)
def test_answers_of_the_terminal_are_no_keys(data: bytes, event: TerminalEvent) -> None:
    assert _parse(data) == [event]


@pytest.mark.parametrize(
    "data",
    [
        b"\x1b[?1;2R",
        b"\x1b[>41;354;0c",
        b"\x1b[5~",
        b"\x1b[3;1:3~",
        b"\x1b[119;0u",
        b"\x1b[119;1:4u",
        b"\x1b[119;9999u",
        b"\x1b[;u",
        b"\x1b[u",
        b"\x1b[99999999u",
        b"\x1b[55296u",
        b"\x1b[57358u",
        b"\x1b[0u",
        b"\x1b[2A",
        b"\x1b[?u",
        b"\x1b[?1:2u",
        b"\x1b[" + b"1" * 100 + b"u",
        b"\x1b[1",
        b"\x1bO",
        b"\x1b]0;title\x07",
        b"\x1b]0;title\x1b\\",
        b"\x1bP1$r0m\x1b\\",
        b"\x1b_Gi=1;OK\x1b\\",
        b"\x1b]never ended".replace(b" ", b"-"),
        b"\x00\xff\xfe\x80\xc3",
        b"\xed\xa0\x80",
    ],
)
def test_what_is_no_key_is_thrown_away(data: bytes) -> None:
    assert _parse(data) == []


def test_after_a_broken_sequence_the_next_key_is_heard() -> None:
    assert _parse(b"\x1b[1\x1b[A") == [KeyEvent("up")]
    assert _parse(b"\x1b[1\x03") == [KeyEvent("c", ctrl=True)]
    assert _parse(b"\xc3w") == [KeyEvent("w")]
    assert _parse(b"\x1b\x1b[A") == [KeyEvent("escape"), KeyEvent("up")]


def test_what_is_pasted_was_not_typed() -> None:
    assert _parse(b"a\x1b[200~wwww\r\x1b[A\x03\x1b[201~s") == [KeyEvent("a"), KeyEvent("s")]


def test_a_paste_without_an_end_ends_by_itself() -> None:
    parser = KeyParser()
    events = [event for step in range(50) for event in parser.feed(b"\x1b[200~w" if step == 0 else b"w", step * 0.1)]

    assert KeyEvent("w") in events
    assert parser.feed(b"d", 5.1) == [KeyEvent("d")]


def test_a_space_in_a_paste_or_in_garbage_is_a_space() -> None:
    assert _parse(b"\x1b[200~a b\x1b[201~") == [KeyEvent("space")]
    assert _parse(b"\x1b]0;a b\x07") == [KeyEvent("space")]
    assert _parse(b"\x1b]0; never ended") == [KeyEvent("space")]
    assert _parse(b"\x1b[0 q") == [KeyEvent("space")]
    assert _parse(b"\x1b ") == [KeyEvent("space", other=True)]


def test_a_lone_escape_is_a_key_when_nothing_follows() -> None:
    parser = KeyParser()

    assert parser.feed(b"\x1b", 1.0) == []
    assert parser.feed(b"", 1.03) == []
    assert parser.feed(b"", 1.06) == [KeyEvent("escape")]
    assert parser.feed(b"", 1.2) == []


def test_a_key_after_a_sequence_that_never_ended_is_that_key() -> None:
    parser = KeyParser()

    assert parser.feed(b"\x1b[1;", 1.0) == []
    assert parser.feed(b"w", 1.1) == [KeyEvent("w")]


sequences = st.sampled_from(
    [
        b"w",
        b" ",
        b"\r",
        "€".encode(),
        b"\x1b[A",
        b"\x1bOB",
        b"\x1b[119;1:1u",
        b"\x1b[119;1:3u",
        b"\x1b[?15u",
        b"\x1b[?62c",
        b"\x1b[O",
        b"\x1b[200~pa ste\x1b[201~",
        b"\x1b]11;rgb:0/0/0\x1b\\",
        b"\x1b[3~",
    ]
)


@given(st.lists(sequences, max_size=12), st.lists(st.integers(1, 9), max_size=40))
def test_how_the_bytes_are_cut_makes_no_difference(parts: list[bytes], cuts: list[int]) -> None:
    data = b"".join(parts)
    parser = KeyParser()
    events: list[TerminalEvent] = []
    rest = data
    for cut in cuts:
        events += parser.feed(rest[:cut], 0.0)
        rest = rest[cut:]
    events += parser.feed(rest, 0.0)

    # of a paste with spaces in it, how often is not told
    assert _without_doubled_spaces(events) == _without_doubled_spaces(_parse(data))


def _without_doubled_spaces(events: list[TerminalEvent]) -> list[TerminalEvent]:
    space = KeyEvent("space")
    return [event for before, event in zip([None, *events], events, strict=False) if (before, event) != (space, space)]


hostile = st.lists(
    st.one_of(
        st.binary(max_size=20),
        sequences,
        st.sampled_from([b"\x1b", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1b[200~", b"\x1b[201~", b"\x1b[1;1:", b"?", b";"]),
    ),
    max_size=30,
)


@given(hostile, st.floats(0, 0.2))
def test_whatever_comes_a_space_in_it_is_never_hidden_and_nothing_piles_up(parts: list[bytes], gap: float) -> None:
    parser = KeyParser()
    events: list[TerminalEvent] = []
    now = 0.0
    for part in parts:
        now += gap
        events += parser.feed(part, now)
    events += parser.feed(b"", now + 10) + parser.feed(b"", now + 20)

    if b" " in b"".join(parts):
        assert any(isinstance(event, KeyEvent) and event.name == "space" for event in events)
    assert parser.feed(b"w", now + 30) == [KeyEvent("w")]


def test_a_flood_is_read_in_a_time_that_grows_with_it_only() -> None:
    parser = KeyParser()
    count = sum(len(parser.feed(b"\x1b]" + b"x" * 4094, step * 0.001)) for step in range(500))

    assert count == 0
    assert len(parser._data) <= 3 * 4096
