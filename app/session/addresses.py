"""The parts of a robot's address beside host and port: tokens, and names of topics.

Tokens are separated from an address, and added to it. Names of topics stand in the addresses of robots that
can't list their topics, and in files. All of it works on text, so that it works on an address that is only half typed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import Final
from urllib.parse import quote, unquote, unquote_plus

from app.connections.scheme import NameOption, TokenOptions
from app.connections.schemes import SCHEMES, find_scheme
from app.model.addresses import AddressTokens, AddressTopicNames, NamesFile
from app.session.errors import translated_errors
from protocols.errors import DecodeError, LocalProtocolError

_OFFERED: Final = next(iter(SCHEMES.values()))

ROBOT_SCHEMES: Final = frozenset(SCHEMES)
# the beginnings of the variables of the environment that are about robots
VARIABLE_PREFIXES: Final = tuple(scheme.variable_prefix for scheme in SCHEMES.values() if scheme.variable_prefix)

# addresses that the operator is shown: the first is that of a robot on this computer
EXAMPLES: Final = tuple(scheme.example for scheme in SCHEMES.values() if scheme.example)
# the variable of the environment with the address of that robot, and the address that follows it
OFFERED_VARIABLE: Final = _OFFERED.variable
FOLLOWING_URI: Final = f"{_OFFERED.name}:"


def address_tokens(uri: str) -> AddressTokens | None:
    """Separate an address from its tokens; None if its protocol has none."""
    options = _token_options(uri)
    if options is None:
        return None
    base, mark, query = uri.partition("?")
    found = {options.token: "", options.proxy_token: ""}
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
        key, has_proxy = options.robot_key(uri)
    except LocalProtocolError:
        key, has_proxy = "", False
    token, proxy_token = found.values()
    return AddressTokens(uri, token, proxy_token, options.variable, options.proxy_variable, has_proxy, key)


def with_token(uri: str, token: str, proxy_token: str = "") -> str:
    """The address with these tokens; an empty token changes nothing."""
    access, options = address_tokens(uri), _token_options(uri)
    if access is None or options is None:
        return uri
    pairs = ((options.token, token or access.token), (options.proxy_token, proxy_token or access.proxy_token))
    added = "&".join(f"{name}={quote(value, '', errors='replace')}" for name, value in pairs if value)
    if not added:
        return access.uri
    return f"{access.uri}{'&' if '?' in access.uri else '?'}{added}"


class SecretAddresses(dict[str, str]):
    """Addresses as they were given, by id of connection. The `repr` leaves out the addresses, for they hold secrets."""

    def __repr__(self) -> str:
        return f"{len(self)} addresses"


def address_topic_names(uri: str) -> AddressTopicNames | None:
    """Read the names of topics in an address; None if its protocol needs none."""
    option = _name_option(uri)
    if option is None:
        return None
    base, _, query = uri.strip().partition("?")
    names: dict[str, None] = {}
    rest, told = [], False
    for pair in query.split("&"):
        name, equals, value = pair.partition("=")
        if equals and unquote(name).strip() == option.name:
            told = True
            names.update((text.strip(), None) for text in unquote(value).split(",") if text.strip())
        elif pair:
            rest.append(pair)
    # left as it is typed if there is nothing to remove
    without = f"{base}{'?' if rest else ''}{'&'.join(rest)}" if told else uri
    try:
        key = option.robot_key(without)
    except LocalProtocolError:
        key = ""
    return AddressTopicNames(without, tuple(names), told, key, option.called, option.example)


def with_names(uri: str, names: Collection[str]) -> str:
    """The address with these names, and no others; without names, with an empty list of names."""
    named, option = address_topic_names(uri), _name_option(uri)
    if named is None or option is None:
        return uri
    listed = ",".join(quote(name, ":", errors="replace") for name in names)
    return f"{named.uri.strip()}{'&' if '?' in named.uri else '?'}{option.name}={listed}"


def read_names_file(data: bytes) -> NamesFile:
    """Read the robots and names in a file, by the first protocol that can. Raises SessionError if none can."""
    *others, last = dict.fromkeys(scheme.names.read_file for scheme in SCHEMES.values() if scheme.names is not None)
    for read in others:
        with contextlib.suppress(DecodeError):
            return read(data)
    with translated_errors():
        return last(data)


def _token_options(uri: str) -> TokenOptions | None:
    scheme = find_scheme(uri)
    return scheme.tokens if scheme is not None else None


def _name_option(uri: str) -> NameOption | None:
    scheme = find_scheme(uri)
    return scheme.names if scheme is not None else None
