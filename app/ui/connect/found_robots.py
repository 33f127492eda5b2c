"""The robots that announce themselves in the network, listed while it is visible. No connection is opened by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.model.discovery import FoundRobot, FoundRobots
from app.ui.base.text import followed, format_age, letter_start, say
from app.ui.base.theme import Themes
from app.ui.widgets.item_views import name_list
from app.wording.ui.connect import ConnectWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.robot_finder import RobotFinder

OWNER: Final = "found robots"

_NAME: Final = 0
_ADDRESS: Final = 1
_VERSION: Final = 2
_HEARD: Final = 3

_ROWS: Final = 3
_INTERVAL_MS: Final = 250

# of the 76 digits of the names that robots announce
_LONGEST_NAME: Final = 16
_HEAD: Final = 8
_TAIL: Final = 4

_URI: Final = Qt.ItemDataRole.UserRole


class FoundRobotsList(QWidget):
    """List of the robots found in the network.

    Args:
        name_of: returns the operator's name for the robot at an address; empty where it has none.

    Signals:
        picked: the address of the robot that was clicked.
        decided: the address of the robot that was double-clicked, or chosen by Enter.
    """

    picked: Final = Signal(str)
    decided: Final = Signal(str)

    def __init__(
        self,
        finder: RobotFinder,
        themes: Themes,
        name_of: Callable[[str], str],
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._finder = finder
        self._themes = themes
        self._name_of = name_of
        self._clock = clock
        self._items: dict[tuple[str, str], QTreeWidgetItem] = {}
        self.list = QTreeWidget()
        self.list.setHeaderLabels(
            [
                say(ConnectWording.ROBOTS_FOUND()),
                say(ConnectWording.ADDRESS_WORD()),
                say(ConnectWording.VERSION()),
                say(ConnectWording.LAST_SEEN()),
            ]
        )
        self.list.headerItem().setTextAlignment(_HEARD, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.list.setRootIsDecorated(False)
        name_list(self.list, say(ConnectWording.ROBOTS_FOUND()))
        self.list.setUniformRowHeights(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_HEARD, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(_HEARD, self.fontMetrics().horizontalAdvance("00 min ago") + 16)
        self.list.setFixedHeight(self._height())
        self.list.itemClicked.connect(lambda item: self.picked.emit(item.data(_NAME, _URI)))
        self.list.currentItemChanged.connect(self._pick)
        self.list.itemActivated.connect(lambda item: self.decided.emit(item.data(_NAME, _URI)))
        self.nothing = QLabel()
        self.nothing.setWordWrap(True)
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing.setProperty("muted", True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        # in the place of the rows
        QVBoxLayout(self.list.viewport()).addWidget(self.nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Start to search."""
        super().showEvent(event)
        self._finder.watch(OWNER, wanted=True)
        self._timer.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop to search."""
        super().hideEvent(event)
        self._timer.stop()
        self._finder.watch(OWNER, wanted=False)

    def refresh(self) -> None:
        """Show the robots found so far; rows keep their order."""
        found = self._finder.found
        now = self._clock()
        known = {(robot.name, robot.uri): robot for robot in found.robots}
        for key in [key for key in self._items if key not in known]:
            self.list.takeTopLevelItem(self.list.indexOfTopLevelItem(self._items.pop(key)))
        for key, robot in known.items():
            item = self._items.get(key)
            if item is None:
                item = self._items[key] = self._make(robot)
            self._fill(item, robot, now)
        self._explain(found)
        self.nothing.setVisible(not self._items)

    def _make(self, robot: FoundRobot) -> QTreeWidgetItem:
        item = QTreeWidgetItem()
        item.setData(_NAME, _URI, robot.uri)
        item.setIcon(_NAME, self._themes.icon("robot", "muted"))
        item.setTextAlignment(_HEARD, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.list.addTopLevelItem(item)
        return item

    def _fill(self, item: QTreeWidgetItem, robot: FoundRobot, now: float) -> None:
        name = self._name_of(robot.uri)
        tip = say(ConnectWording.ITS_OWN_NAME_IS(name=robot.name))
        # whole seconds: tenths are too fast to read
        heard = say(ConnectWording.AGO(age=format_age(int(now - robot.heard_s)).replace(".0 ", " ")))
        texts = (name or shortened_name(robot.name), robot.host, robot.version or "\N{EN DASH}", heard)
        for column, text in enumerate(texts):
            if item.text(column) != text:
                item.setText(column, text)
        if item.toolTip(_NAME) != tip:
            item.setToolTip(_NAME, tip)
            item.setToolTip(_ADDRESS, robot.uri)

    def _explain(self, found: FoundRobots) -> None:
        ignored = ""
        if found.ignored:
            ignored = say(ConnectWording.BROADCASTS_IGNORED(count=f"{found.ignored:,}"))
        self.setToolTip(ignored)
        if found.problem:
            text = followed(say(ConnectWording.NOT_FINDING(problem=found.problem)), say(found.tip))
        elif found.listening_for:
            none = say(ConnectWording.NONE_FOUND(sign=found.listening_for))
            text = followed(none, say(ConnectWording.ONLY_SOME_KINDS()))
        else:
            text = say(ConnectWording.LOOKING())
        if self.nothing.text() != text:
            self.nothing.setText(text)

    def _height(self) -> int:
        sample = QTreeWidgetItem(["0", "0", "0", "0"])
        sample.setIcon(_NAME, self._themes.icon("robot", "muted"))
        self.list.addTopLevelItem(sample)
        row = self.list.sizeHintForRow(0)
        self.list.takeTopLevelItem(0)
        return self.list.header().sizeHint().height() + row * _ROWS + 2 * self.list.frameWidth() + 2

    def _pick(self, item: QTreeWidgetItem | None) -> None:
        # a row that becomes current because the one before it went was not picked by the operator
        if item is not None and self.list.hasFocus():
            self.picked.emit(item.data(_NAME, _URI))


def shortened_name(name: str) -> str:
    """Return the announced name of a robot, shortened to fit."""
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[: letter_start(name, _HEAD)]}…{name[letter_start(name, len(name) - _TAIL) :]}"
