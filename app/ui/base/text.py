"""Numbers, times and batteries as an operator reads them, and the one function that all interface text goes through."""

from __future__ import annotations

import contextlib
import functools
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from PySide6.QtCore import QCollator, QCoreApplication, QLocale, QTextBoundaryFinder
from PySide6.QtGui import Qt

from app.record.addresses import SCHEME as RECORDING_SCHEME
from app.record.addresses import recording_name, recording_paths
from app.wording import Sentence, sentence_of
from app.wording.names import in_a_row
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # not needed to show the first window, and slow to load
    from app.model.messages.values import Battery

translate = QCoreApplication.translate

_UNITS = ("B", "kB", "MB", "GB", "TB")

# characters; longer texts are shortened in a cell, copying gives the whole
_MAX_TEXT = 300

# seconds; a lower stamp is of a simulation, or of a computer that does not know the date
_CALENDAR_S = 1_000_000_000

# rates and bandwidths of all visible rows: they change twice a second and are read more often
_CACHE_SIZE = 1024

# characters; only scripts of flags and families of emoji have letters this long
_LONGEST_LETTER = 16

_VISIBLE = {"\n": "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}", "\t": "\N{RIGHTWARDS ARROW}", "\r": ""}

LOW_CHARGE: Final = 0.2

_CHINESE: Final = "\u4e00-\u9fff"
_is_chinese: Final = re.compile(f"[{_CHINESE}]").match


