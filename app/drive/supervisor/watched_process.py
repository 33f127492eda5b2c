"""The drive process as its watchdog has it, held so that no later process of the same number can be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

_PROCESS_TERMINATE = 0x0001


class WatchedProcess:
    """A process that is watched; `close` closes this, and does not end the process.

    Linux: held by a descriptor of the process. Windows: by a handle. macOS has neither; there the number of the process
    is valid as long as its end of our pipe is open, and the watchdog does not kill it afterwards.

    Args:
        pid: the number of the process, which it sent over a pipe that is still open.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._descriptor = -1
        self._handle: int | None = None
        if sys.platform == "win32":
            import ctypes  # noqa: PLC0415 - for one system

            windows: Any = ctypes
            kernel = windows.windll.kernel32
            kernel.OpenProcess.restype = windows.c_void_p
            self._handle = kernel.OpenProcess(_PROCESS_TERMINATE, False, pid) or None
        elif hasattr(os, "pidfd_open"):
            # a kernel or a sandbox may not have it
            with contextlib.suppress(OSError):
                self._descriptor = os.pidfd_open(pid)

    @property
    def is_dying(self) -> bool:
        """Whether the process will never do anything again, though it has not ended, as far as the system tells.

        The pipes of a process stay open while a thread of it waits for a disk, and that was seen to take 0.3 s.
        """
        try:
            stat = Path(f"/proc/{self._pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            # the system has no such file; or the process has just ended, which its pipe tells
            return False
        return stat.rpartition(")")[2].strip()[:1] in {"Z", "X"}

    def kill(self) -> None:
        """End the process at once, if it has not ended."""
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._terminate()
            elif self._descriptor >= 0:
                signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
            else:
                os.kill(self._pid, signal.SIGKILL)

    def close(self) -> None:
        """Hold the process no longer."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def _terminate(self) -> None:
        if self._handle is not None:
            import ctypes  # noqa: PLC0415 - for one system

            windows: Any = ctypes
            windows.windll.kernel32.TerminateProcess(windows.c_void_p(self._handle), 1)
