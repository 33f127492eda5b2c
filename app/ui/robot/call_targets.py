"""The services and topics of a robot, to choose what to call or publish."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSortFilterProxyModel, QStringListModel, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.item_views import NameList
from app.ui.widgets.text_fields import FilterField
from app.wording.ui.robot import CallsWording

SERVICES: Final = 0
TOPICS: Final = 1


class CallTargets(QWidget):
    """List of services and list of topics, one of which is shown.

    Signals:
        chosen: the chosen name has changed.
    """

    chosen: Final = Signal()

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[Sequence[str], Sequence[str]] = ((), ())
        self._chosen = ""
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab(say(CallsWording.SERVICES()))
        self.tabs.addTab(say(CallsWording.TOPICS()))
        self.filter = FilterField(themes, say(CallsWording.FILTER_BY_NAME()))
        self.names = QStringListModel(self)
        self.shown = QSortFilterProxyModel(self)
        self.shown.setSourceModel(self.names)
        self.shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.list = NameList(self.shown, say(CallsWording.SERVICES_AND_TOPICS()))
        self.filter.filtered = self.list
        self.list.copy_requested.connect(lambda: QGuiApplication.clipboard().setText(self.name))
        self.none = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.none.setProperty("muted", True)
        self.none.setWordWrap(True)
        line = QHBoxLayout()
        line.addWidget(self.tabs)
        line.addWidget(self.filter, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.none, 1)
        self.tabs.currentChanged.connect(self._fill)
        self.filter.textChanged.connect(self._apply_filter)
        self.list.selectionModel().currentChanged.connect(self._emit_chosen)
        self._show_none()

    @property
    def page(self) -> int:
        """The page that is shown: SERVICES or TOPICS."""
        return self.tabs.currentIndex()

    @property
    def name(self) -> str:
        """The chosen name; empty if none is."""
        index = self.list.currentIndex()
        return str(index.data()) if index.isValid() else ""

    def set_names(self, services: Sequence[str], topics: Sequence[str]) -> None:
        """Set the names; the chosen one stays if it still exists."""
        self._names = (list(services), list(topics))
        self._fill()

    def choose(self, page: int, name: str) -> None:
        """Choose a service or a topic, whatever the filter."""
        self.filter.clear()
        self.tabs.setCurrentIndex(page)
        names = self.names.stringList()
        if name in names:
            self.list.setCurrentIndex(self.shown.mapFromSource(self.names.index(names.index(name))))

    # internals

    def _fill(self) -> None:
        names, before = list(self._names[self.page]), self.name
        if self.names.stringList() != names:
            self.names.setStringList(names)
            if before in names:
                self.list.setCurrentIndex(self.shown.mapFromSource(self.names.index(names.index(before))))
        self._show_none()
        self._emit_chosen()

    def _emit_chosen(self) -> None:
        chosen = f"{self.page} {self.name}" if self.name else ""
        if chosen != self._chosen:
            self._chosen = chosen
            self.chosen.emit()

    def _apply_filter(self, text: str) -> None:
        self.shown.setFilterFixedString(text.strip())
        self._show_none()

    def _show_none(self) -> None:
        some = bool(self.shown.rowCount())
        self.list.setVisible(some)
        self.none.setVisible(not some)
        if self._names[self.page]:
            self.none.setText(say(CallsWording.NO_NAME_MATCHES()))
        elif self.page == SERVICES:
            self.none.setText(say(CallsWording.NO_SERVICES()))
        else:
            self.none.setText(say(CallsWording.NO_TOPICS()))
