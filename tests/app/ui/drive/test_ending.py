from __future__ import annotations

import sys

from PySide6.QtCore import QProcess

from app.ui.drive.desktop import kill_process


def test_a_program_that_is_killed_has_ended() -> None:
    process = QProcess()
    process.start(sys.executable, ["-c", "import time; time.sleep(600)"])
    assert process.waitForStarted()
    kill_process(process)

    assert process.state() is QProcess.ProcessState.NotRunning
    assert process.exitStatus() is QProcess.ExitStatus.CrashExit


def test_one_that_never_began_is_no_fault() -> None:
    process = QProcess()
    kill_process(process)

    assert process.state() is QProcess.ProcessState.NotRunning
