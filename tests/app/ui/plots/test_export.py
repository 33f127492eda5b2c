from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QImage
from pytestqt.qtbot import QtBot

from app.model.curve import CurveSpec, Transform, TransformKind
from app.model.topic_store import TopicKey
from app.ui.plots.data import PlotData
from app.ui.plots.export import CancelledError, csv_text, image_of, table_of, write_csv, write_png, write_svg
from app.ui.plots.plot import Plot, Threshold
from app.ui.plots.ranges import TimeWindow
from app.ui.theme import LIGHT
from tests.fakes.full_disk import full_disk
from tests.fakes.session import URI, FakeSession

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
    window.follow(1005.0)
    return window


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
    image = image_of(plot, window, SIZE, LIGHT, QFont())

    assert (image.width(), image.height()) == (600, 400)
    colors = {image.pixelColor(x, y).name() for x in range(0, 600, 3) for y in range(0, 400, 3)}
    assert LIGHT.base in colors


def test_a_picture_is_written(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    write_png(plot, window, SIZE, LIGHT, QFont(), tmp_path / "plot.png")

    assert QImage(str(tmp_path / "plot.png")).width() == 600


def test_a_drawing_is_written(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    write_svg(plot, window, SIZE, LIGHT, QFont(), file)

    root = ET.parse(file).getroot()  # noqa: S314 - our own file
    assert root.attrib["viewBox"] == "0 0 300 200"
    assert len(list(root.iter())) > 20


def test_what_cannot_be_written_is_an_error(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    nowhere = tmp_path / "nothing" / "plot"
    for write in (write_png, write_svg):
        with pytest.raises(OSError, match="No such file"):
            write(plot, window, SIZE, LIGHT, QFont(), nowhere)
    with pytest.raises(OSError, match="No such file"):
        write_csv(table_of(plot, window), nowhere)


def test_values_are_text_unless_they_are_too_many(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "values.csv"
    count = write_csv(table_of(plot, window), file)

    assert csv_text(table_of(plot, window), count) == file.read_bytes().decode()
    assert csv_text(table_of(plot, window), count - 1) is None


def test_columns_of_two_robots_and_of_like_curves_have_names_of_their_own(data: PlotData, window: TimeWindow) -> None:
    plot = Plot(data)
    for connection, seconds in ((URI, 1.0), (URI, 5.0), ("gazebo://other:1", 1.0)):
        mean = Transform(TransformKind.MEAN, window_s=seconds)
        plot.add(CurveSpec(TopicKey(connection, "/odom"), "x", transform=mean))

    assert table_of(plot, window).names == (
        "time_s",
        f"{URI} /odom:mean(x)",
        f"{URI} /odom:mean(x) (2)",
        "gazebo://other:1 /odom:mean(x)",
    )


@pytest.mark.parametrize("kind", ["csv", "png", "svg"])
def test_on_a_full_disk_it_is_an_error_and_what_was_there_stays(
    plot: Plot, window: TimeWindow, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / f"plot.{kind}"
    file.write_text("before")
    look = plot, window, SIZE, LIGHT, QFont(), file
    writes: dict[str, Callable[[], object]] = {
        "csv": lambda: write_csv(table_of(plot, window), file),
        "png": lambda: write_png(*look),
        "svg": lambda: write_svg(*look),
    }
    with full_disk(), pytest.raises(OSError, match="large"):
        writes[kind]()

    assert file.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_what_is_cancelled_leaves_what_was_there(plot: Plot, window: TimeWindow, tmp_path: Path) -> None:
    file = tmp_path / "plot.csv"
    file.write_text("before")
    table = table_of(plot, window)
    with pytest.raises(CancelledError):
        write_csv(table, file, lambda: True)
    with pytest.raises(CancelledError):
        csv_text(table, 100, lambda: True)

    assert file.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]
