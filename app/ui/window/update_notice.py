"""The notice that the program was updated while its window is open, with a restart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.drive.control.values import Stage
from app.program.installation import can_be_started
from app.ui.base import dialogs
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.question_bar import Answer
from app.wording.ui.window import WindowWording

if TYPE_CHECKING:
    from app.ui.window.main_window import MainWindow

_KEY: Final = "updated"


class UpdateNotice:
    """Notice of an update; it stays as long as the window does.

    Args:
        is_replaced: whether the program was replaced, see `app.program.installation.ReplacementWatch`.
    """

    def __init__(self, window: MainWindow, themes: Themes, is_replaced: Callable[[], bool]) -> None:
        self._window = window
        self._themes = themes
        self._is_replaced = is_replaced
        self._shown = False

    def can_be_seen(self) -> bool:
        """Whether the window is visible."""
        return self._window.isVisible()

    def refresh(self, now: float) -> None:
        """Show the notice once the program was replaced."""
        del now
        if self._shown or not self._is_replaced():
            return
        self._shown = True
        words = say(WindowWording.UPDATED())
        tip = say(WindowWording.RESTART_TIP())
        self._window.news.show_notice(_KEY, words, Answer(say(WindowWording.RESTART()), self._start, tip, stays=True))

    def _start(self) -> None:
        if not can_be_started():
            dialogs.show_warning(
                self._window,
                self._themes,
                say(WindowWording.MOVED()),
                say(WindowWording.MOVED_TIP()),
            )
            return
        question = self._question()
        if question:
            more = say(WindowWording.ASK_ARMED_TIP())
            yes = say(WindowWording.DISARM_AND_RESTART())
            dialogs.ask_to_confirm(self._window, self._themes, question, more, yes, self._window.restart, harmful=True)
        else:
            self._window.restart()

    def _question(self) -> str:
        """Return the question before a restart; empty where none is needed."""
        state = self._window.docks.drive.client.state
        if state is None or not (state.stage in {Stage.ARMING, Stage.ARMED} or state.may_be_moving):
            return ""
        if state.may_be_moving:
            return say(WindowWording.ASK_MOVING())
        return say(WindowWording.ASK_ARMED())
