"""Names of topics and masters (Node::DecodeTopicName, the GAZEBO_MASTER_URI variable)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocols.errors import LocalProtocolError
from protocols.gazebo.wording import GazeboWireWording
from protocols.names import name_fault, printable_name

DEFAULT_HOST = "localhost"
DEFAULT_PORT = 11345
DEFAULT_NAMESPACE = "default"


@dataclass(frozen=True, slots=True, order=True)
class GazeboEndpoint:
    """A host, by name or IPv4 address, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def check_topic(name: str) -> str:
    """Return `name` if it does not harm a master. Raises LocalProtocolError."""
    fault = name_fault(name)
    if fault:
        raise LocalProtocolError(
            GazeboWireWording.NAME_INVALID(topic=printable_name(name), reason=fault), GazeboWireWording.NAME_TIP()
        )
    return name


def is_full_name(name: str) -> bool:
    """Whether a name is full, so that it names a topic by itself; other names do only where the master lists them."""
    return name.startswith(("/", "~/"))


def unlisted_topic_error(name: str) -> LocalProtocolError:
    """Return the error for a name that is not full, and that the master does not list."""
    return LocalProtocolError(
        GazeboWireWording.NOT_LISTED(topic=printable_name(name)), GazeboWireWording.NOT_LISTED_TIP()
    )


def resolve_topic(name: str, namespaces: Sequence[str]) -> str:
    """Return the full name of a topic: `~` stands for `/gazebo/` and the first namespace, the first `//` for `/`."""
    namespace = namespaces[0] if namespaces else DEFAULT_NAMESPACE
    if name.startswith("~"):
        name = name.replace("~", f"/gazebo/{namespace}", 1)
    return name.replace("//", "/", 1)


def _port(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else 0
    return number if 0 < number < 65536 else None


def parse_master_uri(text: str) -> GazeboEndpoint:
    """Parse the endpoint that a GAZEBO_MASTER_URI names.

    As Gazebo reads it: `http://` is optional, the last colon splits off the port, and 11345 is used where that is
    missing or no number. Empty: localhost.
    """
    text = text.strip().removeprefix("http://").rstrip("/")
    host, colon, port = text.rpartition(":")
    if not colon:
        return GazeboEndpoint(text or DEFAULT_HOST, DEFAULT_PORT)
    return GazeboEndpoint(host or DEFAULT_HOST, _port(port) or DEFAULT_PORT)


def parse_gazebo_uri(uri: str, master_uri: str = "") -> GazeboEndpoint:
    """Parse the master's endpoint in `gazebo://HOST:PORT`; without a host, that of `master_uri` (GAZEBO_MASTER_URI).

    Raises:
        LocalProtocolError: it is no such URI. Unlike in the variable, a wrong port is not passed over.
    """
    scheme, scheme_end, rest = uri.partition(":")
    rest = rest.removeprefix("//").removesuffix("/")
    if scheme.lower() + scheme_end != "gazebo:" or not rest.isprintable() or any(mark in rest for mark in "/?#@ "):
        raise LocalProtocolError(GazeboWireWording.ADDRESS_INVALID(uri=uri), GazeboWireWording.ADDRESS_TIP())
    if not rest:
        return parse_master_uri(master_uri)
    if "[" in rest:
        raise LocalProtocolError(GazeboWireWording.ADDRESS_IPV6(uri=uri), GazeboWireWording.ADDRESS_TIP())
    host, colon, digits = rest.partition(":")
    port = _port(digits) if colon else DEFAULT_PORT
    if port is None:
        raise LocalProtocolError(GazeboWireWording.ADDRESS_PORT(port=digits, uri=uri), GazeboWireWording.ADDRESS_TIP())
    if not host:
        raise LocalProtocolError(GazeboWireWording.ADDRESS_WITHOUT_HOST(uri=uri), GazeboWireWording.ADDRESS_TIP())
    return GazeboEndpoint(host, port)
