"""The parts of a robot's address beside host and port: tokens, and names of topics.

Tokens are separated from an address, added to it and redacted. Names of topics stand in the addresses of robots that
can't list their topics, and in files. All of it works on text, so that it works on an address that is only half typed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote, unquote_plus

from protocols.errors import LocalProtocolError
from protocols.galileo import uri as galileo

_TOKEN: Final = "token"  # noqa: S105 - a name
_PROXY_TOKEN: Final = "galileo_proxy_token"  # noqa: S105 - a name


_PACKS: Final = "packs"
_SCHEMES: Final = frozenset({"nrp+grpc", "nrp+json"})


@dataclass(frozen=True, slots=True)
class AddressTokens:
    """An address, separated from its tokens.

    Attributes:
        uri: the address as it was written, without tokens.
        token, proxy_token: the tokens in the address; empty if it held none.
        has_proxy: whether the robot is reached through a proxy, which may want a token of its own.
        key: the name under which the token is saved: the same for all addresses of one robot; empty while the address
            is not understood.
    """

    uri: str
    token: str = field(default="", repr=False)
    proxy_token: str = field(default="", repr=False)
    has_proxy: bool = False
    key: str = ""

    @property
    def proxy_key(self) -> str:
        """The name under which the proxy's token is saved; empty if there is no proxy."""
        return f"{self.key} proxy" if self.has_proxy and self.key else ""


def address_tokens(uri: str) -> AddressTokens | None:
    """Separate an address from its tokens; None if its protocol has none."""
    scheme, colon, _ = uri.strip().partition(":")
    if not colon or scheme.lower() != galileo.SCHEME:
        return None
    base, mark, query = uri.partition("?")
    found = {_TOKEN: "", _PROXY_TOKEN: ""}
    rest = []
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        if unquote_plus(name).strip().lower() in found:
            found[unquote_plus(name).strip().lower()] = unquote_plus(value)
        else:
            rest.append(pair)
    if any(found.values()):
        mark = "?" if any(rest) else ""
        uri = f"{base}{mark}{'&'.join(pair for pair in rest if pair)}"
    try:
        parsed = galileo.parse_galileo_uri(uri)
    except LocalProtocolError:
        return AddressTokens(uri, found[_TOKEN], found[_PROXY_TOKEN])
    key = f"{galileo.SCHEME}://{parsed.host.lower()}:{parsed.port}"
    return AddressTokens(uri, found[_TOKEN], found[_PROXY_TOKEN], parsed.is_wan, key)


def with_token(uri: str, token: str, proxy_token: str = "") -> str:
    """The address with these tokens; an empty token changes nothing."""
    access = address_tokens(uri)
    if access is None:
        return uri
    pairs = ((_TOKEN, token or access.token), (_PROXY_TOKEN, proxy_token or access.proxy_token))
    added = "&".join(f"{name}={quote(value, '', errors='replace')}" for name, value in pairs if value)
    if not added:
        return access.uri
    return f"{access.uri}{'&' if '?' in access.uri else '?'}{added}"


def redact_address(text: str) -> str:
    """A text, an address or not, without secrets."""
    return galileo.redact(text)


class SecretAddresses(dict[str, str]):
    """Addresses as they were given, by id of connection. The `repr` leaves out the addresses, for they hold secrets."""

    def __repr__(self) -> str:
        return f"{len(self)} addresses"


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
