"""Notice above plots: a message, an offer, or the undo of a removal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from app.ui.base.text import plain_tip, translate
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.plot import MAX_CURVES, MAX_CURVES_IN_ALL
from app.ui.widgets.notices import Notice

# names in the line; the tool tip has all of them
_NAMES: Final = 6


class UndoNotice(Notice):
    """Notice above plots. Only the last removal can be undone; an earlier one becomes final then."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        # undoes the last removal, or does what is offered
        self._undo: Callable[[], None] | None = None
        self._forget: Callable[[], None] | None = None
        self.setVisible(False)
        self.button.clicked.connect(self._press)

    def show_message(self, text: str, *, fault: bool) -> None:
        """Show a message that can be dismissed."""
        self.clear()
        icon, role = ("alert-error", "error") if fault else ("alert-info", "accent")
        word = translate("Plots", "Not done") if fault else translate("Plots", "Note")
        theme = self._themes.current
        self.set_content(self._themes.icon(icon, role), word, theme.color(role).name(), "", text, "")
        self._label(translate("Plots", "Dismiss"))

    def offer_undo(self, word: str, text: str, put_back: Callable[[], None], forget: Callable[[], None]) -> None:
        """Show what was removed with an undo button; `forget` is called when the removal becomes final."""
        self.clear()
        self._undo, self._forget = put_back, forget
        icon = self._themes.icon("alert-info", "accent")
        self.set_content(icon, word, self._themes.current.accent, "", text, "")
        self._label(translate("Plots", "Undo"))

    def offer(self, text: str, label: str, do: Callable[[], None]) -> None:
        """Show a message with a button that does something."""
        self.show_message(text, fault=False)
        self._undo = do
        self._label(label)

    def show_left_out(self, names: Sequence[str], forget: Callable[[], None]) -> None:
        """Show which saved curves were left out, and why; `forget` is called when that is dismissed."""
        text = (
            translate("Plots", "1 saved curve is not shown: {names}")
            if len(names) == 1
            else translate("Plots", "{count} saved curves are not shown: {names}")
        )
        some = ", ".join(names[:_NAMES]) + (", …" if len(names) > _NAMES else "")
        limits = translate("Plots", "A plot has at most {count} curves, all of these plots {all}")
        words = (
            f"{text.format(count=len(names), names=some)}. {limits.format(count=MAX_CURVES, all=MAX_CURVES_IN_ALL)}."
        )
        self.offer(words, translate("Plots", "Dismiss"), forget)
        self.setToolTip(plain_tip("\n".join(names)))

    def undo(self) -> None:
        """Undo the last removal, if that is offered."""
        if self._undo is not None and self._forget is not None:
            self._press()

    def clear(self) -> None:
        """Hide the notice, and make a removal final."""
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


def too_many_curves() -> str:
    """Return why there can't be another curve, in words."""
    words = translate("Plot", "There are {count} curves already, or {all} in all of these plots")
    return words.format(count=MAX_CURVES, all=MAX_CURVES_IN_ALL)
