"""Commands to robots, held back until the operator has allowed commands to that robot."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.connections import OpenConnections
from app.session.errors import SessionError, translated_errors
from app.session.graphs import ask_graph
from app.session.publisher import PublisherHandle
from app.wording.session import SessionWording

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Connection, GraphAccess, Message
    from app.model.graph import Parameter
    from app.model.world import WorldCommand

_Answer = TypeVar("_Answer")

# for each step of a command: the request, its receipt, its arrival
CONTROL_TIMEOUT_S = 5.0


class Commands:
    """The one way to send something to a robot, with its lock: at first a robot is read-only, and again in each run.

    Any thread may call it, and await it on any loop. All coroutines raise

        UnreachableError    the robot could not be asked in time, or refused: the reason is the robot's own
        SessionError        the robot is locked, the request is wrong, or there is no such connection

    Args:
        on_sent: called in any thread with each command that is let through; what drives a robot goes another way.
        looks_back: whether views show the past, in which nothing is commanded, or are about to.
    """

    def __init__(
        self,
        link: LinkThread,
        connections: OpenConnections,
        on_sent: Callable[[Mapping[str, object]], None] | None = None,
        looks_back: Callable[[], bool] = lambda: False,
    ) -> None:
        self._link = link
        self._connections = connections
        self._on_sent = on_sent
        self._looks_back = looks_back
        # by id, so that it outlives a connection that is made again, but never a run
        self._allowed: frozenset[str] = frozenset()

    def allows(self, connection_id: str) -> bool:
        """Whether the operator allowed commands to a robot."""
        return connection_id in self._allowed

    def allow(self, connection_id: str, *, allowed: bool) -> None:
        """Allow commands to a robot, or no longer."""
        names = frozenset((connection_id,))
        self._allowed = self._allowed | names if allowed else self._allowed - names
        self._connections.note_change()

    def check(self, connection_id: str) -> None:
        """Raise SessionError if commands to a robot are not allowed, or views show the past."""
        if self._looks_back():
            raise SessionError(SessionWording.LOOKS_BACK(), SessionWording.GO_LIVE())
        self.check_allowed(connection_id)

    def check_allowed(self, connection_id: str) -> None:
        """Raise SessionError if commands to a robot are not allowed."""
        if not self.allows(connection_id):
            raise SessionError(SessionWording.LOCKED(connection=connection_id), SessionWording.ALLOW_COMMANDS())

    def note(self, what: str, connection_id: str, **told: object) -> None:
        """Tell of a command that is let through."""
        if self._on_sent is not None:
            self._on_sent({"command": what, "connection": connection_id, **told})

    async def control_world(self, connection_id: str, command: WorldCommand) -> None:
        """Send a command to a simulated world."""
        connection = self._unlocked(connection_id)
        self.note("control_world", connection_id, world=command)
        with translated_errors():
            await self._link.run(connection.control_world(command, CONTROL_TIMEOUT_S))

    async def call_service(
        self, connection_id: str, name: str, request: Mapping[str, Any], timeout_s: float
    ) -> Mapping[str, Any]:
        """Call a service; returns its response."""
        told = {"service": name, "request": request}
        return await self._ask(
            "call_service", connection_id, told, lambda access: access.call_service(name, request, timeout_s)
        )

    async def set_parameter(self, connection_id: str, key: str, value: Parameter, timeout_s: float) -> None:
        """Set a parameter, or everything below a namespace."""
        told = {"parameter": key, "value": value}
        await self._ask(
            "set_parameter", connection_id, told, lambda access: access.set_parameter(key, value, timeout_s)
        )

    async def delete_parameter(self, connection_id: str, key: str, timeout_s: float) -> None:
        """Delete a parameter, or everything below a namespace."""
        told = {"parameter": key}
        await self._ask("delete_parameter", connection_id, told, lambda access: access.delete_parameter(key, timeout_s))

    async def cancel_goal(self, connection_id: str, action: str, goal_id: str, timeout_s: float) -> None:
        """Ask an action to cancel a goal; all of its goals if `goal_id` is empty."""
        told = {"action": action, "goal": goal_id}
        await self._ask(
            "cancel_goal", connection_id, told, lambda access: access.cancel_goal(action, goal_id, timeout_s)
        )

    async def advertise(
        self, key: TopicKey, type_name: str, timeout_s: float, *, newest_only: bool = False, force: bool = False
    ) -> PublisherHandle:
        """Begin to publish a topic. Whoever publishes asks `allows` before each message that is no stop.

        Args:
            key: the topic.
            type_name: of its messages.
            timeout_s: for the answer of the robot.
            newest_only: no message waits behind an older one.
            force: publish even if the robot knows the topic as another type, if its protocol allows that.
        """
        connection = self._unlocked(key.connection)
        self.note("advertise", key.connection, topic=key.topic, type=type_name)
        with translated_errors():
            publisher = await self._link.run(
                connection.advertise(key.topic, type_name, timeout_s, newest_only=newest_only, force=force)
            )
        note = functools.partial(self.note, "publish", key.connection, topic=key.topic)
        return PublisherHandle(publisher, self._link, lambda value: note(message=value))

    def encode(self, connection_id: str, type_name: str, value: Message) -> bytes:
        """Encode the fields of a message, or check an encoded message. Raises SessionError saying what is wrong."""
        with translated_errors():
            return self._connections.find(connection_id).encode(type_name, value)

    async def _ask(
        self,
        what: str,
        connection_id: str,
        told: Mapping[str, object],
        question: Callable[[GraphAccess], Coroutine[Any, Any, _Answer]],
    ) -> _Answer:
        connection = self._unlocked(connection_id)
        self.note(what, connection_id, **told)
        return await ask_graph(self._link, connection, question)

    def _unlocked(self, connection_id: str) -> Connection:
        connection = self._connections.find(connection_id)
        self.check(connection_id)
        return connection
