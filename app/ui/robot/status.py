"""The status bar: states of the links, and the traffic of all of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from app.model.alerts import Severity
from app.model.status import ConnectionState
from app.ui.base.memory import resident_bytes
from app.ui.base.spoken import announce
from app.ui.base.text import format_bandwidth, format_count, format_size, listed, say
from app.ui.base.text_size import grown, grown_square
from app.ui.base.theme import Themes
from app.ui.record.texts import status_text
from app.ui.robot.connections import connection_state_word
from app.ui.widgets.labels import ClockLabel, ElidedLabel, FigureLabel
from app.wording.ui.record import RecordUiWording
from app.wording.ui.robot import RobotWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.alerts import SessionAlerts
    from app.session.black_box import BlackBox
    from app.session.links import Links
    from app.session.topics import Topics

_ICON_SIZE: Final = 16

# the state that is shown for several connections: the worst
_WORST_FIRST: Final = (
    ConnectionState.REFUSED,
    ConnectionState.LOST,
    ConnectionState.STALE,
    ConnectionState.CONNECTING,
    ConnectionState.CONNECTED,
)

# a bar that has room for what the black box holds
_WIDE_CHARACTERS: Final = 150

# in pixels, before the first entry of the bar, and between them
_BEFORE: Final = 2
_AROUND: Final = 6

# of an error of now that have room beside those figures that come first
_ERROR_CHARACTERS: Final = 24

# how long a note stays
_NOTE_MS: Final = 6000

# figures of the whole process are means over about this time
_WINDOW_S: Final = 1.0


class StatusPanel:
    """Fills a status bar with the state of links, traffic and memory.

    Attributes:
        note: says what was just done, beside the state: a message of the bar itself would hide that.
        error: says what has become wrong now while views show the past.
    """

    def __init__(
        self,
        bar: QStatusBar,
        links: Links,
        topics: Topics,
        themes: Themes,
        black_box: BlackBox,
        alerts: SessionAlerts,
        wall_clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self._bar = bar
        self._links = links
        self._topics = topics
        self._themes = themes
        self._black_box = black_box
        self._alerts = alerts
        # the errors of now when the past was gone to; None while there is none
        self._errors_before: frozenset[str] | None = None
        self._wall_clock_ns = wall_clock_ns
        self._beside: QWidget | None = None
        self._note_timer = QTimer(bar, interval=_NOTE_MS, singleShot=True)
        self._note_timer.timeout.connect(self.clear_note)
        self._mark: tuple[float, int, int] | None = None
        self._rates: tuple[float, float] = (0.0, 0.0)
        self._make_texts(bar)
        self._make_figures(bar)

    def _make_texts(self, bar: QStatusBar) -> None:
        """Make what stands at the left: the state, an error and a note."""
        self._icon, self.links = QLabel(), QLabel()
        left = QWidget()
        bar.addWidget(left)
        left.setFixedWidth(_BEFORE)
        bar.addWidget(self._icon)
        bar.addWidget(self.links)
        self.error = ElidedLabel("", Qt.TextElideMode.ElideRight)
        self.error.set_min_characters(_ERROR_CHARACTERS)
        self.error.setContentsMargins(12, 0, 8, 0)
        bar.addWidget(self.error, 2)
        self.error.hide()
        self.note = ElidedLabel("", Qt.TextElideMode.ElideRight)
        self.note.setProperty("muted", True)
        self.note.setContentsMargins(12, 0, 8, 0)
        bar.addWidget(self.note, 1)

    def _make_figures(self, bar: QStatusBar) -> None:
        """Make what stands at the right: the time, what is recorded, and the figures."""
        figures = (FigureLabel(side=Qt.AlignmentFlag.AlignRight) for _ in range(5))
        self.box, self.messages, self.bandwidth, self.dropped, self.memory = figures
        self.clock = ClockLabel(self._themes)
        self.clock.setContentsMargins(8, 0, 8, 0)
        bar.addPermanentWidget(self.clock)
        # beside its sign, whatever room a longer text had
        self.recording = FigureLabel()
        self._record_icon = QLabel()
        bar.addPermanentWidget(self._record_icon)
        self._record_icon.hide()
        for label in (self.recording, self.box):
            label.setContentsMargins(8 if label is self.box else 0, 0, 8, 0)
            bar.addPermanentWidget(label)
        self.recording.hide()
        for label, widest, tip in (
            (self.messages, "00,000 messages/s", say(RobotWording.RATE_TIP())),
            (self.bandwidth, "00.00 MB/s", say(RobotWording.BANDWIDTH_TIP())),
            (self.dropped, "0 dropped", say(RobotWording.DROPPED_TIP())),
            (self.memory, "0.00 GB", say(RobotWording.MEMORY_OF_THIS_PROCESS())),
        ):
            label.setToolTip(tip)
            label.setContentsMargins(8, 0, 8, 0)
            # changing figures must not move each other
            label.setMinimumWidth(label.fontMetrics().horizontalAdvance(widest) + 16)
            bar.addPermanentWidget(label)

    def can_be_seen(self) -> bool:
        """Whether the status bar is on screen."""
        return self._bar.isVisible() and not self._bar.window().isMinimized()

    def show_note(self, text: str, *, stays: bool = False) -> None:
        """Show a note for some seconds, or one that stays, instead of the one before; an empty text clears it."""
        self.clear_note()
        self.note.setText(text)
        if text and not stays:
            self._note_timer.start()

    def add_beside_note(self, widget: QWidget) -> None:
        """Add what belongs to notes; figures leave room for it while it is shown."""
        self._beside = widget
        was_shown = not widget.isHidden()
        self._bar.addWidget(widget)
        widget.setVisible(was_shown)

    def clear_note(self) -> None:
        """Show no note."""
        self._note_timer.stop()
        self.note.setText("")

    def refresh(self, now: float) -> None:
        """Show the current figures."""
        connections = self._links.shown
        totals = self._topics.totals
        messages, nbytes, dropped = totals.messages, totals.nbytes, totals.dropped
        if self._mark is None or messages < self._mark[1]:
            self._mark = (now, messages, nbytes)
        elif now - self._mark[0] >= _WINDOW_S:
            before, old_messages, old_nbytes = self._mark
            self._rates = ((messages - old_messages) / (now - before), (nbytes - old_nbytes) / (now - before))
            self._mark = (now, messages, nbytes)
        rate = round(self._rates[0])
        text = RobotWording.ONE_MESSAGE() if rate == 1 else RobotWording.MESSAGES(rate=format_count(rate))
        _set(self.messages, say(text))
        _set(self.bandwidth, format_bandwidth(self._rates[1]))
        _set(self.dropped, say(RobotWording.DROPPED(count=format_count(dropped))))
        _color(self.dropped, self._themes.current.warn if dropped else self._themes.current.muted)
        self._show_recording()
        self._show_box()
        memory = resident_bytes()
        _set(self.memory, format_size(memory) if memory is not None else "")
        still = len(connections) == 1 and connections[0].condition is not None and connections[0].condition.still
        activity = connections[0].condition.activity if still and connections[0].condition is not None else ""
        self._show_links([(info.status.state, info.is_unreached) for info in connections], activity)
        self.clock.show_clocks(connections, now, self._wall_clock_ns())
        self._show_error()
        self._fit(dropped=bool(dropped))

    def _fit(self, *, dropped: bool) -> None:
        """Hide figures that there is no room for, the least important first; the tip of the state tells them then."""
        shown = (self._icon, self.links, self._beside, self.clock, self._record_icon, self.recording, self.box)
        seen = [each for each in shown if each is not None and each.isVisible()]
        room = self._bar.width() - _AROUND - sum(each.sizeHint().width() + _AROUND for each in seen)
        # also without a note, and before the state
        room -= self.note.minimumSizeHint().width() + _BEFORE + 2 * _AROUND
        if not self.error.isHidden():
            room -= self.error.sizeHint().width() + _AROUND
        hidden: list[str] = []
        # what was lost comes first
        figures = (self.messages, self.bandwidth, self.memory)
        for label in (self.dropped, *figures) if dropped else (*figures, self.dropped):
            width = max(label.sizeHint().width(), label.minimumWidth()) + _AROUND
            has_room = not hidden and width <= room
            label.setVisible(has_room and bool(label.text()))
            if has_room:
                room -= width
            elif label.text():
                hidden.append(label.text())
        tip = "\n".join(hidden)
        if self.links.toolTip() != tip:
            self.links.setToolTip(tip)

    def _show_error(self) -> None:
        """Show the newest error that has come since the past was gone to: other views show alerts and links of then."""
        wrong = self._wrong_now() if self._alerts.past() is not None else None
        if wrong is None:
            self._errors_before = None
        elif self._errors_before is None:
            self._errors_before = frozenset(wrong)
        new = [told for key, told in (wrong or {}).items() if key not in (self._errors_before or ())]
        text, tip = new[-1] if new else ("", "")
        if text:
            text = say(RobotWording.NOW_WRONG(text=text))
        if text and text != self.error.text():
            announce(self.error, text)
        _set(self.error, text)
        self.error.set_detail(say(tip) if tip else "")
        style = f"color: {self._themes.current.error}; font-weight: bold;"
        if text and self.error.styleSheet() != style:
            self.error.setStyleSheet(style)
        self.error.setVisible(bool(text))

    def _wrong_now(self) -> dict[str, tuple[str, str]]:
        """Return what is wrong now, by what it is known by, with what to do: links that are lost, and errors."""
        lost = {ConnectionState.LOST, ConnectionState.REFUSED}
        links = {
            info.id: (info.status.reason or connection_state_word(info.status.state), info.status.tip)
            for info in self._links.connections
            if info.status.state in lost
        }
        errors = (alert for alert in self._alerts.current if alert.severity is Severity.ERROR)
        return {**links, **{alert.key: (alert.text, alert.tip) for alert in errors}}

    def _show_recording(self) -> None:
        state = self._black_box.recording
        is_on = state is not None and not state.is_ended
        for widget in (self._record_icon, self.recording):
            widget.setVisible(is_on)
        if state is None or not is_on:
            return
        icon = self._themes.icon("record", "error")
        self._record_icon.setPixmap(icon.pixmap(grown_square(_ICON_SIZE), self._bar.devicePixelRatioF()))
        _set(self.recording, status_text(state))
        lost = say(RobotWording.BOX_LOST(count=format_count(state.lost))) if state.lost else ""
        told = say(RecordUiWording.STATUS_TIP(file=state.path))
        self.recording.setToolTip("\n".join(filter(None, (told, lost))))
        _color(self.recording, self._themes.current.warn if state.lost else self._themes.current.text)

    def _show_box(self) -> None:
        state = self._black_box.state
        # in a narrow window the link comes first, unless nothing is kept
        is_wide = self._bar.width() >= _WIDE_CHARACTERS * self._bar.fontMetrics().averageCharWidth()
        self.box.setVisible(state is not None and (is_wide or bool(state.trouble)))
        if state is None:
            return
        minutes = int(state.kept_s // 60)
        limit = self._black_box.limits.nbytes
        used = say(RobotWording.BOX_ROOM(used=format_size(state.kept_bytes), limit=format_size(limit)))
        words = RobotWording.BOX_TROUBLE() if state.trouble else RobotWording.BOX(minutes=minutes, room=used)
        _set(self.box, say(words))
        lost = say(RobotWording.BOX_LOST(count=format_count(state.lost))) if state.lost else ""
        told = say(state.trouble) if state.trouble else say(RobotWording.BOX_TIP())
        self.box.setToolTip("\n".join(filter(None, (told, lost))))
        _color(self.box, self._themes.current.warn if state.trouble or state.lost else self._themes.current.muted)

    def _show_links(self, states: list[tuple[ConnectionState, bool]], activity: str) -> None:
        """Show the states of connections, each with whether its robot was never reached."""
        counts = Counter(states)
        order = [(state, unreached) for state in _WORST_FIRST for unreached in (True, False)]
        worst, unreached = next((each for each in order if counts[each]), (ConnectionState.CLOSED, False))
        icon = self._themes.connection_icon(worst, unreached=unreached)
        self._icon.setPixmap(icon.pixmap(grown_square(_ICON_SIZE), self._bar.devicePixelRatioF()))
        if len(states) == 1:
            current = say(activity) if worst is ConnectionState.CONNECTED else ""
            text = listed(filter(None, (connection_state_word(worst, unreached=unreached), current)))
        else:
            words = {each: connection_state_word(each[0], unreached=each[1]).lower() for each in order}
            text = listed(
                say(RobotWording.LINKS_IN_STATE(count=counts[each], state=words[each]))
                for each in order
                if counts[each]
            )
        _set(self.links, text or say(RobotWording.NO_CONNECTION()))
        # room behind the icon, more with larger text
        self._icon.setFixedWidth(grown(_ICON_SIZE) + self.links.fontMetrics().horizontalAdvance(" ") // 2)


def _set(label: QLabel | FigureLabel, text: str) -> None:
    if label.text() != text:
        label.setText(text)


def _color(label: FigureLabel, color: str) -> None:
    style = f"color: {color};"
    if label.styleSheet() != style:
        label.setStyleSheet(style)
