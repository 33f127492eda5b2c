from __future__ import annotations

import itertools
import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.galileo.packets import FRAGMENT_SIZE, split_payload
from protocols.galileo.reassembly import (
    HOLD_S,
    MAX_HELD,
    MAX_HELD_BYTES,
    QUIET_S,
    ContinuationBuffer,
    Fragment,
    FragmentJoiner,
    IndexDetector,
    Indexing,
    Reassembly,
)


def indexed(index: int, payload: bytes = b"") -> bytes:
    return struct.pack("<I", index % 2**32) + (payload or b"p%d" % index)


def reassembly(indices: list[int], indexing: Indexing = Indexing.YES) -> tuple[Reassembly, list[int | None]]:
    taker = Reassembly(indexing)
    given_ = [fragment.index for index in indices for fragment in taker.add(indexed(index), 0.0)]
    return taker, given_


# is there an index?


def decided(payloads: list[bytes]) -> bool | None:
    detector = IndexDetector()
    for payload in payloads:
        detector.observe(payload)
    return detector.decided


def test_three_indices_in_a_row_are_an_index() -> None:
    assert decided([indexed(0), indexed(1)]) is None
    assert decided([indexed(0), indexed(1), indexed(2)]) is True
    assert decided([indexed(7), indexed(8), indexed(9)]) is True


def test_an_index_is_found_where_frames_are_lost_overtaken_and_doubled() -> None:
    indices = [2, 0, 5, 5, 3, 9, 14]

    assert decided([indexed(index) for index in indices[:-1]]) is None
    assert decided([indexed(index) for index in indices]) is True


@pytest.mark.parametrize(
    "payloads",
    [
        [b"\xff\xd8\xff\xe0JFIF"],
        [b"\x89PNG\r\n\x1a\n"],
        [b"abc"],
        [indexed(5, b"one"), indexed(5, b"two")],
        [indexed(0), indexed(900)],
        [struct.pack("<I", 123_456), struct.pack("<I", 123_457)],
    ],
)
def test_bytes_that_count_nothing_are_no_index(payloads: list[bytes]) -> None:
    assert decided(payloads) is False


def test_the_operator_knows_better() -> None:
    assert Reassembly(Indexing.YES).indexed is True
    assert Reassembly(Indexing.NO).indexed is False


def test_until_it_is_known_bytes_are_given_as_they_came() -> None:
    taker = Reassembly()
    given_ = [taker.add(indexed(index), 0.0) for index in (0, 1, 2, 3)]

    assert given_[:2] == [[Fragment(indexed(0))], [Fragment(indexed(1))]]
    assert given_[2:] == [[Fragment(b"p2", 2)], [Fragment(b"p3", 3)]]
    assert (taker.indexed, taker.tracker.expected) == (True, 4)


def test_without_an_index_all_is_given_and_nothing_is_known_of_loss() -> None:
    taker = Reassembly()
    payloads = [b"\xff\xd8" + bytes([number]) * 9 for number in range(50)]

    assert [taker.add(payload, 0.0) for payload in payloads] == [[Fragment(payload)] for payload in payloads]
    assert taker.loss(0.0) is None


# in order


def test_what_was_overtaken_is_put_back_in_its_place() -> None:
    taker, given_ = reassembly([0, 2, 3, 1, 4])

    assert given_ == [0, 1, 2, 3, 4]
    assert (taker.tracker.reordered, taker.held, taker.deadline) == (1, 0, None)


def test_what_does_not_come_is_waited_for_no_longer_than_a_moment() -> None:
    taker = Reassembly(Indexing.YES)
    taker.add(indexed(0), 0.0)
    assert taker.add(indexed(3), 1.0) == []
    assert taker.deadline == 1.0 + HOLD_S
    assert taker.expire(1.0) == []

    assert taker.expire(1.0 + HOLD_S) == [Fragment(b"p3", 3, gap=2)]
    assert taker.add(indexed(1), 1.2) == []
    assert taker.too_late == 1
    assert taker.add(indexed(4), 1.2) == [Fragment(b"p4", 4)]


def test_several_gaps_are_told_each_before_its_fragment() -> None:
    taker = Reassembly(Indexing.YES)
    for index in (0, 2, 5):
        taker.add(indexed(index), 0.0)

    assert taker.expire(HOLD_S) == [Fragment(b"p2", 2, gap=1), Fragment(b"p5", 5, gap=2)]


def test_doubles_are_given_once() -> None:
    taker, given_ = reassembly([0, 1, 1, 0, 2])

    assert given_ == [0, 1, 2]
    assert taker.tracker.duplicates == 2


def test_indices_wrap_in_order() -> None:
    assert reassembly([2**32 - 2, 0, 2**32 - 1, 1])[1] == [2**32 - 2, 2**32 - 1, 0, 1]


def test_a_counter_that_begins_anew_is_followed() -> None:
    assert reassembly([200_000, 200_001, 500_000, 500_001])[1] == [200_000, 200_001, 500_000, 500_001]


def test_no_more_waits_than_the_bound() -> None:
    taker, given_ = reassembly([0, *range(2, MAX_HELD + 3)])
    assert given_[:2] == [0, 2]
    assert taker.held <= MAX_HELD

    taker = Reassembly(Indexing.YES)
    taker.add(indexed(0), 0.0)
    for index in range(2, 60):
        taker.add(indexed(index, bytes(65_000)), 0.0)
        assert taker.held * 65_000 <= MAX_HELD_BYTES


