from __future__ import annotations

import logging
import time
from typing import cast

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.session.deck import Deck
from app.session.recorded_side import LoggedLine
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.robot.log_buffer import MAX_LINES, LogBuffer, ProgramLogLine
from app.ui.robot.log_panel import PAST_LINES, LogColumn, LogModel, LogPanel, level_word
from app.ui.widgets.filtered_rows import LineFilter
from app.wording.ui.robot import ConsoleWording
from tests.app.ui.robot.conftest import opens_a_menu


class FakeDeck:
    """The time that views show: now unless a test sets another one."""

    def __init__(self) -> None:
        self.then_s: float | None = None
        self.earlier: list[LoggedLine] = []

    @property
    def is_past(self) -> bool:
        return self.then_s is not None

    def shown_ns(self) -> int:
        return round((self.then_s or 0.0) * 1e9)

    def earlier_log(self, until_ns: int) -> tuple[LoggedLine, ...]:
        return tuple(line for line in self.earlier if line.time_ns < until_ns)


@pytest.fixture
def model(themes: Themes) -> LogModel:
    return LogModel(themes, lambda robot: f"name of {robot}")


def line(text: str = "text", level: int = logging.INFO) -> ProgramLogLine:
    return ProgramLogLine(1_000_000_000.25, level, "app.net", text)


def cell(model: QAbstractItemModel, row: int, column: LogColumn, role: Qt.ItemDataRole) -> object:
    return model.data(model.index(row, column), role)


def test_it_is_a_proper_model_whatever_comes_and_goes(model: LogModel) -> None:
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.append([line(), line("b")])
    model.append([line()] * (MAX_LINES + 1))
    model.set_filter(LineFilter(logging.ERROR))
    model.append([line(level=logging.ERROR)])
    model.clear()

    assert tester.model() is model
    assert model.is_empty


def test_a_warning_stands_out_by_word_and_colour(model: LogModel, themes: Themes) -> None:
    model.append([line(level=logging.WARNING)])
    color = cell(model, 0, LogColumn.LEVEL, Qt.ItemDataRole.ForegroundRole)

    assert cell(model, 0, LogColumn.LEVEL, Qt.ItemDataRole.DisplayRole) == ConsoleWording.WARNING()
    assert isinstance(color, QColor)
    assert color.name() == themes.current.warn
    assert [level_word(level) for level in (logging.INFO, logging.CRITICAL)] == [
        ConsoleWording.INFO(),
        ConsoleWording.ERROR(),
    ]


def test_the_whole_of_a_long_line_is_told_as_a_tip(model: LogModel) -> None:
    model.append([line("first\nsecond")])

    assert cell(model, 0, LogColumn.TEXT, Qt.ItemDataRole.DisplayRole) == "First"
    tip = str(cell(model, 0, LogColumn.TIME, Qt.ItemDataRole.ToolTipRole))
    assert tip.startswith("First\nsecond\n")
    assert tip.endswith(".250, Info, app.net")


def test_the_time_has_milliseconds(model: LogModel) -> None:
    model.append([line()])

    assert str(cell(model, 0, LogColumn.TIME, Qt.ItemDataRole.DisplayRole)).endswith(":40.250")


@pytest.fixture
def buffer() -> LogBuffer:
    return LogBuffer()


@pytest.fixture
def deck() -> FakeDeck:
    return FakeDeck()


@pytest.fixture
def panel(qtbot: QtBot, buffer: LogBuffer, deck: FakeDeck, themes: Themes, preferences: Preferences) -> LogPanel:
    panel = LogPanel(buffer, cast("Deck", deck), themes, preferences)
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    return panel


def log(buffer: LogBuffer, *texts: str, level: int = logging.INFO, source: str = "app.net") -> None:
    for text in texts:
        buffer.handle(logging.LogRecord(source, level, "", 0, text, (), None))


def shown(panel: LogPanel, column: LogColumn = LogColumn.TEXT) -> list[str]:
    return [str(panel.model.index(row, column).data()) for row in range(panel.model.rowCount())]


