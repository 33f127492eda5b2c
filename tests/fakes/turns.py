"""Whose turn it is at the processor: what is measured goes before what keeps a machine busy."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

# as far before others as a process may be without being one of real time
NICE = -15


def go_ahead(pid: int) -> None:
    """Have a process that leads a session, and what it starts, go before most others, where that is allowed.

    For servers: unlike those of real time they can't take all of a processor. In a session of its own `nice` counts
    only among those of that session, so the session goes ahead as well.
    """
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(NICE))
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, NICE)
