"""The secrets that the address of a robot may hold: told apart from it, put into it, blotted out.

This is about text, so that it works on an address that is only half typed too.
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
class Access:
    """How a robot is entered.

    Attributes:
        uri: its address as it was written, without what follows.
        token, proxy_token: what the address held; empty where it held none.
        has_proxy: whether the robot is reached by way of a proxy, which may want a token of its own.
        key: what its token is kept by: the same for all addresses of one robot; empty while none is understood.
    """

    uri: str
    token: str = field(default="", repr=False)
    proxy_token: str = field(default="", repr=False)
    has_proxy: bool = False
    key: str = ""

    @property
    def proxy_key(self) -> str:
        """What the proxy's token is kept by; empty where there is none."""
        return f"{self.key} proxy" if self.has_proxy and self.key else ""


def access_of(uri: str) -> Access | None:
    """What an address says of tokens; None where its protocol has none."""
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
        parsed = galileo.parse_uri(uri)
    except LocalProtocolError:
        return Access(uri, found[_TOKEN], found[_PROXY_TOKEN])
    key = f"{galileo.SCHEME}://{parsed.host.lower()}:{parsed.port}"
    return Access(uri, found[_TOKEN], found[_PROXY_TOKEN], parsed.is_wan, key)


def with_token(uri: str, token: str, proxy_token: str = "") -> str:
    """The same address with these tokens, of which an empty one changes nothing."""
    access = access_of(uri)
    if access is None:
        return uri
    pairs = ((_TOKEN, token or access.token), (_PROXY_TOKEN, proxy_token or access.proxy_token))
    added = "&".join(f"{name}={quote(value, '', errors='replace')}" for name, value in pairs if value)
    if not added:
        return access.uri
    return f"{access.uri}{'&' if '?' in access.uri else '?'}{added}"


def without_secrets(text: str) -> str:
    """Any text, fit to be shown and written down."""
    return galileo.redact(text)


class SecretAddresses(dict[str, str]):
    """Addresses as they were given. What they hold of secrets is not told by whoever writes down what holds them."""

    def __repr__(self) -> str:
        return f"{len(self)} addresses"
