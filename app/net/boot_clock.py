"""The clock of driving, which goes on while the machine sleeps, so that an old command never seems young."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Final


def _make() -> int | None:
    # Linux; macOS has it by another name, and Windows' monotonic clock counts sleep by itself
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC_RAW" if not hasattr(time, "CLOCK_BOOTTIME") else ""):
        number = getattr(time, name, None) if name else None
        if number is not None:
            return int(number)
    return None


_CLOCK: Final = _make()

# returns the seconds since the machine was started, including those in which it slept
boot_time: Final[Callable[[], float]] = (
    time.monotonic if _CLOCK is None else functools.partial(time.clock_gettime, _CLOCK)
)
