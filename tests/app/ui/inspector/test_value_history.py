from __future__ import annotations

import math
from typing import Any

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from app.model.schema import Field, FieldKind
from app.model.topics import Message
from app.ui.inspector.field_history import MAX_LISTED, MAX_VALUES, FieldHistoryModel
from app.wording.ui.inspector import InspectorWording
from tests.fakes.deliveries import SCHEMA

_NUMBER = Field("x", FieldKind.FLOAT, "double")


@pytest.fixture
def history() -> FieldHistoryModel:
    history = FieldHistoryModel()
    # it lives as long as its model
    QAbstractItemModelTester(history, QAbstractItemModelTester.FailureReportingMode.Warning, history)
    history.start_field(_NUMBER)
    return history


def _add(history: FieldHistoryModel, *values: Any) -> None:
    for number, value in enumerate(values):
        history.add_value(Message(b"", number, 1_700_000_000_250_000_000 + number * 500_000_000, SCHEMA), value)


def _lines(history: FieldHistoryModel) -> list[str]:
    return [history.index(row).data().split("  ", 1)[1] for row in range(history.rowCount())]


def test_the_newest_value_stands_first_with_its_time(history: FieldHistoryModel) -> None:
    _add(history, 1.5, None, 2.5)

    assert _lines(history) == ["2.5", InspectorWording.NOT_SENT(), "1.5"]
    assert history.index(0).data().split("  ")[0].endswith(":21.250")
    assert history.span_s == 1.0


def test_the_points_of_a_line_are_seconds_and_numbers(history: FieldHistoryModel) -> None:
    _add(history, 1.5, None, math.inf)

    assert history.points == [(0.0, 1.5), (1.0, math.inf)]


def test_the_history_has_a_bound(history: FieldHistoryModel) -> None:
    _add(history, *range(2 * MAX_VALUES))

    assert len(history) == MAX_VALUES
    assert history.rowCount() == MAX_LISTED
    assert _lines(history)[0] == str(2 * MAX_VALUES - 1)


def test_another_field_begins_with_nothing(history: FieldHistoryModel) -> None:
    _add(history, 1.0)
    history.start_field(Field("mode", FieldKind.ENUM, "Mode", enum_names=(("IDLE", 0), ("RUN", 1))))
    assert (len(history), history.rowCount(), history.points) == (0, 0, [])

    _add(history, 1, 7)
    assert _lines(history) == ["7", "1 · RUN"]
    assert history.points == []


def test_of_bytes_only_their_number_is_kept(history: FieldHistoryModel) -> None:
    history.start_field(Field("data", FieldKind.BYTES, "bytes"))
    _add(history, memoryview(bytes(2048)))

    assert _lines(history) == ["2,048 bytes"]


def test_numbers_of_32_bits_are_shown_with_the_digits_that_are_true() -> None:
    history = FieldHistoryModel()
    history.start_field(Field("x", FieldKind.FLOAT, "float32"))
    _add(history, 0.10000000149011612)

    assert _lines(history)[0].endswith("0.1")
