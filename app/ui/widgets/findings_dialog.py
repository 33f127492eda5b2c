"""Dialog for checks that run outside of the interface: each finding with its tip, progress, Copy and Check again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.model.doctor import DoctorCheck
from app.ui.base import dialogs
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say, titled
from app.ui.base.theme import Themes
from app.ui.widgets.item_views import name_list
from app.version import VERSION
from app.wording.doctor import check_named
from app.wording.ui.widgets import WidgetsWording

_SIZE: Final = QSize(760, 560)
_ICONS: Final[Mapping[bool | None, tuple[str, str]]] = {
    True: ("state-connected", "ok"),
    False: ("alert-error", "error"),
    None: ("alert-question", "muted"),
}


class FindingsDialog(OrderedDialog):
    """Dialog that starts its checks when it is first shown.

    Args:
        start: starts the checks, which call `add_finding`, and `show_running` at their begin and end.

    Attributes:
        findings: what the checks have found so far.
    """

    def __init__(self, themes: Themes, title: str, start: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._start_checks = start
        self._themes = themes
        self._was_started = False
        self.findings: list[DoctorCheck] = []
        self.setWindowTitle(title)
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([say(WidgetsWording.CHECK()), say(WidgetsWording.FOUND())])
        self.list.setRootIsDecorated(False)
        name_list(self.list, say(WidgetsWording.RESULTS()))
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.details = QLabel()
        self.details.setWordWrap(True)
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.details.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        # room for a long sentence and a tip
        self.details.setMinimumHeight(5 * self.details.fontMetrics().lineSpacing())
        self.copy = QPushButton(say(WidgetsWording.COPY()))
        self.again = QPushButton(say(WidgetsWording.CHECK_AGAIN()))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in (self.copy, self.again):
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for widget in (self.summary, self.progress, self.list, self.details, self.buttons):
            layout.addWidget(widget)
        dialogs.resize_for_text(self, _SIZE, themes)
        self.list.currentItemChanged.connect(self._show_details)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        self.again.clicked.connect(self._start)
        self.buttons.rejected.connect(self.reject)

    def showEvent(self, event: QShowEvent) -> None:
        """Start the checks. A dialog that is deleted unseen, because another is open, never does."""
        super().showEvent(event)
        if not self._was_started:
            self._start()

    @property
    def text(self) -> str:
        """All findings as text, for a problem report."""
        lines = [titled(f"Teledeck {VERSION}", self.summary.text())]
        for finding in self.findings:
            lines.append(f"{_word(finding)}  {titled(say(check_named(finding.check)), say(finding.text))}")
            lines += [f"      {say(finding.tip)}"] if finding.tip else []
        return "\n".join(lines)

    def add_finding(self, finding: DoctorCheck) -> None:
        """Show a finding; the first fault is selected."""
        self.findings.append(finding)
        name = say(check_named(finding.check))
        item = QTreeWidgetItem(self.list, [name, say(finding.text)])
        item.setIcon(0, self._themes.icon(*_ICONS[finding.ok]))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, titled(_word(finding), name))
        item.setToolTip(1, say(finding.text))
        self.list.scrollToItem(item)
        if finding.ok is False and self.faults == 1:
            self.list.setCurrentItem(item)

    @property
    def faults(self) -> int:
        """The number of findings that are faults."""
        return sum(finding.ok is False for finding in self.findings)

    def show_running(self, *, runs: bool) -> None:
        """Show whether the checks run: in words, too."""
        self.progress.setVisible(runs and not self._themes.is_still)
        self.again.setEnabled(not runs)
        self.copy.setEnabled(not runs)

    def _start(self) -> None:
        self._was_started = True
        # rows that go select others, which are looked up
        self.list.clear()
        self.findings.clear()
        self.details.clear()
        self._start_checks()

    def _show_details(self) -> None:
        row = self.list.indexOfTopLevelItem(self.list.currentItem()) if self.list.currentItem() is not None else -1
        found = self.findings[row] if row >= 0 else None
        self.details.setText("" if found is None else f"{say(found.text)}\n{say(found.tip)}".rstrip())


def _word(finding: DoctorCheck) -> str:
    if finding.ok is None:
        return "?"
    return say(WidgetsWording.OK()) if finding.ok else say(WidgetsWording.FAULT())
