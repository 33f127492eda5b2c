"""The rows above the message in the inspector: topic and figures, the bar of pages and actions, and notices."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QTabBar, QToolButton, QVBoxLayout, QWidget

from app.model.messages.stamps import StampLag
from app.model.topics import PollRate, Topic, TopicKey
from app.ui.base.text import (
    format_age,
    format_bandwidth,
    format_count,
    format_rate,
    format_size,
    format_stamp,
    plain_tip,
    say,
    topic_text,
    with_tip,
)
from app.ui.base.theme import Themes
from app.ui.widgets.labels import ElidedLabel, FigureLabel
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.notices import Notice
from app.ui.widgets.tool_row import ToolRow
from app.ui.window.actions import MessageActions
from app.wording.ui.inspector import InspectorWording

_NOTHING = "\N{EN DASH}"

# in pixels, between the facts and beside them
_BETWEEN: Final = 14
_MARGIN: Final = 2
_LINE_SPACING: Final = 3

FIELDS_TAB: Final = 0
RAW_TAB: Final = 1


class TopicHeader(QWidget):
    """Header of the inspector."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        font = self.name.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.1)
        self.name.setFont(font)
        self.type_name = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.type_name.setProperty("muted", True)
        self.rate, self.bandwidth, self.number, self.stamp, self.age = (FigureLabel(_NOTHING) for _ in range(5))

        self.lag = QLabel()
        self.lag.setWordWrap(True)
        self.lag.setVisible(False)

        self._facts = tuple(
            (QLabel(caption), value)
            for caption, value in (
                (say(InspectorWording.RATE()), self.rate),
                (say(InspectorWording.BANDWIDTH()), self.bandwidth),
                (say(InspectorWording.MESSAGE()), self.number),
                (say(InspectorWording.STAMP()), self.stamp),
                (say(InspectorWording.AGE()), self.age),
            )
        )
        for label, _ in self._facts:
            label.setProperty("muted", True)
        self._figures = QWidget()
        self._grid = grid = QGridLayout(self._figures)
        grid.setContentsMargins(0, 5, 0, 0)
        grid.setHorizontalSpacing(_BETWEEN)
        grid.setVerticalSpacing(1)
        self._columns = 0
        self._is_compact = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        layout.setSpacing(_LINE_SPACING)
        layout.addWidget(self.name)
        layout.addWidget(self.type_name)
        layout.addWidget(self._figures)
        layout.addWidget(self.lag)
        self._place_facts()

    @property
    def rows_height(self) -> int:
        """Height of what is hidden while compact."""
        return self.type_name.sizeHint().height() + self._figures.sizeHint().height() + 2 * _LINE_SPACING

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - a setter
        """Show the name alone, with the rest as its tool tip, or all."""
        if compact != self._is_compact:
            self._is_compact = compact
            for part in (self.type_name, self._figures):
                part.setVisible(not compact)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the widest fact: there may be a line for each."""
        width = max(max(label.sizeHint().width(), value.sizeHint().width()) for label, value in self._facts)
        return QSize(width + 2 * _MARGIN, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the facts on as many lines as they need."""
        super().resizeEvent(event)
        self._place_facts()

    def event(self, event: QEvent) -> bool:
        """Place the facts again after they have changed."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._place_facts()
        return done

    def _place_facts(self) -> None:
        widths = [max(label.sizeHint().width(), value.sizeHint().width()) for label, value in self._facts]
        room = self.width() - 2 * _MARGIN

        def needed(columns: int) -> int:
            return sum(max(widths[place::columns]) for place in range(columns)) + _BETWEEN * (columns - 1)

        columns = next((count for count in range(len(widths), 1, -1) if needed(count) <= room), 1)
        if columns == self._columns:
            return
        self._columns = columns
        for place, (label, value) in enumerate(self._facts):
            row, column = divmod(place, columns)
            self._grid.addWidget(label, 2 * row, column)
            self._grid.addWidget(value, 2 * row + 1, column)
            self._grid.setColumnStretch(place, int(place < columns))

    def show_topic(
        self, key: TopicKey, topic: Topic | None, *, old: bool, now: float, arrival_s: float | None = None
    ) -> None:
        """Show the current figures; `old` greys those that are not current.

        The age is that of the newest message, or of the message that came at `arrival_s`.
        """
        if self.name.text() != topic_text(key.topic):
            self.name.setText(topic_text(key.topic))
            for figure in (self.rate, self.bandwidth, self.number, self.stamp, self.age):
                figure.shrink()
        _set(self.type_name, (topic.info.type_name if topic is not None else "") or _NOTHING)
        messages = topic is not None and topic.messages > 0
        live = topic is not None and topic.live
        _set(self.rate, (format_rate(topic.rate_hz) if topic is not None and live else "") or _NOTHING)
        _set(
            self.bandwidth,
            (format_bandwidth(topic.bandwidth_bytes_s) if topic is not None and live else "") or _NOTHING,
        )
        if arrival_s is None and topic is not None:
            arrival_s = topic.last_arrival_s
        _set(self.age, format_age(now - arrival_s) if arrival_s is not None and messages else _NOTHING)
        if not messages:
            self.show_message(None, None)
        _color(self.age, self._themes.current.warn if old and messages else "")
        for label in (self.rate, self.bandwidth, self.number, self.stamp):
            _color(label, self._themes.current.muted if old else "")
        self.setToolTip(plain_tip(self._tip()) if self._is_compact else "")

    def _tip(self) -> str:
        return "\n".join((self.type_name.text(), *(f"{label.text()}: {value.text()}" for label, value in self._facts)))

    def show_poll_rate(self, rate: PollRate | None) -> None:
        """Show the poll rate of the topic, where it has one."""
        text = say(InspectorWording.ASKED_FOR(rate=format_rate(rate.rate_hz))) if rate is not None else ""
        self.rate.setToolTip(text)

    def show_lag(self, lag: StampLag | None) -> None:
        """Show the delay of the messages' stamps against our clock, where that is worth a line."""
        words = with_tip(lag.text) if lag is not None and lag.text else ""
        _set(self.lag, words)
        self.lag.setVisible(bool(words))
        late = lag is not None and lag.is_late
        _color(self.lag, self._themes.current.warn if late else self._themes.current.muted)

    def show_message(self, number: int | None, stamp_ns: int | None) -> None:
        """Show number and stamp of the message below."""
        _set(self.number, format_count(number) if number is not None else _NOTHING)
        _set(self.stamp, format_stamp(stamp_ns) if stamp_ns is not None else _NOTHING)


