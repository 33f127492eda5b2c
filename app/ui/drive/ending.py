"""The end of a program that was started for the operator."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QProcess

# what is killed ends at once, unless the machine gives it no turn; Qt waits no shorter for one that it lets go of
_KILLED_MS: Final = 5000


def kill(process: QProcess) -> None:
    """End a program that needs not to be asked, and see that it has ended."""
    process.kill()
    process.waitForFinished(_KILLED_MS)
