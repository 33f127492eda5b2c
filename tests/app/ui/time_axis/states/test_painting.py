from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFont, QFontMetrics, QImage

from app.model.status import ConnectionState
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.view import RowGeometry, StatePainter, cursor_text
from app.wording.ui.time_axis import StatesWording
from tests.fakes.states import STATUS, StatesStage


def colors(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_every_place_belongs_to_a_lane_and_its_name_or_blocks(stage: StatesStage) -> None:
    del stage
    rows = RowGeometry(3, 10, 200, 300, QFontMetrics(QFont()).height())

    assert [rows.row_at(y) for y in (0, rows.pitch, 3 * rows.pitch - 1, 3 * rows.pitch, -1)] == [0, 1, 2, None, None]
    assert rows.is_head(rows.head(1).center())
    assert not rows.is_head(rows.band(1).center())
    assert not rows.is_head(QPoint(0, 9999))
    assert [rows.gap_at(y) for y in (-50, 2, rows.pitch + 3, 9999)] == [0, 0, 1, 3]


def test_rows_of_runs_stand_below_their_row_and_belong_to_it(stage: StatesStage) -> None:
    del stage
    rows = RowGeometry(3, 10, 200, 300, QFontMetrics(QFont()).height(), (2, 0, 1))
    bands = [rows.run_band(0, 0), rows.run_band(0, 1), rows.run_band(2, 0)]

    assert [rows.row_at(band.center().y()) for band in bands] == [0, 0, 2]
    assert [rows.run_at(row, band.center().y()) for row, band in zip((0, 0, 2), bands, strict=True)] == [0, 1, 0]
    assert rows.run_at(0, rows.band(0).center().y()) is None
    assert not rows.is_head(bands[0].center())
    assert bands[0].height() < rows.band(0).height()
    assert rows.band(0).bottom() < bands[0].top() <= bands[0].bottom() < bands[1].top()
    assert bands[1].bottom() < rows.head(1).top()
    assert rows.whole(0).contains(QPoint(20, bands[1].bottom()))
    assert bands[2].bottom() < rows.height
    assert [rows.gap_at(y) for y in (0, rows.whole(1).top() + 2, 9999)] == [0, 1, 3]
    assert rows.bands == [rows.band(0), rows.band(1), rows.band(2), *bands]


@pytest.fixture
def filled(stage: StatesStage) -> StatesStage:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.send(5.0, mode=0)
    stage.send(5.0, mode=1)
    return stage


def test_a_lane_shows_its_blocks_in_the_colors_of_its_words(filled: StatesStage) -> None:
    theme, inks = filled.panel.view._themes.current, filled.panel.rows.colors
    shown = colors(filled.panel.view.grab().toImage())

    assert {inks.ink(theme, "IDLE").fill.name(), inks.ink(theme, "DRIVE").fill.name()} <= shown


def test_a_lane_of_a_robot_that_is_lost_is_paler(filled: StatesStage) -> None:
    theme, inks = filled.panel.view._themes.current, filled.panel.rows.colors
    filled.session.set_state(ConnectionState.LOST)
    filled.look()
    shown = colors(filled.panel.view.grab().toImage())

    assert inks.ink(theme, "DRIVE", old=True).fill.name() in shown
    assert inks.ink(theme, "DRIVE").fill.name() not in shown


def test_the_tip_tells_word_times_and_how_long(filled: StatesStage) -> None:
    panel = filled.panel
    painter, lane = StatePainter(panel.rows, panel.view._themes), panel.rows.all[0]
    now_s = panel.time_window.now_s
    before = painter.tip(lane, now_s - 7, panel.time_window)
    now = painter.tip(lane, now_s - 1, panel.time_window)

    assert before.splitlines()[:2] == ["mode", "/status"]
    assert "IDLE" in before
    assert "5.000 s" in before
    assert StatesWording.STILL_SO() in now
    assert StatesWording.NOTHING() in painter.tip(lane, now_s - 20, panel.time_window)


def test_a_view_of_nothing_heard_is_painted_too(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "note")])
    stage.look()
    stage.panel.cursors.put(5.0, second=False)

    assert len(colors(stage.panel.view.grab().toImage())) > 2


def test_a_time_is_told_from_now_or_by_the_clock() -> None:
    window = TimeWindow()
    window.set_now(100.0)
    assert cursor_text(97.5, window, 100.0) == "-2.500 s"
    window.pause()
    assert cursor_text(97.5, window, 100.0) == "97.500 s"
