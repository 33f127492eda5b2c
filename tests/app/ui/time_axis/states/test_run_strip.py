"""The cached painting of the runs below a row."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QImage, QPainter

from app.model.reference_runs import RunPlace
from app.model.schema import FieldPath
from app.model.timeseries.feeds import TimeBase
from app.ui.base.run_colors import run_color
from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.time_axis.states.colors import WordColors
from app.ui.time_axis.states.run_rows import RunStateRow, RunStates
from app.ui.time_axis.states.run_strip import RunStrip, StripPlace
from app.ui.time_axis.states.state import StateRowSpec
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import JsonSchema
from tests.fakes.spawned import Spawned
from tests.fakes.states import FIELDS

WIDTH, HEIGHT, PITCH = 400, 18, 20
SCHEMA = JsonSchema("Status", {"Status": FIELDS})


class Bench:
    """Two runs of 40 seconds below a row of ten seconds, 40 columns each."""

    def __init__(self, spawned: Spawned) -> None:
        self.runs, self.spawned = FakeRuns(), spawned
        self.colors = WordColors()
        self.states = RunStates(self.runs, spawned)
        values = [(second, {"mode": second // 20 % 2}) for second in range(41)]
        laid = [self.runs.put({"/status": messages_of(values, SCHEMA)}, name) for name in ("Friday", "Thursday")]
        specs = [StateRowSpec(run.key("/status"), FieldPath.parse("mode")) for run in laid]
        self.states.set_rows(specs, TimeBase.RECEIPT)
        self.lanes = [
            RunStateRow(spec, run, self.states, self.colors, str) for spec, run in zip(specs, laid, strict=True)
        ]
        self.strip = RunStrip(self.colors)

    def read(self) -> None:
        self.spawned.run()
        self.drain()

    def drain(self) -> None:
        for lane in self.lanes:
            lane.run = self.runs.get(lane.run.id) or lane.run
            lane.drain()

    def draw(self, first_s: float, theme: Theme = DARK, left: int = 0, strip: RunStrip | None = None) -> QImage:
        image = QImage(left + WIDTH, 2 * PITCH, QImage.Format.Format_RGB32)
        image.fill(theme.color("window"))
        painter = QPainter(image)
        painter.setFont(QFont())
        place = StripPlace(QRect(left, 0, WIDTH, PITCH + HEIGHT), HEIGHT, PITCH, (first_s, first_s + 10.0))
        (strip or self.strip).draw(painter, self.lanes, place, theme, 1.0)
        painter.end()
        return image


@pytest.fixture
def bench(spawned: Spawned, qtbot: object) -> Bench:
    del qtbot
    bench = Bench(spawned)
    bench.read()
    return bench


def colors(image: QImage, rect: QRect) -> set[str]:
    columns, rows = range(rect.left(), rect.right() + 1), range(rect.top(), rect.bottom() + 1)
    return {image.pixelColor(x, y).name() for x in columns for y in rows}


def test_while_time_goes_on_it_is_painted_rarely_and_looks_as_if_it_were_painted_anew(bench: Bench) -> None:
    for step in range(16):
        image = bench.draw(10.0 + step * 0.25)
    assert bench.strip.painted == 1
    # words of long states stand elsewhere, all else is alike
    blocks = QRect(200, 1, 190, 1)
    anew = bench.draw(13.75, strip=RunStrip(bench.colors))
    assert image.copy(blocks) == anew.copy(blocks)
    bench.draw(30.0)
    assert bench.strip.painted == 2


def test_each_run_has_its_blocks_paler_and_its_name_with_its_color(bench: Bench) -> None:
    image = bench.draw(12.0)
    assert bench.colors.ink(DARK, "IDLE", old=True).fill.name() in colors(image, QRect(200, 0, 100, HEIGHT))
    assert bench.colors.ink(DARK, "DRIVE", old=True).fill.name() in colors(image, QRect(330, 0, 60, HEIGHT))
    for number, lane in enumerate(bench.lanes):
        bar = colors(image, QRect(0, number * PITCH, 2, HEIGHT))
        assert bar == {run_color(DARK, lane.run.number).name()}


def test_names_stand_beside_the_time_axis_where_there_is_room(bench: Bench) -> None:
    image = bench.draw(12.0, left=100)
    fill = bench.colors.ink(DARK, "IDLE", old=True).fill.name()
    assert fill in colors(image, QRect(100, 0, 8, HEIGHT))
    assert run_color(DARK, 0).name() in colors(image, QRect(0, 0, 100, HEIGHT))


def test_a_run_that_is_moved_or_another_theme_is_painted_at_once(bench: Bench) -> None:
    before = bench.draw(12.0)
    bench.runs.change(bench.lanes[0].run.id, place=RunPlace(3 * 10**9))
    bench.drain()
    moved = bench.draw(12.0)
    assert moved != before
    assert moved.copy(QRect(0, PITCH, WIDTH, HEIGHT)) == before.copy(QRect(0, PITCH, WIDTH, HEIGHT))
    assert bench.draw(12.0, LIGHT) != moved
    assert bench.strip.painted == 3


def test_before_it_is_read_it_says_so_in_place_of_blocks(spawned: Spawned, qtbot: object) -> None:
    del qtbot
    bench = Bench(spawned)
    image = bench.draw(12.0)
    assert DARK.color("muted").name() in colors(image, QRect(60, 0, 300, HEIGHT))
    bench.read()
    assert bench.draw(12.0) != image
