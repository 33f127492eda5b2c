"""The parts that the command senders of all protocols share: what was confirmed, by whom, and who else sends.

Whatever the protocol, a command goes out at once or not at all, and a receiver that comes while a motion stands first
gets a command to stand still. A `CommandSender` measures how commands arrive; the controller decides what follows
from that.
"""

from __future__ import annotations

import abc
import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from typing_extensions import override

from app.connections.base import CommandSender, CommandSenderState
from app.connections.publishing import SubscriberConnection, TopicPublisher
from app.model.topics import Sink
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

# how often the robot is asked whether it is there
PROBE_INTERVAL_S: Final = 0.1
# an answer that takes longer says nothing about the present
PROBE_TIMEOUT_S: Final = 1.0
# questions without answer, beyond which no more are asked
MAX_PROBES: Final = 5
# a sender that has sent nothing for so long does not send now
SENDING_S: Final = 1.0
# a program that answers reads its links as well; so long may lie between
READ_WITHIN_S: Final = 0.1
# a receiver that ended its subscription while it moved begins with zero if it is back within so long
RETURN_WITHIN_S: Final = 60.0
# commands that came later than this before the question are not expected to be read: a program reads at its turn
READING_S: Final = 0.03
# more unread commands than that are not counted: they are unread all the same
_MOST_UNREAD: Final = 4096


class AckTracker:
    """The tracker of which commands on one link the far side has confirmed, by the bytes written and acknowledged.

    Args:
        number: the newest command that went out before this link was made, and is no concern of it.

    Attributes:
        confirmed: the number of the newest command that was confirmed.
        last: the number of the newest command that was sent.
        last_moves: whether the newest command set the robot in motion.
        confirmed_at: the time at which a confirmation was last seen; None before. Seconds, as all times here.
        unread: the number of commands that were confirmed and not read at the last report, and the time of the oldest.
        motion: the number of the newest command that set the robot in motion; None where none did.
    """

    def __init__(self, number: int) -> None:
        self.confirmed = self.last = number
        self.last_moves = False
        self.confirmed_at: float | None = None
        self.motion: int | None = None
        self.unread: tuple[int, float] = (0, 0.0)
        self._stood_at: float | None = None
        self._proved_at: float | None = None
        self._sent: deque[tuple[int, int, float]] = deque()
        # the same of the commands that are confirmed, with the times of that
        self._unread: deque[tuple[int, int, float]] = deque(maxlen=_MOST_UNREAD)
        # the newest command that was read; None where that isn't reported
        self._read: int | None = None
        self._total = 0
        self._waiting: int | None = None

    def record_sent(self, number: int, total: int, now: float, *, moves: bool) -> None:
        """Record a command that was given to the link, and the number of bytes written on the link in all."""
        self.last, self.last_moves = number, moves
        if moves:
            self.motion = number
            self._stood_at = self._proved_at = None
        self._waiting = number
        self.record_total(total, now)

    def record_written(self, total: int, unacknowledged: int, now: float) -> None:
        """Record the number of bytes written in all, and how many of them are not confirmed."""
        self.record_total(total, now)
        while self._sent and self._sent[0][0] <= total - unacknowledged:
            written, self.confirmed, _ = self._sent.popleft()
            self.confirmed_at = now
            self._unread.append((written, self.confirmed, now))
        if self.motion is not None and self.confirmed > self.motion and self._stood_at is None:
            self._stood_at = now

    def record_read(self, total: int, unread: int, asked_at: float) -> None:
        """Record that the far program has read all but `unread` of the commands within `total`, as it was asked."""
        if self._read is None:
            self._read = self.confirmed if not self._unread else self._unread[0][1] - 1
        asked = sum(written <= total for written, _, _ in (*self._unread, *self._sent))
        while asked > unread and self._unread:
            self._read = self._unread.popleft()[1]
            asked -= 1
        late = [at for written, _, at in self._unread if written <= total and at < asked_at - READING_S]
        self.unread = len(late), late[0] if late else 0.0

    def clear_read(self) -> None:
        """Record that the far program does not report what it has read, or does no more."""
        self._read, self.unread = None, (0, 0.0)

    @property
    def arrived(self) -> int:
        """The number of the newest command that was read, where that is reported, else that was confirmed."""
        return self.confirmed if self._read is None else self._read

    @property
    def has_read_all(self) -> bool:
        """Whether the far program has reported that it has read all commands."""
        return self._read == self.last

    def record_total(self, total: int, now: float) -> None:
        """Record the number of bytes written in all."""
        if self._waiting is not None and total > self._total:
            self._sent.append((total, self._waiting, now))
            self._waiting = None
        self._total = total

    @property
    def backlog(self) -> tuple[int, float | None]:
        """The number of commands that are not confirmed, and when the oldest was written; None where none was."""
        return len(self._sent) + (self._waiting is not None), self._sent[0][2] if self._sent else None

    def record_answer(self, asked_at: float | None, now: float) -> None:
        """Record that the far program has answered a question of the time `asked_at`."""
        stood_at = self._stood_at
        if self._proved_at is None and stood_at is not None and asked_at is not None and asked_at > stood_at:
            self._proved_at = now

    @property
    def is_at_rest(self) -> bool:
        """Whether the receiver is known to have got a command to stand still, if it ever got one to move."""
        return not self.last_moves and self.arrived == self.last

    def has_read(self, now: float, *, answers: bool) -> bool:
        """Whether the newest motion can be taken for read, not only for confirmed by the other end's system.

        With `answers` the far program has to have answered to something later, and to have had time to read; but where
        it reports what it has read, that decides.
        """
        if self.motion is None:
            return True
        if self._read is not None:
            return self._read > self.motion
        if not answers:
            return self._stood_at is not None
        return self._proved_at is not None and now - self._proved_at >= READ_WITHIN_S

    def mark_returned(self, obeyed: int) -> None:
        """Mark the receiver as one that is back, may still be moving, and has obeyed this command last."""
        self.last_moves, self.motion = True, obeyed


