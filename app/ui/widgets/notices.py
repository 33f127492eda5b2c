"""Notices: a row with an icon, a title and a tip; an offer; lists of such rows; and notices of the window itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import begin_sentence, say
from app.ui.base.theme import Themes
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.menus import MenuButton
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # not needed to show the first window, and slow to load
    from app.model.topics import Topic
    from app.ui.widgets.question_bar import Answer, QuestionBar

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

# in pixels: three rows with tips; more of them scroll
MAX_LIST_HEIGHT = 168


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
        self._place_text()

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below all the rest."""
        self._grid.addWidget(widget, 3, 1, 1, 2)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow hint: titles are elided and buttons lose their texts before anything is cut."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the text beside or below the title, by the width."""
        super().resizeEvent(event)
        self._place_text()

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
        needed = _MARGINS[0] + _MARGINS[2] + _ICON_SIZE.width() + _GAP
        needed += sum(label.minimumSizeHint().width() + _SPACING for label in labels)
        needed += len(shown) * (_BUTTON_WIDTH + _GAP)
        needed += sum(button.fontMetrics().horizontalAdvance(button.text()) + _BUTTON_PADDING for button in worded)
        beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        style = beside if needed <= self.contentsRect().width() else alone
        for button in worded:
            if button.toolButtonStyle() is not style:
                button.setToolButtonStyle(style)

    def _place_text(self) -> None:
        self._shorten_buttons()
        text = self._beside.text()
        titles = (self._word, self._title, self._subtitle)
        used = sum(label.sizeHint().width() + _SPACING for label in titles if label.text())
        buttons = sum(button.sizeHint().width() + _GAP for button in self._buttons if not button.isHidden())
        room = self.contentsRect().width() - _MARGINS[0] - _MARGINS[2] - _ICON_SIZE.width() - _GAP - buttons
        beside = not text or used + self._beside.fontMetrics().horizontalAdvance(text) <= room
        self._beside.setVisible(beside)
        self._below.setVisible(not beside)


def set_icon(button: QToolButton, icon: QIcon) -> None:
    """Set the icon of a button, unless the button has it already: Qt requests a new layout each time."""
    if button.icon().cacheKey() != icon.cacheKey():
        button.setIcon(icon)


