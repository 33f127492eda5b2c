"""One run of the program: the connections, the topic store and the alerts.

Views and commands know connections only through a session. Every method may be called from any thread; what is read is
an immutable snapshot.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
import os
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from app.config.run_settings import Settings
from app.connections.alerts import topic_name_alert
from app.connections.base import Connection, Message
from app.connections.schemes import SCHEMES, find_scheme
from app.demo.demo_process import DemoProcessError, DemoRobot, demo_error_log
from app.model.addresses import AddressTokens, AddressTopicNames, NamesFile
from app.model.alerts import Alert, Alerts
from app.model.doctor import DoctorCheck
from app.model.messages.stamps import StampLag, StampLags
from app.model.schema import Schema
from app.model.status import ConnectionStatus
from app.model.topics import DecoderChoice, PollRate, Sink, Topic, TopicInfo, TopicKey, TopicStore
from app.model.world import WorldCommand
from app.net.link_thread import LinkThread
from app.session.addresses import (
    SecretAddresses,
    address_tokens,
    address_topic_names,
    read_names_file,
    with_names,
    with_token,
)
from app.session.connection_info import ConnectionInfo, MessageTotals
from app.session.errors import SessionError, UnreachableError, translated_errors
from app.session.graphs import Graphs
from app.session.publisher import PublisherHandle
from app.session.robot_finder import RobotFinder
from app.wording.session import SessionWording
from protocols.names import redact_options

_T = TypeVar("_T")


_LOGGER = logging.getLogger(__name__)
__all__ = ["ConnectionInfo", "PublisherHandle", "Session", "SessionError", "UnreachableError"]
SAMPLE_INTERVAL_S = 0.5

# for each step of a command: the request, its receipt, its arrival
CONTROL_TIMEOUT_S = 5.0


class ViewAlerts:
    """Raises and clears alerts for views. Any thread may call it.

    Only the link thread writes alerts, so each call is handed to the link thread, in the order of the calls.

    Args:
        changed: called in the link thread when the alerts have changed.
    """

    def __init__(self, link: LinkThread, alerts: Alerts, changed: Callable[[], None]) -> None:
        self._link = link
        self._alerts = alerts
        self._changed = changed

    def raise_alert(self, alert: Alert) -> None:
        """Raise an alert, in place of an earlier alert of the same key."""
        self._link.call(self._apply, self._alerts.raise_alert, alert)

    def clear(self, key: str) -> None:
        """Clear the alert of a key, if there is one."""
        self._link.call(self._apply, self._alerts.clear, key)

    def _apply(self, do: Callable[[_T], None], what: _T) -> None:
        before = self._alerts.revision
        do(what)
        if self._alerts.revision != before:
            self._changed()


if TYPE_CHECKING:
    from app.session.driving import Driving


class Session:
    """One run of the program.

    Attributes:
        store: the topics.
        alerts: the current alerts.
        revision: a number that changes with the connections, their states and alerts.
        graphs: nodes, services, parameters and actions.
        finder: robots that announce themselves in the network.
        view_alerts: raises the alerts of views.
    """

    def __init__(
        self, link: LinkThread, settings: Settings | None = None, environ: Mapping[str, str] | None = None
    ) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.revision = 0
        self._link = link
        self._settings = settings or Settings()
        self._environ = os.environ if environ is None else environ
        self._connections: dict[str, Connection] = {}
        # as they were given, with their secrets
        self._addresses = SecretAddresses()
        # on the link loop: connections that were started and have not ended; one may end while its id is used anew
        self._running: dict[str, Connection] = {}
        self.graphs = Graphs(link, self._connection, self._current)
        self.finder = RobotFinder(link)
        self.view_alerts = ViewAlerts(link, self.alerts, self._changed)
        self._wants: dict[str, dict[TopicKey, bool]] = {}
        self._sinks: dict[tuple[str, TopicKey], Sink] = {}
        # by id, so that it outlives a connection that is made again, but never a run
        self._unlocked: frozenset[str] = frozenset()
        self._lags = StampLags()
        self._demo = DemoRobot()
        self._sampler: asyncio.TimerHandle | None = None
        # incrementing is not atomic, and more than one thread does it
        self._revisions = itertools.count(1)

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        """A snapshot of all connections, oldest first."""
        return tuple(
            ConnectionInfo(
                known.id,
                known.description,
                known.status,
                known.can_publish,
                known.resolve(known.world_topic) if known.world_topic else "",
                self.is_unlocked(known.id),
                known.log_topic,
                known.clock,
                known.graph_access is not None,
                known.condition,
                known.quality,
                known.address,
                known.named,
                known.sends_only_changes,
            )
            for known in tuple(self._connections.values())
        )

    @property
    def secrets(self) -> tuple[str, ...]:
        """All tokens in the addresses that were given, to be redacted in everything that is written."""
        known = (address_tokens(address) for address in tuple(self._addresses.values()))
        return tuple(
            token for access in known if access is not None for token in (access.token, access.proxy_token) if token
        )

    @property
    def totals(self) -> MessageTotals:
        """The totals of all messages so far; goes through all topics that were heard."""
        messages = nbytes = dropped = 0
        for topic in self.store.with_messages:
            messages += topic.messages
            nbytes += topic.nbytes
            dropped += topic.dropped
        return MessageTotals(messages, nbytes, dropped)

    def status(self, connection_id: str) -> ConnectionStatus | None:
        """The state of a connection, None if there is none of that id."""
        connection = self._connections.get(connection_id)
        return connection.status if connection is not None else None

    def connection_id_for(self, uri: str) -> str:
        """The id of the connection that `uri` would make. Raises SessionError saying what is wrong with `uri`."""
        return self._open(uri).id

    def address_tokens(self, uri: str) -> AddressTokens | None:
        """The tokens of an address, or of the id of a connection; None if its protocol has no tokens."""
        return address_tokens(uri)

    def token_key(self, uri: str) -> str:
        """The key of a robot's token in the key store; empty if its protocol has none, or the address holds a token."""
        access = address_tokens(uri)
        return access.key if access is not None and not access.token else ""

    def with_token(self, uri: str, token: str, proxy_token: str = "") -> str:
        """The address with these tokens; an empty token changes nothing."""
        return with_token(uri, token, proxy_token)

    def address_topic_names(self, uri: str) -> AddressTopicNames | None:
        """The topics that an address names; None if robots of its protocol list their topics."""
        return address_topic_names(uri)

    def with_names(self, uri: str, names: Collection[str]) -> str:
        """The address with these names of topics, and no others."""
        return with_names(uri, names)

    def read_names_file(self, data: bytes) -> NamesFile:
        """The robots and names of topics in a file. Raises SessionError if the file is of no known kind."""
        with translated_errors():
            return read_names_file(data)

    def name_topics(self, connection_id: str, names: Collection[str]) -> None:
        """Set the topics of a robot that can't list its own: see `ConnectionInfo.named`.

        Raises SessionError if these can't be names of topics, or if there is no such connection.
        """
        connection = self._connection(connection_id)
        with translated_errors():
            checked = connection.check_named(names)
        # at once: the topics that are named next are added to these
        connection.named = checked
        self._link.call(connection.set_named, checked)

    def connect(self, uri: str) -> str:
        """Add a connection and begin to connect; returns its id.

        If the connection exists already, the topics that `uri` names are added to its topics.

        Raises:
            SessionError: `uri` can't be understood.
        """
        connection = self._open(uri)
        known = self._connections.get(connection.id)
        if known is not None:
            if connection.named and known.named is not None:
                self.name_topics(known.id, (*known.named, *connection.named))
            return known.id
        self._connections[connection.id] = connection
        self._addresses[connection.id] = uri.strip()
        self._changed()
        self._link.call(self._start, connection)
        return connection.id

    async def disconnect(self, connection_id: str) -> None:
        """End a connection and remove its topics; await it on any loop, on the interface's if its robot is driven."""
        if "driving" in self.__dict__:
            # zeros are sent first
            await self.driving.leave(connection_id)
        connection = self._connections.pop(connection_id, None)
        if connection is None:
            return
        self._changed()

        async def end() -> None:
            try:
                await connection.close()
            finally:
                self._forget(connection)
                if connection_id == self._demo.uri:
                    await asyncio.to_thread(self._demo.close)

        await self._link.run(end())

    @property
    def demo_uri(self) -> str:
        """The address of the demo robot of this run; empty if there is none."""
        return self._demo.uri

    @property
    def addresses(self) -> SecretAddresses:
        """The addresses that make each connection again, by its id: with its later changes, and its secrets."""
        made = SecretAddresses()
        for info in self.connections:
            access = address_tokens(self._addresses[info.id])
            address = info.address or self._addresses[info.id]
            made[info.id] = with_token(address, access.token, access.proxy_token) if access is not None else address
        return made

    async def start_demo(self) -> str:
        """Start a demo robot, if there is none, and give its address; it ends with its connection, or with the session.

        Await it on any loop. Raises SessionError if the demo robot can't be started.
        """
        try:
            return await self._link.run(asyncio.to_thread(self._demo.start))
        except DemoProcessError as error:
            raise SessionError(str(error), SessionWording.SEE_LOG(path=demo_error_log())) from error

    def check_topic(self, key: TopicKey) -> TopicKey:
        """The topic that a name stands for. Raises SessionError if no topic of the connection can have this name."""
        with translated_errors():
            self._connection(key.connection).check_topic(key.topic)
        return TopicKey(key.connection, self._connection(key.connection).resolve(key.topic))

    def refusal_of(self, key: TopicKey) -> SessionError | None:
        """The error of a topic that can't be subscribed to because of its name, as far as known; None if it can."""
        names = {key.topic, self._connection(key.connection).resolve(key.topic)}
        alerts = {f"{key.connection} {topic_name_alert(name)}" for name in names}
        found = next((alert for alert in self.alerts.current if alert.key in alerts), None)
        return SessionError(found.text, found.tip) if found is not None else None

    def topic(self, key: TopicKey) -> Topic | None:
        """The topic of a name as the operator writes it: `~/…` is resolved as far as known.

        None while the topic is unknown. Raises SessionError if there is no such connection.
        """
        return self.store.get(TopicKey(key.connection, self._connection(key.connection).resolve(key.topic)))

    def lag_of(self, topic: Topic) -> StampLag | None:
        """The difference between a topic's stamps and our clock; None if it is unknown. For one thread."""
        connection = self._connections.get(topic.key.connection)
        return self._lags.lag_of(topic, simulated=connection is None or connection.clock is not None)

    def set_subscriptions(self, owner: str, keys: Collection[TopicKey], *, latched: bool = True) -> None:
        """Set the topics that `owner`, a view or a command, subscribes to; a topic without any owner is unsubscribed.

        With `latched`, the last earlier message comes at once if the protocol has latched messages.
        """
        wanted = dict.fromkeys(keys, latched)
        if self._wants.get(owner, {}) == wanted:
            return
        if wanted:
            self._wants[owner] = wanted
        else:
            self._wants.pop(owner, None)
        self._link.call(self._apply_wants)

    def set_sink(self, owner: str, key: TopicKey, sink: Sink | None) -> None:
        """Give each message of a subscribed topic to `sink`, in the link thread, which must go on; None ends it."""
        if sink is None:
            self._sinks.pop((owner, key), None)
        else:
            self._sinks[owner, key] = sink
        self._link.call(self._apply_wants)

    async def list_topics(self, connection_id: str, timeout_s: float) -> tuple[TopicInfo, ...]:
        """All topics of a connection with their counts, requested now; await it on any loop.

        Raises:
            SessionError: the answer does not come in time, or there is no such connection.
        """
        connection = self._connection(connection_id)
        with translated_errors():
            return await self._link.run(connection.list_topics(timeout_s))

    def encode(self, connection_id: str, type_name: str, value: Message) -> bytes:
        """Encode the fields of a message, or check an encoded message. Raises SessionError saying what is wrong."""
        with translated_errors():
            return self._connection(connection_id).encode(type_name, value)

    def schema_of(self, connection_id: str, type_name: str) -> Schema | None:
        """The schema of a message type, as far as known without asking the robot."""
        return self._connection(connection_id).schema_of(type_name)

    def commands_motion(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type may set a robot in motion, on this topic."""
        return self._connection(key.connection).commands_motion(key.topic, type_name)

    def may_move(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type on this topic may move a robot or a part of it, in any way."""
        return self._connection(key.connection).may_move(key.topic, type_name)

    def stop_message_for(self, key: TopicKey, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The message that stops the motion which `value` commands on a topic; None if it commands none."""
        return self._connection(key.connection).stop_message_for(key.topic, type_name, value)

    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        """The rate at which a topic is polled; None if the robot sends it by itself."""
        return self._connection(key.connection).poll_rate_of(key.topic)

    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        """Set the polling rate of a topic; None for that of other topics. Raises SessionError if it can't be set."""
        with translated_errors():
            self._connection(key.connection).set_poll_rate(key.topic, rate_hz)

    def decoder_of(self, key: TopicKey) -> DecoderChoice | None:
        """The decoder of a topic's bytes; None if its messages have a type."""
        return self._connection(key.connection).decoder_of(key.topic)

    def decoder_types(self, connection_id: str, decoder: str) -> tuple[str, ...]:
        """The message types that a decoder knows by itself; empty for a decoder that needs none."""
        return self._connection(connection_id).decoder_types(decoder)

    def set_decoder(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Set the decoder of a topic's bytes. Raises SessionError if there is no such decoder or type."""
        with translated_errors():
            self._connection(key.connection).set_decoder(key.topic, decoder, type_name)

    async def run_doctor(self, connection_id: str, report: Callable[[DoctorCheck], None]) -> None:
        """Check everything that a connection needs; await it on any loop. `report` is called in the link thread."""
        await self._link.run(self._connection(connection_id).run_doctor(report))

    def is_unlocked(self, connection_id: str) -> bool:
        """Whether the operator allowed commands from the window to a robot."""
        return connection_id in self._unlocked

    def set_unlocked(self, connection_id: str, *, unlocked: bool) -> None:
        """Allow commands from the window to a robot, or no longer; at first a robot is read-only."""
        names = frozenset((connection_id,))
        self._unlocked = self._unlocked | names if unlocked else self._unlocked - names
        self._changed()

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        """Send a command to the simulated world of an unlocked connection; await it on any loop.

        Raises:
            UnreachableError: the simulator could not be reached in time, or may not have received the command.
            SessionError: the connection is locked, has no such world, or does not exist.
        """
        connection = self._connection(connection_id)
        if not self.is_unlocked(connection_id):
            raise SessionError(SessionWording.LOCKED(connection=connection_id), SessionWording.ALLOW_COMMANDS())
        with translated_errors():
            await self._link.run(connection.control_world(command, CONTROL_TIMEOUT_S))

    async def advertise(
        self, key: TopicKey, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> PublisherHandle:
        """Begin to publish a topic; await it on any loop.

        Args:
            key: the topic.
            type_name: of its messages.
            timeout_s: for the answer of the robot.
            newest_only: no message waits behind an older one.
            force: publish even if the robot knows the topic as another type, if its protocol allows that.

        Raises:
            UnreachableError: the robot could not be asked in time.
            SessionError: the topic can't be published, or not as this type, or there is no such connection.
        """
        connection = self._connection(key.connection)
        with translated_errors():
            publisher = await self._link.run(
                connection.advertise(key.topic, type_name, timeout_s, newest_only=newest_only, force=force)
            )
        return PublisherHandle(publisher, self._link)

    @functools.cached_property
    def driving(self) -> Driving:
        """Driving of one robot; for the interface's thread alone."""
        # not imported by commands, which would wait for it
        from app.session.driving import Driving  # noqa: PLC0415

        return Driving(self._settings, self._address, self.is_unlocked)

    async def close(self) -> None:
        """End all connections; await it on any loop, on the interface's if a robot is driven."""
        if "driving" in self.__dict__:
            await self.driving.close()
        connections, self._connections = tuple(self._connections.values()), {}

        async def end() -> None:
            if self._sampler is not None:
                self._sampler.cancel()
                self._sampler = None
            await self.finder.close()
            for connection in connections:
                try:
                    await connection.close()
                except Exception:
                    # the other connections hold links too
                    _LOGGER.exception("%s could not be closed", connection.id)
            await asyncio.to_thread(self._demo.close)

        await self._link.run(end())
        self._changed()

    # on the link loop

    def _start(self, connection: Connection) -> None:
        # both would use the same topics of the store: a predecessor of the same id that still ends starts this one then
        if connection.id in self._running or self._connections.get(connection.id) is not connection:
            return
        self._running[connection.id] = connection
        connection.start()
        self._apply_wants()
        self.graphs.apply_watchers()
        if self._sampler is None:
            self._sampler = self._link.loop.call_later(SAMPLE_INTERVAL_S, self._sample)

    def _forget(self, connection: Connection) -> None:
        """Remove a connection that has ended, and start its successor."""
        if self._running.get(connection.id) is not connection:
            return
        del self._running[connection.id]
        self.alerts.clear_source(connection.id)
        self.store.remove_connection(connection.id)
        self._changed()
        successor = self._connections.get(connection.id)
        if successor is not None:
            self._start(successor)

    def _sample(self) -> None:
        # scheduled first, so that one failure does not end all statistics
        self._sampler = self._link.loop.call_later(SAMPLE_INTERVAL_S, self._sample)
        self.store.sample(self._link.loop.time())

    def _apply_wants(self) -> None:
        keys: dict[TopicKey, bool] = {}
        for wanted in tuple(self._wants.values()):
            for key, latched in wanted.items():
                keys[key] = keys.get(key, False) or latched
        sinks: dict[TopicKey, list[Sink]] = {}
        for (_, key), sink in tuple(self._sinks.items()):
            sinks.setdefault(key, []).append(sink)
        for connection in self._current():
            for key in keys:
                if key.connection == connection.id:
                    connection.set_sinks(key.topic, sinks.get(key, ()))
            connection.set_wanted(
                {key.topic: latched for key, latched in keys.items() if key.connection == connection.id}
            )

    def _current(self) -> list[Connection]:
        """The running connections, except those that still end while a successor has their id already."""
        return [known for known in self._running.values() if self._connections.get(known.id) is known]

    # inside

    def _open(self, uri: str) -> Connection:
        scheme = find_scheme(uri)
        if scheme is None:
            known = ", ".join(f"{name}://" for name in SCHEMES)
            raise SessionError(
                SessionWording.UNKNOWN_SCHEME(uri=redact_options(uri)), SessionWording.KNOWN_SCHEMES(known=known)
            )
        try:
            with translated_errors():
                return scheme.open(uri.strip(), self.store, self.alerts, self._settings, self._environ, self._changed)
        except SessionError as error:  # protocols without tokens repeat the address as it was typed
            raise SessionError(redact_options(error.reason), error.tip) from None

    def _address(self, connection_id: str) -> tuple[str, AddressTokens | None]:
        """The address of a connection, with its secrets, and its tokens. Raises SessionError."""
        self._connection(connection_id)
        address = self._addresses[connection_id]
        return address, address_tokens(address)

    def _connection(self, connection_id: str) -> Connection:
        try:
            return self._connections[connection_id]
        except KeyError:
            raise SessionError(
                SessionWording.NO_CONNECTION(connection=connection_id), SessionWording.MAY_BE_CLOSED()
            ) from None

    def _changed(self) -> None:
        self.revision = next(self._revisions)
