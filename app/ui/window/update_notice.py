"""The notice that the program was updated while its window is open, with a restart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.drive.control.values import Stage
from app.program.installation import can_be_started
from app.ui.base import dialogs
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.widgets.question_bar import Answer

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
        words = translate(
            "Update",
            "Teledeck was updated: start it again. Until then nothing is armed and no demo robot is started; "
            "a drive that is going on is not disturbed.",
        )
        tip = translate("Update", "Close this window and open the new version with the same robots.")
        self._window.news.show_notice(
            _KEY, words, Answer(translate("Update", "Start again"), self._start, tip, stays=True)
        )

    def _start(self) -> None:
        if not can_be_started():
            dialogs.show_warning(
                self._window,
                self._themes,
                translate("Update", "Teledeck is no longer where it was started from"),
                translate("Update", "It was removed or moved. Close this window, and start it where it is."),
            )
            return
        question = self._question()
        if question:
            more = translate("Update", "It is disarmed and told to stand still first. Nothing is armed afterwards.")
            yes = translate("Update", "Disarm and start again")
            dialogs.ask_to_confirm(self._window, self._themes, question, more, yes, self._window.restart, harmful=True)
        else:
            self._window.restart()

    def _question(self) -> str:
        """Return the question before a restart; empty where none is needed."""
        state = self._window.docks.drive.client.state
        if state is None or not (state.stage in {Stage.ARMING, Stage.ARMED} or state.may_be_moving):
            return ""
        if state.may_be_moving:
            return translate("Update", "The robot may still be moving. Start again?")
        return translate("Update", "A robot is armed. Start again?")
