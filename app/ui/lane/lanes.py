"""The lanes of a view: what each shows, what is to be said of it, and which times they have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.model.state_fields import NotAStateError
from app.model.state_history import Run, StateHistory
from app.ui.lane.colors import WordColors
from app.ui.lane.data import LaneData
from app.ui.lane.head import Head
from app.ui.lane.state import LaneSpec
from app.ui.lane.strip import Strip, word_of
from app.ui.text import format_age, translate


@dataclass(frozen=True, slots=True)
class Reading:
    """What a lane says of a time.

    Attributes:
        word: empty where nothing is known.
        run: None where nothing was heard.
        note: how long, since when, or why there is nothing.
        old: whether it was heard long ago.
    """

    word: str
    run: Run | None
    note: str
    old: bool = False


class Lane:
    """One lane; it can be drawn.

    Attributes:
        robot: what its robot is called, where there are several.
        changed: whether anything came with the last `drain`.
    """

    def __init__(self, spec: LaneSpec, data: LaneData, colors: WordColors) -> None:
        self.spec = spec
        self.robot = ""
        self.changed = True
        self.strip = Strip(colors)
        self.head = Head()
        self._data = data
        self._colors = colors
        self._words = 0

    @property
    def history(self) -> StateHistory:
        """Its states."""
        return self._data.history(self.spec)

    @property
    def is_old(self) -> bool:
        """Whether its robot can't be heard."""
        return self._data.is_lost(self.spec.key)

    def drain(self) -> None:
        """Take what came."""
        history = self.history
        self.changed = history.drain()
        words = history.words
        # in the order in which they were heard, whatever is painted first
        for word in words[self._words :]:
            self._colors.number(word)
        self._words = len(words)

    def until_s(self, now_s: float) -> float:
        """Until when what was heard last is taken to go on."""
        history = self.history
        newest = history.newest
        if newest is None or not (self.is_old or history.is_silent(now_s)):
            return now_s
        return newest.heard_s

    def read_now(self, now_s: float) -> Reading:
        """What it is now, and how long it has been, or how long ago that was."""
        history = self.history
        run = history.newest
        if run is None:
            return Reading("", None, self.fault or translate("Lane", "nothing heard yet"))
        word, until_s = word_of(history, run), self.until_s(now_s)
        if until_s < now_s:
            note = translate("Lane", "{age} ago").format(age=format_age(now_s - run.heard_s))
            return Reading(word, run, note, old=True)
        note = self.fault or translate("Lane", "for {time}").format(time=format_age(now_s - run.start_s))
        return Reading(word, run, note)

    def read_at(self, at_s: float, now_s: float) -> Reading:
        """What it was at a time, and how long that lasted."""
        history = self.history
        run = history.at(at_s)
        if run is None or at_s > max(self.until_s(now_s), run.start_s):
            return Reading("", None, translate("Lane", "nothing heard"))
        end_s = self.until_s(now_s) if run.end_s is None else run.end_s
        note = translate("Lane", "{since} into it, {time} in all").format(
            since=format_age(at_s - run.start_s), time=format_age(end_s - run.start_s)
        )
        return Reading(word_of(history, run), run, note)

    @property
    def fault(self) -> str:
        """What is wrong with it, in words; empty if nothing is."""
        error = self._data.error(self.spec)
        if isinstance(error, NotAStateError):
            if error.is_number:
                return translate("Lane", "this is a number: plot it")
            return translate("Lane", "this has no states")
        if error is not None:
            return str(error)
        if self.history.unnamed:
            return translate("Lane", "too many words: those beyond the first {count} look alike").format(
                count=len(self.history.words)
            )
        if self._data.unstamped(self.spec):
            return translate("Lane", "its messages have no time of their own: choose the time of receipt")
        return ""


class Lanes:
    """All lanes of a view, from above. What was removed keeps its history until it is forgotten.

    Attributes:
        colors: of words, in all lanes.
    """

    def __init__(self, data: LaneData) -> None:
        self.data = data
        self.colors = WordColors()
        self.all: list[Lane] = []
        self._kept: list[tuple[Lane, int]] = []

    def __len__(self) -> int:
        return len(self.all)

    def find(self, spec: LaneSpec) -> Lane | None:
        """The lane of a field."""
        return next((lane for lane in self.all if lane.spec == spec), None)

    def set_all(self, specs: Iterable[LaneSpec], colors: WordColors) -> None:
        """Show just these."""
        self.colors = colors
        self._kept.clear()
        self.all = [Lane(spec, self.data, colors) for spec in specs]
        self.renew()

    def add(self, spec: LaneSpec, place: int | None = None) -> Lane:
        """Show another one; one that is there is moved."""
        lane = self.find(spec) or Lane(spec, self.data, self.colors)
        if lane in self.all:
            before = self.all.index(lane)
            self.all.remove(lane)
            place = place - 1 if place is not None and place > before else place
        self.all.insert(len(self.all) if place is None else place, lane)
        self.renew()
        return lane

    def remove(self, lane: Lane) -> None:
        """Show one no longer; `undo` has it back."""
        self._kept.append((lane, self.all.index(lane)))
        self.all.remove(lane)
        # the history of more than one is not kept for nothing
        del self._kept[:-1]
        self.renew()

    def undo(self) -> Lane | None:
        """Show again what was removed last, with its history."""
        if not self._kept:
            return None
        lane, place = self._kept.pop()
        if self.find(lane.spec) is None:
            self.all.insert(min(place, len(self.all)), lane)
        self.renew()
        return lane

    @property
    def removed(self) -> Lane | None:
        """What `undo` would show again."""
        return self._kept[-1][0] if self._kept else None

    def move(self, lane: Lane, by: int) -> None:
        """Move one up or down."""
        place = min(max(self.all.index(lane) + by, 0), len(self.all) - 1)
        self.all.remove(lane)
        self.all.insert(place, lane)

    def drain(self) -> bool:
        """Take what came; whether there was anything."""
        for lane in self.all:
            lane.drain()
        for lane, _ in self._kept:
            lane.drain()
        return any(lane.changed for lane in self.all)

    @property
    def newest_s(self) -> float | None:
        """The last time of which anything was heard."""
        newest = [lane.history.newest for lane in self.all]
        return max((run.heard_s for run in newest if run is not None), default=None)

    def renew(self) -> None:
        """Have the history of what is shown, or may be again."""
        self.data.set_lanes([lane.spec for lane in (*self.all, *(lane for lane, _ in self._kept))])
