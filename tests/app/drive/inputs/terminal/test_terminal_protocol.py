"""The talk with a terminal: what it tells of keys, and whether it is still there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.terminal.protocol import FocusChange, KeyEvent
from app.drive.inputs.terminal.terminal_protocol import ANSWER_S, ASK_EVERY_S, KeyReporting, TerminalProtocol

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
