"""The names of topics that an address holds, of robots that can't list theirs, and what a file says of such.

What is about addresses is about text, so that it works on one that is only half typed too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from protocols.errors import LocalProtocolError

_PACKS: Final = "packs"
_SCHEMES: Final = frozenset({"nrp+grpc", "nrp+json"})


@dataclass(frozen=True, slots=True)
class Named:
    """The topics that an address names.

    Attributes:
        uri: the address as it was written, without what follows.
        names: what it named; any text.
        is_told: whether it says anything of names at all, be it that there are none.
        key: the same for all addresses of one robot; empty while none is understood.
        called: what topics are called there.
        example: names as they may be.
    """

    uri: str
    names: tuple[str, ...]
    is_told: bool
    key: str
    called: str = "DataPacks"
    example: str = "rover, rover::chassis, rover::left_hinge"


@dataclass(frozen=True, slots=True)
class NamedRobot:
    """A robot that a file tells of.

    Attributes:
        kind: what the file says that it is.
        uri: its address; empty where it can't be read.
        names: those that stand with it.
    """

    name: str
    kind: str
    uri: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamesFile:
    """The content of a file: robots, and all names, also those that stand with one of them."""

    robots: tuple[NamedRobot, ...]
    names: tuple[str, ...]


def named_of(uri: str) -> Named | None:
    """The names in an address, and what there is to say of them; None where its protocol needs none."""
    scheme, colon, _ = uri.strip().partition(":")
    if not colon or scheme.lower() not in _SCHEMES:
        return None
    from protocols.nrp.uri import parse_uri  # noqa: PLC0415 - 10 ms that other robots' users don't wait for

    base, _, query = uri.strip().partition("?")
    names: dict[str, None] = {}
    rest, told = [], False
    for pair in query.split("&"):
        name, equals, value = pair.partition("=")
        if equals and unquote(name).strip() == _PACKS:
            told = True
            names.update((pack.strip(), None) for pack in unquote(value).split(",") if pack.strip())
        elif pair:
            rest.append(pair)
    # as it is typed, where there is nothing to be taken out of it
    without = f"{base}{'?' if rest else ''}{'&'.join(rest)}" if told else uri
    try:
        key = parse_uri(without).engine
    except LocalProtocolError:
        key = ""
    return Named(without, tuple(names), told, key)


def with_names(uri: str, names: Collection[str]) -> str:
    """The same address with these names, and no others; where there are none, it says so."""
    named = named_of(uri)
    if named is None:
        return uri
    listed = ",".join(quote(name, ":", errors="replace") for name in names)
    return f"{named.uri.strip()}{'&' if '?' in named.uri else '?'}{_PACKS}={listed}"


def read_names(data: bytes) -> NamesFile:
    """The robots and names in a file. Raises DecodeError."""
    from protocols.nrp.experiment import read_experiment  # noqa: PLC0415 - as above

    found = read_experiment(data)
    robots = (
        NamedRobot(engine.name, engine.type, str(engine.uri) if engine.uri is not None else "", engine.packs)
        for engine in found.engines
    )
    return NamesFile(tuple(robots), found.packs)
