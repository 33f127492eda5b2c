"""The names of topics in the addresses of robots that can't list their topics, and in files.

Addresses are handled as text, so that it works on an address that is only half typed.
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
class AddressTopicNames:
    """The topics that an address names.

    Attributes:
        uri: the address as it was written, without the names.
        names: the names; any text.
        is_told: whether the address has the option for names at all, even an empty one.
        key: the same for all addresses of one robot; empty while the address is not understood.
        called: the protocol's word for topics.
        example: examples of names.
    """

    uri: str
    names: tuple[str, ...]
    is_told: bool
    key: str
    called: str = "DataPacks"
    example: str = "rover, rover::chassis, rover::left_hinge"


@dataclass(frozen=True, slots=True)
class NamedRobot:
    """A robot in a file with names of topics.

    Attributes:
        kind: the type that the file gives.
        uri: its address; empty if it can't be read.
        names: the names of its topics.
    """

    name: str
    kind: str
    uri: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamesFile:
    """The content of a file: its robots, and all names of topics, including those of its robots."""

    robots: tuple[NamedRobot, ...]
    names: tuple[str, ...]


def address_topic_names(uri: str) -> AddressTopicNames | None:
    """Read the names of topics in an address; None if its protocol needs none."""
    scheme, colon, _ = uri.strip().partition(":")
    if not colon or scheme.lower() not in _SCHEMES:
        return None
    from protocols.nrp.uri import parse_nrp_uri  # noqa: PLC0415 - 10 ms that other robots' users don't wait for

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
    # left as it is typed if there is nothing to remove
    without = f"{base}{'?' if rest else ''}{'&'.join(rest)}" if told else uri
    try:
        key = parse_nrp_uri(without).engine
    except LocalProtocolError:
        key = ""
    return AddressTopicNames(without, tuple(names), told, key)


def with_names(uri: str, names: Collection[str]) -> str:
    """The address with these names, and no others; without names, with an empty list of names."""
    named = address_topic_names(uri)
    if named is None:
        return uri
    listed = ",".join(quote(name, ":", errors="replace") for name in names)
    return f"{named.uri.strip()}{'&' if '?' in named.uri else '?'}{_PACKS}={listed}"


def read_names_file(data: bytes) -> NamesFile:
    """Read the robots and names in a file. Raises DecodeError."""
    from protocols.nrp.experiment import read_experiment  # noqa: PLC0415 - as above

    found = read_experiment(data)
    robots = (
        NamedRobot(engine.name, engine.type, str(engine.uri) if engine.uri is not None else "", engine.packs)
        for engine in found.engines
    )
    return NamesFile(tuple(robots), found.packs)
