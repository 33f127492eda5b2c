"""The current alerts, worst and newest first, each with a tip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.model.alerts import Alert, Severity
from app.ui.base.text import format_count, say
from app.ui.base.theme import SEVERITY_ROLES, Themes
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.notices import Notice, NoticeList, set_icon
from app.wording.ui.robot import RobotWording
from app.wording.ui.time_axis import TimeAxisWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.alerts import SessionAlerts

# more at a time help nobody; the number of the others is shown
MAX_SHOWN = 20


class AlertsPanel(QWidget):
    """Panel with a row for every alert of the time that views show; invisible while there is none.

    Those of the past can't be dismissed, nor does one that was seen then have to be seen again.

    Signals:
        error_raised: an error was raised that was not shown before; it must not go unseen.
        time_asked: all views are to show a time, in nanoseconds.
    """

    error_raised = Signal()
    time_asked = Signal(object)

    def __init__(self, alerts: SessionAlerts, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alerts = alerts
        self._themes = themes
        self._shown: tuple[Alert, ...] | None = None
        # a dismissed alert stays so as long as its text is the same
        self._dismissed: dict[str, tuple[Severity, str]] = {}
        self._keys: list[str] = []
        self._errors: frozenset[str] = frozenset()
        self._list = NoticeList(self._prepare)
        self._others = QLabel()
        self._others.setProperty("muted", True)
        self.show_dismissed = QPushButton()
        self.show_dismissed.setProperty("flat", True)
        self.show_dismissed.clicked.connect(self._show_all)
        line = QHBoxLayout()
        line.addWidget(self._others)
        line.addWidget(self.show_dismissed)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._list)
        layout.addLayout(line)
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def notices(self) -> list[Notice]:
        """The rows that are shown."""
        return self._list.notices

    @property
    def others(self) -> str:
        """The text about the alerts that are not shown."""
        return self._others.text()

    def can_be_seen(self) -> bool:
        """Whether the window is visible: the panel appears with the first alert."""
        return self.window().isVisible()

    def refresh(self, now: float) -> None:
        """Show the alerts if they changed."""
        del now
        if self._alerts.shown is not self._shown:
            self._draw()

    def _draw(self) -> None:
        current = self._shown = self._alerts.shown
        if self._alerts.past() is not None:
            self._show(current)
            self.show_dismissed.setVisible(False)
            self.setVisible(bool(current))
            return
        standing = {alert.key: (alert.severity, alert.text) for alert in current}
        self._dismissed = {key: shown_as for key, shown_as in self._dismissed.items() if standing.get(key) == shown_as}
        alerts = [alert for alert in current if alert.key not in self._dismissed]
        self._show(alerts)
        dismissed = format_count(len(self._dismissed))
        self.show_dismissed.setText(say(RobotWording.SHOW_DISMISSED(count=dismissed)))
        self.show_dismissed.setVisible(bool(self._dismissed))
        self.setVisible(bool(alerts or self._dismissed))
        before = self._errors
        self._errors = frozenset(alert.key for alert in alerts if alert.severity is Severity.ERROR)
        if self._errors - before:
            self.error_raised.emit()

    def _show(self, alerts: Sequence[Alert]) -> None:
        """Show a row for each, the worst and newest first."""
        alerts = sorted(alerts, key=lambda alert: (-alert.severity, -alert.raised_ns))
        shown = alerts[:MAX_SHOWN]
        is_now = self._alerts.past() is None
        for notice, alert in zip(self._list.set_count(len(shown)), shown, strict=True):
            color = getattr(self._themes.current, SEVERITY_ROLES[alert.severity])
            icon = self._themes.severity_icon(alert.severity)
            notice.set_content(icon, _word(alert.severity), color, "", _text(alert), alert.tip)
            notice.setToolTip(alert.source)
            set_icon(notice.button, self._themes.icon("disconnect", "muted"))
            notice.button.setVisible(is_now)
        self._keys = [alert.key for alert in shown]
        others = len(alerts) - len(shown)
        self._others.setText(say(RobotWording.AND_MORE(count=format_count(others))))
        self._others.setVisible(others > 0)

    def _prepare(self, notice: Notice, row: int) -> None:
        notice.button.setToolTip(say(RobotWording.DISMISS_UNTIL_IT_CHANGES()))
        notice.button.setAccessibleName(say(RobotWording.DISMISS()))
        notice.button.clicked.connect(lambda: self._dismiss(row))
        notice.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        notice.customContextMenuRequested.connect(lambda place: self._show_menu(row, notice.mapToGlobal(place)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the time of an alert by the middle button."""
        if event.button() is Qt.MouseButton.MiddleButton:
            place = event.position().toPoint()
            rows = [row for row, each in enumerate(self.notices) if each.rect().contains(each.mapFrom(self, place))]
            for row in rows[:1]:
                self._ask_time(self._keys[row])
        else:
            super().mousePressEvent(event)

    def _show_menu(self, row: int, place: QPoint) -> None:
        # others come and go while the menu is open
        key = self._keys[row]
        menu = context_menu(self)
        add_entry(menu, say(TimeAxisWording.SHOW_TIME()), lambda: self._ask_time(key))
        menu.popup(place)

    def _ask_time(self, key: str) -> None:
        alert = next((known for known in self._alerts.shown if known.key == key), None)
        if alert is not None and alert.raised_ns:
            self.time_asked.emit(alert.raised_ns)

    def _dismiss(self, row: int) -> None:
        alert = next((known for known in self._alerts.current if known.key == self._keys[row]), None)
        if alert is not None:
            self._dismissed[alert.key] = (alert.severity, alert.text)
        self._draw()

    def _show_all(self) -> None:
        self._dismissed.clear()
        self._draw()


def _word(severity: Severity) -> str:
    return {
        Severity.INFO: say(RobotWording.NOTE()),
        Severity.WARNING: say(RobotWording.WARNING()),
        Severity.ERROR: say(RobotWording.ERROR()),
    }[severity]


def _text(alert: Alert) -> str:
    if alert.count == 1:
        return alert.text
    return say(RobotWording.TIMES(text=alert.text, count=format_count(alert.count)))
