"""Item delegate that paints an icon and words straight from a model's own function."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from app.ui.base.theme import Themes
from app.ui.widgets.prepared_texts import StaticTextCache

_ICON = 16
_GAP = 5
# in pixels, as of the titles above
_MARGIN = 6
_PADDING = 3
_ELIDE_MIDDLE = Qt.TextElideMode.ElideMiddle
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine)

_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value


class EntryContent(Protocol):
    """Contents of a cell, such as `app.ui.topics.topic_cells.TopicTextCell`."""

    @property
    def icon(self) -> QIcon | None:
        """Icon at the left end."""

    @property
    def lead(self) -> str:
        """Muted text before the main text; elided first."""

    @property
    def text(self) -> str:
        """Main text."""

    @property
    def tail(self) -> str:
        """Muted text behind the main text."""

    @property
    def badge(self) -> str:
        """Text in a frame at the right end."""

    @property
    def origin(self) -> tuple[QIcon, str] | None:
        """Icon and name of the robot, before the badge; the name is elided before the main text."""

    @property
    def muted(self) -> bool:
        """Whether the main text is muted too."""


class EntrySource(Protocol):
    """Model of words. Implemented by item models, hence no abstract base class."""

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> EntryContent:
        """Return the contents of a cell."""


class EntryDelegate(QStyledItemDelegate):
    """Delegate that paints an icon and words on the row's background."""

    def __init__(self, source: EntrySource, themes: Themes, parent: QObject) -> None:
        super().__init__(parent)
        self._source = source
        self._themes = themes
        self._texts = StaticTextCache()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of one line, which is that of all rows."""
        del index
        return QSize(10 * _ICON, row_height(option.fontMetrics))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme = self._themes.current
        state, rect = option.state.value, option.rect
        if state & _SELECTED:
            painter.fillRect(rect, theme.color("selection"))
        elif state & _HOVERED:
            painter.fillRect(rect, theme.color("hover"))
        self.use_font(painter)
        self.draw(painter, rect, index, selected=bool(state & _SELECTED))

    def use_font(self, painter: QPainter) -> None:
        """Use the font of a painter for `draw`."""
        self._texts.use_font(painter)

    def draw(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, *, selected: bool
    ) -> None:
        """Draw a cell without its background. Where it is selected no text is muted: that could not be read."""
        entry = self._source.entry(index)
        left, right = rect.left() + _MARGIN, rect.right() - _MARGIN
        if right - left < _ICON:
            # nothing fits, and the cells beside must not be painted over
            return
        if entry.icon is not None:
            entry.icon.paint(painter, QRect(left, rect.center().y() - _ICON // 2 + 1, _ICON, _ICON))
            left += _ICON + _GAP
        if entry.badge and right - left > self._texts.width(entry.badge) + 8 * _GAP:
            right = self._paint_badge(painter, rect, right, entry.badge)
        if entry.origin is not None:
            needed = left + self._texts.width(entry.text) + _GAP
            room = QRect(needed, rect.top(), right - needed, rect.height())
            if room.width() > _ICON:
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
        name = self._fitted(painter, name, max(room.width() - _ICON, 0) // 2)
        width = self._texts.width(name)
        painter.setPen(self._themes.current.color(color))
        self._texts.draw(painter, room.right() - width, room.top(), room.height(), name)
        left = room.right() - width - _ICON
        sign.paint(painter, QRect(left, room.center().y() - _ICON // 2 + 1, _ICON, _ICON))
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
    return max(_ICON, metrics.height()) + 2 * _PADDING
