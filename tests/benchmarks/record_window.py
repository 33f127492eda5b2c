"""The whole window with its black box and without it in turns, and while all that comes is recorded.

The load is that of `views`: 200 topics x 100 Hz and a camera of 190 MB/s. What the disk takes is measured first: where
that is less than `FAST_BYTES_S`, the camera sends so much less that 60 % of it are written.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from app.record.mcap_segment import McapSegment
from app.record.recording import LoadedChunk
from tests.benchmarks.common import Budget, Figure, Section, Spread, ratios
from tests.benchmarks.views_load import CAMERA, CAMERA_HZ, SENT_TOPICS, SIZE, SMALL_HZ
from tests.benchmarks.views_whole import WindowSide, running_side

ROUNDS: Final = 7
SETTLE_S: Final = 6.0
RECORDED_S: Final = 60.0
PICTURE_BYTES: Final = SIZE[0] * SIZE[1] * 3
FAST_BYTES_S: Final = 250e6
_SHARE: Final = 0.6
_PROBE_BYTES: Final = 1 << 30
_BLOCK: Final = bytes(8 << 20)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a recording of the load has, beside what was sent.

    Attributes:
        disk_bytes_s: what the disk takes.
        camera_hz: how many pictures were sent.
        nbytes, duration_s: of the file.
        messages, pictures: those in the file.
        lost: those that were counted as lost.
        missing: those between the first and the last of a topic that are not in it.
        faults: what the window has not counted or painted.
        p99_ms: from one frame of the window to the next meanwhile.
    """

    disk_bytes_s: float
    camera_hz: float
    nbytes: int
    duration_s: float
    messages: int
    pictures: int
    lost: int
    missing: int
    faults: tuple[str, ...]
    p99_ms: float

    def lines(self) -> list[str]:
        """What should not be."""
        found = list(self.faults)
        if self.missing > self.lost:
            found.append(f"{self.missing - self.lost:,} messages are missing in the file and were not counted")
        return found


def run() -> list[Section]:
    """Everything."""
    platform = os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as name:
        return [_in_turns(Path(name), platform), _while_recording(Path(name), platform)]


def _in_turns(folder: Path, platform: str) -> Section:
    """Measure the window with its black box and without."""
    turns: dict[str, list[dict[str, float]]] = {"teledeck": [], "boxed": []}
    with contextlib.ExitStack() as stack:
        sides = {way: stack.enter_context(running_side(way, folder / way)) for way in turns}
        for number in range(ROUNDS):
            # what comes second finds another machine
            for way, side in sides.items() if number % 2 else reversed(sides.items()):
                turns[way].append(side.turn(SMALL_HZ, SETTLE_S))
    spread = {
        (way, what): Spread(tuple(turn[what] for turn in told))
        for way, told in turns.items()
        for what in ("frames_hz", "p99_ms", "age_ms", "share")
    }
    figures = [
        Figure(f"{names}, {words}", Spread(tuple(factor * value for value in spread[way, what].values)), unit, 1)
        for way, names in (("teledeck", "off"), ("boxed", "on"))
        for what, words, unit, factor in (
            ("frames_hz", "frames", "a second", 1),
            ("p99_ms", "from one frame to the next, p99", "ms", 1),
            ("age_ms", "age of the picture", "ms", 1),
            ("share", "interface thread", "% of a core", 100),
        )
    ]
    later = zip(spread["boxed", "p99_ms"].values, spread["teledeck", "p99_ms"].values, strict=True)
    frames = ratios(spread["boxed", "frames_hz"].values, spread["teledeck", "frames_hz"].values)
    return Section(
        f"whole window ({platform}), the black box on and off: {SENT_TOPICS} topics x {SMALL_HZ} Hz, camera "
        f"{CAMERA_HZ} Hz",
        figures,
        [
            Budget("on / off, frames", frames, at_least=0.98),
            Budget("a frame later, p99", Spread(tuple(on - off for on, off in later)), "ms", at_most=2),
        ],
    )


