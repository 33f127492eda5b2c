"""Memory that stays with the process."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# of chunks, each larger than the one before, so that the allocator has not learned from that
_FAULTS = """
import resource
{0}
for size in range(1 << 20, 3 << 20, 1 << 18):
    block = b"x" * size
    del block
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(20):
    blocks = [b"x" * (1 << 20) for _ in range(7)]
    del blocks
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
_KEEP = "from app.record.memory import keep_freed_memory; keep_freed_memory()"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only this allocator learns from what is freed")
def test_freed_memory_stays() -> None:
    faults = [
        int(subprocess.run([sys.executable, "-c", _FAULTS.format(first)], check=True, capture_output=True).stdout)
        for first in ("", _KEEP)
    ]
    assert faults[1] < faults[0] / 4
