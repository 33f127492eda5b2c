"""The line above plots: something that is told or offered, or that was removed and can be had back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from app.ui.plots.plot import MAX_CURVES, MAX_TOGETHER
from app.ui.text import plain_tip, translate
from app.ui.theme import Themes
from app.ui.widgets.notice import Notice

# as many as can be read in a line; all of them are told in its tip
_NAMES: Final = 6


class Telling(Notice):
    """See the module. Only what was removed last can be had back; what was removed before is let go then."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        # puts back what was removed last, or does what is offered
        self._undo: Callable[[], None] | None = None
        self._forget: Callable[[], None] | None = None
        self.setVisible(False)
        self.button.clicked.connect(self._press)

    def tell(self, text: str, *, fault: bool) -> None:
        """Say something."""
        self.drop()
        icon, role = ("alert-error", "error") if fault else ("alert-info", "accent")
        word = translate("Plots", "Not done") if fault else translate("Plots", "Note")
        theme = self._themes.current
        self.say(self._themes.icon(icon, role), word, theme.color(role).name(), "", text, "")
        self._label(translate("Plots", "Dismiss"))

    def offer_undo(self, word: str, text: str, put_back: Callable[[], None], forget: Callable[[], None]) -> None:
        """Say what was removed; `forget` lets go of it when it can't be put back any more."""
        self.drop()
        self._undo, self._forget = put_back, forget
        icon = self._themes.icon("alert-info", "accent")
        self.say(icon, word, self._themes.current.accent, "", text, "")
        self._label(translate("Plots", "Undo"))

    def offer(self, text: str, label: str, do: Callable[[], None]) -> None:
        """Say something, and offer to do what the label says."""
        self.tell(text, fault=False)
        self._undo = do
        self._label(label)

    def tell_left_out(self, names: Sequence[str], forget: Callable[[], None]) -> None:
        """Say which saved curves are not shown, and why; they are forgotten when that is dismissed."""
        text = (
            translate("Plots", "1 saved curve is not shown: {names}")
            if len(names) == 1
            else translate("Plots", "{count} saved curves are not shown: {names}")
        )
        some = ", ".join(names[:_NAMES]) + (", …" if len(names) > _NAMES else "")
        limits = translate("Plots", "A plot has at most {count} curves, all of these plots {all}")
        words = f"{text.format(count=len(names), names=some)}. {limits.format(count=MAX_CURVES, all=MAX_TOGETHER)}."
        self.offer(words, translate("Plots", "Dismiss"), forget)
        self.setToolTip(plain_tip("\n".join(names)))

    def undo(self) -> None:
        """Put back what was removed last, if that is offered."""
        if self._undo is not None and self._forget is not None:
            self._press()

    def drop(self) -> None:
        """Say nothing, and let go of what was removed."""
        forget = self._forget
        self._undo = self._forget = None
        self.setToolTip("")
        self.setVisible(False)
        if forget is not None:
            forget()

    def _label(self, text: str) -> None:
        self.button.setText(text)
        self.button.setProperty("framed", True)
        self.button.setVisible(True)
        self.setVisible(True)

    def _press(self) -> None:
        undo = self._undo
        self._undo = self._forget = None
        self.setVisible(False)
        if undo is not None:
            undo()


def too_many() -> str:
    """Why there can't be another curve."""
    words = translate("Plot", "There are {count} curves already, or {all} in all of these plots")
    return words.format(count=MAX_CURVES, all=MAX_TOGETHER)