def test_a_frame_too_short_for_its_index_is_nothing() -> None:
    assert Reassembly(Indexing.YES).add(b"abc", 0.0) == []


def test_the_share_that_is_lost_is_the_truth() -> None:
    rng = random.Random(3)
    taker = Reassembly()
    sent = came = 0
    for index in range(2400):
        now = index * 0.05
        taker.expire(now)
        sent += 1
        if rng.random() >= 0.3:
            came += 1
            taker.add(indexed(index), now)

    loss = taker.loss(120.0)
    assert loss is not None
    assert abs(loss - (1 - came / sent)) < 0.005


@given(
    st.lists(st.tuples(st.integers(0, 40) | st.integers(0, 2**32 - 1), st.floats(0, 0.2)), max_size=60),
    st.sampled_from(Indexing),
)
def test_whatever_comes_nothing_is_given_twice_or_backwards(
    frames: list[tuple[int, float]], indexing: Indexing
) -> None:
    taker, now = Reassembly(indexing), 0.0
    given_: list[Fragment] = []
    for index, step in frames:
        now += step
        given_ += taker.expire(now)
        restarts = taker.tracker.restarts
        new = taker.add(indexed(index), now)
        if taker.tracker.restarts > restarts:
            given_.clear()
            continue
        given_ += new
        assert taker.held <= MAX_HELD
    given_ += taker.expire(now + HOLD_S)

    assert taker.held == 0
    ordered = [fragment.index for fragment in given_ if fragment.index is not None]
    steps = [(after - before) % 2**32 for before, after in itertools.pairwise(ordered)]
    assert all(0 < step < 2**31 for step in steps)


# messages


def joined(messages: list[bytes], lost: frozenset[int] = frozenset()) -> tuple[FragmentJoiner, list[bytes]]:
    joiner, whole, index, gap = FragmentJoiner(), [], 0, 0
    for message in messages:
        for part in split_payload(message):
            if index in lost:
                gap += 1
            else:
                found = joiner.add(Fragment(bytes(part), index, gap), 0.0)
                whole += [] if found is None else [found]
                gap = 0
            index += 1
    return joiner, whole


def test_a_shorter_fragment_ends_a_message() -> None:
    messages = [b"a" * 1300, b"b", b"c" * 513]

    assert joined(messages)[1] == messages


def test_silence_ends_a_message_whose_last_fragment_is_full() -> None:
    joiner, whole = joined([b"a" * 2 * FRAGMENT_SIZE])
    assert whole == []
    assert joiner.expire(QUIET_S / 2) is None

    assert joiner.deadline == QUIET_S
    assert joiner.expire(QUIET_S) == b"a" * 2 * FRAGMENT_SIZE
    assert joiner.expire(1.0) is None


def test_a_message_with_a_gap_is_dropped_and_the_next_is_whole() -> None:
    joiner, whole = joined([b"a" * 1300, b"b" * 600, b"c"], frozenset({1}))

    assert whole == [b"b" * 600, b"c"]
    assert joiner.dropped == 1


def test_a_robot_with_larger_fragments_is_understood() -> None:
    joiner = FragmentJoiner()
    parts = [bytes(1014), bytes(1014), bytes(600)]

    assert [joiner.add(Fragment(part), 0.0) for part in parts] == [None, None, bytes(2628)]


def test_fragments_from_before_an_index_was_found_spoil_only_the_message_under_way() -> None:
    reassembly, joiner = Reassembly(), FragmentJoiner()
    frames = [part for message in (b"a" * 1300, b"b" * 1300, b"c" * 1300) for part in split_payload(message)]
    whole = [
        message
        for index, frame in enumerate(frames[1:])
        for fragment in reassembly.add(struct.pack("<I", index) + bytes(frame), 0.0)
        if (message := joiner.add(fragment, 0.0)) is not None
    ]

    # the first was heard from its middle on
    assert whole[-1:] == [b"c" * 1300]
    assert all(message in {b"b" * 1300, b"c" * 1300} or len(message) < 1300 for message in whole)


def test_a_message_over_the_limit_is_dropped() -> None:
    joiner = FragmentJoiner(limit=1000)
    for _ in range(5):
        assert joiner.add(Fragment(bytes(512)), 0.0) is None

    assert joiner.add(Fragment(b"end"), 0.0) is None
    assert joiner.dropped == 1
    assert joiner.add(Fragment(b"next"), 0.0) == b"next"


# continuations


def test_continuations_are_put_before_the_frame_that_ends_them() -> None:
    continuation = ContinuationBuffer()
    continuation.add(b"a", 0.0)
    continuation.add(b"b", 0.5)

    assert continuation.end(b"c", 0.9) == b"abc"
    assert continuation.end(b"d", 0.9) == b"d"


def test_continuations_that_nothing_ends_are_dropped() -> None:
    continuation = ContinuationBuffer()
    continuation.add(b"a", 0.0)

    assert continuation.end(b"c", 1.5) == b"c"
    assert continuation.dropped == 1


@pytest.mark.parametrize("size", [0, 65_000])
def test_continuations_are_bounded(size: int) -> None:
    continuation = ContinuationBuffer()
    for _ in range(5000):
        continuation.add(bytes(size), 0.0)

    assert continuation.dropped > 0
    assert len(continuation.end(b"", 0.0)) <= 1024 * 1024
    assert len(continuation._parts) <= 4096
