"""The change of the window's language while the program runs: the window is made anew once nothing moves a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.ui.base.language import language_of
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.widgets.question_bar import Answer
from app.wording.ui.window import WindowWording

if TYPE_CHECKING:
    from app.ui.window.main_window import MainWindow

_KEY: Final = "language"
# what a robot takes to be disarmed, and the drive process to tell
_DISARM_MS: Final = 700
# how soon the window follows a robot that was disarmed otherwise, or has come to rest
_WAIT_MS: Final = 500


class LanguageSwitch(QObject):
    """Follows the language in the preferences, for one window.

    A robot that is armed, or that may move, needs the window that shows it: then the operator is told, and may disarm.
    The language changes as soon as there is none.
    """

    def __init__(self, window: MainWindow, preferences: Preferences) -> None:
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        self._shown = language_of(preferences.values.language)
        self._disarming = QTimer(self, interval=_DISARM_MS, singleShot=True)
        self._disarming.timeout.connect(self._change)
        # runs once the operator was told
        self._waiting = QTimer(self, interval=_WAIT_MS)
        self._waiting.timeout.connect(self._change)
        preferences.changed.connect(self._follow)

    def _follow(self, name: str) -> None:
        if name == "language":
            self._waiting.stop()
            # the dialog in which it was chosen goes with the window
            QTimer.singleShot(0, self, self._change)

    def _change(self) -> None:
        window = self._window
        if not window.isVisible():
            # it was closed
            self._waiting.stop()
        elif language_of(self._preferences.values.language) is self._shown:
            self._waiting.stop()
            window.news.remove_notice(_KEY)
        elif window.docks.drive.needs_window:
            self._wait()
        else:
            # what is unsaved is asked about once
            self._waiting.stop()
            if window.docks.may_close(self._change):
                window.wants_successor = True
                window.close_at_once()

    def _wait(self) -> None:
        if not self._waiting.isActive():
            answer = Answer(say(WindowWording.DISARM_AND_CHANGE()), self._disarm)
            self._window.news.show_note(_KEY, say(WindowWording.LANGUAGE_WAITS()), answer)
            self._waiting.start()

    def _disarm(self) -> None:
        self._waiting.stop()
        self._window.docks.drive.disarm_all()
        self._disarming.start()
