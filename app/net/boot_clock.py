"""The clock of driving: it goes on while the machine sleeps, so that no command seems young that is old."""

from __future__ import annotations

import time


def _make() -> int | None:
    # Linux; on macOS this one is called otherwise, and Windows' monotonic clock counts sleep by itself
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC_RAW" if not hasattr(time, "CLOCK_BOOTTIME") else ""):
        number = getattr(time, name, None) if name else None
        if number is not None:
            return int(number)
    return None


_CLOCK = _make()


def boot_time() -> float:
    """Seconds since the machine was started, those in which it slept included."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)
