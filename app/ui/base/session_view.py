"""A session as views know it: `app.session.session.Session` has this shape, and so may that of a test."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, Protocol

from app.model.addresses import AddressTokens, AddressTopicNames, NamesFile
from app.model.alerts import Alert, Alerts
from app.model.discovery import FoundRobots
from app.model.doctor import DoctorCheck
from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.stamps import StampLag
from app.model.messages.values import JointDescription
from app.model.schema import Schema
from app.model.status import ConnectionStatus
from app.model.topics import DecoderChoice, PollRate, Sink, Topic, TopicKey, TopicStore
from app.model.world import WorldCommand
from app.session.connection_info import ConnectionInfo, MessageTotals
from app.session.errors import SessionError
from app.ui.base.driving_view import DrivingView

# starts a named coroutine on the interface's loop
Spawn = Callable[[Coroutine[Any, Any, None], str], object]


class GraphsView(Protocol):
    """Nodes, services, parameters and actions, see `app.session.graphs.Graphs`. All coroutines raise SessionError."""

    def graph(self, connection_id: str) -> Graph | None:
        """Return the newest snapshot of nodes and services; None where there are none."""

    def parameters(self, connection_id: str) -> Parameters | None:
        """Return the newest snapshot of parameters, which is current while somebody watches."""

    def watch_parameters(self, owner: str, connection_id: str | None) -> None:
        """Keep the parameters of a connection current for a view; None: of no connection any more."""

    async def refresh_graph(self, connection_id: str, timeout_s: float) -> Graph:
        """Request the graph now, and return it."""

    async def ask_node(self, connection_id: str, name: str, timeout_s: float) -> NodeReport:
        """Ask a node for its address and process; the report has the round trip time."""

    async def probe_service(self, connection_id: str, name: str, timeout_s: float) -> ServiceSignature:
        """Return the types of a service's request and response."""

    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        """Call a service, and return its response."""

    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""

    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""

    async def describe_joints(self, connection_id: str, timeout_s: float) -> Mapping[str, JointDescription]:
        """Return the joints in the robot's description, by name; none where there is no description."""

    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to cancel a goal, or all of its goals if `goal_id` is empty."""


class FinderView(Protocol):
    """Finder of robots in the network, see `app.session.robot_finder.RobotFinder`."""

    @property
    def found(self) -> FoundRobots:
        """The robots found so far; none while no view watches."""

    def watch(self, owner: str, *, wanted: bool) -> None:
        """Search for a view, or no longer."""


class ViewAlertsView(Protocol):
    """Alerts that views raise, see `app.session.session.ViewAlerts`."""

    def raise_alert(self, alert: Alert) -> None:
        """Raise an alert, or update the alert of the same key."""

    def clear(self, key: str) -> None:
        """Remove the alert of this key, if there is one."""


class PublisherView(Protocol):
    """Publisher of a topic, see `app.session.publisher.PublisherHandle`."""

    @property
    def topic(self) -> str:
        """The full name of the topic."""

    @property
    def subscribers(self) -> tuple[str, ...]:
        """The addresses of the subscribers."""

    @property
    def dropped(self) -> int:
        """Number of messages dropped because subscribers were too slow."""

    def publish(self, value: Mapping[str, Any]) -> None:
        """Send a message soon. Raises SessionError if it does not fit the type."""

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Wait for a subscriber; whether there is one in time."""

    async def close(self) -> bool:
        """Unadvertise the topic; whether all messages have arrived."""


