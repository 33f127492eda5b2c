"""The shape of a connection: declarative wants, a state with a reason, topics in the store.

A connection lives on the link loop. What is wanted is a set of topics that it keeps subscribed across restarts of the
robot, the master and the network; nobody asks it to reconnect.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from app.config.settings import Settings
from app.connections.graph_access import GraphAccess
from app.model.alerts import Alert, Alerts, Severity
from app.model.clock import SimClock
from app.model.condition import Condition, LinkQuality
from app.model.decoding import DecoderChoice
from app.model.finding import Finding
from app.model.schema import Payload, Schema
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topic_store import Batch, PollRate, Sink, Topic, TopicInfo, TopicStore
from app.model.world import WorldCommand
from protocols.errors import LocalProtocolError

if TYPE_CHECKING:
    # it needs what stands here
    from app.connections.helm import Helm

_LOGGER = logging.getLogger(__name__)


Message = Mapping[str, Any] | Payload


def name_alert(name: str) -> str:
    """The alert of a wanted topic that can't be subscribed to because of its name."""
    return f"name {name}"


class Publisher(Protocol):
    """A topic that this side publishes. On the link loop, but for the attributes and `encode`.

    Attributes:
        topic: its full name.
        type_name: the type of its messages.
        subscribers: the addresses of those who get it, ours excluded; an immutable snapshot.
        dropped: messages that a subscriber was too slow for.
    """

    @property
    def topic(self) -> str:
        """See above."""

    @property
    def type_name(self) -> str:
        """See above."""

    @property
    def subscribers(self) -> tuple[str, ...]:
        """See above."""

    @property
    def dropped(self) -> int:
        """See above."""

    def encode(self, value: Message) -> bytes:
        """A message from its fields, or checked as it is; any thread.

        Raises:
            LocalProtocolError: it is no message of the type, or not a whole one.
        """

    def publish(self, value: Message, *, urgent: bool = False) -> None:
        """Send a message to all who subscribe, now and never waiting; `urgent`: in place of all that waits.

        Raises:
            LocalProtocolError: it is no message of the type, or the publisher was closed.
        """

    def end_with(self, value: Message | None) -> None:
        """Have `close` say this at last, several times: a command to stand still. Raises LocalProtocolError."""

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Whether anybody subscribes within the time."""

    async def drain(self, timeout_s: float) -> bool:
        """Whether all that was published has arrived within the time, as far as can be known."""

    async def close(self) -> bool:
        """Publish no more, after the last words; whether all has arrived, as far as can be known."""


class Connection(Protocol):
    """What every protocol's worker offers. All on the link loop, but for the attributes, which any thread may read.

    Attributes:
        id: names the connection in the store; its normal URI, without secrets.
        address: the URI that makes it again, with all that it was told since, without secrets.
        named: the topics that it is to have, of a robot that can't list them; None where robots list their own. An
            immutable snapshot.
        status: the state now.
        description: what is at the other end, in words, as far as known: “Gazebo 11.1”.
        can_publish: whether this protocol, or this connection, takes messages of ours.
        world_topic: where the state of a simulated world comes that can be controlled, read as Role.WORLD; empty: none.
        tells_changes: whether values that stay as they are are no new messages, and are current while it is connected.
        log_topic: where the log lines of all its programs come, read as Role.LOG_LINE; empty: nowhere.
        clock: the robot's own time, if it does not keep ours.
        graph_access: nodes, services and parameters, where the protocol has them.
        condition: what the robot says of itself; None where nothing is known. `on_change` is called when it changes.
        quality: the way to the robot, where the protocol measures it, renewed about once a second.
    """

    id: str
    address: str
    named: tuple[str, ...] | None
    status: ConnectionStatus
    description: str
    can_publish: bool
    world_topic: str
    tells_changes: bool
    log_topic: str
    clock: SimClock | None
    graph_access: GraphAccess | None
    condition: Condition | None
    quality: LinkQuality | None

    def start(self) -> None:
        """Begin to connect, and never give up until `close`."""

    def check_topic(self, name: str) -> None:
        """Raises LocalProtocolError if `name` can't be a topic's."""

    def check_named(self, names: Collection[str]) -> tuple[str, ...]:
        """These names as `set_named` takes them; any thread. Raises LocalProtocolError where there can't be such."""

    def set_named(self, names: tuple[str, ...]) -> None:
        """Have exactly these topics listed, beside those that are wanted: see `named`."""

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        """All topics that shall be subscribed to, by names as the operator writes them.

        The value says whether the last message from before, where the protocol keeps one, is wanted too.
        """

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """Who gets every message of a wanted topic, in the link thread, beside the store."""

    def resolve(self, name: str) -> str:
        """The topic that a name stands for now, as far as can be said; any thread may ask."""

    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        """All topics with counts, asked for now. Raises ProtocolError if the answer can't be had in time."""

    def encode(self, type_name: str, value: Message) -> bytes:
        """A message of a type, from its fields or checked as it is; any thread.

        Raises:
            LocalProtocolError: the type is not known, or that is no message of it, or not a whole one.
        """

    def schema_of(self, type_name: str) -> Schema | None:
        """How messages of a type are read and written, as far as known here without asking; any thread."""

    def commands_motion(self, name: str, type_name: str) -> bool:
        """Whether messages of a type may set a robot in motion until the next comes, on this topic; any thread."""

    def may_move(self, name: str, type_name: str) -> bool:
        """Whether messages of a type on this topic may move a robot or a part of it, in any way; any thread."""

    def rest_of(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The message that ends the motion which `value` commands on a topic; None where none is commanded."""

    def poll_rate_of(self, name: str) -> PollRate | None:
        """How often a topic is asked for; None where the robot sends by itself. Any thread."""

    def set_poll_rate(self, name: str, rate_hz: float | None) -> None:
        """Ask for a topic so often from now on, None: as often as for others. Raises LocalProtocolError."""

    def decoder_of(self, name: str) -> DecoderChoice | None:
        """How bytes of a topic are read; None where its messages say that themselves. Any thread."""

    def decoder_types(self, decoder: str) -> tuple[str, ...]:
        """The message types that a decoder knows by itself, of those that need one; any thread."""

    def set_decoder(self, name: str, decoder: str, type_name: str = "") -> None:
        """Read bytes of a topic this way from now on. Raises LocalProtocolError if there is no such decoder or type."""

    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """Begin to publish a topic, and keep it published across restarts of the robot, the master and the network.

        With `newest_only` no message waits behind an older one, as is right for commands. With `force` a robot that
        knows the topic as another type is no hindrance, where its protocol can bear that.

        Raises:
            LocalProtocolError: it can't be published, or not as this type.
            ProtocolError: the robot could not be asked in time.
        """

    async def open_helm(
        self, name: str, type_name: str, timeout_s: float, *, still: Message, node: str = "", silent: bool = False
    ) -> Helm:
        """Begin to drive: see `app.connections.helm`.

        Args:
            name: the topic of the commands.
            type_name: their type.
            timeout_s: how long the robot may take for its answer.
            still: the command to stand still.
            node: the only receiver that counts: its name or, where it has none, the address of its machine; empty for
                all that may be the robot's.
            silent: ask nothing and listen to nobody: for who only stands by.

        Raises:
            LocalProtocolError: it can't be published, or not as this type.
            ProtocolError: the robot could not be asked in time.
        """

    async def examine(self, report: Callable[[Finding], None]) -> None:
        """Look at everything that this connection needs, from the name to the way back, and report each finding."""

    async def control_world(self, command: WorldCommand, timeout_s: float) -> None:
        """Tell the world something. Raises ProtocolError if it can't be told in time, or may not have heard."""

    async def close(self) -> None:
        """Unsubscribe and end every link."""


class ConnectionBase:
    """What workers share: state, alerts, totals and delivery of messages. See `Connection`."""

    def __init__(
        self, connection_id: str, store: TopicStore, alerts: Alerts, settings: Settings, on_change: Callable[[], None]
    ) -> None:
        self.id = self.address = connection_id
        self.named: tuple[str, ...] | None = None
        self.description = ""
        self.can_publish = False
        self.world_topic = ""
        self.tells_changes = False
        self.log_topic = ""
        self.clock: SimClock | None = None
        self.graph_access: GraphAccess | None = None
        self.condition: Condition | None = None
        self.quality: LinkQuality | None = None
        self.status = ConnectionStatus(ConnectionState.CONNECTING, "connecting", since_ns=time.time_ns())
        self._store = store
        self._alerts = alerts
        self._settings = settings
        self._on_change = on_change

    def check_named(self, names: Collection[str]) -> tuple[str, ...]:
        """See Connection."""
        del names
        raise LocalProtocolError(f"{self.id} lists its topics itself")

    def set_named(self, names: tuple[str, ...]) -> None:
        """See Connection."""
        del names

    def encode(self, type_name: str, value: Message) -> bytes:
        """See Connection."""
        del value
        raise self._not_publishing(type_name)

    def schema_of(self, type_name: str) -> Schema | None:
        """See Connection."""
        del type_name
        return None

    def commands_motion(self, name: str, type_name: str) -> bool:
        """See Connection."""
        del name, type_name
        return False

    def may_move(self, name: str, type_name: str) -> bool:
        """See Connection."""
        del name, type_name
        return False

    def rest_of(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """See Connection."""
        del name, type_name, value
        return None

    def poll_rate_of(self, name: str) -> PollRate | None:
        """See Connection."""
        del name
        return None

    def set_poll_rate(self, name: str, rate_hz: float | None) -> None:
        """See Connection."""
        del rate_hz
        raise LocalProtocolError(f"{name} is not asked for: {self.id} sends by itself")

    def decoder_of(self, name: str) -> DecoderChoice | None:
        """See Connection."""
        del name
        return None

    def decoder_types(self, decoder: str) -> tuple[str, ...]:
        """See Connection."""
        del decoder
        return ()

    def set_decoder(self, name: str, decoder: str, type_name: str = "") -> None:
        """See Connection."""
        del decoder, type_name
        raise LocalProtocolError(f"messages of {name} say themselves how they are read")

    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """See Connection."""
        del type_name, timeout_s, newest_only, force
        raise self._not_publishing(name)

    async def open_helm(
        self, name: str, type_name: str, timeout_s: float, *, still: Message, node: str = "", silent: bool = False
    ) -> Helm:
        """See Connection."""
        del type_name, timeout_s, still, node, silent
        raise self._not_publishing(name)

    async def examine(self, report: Callable[[Finding], None]) -> None:
        """See Connection."""
        status = self.status
        report(Finding("connection", status.state is ConnectionState.CONNECTED, status.reason, status.tip))

    async def control_world(self, command: WorldCommand, timeout_s: float) -> None:
        """See Connection."""
        del command, timeout_s
        raise LocalProtocolError(f"{self.id} has no world that can be controlled")

    def _not_publishing(self, what: str) -> LocalProtocolError:
        return LocalProtocolError(f"{what} can't be published: {self.id} only reads")

    def set_status(self, state: ConnectionState, reason: str, tip: str = "", *, failed: bool = False) -> None:
        """Change the state; the time is kept while only the words change."""
        before = self.status
        if (before.state, before.reason, before.tip, before.failed) == (state, reason, tip, failed):
            return
        since_ns = before.since_ns if before.state is state else time.time_ns()
        self.status = ConnectionStatus(state, reason, tip, since_ns, failed)
        _LOGGER.info("%s: %s, %s", self.id, state.value, reason)
        self._on_change()

    def raise_alert(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise the alert `name` of this connection."""
        self._alerts.raise_alert(Alert(f"{self.id} {name}", severity, self.id, text, tip, time.time_ns()))
        self._on_change()

    def keep_alert(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise the alert `name` unless it stands with the same text: for a fault that is looked at again and again."""
        key = f"{self.id} {name}"
        if not any(alert.key == key and alert.text == text for alert in self._alerts.current):
            self.raise_alert(name, severity, text, tip)

    def clear_alert(self, name: str) -> None:
        """The fault `name` is proven to be over."""
        before = self._alerts.revision
        self._alerts.clear(f"{self.id} {name}")
        if self._alerts.revision != before:
            self._on_change()

    def deliver(self, topic: Topic, batch: Batch, now: float, sinks: Collection[Sink]) -> None:
        """Put messages into the store and hand them to the sinks; one that raises neither stops us nor the others."""
        received_ns = time.time_ns()
        topic.receive(batch, now, received_ns)
        for sink in sinks:
            try:
                sink(batch, now, received_ns)
            except Exception:
                _LOGGER.exception("a receiver of %s failed", topic.key.topic)
