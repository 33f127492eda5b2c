from __future__ import annotations

import pytest

from protocols.galileo.connecting import REFUSED_PERIOD_S, UNANSWERED_S, ClientIds, ConnectRetryTimer

FIRST, SECOND = b"first", b"second"


def asked(asking: ConnectRetryTimer, until: float) -> list[tuple[float, bytes]]:
    """When what is sent, by its own deadlines."""
    sent = []
    while (now := asking.deadline) <= until:
        asking.check_unanswered(now)
        frame = asking.frame_due(now)
        sent += [] if frame is None else [(now, frame)]
    return sent


def test_connect_is_sent_at_once_and_then_every_second() -> None:
    asking = ConnectRetryTimer([FIRST], 10.0)

    assert asked(asking, 14.5) == [(10.0 + second, FIRST) for second in range(5)]
    assert (asking.sent, asking.first_at, asking.last_at) == (5, 10.0, 14.0)


def test_that_nobody_answers_is_said_after_a_while_and_again() -> None:
    asking = ConnectRetryTimer([FIRST], 0.0)

    assert [now for now in range(16) if asking.check_unanswered(now)] == [
        UNANSWERED_S,
        2 * UNANSWERED_S,
        3 * UNANSWERED_S,
    ]


def test_after_a_refusal_nothing_is_sent_for_two_seconds() -> None:
    asking = ConnectRetryTimer([FIRST], 0.0)
    asked(asking, 0.0)
    asking.refused(0.3)

    assert [now for now, _ in asked(asking, 5.0)] == pytest.approx([0.3 + REFUSED_PERIOD_S, 0.3 + 2 * REFUSED_PERIOD_S])


@pytest.mark.parametrize("refused", [True, False])
def test_the_second_choice_is_tried_once_when_the_first_has_failed(refused: bool) -> None:  # noqa: FBT001 - a row
    asking = ConnectRetryTimer([FIRST, SECOND], 0.0)
    chosen = []
    for attempt in range(4):
        now = attempt * UNANSWERED_S
        if attempt and refused:
            asking.refused(now)
        elif attempt:
            asking.check_unanswered(now)
        chosen += [frame for _, frame in asked(asking, now + 3.0)][:1]

    assert chosen == [FIRST, SECOND, FIRST, FIRST]


A, B, C = b"aaaa", b"bbbb", b"cccc"


def test_the_newest_answer_is_used_and_the_older_closed_when_the_robot_speaks_by_it() -> None:
    ids = ClientIds()
    ids.adopt(A, 0.0)
    assert ids.robot_spoke() == []
    ids.adopt(B, 1.0)
    assert (ids.current, ids.candidates, ids.known) == (B, (B, A), (B, A))

    assert ids.robot_spoke() == [A]
    assert (ids.candidates, ids.is_closed(A)) == ((B,), True)
    assert ids.robot_spoke() == []


def test_an_older_id_that_answers_while_the_newest_is_silent_is_used_again() -> None:
    ids = ClientIds()
    ids.adopt(A, 0.0)
    ids.adopt(B, 1.0)
    assert not ids.older_answered(A, 1.1)

    assert ids.older_answered(A, 1.5)
    assert ids.current == A
    assert ids.robot_spoke() == [B]


def test_an_id_that_was_never_ours_is_not_used() -> None:
    ids = ClientIds()
    ids.adopt(A, 0.0)

    assert not ids.older_answered(C, 5.0)


def test_ids_of_earlier_sessions_are_closed_when_the_robot_speaks() -> None:
    ids = ClientIds((A, B))
    assert ids.current is None
    ids.adopt(C, 0.0)

    assert ids.robot_spoke() == [A, B]


def test_an_id_that_the_robot_gives_again_is_not_closed() -> None:
    ids = ClientIds((A, B))
    ids.adopt(A, 0.0)

    assert ids.robot_spoke() == [B]


def test_what_the_robot_closed_is_forgotten() -> None:
    ids = ClientIds((A,))
    ids.adopt(B, 0.0)
    ids.adopt(C, 0.0)
    for client_id in (A, B):
        ids.discard(client_id)

    assert ids.known == (C,)


def test_ids_are_bounded() -> None:
    ids = ClientIds()
    for number in range(100):
        ids.adopt(number.to_bytes(4, "big"), 0.0)
        ids.robot_spoke()

    assert len(ids.known) == 16
    assert ids.known[0] == ids.current
