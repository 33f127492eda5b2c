"""The address of a ROS 1 connection: its master, and the operator's aliases of its hosts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from protocols.ros1.names import RosEndpoint, parse_master_uri
from protocols.ros1.names import parse_ros1_uri as parse_plain_uri
from protocols.ros1_errors import RosLocalError

_TIP = "Write ros1://HOST:11311?alias=NAME=ADDRESS."
# characters that may stand in a host name or an address, and the sign between both
_PLAIN = "=:._-"
MAX_ALIASES = 256


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
        raise RosLocalError(f"“?{options[:80]}” holds no options", _TIP) from error
    aliases: dict[str, str] = {}
    for key, value in pairs:
        if key != "alias":
            raise RosLocalError(f"“{key[:80]}” is no option of a ROS 1 connection", _TIP)
        name, equals, address = (part.strip() for part in value.partition("="))
        if not equals or not _is_host(name) or not _is_host(address):
            raise RosLocalError(f"“{value[:80]}” does not say which address a name stands for", _TIP)
        if aliases.setdefault(name.lower(), address) != address:
            raise RosLocalError(f"“{name}” stands for two addresses", _TIP)
    return tuple(sorted(aliases.items()))


def _is_host(text: str) -> bool:
    return bool(text) and text.isascii() and all(char.isalnum() or char in "._-" for char in text)
