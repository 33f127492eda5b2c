"""The common parts of the XML-RPC interfaces of master and nodes: checked arguments, triples, multicalls.

An interface is a table of methods. A call with wrong arguments is answered by -1 and the fault of the argument, as by
rosmaster and rospy (`apivalidate`); only a call of an unknown method is an XML-RPC fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from protocols.errors import RosLocalError, RosRemoteError, printable
from protocols.ros1.graph.xmlrpc import decode_call, encode_fault, encode_response
from protocols.ros1.names import ANY, resolve

SUCCESS, FAILURE, CALLER_ERROR = 1, 0, -1

# the number that servers of Python's standard library give
_FAULT = 1
# tools bundle some ten calls, one for each of their registrations
_MAX_CALLS = 1000

Triple = tuple[int, str, Any]
# takes an argument and the name of the caller; returns the resolved argument, or raises InvalidArgumentError
Check = Callable[[Any, str], Any]


class InvalidArgumentError(Exception):
    """An argument of a call is invalid."""


class UnknownMethodError(Exception):
    """A call of a method that the interface does not have."""


@dataclass(frozen=True, slots=True)
class ApiMethod:
    """One method of an interface.

    Attributes:
        function: called with the name of the caller and the checked arguments.
        failure: the value in the answer to wrong arguments.
        checks: the checks of the arguments behind the caller's name, one for each.
    """

    function: Callable[..., Triple]
    failure: Any
    checks: tuple[Check, ...] = ()

    def call(self, arguments: Sequence[Any]) -> Triple:
        """Return the answer to a call with these arguments, valid or not."""
        if not arguments:
            return CALLER_ERROR, "missing required caller_id parameter", self.failure
        if len(arguments) != 1 + len(self.checks):
            return CALLER_ERROR, "Error: bad call arity", self.failure
        caller, *rest = arguments
        if not isinstance(caller, str):
            return CALLER_ERROR, "caller_id must be a string", self.failure
        try:
            checked = [check(argument, caller) for check, argument in zip(self.checks, rest, strict=True)]
        except InvalidArgumentError as error:
            return CALLER_ERROR, f"ERROR: parameter {error}", self.failure
        return self.function(caller, *checked)


def call(methods: Mapping[str, ApiMethod], name: str, arguments: Sequence[Any]) -> Any:
    """Answer a call by a triple, or by several for `system.multicall`. Raises UnknownMethodError."""
    if name == "system.multicall":
        return _multicall(methods, arguments)
    method = methods.get(name)
    if method is None:
        raise UnknownMethodError(f'method "{printable(name, 80)}" is not supported')
    return list(method.call(arguments))


def respond(methods: Mapping[str, ApiMethod], body: bytes) -> bytes:
    """Return the body that answers the body of a request; a fault for an invalid call or an unknown method."""
    try:
        name, arguments = decode_call(body)
        return encode_response(call(methods, name, arguments))
    except (RosRemoteError, RosLocalError, UnknownMethodError) as error:
        # the plain text: a caller gets no code
        return encode_fault(_FAULT, str(error))


def _multicall(methods: Mapping[str, ApiMethod], arguments: Sequence[Any]) -> list[Any]:
    calls = arguments[0] if len(arguments) == 1 else None
    if not isinstance(calls, list) or len(calls) > _MAX_CALLS:
        raise UnknownMethodError("system.multicall takes a list of calls")
    answers: list[Any] = []
    for one in calls:
        name, parameters = (one.get("methodName"), one.get("params")) if isinstance(one, dict) else (None, None)
        method = methods.get(name) if isinstance(name, str) else None
        if method is None or not isinstance(parameters, list):
            answers.append({"faultCode": _FAULT, "faultString": f"no method {printable(str(name), 80)}"})
        else:
            answers.append([list(method.call(parameters))])
    return answers


# checks of arguments (rosmaster/validators.py)


def any_value(value: Any, caller: str) -> Any:
    """Accept any value."""
    del caller
    return value


def not_null(name: str) -> Check:
    """Return a check that accepts any value but null."""

    def check(value: Any, caller: str) -> Any:
        del caller
        if value is None:
            raise InvalidArgumentError(f"[{name}] must be specified")
        return value

    return check


def text(name: str) -> Check:
    """Return a check that accepts a text that is not empty."""

    def check(value: Any, caller: str) -> str:
        del caller
        if not value:
            raise InvalidArgumentError(f"[{name}] must be specified and non-empty")
        if not isinstance(value, str):
            raise InvalidArgumentError(f"[{name}] must be a string")
        return value

    return check


def resource(name: str, *, root: bool = False) -> Check:
    """Return a check that resolves the name of a topic, service or node; the root's name is valid only if `root`."""

    def check(value: Any, caller: str) -> str:
        if not value or not isinstance(value, str):
            raise InvalidArgumentError(f"[{name}] must be a non-empty string")
        if ":" in value or " " in value:
            raise InvalidArgumentError(f"[{name}] contains illegal chars")
        if value == "/" and not root:
            raise InvalidArgumentError(f"[{name}] cannot be the global namespace")
        return resolve(value, caller)

    return check


def namespace(name: str) -> Check:
    """Return a check that resolves a namespace; an empty one stays empty."""

    def check(value: Any, caller: str) -> str:
        if not isinstance(value, str):
            raise InvalidArgumentError(f"[{name}] must be a string")
        return resolve(value, caller) if value else ""

    return check


def uri(name: str) -> Check:
    """Return a check that accepts the address of a node or a service."""

    def check(value: Any, caller: str) -> str:
        del caller
        if not value or not isinstance(value, str):
            raise InvalidArgumentError(f"[{name}] is not an XMLRPC URI")
        if not value.startswith(("http://", "rosrpc://")):
            raise InvalidArgumentError(f"[{name}] is not an RPC URI")
        return value

    return check


def uris(name: str) -> Check:
    """Return a check that accepts a list of addresses of nodes or services."""
    check_one = uri(name)

    def check(value: Any, caller: str) -> list[str]:
        if not isinstance(value, list):
            raise InvalidArgumentError(f"[{name}] is not a list")
        return [check_one(item, caller) for item in value]

    return check


def type_name(name: str) -> Check:
    """Return a check that accepts the name of a type, or `*` for any."""

    def check(value: Any, caller: str) -> str:
        del caller
        if not value or not isinstance(value, str):
            raise InvalidArgumentError(f"[{name}] must be a non-empty string")
        if value != ANY and value.count("/") != 1:
            raise InvalidArgumentError(f"[{name}] is not a valid package resource name")
        return value

    return check
