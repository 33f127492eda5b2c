"""Dialog in which the topics of a recording are chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.model.topics import Topic, TopicKey
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say
from app.ui.widgets.item_views import name_list
from app.wording.ui.record import RecordUiWording

_WIDTH: Final = 560
_HEIGHT: Final = 460
_CHECKABLE: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsUserCheckable
    | Qt.ItemFlag.ItemNeverHasChildren
)
_KEY: Final = Qt.ItemDataRole.UserRole


class RecordTopicsDialog(OrderedDialog):
    """Dialog with a list of topics to check; those that are subscribed to are checked at first.

    Signals:
        chosen: the topics that are to be recorded from now on, a frozen set of keys.
    """

    chosen: Final = Signal(object)

    def __init__(self, topics: Iterable[Topic], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(RecordUiWording.CHOOSE_TITLE()))
        self.filter = QLineEdit(placeholderText=say(RecordUiWording.FILTER()), clearButtonEnabled=True)
        self.filter.setAccessibleName(say(RecordUiWording.FILTER()))
        self.list = QTreeWidget(columnCount=2)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setHeaderLabels([say(RecordUiWording.TOPIC()), say(RecordUiWording.TYPE())])
        name_list(self.list, say(RecordUiWording.TOPICS()))
        for topic in sorted(topics, key=lambda one: (one.key.topic, one.key.connection)):
            item = QTreeWidgetItem(self.list, [topic.key.topic, topic.info.type_name])
            item.setFlags(_CHECKABLE)
            is_looked_at = topic.live and not topic.recorded_only
            item.setCheckState(0, Qt.CheckState.Checked if is_looked_at else Qt.CheckState.Unchecked)
            item.setData(0, _KEY, topic.key)
            item.setToolTip(0, topic.key.connection)
        self.list.resizeColumnToContents(0)
        about = QLabel(say(RecordUiWording.CHOOSE_ABOUT()))
        about.setWordWrap(True)
        self.count = QLabel()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.record = QPushButton(say(RecordUiWording.RECORD()))
        self.record.setDefault(True)
        buttons.addButton(self.record, QDialogButtonBox.ButtonRole.AcceptRole)
        layout = QVBoxLayout(self)
        for widget in (about, self.filter, self.list, self.count, buttons):
            layout.addWidget(widget)
        self.resize(_WIDTH, _HEIGHT)
        self.filter.textChanged.connect(self._show_matching)
        self.list.itemChanged.connect(self._show_count)
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        self._show_count()

    @property
    def keys(self) -> frozenset[TopicKey]:
        """The topics that are checked, also where the filter hides them."""
        return frozenset(item.data(0, _KEY) for item in self._items() if item.checkState(0) is Qt.CheckState.Checked)

    def _items(self) -> list[QTreeWidgetItem]:
        return [item for row in range(self.list.topLevelItemCount()) if (item := self.list.topLevelItem(row))]

    def _show_matching(self, text: str) -> None:
        words = text.casefold().split()
        for item in self._items():
            told = f"{item.text(0)} {item.text(1)}".casefold()
            item.setHidden(not all(word in told for word in words))

    def _show_count(self) -> None:
        count = len(self.keys)
        self.count.setText(say(RecordUiWording.CHOSEN(count=count)))
        self.record.setEnabled(count > 0)

    def _choose(self) -> None:
        self.chosen.emit(self.keys)
        self.accept()
