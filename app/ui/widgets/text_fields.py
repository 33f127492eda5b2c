"""Line edits for filter words, numbers and secrets."""

from __future__ import annotations

import functools
import math
import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QProxyStyle, QStyle, QStyleOption, QWidget
from typing_extensions import override

from app.ui.base.text import say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes
from app.wording.ui.widgets import WidgetsWording

_NUMBER: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_MAX_LENGTH: Final = 400

# in pixels: a sign within a field, as others beside text
_SIGN: Final = 16

# what Qt calls the action of the cross in a line edit
_CLEAR_ACTION: Final = "_q_qlineeditclearaction"


class _SignStyle(QProxyStyle):
    """Style of line edits with signs, which grow with the size of text: style sheets say nothing of their size."""

    @override
    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric is QStyle.PixelMetric.PM_LineEditIconSize:
            return grown(_SIGN)
        return super().pixelMetric(metric, option, widget)


@functools.cache
def _sign_style() -> _SignStyle:
    style = _SignStyle("Fusion")
    # widgets don't own their style
    style.setParent(QApplication.instance())
    return style


class FilterField(QLineEdit):
    """Line edit with a magnifying glass; a cross and Escape clear it. Escape is also passed on to the parent.

    Attributes:
        filtered: the view that it filters, if any; Down goes there.
    """

    def __init__(self, themes: Themes, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setStyle(_sign_style())
        self._themes = themes
        self.filtered: QAbstractItemView | None = None
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        self._glass = self.addAction(themes.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self._glass.setText(say(WidgetsWording.SEARCH_SIGN()))
        clear = self.findChild(QAction, _CLEAR_ACTION)
        if clear is not None:
            clear.setText(say(WidgetsWording.CLEAR_TEXT()))
        themes.changed.connect(self._draw)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the field by Escape, and go by Down to what is filtered."""
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            event.ignore()
        elif event.key() == Qt.Key.Key_Down and self.filtered is not None:
            self._enter(self.filtered)

    def _enter(self, view: QAbstractItemView) -> None:
        first = view.model().index(0, 0)
        if view.isVisible() and first.isValid():
            view.setFocus(Qt.FocusReason.OtherFocusReason)
            if not view.currentIndex().isValid():
                view.setCurrentIndex(first)

    def _draw(self) -> None:
        self._glass.setIcon(self._themes.icon("search", "muted"))


class NumberField(QLineEdit):
    """Line edit for a number. An unedited number keeps all its digits; a text that is no number is marked.

    Args:
        number: the number at first.
        fine: that number is shown with enough decimals for a step of this size; 0 for all digits.
    """

    def __init__(self, number: float, fine: float = 0.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(_MAX_LENGTH)
        self.setMinimumWidth(180)
        self._number = number
        self._shown = _text(round_to_step(number, fine))
        self.setText(self._shown)
        self.setCursorPosition(0)
        self.textChanged.connect(self._mark)

    @property
    def number(self) -> float:
        """The number in the field. Raises ValueError with a sentence where the text is no number."""
        text = self.text()
        return self._number if text == self._shown else parse_number(text)

    def _mark(self) -> None:
        wrong = False
        try:
            _ = self.number
        except ValueError:
            wrong = True
        if bool(self.property("wrong")) != wrong:
            self.setProperty("wrong", wrong)
            self.style().unpolish(self)
            self.style().polish(self)


def parse_number(text: str) -> float:
    """Parse a number, independent of the locale. Raises ValueError with a sentence."""
    # some programs and web pages write this minus sign
    word = text.strip().replace("\N{MINUS SIGN}", "-")
    if not word:
        raise ValueError(say(WidgetsWording.NO_NUMBER_YET()))
    if not _NUMBER.fullmatch(word):
        if _NUMBER.fullmatch(word.replace(",", ".")):
            raise ValueError(say(WidgetsWording.COMMA(text=word[:40])))
        raise ValueError(say(WidgetsWording.NO_NUMBER(text=word[:40])))
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(say(WidgetsWording.TOO_LARGE(text=word[:40])))
    return number


def round_to_step(number: float, fine: float) -> float:
    """Round a number to so many decimals that a step of `fine` is still visible."""
    if 0 < fine < math.inf and math.isfinite(number):
        return round(number, -math.floor(math.log10(fine)))
    return number


def _text(number: float) -> str:
    # + 0.0 makes -0.0 positive
    return repr(number + 0.0).removesuffix(".0")


class SecretField(QLineEdit):
    """Line edit for a secret, which conceals its text again whenever it is hidden."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setStyle(_sign_style())
        self._themes = themes
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText
            | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText
            | Qt.InputMethodHint.ImhNoAutoUppercase
        )
        self.reveal = self.addAction(themes.icon("reveal", "muted"), QLineEdit.ActionPosition.TrailingPosition)
        self.reveal.setCheckable(True)
        self.reveal.toggled.connect(self._draw)
        themes.changed.connect(self._draw)
        self._draw()

    def hideEvent(self, event: QHideEvent) -> None:
        """Conceal the text for the next time."""
        super().hideEvent(event)
        self.reveal.setChecked(False)

    def _draw(self) -> None:
        shown = self.reveal.isChecked()
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self.reveal.setIcon(self._themes.icon("conceal" if shown else "reveal", "muted"))
        self.reveal.setText(say(WidgetsWording.CONCEAL()) if shown else say(WidgetsWording.REVEAL()))
