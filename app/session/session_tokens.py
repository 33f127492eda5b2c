"""The tokens in the address of a robot: separated from it, added to it, redacted.

Addresses are handled as text, so that it works on an address that is only half typed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote_plus

from protocols.errors import LocalProtocolError
from protocols.galileo import uri as galileo

_TOKEN: Final = "token"  # noqa: S105 - a name
_PROXY_TOKEN: Final = "galileo_proxy_token"  # noqa: S105 - a name


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
