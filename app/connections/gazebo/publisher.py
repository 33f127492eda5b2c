"""Publishers of a Gazebo connection, and the one server of all its topics.

The master knows each topic as long as it is published, but forgets records by itself: so a record is told again
whenever the master does not list it in its greeting, and whenever the master reports a record as gone that we did not
take back.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping

from typing_extensions import override

from app.connections.alerts import ConnectionAlerts
from app.connections.base import Message
from app.connections.gazebo.advertised_records import AdvertisedRecords, RecordLink
from app.connections.gazebo.directory import TopicDirectory
from app.connections.gazebo.master import MasterLink
from app.connections.publishing import PublicationServer, PublishedTopic, TopicPublisher
from app.model.alerts import Severity
from app.net.addresses import resolve_host
from app.net.tasks import TaskPool
from app.net.tcp import Address
from app.wording.connections import ConnectionWording, GazeboWording
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.gazebo.message_types import GazeboMessageTypes
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.topic_links import GazeboOutboundTopicLink, GazeboPublication, GazeboPublications
from protocols.publishing import QueuePolicy

_LOGGER = logging.getLogger(__name__)

# gzserver hangs up when the master tells it to: it has to read messages before, which it does every 10 ms
READ_TIME_S = 0.05

# the wait for the next attempt after a record could not be told
RETRY_S = 0.5

# so many failed attempts in a row are no accident
ALERT_AFTER = 2


async def own_address(environ: Mapping[str, str], on_the_way: str, warn: Callable[[str], None]) -> str:
    """Find our address: by GAZEBO_HOSTNAME, else GAZEBO_IP, as Gazebo's own programs, else ours `on_the_way` there.

    `warn` is called with the fault of one of the first two.
    """
    hostname = environ.get("GAZEBO_HOSTNAME", "")
    if hostname:
        try:
            return (await resolve_host(hostname))[0]
        except (OSError, ValueError):
            warn(GazeboWording.HOSTNAME_UNKNOWN(host=hostname))
    given = environ.get("GAZEBO_IP", "")
    if given:
        try:
            return str(ipaddress.IPv4Address(given))
        except ValueError:
            warn(GazeboWording.IP_INVALID(address=given))
    return on_the_way


def is_loopback(address: str) -> bool:
    """Whether an address can mean this machine only."""
    return ipaddress.ip_address(address).is_loopback


class GazeboPublisher(TopicPublisher):
    """One publisher of a topic of Gazebo."""

    def __init__(self, served: GazeboPublishedTopic, types: GazeboMessageTypes) -> None:
        super().__init__(served)
        self._topic = served
        self._types = types

    @override
    def encode(self, value: Message) -> bytes:
        return self._types.encode(self.type_name, value, time.time_ns())

    @property
    def failure(self) -> ProtocolError | None:
        """The reason why the master does not know the topic; None where it does, or is being told."""
        return self._topic.failure

    @override
    async def wait_for_readers(self) -> None:
        await asyncio.sleep(READ_TIME_S)


class GazeboPublishedTopic(PublishedTopic[GazeboPublication]):
    """A topic of the server, and the publishers on this side that share it.

    Attributes:
        name: the name as it was asked for, which may stand for another topic when another world is loaded.
        record: the record that the master was told; None before, and while it must not be told.
        record_link: the link by which the master was told.
        failure: the reason why the master could not be told the last time; None where it could.
        failures: the number of such failures one after the other.
    """

    def __init__(self, name: str, publication: GazeboPublication, server: GazeboPublisherServer) -> None:
        super().__init__(publication, server)
        self.name = name
        self.record: PublisherRecord | None = None
        self.record_link: RecordLink | None = None
        self.failure: ProtocolError | None = None
        self.failures = 0


class GazeboPublisherServer(PublicationServer[GazeboPublishedTopic, GazeboOutboundTopicLink]):
    """The server of all topics that one connection publishes.

    Args:
        ask_topic: asks for the full name of a topic and for the master's record of it, within a time. Raises
            ProtocolError.
        master: the link to the master.
        records: our records at the master.
        directory: the robot's topics.
        types: the message types that can be sent.
        port: the port to listen at; 0 for any free port.
        environ: the environment: GAZEBO_HOSTNAME and GAZEBO_IP say by which address others reach us, as for Gazebo's
            own programs.
    """

    def __init__(
        self,
        alerts: ConnectionAlerts,
        ask_topic: Callable[[str, float], Awaitable[tuple[str, MasterTopicInfo]]],
        deliver_own: Callable[[str, str, bytes], None],
        master: MasterLink,
        records: AdvertisedRecords,
        directory: TopicDirectory,
        types: GazeboMessageTypes,
        port: int,
        environ: Mapping[str, str],
        tasks: TaskPool,
    ) -> None:
        super().__init__(GazeboPublications(), deliver_own, tasks)
        self._alerts = alerts
        self._ask_topic = ask_topic
        self._master = master
        self._records = records
        self._directory = directory
        self._types = types
        self._port = port
        self._environ = environ
        self._addresses: set[str] = set()
        # the reason why the address that the operator asked for can't be told to others; empty if it can
        self.address_fault = ""

    # for the connection

    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False
    ) -> GazeboPublisher:
        """Publish a topic; see `app.connections.base.Connection.advertise`."""
        self._types.check(type_name)
        topic, info = await self._ask_topic(name, timeout_s)
        check_type(topic, type_name, info)
        async with self._lock:
            served = self._topics.get(topic)
            if served is None:
                publication = GazeboPublication(topic, type_name)
                endpoint = await self._endpoint()
                # only a name that begins with `~` may stand for another topic later
                served = GazeboPublishedTopic(name if name.startswith("~") else topic, publication, self)
                self._serve(served)
                try:
                    await self._tell(served, endpoint)
                except BaseException:
                    self.remove(served)
                    raise
            elif served.publication.type_name != type_name:
                raise _conflict(topic, type_name, served.publication.type_name)
        if newest_only:
            served.publication.policy = QueuePolicy.NEWEST
        return GazeboPublisher(served, self._types)

    async def listen(self) -> GazeboEndpoint:
        """Listen, and return the endpoint where others find us. Raises LinkError."""
        async with self._lock:
            return await self._endpoint()

    def on_greeted(self, publishers: Collection[PublisherRecord]) -> None:
        """Compare our records with those that the master lists on a new link."""
        listed = {record.key for record in publishers}
        for served in self._topics.values():
            if served.record is not None and served.record.key not in listed:
                served.record = None
        self._records.on_greeted(publishers)

    def advertise_pending(self) -> None:
        """Tell the master the topics that it was not told: its publishers and the world's name are known now."""
        if self._topics:
            self.tasks.spawn(self._tell_all(), "advertise")

    def on_removed(self, record: PublisherRecord) -> None:
        """Handle the master's report that a record is gone: tell it again if it is ours, unless we took it back."""
        if self._records.on_removed(record):
            return
        served = self._topics.get(record.topic)
        if served is not None and served.record is not None and served.record.key == record.key:
            served.record = None
            self.advertise_pending()

    def is_ours(self, record: PublisherRecord) -> bool:
        """Whether a record leads to our own server."""
        return self._listener is not None and record.port == self._listener.port and record.host in self._addresses

    def was_ours(self, record: PublisherRecord) -> bool:
        """Whether a record led to our own server before, and the master has not yet reported it as gone."""
        return self._records.is_taken_back(record)

    async def move_to_new_port(self) -> None:
        """Serve all topics on a new port, of which the master tells: nothing less makes gzserver dial again.

        The port is any free one, even where one was asked for: on the same port gzserver takes another link but never
        reads it, and a stop would count as arrived. Raises LinkError if there is no free port.
        """
        async with self._lock:
            self._port = 0
            listener, self._listener = self._listener, None
            for served in self._topics.values():
                record, served.record = served.record, None
                if record is not None:
                    self._records.withdraw(record)
            if listener is not None:
                for link in listener.links:
                    link.core.close()
                listener.close()
            for served in self._topics.values():
                served.subscribers_changed()
            await self._endpoint()
        self.advertise_pending()

    async def close(self) -> None:
        """End all publications, each with its final message, and the server."""
        await self.close_publishers()
        async with self._lock:
            await self._records.wait_until_withdrawn()
        if self._listener is not None:
            self._listener.close()

    @override
    def remove(self, served: GazeboPublishedTopic) -> None:
        self._withdraw(served)
        self._alerts.clear(f"publish {served.name}")
        self._alerts.clear(f"advertise {served.name}")

    # inside

    def _withdraw(self, served: GazeboPublishedTopic) -> None:
        """Take the record of a topic back from the master, and end its links."""
        record, served.record = served.record, None
        if record is not None:
            self._records.withdraw(record)
        self._let_go(served)
        self._stop_serving(served)

    async def _tell(self, served: GazeboPublishedTopic, endpoint: GazeboEndpoint) -> None:
        """Tell the master of a topic; if the master can't be reached, later."""
        publication = served.publication
        record = PublisherRecord(publication.topic, publication.type_name, endpoint.host, endpoint.port)
        before, served.record_link = served.record_link, None
        served.record = record
        try:
            held = await self._records.advertise(record)
        except LocalProtocolError:
            # no later attempt can do better
            served.record_link = before
            if served.record is record:
                served.record = None
            raise
        except ProtocolError as error:
            _LOGGER.debug("%s could not be advertised: %s", record.topic, error.reason)
            served.record_link = before
            self._failed(served, error)
            if served.record is record:
                served.record = None
                self.tasks.spawn(self._tell_later(), "advertise later")
            return
        served.record_link = held
        self._succeeded(served)
        if before is not None:
            # not sooner: the end of a link removes its record, and every record that equals it
            before.close()
        if served.record is not record:
            # the topic has ended meanwhile
            self._records.withdraw(record)
            held.close()

    def _failed(self, served: GazeboPublishedTopic, error: ProtocolError) -> None:
        served.failure = error
        served.failures += 1
        # the slot of one link is given away now and then
        if served.failures >= ALERT_AFTER:
            text = GazeboWording.NOT_ADVERTISED(topic=served.publication.topic, reason=error.reason)
            self._alerts.raise_alert(f"advertise {served.name}", Severity.WARNING, text, error.tip)

    def _succeeded(self, served: GazeboPublishedTopic) -> None:
        served.failure = None
        served.failures = 0
        self._alerts.clear(f"advertise {served.name}")

    async def _tell_later(self) -> None:
        await asyncio.sleep(RETRY_S)
        await self._records.wait_until_withdrawn()
        self.advertise_pending()

    @staticmethod
    def _let_go(served: GazeboPublishedTopic) -> None:
        held, served.record_link = served.record_link, None
        if held is not None:
            held.close()

    async def _tell_all(self) -> None:
        async with self._lock:
            try:
                endpoint = await self._endpoint()
            except ProtocolError as error:
                self._alerts.raise_alert(
                    "publish", Severity.ERROR, ConnectionWording.NOTHING_PUBLISHED(reason=error.reason), error.tip
                )
                return
            self._alerts.clear("publish")
            for served in tuple(self._topics.values()):
                if served.name.startswith("~") and self._directory.resolve(served.name) != served.publication.topic:
                    # another world has been loaded
                    self._move(served)
                elif served.record is not None and served.record.endpoint != endpoint:
                    # this machine is in another network now
                    self._records.withdraw(served.record)
                    served.record = None
                if served.record is None and served.publishers:
                    await self._tell_checked(served, endpoint)

    async def _tell_checked(self, served: GazeboPublishedTopic, endpoint: GazeboEndpoint) -> None:
        """Tell the master of a topic, unless another program publishes it as another type: then raise an alert."""
        topic, type_name = served.publication.topic, served.publication.type_name
        others = {record.msg_type for record in self._directory.publishers(topic) if not self.is_ours(record)}
        alert = f"publish {served.name}"
        try:
            if not others <= {type_name, ""}:
                raise _conflict(topic, type_name, min(others - {type_name, ""}))
            self._alerts.clear(alert)
            await self._tell(served, endpoint)
        except LocalProtocolError as error:
            self._alerts.raise_alert(alert, Severity.ERROR, error.reason, error.tip)

    def _move(self, served: GazeboPublishedTopic) -> None:
        """Move a topic whose name stands for another one, as `~` does in a world of another name."""
        topic = self._directory.resolve(served.name)
        if topic in self._topics:
            return
        before = served.publication
        self._withdraw(served)
        served.publication = GazeboPublication(topic, before.type_name, before.policy)
        self._serve(served)
        for publisher in served.publishers:
            publisher.topic = topic

    async def _endpoint(self) -> GazeboEndpoint:
        address = await own_address(self._environ, self._master.local_address, self._warn)
        # only this machine can connect where its address is the loopback
        interface = address if is_loopback(address) else "0.0.0.0"  # noqa: S104
        listener = await self._listen_at(interface, self._port)
        self._addresses.add(address)
        return GazeboEndpoint(address, listener.port)

    def _warn(self, text: str) -> None:
        self.address_fault = text
        tip = GazeboWording.OTHER_ADDRESS_TOLD_TIP(address=self._master.local_address)
        self._alerts.raise_alert("own address", Severity.WARNING, text, tip)

    # the listener

    @override
    def _make_core(self, local: Address, peer: Address, now: float) -> GazeboOutboundTopicLink:
        return GazeboOutboundTopicLink(self._publications, now)

    @override
    def _publication_of(self, core: GazeboOutboundTopicLink) -> GazeboPublication | None:
        return core.publication


def check_type(topic: str, type_name: str, info: MasterTopicInfo) -> None:
    """Raises LocalProtocolError if others publish the topic as another type, or all subscribers want another.

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
        GazeboWording.TYPE_DIFFERS(topic=topic, known_type=known, type_name=type_name),
        GazeboWording.TYPE_DIFFERS_TIP(known_type=known),
    )
