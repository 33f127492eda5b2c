"""All connections: state by shape, colour and word, its reason, a tip, and whether commands are allowed."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from app.model.status import ConnectionState
from app.ui.base.command_lock import CommandLock
from app.ui.base.preferences import Preferences
from app.ui.base.session_view import SessionView
from app.ui.base.text import translate
from app.ui.base.theme import STATE_ROLES, Themes
from app.ui.robot.connection_facts import connection_facts, make_fact_strip, state_since
from app.ui.widgets.fact_strip import FactStrip
from app.ui.widgets.notice_list import NoticeList
from app.ui.widgets.notices import Notice, set_icon

if TYPE_CHECKING:
    from app.session.session import ConnectionInfo

# ages and link quality change without a revision
_AGES_INTERVAL_S: Final = 1.0


def connection_state_word(state: ConnectionState) -> str:
    """Return the state as a word for the operator."""
    return {
        ConnectionState.CONNECTING: translate("State", "Connecting"),
        ConnectionState.CONNECTED: translate("State", "Connected"),
        ConnectionState.STALE: translate("State", "Stale"),
        ConnectionState.LOST: translate("State", "Lost"),
        ConnectionState.REFUSED: translate("State", "Refused"),
        ConnectionState.CLOSED: translate("State", "Closed"),
    }[state]


class ConnectionsPanel(QWidget):
    """Panel with a row for every connection.

    Signals:
        disconnect_asked: the operator wants to end this connection.
        token_asked: the operator wants to enter a token for this connection.
    """

    disconnect_asked: Final = Signal(str)
    token_asked: Final = Signal(str)

    def __init__(
        self,
        session: SessionView,
        themes: Themes,
        preferences: Preferences,
        lock: CommandLock,
        wall_clock_ns: Callable[[], int] = time.time_ns,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._themes = themes
        self._preferences = preferences
        self._lock = lock
        self._wall_clock_ns = wall_clock_ns
        self._ages_due_s = 0.0
        self._has_ages = False
        # revisions of the session and of the names and colours of robots
        self._revisions = (-1, -1)
        self._ids: list[str] = []
        self._addresses: list[str] = []
        self._strips: list[FactStrip] = []
        self._list = NoticeList(self._prepare)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._list)
        themes.changed.connect(self._draw)
        lock.changed.connect(self._draw)
        self._draw()

    @property
    def strips(self) -> list[FactStrip]:
        """The facts about each robot and its link, in the order of the rows."""
        return self._strips

    @property
    def notices(self) -> list[Notice]:
        """The rows, in the order of the session's connections."""
        return self._list.notices

    def can_be_seen(self) -> bool:
        """Whether the window is visible: the panel appears with the first connection."""
        return self.window().isVisible()

    def refresh(self, now: float) -> None:
        """Show the connections if they changed or ages are due."""
        changed = (self._session.revision, self._preferences.robots_revision) != self._revisions
        if changed or (self._has_ages and now >= self._ages_due_s):
            self._ages_due_s = now + _AGES_INTERVAL_S
            self._draw()

    def _draw(self) -> None:
        self._revisions = (self._session.revision, self._preferences.robots_revision)
        connections = self._session.connections
        self._ids = [info.id for info in connections]
        self._addresses = [info.address or info.id for info in connections]
        notices = self._list.set_count(len(connections))
        del self._strips[len(connections) :]
        now_ns = self._wall_clock_ns()
        for notice, strip, info in zip(notices, self._strips, connections, strict=True):
            status = info.status
            color = getattr(self._themes.current, STATE_ROLES[status.state])
            icon = self._themes.connection_icon(status.state, info.id)
            name = self._preferences.robot_name(info.id)
            address = info.id if name != info.id else ""
            word = state_since(connection_state_word(status.state), status, now_ns)
            notice.action.setVisible(self._wants_token(info))
            set_icon(notice.action, self._themes.icon("token", "muted"))
            notice.switch.setVisible(info.can_publish or bool(info.world_topic))
            self._draw_switch(notice.switch, allowed=info.unlocked)
            set_icon(notice.button, self._themes.icon("disconnect", "muted"))
            set_icon(notice.more, self._themes.icon("copy", "muted"))
            notice.set_content(icon, word, color, name, status.reason, status.tip, subtitle=address)
            strip.show_facts(connection_facts(info, self._themes, now_ns))
        self._has_ages = any(
            info.status.state is ConnectionState.STALE or info.condition is not None or info.quality is not None
            for info in connections
        )
        self.setVisible(bool(connections))

    def _wants_token(self, info: ConnectionInfo) -> bool:
        return info.status.state is ConnectionState.REFUSED and self._session.address_tokens(info.id) is not None

    def _draw_switch(self, switch: QToolButton, *, allowed: bool) -> None:
        switch.setChecked(allowed)
        switch.setText(
            translate("Connections", "Commands allowed") if allowed else translate("Connections", "View only")
        )
        set_icon(switch, self._themes.icon("unlock" if allowed else "lock", "warn" if allowed else "muted"))

    def _prepare(self, notice: Notice, row: int) -> None:
        notice.switch.setToolTip(
            translate(
                "Connections",
                "A robot is only looked at until you allow commands to it (Ctrl+U).\n"
                "That holds for this robot and until Teledeck ends.",
            )
        )
        notice.switch.setAccessibleName(translate("Connections", "Allow commands"))
        notice.action.setText(translate("Connections", "Token…"))
        notice.action.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        notice.action.setToolTip(translate("Connections", "Give the token that this robot wants, and connect anew"))
        notice.action.clicked.connect(lambda: self.token_asked.emit(self._ids[row]))
        strip = make_fact_strip()
        self._strips.append(strip)
        notice.add_below(strip)
        notice.switch.clicked.connect(lambda allowed: self._lock.allow(self._ids[row], allowed))
        notice.more.setVisible(True)
        notice.more.setToolTip(translate("Connections", "Copy"))
        notice.more.setAccessibleName(translate("Connections", "Copy the address or a command line"))
        menu = notice.more.choices
        menu.addAction(translate("Connections", "Copy address"), lambda: _copy(self._addresses[row]))
        menu.addAction(
            translate("Connections", "Copy as command line"),
            lambda: _copy(f"teledeck {shlex.quote(self._addresses[row])}"),
        )
        notice.button.setVisible(True)
        notice.button.setToolTip(translate("Connections", "Disconnect"))
        notice.button.setAccessibleName(translate("Connections", "Disconnect"))
        notice.button.clicked.connect(lambda: self.disconnect_asked.emit(self._ids[row]))


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
