"""Termination of programs that were started for the operator."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QProcess

# a killed process ends at once, unless the machine gives it no turn; Qt itself waits as long for a process it deletes
_KILL_TIMEOUT_MS: Final = 5000


def kill_process(process: QProcess) -> None:
    """Kill a process that need not be asked to quit, and wait until it has ended."""
    process.kill()
    process.waitForFinished(_KILL_TIMEOUT_MS)
