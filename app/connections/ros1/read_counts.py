"""How much of what a node was sent its program has read, by what it says of itself (`getBusStats`).

That a system has confirmed a command says nothing of its program: one that hangs leaves hundreds of them unread, and
reads them all when it goes on. TCP's window tells too late: Linux announces 64 KiB of room until more than that waits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# of a number of messages, what is lost in a division
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Sent:
    """All that a link had been given at one time.

    Attributes:
        messages, nbytes: how many messages, and their size with their lengths.
        total: of all that was written, with the header.
    """

    messages: int
    nbytes: int
    total: int


class ReadCount:
    """The count of messages that are unread on one link.

    rospy counts messages, but not those for which its queue had no room; their bytes it counts, beside those of
    headers. So the one by which less is unread is right.

    Attributes:
        number: of the link, as the node has it; None where that has to be asked.
        is_told: whether it has told so far. roscpp's nodes don't, which read whatever their program does meanwhile, nor
            rospy's once a link of theirs has read more than 2 GiB.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.is_told = True
        # what it counts beside the messages' own bytes
        self._beside: int | None = None

    def unread(self, asked: Sent, answered: Sent, nbytes: int, messages: int) -> int | None:
        """How many messages were unread of those that were sent when it was asked; None where it seems not to count."""
        # more than there were: an older rospy makes a link that was reset anew itself, and goes on counting
        if (nbytes <= 0 and messages <= 0) or messages > answered.messages:
            return None
        if messages == asked.messages == answered.messages:
            self._beside = nbytes - asked.nbytes
        behind = max(0, asked.messages - messages)
        if behind and self._beside is not None:
            missing = asked.nbytes + self._beside - nbytes
            behind = min(behind, max(0, math.ceil(missing / (asked.nbytes / asked.messages) - _ROUNDING)))
        return behind


def number_of(rows: Sequence[Any], topic: str, api: str) -> int | None:
    """The number of the one link by which a node takes a topic from us, by its getBusInfo; None where it is unknown."""
    found = []
    for row in rows:
        match row:
            case [int(number), str(source), "i", _, str(of), *_] if of == topic and source == api:
                found.append(number)
    return found[0] if len(found) == 1 else None


def counted(stats: Any, topic: str, number: int) -> tuple[int, int] | None:
    """Bytes and messages that came by a link, by the node's getBusStats; None where it does not tell."""
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
