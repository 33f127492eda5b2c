"""Item delegates that paint rows straight from a model's own function.

That takes a third of the time, or less, that a style needs, which asks the model for each role of each cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QStaticText
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from app.ui.base.text_size import grown
from app.ui.base.theme import EDGE_PX, Themes

# with more texts the cache is cleared
_MAX_TEXTS: Final = 2000
_PLAIN: Final = Qt.TextFormat.PlainText
# names come from the wire; their line breaks must not break the line here
_SPACES: Final = str.maketrans(dict.fromkeys("\t\n\v\f\r\x85\u2028\u2029", " "))

# in pixels: the margin of the titles above, and the line behind them
_FIGURE_MARGIN = 7

# as numbers: the operators of Qt's flags cost more than the painting
_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value

_ICON = 16
_GAP = 5
# in pixels, as of the titles above
_MARGIN = 6
_PADDING = 3
_ELIDE_MIDDLE = Qt.TextElideMode.ElideMiddle
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine)

_LINE_MARGIN: Final = 6
_LINE_ICON: Final = 14

_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)

# in characters: no screen is wider, and laying out megabytes to show their beginning would block it
_LONGEST: Final = 500


class StaticTextCache:
    """Cache of texts in one font: that of the painter which `use_font` got last.

    Attributes:
        gap: pixels between an icon and a text, more with a larger font.
        sign: the size of an icon, in pixels.
    """

    def __init__(self) -> None:
        self.gap = self.sign = 0
        self._font = QFont()
        # with the width and the height of each
        self._known: dict[str, tuple[QStaticText, int, int]] = {}

    def use_font(self, painter: QPainter) -> None:
        """Set the font; clear the cache if the font has changed or there are too many texts."""
        font = painter.font()
        if font != self._font or not self.gap or len(self._known) > _MAX_TEXTS:
            self._font = font
            self._known.clear()
            self.gap = max(_GAP, QFontMetrics(font).horizontalAdvance(" ") + 1)
            self.sign = grown(_ICON)

    def width(self, text: str) -> int:
        """Return the width of a text as it is drawn, in pixels."""
        return (self._known.get(text) or self._prepare(text))[1]

    def draw(self, painter: QPainter, left: int, top: int, height: int, text: str) -> None:
        """Draw a text in the current pen, centred in the height of a line."""
        static, _, tall = self._known.get(text) or self._prepare(text)
        painter.drawStaticText(left, top + (height - tall) // 2, static)

    def _prepare(self, text: str) -> tuple[QStaticText, int, int]:
        static = QStaticText(text.translate(_SPACES))
        static.setTextFormat(_PLAIN)
        static.prepare(font=self._font)
        size = static.size()
        known = self._known[text] = (static, round(size.width()), round(size.height()))
        return known


class FigureSource(Protocol):
    """Model of figures. Implemented by item models, hence no abstract base class."""

    def figure(self, index: QModelIndex | QPersistentModelIndex) -> tuple[str, bool]:
        """Return the text of a cell and whether it is old."""


class RowDelegate(QStyledItemDelegate):
    """Delegate that paints cells on the row's background."""

    def __init__(self, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._themes = themes

    def paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> bool:
        """Paint the background of a selected row, or of one below the mouse; return whether it is selected."""
        state = option.state.value
        if state & (_SELECTED | _HOVERED):
            ground = "selection" if state & _SELECTED else "hover"
            painter.fillRect(option.rect, self._themes.current.color(ground))
        return bool(state & _SELECTED)


class FigureDelegate(RowDelegate):
    """Delegate that paints right-aligned text."""

    def __init__(self, source: FigureSource, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        self._source = source
        self._texts = StaticTextCache()

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        text, old = self._source.figure(index)
        selected, rect = self.paint_ground(painter, option), option.rect
        if text:
            self.use_font(painter)
            painter.setPen(self._themes.current.color("muted" if old and not selected else "text"))
            self.draw(painter, rect.left() + rect.width(), rect.width(), rect.top(), rect.height(), text)

    def use_font(self, painter: QPainter) -> None:
        """Use the font of a painter for `draw`."""
        self._texts.use_font(painter)

    def draw(self, painter: QPainter, right: int, room: int, top: int, height: int, text: str) -> None:
        """Draw a figure in the current pen, in a cell that is `room` wide and ends before `right`."""
        texts, room = self._texts, max(room - 2 * _FIGURE_MARGIN, 0)
        if texts.width(text) > room:
            # the end of a number without its beginning would be another number
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
            if not text:
                return
        texts.draw(painter, right - _FIGURE_MARGIN - texts.width(text), top, height, text)


class EntryContent(NamedTuple):
    """The contents of a cell with words: an icon at the left end, then lead, text and tail in a row.

    Attributes:
        lead: muted text before the main text; elided first.
        text: the main text.
        tail: muted text behind the main text.
        badge: text in a frame at the right end.
        origin: icon and name of the robot, before the badge; the name is elided before the main text.
        muted: whether the main text is muted too.
        edge: #rrggbb of a bar at the left edge of the whole row; empty for none.
        kind: a second icon, behind the first.
    """

    icon: QIcon | None
    lead: str
    text: str
    tail: str = ""
    badge: str = ""
    origin: tuple[QIcon, str] | None = None
    muted: bool = False
    edge: str = ""
    kind: QIcon | None = None


class EntrySource(Protocol):
    """Model of words. Implemented by item models, hence no abstract base class."""

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> EntryContent:
        """Return the contents of a cell."""


class EntryDelegate(RowDelegate):
    """Delegate that paints an icon and words."""

    def __init__(self, source: EntrySource, themes: Themes, parent: QObject) -> None:
        super().__init__(themes, parent)
        self._source = source
        self._texts = StaticTextCache()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of one line, which is that of all rows."""
        del index
        return QSize(10 * _ICON, row_height(option.fontMetrics))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        selected = self.paint_ground(painter, option)
        self.use_font(painter)
        self.draw(painter, option.rect, index, selected=selected)

    def use_font(self, painter: QPainter) -> None:
        """Use the font of a painter for `draw`."""
        self._texts.use_font(painter)

    def draw(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, *, selected: bool
    ) -> None:
        """Draw a cell without its background. Where it is selected no text is muted: that could not be read."""
        entry = self._source.entry(index)
        if entry.edge:
            painter.fillRect(QRect(0, rect.top(), EDGE_PX, rect.height()), QColor(entry.edge))
        size, left, right = self._texts.sign, rect.left() + _MARGIN, rect.right() - _MARGIN
        if right - left < size:
            # nothing fits, and the cells beside must not be painted over
            return
        for icon in (entry.icon, entry.kind):
            if icon is not None:
                icon.paint(painter, QRect(left, rect.center().y() - size // 2 + 1, size, size))
                left += size + self._texts.gap
        if entry.badge and right - left > self._texts.width(entry.badge) + 8 * _GAP:
            right = self._paint_badge(painter, rect, right, entry.badge)
        if entry.origin is not None:
            needed = left + self._texts.width(entry.text) + _GAP
            room = QRect(needed, rect.top(), right - needed, rect.height())
            if room.width() > size:
                right = self._paint_origin(painter, room, *entry.origin, "text" if selected else "muted")
        self._paint_words(
            painter, QRect(left, rect.top(), right - left, rect.height()), entry, "text" if selected else "muted"
        )

    def _paint_words(self, painter: QPainter, room: QRect, entry: EntryContent, muted: str) -> None:
        texts, theme = self._texts, self._themes.current
        left, top, space, height = room.left(), room.top(), room.width(), room.height()
        if space <= 0:
            return
        text = self._fitted(painter, entry.text, space)
        width = min(texts.width(text), space)
        if entry.lead and width < space:
            lead = self._fitted(painter, entry.lead, space - width)
            painter.setPen(theme.color(muted))
            texts.draw(painter, left, top, height, lead)
            left += texts.width(lead)
        painter.setPen(theme.color(muted if entry.muted else "text"))
        texts.draw(painter, left, top, height, text)
        left += width + 2 * _GAP
        if entry.tail and left < room.right():
            tail = self._fitted(painter, entry.tail, room.right() - left, Qt.TextElideMode.ElideRight)
            painter.setPen(theme.color(muted))
            texts.draw(painter, left, top, height, tail)

    def _fitted(self, painter: QPainter, text: str, room: int, mode: Qt.TextElideMode = _ELIDE_MIDDLE) -> str:
        """Return the text, elided if it has no room."""
        return text if self._texts.width(text) <= room else painter.fontMetrics().elidedText(text, mode, room)

    def _paint_origin(self, painter: QPainter, room: QRect, sign: QIcon, name: str, color: str) -> int:
        """Draw icon and name of the robot; return the right end of the words.

        The name takes at most half of the room that the main text leaves.
        """
        size = self._texts.sign
        name = self._fitted(painter, name, max(room.width() - size, 0) // 2)
        width = self._texts.width(name)
        painter.setPen(self._themes.current.color(color))
        self._texts.draw(painter, room.right() - width, room.top(), room.height(), name)
        left = room.right() - width - size
        sign.paint(painter, QRect(left, room.center().y() - size // 2 + 1, size, size))
        return left - _GAP

    def _paint_badge(self, painter: QPainter, rect: QRect, right: int, text: str) -> int:
        """Draw the badge; return the right end of the words."""
        width = self._texts.width(text) + 4 * _GAP
        frame = QRect(right - width, rect.top() + 2, width, rect.height() - 4)
        color = self._themes.current.color("accent")
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(color)
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        painter.setPen(self._themes.current.color("text"))
        painter.drawText(frame, _MIDDLE, text)
        painter.restore()
        return frame.left() - _GAP


def row_height(metrics: QFontMetrics) -> int:
    """Return the height of a row of words, in pixels."""
    return max(grown(_ICON), metrics.height()) + 2 * _PADDING


class LineCell(NamedTuple):
    """Text in the colour of a theme's role, behind an icon if it has one."""

    text: str
    role: str
    icon: str = ""


class LineDelegate(RowDelegate):
    """Delegate that paints an icon and a text; `cell_of` returns the contents of a cell."""

    def __init__(
        self, cell_of: Callable[[QModelIndex | QPersistentModelIndex], LineCell], themes: Themes, parent: QObject
    ) -> None:
        super().__init__(themes, parent)
        self._cell_of = cell_of

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of one line, which is that of all rows."""
        del index
        return QSize(10 * _LINE_ICON, row_height(option.fontMetrics))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        selected, rect = self.paint_ground(painter, option), option.rect
        cell = self._cell_of(index)
        left, width = rect.left() + _LINE_MARGIN, rect.width() - 2 * _LINE_MARGIN
        if cell.icon:
            size = grown(_LINE_ICON)
            icon_rect = QRect(left, rect.center().y() - size // 2 + 1, size, size)
            self._themes.icon(cell.icon, cell.role).paint(painter, icon_rect)
            left, width = left + size + _LINE_MARGIN, width - size - _LINE_MARGIN
        if not cell.text or width <= 0:
            return
        # muted and coloured texts could not be read on the background of a selection
        painter.setPen(self._themes.current.color("text" if selected else cell.role))
        text = painter.fontMetrics().elidedText(cell.text[:_LONGEST], Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, rect.top(), width, rect.height()), _FLAGS, text)
