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
from protocols.nrp.wording import NrpWireWording

DEFAULT_RATE_HZ: Final = 20.0
MIN_RATE_HZ: Final = 1.0
MAX_RATE_HZ: Final = 200.0

_PACKS: Final = "packs"
_RATE: Final = "rate"
_MAX_PARAMETERS: Final = 32
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
        raise _invalid(NrpWireWording.ADDRESS_INVALID())
    wire = next(wire for wire in NrpTransport if wire.scheme == match["scheme"].lower())
    port = int(match["port"] or wire.default_port)
    if not 0 < port <= 0xFFFF:
        raise _invalid(NrpWireWording.ADDRESS_PORT(port=port))
    path = match["path"] or ""
    if wire is NrpTransport.MQTT:
        if match["query"]:
            raise _invalid(NrpWireWording.BROKER_PARAMETERS())
        return NrpUri(wire, match["host"], port, path=check_engine(unquote(path)))
    if path.strip("/"):
        raise _invalid(NrpWireWording.ADDRESS_PART(part=printable_name(path)))
    packs: dict[str, None] = {}
    rate_hz = DEFAULT_RATE_HZ
    for name, value in _pairs(match["query"] or ""):
        if name == _PACKS:
            packs.update((check_name(pack), None) for pack in value.split(",") if pack.strip())
        elif name == _RATE:
            rate_hz = _rate(value)
        else:
            raise _invalid(NrpWireWording.ADDRESS_PART(part=printable_name(name)))
    if len(packs) > MAX_PACKS:
        raise LocalProtocolError(NrpWireWording.ADDRESS_PACKS(count=len(packs), limit=MAX_PACKS))
    return NrpUri(wire, match["host"], port, tuple(packs), rate_hz)


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        # a plus is a plus: names of models may hold one
        return parse_qsl(query.replace("+", "%2B"), keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise _invalid(NrpWireWording.TOO_MANY_PARAMETERS(limit=_MAX_PARAMETERS)) from error


def _rate(text: str) -> float:
    try:
        rate_hz = float(text)
    except ValueError:
        rate_hz = 0.0
    if not MIN_RATE_HZ <= rate_hz <= MAX_RATE_HZ:
        reason = NrpWireWording.ADDRESS_RATE(rate=printable_name(text), low_hz=MIN_RATE_HZ, high_hz=MAX_RATE_HZ)
        raise LocalProtocolError(reason, NrpWireWording.ADDRESS_RATE_TIP())
    return rate_hz


def _invalid(reason: str) -> LocalProtocolError:
    return LocalProtocolError(reason, NrpWireWording.ADDRESS_TIP())
