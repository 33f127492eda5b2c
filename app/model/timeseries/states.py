"""Fields that have states instead of values, as an enum, a boolean or a text, and the history of one such field.

Only changes are kept, so a state that lasts an hour takes no more memory than one that lasts a second. A history is
written in one thread and read in another.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.model.messages.stamps import OUT_OF_STEP_S
from app.model.schema import DecodeError, Extractor, Field, FieldKind, FieldPath, Payload, Schema, UnknownFieldError
from app.model.timeseries.budget import SeriesBudget

_MAX_DEPTH: Final = 4
_MAX_FIELDS: Final = 8
_MAX_WALKED: Final = 400

# fields of these names hold no state, or never change
_IGNORED: Final = frozenset({"header", "stamp", "time", "seq", "frame_id", "child_frame_id", "covariance"})

# parts of the usual names of fields that hold a state
_STATES: Final = ("state", "status", "mode", "activity", "phase", "health", "level", "paused", "present", "enabled")

TRUE_WORD: Final = "true"
FALSE_WORD: Final = "false"

# the field of each entry of a list, as in diagnostics, by which the worst entry is found
_LEVEL: Final = "level"

# gives the name of a value that an extractor returned
StateNamer = Callable[[object], str]

# far more than is ever drawn; beyond it the oldest are dropped
MAX_RUNS: Final = 20_000

# changes that wait for the reader, which takes them every second at least
MAX_WAITING: Final = 20_000

# nobody can distinguish more colours
MAX_WORDS: Final = 256
LONGEST_WORD: Final = 120

# a silence is a gap when it is longer than this, and than this multiple of the usual interval
_GAP_S: Final = 0.3
_GAP_TIMES: Final = 3.0
_LEARNED: Final = 0.1
# a gap adds at most this multiple of the usual interval to it: a slower pace is learned in a few steps
_LEARNED_OF_GAP: Final = 10.0

# the code that all words beyond the first `MAX_WORDS` share
OTHER_WORDS: Final = -1


class NotAStateError(Exception):
    """A field has no states.

    Attributes:
        path: the path of the field.
        is_number: whether the field can be plotted.
    """

    def __init__(self, path: FieldPath, *, is_number: bool) -> None:
        super().__init__(f"{path} has no states")
        self.path = str(path)
        self.is_number = is_number


def state_namer(schema: Schema, path: FieldPath) -> StateNamer:
    """A function that gives the names of a field's values.

    Raises:
        NotAStateError: the field holds a number without names, or no single value.
        UnknownFieldError: there is no such field.
    """
    field = schema.check(path)
    is_list = field.repeated and isinstance(path.steps[-1], str)
    if is_list and (level := _level_of_entries(schema, field)) is not None:
        return _by_names(level)
    if is_list:
        raise NotAStateError(path, is_number=field.kind in {FieldKind.FLOAT, FieldKind.INTEGER})
    if field.enum_names and field.kind in {FieldKind.ENUM, FieldKind.INTEGER}:
        return _by_names(field)
    if field.kind is FieldKind.BOOLEAN:
        return _boolean_text
    if field.kind in {FieldKind.STRING, FieldKind.ENUM}:
        return _text
    raise NotAStateError(path, is_number=field.kind in {FieldKind.FLOAT, FieldKind.INTEGER})


def state_reader(schema: Schema, path: FieldPath) -> tuple[Extractor, StateNamer]:
    """The functions that read a field from a payload, and name what was read; of a list of levels the highest is read.

    Raises:
        NotAStateError: the field holds a number without names, or no single value.
        UnknownFieldError: there is no such field.
    """
    namer, field = state_namer(schema, path), schema.check(path)
    if not field.repeated or not isinstance(path.steps[-1], str):
        return schema.extractor(path), namer

    def read_worst(payload: Payload) -> int | None:
        try:
            return max((entry[_LEVEL] for entry in path.select(schema.decode(payload))), default=None)
        except (KeyError, IndexError, TypeError) as error:
            raise DecodeError(f"{path} has entries without a level") from error

    return read_worst, namer


def _level_of_entries(schema: Schema, field: Field) -> Field | None:
    """Return the level that each entry of a list has; None if they have none."""
    entries = schema.fields(field.type_name) if field.repeated and field.has_fields else ()
    return next((each for each in entries if each.name == _LEVEL and each.enum_names), None)


def has_states(field: Field) -> bool:
    """Whether a field has states."""
    if field.repeated:
        return False
    return field.kind in {FieldKind.ENUM, FieldKind.BOOLEAN, FieldKind.STRING} or bool(field.enum_names)


def state_fields(schema: Schema) -> list[str]:
    """The paths of the fields that have states, the most likely by name first: what is shown of a topic as a whole."""
    if not schema.known:
        return []
    found: list[tuple[int, str]] = []
    for number, (path, field) in enumerate(_walk(schema, None, "", 0)):
        if number >= _MAX_WALKED:
            break
        if has_states(field) or _level_of_entries(schema, field) is not None:
            found.append((_rank(field), path))
    # fields of the same rank stay in the order of the type
    found.sort(key=lambda each: each[0])
    return [path for _, path in found[:_MAX_FIELDS]]


def is_state_name(path: str) -> bool:
    """Whether the name of a field, or a topic, is one that usually stands for a state."""
    # “model” does not stand for “mode”
    last = path.rsplit("/", 1)[-1].rsplit(".", 1)[-1].lower().replace("model", "")
    return any(name in last for name in _STATES)


def _walk(schema: Schema, type_name: str | None, before: str, depth: int) -> Iterator[tuple[str, Field]]:
    for field in schema.fields(type_name):
        if field.name in _IGNORED or not _is_plain(field.name):
            continue
        if field.has_fields and not field.repeated:
            if depth < _MAX_DEPTH:
                yield from _walk(schema, field.type_name, f"{before}{field.name}.", depth + 1)
        else:
            yield before + field.name, field


def _is_plain(name: str) -> bool:
    """Whether a name can be part of a path as it is: JSON allows any name."""
    try:
        return FieldPath.parse(name).steps == (name,)
    except UnknownFieldError:
        return False


def _rank(field: Field) -> int:
    if is_state_name(field.name):
        return 0
    return 2 if field.kind is FieldKind.STRING else 1


def _by_names(field: Field) -> StateNamer:
    names = {number: name for name, number in reversed(field.enum_names)}

    def word(value: object) -> str:
        return names.get(value, str(value)) if isinstance(value, int) else _text(value)

    return word


def _boolean_text(value: object) -> str:
    return TRUE_WORD if value else FALSE_WORD


def _text(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode(errors="replace")
    return value if isinstance(value, str) else _boolean_text(value) if isinstance(value, bool) else str(value)


@dataclass(slots=True)
class StateRun:
    """A span of time in which the state did not change.

    Attributes:
        start_s: when the state was first received.
        heard_s: when it was last received; from then to the next run it is assumed to last.
        code: the code of the state, see `StateHistory.word`; None for no state at all.
        end_s: when the next run, or a gap, begins; None for the newest run.
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
    """The history of the states of one field. `append` is for the writer, all else is for the reader.

    Args:
        budget: says how long it is kept.

    Attributes:
        dropped: the number of changes that were replaced by newer ones, as too many waited for the reader.
        resets: how often the runs became others: everything was dropped as time went back, or earlier ones came.
        unnamed: the number of changes to words beyond the first 256, which share one code.
    """

    def __init__(self, budget: SeriesBudget | None = None) -> None:
        self._budget = budget or SeriesBudget()
        self.dropped = 0
        self.resets = 0
        self.unnamed = 0
        # the writer's
        self._waiting: deque[_Change] = deque()
        self._heard_s = -math.inf
        self._word: str | None = None
        self._began = False
        self._usual_s: float | None = None
        # for the reader: what came earlier, and whether something had come already
        self._earlier: tuple[StateHistory, bool] | None = None
        # the reader's
        self._runs: list[StateRun] = []
        self._codes: dict[str, int] = {}
        self._words: list[str] = []

    # the writer's

    def append(self, time_s: float, word: str | None) -> None:
        """Add the state at a time; None if the message has none."""
        if word is not None:
            word = word[:LONGEST_WORD]
        goes_back = time_s < self._heard_s - OUT_OF_STEP_S
        time_s = time_s if goes_back else max(time_s, self._heard_s)
        silent = self._began and not goes_back and self._is_gap(time_s - self._heard_s, word)
        if self._began and word == self._word and not (silent or goes_back):
            self._heard_s = time_s
            return
        self._put(_Change(time_s, word, self._heard_s, goes_back, silent))
        self._word = word
        self._began = True
        self._heard_s = time_s

    def put_before(self, earlier: StateHistory) -> None:
        """Put the runs of another history before all that came; it must not change any more."""
        if not earlier._began or (self._began and self._heard_s < earlier._heard_s - OUT_OF_STEP_S):
            # the clock was set back meanwhile
            return
        self._earlier = earlier, self._began
        if not self._began:
            self._heard_s, self._word, self._usual_s = earlier._heard_s, earlier._word, earlier._usual_s
            self._began = True

    def _put(self, change: _Change) -> None:
        if len(self._waiting) < MAX_WAITING:
            self._waiting.append(change)
            return
        # the newest state must be known: it replaces the change before
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
            # the reader has taken all of them meanwhile, from the other end
            self._waiting.append(change)

    def _is_gap(self, silence_s: float, word: str | None) -> bool:
        """Whether a silence is a gap. A topic that sends only changes has no usual interval, and so no gaps."""
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
        """Take the changes that came; return whether there were any."""
        heard_s = self._heard_s
        last_s = self._runs[-1].heard_s if self._runs else -math.inf
        earlier, had_begun = self._earlier or (None, False)
        came = earlier is not None
        if came:
            self._earlier = None
        if earlier is not None and not had_begun:
            # what comes behind it goes on from it
            self._put_in_front(earlier)
        resets = self.resets
        while self._waiting:
            self._apply(self._waiting.popleft())
            came = True
        if earlier is not None and had_begun:
            self._put_in_front(earlier)
        # a time from before the clock was set back does not apply to runs after it
        if resets == self.resets and self._runs and heard_s > self._runs[-1].heard_s:
            self._runs[-1].heard_s = heard_s
        self._drop_old()
        return came or (bool(self._runs) and self._runs[-1].heard_s != last_s)

    def show_at(self, other: StateHistory, shown_s: Callable[[Sequence[float]], Sequence[float]]) -> None:
        """Have the runs of another history, which was drained, at other times; in place of `append` and `drain`."""
        runs = other._runs
        starts, heards = shown_s([run.start_s for run in runs]), shown_s([run.heard_s for run in runs])
        ends = shown_s([run.heard_s if run.end_s is None else run.end_s for run in runs])
        self._runs = [
            StateRun(start_s, heard_s, run.code, None if run.end_s is None else end_s)
            for run, start_s, heard_s, end_s in zip(runs, starts, heards, ends, strict=True)
        ]
        self._codes, self._words, self.unnamed = other._codes, other._words, other.unnamed
        self._usual_s = other._usual_s
        self.resets += 1

    @property
    def runs(self) -> tuple[StateRun, ...]:
        """All runs that are kept, oldest first."""
        return tuple(self._runs)

    @property
    def words(self) -> tuple[str, ...]:
        """All words that were received, in the order of their codes."""
        return tuple(self._words)

    @property
    def newest(self) -> StateRun | None:
        """The newest run."""
        return self._runs[-1] if self._runs else None

    def is_silent(self, now_s: float) -> bool:
        """Whether no state was received for much longer than is usual."""
        return bool(self._runs) and self._is_long(now_s - self._runs[-1].heard_s)

    def runs_between(self, first_s: float, last_s: float) -> list[StateRun]:
        """The runs between two times, with the one that lasts into them."""
        runs = self._runs
        first = max(bisect_right(runs, first_s, key=_start_of) - 1, 0)
        return runs[first : bisect_right(runs, last_s, key=_start_of)]

    def run_at(self, time_s: float) -> StateRun | None:
        """The run at a time; None before the first run and in a gap."""
        runs = self._runs
        index = bisect_right(runs, time_s, key=_start_of) - 1
        if index < 0:
            return None
        end_s = runs[index].end_s
        return runs[index] if end_s is None or time_s < end_s or time_s == runs[index].start_s else None

    def word(self, code: int | None) -> str | None:
        """The word of a code; None for no state, and for words beyond the first `MAX_WORDS`."""
        return self._words[code] if code is not None and code != OTHER_WORDS else None

    def _apply(self, change: _Change) -> None:
        if change.goes_back:
            self._runs.clear()
            self.resets += 1
        elif self._runs:
            last = self._runs[-1]
            last.heard_s = max(last.heard_s, change.heard_before_s)
            last.end_s = last.heard_s if change.silent else change.start_s
        self._runs.append(StateRun(change.start_s, change.start_s, self._code(change.word)))

    def _put_in_front(self, earlier: StateHistory) -> None:
        """Put the runs of another history before the own ones: the last of them goes on, where there is no gap."""
        codes: dict[int | None, int | None] = {code: self._code(word) for code, word in enumerate(earlier._words)}
        runs = [StateRun(run.start_s, run.heard_s, codes.get(run.code, run.code), run.end_s) for run in earlier._runs]
        if runs and self._runs:
            last, first = runs[-1], self._runs[0]
            is_gap = earlier._is_long(first.start_s - last.heard_s)
            last.end_s = last.heard_s if is_gap else first.start_s
            if last.code == first.code and not is_gap:
                first.start_s = runs.pop().start_s
        self._runs[:0] = runs
        self.resets += 1

    def _code(self, word: str | None) -> int | None:
        if word is None:
            return None
        code = self._codes.get(word)
        if code is None:
            if len(self._words) >= MAX_WORDS:
                self.unnamed += 1
                return OTHER_WORDS
            code = self._codes[word] = len(self._words)
            self._words.append(word)
        return code

    def _drop_old(self) -> None:
        if not self._runs:
            return
        oldest_s = self._runs[-1].heard_s - self._budget.history_s
        # the run that lasts into the history is kept
        old = bisect_right(self._runs, oldest_s, key=_start_of) - 1
        del self._runs[: max(old, len(self._runs) - MAX_RUNS, 0)]


def _start_of(run: StateRun) -> float:
    return run.start_s
