"""Notice: a row with an icon, a coloured word, a title, a text, a tip below, and perhaps buttons."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from app.ui.base.text import begin_sentence
from app.ui.widgets.elided_label import ElidedLabel
from app.ui.widgets.menu_button import MenuButton

_ICON_SIZE = QSize(20, 20)
_SPACING = 12

_GAP = 8
_MARGINS = (10, 6, 6, 6)

# in characters: an address without its scheme stays readable
_TITLE_CHARACTERS = 26

# in characters: the word of a state without its time
_WORD_CHARACTERS = 13

# in pixels: a button without text, and the padding of a text
_BUTTON_WIDTH = 34
_BUTTON_PADDING = 12

# in pixels: narrower notices are cut
_NARROWEST = 240


class Notice(QFrame):
    """Notice about one thing. The text stands behind the title where it fits, else on lines of its own.

    Attributes:
        action, switch, more, button: buttons at the right end, hidden at first.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("notice", True)
        self._icon = QLabel()
        self._icon.setFixedSize(_ICON_SIZE)
        self._icon_key = 0
        self._word = ElidedLabel()
        self._word.set_min_characters(_WORD_CHARACTERS)
        self._title = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._title.set_min_characters(_TITLE_CHARACTERS)
        self._subtitle = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._subtitle.setProperty("muted", True)
        self._beside = ElidedLabel()
        self._below = QLabel()
        self._below.setWordWrap(True)
        self._tip = QLabel()
        self._tip.setWordWrap(True)
        self._tip.setProperty("muted", True)
        self.action = QToolButton()
        self.action.setProperty("framed", True)
        self.switch = QToolButton()
        self.switch.setCheckable(True)
        self.switch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more = MenuButton()
        self.button = QToolButton()
        self._buttons = (self.action, self.switch, self.more, self.button)
        for button in self._buttons:
            button.setAutoRaise(True)
            button.setVisible(False)
        for label in (self._word, self._beside, self._below, self._tip):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._word, self._title):
            font = label.font()
            font.setBold(True)
            label.setFont(font)
        self._lay_out()

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Word, title, text and tip that are shown."""
        return self._word.text(), self._title.text(), self._beside.text(), self._tip.text()

    @property
    def subtitle(self) -> str:
        """The muted text behind the title."""
        return self._subtitle.text()

    @property
    def word_style(self) -> str:
        """The style sheet of the word, with its colour."""
        return self._word.styleSheet()

    @property
    def text_is_beside(self) -> bool:
        """Whether the text stands beside the title."""
        return not self._beside.isHidden()

    def set_content(
        self, icon: QIcon, word: str, color: str, title: str, text: str, tip: str, *, subtitle: str = ""
    ) -> None:
        """Set the contents; `color` (#rrggbb) is that of the word. Nothing is drawn anew that stays the same."""
        text = begin_sentence(text)
        if icon.cacheKey() != self._icon_key:
            self._icon_key = icon.cacheKey()
            self._icon.setPixmap(icon.pixmap(_ICON_SIZE, self.devicePixelRatioF()))
        style = f"color: {color};"
        if self._word.styleSheet() != style:
            self._word.setStyleSheet(style)
        values = ((self._word, word), (self._title, title), (self._subtitle, subtitle), (self._tip, tip))
        for label, value in values:
            if label.text() != value:
                label.setText(value)
            label.setVisible(bool(value))
        if self._beside.text() != text:
            self._beside.setText(text)
            self._below.setText(text)
        self._place()

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below all the rest."""
        self._grid.addWidget(widget, 3, 1, 1, 2)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow hint: titles are elided and buttons lose their texts before anything is cut."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the text beside or below the title, by the width."""
        super().resizeEvent(event)
        self._place()

    def _lay_out(self) -> None:
        # one line of each stands level with the icon, whatever comes below
        for widget in (self._word, self._title, self._subtitle, self._beside):
            widget.setFixedHeight(_ICON_SIZE.height())
        for button in self._buttons:
            button.setMaximumHeight(_ICON_SIZE.height())
        for title in (self._word, self._title, self._subtitle):
            title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._beside.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout()
        line.setSpacing(_SPACING)
        line.addWidget(self._word)
        line.addWidget(self._title)
        line.addWidget(self._subtitle)
        line.addWidget(self._beside, 1)
        line.addStretch(0)
        top = Qt.AlignmentFlag.AlignTop
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(*_MARGINS)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._icon, 0, 0, top)
        grid.addLayout(line, 0, 1)
        # in a column of their own each, hidden ones would keep their gaps above what is added below
        row = QHBoxLayout()
        row.setSpacing(_GAP)
        for button in self._buttons:
            row.addWidget(button)
        grid.addLayout(row, 0, 2, top)
        grid.addWidget(self._below, 1, 1)
        grid.addWidget(self._tip, 2, 1)
        grid.setColumnStretch(1, 1)

    def _shorten_buttons(self) -> None:
        """Show the texts of the buttons as long as the title has its room."""
        shown = [button for button in self._buttons if not button.isHidden()]
        worded = [button for button in shown if button.text() and not button.icon().isNull()]
        labels = [label for label in (self._word, self._title) if label.text()]
        least = _MARGINS[0] + _MARGINS[2] + _ICON_SIZE.width() + _GAP
        least += sum(label.minimumSizeHint().width() + _SPACING for label in labels)
        least += len(shown) * (_BUTTON_WIDTH + _GAP)
        least += sum(button.fontMetrics().horizontalAdvance(button.text()) + _BUTTON_PADDING for button in worded)
        beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        style = beside if least <= self.contentsRect().width() else alone
        for button in worded:
            if button.toolButtonStyle() is not style:
                button.setToolButtonStyle(style)

    def _place(self) -> None:
        self._shorten_buttons()
        text = self._beside.text()
        titles = (self._word, self._title, self._subtitle)
        taken = sum(label.sizeHint().width() + _SPACING for label in titles if label.text())
        buttons = sum(button.sizeHint().width() + _GAP for button in self._buttons if not button.isHidden())
        room = self.contentsRect().width() - _MARGINS[0] - _MARGINS[2] - _ICON_SIZE.width() - _GAP - buttons
        beside = not text or taken + self._beside.fontMetrics().horizontalAdvance(text) <= room
        self._beside.setVisible(beside)
        self._below.setVisible(not beside)


def set_icon(button: QToolButton, icon: QIcon) -> None:
    """Set the icon of a button, unless the button has it already: Qt requests a new layout each time."""
    if button.icon().cacheKey() != icon.cacheKey():
        button.setIcon(icon)
