"""The frame of a view of what a robot has beside topics: whose it is, what went wrong, what to do where it has none."""

from __future__ import annotations

import abc
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.model.status import ConnectionState
from app.session_errors import SessionError
from app.ui import boxes
from app.ui.robot_tools import RobotTools
from app.ui.text import translate
from app.ui.widgets.elided_label import ElidedLabel
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.notice import Notice
from app.ui.widgets.page_stack import PageStack

if TYPE_CHECKING:
    from app.session import ConnectionInfo

# to be asked, to think, to answer
TIMEOUT_S: Final = 10.0

_DOT: Final = QSize(16, 16)
_STYLES: Final = {"beside": Qt.ToolButtonStyle.ToolButtonTextBesideIcon, "only": Qt.ToolButtonStyle.ToolButtonIconOnly}


class RobotPanel(QWidget):
    """Follows the robot in view. A view puts its widgets into `body` and says in its own methods what they show.

    What a view must say is abstract to the type checker only: Qt's classes have a metaclass of their own.

    Attributes:
        connection: whose it is, None while there is no robot.
        nothing: says what to do where there is nothing to show.
        trouble: what could not be done, until something is.

    Signals:
        plot_asked: a list of (TopicKey, path) that the operator wants to see plotted.
        drive_asked: (connection, Profile) of a robot, or a part of one, that the operator wants to drive by hand.
    """

    plot_asked: Final = Signal(object)
    drive_asked: Final = Signal(str, object)

    def __init__(self, tools: RobotTools, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tools = tools
        self.icon = icon
        self.connection: str | None = None
        self._dot = QLabel()
        self._dot.setFixedSize(_DOT)
        self.name = ElidedLabel()
        self._owner = QWidget()
        line = QHBoxLayout(self._owner)
        line.setContentsMargins(2, 0, 2, 0)
        line.setSpacing(6)
        line.addWidget(self._dot)
        line.addWidget(self.name, 1)
        self.trouble = Notice()
        self.trouble.setVisible(False)
        self.trouble.button.setToolTip(translate("Robot", "Dismiss"))
        self.trouble.button.setAccessibleName(translate("Robot", "Dismiss"))
        self.trouble.button.setVisible(True)
        self.trouble.button.clicked.connect(self.trouble.hide)
        self.nothing = EmptyState(tools.themes, icon)
        self.body = QWidget()
        self._stack = PageStack()
        self._stack.addWidget(self.nothing)
        self._stack.addWidget(self.body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        for widget in (self._owner, self.trouble):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        tools.themes.changed.connect(self._draw)
        tools.lock.changed.connect(self.show_lock)
        self._draw()

    # what a view says

    def has(self, info: ConnectionInfo) -> bool:
        """Whether a robot has what is shown here."""
        return info.has_graph

    @abc.abstractmethod
    def lacking(self, name: str) -> tuple[str, str]:
        """What to say of a robot that has not: a sentence and a hint."""

    @abc.abstractmethod
    def forget(self) -> None:
        """It is another robot now."""

    @abc.abstractmethod
    def renew(self, info: ConnectionInfo, now: float) -> None:
        """Take what changed, of a robot that has what is shown here; say `show_body` or `show_nothing`."""

    def update_wants(self) -> None:
        """Ask for what can be seen, and for nothing more."""

    def set_open(self, opened: bool) -> None:  # noqa: FBT001 - a setter
        """The dock was opened or closed."""
        del opened
        self.update_wants()

    def show_lock(self) -> None:
        """Commands were allowed, or no longer."""

    def save(self) -> None:
        """Remember how it is laid out."""

    # for the window

    def can_be_seen(self) -> bool:
        """See `refresh.View`."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """See `refresh.View`."""
        info = self.tools.choose(self.has)
        name = info.id if info is not None else None
        if name != self.connection:
            self.connection = name
            self.trouble.hide()
            self.forget()
            self.show_lock()
        self._show_owner()
        if info is None:
            hint = translate("Robot", "Connect to one first.")
            self.show_nothing(translate("Robot", "No robot"), hint, "robot")
        elif not self.has(info):
            self.show_nothing(*self.lacking(self.tools.preferences.robot_name(info.id)))
        else:
            self.renew(info, now)
        self.update_wants()

    # for a view

    @property
    def allowed(self) -> bool:
        """Whether the robot may be told something."""
        return self.connection is not None and self.tools.lock.allows(self.connection)

    def show_body(self) -> None:
        """Show what there is."""
        if self._stack.currentWidget() is not self.body:
            self._stack.setCurrentWidget(self.body)

    def show_nothing(self, title: str, hint: str, icon: str = "") -> None:
        """Say that there is nothing to show, and what to do about it."""
        self.nothing.say(title, hint, icon or self.icon)
        self._stack.setCurrentWidget(self.nothing)

    def show_waiting(self, info: ConnectionInfo, what: str) -> None:
        """Say that it is still asked for, or why that can't be."""
        connected = info.status.state is ConnectionState.CONNECTED
        self.show_nothing(what, translate("Robot", "It is asked for.") if connected else info.status.reason, "waiting")

    def run(
        self,
        ask: Callable[[str], Awaitable[None]],
        what: str,
        report: Callable[[SessionError], None] | None = None,
        *,
        connection: str | None = None,
    ) -> None:
        """Await `ask(connection)`; what can't be done is told by `report`, or in the panel until something is.

        Asked is the robot that is shown, if none is named; what one that is named can't do is told anyway.
        """
        asked = self.connection if connection is None else connection
        if asked is not None:
            run = self._run(ask, asked, report, by_name=connection is not None)
            self.tools.spawn(run, f"{what} {asked}")

    def tell(self, error: SessionError) -> None:
        """Say what could not be done."""
        themes = self.tools.themes
        word = translate("Robot", "Not done")
        self.trouble.say(themes.icon("alert-error", "error"), word, themes.current.error, "", error.reason, error.tip)
        self.trouble.show()

    def locked_tip(self, text: str) -> str:
        """The tool tip of something that tells the robot something."""
        return (
            text if self.allowed else translate("Robot", "Only looked at: allow commands to this robot first (Ctrl+U)")
        )

    def tool_button(self, text: str, tip: str, icon: str = "", *, checkable: bool = False) -> QToolButton:
        """A button for the line above the view."""
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setAutoRaise(True)
        button.setCheckable(checkable)
        if icon:
            button.setProperty("icon_name", icon)
            style = "beside" if text else "only"
            button.setToolButtonStyle(_STYLES[style])
            button.setIcon(self.tools.themes.icon(icon))
            if not text:
                button.setAccessibleName(tip)
        return button

    # inside

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
            # the operator may look at another robot by now
            if connection == self.connection:
                (report or self.tell)(error)
            elif by_name:
                name = self.tools.preferences.robot_name(connection)
                boxes.tell(self, self.tools.themes, f"{name}: {error.reason}", error.tip)
        else:
            if connection == self.connection and report is None:
                self.trouble.hide()

    def _show_owner(self) -> None:
        several = self.connection is not None and len(self.tools.connections) > 1
        if self._owner.isHidden() == several:
            self._owner.setVisible(several)
        if several and self.connection is not None:
            self._dot.setPixmap(self.tools.themes.robot_dot_of(self.connection).pixmap(_DOT, self.devicePixelRatioF()))
            name = self.tools.preferences.robot_name(self.connection)
            if self.name.text() != name:
                self.name.setText(name)

    def _draw(self) -> None:
        self.trouble.button.setIcon(self.tools.themes.icon("disconnect", "muted"))
        for button in self.findChildren(QToolButton):
            name = button.property("icon_name")
            if name:
                button.setIcon(self.tools.themes.icon(name))
