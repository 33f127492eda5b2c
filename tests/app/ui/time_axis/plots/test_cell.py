from __future__ import annotations

import asyncio
import errno
import os
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind
from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.topics import TopicInfo, TopicKey
from app.net.tasks import TaskPool
from app.ui.base.text import say
from app.ui.base.theme import DARK, LIGHT, Themes
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots import curves
from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.csv_table import CsvTable
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.dialogs import CurveDialog, PictureDialog, RangeDialog, ThresholdDialog
from app.ui.time_axis.plots.export import PictureLook
from app.ui.time_axis.plots.legend import LegendColumn
from app.ui.time_axis.plots.plot import (
    MAX_CURVES,
    MAX_THRESHOLDS,
    Plot,
    PlotKind,
    Threshold,
    too_many_curves,
    too_many_run_curves,
)
from app.ui.time_axis.ranges import TimeWindow
from app.wording.ui.time_axis import PlotWording
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.spawned import Spawned
from tests.tools.sentences import shows

ODOM = TopicKey(URI, "/odom")


@pytest.fixture
def cell(qtbot: QtBot, data: PlotData, themes: Themes, spawned: Spawned) -> PlotCell:
    window = TimeWindow(10.0)
    window.set_now(1005.0)
    cell = PlotCell(Plot(data), window, Cursors(), themes, spawned, lambda: 1005.0)
    qtbot.addWidget(cell)
    cell.resize(500, 300)
    return cell


def _actions(menu: QMenu) -> dict[str, QAction]:
    """All of a menu and the menus in it, with and without the signs of keys."""
    menus = [menu, *menu.findChildren(QMenu)]
    actions = {action.text(): action for one in menus for action in one.actions()}
    return actions | {text.replace("&", ""): action for text, action in actions.items()}


def _press(cell: PlotCell, text: str, row: int | None = None) -> None:
    menu = cell.make_menu(cell.plot.curves[row] if row is not None else None)
    _actions(menu)[text].trigger()
    menu.deleteLater()


def test_fields_are_shown_and_what_is_there_already_is_told(qtbot: QtBot, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x"), (ODOM, "y")])
    assert [curve.spec.path for curve in cell.plot.curves] == ["x", "y"]
    assert cell.model.rowCount() == 2
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.add_fields([(ODOM, "x")])

    assert caught.args == [PlotWording.ALREADY_THERE(path="x"), False]


def test_of_a_topic_as_a_whole_its_first_numbers_are_shown(session: FakeSession, cell: PlotCell) -> None:
    fields = [
        Field("x", FieldKind.FLOAT, "double"),
        Field("name", FieldKind.STRING, "string"),
        Field("y", FieldKind.FLOAT, "double"),
    ]
    session.add_topics("/odom", schema=JsonSchema("test.Odom", {"test.Odom": fields}))
    cell.add_fields([(ODOM, "")])

    assert [curve.spec.path for curve in cell.plot.curves] == ["x", "y"]


def test_of_a_topic_that_was_never_read_the_type_is_asked_for(session: FakeSession, cell: PlotCell) -> None:
    session.topics.schemas["test.Odom"] = JsonSchema(
        "test.Odom", {"test.Odom": [Field("x", FieldKind.FLOAT, "double")]}
    )
    session.topic("/odom").schema = None
    session.topic("/odom").info = TopicInfo("/odom", "test.Odom")
    cell.add_fields([(ODOM, "")])

    assert [curve.spec.path for curve in cell.plot.curves] == ["x"]


def test_numbers_that_are_not_known_are_told(qtbot: QtBot, cell: PlotCell) -> None:
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.add_fields([(ODOM, ""), (TopicKey(URI, "/nothing"), "")])

    assert caught.args == [PlotWording.NUMBERS_UNKNOWN(topic="/odom"), False]
    assert not cell.plot.curves


def test_what_is_no_field_is_told(qtbot: QtBot, cell: PlotCell) -> None:
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.add_fields([(ODOM, "a..b")])

    assert caught.args is not None
    assert caught.args[1] is True
    assert not cell.plot.curves


def test_a_list_whose_type_was_not_known_is_drawn_once_it_is(session: FakeSession, cell: PlotCell) -> None:
    session.topic("/odom").schema = None
    cell.add_fields([(ODOM, "ranges")])
    assert cell.plot.curves[0].values is not None
    session.topic("/odom").schema = JsonSchema(
        "test.Odom", {"test.Odom": [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]}
    )
    session.receive("/odom", {"ranges": [4.0, 6.0]})
    cell.refresh(1000.0)

    assert cell.plot.kind is PlotKind.PROFILE
    assert cell.model.index(0, LegendColumn.HIGH).data() == "6"
    assert cell.model.fault == ""


def test_values_are_told_as_they_come(session: FakeSession, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 7})
    cell.refresh(1.0)

    assert cell.model.index(0, LegendColumn.VALUE).data() == "7"


