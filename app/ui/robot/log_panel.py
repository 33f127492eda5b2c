"""The log of the program: its lines as filtered rows, of which the oldest go when there are too many.

While views show the past these are the last lines until then, also those of earlier runs that the black box has kept.
Lines of runs that are compared are mixed in where the operator asks for them, each as soon as its time is shown.
"""

from __future__ import annotations

import enum
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.ui.base.preferences import Preferences
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import listed, say
from app.ui.base.theme import Theme, Themes
from app.ui.base.view_keys import key_name
from app.ui.robot.log_buffer import MAX_LINES, LogBuffer, ProgramLogLine
from app.ui.robot.run_lines import RunLines
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.filtered_rows import FilteredLines, Index, LineFilter, split_words
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TreeView, size_columns
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.row_delegates import LineCell
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.robot import ConsoleWording
from app.wording.ui.time_axis import TimeAxisWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.deck import Deck
    from app.session.recorded_side import LoggedLine

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_DECORATION = int(Qt.ItemDataRole.DecorationRole)

_LAYOUT: Final = "log"
_LEVEL: Final = "log-level"
# lines until a time of the past
PAST_LINES: Final = 500
# of the width: what happened has room first
_TEXT_SHARE: Final = 0.5
_LEVELS: Final = (logging.INFO, logging.WARNING, logging.ERROR)


class LogColumn(enum.IntEnum):
    """The columns."""

    TIME = 0
    LEVEL = 1
    SOURCE = 2
    TEXT = 3


# what of this program logs, by the first parts of the logger's name
_PARTS: Final[dict[str, ConsoleWording]] = {
    "app.drive": ConsoleWording.FROM_DRIVING,
    "app.session.driving": ConsoleWording.FROM_DRIVING,
    "app.ui.drive": ConsoleWording.FROM_DRIVING,
    "app.demo": ConsoleWording.FROM_DEMO,
    "app.ui": ConsoleWording.FROM_WINDOW,
    "app.config": ConsoleWording.FROM_SETTINGS,
    "app.net": ConsoleWording.FROM_NETWORK,
    "app.connections": ConsoleWording.FROM_NETWORK,
    "protocols": ConsoleWording.FROM_NETWORK,
    "app": ConsoleWording.FROM_PROGRAM,
}


class LogModel(FilteredLines[ProgramLogLine]):
    """Model of log lines.

    Args:
        robot_name: returns the operator's name for the robot of an address.

    Attributes:
        is_short: whether there is room for whole seconds only.
    """

    def __init__(self, themes: Themes, robot_name: Callable[[str], str], parent: QObject | None = None) -> None:
        titles = (
            say(ConsoleWording.TIME()),
            say(ConsoleWording.LEVEL()),
            say(ConsoleWording.SOURCE()),
            say(ConsoleWording.MESSAGE()),
        )
        super().__init__(titles, MAX_LINES, 0, parent)
        self._themes = themes
        self._robot_name = robot_name
        self.is_short = False
        self._swatches: dict[int, QPixmap] = {}
        self._swatches_of: Theme | None = None

    @override
    def passes(self, line: ProgramLogLine, wanted: LineFilter) -> bool:
        return wanted.passes(line.level, f"{self._about(line)} {line.robot}", line.shown)

    @override
    def text_of(self, row: int) -> str:
        line = self.line(row)
        about = f"{line.run.name}, {line.source}" if line.run is not None else line.robot or line.source
        return f"{_time(line)} {logging.getLevelName(line.level)} {about}: {line.shown}"

    @override
    def cell(self, index: Index) -> LineCell:
        line, column = self.line(index.row()), index.column()
        urgent = "error" if line.level >= logging.ERROR else "warn" if line.level >= logging.WARNING else ""
        if column == LogColumn.TIME:
            return LineCell(_time(line).partition(".")[0] if self.is_short else _time(line), "muted")
        if column == LogColumn.LEVEL:
            return LineCell(level_word(line.level), urgent or "muted")
        if column == LogColumn.SOURCE:
            return LineCell(self._about(line), "muted")
        # of a run it is paler
        plain = "text" if line.run is None else "muted"
        return LineCell(_sentence(line.shown.partition("\n")[0]), urgent or plain)

    @override
    def tip(self, index: Index) -> str:
        line = self.line(index.row())
        run = line.run.name if line.run is not None else ""
        about = listed(filter(None, (run, _time(line), level_word(line.level), line.robot, line.source)))
        return f"{_sentence(line.shown)}\n{about}"

    @override
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if role == _FOREGROUND and index.isValid():
            return self._themes.current.color(self.cell(index).role)
        if role == _DECORATION and index.isValid() and index.column() == LogColumn.TEXT:
            run = self.line(index.row()).run
            return self._swatch(run.number) if run is not None else None
        return super().data(index, role)

    def _swatch(self, number: int) -> QPixmap:
        """Return the line of a run, by which its lines of the log are known."""
        theme = self._themes.current
        if self._swatches_of is not theme:
            self._swatches_of = theme
            self._swatches.clear()
        if number not in self._swatches:
            self._swatches[number] = run_swatch(theme, number)
        return self._swatches[number]

    def _about(self, line: ProgramLogLine) -> str:
        """Return the robot that a line is about, or the part of this program or the library that wrote it."""
        if line.robot:
            return self._robot_name(line.robot)
        name = line.source
        while name and name not in _PARTS:
            name = name.rpartition(".")[0]
        about = _PARTS[name]() if name else line.source
        return say(about if line.run is None else TimeAxisWording.OF_RUN(run=line.run.name, what=about))


