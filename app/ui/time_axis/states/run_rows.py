"""Rows of runs below the live rows: in what state the same field was in a run, at the place of the run.

The messages of a topic are read once, in the thread of the run, and stand: what follows the run's place are the times.
"""

from __future__ import annotations

import asyncio
import math
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from typing_extensions import override

from app.model.reference_runs import ReferenceRun, RunPlace, are_same_type
from app.model.schema import FieldPath
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.feeds import StateFeed, StateFieldFault, TimeBase
from app.model.timeseries.states import StateHistory, StateRun
from app.model.topics import Delivery, TopicKey
from app.session.errors import SessionError
from app.ui.base.refresh import Spawn
from app.ui.base.text import say
from app.ui.time_axis.states.colors import WordColors
from app.ui.time_axis.states.rows import StateReading, StateRow
from app.ui.time_axis.states.state import StateRowSpec
from app.wording.record import ReferenceWording
from app.wording.ui.time_axis import StatesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.reference_runs import ReferenceRuns

# changes are taken so often, in messages, that fewer wait than there may
_DRAINED_AFTER: Final = 1000


class RunTopic:
    """The states of fields of one topic of a run.

    Attributes:
        histories: the states by the time of views; empty before they are read.
        fault: why there are none; None where no reason is known.
        feed: the states by the time of the run.
        is_read: whether all messages were read.
        end_s: when the run ends, by the time of views.
    """

    def __init__(self, key: TopicKey, paths: tuple[FieldPath, ...], base: TimeBase) -> None:
        self.key = key
        self.base = base
        self.fault: str | None = None
        self.histories = {path: StateHistory() for path in paths}
        self.feed = StateFeed(base, SeriesBudget(history_s=math.inf))
        self.feed.set_fields(paths)
        self.is_read = False
        self.end_s = 0.0
        self._heard_ns = 0
        self._count = 0
        self._followed: ReferenceRun | None = None
        self._place: RunPlace | None = None
        self._task: asyncio.Task[None] | None = None

    async def read(self, runs: ReferenceRuns) -> None:
        """Read all messages, in the thread of the run."""
        self._task = asyncio.current_task()
        try:
            if not await runs.read(self.key.connection, {self.key.topic}, self._take):
                self.fault = ReferenceWording.NOT_READ_WHOLE()
                return
        except SessionError as error:
            self.fault = error.reason
            return
        finally:
            self._task = None
        self._drain()
        self.is_read = True

    def leave(self) -> None:
        """End the reading: nobody shows the states any more."""
        if self._task is not None:
            self._task.cancel()

    def follow(self, run: ReferenceRun) -> None:
        """Put the states where the run lies."""
        if not self.is_read or run is self._followed:
            return
        self._followed, place = run, self._place_of(run)
        if place == self._place:
            return
        self._place = place

        def shown_s(times_s: Sequence[float]) -> Sequence[float]:
            shown: list[float] = place.shown_s(np.array(times_s, np.float64)).tolist()
            return shown

        for path, history in self.histories.items():
            history.show_at(self.feed.history(path), shown_s)
        heard_s = max((newest.heard_s for newest in self._newest), default=-math.inf)
        # to its end the run says nothing else
        self.end_s = heard_s + max(run.end_ns - self._heard_ns, 0) / 1e9

    def _take(self, delivery: Delivery) -> None:
        """Take a message; called in the thread of the run."""
        self.feed(delivery)
        self._heard_ns = delivery.received_ns
        self._count += 1
        if self._count % _DRAINED_AFTER == 0:
            self._drain()

    def _drain(self) -> None:
        for path in self.histories:
            self.feed.history(path).drain()

    @property
    def _newest(self) -> list[StateRun]:
        newest = [history.newest for history in self.histories.values()]
        return [run for run in newest if run is not None]

    def _place_of(self, run: ReferenceRun) -> RunPlace:
        newest = (self.feed.history(path).newest for path in self.histories)
        newest_s = max((state.heard_s for state in newest if state is not None), default=math.inf)
        return run.place_by(stamp=self.base is TimeBase.STAMP, newest_s=newest_s)


class RunStates:
    """The states of runs: a `StateSource` of their rows."""

    def __init__(self, runs: ReferenceRuns, spawn: Spawn) -> None:
        self._runs = runs
        self._spawn = spawn
        # those that are read together share one
        self._topics: dict[StateRowSpec, RunTopic] = {}

    def set_rows(self, specs: Iterable[StateRowSpec], base: TimeBase) -> None:
        """Have the states of these rows, by a time base; those of others are dropped."""
        wanted = dict.fromkeys(specs)
        before = set(self._topics.values())
        self._topics = {spec: topic for spec, topic in self._topics.items() if spec in wanted and topic.base is base}
        for topic in before - set(self._topics.values()):
            topic.leave()
        missing: dict[TopicKey, list[FieldPath]] = {}
        for spec in wanted:
            if spec not in self._topics:
                missing.setdefault(spec.key, []).append(spec.path)
        for key, paths in missing.items():
            topic = RunTopic(key, tuple(paths), base)
            self._topics.update({StateRowSpec(key, path): topic for path in paths})
            self._spawn(topic.read(self._runs), f"states of {key.connection}")

    def topic(self, spec: StateRowSpec) -> RunTopic:
        """Return the topic of a row."""
        return self._topics[spec]

    def history(self, spec: StateRowSpec) -> StateHistory:
        """Return the states of a row by the time of views."""
        return self._topics[spec].histories[spec.path]

    def error(self, spec: StateRowSpec) -> StateFieldFault | None:
        """Return why the messages have no states for a row; None if they have."""
        return self._topics[spec].feed.error(spec.path)

    def unstamped(self, spec: StateRowSpec) -> bool:
        """Whether messages of a row are left out because they have no stamp."""
        topic = self._topics[spec]
        return topic.base is TimeBase.STAMP and topic.feed.unstamped > 0

    def is_lost(self, key: TopicKey) -> bool:
        """Whether there is no run any more."""
        return self._runs.get(key.connection) is None

    def fault(self, topic: RunTopic) -> str | None:
        """Return why a topic was not read, or how far it is; None once it is."""
        key = topic.key
        if topic.is_read or topic.fault is not None:
            return topic.fault
        share = next((each.share for each in self._runs.readings if _reads(each.run_id, each.topics, key)), 0.0)
        return StatesWording.READING_RUN(share=f"{share:.0%}")


