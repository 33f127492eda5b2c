"""Memory of this process: its size, and the return of freed memory to the system."""

from __future__ import annotations

import logging
import os
import sys
import time
from pathlib import Path

_LOGGER = logging.getLogger(__name__)

_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """Return the resident memory in bytes; None where the system doesn't tell."""
    try:
        pages = int(_STATM.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def release_memory() -> None:
    """Return freed memory to the system; glibc keeps it, as long as anything small is left behind it.

    Allocations in other threads meanwhile wait for it, for as long as some frames of a live view: call it only when no
    view is live. Does nothing with other C libraries.
    """
    import ctypes  # noqa: PLC0415 - the first window does not wait for it

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is None:
        return
    before, started_s = resident_bytes() or 0, time.monotonic()
    trim(0)
    _LOGGER.debug(
        "gave back %.1f MB in %.0f ms", (before - (resident_bytes() or 0)) / 1e6, (time.monotonic() - started_s) * 1e3
    )
