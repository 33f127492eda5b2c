from __future__ import annotations

from protocols.frames import FrameReader
from protocols.stall import STALL_BYTES, STALL_TIMEOUT_S, StallWatch

LARGE = (1024 * 1024).to_bytes(4, "little")


class Watched:
    """A reader that is watched as a core does it."""

    def __init__(self) -> None:
        self.reader = FrameReader(4, lambda header: int.from_bytes(header, "little"))
        self.watch = StallWatch(self.reader)

    def receive(self, data: bytes, now: float) -> None:
        for _ in self.reader.feed(data):
            self.watch.frame_completed()
        self.watch.after_read(now)


def test_between_frames_nothing_is_awaited() -> None:
    watched = Watched()
    watched.receive(b"\x01\0\0\0x", 1.0)

    assert watched.watch.deadline is None
    assert watched.watch.check(1e9) is None


def test_a_frame_that_does_not_move_on_is_stuck() -> None:
    watched = Watched()
    watched.receive(LARGE + b"abc", 5.0)

    assert watched.watch.deadline == 5.0 + STALL_TIMEOUT_S
    assert watched.watch.check(5.0 + STALL_TIMEOUT_S - 0.001) is None
    assert watched.watch.check(5.0 + STALL_TIMEOUT_S) == "0 bytes in 10 s"


def test_a_frame_that_drips_is_stuck() -> None:
    watched = Watched()
    watched.receive(LARGE, 0.0)
    for second in range(1, 10):
        watched.receive(b"x", float(second))

    assert watched.watch.check(STALL_TIMEOUT_S) == "9 bytes in 10 s"


def test_a_frame_that_moves_on_is_given_time_again() -> None:
    watched = Watched()
    watched.receive(LARGE, 0.0)
    watched.receive(bytes(STALL_BYTES), 9.0)

    assert watched.watch.check(STALL_TIMEOUT_S) is None
    assert watched.watch.deadline == 2 * STALL_TIMEOUT_S
    assert watched.watch.check(2 * STALL_TIMEOUT_S) == "0 bytes in 10 s"


def test_the_end_of_a_frame_ends_the_watch() -> None:
    watched = Watched()
    watched.receive(b"\x02\0\0\0a", 0.0)
    watched.receive(b"b", 9.0)

    assert watched.watch.deadline is None


def test_an_empty_frame_that_came_in_parts_leaves_nothing_to_wait_for() -> None:
    watched = Watched()
    watched.receive(b"\0\0", 0.0)
    watched.receive(b"\0\0", 1.0)

    assert watched.watch.check(STALL_TIMEOUT_S) is None
    assert watched.watch.deadline is None
