"""Help > About Teledeck: versions of the program and its parts, and the licences of everything in it."""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Sequence
from typing import Final

import PySide6
from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from app.program.licenses import LicensedPart, license_text, licensed_parts
from app.ui.base import dialogs
from app.ui.base.refresh import Spawn
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.ui.widgets.item_views import name_list
from app.ui.widgets.splitters import KeySplitter
from app.ui.widgets.text_fields import FilterField
from app.version import VERSION, build, source_commit
from app.wording.ui.window import WindowWording

_ICON_SIZE: Final = 64
_SIZE: Final = QSize(760, 520)
_PACKAGES: Final = {
    "deb": "a .deb package",
    "rpm": "an .rpm package",
    "tar": "a .tar archive",
    "wheel": "a wheel",
    "windows": "the installer for Windows",
    "macos": "the disk image for macOS",
}
_APACHE: Final = "https://www.apache.org/licenses/LICENSE-2.0"
_LGPL: Final = "https://www.gnu.org/licenses/lgpl-3.0.html"
_QT: Final = "https://www.qt.io/"


def versions() -> tuple[tuple[str, str], ...]:
    """The names and versions that a problem report should contain, as (name, value)."""
    this_build = build()
    commit = this_build.commit or source_commit()
    screen = QGuiApplication.platformName()
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "")
    facts = (
        (say(WindowWording.VERSION()), VERSION),
        (say(WindowWording.COMMIT()), commit),
        (say(WindowWording.DATE()), this_build.date),
        (say(WindowWording.BUILT_FROM()), _origin(this_build.package)),
        ("Qt", qVersion()),
        ("PySide", PySide6.__version__),
        ("Python", platform.python_version()),
        (say(WindowWording.SYSTEM()), platform.platform()),
        (say(WindowWording.SCREEN()), f"{screen}, {desktop}" if desktop else screen),
    )
    return tuple((name, value) for name, value in facts if value)


def _origin(package: str) -> str:
    if not package:
        return say(WindowWording.SOURCE_CODE())
    return _PACKAGES.get(package, package)


class AboutDialog(OrderedDialog):
    """Dialog with the versions and licences of the program.

    Args:
        spawn: starts the coroutine that reads all licences.
    """

    def __init__(self, themes: Themes, spawn: Spawn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(WindowWording.ABOUT_TELEDECK()))
        self._spawn = spawn
        self._facts = versions()
        self._is_read = False
        self.licenses = LicenseView(themes)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(self.windowTitle())
        self.tabs.tabBar().setAccessibleName(self.windowTitle())
        self.tabs.addTab(self._make_versions(), say(WindowWording.VERSIONS()))
        self.tabs.addTab(self.licenses, say(WindowWording.LICENCES()))
        self.tabs.currentChanged.connect(self._read)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = QPushButton(say(WindowWording.COPY_VERSIONS()))
        self.copy.setToolTip(say(WindowWording.COPY_VERSIONS_TIP()))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(self._make_head())
        layout.addWidget(self.tabs, 1)
        layout.addWidget(buttons)
        dialogs.resize_for_text(self, _SIZE, themes)
        self.copy.setFocus()

    @property
    def text(self) -> str:
        """All versions, a line each."""
        return "\n".join(["Teledeck", *(f"{name}: {value}" for name, value in self._facts)]) + "\n"

    def _make_head(self) -> QHBoxLayout:
        sign = QLabel()
        sign.setPixmap(QGuiApplication.windowIcon().pixmap(_ICON_SIZE, _ICON_SIZE))
        title = QLabel(f"<b>Teledeck {VERSION}</b>")
        words = QLabel(say(WindowWording.ABOUT_TEXT(apache=_APACHE, qt=_QT, lgpl=_LGPL)))
        words.setWordWrap(True)
        words.setOpenExternalLinks(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        column = QVBoxLayout()
        column.addWidget(title)
        column.addWidget(words)
        column.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(column, 1)
        return head

    def _make_versions(self) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(12, 12, 12, 12)
        for name, value in self._facts:
            shown = QLabel(value)
            shown.setWordWrap(True)
            shown.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            form.addRow(name, shown)
        return page

    def _read(self) -> None:
        if self.tabs.currentWidget() is self.licenses and not self._is_read:
            self._is_read = True
            self._spawn(self._read_licenses(), "read the licences")

    async def _read_licenses(self) -> None:
        parts = await asyncio.to_thread(licensed_parts)
        if Shiboken.isValid(self):
            self.licenses.show_parts(parts)


class LicenseView(QWidget):
    """The parts of the program as a filtered list, and the licence text of the selected part."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: dict[int, LicensedPart] = {}
        self.filter = FilterField(themes, say(WindowWording.FILTER_BY_NAME_OR()))
        self.filter.textChanged.connect(self._choose)
        self.list = QTreeWidget()
        name_list(self.list, say(WindowWording.PARTS()))
        self.list.setHeaderLabels([say(WindowWording.PART()), say(WindowWording.VERSION())])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.currentItemChanged.connect(self._show)
        self.name = QLabel(say(WindowWording.READING_THE_LICENCES()))
        self.name.setWordWrap(True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(say(WindowWording.TEXT_OF_THE_LICENCE()))
        self.text.setFont(fixed_font())
        self.text.setTabChangesFocus(True)
        split = KeySplitter()
        split.addWidget(_column(self.filter, self.list))
        split.addWidget(_column(self.name, self.text))
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        layout = QVBoxLayout(self)
        layout.addWidget(split)

    def show_parts(self, parts: Sequence[LicensedPart]) -> None:
        """Show these parts, and select the first."""
        self.list.clear()
        self._parts = dict(enumerate(parts))
        for number, part in self._parts.items():
            item = QTreeWidgetItem(self.list, [part.name, part.version])
            item.setData(0, Qt.ItemDataRole.UserRole, number)
            item.setToolTip(0, part.license)
        self._choose()

    def _choose(self) -> None:
        words = self.filter.text().lower().split()
        first: QTreeWidgetItem | None = None
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            assert item is not None  # noqa: S101 - for the type checker
            part = self._parts[item.data(0, Qt.ItemDataRole.UserRole)]
            text = f"{part.name} {part.license}".lower()
            item.setHidden(not all(word in text for word in words))
            first = item if first is None and not item.isHidden() else first
        current = self.list.currentItem()
        if first is None:
            self.list.clearSelection()
            self._show(None)
        elif current is None or current.isHidden():
            self.list.setCurrentItem(first)
        else:
            self._show(current)

    def _show(self, item: QTreeWidgetItem | None) -> None:
        part = self._parts[item.data(0, Qt.ItemDataRole.UserRole)] if item is not None else None
        if part is None:
            self.name.setText(say(WindowWording.NO_MATCHING_PART()))
            self.text.clear()
            return
        self.name.setText(part.license or say(WindowWording.LICENCE_IN_TEXT()))
        self.text.setPlainText(license_text(part) or say(WindowWording.NO_LICENCE_TEXT()))


def _column(*widgets: QWidget) -> QWidget:
    column = QWidget()
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        layout.addWidget(widget)
    return column