def test_it_says_that_nothing_was_logged(panel: LogPanel) -> None:
    assert panel.nothing.isVisible()
    assert panel.nothing.title == ConsoleWording.NOTHING_LOGGED()


def test_lines_come_with_the_next_refresh(panel: LogPanel, buffer: LogBuffer) -> None:
    log(buffer, "connected", "two\nlines")
    assert shown(panel) == []

    panel.refresh(0.0)
    assert shown(panel) == ["Connected", "Two"]
    assert shown(panel, LogColumn.SOURCE) == [ConsoleWording.FROM_NETWORK()] * 2
    assert panel.view.isVisible()


def test_level_and_words_decide_what_is_shown(panel: LogPanel, buffer: LogBuffer) -> None:
    log(buffer, "link up", "link down")
    log(buffer, "link broken", level=logging.WARNING)
    panel.refresh(0.0)
    panel.level.setCurrentIndex(1)
    assert shown(panel) == ["Link broken"]
    assert shown(panel, LogColumn.LEVEL) == [ConsoleWording.WARNING()]

    panel.level.setCurrentIndex(0)
    panel.filter.setText("NET down")
    assert shown(panel) == ["Link down"]

    panel.filter.setText("nothing of the kind")
    assert panel.nothing.title == ConsoleWording.NO_MATCH()
    log(buffer, "nothing of this kind, but of the other")
    panel.refresh(0.0)
    assert shown(panel) == ["Nothing of this kind, but of the other"]


def test_selected_lines_are_copied_or_all(panel: LogPanel, buffer: LogBuffer) -> None:
    log(buffer, "a", "b")
    panel.refresh(0.0)
    panel.copy_button.click()
    assert [line.rpartition(" ")[2] for line in QGuiApplication.clipboard().text().split("\n")] == ["a", "b"]

    panel.view.setCurrentIndex(panel.model.index(1, 0))
    panel.copy_button.click()
    assert QGuiApplication.clipboard().text().endswith("INFO app.net: b")


def test_what_was_cleared_does_not_come_back(panel: LogPanel, buffer: LogBuffer) -> None:
    log(buffer, "a")
    panel.refresh(0.0)
    log(buffer, "b")
    panel.clear_button.click()
    panel.refresh(0.0)
    assert shown(panel) == []

    log(buffer, "c")
    panel.refresh(0.0)
    assert shown(panel) == ["C"]


def test_it_stays_at_the_end_unless_somebody_reads(panel: LogPanel, buffer: LogBuffer) -> None:
    bar = panel.view.verticalScrollBar()
    log(buffer, *(str(number) for number in range(200)))
    panel.refresh(0.0)
    assert bar.value() == bar.maximum() > 0

    bar.triggerAction(QAbstractSlider.SliderAction.SliderPageStepSub)
    place = bar.value()
    log(buffer, "more", "and more")
    panel.refresh(0.0)
    assert bar.value() == place
    assert not panel.follow.isChecked()

    panel.follow.click()
    assert bar.value() == bar.maximum()


