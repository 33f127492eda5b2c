"""Dialog with the robots and topic names in a file, to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import format_count, translate

if TYPE_CHECKING:
    from app.session.addresses import NamedRobot, NamesFile

_WIDTH: Final = 460
_CHECKABLE: Final = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsUserCheckable
    | Qt.ItemFlag.ItemNeverHasChildren
)


class NamesFileDialog(QDialog):
    """Dialog to choose names from a file.

    Signals:
        chosen: the address of a robot, empty if there is none to choose, and the list of the names that are checked.
    """

    chosen: Final = Signal(str, object)

    def __init__(self, file: str, found: NamesFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Names", "From {file}").format(file=file))
        self._found = found
        self._robots = [robot for robot in found.robots if robot.uri]
        self.robot = QComboBox()
        caption = QLabel(translate("Names", "&Engine"))
        caption.setBuddy(self.robot)
        for robot in self._robots:
            self.robot.addItem(f"{robot.name or robot.kind}  \N{EN DASH}  {robot.uri}")
        for widget in (caption, self.robot):
            widget.setVisible(bool(self._robots))
        self.others = QLabel(self._words_of_others())
        self.others.setProperty("muted", True)
        self.others.setWordWrap(True)
        self.others.setTextFormat(Qt.TextFormat.PlainText)
        self.others.setVisible(bool(self.others.text()))
        self.names = QTreeWidget()
        self.names.setHeaderHidden(True)
        self.names.setRootIsDecorated(False)
        self.names.setUniformRowHeights(True)
        self.all, self.none = QPushButton(translate("Names", "&All")), QPushButton(translate("Names", "&None"))
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.take = QPushButton(translate("Names", "Take these"))
        self.take.setProperty("primary", True)
        self.take.setDefault(True)
        self.buttons.addButton(self.take, QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out(caption)
        self._fill()
        self.robot.currentIndexChanged.connect(self._fill)
        self.all.clicked.connect(lambda: self._check_all(checked=True))
        self.none.clicked.connect(lambda: self._check_all(checked=False))
        self.names.itemChanged.connect(self._tell_count)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    @property
    def checked(self) -> list[str]:
        """The names that are checked."""
        return [item.text(0) for item in self._items if item.checkState(0) is Qt.CheckState.Checked]

    def accept(self) -> None:
        """Emit the choice, and close."""
        robot = self._robot
        self.chosen.emit(robot.uri if robot is not None else "", self.checked)
        super().accept()

    # internals

    @property
    def _items(self) -> list[QTreeWidgetItem]:
        items = (self.names.topLevelItem(row) for row in range(self.names.topLevelItemCount()))
        return [item for item in items if item is not None]

    @property
    def _robot(self) -> NamedRobot | None:
        return self._robots[self.robot.currentIndex()] if self._robots else None

    def _lay_out(self, caption: QLabel) -> None:
        line = QHBoxLayout()
        for button in (self.all, self.none):
            button.setAutoDefault(False)
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(self.count)
        topics = QLabel(translate("Names", "&Topics to read"))
        topics.setBuddy(self.names)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for widget in (caption, self.robot, self.others, topics, self.names):
            layout.addWidget(widget)
        layout.addLayout(line)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(_WIDTH)

    def _words_of_others(self) -> str:
        """Return the kinds of robots that can't be read."""
        kinds = sorted({robot.kind or robot.name for robot in self._found.robots if not robot.uri})
        return translate("Names", "Can't be read: {kinds}").format(kinds=", ".join(kinds)) if kinds else ""

    def _fill(self) -> None:
        """Check the names of the selected robot; all names that belong to no other robot, too."""
        robot = self._robot
        others = {name for each in self._found.robots if each is not robot for name in each.names}
        self.names.clear()
        for name in self._found.names:
            item = QTreeWidgetItem(self.names, [name])
            item.setFlags(_CHECKABLE)
            own = name not in others or (robot is not None and name in robot.names)
            item.setCheckState(0, Qt.CheckState.Checked if own else Qt.CheckState.Unchecked)
        for button in (self.all, self.none):
            button.setEnabled(bool(self._found.names))
        self._tell_count()

    def _check_all(self, *, checked: bool) -> None:
        for item in self._items:
            item.setCheckState(0, Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)

    def _tell_count(self) -> None:
        if not self._found.names:
            self.count.setText(translate("Names", "The file names no topics: type them in."))
            return
        text = translate("Names", "{count} of {all} chosen")
        self.count.setText(text.format(count=format_count(len(self.checked)), all=format_count(len(self._items))))
