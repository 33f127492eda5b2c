"""Failures: the log that each process keeps of them, reading it later, and reports that can be sent to others."""

from typing import Final

# the role of a process with a window, which shows how earlier runs have ended
WINDOW: Final = "window"
