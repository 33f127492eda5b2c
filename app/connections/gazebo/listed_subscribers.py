"""The programs that a Gazebo master lists as subscribers of one topic, and whether all of them have a link to us.

Subscribers have no names, and the links of two on one machine look alike, so they are counted. A record may outlive its
program: the master numbers its links by how many it has, and a program that comes after another has left can take the
place of a third, which the master then never misses. A program that took a link at its own port once and refuses one
later has ended, whatever the master says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from app.net.errors import LinkError, LinkRefusedError
from app.net.probe import probe_port
from app.net.tasks import TaskPool

Address = tuple[str, int]

# how often a program is tried while a subscriber is missed
TRY_EVERY_S: Final = 0.5
TRY_TIMEOUT_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Answer:
    """A master's answer.

    Attributes:
        programs: the addresses at which the programs listen; a program with several subscribers counts once.
        greeted_at: the time since which the link to the master stood: on another link it may be another master.
    """

    programs: frozenset[Address]
    asked_at: float
    greeted_at: float | None


class ListedSubscribers:
    """The newest answer of the master, and the newest one from while no subscriber was missed.

    Args:
        tasks: the tasks for trying the programs' ports; None to try none.
    """

    def __init__(self, tasks: TaskPool | None) -> None:
        self._tasks = tasks
        self._newest: _Answer | None = None
        self._whole: _Answer | None = None
        # the number of programs of that answer that had no link to us
        self._unlinked = 0
        # the programs that took a link once, and those of them that refuse one now
        self._answered: set[Address] = set()
        self._ended: set[Address] = set()
        self._tried_at: dict[Address, float] = {}

    @property
    def is_whole(self) -> bool:
        """Whether an answer is known from while no subscriber was missed."""
        return self._whole is not None

    @property
    def linked(self) -> int:
        """The number of programs of that answer that had a link to us."""
        return 0 if self._whole is None else len(self._whole.programs) - self._unlinked

    def record_answer(self, programs: Collection[Address], asked_at: float, greeted_at: float | None) -> None:
        """Record an answer of the master, asked at a time of the loop in seconds."""
        self._newest = _Answer(frozenset(programs), asked_at, greeted_at)
        self._tried_at = {program: at for program, at in self._tried_at.items() if program in programs}
        self._answered &= self._newest.programs
        self._ended &= self._newest.programs
        for program in programs:
            self._try(program, again=False)

    def mark_whole(self, links: int) -> None:
        """Keep the newest answer as one from while all programs were there, and so many had a link to us."""
        if self._newest is not None:
            alive = self._newest.programs - self._ended
            self._whole = _Answer(alive, self._newest.asked_at, self._newest.greeted_at)
            self._unlinked = max(0, len(alive) - links)

    def all_linked(self, links: int, absent: int, changed_at: float) -> bool:
        """Whether all listed programs have a link to us, or have ended.

        Args:
            links: the present number of links to us.
            absent: the number of links that there were more, before a subscriber was missed.
            changed_at: the time at which a link last came or went; an older answer proves nothing.
        """
        newest, whole = self._newest, self._whole
        if newest is None:
            return False
        for program in newest.programs:
            self._try(program, again=True)
        if newest.asked_at <= changed_at:
            return False
        # a program that has ended may be one that had no link
        unlinked = self._unlinked - (0 if whole is None else len(whole.programs & self._ended))
        if links < len(newest.programs - self._ended) - max(0, unlinked):
            return False
        return self._is_same_master(newest) or (links > 0 and not absent)

    def _is_same_master(self, newest: _Answer) -> bool:
        """Whether it is known to be the same master: one that was started again lists no earlier program."""
        if self._whole is None:
            return False
        same_link = newest.greeted_at is not None and self._whole.greeted_at == newest.greeted_at
        return same_link or (bool(self._whole.programs) and self._whole.programs <= newest.programs)

    def _try(self, program: Address, *, again: bool) -> None:
        tried_at, now = self._tried_at.get(program), asyncio.get_running_loop().time()
        if self._tasks is None or (tried_at is not None and (not again or now - tried_at < TRY_EVERY_S)):
            return
        self._tried_at[program] = now
        self._tasks.spawn(self._reach(program), "try a subscriber")

    async def _reach(self, program: Address) -> None:
        try:
            await probe_port(*program, TRY_TIMEOUT_S)
        except LinkRefusedError:
            if program in self._answered:
                self._ended.add(program)
        except LinkError:
            # this proves nothing
            pass
        else:
            self._answered.add(program)
            self._ended.discard(program)
