"""Redaction of texts that are shown to strangers: secrets are removed, names and addresses get meaningless names.

The same thing has the same name in all texts of one report: `robot-1` is the same robot in each file. So a redactor
first learns from all texts, and changes them only then. Addresses of this machine itself (localhost) stay: they
identify nobody.

A secret value stands in logs and settings as it is, escaped as in JSON or Python, percent-encoded, as an HTML entity,
in base64 of a text around it, or in hexadecimal digits.
"""

from __future__ import annotations

import base64
import html
import ipaddress
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html.entities import codepoint2name
from typing import Final
from urllib.parse import quote, unquote

REDACTED: Final = "…"
# replacing a shorter value would damage the text; behind a name like `token=` it is found all the same
MIN_CHARACTERS: Final = 4

_VALUE: Final = r"""[^\s&"'<>,;}\\]+"""
_NAMES: Final = "token|password|passwd|secret|api_?key"
_BY_NAME: Final = (
    # to the end of the quotes
    re.compile(rf"(?i)((?:{_NAMES}|authorization)(?:\\*[\"'])?\s*[:=]\s*(\\*[\"']))(?:(?!\2)(?:\\.|.))+"),
    re.compile(rf"(?i)((?:token|password|passwd|secret|key)(?:=|%(?:25)*3D)(?:\\*[\"'])?){_VALUE}"),
    re.compile(
        rf"(?i)((?:{_NAMES}|authorization)\\*[\"']?\s*:\s*(?:\\*[\"'])?"
        rf"(?:(?:bearer|basic)\s+)?){_VALUE}"
    ),
    re.compile(rf"(?i)((?:{_NAMES})\s+=\s*|(?:{_NAMES})=\s+){_VALUE}"),
    re.compile(r"(?i)(\b(?:bearer|basic)\s+)[\w.~+/=-]{6,}"),
    # user and password in an address, to the last @: one in a password need not be escaped
    re.compile(r"(://)[^/\s\"'<>]+(?=@)"),
)
_BASE64: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")
# matches begin at the first backslash only: from each of thousands in a line a match would take seconds
_BYTES: Final = re.compile(r"(?<!\\)(?:\\+x[0-9A-Fa-f]{2})+")
_UNICODE: Final = re.compile(r"(?<!\\)\\+(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{3,4}))|%U([0-9A-Fa-f]{4})")
_ESCAPE: Final = re.compile(r"[%\\&]")


_URI: Final = re.compile(
    r"(?i)\b([a-z][a-z0-9+.-]{0,20})://(?:[^/\s\"'<>]*@)?(\[[0-9a-f:.%]+\]|[^\s/?#:@\[\]\"'<>\\,;)…]+)"
)
_IPV4: Final = re.compile(r"(?<![A-Za-z0-9.])(?:\d{1,3}\.){3}\d{1,3}(?!\d|\.\d)")
_IPV6: Final = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]{0,4})(?![\w:])")
_HARDWARE: Final = re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}(?![\w:])")
_LOCAL_NAME: Final = re.compile(
    r"(?i)(?<![\w.-])(?:[\w-]+\.)+(?:local|lan|home|internal|intranet|corp|localdomain)(?![\w-])"
)
_HOME: Final = re.compile(r"(/home/|/Users/|[A-Za-z]:\\+Users\\+)([^\s/\\:;,\"'<>]+)")

# colours of terminals
_ANSI: Final = re.compile(r"(?:\x1b|(?<!\\)\\+(?:u001[bB]|x1[bB]|033))\[[0-9;]*[A-Za-z]")

# escaped line ends and the like, whose last letter is no part of the word behind
_BREAK: Final = re.compile(r"(?<!\\)\\+(?:[nrtfvb]|u00[01][0-9A-Fa-f]|x[01][0-9A-Fa-f])")

# our own words: as names of hosts they are replaced in addresses only, otherwise little could be understood
OURS: Final = frozenset(
    {
        *("robot", "robots", "host", "hosts", "user", "users"),
        *("demo", "drive", "window", "watchdog", "teledeck", "link", "topic", "topics", "python", "app", "protocols"),
        *("error", "warning", "info", "debug"),
    }
)