def _reads(run_id: str, topics: frozenset[str], key: TopicKey) -> bool:
    return run_id == key.connection and key.topic in topics


class RunStateRow(StateRow):
    """Row of a run below a live row.

    Attributes:
        run: the run as it is now.
        topic: has its states.
    """

    def __init__(
        self,
        spec: StateRowSpec,
        run: ReferenceRun,
        states: RunStates,
        colors: WordColors,
        live_type: Callable[[], str],
    ) -> None:
        super().__init__(spec, states, colors)
        self._states = states
        self._live_type = live_type
        self.follow(run)
        self._shown: tuple[ReferenceRun | None, str | None, int] = (None, None, 0)

    def follow(self, run: ReferenceRun) -> None:
        """Show what is read of a run, as the run is now."""
        self.run, self.topic = run, self._states.topic(self.spec)
        # it is asked for many times in each frame
        self._history = self.topic.histories[self.spec.path]

    @override
    def drain(self) -> None:
        self.topic.follow(self.run)
        # how far it is read changes, too
        shown = (self.run, self._states.fault(self.topic), self.history.resets)
        self.changed = shown[0] is not self._shown[0] or shown[1:] != self._shown[1:]
        if self.changed:
            self._shown = shown
            self._number_words()

    @property
    @override
    def history(self) -> StateHistory:
        return self._history

    @property
    def end_s(self) -> float:
        """When its run ends: after that there is nothing to know."""
        return self.topic.end_s

    @override
    def known_until_s(self, now_s: float) -> float:
        history = self.history
        newest = history.newest
        if newest is None:
            return now_s
        return newest.heard_s if history.is_silent(self.end_s) else max(self.end_s, newest.heard_s)

    @override
    def read_now(self, now_s: float) -> StateReading:
        return self.read_at(now_s, now_s)

    @override
    def read_at(self, at_s: float, now_s: float) -> StateReading:
        if self.history.newest is None:
            return StateReading("", None, self.fault or say(StatesWording.NOTHING()))
        return super().read_at(at_s, now_s)

    @property
    @override
    def fault(self) -> str:
        known = self._states.fault(self.topic)
        if known is not None:
            return say(known)
        theirs, ours = self.run.topics.get(self.spec.key.topic, ""), self._live_type()
        if ours and theirs and not are_same_type(ours, theirs):
            return say(StatesWording.OTHER_TYPE_IN_RUN(theirs=theirs, ours=ours))
        return super().fault


class RunRows:
    """Makes and removes rows of runs, as runs and live rows change.

    Args:
        type_of: returns the name of the type of a live topic; empty where it is not known.
    """

    def __init__(self, runs: ReferenceRuns, spawn: Spawn, type_of: Callable[[TopicKey], str]) -> None:
        self._runs = runs
        self._type_of = type_of
        self._states = RunStates(runs, spawn)
        self._rows: dict[StateRowSpec, RunStateRow] = {}
        # compared by identity
        self._made_of: tuple[object, ...] = ()

    def follow(self, rows: Sequence[StateRow], base: TimeBase, colors: WordColors) -> bool:
        """Have below each row one for each run that is shown and has its topic; return whether rows came or went."""
        runs = self._runs.runs
        if not runs and not self._rows:
            return False
        made_of = (runs, base, colors, *rows)
        if len(made_of) == len(self._made_of) and all(map(operator.is_, made_of, self._made_of)):
            return False
        if len(self._made_of) > 2 and self._made_of[2] is not colors:
            self._rows.clear()
        self._made_of = made_of
        shown = [run for run in runs if run.is_shown]
        wanted = {row: [run for run in shown if row.spec.key.topic in run.topics] for row in rows}
        specs = [_spec_of(run, row) for row, theirs in wanted.items() for run in theirs]
        self._states.set_rows(specs, base)
        before = list(self._rows)
        self._rows = {
            _spec_of(run, row): self._row(run, row, colors) for row, theirs in wanted.items() for run in theirs
        }
        for row, theirs in wanted.items():
            row.runs = tuple(self._rows[_spec_of(run, row)] for run in theirs)
        return before != list(self._rows)

    def _row(self, run: ReferenceRun, above: StateRow, colors: WordColors) -> RunStateRow:
        spec, live = _spec_of(run, above), above.spec.key
        row = self._rows.get(spec) or RunStateRow(spec, run, self._states, colors, lambda: self._type_of(live))
        row.follow(run)
        return row


def _spec_of(run: ReferenceRun, row: StateRow) -> StateRowSpec:
    return StateRowSpec(run.key(row.spec.key.topic), row.spec.path)
