"""Dialog for `teledeck selftest`, which a process of its own runs, check by check."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QProcess, QProcessEnvironment, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
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

from app.drive.control.values import Stage
from app.drive.supervisor.drive_state import DriveState
from app.model.doctor import DoctorCheck, parse_doctor_check
from app.program import installation
from app.ui.base import dialogs
from app.ui.base.text import begin_sentence, say, translate
from app.ui.base.theme import Themes
from app.version import EXPECTED_VARIABLE, VERSION, identity
from app.wording.selftest import SelftestDialogWording

_ARGUMENTS: Final = ("selftest", "--gui", "--json")
# the process first stops its robot and ends its children
_END_TIMEOUT_MS: Final = 15_000
_LONGEST_LINE: Final = 64 * 1024
_SIZE: Final = QSize(760, 560)
_ICONS: Final[Mapping[bool | None, tuple[str, str]]] = {
    True: ("state-connected", "ok"),
    False: ("alert-error", "error"),
    None: ("alert-question", "muted"),
}


def check_installation(parent: QWidget, themes: Themes, driven: DriveState | None) -> None:
    """Show the dialog, unless a robot is driven: the check keeps this computer busy."""
    if driven is not None and (driven.stage in {Stage.ARMING, Stage.ARMED} or driven.may_be_moving):
        text = say(SelftestDialogWording.ROBOT_MOVES())
        tip = say(SelftestDialogWording.DISARM_FIRST())
        dialogs.show_warning(parent, themes, text, tip)
    else:
        dialogs.show_dialog(SelftestDialog(themes, parent), "installation")


class SelftestDialog(QDialog):
    """Dialog that starts the checks when it is first shown, and ends them on close.

    Args:
        command: the command of the process; by default that of this program.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None, command: Sequence[str] | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._command = [*installation.command_line(), *_ARGUMENTS] if command is None else list(command)
        self._findings: list[DoctorCheck] = []
        self._process: QProcess | None = None
        self.setWindowTitle(translate("Selftest", "Check this installation"))
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([translate("Selftest", "Check"), translate("Selftest", "Found")])
        self.list.setRootIsDecorated(False)
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
        self.copy = QPushButton(translate("Selftest", "&Copy"))
        self.again = QPushButton(translate("Selftest", "Check &again"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        for button in (self.copy, self.again):
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for widget in (self.summary, self.progress, self.list, self.details, self.buttons):
            layout.addWidget(widget)
        self.resize(_SIZE)
        self.list.currentItemChanged.connect(self._show_details)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        self.again.clicked.connect(self._start_checks)
        self.buttons.rejected.connect(self.reject)
        self.finished.connect(self._end_process)

    def showEvent(self, event: QShowEvent) -> None:
        """Start the checks. A dialog that is deleted unseen, because another is open, never does."""
        super().showEvent(event)
        if self._process is None:
            self._start_checks()

    @property
    def text(self) -> str:
        """All findings as text, for a problem report."""
        lines = [f"Teledeck {VERSION}: {self.summary.text()}"]
        for finding in self._findings:
            lines.append(f"{_word(finding)}  {finding.check}: {finding.text}")
            lines += [f"      {finding.tip}"] if finding.tip else []
        return "\n".join(lines)

    # internals

    def _start_checks(self) -> None:
        self._findings.clear()
        self.list.clear()
        self.details.clear()
        if installation.is_replaced():
            # a process of another version would end at once, without a useful message
            self._show_running(runs=False)
            self.summary.setText(say(SelftestDialogWording.UPDATED()))
            return
        self._show_running(runs=True)
        self.summary.setText(
            translate(
                "Selftest",
                "This computer and a demo robot are looked at; a window with that robot opens for a few seconds.",
            )
        )
        process = self._process = QProcess(self)
        environ = QProcessEnvironment.systemEnvironment()
        environ.insert(EXPECTED_VARIABLE, identity())
        process.setProcessEnvironment(environ)
        process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._fail)
        process.start(self._command[0], self._command[1:], QProcess.OpenModeFlag.ReadOnly)

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            finding = parse_doctor_check(bytes(process.readLine(_LONGEST_LINE).data()))
            if finding is not None:
                self._add(finding)

    def _add(self, finding: DoctorCheck) -> None:
        self._findings.append(finding)
        item = QTreeWidgetItem(self.list, [finding.check, begin_sentence(finding.text)])
        item.setIcon(0, self._themes.icon(*_ICONS[finding.ok]))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{_word(finding)}: {finding.check}")
        item.setToolTip(1, finding.text)
        self.list.scrollToItem(item)
        if finding.ok is False and not any(other.ok is False for other in self._findings[:-1]):
            self.list.setCurrentItem(item)

    def _end(self, code: int) -> None:
        self._read()
        self._show_running(runs=False)
        faults = sum(finding.ok is False for finding in self._findings)
        if faults:
            words = SelftestDialogWording.FAULTS
        elif code == 0 and self._findings:
            words = SelftestDialogWording.ALL_WELL
        else:
            words = SelftestDialogWording.ENDED_EARLY
        self.summary.setText(say(words(faults=faults, count=len(self._findings))))

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._show_running(runs=False)
            self.summary.setText(say(SelftestDialogWording.NOT_STARTED(why=self._process.errorString())))

    def _show_running(self, *, runs: bool) -> None:
        self.progress.setVisible(runs)
        self.again.setEnabled(not runs)
        self.copy.setEnabled(not runs)

    def _show_details(self) -> None:
        row = self.list.indexOfTopLevelItem(self.list.currentItem()) if self.list.currentItem() is not None else -1
        found = self._findings[row] if row >= 0 else None
        self.details.setText("" if found is None else f"{begin_sentence(found.text)}\n{found.tip}".rstrip())

    def _end_process(self) -> None:
        """End the process in order, without waiting for it."""
        process, self._process = self._process, None
        if process is None or process.state() is QProcess.ProcessState.NotRunning:
            return
        for signal in (process.readyReadStandardOutput, process.finished, process.errorOccurred):
            signal.disconnect()
        process.setParent(QCoreApplication.instance())
        process.finished.connect(process.deleteLater)
        # Windows has no terminate signal
        (process.kill if sys.platform == "win32" else process.terminate)()
        # deleted with the process
        kill_timer = QTimer(process, singleShot=True)
        kill_timer.timeout.connect(process.kill)
        kill_timer.start(_END_TIMEOUT_MS)


def _word(finding: DoctorCheck) -> str:
    if finding.ok is None:
        return "?"
    return translate("Selftest", "OK") if finding.ok else translate("Selftest", "Fault")