# users that are no person's name
_NOBODY: Final = frozenset({"root", "user", "nobody", "admin", "public", "shared"})
_HERE: Final = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})

# placeholders in help texts
_STAND_INS: Final = frozenset({"HOST", "BROKER", "ROBOT", "MASTER"})

# of a robot's host name; a shorter one occurs within other words
MIN_LABEL: Final = 4

# more names are not distinguished, but replaced all the same
MAX_NAMES: Final = 500
MAX_LINE_CHARACTERS: Final = 16_000
PART_CHARACTERS: Final = 8_000
_OTHER: Final = "other-host"


def redact_secrets(text: str, known: Iterable[str] = ()) -> str:
    """Redact these values, and the values behind `token=` and the like."""
    for value in sorted({value for value in known if len(value) >= MIN_CHARACTERS}, key=len, reverse=True):
        text = replace_secret(text, value, REDACTED)
    return redact_named_secrets(text)


def redact_named_secrets(text: str) -> str:
    """Redact the values behind `token=` and the like."""
    for pattern in _BY_NAME:
        text = pattern.sub(rf"\1{REDACTED}", text)
    return text


def replace_secret(text: str, value: str, by: str) -> str:
    """Replace a secret in a text, in any of its encodings."""
    text = text.replace(value, by)
    for core in _encoded(value):
        text = _replace_run(text, core, by)
    if not _ESCAPE.search(text):
        return text
    return "\n".join(replace_escaped(line, value, by) if value in unescape(line) else line for line in text.split("\n"))


def replace_escaped(line: str, value: str, by: str, *, ignore_case: bool = False, bounds: bool = False) -> str:
    """Replace a value in a line, where any of its characters may be escaped."""
    return _escaped(value, ignore_case=ignore_case, bounds=bounds).sub(by, line)


def unescape(line: str) -> str:
    """Decode all escapes in a line; it contains every value that `replace_escaped` would find."""
    if not _ESCAPE.search(line):
        return line
    for _ in range(4):
        before = line
        line = html.unescape(unquote(_UNICODE.sub(_character, _BYTES.sub(_characters, line))))
        if line == before:
            break
    return line.replace("\\", "")


def _characters(match: re.Match[str]) -> str:
    data = bytes.fromhex(re.sub(r"\\+x", "", match[0]))
    try:
        return data.decode()
    except UnicodeDecodeError:
        # the encoding in Qt's settings
        return data.decode("latin-1")


def _character(match: re.Match[str]) -> str:
    return chr(int(match[1] or match[2] or match[3], 16))


@lru_cache(maxsize=256)
def _escaped(value: str, *, ignore_case: bool, bounds: bool) -> re.Pattern[str]:
    """A pattern for a value in which each character may be escaped in any way."""
    body = "".join(map(_spellings, value))
    if bounds:
        # an escape before the value ends with a letter or a digit, and is no part of the word
        escapes = (
            *(r"%[0-9A-Fa-f]{2}", r"%25[0-9A-Fa-f]{2}", r"%2525[0-9A-Fa-f]{2}"),
            *(r"\\[nrtfvb]", r"\\u00[01][0-9A-Fa-f]", r"\\x[01][0-9A-Fa-f]"),
        )
        before = "|".join([r"(?<![^\W_])", *(f"(?<={escape})" for escape in escapes)])
        body = rf"(?:{before}){body}(?![^\W_])"
    return re.compile(body, re.IGNORECASE if ignore_case else 0)


def _spellings(character: str) -> str:
    percent = "".join(rf"%(?:25)*(?i:{byte:02x})" for byte in character.encode(errors="replace"))
    number = ord(character)
    units = character.encode("utf-16-be", errors="replace")
    escaped = "".join(rf"\\+u(?i:{units[at]:02x}{units[at + 1]:02x})" for at in range(0, len(units), 2))
    plain = re.escape(character)
    python = "".join(rf"\\+x(?i:{byte:02x})" for byte in character.encode(errors="replace"))
    name = codepoint2name.get(number)
    entity = f"|&{name};" if name else ""
    others = rf"\\+x0*(?i:{number:x})|&#0*{number};|&#(?i:x0*{number:x});|%U(?i:{number:04x})"
    return rf"(?:\\*{plain}|{percent}|{escaped}|{python}|{others}{entity})"


