"""The way by which one robot is driven: a publication of commands, and what is known of how they arrive.

Whatever the protocol, a command goes out at once or not at all, and who comes while a motion stands is first told to
stand still. A `Helm` measures; what follows from it is the matter of who drives.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from app.connections.base import Message
from app.connections.publishing import Link, TopicPublisher
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

# how often the robot is asked whether it is there
PROBE_INTERVAL_S: Final = 0.1
# an answer that takes longer tells nothing of now
PROBE_TIMEOUT_S: Final = 1.0
# questions without answer, beyond which no more are asked
MAX_PROBES: Final = 5
# who has not sent for so long does not send now
SENDING_S: Final = 1.0
# who answers reads its links as well; so long may lie between
READ_WITHIN_S: Final = 0.1
# who ended a subscription while it moved begins with zero if it is back within so long
RETURN_WITHIN_S: Final = 60.0
# what came later before the question is none of its business: a program reads when it has its turn
READING_S: Final = 0.03
# what is unread by more than that is unread all the same
_MOST_UNREAD: Final = 4096


@dataclass(frozen=True, slots=True)
class HelmState:
    """What is known of the way to the robot now.

    Attributes:
        epoch: another number means that the link is another one, or that one which counts is gone.
        receivers: who gets the commands, by name where they have one, other Teledecks left out.
        probe_age_s: how long ago the newest question was asked that was answered; None before the first.
        round_trip_s: how long that answer took; None before it.
        unacknowledged: commands that the far side has not confirmed; 0 where that can't be known.
        oldest_s: how long ago the oldest of them was sent.
        arrived: the number of the newest command that has reached all who got one, as far as can be known: that their
            programs have read, where they tell, else that their systems have confirmed.
        last_obeyed: of those who are gone and may still be moving, or are back and were not yet told to stand, the
            number of the newest command that they are known to have taken; None where there is nobody.
        advertisers: others who may command the robot, by name where they have one.
        senders: those of them who have done so within the last second.
        own_name: by which others see us on the topic; empty where they don't.
        missed: what those are called who are gone and may still be moving.
        onlookers: who else gets the commands and is none of the receivers: tools that look on, and where one receiver
            alone counts, all but that one; other Teledecks left out.
        unread: commands that the far side has confirmed and its program is known not to have read when it last told; 0
            where that can't be known.
        unread_s: how long ago the oldest of them was confirmed.
        joints: the velocities of the joints that are commanded, by name, in rad/s; empty where nothing tells them.
        joints_s: how long ago that was asked for.
    """

    epoch: int = 0
    receivers: tuple[str, ...] = ()
    probe_age_s: float | None = None
    round_trip_s: float | None = None
    unacknowledged: int = 0
    oldest_s: float = 0.0
    arrived: int = 0
    advertisers: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()
    own_name: str = ""
    last_obeyed: int | None = None
    missed: tuple[str, ...] = ()
    onlookers: tuple[str, ...] = ()
    unread: int = 0
    unread_s: float = 0.0
    joints: Mapping[str, float] = field(default_factory=dict)
    joints_s: float = 0.0


class Helm(Protocol):
    """See the module. On the link loop.

    Attributes:
        topic: its full name.
        type_name: of the commands.
    """

    @property
    def topic(self) -> str:
        """See above."""

    @property
    def type_name(self) -> str:
        """See above."""

    def send(self, command: Message, number: int, *, moves: bool) -> None:
        """Send a command now.

        Args:
            command: the whole message.
            number: more than that of the one before; `HelmState.arrived` tells of it.
            moves: whether it sets the robot in motion. One that doesn't goes out whatever waits.

        Raises:
            LocalProtocolError: it is no message of the type, or the helm was closed.
        """

    def state(self) -> HelmState:
        """What is known now."""

    @property
    def is_missed(self) -> bool:
        """Whether a receiver is gone that may still be moving."""

    def give_up(self) -> None:
        """Wait no longer for those who are gone to be told that they shall stand still."""

    async def renew(self) -> None:
        """Have the robot make its link anew, where it does not do so by itself."""

    async def close(self) -> None:
        """Send nothing more, once whoever may be moving was told to stand still; at the latest after a few seconds."""


class Ledger:
    """Which commands on one link the far side has not confirmed, from how many bytes of it have been written.

    Args:
        number: the newest command of those that went before this link was made, and are no concern of it.

    Attributes:
        confirmed: the number of the newest command that was.
        last: the number of the newest that was sent.
        last_moves: whether that set the robot in motion.
        confirmed_at: when we last saw that one was; None before. Seconds, as all times here.
        motion: the number of the newest that set the robot in motion; None where none did.
    """

    def __init__(self, number: int) -> None:
        self.confirmed = self.last = number
        self.last_moves = False
        self.confirmed_at: float | None = None
        self.motion: int | None = None
        self._stood_at: float | None = None
        self._proved_at: float | None = None
        self._sent: deque[tuple[int, int, float]] = deque()
        # the same of those that are confirmed, and when they were
        self._unread: deque[tuple[int, int, float]] = deque(maxlen=_MOST_UNREAD)
        # the newest that was read; None where that isn't told
        self._read: int | None = None
        self._known_unread: tuple[int, float] = (0, 0.0)
        self._total = 0
        self._waiting: int | None = None

    def sent(self, number: int, total: int, now: float, *, moves: bool) -> None:
        """A command was given to the link, and so many bytes have been written on it in all."""
        self.last, self.last_moves = number, moves
        if moves:
            self.motion = number
            self._stood_at = self._proved_at = None
        self._waiting = number
        self._wrote(total, now)

    def settle(self, total: int, unacknowledged: int, now: float) -> None:
        """So many bytes have been written in all, and that many of them are not confirmed."""
        self._wrote(total, now)
        while self._sent and self._sent[0][0] <= total - unacknowledged:
            written, self.confirmed, _ = self._sent.popleft()
            self.confirmed_at = now
            self._unread.append((written, self.confirmed, now))
        if self.motion is not None and self.confirmed > self.motion and self._stood_at is None:
            self._stood_at = now

    def read(self, total: int, unread: int, asked_at: float) -> None:
        """Its program has read all but so many of the commands that were within this total when it was asked."""
        if self._read is None:
            self._read = self.confirmed if not self._unread else self._unread[0][1] - 1
        asked = sum(written <= total for written, _, _ in (*self._unread, *self._sent))
        while asked > unread and self._unread:
            self._read = self._unread.popleft()[1]
            asked -= 1
        late = [at for written, _, at in self._unread if written <= total and at < asked_at - READING_S]
        self._known_unread = len(late), late[0] if late else 0.0

    def read_is_unknown(self) -> None:
        """Its program does not tell, or does no more."""
        self._read, self._known_unread = None, (0, 0.0)

    @property
    def arrived(self) -> int:
        """The number of the newest that was read, where that is told, else that was confirmed."""
        return self.confirmed if self._read is None else self._read

    @property
    def has_told_of_all(self) -> bool:
        """Whether its program has told that it has read all that was sent."""
        return self._read == self.last

    @property
    def unread(self) -> tuple[int, float]:
        """How many were confirmed and not read when that was last told, and since when the oldest of them is."""
        return self._known_unread

    def _wrote(self, total: int, now: float) -> None:
        if self._waiting is not None and total > self._total:
            self._sent.append((total, self._waiting, now))
            self._waiting = None
        self._total = total

    @property
    def count(self) -> int:
        """How many are not confirmed."""
        return len(self._sent) + (self._waiting is not None)

    @property
    def oldest_at(self) -> float | None:
        """When the oldest of those was sent; None where there is none."""
        return self._sent[0][2] if self._sent else None

    def answered(self, asked_at: float | None, now: float) -> None:
        """Whoever is at the other end has answered to a question of that time."""
        stood_at = self._stood_at
        if self._proved_at is None and stood_at is not None and asked_at is not None and asked_at > stood_at:
            self._proved_at = now

    @property
    def is_at_rest(self) -> bool:
        """Whether whoever is at the other end is known to have been told to stand still, if ever to move."""
        return not self.last_moves and self.arrived == self.last

    def has_read(self, now: float, *, answers: bool) -> bool:
        """Whether that can be taken for read, too: what is confirmed, only the other end's system is known to have.

        With `answers` its program has to have answered to something later, and to have had time to read; but where it
        tells what it has read, that holds.
        """
        if self.motion is None:
            return True
        if self._read is not None:
            return self._read > self.motion
        if not answers:
            return self._stood_at is not None
        return self._proved_at is not None and now - self._proved_at >= READ_WITHIN_S

    def come_back(self, obeyed: int) -> None:
        """It is the link of somebody who may still be moving, and has obeyed this command last."""
        self.last_moves, self.motion = True, obeyed


class Probes:
    """Asks again and again whether somebody is there.

    Args:
        ask: raises ProtocolError where there is no answer.
        most: questions under way at a time; 1 where answers do not say which question they are of.

    Attributes:
        round_trip_s: how long the newest answer took; None before the first.
    """

    def __init__(
        self,
        ask: Callable[[], Awaitable[object]],
        tasks: TaskPool,
        name: str,
        *,
        most: int = MAX_PROBES,
        timeout_s: float = PROBE_TIMEOUT_S,
    ) -> None:
        self.round_trip_s: float | None = None
        self._ask = ask
        self._most = most
        self._timeout_s = timeout_s
        self._tasks = tasks
        self._name = name
        self._asked_at: float | None = None
        self._under_way = 0
        self._task = tasks.spawn(self._run(), f"probe of {name}")

    @property
    def age_s(self) -> float | None:
        """How long ago the newest question was asked that was answered; None before the first."""
        return None if self._asked_at is None else _now() - self._asked_at

    @property
    def asked_at(self) -> float | None:
        """When that was; seconds of the loop."""
        return self._asked_at

    def close(self) -> None:
        """Ask no more."""
        self._task.cancel()

    async def _run(self) -> None:
        due = _now()
        while True:
            if self._under_way < self._most:
                self._under_way += 1
                self._tasks.spawn(self._attempt(), f"question to {self._name}")
            due = max(due + PROBE_INTERVAL_S, _now())
            await asyncio.sleep(due - _now())

    async def _attempt(self) -> None:
        began = _now()
        try:
            with contextlib.suppress(ProtocolError, TimeoutError):
                async with asyncio.timeout(self._timeout_s):
                    await self._ask()
                if self._asked_at is None or began > self._asked_at:
                    self._asked_at = began
                    self.round_trip_s = _now() - began
        finally:
            self._under_way -= 1


class Heard:
    """Who has sent on the topic of late."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._at: dict[str, float] = {}

    def look(self, counts: dict[str, int]) -> None:
        """So many messages of each have come in all."""
        for name, count in counts.items():
            # what was counted before we looked may be old
            if count > self._counts.get(name, count):
                self._at[name] = _now()
        self._counts = counts
        self._at = {name: at for name, at in self._at.items() if name in counts}

    @property
    def now(self) -> tuple[str, ...]:
        """Those within the last second."""
        return tuple(sorted(name for name, at in self._at.items() if _now() - at < SENDING_S))