def test_it_stays_at_the_end_where_the_panel_becomes_lower(panel: LogPanel, buffer: LogBuffer) -> None:
    bar = panel.view.verticalScrollBar()
    log(buffer, *(str(number) for number in range(200)))
    panel.refresh(0.0)
    before = bar.maximum()
    panel.resize(panel.width(), panel.height() // 2)
    QApplication.processEvents()

    assert bar.maximum() > before
    assert bar.value() == bar.maximum()


def test_a_flood_is_taken_in_batches_and_never_grows(panel: LogPanel, buffer: LogBuffer) -> None:
    spent = []
    for _ in range(3):
        log(buffer, *("x" for _ in range(3 * MAX_LINES)))
        began = time.thread_time()
        panel.refresh(0.0)
        spent.append(time.thread_time() - began)
        assert panel.model.rowCount() == MAX_LINES
    # to a guest that its host holds up, that may count as its own time
    assert min(spent) < 1.0

    log(buffer, "last")
    panel.refresh(0.0)
    assert panel.model.rowCount() == MAX_LINES
    assert shown(panel)[-1] == "Last"


def test_columns_and_level_are_those_of_the_last_run(
    panel: LogPanel, qtbot: QtBot, buffer: LogBuffer, deck: FakeDeck, themes: Themes, preferences: Preferences
) -> None:
    panel.view.header().resizeSection(LogColumn.SOURCE, 333)
    panel.level.setCurrentIndex(1)
    panel.save_layout()
    again = LogPanel(buffer, cast("Deck", deck), themes, preferences)
    qtbot.addWidget(again)
    log(buffer, "link up")
    log(buffer, "link down", level=logging.WARNING)
    again.refresh(0.0)

    assert again.view.header().sectionSize(LogColumn.SOURCE) == 333
    assert again.level.currentText() == ConsoleWording.AND_ABOVE(level=ConsoleWording.WARNING())
    assert shown(again) == ["Link down"]


def test_a_level_that_makes_no_sense_is_forgotten(
    qtbot: QtBot, buffer: LogBuffer, deck: FakeDeck, themes: Themes, preferences: Preferences
) -> None:
    preferences.set_choice("log-level", "\ufffd17")
    panel = LogPanel(buffer, cast("Deck", deck), themes, preferences)
    qtbot.addWidget(panel)

    assert panel.level.currentText() == ConsoleWording.AND_ABOVE(level=ConsoleWording.INFO())


def test_in_a_narrow_dock_what_happened_has_the_room(panel: LogPanel, buffer: LogBuffer) -> None:
    log(buffer, "link up")
    panel.refresh(0.0)
    panel.resize(300, 200)
    panel.show()
    QApplication.processEvents()
    header = panel.view.header()

    assert header.isSectionHidden(LogColumn.SOURCE)
    assert panel.model.is_short
    assert len(str(cell(panel.model, 0, LogColumn.TIME, Qt.ItemDataRole.DisplayRole))) == len("00:00:00")
    assert header.sectionSize(LogColumn.TEXT) >= header.width() // 2 - 1
    panel.resize(1000, 200)
    QApplication.processEvents()
    assert not header.isSectionHidden(LogColumn.SOURCE)


def test_a_line_is_about_a_robot_or_a_part_of_the_program_and_a_library_keeps_its_name(
    panel: LogPanel, buffer: LogBuffer, preferences: Preferences
) -> None:
    robot = "gazebo://rover:11345"
    preferences.set_robot_name(robot, "Rover in the hall")
    record = logging.LogRecord("app.connections.base", logging.WARNING, "", 0, "%s: lost: why", (robot,), None)
    record.robot = robot
    buffer.handle(record)
    log(buffer, "the drive process is silent", source="app.drive.supervisor.watchdog")
    log(buffer, "gave back memory", source="app.unknown")
    log(buffer, "/cmd_vel is odd", level=logging.WARNING, source="aiohttp.server")
    panel.refresh(0.0)

    assert shown(panel) == ["Lost: why", "The drive process is silent", "Gave back memory", "/cmd_vel is odd"]
    assert shown(panel, LogColumn.SOURCE) == [
        "Rover in the hall",
        ConsoleWording.FROM_DRIVING(),
        ConsoleWording.FROM_PROGRAM(),
        "aiohttp.server",
    ]
    # by name and by address
    for words in ("hall", "rover:11345"):
        panel.filter.setText(words)
        assert shown(panel) == ["Lost: why"]
    panel.copy()
    assert QGuiApplication.clipboard().text().endswith(f"WARNING {robot}: lost: why")


def log_at(buffer: LogBuffer, times_s: list[float]) -> None:
    for time_s in times_s:
        record = logging.LogRecord("app.net", logging.INFO, "", 0, f"line {time_s:g}", (), None)
        record.created = time_s
        buffer.handle(record)


def test_the_past_has_the_lines_until_then_and_now_those_that_came_meanwhile(
    panel: LogPanel, buffer: LogBuffer, deck: FakeDeck
) -> None:
    buffer.begun_s = 0.0
    log_at(buffer, [1.0, 2.0, 3.0])
    panel.refresh(0.0)
    deck.then_s = 2.5
    panel.refresh(1.0)
    assert shown(panel) == ["Line 1", "Line 2"]
    assert not panel.clear_button.isEnabled()

    deck.then_s = 3.5
    panel.view.selectAll()
    log_at(buffer, [4.0])
    panel.refresh(2.0)
    assert shown(panel) == ["Line 1", "Line 2", "Line 3"]
    # the rows that were there are the same
    assert len(panel.view.selectionModel().selectedRows()) == 2

    deck.then_s = 1.5
    panel.refresh(3.0)
    assert shown(panel) == ["Line 1"]
    deck.then_s = None
    panel.refresh(4.0)
    assert shown(panel) == ["Line 1", "Line 2", "Line 3", "Line 4"]
    assert panel.clear_button.isEnabled()


def test_what_was_removed_of_now_is_there_in_the_past_and_stays_removed(
    panel: LogPanel, buffer: LogBuffer, deck: FakeDeck
) -> None:
    buffer.begun_s = 0.0
    log_at(buffer, [1.0])
    panel.refresh(0.0)
    panel.clear()
    deck.then_s = 1.0
    panel.refresh(1.0)
    assert shown(panel) == ["Line 1"]

    deck.then_s = None
    panel.refresh(2.0)
    assert shown(panel) == []


def test_the_past_has_the_last_lines_only_and_says_where_there_are_none(
    panel: LogPanel, buffer: LogBuffer, deck: FakeDeck
) -> None:
    buffer.begun_s = 0.0
    log_at(buffer, [float(number) for number in range(1, PAST_LINES + 11)])
    deck.then_s = 1000.0
    panel.refresh(0.0)
    assert panel.model.rowCount() == PAST_LINES
    assert shown(panel)[0] == "Line 11"

    deck.then_s = 0.5
    panel.refresh(1.0)
    assert panel.nothing.isVisible()
    assert panel.nothing.title == ConsoleWording.NOTHING_LOGGED_THEN()


def test_before_this_run_the_past_has_what_earlier_ones_have_logged(
    panel: LogPanel, buffer: LogBuffer, deck: FakeDeck
) -> None:
    buffer.begun_s = 100.0
    log_at(buffer, [101.0])
    deck.then_s = 50.0
    panel.refresh(0.0)
    assert shown(panel) == []

    deck.earlier = [
        LoggedLine(10_000_000_000, "WARNING", "app.net", "link down"),
        LoggedLine(20_000_000_000, "odd", "rosbags", "read"),
        LoggedLine(60_000_000_000, "INFO", "app.net", "later"),
    ]
    panel.refresh(1.0)
    assert shown(panel) == ["Link down", "Read"]
    assert shown(panel, LogColumn.LEVEL) == [ConsoleWording.WARNING(), ConsoleWording.INFO()]


@opens_a_menu
def test_the_time_of_a_line_is_asked_for_by_the_middle_button_and_by_the_menu(
    panel: LogPanel, buffer: LogBuffer
) -> None:
    log(buffer, "a", "b")
    panel.refresh(0.0)
    asked: list[int] = []
    panel.time_asked.connect(asked.append)
    index = panel.model.index(1, LogColumn.TEXT)
    place = panel.view.visualRect(index).center()
    time_ns = round(panel.model.line(1).created_s * 1e9)

    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, place)
    assert asked == [time_ns]

    panel.view.setCurrentIndex(index)
    panel.view.customContextMenuRequested.emit(place)
    (menu,) = panel.findChildren(QMenu)
    menu.actions()[0].trigger()
    assert asked == [time_ns, time_ns]

    # it goes while the menu is open
    panel.model.clear()
    menu.actions()[0].trigger()
    assert asked == [time_ns, time_ns]
