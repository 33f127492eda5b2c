"""The address of a robot, `galileo://HOST:3547/PATH?token=…`, and the destination and content of connect.

A host that is a literal IPv4 address is dialled itself (LAN). Any other name is that of BWBot's proxy (WAN): datagrams
go to its port 10427, while the URI that the robot is told keeps host and port as they were given. `wan=yes|no` and
`send_port=PORT` in the query override that; both are for Teledeck alone and not sent.
"""

from __future__ import annotations

import dataclasses
import ipaddress
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl, quote, unquote

from protocols.errors import GalileoLocalError
from protocols.galileo.packets import encode_connect
from protocols.galileo.wording import GalileoWireWording
from protocols.names import redact_options

SCHEME: Final = "galileo"
DEFAULT_PORT: Final = 3547
PROXY_PORT: Final = 10427

_TOKEN: Final = "token"  # noqa: S105 - a name
_PROXY_TOKEN: Final = "galileo_proxy_token"  # noqa: S105 - a name
_WAN: Final = "wan"
_SEND_PORT: Final = "send_port"
_ANSWERS: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_MAX_PARAMETERS: Final = 32
_URI: Final = re.compile(
    r"galileo://(?P<host>[^\s/?#:@\[\]]+)(?::(?P<port>[0-9]{1,5}))?(?:/(?P<path>[^?#]*))?(?:\?(?P<query>[^#]*))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class GalileoUri:
    """The address of a robot and of one of its topics.

    Attributes:
        host: the host as it was written: a proxy may tell robots apart by it.
        port: the port in the URI that the robot is told.
        path: the topic without slashes around it; empty where none is named.
        token, proxy_token, parameters: secrets, or values that may be secrets.
        wan: whether the host is that of a proxy; None: by the rule of the module.
        send_port: the port that datagrams go to; None: by the rule of the module.
    """

    host: str
    port: int = DEFAULT_PORT
    path: str = ""
    token: str = field(default="", repr=False)
    proxy_token: str = field(default="", repr=False)
    parameters: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    wan: bool | None = None
    send_port: int | None = None

    @property
    def is_wan(self) -> bool:
        """Whether datagrams go by way of a proxy, which may answer from any of its ports."""
        if self.wan is not None:
            return self.wan
        # this machine is no proxy
        return not is_ipv4(self.host) and self.host.lower() != "localhost"

    @property
    def destination(self) -> tuple[str, int]:
        """The host, yet to be resolved, and the port that datagrams go to."""
        if self.send_port is not None:
            return self.host, self.send_port
        return self.host, PROXY_PORT if self.is_wan else self.port

    @property
    def redacted(self) -> str:
        """The URI without secrets, fit to be shown and written down."""
        ours = [f"{_WAN}={'yes' if self.wan else 'no'}"] if self.wan is not None else []
        ours += [f"{_SEND_PORT}={self.send_port}"] if self.send_port is not None else []
        path = f"/{_quote(self.path)}" if self.path else ""
        return f"{SCHEME}://{self.host}:{self.port}{path}{'?' if ours else ''}{'&'.join(ours)}"

    def __str__(self) -> str:
        return self.redacted

    def with_path(self, path: str) -> GalileoUri:
        """Return the address of another topic of the same robot."""
        return dataclasses.replace(self, path=path.strip("/"))

    def with_token(self, token: str) -> GalileoUri:
        """Return the same address with another token."""
        return dataclasses.replace(self, token=token)

    def connect_frames(self) -> tuple[bytes, ...]:
        """Encode the frames that ask for a session, first choice first: a proxy may want its own port in the URI.

        Raises:
            GalileoLocalError: a frame would be too long, or no topic is named.
        """
        if not self.path:
            raise GalileoLocalError(GalileoWireWording.NO_TOPIC(), GalileoWireWording.NO_TOPIC_TIP())
        ports = dict.fromkeys((self.port, PROXY_PORT) if self.is_wan else (self.port,))
        return tuple(encode_connect(self._wire(port)) for port in ports)

    def _wire(self, port: int) -> str:
        pairs = [(_TOKEN, self.token)]
        pairs += [(_PROXY_TOKEN, self.proxy_token)] if self.proxy_token else []
        pairs += self.parameters
        query = "&".join(f"{_quote(name, '')}={_quote(value, '')}" for name, value in pairs)
        return f"udp://{self.host}:{port}/{_quote(self.path)}?{query}"


def parse_galileo_uri(text: str) -> GalileoUri:
    """Parse the address of a robot. Raises GalileoLocalError, whose text holds no secret of the URI."""
    match = _URI.fullmatch(text.strip())
    if match is None:
        if text.strip().lower().startswith("galileo://["):
            raise GalileoLocalError(GalileoWireWording.NO_IPV6(), GalileoWireWording.ADDRESS_TIP())
        raise GalileoLocalError(GalileoWireWording.ADDRESS_INVALID(), GalileoWireWording.ADDRESS_TIP())
    port = _port(match["port"]) if match["port"] else DEFAULT_PORT
    try:
        pairs = parse_qsl(match["query"] or "", keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        reason = GalileoWireWording.TOO_MANY_PARAMETERS(limit=_MAX_PARAMETERS)
        raise GalileoLocalError(reason, GalileoWireWording.ADDRESS_TIP()) from error
    values = dict(pairs)
    path = unquote(match["path"] or "").strip("/")
    check_topic(path)
    return GalileoUri(
        match["host"],
        port,
        path,
        values.get(_TOKEN, ""),
        values.get(_PROXY_TOKEN, ""),
        tuple(pair for pair in pairs if pair[0] not in {_TOKEN, _PROXY_TOKEN, _WAN, _SEND_PORT}),
        _yes_or_no(values[_WAN]) if _WAN in values else None,
        _port(values[_SEND_PORT], _SEND_PORT) if _SEND_PORT in values else None,
    )


def check_topic(path: str) -> None:
    """Raise GalileoLocalError for a topic that looks as if it held a token: topics are shown and written down."""
    if redact_options(path) != path:
        raise GalileoLocalError(GalileoWireWording.TOKEN_IN_TOPIC(), GalileoWireWording.TOKEN_IN_TOPIC_TIP())


def is_ipv4(host: str) -> bool:
    """Whether this is a literal IPv4 address."""
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def _port(text: str, parameter: str = "") -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) <= 0xFFFF):
        reason = (
            GalileoWireWording.PARAMETER_NO_PORT(parameter=parameter)
            if parameter
            else GalileoWireWording.PORT_INVALID()
        )
        raise GalileoLocalError(reason, GalileoWireWording.ADDRESS_TIP())
    return int(text)


def _yes_or_no(text: str) -> bool:
    answer = _ANSWERS.get(text.lower())
    if answer is None:
        raise GalileoLocalError(
            GalileoWireWording.PARAMETER_NO_ANSWER(parameter=_WAN),
            GalileoWireWording.PARAMETER_NO_ANSWER_TIP(parameter=_WAN),
        )
    return answer


def _quote(text: str, safe: str = "/") -> str:
    """Quote all but unreserved characters and `safe`: neither end is known to read others."""
    return quote(text, safe, errors="replace")
