"""The interfaces of every connection, of its publishers, its command senders, and its access to the graph.

A connection lives on the loop of the link thread. Its subscriptions are declarative: the caller gives a set of
topics, and the connection keeps them subscribed across restarts of the robot, the master and the network. Nobody asks
it to reconnect.
"""

from __future__ import annotations

import abc
import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from app.config.run_settings import Settings
from app.connections.alerts import ConnectionAlerts
from app.connections.subscribing import WantedTopics
from app.model.alerts import Alerts, Severity
from app.model.doctor import DoctorCheck
from app.model.schema import Payload, Role, Schema
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality, RobotCondition, SimClock
from app.model.topics import Batch, DecoderChoice, Delivery, PollRate, Sink, Topic, TopicInfo, TopicStore
from app.model.topics import Message as ReceivedMessage
from app.net.redial import Attempts
from app.wording.connections import ConnectionStateWording, ConnectionWording
from protocols.errors import LocalProtocolError, ProtocolError

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.file.playback import Playback
    from app.connections.navigator import Navigator
    from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
    from app.model.messages.values import JointDescription
    from app.model.world import WorldCommand

_LOGGER = logging.getLogger(__name__)

# the address, and the state with why it is so
STATE_LOG: Final = "%s: %s"
Message = Mapping[str, Any] | Payload


