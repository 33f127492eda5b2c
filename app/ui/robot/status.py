"""The status bar: states of the links, and the traffic of all of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from app.model.status import ConnectionState
from app.ui.base.memory import resident_bytes
from app.ui.base.text import format_bandwidth, format_count, format_size, say, translate
from app.ui.base.theme import Themes
from app.ui.robot.connections import connection_state_word
from app.ui.widgets.labels import ClockLabel, ElidedLabel, FigureLabel
from app.wording.ui.robot import RobotWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

_ICON_SIZE: Final = QSize(16, 16)

# the state that is shown for several connections: the worst
_WORST_FIRST: Final = (
    ConnectionState.REFUSED,
    ConnectionState.LOST,
    ConnectionState.STALE,
    ConnectionState.CONNECTING,
    ConnectionState.CONNECTED,
)

# how long a note stays
_NOTE_MS: Final = 6000

# figures of the whole process are means over about this time
_WINDOW_S: Final = 1.0


class StatusPanel:
    """Fills a status bar with the state of links, traffic and memory.

    Attributes:
        note: says what was just done, beside the state: a message of the bar itself would hide that.
    """

    def __init__(
        self,
        bar: QStatusBar,
        links: Links,
        topics: Topics,
        themes: Themes,
        wall_clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self._bar = bar
        self._links = links
        self._topics = topics
        self._themes = themes
        self._wall_clock_ns = wall_clock_ns
        self._icon, self.links = QLabel(), QLabel()
        figures = (FigureLabel(side=Qt.AlignmentFlag.AlignRight) for _ in range(4))
        self.messages, self.bandwidth, self.dropped, self.memory = figures
        self._icon.setFixedSize(_ICON_SIZE)
        left = QWidget()
        bar.addWidget(left)
        left.setFixedWidth(2)
        bar.addWidget(self._icon)
        bar.addWidget(self.links)
        self.note = ElidedLabel("", Qt.TextElideMode.ElideRight)
        self.note.setProperty("muted", True)
        self.note.setContentsMargins(12, 0, 8, 0)
        bar.addWidget(self.note, 1)
        self._note_timer = QTimer(bar, interval=_NOTE_MS, singleShot=True)
        self._note_timer.timeout.connect(self.clear_note)
        self.clock = ClockLabel(themes)
        self.clock.setContentsMargins(8, 0, 8, 0)
        bar.addPermanentWidget(self.clock)
        for label, widest, tip in (
            (self.messages, "00,000 messages/s", translate("Status", "Messages that come in, over all topics")),
            (self.bandwidth, "00.00 MB/s", translate("Status", "What comes in, without headers")),
            (self.dropped, "0 dropped", translate("Status", "Messages that could not be taken behind the store")),
            (self.memory, "0.00 GB", translate("Status", "Memory of this process")),
        ):
            label.setToolTip(tip)
            label.setContentsMargins(8, 0, 8, 0)
            # changing figures must not move each other
            label.setMinimumWidth(label.fontMetrics().horizontalAdvance(widest) + 16)
            bar.addPermanentWidget(label)
        self._mark: tuple[float, int, int] | None = None
        self._rates: tuple[float, float] = (0.0, 0.0)

    def can_be_seen(self) -> bool:
        """Whether the status bar is on screen."""
        return self._bar.isVisible() and not self._bar.window().isMinimized()

    def show_note(self, text: str, *, stays: bool = False) -> None:
        """Show a note for some seconds, or one that stays, instead of the one before; an empty text clears it."""
        self.clear_note()
        self.note.setText(text)
        if text and not stays:
            self._note_timer.start()

    def clear_note(self) -> None:
        """Show no note."""
        self._note_timer.stop()
        self.note.setText("")

    def refresh(self, now: float) -> None:
        """Show the current figures."""
        connections = self._links.connections
        totals = self._topics.totals
        messages, nbytes, dropped = totals.messages, totals.nbytes, totals.dropped
        if self._mark is None or messages < self._mark[1]:
            self._mark = (now, messages, nbytes)
        elif now - self._mark[0] >= _WINDOW_S:
            before, old_messages, old_nbytes = self._mark
            self._rates = ((messages - old_messages) / (now - before), (nbytes - old_nbytes) / (now - before))
            self._mark = (now, messages, nbytes)
        rate = round(self._rates[0])
        unit = translate("Status", "1 message/s") if rate == 1 else translate("Status", "{rate} messages/s")
        _set(self.messages, unit.format(rate=format_count(rate)))
        _set(self.bandwidth, format_bandwidth(self._rates[1]))
        _set(self.dropped, translate("Status", "{count} dropped").format(count=format_count(dropped)))
        color = self._themes.current.warn if dropped else self._themes.current.muted
        style = f"color: {color};"
        if self.dropped.styleSheet() != style:
            self.dropped.setStyleSheet(style)
        memory = resident_bytes()
        self.memory.setVisible(memory is not None)
        _set(self.memory, format_size(memory or 0))
        still = len(connections) == 1 and connections[0].condition is not None and connections[0].condition.still
        activity = connections[0].condition.activity if still and connections[0].condition is not None else ""
        self._show_links([info.status.state for info in connections], activity)
        self.clock.show_clocks(connections, now, self._wall_clock_ns())

    def _show_links(self, states: list[ConnectionState], activity: str) -> None:
        counts = Counter(states)
        worst = next((state for state in _WORST_FIRST if counts[state]), ConnectionState.CLOSED)
        icon = self._themes.state_icon(worst)
        self._icon.setPixmap(icon.pixmap(_ICON_SIZE, self._bar.devicePixelRatioF()))
        if len(states) == 1:
            current = activity if worst is ConnectionState.CONNECTED else ""
            text = ", ".join(filter(None, (connection_state_word(worst), current)))
        else:
            text = ", ".join(
                f"{counts[state]} {connection_state_word(state).lower()}" for state in _WORST_FIRST if counts[state]
            )
        _set(self.links, text or say(RobotWording.NO_CONNECTION()))


def _set(label: QLabel | FigureLabel, text: str) -> None:
    if label.text() != text:
        label.setText(text)
