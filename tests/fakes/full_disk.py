"""A disk on which a file finds room for its first bytes only."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator

import pytest


@contextlib.contextmanager
def full_disk(room: int = 20) -> Iterator[None]:
    """Within it no file of this process grows beyond so many bytes; skipped where there is no such bound."""
    if sys.platform == "win32":
        pytest.skip("no bound on the size of files can be set")
    else:
        import resource

        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, handler)
