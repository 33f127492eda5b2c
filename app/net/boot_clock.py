"""The clock of driving, which goes on while the machine sleeps, so that an old command never seems young."""

from __future__ import annotations

import time


def _make() -> int | None:
    # Linux; macOS has it by another name, and Windows' monotonic clock counts sleep by itself
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC_RAW" if not hasattr(time, "CLOCK_BOOTTIME") else ""):
        number = getattr(time, name, None) if name else None
        if number is not None:
            return int(number)
    return None


_CLOCK = _make()


def boot_time() -> float:
    """Return the seconds since the machine was started, including those in which it slept."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)
