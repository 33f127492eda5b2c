from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from app.ui.images.renderer import HERE_S, ImageRenderer

LIMIT_S = 20.0


class FakeStopwatch:
    """Each job takes `took_s`."""

    def __init__(self) -> None:
        self.took_s = 0.0
        self._now = 0.0

    def __call__(self) -> float:
        self._now += self.took_s / 2
        return self._now


@pytest.fixture
def stopwatch() -> FakeStopwatch:
    return FakeStopwatch()


@pytest.fixture
def renderer(stopwatch: FakeStopwatch) -> Iterator[ImageRenderer[str]]:
    renderer: ImageRenderer[str] = ImageRenderer(stopwatch)
    yield renderer
    renderer.close()


def taken(renderer: ImageRenderer[str]) -> str | None:
    deadline = time.monotonic() + LIMIT_S
    while time.monotonic() < deadline:
        found = renderer.take_result()
        if found is not None or not renderer.busy:
            return found
        time.sleep(0.001)
    raise TimeoutError


def thread() -> str:
    return threading.current_thread().name


def test_what_is_short_is_done_at_once(renderer: ImageRenderer[str]) -> None:
    assert renderer.run(thread, "kind", long=False) == threading.current_thread().name
    assert not renderer.busy


def test_what_is_long_is_done_beside(renderer: ImageRenderer[str]) -> None:
    assert renderer.run(thread, "kind", long=True) is None
    assert renderer.busy
    assert str(taken(renderer)).startswith("picture")
    assert renderer.take_result() is None


def test_it_is_free_when_its_result_was_taken(renderer: ImageRenderer[str]) -> None:
    renderer.run(thread, "kind", long=True)
    taken(renderer)

    assert not renderer.busy


def test_what_turns_out_to_be_long_is_done_beside_next_time_and_back_when_it_is_short_again(
    renderer: ImageRenderer[str], stopwatch: FakeStopwatch
) -> None:
    stopwatch.took_s = 4 * HERE_S
    here = threading.current_thread().name
    assert renderer.run(thread, "kind", long=False) == here
    assert renderer.run(thread, "other", long=False) == here
    stopwatch.took_s = 0.0
    where = []
    for _ in range(8):
        found = renderer.run(thread, "kind", long=False) or taken(renderer)
        where.append(found == here)

    assert not where[0]
    assert where[-1]


def test_one_thing_at_a_time(renderer: ImageRenderer[str]) -> None:
    renderer.run(thread, "kind", long=True)
    with pytest.raises(RuntimeError, match="one job at a time"):
        renderer.run(thread, "kind", long=True)
    taken(renderer)


@pytest.mark.parametrize("long", [False, True])
def test_what_a_job_raises_is_raised_where_it_is_asked_for(renderer: ImageRenderer[str], long: bool) -> None:  # noqa: FBT001
    def fail() -> str:
        raise ValueError("broken")

    def both() -> None:
        renderer.run(fail, "kind", long=long)
        taken(renderer)

    with pytest.raises(ValueError, match="broken"):
        both()
    assert not renderer.busy


def test_closing_waits_for_nobody(renderer: ImageRenderer[str]) -> None:
    go_on = threading.Event()
    renderer.run(lambda: str(go_on.wait(LIMIT_S)), "kind", long=True)
    renderer.close()

    assert not renderer.busy
    go_on.set()
