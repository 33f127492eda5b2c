from __future__ import annotations

import pytest

from protocols.galileo.asking import REFUSED_PERIOD_S, UNANSWERED_S, ConnectRetryTimer

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
