from __future__ import annotations

import csv
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from app.model.marks import MarkLine, TimeMark
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.topics import TopicKey
from app.ui.base.theme import DARK, LIGHT
from app.ui.time_axis.plots.dashes import CurveLook
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.export import (
    ExportCancelledError,
    PlotSnapshot,
    csv_text,
    day_of,
    draw_entries,
    place_entries,
    render_image,
    snapshot_of,
    table_of,
    write_csv,
    write_png,
    write_svg,
)
from app.ui.time_axis.plots.plot import Plot, PlotKind, Threshold
from app.ui.time_axis.ranges import TimeWindow
from app.wording.ui.time_axis import PlotWording
from tests.fakes.full_disk import full_disk
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema

RED = QColor("#ff0000")
LOOK = CurveLook(RED)


@pytest.fixture
def metrics(qtbot: QtBot) -> QFontMetrics:
    del qtbot
    return QFontMetrics(QFont())


def test_words_that_have_no_room_in_a_line_begin_another(metrics: QFontMetrics) -> None:
    entries = list(place_entries([("one", LOOK), ("two", LOOK), ("three", LOOK)], 200, 40, 160, metrics))

    assert [entry.text for entry in entries] == ["one", "two", "three"]
    assert entries[0].place.topLeft().toTuple() == (40, 200)
    assert entries[-1].place.top() > 200
    assert entries[-1].place.left() == 40
    assert all(entry.place.right() <= 160 for entry in entries)
    assert not any(one.place.intersects(other.place) for one in entries for other in entries if one is not other)


def test_a_name_that_is_longer_than_a_line_is_shortened(metrics: QFontMetrics) -> None:
    (entry,) = place_entries([("/robot/" + "x" * 200, LOOK)], 0, 0, 200, metrics)

    assert "…" in entry.text
    assert entry.place.width() <= 200


def test_the_color_of_a_curve_is_before_its_name(metrics: QFontMetrics) -> None:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    draw_entries(painter, place_entries([("day", None), ("x", LOOK)], 4, 0, 200, metrics), DARK)
    painter.end()
    reds = [x for x in range(200) if any(image.pixelColor(x, y) == RED for y in range(40))]

    assert len(reds) == 12
    assert reds[0] > metrics.horizontalAdvance("day")


def test_a_time_of_a_simulation_has_no_day() -> None:
    noon_s = time.mktime((2026, 11, 22, 12, 0, 0, 0, 0, -1))

    assert day_of(noon_s) == "2026-11-22"
    assert day_of(12.0) == ""


SIZE = QSize(300, 200)


@pytest.fixture
def plot(qtbot: QtBot, session: FakeSession, data: PlotData) -> Plot:
    del qtbot
    plot = Plot(data)
    for topic, path in (("/odom", "x"), ("/odom", "y"), ("/goal", "x")):
        plot.add(CurveSpec(TopicKey(URI, topic), path))
    plot.thresholds = [Threshold(2.0)]
    for now, topic, value in (
        (990.0, "/odom", {"x": 0, "y": 0}),
        (1001.0, "/odom", {"x": 1, "y": 1.5}),
        (1002.0, "/goal", {"x": 5}),
        (1003.0, "/odom", {"x": 2}),
    ):
        session.now = now
        session.receive(topic, value)
    plot.drain()
    return plot


@pytest.fixture
def window() -> TimeWindow:
    window = TimeWindow(10.0)
    window.set_now(1005.0)
    return window


def drawn(plot: Plot, window: TimeWindow) -> PlotSnapshot:
    return snapshot_of(plot, window, SIZE, LIGHT, QFont())