def _set(label: QLabel | FigureLabel, text: str) -> None:
    if label.text() != text:
        label.setText(text)


def _color(label: QLabel | FigureLabel, color: str) -> None:
    style = f"color: {color};" if color else ""
    if label.styleSheet() != style:
        label.setStyleSheet(style)


class MessageBar(ToolRow):
    """Bar with the pages and the actions of a message.

    Signals:
        page_chosen: FIELDS or RAW.
    """

    page_chosen: Final = Signal(int)

    def __init__(self, themes: Themes, actions: MessageActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._actions = actions
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(say(InspectorWording.FIELDS()))
        self.tabs.addTab(say(InspectorWording.RAW_BYTES()))
        self.tabs.currentChanged.connect(self._choose)
        actions.raw_bytes.toggled.connect(lambda raw: self.tabs.setCurrentIndex(RAW_TAB if raw else FIELDS_TAB))
        self.copy = MenuButton()
        self.copy.setText(say(InspectorWording.COPY()) + " \N{BLACK DOWN-POINTING SMALL TRIANGLE}")
        self.copy.setToolTip(say(InspectorWording.COPY_VALUE_PATH_OR()))
        self.copy.choices.addActions(actions.copying)
        self.history, self.pause = QToolButton(), QToolButton()
        self.history.setDefaultAction(actions.history)
        self.pause.setDefaultAction(actions.pause)
        self.add(self.tabs, stays=True)
        self.add_stretch()
        for button in (self.history, self.copy, self.pause):
            self.add_button(button)
        themes.changed.connect(self._draw)
        self._draw()

    def _choose(self, page: int) -> None:
        self._actions.raw_bytes.setChecked(page == RAW_TAB)
        self.page_chosen.emit(page)

    def _draw(self) -> None:
        self.copy.setIcon(self._themes.icon("copy"))


class PauseNotice(Notice):
    """Notice that a message is held; its button resumes."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self.button.setText(say(InspectorWording.RESUME()))
        self.button.setVisible(True)
        self.button.setProperty("framed", True)

    def show_newer(self, count: int) -> None:
        """Show how many messages came since."""
        self.set_content(
            self._themes.icon("pause", "warn"),
            say(InspectorWording.PAUSED()),
            self._themes.current.warn,
            "",
            say(InspectorWording.NEWER(count=format_count(max(count, 0)))),
            "",
        )


class MessageFaultNotice(Notice):
    """Notice that a message is not read; its button has a large message read all the same."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self.button.setProperty("framed", True)

    def show_fault(self, text: str, tip: str) -> None:
        """Say why a message can't be read."""
        self.button.setVisible(False)
        title, color = say(InspectorWording.UNREADABLE()), self._themes.current.error
        self.set_content(self._themes.icon("alert-error", "error"), title, color, "", text, tip)
        self.setVisible(True)

    def show_large_message(self, size: int) -> None:
        """Offer to read a message of `size` bytes."""
        self.set_content(
            self._themes.icon("alert-info", "accent"),
            say(InspectorWording.LARGE()),
            self._themes.current.accent,
            "",
            format_size(size),
            say(InspectorWording.LARGE_TIP()),
        )
        self.button.setText(say(InspectorWording.READ_NOW()))
        self.button.setVisible(True)
        self.setVisible(True)
