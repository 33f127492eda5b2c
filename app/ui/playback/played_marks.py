"""The marks of recordings in views: of those that are played, and of runs that are laid beneath.

Of what is played they are all shown by stamp, by receipt each at the time when it was played, which is known of all
that was played. Those of a run lie where the run lies.
"""

from __future__ import annotations

import operator
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.model.marks import MarkLine, Marks, TimeMark
from app.model.playback import PlaybackState

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.recordings import Recordings
    from app.session.reference_runs import ReferenceRuns

# between two looks time may go on by so much more than the clock says, or else it was a jump
_LATE_S: Final = 0.5
# that are known of each recording; the oldest go first
_MOST_STRETCHES: Final = 2000


@dataclass(slots=True)
class _Stretch:
    """A time in which a recording was played on; `rate` is how much faster than in reality that was."""

    from_s: float
    until_s: float
    from_ns: int
    rate: float


class PlayedMarks:
    """Has views show the marks of recordings that are open. A `RefreshedView` of the refresher.

    Args:
        marks: takes them.
        clock: the wall clock, in seconds, by which plots know what is received.
    """

    def __init__(
        self, links: Links, recordings: Recordings, marks: Marks, clock: Callable[[], float] = time.time
    ) -> None:
        self._links = links
        self._recordings = recordings
        self._marks = marks
        self._clock = clock
        # of each recording: where it stood, and when
        self._before: dict[str, tuple[PlaybackState, float]] = {}
        # what of each was played when, oldest first
        self._stretches: dict[str, deque[_Stretch]] = {}

    def can_be_seen(self) -> bool:
        """Whether there is something to refresh: always, for hidden plots read on."""
        return True

    def refresh(self, now: float) -> None:
        """Note which marks were played since the last time; `now` is monotonic, in seconds."""
        states = {info.id: self._recordings.state(info.id) for info in self._links.connections}
        opened = {each: state for each, state in states.items() if state is not None}
        recorded = {each: self._recordings.contents(each).marks for each in opened}
        self._marks.show_recorded(recorded)
        for each, state in opened.items():
            before = self._before.get(each)
            if before is None or before[0].position_ns != state.position_ns:
                self._note_played(each, before[0] if before is not None else None, state)
            if before is not None and before[0].position_ns != state.position_ns:
                self._show_played(recorded[each], before[0], state, now - before[1])
        self._stretches = {each: played for each, played in self._stretches.items() if each in opened}
        self._before = {
            each: before
            # while it stands no time passes that could have been played
            if state.is_playing
            and (before := self._before.get(each)) is not None
            and before[0].position_ns == state.position_ns
            else (state, now)
            for each, state in opened.items()
        }

    def recorded_ns(self, connection_id: str, at_s: float) -> int | None:
        """Return the time of a recording that was played at a time of the wall clock; None where none was."""
        for stretch in reversed(self._stretches.get(connection_id, ())):
            if at_s >= stretch.from_s:
                passed_s = min(at_s, stretch.until_s) - stretch.from_s
                return stretch.from_ns + round(passed_s * stretch.rate * 1e9)
        return None

    def _note_played(self, connection_id: str, before: PlaybackState | None, state: PlaybackState) -> None:
        now_s = self._clock()
        stretches = self._stretches.setdefault(connection_id, deque(maxlen=_MOST_STRETCHES))
        last = stretches[-1] if stretches else None
        went_on = before is not None and before.is_playing and before.jumps == state.jumps
        is_same = went_on and before is not None and before.rate == state.rate
        if last is not None and is_same and state.position_ns > last.from_ns:
            last.until_s = now_s
            # a disk that can't follow, and a time between two looks
            last.rate = (state.position_ns - last.from_ns) / 1e9 / max(now_s - last.from_s, 1e-3)
        else:
            stretches.append(_Stretch(now_s, now_s, state.position_ns, state.rate))

    def _show_played(
        self, marks: tuple[TimeMark, ...], before: PlaybackState, state: PlaybackState, passed_s: float
    ) -> None:
        end_ns, rate = state.position_ns, max(state.rate, 1e-3)
        # a jump plays nothing but what it goes to
        went_on = 0 < end_ns - before.position_ns <= (passed_s + _LATE_S) * rate * 1e9
        start_ns = before.position_ns if went_on else end_ns - 1
        now_s = self._clock()
        for mark in marks:
            if start_ns < mark.time_ns <= end_ns:
                self._marks.show_played(mark, now_s - (end_ns - mark.time_ns) / 1e9 / rate)


class RunMarks:
    """The marks of runs among the others. It tells the same tuple as long as nothing changes."""

    def __init__(self, runs: ReferenceRuns) -> None:
        self._runs = runs
        # by time base: what they were made of, compared by identity, and the marks
        self._known: dict[bool, tuple[tuple[object, ...], tuple[MarkLine, ...]]] = {}

    def among(self, marks: tuple[MarkLine, ...], *, by_stamp: bool) -> tuple[MarkLine, ...]:
        """Return marks with those of the runs that are shown, by stamp or by receipt, in the order of time."""
        runs = self._runs.runs
        if not runs:
            return marks
        of_runs = [self._runs.contents(run.id).marks for run in runs]
        made_of = (marks, runs, *of_runs)
        known = self._known.get(by_stamp)
        if known is not None and len(known[0]) == len(made_of) and all(map(operator.is_, known[0], made_of)):
            return known[1]
        added = [
            MarkLine(run.place_by(stamp=by_stamp).shown_ns(mark.time_ns) / 1e9, mark, run)
            for run, theirs in zip(runs, of_runs, strict=True)
            if run.is_shown
            for mark in theirs
        ]
        joined = tuple(sorted((*added, *marks), key=lambda line: line.at_s)) if added else marks
        self._known[by_stamp] = (made_of, joined)
        return joined
