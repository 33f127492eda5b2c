"""The outbox of lines to the drive process, where writing never waits. Pure: the caller gives time and pipe.

An act (arm, stop, clear, disarm, another profile) is written once, in its order and before everything else. Of lines
that only give a state (set-points, the speed) the newest is written, and those that it replaced are dropped. An act
that allows motion (arm, clear) expires: if it could not be written in time it is withdrawn, and so it is if a stop
follows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.drive.messages.lines import encode_line

# the time in which the operator sees whether a button did anything
EXPIRES_AFTER_S: Final = 0.5
# a pipe that is not read fills in a minute; more acts than this say nothing new
MAX_ACTS: Final = 64

SIGN_OF_LIFE_LINE: Final = b"{}\n"


@dataclass(frozen=True, slots=True)
class _Act:
    line: bytes
    until_s: float | None


class Outbox:
    """The outbox.

    Attributes:
        withdrawn: the number of acts that were not written.
    """

    def __init__(self) -> None:
        self.withdrawn = 0
        self._acts: deque[_Act] = deque()
        self._news: dict[Hashable, bytes] = {}
        # the rest of a line that was written in part
        self._rest = b""

    @property
    def is_empty(self) -> bool:
        """Whether no line waits."""
        return not (self._rest or self._acts or self._news)

    def add_stop(self, said: Mapping[str, Any]) -> None:
        """Add an act that stops or disarms: it is never withdrawn, and withdraws those that allow motion."""
        self._withdraw(lambda act: act.until_s is not None)
        self._add(_Act(encode_line(said), None))

    def add(self, said: Mapping[str, Any]) -> None:
        """Add an act that is never withdrawn, and withdraws none: another profile."""
        self._add(_Act(encode_line(said), None))

    def add_expiring(self, said: Mapping[str, Any], now: float) -> None:
        """Add an act that is done now or not at all: arming, clearing."""
        self._add(_Act(encode_line(said), now + EXPIRES_AFTER_S))

    def set_state(self, key: Hashable, said: Mapping[str, Any]) -> None:
        """Set a state; only the newest of each key is written."""
        self._news.pop(key, None)
        self._news[key] = encode_line(said)

    def flush(self, write: Callable[[bytes], int], now: float) -> bool:
        """Write what waits, until `write` takes no more; return whether all was written."""
        if self._acts:
            self._withdraw(lambda act: act.until_s is not None and not now <= act.until_s)
        while line := self._rest or self._next():
            taken = write(line)
            if taken <= 0:
                return False
            if not self._rest:
                self._remove_next()
            self._rest = line[taken:]
        return True

    def clear(self) -> None:
        """Drop all that waits: the next process is another one."""
        self._acts.clear()
        self._news.clear()
        self._rest = b""

    def _next(self) -> bytes:
        if self._acts:
            return self._acts[0].line
        return next(iter(self._news.values()), b"")

    def _remove_next(self) -> None:
        if self._acts:
            self._acts.popleft()
        else:
            del self._news[next(iter(self._news))]

    def _add(self, act: _Act) -> None:
        # the same act again says nothing new
        if len(self._acts) >= MAX_ACTS and (act.until_s is not None or any(act.line == a.line for a in self._acts)):
            self.withdrawn += 1
            return
        self._acts.append(act)

    def _withdraw(self, is_over: Callable[[_Act], bool]) -> None:
        kept = [act for act in self._acts if not is_over(act)]
        self.withdrawn += len(self._acts) - len(kept)
        self._acts = deque(kept)
