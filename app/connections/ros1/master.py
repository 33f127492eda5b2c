"""Calls to the master and to nodes, with every answer checked: no value that comes back is trusted to have a shape."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Protocol

from app.connections.ros1.addresses import RosHosts
from app.model.graph import Parameter
from app.wording.connections import Ros1Wording
from protocols.errors import RosFaultError, RosLocalError, RosRemoteError, printable
from protocols.ros1.graph.xmlrpc import decode_response, encode_call, unpack_triple
from protocols.ros1.names import RosEndpoint, parse_service_api

# reading a longer answer takes longer than other links should wait for
LONG_BODY = 128 * 1024
_TIP = Ros1Wording.ANSWER_STRANGE_TIP()


# for a registration that was refused
REFUSED_TIP: Final = Ros1Wording.NAME_TIP()
Registrations = Mapping[str, tuple[str, ...]]


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
            raise RosFailureError(
                Ros1Wording.CALL_REFUSED(
                    where=str(where), method=method, reason=printable(message) or Ros1Wording.NO_REASON()
                ),
                "",
                code,
            )
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
    raise RosRemoteError(Ros1Wording.ANSWER_STRANGE(what=what, value=printable(repr(value)[:200], 80)), _TIP)


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


@dataclass(frozen=True, slots=True)
class SystemState:
    """All publishers, subscribers and services: names of topics or services to the names of their nodes."""

    publishers: Registrations
    subscribers: Registrations
    services: Registrations


class RosMaster:
    """The master, as its clients call it. Each call raises ProtocolError when it fails.

    Args:
        caller: the caller of methods, under our node's name.
        where: the address of the master.
        timeout_s: the longest time for an answer.
    """

    def __init__(self, caller: RosApiCaller, where: RosEndpoint, timeout_s: float) -> None:
        self.where = where
        self._caller = caller
        self._timeout_s = timeout_s
        # a large robot's state takes long to read, and seldom changes
        self._state_told: list[Any] | None = None
        self._state = SystemState({}, {}, {})
        self._types_told: list[Any] | None = None
        self._types: Mapping[str, str] = {}

    async def pid(self) -> int:
        """Ask for the number of its process: a new number means that it was started again."""
        return as_integer(Ros1Wording.MASTER_PROCESS(), await self._call("getPid"))

    async def uri(self) -> str:
        """Ask for the address that the master gives itself."""
        return as_text(Ros1Wording.MASTER_ADDRESS(), await self._call("getUri"))

    async def system_state(self) -> SystemState:
        """Ask for all registrations; returns the same object for as long as nothing changes."""
        what = Ros1Wording.MASTER_STATE()
        parts = as_list(what, await self._call("getSystemState", remember=True))
        if parts is not self._state_told:
            if len(parts) != 3:
                raise_malformed(what, parts)
            self._state = SystemState(*(_registrations(part) for part in parts))
            self._state_told = parts
        return self._state

    async def topic_types(self) -> Mapping[str, str]:
        """Ask for the types of all topics ever registered, `*` if unknown; the same object while nothing changes."""
        what = Ros1Wording.TOPIC_TYPES()
        told = as_list(what, await self._call("getTopicTypes", remember=True))
        if told is not self._types_told:
            pairs = (as_pair(what, pair) for pair in told)
            self._types = {as_text(what, topic): as_text(what, type_name) for topic, type_name in pairs}
            self._types_told = told
        return self._types

    async def look_up_node(self, node: str) -> str:
        """Ask for the address at which a node answers calls."""
        return as_text(Ros1Wording.ADDRESS_OF(name=node), await self._call("lookupNode", node))

    async def look_up_service(self, service: str) -> RosEndpoint:
        """Ask for the address of a service. Raises RosFailureError where no node serves it."""
        return parse_service_api(
            as_text(Ros1Wording.ADDRESS_OF(name=service), await self._call("lookupService", service))
        )

    async def register_subscriber(self, topic: str, type_name: str, api: str) -> tuple[str, ...]:
        """Subscribe, and return the addresses at which the publishers answer calls."""
        what = Ros1Wording.PUBLISHERS_OF(topic=topic)
        return as_texts(what, await self._call("registerSubscriber", topic, type_name, api))

    async def unregister_subscriber(self, topic: str, api: str) -> None:
        """End a subscription."""
        await self._call("unregisterSubscriber", topic, api)

    async def register_publisher(self, topic: str, type_name: str, api: str) -> tuple[str, ...]:
        """Publish, and return the addresses at which the subscribers answer calls. The type becomes the topic's."""
        what = Ros1Wording.SUBSCRIBERS_OF(topic=topic)
        return as_texts(what, await self._call("registerPublisher", topic, type_name, api))

    async def unregister_publisher(self, topic: str, api: str) -> None:
        """End a publication."""
        await self._call("unregisterPublisher", topic, api)

    async def parameter(self, key: str) -> Parameter:
        """Ask for a parameter, or the tree below a namespace. Raises RosFailureError where it is not set."""
        return _plain(await self._call("getParam", key))

    async def parameter_or_none(self, key: str) -> Parameter:
        """Ask for a parameter; None where it is not set."""
        try:
            return await self.parameter(key)
        except RosFailureError:
            return None

    async def parameter_names(self) -> tuple[str, ...]:
        """Ask for the full names of all parameters, without namespaces."""
        return as_texts(Ros1Wording.PARAMETER_NAMES(), await self._call("getParamNames"))

    async def set_parameter(self, key: str, value: Parameter) -> None:
        """Set a parameter or the tree below a namespace."""
        await self._call("setParam", key, value)

    async def delete_parameter(self, key: str) -> None:
        """Delete a parameter. Raises RosFailureError where it is not set."""
        await self._call("deleteParam", key)

    async def subscribe_parameter(self, key: str, api: str) -> Parameter:
        """Subscribe to changes of a parameter, by paramUpdate; returns its present value, {} where it is not set."""
        return _plain(await self._call("subscribeParam", api, key))

    async def unsubscribe_parameter(self, key: str, api: str) -> None:
        """End the subscription to a parameter."""
        await self._call("unsubscribeParam", api, key)

    async def _call(self, method: str, *arguments: Any, remember: bool = False) -> Any:
        return await self._caller.call(self.where, method, *arguments, timeout_s=self._timeout_s, remember=remember)


def _registrations(part: Any) -> Registrations:
    what = Ros1Wording.MASTER_STATE()
    pairs = (as_pair(what, pair) for pair in as_list(what, part))
    return {as_text(what, name): as_texts(what, nodes) for name, nodes in pairs}


def _plain(value: Any) -> Parameter:
    """Convert a parameter: dates become texts, as other programs show them."""
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