@lru_cache(maxsize=256)
def _encoded(value: str) -> tuple[str, ...]:
    """The encodings of a value: in base64 of any text around it, in both alphabets, and in hexadecimal digits."""
    cores = []
    forms = dict.fromkeys((value, quote(value, safe=""), value.replace("\\", "\\\\").replace('"', '\\"')))
    for data in (form.encode(errors="replace") for form in forms):
        for before in range(3):
            code = base64.b64encode(b"\0" * before + data).decode().rstrip("=")
            whole = (before + len(data)) % 3 == 0
            core = code[(0, 2, 3)[before] : None if whole else -1]
            cores += [core, core.replace("+", "-").replace("/", "_")]
        cores += [data.hex(), data.hex().upper()]
    # a shorter code occurs within words
    return tuple(core for core in dict.fromkeys(cores) if len(core) >= 5)


def _replace_run(text: str, core: str, by: str) -> str:
    """Replace every run of base64 characters that contains `core`."""
    parts, end = [], 0
    while (at := text.find(core, end)) >= 0:
        start, stop = at, at + len(core)
        while start > end and text[start - 1] in _BASE64:
            start -= 1
        while stop < len(text) and text[stop] in _BASE64:
            stop += 1
        parts += [text[end:start], by]
        end = stop
    return "".join([*parts, text[end:]]) if parts else text


