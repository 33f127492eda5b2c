"""A session without links, of a fake for each service: tests put connections, topics and messages in by hand."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, TypeVarTuple

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import Message
from app.model.addresses import AddressTokens
from app.model.discovery import FoundRobots, FoundServer
from app.model.doctor import DoctorCheck
from app.model.graph import Parameter
from app.model.marks import Marks, TimeMark
from app.model.messages.stamps import StampLag
from app.model.messages.values import Battery
from app.model.playback import PlaybackState
from app.model.schema import (
    DecodeError,
    Extractor,
    Field,
    FieldKind,
    FieldPath,
    Payload,
    RecordedSchema,
    Role,
    Schema,
    UnknownFieldError,
)
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality, Retry, RobotCondition, SimClock
from app.model.time_contents import NO_CONTENTS, TimeContents
from app.model.topics import DecoderChoice, PollRate, Sink, Topic, TopicInfo, TopicKey, TopicStore
from app.model.topics import Message as ReceivedMessage
from app.model.world import WorldCommand, WorldState
from app.net.link_thread import LinkThread
from app.record.recorder import BoxState
from app.record.recording_writer import RecordingOrder, RecordingState
from app.session.addresses import address_tokens, address_topic_names, with_names, with_token
from app.session.alerts import SessionAlerts
from app.session.black_box import BlackBox
from app.session.commands import Commands
from app.session.connection_info import ConnectionInfo
from app.session.connections import OpenConnections
from app.session.deck import Deck
from app.session.errors import SessionError
from app.session.links import Links
from app.session.publisher import PublisherHandle
from app.session.recorded_side import RecordedSide
from app.session.recordings import Recordings
from app.session.requested_recording import RequestedRecording
from app.session.robot_finder import RobotFinder
from app.session.session import Session
from app.session.topics import Topics
from app.session.typed_addresses import KINDS
from app.wording.session import SessionWording
from protocols.gazebo.wording import GazeboWireWording
from protocols.names import redact_options
from protocols.wording import FieldWording, ProtocolWording
from tests.fakes.deliveries import delivery
from tests.fakes.driving_view import FakeDriving
from tests.fakes.graphs import FakeGraphs
from tests.fakes.navigation import FakeNavigation
from tests.fakes.runs import FakeRuns

URI = "gazebo://robot:11345"
ENGINE = "nrp+grpc://robot:9004"
GALILEO = "galileo://10.0.0.7:3547"
DEMO_URI = "gazebo://127.0.0.1:40001"


_Arguments = TypeVarTuple("_Arguments")


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
            raise DecodeError(
                FieldWording.INVALID_BECAUSE(type_name=self.name, reason=str(error)),
                FieldWording.OTHER_DEFINITION_TIP(),
            ) from error
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

    def recorded(self) -> RecordedSchema:
        return RecordedSchema(self.name, "json", "jsonschema", b'{"type":"object"}')


def _bytes_of(value: dict[str, Any]) -> Any:
    return memoryview(bytes(value["bytes"])) if value.keys() == {"bytes"} else value


class InlineLink(LinkThread):
    """A link thread that is the caller's."""

    def __init__(self) -> None:
        pass

    @override
    def call(self, function: Callable[[*_Arguments], object], *arguments: *_Arguments) -> None:
        function(*arguments)


class FakeFinder(RobotFinder):
    """Tests say what is found; it is known only while somebody watches."""

    def __init__(self) -> None:
        self.known = FoundRobots(listening_for="UDP 22002")
        self.watchers: set[str] = set()
        self.servers: dict[str, tuple[FoundServer, ...]] = {}

    @override
    async def probe_host(self, host: str, port: int | None, report: Callable[[FoundServer | None], None]) -> None:
        del port
        await asyncio.sleep(0.01)
        found = self.servers.get(host, ())
        for number in range(len(KINDS)):
            report(found[number] if number < len(found) else None)

    @property
    @override
    def found(self) -> FoundRobots:
        return self.known if self.watchers else FoundRobots()

    @override
    def watch(self, owner: str, *, wanted: bool) -> None:
        (self.watchers.add if wanted else self.watchers.discard)(owner)


