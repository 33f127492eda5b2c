"""Stops over a model of an engine and its network: no zero proves one after which a motion is still carried out.

The engine carries out what waits for it in any order, hangs, and answers or not; the network delays each way and is
cut, and what is on its way then comes late, within the bounds that `call_tracker` names, or never. The tracker is the
real one, the time a number. `TELEDECK_NRP_HISTORIES` for more than the few of each run.
"""

from __future__ import annotations

import heapq
import itertools
import os
import random
from collections.abc import Callable

import pytest

from app.connections.nrp import call_tracker
from app.connections.nrp.call_tracker import UNDER_WAY_S, EngineCall, EngineCallTracker
from app.connections.nrp.engine_link import GIVEN_UP_S

HISTORIES = int(os.environ.get("TELEDECK_NRP_HISTORIES", "300"))
STEP_S = 0.01
EVERY_S = 0.05
MOTION_TIMEOUT_S, ZERO_TIMEOUT_S = 10.0, 2.0
MOST_ZEROS = 4
STOPS_AT_S = 3.0
GIVEN_UP_AFTER_S = 60.0


class History:
    """One drive of three seconds and the stop that follows."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.ledger = EngineCallTracker()
        self.now = 0.0
        self.carried_out: list[tuple[float, bool]] = []
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._queue: list[tuple[EngineCall, bool, bool]] = []
        self._open: set[EngineCall] = set()
        self._number = 0
        self._zero_number = 0
        begins = self.random.uniform(0, 6)
        self._hang = (begins, begins + self.random.choice([0, 0.2, 0.6, 3, 12]))
        begins = self.random.uniform(0, 6)
        self._cut = (begins, begins + self.random.choice([0, 0, 0.3, 2, 8]))
        self._delay_s = self.random.choice([0.001, 0.02, 0.2])

    def _at(self, when: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (when, next(self._count), act))

    @property
    def _is_cut(self) -> bool:
        return self._cut[0] <= self.now < self._cut[1]

    def _call(self, number: int, *, moves: bool) -> None:
        ledger = self.ledger
        call = ledger.start_motion(number, self.now) if moves else ledger.start_zero(number, self.now)
        self._open.add(call)
        self._at(self.now + (MOTION_TIMEOUT_S if moves else ZERO_TIMEOUT_S), lambda: self._end(call, moves=moves))
        way_s = self.random.uniform(0, self._delay_s)
        if self._is_cut:
            # sent again and again for as long as this system goes on, and perhaps held up for the rest
            way_s = self.random.uniform(0, GIVEN_UP_S + UNDER_WAY_S)
            self._at(self.now + GIVEN_UP_S, lambda: self._end(call, moves=moves))
            if self.random.random() < 0.5:
                return
        self._at(self.now + way_s, lambda: self._queue.append((call, moves, self.random.random() < 0.02)))

    def _end(self, call: EngineCall, *, moves: bool, answered: bool = False) -> None:
        if call not in self._open:
            return
        self._open.discard(call)
        end = self.ledger.end_motion if moves else self.ledger.end_zero
        end(call, self.now, answered=answered)
        if self.ledger.wants_zero and self._zero_number:
            self._call(self._zero_number, moves=False)

    def _step_engine(self) -> None:
        """Carry out what waits, in any order, as long as it does not hang."""
        if self._hang[0] <= self.now < self._hang[1]:
            return
        self.random.shuffle(self._queue)
        for _ in range(self.random.choice([0, 1, 2, 5])):
            if self._queue:
                call, moves, loses_answer = self._queue.pop()
                self.carried_out.append((self.now, moves))
                if not (loses_answer or self._is_cut):
                    self._at(
                        self.now + self.random.uniform(0, self._delay_s),
                        lambda call=call, moves=moves: self._end(call, moves=moves, answered=True),  # type: ignore[misc]
                    )

    def run(self) -> float | None:
        """Until the stop is called delivered; when that was, None where it was given up."""
        next_at, first_zero = 0.0, 0
        while self.now < STOPS_AT_S + GIVEN_UP_AFTER_S:
            while self._due and self._due[0][0] <= self.now:
                heapq.heappop(self._due)[2]()
            self._step_engine()
            if self.now >= next_at:
                next_at = self.now + EVERY_S
                self._number += 1
                if self.now < STOPS_AT_S:
                    if not self.ledger.is_busy:
                        self._call(self._number, moves=True)
                else:
                    first_zero = first_zero or self._number
                    self._zero_number = self._number
                    if self.ledger.zeros_under_way < MOST_ZEROS:
                        self._call(self._number, moves=False)
            if first_zero and self.ledger.arrived >= first_zero:
                return self.now
            self.now += STEP_S
        return None

    def run_on(self) -> None:
        """Have whatever is still under way come."""
        ends_at = self.now + 30
        while self.now < ends_at:
            while self._due and self._due[0][0] <= self.now:
                heapq.heappop(self._due)[2]()
            self._step_engine()
            self.now += STEP_S


def wrong(seed: int) -> str:
    """What is wrong with the history of a seed; empty for nothing."""
    history = History(seed)
    proven_at = history.run()
    if proven_at is None:
        return ""
    if not any(not moves for _, moves in history.carried_out):
        return "no zero was carried out"
    history.run_on()
    last = max((at for at, moves in history.carried_out if moves), default=-1.0)
    zeros = [at for at, moves in history.carried_out if not moves and at >= last]
    return "" if zeros and last <= proven_at else f"a motion at {last} after the proof at {proven_at}"


def test_no_stop_is_called_delivered_after_which_a_motion_is_carried_out() -> None:
    assert [(seed, why) for seed in range(HISTORIES) if (why := wrong(seed))] == []


def test_most_stops_are_proven() -> None:
    assert sum(History(seed).run() is not None for seed in range(100)) >= 90


@pytest.mark.parametrize(("name", "value"), [("UNDER_WAY_S", -GIVEN_UP_S), ("TURN_S", 0.0)])
def test_a_proof_that_waits_for_less_is_found_out(name: str, value: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_tracker, name, value)
    if name == "TURN_S":
        monkeypatch.setattr(call_tracker, "UNDER_WAY_S", -GIVEN_UP_S)

    assert any(wrong(seed) for seed in range(1000))


def test_a_proof_by_any_zero_that_is_answered_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EngineCallTracker, "_proves", lambda *_: True)

    assert any(wrong(seed) for seed in range(300))
