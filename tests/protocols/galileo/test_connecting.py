from __future__ import annotations

from protocols.galileo.connecting import ClientIds

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
