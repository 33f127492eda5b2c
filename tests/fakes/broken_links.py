"""Links of TCP that the system breaks as if the far side had reset them. Needs Linux, root and iproute2."""

from __future__ import annotations

import os
import subprocess

import pytest


def served_ports(pid: int) -> list[int]:
    """Where a process of this machine listens."""
    done = subprocess.run(["ss", "-H", "-t", "-l", "-n", "-p"], capture_output=True, text=True, check=True)
    return [int(line.split()[3].rpartition(":")[2]) for line in done.stdout.splitlines() if f"pid={pid}," in line]


def reset_links(port: int) -> int:
    """Reset all links that were dialled to a port of this machine, at both ends; how many they were.

    Skips where this system lets nobody do that, and fails if it must.
    """
    try:
        done = subprocess.run(
            ["ss", "-K", "-H", "-t", "-n", "state", "established", f"( sport = :{port} )"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        words = f"no link can be reset here (root and iproute2 are needed): {getattr(error, 'stderr', '') or error}"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    return len(done.stdout.splitlines())
