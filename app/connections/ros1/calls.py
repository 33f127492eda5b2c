"""Calls to a master or a node, and what they answered, checked: nothing that comes back is trusted to have a shape."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NoReturn, Protocol

from app.connections.ros1.addresses import Hosts
from protocols.ros1.errors import RosFaultError, RosLocalError, RosRemoteError, shown
from protocols.ros1.names import Endpoint
from protocols.ros1.xmlrpc import decode_response, encode_call, unpack_triple

# reading more than that takes longer than other links should wait for
LONG_BODY = 128 * 1024
_TIP = "The program there may be of another kind, or broken."


class Post(Protocol):
    """What calls need of HTTP; see `app.net.http.HttpClient`."""

    async def post(self, host: str, port: int, body: bytes, timeout_s: float, path: str = "/") -> bytes:
        """The body of the answer. Raises ProtocolError."""

    async def close(self) -> None:
        """End what is under way."""


class RosFailureError(RosRemoteError):
    """A master or node answered that it did not do what it was asked for, and why; `code` is 0 or -1."""

    def __init__(self, reason: str, tip: str = "", code: int = 0) -> None:
        super().__init__(reason, tip)
        self.code = code


# what came of a call that was answered, or never sent, and did nothing
REFUSALS: Final = (RosFailureError, RosFaultError, RosLocalError)
# where a registration was refused
REFUSED_TIP: Final = "Names of ROS 1 hold letters, digits, _ and /: rename it on the robot, or check the spelling."


class Caller:
    """Calls methods of masters and nodes under one name.

    Attributes:
        name: the node that calls.
    """

    def __init__(self, name: str, http: Post, hosts: Hosts) -> None:
        self.name = name
        self._http = http
        self._hosts = hosts
        self._last: dict[tuple[Endpoint, str], tuple[bytes, Any]] = {}
        # what is asked of many, and again and again, has no arguments
        self._bodies: dict[str, bytes] = {}

    async def call(
        self, where: Endpoint, method: str, *arguments: Any, timeout_s: float, remember: bool = False
    ) -> Any:
        """The value that `method` answered; our name goes in front of its arguments.

        With `remember` an answer that is the same as the one before is not read again, and gives the same object.

        Raises:
            RosLocalError: an argument can't be sent.
            RosFailureError: it answered that it failed.
            RosRemoteError: it answered with a fault, or nonsense.
            LinkError: it did not answer in time.
        """
        body = encode_call(method, (self.name, *arguments)) if arguments else self._plain(method)
        answer = await self._http.post(self._hosts.dialled(where.host), where.port, body, timeout_s)
        last = self._last.get((where, method))
        if remember and last is not None and last[0] == answer:
            return last[1]
        if len(answer) > LONG_BODY:
            value = await asyncio.to_thread(decode_response, answer)
        else:
            value = decode_response(answer)
        code, message, result = unpack_triple(value)
        if code != 1:
            raise RosFailureError(f"{where} refuses {method}: {shown(message) or 'it does not say why'}", "", code)
        if remember:
            self._last[where, method] = answer, result
        return result

    def _plain(self, method: str) -> bytes:
        """The body of a call without arguments but our name."""
        body = self._bodies.get(method)
        if body is None:
            body = self._bodies[method] = encode_call(method, (self.name,))
        return body


def refuse(what: str, value: Any) -> NoReturn:
    """Raises RosRemoteError: a value that came is not `what` it should be."""
    raise RosRemoteError(f"{what} came as {shown(repr(value)[:200], 80)}", _TIP)


def as_text(what: str, value: Any) -> str:
    """A text. Raises RosRemoteError."""
    return value if isinstance(value, str) else refuse(what, value)


def as_integer(what: str, value: Any) -> int:
    """An integer. Raises RosRemoteError."""
    return value if type(value) is int else refuse(what, value)


def as_list(what: str, value: Any) -> list[Any]:
    """A list. Raises RosRemoteError."""
    return value if isinstance(value, list) else refuse(what, value)


def as_texts(what: str, value: Any) -> tuple[str, ...]:
    """Texts, in order. Raises RosRemoteError."""
    return tuple(as_text(what, item) for item in as_list(what, value))


def as_pair(what: str, value: Any) -> Sequence[Any]:
    """Two values. Raises RosRemoteError."""
    return value if isinstance(value, list) and len(value) == 2 else refuse(what, value)