def _while_recording(folder: Path, platform: str) -> Section:
    told = record_load(folder, RECORDED_S)
    return Section(
        f"whole window ({platform}), recorded for {RECORDED_S:g} s: {SENT_TOPICS} topics x {SMALL_HZ} Hz, camera "
        f"{told.camera_hz:.1f} Hz",
        [
            Figure("the disk takes", Spread((told.disk_bytes_s / 1e6,)), "MB/s", 0),
            Figure("written", Spread((told.nbytes / told.duration_s / 1e6,)), "MB/s", 0),
            Figure("messages in the file", Spread((told.messages,)), "", 0),
            Figure("pictures in the file", Spread((told.pictures,)), "", 0),
            Figure("messages counted as lost", Spread((told.lost,)), "", 0),
            Figure("from one frame to the next, p99", Spread((told.p99_ms,)), "ms", 1),
        ],
        [Budget("; ".join(told.lines()) or "what is missing", Spread((len(told.lines()),)), "", at_most=0, places=0)],
    )


def record_load(folder: Path, duration_s: float) -> Recorded:
    """Record the load in a window for some time, and compare the file with what was sent."""
    disk_bytes_s = _disk_speed(folder)
    most_hz = _SHARE * disk_bytes_s / PICTURE_BYTES
    camera_hz = float(CAMERA_HZ) if disk_bytes_s >= FAST_BYTES_S else min(CAMERA_HZ, most_hz)
    with running_side("boxed", folder / "recorded") as side:
        side.ask("on")
        side.load.send(SMALL_HZ, camera_hz)
        time.sleep(SETTLE_S)
        side.ask("record")
        began = time.monotonic()
        seen = json.loads(side.ask(f"span {duration_s}"))
        ended = json.loads(side.ask("recorded"))
        recorded_s = time.monotonic() - began
        side.load.send(0, 0)
        faults = tuple(_faults(side))
    path = Path(ended["path"])
    messages, pictures, missing = counted([path])
    nbytes = path.stat().st_size
    path.unlink()
    return Recorded(
        disk_bytes_s,
        camera_hz,
        nbytes,
        recorded_s,
        messages,
        pictures,
        ended["lost"],
        missing,
        faults,
        seen["p99_ms"],
    )


def _faults(side: WindowSide) -> list[str]:
    """Return what the window has not counted, when nothing more comes."""
    time.sleep(SETTLE_S)
    return side.faults()


def counted(paths: Sequence[Path]) -> tuple[int, int, int]:
    """Return how many messages and pictures files have, and how many are missing between those of each topic."""
    numbers: dict[str, list[int]] = {}
    for path in paths:
        with contextlib.closing(McapSegment(path)) as segment:
            names = {number: channel.topic for number, channel in segment.channels.items()}
            for number in range(len(segment.chunks)):
                loaded: LoadedChunk = segment.load(number)
                for channel, entries in loaded.entries.items():
                    if not names[channel].startswith("teledeck/"):
                        found = numbers.setdefault(names[channel], [])
                        found += (loaded.message(int(offset)).number for offset in entries[:, 1])
    missing = pictures = messages = 0
    for name, found in numbers.items():
        # what was said last stands at the beginning too
        once = np.unique(np.array(found))
        missing += int(once[-1] - once[0]) + 1 - len(once)
        messages += len(once)
        if name == CAMERA:
            pictures = len(once)
    return messages, pictures, missing


def _disk_speed(folder: Path) -> float:
    """Return how many bytes a second a disk takes."""
    path = folder / "probe"
    began = time.monotonic()
    with path.open("wb") as file:
        for _ in range(_PROBE_BYTES // len(_BLOCK)):
            file.write(_BLOCK)
        file.flush()
        os.fsync(file.fileno())
    speed = _PROBE_BYTES / (time.monotonic() - began)
    path.unlink()
    return speed