class SessionView(Protocol):
    """The session, see `app.session.session.Session`."""

    store: TopicStore
    alerts: Alerts
    revision: int

    @property
    def graphs(self) -> GraphsView:
        """Nodes, services, parameters and actions."""

    @property
    def finder(self) -> FinderView:
        """The finder of robots that announce themselves in the network."""

    @property
    def driving(self) -> DrivingView:
        """The one robot that is driven."""

    @property
    def view_alerts(self) -> ViewAlertsView:
        """The alerts of views, shown in every part of the window."""

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        """A snapshot of all connections, oldest first."""

    @property
    def totals(self) -> MessageTotals:
        """Totals of all messages received; computed over all topics."""

    def status(self, connection_id: str) -> ConnectionStatus | None:
        """Return the status of a connection."""

    def connection_id_for(self, uri: str) -> str:
        """Return the name of the connection that `uri` would make. Raises SessionError."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """All tokens in addresses, to be removed from all that is written down."""

    async def run_doctor(self, connection_id: str, report: Callable[[DoctorCheck], None]) -> None:
        """Check the health of a robot, and report each finding. Raises SessionError."""

    def address_tokens(self, uri: str) -> AddressTokens | None:
        """Return the token use of an address or connection name; None where its protocol has no tokens."""

    def with_token(self, uri: str, token: str, proxy_token: str = "") -> str:
        """Return the address with these tokens, of which an empty one changes nothing."""

    def address_topic_names(self, uri: str) -> AddressTopicNames | None:
        """Return the topics named in an address; None where robots list their own."""

    def with_names(self, uri: str, names: Collection[str]) -> str:
        """Return the address with exactly these names of topics."""

    def read_names_file(self, data: bytes) -> NamesFile:
        """Return the robots and names of topics in a file. Raises SessionError."""

    def name_topics(self, connection_id: str, names: Collection[str]) -> None:
        """List exactly these topics of a robot that can't list its own. Raises SessionError."""

    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        """Return the poll rate of a topic; None where the robot sends by itself. Raises SessionError."""

    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        """Set the poll rate of a topic, None for the default. Raises SessionError."""

    def connect(self, uri: str) -> str:
        """Add a connection, and return its name. Raises SessionError."""

    def check_topic(self, key: TopicKey) -> TopicKey:
        """Return the key of the topic that a name stands for. Raises SessionError if the name is not valid."""

    async def disconnect(self, connection_id: str) -> None:
        """Close a connection, and remove its topics."""

    async def start_demo(self) -> str:
        """Return the address of a demo robot, started if there is none. Raises SessionError."""

    def is_unlocked(self, connection_id: str) -> bool:
        """Whether the operator allowed commands to a robot; only `app.ui.base.command_lock` sends commands."""

    def set_unlocked(self, connection_id: str, *, unlocked: bool) -> None:
        """Allow commands to a robot, or no longer."""

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        """Send a command to a simulated world. Raises SessionError."""

    def schema_of(self, connection_id: str, type_name: str) -> Schema | None:
        """Return the schema of a message type, as far as known without asking. Raises SessionError."""

    def commands_motion(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type may set a robot in motion, on this topic. Raises SessionError."""

    def may_move(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type on this topic may move a robot or a part of it. Raises SessionError."""

    def stop_message_for(self, key: TopicKey, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the message that ends the motion of `value`; None where there is none. Raises SessionError."""

    def decoder_of(self, key: TopicKey) -> DecoderChoice | None:
        """Return the decoders for a topic's bytes; None where its messages have a type. Raises SessionError."""

    def decoder_types(self, connection_id: str, decoder: str) -> tuple[str, ...]:
        """Return the message types that a decoder knows by itself. Raises SessionError."""

    def set_decoder(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Decode bytes of a topic this way from now on. Raises SessionError."""

    async def advertise(self, key: TopicKey, type_name: str, timeout_s: float) -> PublisherView:
        """Start to publish a topic. Raises SessionError."""

    def lag_of(self, topic: Topic) -> StampLag | None:
        """Return the delay of a topic's stamps against our clock, for views that show it."""

    def set_subscriptions(self, owner: str, keys: Collection[TopicKey], *, latched: bool = True) -> None:
        """Set the topics that a view subscribes to; `latched`: with the last message from before."""

    def set_sink(self, owner: str, key: TopicKey, sink: Sink | None) -> None:
        """Pass each message of a subscribed topic to `sink`, in the link thread, without blocking it; None ends it."""


def schema_of(session: SessionView, topic: Topic) -> Schema | None:
    """Return the schema of a topic, as far as known without any message."""
    if topic.schema is not None or not topic.info.type_name:
        return topic.schema
    try:
        return session.schema_of(topic.key.connection, topic.info.type_name)
    except SessionError:
        return None
