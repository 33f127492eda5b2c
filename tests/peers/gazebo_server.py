"""A real gzserver, and the program as an operator runs it.

The script that installs and runs it is GAZEBO_ROOT_SCRIPT, else the one beside this file. With CI=true a server that
can't be had fails the tests; elsewhere, where nobody installed it, they are skipped.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.ports import free_port
from tests.fakes.turns import go_ahead

HERE = Path(__file__).resolve().parent
SCRIPT = Path(os.environ.get("GAZEBO_ROOT_SCRIPT") or HERE / "gazebo-root.sh")
WORLD = HERE.parent / "data" / "rover.world"
START_TIMEOUT_S = 60.0
_ESTABLISHED = "01"

# how to end what a test may leave running when it fails
_endings = contextlib.ExitStack()


def end_all() -> None:
    """End what a test has started and left: processes, their pipes, and who reads them. Its failure stays its own."""
    _endings.close()


def start_process(command: Sequence[str | Path], **options: Any) -> subprocess.Popen[str]:
    """A program, running until the test ends at the latest."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **options)
    _endings.callback(_end, process)
    return process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


class GazeboServer:
    """gzserver 11 with the rover's world, or another one with a rover in it, on a port of its own."""

    def __init__(self, port: int, environ: dict[str, str] | None = None, world: Path = WORLD) -> None:
        self.port = port
        self._world = world
        self.uri = f"gazebo://127.0.0.1:{port}"
        self._environ = os.environ | (environ or {})
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until its world publishes.

        Its own link to its master has to be the first: who came before, and left, would have the next one take its
        place, and it would hear nothing more (Master::OnAccept).
        """
        self.launch()
        deadline = time.monotonic() + START_TIMEOUT_S
        while not _has_client(self.port):
            self._check(deadline)
            time.sleep(0.02)
        while not any(topic.endswith("/rover/chassis/camera/image") for topic in self.list_topics()):
            self._check(deadline)

    def _check(self, deadline: float) -> None:
        """Fail the test if it has ended, or took too long."""
        assert self._process is not None
        if self._process.poll() is not None:
            pytest.fail(f"gzserver ended with {self._process.returncode}")
        if time.monotonic() > deadline:
            self.kill()
            pytest.fail(f"gzserver was not ready within {START_TIMEOUT_S:g} s")

    def launch(self) -> None:
        """Start it without waiting."""
        self._process = subprocess.Popen(
            ["bash", SCRIPT, "serve", str(self.port), self._world],
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        go_ahead(self._process.pid)

    def revive(self) -> None:
        """Start it anew if it has ended by itself; not if it was killed."""
        if self._process is not None and self._process.poll() is not None:
            print(f"gzserver has ended with {self._process.returncode}, and is started anew")  # noqa: T201 - for whoever reads on
            self.kill()
            self.start()

    def kill(self) -> None:
        """End it without a chance to say so."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to the server, SIGSTOP for instance."""
        assert self._process is not None
        os.killpg(self._process.pid, number)

    def gz(self, *arguments: str, timeout_s: float = 60) -> str:
        """What Gazebo's own tool prints."""
        done = subprocess.run(
            ["bash", SCRIPT, "gz", *arguments],
            env=os.environ | {"GZ_PORT": str(self.port)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        return done.stdout

    def ask_gz(self, *arguments: str, tries: int = 6) -> str:
        """What Gazebo's own tool prints, which is something: asked again where it lost its link to the master.

        Then it waits in vain, or ends having heard nothing.
        """
        for _ in range(tries):
            with contextlib.suppress(subprocess.TimeoutExpired):
                if text := self.gz(*arguments, timeout_s=20):
                    return text
        return ""

    def list_topics(self) -> list[str]:
        """What `gz topic -l` lists: nothing where there is no server yet."""
        return self.ask_gz("topic", "-l", tries=1).split()

    def start_gz(self, *arguments: str, before: Sequence[str] = ()) -> subprocess.Popen[str]:
        """Gazebo's own tool, running until the test ends at the latest; by way of another command, if need be."""
        return start_process(
            [*before, "bash", SCRIPT, "gz", *arguments],
            env=os.environ | {"GZ_PORT": str(self.port)},
            stderr=subprocess.DEVNULL,
        )


def _has_client(port: int) -> bool:
    """Whether somebody on this machine has a link to a port, by the system's table of them (proc(5))."""
    lines = [line for table in ("tcp", "tcp6") for line in Path("/proc/net", table).read_text().splitlines()[1:]]
    links = [(fields[2], fields[3]) for fields in (line.split() for line in lines)]
    return any(far.endswith(f":{port:04X}") and state == _ESTABLISHED for far, state in links)


@contextlib.contextmanager
def running_gazebo(environ: dict[str, str] | None = None, world: Path = WORLD) -> Iterator[GazeboServer]:
    """A server that is ready. Where there is none the test is skipped, or fails: see `require_gazebo`."""
    require_gazebo()
    server = GazeboServer(free_port(), environ, world)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def require_gazebo() -> None:
    """Skip where nobody installed Gazebo; fail where it must be there."""
    root = Path(os.environ.get("GAZEBO_ROOT") or Path.home() / ".cache" / "gazebo11-root")
    if (root / "usr/bin/gzserver").exists():
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"no gzserver in {root}: {SCRIPT} install")
    pytest.skip(f"no gzserver in {root}: {SCRIPT} install")


def start_teledeck(*arguments: str) -> subprocess.Popen[str]:
    """The program, running until the test ends at the latest."""
    return start_process([sys.executable, "-m", "app", *arguments], cwd=HERE.parent.parent, stderr=subprocess.PIPE)


class Rate:
    """What `gz topic -z` measures of a topic from now on.

    gz hears nothing at all where it lost its own link before it had subscribed; then another is started.
    """

    def __init__(self, gazebo: GazeboServer, topic: str) -> None:
        self._figures: list[tuple[float, float]] = []
        for _ in range(10):
            # gz writes into a pipe by the block, but these lines are wanted when they come
            self._lines = Lines(gazebo.start_gz("topic", "-z", topic, "-d", "1000", before=("stdbuf", "-oL")))
            with contextlib.suppress(queue.Empty):
                self._lines.next(15)
                return
            self._lines.process.kill()
        pytest.fail(f"gz heard nothing of {topic}")

    def between(self, begin_s: float, end_s: float) -> float:
        """The mean rate in Hz between two moments of the monotonic clock: the reciprocal of the mean interval."""
        self._figures += [(came_s, _hz(line)) for came_s, line in self._lines.so_far()]
        figures = [hz for came_s, hz in self._figures if begin_s <= came_s <= end_s and hz > 0]
        assert len(figures) > 20
        return len(figures) / sum(1 / hz for hz in figures)


def _hz(line: str) -> float:
    figure = re.search(r"Hz:\s*([0-9.]+)", line)
    return float(figure[1]) if figure else 0.0


class Lines:
    """The lines of a running process, with the time when each came."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._queue: queue.Queue[tuple[float, str]] = queue.Queue()
        assert process.stdout is not None
        self._stream = process.stdout
        self.process = process
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        _endings.callback(self._close)

    def _close(self) -> None:
        self.process.kill()
        self._reader.join(timeout=60)

    def _read(self) -> None:
        for line in self._stream:
            self._queue.put((time.monotonic(), line))

    def next(self, timeout_s: float) -> tuple[float, str]:
        """The next line and when it came."""
        return self._queue.get(timeout=timeout_s)

    def so_far(self) -> list[tuple[float, str]]:
        """All lines that were not fetched yet, with when they came."""
        return [self._queue.get() for _ in range(self._queue.qsize())]

    def stop(self) -> tuple[list[str], str]:
        """Ask the process to end well; all lines that were not fetched yet, and what it said on standard error."""
        self.process.terminate()
        assert self.process.wait(timeout=60) == 0
        self._reader.join(timeout=60)
        assert self.process.stderr is not None
        with self._stream, self.process.stderr:
            errors = self.process.stderr.read()
        return [line for _, line in self.so_far()], errors

    def first_after(self, moment: float, timeout_s: float) -> float:
        """When the first line after a moment came."""
        while True:
            came, _ = self.next(timeout_s)
            if came > moment:
                return came


def teledeck(*arguments: str, timeout_s: float = 60) -> str:
    """What a command prints. It must end well, and say nothing on standard error."""
    process = start_teledeck(*arguments)
    out, error = process.communicate(timeout=timeout_s)
    assert process.returncode == 0, error
    assert not error
    return out
