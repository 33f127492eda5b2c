"""Notices: a row with an icon, a title and a tip; an offer; lists of such rows; and notices of the window itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPaintEvent, QResizeEvent
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

from app.ui.base.text import plain_tip, say
from app.ui.base.text_size import grown, grown_square
from app.ui.base.theme import EDGE_PX, Themes
from app.ui.widgets.labels import ElidedLabel, name_widget
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.tool_button import separate_icon
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # not needed to show the first window, and slow to load
    from app.model.topics import Topic
    from app.ui.widgets.question_bar import Answer, QuestionBar

_ICON_SIZE = 20
_SPACING = 12

_GAP = 8
_MARGINS = (10, 6, 6, 6)

# in pixels, as in the style sheet
_RADIUS = 6

# in characters: an address without its scheme stays readable
_TITLE_CHARACTERS = 26

# in characters: the word of a state without its time
_WORD_CHARACTERS = 13

# in characters: with less room for what stands first, the buttons get a line of their own
_HEAD_CHARACTERS = 16

# in characters: a subtitle with less room is hidden, and in the tool tip of the icon only
_SUBTITLE_CHARACTERS = 12

# in pixels: a button without text, the padding of a text, and between two buttons
_BUTTON_WIDTH = 34
_BUTTON_PADDING = 12
_BUTTON_GAP = 2

# in pixels: narrower notices are cut
_NARROWEST = 150

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
        self._icon_key = 0
        self._word = ElidedLabel()
        self._word.set_min_characters(_WORD_CHARACTERS)
        self._title = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._title.set_min_characters(_TITLE_CHARACTERS)
        self._subtitle = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._subtitle.setProperty("muted", True)
        self._subtitle.hide()
        self._beside = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
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
        self._titles = (self._word, self._title, self._subtitle)
        self._is_card = False
        self._one_line = False
        # of the bar at the left edge; empty for none
        self._edge = ""
        # how many of the titles stand on the first line, and whether the buttons have a line of their own
        self._shape = (len(self._titles), False)
        for button in self._buttons:
            button.setAutoRaise(True)
            button.setVisible(False)
            separate_icon(button)
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

    @property
    def word_is_shown(self) -> bool:
        """Whether the word stands beside the icon, which else says it alone."""
        return not self._word.isHidden()

    @property
    def line_width(self) -> int:
        """Width in which icon, titles, text and buttons stand on one line."""
        titles = [label.sizeHint().width() + _SPACING for label in self._titles if not label.isHidden()]
        buttons = [button.sizeHint().width() + _BUTTON_GAP for button in self._buttons if not button.isHidden()]
        text = self._beside.fontMetrics().horizontalAdvance(self._beside.text()) + _SPACING
        margins = self.contentsMargins()
        around = _MARGINS[0] + _MARGINS[2] + margins.left() + margins.right() + grown(_ICON_SIZE) + 2 * _GAP
        return around + sum(titles) + text + sum(buttons)

    @property
    def least_height(self) -> int:
        """Height of the first line in its frame."""
        return _MARGINS[1] + self._icon.maximumHeight() + _MARGINS[3]

    def keep_to_one_line(self, kept: bool) -> None:  # noqa: FBT001 - a setter
        """Elide the text where it does not fit beside the title, instead of giving it lines of its own."""
        if kept != self._one_line:
            self._one_line = kept
            self._place()

    def begin_with_title(self) -> None:
        """Place the title first. What has no room beside it stands on further lines, the buttons too."""
        self._is_card = True
        self._titles = (self._title, self._word, self._subtitle)
        self._move(*self._shape)

    def set_content(
        self,
        icon: QIcon,
        word: str,
        color: str,
        title: str,
        text: str,
        tip: str,
        *,
        subtitle: str = "",
        by_icon: bool = False,
    ) -> None:
        """Set the contents. Nothing is drawn anew that stays the same.

        Args:
            icon: stands at the left end; its tool tip tells word, title and subtitle in full.
            word: what kind of notice it is, or the state of what it is about.
            color: #rrggbb, of the word.
            title: what the notice is about.
            text: what happened.
            tip: what to do.
            subtitle: more about the title, of a notice that begins with it.
            by_icon: whether the icon alone shows the word.
        """
        text, tip = say(text), say(tip)
        if icon.cacheKey() != self._icon_key:
            self._icon_key = icon.cacheKey()
            self._icon.setPixmap(icon.pixmap(grown_square(_ICON_SIZE), self.devicePixelRatioF()))
        style = f"color: {color};"
        if self._word.styleSheet() != style:
            self._word.setStyleSheet(style)
        values = ((self._word, word), (self._title, title), (self._subtitle, subtitle), (self._tip, tip))
        for label, value in values:
            if label.text() != value:
                label.setText(value)
            # whether there is room for the subtitle is known when it is placed
            if label is not self._subtitle:
                label.setVisible(bool(value) and not (by_icon and label is self._word))
        facts = plain_tip("\n".join(value for value in (word, title, subtitle) if value))
        if self._icon.toolTip() != facts:
            self._icon.setToolTip(facts)
            self._icon.setAccessibleName(word)
        if self._beside.text() != text:
            self._beside.setText(text)
            self._below.setText(text)
        self._place()

    def set_edge(self, color: str) -> None:
        """Draw a bar in this colour (#rrggbb) along the left edge."""
        if color != self._edge:
            self._edge = color
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, and the bar within it."""
        super().paintEvent(event)
        if not self._edge:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QPainterPath()
        card.addRoundedRect(self.rect(), _RADIUS, _RADIUS)
        painter.setClipPath(card)
        painter.fillRect(0, 0, EDGE_PX, self.height(), QColor(self._edge))
        painter.end()

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below all the texts, and below those that were added before."""
        self._added.addWidget(widget)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow hint: titles are elided and buttons lose their texts before anything is cut."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place texts and buttons by the width."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Give the lines the height of another size of text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_line_height()

    def _set_line_height(self) -> None:
        """Have one line of each text stand level with the icon, whatever comes below."""
        height = max(grown(_ICON_SIZE), self.fontMetrics().height())
        for widget in (self._icon, self._word, self._title, self._subtitle, self._beside):
            widget.setFixedHeight(height)
        self._icon.setFixedWidth(grown(_ICON_SIZE))
        for button in self._buttons:
            button.setMaximumHeight(height)

    def _lay_out(self) -> None:
        self._set_line_height()
        for title in self._titles:
            title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._beside.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lines = (QHBoxLayout(), QHBoxLayout())
        for line in self._lines:
            line.setSpacing(_SPACING)
        # in a column of their own each, hidden ones would keep their gaps above what is added below
        self._button_rows = (QHBoxLayout(), QHBoxLayout())
        for row in self._button_rows:
            row.setSpacing(_BUTTON_GAP)
        self._button_rows[1].addStretch(1)
        top = Qt.AlignmentFlag.AlignTop
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(*_MARGINS)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._icon, 0, 0, top)
        grid.addLayout(self._lines[0], 0, 1)
        grid.addLayout(self._button_rows[0], 0, 2, top)
        grid.addLayout(self._lines[1], 1, 1, 1, 2)
        grid.addWidget(self._below, 2, 1, 1, 2)
        grid.addWidget(self._tip, 3, 1, 1, 2)
        self._added = QVBoxLayout()
        self._added.setSpacing(2)
        grid.addLayout(self._added, 4, 1, 1, 2)
        grid.addLayout(self._button_rows[1], 5, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        self._move(*self._shape)

    def _move(self, first: int, stacked: bool) -> None:  # noqa: FBT001 - the two parts of the shape
        """Place so many titles on the first line, the others and the text behind the last of them."""
        self._shape = (first, stacked)
        for line in self._lines:
            while line.count():
                line.takeAt(0)
        for number, label in enumerate((*self._titles, self._beside)):
            split = number >= first and first < len(self._titles)
            self._lines[split].addWidget(label, 1 if label is self._beside else 0)
        for line in self._lines:
            line.addStretch(0)
        for button in self._buttons:
            self._button_rows[stacked].addWidget(button)

    def _shorten_buttons(self) -> None:
        """Show the texts of the buttons as long as the title has its room."""
        shown = [button for button in self._buttons if not button.isHidden()]
        worded = [button for button in shown if button.text() and not button.icon().isNull()]
        labels = [label for label in (self._word, self._title) if not label.isHidden()]
        needed = _MARGINS[0] + _MARGINS[2] + grown(_ICON_SIZE) + _GAP
        needed += sum(label.minimumSizeHint().width() + _SPACING for label in labels)
        needed += _GAP + len(shown) * (_BUTTON_WIDTH + _BUTTON_GAP)
        needed += sum(button.fontMetrics().horizontalAdvance(button.text()) + _BUTTON_PADDING for button in worded)
        beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        style = beside if needed <= self.contentsRect().width() else alone
        for button in worded:
            if button.toolButtonStyle() is not style:
                button.setToolButtonStyle(style)

    def _place(self) -> None:
        self._shorten_buttons()
        titles = [label for label in self._titles if label.text() and (label is self._subtitle or not label.isHidden())]
        used = sum(label.sizeHint().width() + _SPACING for label in titles)
        buttons = [button.sizeHint().width() + _BUTTON_GAP for button in self._buttons if not button.isHidden()]
        whole = self.contentsRect().width() - _MARGINS[0] - _MARGINS[2] - grown(_ICON_SIZE) - _GAP
        room = whole - sum(buttons) - _GAP * bool(buttons)
        if self._is_card and titles:
            first, character = titles[0].sizeHint().width(), self.fontMetrics().averageCharWidth()
            stacked = bool(buttons) and room < min(first, _HEAD_CHARACTERS * character)
            room = whole if stacked else room
            split = len(titles) > 1 and used - _SPACING > room
            if split:
                room, used = whole, used - first - _SPACING
            # a state that is cut is worth less than an address that is
            self._word.setMinimumWidth(min(self._word.sizeHint().width(), room) if split else 0)
            if (shape := (1 if split else len(self._titles), stacked)) != self._shape:
                self._move(*shape)
            subtitle = self._subtitle.sizeHint().width()
            fits = room - used + subtitle >= min(subtitle, _SUBTITLE_CHARACTERS * character)
            self._subtitle.setVisible(fits and bool(self._subtitle.text()))
        text = self._beside.text()
        beside = self._one_line or not text or used + self._beside.fontMetrics().horizontalAdvance(text) <= room
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
        """Return the height of the first line: the others are scrolled to where something else needs the room."""
        line = max((notice.least_height for notice in self.notices[:1]), default=0)
        return QSize(120, min(self.sizeHint().height(), line))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Request a new layout when the height of the notices changes."""
        if watched is self._body and event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            self.updateGeometry()
        return False


class OfferNotice(Notice):
    """Notice that can be dismissed, and may offer to do something; hidden until it has something to show.

    Args:
        icon: the name of the icon of a removal.

    Attributes:
        passing: whether what it shows needs no answer: its owner may hide it after a while.
    """

    def __init__(self, themes: Themes, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._removal_icon = icon
        self.passing = False
        self._do: Callable[[], object] | None = None
        self._dismissed: Callable[[], object] | None = None
        self.hide()
        name_widget(self.button, say(WidgetsWording.DISMISS()))
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

    def offer(self, text: str, label: str, do: Callable[[], object], *, passing: bool = False) -> None:
        """Show a message with a button that does something."""
        self.show_message(text)
        self._offer(label, do, passing=passing)

    def offer_undo(self, word: str, name: str, undo: Callable[[], object]) -> None:
        """Show what was removed, and offer to undo that."""
        icon = self._themes.icon(self._removal_icon, "muted")
        self.set_content(icon, word, self._themes.current.muted, name, "", "")
        self._offer(say(WidgetsWording.UNDO()), undo, passing=True)

    def withdraw(self, do: Callable[[], object]) -> None:
        """Hide the notice if it offers to do this."""
        if self._do == do:
            self._do = None
            self.hide()

    def _offer(self, label: str, do: Callable[[], object] | None, *, passing: bool = False) -> None:
        self._do, self._dismissed = do, None
        self.passing = passing
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
            bar = self._bars[key] = QuestionBar(self._themes, stacks=True)
            bar.dismissed.connect(self._hide_if_empty)
            layout = self.layout()
            assert layout is not None  # noqa: S101 - for the type checker
            layout.addWidget(bar)
        bar.show_message(words, *answers, bad=bad)
        self.setVisible(True)

    def show_note(self, key: str, words: str, *answers: Answer, bad: bool = False) -> None:
        """Show a notice whose last answer is OK, by which it only goes away."""
        from app.ui.widgets.question_bar import Answer  # noqa: PLC0415 - as above

        self.show_notice(key, words, *answers, Answer(say(WidgetsWording.NOTED()), lambda: None), bad=bad)

    def remove_notice(self, key: str) -> None:
        """Remove the notice with this key."""
        if key in self._bars:
            self._bars[key].dismiss()

    def _hide_if_empty(self) -> None:
        self.setVisible(bool(self.bars))