class NoticeList(QScrollArea):
    """List with a given number of notices; hidden without any."""

    def __init__(self, prepare: Callable[[Notice, int], None] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prepare = prepare
        self.notices: list[Notice] = []
        self._body = QWidget()
        self._layout = QVBoxLayout(self._body)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addStretch(1)
        self.setWidget(self._body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._body.installEventFilter(self)
        # its buttons can have the focus, and are scrolled to
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVisible(False)

    def set_count(self, count: int) -> list[Notice]:
        """Set the number of notices; return all of them, from the top."""
        while len(self.notices) > count:
            notice = self.notices.pop()
            self._layout.removeWidget(notice)
            notice.deleteLater()
        while len(self.notices) < count:
            notice = Notice()
            self._layout.insertWidget(len(self.notices), notice)
            self.notices.append(notice)
            if self._prepare is not None:
                self._prepare(notice, len(self.notices) - 1)
        self.setVisible(count > 0)
        return self.notices

    def sizeHint(self) -> QSize:
        """Return the height of the notices, up to the limit."""
        width = max(self.viewport().width(), 1)
        height = (
            self._layout.heightForWidth(width) if self._layout.hasHeightForWidth() else self._body.sizeHint().height()
        )
        return QSize(self._body.sizeHint().width(), min(height, MAX_LIST_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the same height: notices matter more than the rest."""
        return QSize(120, self.sizeHint().height())

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Request a new layout when the height of the notices changes."""
        if watched is self._body and event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            self.updateGeometry()
        return False


class OfferNotice(Notice):
    """Notice that can be dismissed, and may offer to do something; hidden until it has something to show.

    Args:
        icon: the name of the icon of a removal.
    """

    def __init__(self, themes: Themes, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._removal_icon = icon
        self._do: Callable[[], object] | None = None
        self._dismissed: Callable[[], object] | None = None
        self.hide()
        self.button.setToolTip(say(WidgetsWording.DISMISS()))
        self.button.setAccessibleName(say(WidgetsWording.DISMISS()))
        self.button.setVisible(True)
        self.button.clicked.connect(self._dismiss)
        self.action.clicked.connect(self._press)
        themes.changed.connect(self._draw)
        self._draw()

    def show_message(self, text: str, *, fault: bool = False, dismissed: Callable[[], object] | None = None) -> None:
        """Show a message; `dismissed` is called when the operator dismisses it."""
        icon, role = ("alert-error", "error") if fault else ("alert-info", "accent")
        word = say(WidgetsWording.NOT_DONE()) if fault else say(WidgetsWording.NOTE())
        self.set_content(self._themes.icon(icon, role), word, self._themes.current.color(role).name(), "", text, "")
        self._offer("", None)
        self._dismissed = dismissed

    def offer(self, text: str, label: str, do: Callable[[], object]) -> None:
        """Show a message with a button that does something."""
        self.show_message(text)
        self._offer(label, do)

    def offer_undo(self, word: str, name: str, undo: Callable[[], object]) -> None:
        """Show what was removed, and offer to undo that."""
        icon = self._themes.icon(self._removal_icon, "muted")
        self.set_content(icon, word, self._themes.current.muted, name, "", "")
        self._offer(say(WidgetsWording.UNDO()), undo)

    def withdraw(self, do: Callable[[], object]) -> None:
        """Hide the notice if it offers to do this."""
        if self._do == do:
            self._do = None
            self.hide()

    def _offer(self, label: str, do: Callable[[], object] | None) -> None:
        self._do, self._dismissed = do, None
        self.setToolTip("")
        self.action.setText(label)
        self.action.setVisible(bool(label))
        self.show()

    def _press(self) -> None:
        do, self._do = self._do, None
        self.hide()
        if do is not None:
            do()

    def _dismiss(self) -> None:
        dismissed, self._dismissed = self._dismissed, None
        self.hide()
        if dismissed is not None:
            dismissed()

    def _draw(self) -> None:
        self.button.setIcon(self._themes.icon("disconnect", "muted"))


class CostNotice(Notice):
    """Notice about the cost of reading a topic; hidden where reading costs nothing."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.hide()

    def show_topic(self, topic: Topic | None) -> None:
        """Show the cost of reading this topic."""
        cost = topic.info.cost if topic is not None and topic.live else ""
        if cost:
            icon = self._themes.icon("alert-warning", "warn")
            word = say(WidgetsWording.TAKES())
            tip = say(WidgetsWording.TAKES_TIP())
            self.set_content(icon, word, self._themes.current.warn, "", cost, tip)
        self.setVisible(bool(cost))


class WindowNotices(QWidget):
    """Notices of the window, each with a key. Nothing waits for an answer to them; hidden without any."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._bars: dict[str, QuestionBar] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 3, 0)
        layout.setSpacing(6)
        self.setVisible(False)

    @property
    def bars(self) -> dict[str, QuestionBar]:
        """The notices that are shown, by key."""
        return {key: bar for key, bar in self._bars.items() if not bar.isHidden()}

    def show_notice(self, key: str, words: str, *answers: Answer, bad: bool = False) -> None:
        """Show a notice, in place of the one with the same key; it stays until an answer or `remove_notice` ends it."""
        # the window is shown before this module is loaded
        from app.ui.widgets.question_bar import QuestionBar  # noqa: PLC0415

        bar = self._bars.get(key)
        if bar is None:
            bar = self._bars[key] = QuestionBar(self._themes)
            bar.dismissed.connect(self._hide_if_empty)
            layout = self.layout()
            assert layout is not None  # noqa: S101 - for the type checker
            layout.addWidget(bar)
        bar.show_message(words, *answers, bad=bad)
        self.setVisible(True)

    def remove_notice(self, key: str) -> None:
        """Remove the notice with this key."""
        if key in self._bars:
            self._bars[key].dismiss()

    def _hide_if_empty(self) -> None:
        self.setVisible(bool(self.bars))