class GraphAccess(abc.ABC):
    """Access to nodes, services, parameters and actions. On the link loop, but any thread may read the attributes.

    Every method raises LocalProtocolError where the request can't be made, and another ProtocolError where the robot
    did not answer in time or refused; the reason then is the robot's own.

    Attributes:
        graph: the newest snapshot of the graph, kept current while the connection stands.
        parameters: the newest snapshot of the parameters, kept current while `watch_parameters` says so.
    """

    graph: Graph
    parameters: Parameters

    @abc.abstractmethod
    async def refresh_graph(self, timeout_s: float) -> Graph:
        """Ask for the graph now."""

    @abc.abstractmethod
    async def ask_node(self, name: str, timeout_s: float) -> NodeReport:
        """Ask a node for its process and links, and measure how long its answer takes."""

    @abc.abstractmethod
    async def probe_service(self, name: str, timeout_s: float) -> ServiceSignature:
        """Ask a service itself for its type and the schemas of request and response."""

    @abc.abstractmethod
    async def call_service(self, name: str, request: Mapping[str, Any], timeout_s: float) -> Mapping[str, Any]:
        """Call a service and return its answer. A field left out of the request is zero or empty."""

    @abc.abstractmethod
    async def get_parameter(self, key: str, timeout_s: float) -> Parameter:
        """Get one parameter, or the tree below a namespace; `/` is everything."""

    @abc.abstractmethod
    async def parameter_names(self, key: str, timeout_s: float) -> tuple[str, ...]:
        """List the full names of all parameters at and below a name, however large their values are."""

    @abc.abstractmethod
    async def set_parameter(self, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""

    @abc.abstractmethod
    async def delete_parameter(self, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""

    @abc.abstractmethod
    def watch_parameters(self, *, wanted: bool) -> None:
        """Start or end keeping `parameters` current."""

    @abc.abstractmethod
    async def describe_joints(self, timeout_s: float) -> Mapping[str, JointDescription]:
        """Read the joints in the robot's description, by their names; none where there is no description."""

    @abc.abstractmethod
    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to cancel a goal; all of its goals if `goal_id` is empty."""


class Publisher(abc.ABC):
    """A topic that this side publishes. On the link loop, but for the attributes and `encode`.

    Attributes:
        topic: the full name of the topic.
        type_name: the type of its messages.
        subscribers: the addresses of the subscribers, ours excluded; an immutable snapshot.
        dropped: the number of messages that a subscriber was too slow for.
    """

    topic: str
    type_name: str

    @property
    @abc.abstractmethod
    def subscribers(self) -> tuple[str, ...]:
        """The addresses of the subscribers, ours excluded; an immutable snapshot."""

    @property
    @abc.abstractmethod
    def dropped(self) -> int:
        """The number of messages that a subscriber was too slow for."""

    @abc.abstractmethod
    def encode(self, value: Message) -> bytes:
        """Encode a message from its fields, or check one that is encoded already; any thread.

        Raises:
            LocalProtocolError: the value is no message of the type, or not a whole one.
        """

    def publish(self, value: Message) -> None:
        """Encode a message and send it. Raises LocalProtocolError as `encode` and `publish_encoded` do."""
        self.publish_encoded(self.encode(value))

    @abc.abstractmethod
    def publish_encoded(self, payload: bytes, *, urgent: bool = False) -> None:
        """Send a message that `encode` made to all subscribers at once, without ever waiting.

        An `urgent` message takes the place of all that wait.

        Raises:
            LocalProtocolError: the publisher was closed.
        """

    @abc.abstractmethod
    def set_final_message(self, payload: bytes) -> None:
        """Set the message that `close` sends at last, several times: a command to stand still, encoded.

        Raises LocalProtocolError where the message can't be the last.
        """

    @abc.abstractmethod
    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Wait for a subscriber; whether there is one within the time."""

    @abc.abstractmethod
    async def drain(self, timeout_s: float) -> bool:
        """Wait until all messages have arrived; whether they have within the time, as far as can be known."""

    @abc.abstractmethod
    async def close(self) -> bool:
        """End the publication after its final message; whether all messages have arrived, as far as can be known."""


@dataclass(frozen=True, slots=True)
class CommandSenderState:
    """The state of the link to the robot, as far as it is known now.

    Attributes:
        epoch: a counter: another number means that the link is another one, or that a receiver that counts is gone.
        receivers: the receivers of the commands, by name where they have one, other Teledecks left out.
        probe_age_s: the age of the newest question that was answered; None before the first.
        round_trip_s: the time that this answer took; None before the first.
        unacknowledged: the number of commands that the far side has not confirmed; 0 where that can't be known.
        oldest_s: the age of the oldest of these commands.
        arrived: the number of the newest command that has reached all receivers, as far as can be known: that their
            programs have read, where programs report it, else that their systems have confirmed.
        last_obeyed: the number of the newest command that is known to have been taken by the receivers that are gone
            and may still be moving, or are back and were not yet told to stand; None where there is no such receiver.
        advertisers: the other publishers of the topic, who may command the robot, by name where they have one.
        senders: the advertisers that have sent within the last second.
        own_name: the name by which others see us on the topic; empty where they don't.
        missed: the names of the receivers that are gone and may still be moving.
        onlookers: the subscribers that get the commands and are no receivers: tools that only read, and where one
            receiver alone counts, all subscribers but that one; other Teledecks left out.
        unread: the number of commands that the far side has confirmed and that its program had not read when it last
            reported; 0 where that can't be known.
        unread_s: the time since the oldest of these commands was confirmed.
        joints: the velocities of the commanded joints, by name, in rad/s; empty where nothing reports them.
        joints_s: the time since these velocities were asked for.
        axes: of a command with topics of free axes the state of each of them; what is said of the whole is that of the
            base, or of all.
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
    axes: Mapping[str, CommandSenderState] = field(default_factory=dict)


class CommandSender(abc.ABC):
    """The sender of commands to one robot, which measures how they arrive. On the link loop.

    Attributes:
        topic: the full name of the topic of the commands.
        type_name: the type of the commands.
        renews_all: whether `reconnect` ends the links of all topics of the connection, and not only its own.
    """

    topic: str
    type_name: str
    renews_all: ClassVar[bool] = False

    def send(self, command: Mapping[str, Any], number: int, *, moves: bool) -> None:
        """Send a command now; the arguments and errors are those of `prepare`."""
        self.prepare(command, number, moves=moves)()

    @abc.abstractmethod
    def prepare(self, command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        """Encode a command; return what writes it when called, which also raises LocalProtocolError.

        Args:
            command: the whole message.
            number: the number of the command, greater than that of the command before; `CommandSenderState.arrived`
                uses it.
            moves: whether the command sets the robot in motion. A command to stand still goes out whatever waits.

        Raises:
            LocalProtocolError: the command is no message of the type, or the sender was closed.
        """

    def prepare_parts(self, command: Mapping[str, Any], number: int, moving: Collection[str]) -> Callable[[], None]:
        """Encode a command as `prepare` does; `moving` are the topics that it sets, or keeps, in motion."""
        return self.prepare(command, number, moves=bool(moving))

    def stand_by(self, command: Mapping[str, Any]) -> None:
        """Set the command with which a receiver stands that comes while another moves, or moves at the end.

        Raises LocalProtocolError. A sender for which no receivers come keeps none.
        """
        del command

    @abc.abstractmethod
    def state(self) -> CommandSenderState:
        """The state of the link to the robot now."""

    @property
    @abc.abstractmethod
    def has_lost_receiver(self) -> bool:
        """Whether a receiver is gone that may still be moving."""

    @abc.abstractmethod
    def give_up_lost(self) -> None:
        """Stop waiting for the receivers that are gone and should be told to stand still."""

    @abc.abstractmethod
    async def reconnect(self) -> None:
        """Make the robot renew its link, where it does not do so by itself."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Tell every receiver that may be moving to stand still, then send nothing more. Takes some seconds at most."""


class Connection(abc.ABC):
    """A connection to one robot: its state, alerts, subscriptions and publishers.

    Everything happens on the link loop, but for the attributes, which any thread may read. The methods that are not
    abstract answer for a protocol that has no such thing: no world, no decoders, no publishing.

    Attributes:
        id: the connection's name in the store: its normal URI, without secrets.
        address: the URI that makes the connection again, with all settings made since, without secrets.
        named: the topics that the connection is told to have, of a robot that can't list them; None where robots list
            their own. An immutable snapshot.
        status: the state now.
        alerts: the alerts of this connection.
        description: the program at the other end, in words, as far as known: “Gazebo 11.1”.
        can_publish: whether this protocol, or this connection, takes messages of ours.
        world_topic: the topic with the state of a simulated world that can be controlled, read as Role.WORLD; empty
            where there is none.
        sends_only_changes: whether the robot sends values only when they change: a value that stays as it is is no new
            message, and is current while the connection stands.
        log_topic: the topic with the log lines of all the robot's programs, read as Role.LOG_LINE; empty where there is
            none.
        clock: the robot's own time, if it does not keep ours.
        graph_access: nodes, services and parameters, where the protocol has them.
        navigator: navigation by goals, where the protocol has it.
        condition: the robot's report of itself; None where nothing is known. `on_change` is called when it changes.
        attempts: the attempts to reach the robot since it was last there.
        quality: the measured quality of the link to the robot, where the protocol measures it, refreshed about once a
            second.
        playback: plays the recording; None before it is open, and for a robot.
        is_recorded: whether the black box keeps what comes.
    """

    is_recorded: ClassVar[bool] = True

    def __init__(
        self, connection_id: str, store: TopicStore, alerts: Alerts, settings: Settings, on_change: Callable[[], None]
    ) -> None:
        self.id = self.address = connection_id
        self.named: tuple[str, ...] | None = None
        self.description = ""
        self.can_publish = False
        self.world_topic = ""
        self.sends_only_changes = False
        self.log_topic = ""
        self.clock: SimClock | None = None
        self.graph_access: GraphAccess | None = None
        self.navigator: Navigator | None = None
        self.condition: RobotCondition | None = None
        self.quality: LinkQuality | None = None
        self.playback: Playback | None = None
        self.status = ConnectionStatus(
            ConnectionState.CONNECTING, ConnectionWording.FIRST_ATTEMPT(), since_ns=time.time_ns()
        )
        self.attempts = Attempts()
        self.alerts = ConnectionAlerts(connection_id, alerts, on_change)
        self._wanted = WantedTopics(self.alerts, self._topic_of)
        # the time at which a robot's message last came
        self._data_at = 0.0
        self._store = store
        self._settings = settings
        self._on_change = on_change

    @abc.abstractmethod
    def start(self) -> None:
        """Start to connect, and never give up until `close`."""

    def try_now(self) -> None:
        """Try to reach a robot that is not there, without waiting for the next attempt."""
        self.attempts.nudge.set()

    def check_topic(self, name: str) -> None:
        """Raises LocalProtocolError if `name` can't be the name of a topic."""
        self._topic_of(name)

    def check_named(self, names: Collection[str]) -> tuple[str, ...]:
        """Check names for `set_named` and return them in its form; any thread.

        Raises:
            LocalProtocolError: a name can't be that of a topic, or the robot lists its topics itself.
        """
        del names
        raise LocalProtocolError(ConnectionWording.LISTS_TOPICS_ITSELF(connection=self.id))

    def set_named(self, names: tuple[str, ...]) -> None:
        """Set exactly these topics as listed, beside those that are wanted; see the attribute `named`."""
        del names

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        """Set all topics that shall be subscribed to, by names as the operator writes them.

        The value says whether the last message from before, where the protocol keeps one, is wanted too.
        """
        # views that show another time want the same ones, and to go through thousands of topics takes its time
        if names != self._wanted.names:
            self._wanted.set_names(names)
            self._subscribe()

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """Set the receivers of every message of a wanted topic, in the link thread, beside the store."""
        self._wanted.set_sinks(name, sinks)

    def kept_messages(self, topic: str) -> tuple[ReceivedMessage, ...]:
        """The last message of each publisher that keeps one for later subscribers; empty where it is not known."""
        del topic
        return ()

    def senders_of(self, topic: str) -> Mapping[str, bool] | None:
        """The nodes that send a topic now, each with whether it keeps its last message; None where it is not known."""
        del topic
        return None

    def _set_own(self, topic: str, sink: Sink | None) -> None:
        """Subscribe to a topic on the connection's own account; with None for `sink`, no longer."""
        self._wanted.set_own(topic, sink)
        self._subscribe()

    @abc.abstractmethod
    def _topic_of(self, name: str) -> str | None:
        """Find the topic that a name stands for now; None while it stands for none.

        Raises:
            LocalProtocolError: the name can't stand for any.
        """

    @abc.abstractmethod
    def _subscribe(self) -> None:
        """Subscribe to the topics that are wanted, and to no others."""

    @abc.abstractmethod
    def resolve(self, name: str) -> str:
        """The topic that a name stands for now, as far as can be said; any thread may ask."""

    @abc.abstractmethod
    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        """List all topics with counts, asked for now. Raises ProtocolError if the answer can't be had in time."""

    def encode(self, type_name: str, value: Message) -> bytes:
        """Encode a message of a type from its fields, or check one that is encoded already; any thread.

        Raises:
            LocalProtocolError: the type is not known, or the value is no message of it, or not a whole one.
        """
        del value
        raise self._not_publishing(type_name)

    def schema_of(self, type_name: str) -> Schema | None:
        """The schema by which messages of a type are read and written, as far as known without asking; any thread."""
        del type_name
        return None

    def is_sensor(self, type_name: str) -> bool:
        """Whether messages of a type are those of a camera, a laser or the like, which may work for us alone."""
        schema = self.schema_of(type_name)
        return schema is not None and not {Role.IMAGE, Role.SCAN}.isdisjoint(schema.roles())

    def commands_motion(self, name: str, type_name: str) -> bool:
        """Whether messages of a type may set a robot in motion until the next comes, on this topic; any thread."""
        del name, type_name
        return False

    def may_move(self, name: str, type_name: str) -> bool:
        """Whether messages of a type on this topic may move a robot or a part of it, in any way; any thread."""
        del name, type_name
        return False

    def stop_message_for(self, name: str, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The message that ends the motion which `value` commands on a topic; None where it commands none."""
        del name, type_name, value
        return None

    def poll_rate_of(self, name: str) -> PollRate | None:
        """The rate at which a topic is asked for; None where the robot sends by itself. Any thread."""
        del name
        return None

    def set_poll_rate(self, name: str, rate_hz: float | None) -> None:
        """Set the rate at which a topic is asked for; None for that of other topics. Raises LocalProtocolError."""
        del rate_hz
        raise LocalProtocolError(ConnectionWording.NOT_ASKED_FOR(topic=name, connection=self.id))

    def decoder_of(self, name: str) -> DecoderChoice | None:
        """The decoder of a topic's bytes; None where messages say themselves how they are read. Any thread."""
        del name
        return None

    def decoder_types(self, decoder: str) -> tuple[str, ...]:
        """The message types that a decoder knows by itself, of those decoders that need a type; any thread."""
        del decoder
        return ()

    def set_decoder(self, name: str, decoder: str, type_name: str = "") -> None:
        """Set the decoder of a topic's bytes. Raises LocalProtocolError if there is no such decoder or type."""
        del decoder, type_name
        raise LocalProtocolError(ConnectionWording.DECODER_FIXED(topic=name))

    async def advertise(
        self, name: str, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> Publisher:
        """Publish a topic, and keep it published across restarts of the robot, the master and the network.

        With `newest_only` no message waits behind an older one, as is right for commands. With `force` a robot that
        knows the topic as another type is no hindrance, where its protocol can bear that.

        Raises:
            LocalProtocolError: the topic can't be published, or not as this type.
            ProtocolError: the robot could not be asked in time.
        """
        del type_name, timeout_s, newest_only, force
        raise self._not_publishing(name)

    async def open_command_sender(
        self,
        name: str,
        type_name: str,
        timeout_s: float,
        *,
        still: Mapping[str, Any],
        node: str = "",
        silent: bool = False,
    ) -> CommandSender:
        """Open a command sender, by which the robot is driven.

        Args:
            name: the topic of the commands.
            type_name: the type of the commands.
            timeout_s: the longest time for the robot's answer.
            still: the command to stand still.
            node: the only receiver that counts: its name or, where it has none, the address of its machine; empty for
                all receivers that may be the robot's.
            silent: whether to ask nothing and listen to no other sender: for a process that only stands by.

        Raises:
            LocalProtocolError: the topic can't be published, or not as this type.
            ProtocolError: the robot could not be asked in time.
        """
        del type_name, timeout_s, still, node, silent
        raise self._not_publishing(name)

    async def run_doctor(self, report: Callable[[DoctorCheck], None]) -> None:
        """Check everything that this connection needs, from the name to the way back, and report each finding."""
        status = self.status
        report(DoctorCheck("connection", status.state is ConnectionState.CONNECTED, status.reason, status.tip))

    async def control_world(self, command: WorldCommand, timeout_s: float) -> None:
        """Send a command to the world. Raises ProtocolError if it can't be sent in time, or may not have arrived."""
        del command, timeout_s
        raise LocalProtocolError(ConnectionWording.NO_WORLD(connection=self.id))

    @abc.abstractmethod
    async def close(self) -> None:
        """Unsubscribe from everything and end every link."""

    def _not_publishing(self, what: str) -> LocalProtocolError:
        return LocalProtocolError(ConnectionWording.ONLY_READS(topic=what, connection=self.id))

    def set_status(self, state: ConnectionState, reason: str, tip: str = "", *, failed: bool = False) -> None:
        """Change the state; its time stays while only the words change."""
        before = self.status
        if (before.state, before.reason, before.tip, before.failed) == (state, reason, tip, failed):
            return
        since_ns = before.since_ns if before.state is state else time.time_ns()
        self.status = ConnectionStatus(state, reason, tip, since_ns, failed)
        if state is ConnectionState.CONNECTED:
            self.attempts.reached()
            self._store.reveal(self.id)
        # a robot that is there and is better known by now is no event; one that had a tip, or has one, is
        is_known_better = state is before.state is ConnectionState.CONNECTED and not (tip or before.tip)
        level = logging.WARNING if failed else logging.DEBUG if is_known_better else logging.INFO
        # what was closed says no more than that
        said = ConnectionStateWording[state.name]()
        if state is not ConnectionState.CLOSED:
            said = ConnectionWording.STATE_BECAUSE(state=said, reason=reason)
        _LOGGER.log(level, STATE_LOG, self.id, said, extra={"robot": self.id})
        self._on_change()

    def _show_failure(
        self, state: ConnectionState | None, failure: ProtocolError, unreachable: str = "", *, failed: bool = True
    ) -> None:
        """Show a failure of the link, assessed as `state`: while data come though the master is unreachable, an alert.

        None for `state` shows nothing.
        """
        if state is ConnectionState.CONNECTED:
            self.alerts.ensure("master", Severity.WARNING, unreachable, failure.tip)
        elif state is not None:
            self.alerts.clear("master")
            self.set_status(state, failure.reason, failure.tip, failed=failed)

    def deliver(
        self, topic: Topic, batch: Batch, schema: Schema, now: float, *, is_own: bool = False, sender: str = ""
    ) -> None:
        """Put messages into the store and hand them to the sinks; a sink that raises stops no other.

        `is_own` says that they were published on this side, and so prove nothing of the robot, nor does what comes for
        the black box alone; `sender` is the node that sent them, where the protocol tells.
        """
        # what the connection itself reads proves it, whoever else has it recorded
        if not is_own and (not topic.recorded_only or self._wanted.is_own(topic.key.topic)):
            self._data_at = now
        delivery = Delivery(batch, schema, now, time.time_ns(), sender)
        topic.receive(delivery)
        tap = self._store.tap
        if tap is not None and self.is_recorded:
            tap(topic, delivery)
        for sink in self._wanted.sinks.get(topic.key.topic, ()):
            try:
                sink(delivery)
            except Exception:
                _LOGGER.exception("a receiver of %s failed", topic.key.topic, extra={"robot": self.id})
