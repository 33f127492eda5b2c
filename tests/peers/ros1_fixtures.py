"""The fixtures of ROS 1.

With CI=true a ROS that can't be had fails the tests; elsewhere, where nobody installed it, they are skipped.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.peers.ros1_compare import TYPES, topic_of
from tests.peers.ros1_server import HERE, SOURCES, Ros1

PACKAGES: Final = HERE / "ros1_packages.sh"
BUILD_TIMEOUT_S: Final = 300.0
# builds of other sources
KEPT_S: Final = 24 * 3600.0


def require_ros1() -> None:
    """Skip where nobody installed ROS; fail where it must be there."""
    done = subprocess.run(["bash", PACKAGES, "check"], capture_output=True, text=True, timeout=30, check=False)
    if done.returncode == 0:
        return
    reason = f"no ROS 1 here ({PACKAGES} install): {' '.join(done.stdout.split())}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def build_nodes() -> Path:
    """Where the nodes and their messages are, built if these sources were not built before."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(SOURCES)).encode() + b"\0" + path.read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "teledeck-ros1-peers"
    cache.mkdir(parents=True, exist_ok=True)
    built = cache / digest.hexdigest()[:16]
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            for old in cache.iterdir():
                # others may run what they built of other sources
                if old.is_dir() and (old.name == "part" or time.time() - old.stat().st_mtime > KEPT_S):
                    shutil.rmtree(old)
            part = cache / "part"
            done = subprocess.run(
                ["bash", SOURCES / "build.sh", part],
                capture_output=True,
                text=True,
                timeout=BUILD_TIMEOUT_S,
                check=False,
            )
            if done.returncode != 0:
                pytest.fail(f"the nodes can't be built: {done.stdout}{done.stderr}")
            part.rename(built)
    return built


@contextlib.contextmanager
def running_ros1(built: Path) -> Iterator[Ros1]:
    """A roscore that ends with the block."""
    server = Ros1(built)
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture(scope="session")
def ros1_nodes() -> Path:
    """Where the nodes are, built."""
    require_ros1()
    return build_nodes()


@pytest.fixture(scope="session")
def shared_roscore(ros1_nodes: Path) -> Iterator[Ros1]:
    """One roscore for all tests that leave it alone."""
    with running_ros1(ros1_nodes) as server:
        yield server


@pytest.fixture
def ros1(shared_roscore: Ros1) -> Iterator[Ros1]:
    """The shared roscore; nodes that a test starts end with it."""
    with shared_roscore.nodes_until_then():
        yield shared_roscore


@pytest.fixture
def own_ros1(ros1_nodes: Path) -> Iterator[Ros1]:
    """A roscore for one test, which may kill it."""
    with running_ros1(ros1_nodes) as server:
        yield server


@pytest.fixture(scope="module")
def talking(shared_roscore: Ros1) -> Iterator[Ros1]:
    """The shared graph, with every type published by nodes of both libraries; see `ros1_compare.topic_of`."""
    ros1 = shared_roscore
    with ros1.nodes_until_then():
        for msg_type in TYPES:
            ros1.talker("roscpp", topic_of("roscpp", msg_type), msg_type, 20)
        names = [name for msg_type in TYPES for name in (topic_of("rospy", msg_type), msg_type)]
        node = ros1.rospy("talker", "20", *names)
        for msg_type in TYPES:
            ros1.wait_for_publisher(topic_of("rospy", msg_type), node.name)
        yield ros1
