"""The count of messages that a node's program has not read, from its own statistics (`getBusStats`).

A command that a node's system has confirmed need not be read by its program: a program that hangs leaves hundreds of
commands unread, and reads them all when it goes on. TCP's window shows that too late: Linux announces 64 KiB of room
until more than that waits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# the rounding error of a number of messages after a division
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class SentTotals:
    """The totals of a link at one time.

    Attributes:
        messages, nbytes: the number of messages, and their size in bytes with their lengths.
        total: the number of all bytes written, with the header.
    """

    messages: int
    nbytes: int
    total: int


class ReadCounter:
    """The counter of messages that are unread on one link.

    rospy counts messages, but not those for which its queue had no room; their bytes it counts, beside those of
    headers. So of both counts the one by which less is unread is right.

    Attributes:
        number: the number that the node gives the link; None where it has to be asked.
        is_told: whether the node reports counts. roscpp's nodes don't, which read whatever their program does
            meanwhile, nor do rospy's once a link of theirs has read more than 2 GiB.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.is_told = True
        # the bytes that the node counts beside the messages' own
        self._beside: int | None = None

    def unread(self, asked: SentTotals, answered: SentTotals, nbytes: int, messages: int) -> int | None:
        """The number of unread messages of those sent before the question; None where the node seems not to count."""
        # more messages than were sent: an older rospy renews a link that was reset itself, and goes on counting
        if (nbytes <= 0 and messages <= 0) or messages > answered.messages:
            return None
        if messages == asked.messages == answered.messages:
            self._beside = nbytes - asked.nbytes
        behind = max(0, asked.messages - messages)
        if behind and self._beside is not None:
            missing = asked.nbytes + self._beside - nbytes
            behind = min(behind, max(0, math.ceil(missing / (asked.nbytes / asked.messages) - _ROUNDING)))
        return behind


def link_number_in(rows: Sequence[Any], topic: str, api: str) -> int | None:
    """Find the number of the one link by which a node takes a topic from us, in its getBusInfo; None if unknown."""
    found = []
    for row in rows:
        match row:
            case [int(number), str(source), "i", _, str(of), *_] if of == topic and source == api:
                found.append(number)
    return found[0] if len(found) == 1 else None


def read_totals_in(stats: Any, topic: str, number: int) -> tuple[int, int] | None:
    """Find the bytes and messages that came by a link, in the node's getBusStats; None where they are not there."""
    match stats:
        case [_, list(subscribed), *_]:
            for entry in subscribed:
                match entry:
                    case [str(of), list(rows)] if of == topic:
                        for row in rows:
                            match row:
                                case [int(found), int(nbytes), int(messages), *_] if found == number:
                                    return nbytes, messages
    return None
