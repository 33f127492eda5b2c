"""The diagnostics of a robot: the newest state of each of its parts, as a tree, and what got worse.

Names are taken apart as people write them: “/Base/rover: Battery” is the part “Battery” of “rover” in “Base”. A part
that is silent for some seconds is stale. Times are in nanoseconds by the wall clock; callers give them.
"""

from __future__ import annotations

import bisect
import functools
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from app.model.messages.values import DiagnosticLevel, Diagnostics, DiagnosticStatus

# a state without news for longer is stale: publishers repeat it every second
STALE_NS: Final = 5_000_000_000
# states of one robot; beyond it none are added
MAX_PARTS: Final = 4000
# changes to the worse that are kept
MAX_CHANGES: Final = 500
# names between the top and a part
_MAX_DEPTH: Final = 16

_TASK: Final = ": "
# between the names of a path: no name has it
_BETWEEN: Final = "\x00"


@functools.lru_cache(4096)
def diagnostic_path(name: str) -> tuple[str, ...]:
    """Take a name apart: by “/”, and what is before “: ” from what is behind it."""
    where, colon, task = name.partition(_TASK)
    if not colon:
        # “node:” alone tells of the node
        where = where.removesuffix(":")
    parts = tuple(part.strip() for part in where.split("/") if part.strip())
    parts += (task.strip(),) if task.strip() else ()
    if len(parts) > _MAX_DEPTH:
        parts = (*parts[: _MAX_DEPTH - 1], "/".join(parts[_MAX_DEPTH - 1 :]))
    return parts or (name,)


@dataclass(frozen=True, slots=True)
class DiagnosticChange:
    """A change of a part to the worse.

    Attributes:
        number: counts all changes of the robot, from 1 on.
        key: the row of the part.
        at_ns: when it was told.
        before, level: the level before and since.
        text: what the part said; empty when it fell silent.
    """

    number: int
    key: str
    name: str
    at_ns: int
    before: DiagnosticLevel
    level: DiagnosticLevel
    text: str


@dataclass(slots=True)
class DiagnosticPart:
    """A row of the tree: a part that told its state, or one that only has others below it.

    Attributes:
        key: of the row.
        name: the last part of its name.
        above: the key of the row above; empty at the top.
        topic: the topic that it came by: each has a tree of its own.
        status: the newest state; None where the part told none itself.
        stamp_ns: of the newest message, if it had one.
        received_ns: when it came.
        stale_at_ns: when it is stale, unless it is heard again.
        is_silent: whether it was noted that it fell silent.
        worsened: how often it got worse.
        below: the keys of the rows below, by name.
    """

    key: str
    name: str
    above: str
    topic: str
    status: DiagnosticStatus | None = None
    stamp_ns: int | None = None
    received_ns: int = 0
    stale_at_ns: int = 0
    is_silent: bool = False
    worsened: int = 0
    below: list[str] = field(default_factory=list)

    def level(self, now_ns: int) -> DiagnosticLevel | None:
        """The level that the part told itself; stale when it is too long ago; None where it told none."""
        if self.status is None:
            return None
        return DiagnosticLevel.STALE if now_ns > self.stale_at_ns else self.status.level


class DiagnosticTree:
    """The diagnostics of one robot.

    Attributes:
        parts: all rows, by key.
        tops: the keys of the rows at the top, by name.
        changes: the last changes to the worse, oldest first.
        worsened: how many changes to the worse there were.
        left_out: how many states were too many, or made no sense.
        revision: changes with the rows.
    """

    def __init__(self) -> None:
        self.parts: dict[str, DiagnosticPart] = {}
        self.tops: list[str] = []
        self.changes: deque[DiagnosticChange] = deque(maxlen=MAX_CHANGES)
        self.worsened = 0
        self.left_out = 0
        self.revision = 0

    def take(self, told: Diagnostics, topic: str, received_ns: int) -> None:
        """Take the states of a message."""
        self.left_out += told.skipped
        for status in told.statuses:
            part = self._part(topic, diagnostic_path(status.name))
            if part is None:
                self.left_out += 1
                continue
            # that it is heard again is no change to the worse, nor is a first state in which all is well
            before = part.status.level if part.status is not None else DiagnosticLevel.OK
            self._note_silence(part, received_ns)
            part.status, part.stamp_ns, part.received_ns = status, told.stamp_ns, received_ns
            part.stale_at_ns, part.is_silent = received_ns + STALE_NS, False
            if status.level > before:
                self._note(part, before, status.level, received_ns, status.text)

    def find_stale(self, now_ns: int) -> None:
        """Note the parts that have fallen silent since the last look."""
        for part in self.parts.values():
            self._note_silence(part, now_ns)

    def forget_silence(self, now_ns: int) -> None:
        """Count from now on, after a time in which nobody listened."""
        for part in self.parts.values():
            part.stale_at_ns = max(part.stale_at_ns, now_ns + STALE_NS)

    def worst_levels(self, now_ns: int) -> dict[str, DiagnosticLevel]:
        """The worst level of each row and of all rows below it, by key."""
        worst: dict[str, DiagnosticLevel] = {}
        # a row is made after the one above it, so that those below come first here
        for key, part in reversed(self.parts.items()):
            levels = [worst[below] for below in part.below]
            own = part.level(now_ns)
            worst[key] = max([*levels, own] if own is not None else levels, default=DiagnosticLevel.OK)
        return worst

    def topics(self) -> list[str]:
        """The topics by which states came, by name."""
        return sorted({part.topic for part in self.parts.values()})

    def _part(self, topic: str, path: tuple[str, ...]) -> DiagnosticPart | None:
        """The row of a path, made with those above it if there is room."""
        key, above, found = topic, "", self.parts.get(_BETWEEN.join((topic, *path)))
        if found is not None:
            return found
        for name in path:
            key = f"{key}{_BETWEEN}{name}"
            part = self.parts.get(key)
            if part is None:
                if len(self.parts) >= MAX_PARTS:
                    return None
                part = self.parts[key] = DiagnosticPart(key, name, above, topic)
                beside = self.parts[above].below if above else self.tops
                bisect.insort(beside, key)
                self.revision += 1
            above, found = key, part
        return found

    def _note_silence(self, part: DiagnosticPart, now_ns: int) -> None:
        status = part.status
        if status is None or part.is_silent or now_ns <= part.stale_at_ns:
            return
        part.is_silent = True
        if status.level is not DiagnosticLevel.STALE:
            self._note(part, status.level, DiagnosticLevel.STALE, part.stale_at_ns, "")

    def _note(
        self, part: DiagnosticPart, before: DiagnosticLevel, level: DiagnosticLevel, at_ns: int, text: str
    ) -> None:
        self.worsened += 1
        part.worsened += 1
        name = part.status.name if part.status is not None else part.name
        self.changes.append(DiagnosticChange(self.worsened, part.key, name, at_ns, before, level, text))
