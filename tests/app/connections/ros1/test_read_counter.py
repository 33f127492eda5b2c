"""How much a node has read, by what it says, and where that can't be known."""

from __future__ import annotations

from typing import Any

import pytest

from app.connections.ros1.read_counter import ReadCounter, SentTotals, link_number_in, read_totals_in

FRAME = 52
API = "http://ours:4321/"


def sent(messages: int) -> SentTotals:
    return SentTotals(messages, FRAME * messages, 376 + FRAME * messages)


def rospy(messages: int, dropped: int = 0) -> tuple[int, int]:
    """Bytes with those of its own header, and messages without those that its queue had no room for."""
    return 778 + FRAME * messages, messages - dropped


def test_what_was_sent_and_not_counted_is_unread() -> None:
    count = ReadCounter()
    assert count.unread(sent(0), sent(0), *rospy(0)) == 0
    assert count.unread(sent(9), sent(10), *rospy(9)) == 0
    # one that came after the question may be counted already
    assert count.unread(sent(19), sent(20), *rospy(20)) == 0
    assert count.unread(sent(26), sent(26), *rospy(20)) == 6


def test_a_node_that_hung_before_the_first_command_is_known_by_its_header() -> None:
    count = ReadCounter()
    assert count.unread(sent(4), sent(4), *rospy(0)) == 4


def test_messages_that_its_queue_had_no_room_for_were_read_all_the_same() -> None:
    count = ReadCounter()
    assert count.unread(sent(10), sent(10), *rospy(10)) == 0
    # it hung, and then took the newest of eight
    assert count.unread(sent(18), sent(18), *rospy(10)) == 8
    assert count.unread(sent(18), sent(18), *rospy(18, dropped=7)) == 0
    assert count.unread(sent(30), sent(31), *rospy(25, dropped=7)) == 5
    assert count.unread(sent(30), sent(31), *rospy(30, dropped=7)) == 0


def test_a_part_of_a_message_is_none() -> None:
    count = ReadCounter()
    count.unread(sent(10), sent(10), *rospy(10))
    nbytes, messages = rospy(11)
    assert count.unread(sent(12), sent(12), nbytes + 51, messages) == 1


def test_a_node_that_counts_nothing_says_nothing() -> None:
    assert ReadCounter().unread(sent(9), sent(9), 0, 0) is None


def test_a_node_that_counts_what_came_by_a_link_before_says_nothing_of_this_one() -> None:
    count = ReadCounter()
    assert count.unread(sent(5), sent(6), *rospy(500)) is None
    assert count.unread(sent(5), sent(6), *rospy(6)) == 0


@pytest.mark.parametrize(
    ("rows", "number"),
    [
        ([[2, API, "i", "TCPROS", "/cmd_vel", True, "words"], [3, "/x", "o", "TCPROS", "/cmd_vel", True]], 2),
        ([[2, "http://other:1/", "i", "TCPROS", "/cmd_vel", True]], None),
        ([[2, API, "i", "TCPROS", "/scan", True]], None),
        # one of them is left from before
        ([[2, API, "i", "TCPROS", "/cmd_vel", True], [3, API, "i", "TCPROS", "/cmd_vel", True]], None),
        ([["2", API, "i"], None, 7, []], None),
    ],
)
def test_our_link_is_known_by_where_it_comes_from(rows: list[Any], number: int | None) -> None:
    assert link_number_in(rows, "/cmd_vel", API) == number


@pytest.mark.parametrize(
    ("stats", "told"),
    [
        ([[], [["/scan", [[2, 1, 1, -1, True]]], ["/cmd_vel", [[1, 5, 5], [2, 778, 9, -1, True]]], 3], []], (778, 9)),
        ([[], [["/cmd_vel", [[1, 5, 5, -1, True]]]], []], None),
        ([[], [["/cmd_vel", [[2, "778", 9, -1, True]]]], []], None),
        ([[], "nonsense", []], None),
        (0, None),
    ],
)
def test_what_came_by_it_is_told_by_its_number(stats: Any, told: tuple[int, int] | None) -> None:
    assert read_totals_in(stats, "/cmd_vel", 2) == told
