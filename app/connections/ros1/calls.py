"""Calls to a master or a node, with checked answers: no value that comes back is trusted to have a shape."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final, NoReturn, Protocol

from app.connections.ros1.addresses import RosHosts
from protocols.ros1.graph.xmlrpc import decode_response, encode_call, unpack_triple
from protocols.ros1.names import RosEndpoint
from protocols.ros1_errors import RosFaultError, RosLocalError, RosRemoteError, printable

# reading a longer answer takes longer than other links should wait for
LONG_BODY = 128 * 1024
_TIP = "The program there may be of another kind, or broken."


class HttpPost(Protocol):
    """A client that posts over HTTP, as `app.net.http.HttpClient` does, which is loaded late."""

    async def post(self, host: str, port: int, body: bytes, timeout_s: float, path: str = "/") -> bytes:
        """Post a body and return that of the answer. Raises ProtocolError."""

    async def close(self) -> None:
        """End the requests that are under way."""


class RosFailureError(RosRemoteError):
    """The answer of a master or node that it did not carry out a call, and why; `code` is 0 or -1."""

    def __init__(self, reason: str, tip: str = "", code: int = 0) -> None:
        super().__init__(reason, tip)
        self.code = code


# the errors of a call that was answered with a refusal, or never sent: it had no effect
REFUSALS: Final = (RosFailureError, RosFaultError, RosLocalError)
# for a registration that was refused
REFUSED_TIP: Final = "Names of ROS 1 hold letters, digits, _ and /: rename it on the robot, or check the spelling."


class RosApiCaller:
    """The caller of methods of masters and nodes, under the name of one node.

    Attributes:
        name: the name of the node that calls.
    """

    def __init__(self, name: str, http: HttpPost, hosts: RosHosts) -> None:
        self.name = name
        self._http = http
        self._hosts = hosts
        self._last: dict[tuple[RosEndpoint, str], tuple[bytes, Any]] = {}
        # the calls that are made of many nodes, and again and again, have no arguments
        self._bodies: dict[str, bytes] = {}

    async def call(
        self, where: RosEndpoint, method: str, *arguments: Any, timeout_s: float, remember: bool = False
    ) -> Any:
        """Call a method and return the value of its answer; our name goes in front of the arguments.

        With `remember` an answer that equals the one before is not read again, and gives the same object.

        Raises:
            RosLocalError: an argument can't be sent.
            RosFailureError: the answer is that the call failed.
            RosRemoteError: the answer is a fault, or malformed.
            LinkError: there was no answer in time.
        """
        body = encode_call(method, (self.name, *arguments)) if arguments else self._plain(method)
        answer = await self._http.post(self._hosts.host_to_dial(where.host), where.port, body, timeout_s)
        last = self._last.get((where, method))
        if remember and last is not None and last[0] == answer:
            return last[1]
        if len(answer) > LONG_BODY:
            value = await asyncio.to_thread(decode_response, answer)
        else:
            value = decode_response(answer)
        code, message, result = unpack_triple(value)
        if code != 1:
            raise RosFailureError(f"{where} refuses {method}: {printable(message) or 'it does not say why'}", "", code)
        if remember:
            self._last[where, method] = answer, result
        return result

    def _plain(self, method: str) -> bytes:
        """Return the body of a call without arguments but our name."""
        body = self._bodies.get(method)
        if body is None:
            body = self._bodies[method] = encode_call(method, (self.name,))
        return body


def raise_malformed(what: str, value: Any) -> NoReturn:
    """Raises RosRemoteError: a value that came is not `what` was asked for."""
    raise RosRemoteError(f"{what} came as {printable(repr(value)[:200], 80)}", _TIP)


def as_text(what: str, value: Any) -> str:
    """Check that a value is a text. Raises RosRemoteError."""
    return value if isinstance(value, str) else raise_malformed(what, value)


def as_integer(what: str, value: Any) -> int:
    """Check that a value is an integer. Raises RosRemoteError."""
    return value if type(value) is int else raise_malformed(what, value)


def as_list(what: str, value: Any) -> list[Any]:
    """Check that a value is a list. Raises RosRemoteError."""
    return value if isinstance(value, list) else raise_malformed(what, value)


def as_texts(what: str, value: Any) -> tuple[str, ...]:
    """Check that a value is a list of texts; returns them in order. Raises RosRemoteError."""
    return tuple(as_text(what, item) for item in as_list(what, value))


def as_pair(what: str, value: Any) -> Sequence[Any]:
    """Check that a value is a list of two values. Raises RosRemoteError."""
    return value if isinstance(value, list) and len(value) == 2 else raise_malformed(what, value)
