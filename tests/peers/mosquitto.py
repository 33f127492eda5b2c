"""Eclipse Mosquitto, as Debian packages it, and an engine that publishes to it with the tools that come with it.

With CI=true a broker that can't be had fails the tests; elsewhere they are skipped.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest

from tests.fakes.nrp_engine import HOST
from tests.fakes.ports import free_port

TIMEOUT_S: Final = 20.0


def program(name: str) -> str:
    """Where a program of mosquitto's is."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if found is None:
        words = f"no {name}: tests/peers/mosquitto_packages.sh install"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    return found


class Mosquitto:
    """A broker on a free port of loopback.

    Args:
        folder: for its settings and its log.
        settings: lines beside the least that it needs.
    """

    def __init__(self, folder: Path, settings: str = "allow_anonymous true") -> None:
        self.port = free_port()
        self._program = program("mosquitto")
        self._log = folder / "mosquitto.log"
        self._settings = folder / "mosquitto.conf"
        self._settings.write_text(f"listener {self.port} {HOST}\nset_tcp_nodelay true\n{settings}\n", encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def uri(self) -> str:
        """Its address; the engine's name has to follow."""
        return f"nrp+mqtt://{HOST}:{self.port}"

    @property
    def log(self) -> str:
        """All that it wrote."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Start it, and wait until it can be reached."""
        with self._log.open("ab") as log:
            command = [self._program, "-c", str(self._settings), "-v"]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + TIMEOUT_S
        while True:
            try:
                socket.create_connection((HOST, self.port), 1.0).close()
            except OSError:
                assert time.monotonic() < deadline, self.log
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """Kill it, as a machine that loses its power does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def publish(self, topic: str, payload: bytes, *options: str) -> None:
        """Publish one message, with mosquitto's own tool."""
        command = [program("mosquitto_pub"), "-h", HOST, "-p", str(self.port), "-t", topic, "-s", *options]
        subprocess.run(command, input=payload, check=True, timeout=TIMEOUT_S)
