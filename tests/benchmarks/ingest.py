"""How fast messages come in, next to the usual way in Python and to what the machine can do.

Three receivers take the same frames from the same sender, one after the other in each round:

    teledeck      the way of the program: link thread, TCP adapter, Gazebo topic link, newest slot of the store
    readexactly   asyncio.StreamReader.readexactly for each header and each payload
    C             frame by frame into memory, with nothing around it

Each sees the same messages, and every one must be counted.
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.model.topics import Batch, Delivery, Topic, TopicKey, TopicStore
from app.net import tcp
from app.net.link_thread import LinkThread
from app.net.tcp import Address
from protocols.errors import GazeboError, ProtocolError
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord, encode_frame
from protocols.gazebo.topic_links import GazeboInboundTopicLink
from protocols.protobuf.schema import RawProtobufSchema
from tests.benchmarks.common import Budget, Figure, Section, Spread, compile_c, ratios

# many short rounds: each ratio is taken within a round, and what else runs on the machine changes within seconds
ROUNDS = 15
TIMEOUT_S = 120.0


@dataclass(frozen=True, slots=True)
class Load:
    """What is sent."""

    name: str
    nbytes: int
    count: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What one receiver did: wall-clock seconds, and processor seconds of the thread that receives."""

    wall_s: float
    cpu_s: float
    idle_cpu_s: float = 0.0


SMALL = Load("100 B", 100, 600_000)
LARGE = Load("1 MB", 1_000_000, 1_000)


