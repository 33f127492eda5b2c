from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from pytestqt.qtbot import QtBot

from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.series import Series
from app.ui.time_axis.plots.drawing import draw_trace, smooth_cost_s
from app.ui.time_axis.plots.trace import PlotFrame, Trace, trace

WIDTH, HEIGHT = 300, 120

Pixels = npt.NDArray[np.bool_]


def _image() -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_Grayscale8)
    image.fill(0)
    return image


def _pixels(image: QImage) -> Pixels:
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(HEIGHT, image.bytesPerLine())[:, :WIDTH]
    return rows > 0


def _drawn(shown: Trace, width: float = 1.0) -> Pixels:
    image = _image()
    painter = QPainter(image)
    draw_trace(painter, shown, QColor("white"), width)
    painter.end()
    return _pixels(image)


def _near(pixels: Pixels) -> Pixels:
    """These and their neighbours."""
    wide = np.pad(pixels, 1)
    parts = [wide[y : y + HEIGHT, x : x + WIDTH] for y in range(3) for x in range(3)]
    near: Pixels = np.logical_or.reduce(parts)
    return near


def _series(count: int, seed: int = 3) -> Series:
    series = Series(SeriesBudget())
    random = np.random.default_rng(seed)
    times = np.linspace(0.0, 1.0, count)
    series.extend(times, np.sin(times * 30) + random.normal(size=count) * 0.2)
    series.drain()
    return series


FRAME = PlotFrame.of(0.0, 1.0, -2.0, 2.0, WIDTH, HEIGHT)


def test_every_row_of_a_column_and_no_other_is_drawn(qtbot: QtBot) -> None:
    del qtbot
    columns = np.array([[3, 5, 5], [4, 5, 9], [5, 0, HEIGHT - 1], [WIDTH - 1, 7, 8]], dtype=np.int32)

    drawn = _drawn(Trace(True, columns, np.empty((0, 4))))

    expected = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    for x, upper, lower in columns.tolist():
        expected[upper : lower + 1, x] = True
    np.testing.assert_array_equal(drawn, expected)


@pytest.mark.parametrize("count", [2_000, 30_000, 200_000])
def test_a_dense_curve_looks_as_qt_draws_the_line_through_every_sample(qtbot: QtBot, count: int) -> None:
    del qtbot
    series = _series(count)
    samples = series.samples()
    image = _image()
    painter = QPainter(image)
    painter.setPen(QPen(QColor("white"), 1))
    points = np.column_stack((FRAME.x(samples.times), FRAME.y(samples.values))).tolist()
    painter.drawPolyline([QPointF(x, y) for x, y in points])
    painter.end()
    naive = _pixels(image)

    drawn = _drawn(trace(series, FRAME))

    # Qt rounds to the nearest pixel, so one next to it may be meant
    assert not (drawn & ~_near(naive)).any()
    assert not (naive & ~_near(drawn)).any()
    assert np.count_nonzero(drawn) == pytest.approx(np.count_nonzero(naive), rel=0.1)


def test_a_thick_line_is_wider_by_so_many_pixels(qtbot: QtBot) -> None:
    del qtbot
    shown = Trace(True, np.array([[50, 40, 60]], dtype=np.int32), np.empty((0, 4)))

    drawn = _drawn(shown, 3.0)

    assert sorted(set(np.nonzero(drawn)[1].tolist())) == [49, 50, 51]
    assert sorted(set(np.nonzero(drawn)[0].tolist())) == list(range(39, 62))


def test_a_line_of_few_samples_and_its_dots_are_drawn(qtbot: QtBot) -> None:
    del qtbot
    series = _series(5)

    drawn = _drawn(trace(series, FRAME))

    assert {*range(2, WIDTH - 2)} <= set(np.nonzero(drawn)[1].tolist())


def test_nothing_is_drawn_of_nothing(qtbot: QtBot) -> None:
    del qtbot
    empty = Trace(True, np.empty((0, 3), dtype=np.int32), np.empty((0, 4)))

    assert not _drawn(empty).any()


def test_a_slow_curve_is_smooth_however_many_samples_it_has(qtbot: QtBot) -> None:
    del qtbot
    series = Series(SeriesBudget())
    times = np.linspace(0.0, 1.0, 20_000)
    series.extend(times, np.sin(times * 6))
    series.drain()
    image = _image()
    painter = QPainter(image)
    draw_trace(painter, trace(series, FRAME), QColor("white"))
    painter.end()
    levels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(HEIGHT, image.bytesPerLine())[:, :WIDTH]

    # stairs have no level between
    assert np.count_nonzero((levels > 0) & (levels < 255)) > WIDTH
    # and as strong all along: to the eye it is about as wide everywhere
    weight = levels[:, 2:-2].sum(axis=0) / 255
    assert weight.min() > 0.9
    assert weight.max() < 3.5


def test_smooth_lines_cost_more_the_longer_they_are(qtbot: QtBot) -> None:
    del qtbot
    slow, fast = _series(500, 1), Series(SeriesBudget())
    times = np.linspace(0.0, 1.0, 500)
    fast.extend(times, np.where(np.arange(500) % 2, 2.0, -2.0))
    fast.drain()

    assert 0 < smooth_cost_s(trace(slow, FRAME)) < smooth_cost_s(trace(fast, FRAME)) / 5


@pytest.mark.parametrize("width", [1.0, 3.0])
def test_a_line_is_as_wide_whether_or_not_it_is_smooth(qtbot: QtBot, width: float) -> None:
    del qtbot
    shown = trace(_series(5), FRAME)
    images = []
    for smooth in (True, False):
        image = _image()
        painter = QPainter(image)
        draw_trace(painter, shown, QColor("white"), width, smooth=smooth)
        painter.end()
        images.append(np.frombuffer(image.constBits(), dtype=np.uint8).astype(np.int64).sum())

    assert images[0] == pytest.approx(images[1], rel=0.6)


def test_a_wide_line_through_many_samples_has_no_gaps(qtbot: QtBot) -> None:
    del qtbot
    series = Series(SeriesBudget())
    times = np.linspace(0.0, 1.0, 20_000)
    series.extend(times, times * 2 - 1)
    series.drain()
    image = _image()
    painter = QPainter(image)
    draw_trace(painter, trace(series, FRAME), QColor("white"), 6.0)
    painter.end()
    levels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(HEIGHT, image.bytesPerLine())[:, :WIDTH]

    # the pixels in the middle of the line, in every column
    assert (np.count_nonzero(levels[:, 10:-10] > 250, axis=0) >= 4).all()
