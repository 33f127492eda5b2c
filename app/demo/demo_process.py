"""The demo robot in a child process, so that it neither disturbs the interface nor outlives it."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.config.folders import state_folder
from app.program.installation import last_error_line, open_error_log, start_process
from app.wording.program import ProgramWording

# the schemes of the demo robot's addresses; the window uses the first
DEMO_SCHEMES: Final = ("gazebo", "ros1", "galileo", "nrp+grpc", "nrp+json")
# that by which its network can be made bad
BAD_NETWORK_SCHEME: Final = "galileo"
# those by which images come as pixels: Galileo's are compressed, and only a window decodes them
RAW_IMAGE_SCHEMES: Final = tuple(scheme for scheme in DEMO_SCHEMES if scheme != "galileo")
# its topics by the first scheme: the images of its camera, and a field whose numbers change
CAMERA_TOPIC: Final = "/gazebo/default/rover/chassis/camera/image"
CHANGING_FIELD: Final = ("/gazebo/default/rover/chassis/imu/imu", "angular_velocity.z")

START_TIMEOUT_S: Final = 15.0
END_TIMEOUT_S: Final = 3.0


def demo_error_log() -> Path:
    """The log file for the standard error of a window's demo robot."""
    return state_folder() / "demo-errors.log"


class DemoProcessError(Exception):
    """The demo robot could not be started."""


class DemoRobot:
    """The one demo robot of a run, started on request; every method may be called from any thread."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._lock = threading.Lock()
        self._process: DemoProcess | None = None
        self._uri = ""

    @property
    def uri(self) -> str:
        """The address of the robot; empty while there is none."""
        return self._uri

    def start(self) -> str:
        """Start the robot, if there is none, and wait for its address; `close` ends the wait.

        Raises:
            DemoProcessError: the robot did not start; the log may say more.
        """
        # a second start waits for the first; `close` does not wait for either
        with self._starting:
            with self._lock:
                process = self._process
            if process is not None and self._uri and process.is_alive:
                return self._uri
            self.close()
            # a robot that stands still has little to show; the first command ends the wandering for good
            try:
                process = DemoProcess(["--wander"], demo_error_log())
            except OSError as error:
                raise DemoProcessError(ProgramWording.DEMO_NOT_STARTED(error=error)) from error
            with self._lock:
                self._process = process
            uri = process.wait_for_uris()[DEMO_SCHEMES[0]]
            with self._lock:
                if self._process is not process:
                    raise DemoProcessError(ProgramWording.DEMO_ENDED())
                self._uri = uri
            return uri

    def close(self) -> None:
        """End the robot, if there is one, and wait for its end."""
        with self._lock:
            process, self._process, self._uri = self._process, None, ""
        if process is not None:
            process.close()


class DemoProcess:
    """A child process that serves a demo robot; it starts at once, and `close` ends it.

    The child ends when its standard input does: whatever becomes of this process, the system closes that pipe.

    Args:
        arguments: of `teledeck demo --serve`.
        log: file for its standard error; our own standard error if not given.
    """

    def __init__(self, arguments: Sequence[str] = (), log: Path | None = None) -> None:
        self._log = log
        with contextlib.nullcontext() if log is None else open_error_log(log) as errors:
            self._process = start_process(
                ["demo", "--serve", "--json", "--until-stdin-ends", *arguments], errors=errors
            )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        # read in a thread, so that waiting can time out on every system
        self._reader = threading.Thread(target=self._read_line, name="demo robot", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def wait_for_uris(self, timeout_s: float = START_TIMEOUT_S) -> dict[str, str]:
        """Wait for the robot's addresses, by protocol. To be called once.

        Raises:
            DemoProcessError: the robot did not start; it has said why on its standard error.
        """
        try:
            line = self._lines.get(timeout=timeout_s)
        except queue.Empty:
            raise DemoProcessError(ProgramWording.DEMO_NOT_IN_TIME(timeout_s=timeout_s)) from None
        if not line:
            words = last_error_line(self._log).rstrip(".") if self._log is not None else ""
            raise DemoProcessError(
                ProgramWording.DEMO_FAILED_BECAUSE(reason=words) if words else ProgramWording.DEMO_FAILED()
            )
        uris: dict[str, str] = json.loads(line)
        return uris

    def close(self) -> None:
        """End the process, and wait for its end."""
        process = self._process
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(END_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join()
        if process.stdout is not None:
            process.stdout.close()

    def _read_line(self) -> None:
        if self._process.stdout is not None:
            self._lines.put(self._process.stdout.readline())
