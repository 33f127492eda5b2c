"""A real ROS 1: roscore, its tools, and nodes of rospy and roscpp.

`ros1_packages.sh` installs it, `ros1/build.sh` builds the nodes.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import xmlrpc.client
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fakes.ports import free_port
from tests.fakes.turns import go_ahead

HERE: Final = Path(__file__).resolve().parent
SOURCES: Final = HERE / "ros1"
PYTHON: Final = "/usr/bin/python3"
HOST: Final = "127.0.0.1"
START_TIMEOUT_S: Final = 60.0
END_TIMEOUT_S: Final = 20.0


def wait_for(condition: Callable[[], bool], what: str, timeout_s: float = START_TIMEOUT_S) -> None:
    """Ask again and again; fail if it never holds."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"{what}: not within {timeout_s:g} s")
        time.sleep(0.05)


class Node:
    """A running program of ROS, with the lines that it prints.

    Args:
        command: and its arguments.
        environ: of the process.
        name: of the node, as the master knows it.
        errors: what takes its standard error.
    """

    def __init__(self, command: list[str | Path], environ: dict[str, str], name: str, errors: Path) -> None:
        self.name = name
        self._errors = errors
        # a foreign process must end with this one, whatever ends this one
        wrapped = ["setpriv", "--pdeathsig", "TERM", *command]
        with errors.open("ab") as stream:
            self.process = subprocess.Popen(
                wrapped,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stream,
                text=True,
                start_new_session=True,
            )
        go_ahead(self.process.pid)
        self._lines: queue.SimpleQueue[tuple[float, str]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name=name, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self._lines.put((time.monotonic(), line))

    @property
    def errors(self) -> str:
        """What it said on standard error."""
        return self._errors.read_text()

    def next_line(self, timeout_s: float = START_TIMEOUT_S) -> tuple[float, str]:
        """The next line that it printed, and when it came."""
        try:
            return self._lines.get(timeout=timeout_s)
        except queue.Empty:
            pytest.fail(f"{self.name} printed nothing for {timeout_s:g} s: {self.errors}")

    def next_message(self, timeout_s: float = START_TIMEOUT_S, topic: str = "") -> dict[str, Any]:
        """The next message that a listener heard, on a topic if given: `topic`, `callerid`, `received_ns`, `hex`."""
        while True:
            message: dict[str, Any] = json.loads(self.next_line(timeout_s)[1])
            if topic in {"", message["topic"]}:
                return message

    def all_lines(self) -> list[str]:
        """What it printed and nobody fetched yet."""
        lines = []
        with contextlib.suppress(queue.Empty):
            while True:
                lines.append(self._lines.get_nowait()[1])
        return lines

    def first_after(self, moment: float, timeout_s: float) -> float:
        """When the first line after a moment came."""
        while True:
            came, _ = self.next_line(timeout_s)
            if came > moment:
                return came

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to it and its children, SIGSTOP for instance."""
        for pid in self._family():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def stop(self) -> None:
        """Ask it to end as an operator does, so that it takes back what it registered; insist if need be."""
        if self.process.poll() is None:
            self.send_signal(signal.SIGCONT)
            # roscpp leaves only on this one with its registrations taken back
            self.process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(END_TIMEOUT_S)
        self.kill()

    def kill(self) -> None:
        """End it and its children without a chance to say so."""
        self.send_signal(signal.SIGKILL)
        self.process.wait()
        self._reader.join()

    def _family(self) -> list[int]:
        """Its process and those that it started: roscore's have sessions of their own."""
        if self.process.poll() is not None:
            return []
        children: dict[int, list[int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(stat.parent.name))
        family = [self.process.pid]
        for pid in family:
            family += children.get(pid, ())
        return family


class Ros1:
    """A roscore on a port of its own, and the nodes that tests start at it.

    Attributes:
        uri: how Teledeck connects to it.
        master_uri: how ROS does.
        master: the master's own methods, by xmlrpc.client.
    """

    def __init__(self, built: Path, port: int | None = None) -> None:
        self.built = built
        self.port = free_port() if port is None else port
        self.uri = f"ros1://{HOST}:{self.port}"
        self.master_uri = f"http://{HOST}:{self.port}/"
        self.master = MasterProxy(self.master_uri)
        self._home = Path(tempfile.mkdtemp(prefix="teledeck-ros1-"))
        self._core: Node | None = None
        self._nodes: list[Node] = []
        self._samples: dict[str, list[str]] = {}
        self._address = {"ROS_IP": HOST}

    @property
    def environ(self) -> dict[str, str]:
        """Of everything that shall find this master."""
        return os.environ | {
            "ROS_MASTER_URI": self.master_uri.rstrip("/"),
            **self._address,
            "ROS_HOME": str(self._home),
            "ROS_LOG_DIR": str(self._home / "log"),
            "PYTHONPATH": f"{self.built / 'python'}:{SOURCES}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1",
            "LC_ALL": "C.UTF-8",
        }

    def start(self) -> None:
        """Start roscore and wait until it is complete."""
        self._core = self._launch(["/usr/bin/roscore", "-p", str(self.port)], "/roscore")
        wait_for(self._is_complete, "roscore")

    def _is_complete(self) -> bool:
        assert self._core is not None
        if self._core.process.poll() is not None:
            pytest.fail(f"roscore ended with {self._core.process.returncode}: {self._core.errors}")
        with contextlib.suppress(OSError):
            _, subscribers, _ = self.master.call("getSystemState")
            return ["/rosout", ["/rosout"]] in subscribers
        return False

    def kill(self) -> None:
        """End roscore, its master and its rosout, without a chance to say so; the nodes live on."""
        assert self._core is not None
        self._core.kill()
        self._core = None

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal to roscore, its master and its rosout."""
        assert self._core is not None
        self._core.send_signal(number)

    def close(self) -> None:
        """End all, and leave nothing behind."""
        self.end_nodes()
        if self._core is not None:
            self._core.stop()
            self._core = None
        shutil.rmtree(self._home, ignore_errors=True)

    @contextlib.contextmanager
    def nodes_until_then(self) -> Iterator[None]:
        """End the nodes and tools that are started in the block when it ends."""
        before = list(self._nodes)
        try:
            yield
        finally:
            self.end_nodes(keep=before)

    def end_nodes(self, keep: Collection[Node] = ()) -> None:
        """End all nodes and tools; the master knows none of them any more, if they were asked."""
        ending = [node for node in self._nodes if node not in keep]
        for node in ending:
            if node.process.poll() is None:
                node.send_signal(signal.SIGCONT)
                node.process.send_signal(signal.SIGINT)
        for node in ending:
            node.stop()
        self._nodes = list(keep)

    # nodes

    def rospy(self, script: str, *arguments: str, name: str = "") -> Node:
        """A node of rospy, of a script without its `.py`."""
        return self._node([PYTHON, SOURCES / f"{script}.py", *arguments], name or f"/py_{script}_{len(self._nodes)}")

    def roscpp(self, program: str, *arguments: str, name: str = "") -> Node:
        """A node of roscpp, of a program's name."""
        return self._node([self.built / program, *arguments], name or f"/cpp_{program}_{len(self._nodes)}")

    def _node(self, command: list[str | Path], name: str) -> Node:
        node = self._launch([*command, f"__name:={name.lstrip('/')}"], name)
        self._nodes.append(node)
        return node

    @contextlib.contextmanager
    def named(self, host: str) -> Iterator[None]:
        """Nodes that are started in the block announce themselves by that name."""
        before, self._address = self._address, {"ROS_HOSTNAME": host}
        try:
            yield
        finally:
            self._address = before

    def talker(self, kind: str, topic: str, msg_type: str, rate_hz: float, *, latch: bool = False) -> Node:
        """A node, `rospy` or `roscpp`, that publishes three samples over and over again and is registered."""
        if kind == "rospy":
            options = ["--latch"] if latch else []
            node = self.rospy("talker", str(rate_hz), topic, msg_type, *options)
        else:
            options = ["latch"] if latch else []
            files = self.sample_files(msg_type, 3)
            node = self.roscpp("talker", topic, msg_type, str(rate_hz), *options, *files)
        self.wait_for_publisher(topic, node.name)
        return node

    def listener(self, kind: str, *topics_and_types: str) -> Node:
        """A node, `rospy` or `roscpp`, that prints what it hears and is registered."""
        start = self.rospy if kind == "rospy" else self.roscpp
        node = start("listener", *topics_and_types)
        topics = topics_and_types[::2]
        wait_for(lambda: all(node.name in self.subscribers(topic) for topic in topics), f"{node.name} at the master")
        return node

    def wait_for_publisher(self, topic: str, node: str) -> None:
        """Wait until the master knows it."""
        wait_for(lambda: node in self.publishers(topic), f"{node} at the master")

    # what the master knows

    def publishers(self, topic: str) -> list[str]:
        """Names of the nodes that publish a topic."""
        return self._names(0, topic)

    def subscribers(self, topic: str) -> list[str]:
        """Names of the nodes that subscribe to a topic."""
        return self._names(1, topic)

    def _names(self, part: int, topic: str) -> list[str]:
        rows: list[tuple[str, list[str]]] = self.master.call("getSystemState")[part]
        return dict(rows).get(topic, [])

    def nodes(self) -> set[str]:
        """Names of all nodes that have anything registered."""
        return {node for part in self.master.call("getSystemState") for _, nodes in part for node in nodes}

    def forget(self, node: str) -> None:
        """Have the master forget a node that was killed."""
        publishers, subscribers, services = self.master.call("getSystemState")
        api = self.master.call("lookupNode", node)
        for method, rows in (("unregisterPublisher", publishers), ("unregisterSubscriber", subscribers)):
            for topic, nodes in rows:
                if node in nodes:
                    self.master.call_raw(method, topic, api, caller=node)
        for service, nodes in services:
            if node in nodes:
                address = self.master.call("lookupService", service)
                self.master.call_raw("unregisterService", service, address, caller=node)

    # samples

    def samples(self, msg_type: str, count: int = 1) -> list[str]:
        """The first samples of a type, serialized by genpy, in hexadecimal."""
        known = self._samples.get(msg_type, [])
        if len(known) < count:
            known = self._samples[msg_type] = self.python("samples.py", msg_type, str(count)).decode().splitlines()
        return known[:count]

    def sample_files(self, msg_type: str, count: int) -> list[str]:
        """The files with these samples."""
        paths = []
        for number, sample in enumerate(self.samples(msg_type, count)):
            path = self._home / f"{msg_type.replace('/', '.')}.{number}"
            path.write_bytes(bytes.fromhex(sample))
            paths.append(str(path))
        return paths

    def values(self, msg_type: str, messages: list[str]) -> list[Any]:
        """What genpy reads from messages, given in hexadecimal."""
        out = self.python("values.py", msg_type, stdin="\n".join(messages).encode())
        return [json.loads(line) for line in out.splitlines()]

    def python(self, script: str, *arguments: str, stdin: bytes = b"") -> bytes:
        """What a script beside the nodes prints."""
        done = subprocess.run(
            [PYTHON, SOURCES / script, *arguments],
            env=self.environ,
            input=stdin,
            capture_output=True,
            timeout=START_TIMEOUT_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    # tools

    def run(self, tool: str, *arguments: str, timeout_s: float = 60, status: int | None = 0) -> str:
        """What a tool prints, `rostopic` for instance; its exit status must be this one, None for any."""
        done = subprocess.run(
            [f"/usr/bin/{tool}", *arguments],
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout_s,
            check=False,
        )
        assert status in {None, done.returncode}, done.stdout
        return done.stdout

    def start_tool(self, tool: str, *arguments: str) -> Node:
        """A tool, running."""
        node = self._launch([f"/usr/bin/{tool}", *arguments], f"/{tool}")
        self._nodes.append(node)
        return node

    def echo(self, topic: str, count: int, timeout_s: float = 60) -> list[Any]:
        """The next messages of a topic, as rostopic prints them."""
        text = self.run("rostopic", "echo", "-n", str(count), topic, timeout_s=timeout_s)
        out = self.python("yaml_to_json.py", stdin=text.encode())
        return [json.loads(line) for line in out.splitlines()]

    def _launch(self, command: list[str | Path], name: str) -> Node:
        errors = self._home / f"{name.replace('/', '_')}.err"
        return Node(command, self.environ, name, errors)


class MasterProxy:
    """A master's methods, called as somebody who is not a node."""

    def __init__(self, uri: str) -> None:
        self._uri = uri

    def call(self, method: str, *arguments: Any) -> Any:
        """The value that it answers; OSError if it can't be reached."""
        code, message, value = self.call_raw(method, *arguments)
        assert code == 1, message
        return value

    def call_raw(self, method: str, *arguments: Any, caller: str = "/tests") -> Any:
        """All that it answers."""
        with xmlrpc.client.ServerProxy(self._uri) as proxy:
            return getattr(proxy, method)(caller, *arguments)