def test_values_that_are_shown_are_written_by_their_time(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "plot.csv"

    assert write_csv(table_of(plot, window), file) == 3
    assert list(csv.reader(file.read_text(encoding="utf-8").splitlines())) == [
        ["time_s", "/odom:x", "/odom:y", "/goal:x"],
        ["1001.000000000", "1.0", "1.5", ""],
        ["1002.000000000", "", "", "5.0"],
        ["1003.000000000", "2.0", "", ""],
    ]


def test_a_picture_has_more_pixels_than_the_screen(plot: Plot, window: TimeWindow) -> None:
    image = render_image(drawn(plot, window))

    assert image.width() == 600
    assert image.height() > 400
    colors = {image.pixelColor(x, y).name() for x in range(0, 600, 3) for y in range(0, 400, 3)}
    assert LIGHT.base in colors


def test_a_picture_says_what_is_what_and_of_when(plot: Plot, window: TimeWindow) -> None:
    plot.curves[1].change(replace(plot.curves[1].spec, visible=False))
    window.set_now(1_795_000_005.0)
    drawing = drawn(plot, window)

    assert [entry.text for entry in drawing.entries] == [day_of(1_795_000_000.0), "/odom:x", "/goal:x"]
    assert all(entry.place.top() >= SIZE.height() for entry in drawing.entries)
    assert drawing.size.height() > max(entry.place.bottom() for entry in drawing.entries)
    assert all(":" in tick.text for tick in drawing.axes.below)
    assert window.live


def test_moments_that_were_marked_are_in_a_picture_with_their_names(plot: Plot, window: TimeWindow) -> None:
    without = render_image(drawn(plot, window))
    first_s, last_s = window.shown
    middle_s = (first_s + last_s) / 2
    window.marks = tuple(MarkLine(at_s, TimeMark(int(at_s * 1e9), 1, "slipped")) for at_s in (first_s - 5, middle_s))
    drawing = drawn(plot, window)
    assert [text for _, text in drawing.names] == ["slipped"]
    (line,) = drawing.flags
    column = drawing.axes.x_of(line.at_s)
    assert drawing.axes.area.left() < column < drawing.axes.area.right()
    with_marks = render_image(drawing)
    place = QPoint(round(column * drawing.ratio), round(drawing.axes.area.center().y() * drawing.ratio))
    assert with_marks.pixelColor(place) == LIGHT.color("accent") != without.pixelColor(place)


def test_over_another_curve_there_is_no_time_to_be_marked(plot: Plot, window: TimeWindow) -> None:
    window.marks = (MarkLine(window.shown[0] + 1.0, TimeMark(1, 1)),)
    plot.kind = PlotKind.XY
    drawing = drawn(plot, window)
    assert (drawing.flags, drawing.names) == ((), ())


def test_a_picture_of_curves_over_another_names_the_axis(plot: Plot, window: TimeWindow) -> None:
    plot.set_kind(PlotKind.XY)

    assert [entry.text for entry in drawn(plot, window).entries] == [
        PlotWording.AXIS_BELOW(name="/odom:x"),
        "/odom:y",
        "/goal:x",
    ]


def test_a_picture_is_written_in_the_letters_of_the_window(plot: Plot, window: TimeWindow) -> None:
    font = QFont()
    font.setFamilies(["Latin", "Han"])
    font.setPixelSize(17)
    own = snapshot_of(plot, window, SIZE, LIGHT, font).font

    assert (own.families(), own.pixelSize()) == (["Latin", "Han"], 17)


def test_an_empty_plot_is_a_picture_without_words(data: PlotData, window: TimeWindow) -> None:
    drawing = drawn(Plot(data), window)

    assert drawing.entries == ()
    assert drawing.size == SIZE


def test_a_picture_that_is_drawn_in_another_thread_is_of_the_time_when_it_was_asked_for(
    plot: Plot, window: TimeWindow, session: FakeSession
) -> None:
    expected, drawing = render_image(drawn(plot, window)), drawn(plot, window)
    session.now = 1004.0
    session.receive("/odom", {"x": 9, "y": 9})
    plot.drain()
    plot.thresholds.clear()
    with ThreadPoolExecutor(1) as pool:
        image = pool.submit(render_image, drawing).result()

    assert image == expected
    assert render_image(drawn(plot, window)) != expected


def test_of_more_samples_there_are_more_points_to_draw(plot: Plot, window: TimeWindow, session: FakeSession) -> None:
    before = drawn(plot, window).points
    session.now = 1004.0
    session.receive("/goal", {"x": 1})
    plot.drain()

    assert 0 < before < drawn(plot, window).points


@pytest.mark.parametrize("write", [write_png, write_svg])
def test_a_picture_that_is_cancelled_between_two_curves_leaves_what_was_there(
    plot: Plot, window: TimeWindow, tmp_path: Path, write: Callable[..., None]
) -> None:
    file = tmp_path / "plot"
    file.write_text("before")
    asked: list[bool] = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) == 2

    with pytest.raises(ExportCancelledError):
        write(drawn(plot, window), file, cancelled)

    assert len(asked) == 2
    assert file.read_text() == "before"


