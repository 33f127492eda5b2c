"""The two sides of the benchmark of the tree: the program's panel, and what Qt offers ready-made."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QTreeView, QWidget

from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.text import format_age, format_bandwidth, format_rate
from app.ui.base.theme import Themes
from app.ui.topics.topics_panel import TopicsPanel
from tests.fakes.session import FakeSession, JsonSchema

_SIZE = (900, 1000)
_TYPE = "gazebo.msgs.Any"


class Side(ABC):
    """One way to show topics."""

    window: QWidget

    @abstractmethod
    def filter(self, text: str) -> None:
        """Type this."""

    @abstractmethod
    def receive(self) -> None:
        """Messages came."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the figures of now."""

    def close(self) -> None:
        """End it."""
        self.window.close()
        self.window.deleteLater()

    def show(self) -> None:
        """Once, before it is measured."""
        self.window.resize(*_SIZE)
        self.window.show()
        QApplication.processEvents()


class PanelSide(Side):
    """The program's."""

    def __init__(self, names: Sequence[str], preferences: Preferences) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._session = FakeSession()
        self._session.set_state(ConnectionState.CONNECTED)
        self._session.add_topics(*names, schema=JsonSchema(_TYPE))
        for topic in self._session.topics.store.topics:
            topic.live, topic.rate_hz, topic.bandwidth_bytes_s = True, 100.0, 10_000.0
        self._round = 0
        self._panel = self.window = TopicsPanel(
            self._session.links, self._session.topics, Themes(app, preferences), preferences
        )
        self.show()
        self._panel.refresh(0.0)
        self._panel.tree.expandAll()
        QApplication.processEvents()

    def filter(self, text: str) -> None:
        self._panel.filter.setText(text)

    def receive(self) -> None:
        """Every other topic sends more often than it is looked at, the others seldom; rates are new twice a second."""
        now, self._round = time.monotonic(), self._round + 1
        for number, topic in enumerate(self._session.topics.store.topics):
            topic.messages += 10
            if number % 2 or (number + self._round) % 10 == 0:
                topic.last_arrival_s = now
            if self._round % 5 == 0:
                topic.rate_hz = topic.rate_hz + 0.1 if topic.rate_hz is not None else None

    def refresh(self) -> None:
        self._panel.refresh(time.monotonic())


class NaiveSide(Side):
    """An item for every cell, behind a proxy; every figure is set at each refresh."""

    def __init__(self, names: Sequence[str]) -> None:
        self._figures: list[tuple[QStandardItem, ...]] = []
        model = QStandardItemModel()
        groups: dict[str, QStandardItem] = {}
        for name in names:
            namespace, _, last = name.rpartition("/")
            if namespace not in groups:
                groups[namespace] = QStandardItem(namespace)
                model.appendRow(groups[namespace])
            cells = tuple(QStandardItem() for _ in range(3))
            groups[namespace].appendRow([QStandardItem(last), QStandardItem(_TYPE), *cells])
            self._figures.append(cells)
        self._proxy = QSortFilterProxyModel()
        self._proxy.setSourceModel(model)
        self._proxy.setRecursiveFilteringEnabled(True)
        self._proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._model = model
        self._view = self.window = QTreeView()
        self._view.setUniformRowHeights(True)
        self._view.setModel(self._proxy)
        self.show()
        self._view.expandAll()
        QApplication.processEvents()

    def filter(self, text: str) -> None:
        self._proxy.setFilterFixedString(text)
        self._view.expandAll()

    def receive(self) -> None:
        pass

    def refresh(self) -> None:
        for rate, bandwidth, age in self._figures:
            rate.setText(format_rate(100.0))
            bandwidth.setText(format_bandwidth(10_000.0))
            age.setText(format_age(time.monotonic() % 9.0))
