"""The demo robot as a ROS 1 robot: a node that publishes, serves and obeys, and what it does with commands."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.demo.ros1_master import HOST, DemoRosMaster
from app.demo.ros1_messages import (
    CMD_VEL,
    INFO,
    LOG,
    NODE,
    RESET,
    ROSOUT,
    SET_WANDER,
    TWIST,
    WARNING,
    DemoRosFeed,
    Ros1Messages,
    parameters,
)
from app.demo.scenery import SceneObject
from app.demo.simulation import Simulation, is_due
from app.net.http import HttpClient, HttpServer
from app.net.tasks import TaskPool
from app.net.tcp import Address, CoreLink, connect
from app.net.tcp_server import AcceptedLink, TcpListener
from protocols.errors import DecodeError, EncodeError, ProtocolError, RosRemoteError
from protocols.frames import FrameBatch
from protocols.ros1.graph import xmlrpc_api
from protocols.ros1.graph.slave_api import IN, OUT, TRANSPORT, BusConnection, slave_methods
from protocols.ros1.graph.xmlrpc import decode_response, encode_call, unpack_triple
from protocols.ros1.messages.definitions import ServiceType, parse_service
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.names import RosEndpoint, parse_api
from protocols.ros1.tcpros.node_link import LinkRefused, NodeEvent, RosNodeLink, ServiceOpened, Subscribed
from protocols.ros1.tcpros.service_links import RosService, RosServices, ServiceCalled, ServiceProviderLink
from protocols.ros1.tcpros.topic_links import (
    RosInboundTopicLink,
    RosOutboundTopicLink,
    RosPublication,
    RosPublications,
    RosPublisherGreeted,
)
from protocols.schema import Payload

_LOGGER = logging.getLogger(__name__)

DIAL_TIMEOUT_S: Final = 5.0
# a command and a request are some hundred bytes; longer messages are refused
COMMAND_LIMIT: Final = 64 * 1024
# a thousand registered publishers of a command would be an attempt to make us dial, not to drive
MAX_COMMANDERS: Final = 32

Fields = Mapping[str, Any]


_EMPTY: Final = "---\n"
_SET_BOOL: Final = "bool data\n---\nbool success\nstring message\n"


@dataclass(frozen=True, slots=True)
class DemoService:
    """A service of the node, with a handler from request to response."""

    name: str
    type: ServiceType
    handler: Callable[[Fields], Fields]


@dataclass(frozen=True, slots=True)
class DemoSubscription:
    """A subscribed topic, with a handler for the newest message of each batch."""

    topic: str
    schema: Ros1Schema
    handler: Callable[[Fields], None]


class DemoRosNode:
    """A ROS 1 node; other nodes call it as `protocols.ros1.graph.slave_api.RosSlaveNode`.

    Args:
        name: of the node.
        master: of the robot.
        services: of the node.
        wanted: the subscribed topics.

    Attributes:
        uri, master_uri: addresses of the node and its master; known after `start`.
    """

    def __init__(
        self, name: str, master: DemoRosMaster, services: Sequence[DemoService], wanted: Sequence[DemoSubscription]
    ) -> None:
        self.name = name
        self.pid = os.getpid()
        self.uri = ""
        self.master_uri = ""
        self._master = master
        self._services = {each.name: each for each in services}
        self._wanted = {each.topic: each for each in wanted}
        self._publications = RosPublications()
        self._offered = RosServices()
        for each in services:
            kind = each.type
            self._offered.add(RosService(each.name, kind.name, kind.md5, kind.request.name, kind.response.name))
        self._http = HttpServer(self._answer)
        self._client: HttpClient | None = None
        self._listener: TcpListener[RosNodeLink] = TcpListener(self._make_core, self._told, self._hung_up)
        self._tasks = TaskPool("demo node")
        self._commanders: dict[tuple[str, str], CoreLink[RosInboundTopicLink] | None] = {}
        self._numbers: dict[object, int] = {}
        self._next_number = itertools.count(1)
        self._methods = slave_methods(self)

    @property
    def links(self) -> tuple[RosNodeLink, ...]:
        """The links that other nodes have opened to this node."""
        return tuple(link.core for link in self._listener.links)

    @property
    def commanders(self) -> int:
        """The number of publishers that the node is subscribed to, or is dialling."""
        return len(self._commanders)

    async def start(self) -> None:
        """Serve, and register at the master. Raises LinkError."""
        self._client = HttpClient()
        self.master_uri = self._master.uri
        await self._http.start(HOST)
        self.uri = f"http://{HOST}:{self._http.port}/"
        await self._listener.start(HOST)
        for publication in self._publications:
            self._register(publication)
        for each in self._services.values():
            where = f"rosrpc://{HOST}:{self._listener.port}"
            self._master.call("registerService", self.name, each.name, where, self.uri)
        for wanted in self._wanted.values():
            uris = self._master.call("registerSubscriber", self.name, wanted.topic, wanted.schema.name, self.uri)
            self.publishers_changed(wanted.topic, uris)

    async def close(self) -> None:
        """End all links, without unregistering at the master, which ends too."""
        await self._tasks.cancel()
        self._listener.close()
        for link in self._commanders.values():
            if link is not None:
                link.close()
        self._commanders.clear()
        await self._http.close()
        if self._client is not None:
            await self._client.close()

    def advertise(self, publication: RosPublication) -> None:
        """Add a publication; before `start`."""
        self._publications.add(publication)

    def flush(self) -> None:
        """Send all published messages."""
        for link in self._listener.links:
            if isinstance(link.core.role, RosOutboundTopicLink) and link.core.role.queued:
                link.flush()

    # calls of other nodes

    def publications(self) -> Iterator[tuple[str, str]]:
        """The published topics with their types."""
        return ((each.topic, each.type_name) for each in self._publications)

    def subscriptions(self) -> Iterator[tuple[str, str]]:
        """The subscribed topics with their types."""
        return ((wanted.topic, wanted.schema.name) for wanted in self._wanted.values())

    def connections(self) -> Iterator[BusConnection]:
        """The links to subscribers and publishers."""
        port = self._listener.port
        for link in self._listener.links:
            role = link.core.role
            if isinstance(role, RosOutboundTopicLink):
                topic, remote = role.publication.topic, RosEndpoint(*link.peer)
                number = self._number_of(link)
                yield BusConnection(
                    number, role.subscriber, OUT, topic, port, remote, role.sent_bytes, role.sent, role.dropped
                )
        for (topic, uri), commander in self._commanders.items():
            if commander is not None:
                yield BusConnection(self._number_of(commander), uri, IN, topic, port, RosEndpoint(*commander.peer))

    def publication_endpoint(self, topic: str) -> RosEndpoint | None:
        """The address where a topic is served; None if the node does not publish it."""
        return RosEndpoint(HOST, self._listener.port) if self._publications.get(topic) is not None else None

    def publishers_changed(self, topic: str, uris: Sequence[str]) -> None:
        """Dial the new publishers of a topic, and close the links to those that are gone."""
        if topic not in self._wanted:
            return
        for key in [key for key in self._commanders if key[0] == topic and key[1] not in uris]:
            link = self._commanders.pop(key)
            if link is not None:
                self._forget(link)
                link.close()
        for uri in uris:
            if (topic, uri) not in self._commanders and len(self._commanders) < MAX_COMMANDERS:
                self._commanders[topic, uri] = None
                self._tasks.spawn(self._dial(topic, uri), f"dial {uri} for {topic}")

    def parameter_changed(self, key: str, value: Any) -> bool:
        """Ignore a parameter, for the node subscribes to none; returns false."""
        del key, value
        return False

    def shutdown_requested(self, caller: str, reason: str) -> None:
        """Log the request, and go on: the node runs as long as its program."""
        _LOGGER.info("%s wants the demo robot's node to end: %s", caller, reason)

    async def _answer(self, body: bytes, _address: str) -> bytes:
        return xmlrpc_api.respond(self._methods, body)

    def _register(self, publication: RosPublication) -> None:
        self._master.call("registerPublisher", self.name, publication.topic, publication.type_name, self.uri)

    # subscribers and service clients

    def _make_core(self, _local: Address, _peer: Address, now: float) -> RosNodeLink:
        return RosNodeLink(self._publications, self._offered, self.name, now, limit=COMMAND_LIMIT)

    def _told(self, link: AcceptedLink[RosNodeLink], event: NodeEvent, _now: float) -> None:
        match event:
            case ServiceCalled(request):
                assert isinstance(link.core.role, ServiceProviderLink)  # noqa: S101 - nobody else calls
                self._serve(link.core.role, request)
            case Subscribed() | ServiceOpened() | LinkRefused():
                pass
        # the answer is known only when this event has been handled
        asyncio.get_running_loop().call_soon(self._settle, link)

    def _settle(self, link: AcceptedLink[RosNodeLink]) -> None:
        if link.is_open:
            link.flush()
            if link.core.finished:
                self._listener.end(link)

    def _serve(self, role: ServiceProviderLink, request: Payload) -> None:
        served = self._services[role.service.name]
        try:
            answer = served.handler(Ros1Schema(served.type.request).decode(request))
            role.answer(Ros1Schema(served.type.response).encode(answer))
        except (DecodeError, EncodeError) as error:
            role.fail(error.reason)

    def _hung_up(self, link: AcceptedLink[RosNodeLink], _error: ProtocolError) -> None:
        self._forget(link)
        link.core.close()

    # publishers of commands

    async def _dial(self, topic: str, uri: str) -> None:
        wanted = self._wanted[topic]
        message = wanted.schema.message_type

        def make_core(_local: Address, _peer: Address, now: float) -> RosInboundTopicLink:
            return RosInboundTopicLink(
                topic,
                self.name,
                now,
                type_name=message.name,
                md5=message.md5,
                tcp_nodelay=True,
                limit=COMMAND_LIMIT,
            )

        def take(event: RosPublisherGreeted | FrameBatch, _now: float) -> None:
            if isinstance(event, FrameBatch):
                self._follow(wanted, event.newest)

        def lost(error: ProtocolError) -> None:
            _LOGGER.info("%s of %s is followed no more: %s", topic, uri, error.reason)
            self._forget(self._commanders.pop((topic, uri), None))

        try:
            host, port = await self._request(topic, uri)
            link = await connect(host, port, make_core, take, lost, DIAL_TIMEOUT_S)
        except ProtocolError as error:
            _LOGGER.info("%s of %s can't be followed: %s", topic, uri, error.reason)
            self._commanders.pop((topic, uri), None)
            return
        if (topic, uri) in self._commanders and link.is_open:
            self._commanders[topic, uri] = link
        else:
            link.close()

    async def _request(self, topic: str, uri: str) -> tuple[str, int]:
        """Ask a publisher for the host and port of a topic. Raises ProtocolError."""
        assert self._client is not None  # noqa: S101 - after the start
        where = parse_api(uri)
        body = encode_call("requestTopic", (self.name, topic, [[TRANSPORT]]))
        answer = decode_response(await self._client.post(where.host, where.port, body, DIAL_TIMEOUT_S))
        match unpack_triple(answer):
            case xmlrpc_api.SUCCESS, _, ["TCPROS", str(host), int(port)]:
                return host, port
            case _, words, _:
                raise RosRemoteError(f"it does not serve {topic}: {words}")

    @staticmethod
    def _follow(wanted: DemoSubscription, payload: Payload) -> None:
        try:
            wanted.handler(wanted.schema.decode(payload))
        except DecodeError as error:
            _LOGGER.info("a command on %s is not understood: %s", wanted.topic, error.reason)

    # numbers of links

    def _number_of(self, link: object) -> int:
        if link not in self._numbers:
            self._numbers[link] = next(self._next_number)
        return self._numbers[link]

    def _forget(self, link: object) -> None:
        self._numbers.pop(link, None)


class DemoRosRobot:
    """The demo robot on ROS 1.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._messages = Ros1Messages(simulation, time.time_ns)
        self.master = DemoRosMaster(parameters())
        self._schemas: dict[str, Ros1Schema] = {}
        self.node = DemoRosNode(
            NODE,
            self.master,
            (
                DemoService(RESET, parse_service("std_srvs/Empty", _EMPTY, {}), self._reset),
                DemoService(SET_WANDER, parse_service("std_srvs/SetBool", _SET_BOOL, {}), self._set_wander),
            ),
            (DemoSubscription(CMD_VEL, self._schema(TWIST), self._drive),),
        )
        self._feeds = [(feed, self._publication(feed)) for feed in self._messages.feeds()]
        self._log = self._publication(DemoRosFeed(ROSOUT, LOG, 1, dict))
        self._touched: SceneObject | None = None
        self._commanded = False

    @property
    def uri(self) -> str:
        """The address of the robot."""
        return f"ros1://{HOST}:{self.master.port}"

    async def start(self, port: int = 0) -> None:
        """Serve the master at `port`, the node at any free ones; any free ports for 0. Raises LinkError."""
        await self.master.start(port)
        try:
            await self.node.start()
        except ProtocolError:
            await self.close()
            raise
        for feed, publication in self._feeds:
            if feed.latched:
                self._publish(feed, publication)
        self._say(INFO, "The rover is ready")

    async def close(self) -> None:
        """End the node and the master."""
        await self.node.close()
        await self.master.close()

    def on_tick(self) -> None:
        """Publish the messages that are due after a tick, and have subscribers."""
        tick = self._simulation.ticks
        for feed, publication in self._feeds:
            if publication.links and not feed.latched and is_due(tick, feed.rate_hz):
                self._publish(feed, publication)
        touched = self._simulation.touched
        if touched is not None and touched is not self._touched:
            self._say(WARNING, f"The rover has run into the {touched.name.replace('_', ' ')}")
        self._touched = touched

    def publish_pending(self) -> None:
        """Send all published messages."""
        self.node.flush()

    def _publication(self, feed: DemoRosFeed) -> RosPublication:
        message = self._schema(feed.msg_type).message_type
        publication = RosPublication(feed.topic, message.name, message.md5, message.definition, latching=feed.latched)
        self.node.advertise(publication)
        return publication

    def _publish(self, feed: DemoRosFeed, publication: RosPublication) -> None:
        publication.publish(self, self._schema(feed.msg_type).encode(feed.make()))

    def _schema(self, type_name: str) -> Ros1Schema:
        if type_name not in self._schemas:
            message = find_message(type_name)
            if message is None:
                raise ValueError(f"{type_name} is no standard type")
            self._schemas[type_name] = Ros1Schema(message)
        return self._schemas[type_name]

    def _say(self, level: int, text: str) -> None:
        """Publish a line on /rosout."""
        topics = [topic for topic, _ in self.node.publications()]
        self._log.publish(self, self._schema(LOG).encode(self._messages.log(level, text, topics)))

    # commands

    def _drive(self, twist: Mapping[str, Any]) -> None:
        if self._simulation.wanders or not self._commanded:
            self._commanded = True
            self._say(INFO, f"Following {CMD_VEL}")
        self._simulation.drive(twist["linear"]["x"], twist["angular"]["z"])

    def _reset(self, _request: Mapping[str, Any]) -> Mapping[str, Any]:
        self._simulation.reset(time=False)
        self._say(INFO, "Back at the start")
        return {}

    def _set_wander(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        wander = bool(request["data"])
        self._simulation.wander(on=wander)
        message = "wandering" if wander else "standing"
        self._say(INFO, f"The rover is {message}")
        return {"success": True, "message": message}
