"""The records of NRP-core's addresses: of engines over gRPC and JSON, and of brokers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from app.connections.scheme import NameOption, Scheme, open_later
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
_PACKS: Final = NameOption("packs", "DataPacks", "rover, rover::chassis, rover::left_hinge", _engine, _read_file)

NRP_SCHEMES: Final = (
    Scheme(
        "nrp+grpc",
        _OPEN,
        form="nrp+grpc://HOST:9004?packs=NAME,NAME",
        example="nrp+grpc://robot:9004",
        port=9004,
        server=SchemeWording.GRPC_ENGINE(),
        names=_PACKS,
    ),
    Scheme(
        "nrp+json",
        _OPEN,
        form="nrp+json://HOST:9002?packs=NAME,NAME",
        port=9002,
        server=SchemeWording.JSON_ENGINE(),
        names=_PACKS,
    ),
    Scheme(
        "nrp+mqtt",
        _OPEN,
        form="nrp+mqtt://BROKER:1883/ENGINE",
        example="nrp+mqtt://broker:1883/engine",
        port=1883,
        server=SchemeWording.BROKER(),
    ),
)
