"""The history of what has states, not values: an enum, a boolean, a text. Written in one thread, read in another.

Only changes are kept, so a state that lasts an hour takes no more memory than one that lasts a second.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass
from typing import Final

from app.model.stamp_order import LATE_S

HISTORY_S: Final = 3600.0

# what is drawn is far less; beyond it the oldest go
MAX_RUNS: Final = 20_000

# changes that wait to be read, which happens every second at least
MAX_WAITING: Final = 20_000

# nobody tells more colours apart
MAX_WORDS: Final = 256
LONGEST_WORD: Final = 120

# a silence is told from the usual pace when it is longer than this, and than so many times what is usual
_GAP_S: Final = 0.3
_GAP_TIMES: Final = 3.0
_LEARNED: Final = 0.1
# what a silence adds at most to what is usual, in times of it: who speaks more slowly from now on is learned in a few
_LEARNED_OF_GAP: Final = 10.0

# the code of all words beyond the first
OTHERS: Final = -1


@dataclass(slots=True)
class Run:
    """A time in which the state stayed.

    Attributes:
        start_s: when it was first heard.
        heard_s: when it was last heard; until the next run begins it is only taken to go on.
        code: see `StateHistory.word`; None for no state at all.
        end_s: where the next one begins, or a silence; None for the newest.
    """

    start_s: float
    heard_s: float
    code: int | None
    end_s: float | None = None


@dataclass(frozen=True, slots=True)
class _Change:
    start_s: float
    word: str | None
    heard_before_s: float
    goes_back: bool
    silent: bool


class StateHistory:
    """See the module. `append` is for the writer, all else for the reader.

    Attributes:
        dropped: changes that gave way to newer ones, as there were too many to be kept until they were read.
        resets: how often time went back: what was before is forgotten then.
        unnamed: changes to words beyond the first 256, which are told as one.
    """

    def __init__(self, history_s: float = HISTORY_S) -> None:
        self.history_s = history_s
        self.dropped = 0
        self.resets = 0
        self.unnamed = 0
        # the writer's
        self._waiting: deque[_Change] = deque()
        self._heard_s = -math.inf
        self._word: str | None = None
        self._began = False
        self._usual_s: float | None = None
        # the reader's
        self._runs: list[Run] = []
        self._codes: dict[str, int] = {}
        self._words: list[str] = []

    # the writer's

    def append(self, time_s: float, word: str | None) -> None:
        """The state at a time; None where it was not sent."""
        if word is not None:
            word = word[:LONGEST_WORD]
        goes_back = time_s < self._heard_s - LATE_S
        time_s = time_s if goes_back else max(time_s, self._heard_s)
        silent = self._began and not goes_back and self._is_gap(time_s - self._heard_s, word)
        if self._began and word == self._word and not (silent or goes_back):
            self._heard_s = time_s
            return
        self._put(_Change(time_s, word, self._heard_s, goes_back, silent))
        self._word = word
        self._began = True
        self._heard_s = time_s

    def _put(self, change: _Change) -> None:
        if len(self._waiting) < MAX_WAITING:
            self._waiting.append(change)
            return
        # the newest state is to be known: the change before gives way to it
        self.dropped += 1
        try:
            before = self._waiting[-1]
            self._waiting[-1] = _Change(
                change.start_s,
                change.word,
                before.heard_before_s if before.silent else change.heard_before_s,
                before.goes_back or change.goes_back,
                before.silent or change.silent,
            )
        except IndexError:
            # the reader took them all meanwhile, from the other end
            self._waiting.append(change)

    def _is_gap(self, silence_s: float, word: str | None) -> bool:
        """Who only speaks of changes has no usual pace, and is never silent too long."""
        usual_s = self._usual_s
        gap = self._is_long(silence_s)
        if usual_s is None:
            if word == self._word:
                self._usual_s = silence_s
        elif gap:
            self._usual_s = usual_s + _LEARNED * (min(silence_s, _LEARNED_OF_GAP * usual_s + _GAP_S) - usual_s)
        else:
            self._usual_s = usual_s + _LEARNED * (silence_s - usual_s)
        return gap

    def _is_long(self, silence_s: float) -> bool:
        usual_s = self._usual_s
        return usual_s is not None and silence_s > max(_GAP_S, _GAP_TIMES * usual_s)

    # the reader's

    def drain(self) -> bool:
        """Take what came; whether anything did."""
        heard_s = self._heard_s
        last_s = self._runs[-1].heard_s if self._runs else -math.inf
        resets, came = self.resets, False
        while self._waiting:
            self._take(self._waiting.popleft())
            came = True
        # a time from before a clock was set back says nothing of what came behind
        if resets == self.resets and self._runs and heard_s > self._runs[-1].heard_s:
            self._runs[-1].heard_s = heard_s
        self._forget()
        return came or (bool(self._runs) and self._runs[-1].heard_s != last_s)

    @property
    def runs(self) -> tuple[Run, ...]:
        """All that is kept, oldest first."""
        return tuple(self._runs)

    @property
    def words(self) -> tuple[str, ...]:
        """All that were heard, in the order of their codes."""
        return tuple(self._words)

    @property
    def newest(self) -> Run | None:
        """The run that was heard last."""
        return self._runs[-1] if self._runs else None

    def is_silent(self, now_s: float) -> bool:
        """Whether nothing was heard for much longer than is usual."""
        return bool(self._runs) and self._is_long(now_s - self._runs[-1].heard_s)

    def between(self, first_s: float, last_s: float) -> list[Run]:
        """The runs that can be seen from one time to another, with the one that goes on into them."""
        runs = self._runs
        first = max(bisect_right(runs, first_s, key=_start_of) - 1, 0)
        return runs[first : bisect_right(runs, last_s, key=_start_of)]

    def at(self, time_s: float) -> Run | None:
        """The run at a time, None before the first and in a silence."""
        runs = self._runs
        place = bisect_right(runs, time_s, key=_start_of) - 1
        if place < 0:
            return None
        end_s = runs[place].end_s
        return runs[place] if end_s is None or time_s < end_s or time_s == runs[place].start_s else None

    def word(self, code: int | None) -> str | None:
        """What a code stands for; None for no state, or for one of those that are too many."""
        return self._words[code] if code is not None and code != OTHERS else None

    def _take(self, change: _Change) -> None:
        if change.goes_back:
            self._runs.clear()
            self.resets += 1
        elif self._runs:
            last = self._runs[-1]
            last.heard_s = max(last.heard_s, change.heard_before_s)
            last.end_s = last.heard_s if change.silent else change.start_s
        self._runs.append(Run(change.start_s, change.start_s, self._code(change.word)))

    def _code(self, word: str | None) -> int | None:
        if word is None:
            return None
        code = self._codes.get(word)
        if code is None:
            if len(self._words) >= MAX_WORDS:
                self.unnamed += 1
                return OTHERS
            code = self._codes[word] = len(self._words)
            self._words.append(word)
        return code

    def _forget(self) -> None:
        if not self._runs:
            return
        oldest_s = self._runs[-1].heard_s - self.history_s
        # the one that lasts into the hour is kept
        old = bisect_right(self._runs, oldest_s, key=_start_of) - 1
        del self._runs[: max(old, len(self._runs) - MAX_RUNS, 0)]


def _start_of(run: Run) -> float:
    return run.start_s