class Receivers:
    """Those who get commands on links of their own, and what each of them has confirmed.

    Args:
        publisher: of the commands, of which no one waits behind another.
        still: the command to stand still, for whoever comes while a motion stands.
        name_of: what the receiver of a link is called; empty for one that does not count, as another Teledeck.
        asked_at: when the newest question was asked that was answered; None for a helm that asks none.
        named: no two receivers are called the same, and one that is back is called as before. Where that isn't so,
            whoever comes back may be another: `all_are_back` says when nobody is missed.

    Attributes:
        epoch: see HelmState; changes when a receiver is gone, and when the first comes.
        changed_at: when one last came or went; seconds of the loop.
    """

    def __init__(
        self,
        publisher: TopicPublisher,
        still: Message,
        name_of: Callable[[Any], str],
        asked_at: Callable[[], float | None] | None = None,
        *,
        named: bool = True,
    ) -> None:
        self.epoch = 0
        self.changed_at = 0.0
        self._named = named
        self._publisher = publisher
        self._still = publisher.encode(still)
        self._name_of = name_of
        self._asked_at = asked_at
        self._ledgers: dict[Link, Ledger] = {}
        self._names: dict[Link, str] = {}
        # of receivers that are gone and may still be moving, what they are known to have obeyed last
        self._lost: dict[str, int] = {}
        # the same of those who have ended their subscription, and when that was known
        self._left: dict[str, tuple[int, float]] = {}
        # who is back and has yet to be told to stand
        self._back: set[Link] = set()
        self._linked_before = 0
        self._number = 0
        self._greets = False

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(self._names[link] for link in self._ledgers)

    @property
    def is_missed(self) -> bool:
        """See Helm."""
        return bool(self._lost)

    @property
    def missed(self) -> tuple[str, ...]:
        """What those are called who are gone and may still be moving."""
        return tuple(self._lost)

    @property
    def last_obeyed(self) -> int | None:
        """See HelmState."""
        return min([*self._lost.values(), *(self._ledgers[link].arrived for link in self._back)], default=None)

    @property
    def absent(self) -> int:
        """How many more there were before the first of those who are missed was gone."""
        return max(0, self._linked_before - len(self._ledgers))

    def give_up(self) -> None:
        """See Helm."""
        self._lost.clear()
        self._left.clear()

    def all_are_back(self) -> None:
        """Nobody is missed: whoever was has a link again, or has ended its subscription."""
        if self.absent:
            self._left.update({name: (obeyed, _now()) for name, obeyed in self._lost.items()})
        self._lost.clear()

    def let_leave(self, name: str) -> None:
        """One that is missed has ended its subscription: it is not waited for, but begins with zero if it is back."""
        self._left[name] = self._lost.pop(name), _now()

    @property
    def confirmed_at(self) -> float | None:
        """When the one that is worst in it was last seen to confirm anything; None where one never did."""
        moments = [ledger.confirmed_at for ledger in self._ledgers.values()]
        known = [moment for moment in moments if moment is not None]
        return min(known) if known and len(known) == len(moments) else None

    @property
    def backlog(self) -> tuple[int, float]:
        """Commands that are not confirmed, of whom it is worst, and the age of the oldest."""
        counts = [ledger.count for ledger in self._ledgers.values()]
        oldest = [ledger.oldest_at for ledger in self._ledgers.values() if ledger.oldest_at is not None]
        return max(counts, default=0), _now() - min(oldest) if oldest else 0.0

    @property
    def unread(self) -> tuple[int, float]:
        """Commands that are known not to be read, of whom it is worst, and since how long the oldest is confirmed."""
        unread = [ledger.unread for ledger in self._ledgers.values() if ledger.unread[0]]
        return (max(count for count, _ in unread), _now() - min(at for _, at in unread)) if unread else (0, 0.0)

    def link_of(self, name: str) -> Link | None:
        """The link of a receiver; None where there is none, or several."""
        links = [link for link in self._ledgers if self._names[link] == name]
        return links[0] if len(links) == 1 else None

    def has_told_of_all(self, link: Link) -> bool:
        """Whether the program at the other end has told that it has read all there was."""
        ledger = self._ledgers.get(link)
        return ledger is not None and ledger.has_told_of_all

    def told(self, link: Link, total: int, unread: int | None, asked_at: float) -> None:
        """The program at the other end tells how many it had not read of those within a total; None for nothing."""
        ledger = self._ledgers.get(link)
        if ledger is not None:
            if unread is None:
                ledger.read_is_unknown()
            else:
                ledger.read(total, unread, asked_at)

    async def close(self) -> None:
        """See Helm: whoever may be moving is told to stand still, several times."""
        self.settle()
        if self._greets and not self._all_stand:
            self._publisher.end_with(self._still)
        await self._publisher.close()

    @property
    def arrived(self) -> int:
        """See HelmState."""
        return min([*(ledger.arrived for ledger in self._ledgers.values()), *self._lost.values()], default=self._number)

    def send(self, command: Message, number: int, *, moves: bool) -> None:
        """See Helm."""
        payload = self._publisher.encode(command)
        self.settle()
        if moves and not self._greets:
            # whoever comes, and whatever is lost before we know of it
            self._greets = True
            self._publisher.greet_with(self._still)
        self._publisher.publish(payload, urgent=not moves)
        self._number = number
        now = _now()
        for link, ledger in self._ledgers.items():
            ledger.sent(number, link.written, now, moves=moves)

    def settle(self) -> None:
        """Know who receives now, and what has arrived."""
        links = {link: name for link in self._publisher.links if (name := self._name_of(link))}
        gone = [link for link in self._ledgers if link not in links]
        came = [link for link in links if link not in self._ledgers]
        now = _now()
        if gone or (links and not self._ledgers):
            self.epoch += 1
        if gone or came:
            self.changed_at = now
        if gone and not self._lost:
            self._linked_before = len(self._ledgers)
        here = {links[link] for link in self._ledgers if link in links} if self._named else set()
        for link in gone:
            self._back.discard(link)
            ledger, name = self._ledgers.pop(link), self._names[link]
            if name not in here:
                self._miss(name, ledger, now)
        for link in came:
            self._welcome(link, links[link])
        self._names = links
        asked_at = self._asked_at() if self._asked_at is not None else None
        for link, ledger in self._ledgers.items():
            ledger.settle(link.written, link.unacknowledged(), now)
            ledger.answered(asked_at, now)
        self._back = {link for link in self._back if not self._ledgers[link].is_at_rest}
        self._left = {name: left for name, left in self._left.items() if now - left[1] <= RETURN_WITHIN_S}
        if self._greets and self._all_stand and not self._left:
            self._greets = False
            self._publisher.greet_with(None)
            self._publisher.forget_last()

    @property
    def _all_stand(self) -> bool:
        return not self._lost and all(ledger.is_at_rest for ledger in self._ledgers.values())

    def _welcome(self, link: Link, name: str) -> None:
        """A receiver has come, who may be one that was here before and is still moving."""
        if self._named:
            known = [self._lost.pop(name, None), self._left.pop(name, (None, 0.0))[0]]
        else:
            known = [*self._lost.values(), *(left for left, _ in self._left.values())]
        obeyed = min((number for number in known if number is not None), default=None)
        self._ledgers[link] = Ledger(self._number if obeyed is None else obeyed)
        if obeyed is not None:
            self._ledgers[link].come_back(obeyed)
            self._back.add(link)

    def _miss(self, name: str, ledger: Ledger, now: float) -> None:
        """Somebody is gone, who may be back by another link, and may be moving until it is told not to."""
        asks = self._asked_at is not None
        has_read = ledger.has_read(now, answers=asks)
        # all that follows are zeros, which it need not have; but where nothing is asked others may have moved it
        if has_read and (asks or ledger.is_at_rest):
            return
        obeyed = ledger.confirmed if has_read or ledger.motion is None else min(ledger.confirmed, ledger.motion)
        self._lost[name] = min(obeyed, self._lost.get(name, obeyed))
        if not self._greets:
            self._greets = True
            self._publisher.greet_with(self._still)


def _now() -> float:
    return asyncio.get_running_loop().time()