def say(text: str) -> str:
    """Return a sentence, and those within it, in the language of the window; a text without a code as it is."""
    if not isinstance(text, Sentence):
        return text
    words = translate(type(text.code).__name__, text.code.value, text.code.name)
    values = {name: say(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return _closed_up(words, values).format_map(values)


def _closed_up(words: str, values: Mapping[str, object]) -> str:
    """Leave out the blank that divides words from a value in Latin letters where the value is Chinese, as they are."""
    for name, value in values.items():
        if isinstance(value, str) and value:
            if _is_chinese(value[0]):
                words = re.sub(rf"(?<=[{_CHINESE}]) (?=\{{{name}\b)", "", words)
            if _is_chinese(value[-1]):
                words = re.sub(rf"(\{{{name}\b[^}}]*\}}) (?=[{_CHINESE}])", r"\1", words)
    return words


def say_error(error: Exception) -> str:
    """Return what an error says, in the language of the window."""
    return say(sentence_of(error))


def with_tip(reason: str, tip: str = "") -> str:
    """Return a reason as a sentence, with the tip behind it if there is one, in the language of the window."""
    if not tip:
        return say(WidgetsWording.SENTENCE(text=reason)) if reason else ""
    return say(WidgetsWording.WITH_TIP(text=reason, tip=tip)) if reason else say(tip)


def listed(texts: Iterable[str], code: WidgetsWording = WidgetsWording.LISTED) -> str:
    """Return texts in a row, as the language of the window lists them; empty where there are none."""
    return say(in_a_row(texts, code))


def listed_names(names: Iterable[str]) -> str:
    """Return names in a row, as the language of the window lists names; empty where there are none."""
    return say(in_a_row(names))


def followed(*texts: str) -> str:
    """Return sentences one behind the other, as the language of the window writes them; empty ones are left out."""
    return listed(filter(None, texts), WidgetsWording.FOLLOWED)


def titled(title: str, text: str) -> str:
    """Return a text behind what it is about, as the language of the window writes that."""
    return say(WidgetsWording.TITLED(title=title, text=text))


def listed_apart(texts: Iterable[str]) -> str:
    """Return texts that may have commas of their own in a row, as the language of the window lists them."""
    return listed(texts, WidgetsWording.LISTED_APART)


def topic_text(name: str) -> str:
    """Return a topic's name to be read by people: a name may be empty."""
    return name or say(WidgetsWording.EMPTY_NAME())


def format_age(seconds: float) -> str:
    """Return an age in the unit that fits: “0.2 s”, “42 s”, “3 min”, “5 h”, “2 d”."""
    seconds = max(seconds, 0.0)
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s" if seconds < 59.5 else "1 min"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds // 3600:.0f} h"
    return f"{seconds // 86400:.0f} d"


def _three_digits(value: float) -> str:
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


@functools.lru_cache(_CACHE_SIZE)
def format_rate(rate_hz: float | None) -> str:
    """Return a rate with three digits: “30.0 Hz”; empty where it is not known."""
    return "" if rate_hz is None else f"{_three_digits(rate_hz)} Hz"


def format_size(nbytes: float) -> str:
    """Return a size with decimal prefixes: “512 B”, “6.22 MB”."""
    value, unit = float(nbytes), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    return f"{value:.0f} B" if unit == 0 else f"{_three_digits(value)} {_UNITS[unit]}"


@functools.lru_cache(_CACHE_SIZE)
def format_bandwidth(bytes_s: float | None) -> str:
    """Return a bandwidth: “6.22 MB/s”; empty where it is not known."""
    return "" if bytes_s is None else f"{format_size(bytes_s)}/s"


def format_count(count: int) -> str:
    """Return a count with thousands separators."""
    return f"{count:,}"


def format_stamp(stamp_ns: int, *, with_date: bool = True) -> str:
    """Return a robot's time with milliseconds: as local time, or in seconds where it is of a simulation.

    `with_date` adds the date, unless it is today's.
    """
    seconds, rest = divmod(stamp_ns, 1_000_000_000)
    # robots send any number, and systems accept different ranges
    with contextlib.suppress(OSError, OverflowError, ValueError):
        if seconds >= _CALENDAR_S:
            local, today = time.localtime(seconds), time.localtime()
            date = "" if not with_date or local[:3] == today[:3] else "%Y-%m-%d "
            return time.strftime(f"{date}%H:%M:%S", local) + f".{rest // 1_000_000:03d}"
    return f"{stamp_ns / 1e9:,.3f} s"


def short_name(uri: str, others: Iterable[str]) -> str:
    """Return the host of an address, with as much of the port and the path as tells it from the others."""
    forms = _short_forms(uri)
    taken = [_short_forms(other) for other in others]
    for number, form in enumerate(forms):
        if form and all(other[number] != form for other in taken):
            return form
    return uri


def _short_forms(uri: str) -> tuple[str, ...]:
    """Return the names of an address from the shortest to the longest; empty where it has no host."""
    if uri.startswith(f"{RECORDING_SCHEME}:"):
        name = recording_name(uri)
        folder = recording_paths(uri)[:1]
        return (name, str(folder[0]) if folder else name, uri)
    try:
        parts = urlsplit(uri)
        host, place = parts.hostname or "", parts.netloc.rpartition("@")[2]
    except ValueError:
        return ("", "", "")
    return (host, place, place + parts.path) if host else ("", "", "")


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text as it is: Qt would interpret what looks like markup."""
    if not Qt.mightBeRichText(text):
        return text
    import html  # noqa: PLC0415 - its table of entities is not needed to start

    return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'


def format_scalar(value: object, *, short_float: bool = False) -> str:
    """Return a single value of a message, on one line.

    Args:
        value: as decoded.
        short_float: whether the number had 32 bits, of which seven digits are exact.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return format(value, ".7g" if short_float else ".9g")
    if isinstance(value, bytes | bytearray | memoryview):
        return say(WidgetsWording.BYTES(count=f"{len(value):,}"))
    text = str(value)
    if len(text) > _MAX_TEXT:
        text = text[: letter_start(text, _MAX_TEXT)] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _VISIBLE.get(c, "\N{MIDDLE DOT}") for c in text)


def letter_start(text: str, place: int) -> int:
    """Return the place itself, or where the letter begins that it is within: a letter may be several characters."""
    around = text[max(place - _LONGEST_LETTER, 0) : place + _LONGEST_LETTER]
    before = text[max(place - _LONGEST_LETTER, 0) : place]
    # Qt counts in UTF-16
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, around)
    finder.setPosition(len(before.encode("utf-16-le", "surrogatepass")) // 2)
    if finder.isAtBoundary():
        return place
    within = before.encode("utf-16-le", "surrogatepass")[2 * max(finder.toPreviousBoundary(), 0) :]
    return place - len(within.decode("utf-16-le", "surrogatepass"))


def name_order() -> Callable[[str], Any]:
    """Return the key by which names that people gave are sorted: numbers by value, Chinese as it is spoken."""
    collator = QCollator(QLocale(QLocale.Language.Chinese))
    collator.setNumericMode(True)
    collator.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return functools.cmp_to_key(collator.compare)


def battery_text(battery: Battery) -> str:
    """Return voltage, charge and charging as short text; empty if none is known."""
    parts = [f"{battery.voltage_v:.1f} V"] if battery.voltage_v is not None else []
    parts += [f"{battery.fraction * 100:.0f} %"] if battery.fraction is not None else []
    if battery.charging:
        parts.append(say(WidgetsWording.CHARGING()))
    return listed(parts)


def is_battery_low(battery: Battery) -> bool:
    """Whether the battery should be charged, and is not charging."""
    return battery.fraction is not None and battery.fraction < LOW_CHARGE and not battery.charging
