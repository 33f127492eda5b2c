"""Hiding of addresses of robots and of secrets in recorded bytes: what stands in their place has the same length.

So messages stay what they are: nothing in a payload moves. Addresses of this computer itself identify nobody, and stay.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from app.faults.redaction import MIN_LABEL, OURS
from app.model.schema import Payload

# of one host more names are not told apart
MAX_ADDRESSES: Final = 500
_ADDRESS: Final = re.compile(rb"[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>\\,;)]+")

# a shorter secret occurs within other words
_MIN_SECRET: Final = 4
# no other thread runs while bytes are searched, so that it goes by pieces; none of them waits for as many as these
_PIECE_BYTES: Final = 1 << 17
_HOST: Final = re.compile(r"^[a-z][a-z0-9+.-]*://(?:[^/@]*@)?(\[[^\]]+\]|[^/:?#]+)", re.IGNORECASE)
_HERE: Final = frozenset({"localhost", "localhost.localdomain", "ip6-localhost"})
# files, which are no robots
_NO_ROBOT: Final = ("file:",)


class _Hidden(NamedTuple):
    """Bytes that are replaced, by what, and the pattern that tells whether they are meant where they stand."""

    data: bytes
    mask: bytes
    pattern: re.Pattern[bytes]

    def places(self, data: bytes, begin: int, end: int) -> Iterator[int]:
        """Yield the places that are to be replaced, of those that begin within a piece of the data."""
        at = begin
        while (found := data.find(self.data, at, end + len(self.data) - 1)) >= 0:
            if self.pattern.match(data, found):
                yield found
            at = found + 1


class Hider:
    """Replaces the hosts of some addresses, and secrets. Any thread.

    Args:
        addresses: of robots, with their schemes.
        secrets: what must not be seen at all.
    """

    def __init__(self, addresses: Iterable[str], secrets: Iterable[str] = ()) -> None:
        hosts = dict.fromkeys(host for host in map(_host, addresses) if host)
        self._hidden: list[_Hidden] = []
        self._hidden_in_words: list[_Hidden] = []
        for number, host in enumerate(sorted(hosts, key=len, reverse=True), 1):
            data = host.encode(errors="replace")
            mask, is_plain = _mask(number, len(data)), "." in host or ":" in host
            self._hidden.append(_Hidden(data, mask, re.compile(_pattern(data, is_plain=is_plain))))
            is_name = len(host) >= MIN_LABEL and host.lower() not in OURS
            pattern = _word(data) if is_name and not is_plain else _pattern(data, is_plain=is_plain)
            self._hidden_in_words.append(_Hidden(data, mask, re.compile(pattern)))
        for hidden in (self._hidden, self._hidden_in_words):
            # at the same place the longer one counts
            hidden.reverse()
            for secret in sorted({one for one in secrets if len(one) >= _MIN_SECRET}, key=len):
                data = secret.encode(errors="replace")
                hidden.append(_Hidden(data, b"*" * len(data), re.compile(re.escape(data))))

    def __call__(self, data: bytes) -> bytes:
        """Return the data with all of these replaced; the same object where there are none."""
        return self._replaced(data, self._hidden)

    def in_words(self, data: bytes) -> bytes:
        """Do the same with what this program has written: there a host is replaced where it stands alone as well."""
        return self._replaced(data, self._hidden_in_words)

    @staticmethod
    def _replaced(data: bytes, known: Sequence[_Hidden]) -> bytes:
        pieces: list[bytes] = []
        has_any = False
        done = 0
        for begin in range(0, len(data), _PIECE_BYTES):
            end = begin + _PIECE_BYTES
            masks = {at: hidden.mask for hidden in known for at in hidden.places(data, begin, end)}
            has_any |= bool(masks)
            parts: list[bytes] = []
            for at in sorted(masks):
                parts += data[done:at], masks[at][max(0, done - at) :]
                done = max(done, at + len(masks[at]))
            parts.append(data[done:end])
            done = max(done, end)
            pieces.append(b"".join(parts))
        return b"".join(pieces) if has_any else data

    def text(self, text: str) -> str:
        """Return a text with all of these replaced."""
        return self(text.encode(errors="replace")).decode(errors="replace")


def addresses_in(data: Payload) -> Iterator[str]:
    """Yield the addresses that stand in a text."""
    for found in _ADDRESS.finditer(data):
        yield found[0].decode(errors="replace")


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


def _word(host: bytes) -> bytes:
    """Return a pattern for a host that is a word of its own, and no name of a field of JSON."""
    return rb"(?<![A-Za-z0-9_-])%b(?![A-Za-z0-9_-]|\"\s*:)" % re.escape(host)


def _mask(number: int, length: int) -> bytes:
    mask = b"robot-%d" % number
    return mask.ljust(length, b"-") if len(mask) <= length else (b"%d" % number).rjust(length, b"0")[-length:]
