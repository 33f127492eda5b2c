"""The address of a ROS 1 connection, the addresses of a robot's hosts, and our own address as others dial it.

A name that does not resolve is the commonest fault of ROS 1: every node says where it is by a name that its own
machine made up. Two sources are tried beside the system's resolver: the operator's aliases, and the address of the
master for a name that is the master's own.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from app.net.addresses import is_local_address, local_address, resolve_host
from app.net.errors import LinkError
from app.wording.connections import Ros1Wording
from protocols.errors import RosLocalError
from protocols.ros1.names import RosEndpoint, parse_master_uri
from protocols.ros1.names import parse_ros1_uri as parse_plain_uri

_TIP = Ros1Wording.ALIAS_TIP()
# characters that may stand in a host name or an address, and the sign between both
_PLAIN = "=:._-"
MAX_ALIASES = 256


LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class RosUri:
    """The URI of a ROS 1 connection.

    Attributes:
        aliases: (name, address) of hosts that can't be resolved otherwise, or not rightly; names in lower case, sorted.
    """

    master: RosEndpoint
    aliases: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        options = "&".join(f"alias={quote(f'{name}={address}', safe=_PLAIN)}" for name, address in self.aliases)
        return f"ros1://{RosEndpoint(self.master.host.lower(), self.master.port)}" + (f"?{options}" if options else "")


def parse_uri(uri: str, environ: Mapping[str, str]) -> RosUri:
    """Parse `ros1://HOST:PORT?alias=NAME=ADDRESS`; without a host the master is that of ROS_MASTER_URI.

    The value of a ROS_MASTER_URI may stand in place of HOST:PORT: `ros1:http://HOST:11311`.

    Raises:
        LocalProtocolError: the URI can't be understood.
    """
    address, _, options = uri.strip().partition("?")
    scheme, _, rest = address.partition(":")
    inner = rest.removeprefix("//")
    if scheme.lower() == "ros1" and inner.lower().startswith("http://"):
        master = parse_master_uri(inner)
    else:
        master = parse_plain_uri(address, environ.get("ROS_MASTER_URI", ""))
    return RosUri(master, _parse_options(options))


def _parse_options(options: str) -> tuple[tuple[str, str], ...]:
    try:
        pairs = parse_qsl(options, keep_blank_values=True, strict_parsing=bool(options), max_num_fields=MAX_ALIASES)
    except ValueError as error:
        raise RosLocalError(Ros1Wording.OPTIONS_INVALID(text=options[:80]), _TIP) from error
    aliases: dict[str, str] = {}
    for key, value in pairs:
        if key != "alias":
            raise RosLocalError(Ros1Wording.OPTION_UNKNOWN(option=key[:80]), _TIP)
        name, equals, address = (part.strip() for part in value.partition("="))
        if not equals or not _is_host(name) or not _is_host(address):
            raise RosLocalError(Ros1Wording.ALIAS_INCOMPLETE(text=value[:80]), _TIP)
        if aliases.setdefault(name.lower(), address) != address:
            raise RosLocalError(Ros1Wording.ALIAS_TWICE(name=name), _TIP)
    return tuple(sorted(aliases.items()))


def _is_host(text: str) -> bool:
    return bool(text) and text.isascii() and all(char.isalnum() or char in "._-" for char in text)


def is_loopback(host: str) -> bool:
    """Whether a host means the machine that says so."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() in {"localhost", "localhost.localdomain", "ip6-localhost"}


class RosHosts:
    """The addresses of the hosts of one robot.

    Args:
        master: the master, as the operator named it.
        aliases: the operator's addresses of names, the names in lower case.
        on_substitute: called with a name and the master's address when that is used in place of the name's own.
        look_up: resolves a name to addresses.

    Attributes:
        master_address: the master's address, empty before it was looked up.
        master_name: the master's name of its own machine, empty if the master has not given it.
    """

    def __init__(
        self,
        master: RosEndpoint,
        aliases: Mapping[str, str],
        on_substitute: Callable[[str, str], None] = lambda _name, _address: None,
        look_up: Callable[[str], Awaitable[Sequence[str]]] = resolve_host,
    ) -> None:
        self.master_address = ""
        self.master_name = ""
        self._master = master
        self._aliases = aliases
        self._on_substitute = on_substitute
        self._resolve = look_up

    async def find_master(self) -> str:
        """Look up the master's address anew. Raises OSError, ValueError."""
        found = await self._resolve(self._aliases.get(self._master.host.lower(), self._master.host))
        self.master_address = found[0]
        return found[0]

    def host_to_dial(self, host: str, on_substitute: Callable[[str, str], None] | None = None) -> str:
        """The host to dial for one that a node named: its alias, or the master where a node means its own machine.

        `on_substitute` is called instead of the one given to the constructor.
        """
        alias = self._aliases.get(host.lower())
        if alias is not None:
            return alias
        if is_loopback(host) and self.master_address and not is_loopback(self.master_address):
            # “this machine”, said to a master elsewhere, is that master's machine
            (on_substitute or self._on_substitute)(host, self.master_address)
            return self.master_address
        return host

    async def look_up(self, host: str, on_substitute: Callable[[str, str], None] | None = None) -> Sequence[str]:
        """Look up the addresses of a host named by a node, likeliest first, after `host_to_dial`. Raises LinkError."""
        try:
            return await self._resolve(self.host_to_dial(host, on_substitute))
        except (OSError, ValueError) as error:
            if not self.master_address or host.lower() not in self._own_names:
                raise LinkError(
                    Ros1Wording.NAME_UNRESOLVED(host=host),
                    Ros1Wording.NAME_UNRESOLVED_TIP(host=host),
                ) from error
        (on_substitute or self._on_substitute)(host, self.master_address)
        return (self.master_address,)

    @property
    def _own_names(self) -> frozenset[str]:
        names = {self._master.host.lower(), self.master_name.lower()}
        return frozenset(names | {f"{name}.local" for name in names})


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """Our own address.

    Attributes:
        host: the name or address that others are told.
        interface: the address to listen on.
        reason: the reason for this choice, in words.
    """

    host: str
    interface: str
    reason: str


def own_address(
    master: RosEndpoint,
    master_address: str,
    environ: Mapping[str, str],
    route: Callable[[str, int], str] = local_address,
    is_ours: Callable[[str], bool] = is_local_address,
) -> OwnAddress:
    """Find our address as others reach it: by ROS_HOSTNAME, ROS_IP, or the route to the master. Raises OSError."""
    towards = route(master_address, master.port)
    for name in ("ROS_HOSTNAME", "ROS_IP"):
        host = environ.get(name, "").strip()
        if host:
            # a name may resolve to another address here than elsewhere, and behind NAT the address is not ours
            interface = LOOPBACK if is_loopback(host) else host if name == "ROS_IP" and is_ours(host) else towards
            return OwnAddress(host, interface, Ros1Wording.ADDRESS_FROM_VARIABLE(variable=name))
    if is_loopback(towards):
        return OwnAddress(LOOPBACK, LOOPBACK, Ros1Wording.ADDRESS_OF_SAME_MACHINE())
    return OwnAddress(towards, towards, Ros1Wording.ADDRESS_ON_WAY_TO_MASTER(master=master_address))
