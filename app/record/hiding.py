"""Hiding of addresses of robots and of secrets in recorded bytes: what stands in their place has the same length.

So messages stay what they are: nothing in a payload moves. Addresses of this computer itself identify nobody, and stay.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Final

# a shorter secret occurs within other words
_MIN_SECRET: Final = 4
_HOST: Final = re.compile(r"^[a-z][a-z0-9+.-]*://(?:[^/@]*@)?(\[[^\]]+\]|[^/:?#]+)", re.IGNORECASE)
_HERE: Final = frozenset({"localhost", "localhost.localdomain", "ip6-localhost"})
# files, which are no robots
_NO_ROBOT: Final = ("file:",)


class Hider:
    """Replaces the hosts of some addresses, and secrets. Any thread.

    Args:
        addresses: of robots, with their schemes.
        secrets: what must not be seen at all.
    """

    def __init__(self, addresses: Iterable[str], secrets: Iterable[str] = ()) -> None:
        self._masks: dict[bytes, bytes] = {}
        patterns = []
        for secret in sorted({one for one in secrets if len(one) >= _MIN_SECRET}, key=len, reverse=True):
            data = secret.encode(errors="replace")
            self._masks[data] = b"*" * len(data)
            patterns.append(re.escape(data))
        hosts = dict.fromkeys(host for host in map(_host, addresses) if host)
        for number, host in enumerate(sorted(hosts, key=len, reverse=True), 1):
            data = host.encode(errors="replace")
            self._masks[data] = _mask(number, len(data))
            patterns.append(_pattern(data, is_plain="." in host or ":" in host))
        self._pattern = re.compile(b"|".join(patterns)) if patterns else None

    def __call__(self, data: bytes) -> bytes:
        """Return the data with all of these replaced; the same object where there are none."""
        # which is much faster than the pattern, and seldom so
        if self._pattern is None or not any(found in data for found in self._masks):
            return data
        changed = self._pattern.sub(lambda match: self._masks[match[0]], data)
        return data if changed == data else changed

    def text(self, text: str) -> str:
        """Return a text with all of these replaced."""
        return self(text.encode(errors="replace")).decode(errors="replace")


def _host(address: str) -> str:
    """Return the host of an address; empty where it is this computer, or there is none."""
    found = _HOST.match(address)
    if found is None or address.startswith(_NO_ROBOT):
        return ""
    host = found[1].strip("[]")
    if host.lower() in _HERE:
        return ""
    try:
        known = ipaddress.ip_address(host)
    except ValueError:
        return host
    return "" if known.is_loopback or known.is_unspecified else host


def _pattern(host: bytes, *, is_plain: bool) -> bytes:
    """Return a pattern for a host: a word that could mean anything else is one only where addresses have it."""
    name = re.escape(host)
    if is_plain:
        return rb"(?<![A-Za-z0-9._-])%b(?![A-Za-z0-9_-]|\.[A-Za-z0-9])" % name
    return rb"(?<=://)%b(?![A-Za-z0-9_-])|(?<=@)%b(?![A-Za-z0-9_-])|(?<![A-Za-z0-9._-])%b(?=:\d)" % (name, name, name)


def _mask(number: int, length: int) -> bytes:
    mask = b"robot-%d" % number
    return mask.ljust(length, b"-") if len(mask) <= length else (b"%d" % number).rjust(length, b"0")[-length:]
