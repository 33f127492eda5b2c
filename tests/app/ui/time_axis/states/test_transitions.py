from __future__ import annotations

import csv
import io

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from app.model.timeseries.states import StateHistory
from app.ui.time_axis.states.transitions import (
    LISTED,
    TransitionsDialog,
    TransitionsModel,
    as_csv,
    as_text,
    transitions_of,
)
from app.wording.ui.time_axis import StatesWording
from tests.fakes.states import STATUS, StatesStage


def history_of(*words: str | None) -> StateHistory:
    """A second of each."""
    history = StateHistory()
    for number, word in enumerate(words):
        history.append(100.0 + number, word)
    history.drain()
    return history


def test_every_state_is_told_with_its_times_and_how_long_it_lasted() -> None:
    found = transitions_of(history_of("a", "b", None), 105.0)

    assert [(each.from_s, each.to_s, each.word, each.duration_s) for each in found] == [
        (100.0, 101.0, "a", 1.0),
        (101.0, 102.0, "b", 1.0),
        (102.0, None, StatesWording.NOT_SENT(), 3.0),
    ]


def test_a_csv_has_a_line_of_names_and_no_formulas() -> None:
    words = ["a", 'say "x", y', "=1+1", "-5"]
    rows = list(csv.reader(io.StringIO(as_csv(transitions_of(history_of(*words), 105.0)))))

    assert rows[0] == ["from_s", "to_s", "word", "duration_s"]
    assert [row[2] for row in rows[1:]] == ["a", 'say "x", y', "'=1+1", "'-5"]
    assert rows[1] == ["100.000000", "101.000000", "a", "1.000000"]
    assert rows[-1][1] == ""


def test_as_text_it_is_what_is_read() -> None:
    assert as_text(transitions_of(history_of("a", "b"), 103.5)) == (
        f"100.000 s\t101.000 s\ta\t1.000 s\n101.000 s\t{StatesWording.STILL_SO()}\tb\t2.500 s"
    )


def test_the_list_begins_with_the_newest_and_grows_at_its_top() -> None:
    model = TransitionsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    inserted: list[tuple[int, int]] = []
    model.rowsInserted.connect(lambda _parent, first, last: inserted.append((first, last)))
    model.show_transitions(transitions_of(history_of("a", "b"), 102.0))
    model.show_transitions(transitions_of(history_of("a", "b", "c", "d"), 104.0))

    assert [model.index(row, 2).data() for row in range(model.rowCount())] == ["d", "c", "b", "a"]
    assert model.index(2, 1).data() == "102.000 s"
    assert inserted == [(0, 1)]
    model.show_transitions(transitions_of(history_of("z"), 104.0))
    assert model.rowCount() == 1
    model.show_transitions([])
    assert model.rowCount() == 0
    assert tester.model() is model


def test_a_long_list_is_cut_and_has_names_above_its_columns() -> None:
    model = TransitionsModel()
    model.show_transitions(transitions_of(history_of(*(str(number % 7) for number in range(LISTED + 5))), 9999.0))
    names = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]

    assert model.rowCount() == LISTED
    assert names == [
        StatesWording.FROM(),
        StatesWording.TO(),
        StatesWording.STATE(),
        StatesWording.DURATION(),
    ]


def opened(stage: StatesStage) -> TransitionsDialog:
    stage.panel.add_fields([(STATUS, "mode")])
    for mode in (0, 1, 2):
        stage.send(1.0, mode=mode)
    stage.panel.show_transitions(stage.panel.rows.all[0])
    return stage.panel.findChildren(TransitionsDialog)[0]


def test_the_dialog_follows_the_robot_and_is_opened_once(stage: StatesStage) -> None:
    dialog = opened(stage)
    assert dialog.summary.text() == StatesWording.SUMMARY(topic="/status", count=3)
    stage.send(1.0, mode=0)
    stage.panel.show_transitions(stage.panel.rows.all[0])

    shown = [each for each in stage.panel.findChildren(TransitionsDialog) if each.isVisible()]
    assert shown == [dialog]
    assert [each.word for each in dialog.model.shown] == ["IDLE", "DOCK", "DRIVE", "IDLE"]
    dialog.close()


def test_the_dialog_goes_with_the_last_history_of_its_lane(stage: StatesStage) -> None:
    dialog = opened(stage)
    stage.panel.remove_row(stage.panel.rows.all[0])
    # it can be had back
    assert dialog.isVisible()

    stage.panel.restore({})

    assert not dialog.isVisible()


def test_what_is_selected_is_copied_or_else_all(stage: StatesStage) -> None:
    dialog = opened(stage)
    dialog.copy_csv.click()
    assert QGuiApplication.clipboard().text().count("\n") == 4
    dialog.table.selectRow(1)
    dialog.table.copy_requested.emit()
    copied = QGuiApplication.clipboard().text()

    assert "DRIVE" in copied
    assert "\n" not in copied
    dialog.close()


def test_the_dialog_goes_with_its_view(stage: StatesStage) -> None:
    dialog = opened(stage)
    stage.panel.close_down()

    assert not dialog.isVisible()


def test_names_of_columns_stand_above_what_is_in_them() -> None:
    model = TransitionsModel()
    model.show_transitions(transitions_of(history_of("a", "b"), 102.0))
    role = Qt.ItemDataRole.TextAlignmentRole
    for column in range(model.columnCount()):
        assert model.headerData(column, Qt.Orientation.Horizontal, role) == model.index(0, column).data(role)
