"""A session without links: tests put connections, topics and messages into it by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.model.addresses import AddressTokens, AddressTopicNames, NamesFile
from app.model.alerts import Alerts
from app.model.discovery import FoundRobots
from app.model.doctor import DoctorCheck
from app.model.messages.stamps import StampLag
from app.model.messages.values import Battery
from app.model.schema import (
    DecodeError,
    Extractor,
    Field,
    FieldKind,
    FieldPath,
    Payload,
    Role,
    Schema,
    UnknownFieldError,
)
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality, RobotCondition, SimClock
from app.model.topics import DecoderChoice, PollRate, Sink, Topic, TopicInfo, TopicKey, TopicStore
from app.model.world import WorldCommand, WorldState
from app.session.addresses import (
    address_tokens,
    address_topic_names,
    read_names_file,
    with_names,
    with_token,
)
from app.session.connection_info import ConnectionInfo, MessageTotals
from app.session.errors import SessionError, translated_errors
from protocols.names import redact_options
from tests.fakes.deliveries import delivery
from tests.fakes.driving_view import FakeDriving
from tests.fakes.graphs import FakeGraphs

URI = "gazebo://robot:11345"
ENGINE = "nrp+grpc://robot:9004"
GALILEO = "galileo://10.0.0.7:3547"
DEMO_URI = "gazebo://127.0.0.1:40001"


class JsonSchema(Schema):
    """Reads JSON payloads and counts how often it is asked to.

    Args:
        types: the fields of each type by its name; the message's own stands under `name`.
    """

    known = True

    def __init__(
        self, name: str, types: Mapping[str, Sequence[Field]] | None = None, roles: Collection[Role] = ()
    ) -> None:
        self.name = name
        self.decoded = 0
        self._types = types or {}
        self._roles = frozenset(roles)

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        return tuple(self._types.get(type_name or self.name, ()))

    def extractor(self, path: FieldPath) -> Extractor:
        field = self.check(path)
        if field.kind is FieldKind.MESSAGE or (field.repeated and isinstance(path.steps[-1], str)):
            raise UnknownFieldError(f"{path} leads to no scalar")

        def extract(payload: Payload) -> Any:
            try:
                return path.select(self._load(payload))
            except (KeyError, IndexError):
                return None

        return extract

    def check(self, path: FieldPath) -> Field:
        type_name, found = self.name, Field(str(path), FieldKind.FLOAT, "double")
        for step in path.steps:
            if isinstance(step, str):
                found = next((field for field in self.fields(type_name) if field.name == step), found)
                type_name = found.type_name
        return found

    def decode(self, payload: Payload) -> dict[str, Any]:
        self.decoded += 1
        return self._load(payload)

    def _load(self, payload: Payload) -> dict[str, Any]:
        try:
            decoded: dict[str, Any] = json.loads(bytes(payload), object_hook=_bytes_of)
        except ValueError as error:
            raise DecodeError(f"a message is not a valid {self.name}: {error}", "Ask whoever sent it.") from error
        return decoded

    def stamp_ns(self, payload: Payload) -> int | None:
        seconds = json.loads(bytes(payload)).get("time") if payload[:1] == b"{" else None
        return int(seconds * 1e9) if isinstance(seconds, int | float) else None

    def roles(self) -> frozenset[Role]:
        return self._roles

    def read(self, role: Role, payload: Payload) -> object:
        kind = {Role.WORLD: WorldState, Role.BATTERY: Battery}.get(role)
        if kind is None or role not in self._roles:
            raise KeyError(role, payload)
        return kind(**self.decode(payload))


def _bytes_of(value: dict[str, Any]) -> Any:
    return memoryview(bytes(value["bytes"])) if value.keys() == {"bytes"} else value


class FakeFinder:
    """Tests say what is found; it is known only while somebody watches."""

    def __init__(self) -> None:
        self.known = FoundRobots(listening_for="UDP 22002")
        self.watchers: set[str] = set()

    @property
    def found(self) -> FoundRobots:
        return self.known if self.watchers else FoundRobots()

    def watch(self, owner: str, *, wanted: bool) -> None:
        (self.watchers.add if wanted else self.watchers.discard)(owner)


class FakePublisher:
    """Keeps what was published."""

    def __init__(self, topic: str, type_name: str) -> None:
        self.topic = topic
        self.type_name = type_name
        self.subscribers: tuple[str, ...] = ("robot:1",)
        self.dropped = 0
        self.published: list[Mapping[str, Any]] = []
        self.closed = False
        self.error: SessionError | None = None

    def publish(self, value: Mapping[str, Any]) -> None:
        if self.error is not None:
            raise self.error
        self.published.append(value)

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        del timeout_s
        return bool(self.subscribers)

    async def close(self) -> bool:
        self.closed = True
        return True


class FakeSession:
    """See the module. `now` is the time of arrival of the next message.

    Attributes:
        sinks: who listens, by owner and topic.
        schemas: what `schema_of` finds, by type.
        motion_types: the types that set a robot in motion.
        moving_types: those that may move it otherwise, and the message that ends that.
        decoders: how bytes of a topic are read, where that can be chosen.
        named: the topics that were named, by connection.
        poll_rates: how often topics are asked for, where that was chosen.
        tokens: what connected robots were given, by the name of the connection; addresses shown hold none.
    """

    def __init__(self) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.revision = 0
        self.now = 1000.0
        self.wants: dict[str, frozenset[TopicKey]] = {}
        self.latched: dict[str, bool] = {}
        self.connected_to: list[str] = []
        self.disconnected_from: list[str] = []
        self.allowed: set[str] = set()
        self.demo_error: SessionError | None = None
        self.world_topic = ""
        self.world_commands: list[tuple[str, WorldCommand]] = []
        self.world_error: SessionError | None = None
        self.graphs = FakeGraphs()
        self.log_topic = ""
        self.tells_changes = False
        self.clock: SimClock | None = None
        self.sinks: dict[tuple[str, TopicKey], Sink] = {}
        self.schemas: dict[str, Schema] = {}
        self.motion_types: set[str] = set()
        self.moving_types: dict[str, Mapping[str, Any] | None] = {}
        self.decoders: dict[TopicKey, DecoderChoice] = {}
        self.decoder_error: SessionError | None = None
        self.finder = FakeFinder()
        self.driving = FakeDriving()
        self.view_alerts = self.alerts
        self.tokens: dict[str, tuple[str, str]] = {}
        self.named: dict[str, tuple[str, ...]] = {}
        self.poll_rates: dict[TopicKey, float] = {}
        self.lags: dict[TopicKey, StampLag] = {}
        self.publishers: list[FakePublisher] = []
        self.publish_error: SessionError | None = None
        self._connections: dict[str, ConnectionInfo] = {}

    # what views see

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        infos = []
        for info in self._connections.values():
            may, has_graph = self.is_unlocked(info.id), info.id in self.graphs.graphs
            known = ConnectionInfo(info.id, info.description, info.status, True, self.world_topic, may)
            known = replace(known, log_topic=self.log_topic, clock=self.clock, has_graph=has_graph)
            address = self.with_names(info.id, self.named.get(info.id, ()))
            known = replace(known, address=address, named=self.named.get(info.id), tells_changes=self.tells_changes)
            infos.append(replace(known, condition=info.condition, quality=info.quality))
        return tuple(infos)

    @property
    def totals(self) -> MessageTotals:
        topics = self.store.topics
        messages, nbytes = sum(topic.messages for topic in topics), sum(topic.nbytes for topic in topics)
        return MessageTotals(messages, nbytes, sum(topic.dropped for topic in topics))

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(token for pair in self.tokens.values() for token in pair if token)

    async def run_doctor(self, connection_id: str, report: Callable[[DoctorCheck], None]) -> None:
        report(DoctorCheck("name", True, f"{connection_id} can be resolved"))

    def status(self, connection_id: str) -> ConnectionStatus | None:
        info = self._connections.get(connection_id)
        return info.status if info is not None else None

    def connection_id_for(self, uri: str) -> str:
        if uri == "gazebo:":
            return "gazebo://from-the-environment:11345"
        access = address_tokens(uri)
        if access is not None:
            if not access.key:
                raise SessionError("this is no address of a Galileo robot", "Write galileo://HOST:3547/PATH.")
            return access.key
        named = address_topic_names(uri)
        if named is not None:
            if not named.key or any(" " in name for name in named.names):
                raise SessionError("this is no address of an NRP-core engine", "Write nrp+grpc://HOST:9004.")
            return named.key
        if not uri.startswith("gazebo://"):
            raise SessionError(f"“{redact_options(uri)}” begins with no scheme that is known", "Known are: gazebo://")
        return uri

    def address_tokens(self, uri: str) -> AddressTokens | None:
        return address_tokens(uri)

    def with_token(self, uri: str, token: str, proxy_token: str = "") -> str:
        return with_token(uri, token, proxy_token)

    def address_topic_names(self, uri: str) -> AddressTopicNames | None:
        return address_topic_names(uri)

    def with_names(self, uri: str, names: Collection[str]) -> str:
        return with_names(uri, names)

    def read_names_file(self, data: bytes) -> NamesFile:
        with translated_errors():
            return read_names_file(data)

    def name_topics(self, connection_id: str, names: Collection[str]) -> None:
        if any(" " in name for name in names):
            raise SessionError("names have no spaces")
        self.named[connection_id] = tuple(names)
        self.revision += 1

    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        if key.connection not in self.named:
            return None
        return PollRate(self.poll_rates.get(key, 20.0), 20.0, 1.0, 200.0)

    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        if self.poll_rate_of(key) is None:
            raise SessionError(f"{key.topic} is not asked for")
        self.poll_rates[key] = rate_hz or 20.0

    def connect(self, uri: str) -> str:
        name, access, named = self.connection_id_for(uri), address_tokens(uri), address_topic_names(uri)
        if named is not None:
            self.named[name] = tuple(dict.fromkeys((*self.named.get(name, ()), *named.names)))
        if name in self._connections:
            return name
        self.connected_to.append(name)
        if access is not None:
            self.tokens[name] = (access.token, access.proxy_token)
        self.set_state(ConnectionState.CONNECTING, "connecting", connection=name, description="")
        return name

    def lag_of(self, topic: Topic) -> StampLag | None:
        return self.lags.get(topic.key)

    def check_topic(self, key: TopicKey) -> TopicKey:
        if " " in key.topic:
            raise SessionError(f"“{key.topic}” can't be the name of a topic", "Names have no spaces.")
        return key if key.connection in self.named else replace(key, topic=f"/{key.topic.strip('/')}")

    async def disconnect(self, connection_id: str) -> None:
        self.disconnected_from.append(connection_id)
        self._connections.pop(connection_id, None)
        self.store.remove_connection(connection_id)
        self.revision += 1

    async def start_demo(self) -> str:
        if self.demo_error is not None:
            raise self.demo_error
        return DEMO_URI

    def is_unlocked(self, connection_id: str) -> bool:
        return connection_id in self.allowed

    def set_unlocked(self, connection_id: str, *, unlocked: bool) -> None:
        (self.allowed.add if unlocked else self.allowed.discard)(connection_id)
        self.revision += 1

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        self.world_commands.append((connection_id, command))
        if self.world_error is not None:
            raise self.world_error

    def schema_of(self, connection_id: str, type_name: str) -> Schema | None:
        del connection_id
        return self.schemas.get(type_name)

    def commands_motion(self, key: TopicKey, type_name: str) -> bool:
        del key
        return type_name in self.motion_types

    def may_move(self, key: TopicKey, type_name: str) -> bool:
        del key
        return type_name in self.motion_types or type_name in self.moving_types

    def stop_message_for(self, key: TopicKey, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        del key, value
        return self.moving_types.get(type_name)

    def decoder_of(self, key: TopicKey) -> DecoderChoice | None:
        return self.decoders.get(key)

    def decoder_types(self, connection_id: str, decoder: str) -> tuple[str, ...]:
        del connection_id
        return ("std_msgs/String", "sensor_msgs/LaserScan") if decoder == "ROS 1" else ()

    def set_decoder(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        if self.decoder_error is not None:
            raise self.decoder_error
        choice = self.decoders.get(key)
        if choice is None or decoder not in choice.offered:
            raise SessionError(f"{key.topic} can't be read as {decoder}")
        self.decoders[key] = replace(choice, current=decoder, type_name=type_name)

    async def advertise(self, key: TopicKey, type_name: str, timeout_s: float) -> FakePublisher:
        del timeout_s
        if self.publish_error is not None:
            raise self.publish_error
        self.publishers.append(FakePublisher(key.topic, type_name))
        return self.publishers[-1]

    def set_sink(self, owner: str, key: TopicKey, sink: Sink | None) -> None:
        if sink is None:
            self.sinks.pop((owner, key), None)
        else:
            self.sinks[owner, key] = sink

    def set_subscriptions(self, owner: str, keys: Collection[TopicKey], *, latched: bool = True) -> None:
        self.wants[owner] = frozenset(keys)
        self.latched[owner] = latched
        for topic in self.store.topics:
            topic.live = any(topic.key in wanted for wanted in self.wants.values())
        self.store.touch()

    # what tests do

    def set_state(
        self,
        state: ConnectionState,
        reason: str = "Gazebo 11.10",
        tip: str = "",
        *,
        connection: str = URI,
        description: str = "Gazebo 11.10",
        since_ns: int = 0,
    ) -> None:
        """Make a connection, or change its state."""
        status = ConnectionStatus(state, reason, tip, since_ns)
        known = self._connections.get(connection) or ConnectionInfo(connection, description, status)
        self._connections[connection] = replace(known, description=description, status=status)
        self.revision += 1

    def set_condition(
        self, condition: RobotCondition | None, quality: LinkQuality | None = None, *, connection: str = GALILEO
    ) -> None:
        """Say how a robot that is connected is, and the way to it."""
        self._connections[connection] = replace(self._connections[connection], condition=condition, quality=quality)
        self.revision += 1

    def add_topics(
        self, *names: str, connection: str = URI, schema: JsonSchema | None = None, publishers: int = 1
    ) -> None:
        """Make topics; they all get one type."""
        schema = schema or JsonSchema("test.Numbers")
        for name in names:
            topic = self.store.get_or_create(TopicKey(connection, name))
            topic.info = TopicInfo(name, schema.name, publishers, 0)
            topic.schema = schema
        self.store.touch()

    def remove_topics(self, *names: str, connection: str = URI) -> None:
        """The robot no longer names these."""
        left = [t.info for t in self.store.topics if t.key.connection == connection and t.info.name not in names]
        self.store.update(connection, left)

    def topic(self, name: str, connection: str = URI) -> Topic:
        """The slot of a topic."""
        return self.store.get_or_create(TopicKey(connection, name))

    def receive(self, name: str, *values: object, connection: str = URI) -> None:
        """Messages arrive together: JSON of each value, or bytes as they are."""
        payloads = [value if isinstance(value, bytes) else json.dumps(value).encode() for value in values]
        topic = self.topic(name, connection)
        if topic.schema is None:
            self.add_topics(name, connection=connection)
        assert topic.schema is not None
        delivered = delivery(*payloads, schema=topic.schema, arrived_s=self.now, received_ns=int(self.now * 1e9))
        topic.receive(delivered)
        for (_, key), sink in tuple(self.sinks.items()):
            if key == topic.key:
                sink(delivered)
