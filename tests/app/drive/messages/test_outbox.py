"""What waits to be written to the drive process, in a pipe that a test fills."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.drive.messages.outbox import EXPIRES_AFTER_S, MAX_ACTS, Outbox


class Pipe:
    """Takes so many bytes in all; None: any number."""

    def __init__(self, room: int | None = None) -> None:
        self.room = room
        self.data = b""

    def write(self, data: bytes) -> int:
        taken = len(data) if self.room is None else min(self.room, len(data))
        if self.room is not None:
            self.room -= taken
        self.data += data[:taken]
        return taken

    @property
    def said(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.data.splitlines()]


def test_acts_go_in_their_order_and_before_what_only_tells() -> None:
    outbox, pipe = Outbox(), Pipe()
    outbox.set_state("speed", {"speed": 0.5})
    outbox.add_expiring({"arm": True}, 0.0)
    outbox.add({"profile": {}})

    assert outbox.flush(pipe.write, 0.0)

    assert pipe.said == [{"arm": True}, {"profile": {}}, {"speed": 0.5}]
    assert outbox.is_empty


def test_of_what_waits_the_newest_of_each_goes() -> None:
    outbox, full, pipe = Outbox(), Pipe(0), Pipe()
    for v in (0.1, 0.2):
        outbox.set_state("screen", {"v": v})
        assert not outbox.flush(full.write, 0.0)
    outbox.set_state("keyboard", {"v": 0.3})

    outbox.flush(pipe.write, 0.0)

    assert pipe.said == [{"v": 0.2}, {"v": 0.3}]


def test_a_line_that_was_begun_is_ended_before_anything_else_begins() -> None:
    outbox, pipe = Outbox(), Pipe(4)
    outbox.set_state("screen", {"v": 0.1})
    outbox.flush(pipe.write, 0.0)
    outbox.set_state("screen", {"v": 0.2})
    outbox.add_stop({"stop": True})
    pipe.room = None

    outbox.flush(pipe.write, 0.0)

    assert pipe.said == [{"v": 0.1}, {"stop": True}, {"v": 0.2}]


def test_an_act_that_sets_free_is_withdrawn_when_it_could_not_be_written_in_time() -> None:
    outbox, full, pipe = Outbox(), Pipe(0), Pipe()
    outbox.add_expiring({"arm": True}, 1.0)
    outbox.flush(full.write, 1.0 + EXPIRES_AFTER_S)
    assert not outbox.is_empty

    outbox.flush(pipe.write, 1.0 + EXPIRES_AFTER_S + 0.001)

    assert (pipe.said, outbox.withdrawn) == ([], 1)


def test_a_stop_withdraws_what_sets_free_and_is_never_withdrawn_itself() -> None:
    outbox, full, pipe = Outbox(), Pipe(0), Pipe()
    outbox.add_expiring({"clear": True}, 0.0)
    outbox.add_expiring({"arm": True}, 0.0)
    outbox.add_stop({"stop": True})
    outbox.flush(full.write, 0.0)

    outbox.flush(pipe.write, 1e6)

    assert pipe.said == [{"stop": True}]


def test_a_stop_finds_room_among_any_number_of_acts() -> None:
    outbox, pipe = Outbox(), Pipe()
    for _ in range(10 * MAX_ACTS):
        outbox.add_stop({"arm": False})
    outbox.add_stop({"stop": True})

    outbox.flush(pipe.write, 0.0)

    assert len(pipe.said) == MAX_ACTS + 1
    assert pipe.said[-1] == {"stop": True}


def test_another_process_hears_nothing_of_what_waited_for_the_last() -> None:
    outbox, pipe = Outbox(), Pipe(3)
    outbox.add_stop({"stop": True})
    outbox.set_state("screen", {"v": 1})
    outbox.flush(pipe.write, 0.0)

    outbox.clear()

    assert outbox.flush(Pipe().write, 0.0)
    assert outbox.is_empty


_DOINGS = st.lists(
    st.one_of(
        st.tuples(st.just("act"), st.integers(0, 9)),
        st.tuples(st.just("keep"), st.integers(0, 9)),
        st.tuples(st.just("tell"), st.integers(0, 9)),
        st.tuples(st.just("room"), st.integers(0, 40)),
    ),
    max_size=60,
)


@given(_DOINGS)
def test_no_act_is_lost_or_doubled_however_the_pipe_fills(doings: list[tuple[str, int]]) -> None:
    outbox, pipe = Outbox(), Pipe(0)
    acts, told = [], None
    for what, number in doings:
        if what == "room":
            assert pipe.room is not None
            pipe.room += number
        elif what == "tell":
            told = number
            outbox.set_state("a", {"tell": number})
        else:
            acts.append({what: number})
            (outbox.add_stop if what == "act" else outbox.add)({what: number})
        outbox.flush(pipe.write, 0.0)
    pipe.room = None
    outbox.flush(pipe.write, 0.0)

    assert [line for line in pipe.said if "tell" not in line] == acts
    assert [line for line in pipe.said if "tell" in line][-1:] == ([] if told is None else [{"tell": told}])
