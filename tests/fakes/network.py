"""Two networks of their own on one machine, with a cable between them that can be pulled. Needs root and iproute2."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

ROBOT, CLIENT, MOVED = "10.231.7.1", "10.231.7.2", "10.231.7.3"


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


class Network:
    """Two network namespaces with a cable between them: the robot's and this program's.

    Attributes:
        robot, client: the names of the namespaces.
    """

    def __init__(self) -> None:
        self.robot, self.client = (f"teledeck-{os.getpid()}-{who}" for who in ("robot", "client"))
        self._cable = f"td{os.getpid()}"

    def make(self) -> None:
        """Make them. Raises OSError or CalledProcessError where this system does not let us."""
        ip("netns", "add", self.robot)
        ip("netns", "add", self.client)
        ends = f"{self._cable}r", f"{self._cable}c"
        ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
        for end, name, address in zip(ends, (self.robot, self.client), (ROBOT, CLIENT), strict=True):
            ip("link", "set", end, "netns", name)
            self._in(name, "link", "set", end, "name", "eth0")
            self._in(name, "addr", "add", f"{address}/24", "dev", "eth0")
            self._in(name, "link", "set", "lo", "up")
            self._in(name, "link", "set", "eth0", "up")

    def remove(self) -> None:
        """Remove what there is; the cable goes with its ends."""
        for name in (self.robot, self.client):
            with contextlib.suppress(OSError, subprocess.CalledProcessError):
                ip("netns", "delete", name)

    def pull(self) -> None:
        """Take this program's end down."""
        self._in(self.client, "link", "set", "eth0", "down")

    def plug(self) -> None:
        """Bring it up again."""
        self._in(self.client, "link", "set", "eth0", "up")

    def pull_far(self) -> None:
        """Take the robot's end down: this program's is left without a carrier."""
        self._in(self.robot, "link", "set", "eth0", "down")

    def plug_far(self) -> None:
        """Bring it up again."""
        self._in(self.robot, "link", "set", "eth0", "up")

    def move(self) -> None:
        """Give this program's end another address, as another access point may."""
        self._in(self.client, "addr", "del", f"{CLIENT}/24", "dev", "eth0")
        self._in(self.client, "addr", "add", f"{MOVED}/24", "dev", "eth0")

    def inside(self, name: str) -> tuple[str, ...]:
        """What goes before a command, to run it in a namespace."""
        return "ip", "netns", "exec", name

    @staticmethod
    def _in(name: str, *arguments: str) -> None:
        ip("-n", name, *arguments)


@contextmanager
def made_network() -> Iterator[Network]:
    """A network that ends with the block. Skips where this system lets nobody make networks, and fails if it must."""
    network = Network()
    try:
        network.make()
    except (OSError, subprocess.CalledProcessError) as error:
        network.remove()
        said = (getattr(error, "stderr", "") or str(error)).strip()
        words = f"no network namespaces can be made here (root and iproute2 are needed): {said}"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    yield network
    network.remove()