def test_over_time_it_is_painted_when_a_column_of_pixels_has_passed_or_a_tenth_of_a_second(
    session: FakeSession, cell: PlotCell
) -> None:
    cell.add_fields([(ODOM, "x")])
    cell.refresh(1.0)
    column_s = cell._window.span_s / cell.view.axes.area.width()

    def seen() -> int:
        found = cell.plot.curves[0].samples
        return len(found.times) if found is not None else 0

    session.receive("/odom", {"x": 7})
    cell.refresh(1.001)
    assert seen() == 0
    cell._window.set_now(1005.0 + 1.5 * column_s)
    cell.refresh(1.002)
    assert seen() == 1
    session.receive("/odom", {"x": 8})
    cell.refresh(1.003)
    assert seen() == 1
    cell.refresh(1.103)
    assert seen() == 2


def test_what_takes_long_to_draw_is_drawn_less_often(
    session: FakeSession, cell: PlotCell, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell.add_fields([(ODOM, "x"), (ODOM, "y")])
    cell.plot.set_kind(PlotKind.XY)
    monkeypatch.setattr(cell.view._layer, "cost_s", 0.05)
    found = []
    for tick in range(60):
        now = 1.0 + tick / 60
        session.receive("/odom", {"x": tick, "y": tick})
        before = cell.plot.curves[0].value_count
        cell.refresh(now)
        if cell.plot.curves[0].value_count != before:
            found.append(now)

    assert found == pytest.approx([1.0, 1.5], abs=0.02)


def test_other_figures_leave_the_ground_of_the_plot_as_it_is(session: FakeSession, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    cell.plot.values.fix(0.0, 10.0)
    session.receive("/odom", {"x": 7})
    cell.refresh(1.0)
    cell.view.grab()
    ground = cell.view._ground
    assert ground is not None
    session.receive("/odom", {"x": 7.5})
    cell.refresh(2.0)
    cell.view.grab()

    assert cell.model.index(0, LegendColumn.VALUE).data() == "7.5"
    assert cell.view._ground is ground
    axes = cell.view.axes
    cell.model.setData(cell.model.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    cell.view.grab()
    assert cell.view.axes is not axes


def test_a_removed_curve_is_told_with_its_place(qtbot: QtBot, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x"), (ODOM, "y")])
    first = cell.plot.curves[0]
    with qtbot.waitSignal(cell.curve_removed, timeout=10_000) as caught:
        _press(cell, "Remove", 0)

    assert caught.args == [first, 0]
    assert cell.model.rowCount() == 1


def test_a_curve_is_hidden_and_painted_by_its_menu(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    _press(cell, "Visible", 0)
    _press(cell, "Green", 0)

    assert not cell.plot.curves[0].spec.visible
    assert cell.plot.curves[0].spec.color == 2


def test_a_curve_is_edited(qtbot: QtBot, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    with qtbot.waitExposed(cell, timeout=20_000):
        cell.show()
    cell.edit(cell.plot.curves[0])
    dialog = cell.findChild(CurveDialog)
    assert isinstance(dialog, CurveDialog)
    dialog.scale.setText("2")
    dialog.buttons.accepted.emit()

    assert cell.plot.curves[0].spec == CurveSpec(ODOM, "x", transform=CurveTransform(scale=2.0))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert cell.findChild(CurveDialog) is None


def test_curves_are_drawn_over_the_first_and_over_time_again(cell: PlotCell) -> None:
    text = PlotWording.PLOT_XY()
    cell.add_fields([(ODOM, "x")])
    menu = cell.make_menu(None)
    assert not _actions(menu)[text].isEnabled()
    menu.deleteLater()
    cell.add_fields([(ODOM, "y")])
    _press(cell, text)
    kinds = [cell.plot.kind]
    _press(cell, text)
    kinds.append(cell.plot.kind)

    assert kinds == [PlotKind.XY, PlotKind.TIME]


def test_the_last_curve_of_what_is_drawn_over_another_can_be_drawn_over_time_again(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    cell.add_fields([(ODOM, "y")])
    _press(cell, PlotWording.PLOT_XY())
    cell.remove(cell.plot.curves[1])
    assert cell.model.fault == PlotWording.ONE_MORE_FIELD()
    _press(cell, PlotWording.PLOT_XY())

    assert cell.plot.kind is PlotKind.TIME
    assert cell.model.fault == ""


def test_one_threshold_too_many_is_told(qtbot: QtBot, cell: PlotCell) -> None:
    for number in range(MAX_THRESHOLDS):
        cell.add_threshold(Threshold(float(number)))
    with qtbot.assertNotEmitted(cell.notified):
        cell.add_threshold(Threshold(0.0))
    with qtbot.waitSignal(cell.notified) as told:
        cell.add_threshold(Threshold(100.0))

    assert told.args == [PlotWording.TOO_MANY_THRESHOLDS(count=MAX_THRESHOLDS), True]
    assert len(cell.plot.thresholds) == MAX_THRESHOLDS


def test_thresholds_come_and_go(cell: PlotCell) -> None:
    for threshold in (Threshold(2.0), Threshold(2.0), Threshold(-1.0, above=False)):
        cell.add_threshold(threshold)
    assert cell.plot.thresholds == [Threshold(2.0), Threshold(-1.0, above=False)]
    _press(cell, "Remove: above 2")

    assert cell.plot.thresholds == [Threshold(-1.0, above=False)]


def test_a_menu_of_what_has_gone_meanwhile_does_nothing(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x"), (ODOM, "y")])
    cell.add_threshold(Threshold(2.0))
    curve, menu = cell.plot.curves[0], cell.make_menu(None)
    cell.remove(curve)
    cell.plot.thresholds.clear()

    cell.remove(curve)
    _actions(menu)["Remove: above 2"].trigger()

    assert [one.spec.path for one in cell.plot.curves] == ["y"]
    assert cell.plot.thresholds == []
    menu.deleteLater()


def test_that_there_are_too_many_curves_is_told(qtbot: QtBot, cell: PlotCell) -> None:
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.add_fields([(ODOM, f"f{number}") for number in range(MAX_CURVES + 5)])

    assert caught.args == [too_many_curves(), True]
    assert len(cell.plot.curves) == MAX_CURVES


def test_curves_of_runs_that_are_left_out_are_told_once(
    cell: PlotCell, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curves, "MAX_RUN_CURVES", 1)
    for _ in range(3):
        session.runs.put({"/odom": messages_of([(1001.0, {"x": 1.0})], JsonSchema("test.Numbers"))})
    told: list[str] = []
    cell.notified.connect(lambda text, _: told.append(text))
    cell.add_fields([(ODOM, "x")])
    for now in (1.0, 2.0, 3.0):
        cell.refresh(now)
    assert told == [too_many_run_curves(2)]


def test_splitting_and_closing_are_asked_of_the_grid(qtbot: QtBot, cell: PlotCell) -> None:
    for text, wanted in (("New plot at the right", [True]), ("New plot below", [False])):
        with qtbot.waitSignal(cell.split_asked, timeout=10_000) as caught:
            _press(cell, text)
        assert caught.args == wanted
    with qtbot.waitSignal(cell.close_asked, timeout=10_000):
        _press(cell, "Close this plot")


def _begin_to_write(qtbot: QtBot, cell: PlotCell, file: Path) -> None:
    """Beside, which is told."""
    with qtbot.waitSignal(cell.job_started, timeout=10_000) as begun:
        cell.write(file)
    assert begun.args is not None
    assert begun.args[0] == PlotWording.WRITING(file=file)


@pytest.mark.parametrize("suffix", ["csv", "png", "svg"])
def test_files_are_written_and_it_is_told(cell: PlotCell, tmp_path: Path, suffix: str, spawned: Spawned) -> None:
    cell.add_fields([(ODOM, "x")])
    file = tmp_path / f"plot.{suffix}"
    told: list[Path] = []
    cell.written.connect(told.append)
    cell.write(file)

    spawned.run()
    assert told == [file]
    assert file.stat().st_size > 0


def test_a_picture_has_the_shape_and_the_ground_that_are_asked_for(
    session: FakeSession, cell: PlotCell, tmp_path: Path, spawned: Spawned
) -> None:
    cell.add_fields([(ODOM, "x"), (ODOM, "y")])
    session.receive("/odom", {"x": 1.0, "y": 2.0})
    for look, size, ground in (
        (PictureLook(QSize(960, 540)), (1920, 1080), DARK.window),
        (PictureLook(QSize(600, 600), light=True), (1200, 1200), LIGHT.window),
    ):
        file = tmp_path / "plot.png"
        cell.write(file, look)
        spawned.run()
        image = QImage(str(file))
        assert image.size().toTuple() == size
        assert image.pixelColor(1, 1).name() == ground


def test_the_look_of_a_picture_is_asked_for_and_then_its_file_named_by_topic_and_time(
    cell: PlotCell, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell.add_fields([(ODOM, "pose.yaw")])
    asked: list[str] = []
    monkeypatch.setattr(
        "app.ui.time_axis.plots.cell.ask_for_save_path", lambda *arguments: asked.append(arguments[3].name)
    )
    for _ in range(2):
        _press(cell, PlotWording.IMAGE_AS_PNG())
        dialog = cell.findChildren(PictureDialog)[-1]
        dialog.shape.setCurrentIndex(2)
        dialog.buttons.accepted.emit()
        dialog.setObjectName("")

    assert len(asked) == 2
    assert re.fullmatch(r"odom-yaw-\d{8}-\d{6}\.png", asked[0])
    # it begins with what was chosen last
    _press(cell, PlotWording.IMAGE_AS_SVG())
    assert cell.findChildren(PictureDialog)[-1].shape.currentIndex() == 2


def test_by_its_menu_a_curve_is_styled_and_becomes_its_derivative(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    changed: list[CurveSpec] = []
    cell.curve_changed.connect(lambda _, before: changed.append(before))
    before = cell.plot.curves[0].spec
    for text in ("Thick", "Axis at the right", "Derivative, per second"):
        _press(cell, text, 0)

    wanted = replace(before, width=3.0, right=True, transform=CurveTransform(CurveTransformKind.DERIVATIVE))
    assert cell.plot.curves[0].spec == wanted
    assert len(changed) == 3
    for text in ("Thin", "Axis at the right", "Derivative, per second"):
        _press(cell, text, 0)
    assert cell.plot.curves[0].spec == before


def test_one_scale_is_for_plots_over_a_curve(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x"), (ODOM, "y")])
    assert not _actions(cell.make_menu(None))["Equal scale of both axes"].isEnabled()
    _press(cell, PlotWording.PLOT_XY())
    _press(cell, "Equal scale of both axes")

    assert cell.plot.equal
    assert not _actions(cell.make_menu(cell.plot.curves[1]))["Axis at the right"].isEnabled()


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_pictures_are_written_beside_and_a_fault_is_told(
    qtbot: QtBot, cell: PlotCell, tmp_path: Path, suffix: str, spawned: Spawned
) -> None:
    cell.add_fields([(ODOM, "x")])
    file = tmp_path / "nothing" / f"plot.{suffix}"
    told: list[tuple[str, bool]] = []
    cell.notified.connect(lambda text, fault: told.append((text, fault)))
    _begin_to_write(qtbot, cell, file)
    assert told == []
    spawned.run()
    assert shows(told[0][0], PlotWording.NOT_WRITTEN, reason=os.strerror(errno.ENOENT))
    assert told[0][1]


def test_a_picture_with_many_points_is_copied_beside(
    cell: PlotCell, monkeypatch: pytest.MonkeyPatch, spawned: Spawned
) -> None:
    cell.add_fields([(ODOM, "x")])
    QGuiApplication.clipboard().setText("before")
    told: list[str] = []
    cell.notified.connect(lambda text, _: told.append(text))
    monkeypatch.setattr("app.ui.time_axis.plots.cell._DRAWN_AT_ONCE", -1)
    cell.copy_image()
    assert QGuiApplication.clipboard().text() == "before"

    spawned.run()
    assert told == [PlotWording.IMAGE_COPIED()]
    assert not QGuiApplication.clipboard().image().isNull()


def test_a_file_that_cannot_be_written_is_told(qtbot: QtBot, cell: PlotCell, tmp_path: Path) -> None:
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.write(tmp_path / "nothing" / "plot.csv")

    assert caught.args is not None
    assert shows(caught.args[0], PlotWording.NOT_WRITTEN, reason=os.strerror(errno.ENOENT))
    assert caught.args[1] is True


def _keep_many(session: FakeSession, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    for session.now in (1003.0, 1004.0):
        session.receive("/odom", *({"x": number} for number in range(3000)))
    cell.rebuild()


def test_many_values_are_written_beside_and_it_is_told(
    qtbot: QtBot, session: FakeSession, cell: PlotCell, tmp_path: Path, spawned: Spawned
) -> None:
    _keep_many(session, cell)
    told: list[tuple[str, bool]] = []
    cell.notified.connect(lambda text, fault: told.append((text, fault)))
    written: list[Path] = []
    cell.written.connect(written.append)
    file = tmp_path / "plot.csv"
    _begin_to_write(qtbot, cell, file)
    assert written == []
    spawned.run()
    assert written == [file]
    assert len(file.read_text().splitlines()) == 6001
    cell.write(tmp_path / "nothing" / "plot.csv")
    told.clear()
    spawned.run()
    assert told[0][1]
    assert shows(told[0][0], PlotWording.NOT_WRITTEN, reason=os.strerror(errno.ENOENT))


async def test_what_is_written_beside_can_be_cancelled_and_a_view_that_goes_loses_nothing(
    session: FakeSession, data: PlotData, themes: Themes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, tasks = TimeWindow(10.0), TaskPool("view")
    window.set_now(1005.0)
    cell = PlotCell(Plot(data), window, Cursors(), themes, tasks.spawn)
    _keep_many(session, cell)
    begun, cancels, go_on = threading.Semaphore(0), list[Callable[[], None]](), threading.Event()
    pieces = CsvTable.pieces

    def held(table: CsvTable) -> Iterator[tuple[int, str]]:
        begun.release()
        for piece in pieces(table):
            assert go_on.wait(10)
            yield piece

    monkeypatch.setattr(CsvTable, "pieces", held)
    cell.job_started.connect(lambda _, cancel: cancels.append(cancel))
    cancelled, kept = tmp_path / "cancelled.csv", tmp_path / "kept.csv"
    for file in (cancelled, kept):
        cell.write(file)
        await asyncio.sleep(0)
        assert await asyncio.to_thread(begun.acquire, timeout=10)
    cancels[0]()
    cell.deleteLater()
    await tasks.cancel()
    go_on.set()
    for _ in range(1000):
        if kept.exists():
            break
        await asyncio.sleep(0.01)

    assert len(kept.read_text().splitlines()) == 6001
    assert not cancelled.exists()


def test_many_values_are_copied_beside(session: FakeSession, cell: PlotCell, spawned: Spawned) -> None:
    _keep_many(session, cell)
    QGuiApplication.clipboard().setText("before")
    told: list[str] = []
    cell.notified.connect(lambda text, _: told.append(text))
    cell.copy_values()
    assert QGuiApplication.clipboard().text() == "before"

    spawned.run()
    assert told == [PlotWording.VALUES_COPIED()]
    assert len(QGuiApplication.clipboard().text().splitlines()) == 6001


def test_the_picture_is_copied(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    _press(cell, PlotWording.COPY_IMAGE(key="Ctrl+C"))
    assert not QGuiApplication.clipboard().image().isNull()
    QGuiApplication.clipboard().clear()
    QTest.keyClick(cell.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert not QGuiApplication.clipboard().image().isNull()


def test_table_and_values_are_copied_as_other_programs_take_them(session: FakeSession, cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    session.now = 1004.0
    session.receive("/odom", {"x": 2.5})
    cell.rebuild()
    QTest.keyClick(cell.legend, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[-1].split("\t") == ["x", "2.5", "", "2.5", "2.5", "2.5"]
    _press(cell, "Copy values as CSV")

    assert QGuiApplication.clipboard().text().split() == ["time_s,/odom:x", "1004.000000000,2.5"]


def test_more_values_than_another_program_takes_are_not_copied(
    qtbot: QtBot, session: FakeSession, cell: PlotCell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.time_axis.plots.cell.MAX_COPIED_LINES", 1)
    QGuiApplication.clipboard().setText("before")
    cell.add_fields([(ODOM, "x")])
    for session.now in (1003.0, 1004.0):
        session.receive("/odom", {"x": 1})
    cell.rebuild()
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.copy_values()

    assert caught.args is not None
    assert caught.args[1] is True
    assert QGuiApplication.clipboard().text() == "before"


def test_the_values_on_the_axis_are_asked_for(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    _press(cell, PlotWording.SET_VALUE_RANGE())
    (dialog,) = cell.findChildren(RangeDialog)
    dialog.chosen.emit(-3.0, 7.0)

    assert cell.plot.values.fixed == (-3.0, 7.0)
    dialog.reject()


def test_a_threshold_of_any_size_is_asked_for(cell: PlotCell) -> None:
    cell.add_fields([(ODOM, "x")])
    cell.plot.values.fix(1.2345678e-9, 2.3456789e-9)
    _press(cell, "Warn above…")
    (dialog,) = cell.findChildren(ThresholdDialog)
    assert dialog.value.text() == "2.3457e-09"
    dialog.buttons.accepted.emit()
    _press(cell, "Warn below…")
    cell.findChildren(ThresholdDialog)[-1].value.setText("-4e-9")
    cell.findChildren(ThresholdDialog)[-1].buttons.accepted.emit()

    assert cell.plot.thresholds == [Threshold(2.3457e-9), Threshold(-4e-9, above=False)]


def test_a_message_is_shown_by_the_numbers_in_it(qtbot: QtBot, cell: PlotCell, session: FakeSession) -> None:
    types = {
        "test.Odom": [Field("twist", FieldKind.MESSAGE, "Twist"), Field("empty", FieldKind.MESSAGE, "Empty")],
        "Twist": [Field("linear", FieldKind.FLOAT, "double"), Field("angular", FieldKind.FLOAT, "double")],
    }
    session.add_topics("/twist", schema=JsonSchema("test.Odom", types))
    twist = TopicKey(URI, "/twist")
    cell.add_fields([(twist, "twist.linear")])
    cell.add_fields([(twist, "twist")])

    assert [curve.spec.path for curve in cell.plot.curves] == ["twist.linear", "twist.angular"]
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.add_fields([(twist, "twist")])
    assert caught.args == [PlotWording.ALREADY_THERE(path="twist"), False]
    with qtbot.waitSignal(cell.notified, timeout=10_000) as caught:
        cell.add_fields([(twist, "empty")])
    assert caught.args == [PlotWording.NO_NUMBERS(path="empty"), False]


def test_the_menu_offers_differences_and_the_shift_of_runs_where_there_are_any(
    cell: PlotCell, session: FakeSession
) -> None:
    cell.add_fields([(ODOM, "x")])
    offered = PlotWording.SHOW_DIFFERENCES(), PlotWording.SHIFT_RUNS()
    differences, shift = (say(words).replace("&", "") for words in offered)
    menu = cell.make_menu(None)
    assert not {differences, shift} & {text.partition("\t")[0] for text in _actions(menu)}
    menu.deleteLater()
    session.runs.put({"/odom": messages_of([(1001.0, {"x": 1.0})], JsonSchema("test.Numbers"))})
    cell.rebuild()
    _press(cell, shift)
    assert cell.view.drags_runs
    QTest.keyClick(cell.view, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    assert cell.plot.shows_differences
    QTest.keyClick(cell.view, Qt.Key.Key_D, Qt.KeyboardModifier.ShiftModifier)
    assert not cell.plot.shows_differences
