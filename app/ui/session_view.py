"""A session as views know it: `app.session.Session` has this shape, and so may a test's own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from app.model.alerts import Alert, Alerts
from app.model.decoding import DecoderChoice
from app.model.finding import Finding
from app.model.found_robot import FoundRobots
from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceShape
from app.model.lateness import Lag
from app.model.meaning import JointDescription
from app.model.schema import Schema
from app.model.status import ConnectionStatus
from app.model.topic_store import PollRate, Sink, Topic, TopicKey, TopicStore
from app.model.world import WorldCommand
from app.ui.drive.handle_view import DrivingView

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session import ConnectionInfo
    from app.session_info import Totals
    from app.session_names import Named, NamesFile
    from app.session_tokens import Access

# starts a coroutine on the interface's loop, under a name
Spawn = Callable[[Coroutine[Any, Any, None], str], object]


class GraphsView(Protocol):
    """See `app.session_graph.Graphs`. What is awaited raises SessionError."""

    def graph(self, connection_id: str) -> Graph | None:
        """The newest snapshot of nodes and services; None where there are none."""

    def parameters(self, connection_id: str) -> Parameters | None:
        """The newest snapshot, current while somebody watches."""

    def watch_parameters(self, owner: str, connection_id: str | None) -> None:
        """Keep the parameters of a connection current for a view; None: of no connection any more."""

    async def refresh_graph(self, connection_id: str, timeout_s: float) -> Graph:
        """The graph, asked for now."""

    async def ask_node(self, connection_id: str, name: str, timeout_s: float) -> NodeReport:
        """Ask a node who it is and how long its answer takes."""

    async def probe_service(self, connection_id: str, name: str, timeout_s: float) -> ServiceShape:
        """How a service is called."""

    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        """Call a service; what it answered."""

    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""

    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""

    async def describe_joints(self, connection_id: str, timeout_s: float) -> Mapping[str, JointDescription]:
        """The joints in the robot's description, by their names; none where there is no description."""

    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to give up a goal; all of its goals if `goal_id` is empty."""


class FinderView(Protocol):
    """See `app.session_finder.RobotFinder`."""

    @property
    def found(self) -> FoundRobots:
        """The robots that are known now; none while nobody watches."""

    def watch(self, owner: str, *, wanted: bool) -> None:
        """Listen for a view, or no longer."""


class ViewAlertsView(Protocol):
    """See `app.session_alerts.ViewAlerts`."""

    def raise_alert(self, alert: Alert) -> None:
        """Raise an alert, or renew the one of the same key."""

    def clear(self, key: str) -> None:
        """Take the alert of this key away, if there is one."""


class PublisherView(Protocol):
    """See `app.session_publisher.PublisherHandle`."""

    @property
    def topic(self) -> str:
        """The topic's full name."""

    @property
    def subscribers(self) -> tuple[str, ...]:
        """The addresses of those who get it."""

    @property
    def dropped(self) -> int:
        """How many messages subscribers were too slow for."""

    def publish(self, value: Mapping[str, Any]) -> None:
        """Send a message soon. Raises SessionError if it is none of the type."""

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Whether anybody subscribes within the time."""

    async def close(self) -> bool:
        """Publish no more; whether all has arrived."""


class SessionView(Protocol):
    """See `app.session.Session`."""

    store: TopicStore
    alerts: Alerts
    revision: int

    @property
    def graphs(self) -> GraphsView:
        """Nodes, services, parameters and actions."""

    @property
    def finder(self) -> FinderView:
        """Robots that make themselves known in the network."""

    @property
    def driving(self) -> DrivingView:
        """The one robot that is driven."""

    @property
    def view_alerts(self) -> ViewAlertsView:
        """The alerts of views, shown wherever the operator looks."""

    @property
    def connections(self) -> tuple[ConnectionInfo, ...]:
        """A snapshot of all connections, oldest first."""

    @property
    def totals(self) -> Totals:
        """The sum of all that came so far; it goes through all topics that were heard."""

    def status(self, connection_id: str) -> ConnectionStatus | None:
        """The state of one connection."""

    def check(self, uri: str) -> str:
        """The name of the connection that `uri` would make. Raises SessionError."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """All tokens that addresses were given with, to be blotted out wherever something is written down."""

    async def examine(self, connection_id: str, report: Callable[[Finding], None]) -> None:
        """Say of everything that can be looked at whether it is well. Raises SessionError."""

    def access_of(self, uri: str) -> Access | None:
        """The use that an address, or the name of a connection, has for tokens; None where its protocol has none."""

    def with_token(self, uri: str, token: str, proxy_token: str = "") -> str:
        """The same address with these tokens, of which an empty one changes nothing."""

    def named_of(self, uri: str) -> Named | None:
        """The topics that an address says are to be read; None where robots list their own."""

    def with_names(self, uri: str, names: Collection[str]) -> str:
        """The same address with these names of topics, and no others."""

    def read_names(self, data: bytes) -> NamesFile:
        """The robots and names of topics that a file tells. Raises SessionError."""

    def name_topics(self, connection_id: str, names: Collection[str]) -> None:
        """Have exactly these topics listed, of a robot that can't list its own. Raises SessionError."""

    def poll_rate_of(self, key: TopicKey) -> PollRate | None:
        """How often a topic is asked for; None where the robot sends by itself. Raises SessionError."""

    def set_poll_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        """Ask for a topic so often from now on, None: as often as for others. Raises SessionError."""

    def connect(self, uri: str) -> str:
        """Add a connection; its name. Raises SessionError."""

    def check_topic(self, key: TopicKey) -> TopicKey:
        """The topic that a name stands for. Raises SessionError if it can't be that of one."""

    async def disconnect(self, connection_id: str) -> None:
        """End a connection and forget its topics."""

    async def start_demo(self) -> str:
        """The address of a demo robot, started if there is none. Raises SessionError."""

    def unlocked(self, connection_id: str) -> bool:
        """Whether the operator allowed commands to a robot: see `app.ui.command_lock`, which alone sends any."""

    def set_unlocked(self, connection_id: str, *, unlocked: bool) -> None:
        """Allow commands to a robot, or no longer."""

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        """Tell a world something. Raises SessionError."""

    def schema_of(self, connection_id: str, type_name: str) -> Schema | None:
        """How messages of a type are read and written, as far as known without asking. Raises SessionError."""

    def commands_motion(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type may set a robot in motion, on this topic. Raises SessionError."""

    def may_move(self, key: TopicKey, type_name: str) -> bool:
        """Whether messages of a type on this topic may move a robot or a part of it. Raises SessionError."""

    def rest_of(self, key: TopicKey, type_name: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The message that ends the motion which `value` commands; None where none does. Raises SessionError."""

    def decoder_of(self, key: TopicKey) -> DecoderChoice | None:
        """How bytes of a topic are read; None where its messages say that themselves. Raises SessionError."""

    def decoder_types(self, connection_id: str, decoder: str) -> tuple[str, ...]:
        """The message types that a decoder knows by itself. Raises SessionError."""

    def set_decoder(self, key: TopicKey, decoder: str, type_name: str = "") -> None:
        """Read bytes of a topic this way from now on. Raises SessionError."""

    async def advertise(self, key: TopicKey, type_name: str, timeout_s: float) -> PublisherView:
        """Begin to publish a topic. Raises SessionError."""

    def lag_of(self, topic: Topic) -> Lag | None:
        """How a topic's stamps stand to our clock, for views that show it."""

    def want(self, owner: str, keys: Collection[TopicKey], *, latched: bool = True) -> None:
        """Set what a view wants to be subscribed to; `latched`: with the last message from before."""

    def listen(self, owner: str, key: TopicKey, sink: Sink | None) -> None:
        """Give every message of a wanted topic to `sink`, in the link thread, which must go on; None ends it."""
