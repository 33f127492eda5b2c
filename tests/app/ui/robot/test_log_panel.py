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

from app.model.reference_runs import ReferenceRun, RunPlace
from app.session.deck import Deck
from app.session.recorded_side import LoggedLine
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.robot.log_buffer import MAX_LINES, LogBuffer, ProgramLogLine
from app.ui.robot.log_panel import PAST_LINES, LogColumn, LogModel, LogPanel, level_word
from app.ui.robot.run_lines import RunLines
from app.ui.widgets.filtered_rows import LineFilter
from app.wording.ui.robot import ConsoleWording
from app.wording.ui.time_axis import TimeAxisWording
from tests.app.ui.robot.conftest import opens_a_menu
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import JsonSchema
from tests.fakes.spawned import Spawned


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


RUN_S = 2_000.0


class Compared:
    """A log with lines of a run, which views show from now on; its clock is turned by the test."""

    def __init__(self, panel: LogPanel, runs: FakeRuns, run: ReferenceRun, now: list[float]) -> None:
        self.panel, self.runs, self.run, self.now = panel, runs, run, now

    def wait(self, seconds: float) -> list[str]:
        self.now[0] += seconds
        self.panel.refresh(0.0)
        return shown(self.panel)


@pytest.fixture
def compared(
    qtbot: QtBot, buffer: LogBuffer, deck: FakeDeck, themes: Themes, preferences: Preferences, spawned: Spawned
) -> Compared:
    runs, now = FakeRuns(), [time.time()]
    told = [
        (RUN_S + at_s, {"level": level, "logger": "app.net", "text": text})
        for at_s, level, text in ((-5, "INFO", "before"), (5, "ERROR", "stuck"), (20, "INFO", "home"))
    ]
    run = runs.put({"teledeck/log": messages_of(told, JsonSchema("teledeck/log"))}, "Friday")
    runs.change(run.id, place=RunPlace(round((now[0] - RUN_S) * 1e9)))
    of_runs = RunLines(runs, spawned, themes)
    panel = LogPanel(buffer, cast("Deck", deck), themes, preferences, of_runs, clock=lambda: now[0])
    qtbot.addWidget(panel)
    panel.resize(900, 300)
    panel.show()
    log(buffer, "now")
    panel.refresh(0.0)
    assert shown(panel) == ["Now"]
    of_runs.choose(run.id, chosen=True)
    spawned.run()
    return Compared(panel, runs, run, now)


def test_lines_of_a_run_come_when_their_time_is_shown_among_those_of_now(compared: Compared, buffer: LogBuffer) -> None:
    assert compared.wait(0.0) == ["Before", "Now"]
    assert compared.wait(6.0) == ["Before", "Now", "Stuck"]
    log(buffer, "later")
    assert "Later" in compared.wait(1.0)
    assert "Home" in compared.wait(20.0)


def test_a_line_of_a_run_has_its_name_and_its_colored_line_and_is_found_and_copied(compared: Compared) -> None:
    compared.wait(6.0)
    panel = compared.panel
    rows = shown(panel)
    stuck, now = rows.index("Stuck"), rows.index("Now")
    assert shown(panel, LogColumn.SOURCE)[stuck] == TimeAxisWording.OF_RUN(
        run="Friday", what=ConsoleWording.FROM_NETWORK()
    )
    decoration = Qt.ItemDataRole.DecorationRole
    assert cell(panel.model, stuck, LogColumn.TEXT, decoration) is not None
    assert cell(panel.model, now, LogColumn.TEXT, decoration) is None
    assert "Friday" in str(cell(panel.model, stuck, LogColumn.TEXT, Qt.ItemDataRole.ToolTipRole))
    panel.filter.setText("friday stuck")
    assert shown(panel) == ["Stuck"]
    panel.copy()
    assert "Friday, app.net: stuck" in QGuiApplication.clipboard().text()
    panel.filter.clear()
    panel.level.setCurrentIndex(2)
    assert shown(panel) == ["Stuck"]


def test_a_run_that_is_moved_or_not_wanted_any_more_takes_its_lines_with_it(compared: Compared) -> None:
    panel = compared.panel
    compared.wait(6.0)
    place = RunPlace(compared.runs.runs[0].place.offset_ns + 10**10)
    compared.runs.change(compared.run.id, place=place)
    assert compared.wait(0.0) == ["Now", "Before"]
    assert panel.lines_of_runs is not None
    panel.lines_of_runs.choose(compared.run.id, chosen=False)
    assert compared.wait(0.0) == ["Now"]


def test_lines_of_a_run_that_were_cleared_do_not_come_back_and_later_ones_come(compared: Compared) -> None:
    compared.wait(6.0)
    compared.panel.clear()
    assert compared.wait(1.0) == []
    compared.runs.change(compared.run.id, name="The day before")
    assert compared.wait(0.0) == []
    assert compared.wait(20.0) == ["Home"]


def test_in_the_past_the_lines_of_a_run_until_then_are_shown(compared: Compared, deck: FakeDeck) -> None:
    compared.wait(30.0)
    deck.then_s = compared.now[0] - 20.0
    assert compared.wait(0.0) == ["Before", "Now", "Stuck"]
    deck.then_s = compared.now[0] - 2.0
    assert compared.wait(0.0)[-1] == "Home"
    compared.runs.change(compared.run.id, is_shown=False)
    assert compared.wait(0.0) == ["Now"]
    deck.then_s = None
    compared.runs.change(compared.run.id, is_shown=True)
    assert compared.wait(0.0) == ["Before", "Now", "Stuck", "Home"]
