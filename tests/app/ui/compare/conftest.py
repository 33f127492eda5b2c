"""A rover that speeds up, a run of it of the day before, and the panel that compares them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.model.reference_runs import ReferenceRun
from app.model.topics import Delivery, TopicKey
from app.record.incidents import IncidentFolder
from app.ui.base.theme import Themes
from app.ui.compare.compare_panel import ComparePanel, CompareTools
from app.ui.compare.events_page import LiveEvents
from app.ui.time_axis.plots.panel import PlotsPanel
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.spawned import Spawned

ODOM = TopicKey(URI, "/odom")
# when the rover began to drive, and its run of the day before
BEGIN_S = 1_700_086_400.0
BEFORE_S = 1_700_000_000.0
RATE_HZ = 20
COUNT = 20 * RATE_HZ


def place_of_rover(at_s: float) -> float:
    """Where the rover is."""
    return math.sin(0.2 * at_s + 0.03 * at_s * at_s)


def odom_of_run(
    began_s: float, *, late_s: float = 0.0, type_name: str = "test.Numbers", stamps_s: float | None = None
) -> tuple[Delivery, ...]:
    """The messages of a run, in which the rover began to drive so long after the beginning.

    Their stamps begin when they were received, or with the time of a simulation.
    """
    first_s = began_s if stamps_s is None else stamps_s
    values = ((number / RATE_HZ, place_of_rover(number / RATE_HZ - late_s)) for number in range(COUNT))
    told = ((began_s + at_s, {"x": x, "time": first_s + at_s}) for at_s, x in values)
    return messages_of(told, JsonSchema(type_name))


class Bench:
    """A panel on a session by hand, whose coroutines run when a test asks for it.

    Attributes:
        incidents: the incidents of this user.
        kept: what was to be done with the file of the last minutes.
        shown: the times that views were to show, and whether they are of stamps.
        now_s: the time of the wall clock.
    """

    def __init__(self, session: FakeSession, themes: Themes, incidents: IncidentFolder) -> None:
        self.session = session
        self.incidents = incidents
        self.spawned = Spawned()
        self.kept: list[Callable[[Path], object]] = []
        self.recent: list[str] = []
        self.shown: list[tuple[float, bool]] = []
        self.now_s = BEGIN_S + 100.0
        session.add_topics(ODOM.topic, schema=JsonSchema("test.Numbers"))
        self.plots = PlotsPanel(
            session.links, session.topics, session.alerts, themes, Spawned(), lambda: self.now_s, runs=session.runs
        )
        self.tools = CompareTools(
            session.runs,
            session.links,
            session.topics,
            session.recordings,
            session.marks,
            themes,
            self.spawned,
            lambda: [self.plots],
            lambda: self.recent,
            self.kept.append,
            lambda at_s, by_stamp: self.shown.append((at_s, by_stamp)),
            LiveEvents(
                session.marks,
                session.alerts,
                session.deck,
                session.links,
                session.recordings,
                lambda: self.incidents,
            ),
        )
        self.panel = ComparePanel(self.tools, lambda: round(self.now_s * 1e9))
        self.panel.resize(1200, 400)
        self.now = 0.0

    def drive(self, stamps_s: float = BEGIN_S) -> None:
        """Plot where the rover is, and let it drive; the stamps are of now, or of a simulation from a time on."""
        if not self.plots.curves:
            self.plots.add_fields([(ODOM, "x")])
        for number in range(COUNT):
            self.session.now = BEGIN_S + number / RATE_HZ
            self.session.receive(
                ODOM.topic, {"x": place_of_rover(number / RATE_HZ), "time": stamps_s + number / RATE_HZ}
            )
        for cell in self.plots.grid.cells:
            cell.plot.drain()

    def put(self, name: str = "before", late_s: float = 0.0) -> ReferenceRun:
        """Lay a run of the day before beneath."""
        run = self.session.runs.put({ODOM.topic: odom_of_run(BEFORE_S, late_s=late_s)}, name)
        self.refresh()
        return run

    def refresh(self) -> None:
        """Let the panel show what is now."""
        self.spawned.run()
        self.now += 10.0
        self.panel.refresh(self.now)

    def run(self, number: int = 1) -> ReferenceRun:
        """The run with this number, from 1 on."""
        (found,) = (run for run in self.session.runs.runs if run.number == number - 1)
        return found


@pytest.fixture
def bench(qtbot: QtBot, session: FakeSession, themes: Themes, tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(session, themes, IncidentFolder(tmp_path / "incidents"))
    qtbot.addWidget(bench.panel)
    qtbot.addWidget(bench.plots)
    bench.panel.show()
    yield bench
    bench.panel.close_down()
    bench.plots.close_all()
    bench.spawned.close()