class FakePublisher(PublisherHandle):
    """Keeps what was published."""

    topic = ""
    type_name = ""
    subscribers: tuple[str, ...] = ("robot:1",)
    dropped = 0

    def __init__(self, topic: str, type_name: str) -> None:
        self.topic = topic
        self.type_name = type_name
        self.published: list[Mapping[str, Any]] = []
        self.closed = False
        self.error: SessionError | None = None

    @override
    def publish(self, value: Message) -> None:
        if self.error is not None:
            raise self.error
        assert isinstance(value, Mapping)
        self.published.append(value)

    @override
    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        del timeout_s
        return bool(self.subscribers)

    @override
    async def close(self) -> bool:
        self.closed = True
        return True


class FakeLinks(Links):
    """Connections that tests make by `FakeSession.set_state`.

    Attributes:
        infos: the connections, by id.
        named: the topics that were named, by connection.
        tried: the connections that were tried at once.
        tokens: what connected robots were given, by the name of the connection; addresses shown hold none.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections, graphs: FakeGraphs) -> None:
        super().__init__(link, connections, Settings(), {})
        self.infos: dict[str, ConnectionInfo] = {}
        self.connected_to: list[str] = []
        self.disconnected_from: list[str] = []
        self.demo_error: SessionError | None = None
        self.world_topic = ""
        self.log_topic = ""
        self.tells_changes = False
        self.clock: SimClock | None = None
        self.tokens: dict[str, tuple[str, str]] = {}
        self.tried: list[str] = []
        self.named: dict[str, tuple[str, ...]] = {}
        self._graphs = graphs

    @property
    @override
    def own_clocks(self) -> dict[str, SimClock]:
        return dict.fromkeys(self.infos, self.clock) if self.clock is not None else {}

    @property
    @override
    def connections(self) -> tuple[ConnectionInfo, ...]:
        return tuple(
            replace(
                info,
                can_publish=True,
                world_topic=self.world_topic,
                log_topic=self.log_topic,
                clock=self.clock,
                has_graph=info.id in self._graphs.graphs,
                address=with_names(info.id, self.named.get(info.id, ())),
                named=self.named.get(info.id),
                tells_changes=self.tells_changes,
            )
            for info in self.infos.values()
        )

    @property
    @override
    def secrets(self) -> tuple[str, ...]:
        return tuple(token for pair in self.tokens.values() for token in pair if token)

    @override
    def secret_address(self, connection_id: str) -> tuple[str, AddressTokens | None]:
        if connection_id not in self.infos:
            raise SessionError("there is no such connection")
        address = with_token(connection_id, *self.tokens.get(connection_id, ("", "")))
        return address, address_tokens(address)

    @override
    def try_now(self, connection_id: str) -> None:
        self.tried.append(connection_id)

    @override
    async def run_doctor(self, connection_id: str, report: Callable[[DoctorCheck], None]) -> None:
        report(DoctorCheck("name", True, f"{connection_id} can be resolved"))

    @override
    def status(self, connection_id: str) -> ConnectionStatus | None:
        info = self.infos.get(connection_id)
        return info.status if info is not None else None

    @override
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
            raise SessionError(
                SessionWording.UNKNOWN_SCHEME(uri=redact_options(uri)), SessionWording.KNOWN_SCHEMES(known="gazebo://")
            )
        return uri

    @override
    def name_topics(self, connection_id: str, names: Collection[str]) -> None:
        if any(" " in name for name in names):
            raise SessionError("names have no spaces")
        self.named[connection_id] = tuple(names)
        self.note_change()

    @override
    def connect(self, uri: str) -> str:
        name, access, named = self.connection_id_for(uri), address_tokens(uri), address_topic_names(uri)
        if named is not None:
            self.named[name] = tuple(dict.fromkeys((*self.named.get(name, ()), *named.names)))
        if name in self.infos:
            return name
        self.connected_to.append(name)
        if access is not None:
            self.tokens[name] = (access.token, access.proxy_token)
        self.infos[name] = ConnectionInfo(name, "", ConnectionStatus(ConnectionState.CONNECTING, "connecting", "", 0))
        self.note_change()
        return name

    @override
    async def disconnect(self, connection_id: str) -> None:
        self.disconnected_from.append(connection_id)
        self.infos.pop(connection_id, None)
        self._open_connections.store.remove_connection(connection_id)
        self.note_change()

    @override
    async def start_demo(self) -> str:
        if self.demo_error is not None:
            raise self.demo_error
        return DEMO_URI

    def note_change(self) -> None:
        """Something of the connections is different."""
        self._open_connections.note_change()


class FakeTopics(Topics):
    """Topics that tests make by `FakeSession.add_topics`.

    Attributes:
        sinks: who listens, by owner and topic.
        histories: which of them get what comes now also while views show the past.
        schemas: what `schema_of` finds, by type.
        motion_types: the types that set a robot in motion.
        moving_types: those that may move it otherwise, and the message that ends that.
        decoders: how bytes of a topic are read, where that can be chosen.
        jump: how often views that show the past have gone to a time; None while they show now.
        unheard: the topics to which nobody had listened by the time that views show.
        heard: how old the last messages were then.
        thinned: of topics whose pictures are thinned, how many there are in a second.
        poll_rates: how often topics are asked for, where that was chosen.
        kept: the messages that publishers keep for later subscribers; else that is the newest one.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections, links: FakeLinks) -> None:
        super().__init__(link, connections)
        self.wants: dict[str, frozenset[TopicKey]] = {}
        self.latched: dict[str, bool] = {}
        self.sinks: dict[tuple[str, TopicKey], Sink] = {}
        self.histories: set[tuple[str, TopicKey]] = set()
        self.schemas: dict[str, Schema] = {}
        self.motion_types: set[str] = set()
        self.moving_types: dict[str, Mapping[str, Any] | None] = {}
        self.decoders: dict[TopicKey, DecoderChoice] = {}
        self.decoder_error: SessionError | None = None
        self.poll_rates: dict[TopicKey, float] = {}
        self.lags: dict[TopicKey, StampLag] = {}
        self.jump: int | None = None
        self.unheard: set[TopicKey] = set()
        self.heard: dict[TopicKey, float] = {}
        self.thinned: dict[TopicKey, float] = {}
        self.kept: dict[TopicKey, tuple[ReceivedMessage, ...]] = {}
        self._links = links

    def look_back(self, store: TopicStore) -> None:
        """Have views show topics of the past."""
        look: Any = SimpleNamespace(store=store, set_wanted=lambda _: None, parts=(), jumps=0)
        self.show_past(look)

    @override
    def schema_of(self, connection_id: str, type_name: str) -> Schema | None:
        del connection_id
        return self.schemas.get(type_name)

    @override
    def kept_messages(self, key: TopicKey) -> tuple[ReceivedMessage, ...]:
        topic = self.store.get(key)
        newest = (topic.newest,) if topic is not None and topic.newest is not None else ()
        return self.kept.get(key, newest)

    @override
    def commands_motion(self, key: TopicKey, type_name: str) -> bool:
        del key
        return type_name in self.motion_types

    @override
    def may_move(self, key: TopicKey, type_name: str) -> bool:
        del key
        return type_name in self.motion_types or type_name in self.moving_types

    @override
    def stop_message_for(self, key: TopicKey, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        del key, value
        return self.moving_types.get(type_name)

    @override
    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        if key.connection not in self._links.named:
            return None
        return PollRate(self.poll_rates.get(key, 20.0), 20.0, 1.0, 200.0)

    @override
    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        if self.poll_rate_of(key) is None:
            raise SessionError(f"{key.topic} is not asked for")
        self.poll_rates[key] = rate_hz or 20.0

    @override
    def decoder_of(self, key: TopicKey) -> DecoderChoice | None:
        return self.decoders.get(key)

    @override
    def decoder_types(self, connection_id: str, decoder: str) -> tuple[str, ...]:
        del connection_id
        return ("std_msgs/String", "sensor_msgs/LaserScan") if decoder == "ROS 1" else ()

    @override
    def set_decoder(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        if self.decoder_error is not None:
            raise self.decoder_error
        choice = self.decoders.get(key)
        if choice is None or decoder not in choice.offered:
            raise SessionError(f"{key.topic} can't be read as {decoder}")
        self.decoders[key] = replace(choice, current=decoder, type_name=type_name)

    @override
    def set_sink(self, owner: str, key: TopicKey, sink: Sink | None, *, is_history: bool = False) -> None:
        self.histories.discard((owner, key))
        if sink is None:
            self.sinks.pop((owner, key), None)
        else:
            self.sinks[owner, key] = sink
            if is_history:
                self.histories.add((owner, key))

    @override
    def tell_newest(self, key: TopicKey, sink: Sink) -> None:
        self._tell_newest(key, sink)

    @override
    def set_subscriptions(self, owner: str, keys: Collection[TopicKey], *, latched: bool = True) -> None:
        self.wants[owner] = frozenset(keys)
        self.latched[owner] = latched
        for topic in self.store.topics:
            topic.live = any(topic.key in wanted for wanted in self.wants.values())
        self.store.touch()

    @override
    def check_topic(self, key: TopicKey) -> TopicKey:
        if " " in key.topic:
            reason = ProtocolWording.NAME_CHARACTER(number=ord(" "))
            fault = GazeboWireWording.NAME_INVALID(topic=key.topic, reason=reason)
            raise SessionError(fault, GazeboWireWording.NAME_TIP())
        return key if key.connection in self._links.named else replace(key, topic=f"/{key.topic.strip('/')}")

    @override
    def lag_of(self, topic: Topic) -> StampLag | None:
        return self.lags.get(topic.key)

    @override
    def is_past(self, key: TopicKey) -> bool:
        return bool(self.unheard or self.heard or self.jump is not None)

    @property
    @override
    def jumps(self) -> int:
        return super().jumps + (self.jump or 0)

    @property
    @override
    def has_moved(self) -> bool:
        return bool(self.jump)

    @override
    def nobody_listened(self, key: TopicKey) -> bool:
        return key in self.unheard

    @override
    def heard_s(self, key: TopicKey) -> float | None:
        return self.heard.get(key)

    @override
    def thinned_hz(self, key: TopicKey) -> float | None:
        return self.thinned.get(key)


class FakeCommands(Commands):
    """Keeps what was sent; the lock is the real one.

    Attributes:
        answers: what services answer, by name.
        is_past: whether views show the past.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections, graphs: FakeGraphs) -> None:
        super().__init__(link, connections, looks_back=lambda: self.is_past)
        self.is_past = False
        self.world_commands: list[tuple[str, WorldCommand]] = []
        self.world_error: SessionError | None = None
        self.publishers: list[FakePublisher] = []
        self.publish_error: SessionError | None = None
        self.answers: dict[str, Mapping[str, Any]] = {}
        self._graphs = graphs

    @override
    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        self.check(connection_id)
        self.world_commands.append((connection_id, command))
        if self.world_error is not None:
            raise self.world_error

    @override
    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        del timeout_s
        self._note("call_service", connection_id, name, request)
        return self.answers[name]

    @override
    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        del timeout_s
        self._note("set_parameter", connection_id, key, value)

    @override
    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        del timeout_s
        self._note("delete_parameter", connection_id, key)

    @override
    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        del timeout_s
        self._note("cancel_goal", connection_id, action, goal_id)

    @override
    async def advertise(
        self, key: TopicKey, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> FakePublisher:
        del timeout_s, newest_only, force
        self.check(key.connection)
        if self.publish_error is not None:
            raise self.publish_error
        self.publishers.append(FakePublisher(key.topic, type_name))
        return self.publishers[-1]

    def _note(self, what: str, connection_id: str, *arguments: Any) -> None:
        self.check(connection_id)
        self._graphs.note(what, connection_id, *arguments)


class FakeBlackBox(BlackBox):
    """A black box that writes nothing, and says what it is told to."""

    told: BoxState | None = BoxState(14 * 60.0, 1_800_000_000)

    told_recording: RecordingState | None = None
    refusal: SessionError | None = None

    @property
    @override
    def state(self) -> BoxState | None:
        return self.told

    @property
    @override
    def recording(self) -> RecordingState | None:
        return self.told_recording

    @override
    async def record(self, order: RecordingOrder) -> RecordingState | None:
        if self.refusal is not None:
            raise self.refusal
        self.told_recording = RecordingState(order, order.path)
        return self.told_recording

    @override
    async def end_recording(self) -> RecordingState | None:
        if self.told_recording is not None:
            self.told_recording = replace(self.told_recording, is_ended=True)
        return self.told_recording


class FakeRecordings(Recordings):
    """Recordings whose states tests set.

    Attributes:
        states: by connection.
        asked: what was asked of them, in order.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections, deck: Deck) -> None:
        super().__init__(link, connections, deck)
        self.states: dict[str, PlaybackState] = {}
        self.marks_of: dict[str, tuple[TimeMark, ...]] = {}
        self.contents_of: dict[str, TimeContents] = {}
        self.aligned_with: dict[str, dict[str, int]] = {}
        self._told: dict[str, TimeContents] = {}
        self.asked: list[tuple[object, ...]] = []

    @override
    def state(self, connection_id: str) -> PlaybackState | None:
        return self.states.get(connection_id)

    @override
    def contents(self, connection_id: str) -> TimeContents:
        told = replace(self.contents_of.get(connection_id, NO_CONTENTS), marks=self.marks_of.get(connection_id, ()))
        # the same object as long as nothing is new
        if told != self._told.get(connection_id):
            self._told[connection_id] = told
        return self._told[connection_id]

    @override
    def play(self, connection_id: str) -> None:
        self.asked.append(("play", connection_id))

    @override
    def pause(self, connection_id: str) -> None:
        self.asked.append(("pause", connection_id))

    @override
    def seek(self, connection_id: str, time_ns: int) -> None:
        self.asked.append(("seek", connection_id, time_ns))

    @override
    def step(self, connection_id: str, *, forward: bool) -> None:
        self.asked.append(("step", connection_id, forward))

    @override
    def set_rate(self, connection_id: str, rate: float) -> None:
        self.asked.append(("rate", connection_id, rate))

    @override
    def set_loop(self, connection_id: str, *, loop: bool, within_ns: tuple[int, int] | None = None) -> None:
        self.asked.append(("loop", connection_id, loop, *([within_ns] if within_ns is not None else [])))

    @override
    def aligned(self, connection_id: str) -> dict[str, int]:
        return self.aligned_with.get(connection_id, {})

    @override
    def align(self, connection_id: str, other: str, later_ns: int) -> None:
        self.asked.append(("align", connection_id, other, later_ns))
        self.aligned_with = {connection_id: {other: later_ns}, other: {connection_id: -later_ns}}

    @override
    def let_go(self, connection_id: str) -> None:
        self.asked.append(("let go", connection_id))
        self.aligned_with = {}


class FakeSession(Session):
    """A session of fakes.

    Attributes:
        now: the time of arrival of the next message.
        past: what views show of links and alerts of the past; None while they show now.
    """

    links: FakeLinks
    topics: FakeTopics
    commands: FakeCommands
    navigation: FakeNavigation
    graphs: FakeGraphs
    finder: FakeFinder
    black_box: FakeBlackBox
    driving: FakeDriving
    recordings: FakeRecordings
    runs: FakeRuns

    def __init__(self) -> None:
        self.now = 1000.0
        link = InlineLink()
        connections = OpenConnections(link)
        self.graphs = FakeGraphs()
        self.links = FakeLinks(link, connections, self.graphs)
        self.topics = FakeTopics(link, connections, self.links)
        self.commands = FakeCommands(link, connections, self.graphs)
        self.navigation = FakeNavigation(link, connections, self.commands)
        self.alerts = SessionAlerts(link, connections.alerts, connections.note_change)
        self.finder = FakeFinder()
        self.black_box = FakeBlackBox(link, connections, self.alerts, {}, tuple)
        self.recording = RequestedRecording(self.black_box, self.topics)
        self.marks = Marks(lambda told: self.black_box.note("marks", told))
        self.driving = FakeDriving()
        self.deck = Deck(link, connections, self.topics, self.black_box)
        self.recordings = FakeRecordings(link, connections, self.deck)
        self.runs = FakeRuns()
        self.past: RecordedSide | None = None
        self.links.past = self.alerts.past = lambda: self.past

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
        known = self.links.infos.get(connection) or ConnectionInfo(connection, description, status)
        self.links.infos[connection] = replace(known, description=description, status=status)
        self.links.note_change()

    def set_unreached(self, reason: str, tip: str = "", *, connection: str = URI, failures: int = 1) -> None:
        """Make a connection to a robot that could not be reached so often, and is tried again in four seconds."""
        self.set_state(ConnectionState.CONNECTING, reason, tip, connection=connection)
        known = self.links.infos[connection]
        retry = Retry(failures, time.time_ns() + 4_000_000_000)
        self.links.infos[connection] = replace(known, status=replace(known.status, failed=True), retry=retry)

    def set_condition(
        self, condition: RobotCondition | None, quality: LinkQuality | None = None, *, connection: str = GALILEO
    ) -> None:
        """Say how a robot that is connected is, and the way to it."""
        self.links.infos[connection] = replace(self.links.infos[connection], condition=condition, quality=quality)
        self.links.note_change()

    def add_topics(
        self, *names: str, connection: str = URI, schema: JsonSchema | None = None, publishers: int = 1
    ) -> None:
        """Make topics; they all get one type."""
        schema = schema or JsonSchema("test.Numbers")
        for name in names:
            topic = self.topics.store.get_or_create(TopicKey(connection, name))
            topic.info = TopicInfo(name, schema.name, publishers, 0)
            topic.schema = schema
        self.topics.store.touch()

    def remove_topics(self, *names: str, connection: str = URI) -> None:
        """The robot no longer names these."""
        left = [t.info for t in self.topics.store.topics if t.key.connection == connection and t.info.name not in names]
        self.topics.store.update(connection, left)

    def topic(self, name: str, connection: str = URI) -> Topic:
        """The slot of a topic."""
        return self.topics.live.get_or_create(TopicKey(connection, name))

    def receive(self, name: str, *values: object, connection: str = URI) -> None:
        """Messages arrive together: JSON of each value, or bytes as they are."""
        payloads = [value if isinstance(value, bytes) else json.dumps(value).encode() for value in values]
        topic = self.topic(name, connection)
        if topic.schema is None:
            self.add_topics(name, connection=connection)
        assert topic.schema is not None
        delivered = delivery(*payloads, schema=topic.schema, arrived_s=self.now, received_ns=int(self.now * 1e9))
        topic.receive(delivered)
        for (_, key), sink in tuple(self.topics.sinks.items()):
            if key == topic.key:
                sink(delivered)
