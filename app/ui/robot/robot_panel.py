"""The frame of a panel for one robot: its name, errors, and a hint where the robot has no such content."""

from __future__ import annotations

import abc
from collections.abc import Awaitable, Callable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.model.status import ConnectionState
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.refresh import STATISTICS_INTERVAL_S
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import say, titled
from app.ui.base.text_size import grown_square
from app.ui.widgets.labels import ElidedLabel, name_widget
from app.ui.widgets.notices import Notice
from app.ui.widgets.pages import EmptyState, PageStack, ScrolledPage
from app.wording.ui.robot import RobotWording

# seconds for request, work and response
TIMEOUT_S: Final = 10.0

_DOT: Final = 16
_STYLES: Final = {"beside": Qt.ToolButtonStyle.ToolButtonTextBesideIcon, "only": Qt.ToolButtonStyle.ToolButtonIconOnly}


class RobotPanel(QWidget):
    """Base of panels that follow the robot in view. A panel fills `body` and overrides the methods below.

    The methods to override are abstract to the type checker only: Qt's classes have a metaclass of their own.

    Attributes:
        interval_s: seconds between two refreshes.
        is_of_now: whether it shows what is now, also while views show the past.
        connection: the robot that is shown, None while there is none.
        nothing: the page for where there is nothing to show.
        error_notice: the notice of what failed, until something succeeds.

    Signals:
        plot_asked: a list of (TopicKey, path) that the operator wants to see plotted.
        drive_asked: (connection, Profile) of a robot, or a part of one, that the operator wants to drive by hand.
        look_asked: (connection, frame) of a frame from which the operator wants to see the map.
    """

    plot_asked: Final = Signal(object)
    drive_asked: Final = Signal(str, object)
    look_asked: Final = Signal(str, str)

    interval_s = STATISTICS_INTERVAL_S
    is_of_now = False

    def __init__(
        self,
        tools: RobotTools,
        icon: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._commands = tools.commands
        self._robot = tools.robot
        self._themes = tools.themes
        self._preferences = tools.preferences
        self._spawn = tools.spawn
        self.icon = icon
        self.connection: str | None = None
        self._dot = QLabel()
        self.name = ElidedLabel()
        self._robot_row = QWidget()
        line = QHBoxLayout(self._robot_row)
        line.setContentsMargins(2, 0, 2, 0)
        line.setSpacing(6)
        line.addWidget(self._dot)
        line.addWidget(self.name, 1)
        self.error_notice = Notice()
        self.error_notice.setVisible(False)
        name_widget(self.error_notice.button, say(RobotWording.DISMISS()))
        self.error_notice.button.setVisible(True)
        self.error_notice.button.clicked.connect(self.error_notice.hide)
        self.nothing = EmptyState(tools.themes, icon)
        self.body = QWidget()
        self._stack = PageStack()
        self._page = ScrolledPage(self.body)
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self._page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        for widget in (self._robot_row, self.error_notice):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        tools.themes.changed.connect(self._draw)
        self._switch = tools.switch
        tools.switch.changed.connect(self.show_lock)
        self._draw()

    # to be overridden by panels

    def has_content(self, info: ConnectionInfo) -> bool:
        """Whether a robot has what is shown here."""
        return info.has_graph

    @abc.abstractmethod
    def no_content_text(self, name: str) -> tuple[str, str]:
        """Return the title and the hint for a robot without such content."""

    @abc.abstractmethod
    def robot_changed(self) -> None:
        """Clear the panel: another robot is shown now."""

    @abc.abstractmethod
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        """Show what changed, of a robot with such content; call `show_body` or `show_nothing`."""

    def update_subscriptions(self) -> None:
        """Subscribe to what can be seen, and to nothing more."""

    def set_open(self, opened: bool) -> None:  # noqa: FBT001 - a setter
        """Note that the dock was opened or closed."""
        del opened
        self.update_subscriptions()

    def show_lock(self) -> None:
        """Update what depends on whether commands are allowed."""

    def save(self) -> None:
        """Save columns and splitters."""

    def end(self) -> None:
        """End what would outlive the panel: the window closes."""

    # for the window

    def can_be_seen(self) -> bool:
        """Whether the panel is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Follow the robot in view, and show what changed."""
        info = self._robot.choose(self.has_content)
        name = info.id if info is not None else None
        if name != self.connection:
            self.connection = name
            self.error_notice.hide()
            self.robot_changed()
            self.show_lock()
        self._show_robot()
        if info is None:
            hint = say(RobotWording.CONNECT_FIRST())
            self.show_nothing(say(RobotWording.NO_ROBOT()), hint, "robot")
        elif not self.has_content(info):
            self.show_nothing(*self.no_content_text(self._preferences.robot_name(info.id)))
        else:
            self.refresh_robot(info if self.is_of_now else self._robot.as_shown(info), now)
        self.update_subscriptions()

    # for panels

    @property
    def allowed(self) -> bool:
        """Whether commands are allowed to the robot."""
        return self.connection is not None and self._commands.allows(self.connection)

    def show_body(self) -> None:
        """Show the content."""
        if self._stack.currentWidget() is not self._page:
            self._stack.setCurrentWidget(self._page)

    def show_nothing(self, title: str, hint: str, icon: str = "") -> None:
        """Show a title and a hint in place of the content."""
        self.nothing.set_texts(title, hint, icon or self.icon)
        self._stack.setCurrentWidget(self.nothing)

    def show_waiting(self, info: ConnectionInfo, what: str) -> None:
        """Show that the content was requested, or why that is not possible."""
        connected = info.status.state is ConnectionState.CONNECTED
        self.show_nothing(what, say(RobotWording.ASKED_FOR()) if connected else info.status.reason, "waiting")

    def run(
        self,
        ask: Callable[[str], Awaitable[None]],
        what: str,
        report: Callable[[SessionError], None] | None = None,
        *,
        connection: str | None = None,
    ) -> None:
        """Await `ask(connection)`; an error is passed to `report`, or shown in the panel until something succeeds.

        `connection` defaults to the robot that is shown. An error of a robot that was named is shown even when another
        robot is shown by then.
        """
        asked = self.connection if connection is None else connection
        if asked is not None:
            run = self._run(ask, asked, report, by_name=connection is not None)
            self._spawn(run, f"{what} {asked}")

    def show_error(self, error: SessionError) -> None:
        """Show what failed, above the content."""
        self.show_error_in(self.error_notice, error, say(RobotWording.NOT_DONE()))

    def show_error_in(self, notice: Notice, error: SessionError, word: str) -> None:
        """Show what failed in a notice."""
        themes = self._themes
        notice.set_content(themes.icon("alert-error", "error"), word, themes.current.error, "", error.reason, error.tip)
        notice.show()

    @property
    def lock_text(self) -> str:
        """The reason why commands wait, with what ends it; empty if the robot is not locked."""
        return "" if self.allowed else self._switch.with_key(say(RobotWording.ALLOW_FIRST()))

    def locked_tip(self, text: str) -> str:
        """Return the tool tip of a command: `text`, or that the robot is locked."""
        return self.lock_text or text

    def tool_button(self, text: str, tip: str, icon: str = "", *, checkable: bool = False) -> QToolButton:
        """Return a button for the line above the content."""
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        button.setCheckable(checkable)
        if icon:
            button.setProperty("icon_name", icon)
            style = "beside" if text else "only"
            button.setToolButtonStyle(_STYLES[style])
            button.setIcon(self._themes.icon(icon))
            if not text:
                button.setAccessibleName(tip)
        return button

    # internals

    async def _run(
        self,
        ask: Callable[[str], Awaitable[None]],
        connection: str,
        report: Callable[[SessionError], None] | None,
        *,
        by_name: bool,
    ) -> None:
        try:
            await ask(connection)
        except SessionError as error:
            # the operator may have selected another robot by now
            if connection == self.connection:
                (report or self.show_error)(error)
            elif by_name:
                name = self._preferences.robot_name(connection)
                dialogs.show_warning(self, self._themes, titled(name, say(error.reason)), error.tip)
        else:
            if connection == self.connection and report is None:
                self.error_notice.hide()

    def _show_robot(self) -> None:
        several = self.connection is not None and len(self._robot.connections) > 1
        if self._robot_row.isHidden() == several:
            self._robot_row.setVisible(several)
        if several and self.connection is not None:
            dot = self._themes.robot_dot_of(self.connection)
            self._dot.setPixmap(dot.pixmap(grown_square(_DOT), self.devicePixelRatioF()))
            name = self._preferences.robot_name(self.connection)
            if self.name.text() != name:
                self.name.setText(name)

    def _draw(self) -> None:
        self.error_notice.button.setIcon(self._themes.icon("disconnect", "muted"))
        for button in self.findChildren(QToolButton):
            name = button.property("icon_name")
            if name:
                button.setIcon(self._themes.icon(name))
