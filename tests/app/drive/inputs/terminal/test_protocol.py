"""What terminals send, and what else may come: bytes in, keys out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.terminal.protocol import (
    ANSWER_S,
    ASK_EVERY_S,
    FIRST_REPEAT_S,
    REPEAT_S,
    DeviceAttributes,
    FocusChange,
    KeyAction,
    KeyboardFlags,
    KeyEvent,
    KeyParser,
    KeyReporting,
    ReleasedKeys,
    RepeatedKeys,
    TerminalEvent,
    TerminalProtocol,
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


W, D = KeyEvent("w"), KeyEvent("d")
NOTHING: frozenset[str] = frozenset()


def _hold(keys: RepeatedKeys, count: int, *, first: float = 10.0, delay: float = 0.5, every: float = 1 / 30) -> float:
    """Hold W as a keyboard repeats it; when it repeated last."""
    now = first
    for number in range(count):
        now = first if number == 0 else first + delay + (number - 1) * every
        keys.feed(W, now)
    return now


def test_a_key_is_down_until_it_is_let_go_of_where_that_is_told() -> None:
    keys = ReleasedKeys()
    assert keys.feed(W, 1.0)
    assert not keys.feed(KeyEvent("w", KeyAction.REPEAT), 1.5)
    assert keys.down(100.0) == {"w"}
    keys.feed(D, 100.0)
    assert keys.down(100.0) == {"w", "d"}
    assert not keys.feed(KeyEvent("w", KeyAction.RELEASE), 100.1)

    assert keys.down(100.1) == {"d"}
    keys.let_go()
    assert keys.down(100.2) == NOTHING


def test_a_key_that_only_repeats_was_pressed_before_we_listened_and_is_not_down() -> None:
    keys = ReleasedKeys()
    keys.feed(W, 1.0)
    keys.let_go()
    keys.feed(KeyEvent("w", KeyAction.REPEAT), 1.1)

    assert keys.down(1.1) == NOTHING


def test_elsewhere_motion_begins_with_the_second_repeat() -> None:
    for count, down in ((1, NOTHING), (2, NOTHING), (3, frozenset("w")), (9, frozenset("w"))):
        keys = RepeatedKeys()
        now = _hold(keys, count)

        assert keys.down(now) == down, count


def test_elsewhere_motion_ends_200_ms_after_the_last_repeat() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5)

    assert keys.down(now + REPEAT_S - 0.001) == {"w"}
    assert keys.down(now + REPEAT_S + 0.001) == NOTHING


def test_after_a_pause_a_key_must_be_held_anew() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5) + REPEAT_S + 0.01
    for step in range(2):
        keys.feed(W, now + step * 0.03)
        assert keys.down(now + step * 0.03) == NOTHING


def test_two_taps_move_nothing() -> None:
    keys = RepeatedKeys()
    for now in (1.0, 1.15):
        keys.feed(W, now)
        assert keys.down(now) == NOTHING


def test_another_key_ends_the_first() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5) + 0.01
    keys.feed(D, now)

    assert keys.down(now) == NOTHING


def test_what_comes_all_at_once_was_not_held() -> None:
    """A network that hung delivers everything that it kept."""
    keys = RepeatedKeys()
    for _ in range(50):
        keys.feed(W, 1.0)

    assert keys.down(1.0) == NOTHING


def test_letting_go_means_that_it_must_be_held_anew() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5)
    keys.let_go()
    keys.feed(W, now + 0.03)
    keys.feed(W, now + 0.06)

    assert keys.down(now + 0.06) == NOTHING


def test_a_clock_that_went_backwards_holds_nothing() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5)

    assert keys.down(now - 5) == NOTHING


@pytest.mark.parametrize("delay", [0.25, 0.5, 1.0])
def test_auto_repeat_is_no_second_press(delay: float) -> None:
    """Else a held Enter would arm again and again."""
    keys = RepeatedKeys()
    presses = [keys.feed(KeyEvent("enter"), now) for now in (1.0, 1.0 + delay, 1.03 + delay, 1.06 + delay)]

    assert presses == [True, False, False, False]
    assert keys.feed(KeyEvent("enter"), 1.06 + delay + FIRST_REPEAT_S + 0.01)


def test_letting_go_does_not_make_a_repeat_a_press() -> None:
    keys = RepeatedKeys()
    keys.feed(KeyEvent("enter"), 1.0)
    keys.let_go()

    assert not keys.feed(KeyEvent("enter"), 1.5)


@given(st.lists(st.tuples(st.sampled_from("wd"), st.floats(0, 2)), max_size=50))
def test_nothing_is_ever_down_without_three_of_it_in_a_row_and_the_last_just_now(
    typed: list[tuple[str, float]],
) -> None:
    keys = RepeatedKeys()
    now = 0.0
    row: list[str] = []
    for name, gap in typed:
        silent = keys.down(now + gap)
        assert not silent or gap <= REPEAT_S
        now += gap
        row.append(name)
        keys.feed(KeyEvent(name), now)
        down = keys.down(now)
        assert down <= {name}
        if down:
            assert row[-3:] == [name] * 3


ASK = b"\x1b[?u"
ATTRIBUTES = b"\x1b[?62c"
ALL = b"\x1b[?15u"
NONE = b"\x1b[?0u"


def _releasing(now: float = 0.0) -> TerminalProtocol:
    protocol = TerminalProtocol(now)
    protocol.receive_data(NONE + ATTRIBUTES, now)
    protocol.receive_data(ALL + ATTRIBUTES, now)
    protocol.data_to_send()
    return protocol


def test_a_terminal_is_asked_before_anything_is_switched_on() -> None:
    protocol = TerminalProtocol(0.0)
    out = protocol.data_to_send()

    assert out.endswith(ASK + b"\x1b[c")
    assert b"\x1b[>" not in out
    assert protocol.data_to_send() == b""
    assert protocol.key_reporting is KeyReporting.ASKED


def test_one_that_knows_the_protocol_and_keeps_its_word_tells_of_releases() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.data_to_send()
    protocol.receive_data(NONE + ATTRIBUTES, 0.1)
    assert protocol.data_to_send() == b"\x1b[>15u" + ASK + b"\x1b[c"
    protocol.receive_data(ALL + ATTRIBUTES, 0.2)

    assert protocol.key_reporting is KeyReporting.RELEASES
    assert protocol.goodbye().startswith(b"\x1b[<u")


def test_one_that_switches_on_less_than_was_asked_for_is_not_believed() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.receive_data(NONE + ATTRIBUTES, 0.1)
    protocol.data_to_send()
    protocol.receive_data(b"\x1b[?5u" + ATTRIBUTES, 0.2)

    assert protocol.key_reporting is KeyReporting.REPEATS
    assert protocol.data_to_send() == b"\x1b[<u"
    assert not protocol.goodbye().startswith(b"\x1b[<u")


def test_one_that_only_knows_its_attributes_tells_of_repeats() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.data_to_send()
    protocol.receive_data(ATTRIBUTES, 0.1)

    assert protocol.key_reporting is KeyReporting.REPEATS
    assert protocol.data_to_send() == b""


def test_one_that_answers_nothing_tells_of_repeats_after_a_while() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.receive_data(b"", ANSWER_S - 0.1)
    before = protocol.key_reporting
    protocol.receive_data(b"", ANSWER_S + 0.1)

    assert [before, protocol.key_reporting] == [KeyReporting.ASKED, KeyReporting.REPEATS]


def test_one_that_falls_silent_after_it_was_switched_on_is_switched_off() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.receive_data(NONE + ATTRIBUTES, 0.5)
    protocol.data_to_send()
    protocol.receive_data(b"", 0.5 + ANSWER_S + 0.1)

    assert protocol.key_reporting is KeyReporting.REPEATS
    assert protocol.data_to_send() == b"\x1b[<u"


def test_keys_and_focus_come_through_and_answers_do_not() -> None:
    protocol = _releasing()

    assert protocol.receive_data(b"\x1b[119u" + ALL + b"\x1b[O", 1.0) == [KeyEvent("w"), FocusChange(gained=False)]


def test_while_a_key_is_held_the_terminal_is_asked_and_is_as_old_as_what_it_has_answered() -> None:
    protocol = _releasing()
    assert protocol.alive_at(1.0, held=False) == 1.0
    assert protocol.data_to_send() == b""
    times = [1.0 + step / 64 for step in range(16)]
    ages = [protocol.alive_at(now, held=True) for now in times]
    assert set(ages) == {1.0}
    assert protocol.data_to_send() == ASK * 4
    protocol.receive_data(ALL * 2, 1.25)

    assert protocol.alive_at(1.25, held=True) == 1.0 + 4 / 64


def test_a_plain_terminal_that_answers_is_asked_too() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.receive_data(ATTRIBUTES, 0.0)
    protocol.data_to_send()
    protocol.alive_at(1.0, held=False)
    assert protocol.alive_at(1.1, held=True) == 1.0
    assert protocol.data_to_send() == b"\x1b[c"
    protocol.receive_data(ATTRIBUTES, 1.12)

    assert protocol.alive_at(1.13, held=True) == 1.1


def test_one_that_answers_nothing_is_not_asked() -> None:
    protocol = TerminalProtocol(0.0)
    protocol.receive_data(b"", ANSWER_S + 1)
    protocol.data_to_send()

    assert protocol.alive_at(10.0, held=True) == 10.0
    assert protocol.data_to_send() == b""


def test_repeats_are_no_sign_of_life() -> None:
    """Over a network that lags they may be as old as the key-up that follows them."""
    protocol = _releasing()
    protocol.alive_at(1.0, held=False)
    protocol.alive_at(1.01, held=True)
    for step in range(30):
        protocol.receive_data(b"\x1b[119;1:2u", 1.02 + step * 0.03)
        age = protocol.alive_at(1.02 + step * 0.03, held=True)

    assert age == 1.0


def test_questions_to_a_terminal_that_is_gone_are_few() -> None:
    protocol = _releasing()
    asked = b""
    for step in range(400):
        protocol.alive_at(1.0 + step * 0.01, held=True)
        asked += protocol.data_to_send()

    assert len(asked) <= 16 * len(ASK)


def test_late_answers_to_old_questions_do_not_pass_for_new_ones() -> None:
    protocol = _releasing()
    for step in range(10):
        protocol.alive_at(1.0 + step * ASK_EVERY_S * 1.1, held=True)
    protocol.alive_at(2.0, held=False)
    protocol.alive_at(2.01, held=True)
    protocol.receive_data(ALL * 10, 2.02)
    before = protocol.alive_at(2.03, held=True)
    protocol.receive_data(ALL, 2.04)

    assert [before, protocol.alive_at(2.05, held=True)] == [2.0, 2.01]


def test_a_terminal_that_was_reset_is_asked_anew() -> None:
    """It no longer says when a key is let go of."""
    protocol = _releasing()
    protocol.alive_at(1.0, held=True)
    protocol.data_to_send()
    protocol.receive_data(NONE, 1.01)
    keys = protocol.key_reporting
    assert protocol.data_to_send().endswith(ASK + b"\x1b[c")
    protocol.receive_data(NONE + ATTRIBUTES, 1.02)
    protocol.receive_data(ALL + ATTRIBUTES, 1.03)

    assert [keys, protocol.key_reporting] == [KeyReporting.ASKED, KeyReporting.RELEASES]


@given(st.lists(st.sampled_from([ALL, NONE, ATTRIBUTES, b"\x1b[?5u", b"w", b"", b"\x1b[119;1:3u"]), max_size=30))
def test_whatever_a_terminal_answers_what_was_switched_on_is_switched_off(answers: list[bytes]) -> None:
    protocol = TerminalProtocol(0.0)
    out = b""
    for number, answer in enumerate(answers):
        protocol.receive_data(answer, number * 0.3)
        protocol.alive_at(number * 0.3, held=True)
        out += protocol.data_to_send()
    out += protocol.goodbye()

    assert out.count(b"\x1b[>15u") - out.count(b"\x1b[<u") in {0, 1}
    assert out.endswith(b"\x1b[?2004l\x1b[?1004l")