class LivenessProbe:
    """A probe that asks again and again whether a program is there.

    Args:
        ask: asks once; raises ProtocolError where there is no answer.
        most: the greatest number of questions under way; 1 where an answer does not say which question it belongs to.

    Attributes:
        round_trip_s: the time that the newest answer took; None before the first.
        asked_at: the time of the newest question that was answered, in seconds of the loop; None before the first.
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
        self.asked_at: float | None = None
        self._ask = ask
        self._most = most
        self._timeout_s = timeout_s
        self._tasks = tasks
        self._name = name
        self._under_way = 0
        self._task = tasks.spawn(self._run(), f"probe of {name}")

    @property
    def age_s(self) -> float | None:
        """The age of the newest question that was answered; None before the first."""
        return None if self.asked_at is None else _now() - self.asked_at

    def close(self) -> None:
        """Stop asking."""
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
                if self.asked_at is None or began > self.asked_at:
                    self.asked_at = began
                    self.round_trip_s = _now() - began
        finally:
            self._under_way -= 1


class RecentSenders:
    """The senders on a topic within the last second, by their counts of messages."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._at: dict[str, float] = {}

    def record_counts(self, counts: dict[str, int]) -> None:
        """Record the total number of messages of each sender."""
        for name, count in counts.items():
            # messages that were counted before the first look may be old
            if count > self._counts.get(name, count):
                self._at[name] = _now()
        self._counts = counts
        self._at = {name: at for name, at in self._at.items() if name in counts}

    @property
    def active(self) -> tuple[str, ...]:
        """The senders within the last second."""
        return tuple(sorted(name for name, at in self._at.items() if _now() - at < SENDING_S))


