"""The graph of robots as views and commands use it: nodes, services, parameters, actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, TypeVar

from app.connections.base import Connection, GraphAccess
from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.values import JointDescription
from app.net.link_thread import LinkThread
from app.session.errors import SessionError, translated_errors
from app.wording.session import SessionWording

_Answer = TypeVar("_Answer")


class Graphs:
    """Requests about the graph, to the connections of a session.

    Every method may be called from any thread, and awaited on any loop. Coroutines raise

        UnreachableError    the robot did not answer in time, or refused: the reason is the robot's own
        SessionError        the request is wrong; there is no such connection, or its protocol has no graph

    Requests that change something are sent to read-only robots, too: a command line is its own consent, and the window
    sends them only through its lock.

    Args:
        find: gives the connection of an id. Raises SessionError if there is none.
        running: gives the connections that were started; called on the link loop.
    """

    def __init__(
        self, link: LinkThread, find: Callable[[str], Connection], running: Callable[[], Collection[Connection]]
    ) -> None:
        self._link = link
        self._find = find
        self._running = running
        self._watchers: dict[str, str] = {}

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
        self._link.call(self.apply_watchers)

    async def refresh_graph(self, connection_id: str, timeout_s: float) -> Graph:
        """Request the graph now."""
        return await self._ask(self._access(connection_id).refresh_graph(timeout_s))

    async def ask_node(self, connection_id: str, name: str, timeout_s: float) -> NodeReport:
        """Ask a node for its identity, and measure how long its answer takes."""
        return await self._ask(self._access(connection_id).ask_node(name, timeout_s))

    async def probe_service(self, connection_id: str, name: str, timeout_s: float) -> ServiceSignature:
        """Ask a service for its type and the fields of its request and response."""
        return await self._ask(self._access(connection_id).probe_service(name, timeout_s))

    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        """Call a service; returns its response."""
        return await self._ask(self._access(connection_id).call_service(name, request, timeout_s))

    async def get_parameter(self, connection_id: str, key: str, timeout_s: float) -> Parameter:
        """Get a parameter, or the tree below a namespace."""
        return await self._ask(self._access(connection_id).get_parameter(key, timeout_s))

    async def parameter_names(self, connection_id: str, key: str, timeout_s: float) -> tuple[str, ...]:
        """Get the full names of all parameters at and below a name."""
        return await self._ask(self._access(connection_id).parameter_names(key, timeout_s))

    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""
        await self._ask(self._access(connection_id).set_parameter(key, value, timeout_s))

    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""
        await self._ask(self._access(connection_id).delete_parameter(key, timeout_s))

    async def describe_joints(self, connection_id: str, timeout_s: float) -> Mapping[str, JointDescription]:
        """Get the joints in the robot's description, by name; none if there is no description."""
        return await self._ask(self._access(connection_id).describe_joints(timeout_s))

    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to cancel a goal; all of its goals if `goal_id` is empty."""
        await self._ask(self._access(connection_id).cancel_goal(action, goal_id, timeout_s))

    def apply_watchers(self) -> None:
        """Tell every connection whether its parameters are watched; on the link loop."""
        watched = set(self._watchers.values())
        for connection in self._running():
            if connection.graph_access is not None:
                connection.graph_access.watch_parameters(wanted=connection.id in watched)

    async def _ask(self, question: Coroutine[Any, Any, _Answer]) -> _Answer:
        with translated_errors():
            return await self._link.run(question)

    def _access(self, connection_id: str) -> GraphAccess:
        access = self._find(connection_id).graph_access
        if access is None:
            raise SessionError(
                SessionWording.ONLY_TOPICS(connection=connection_id),
                SessionWording.TAKE_ROS1(),
            )
        return access

    def _access_if_any(self, connection_id: str) -> GraphAccess | None:
        try:
            return self._find(connection_id).graph_access
        except SessionError:
            return None
