from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester

from app.ui.base.theme import Themes
from app.ui.robot.log_buffer import MAX_LINES, ProgramLogLine
from app.ui.robot.log_model import LogColumn, LogModel, level_word


@pytest.fixture
def model(themes: Themes) -> LogModel:
    return LogModel(themes)


def line(text: str = "text", level: int = logging.INFO) -> ProgramLogLine:
    return ProgramLogLine(1_000_000_000.25, level, "app.net", text)


def cell(model: QAbstractItemModel, row: int, column: LogColumn, role: Qt.ItemDataRole) -> object:
    return model.data(model.index(row, column), role)


def test_it_is_a_proper_model_whatever_comes_and_goes(model: LogModel) -> None:
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.append([line(), line("b")])
    model.append([line()] * (MAX_LINES + 1))
    model.set_filter(logging.ERROR, "")
    model.append([line(level=logging.ERROR)])
    model.clear()

    assert tester.model() is model
    assert model.is_empty


def test_a_warning_stands_out_by_word_and_colour(model: LogModel, themes: Themes) -> None:
    model.append([line(level=logging.WARNING)])
    color = cell(model, 0, LogColumn.LEVEL, Qt.ItemDataRole.ForegroundRole)

    assert cell(model, 0, LogColumn.LEVEL, Qt.ItemDataRole.DisplayRole) == "Warning"
    assert isinstance(color, QColor)
    assert color.name() == themes.current.warn
    assert [level_word(level) for level in (logging.INFO, logging.CRITICAL)] == ["Info", "Error"]


def test_the_whole_of_a_long_line_is_told_as_a_tip(model: LogModel) -> None:
    model.append([line("first\nsecond")])

    assert cell(model, 0, LogColumn.TEXT, Qt.ItemDataRole.DisplayRole) == "first"
    assert cell(model, 0, LogColumn.TEXT, Qt.ItemDataRole.ToolTipRole) == "first\nsecond"


def test_the_time_has_milliseconds(model: LogModel) -> None:
    model.append([line()])

    assert str(cell(model, 0, LogColumn.TIME, Qt.ItemDataRole.DisplayRole)).endswith(":40.250")
