"""The address of an engine.

    nrp+grpc://HOST:9004?packs=rover,rover::chassis&rate=20
    nrp+json://HOST:9002?packs=rover::chassis
    nrp+mqtt://BROKER:1883/ENGINE

The first two ask the engine itself. A broker has the DataPacks that an engine publishes; its address takes neither
names nor a rate.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, quote, unquote

from protocols.errors import LocalProtocolError
from protocols.names import printable_name
from protocols.nrp.mqtt_wire import check_engine
from protocols.nrp.packs import MAX_PACKS, check_name

DEFAULT_RATE_HZ: Final = 20.0
MIN_RATE_HZ: Final = 1.0
MAX_RATE_HZ: Final = 200.0

_PACKS: Final = "packs"
_RATE: Final = "rate"
_MAX_PARAMETERS: Final = 32
_TIP: Final = (
    "Write nrp+grpc://HOST:9004?packs=rover::chassis,rover::left_hinge, nrp+json://HOST:9002?packs=…, or "
    "nrp+mqtt://BROKER:1883/ENGINE."
)
_URI: Final = re.compile(
    r"(?P<scheme>nrp\+(?:grpc|json|mqtt))://(?P<host>[^\s/?#:@\[\],]+)(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[^?#\s]*)?(?:\?(?P<query>[^#\s]*))?",
    re.IGNORECASE,
)


class NrpTransport(enum.Enum):
    """The transport to an engine: the scheme of its address, its default port, and its name."""

    GRPC = ("nrp+grpc", 9004, "gRPC")
    JSON = ("nrp+json", 9002, "JSON")
    MQTT = ("nrp+mqtt", 1883, "MQTT")

    def __init__(self, scheme: str, default_port: int, label: str) -> None:
        self.scheme = scheme
        self.default_port = default_port
        self.label = label


@dataclass(frozen=True, slots=True)
class NrpUri:
    """The address of an engine, and the names of DataPacks to read: an engine can't list those that it has.

    Attributes:
        path: behind a broker, the name of an engine, or the topic of a DataTransfer engine; empty for all engines.
    """

    wire: NrpTransport
    host: str
    port: int
    packs: tuple[str, ...] = ()
    rate_hz: float = DEFAULT_RATE_HZ
    path: str = ""

    def __str__(self) -> str:
        pairs = [f"{_PACKS}={','.join(quote(name, ':') for name in self.packs)}"] if self.packs else []
        pairs += [f"{_RATE}={self.rate_hz:g}"] if self.rate_hz != DEFAULT_RATE_HZ else []
        return f"{self.engine}{'?' if pairs else ''}{'&'.join(pairs)}"

    @property
    def engine(self) -> str:
        """The address of the engine alone, the same whatever is read from it."""
        path = f"/{quote(self.path, '/:')}" if self.path else ""
        return f"{self.wire.scheme}://{self.host}:{self.port}{path}"


def parse_nrp_uri(text: str) -> NrpUri:
    """Parse the address of an engine. Raises LocalProtocolError."""
    match = _URI.fullmatch(text.strip())
    if match is None:
        raise LocalProtocolError("this is no address of an NRP-core engine", _TIP)
    wire = next(wire for wire in NrpTransport if wire.scheme == match["scheme"].lower())
    port = int(match["port"] or wire.default_port)
    if not 0 < port <= 0xFFFF:
        raise LocalProtocolError(f"port {port} is no number from 1 to 65535", _TIP)
    path = match["path"] or ""
    if wire is NrpTransport.MQTT:
        if match["query"]:
            raise LocalProtocolError("the address of a broker has no parameters: DataPacks appear as they come", _TIP)
        return NrpUri(wire, match["host"], port, path=check_engine(unquote(path)))
    if path.strip("/"):
        raise LocalProtocolError(f"the address of an engine has no “{printable_name(path)}”", _TIP)
    packs: dict[str, None] = {}
    rate_hz = DEFAULT_RATE_HZ
    for name, value in _pairs(match["query"] or ""):
        if name == _PACKS:
            packs.update((check_name(pack), None) for pack in value.split(",") if pack.strip())
        elif name == _RATE:
            rate_hz = _rate(value)
        else:
            raise LocalProtocolError(f"the address of an engine has no “{printable_name(name)}”", _TIP)
    if len(packs) > MAX_PACKS:
        raise LocalProtocolError(f"the address names {len(packs)} DataPacks, and {MAX_PACKS} are the most")
    return NrpUri(wire, match["host"], port, tuple(packs), rate_hz)


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        # a plus is a plus: names of models may hold one
        return parse_qsl(query.replace("+", "%2B"), keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise LocalProtocolError(f"the address has more than {_MAX_PARAMETERS} parameters", _TIP) from error


def _rate(text: str) -> float:
    try:
        rate_hz = float(text)
    except ValueError:
        rate_hz = 0.0
    if not MIN_RATE_HZ <= rate_hz <= MAX_RATE_HZ:
        reason = f"rate={printable_name(text)} is no number from {MIN_RATE_HZ:g} to {MAX_RATE_HZ:g}"
        raise LocalProtocolError(reason, "It is how often a second values are asked for.")
    return rate_hz
