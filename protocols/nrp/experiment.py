"""The engines and the names of DataPacks in a file: an experiment's configuration, or a plain list of names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from protocols.errors import DecodeError, LocalProtocolError
from protocols.names import name_fault, printable_name
from protocols.nrp.packs import MAX_PACKS, SEPARATOR, check_name
from protocols.nrp.uri import NrpTransport, NrpUri, parse_nrp_uri
from protocols.nrp.wording import NrpWireWording

MAX_FILE_BYTES: Final = 1024 * 1024
MAX_ENGINES: Final = 64
# levels of a configuration
_MAX_DEPTH: Final = 32
_LONGEST_LINE: Final = 4096

_TYPES: Final[Mapping[str, NrpTransport]] = {"gazebo_grpc": NrpTransport.GRPC, "gazebo_json": NrpTransport.JSON}
_ENGINES, _NAME, _TYPE, _ADDRESS = "EngineConfigs", "EngineName", "EngineType", "ServerAddress"
# keys of names of DataPacks, in lower case and without the marks that join words
_NAMES_OF_PACKS: Final = frozenset({"datapackname", "datapacknames", "datapack", "datapacks"})


@dataclass(frozen=True, slots=True)
class ExperimentEngine:
    """An engine of an experiment.

    Attributes:
        type: the configured type: “gazebo_grpc”.
        uri: the address to read it at; None where its type can't be read, or its address can't be understood.
        packs: the names of DataPacks that stand with it.
    """

    name: str
    type: str
    uri: NrpUri | None
    packs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Experiment:
    """The engines and names that were found in a file.

    Attributes:
        packs: the names of all DataPacks, also those that stand with an engine.
    """

    engines: tuple[ExperimentEngine, ...]
    packs: tuple[str, ...]


def read_experiment(data: bytes) -> Experiment:
    """Read the content of a file. Raises DecodeError where it is neither a configuration nor a list of names."""
    if len(data) > MAX_FILE_BYTES:
        raise _refused(NrpWireWording.FILE_TOO_LONG(length_bytes=len(data), limit_bytes=MAX_FILE_BYTES))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refused(NrpWireWording.FILE_NO_TEXT()) from error
    experiment = _configured(text) if text.lstrip()[:1] in {"{", "["} else _listed(text)
    if not experiment.engines and not experiment.packs:
        raise _refused(NrpWireWording.FILE_EMPTY())
    if len(experiment.engines) > MAX_ENGINES:
        raise _refused(NrpWireWording.FILE_ENGINES(count=len(experiment.engines), limit=MAX_ENGINES))
    if len(experiment.packs) > MAX_PACKS:
        raise _refused(NrpWireWording.FILE_PACKS(count=len(experiment.packs), limit=MAX_PACKS))
    return experiment


def _listed(text: str) -> Experiment:
    names: dict[str, None] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise _refused(NrpWireWording.LINE_TOO_LONG(line=number, length=len(line)))
        for part in line.partition("#")[0].split(","):
            try:
                names.update({check_name(part): None} if part.strip() else {})
            except LocalProtocolError as error:
                raise _refused(NrpWireWording.AT_LINE(line=number, reason=error.reason)) from error
    return Experiment((), tuple(names))


def _configured(text: str) -> Experiment:
    try:
        config = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = NrpWireWording.NESTED_TOO_DEEPLY() if isinstance(error, RecursionError) else str(error)
        raise _refused(NrpWireWording.FILE_NO_JSON(reason=reason)) from error
    configs = config.get(_ENGINES) if isinstance(config, dict) else None
    engines = [each for each in configs if isinstance(each, dict)] if isinstance(configs, list) else []
    by_name: dict[str, dict[str, None]] = {}
    packs: dict[str, None] = {}
    for name, engine in _names_in(config, "", 0):
        packs[name] = None
        by_name.setdefault(engine, {})[name] = None
    return Experiment(tuple(_engine(each, by_name) for each in engines), tuple(packs))


def _engine(config: Mapping[str, Any], by_name: Mapping[str, Mapping[str, None]]) -> ExperimentEngine:
    name, kind, address = (_text(config.get(key)) for key in (_NAME, _TYPE, _ADDRESS))
    wire, uri = _TYPES.get(kind), None
    if wire is not None:
        try:
            uri = parse_nrp_uri(f"{wire.scheme}://{address.partition('://')[2] or address or 'localhost'}")
        except LocalProtocolError:
            uri = None
    return ExperimentEngine(
        printable_name(name), printable_name(kind), uri, tuple(by_name.get(name, ())) if name else ()
    )


def _names_in(value: Any, engine: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield (name, its engine) for all values that are called a DataPack, or have the form of such a name."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, str):
        if SEPARATOR in value and not any(map(str.isspace, value)) and "/" not in value:
            yield from _named(value, engine)
    elif isinstance(value, list):
        for each in value:
            yield from _names_in(each, engine, depth + 1)
    elif isinstance(value, dict):
        engine = _engine_of(value, engine)
        for key, each in value.items():
            if _is_of_packs(key):
                yield from _names_below(each, engine, depth + 1)
            else:
                yield from _names_in(each, engine, depth + 1)


def _names_below(value: Any, engine: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield (name, its engine) in a value under a key for DataPacks: a name, or a list of names or named objects."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str):
            yield from _named(each, engine)
        elif isinstance(each, dict):
            for key, name in each.items():
                if key.casefold() == "name":
                    yield from _named(_text(name), _engine_of(each, engine))
            yield from _names_in(each, engine, depth + 1)


def _engine_of(value: Mapping[str, Any], engine: str) -> str:
    """Return the engine that an object names, or else that of the object around it."""
    return next((_text(each) for key, each in value.items() if key.casefold() == "enginename"), engine)


def _named(text: str, engine: str) -> Iterator[tuple[str, str]]:
    try:
        yield check_name(text), engine
    except LocalProtocolError:
        return


def _is_of_packs(key: str) -> bool:
    return key.casefold().replace("_", "").replace("-", "") in _NAMES_OF_PACKS


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) and not name_fault(value.strip()) else ""


def _refused(reason: str) -> DecodeError:
    return DecodeError(reason, NrpWireWording.FILE_TIP())