class Redactor:
    """Replaces the names in some texts by meaningless names: call `learn` for all texts, then `redact` for each.

    Args:
        secret_values: known tokens.
        robots: addresses of robots; the first is `robot-1`.
        names: the operator's names for robots.
        users: of this machine.
        homes: home folders of the users.
        machines: names of this machine.
        schemes: the schemes of addresses of robots.
    """

    def __init__(
        self,
        *,
        secret_values: Iterable[str] = (),
        robots: Iterable[str] = (),
        names: Iterable[str] = (),
        users: Iterable[str] = (),
        homes: Iterable[str] = (),
        machines: Iterable[str] = (),
        schemes: Iterable[str] = (),
    ) -> None:
        self._schemes = frozenset(schemes)
        self._ours = OURS.union(*(re.split(r"\+|(?<=\D)(?=\d)", scheme) for scheme in self._schemes), self._schemes)
        self._secrets = sorted(
            {value for value in secret_values if len(value) >= MIN_CHARACTERS}, key=len, reverse=True
        )
        self._placeholders: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._pattern: re.Pattern[str] | None = None
        for home in sorted({home.rstrip("/\\") for home in homes}, key=len, reverse=True):
            if len(home) > 1:
                self._placeholders[home.lower()] = "~"
        for machine in machines:
            self._add(machine, "this-machine", numbered=False)
        for uri in robots:
            self.learn(uri)
        for name in names:
            self._add(name.strip(), "robot-name")
        for user in users:
            self._add_user(user)

    @property
    def count(self) -> int:
        """The number of known names, addresses and secrets."""
        return len(self._placeholders) + len(self._secrets)

    def learn(self, text: str) -> None:
        """Assign a replacement to every name and address in a text."""
        for part in _parts(text, whole=True):
            self._learn_decoded(part)

    def redact(self, text: str) -> str:
        """The redacted text; lines that are too long are cut, and say so."""
        return "\n".join(map(self._redact_part, _parts(text)))

    # inside

    def _learn_decoded(self, text: str) -> None:
        # nested encodings, as in settings
        text = _ANSI.sub(" ", text)
        for _ in range(3):
            self._learn(text)
            broken = _BREAK.sub("\n", text)
            if broken != text:
                self._learn(broken)
            plain = unquote(text.replace("\\/", "/"))
            if plain == text:
                return
            text = plain

    def _redact_part(self, text: str) -> str:
        text = _ANSI.sub(" ", text)
        for value in self._secrets:
            text = replace_secret(text, value, REDACTED)
        text = redact_named_secrets(text)
        pattern = self._pattern = self._pattern or self._compile()
        text = pattern.sub(self._placeholder, text)
        text = "\n".join(self._redact_escaped(line, pattern) for line in text.split("\n"))
        if len(self._placeholders) >= MAX_NAMES:
            text = _URI.sub(self._other_host, text)
            text = _LOCAL_NAME.sub(_OTHER, text)
        return _without_others(text)

    def _learn(self, text: str) -> None:
        for scheme, host in _URI.findall(text):
            name = host.strip("[]").rstrip(".")
            # not a pattern, nor a placeholder of a help text
            if not re.search(r"[{}*$()|]", name) and name not in _STAND_INS:
                self._add(name, "robot" if scheme.lower() in self._schemes else "host")
        for found in _IPV4.findall(text):
            self._add_address(found)
        for found in _IPV6.findall(text):
            self._add_address(found)
        for found in _HARDWARE.findall(text):
            self._add(found, "hardware")
        for found in _LOCAL_NAME.findall(text):
            self._add(found, "host")
        for _, user in _HOME.findall(text):
            self._add_user(user)

    def _add_address(self, text: str) -> None:
        try:
            address = ipaddress.ip_address(text)
        except ValueError:
            return
        if not (address.is_loopback or address.is_unspecified):
            self._add(text, "host")

    def _add_user(self, user: str) -> None:
        if user.lower() not in _NOBODY:
            self._add(user, "user")

    def _add(self, name: str, kind: str, *, numbered: bool = True) -> None:
        key = name.lower()
        if len(key) < 2 or key in self._placeholders or _is_here(key) or len(self._placeholders) >= MAX_NAMES:
            return
        self._pattern = None
        self._counts[kind] = self._counts.get(kind, 0) + 1
        # most reports have only one user
        plain = not numbered or (kind == "user" and self._counts[kind] == 1)
        placeholder = self._placeholders[key] = kind if plain else f"{kind}-{self._counts[kind]}"
        label = key.partition(".")[0]
        if kind == "robot" and len(label) >= MIN_LABEL and not label.isdigit() and label not in self._ours:
            # topics and files may be named after the robot
            self._placeholders.setdefault(label, placeholder)

    def _redact_escaped(self, line: str, pattern: re.Pattern[str]) -> str:
        readings = {unescape(line), unescape(_BREAK.sub(" ", line))}
        if readings == {line}:
            return line
        for name in {match[0].lower() for plain in readings for match in pattern.finditer(plain)}:
            by = self._placeholders[name]
            line = replace_escaped(line, name, by, ignore_case=True, bounds=name[:1].isalnum())
        return line

    def _by_length(self) -> list[str]:
        return sorted(self._placeholders, key=len, reverse=True)

    def _compile(self) -> re.Pattern[str]:
        parts = []
        for name in self._by_length():
            # not within a word, nor within another name
            before = r"(?<=://)" if name in self._ours else (r"(?<![^\W_])" if name[0].isalnum() else "")
            parts.append(rf"{before}{re.escape(name)}(?![^\W_])")
        return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)

    def _other_host(self, match: re.Match[str]) -> str:
        name = match[2].strip("[]").rstrip(".")
        if name in self._placeholders.values() or name in _STAND_INS or _is_here(name.lower()):
            return match[0]
        return match[0].replace(match[2], _OTHER)

    def _placeholder(self, match: re.Match[str]) -> str:
        return self._placeholders[match[0].lower()]


def _parts(text: str, *, whole: bool = False) -> Iterator[str]:
    """The text in pieces of whole lines: one pass over a long text would delay every other thread, and the window."""
    part: list[str] = []
    size = 0
    for line in text.split("\n"):
        if len(line) > MAX_LINE_CHARACTERS and not whole:
            line = f"{line[:MAX_LINE_CHARACTERS]} […]"  # noqa: PLW2901 - the line is cut
        part.append(line)
        size += len(line)
        if size >= PART_CHARACTERS:
            yield "\n".join(part)
            part, size = [], 0
    if part:
        yield "\n".join(part)


def _without_others(text: str) -> str:
    """Replace addresses that got no name of their own because there were too many."""
    text = _IPV4.sub(_other_address, text)
    return _IPV6.sub(_other_address, text)


def _other_address(match: re.Match[str]) -> str:
    try:
        ipaddress.ip_address(match[0])
    except ValueError:
        return match[0]
    return match[0] if _is_here(match[0]) else _OTHER


def _is_here(name: str) -> bool:
    if name in _HERE:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
