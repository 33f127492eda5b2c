"""What a Gazebo connection publishes: one server for all topics, known to the master as long as there is one.

The master forgets records by itself (`app.connections.gazebo.own_records`). So one is told again whenever the master
does not list it when it greets, and whenever it says that one is gone which we did not take back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from typing import Protocol

from app.connections.gazebo.own_address import is_loopback, own_address
from app.connections.gazebo.own_records import OwnRecords
from app.connections.gazebo.publisher import GazeboPublisher, ServedTopic
from app.model.alerts import Severity
from app.net.server import Listener, ServedLink
from app.net.tasks import TaskPool
from app.net.tcp import Address
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.gazebo.messages import MessageTypes
from protocols.gazebo.names import Endpoint
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from protocols.gazebo.packets import TopicInfo as MasterTopicInfo
from protocols.gazebo.publication import Publication, PublicationLink, Publications
from protocols.send_queue import Policy

_LOGGER = logging.getLogger(__name__)

# when a record could not be told, the next attempt
RETRY_S = 0.5
# so many attempts in turn that fail are no accident
ALERT_AFTER = 2


class Owner(Protocol):
    """What publishing needs of its connection."""

    async def ask_topic(self, name: str, timeout_s: float) -> tuple[str, MasterTopicInfo]:
        """The full name of a topic and what the master knows of it. Raises ProtocolError."""

    def deliver_own(self, topic: str, type_name: str, payload: bytes) -> None:
        """A message was published here: those on this side may want it too."""

    def raise_alert(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise an alert."""

    def clear_alert(self, name: str) -> None:
        """The fault is over."""


class Master(Protocol):
    """What publishing needs of the link to the master."""

    @property
    def local_address(self) -> str:
        """This machine's address on the way to the master, as the last link to it had it."""


class Directory(Protocol):
    """What publishing needs to know of the robot's topics."""

    def resolve(self, name: str) -> str:
        """The full name of a topic, as far as it is known."""

    def publishers(self, topic: str) -> Collection[PublisherRecord]:
        """The publishers of a topic that the master has told."""


