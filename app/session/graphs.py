"""The graph of robots as views and commands use it: nodes, services, parameters, actions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from app.net.link_thread import LinkThread
from app.session.connections import OpenConnections
from app.session.errors import SessionError, translated_errors
from app.wording.session import SessionWording

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Connection, GraphAccess
    from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
    from app.model.messages.values import JointDescription

_Answer = TypeVar("_Answer")

# of one value: the description of a robot is megabytes of text, and a topic or a file has it as well
_MAX_CHARACTERS: Final = 1000


class Graphs:
    """Requests about the graph, to the connections of a session.

    Every method may be called from any thread, and awaited on any loop. Coroutines raise

        UnreachableError    the robot did not answer in time, or refused: the reason is the robot's own
        SessionError        the request is wrong; there is no such connection, or its protocol has no graph

    What changes something is one of `app.session.commands`.
    """

    def __init__(self, link: LinkThread, connections: OpenConnections) -> None:
        self._link = link
        self._connections = connections
        self._watchers: dict[str, str] = {}
        connections.add_applier(self._apply_watchers)

    def graph(self, connection_id: str) -> Graph | None:
        """The newest snapshot of the graph; None if there is no such connection, or its protocol has only topics."""
        access = self._access_if_any(connection_id)
        return access.graph if access is not None else None

    def parameters(self, connection_id: str) -> Parameters | None:
        """The newest snapshot of the parameters, current while they are watched; None if there are none."""
        access = self._access_if_any(connection_id)
        return access.parameters if access is not None else None

    def watch_parameters(self, owner: str, connection_id: str | None) -> None:
        """Keep the parameters of a connection current for `owner`, a view; None ends that."""
        if self._watchers.get(owner) == connection_id:
            return
        if connection_id is None:
            self._watchers.pop(owner, None)
        else:
            self._watchers[owner] = connection_id
        self._link.call(self._apply_watchers)

    async def refresh_graph(self, connection_id: str, timeout_s: float) -> Graph:
        """Request the graph now."""
        return await self._ask(connection_id, lambda access: access.refresh_graph(timeout_s))

    async def ask_node(self, connection_id: str, name: str, timeout_s: float) -> NodeReport:
        """Ask a node for its identity, and measure how long its answer takes."""
        return await self._ask(connection_id, lambda access: access.ask_node(name, timeout_s))

    async def probe_service(self, connection_id: str, name: str, timeout_s: float) -> ServiceSignature:
        """Ask a service for its type and the fields of its request and response."""
        return await self._ask(connection_id, lambda access: access.probe_service(name, timeout_s))

    async def get_parameter(self, connection_id: str, key: str, timeout_s: float) -> Parameter:
        """Get a parameter, or the tree below a namespace."""
        return await self._ask(connection_id, lambda access: access.get_parameter(key, timeout_s))

    async def parameter_names(self, connection_id: str, key: str, timeout_s: float) -> tuple[str, ...]:
        """Get the full names of all parameters at and below a name."""
        return await self._ask(connection_id, lambda access: access.parameter_names(key, timeout_s))

    async def describe_joints(self, connection_id: str, timeout_s: float) -> Mapping[str, JointDescription]:
        """Get the joints in the robot's description, by name; none if there is no description."""
        return await self._ask(connection_id, lambda access: access.describe_joints(timeout_s))

    def _apply_watchers(self) -> None:
        """Tell every connection whether its parameters are watched; on the link loop."""
        watched = set(self._watchers.values())
        for connection in self._connections.running():
            if connection.graph_access is not None:
                connection.graph_access.watch_parameters(wanted=connection.id in watched)

    async def _ask(
        self, connection_id: str, question: Callable[[GraphAccess], Coroutine[Any, Any, _Answer]]
    ) -> _Answer:
        return await ask_graph(self._link, self._connections.find(connection_id), question)

    def _access_if_any(self, connection_id: str) -> GraphAccess | None:
        connection = self._connections.get(connection_id)
        return connection.graph_access if connection is not None else None


async def ask_graph(
    link: LinkThread, connection: Connection, question: Callable[[GraphAccess], Coroutine[Any, Any, _Answer]]
) -> _Answer:
    """Ask the graph of a connection on the link loop. Raises SessionError."""
    access = connection.graph_access
    if access is None:
        raise SessionError(SessionWording.ONLY_TOPICS(connection=connection.id), SessionWording.TAKE_ROS1())
    with translated_errors():
        return await link.run(question(access))


class RecordedParameters:
    """The parameters of all robots that are known, without what is too long. For one thread."""

    def __init__(self, connections: OpenConnections) -> None:
        self._connections = connections
        self._revisions: dict[str, int] = {}
        self._trees: dict[str, object] = {}

    def read(self) -> Mapping[str, object]:
        """Return the parameters by robot; the same object as long as nothing has changed."""
        known = {
            connection.id: connection.graph_access.parameters
            for connection in self._connections.all
            if connection.graph_access is not None and connection.graph_access.parameters.tree is not None
        }
        revisions = {each: parameters.revision for each, parameters in known.items()}
        if revisions != self._revisions:
            self._trees = {each: _shortened(parameters.tree) for each, parameters in known.items()}
            self._revisions = revisions
        return self._trees


def _shortened(value: Any) -> object:
    """Return a value in which long text is cut."""
    if isinstance(value, Mapping):
        return {key: _shortened(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_shortened(each) for each in value] if len(value) <= _MAX_CHARACTERS else f"{len(value)} values"
    return value[:_MAX_CHARACTERS] if isinstance(value, str | bytes) else value
