"""A recording of 20 GB, all of it real, compared with a shorter one and laid beneath what is live.

A reading goes through every chunk, as the topic is in each of them. It takes ten minutes, most of
them to write the files, and 23 GB of the folder of temporary files.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from app.main import SWITCH_INTERVAL_S
from app.model.schema import FieldPath
from app.model.timeseries.feeds import SeriesFeed, TimeBase
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.record.mcap_writer import McapWriter
from app.session.reference_runs import ReferenceRuns
from app.ui.base.memory import resident_bytes
from tests.benchmarks.common import ROOT, Budget, Figure, Section, Spread

LARGE_BYTES: Final = 20_000_000_000
SHORT_BYTES: Final = 3_000_000_000
TOPICS: Final = 200
HZ: Final = 100
# the second run does the same so much later
LATER_S: Final = 0.35
_BYTES: Final = 200
_MESSAGES: Final = 10_000
_STEP_NS: Final = 1_000_000_000 // (TOPICS * HZ)
_START_NS: Final = 1_790_000_000_000_000_000
_TWIST: Final = (
    b"geometry_msgs/Vector3 linear\ngeometry_msgs/Vector3 angular\n"
    + b"=" * 80
    + b"\nMSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n"
)
_TOPIC, _FIELD = "/topic0", "linear.x"
_STOP_AFTER_S: Final = 5.0
_CHILD: Final = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True)
print(json.dumps([done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024]))
"""


def run() -> list[Section]:
    """Everything."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with tempfile.TemporaryDirectory() as name:
        large, short = Path(name, "large.mcap"), Path(name, "short.mcap")
        _write(short, SHORT_BYTES, LATER_S)
        samples = _write(large, LARGE_BYTES, 0.0)
        return [_by_command(large, short), asyncio.run(_beneath(large, samples))]


def _by_command(large: Path, short: Path) -> Section:
    command = [sys.executable, "-m", "app", "compare", str(large), str(short), _TOPIC, _FIELD]
    told, waited_s = _timed(
        [sys.executable, "-c", _CHILD, *command, "--align", "correlation", "--tolerance", "0.1", "--json"]
    )
    answer, memory = json.loads(told)
    found = json.loads(answer)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as stopped:
        time.sleep(_STOP_AFTER_S)
        began = time.perf_counter()
        os.kill(stopped.pid, signal.SIGINT)
        stopped.wait()
        stop_s = time.perf_counter() - began
    return Section(
        "teledeck compare: a recording of 20 GB and one of 3 GB, a topic of 200, aligned by correlation",
        [Figure("from start to end", Spread((waited_s,)), "s", 0)],
        [
            Budget("memory", Spread((memory / 1e6,)), "MB", at_most=600, places=0),
            Budget("offset, from the true one", Spread((1e3 * abs(found["offset_s"] + LATER_S),)), "ms", at_most=10),
            Budget("apart by more than the tolerance", Spread((found["fields"][0]["apart_share"],)), "", at_most=0),
            Budget("until it has stopped by Ctrl+C", Spread((stop_s,)), "s", at_most=1, places=2),
        ],
    )


async def _beneath(large: Path, samples: int) -> Section:
    """Lay it beneath, read a field, and take it away while another is read."""
    waits_s, peaks = [0.0], [0]
    tasks = TaskPool("benchmark")
    tasks.spawn(_watch(waits_s, peaks), "watch")
    await asyncio.sleep(0.1)
    waits_s[:], before = [0.0], resident_bytes() or 0
    runs = ReferenceRuns()
    began = time.perf_counter()
    added = await runs.add([large])
    opened_s = time.perf_counter() - began
    feed = await _fed(runs, added.id, samples)
    read_s = time.perf_counter() - began - opened_s
    runs.let_go(feed)
    runs.keep(TopicKey(added.id, _TOPIC), feed)
    await asyncio.sleep(_STOP_AFTER_S)
    began = time.perf_counter()
    runs.remove(added.id)
    await runs.close()
    closed_s = time.perf_counter() - began
    await tasks.cancel()
    return Section(
        f"the recording of 20 GB laid beneath: a field of {samples:,} messages",
        [Figure("a field read", Spread((read_s,)), "s", 0)],
        [
            Budget("opened", Spread((opened_s,)), "s", at_most=1, places=2),
            Budget("memory that all of it takes", Spread(((max(peaks) - before) / 1e6,)), "MB", at_most=300, places=0),
            Budget("longest wait of the interface's loop", Spread((1e3 * max(waits_s),)), "ms", at_most=100, places=0),
            Budget("taken away while it is read", Spread((closed_s,)), "s", at_most=0.1, places=3),
        ],
    )


async def _fed(runs: ReferenceRuns, run_id: str, samples: int) -> SeriesFeed:
    path = FieldPath.parse(_FIELD)
    feed = SeriesFeed(runs.budget, TimeBase.RECEIPT)
    feed.set_fields((path,))
    runs.keep(TopicKey(run_id, _TOPIC), feed)
    series = feed.series(path)
    while len(series.samples().times) < samples:
        await asyncio.sleep(0.05)
        assert not runs.fault(feed), runs.fault(feed)
        series.drain()
    return feed


async def _watch(waits_s: list[float], peaks: list[int]) -> None:
    """Note how late a loop is that wants to go on 200 times a second, and how much memory there is."""
    step_s, last = 0.005, time.perf_counter()
    while True:
        await asyncio.sleep(step_s)
        now = time.perf_counter()
        waits_s.append(now - last - step_s)
        last = now
        peaks.append(resident_bytes() or 0)


def _timed(command: list[str]) -> tuple[str, float]:
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout, time.perf_counter() - began


def _write(path: Path, size: int, later_s: float) -> int:
    """Write a recording of that size; returns how many messages each topic has."""
    writer = McapWriter(path)
    writer.add_schema(1, "geometry_msgs/Twist", "ros1msg", _TWIST)
    writer.add_schema(2, "std_msgs/String", "ros1msg", b"string data")
    for number in range(TOPICS):
        writer.add_channel(number + 1, 1 if number == 0 else 2, f"/topic{number}", "ros1", {})
    chance = random.Random(1)
    channels = [1 + number % TOPICS for number in range(_MESSAGES)]
    text = struct.Struct("<I")
    payloads = [text.pack(_BYTES - text.size) + chance.randbytes(_BYTES - text.size) for _ in range(_MESSAGES)]
    chunks = written = 0
    while written < size:
        first = chunks * _MESSAGES
        for number in range(0, _MESSAGES, TOPICS):
            at_s = (first + number) * _STEP_NS / 1e9 - later_s
            value = math.sin(0.3 * at_s) + 0.3 * math.sin(0.017 * at_s) + chance.gauss(0, 0.01)
            payloads[number] = struct.pack("<6d", value, 0, 0, 0, 0, 0.1)
        times = [_START_NS + (first + number) * _STEP_NS for number in range(_MESSAGES)]
        writer.write_chunk(channels, times, list(range(first, first + _MESSAGES)), payloads)
        chunks += 1
        written = writer.sealed[-1].end
    writer.finish()
    return chunks * _MESSAGES // TOPICS
