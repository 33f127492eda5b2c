"""How much memory this process takes, and giving back what it does not need."""

from __future__ import annotations

import logging
import os
import sys
import time
from pathlib import Path

_LOGGER = logging.getLogger(__name__)

_STATM = Path("/proc/self/statm")


def resident_bytes() -> int | None:
    """The memory that is really held; None where the system doesn't say."""
    try:
        pages = int(_STATM.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def give_back() -> None:
    """Give back to the system what was freed; glibc keeps it, as long as anything small is left behind it.

    Whoever allocates meanwhile waits for it, for as long as some frames of a live view: only for when nothing is live.
    Does nothing where the C library is another one.
    """
    import ctypes  # noqa: PLC0415 - the first window does not wait for it

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is None:
        return
    before, began_s = resident_bytes() or 0, time.monotonic()
    trim(0)
    _LOGGER.debug(
        "gave back %.1f MB in %.0f ms", (before - (resident_bytes() or 0)) / 1e6, (time.monotonic() - began_s) * 1e3
    )
