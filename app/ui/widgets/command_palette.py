"""Command palette: commands, robots and topics, found by a few letters and chosen without the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken
from typing_extensions import override

from app.ui.base.text import listed, say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes
from app.ui.widgets.fuzzy_search import FuzzyIndex
from app.ui.widgets.row_delegates import RowDelegate
from app.wording.ui.widgets import WidgetsWording

# more than a screen of entries is not read
MAX_SHOWN: Final = 60

_ROWS: Final = 11
_WIDTH: Final = 620
_MARGIN: Final = 10
_ICON: Final = 16

_STEPS: Final = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: 1 - _ROWS,
    Qt.Key.Key_PageDown: _ROWS - 1,
}

_ENTRY: Final = int(Qt.ItemDataRole.UserRole)


class PaletteEntry(NamedTuple):
    """Entry of the palette: its name, its kind or shortcut at the right, its icon, and its function.

    `key` is the lasting name by which it is remembered; empty if it is not. `words` are found as the name is, but not
    shown.
    """

    text: str
    detail: str
    icon: QIcon
    run: Callable[[], object]
    key: str = ""
    words: str = ""


class CommandPalette(QFrame):
    """Overlay with a search field and a list of entries; `open` it once.

    It lies over a window, as not every system lets a program place a window of its own. It closes by Escape, when
    another widget gets the focus, and before it runs the chosen entry.

    Signals:
        chosen: the PaletteEntry that is run.

    Args:
        at_first: what is listed before anything is typed; the first entries if not given.
    """

    chosen: Final = Signal(object)

    def __init__(
        self,
        entries: Sequence[PaletteEntry],
        themes: Themes,
        window: QWidget,
        at_first: Sequence[PaletteEntry] | None = None,
    ) -> None:
        super().__init__(window)
        self._at_first = entries[:MAX_SHOWN] if at_first is None else at_first
        self.setProperty("overlay", True)
        self.setAutoFillBackground(True)
        self._before = window.focusWidget()
        self.setObjectName("palette")
        self.setAccessibleName(say(WidgetsWording.COMMAND_PALETTE()))
        self._entries = entries
        self._haystack = FuzzyIndex(f"{entry.text} {entry.detail} {entry.words}" for entry in entries)
        self.field = _Field()
        self.field.setPlaceholderText(say(WidgetsWording.TYPE_A_COMMAND_A()))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.stepped.connect(self._move)
        self.field.entered.connect(self._choose_current)
        self.field.escaped.connect(self._give_back_focus)
        self.field.left.connect(self._leave)
        self.model = _Model(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.accessibleName())
        self.list.setItemDelegate(_Delegate(themes, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.nothing = QLabel(say(WidgetsWording.NO_MATCHES()))
        self.nothing.setProperty("muted", True)
        self.nothing.setContentsMargins(_MARGIN, 4, _MARGIN, 6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.field)
        layout.addWidget(self.nothing)
        layout.addWidget(self.list)
        self.field.textChanged.connect(self._search)
        self.list.clicked.connect(self._choose)
        self._search("")

    def open(self) -> None:
        """Show the palette in the upper middle of its window."""
        window = self.window()
        self.setFixedWidth(min(_WIDTH, window.width() - 40))
        self._fit()
        self.move((window.width() - self.width()) // 2, 60)
        self.raise_()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _give_back_focus(self) -> None:
        # this takes the focus from the field, and so closes the palette
        if self._before is not None and Shiboken.isValid(self._before):
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self._leave()

    def _leave(self) -> None:
        if self.isVisible():
            self.hide()
            self.deleteLater()

    def _move(self, step: int) -> None:
        rows = self.model.rowCount()
        if not rows:
            return
        row = self.list.currentIndex().row() + step
        # a single step wraps around at an end, a page stops there
        row = row % rows if abs(step) == 1 else min(max(row, 0), rows - 1)
        self.list.setCurrentIndex(self.model.index(row))

    def _search(self, query: str) -> None:
        found = [self._entries[index] for index in self._haystack.search(query, MAX_SHOWN)]
        self.model.show(found if query.strip() else self._at_first)
        self.list.setCurrentIndex(self.model.index(0))
        self.list.setVisible(self.model.rowCount() > 0)
        self.nothing.setVisible(self.model.rowCount() == 0)
        self._fit()

    def _fit(self) -> None:
        """Make the list as high as its entries, up to `_ROWS` of them and to what the window has room for."""
        rows = min(self.model.rowCount(), _ROWS)
        height = self.list.sizeHintForRow(0) * rows + 2 * self.list.frameWidth()
        self.list.setFixedHeight(max(min(height, self.window().height() - 160), 1))
        self.adjustSize()

    def _choose_current(self) -> None:
        self._choose(self.list.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        entry = index.data(_ENTRY)
        if entry is not None:
            self._give_back_focus()
            self.chosen.emit(entry)
            entry.run()


class _Field(QLineEdit):
    """Search field, which keeps the focus; keys that select a row go on to the list.

    Signals:
        stepped: a key selects the row so many rows further down.
        entered, escaped: Enter or Escape was pressed.
        left: another widget of the window got the focus.
    """

    stepped: Final = Signal(int)
    entered: Final = Signal()
    escaped: Final = Signal()
    left: Final = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit a signal for keys that are none of the text's."""
        key = event.key()
        if key in _STEPS:
            self.stepped.emit(_STEPS[Qt.Key(key)])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit `left`, unless another window or a menu got the focus."""
        super().focusOutEvent(event)
        reasons = Qt.FocusReason
        if event.reason() not in {reasons.ActiveWindowFocusReason, reasons.PopupFocusReason}:
            self.left.emit()


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._shown: Sequence[PaletteEntry] = ()

    def show(self, entries: Sequence[PaletteEntry]) -> None:
        """Show entries."""
        self.beginResetModel()
        self._shown = entries
        self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own
        return 0 if parent.isValid() else len(self._shown)

    @override
    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        entry = self._shown[index.row()]
        if role == _ENTRY:
            return entry
        return listed((entry.text, entry.detail)) if role == Qt.ItemDataRole.AccessibleTextRole else None


class _Delegate(RowDelegate):
    """Delegate that paints icon and name, and the detail at the right."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        del index
        return QSize(0, option.fontMetrics.height() + 14)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, rect = self._themes.current, option.rect
        selected = self.paint_ground(painter, option)
        entry: PaletteEntry = index.data(_ENTRY)
        size = grown(_ICON)
        entry.icon.paint(painter, rect.left() + _MARGIN, rect.top() + (rect.height() - size) // 2, size, size)
        inner = rect.adjusted(2 * _MARGIN + size, 0, -_MARGIN, 0)
        metrics = QFontMetrics(option.font)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        detail = metrics.elidedText(entry.detail, Qt.TextElideMode.ElideRight, inner.width() // 3)
        # on the background of a selected row the muted colour is too faint
        painter.setPen(theme.color("text" if selected else "muted"))
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight), detail)
        room = inner.width() - metrics.horizontalAdvance(detail) - 2 * _MARGIN
        painter.setPen(theme.color("text"))
        text = metrics.elidedText(entry.text, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignLeft), text)