def _program_line(line: LoggedLine) -> ProgramLogLine:
    """Return a line that the black box has kept as one of this program."""
    level = logging.getLevelNamesMapping().get(line.level, logging.INFO)
    return ProgramLogLine(line.time_ns / 1e9, level, line.logger, line.text)


def _joined(lines: list[ProgramLogLine], of_runs: list[ProgramLogLine]) -> list[ProgramLogLine]:
    """Return lines with those of runs, in the order of time where there are any."""
    return sorted((*lines, *of_runs), key=lambda line: line.created_s) if of_runs else lines


def _common(before: list[ProgramLogLine], lines: list[ProgramLogLine]) -> int | None:
    """Return with how many of these lines those before end, of which the first may have gone; None for other ones."""
    if not before:
        return 0
    last = next((place for place in reversed(range(len(lines))) if lines[place] == before[-1]), None)
    return last + 1 if last is not None else None


def level_word(level: int) -> str:
    """Return a level as a word for the operator."""
    if level >= logging.ERROR:
        return say(ConsoleWording.ERROR())
    return say(ConsoleWording.WARNING()) if level >= logging.WARNING else say(ConsoleWording.INFO())


def _sentence(text: str) -> str:
    """Return a text that begins with a capital, unless it begins with a name or an address."""
    first = "".join(text.split(maxsplit=1)[:1])
    return text[0].upper() + text[1:] if first.rstrip(",:").isalpha() else text


def _time(line: ProgramLogLine) -> str:
    return time.strftime("%H:%M:%S", time.localtime(line.created_s)) + f".{int(line.created_s % 1 * 1000):03d}"


