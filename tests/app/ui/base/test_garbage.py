"""Garbage: who collects it, and in which thread."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.ui.base.garbage import INTERVAL_MS, OLDEST_EVERY_S, GarbageCollector
from tests.fakes.waiting import eventually


class Kept(QObject):
    """An object of Qt in a cycle, as one is by a lambda that names it."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[GarbageCollector]:
    gc.collect()
    gc.enable()
    made = GarbageCollector(qapp)
    yield made
    made.stop()


def _make_cycles(count: int = 3000) -> None:
    for _ in range(count):
        cycle: list[object] = []
        cycle.append(cycle)


def _left_cycle(ended: list[str]) -> None:
    kept = Kept()
    weakref.finalize(kept, lambda: ended.append(threading.current_thread().name))


@pytest.mark.usefixtures("collector")
def test_another_thread_that_makes_many_objects_deletes_nothing_of_qt() -> None:
    ended: list[str] = []
    _left_cycle(ended)
    thread = threading.Thread(target=_make_cycles, name="another")
    thread.start()
    thread.join()
    assert ended == []


@pytest.mark.usefixtures("collector")
async def test_cycles_are_deleted_in_the_thread_of_the_interface_while_it_runs() -> None:
    ended: list[str] = []
    _left_cycle(ended)
    _make_cycles()
    await eventually(lambda: ended, "the end of the cycle")
    assert ended == [threading.main_thread().name]


def test_what_has_grown_old_is_collected_after_a_time(collector: GarbageCollector) -> None:
    ended: list[str] = []
    kept = Kept()
    weakref.finalize(kept, lambda: ended.append("ended"))
    gc.collect(0)
    gc.collect(1)
    del kept
    for _ in range(int(2 * OLDEST_EVERY_S * 1e3 / INTERVAL_MS)):
        _make_cycles(1000)
        collector.collect_if_due()
    assert ended == ["ended"]


def test_python_collects_by_itself_again_when_it_is_stopped(collector: GarbageCollector) -> None:
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
