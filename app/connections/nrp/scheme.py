"""The records of NRP-core's addresses: of engines over gRPC and JSON, and of brokers."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from app.connections.scheme import NameOption, Probe, Scheme, open_later
from app.wording.schemes import SchemeWording

if TYPE_CHECKING:
    from app.model.addresses import NamesFile


def _engine(uri: str) -> str:
    from protocols.nrp.uri import parse_nrp_uri  # noqa: PLC0415 - 10 ms that other robots' users don't wait for

    return parse_nrp_uri(uri).engine


def _read_file(data: bytes) -> NamesFile:
    from app.model.addresses import NamedRobot, NamesFile  # noqa: PLC0415 - as above
    from protocols.nrp.experiment import read_experiment  # noqa: PLC0415 - as above

    found = read_experiment(data)
    robots = (
        NamedRobot(engine.name, engine.type, str(engine.uri) if engine.uri is not None else "", engine.packs)
        for engine in found.engines
    )
    return NamesFile(tuple(robots), found.packs)


_OPEN: Final = partial(open_later, "app.connections.nrp.connection")
_PACKS: Final = NameOption(
    "packs", SchemeWording.PACKS(), "rover, rover::chassis, rover::left_hinge", _engine, _read_file
)

# the beginning of HTTP/2, and empty settings, which the server answers with its own
_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
# a question for no DataPacks
_NO_PACKS: Final = (
    b"POST /get_datapacks HTTP/1.1\r\nHost: engine\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
    b"Connection: close\r\n\r\n{}"
)
_ANSWER: Final = re.compile(rb"HTTP/1\.[01] 200 .*?\r\n\r\n\s*[\[{]", re.DOTALL)
# MQTT 3.1.1, a clean session without a name, kept alive for ten seconds; its answer, whatever it says
_CONNECT: Final = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x0a\x00\x00"
_CONNECTED: Final = b"\x20\x02"
_FRAME_BYTES: Final = 9
_SETTINGS: Final = 4


def _is_http2(answer: bytes) -> bool:
    return len(answer) >= _FRAME_BYTES and answer[3] == _SETTINGS and not any(answer[5:_FRAME_BYTES])


def _is_engine(answer: bytes) -> bool:
    return _ANSWER.match(answer) is not None


def _is_broker(answer: bytes) -> bool:
    return answer.startswith(_CONNECTED)


NRP_SCHEMES: Final = (
    Scheme(
        "nrp+grpc",
        _OPEN,
        label=SchemeWording.NRP_GRPC(),
        form="nrp+grpc://HOST:9004?packs=NAME,NAME",
        example="nrp+grpc://robot:9004",
        aliases=("grpc",),
        probe=Probe(_is_http2, lambda: _PREFACE),
        port=9004,
        server=SchemeWording.GRPC_ENGINE(),
        names=_PACKS,
    ),
    Scheme(
        "nrp+json",
        _OPEN,
        label=SchemeWording.NRP_JSON(),
        form="nrp+json://HOST:9002?packs=NAME,NAME",
        aliases=("http",),
        probe=Probe(_is_engine, lambda: _NO_PACKS),
        port=9002,
        server=SchemeWording.JSON_ENGINE(),
        names=_PACKS,
    ),
    Scheme(
        "nrp+mqtt",
        _OPEN,
        label=SchemeWording.NRP_MQTT(),
        form="nrp+mqtt://BROKER:1883/ENGINE",
        example="nrp+mqtt://broker:1883/engine",
        aliases=("mqtt",),
        probe=Probe(_is_broker, lambda: _CONNECT),
        port=1883,
        server=SchemeWording.BROKER(),
    ),
)
