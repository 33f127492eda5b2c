"""State rows of a panel: the field that each shows, its readings and faults."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from app.model.timeseries.feeds import StateFieldFault
from app.model.timeseries.states import NotAStateError, StateHistory, StateRun
from app.model.topics import TopicKey
from app.ui.base.text import format_age, say, say_error
from app.ui.time_axis.states.blocks import RowHeader, StateBlocks, state_text
from app.ui.time_axis.states.colors import WordColors
from app.ui.time_axis.states.data import StateData
from app.ui.time_axis.states.state import StateRowSpec
from app.wording.ui.time_axis import StatesWording, TimeAxisWording


@dataclass(frozen=True, slots=True)
class StateReading:
    """Reading of a state row at a time.

    Attributes:
        word: the state; empty where none is known.
        run: the span of the state; None where no message was received.
        note: how long, since when, or why there is no state.
        old: whether the last message is outdated.
    """

    word: str
    run: StateRun | None
    note: str
    old: bool = False


class StateSource(Protocol):
    """Source of the states of rows."""

    def history(self, lane: StateRowSpec) -> StateHistory:
        """Return the states of a row. Raises KeyError if its history is not kept."""

    def error(self, lane: StateRowSpec) -> StateFieldFault | None:
        """Return why the messages have no states for a row; None if they have."""

    def unstamped(self, lane: StateRowSpec) -> bool:
        """Whether messages of a row are left out because they have no stamp."""

    def is_lost(self, key: TopicKey) -> bool:
        """Whether nothing comes of a topic any more."""


class StateRow:
    """State row: one field over time, with its cached painting.

    Attributes:
        robot: the name of its robot, where rows of several robots are shown.
        changed: whether the last `drain` brought anything new.
        runs: the rows of runs below it.
    """

    def __init__(self, spec: StateRowSpec, data: StateSource, colors: WordColors) -> None:
        self.spec = spec
        self.robot = ""
        self.runs: tuple[StateRow, ...] = ()
        self.changed = True
        self.blocks = StateBlocks(colors)
        self.header = RowHeader()
        self._data = data
        self._colors = colors
        self._words = 0

    @property
    def history(self) -> StateHistory:
        """States of the field."""
        return self._data.history(self.spec)

    @property
    def is_stale(self) -> bool:
        """Whether its robot is not connected."""
        return self._data.is_lost(self.spec.key)

    def drain(self) -> None:
        """Read what came since the last call."""
        self.changed = self.history.drain()
        self._number_words()

    def known_until_s(self, now_s: float) -> float:
        """Return until when the newest state is taken to last: now, or its last message if messages stopped."""
        history = self.history
        newest = history.newest
        if newest is None or not (self.is_stale or history.is_silent(now_s)):
            return now_s
        return newest.heard_s

    def read_now(self, now_s: float) -> StateReading:
        """Return the reading of now: the state and how long it has lasted, or how long ago it was received."""
        history = self.history
        run = history.newest
        if run is None:
            return StateReading("", None, self.fault or say(StatesWording.NOTHING_YET()))
        word, until_s = state_text(history, run), self.known_until_s(now_s)
        if until_s < now_s:
            note = say(StatesWording.AGO(age=format_age(now_s - run.heard_s)))
            return StateReading(word, run, note, old=True)
        note = self.fault or say(StatesWording.FOR(time=format_age(now_s - run.start_s)))
        return StateReading(word, run, note)

    def read_at(self, at_s: float, now_s: float) -> StateReading:
        """Return the reading at a time: the state and how long it lasted."""
        history = self.history
        run = history.run_at(at_s)
        if run is None or at_s > max(self.known_until_s(now_s), run.start_s):
            return StateReading("", None, say(StatesWording.NOTHING()))
        end_s = self.known_until_s(now_s) if run.end_s is None else run.end_s
        note = say(StatesWording.INTO_IT(since=format_age(at_s - run.start_s), time=format_age(end_s - run.start_s)))
        return StateReading(state_text(history, run), run, note)

    @property
    def fault(self) -> str:
        """Reason why the row is incomplete or empty, in words; empty if nothing is wrong."""
        error = self._data.error(self.spec)
        if isinstance(error, NotAStateError):
            if error.is_number:
                return say(StatesWording.THIS_IS_NUMBER())
            return say(StatesWording.THIS_HAS_NONE())
        if error is not None:
            return say_error(error)
        if self.history.unnamed:
            return say(StatesWording.TOO_MANY_WORDS(count=len(self.history.words)))
        if self._data.unstamped(self.spec):
            return say(TimeAxisWording.NO_STAMPS())
        return ""

    def _number_words(self) -> None:
        words = self.history.words
        # colours in the order of arrival, whatever is painted first
        for word in words[self._words :]:
            self._colors.number(word)
        self._words = len(words)


class StateRows:
    """All rows of a state panel, from the top.

    Attributes:
        data: the data source of all rows.
        colors: the colours of states, in all rows.
        all: the rows, from the top.
        held: the row that was removed last; its history is kept until another is removed, or it is added again.
    """

    def __init__(self, data: StateData) -> None:
        self.data = data
        self.colors = WordColors()
        self.all: list[StateRow] = []
        self.held: StateRow | None = None

    def __len__(self) -> int:
        return len(self.all)

    def find(self, spec: StateRowSpec) -> StateRow | None:
        """Return the row of a field; None if there is none."""
        return next((lane for lane in self.all if lane.spec == spec), None)

    def set_all(self, specs: Iterable[StateRowSpec], colors: WordColors) -> None:
        """Replace all rows and the colours; the history of rows that go is retained."""
        self.colors = colors
        self.held = None
        self.all = [StateRow(spec, self.data, colors) for spec in specs]
        self.data.set_rows([lane.spec for lane in self.all], retain=True)

    def add(self, spec: StateRowSpec, place: int | None = None) -> StateRow:
        """Add a row at an index, or at the end; a row that exists already is moved there."""
        lane = self.find(spec) or StateRow(spec, self.data, self.colors)
        if lane in self.all:
            before = self.all.index(lane)
            self.all.remove(lane)
            place = place - 1 if place is not None and place > before else place
        if self.held is not None and self.held.spec == spec:
            self.held = None
        self.all.insert(len(self.all) if place is None else place, lane)
        self.update_history()
        return lane

    def remove(self, lane: StateRow) -> None:
        """Remove a row, and hold its history."""
        self.all.remove(lane)
        self.held = lane
        self.update_history()

    def move(self, lane: StateRow, by: int) -> None:
        """Move a row up or down by a number of places."""
        place = min(max(self.all.index(lane) + by, 0), len(self.all) - 1)
        self.all.remove(lane)
        self.all.insert(place, lane)

    def drain(self) -> bool:
        """Read what came for all rows; return whether there was anything."""
        for lane in self._with_history:
            lane.drain()
        for lane in self.all:
            for below in lane.runs:
                below.drain()
        return any(lane.changed for lane in self.shown)

    @property
    def shown(self) -> list[StateRow]:
        """All rows from the top, each with those of runs below it."""
        return [each for lane in self.all for each in (lane, *lane.runs)]

    @property
    def newest_s(self) -> float | None:
        """Time of the newest message of all rows; None before the first."""
        newest = [lane.history.newest for lane in self.all]
        return max((run.heard_s for run in newest if run is not None), default=None)

    def update_history(self) -> None:
        """Subscribe to the rows that are shown, and to the one that is held."""
        self.data.set_rows([lane.spec for lane in self._with_history])

    @property
    def _with_history(self) -> list[StateRow]:
        return [*self.all, self.held] if self.held is not None else self.all
