from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.model.messages.diagnostic_tree import STALE_NS
from app.model.messages.values import DiagnosticLevel, Diagnostics, DiagnosticStatus
from app.ui.base.theme import Themes
from app.ui.diagnostics.rows import (
    LEVEL_SIGNS,
    ChangeColumn,
    DiagnosticChanges,
    DiagnosticColumn,
    DiagnosticRows,
    DiagnosticRowsWanted,
    level_word,
)
from app.wording.ui.diagnostics import DiagnosticsWording
from tests.fakes.diagnostics import GOOD, SECOND_NS, WORSE
from tests.tools.sentences import shows

NOW = 1_700_000_000 * SECOND_NS
TOPIC, OTHER = "/diagnostics", "/toplevel_state"
OK, WARN, ERROR, STALE = DiagnosticLevel


@pytest.fixture
def rows(themes: Themes) -> DiagnosticRows:
    rows = DiagnosticRows(themes)
    rows.parts.take(GOOD, TOPIC, NOW - STALE_NS)
    rows.parts.take(WORSE, TOPIC, NOW)
    rows.now_ns = NOW + 1
    return rows


def names(rows: DiagnosticRows) -> list[str]:
    return [rows.text(key, DiagnosticColumn.NAME) for key in rows.names()]


def find(rows: DiagnosticRows, name: str) -> str:
    return next(key for key in rows.names() if rows.text(key, DiagnosticColumn.NAME) == name)


def test_parts_are_a_tree_with_the_worst_level_of_what_is_below(rows: DiagnosticRows) -> None:
    assert rows.show_parts(DiagnosticRowsWanted((TOPIC,)))

    assert names(rows) == [
        *("Base", "rover", "Battery", "Motor left", "Motor right"),
        *("Sensors", "camera driver", "Frames", "gps", "Fix", "hokuyo", "Connection"),
    ]
    assert shows(rows.text(find(rows, "Base"), DiagnosticColumn.LEVEL), DiagnosticsWording.ERROR)
    assert shows(rows.text(find(rows, "gps"), DiagnosticColumn.LEVEL), DiagnosticsWording.STALE)
    assert shows(rows.text(find(rows, "Frames"), DiagnosticColumn.LEVEL), DiagnosticsWording.OK)
    assert [rows.text(key, DiagnosticColumn.NAME) for key in rows.faults] == [
        *("Battery", "Motor left", "Connection", "Fix"),
    ]


def test_a_row_tells_message_age_hardware_and_how_often_it_got_worse(rows: DiagnosticRows) -> None:
    rows.show_parts(DiagnosticRowsWanted((TOPIC,)))
    key = find(rows, "Motor left")
    columns = (DiagnosticColumn.MESSAGE, DiagnosticColumn.HARDWARE, DiagnosticColumn.WORSENED, DiagnosticColumn.AGE)

    assert [str(rows.index_of(key, column).data()) for column in columns] == [
        *("Overcurrent: 14.2 A", "motor-1", "1", "0.0 s"),
    ]
    assert "motor-1" in rows.index_of(key).data(Qt.ItemDataRole.ToolTipRole)
    assert rows.text(find(rows, "Base"), DiagnosticColumn.MESSAGE) == ""


@pytest.mark.parametrize(
    ("level", "words", "shown"),
    [
        (ERROR, (), ["Base", "rover", "Motor left", "Sensors", "gps", "Fix", "hokuyo", "Connection"]),
        (STALE, (), ["Sensors", "gps", "Fix", "hokuyo", "Connection"]),
        (OK, ("motor", "running"), ["Base", "rover", "Motor right"]),
        (WARN, ("rover-7",), ["Base", "rover", "Battery"]),
        (OK, ("nothing",), []),
    ],
)
def test_rows_are_filtered_by_level_and_words(
    rows: DiagnosticRows, level: DiagnosticLevel, words: tuple[str, ...], shown: list[str]
) -> None:
    rows.show_parts(DiagnosticRowsWanted((TOPIC,), level, words))

    assert names(rows) == shown


def test_the_states_of_several_topics_stand_below_their_names(rows: DiagnosticRows) -> None:
    rows.parts.take(Diagnostics((DiagnosticStatus("state", WARN),)), OTHER, NOW)
    rows.show_parts(DiagnosticRowsWanted((TOPIC, OTHER), WARN))

    assert [name for name in names(rows) if name.startswith("/")] == [TOPIC, OTHER]
    assert shows(rows.text(OTHER, DiagnosticColumn.LEVEL), DiagnosticsWording.WARN)
    rows.show_parts(DiagnosticRowsWanted((OTHER,)))
    assert names(rows) == ["state"]


def test_each_level_has_a_word_and_a_shape_of_its_own() -> None:
    assert len({level_word(level) for level in DiagnosticLevel}) == 4
    assert len({sign for sign, _ in LEVEL_SIGNS.values()}) == 4


def test_what_got_worse_is_a_line_with_both_levels(rows: DiagnosticRows) -> None:
    changes = DiagnosticChanges()
    changes.append(list(rows.parts.changes))
    index = changes.index(1, ChangeColumn.LEVEL)

    assert changes.rowCount() == 3
    assert shows(changes.cell(index).text, DiagnosticsWording.CHANGED)
    assert changes.cell(changes.index(1, ChangeColumn.MESSAGE)).text == "Overcurrent: 14.2 A"
    assert "OK ERROR /Base/rover: Motor left" in changes.text_of(1)


def test_a_part_that_fell_silent_says_so(rows: DiagnosticRows) -> None:
    rows.parts.find_stale(NOW + 1)
    changes = DiagnosticChanges()
    changes.append(list(rows.parts.changes)[-1:])

    assert shows(changes.cell(changes.index(0, ChangeColumn.MESSAGE)).text, DiagnosticsWording.SILENT)
