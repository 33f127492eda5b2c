"""The command sender of a Gazebo robot, and the count of the subscribers that the master lists.

The master is asked whether it is there. It closes the link that asks as a matter of routine; while there is none, the
confirmations of commands tell whether the robot's machine is there.

Subscribers have no names, and the links of gzserver and of a tool on its machine look alike, so they are counted: a
lost subscriber is back when every subscriber that the master lists has a link to us. A record may outlive its
program: the master numbers its links by how many it has, and a program that comes after another has left can take the
place of a third, which the master then never misses. A program that took a link at its own port once and refuses one
later has ended, whatever the master says.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from typing_extensions import override

from app.connections.command_receivers import LivenessProbe, SubscribedCommandSender
from app.connections.gazebo.directory import TopicDirectory
from app.connections.gazebo.master import MasterLink
from app.connections.gazebo.publisher import GazeboPublisher, GazeboPublisherServer
from app.model.topics import Delivery, Sink
from app.net.errors import LinkError, LinkRefusedError
from app.net.tasks import TaskPool
from app.net.tcp import probe_port
from protocols.errors import ProtocolError
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo

Address = tuple[str, int]

# how often a program is tried while a subscriber is missed
TRY_EVERY_S: Final = 0.5
TRY_TIMEOUT_S: Final = 1.0


# a question does not outlive the loss of the master link for longer than this: the next link is asked anew
ANSWER_TIMEOUT_S: Final = 10.0

# a new link to the master has answered by then
FIRST_ANSWER_S: Final = 0.3


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


class GazeboCommandSender(SubscribedCommandSender):
    """The command sender of a Gazebo robot.

    Args:
        ask_topic: asks for the full name of a topic and for the master's record of it, within a time. Raises
            ProtocolError.
        set_own: subscribes to a topic on our own account, or no longer.
        machine: the address of the only machine whose subscribers count; empty for all but read-only Teledecks.
        tasks: the tasks for questions to the master; None for a sender that is silent.
    """

    # one server has all topics
    renews_all = True

    def __init__(
        self,
        publisher: GazeboPublisher,
        still: Mapping[str, Any],
        master: MasterLink,
        directory: TopicDirectory,
        server: GazeboPublisherServer,
        ask_topic: Callable[[str, float], Awaitable[tuple[str, MasterTopicInfo]]],
        set_own: Callable[[str, Sink | None], None],
        machine: str,
        tasks: TaskPool | None,
    ) -> None:
        self._master = master
        self._directory = directory
        self._ask_topic = ask_topic
        self._server = server
        self._machine = machine
        self._subscribers = ListedSubscribers(tasks)
        self._count = 0
        self._sending = False
        self._greeted_at: float | None = None
        # refused before the master is asked
        publisher.encode(still)
        probes = None
        if tasks is not None:
            probes = LivenessProbe(self._ask, tasks, "the master", most=1, timeout_s=ANSWER_TIMEOUT_S)
        super().__init__(publisher, still, probes, set_own, self._take, named=False)

    @override
    def _write(self, payload: bytes, number: int, *, moves: bool) -> None:
        self._sending = True
        try:
            super()._write(payload, number, moves=moves)
        finally:
            self._sending = False

    @override
    def _find_advertisers(self) -> tuple[tuple[str, ...], str]:
        self._look_for_missed()
        records, server = self._directory.publishers(self.topic), self._server
        others = (record for record in records if not server.is_ours(record) and not server.was_ours(record))
        advertisers = tuple(sorted(str(record.endpoint) for record in others))
        own_name = next((str(record.endpoint) for record in records if server.is_ours(record)), "")
        # messages do not name their sender
        self._heard.record_counts({advertisers[0] if len(advertisers) == 1 else "somebody": self._count})
        return advertisers, own_name

    @override
    async def reconnect(self) -> None:
        """Move the server to a new port: gzserver dials no publisher a second time."""
        if not self._master.is_greeted:
            # a record that is taken back without a link would stay with the master
            return
        # where the master is not asked all the time, a missed subscriber may be back already
        if (
            self._probes is None
            and self._receivers.has_lost_receiver
            and self._receivers.names
            and await self._are_back()
        ):
            return
        await self._server.move_to_new_port()

    async def _ask(self, timeout_s: float = ANSWER_TIMEOUT_S) -> None:
        asked_at, receivers = asyncio.get_running_loop().time(), self._receivers
        _, info = await self._ask_topic(self.topic, timeout_s)
        programs = {(record.host, record.port) for record in info.subscribers if self._counts(record.host)}
        self._subscribers.record_answer(programs, asked_at, self._greeted_at)
        receivers.refresh()
        if not receivers.has_lost_receiver and asked_at > receivers.changed_at:
            self._subscribers.mark_whole(len(receivers.names))

    async def _are_back(self) -> bool:
        with contextlib.suppress(ProtocolError):
            await self._ask(FIRST_ANSWER_S)
        self._look_for_missed()
        return not self._receivers.has_lost_receiver

    def _look_for_missed(self) -> None:
        """Check whether all missed subscribers are back, or have ended."""
        receivers, links = self._receivers, len(self._receivers.names)
        if receivers.has_lost_receiver and self._subscribers.all_linked(
            links, receivers.absent_count, receivers.changed_at
        ):
            receivers.accept_all_back()

    @override
    def _counts(self, name: str) -> bool:
        return self._machine in {"", name}

    @override
    def _subscriber_of(self, link: Any) -> str:
        """The address of the machine that the subscriber gives; empty for a read-only Teledeck.

        Gazebo's subscribers name only the port that they dial from, another one each time: only the machine stays. A
        Teledeck says that it only reads; Gazebo's own tools don't.
        """
        record = link.core.record
        return "" if record is None or record.is_observer else str(record.host)

    @override
    def _probe_age_s(self) -> float | None:
        now = asyncio.get_running_loop().time()
        age_s = None if self._probes is None else self._probes.age_s
        confirmed_at = self._receivers.confirmed_at
        if not self._master.is_greeted:
            self._greeted_at = None
        elif self._greeted_at is None:
            self._greeted_at = now
        speaks = self._greeted_at is not None and now - self._greeted_at > FIRST_ANSWER_S
        if age_s is None or speaks or confirmed_at is None:
            return age_s
        return min(age_s, now - confirmed_at)

    def _take(self, delivery: Delivery) -> None:
        """Count the messages on the topic, but for ours, which come here while they are sent."""
        if not self._sending:
            self._count += delivery.payloads.count
