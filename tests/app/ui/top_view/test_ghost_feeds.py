"""Ghosts of runs: what is read of which topics, and what the list of layers says of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from app.model.reference_runs import RunPlace
from app.model.schema import Role
from app.model.status import SimClock
from app.model.topics import Delivery, TopicKey
from app.session.errors import SessionError
from app.session.reference_runs import RunReading
from app.ui.base.theme import DARK
from app.ui.top_view.ghost_feeds import GhostFeeds
from app.ui.top_view.layer_list import LayerRow
from app.ui.top_view.scene import ShownRobot
from app.wording.record import ReferenceWording
from app.wording.ui.top_view import TopViewWording
from tests.fakes.deliveries import delivery
from tests.fakes.geometry import GeometrySchema, pose, transforms
from tests.fakes.runs import FakeRuns
from tests.fakes.session import URI

S = 1_000_000_000
ROBOT = ShownRobot(TopicKey(URI, "/odom"), "base", "")
TF = (TopicKey(URI, "/tf"),)


class FakeLinks:
    """The clocks of links."""

    def __init__(self) -> None:
        self.own_clocks: dict[str, SimClock] = {}
        self.past: SimClock | None = None

    def past_clock(self) -> SimClock | None:
        return self.past


class Bench:
    """Ghosts at a time in seconds."""

    def __init__(self) -> None:
        self.runs = FakeRuns()
        self.links = FakeLinks()
        self.now_s = 100.0
        self.reads = 0
        self.ghosts = GhostFeeds(self.runs, self.links, self.spawn, lambda: round(self.now_s * S))  # type: ignore[arg-type]

    def spawn(self, coroutine: Coroutine[Any, Any, None], _name: str) -> None:
        self.reads += 1
        with pytest.raises(StopIteration):
            coroutine.send(None)

    def look(self, *robots: ShownRobot, fixed: str = "map") -> None:
        for _ in range(2):
            self.ghosts.find(robots or (ROBOT,), TF, fixed)
        self.ghosts.refresh(trails=True)

    @property
    def row(self) -> LayerRow:
        (row,) = self.ghosts.rows(DARK)
        return row


def driven(topic: str = "/odom", frame: str = "map") -> dict[str, list[Delivery]]:
    """One metre a second for ten seconds from 100 s on."""
    schema = GeometrySchema(Role.POSE, *(pose(float(number), frame=frame) for number in range(11)))
    told = [delivery(str(n).encode(), schema=schema, received_ns=(100 + n) * S) for n in range(11)]
    return {topic: told}


@pytest.fixture
def bench() -> Bench:
    return Bench()


def xs(bench: Bench) -> list[float | None]:
    bench.ghosts.refresh(trails=True)
    return [ghost.mark.x if ghost.mark is not None else None for ghost in bench.ghosts.ghosts]


def test_a_ghost_is_where_the_robot_was_at_the_time_that_views_show(bench: Bench) -> None:
    bench.runs.put(driven(), "slow")
    bench.look()
    bench.now_s = 102.5

    assert xs(bench) == [2.5]
    (ghost,) = bench.ghosts.ghosts
    assert (ghost.name, ghost.number, ghost.way_m, ghost.has_trail) == ("slow", 0, 2.5, True)
    assert (bench.row.text, bench.row.note, bench.row.is_ghost) == ("slow", TopViewWording.GHOST(), True)


def test_it_says_whether_anything_has_changed(bench: Bench) -> None:
    assert not bench.ghosts.refresh(trails=True)
    bench.runs.put(driven())
    bench.look()

    assert not bench.ghosts.refresh(trails=True)
    bench.now_s = 101.0
    assert bench.ghosts.refresh(trails=True)
    assert bench.ghosts.refresh(trails=False)
    assert not bench.ghosts.ghosts[0].has_trail
    bench.runs.remove("run:1")
    bench.look()
    assert bench.ghosts.ghosts == ()


def test_a_run_that_is_moved_is_not_read_again(bench: Bench) -> None:
    run = bench.runs.put(driven())
    bench.look()
    bench.runs.change(run.id, place=RunPlace(-5 * S))
    bench.look()

    assert xs(bench) == [5.0]
    assert bench.reads == 1


def test_in_the_past_and_in_a_recording_that_is_played_the_time_that_is_shown_counts(bench: Bench) -> None:
    bench.runs.put(driven())
    bench.look()
    bench.links.past = SimClock(103 * S, 0, is_recorded=True)
    assert xs(bench) == [3.0]
    bench.links.own_clocks[URI] = SimClock(104 * S, 0, is_recorded=True)
    assert xs(bench) == [4.0]
    # a simulated clock says nothing of when messages were received
    bench.links.own_clocks[URI] = SimClock(7 * S)
    bench.links.past = None
    assert xs(bench) == [0.0]


@pytest.mark.parametrize(
    ("now_s", "note"),
    [(97.0, TopViewWording.GHOST_BEGINS(age="3.0 s")), (114.0, TopViewWording.GHOST_HAS_ENDED(age="4.0 s"))],
)
def test_before_and_after_a_run_its_trail_stays_and_the_list_says_when_it_is(
    bench: Bench, now_s: float, note: str
) -> None:
    bench.runs.put(driven())
    bench.look()
    bench.now_s = now_s

    assert xs(bench) == [None]
    assert bench.row.note == note
    assert not bench.row.faulty


def test_a_run_is_read_once_frames_have_settled_and_again_when_they_change(bench: Bench) -> None:
    bench.runs.put(driven())
    bench.ghosts.find((ROBOT,), TF, "odom")
    bench.ghosts.find((ROBOT,), TF, "map")
    assert bench.reads == 0
    assert bench.row.note == TopViewWording.WAITING()
    bench.look()
    bench.look()
    assert bench.reads == 1
    bench.look(fixed="world")
    assert bench.reads == 2
    assert bench.row.note == TopViewWording.RUN_LACKS_TRANSFORM(fixed="world", frame="map")
    assert bench.row.faulty


def test_a_run_that_lacks_the_topic_says_so(bench: Bench) -> None:
    bench.runs.put(driven("/other"))
    bench.look()

    assert bench.reads == 0
    assert bench.row.note == ReferenceWording.NO_TOPIC(topic="/odom")
    assert bench.row.faulty
    assert bench.ghosts.ghosts == ()


def test_another_layer_with_a_pose_does_where_the_run_lacks_that_of_the_robot(bench: Bench) -> None:
    bench.runs.put(driven("/amcl_pose"))
    bench.look(ROBOT, ShownRobot(TopicKey(URI, "/amcl_pose"), "", ""))

    assert xs(bench) == [0.0]


def test_transforms_do_where_the_run_lacks_all_topics_with_poses(bench: Bench) -> None:
    schema = GeometrySchema(Role.TRANSFORMS, transforms(pose(4.0, frame="map", name="base")))
    bench.runs.put({"/tf": [delivery(b"0", schema=schema, received_ns=100 * S)]})
    bench.look()

    assert xs(bench) == [4.0]


def test_nothing_is_read_before_the_robot_has_a_place_and_of_a_run_that_is_being_opened(bench: Bench) -> None:
    run = bench.runs.put(driven())
    for _ in range(3):
        bench.ghosts.find((), TF, "map")
    assert bench.reads == 0
    assert bench.row.note == TopViewWording.WAITING()

    bench.runs.change(run.id, is_shown=False)
    bench.look()
    assert bench.ghosts.runs == ()
    assert bench.reads == 0


def test_a_ghost_that_is_switched_off_is_not_drawn_and_has_no_fault(bench: Bench) -> None:
    bench.runs.put(driven())
    bench.runs.put(driven("/other"))
    bench.look()
    bench.ghosts.show("run:1", shown=False)
    bench.ghosts.show("run:2", shown=False)
    bench.ghosts.refresh(trails=True)

    assert bench.ghosts.ghosts == ()
    assert [(row.visible, row.faulty, row.note) for row in bench.ghosts.rows(DARK)] == [(False, False, "")] * 2
    bench.ghosts.show("run:1", shown=True)
    assert xs(bench) == [0.0]


def test_a_run_that_can_not_be_read_says_why(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(*_: object) -> bool:
        raise SessionError("The disk is gone")

    bench.runs.put(driven())
    monkeypatch.setattr(bench.runs, "read", read)
    bench.look()

    assert bench.row.note == "The disk is gone"
    assert bench.row.faulty


def test_a_run_that_was_not_read_to_its_end_says_so(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(*_: object) -> bool:
        return False

    bench.runs.put(driven())
    monkeypatch.setattr(bench.runs, "read", read)
    bench.look()

    assert bench.row.note == ReferenceWording.NOT_READ_WHOLE()
    assert bench.ghosts.ghosts == ()


async def test_while_a_run_is_read_the_list_says_how_far_and_closing_ends_it() -> None:
    runs, begun = FakeRuns(), asyncio.Event()

    async def read(run_id: str, topics: frozenset[str], _take: object) -> bool:
        reading = RunReading(run_id, topics)
        reading.share = 0.4
        runs.readings.append(reading)
        begun.set()
        await asyncio.Event().wait()
        return True

    tasks: list[asyncio.Task[None]] = []

    def spawn(coroutine: Coroutine[Any, Any, None], _name: str) -> asyncio.Task[None]:
        tasks.append(asyncio.get_running_loop().create_task(coroutine))
        return tasks[-1]

    runs.read = read  # type: ignore[method-assign, assignment]
    runs.put(driven())
    ghosts = GhostFeeds(runs, FakeLinks(), spawn)  # type: ignore[arg-type]
    for _ in range(2):
        ghosts.find((ROBOT,), TF, "map")
    await begun.wait()

    assert ghosts.rows(DARK)[0].note == TopViewWording.GHOST_IS_READ(share="40%")
    ghosts.close()
    await asyncio.wait(tasks, timeout=5)
    assert tasks[0].cancelled()
