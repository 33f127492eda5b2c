"""Marks: moments that the operator marked, with or without words; of this run, and as a recording has them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

if TYPE_CHECKING:
    from app.model.reference_runs import ReferenceRun

# of a run, and of a recording; the oldest go first
MAX_MARKS: Final = 1000
_MAX_NUMBER: Final = 1 << 63
# of the words of a mark
MAX_WORDS: Final = 200


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A moment that was marked.

    Attributes:
        time_ns: when, by the wall clock: what it is known by in a recording.
        number: which one it was in its run; 0 where a recording does not say.
        words: what the operator says of it, on one line; mostly empty.
    """

    time_ns: int
    number: int
    words: str = ""

    @property
    def text(self) -> str:
        """The words, else the number."""
        return self.words or str(self.number)

    def as_note(self) -> dict[str, Any]:
        """Return what a recording keeps of it."""
        told = {"number": self.number, "time_ns": self.time_ns}
        return {**told, "words": self.words} if self.words else told


class MarkLine(NamedTuple):
    """A mark on an axis of times, in seconds: those of receipt, or those of stamps.

    Attributes:
        run: the run whose mark it is; None for what is live.
        is_past: whether it is no mark, but the time that all views show, which is past.
    """

    at_s: float
    mark: TimeMark
    run: ReferenceRun | None = None
    is_past: bool = False


class _Noted(msgspec.Struct):
    """A mark as a recording has it; older ones have a number only, and the time of the message."""

    number: int = 0
    time_ns: int | None = None
    words: str = ""


def noted_mark(payload: bytes, logged_ns: int) -> TimeMark:
    """Return the mark of a message that was logged at a time; raises msgspec.MsgspecError, ValueError."""
    noted = msgspec.json.decode(payload, type=_Noted)
    time_ns = logged_ns if noted.time_ns is None else noted.time_ns
    if not (0 <= time_ns < _MAX_NUMBER and 0 <= noted.number < _MAX_NUMBER):
        raise ValueError(noted.number)
    return TimeMark(time_ns, noted.number, plain_words(noted.words))


def plain_words(text: str) -> str:
    """Return words on one line, of which no more is kept than a mark may have."""
    printable = "".join(character if character.isprintable() else " " for character in text[: 4 * MAX_WORDS])
    return " ".join(printable.split())[:MAX_WORDS]


def joined_marks(noted: Iterable[TimeMark]) -> tuple[TimeMark, ...]:
    """Return marks in the order of time, each once: what was noted of it last, which has its words."""
    newest = {mark.time_ns: mark for mark in noted}
    return tuple(sorted(newest.values(), key=lambda mark: mark.time_ns)[-MAX_MARKS:])


def common_marks(ours: Iterable[TimeMark], theirs: Iterable[TimeMark]) -> list[tuple[TimeMark, TimeMark]]:
    """Return the marks that two recordings have both: by the words, where there are none by the number; of ours all."""
    known: dict[str, TimeMark] = {}
    for mark in theirs:
        known.setdefault(mark.text, mark)
    return [(mark, known[mark.text]) for mark in ours if mark.text in known]


class Marks:
    """The marks of this run, of which the newest are kept. For one thread.

    Args:
        note: keeps a mark in what is recorded, again once it has words.

    Attributes:
        all: the marks, oldest first.
    """

    def __init__(self, note: Callable[[dict[str, Any]], None]) -> None:
        self._note = note
        self._count = 0
        self.all: tuple[TimeMark, ...] = ()
        self._by_receipt: tuple[MarkLine, ...] = ()
        self._own_by_stamp: tuple[MarkLine, ...] = ()
        self._by_stamp: tuple[MarkLine, ...] = ()
        self._recorded: dict[str, tuple[TimeMark, ...]] = {}

    @property
    def last(self) -> TimeMark | None:
        """The newest mark; None before the first."""
        return self.all[-1] if self.all else None

    def lines(self, *, by_stamp: bool) -> tuple[MarkLine, ...]:
        """Return the marks by one time base, in the order of time; the same tuple as long as nothing changes."""
        return self._by_stamp if by_stamp else self._by_receipt

    def add(self, time_ns: int, clocks_ns: Iterable[int] = ()) -> TimeMark:
        """Mark a moment; `clocks_ns` are other clocks' times at it, by which messages are stamped."""
        self._count += 1
        # a clock that was set back, or two in one instant
        known = {mark.time_ns for mark in self.all}
        while time_ns in known:
            time_ns += 1
        mark = TimeMark(time_ns, self._count)
        self.all = (*self.all, mark)[-MAX_MARKS:]
        self._note(mark.as_note())
        self._by_receipt = _with(self._by_receipt, [MarkLine(time_ns / 1e9, mark)])
        stamps = dict.fromkeys((time_ns, *clocks_ns))
        self._own_by_stamp = _with(self._own_by_stamp, [MarkLine(stamp_ns / 1e9, mark) for stamp_ns in stamps])
        self._join()
        return mark

    def show_recorded(self, recorded: Mapping[str, tuple[TimeMark, ...]]) -> None:
        """Show the marks of recordings, each by its id, where their messages have stamps; not those of before."""
        if recorded.keys() != self._recorded.keys() or any(
            recorded[each] is not self._recorded[each] for each in recorded
        ):
            self._recorded = dict(recorded)
            self._join()

    def show_played(self, mark: TimeMark, at_s: float) -> None:
        """Show a mark of a recording at the time when it was played, by which what is played with it is received."""
        self._by_receipt = _with(self._by_receipt, [MarkLine(at_s, mark)])

    def describe(self, time_ns: int, words: str) -> TimeMark | None:
        """Give the mark of a time these words; returns it, None if there is none any more."""
        for mark in self.all:
            if mark.time_ns == time_ns:
                described = dataclasses.replace(mark, words=plain_words(words))
                self.all = tuple(described if each is mark else each for each in self.all)
                self._by_receipt = _replaced(self._by_receipt, mark, described)
                self._own_by_stamp = _replaced(self._own_by_stamp, mark, described)
                self._join()
                self._note({**described.as_note(), "words": described.words})
                return described
        return None

    def _join(self) -> None:
        recorded = (MarkLine(mark.time_ns / 1e9, mark) for marks in self._recorded.values() for mark in marks)
        self._by_stamp = tuple(sorted((*self._own_by_stamp, *recorded), key=lambda line: line.at_s))


def _with(lines: tuple[MarkLine, ...], added: Iterable[MarkLine]) -> tuple[MarkLine, ...]:
    return tuple(sorted((*lines[-MAX_MARKS:], *added), key=lambda line: line.at_s))


def _replaced(lines: tuple[MarkLine, ...], old: TimeMark, new: TimeMark) -> tuple[MarkLine, ...]:
    return tuple(line._replace(mark=new) if line.mark is old else line for line in lines)
