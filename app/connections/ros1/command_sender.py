"""The command sender of a ROS 1 robot: the node of its base is asked whether it is there, as often as commands go."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from typing_extensions import override

from app.connections.command_receivers import PROBE_TIMEOUT_S, LivenessProbe, SubscribedCommandSender
from app.connections.publishing import SubscriberConnection
from app.connections.ros1.master import as_list
from app.connections.ros1.master_watch import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.connections.ros1.publisher import RosPublisher
from app.connections.ros1.read_counter import ReadCounter, SentTotals, link_number_in, read_totals_in
from app.connections.ros1.subscription import RosPublisherReader as Source
from app.connections.ros1.subscriptions import RosSubscriptions
from app.model.topics import Delivery, Sink
from app.net.errors import LinkError
from app.net.tasks import TaskPool
from app.wording.connections import Ros1Wording
from protocols.errors import ProtocolError, RosRemoteError
from protocols.ros1.names import RosEndpoint, is_observer, is_teledeck_node, parse_api
from protocols.ros1.tcpros.topic_links import RosOutboundTopicLink

_LOGGER = logging.getLogger(__name__)

# a node that does not answer may have been started again, elsewhere
_LOOK_AGAIN_AFTER: Final = 5


class RosCommandSender(SubscribedCommandSender):
    """The command sender of a ROS 1 robot.

    Args:
        node: our own node.
        base: the only receiver that counts, by its full name; empty for all but other Teledecks and read-only tools.
        subscriptions: the subscriptions by which other senders are heard on the topic.
        set_own: subscribes to a topic on our own account, or no longer.
        look: returns the newest snapshot of the master.
        look_soon: has another snapshot taken, though not at once.
        register_again: registers the topic again, so that the master tells its subscribers of it.
        tasks: the tasks for questions to the base; None for a sender that is silent.
    """

    def __init__(
        self,
        publisher: RosPublisher,
        still: Mapping[str, Any],
        node: OwnNode,
        base: str,
        subscriptions: RosSubscriptions,
        set_own: Callable[[str, Sink | None], None],
        look: Callable[[], MasterSnapshot | None],
        look_soon: Callable[[], None],
        register_again: Callable[[str], None],
        tasks: TaskPool | None,
    ) -> None:
        self._node = node
        self._base = base
        self._subscriptions = subscriptions
        self._look = look
        self._look_soon = look_soon
        self._register_again = register_again
        # the address at which each node answers, and how often it did not
        self._apis: dict[str, tuple[RosEndpoint, int]] = {}
        # the process number of the master that last listed each receiver
        self._listed: dict[str, int] = {}
        self._listed_as_of: tuple[MasterSnapshot | None, tuple[str, ...]] = (None, ())
        # the counters of what receivers have read
        self._read_counts: dict[SubscriberConnection, ReadCounter] = {}
        # the receivers that were missed already when the topic was last registered again
        self._called: frozenset[str] = frozenset()
        # refused before anybody is asked
        publisher.encode(still)
        probes = LivenessProbe(self._ask, tasks, "the base") if tasks is not None else None
        super().__init__(publisher, still, probes, set_own, _pass_over)

    @override
    def _find_advertisers(self) -> tuple[tuple[str, ...], str]:
        look, subscription = self._look(), self._subscriptions.get(self.topic)
        if (look, self._receivers.names) != self._listed_as_of:
            self._note_listed(look)
        advertisers = set(look.state.publishers.get(self.topic, ())) if look is not None else set()
        if subscription is not None:
            links = subscription.links
            self._heard.record_counts({_name(link): link.messages for link in links})
            # a new publisher is known here at once
            advertisers.update(_name(link) for link in links if link.header is not None)
        return tuple(sorted(advertisers - {self._node.name})), self._node.name

    @override
    async def reconnect(self) -> None:
        """Make the subscribers dial again: they do when the master, or else we, tell them of the topic.

        A master that was started again knows no subscriber from before, and rospy does not register again.
        """
        for name in await self._find_left():
            self._receivers.accept_departure(name)
        self._register_again(self.topic)
        look, missed = self._look(), self._receivers.lost
        known = look.state.subscribers.get(self.topic, ()) if look is not None else ()
        # a receiver that was the master's to tell, and is still missed the next time, is told by us then
        await asyncio.gather(*(self._tell(name) for name in missed if name not in known or name in self._called))
        self._called = frozenset(missed)

    @override
    def _subscriber_of(self, link: Any) -> str:
        role = link.core.role
        name = role.subscriber if isinstance(role, RosOutboundTopicLink) else ""
        return "" if is_teledeck_node(name) else name

    @override
    def _counts(self, name: str) -> bool:
        """Whether a node that takes the commands may be the base; where the base is named, whether it is the base."""
        return name == self._base if self._base else not is_observer(name)

    def _note_listed(self, look: MasterSnapshot | None) -> None:
        """Record which process of the master lists each receiver."""
        names, before = self._receivers.names, self._listed_as_of[1]
        self._listed_as_of = look, names
        if names != before:
            kept = {*names, *self._receivers.lost}
            self._listed = {name: pid for name, pid in self._listed.items() if name in kept}
            self._look_soon()
        if look is not None:
            known = look.state.subscribers.get(self.topic, ())
            self._listed.update((name, look.pid) for name in names if name in known)

    async def _find_left(self) -> list[str]:
        """Find the missed receivers that have unregistered from the master, which knew of them."""
        missed, master = self._receivers.lost, self._node.master
        if not any(name in self._listed for name in missed):
            return []
        try:
            state = await master.system_state()
            # asked for afterwards: a master that was started again lists no subscriber
            pid = await master.pid()
        except ProtocolError:
            return []
        known = state.subscribers.get(self.topic, ())
        gone = [name for name in missed if name not in known and self._listed.get(name) == pid]
        left = [name for name in gone if not await self._begins_anew(name)]
        # a receiver may have come back meanwhile
        return [name for name in left if name in self._receivers.lost]

    async def _begins_anew(self, name: str) -> bool:
        """Whether a node of this name has another address now, for which the master dropped its registrations."""
        try:
            where = parse_api(await self._node.master.look_up_node(name))
        except RosRemoteError:
            # the master knows no such node any more
            return False
        except ProtocolError:
            return True
        return where != self._apis.get(name, (None, 0))[0]

    async def _ask(self) -> None:
        """Ask all receivers. Raises ProtocolError where there is none, or one does not answer."""
        names = self._receivers.names
        if not names:
            raise LinkError(Ros1Wording.NO_SUBSCRIBER())
        if len(names) == 1:
            await self._ask_node(names[0])
            return
        answers = await asyncio.gather(*(self._ask_node(name) for name in names), return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer

    async def _ask_node(self, name: str) -> None:
        where, failures = self._apis.get(name, (None, 0))
        if where is None or failures >= _LOOK_AGAIN_AFTER:
            where, failures = await self._find(name, where), 0
        try:
            if not await self._ask_what_was_read(name, where):
                await self._node.prober.call(where, "getPid", timeout_s=PROBE_TIMEOUT_S, remember=True)
        except ProtocolError:
            self._apis[name] = (where, failures + 1)
            raise
        self._apis[name] = (where, 0)

    async def _ask_what_was_read(self, name: str, where: RosEndpoint) -> bool:
        """Ask a node how much it has read, unless it has read everything; whether it answered. Raises LinkError."""
        link = self._receivers.link_of(name)
        if link is None or self._receivers.has_read_all(link):
            return False
        standing = self._publisher.links
        self._read_counts = {known: count for known, count in self._read_counts.items() if known in standing}
        count = self._read_counts.setdefault(link, ReadCounter())
        if not count.is_told:
            return False
        began, asked = asyncio.get_running_loop().time(), _sent(link)
        try:
            told = await self._counted(where, count)
        except RosRemoteError as error:
            _LOGGER.info("%s does not tell what it has read: %s", name, error.reason)
            count.is_told, told = False, None
        unread = None if told is None else count.unread(asked, _sent(link), *told)
        self._receivers.record_read(link, asked.total, unread, began)
        return told is not None

    async def _counted(self, where: RosEndpoint, count: ReadCounter) -> tuple[int, int] | None:
        call, timeout_s = self._node.prober.call, PROBE_TIMEOUT_S
        if count.number is None:
            rows = as_list(Ros1Wording.ITS_LINKS(), await call(where, "getBusInfo", timeout_s=timeout_s))
            count.number = link_number_in(rows, self.topic, self._node.api)
        if count.number is None:
            return None
        told = read_totals_in(await call(where, "getBusStats", timeout_s=timeout_s), self.topic, count.number)
        if told is None:
            # the node may have been started again, at the same address: its links have other numbers
            count.number = None
        return told

    async def _find(self, name: str, before: RosEndpoint | None) -> RosEndpoint:
        """Find where a node answers: where it did before, if the master does not know it or is not there."""
        try:
            return parse_api(await self._node.master.look_up_node(name))
        except ProtocolError:
            if before is None:
                raise
            return before

    async def _tell(self, name: str) -> None:
        """Tell a node that we publish the topic, as its master would, beside the publishers that it is linked to."""
        where, _ = self._apis.get(name, (None, 0))
        if where is None:
            return
        caller = self._node.caller
        try:
            rows = as_list(Ros1Wording.ITS_LINKS(), await caller.call(where, "getBusInfo", timeout_s=PROBE_TIMEOUT_S))
            apis = dict.fromkeys([*_publishers_in(rows, self.topic), self._node.api])
            await caller.call(where, "publisherUpdate", self.topic, list(apis), timeout_s=PROBE_TIMEOUT_S)
        except ProtocolError as error:
            _LOGGER.info("%s could not be told to dial again: %s", name, error.reason)


def _sent(link: Any) -> SentTotals:
    role = link.core.role
    return SentTotals(role.sent, role.sent_bytes, link.written)


def _name(link: Source) -> str:
    return (link.header.callerid if link.header is not None else "") or str(link.api)


def _publishers_in(rows: list[Any], topic: str) -> list[str]:
    """Find the addresses of the publishers of a topic in a node's getBusInfo; malformed rows are left out."""
    found = []
    for row in rows:
        match row:
            case [_, str(api), "i", _, str(of), *_] if of == topic and api.startswith("http"):
                found.append(api)
    return found


def _pass_over(delivery: Delivery) -> None:
    """Ignore the messages of other senders: their links count them."""
