"""The cost of a message of a recording, beside the library of the format's makers, and how fast files are opened.

Both write the same messages of 200 topics in the same chunks; processor time of the thread, in turns. Read are a minute
of them, and a file of 20 GB. What the black box costs a run is
measured with it and without it in turns, each in a process of its own.
"""

from __future__ import annotations

import contextlib
import functools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer

from app.record.box import BoxFiles, ChunkCache
from app.record.mcap_format import PART
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.player import Player
from app.record.repair import repair
from tests.benchmarks.common import ROOT, Budget, Figure, Section, Spread, ratios
from tests.benchmarks.record_bags import bags
from tests.benchmarks.record_large import large

TOPICS: Final = 200
BYTES: Final = 200
# one second of 100 Hz, a chunk a fifth of it: about 1 MiB
MESSAGES: Final = 20_000
CHUNK: Final = 4_000
ROUNDS: Final = 7
# one minute of the messages
SECONDS: Final = 60
# of the pictures of a screen
STEP_S: Final = 0.033
STEPS: Final = 300
# of a run with the black box, or without
RUN_S: Final = 5.0

Told = tuple[list[int], list[int], list[int], list[bytes]]


def run() -> list[Section]:
    """Everything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [_writing(folder), _reading(folder), large(folder), *bags(folder), _always_on()]


def _messages() -> list[Told]:
    """Chunks of messages, half of whose bytes change."""
    chance = random.Random(1)
    made = []
    for begin in range(0, MESSAGES, CHUNK):
        numbers = list(range(begin, begin + CHUNK))
        payloads = [chance.randbytes(BYTES // 2) + bytes(BYTES // 2) for _ in numbers]
        made.append(([1 + n % TOPICS for n in numbers], [n * 50_000 for n in numbers], numbers, payloads))
    return made


def _add_channels(writer: McapWriter) -> None:
    writer.add_schema(1, "std_msgs/String", "ros1msg", b"string data")
    for number in range(TOPICS):
        writer.add_channel(number + 1, 1, f"/topic{number}", "ros1", {})


def _write_ours(path: Path, chunks: list[Told]) -> None:
    writer = McapWriter(path)
    _add_channels(writer)
    for chunk in chunks:
        writer.write_chunk(*chunk)
    writer.finish()


def _write_by_library(path: Path, chunks: list[Told]) -> None:
    with path.open("wb") as file:
        writer = Writer(file, chunk_size=CHUNK * (BYTES + 31), compression=CompressionType.ZSTD)
        writer.start()
        schema = writer.register_schema("std_msgs/String", "ros1msg", b"string data")
        channels = [writer.register_channel(f"/topic{number}", "ros1", schema) for number in range(TOPICS)]
        for chunk in chunks:
            for channel, time_ns, number, payload in zip(*chunk, strict=True):
                writer.add_message(channels[channel - 1], time_ns, payload, time_ns, number)
        writer.finish()  # type: ignore[no-untyped-call]


def _writing(folder: Path) -> Section:
    chunks = _messages()
    spent: dict[str, list[float]] = {"Teledeck": [], "mcap": []}
    for _ in range(ROUNDS):
        for way, write in (("Teledeck", _write_ours), ("mcap", _write_by_library)):
            path = folder / f"{way}.mcap"
            path.unlink(missing_ok=True)
            began = time.thread_time()
            write(path, chunks)
            spent[way].append((time.thread_time() - began) / MESSAGES * 1e6)
    figures = [Figure(f"{way}: a message", Spread(tuple(times)), "us") for way, times in spent.items()]
    times_as_fast = Budget("times as fast as mcap", ratios(spent["mcap"], spent["Teledeck"]), at_least=4)
    return Section(f"record: writing {TOPICS} topics of messages of {BYTES} B", figures, [times_as_fast])


def _milliseconds(function: Callable[[], object]) -> float:
    began = time.thread_time()
    function()
    return (time.thread_time() - began) * 1e3


def _reading(folder: Path) -> Section:
    chunks = _messages()
    path = folder / "minute.mcap"
    writer = McapWriter(path)
    _add_channels(writer)
    for second in range(SECONDS):
        for channels, times, numbers, payloads in chunks:
            writer.write_chunk(channels, [at + second * 10**9 for at in times], numbers, payloads)
    part = path.with_name(path.name + PART)
    whole = part.read_bytes()
    writer.finish()
    opened, cold, scrubbed, repaired, library, played = [], [], [], [], [], []
    for round_ in range(ROUNDS):
        began = time.thread_time()
        with contextlib.closing(McapSegment(path)) as segment:
            opened.append((time.thread_time() - began) * 1e3)
            box = BoxFiles([segment], ChunkCache())
            at_ns = (round_ * 7 + 5) * 10**9
            # the tables of where each topic is
            box.said_last(at_ns - 3 * 10**9)
            cold.append(_milliseconds(functools.partial(box.said_last, at_ns)))
            ahead = range(at_ns + 10**8, at_ns + 11 * 10**8, 10**8)
            steps = [_milliseconds(functools.partial(box.said_last, step_ns)) for step_ns in ahead]
            scrubbed.append(sum(steps) / len(steps))
            played.append(_milliseconds(functools.partial(_play, BoxFiles([segment]))) / STEPS)
        library.append(_milliseconds(functools.partial(_said_last_by_library, path, at_ns)))
        part.write_bytes(whole)
        repaired.append(_milliseconds(lambda: repair(part)))
    return Section(
        f"record: a minute of them, {len(whole) / 1e6:.0f} MB",
        [
            Figure("opened", Spread(tuple(opened)), "ms"),
            Figure("ended after a kill", Spread(tuple(repaired)), "ms"),
            Figure("what each topic said last, anywhere", Spread(tuple(cold)), "ms"),
            Figure("the same by mcap", Spread(tuple(library)), "ms"),
            Figure("the same, by steps of 0.1 s", Spread(tuple(scrubbed)), "ms"),
        ],
        [
            Budget(f"a step of playing, {STEP_S * MESSAGES:.0f} messages", Spread(tuple(played)), "ms", at_most=4),
            Budget("anywhere: times as fast as mcap", ratios(library, cold), at_least=4),
            Budget("by steps: times as fast as mcap", ratios(library, scrubbed), at_least=10),
        ],
    )


def _play(files: BoxFiles) -> None:
    player = Player(files)
    player.set_wanted({channel.topic for channel in files.segments[0].channels.values()})
    player.play(0.0)
    told = 0
    for step in range(1, STEPS + 1):
        told += sum(len(one.batch) for one in player.advance(step * STEP_S))
    assert told == round(STEPS * STEP_S * MESSAGES)


def _said_last_by_library(path: Path, time_ns: int) -> None:
    with path.open("rb") as file:
        seen = set()
        for _, channel, _ in make_reader(file).iter_messages(end_time=time_ns + 1, reverse=True):
            seen.add(channel.id)
            if len(seen) == TOPICS:
                return


def _always_on() -> Section:
    rounds: dict[str, list[dict[str, Any]]] = {"on": [], "off": []}
    for _ in range(ROUNDS):
        for mode, told in rounds.items():
            command = [sys.executable, "-m", "tests.benchmarks.record_side", mode, str(RUN_S)]
            told.append(json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout))
    shares = {mode: [one["share"] * 100 for one in told] for mode, told in rounds.items()}
    late = {
        (thread, mode): [_p99(one[f"{thread}_ms"]) for one in told]
        for mode, told in rounds.items()
        for thread in ("link", "beat")
    }
    figures = [Figure(f"a run, {mode}", Spread(tuple(values)), "% of a core") for mode, values in shares.items()]
    figures += [
        Figure(f"{thread} late, p99, {mode}", Spread(tuple(values)), "ms") for (thread, mode), values in late.items()
    ]
    lost = tuple(float(one["lost"]) for one in rounds["on"])
    return Section(
        f"record: the black box on and off, {TOPICS} topics x 100 Hz x {BYTES} B",
        figures,
        [
            Budget("more of a core", _differences(shares["on"], shares["off"]), "%", at_most=4),
            # the same on any machine, however fast
            Budget("more, to a run without", _more(shares["on"], shares["off"]), "x", at_most=0.7),
            Budget("link later, p99", _differences(late["link", "on"], late["link", "off"]), "ms", at_most=2),
            Budget("beat later, p99", _differences(late["beat", "on"], late["beat", "off"]), "ms", at_most=2),
            Budget("messages lost", Spread(lost), "", at_most=0, places=0),
        ],
    )


def _more(on: list[float], off: list[float]) -> Spread:
    return Spread(tuple(with_box / without - 1 for with_box, without in zip(on, off, strict=True)))


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def _differences(over: list[float], under: list[float]) -> Spread:
    return Spread(tuple(a - b for a, b in zip(over, under, strict=True)))