class CommandReceivers:
    """The receivers of commands, each on a link of its own, and what each of them has confirmed.

    Args:
        publisher: the publisher of the commands, of which none waits behind another.
        still: encodes the command to stand still, for a receiver that comes while a motion stands, with the time of
            then.
        name_of: returns the name of the receiver of a link; empty for one that does not count, as another Teledeck.
        probe: tells when the newest question was asked that was answered; None for a command sender that asks none.
        named: whether no two receivers have the same name, and a receiver that is back has the name of before. Where
            that isn't so, a receiver that comes back may be another one: `accept_all_back` says when none is missed.

    Attributes:
        names: the names of the receivers.
        epoch: the epoch of `CommandSenderState`; changes when a receiver is gone, and when the first comes.
        changed_at: the time at which a receiver last came or went; seconds of the loop.
    """

    def __init__(
        self,
        publisher: TopicPublisher,
        still: Callable[[], bytes],
        name_of: Callable[[Any], str],
        probe: LivenessProbe | None = None,
        *,
        named: bool = True,
    ) -> None:
        self.names: tuple[str, ...] = ()
        self.epoch = 0
        self.changed_at = 0.0
        self._named = named
        self._publisher = publisher
        self._still = still
        self._name_of = name_of
        self._probe = probe
        self._ledgers: dict[SubscriberConnection, AckTracker] = {}
        self._names: dict[SubscriberConnection, str] = {}
        # receivers that are gone and may still be moving, with the command that each is known to have obeyed last
        self._lost: dict[str, int] = {}
        # receivers that have ended their subscription: the same, and the time at which that was known
        self._left: dict[str, tuple[int, float]] = {}
        # links of receivers that are back and have yet to be told to stand
        self._back: set[SubscriberConnection] = set()
        self._linked_before = 0
        self._number = 0
        self._greets = False

    @property
    def has_lost_receiver(self) -> bool:
        """Whether a receiver is gone that may still be moving."""
        return bool(self._lost)

    @property
    def lost(self) -> tuple[str, ...]:
        """The names of the receivers that are gone and may still be moving."""
        return tuple(self._lost)

    @property
    def last_obeyed(self) -> int | None:
        """The newest command taken by receivers that are gone or not yet told to stand; None where there are none."""
        return min([*self._lost.values(), *(self._ledgers[link].arrived for link in self._back)], default=None)

    @property
    def absent_count(self) -> int:
        """The number of receivers that there were more, before the first of the missed ones was gone."""
        return max(0, self._linked_before - len(self._ledgers))

    def give_up_lost(self) -> None:
        """Stop waiting for the receivers that are gone."""
        self._lost.clear()
        self._left.clear()

    def accept_all_back(self) -> None:
        """Record that no receiver is missed: each has a link again, or has ended its subscription."""
        if self.absent_count:
            self._left.update({name: (obeyed, _now()) for name, obeyed in self._lost.items()})
        self._lost.clear()

    def accept_departure(self, name: str) -> None:
        """Record that a missed receiver has ended its subscription: if it comes back, it begins with zero."""
        self._left[name] = self._lost.pop(name), _now()

    @property
    def confirmed_at(self) -> float | None:
        """The time of the last confirmation of the receiver where it is longest ago; None where one never confirmed."""
        moments = [ledger.confirmed_at for ledger in self._ledgers.values()]
        known = [moment for moment in moments if moment is not None]
        return min(known) if known and len(known) == len(moments) else None

    @property
    def backlog(self) -> tuple[int, float]:
        """The number of unconfirmed commands, of the receiver where it is greatest, and the age of the oldest."""
        backlogs = [ledger.backlog for ledger in self._ledgers.values()]
        oldest = [at for _, at in backlogs if at is not None]
        return max((count for count, _ in backlogs), default=0), _now() - min(oldest) if oldest else 0.0

    @property
    def unread(self) -> tuple[int, float]:
        """The number of unread commands, where it is greatest, and how long ago the oldest one was confirmed."""
        unread = [ledger.unread for ledger in self._ledgers.values() if ledger.unread[0]]
        return (max(count for count, _ in unread), _now() - min(at for _, at in unread)) if unread else (0, 0.0)

    def link_of(self, name: str) -> SubscriberConnection | None:
        """The link of a receiver; None where there is none, or several."""
        links = [link for link in self._ledgers if self._names[link] == name]
        return links[0] if len(links) == 1 else None

    def has_read_all(self, link: SubscriberConnection) -> bool:
        """Whether the program at the other end of a link has reported that it has read all commands."""
        ledger = self._ledgers.get(link)
        return ledger is not None and ledger.has_read_all

    def record_read(self, link: SubscriberConnection, total: int, unread: int | None, asked_at: float) -> None:
        """Record the report of a link's program: the number of unread commands within a total; None for no report."""
        ledger = self._ledgers.get(link)
        if ledger is not None:
            if unread is None:
                ledger.clear_read()
            else:
                ledger.record_read(total, unread, asked_at)

    async def close(self) -> None:
        """Tell every receiver that may be moving to stand still, several times, and close the publisher."""
        self.refresh()
        if self._greets and not self._all_stand:
            self._publisher.set_final_message(self._still())
        await self._publisher.close()

    @property
    def arrived(self) -> int:
        """The number of the newest command that has reached all receivers, as far as can be known."""
        return min([*(ledger.arrived for ledger in self._ledgers.values()), *self._lost.values()], default=self._number)

    def send(self, payload: bytes, number: int, *, moves: bool) -> None:
        """Send an encoded command to all receivers now; `number` and `moves` as for `CommandSender.prepare`.

        Raises:
            LocalProtocolError: the publisher was closed.
        """
        now = _now()
        self._look_for_subscribers(now)
        if moves and not self._greets:
            # for a receiver that comes, and for one that is lost before we know of it
            self._greets = True
            self._publisher.set_first_message(self._still)
        for link, ledger in self._ledgers.items():
            # what waited until now has gone out before this
            ledger.record_total(link.written, now)
        self._publisher.publish_encoded(payload, urgent=not moves)
        self._number = number
        for link, ledger in self._ledgers.items():
            ledger.record_sent(number, link.written, now, moves=moves)

    def refresh(self) -> list[SubscriberConnection]:
        """Refresh the receivers and what has arrived at each; returns the links of the other subscribers."""
        now = _now()
        others = self._look_for_subscribers(now)
        asked_at = self._probe.asked_at if self._probe is not None else None
        for link, ledger in self._ledgers.items():
            ledger.record_written(link.written, link.unacknowledged_bytes(), now)
            ledger.record_answer(asked_at, now)
        self._back = {link for link in self._back if not self._ledgers[link].is_at_rest}
        self._left = {name: left for name, left in self._left.items() if now - left[1] <= RETURN_WITHIN_S}
        if self._greets and self._all_stand and not self._left:
            self._greets = False
            self._publisher.set_first_message(None)
            self._publisher.discard_last_message()
        return others

    def _look_for_subscribers(self, now: float) -> list[SubscriberConnection]:
        """Take in which receivers have come and gone; return the links of the other subscribers."""
        subscribers = self._publisher.links
        # the name of a link stays
        links = {link: name for link in subscribers if (name := self._names.get(link) or self._name_of(link))}
        gone = [link for link in self._ledgers if link not in links]
        came = [link for link in links if link not in self._ledgers]
        if not (gone or came):
            return [link for link in subscribers if link not in links]
        if gone or (links and not self._ledgers):
            self.epoch += 1
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
        self.names = tuple(links[link] for link in self._ledgers)
        return [link for link in subscribers if link not in links]

    @property
    def _all_stand(self) -> bool:
        return not self._lost and all(ledger.is_at_rest for ledger in self._ledgers.values())

    def _welcome(self, link: SubscriberConnection, name: str) -> None:
        """Add a receiver that has come, which may be one that was here before and is still moving."""
        if self._named:
            known = [self._lost.pop(name, None), self._left.pop(name, (None, 0.0))[0]]
        else:
            known = [*self._lost.values(), *(left for left, _ in self._left.values())]
        obeyed = min((number for number in known if number is not None), default=None)
        self._ledgers[link] = AckTracker(self._number if obeyed is None else obeyed)
        if obeyed is not None:
            self._ledgers[link].mark_returned(obeyed)
            self._back.add(link)

    def _miss(self, name: str, ledger: AckTracker, now: float) -> None:
        """Record a receiver that is gone, may be back by another link, and may be moving until it is told not to."""
        asks = self._probe is not None
        has_read = ledger.has_read(now, answers=asks)
        # all later commands are zeros, which it need not have; but where nothing is asked others may have moved it
        if has_read and (asks or ledger.is_at_rest):
            return
        obeyed = ledger.confirmed if has_read or ledger.motion is None else min(ledger.confirmed, ledger.motion)
        self._lost[name] = min(obeyed, self._lost.get(name, obeyed))
        if not self._greets:
            self._greets = True
            self._publisher.set_first_message(self._still)


