"""How fast a roscpp node's flood comes in, next to rospy on the same publisher.

    teledeck    the way of the program: session, link thread, ROS 1 connection, newest slot of the store
    rospy       a subscriber as its manual shows it, which counts
    best rospy  one that leaves messages undecoded and reads megabytes at once

The three take turns at one publisher, which has more to send than its subscriber takes. None runs where ROS 1 is not
installed.
"""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO

from app.config.run_settings import Settings
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.session.session import Session
from tests.benchmarks.common import SOURCES, Budget, Figure, Section, Spread, ratios
from tests.peers.ros1_fixtures import PACKAGES, build_nodes, running_ros1
from tests.peers.ros1_server import PYTHON, Ros1

TIMEOUT_S = 20.0

OWNER = "flood"


@dataclass(frozen=True, slots=True)
class Load:
    """What is sent: so many at a stroke, after each of which the publisher pauses; and how it is measured.

    Each ratio is taken within a round: what else runs on the machine changes within seconds.
    """

    name: str
    nbytes: int
    stroke: int
    pause_us: int
    rounds: int
    span_s: float

    @property
    def topic(self) -> str:
        """Where."""
        return f"/flood_{self.nbytes}"


@dataclass(frozen=True, slots=True)
class Turn:
    """What one subscriber took: messages and bytes a second, processor seconds per message."""

    rate_hz: float
    bytes_s: float
    cpu_s: float


# more than any of the three takes: what the publisher's queue can't hold is dropped there
LOADS = (Load("100 B", 100, 100, 60, 25, 0.4), Load("1 MB", 1_000_000, 1, 400, 11, 0.7))
QUEUE = 200


class _Program:
    """A session on a robot, whose main thread only waits."""

    def __init__(self, uri: str) -> None:
        self._link = LinkThread()
        self._link.start()
        self._session = Session(self._link, Settings())
        self._connection = self._session.links.connect(uri)

    def take(self, topic: str, seconds: float) -> Turn:
        """One turn."""
        key = TopicKey(self._connection, topic)
        self._session.topics.set_subscriptions(OWNER, (key,))
        slot = self._session.topics.store.get_or_create(key)
        before = slot.messages
        _until(lambda: slot.live and slot.messages > before, f"something of {topic}")
        began, first, first_bytes, cpu = time.monotonic(), slot.messages, slot.nbytes, time.process_time()
        time.sleep(seconds)
        _until(lambda: slot.messages > first, f"more of {topic}")
        wall, came, nbytes = time.monotonic() - began, slot.messages - first, slot.nbytes - first_bytes
        cpu = time.process_time() - cpu
        self._session.topics.set_subscriptions(OWNER, ())
        _until(lambda: not slot.live, f"the end of {topic}")
        return Turn(came / wall, nbytes / wall, cpu / max(came, 1))

    def close(self) -> None:
        """End it."""
        self._link.submit(self._session.close()).result(TIMEOUT_S)
        self._link.stop()


def _until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} has not come within {TIMEOUT_S:g} s")
        time.sleep(0.005)


@contextmanager
def _program(server: Ros1) -> Iterator[_Program]:
    program = _Program(server.uri)
    try:
        yield program
    finally:
        program.close()


@contextmanager
def _rospy(server: Ros1, topic: str, kind: str) -> Iterator[Callable[[float], Turn]]:
    """A subscriber in a process of its own; a function that has it take a turn."""
    command = [PYTHON, str(SOURCES / "ros1_rospy.py"), topic, kind]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=server.environ, stdin=pipe, stdout=pipe, text=True) as process:

        def take(seconds: float) -> Turn:
            assert process.stdin is not None
            process.stdin.write(f"{seconds}\n")
            process.stdin.flush()
            turn = Turn(**json.loads(_line(process.stdout)))
            if not turn.rate_hz:
                raise RuntimeError(f"nothing of {topic} comes to the rospy node")
            return turn

        try:
            _line(process.stdout)
            yield take
        finally:
            process.kill()


def _line(stream: IO[str] | None) -> str:
    assert stream is not None
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(stream.readline()), daemon=True)
    reader.start()
    reader.join(2 * TIMEOUT_S)
    if not found or not found[0]:
        raise RuntimeError("the rospy node says nothing")
    return found[0]


def _section(server: Ros1, load: Load) -> Section:
    turns: dict[str, list[Turn]] = {"teledeck": [], "rospy": [], "best rospy": []}
    with ExitStack() as stack:
        numbers = (load.nbytes, QUEUE, load.stroke, load.pause_us)
        node = server.roscpp("flooder", load.topic, *map(str, numbers))
        stack.callback(node.stop)
        server.wait_for_publisher(load.topic, node.name)
        program = stack.enter_context(_program(server))
        usual = stack.enter_context(_rospy(server, load.topic, "usual"))
        best = stack.enter_context(_rospy(server, load.topic, "best"))
        for _ in range(load.rounds):
            turns["teledeck"].append(program.take(load.topic, load.span_s))
            turns["rospy"].append(usual(load.span_s))
            turns["best rospy"].append(best(load.span_s))
    return _report(load, turns)


def _report(load: Load, turns: dict[str, list[Turn]]) -> Section:
    section = Section(f"a roscpp flood of {load.name}, {load.rounds} rounds of {load.span_s:g} s each")
    rates = {way: [turn.rate_hz for turn in taken] for way, taken in turns.items()}
    for way, taken in turns.items():
        megabytes = Spread(tuple(turn.bytes_s / 1e6 for turn in taken)).median
        section.figures.append(Figure(way, Spread(tuple(rates[way])), "messages/s", 0, f"{megabytes:,.0f} MB/s"))
    for way, taken in turns.items():
        cpu = Spread(tuple(turn.cpu_s * 1e6 for turn in taken))
        section.figures.append(Figure(f"processor time, {way}", cpu, "us/message", 1))
    section.budgets.append(Budget("teledeck / rospy", ratios(rates["teledeck"], rates["rospy"]), at_least=1))
    cpu = ratios(*([turn.cpu_s for turn in turns[way]] for way in ("teledeck", "rospy")))
    section.budgets.append(Budget("processor time, teledeck / rospy", cpu, at_most=0.6))
    section.figures.append(Figure("teledeck / best rospy", ratios(rates["teledeck"], rates["best rospy"]), "x"))
    return section


def run() -> list[Section]:
    """Both sizes, each with its publisher; nothing without ROS 1."""
    if subprocess.run(["bash", PACKAGES, "check"], capture_output=True, check=False).returncode:
        return []
    with running_ros1(build_nodes()) as server:
        return [_section(server, load) for load in LOADS]