def test_a_picture_is_written(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    write_png(drawn(plot, window), tmp_path / "plot.png")

    assert QImage(str(tmp_path / "plot.png")).width() == 600


def test_a_drawing_is_written(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    write_svg(drawn(plot, window), file)

    root = ET.parse(file).getroot()  # noqa: S314 - our own file
    assert root.attrib["viewBox"].startswith("0 0 300 2")
    assert len(list(root.iter())) > 20


def test_what_cannot_be_written_is_an_error(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    nowhere = tmp_path / "nothing" / "plot"
    for write in (write_png, write_svg):
        with pytest.raises(FileNotFoundError):
            write(drawn(plot, window), nowhere)
    with pytest.raises(FileNotFoundError):
        write_csv(table_of(plot, window), nowhere)


def test_values_are_text_unless_they_are_too_many(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "values.csv"
    count = write_csv(table_of(plot, window), file)

    assert csv_text(table_of(plot, window), count) == file.read_bytes().decode()
    assert csv_text(table_of(plot, window), count - 1) is None


def test_columns_of_two_robots_and_of_like_curves_have_names_of_their_own(data: PlotData, window: TimeWindow) -> None:
    plot = Plot(data)
    # told with fewer digits than they have
    for connection, scale in ((URI, 2.0), (URI, 2.000_000_1), ("gazebo://other:1", 2.0)):
        mean = CurveTransform(CurveTransformKind.MEAN, scale)
        plot.add(CurveSpec(TopicKey(connection, "/odom"), "x", transform=mean))

    assert table_of(plot, window).names == (
        "time_s",
        f"{URI} /odom:2·mean(x, 1 s)",
        f"{URI} /odom:2·mean(x, 1 s) (2)",
        "gazebo://other:1 /odom:2·mean(x, 1 s)",
    )


@pytest.mark.parametrize("kind", ["csv", "png", "svg"])
def test_on_a_full_disk_it_is_an_error_and_what_was_there_stays(
    plot: Plot, window: TimeWindow, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / f"plot.{kind}"
    file.write_text("before")
    drawing = drawn(plot, window)
    writes: dict[str, Callable[[], object]] = {
        "csv": lambda: write_csv(table_of(plot, window), file),
        "png": lambda: write_png(drawing, file),
        "svg": lambda: write_svg(drawing, file),
    }
    with full_disk(), pytest.raises(OSError, match="large"):
        writes[kind]()

    assert file.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_what_is_cancelled_leaves_what_was_there(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "plot.csv"
    file.write_text("before")
    table = table_of(plot, window)
    with pytest.raises(ExportCancelledError):
        write_csv(table, file, lambda: True)
    with pytest.raises(ExportCancelledError):
        csv_text(table, 100, lambda: True)

    assert file.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_the_legend_lies_within_a_picture_of_a_given_size_and_has_the_names_that_were_given(
    qtbot: QtBot, data: PlotData
) -> None:
    del qtbot
    plot = Plot(data)
    for number in range(12):
        plot.add(CurveSpec(TopicKey(URI, "/odom"), f"some.long.field_{number}", name="forward" if not number else ""))
    drawing = snapshot_of(plot, TimeWindow(), QSize(600, 400), LIGHT, QFont(), whole=True)

    assert drawing.size == QSize(600, 400)
    assert all(entry.place.bottom() < 400 for entry in drawing.entries)
    assert drawing.axes.area.bottom() < min(entry.place.top() for entry in drawing.entries)
    assert "forward" in [entry.text for entry in drawing.entries]


def test_runs_are_exported_beside_what_is_live(session: FakeSession, data: PlotData, metrics: QFontMetrics) -> None:
    del metrics
    plot = Plot(data)
    plot.add(CurveSpec(TopicKey(URI, "/odom"), "x"))
    for second, value in ((1001.0, 1.0), (1002.0, 2.0)):
        session.now = second
        session.receive("/odom", {"x": value})
    messages = messages_of([(1001.0, {"x": 4.0}), (1002.5, {"x": 5.0})], JsonSchema("test.Numbers"))
    session.runs.put({"/odom": messages}, "Tuesday")
    window = TimeWindow(10.0)
    window.set_now(1005.0)
    plot.drain()

    text = csv_text(table_of(plot, window), 100)
    assert text is not None
    rows = list(csv.reader(text.splitlines()))
    assert rows[0] == ["time_s", "/odom:x", PlotWording.RUN_OF_CURVE(run="Tuesday", curve="/odom:x")]
    assert [row[1:] for row in rows[1:]] == [["1.0", "4.0"], ["2.0", ""], ["", "5.0"]]

    drawing = snapshot_of(plot, window, QSize(400, 200), DARK, QFont())
    assert len(drawing.shown) == 2
    (own, beneath) = (entry.look for entry in drawing.entries if entry.look is not None)
    assert own is not None
    assert beneath is not None
    assert beneath.dashes
    assert beneath.color != own.color

    plot.set_differences(True)
    plot.drain()
    rows = list(csv.reader((csv_text(table_of(plot, window), 100) or "").splitlines()))
    assert rows[0][2] == PlotWording.RUN_LESS_CURVE(run="Tuesday", curve="/odom:x")
    assert [row[2] for row in rows[1:]] == ["3.0", repr(4.0 + 2 / 3 - 2.0)]
    names = [entry.text for entry in snapshot_of(plot, window, QSize(400, 200), DARK, QFont()).entries if entry.look]
    assert names == [PlotWording.RUN_LESS_CURVE(run="Tuesday", curve="/odom:x")]