class SubscribedCommandSender(CommandSender):
    """A command sender whose receivers are those who subscribe to a topic of ours.

    Args:
        still: the command to stand still; `stand_by` says another.
        probes: the questions whether a receiver is there; None for a sender that is silent.
        set_own: subscribes to a topic on the connection's own account, or no longer.
        hear: gets the messages of all senders on the topic, unless the sender is silent.
        named: whether receivers have names, as for `CommandReceivers`.
    """

    def __init__(
        self,
        publisher: TopicPublisher,
        still: Mapping[str, Any],
        probes: LivenessProbe | None,
        set_own: Callable[[str, Sink | None], None],
        hear: Sink,
        *,
        named: bool = True,
    ) -> None:
        self.topic, self.type_name = publisher.topic, publisher.type_name
        self._publisher = publisher
        self._still = still
        self._probes = probes
        self._set_own = set_own
        self._hear = hear
        self._receivers = CommandReceivers(
            publisher, lambda: publisher.encode(self._still), self._receiver_of, probes, named=named
        )
        self._heard = RecentSenders()
        if probes is not None:
            set_own(self.topic, hear)

    @override
    def prepare(self, command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        return partial(self._write, self._publisher.encode(command), number, moves=moves)

    @override
    def stand_by(self, command: Mapping[str, Any]) -> None:
        self._publisher.encode(command)
        self._still = command

    def _write(self, payload: bytes, number: int, *, moves: bool) -> None:
        self._receivers.send(payload, number, moves=moves)

    @override
    def state(self) -> CommandSenderState:
        if self.topic != self._publisher.topic:
            self._follow_topic()
        receivers = self._receivers
        onlookers = map(self._subscriber_of, receivers.refresh())
        advertisers, own_name = self._find_advertisers()
        count, oldest_s = receivers.backlog
        return CommandSenderState(
            receivers.epoch,
            receivers.names,
            self._probe_age_s(),
            None if self._probes is None else self._probes.round_trip_s,
            count,
            oldest_s,
            receivers.arrived,
            advertisers,
            self._heard.active,
            own_name,
            receivers.last_obeyed,
            receivers.lost,
            tuple(filter(None, onlookers)),
            *receivers.unread,
        )

    @property
    @override
    def has_lost_receiver(self) -> bool:
        return self._receivers.has_lost_receiver

    @override
    def give_up_lost(self) -> None:
        self._receivers.give_up_lost()

    @override
    async def close(self) -> None:
        if self._probes is not None:
            self._probes.close()
            self._set_own(self.topic, None)
        await self._receivers.close()

    # for the protocol

    @abc.abstractmethod
    def _subscriber_of(self, link: Any) -> str:
        """The name of the subscriber of a link; empty for one that is no concern of ours."""

    @abc.abstractmethod
    def _counts(self, name: str) -> bool:
        """Whether the subscriber of a name counts as a receiver."""

    @abc.abstractmethod
    def _find_advertisers(self) -> tuple[tuple[str, ...], str]:
        """Find the other publishers of the topic, note who of them sends, and return our own name there, too."""

    def _probe_age_s(self) -> float | None:
        return None if self._probes is None else self._probes.age_s

    def _follow_topic(self) -> None:
        """Follow the publisher, whose name stands for another topic now."""
        before, self.topic = self.topic, self._publisher.topic
        if self._probes is not None:
            self._set_own(before, None)
            self._set_own(self.topic, self._hear)

    def _receiver_of(self, link: Any) -> str:
        name = self._subscriber_of(link)
        return name if name and self._counts(name) else ""


def _now() -> float:
    return asyncio.get_running_loop().time()
