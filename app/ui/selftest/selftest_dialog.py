"""Dialog for `teledeck selftest`, which a process of its own runs, check by check."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QProcess, QProcessEnvironment, QTimer
from PySide6.QtWidgets import QWidget

from app.drive.control.values import Stage
from app.drive.supervisor.drive_state import DriveState
from app.model.doctor import parse_doctor_check
from app.program import installation
from app.ui.base import dialogs
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.findings_dialog import FindingsDialog
from app.version import EXPECTED_VARIABLE, identity
from app.wording.selftest import SelftestDialogWording

_ARGUMENTS: Final = ("selftest", "--gui", "--json")
# the process first stops its robot and ends its children
_END_TIMEOUT_MS: Final = 15_000
_LONGEST_LINE: Final = 64 * 1024


def check_installation(parent: QWidget, themes: Themes, driven: DriveState | None) -> None:
    """Show the dialog, unless a robot is driven: the check keeps this computer busy."""
    if driven is not None and (driven.stage in {Stage.ARMING, Stage.ARMED} or driven.may_be_moving):
        text = say(SelftestDialogWording.ROBOT_MOVES())
        tip = say(SelftestDialogWording.DISARM_FIRST())
        dialogs.show_warning(parent, themes, text, tip)
    else:
        dialogs.show_dialog(SelftestDialog(themes, parent), "installation")


class SelftestDialog(FindingsDialog):
    """Dialog that runs the checks in a process, which ends on close.

    Args:
        command: the command of the process; by default that of this program.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None, command: Sequence[str] | None = None) -> None:
        super().__init__(themes, say(SelftestDialogWording.CHECK_THIS_INSTALLATION()), self._run, parent)
        self._command = [*installation.command_line(), *_ARGUMENTS] if command is None else list(command)
        self._process: QProcess | None = None
        self.finished.connect(self._end_process)

    def _run(self) -> None:
        if installation.is_replaced():
            # a process of another version would end at once, without a useful message
            self.show_running(runs=False)
            self.summary.setText(say(SelftestDialogWording.UPDATED()))
            return
        self.show_running(runs=True)
        self.summary.setText(say(SelftestDialogWording.ABOUT()))
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
                self.add_finding(finding)

    def _end(self, code: int) -> None:
        self._read()
        self.show_running(runs=False)
        if self.faults:
            words = SelftestDialogWording.FAULTS
        elif code == 0 and self.findings:
            words = SelftestDialogWording.ALL_WELL
        else:
            words = SelftestDialogWording.ENDED_EARLY
        self.summary.setText(say(words(faults=self.faults, count=len(self.findings))))

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self.show_running(runs=False)
            self.summary.setText(say(SelftestDialogWording.NOT_STARTED(why=self._process.errorString())))

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