class PublisherServer:
    """All that one connection publishes.

    Args:
        owner: the connection.
        master: the link to the master.
        records: what the master knows of it.
        directory: the robot's topics.
        types: the message types that can be sent.
        port: where to listen; 0 for any free port.
        environ: GAZEBO_HOSTNAME and GAZEBO_IP say by which address others reach us, as for Gazebo's own programs.
        tasks: of the connection.
    """

    def __init__(
        self,
        owner: Owner,
        master: Master,
        records: OwnRecords,
        directory: Directory,
        types: MessageTypes,
        port: int,
        environ: Mapping[str, str],
        tasks: TaskPool,
    ) -> None:
        self._owner = owner
        self._master = master
        self._records = records
        self._directory = directory
        self.tasks = tasks
        self._types = types
        self._port = port
        self._environ = environ
        self._publications = Publications()
        self._topics: dict[str, ServedTopic] = {}
        self._listener: Listener[PublicationLink] | None = None
        self._lock = asyncio.Lock()
        self._addresses: set[str] = set()
        # why the address that the operator asked for can't be told to others; empty if it can
        self.address_fault = ""

    # for the connection

    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False
    ) -> GazeboPublisher:
        """See `app.connections.base.Connection.advertise`."""
        self._types.check(type_name)
        topic, info = await self._owner.ask_topic(name, timeout_s)
        check_type(topic, type_name, info)
        # one at a time: they may want the same topic
        async with self._lock:
            served = self._topics.get(topic)
            if served is None:
                publication = Publication(topic, type_name)
                endpoint = await self._endpoint()
                # only what begins with `~` may stand for another topic later
                served = ServedTopic(name if name.startswith("~") else topic, publication, self)
                self._publications.add(publication)
                self._topics[topic] = served
                try:
                    await self._tell(served, endpoint)
                except BaseException:
                    self.remove(served)
                    raise
            elif served.publication.msg_type != type_name:
                raise _conflict(topic, type_name, served.publication.msg_type)
        if newest_only:
            served.publication.policy = Policy.NEWEST
        return served.join(self._types)

    async def listen(self) -> Endpoint:
        """Where others find us; from now on we listen there. Raises LinkError."""
        async with self._lock:
            return await self._endpoint()

    def greeted(self, publishers: Collection[PublisherRecord]) -> None:
        """There is a new link to the master, which has said what it knows."""
        listed = {record.key for record in publishers}
        for served in self._topics.values():
            if served.record is not None and served.record.key not in listed:
                served.record = None
        self._records.greeted(publishers)

    def tell(self) -> None:
        """What the master has not been told may be told now: its publishers and the world's name are known."""
        if self._topics:
            self.tasks.spawn(self._tell_all(), "advertise")

    def removed(self, record: PublisherRecord) -> None:
        """The master says that a record is gone: if it is ours, tell it again, unless we took it back."""
        if self._records.removed(record):
            return
        served = self._topics.get(record.topic)
        if served is not None and served.record is not None and served.record.key == record.key:
            served.record = None
            self.tell()

    def is_ours(self, record: PublisherRecord) -> bool:
        """Whether a record leads to our own server."""
        return self._listener is not None and record.port == self._listener.port and record.host in self._addresses

    async def renew(self) -> None:
        """Serve all topics on a new port, and have the master tell of that: gzserver dials again for nothing less.

        That is any free one, also where one was asked for: of that gzserver takes another link, but never reads it, and
        a stop would count as arrived. Raises LinkError if there is none to be had.
        """
        async with self._lock:
            self._port = 0
            listener, self._listener = self._listener, None
            for served in self._topics.values():
                record, served.record = served.record, None
                if record is not None:
                    self._records.take_back(record)
            if listener is not None:
                for link in listener.links:
                    link.core.close()
                listener.close()
            for served in self._topics.values():
                served.subscribers_changed()
            await self._endpoint()
        self.tell()

    async def close(self) -> None:
        """End all publications, each with its last words, and the server."""
        publishers = [publisher for served in self._topics.values() for publisher in served.publishers]
        await asyncio.gather(*(publisher.close() for publisher in publishers))
        async with self._lock:
            await self._records.settle()
        if self._listener is not None:
            self._listener.close()

    # for the topics

    def links_of(self, publication: Publication) -> tuple[ServedLink[PublicationLink], ...]:
        """The links of those who subscribe."""
        if self._listener is None:
            return ()
        return tuple(link for link in self._listener.links if link.core.publication is publication)

    def resolve(self, name: str) -> str:
        """The topic that a name stands for now."""
        return self._directory.resolve(name)

    def published(self, publication: Publication, payload: bytes) -> None:
        """A message was published: those on this side get it too."""
        self._owner.deliver_own(publication.topic, publication.msg_type, payload)

    def remove(self, served: ServedTopic) -> None:
        """Serve a topic no more."""
        self._withdraw(served)
        self._owner.clear_alert(f"publish {served.name}")
        self._owner.clear_alert(f"advertise {served.name}")

    # inside

    def _withdraw(self, served: ServedTopic) -> None:
        """Take back what the master was told, and hang up."""
        record, served.record = served.record, None
        if record is not None:
            self._records.take_back(record)
        self._let_go(served)
        topic = served.publication.topic
        self._publications.remove(topic)
        self._topics.pop(topic, None)
        for link in self.links_of(served.publication):
            self._end(link)
        served.subscribers_changed()

    async def _tell(self, served: ServedTopic, endpoint: Endpoint) -> None:
        """Tell the master of a topic; if it can't be reached, later."""
        publication = served.publication
        record = PublisherRecord(publication.topic, publication.msg_type, endpoint.host, endpoint.port)
        before, served.held = served.held, None
        served.record = record
        try:
            held = await self._records.tell(record)
        except LocalProtocolError:
            # no later attempt can do better
            served.held = before
            if served.record is record:
                served.record = None
            raise
        except ProtocolError as error:
            _LOGGER.debug("%s could not be advertised: %s", record.topic, error.reason)
            served.held = before
            self._failed(served, error)
            if served.record is record:
                served.record = None
                self.tasks.spawn(self._tell_later(), "advertise later")
            return
        served.held = held
        self._succeeded(served)
        if before is not None:
            # not sooner: with a link goes what it holds, and all that is equal to it
            before.close()
        if served.record is not record:
            # it has ended meanwhile
            self._records.take_back(record)
            held.close()

    def _failed(self, served: ServedTopic, error: ProtocolError) -> None:
        served.failure = error
        served.failures += 1
        # the slot of one link is given away now and then
        if served.failures >= ALERT_AFTER:
            text = f"{served.publication.topic} could not be advertised: {error.reason}"
            self._owner.raise_alert(f"advertise {served.name}", Severity.WARNING, text, error.tip)

    def _succeeded(self, served: ServedTopic) -> None:
        served.failure = None
        served.failures = 0
        self._owner.clear_alert(f"advertise {served.name}")

    async def _tell_later(self) -> None:
        await asyncio.sleep(RETRY_S)
        await self._records.settle()
        self.tell()

    @staticmethod
    def _let_go(served: ServedTopic) -> None:
        held, served.held = served.held, None
        if held is not None:
            held.close()

    async def _tell_all(self) -> None:
        async with self._lock:
            try:
                endpoint = await self._endpoint()
            except ProtocolError as error:
                self._owner.raise_alert(
                    "publish", Severity.ERROR, f"nothing can be published: {error.reason}", error.tip
                )
                return
            self._owner.clear_alert("publish")
            for served in tuple(self._topics.values()):
                if served.is_elsewhere:
                    self._move(served)
                elif served.record is not None and served.record.endpoint != endpoint:
                    # this machine is in another network now
                    self._records.take_back(served.record)
                    served.record = None
                if served.record is None and served.publishers:
                    await self._tell_checked(served, endpoint)

    async def _tell_checked(self, served: ServedTopic, endpoint: Endpoint) -> None:
        """Another server may have another type for the topic: then it is not told, and that is."""
        topic, type_name = served.publication.topic, served.publication.msg_type
        others = {record.msg_type for record in self._directory.publishers(topic) if not self.is_ours(record)}
        alert = f"publish {served.name}"
        try:
            if not others <= {type_name, ""}:
                raise _conflict(topic, type_name, min(others - {type_name, ""}))
            self._owner.clear_alert(alert)
            await self._tell(served, endpoint)
        except LocalProtocolError as error:
            self._owner.raise_alert(alert, Severity.ERROR, error.reason, error.tip)

    def _move(self, served: ServedTopic) -> None:
        """The world has another name, and `~` another meaning."""
        topic = self._directory.resolve(served.name)
        if topic in self._topics:
            return
        before = served.publication
        self._withdraw(served)
        served.publication = Publication(topic, before.msg_type, before.policy)
        self._publications.add(served.publication)
        self._topics[topic] = served

    async def _endpoint(self) -> Endpoint:
        address = await own_address(self._environ, self._master.local_address, self._warn)
        if self._listener is None:
            listener: Listener[PublicationLink] = Listener(self._make_core, self._on_subscribed, self._on_closed)
            # nobody else is let in where only this machine is meant
            await listener.start(address if is_loopback(address) else "0.0.0.0", self._port)  # noqa: S104
            self._listener = listener
        self._addresses.add(address)
        return Endpoint(address, self._listener.port)

    def _warn(self, text: str) -> None:
        self.address_fault = text
        tip = f"Instead, {self._master.local_address} is told to others."
        self._owner.raise_alert("own address", Severity.WARNING, text, tip)

    # the listener

    def _make_core(self, _local: Address, _peer: Address, now: float) -> PublicationLink:
        return PublicationLink(self._publications, now)

    def _on_subscribed(self, link: ServedLink[PublicationLink], record: SubscriberRecord, _now: float) -> None:
        _LOGGER.debug("%s:%d subscribes to %s", *link.peer, record.topic)
        self._changed(link)

    def _on_closed(self, link: ServedLink[PublicationLink], error: ProtocolError) -> None:
        _LOGGER.debug("the subscriber %s:%d is gone: %s", *link.peer, error.reason)
        link.core.close()
        self._changed(link)

    def _end(self, link: ServedLink[PublicationLink]) -> None:
        link.core.close()
        if self._listener is not None:
            self._listener.end(link)
        self._changed(link)

    def _changed(self, link: ServedLink[PublicationLink]) -> None:
        publication = link.core.publication
        served = self._topics.get(publication.topic) if publication is not None else None
        if served is not None and served.publication is publication:
            served.subscribers_changed()


def check_type(topic: str, type_name: str, info: MasterTopicInfo) -> None:
    """Raises LocalProtocolError if others publish the topic as another type, or all who subscribe want another.

    Gazebo's server may end when a topic that it publishes is advertised as another type.
    """
    published = {record.msg_type for record in info.publishers} - {"", type_name}
    wanted = {record.msg_type for record in info.subscribers} | {info.msg_type}
    wanted.discard("")
    if published:
        raise _conflict(topic, type_name, min(published))
    if wanted and type_name not in wanted:
        raise _conflict(topic, type_name, min(wanted))


def _conflict(topic: str, type_name: str, known: str) -> LocalProtocolError:
    return LocalProtocolError(
        f"{topic} is a topic of type {known}, it can't be published as {type_name}",
        f"Publish {known}, or choose another topic.",
    )
