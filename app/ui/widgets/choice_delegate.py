"""Item delegate that edits a cell by a combo box where the cell has a fixed set of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

Index = QModelIndex | QPersistentModelIndex


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
        box.activated.connect(lambda: self.commitData.emit(box))
        return box

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