class LogPanel(QWidget):
    """Log panel. It reads all new lines at each refresh, and stays at the last line if it is there.

    Args:
        lines_of_runs: gives the lines of runs; None where there are none.
        clock: the wall clock, in seconds.

    Signals:
        time_asked: all views are to show a time, in nanoseconds.
    """

    time_asked: Final = Signal(object)

    def __init__(
        self,
        buffer: LogBuffer,
        deck: Deck,
        themes: Themes,
        preferences: Preferences,
        lines_of_runs: RunLines | None = None,
        parent: QWidget | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self.lines_of_runs = lines_of_runs
        self._clock = clock
        # until when those of runs are shown, and what of them the operator has removed
        self._runs_until_ns = self._runs_cleared_ns = 0
        self._buffer = buffer
        self._deck = deck
        # the lines of the past that are shown; None while those of now are
        self._then: list[ProgramLogLine] | None = None
        # what the operator has removed of those of now
        self._cleared = 0
        self._themes = themes
        self._preferences = preferences
        self._total = 0
        self.model = LogModel(themes, preferences.robot_name, self)
        self.level = self._make_levels()
        self.filter = FilterField(themes, say(ConsoleWording.FILTER_THE_LOG()))
        self.follow = self._button("console", say(ConsoleWording.FOLLOW()), say(ConsoleWording.FOLLOW_TIP()))
        self.follow.setCheckable(True)
        self.follow.setChecked(True)
        self.copy_button = self._button("copy", say(ConsoleWording.COPY()), say(ConsoleWording.COPY_TIP()))
        self.clear_button = self._button("delete", say(ConsoleWording.CLEAR()), say(ConsoleWording.CLEAR_TIP()))
        self.view = self._make_view()
        self.nothing = EmptyState(themes, "log")
        self._stack = PageStack()
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self.view)
        self._lay_out()
        self._restore_level()
        preferences.imported.connect(self._restore_level)
        self.level.currentIndexChanged.connect(self._apply_filter)
        self.filter.textChanged.connect(self._apply_filter)
        self.follow.toggled.connect(self._go_to_end)
        self.copy_button.clicked.connect(self.copy)
        self.clear_button.clicked.connect(self.clear)
        self._apply_filter()
        self._restyle()
        themes.changed.connect(self._restyle)

    def can_be_seen(self) -> bool:
        """Whether the panel is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Show new lines."""
        del now
        has_others = self.lines_of_runs is not None and self.lines_of_runs.follow()
        if self._deck.is_past:
            if has_others and self._then is not None:
                self._begin_anew()
                self._then = []
            self._show_then(self._deck.shown_ns())
            return
        if self._then is not None or has_others:
            self._then = None
            self._begin_anew()
            self.clear_button.setEnabled(True)
            self._say_if_nothing_is_there()
        total, of_runs = self._buffer.total, self._new_of_runs()
        if total == self._total and not of_runs:
            return
        lines = self._buffer.since(self._total)
        self._total = total
        self.model.append(_joined(lines, of_runs))
        self._say_if_nothing_is_there()
        self._go_to_end()

    def copy(self) -> None:
        """Copy the selected lines; all that are shown if none is selected."""
        self.model.copy(self.view)

    def clear(self) -> None:
        """Remove all lines."""
        self._total = self._cleared = self._buffer.total
        self._runs_until_ns = self._runs_cleared_ns = round(self._clock() * 1e9)
        self.model.clear()
        self._say_if_nothing_is_there()

    def save_layout(self) -> None:
        """Save the columns and the level."""
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())
        self._preferences.set_choice(_LEVEL, str(self.level.currentData()))

    def close_down(self) -> None:
        """End the reading of logs of runs: the window closes."""
        if self.lines_of_runs is not None:
            self.lines_of_runs.close()

    # internals

    def _begin_anew(self) -> None:
        """Remove all lines, to show those that were not cleared."""
        self._total, self._runs_until_ns = self._cleared, self._runs_cleared_ns
        self.model.clear()

    def _new_of_runs(self) -> list[ProgramLogLine]:
        """Return the lines of runs whose time has come since the last call."""
        if self.lines_of_runs is None:
            return []
        after_ns, self._runs_until_ns = self._runs_until_ns, round(self._clock() * 1e9)
        return self.lines_of_runs.between(after_ns, self._runs_until_ns)

    def _show_then(self, time_ns: int) -> None:
        """Show the last lines until a time."""
        lines = self._buffer.until(time_ns / 1e9, PAST_LINES)
        begun_ns = round(self._buffer.begun_s * 1e9)
        if time_ns < begun_ns:
            earlier = [line for line in self._deck.earlier_log(begun_ns) if line.time_ns <= time_ns]
            lines = [*map(_program_line, earlier), *lines][-PAST_LINES:]
        if self.lines_of_runs is not None:
            lines = _joined(lines, self.lines_of_runs.between(0, time_ns, PAST_LINES))[-PAST_LINES:]
        before, self._then = self._then, lines
        if lines == before:
            return
        self.clear_button.setEnabled(False)
        # where time goes on lines are added, and what is read or selected stays where it is
        common = _common(before or [], lines) if before is not None else None
        if common is None:
            self.model.clear()
        self.model.append(lines[common or 0 :])
        self._say_if_nothing_is_there()
        self._go_to_end()

    def _make_levels(self) -> QComboBox:
        box = ElidedComboBox()
        box.setAccessibleName(say(ConsoleWording.LOWEST_LEVEL()))
        box.setToolTip(box.accessibleName())
        for level in _LEVELS:
            word = level_word(level)
            box.addItem(word if level == _LEVELS[-1] else say(ConsoleWording.AND_ABOVE(level=word)), level)
        return box

    def _restore_level(self) -> None:
        saved = self._preferences.choice(_LEVEL)
        names = [str(level) for level in _LEVELS]
        self.level.setCurrentIndex(names.index(saved) if saved in names else 0)

    def _button(self, icon: str, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("icon_name", icon)
        button.setText(text)
        button.setToolTip(tip)
        return button

    def _make_view(self) -> TreeView:
        view = TreeView(Qt.TextElideMode.ElideRight, 0)
        view.setRootIsDecorated(False)
        view.setAccessibleName(say(ConsoleWording.LOG_LINES()))
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setModel(self.model)
        view.copy_requested.connect(self.copy)
        view.middle_clicked.connect(self._ask_time)
        view.customContextMenuRequested.connect(self._show_menu)
        view.verticalScrollBar().actionTriggered.connect(self._scrolled)
        # also where the panel has become lower, or is shown for the first time
        view.verticalScrollBar().rangeChanged.connect(self._stay_at_end)
        size_columns(view.header(), {LogColumn.TIME: 19, LogColumn.LEVEL: 12, LogColumn.SOURCE: 28})
        view.header().restoreState(self._preferences.widget_state(_LAYOUT))
        view.header().setSectionResizeMode(LogColumn.TEXT, QHeaderView.ResizeMode.Stretch)
        short: dict[int, str] = {LogColumn.TIME: "00:00:00", LogColumn.LEVEL: level_word(logging.WARNING)}
        order = (LogColumn.SOURCE, None, LogColumn.LEVEL, LogColumn.TIME)
        self._columns = ColumnHider(
            view.header(), ColumnPriority(LogColumn.TEXT, 0, order, min_share=_TEXT_SHARE, short=short)
        )
        self._columns.shortened.connect(self._shorten)
        return view

    def _ask_time(self, index: Index) -> None:
        # a line may go while the menu is open
        if index.isValid():
            self.time_asked.emit(round(self.model.line(index.row()).created_s * 1e9))

    def _show_menu(self, place: QPoint) -> None:
        # lines that come meanwhile take others away
        index = QPersistentModelIndex(self.view.currentIndex())
        menu = context_menu(self)
        show = say(TimeAxisWording.SHOW_TIME())
        add_entry(menu, show, lambda: self._ask_time(index), enabled=index.isValid())
        icon = self._themes.icon("copy")
        add_entry(menu, say(ConsoleWording.COPY()), self.copy, key=key_name("Ctrl+C"), icon=icon)
        menu.popup(self.view.viewport().mapToGlobal(place))

    def _lay_out(self) -> None:
        row = ToolRow()
        row.add(self.level)
        row.add(self.filter, 1)
        if self.lines_of_runs is not None:
            row.add_button(self.lines_of_runs.button)
        for button in (self.follow, self.copy_button, self.clear_button):
            row.add_button(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(row)
        layout.addWidget(self._stack, 1)

    def _shorten(self, short: bool) -> None:  # noqa: FBT001 - a slot
        self.model.is_short = short
        self.view.viewport().update()

    def _restyle(self) -> None:
        if self.lines_of_runs is not None:
            self.lines_of_runs.button.setIcon(self._themes.icon("history"))
        for button in (self.follow, self.copy_button, self.clear_button):
            button.setIcon(self._themes.icon(str(button.property("icon_name"))))
        self.view.viewport().update()

    def _apply_filter(self) -> None:
        self.model.set_filter(LineFilter(int(self.level.currentData()), words=split_words(self.filter.text())))
        self._say_if_nothing_is_there()
        self._go_to_end()

    def _go_to_end(self) -> None:
        if self.follow.isChecked():
            self.view.scrollToBottom()

    def _stay_at_end(self, _first: int, last: int) -> None:
        if self.follow.isChecked():
            self.view.verticalScrollBar().setValue(last)

    def _scrolled(self) -> None:
        # the position is read after this: scrolling up stops following, scrolling to the end starts it
        bar = self.view.verticalScrollBar()
        self.follow.setChecked(bar.sliderPosition() >= bar.maximum())

    def _say_if_nothing_is_there(self) -> None:
        if self.model.is_empty and self._then is not None:
            self.nothing.set_texts(say(ConsoleWording.NOTHING_LOGGED_THEN()), say(ConsoleWording.WHAT_IS_KEPT()), "log")
        elif self.model.is_empty:
            self.nothing.set_texts(
                say(ConsoleWording.NOTHING_LOGGED()),
                say(ConsoleWording.WHAT_IS_LOGGED()),
                "log",
            )
        else:
            self.nothing.set_texts(say(ConsoleWording.NO_MATCH()), say(ConsoleWording.LOWER_LEVEL()), "search")
        self._stack.setCurrentWidget(self.view if self.model.rowCount() else self.nothing)
