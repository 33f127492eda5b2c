"""Combo boxes: one that can be narrow, one that ignores the wheel, and a delegate that edits cells by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from app.ui.base.text import plain_tip

# in pixels, beside the room that the style leaves
_MARGIN = 2

# between an icon and the text, as styles have it
_ICON_GAP: Final = 4

Index = QModelIndex | QPersistentModelIndex

# in pixels: a dot, a few letters and the arrow
_NARROWEST: Final = 90


class ElidedComboBox(QComboBox):
    """Combo box with elided text. It may be made narrower than its entries by `setMinimumWidth`."""

    def sizeHint(self) -> QSize:
        """Return the room for the entries, with the margin: else the widest would be elided."""
        return super().sizeHint() + QSize(_MARGIN, 0)

    @property
    def drawn_text(self) -> str:
        """The current text, elided to the room that there is."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        text = option.currentText if self.currentIndex() >= 0 else self.placeholderText()
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, part, self).width() - _MARGIN
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + _ICON_GAP
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as Qt does, with the elided text."""
        del event
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.drawn_text
        if self.currentIndex() < 0:
            palette = option.palette
            palette.setBrush(QPalette.ColorRole.ButtonText, palette.placeholderText())
            option.palette = palette
        painter = QPainter(self)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option, painter, self)
        self.style().drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option, painter, self)
        painter.end()


class ComboBoxDelegate(QStyledItemDelegate):
    """Delegate that edits cells with a fixed set of values by a combo box, other cells by a line edit.

    Args:
        choices: returns the values of a cell, none where any text is allowed.
    """

    def __init__(self, choices: Callable[[Index], Sequence[str]], parent: QObject) -> None:
        super().__init__(parent)
        self._choices = choices

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        choices = self._choices(index)
        if not choices:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.addItems(choices)
        # a choice is final: Enter would be one step too many
        box.activated.connect(lambda: self._choose(box))
        # a box that is closed hardly looks like an editor; it has its place only when this returned
        QTimer.singleShot(0, box, box.showPopup)
        return box

    def _choose(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentText(str(index.data()))
        else:
            super().setEditorData(editor, index)

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)


class NoWheelComboBox(ElidedComboBox):
    """Combo box that can't be changed by accident: the wheel scrolls what is around it, a click leaves the keys alone.

    `activated` is emitted for a choice of the operator, not for what `set_choices` shows.
    """

    def __init__(self, name: str, tip: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self.setAccessibleName(name)
        self._tip = tip
        self.setToolTip(tip)
        self.setPlaceholderText(placeholder)
        # an operator who drives by keys goes on with them
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def set_choices(
        self, texts: Sequence[str], current: int, icons: Sequence[QIcon] = (), tips: Sequence[str] = ()
    ) -> None:
        """Set the choices and the current one; -1 for none. An open list is left alone."""
        shown = (*texts, *(icon.cacheKey() for icon in icons), *tips)
        if self.view().isVisible():
            return
        if shown != self._shown:
            self._shown = shown
            self.clear()
            for number, text in enumerate(texts):
                self.addItem(icons[number] if icons else QIcon(), text)
                if tips:
                    self.setItemData(number, plain_tip(tips[number]), Qt.ItemDataRole.ToolTipRole)
        if self.currentIndex() != current:
            self.setCurrentIndex(current)
        # the text of the current choice may be elided
        more = tips[current] if tips and current >= 0 else ""
        tip = plain_tip("\n".join(text for text in (self.currentText(), more, self._tip) if text))
        if tip != self.toolTip():
            self.setToolTip(tip)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow hint: texts without room are elided, the placeholder too."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), _NARROWEST), hint.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the box."""
        event.ignore()
