"""Operations on robots as a whole: starting the demo, reading a topic by name, disconnecting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.session_view import SessionView, Spawn
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.topics.topic_settings import TopicNameSettings

if TYPE_CHECKING:
    from app.ui.window.main_window import MainWindow


class RobotOperations:
    """Operations on robots, with the dialogs that they need.

    Args:
        window: goes to topics and connects.
        current: returns the robot of the current row.
        demo: the action that starts the demo robot, disabled while the robot is starting.
    """

    def __init__(
        self,
        window: MainWindow,
        session: SessionView,
        spawn: Spawn,
        themes: Themes,
        preferences: Preferences,
        current: Callable[[], str | None],
        demo: QAction,
    ) -> None:
        self._window = window
        self._session = session
        self._spawn = spawn
        self._themes = themes
        self._preferences = preferences
        self._current = current
        self._demo = demo
        self._naming = TopicNameSettings(session, preferences)

    def robot_in_view(self) -> str | None:
        """Return the robot of the current row, or the only one."""
        current = self._current()
        if current:
            return current
        # read once: their totals are summed over all topics
        connections = self._session.connections
        return connections[0].id if len(connections) == 1 else None

    def start_demo(self) -> None:
        """Start the demo robot, and connect to it as soon as it runs."""
        self._demo.setEnabled(False)
        self._spawn(self._start_demo(), "start the demo robot")

    def ask_to_disconnect(self, connection_id: str) -> None:
        """Ask for confirmation before a connection is closed and its data removed."""
        name = self._preferences.robot_name(connection_id)
        dialogs.ask_to_confirm(
            self._window,
            self._themes,
            translate("Window", "Disconnect from {name}?").format(name=name),
            translate("Window", "Its topics and their last values leave the window."),
            translate("Window", "Disconnect"),
            lambda: self._spawn(self._session.disconnect(connection_id), f"disconnect {connection_id}"),
        )

    def ask_to_disconnect_current(self) -> None:
        """Ask the same about the robot of the current row, or the last one."""
        current = self._robot_to_act_on()
        if current is not None:
            self.ask_to_disconnect(current)

    def ask_for_topic(self, connection_id: str) -> None:
        """Ask for the name of a topic to read."""
        from app.ui.topics.topic_dialogs import TopicDialog  # noqa: PLC0415 - not needed to be seen

        name = self._preferences.robot_name(connection_id)
        used = self._naming.used_names(connection_id)
        dialog = TopicDialog(self._session, self._themes, connection_id, name, self._window, known=used)
        dialog.chosen.connect(self._read)
        dialogs.show_dialog(dialog, connection_id)

    def ask_for_topic_of_current(self) -> None:
        """Ask for a topic of the robot of the current row, or of the last one."""
        current = self._robot_to_act_on()
        if current is not None:
            self.ask_for_topic(current)

    # internals

    def _read(self, key: TopicKey) -> None:
        """Select a topic; one of a robot that can't list its own is added to the list."""
        try:
            self._naming.add_topic(key)
        except SessionError as error:
            dialogs.show_warning(self._window, self._themes, error.reason, error.tip)
        else:
            self._window.show_topic(key)

    async def _start_demo(self) -> None:
        try:
            uri = await self._session.start_demo()
        except SessionError as error:
            dialogs.show_warning(self._window, self._themes, error.reason, error.tip)
        else:
            self._preferences.add_temporary_robot(uri, translate("Window", "Demo robot"))
            self._window.connect_to(uri)
        finally:
            self._demo.setEnabled(True)

    def _robot_to_act_on(self) -> str | None:
        """Return the robot of the current row, or the last one."""
        connections = self._session.connections
        return self._current() or (connections[-1].id if connections else None)
