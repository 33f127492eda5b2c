"""Names of the ROS graph (rosgraph.names), and the addresses of masters, nodes and services."""

from __future__ import annotations

import re
from dataclasses import dataclass

from protocols.errors import RosLocalError, RosRemoteError, printable
from protocols.names import name_fault
from protocols.ros1.wording import RosGraphWording

# the mark for any type, and for any MD5
ANY = "*"
DEFAULT_HOST = "localhost"
DEFAULT_PORT = 11311
# the beginning of the name of every node of ours, by which others and we recognise them
NODE_PREFIX = "teledeck_"

_NAME = re.compile(r"[~/A-Za-z][\w/]*", re.ASCII)
_TYPE = re.compile(r"[A-Za-z]\w*/[A-Za-z]\w*", re.ASCII)
# names of ROS's own tools that only observe, with the number of a process or a time behind
_ONLOOKER = re.compile(r"(?:rostopic_\d+|record|rviz|rqt_gui_(?:py|cpp)_node)_\d+", re.ASCII)
_ADDRESS = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%\w]+\]|[^\s:/?#@\[\]]+):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True, slots=True, order=True)
class RosEndpoint:
    """A host, by name or address, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


# names


def is_valid(name: str) -> bool:
    """Whether libraries of ROS accept a name: global, relative or private (`~`)."""
    return _NAME.fullmatch(name) is not None and "//" not in name


def is_global(name: str) -> bool:
    """Whether a name begins at the root."""
    return name.startswith("/")


def is_private(name: str) -> bool:
    """Whether a name belongs to its node."""
    return name.startswith("~")


def is_teledeck_node(node: str) -> bool:
    """Whether a node is one of Teledeck, of this process or another."""
    return node.rpartition("/")[2].startswith(NODE_PREFIX)


def is_observer(node: str) -> bool:
    """Whether a node has the name of a tool of ROS that only observes: it shows or records, and obeys nothing.

    The tools are `rostopic`, `rosbag record`, `rqt` and `rviz`. Only the name tells: other nodes may take such a name.
    """
    return _ONLOOKER.fullmatch(node.rpartition("/")[2]) is not None


def canonical(name: str) -> str:
    """Return a name without doubled slashes and without a slash at its end."""
    if not name or name == "/":
        return name
    start = "/" if name.startswith("/") else ""
    return start + "/".join(part for part in name.split("/") if part)


def namespace_of(name: str) -> str:
    """Return the namespace of a name, with a slash at its end; relative names are in the root."""
    return canonical(name).rpartition("/")[0] + "/"


def join(namespace: str, name: str) -> str:
    """Join a namespace and a name; a global name stays as it is."""
    return canonical(name if is_global(name) else f"{namespace}/{name.removeprefix('~')}")


def resolve(name: str, node: str) -> str:
    """Resolve `name` in `node` to a global name, whatever its characters; an empty one to the node's namespace.

    Master and nodes resolve the names that others send in this way; `resolve_topic` is for names that we want.
    """
    if not name:
        return namespace_of(node)
    if is_private(name):
        return canonical(f"{node}/{name[1:]}")
    return canonical(name) if is_global(name) else canonical(namespace_of(node) + name)


def resolve_topic(name: str, node: str, *, listed: bool = False) -> str:
    """Resolve `name` in `node` to the name of a topic, service or node.

    A name that the master has `listed` in this form stands for itself: nodes register names that no library of ROS
    would make.

    Raises:
        RosLocalError: the name would harm the master, or names a namespace.
    """
    fault = name_fault(name)
    if fault:
        raise RosLocalError(
            RosGraphWording.NAME_INVALID(name=printable(name, 80), reason=fault), RosGraphWording.NAME_TIP()
        )
    if listed:
        return name
    resolved = resolve(name, node)
    if not name or resolved in {"/", node}:
        reason = RosGraphWording.NAMES_NAMESPACE(name=printable(name, 80))
        raise RosLocalError(reason, RosGraphWording.NAMES_NAMESPACE_TIP())
    return resolved


def check_type(name: str) -> str:
    """Return `name` if it can be that of a message or service type. Raises RosLocalError."""
    if not _TYPE.fullmatch(name):
        raise RosLocalError(RosGraphWording.NO_TYPE(name=printable(name, 80)), RosGraphWording.NO_TYPE_TIP())
    return name


def check_namespace(text: str) -> str:
    """Parse the namespace in ROS_NAMESPACE; the root if empty. Raises RosLocalError."""
    namespace = canonical("/" + text.strip())
    if namespace != "/" and not is_valid(namespace):
        raise RosLocalError(RosGraphWording.NO_NAMESPACE(text=printable(text, 80)), RosGraphWording.NO_NAMESPACE_TIP())
    return namespace


def anonymous_name(pid: int, milliseconds: int, namespace: str = "/") -> str:
    """Return a unique name for a node: the master ends an older node of the same name."""
    return canonical(f"{namespace}/{NODE_PREFIX}{pid}_{milliseconds}")


# addresses


def parse_address(text: str) -> RosEndpoint | None:
    """Parse the endpoint HOST:PORT; None where the text is none."""
    match = _ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match["port"]) < 65536:
        return None
    return RosEndpoint(match["host"].strip("[]"), int(match["port"]))


def _parse_remote(uri: str, scheme: str, fault: RosGraphWording) -> RosEndpoint:
    rest = uri.strip()
    endpoint = None
    if rest.lower().startswith(scheme):
        # a path is no part of the address: roscpp ignores it, others serve /RPC2
        endpoint = parse_address(rest[len(scheme) :].partition("/")[0])
    if endpoint is None:
        raise RosRemoteError(fault(uri=printable(uri, 80)), RosGraphWording.NODE_AT_FAULT_TIP())
    return endpoint


def parse_api(uri: str) -> RosEndpoint:
    """Parse a node's XML-RPC address, http://HOST:PORT/. Raises RosRemoteError."""
    return _parse_remote(uri, "http://", RosGraphWording.NO_NODE_ADDRESS)


def parse_service_api(uri: str) -> RosEndpoint:
    """Parse a service's address, rosrpc://HOST:PORT. Raises RosRemoteError."""
    return _parse_remote(uri, "rosrpc://", RosGraphWording.NO_SERVICE_ADDRESS)


def _parse_master(rest: str, uri: str, tip: RosGraphWording) -> RosEndpoint:
    rest = rest.removesuffix("/")
    host = rest[1:-1] if rest.startswith("[") and rest.endswith("]") else rest
    has_port = ":" in rest and host == rest
    endpoint = parse_address(rest if has_port else f"{rest}:{DEFAULT_PORT}")
    if endpoint is None:
        raise RosLocalError(RosGraphWording.NO_MASTER_ADDRESS(uri=printable(uri, 80)), tip())
    if ":" in endpoint.host:
        raise RosLocalError(RosGraphWording.IPV6_ADDRESS(uri=printable(uri, 80)), tip())
    return endpoint


def parse_master_uri(text: str) -> RosEndpoint:
    """Parse the endpoint in ROS_MASTER_URI; that of this machine if it is empty. Raises RosLocalError."""
    text = text.strip()
    if not text:
        return RosEndpoint(DEFAULT_HOST, DEFAULT_PORT)
    tip = RosGraphWording.MASTER_VARIABLE_TIP
    if not text.lower().startswith("http://"):
        raise RosLocalError(RosGraphWording.NO_MASTER_ADDRESS(uri=printable(text, 80)), tip())
    return _parse_master(text[len("http://") :], text, tip)


def parse_ros1_uri(uri: str, master_uri: str = "") -> RosEndpoint:
    """Parse the master's endpoint in `ros1://HOST:PORT`; without a host, that of `master_uri` (ROS_MASTER_URI).

    Raises:
        RosLocalError: the text is no such URI.
    """
    tip = RosGraphWording.MASTER_ADDRESS_TIP
    scheme, colon, rest = uri.strip().partition(":")
    if scheme.lower() != "ros1" or not colon:
        raise RosLocalError(RosGraphWording.NO_MASTER_ADDRESS(uri=printable(uri, 80)), tip())
    rest = rest.removeprefix("//")
    if not rest.removesuffix("/"):
        return parse_master_uri(master_uri)
    return _parse_master(rest, uri, tip)
