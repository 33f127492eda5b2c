from __future__ import annotations

import threading

import pytest

from app.model.analysis.progress import AnalysisError, ProgressCallback
from app.ui.analysis.calculation_thread import CalculationThread

PATIENCE_S = 30.0


class Told:
    """What a worker told."""

    def __init__(self) -> None:
        self.results: list[object] = []
        self.faults: list[str] = []


@pytest.fixture
def told() -> Told:
    return Told()


def finish(worker: CalculationThread) -> None:
    assert worker.wait(PATIENCE_S)
    worker.deliver_result()


def test_a_result_is_given_where_it_is_looked_for(told: Told) -> None:
    worker = CalculationThread()
    worker.start(lambda _: threading.current_thread().name, told.results.append, told.faults.append)
    assert told.results == []
    finish(worker)

    assert told.results == ["analysis"]
    assert worker.progress is None


def test_what_is_asked_last_takes_the_place_of_what_runs_and_what_waits(told: Told) -> None:
    worker, goes_on, began = CalculationThread(), threading.Event(), threading.Event()

    def long(step: ProgressCallback) -> str:
        began.set()
        assert goes_on.wait(PATIENCE_S)
        step(0.5)
        return "first"

    worker.start(long, told.results.append, told.faults.append)
    assert began.wait(PATIENCE_S)
    worker.start(lambda _: "second", told.results.append, told.faults.append)
    worker.start(lambda _: "third", told.results.append, told.faults.append)
    goes_on.set()
    finish(worker)
    finish(worker)

    assert told.results == ["third"]
    assert told.faults == []


def test_how_far_it_is_can_be_told_until_it_is_cancelled(told: Told) -> None:
    worker, goes_on, half = CalculationThread(), threading.Event(), threading.Event()

    def long(step: ProgressCallback) -> str:
        step(0.5)
        half.set()
        assert goes_on.wait(PATIENCE_S)
        step(0.75)
        return "done"

    worker.start(long, told.results.append, told.faults.append)
    assert half.wait(PATIENCE_S)
    before = worker.progress
    worker.cancel()
    assert (before, worker.progress) == (0.5, None)
    goes_on.set()
    finish(worker)

    assert told.results == []


def test_why_there_is_no_result_is_said_in_words(told: Told) -> None:
    worker = CalculationThread()

    def refuse(_: ProgressCallback) -> str:
        raise AnalysisError("too few samples")

    worker.start(refuse, told.results.append, told.faults.append)
    finish(worker)

    assert (told.results, told.faults) == ([], ["too few samples"])


@pytest.mark.expects_log("An analysis failed")
def test_a_fault_of_our_own_is_logged_and_has_no_words(told: Told) -> None:
    worker = CalculationThread()
    worker.start(lambda _: 1 / 0, told.results.append, told.faults.append)
    finish(worker)

    assert told.faults == [""]