@contextmanager
def _sending(sender: Path, load: Load) -> Iterator[int]:
    """A sender of its own process for one receiver; the port that it listens on."""
    command = [str(sender), str(load.nbytes), str(load.count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
            process.wait(TIMEOUT_S)
        finally:
            process.kill()
    if process.returncode:
        raise RuntimeError(f"the sender failed with {process.returncode}")


def _check(load: Load, count: int, nbytes: int) -> None:
    if (count, nbytes) != (load.count, load.count * load.nbytes):
        raise RuntimeError(
            f"{load.count:,} messages of {load.nbytes:,} bytes were sent, {count:,} came: {nbytes:,} bytes"
        )


class _Program:
    """The program's own way of receiving, as a connection puts it together."""

    def __init__(self, port: int) -> None:
        self._record = PublisherRecord("/bench", "gazebo.msgs.Any", "127.0.0.1", port)
        self._link = LinkThread()
        self.topic: Topic = TopicStore().get_or_create(TopicKey("bench", "/bench"))
        self._schema = RawProtobufSchema(self._record.msg_type)
        self._ended = threading.Event()
        self._reason: ProtocolError | None = None
        self.wall_s = self.cpu_s = 0.0

    def run(self) -> None:
        """Subscribe and receive until the sender ends; this thread only waits."""
        self._link.start()
        try:
            began = time.perf_counter()
            self._link.submit(self._connect()).result(TIMEOUT_S)
            if not self._ended.wait(TIMEOUT_S):
                raise TimeoutError(f"after {TIMEOUT_S:g} s {self.topic.messages:,} messages had come")
            self.wall_s = self.wall_s - began
        finally:
            self._link.stop()
        if self._reason is None or not isinstance(self._reason, GazeboError):
            raise RuntimeError("the link ended otherwise than by its sender") from self._reason

    async def _connect(self) -> None:
        await tcp.connect("127.0.0.1", self._record.port, self._make_core, self._on_batch, self._on_closed, 5.0)

    def _make_core(self, local: Address, _peer: Address, now: float) -> GazeboInboundTopicLink:
        return GazeboInboundTopicLink(self._record, GazeboEndpoint(*local), now)

    def _on_batch(self, batch: Batch, now: float) -> None:
        self.topic.receive(Delivery(batch, self._schema, now, time.time_ns()))

    def _on_closed(self, reason: ProtocolError) -> None:
        self.wall_s = time.perf_counter()
        self.cpu_s = time.thread_time()
        self._reason = reason
        self._ended.set()


def _teledeck(port: int, load: Load) -> Taken:
    program = _Program(port)
    idle = time.thread_time()
    program.run()
    idle = time.thread_time() - idle
    _check(load, program.topic.messages, program.topic.nbytes)
    newest = program.topic.newest
    assert newest is not None
    assert len(newest.payload) == load.nbytes
    return Taken(program.wall_s, program.cpu_s, idle)


def _readexactly(port: int, load: Load) -> Taken:
    async def receive() -> tuple[int, int]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(encode_frame(b"s"))
        count = nbytes = 0
        try:
            while True:
                payload = await reader.readexactly(int(await reader.readexactly(8), 16))
                count += 1
                nbytes += len(payload)
        except asyncio.IncompleteReadError:
            writer.close()
            return count, nbytes

    cpu, began = time.thread_time(), time.perf_counter()
    count, nbytes = asyncio.run(receive())
    wall_s, cpu_s = time.perf_counter() - began, time.thread_time() - cpu
    _check(load, count, nbytes)
    return Taken(wall_s, cpu_s)


def _c(receiver: Path, port: int, load: Load) -> Taken:
    done = subprocess.run([receiver, str(port)], stdout=subprocess.PIPE, text=True, check=True, timeout=TIMEOUT_S)
    count, nbytes, wall_s, cpu_s = done.stdout.split()
    _check(load, int(count), int(nbytes))
    return Taken(float(wall_s), float(cpu_s))


def _rounds(load: Load, sender: Path, receiver: Path) -> dict[str, list[Taken]]:
    receivers: dict[str, Callable[[int], Taken]] = {
        "teledeck": lambda port: _teledeck(port, load),
        "readexactly": lambda port: _readexactly(port, load),
        "C": lambda port: _c(receiver, port, load),
    }
    taken: dict[str, list[Taken]] = {name: [] for name in receivers}
    for number in range(ROUNDS):
        # nobody always comes first
        for name in sorted(receivers, key=lambda name: (number + list(receivers).index(name)) % len(receivers)):
            with _sending(sender, load) as port:
                taken[name].append(receivers[name](port))
    return taken


def _section(load: Load, taken: dict[str, list[Taken]]) -> Section:
    small = load.nbytes < 10_000
    section = Section(f"ingest, {load.count:,} messages of {load.name}, {ROUNDS} rounds, all counted")
    per_second = {}
    for name, runs in taken.items():
        amount = load.count / 1e6 if small else load.count * load.nbytes / 1e6
        per_second[name] = [amount / run.wall_s for run in runs]
        share = Spread(tuple(100 * run.cpu_s / run.wall_s for run in runs))
        note = f"receiving thread {share.median:.0f} % of a core"
        if name == "teledeck":
            idle = Spread(tuple(100 * run.idle_cpu_s / run.wall_s for run in runs))
            note += f", main thread {idle.median:.1f} %"
        unit = "M messages/s" if small else "MB/s"
        section.figures.append(Figure(name, Spread(tuple(per_second[name])), unit, 2 if small else 0, note))
    cpu_us = {name: [run.cpu_s / load.count * 1e6 for run in runs] for name, runs in taken.items()}
    for name, values in cpu_us.items():
        section.figures.append(
            Figure(f"processor time, {name}", Spread(tuple(values)), "us/message", 3 if small else 0)
        )
    to_readexactly = ratios(per_second["teledeck"], per_second["readexactly"])
    to_c = ratios(per_second["teledeck"], per_second["C"])
    if small:
        section.budgets.append(Budget("teledeck / readexactly", to_readexactly, at_least=4))
        section.figures.append(Figure("teledeck / C", to_c, "x"))
    else:
        section.budgets.append(Budget("teledeck / C", to_c, at_least=0.8))
        section.figures.append(Figure("teledeck / readexactly", to_readexactly, "x"))
    return section


def run() -> list[Section]:
    """Both sizes."""
    with tempfile.TemporaryDirectory() as name:
        sender, receiver = (compile_c(program, Path(name)) for program in ("sender", "receiver"))
        return [_section(load, _rounds(load, sender, receiver)) for load in (SMALL, LARGE)]
