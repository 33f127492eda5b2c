"""`python -m tests.tools.soak_window [--minutes 60]`: the whole window under the load of its budgets, for a long time.

200 topics x 100 Hz x 200 B, a camera of 1080p at 30 Hz and 10,000 topics in the list; six plots of two curves, the
inspector and a picture are open (`tests.benchmarks.views_window`). A line each minute, and a verdict: exit code 1 when
memory grew by 50 MB or more after the first tenth, a message was not counted, or a picture was dropped that no counter
tells of.

What plots keep is no leak: an hour of each curve, within the bound that their panel shows. Its growth is told, and left
out of the verdict.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from dataclasses import dataclass
from typing import Final

import qasync

from app.main import SWITCH_INTERVAL_S, make_application
from app.model.timeseries.series import PYRAMID_BYTES_PER_SAMPLE
from app.ui.base.memory import resident_bytes
from tests.benchmarks.views_frames import Seen
from tests.benchmarks.views_load import CAMERA_HZ, SENT_TOPICS, SMALL_HZ, Counts, Load, number_at, running_load
from tests.benchmarks.views_window import LoadedWindow, Taken, opened
from tests.fakes.waiting import eventually

GROWTH_BYTES: Final = 50_000_000
LINES: Final = 60
# memory is compared from here on, as a share of the whole time
SETTLED: Final = 0.1
_LINKS_TIMEOUT_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Memory:
    """Of the process, and what of it are the samples of plots."""

    resident: int
    history: int

    @property
    def other(self) -> int:
        """All but the samples."""
        return self.resident - self.history


def memory_of(window: LoadedWindow) -> Memory:
    """What is taken now. Samples take memory as they come, their sums at once."""
    series = [curve.values.series for curve in window.plots.curves if curve.values is not None]
    history = sum(16 * one._block.length + round(PYRAMID_BYTES_PER_SAMPLE * one._block.size) for one in series)
    resident = resident_bytes()
    if resident is None:
        raise SystemExit("this system does not tell how much memory a program takes")
    return Memory(resident, history)


def growth_bytes(taken: list[Memory]) -> int:
    """By how much all but the samples grew at most after the first tenth."""
    settled = taken[round(SETTLED * len(taken)) :]
    return max(one.other for one in settled) - settled[0].other


def line(minute: float, seen: Seen, memory: Memory, taken: Taken, sent: Counts) -> str:
    """What is said each minute; the counts are those since the beginning."""
    load = os.getloadavg()[0]
    return (
        f"{minute:6.2f} min  {memory.resident / 1e6:6.1f} MB, {memory.history / 1e6:5.1f} of them samples  "
        f"{seen.frames_hz:5.1f} frames/s, longest {seen.longest_ms:4.0f} ms, {100 * seen.share:4.1f} % of a core  "
        f"camera {seen.pictures / seen.elapsed_s:4.1f} Hz, age {seen.age_ms:5.1f} ms, worst {seen.worst_age_ms:4.0f}  "
        f"sent {sum(sent.small):,} + {sent.camera:,}, counted {sum(taken.small):,} + {taken.camera:,}, "
        f"painted {taken.painted:,}, passed over {taken.passed:,}, dropped {taken.dropped:,}  load {load:.1f}"
    )


async def soak(load: Load, minutes: float) -> bool:
    """All of it; whether nothing was amiss."""
    async with opened(load.uri, number_at(), make=LoadedWindow) as window:
        await eventually(lambda: load.links() == SENT_TOPICS + 1, "links", _LINKS_TIMEOUT_S)
        # as the program does
        gc.freeze()
        try:
            load.send(SMALL_HZ, CAMERA_HZ)
            memory = await _minutes(window, load, minutes)
            load.send(0, 0)
            taken, sent = await window.settle(), load.counts()
        finally:
            gc.unfreeze()
    faults = taken.faults(sent)
    growth = growth_bytes(memory)
    if growth >= GROWTH_BYTES:
        faults.append(f"memory grew by {growth / 1e6:.1f} MB")
    samples = (memory[-1].history - memory[round(SETTLED * len(memory))].history) / 1e6
    _say(
        f"memory grew by {growth / 1e6:.1f} MB after the first tenth, and by {samples:.1f} MB of samples (budget "
        f"{GROWTH_BYTES / 1e6:.0f} without them); {sum(sent.small):,} messages and {sent.camera:,} pictures were sent, "
        f"{taken.painted:,} painted, {taken.passed:,} passed over for a newer one, {taken.dropped:,} dropped"
    )
    _say("\n".join(f"FAULT: {fault}" for fault in faults) if faults else "all counted, none lost: kept")
    return not faults


async def _minutes(window: LoadedWindow, load: Load, minutes: float) -> list[Memory]:
    """One line after the other; the memory at each of them."""
    loop, memory = asyncio.get_running_loop(), []
    began = loop.time()
    for number in range(1, LINES + 1):
        window.frames.begin()
        await asyncio.sleep(max(0.0, began + number / LINES * minutes * 60 - loop.time()))
        seen = window.see()
        memory.append(memory_of(window))
        _say(line((loop.time() - began) / 60, seen, memory[-1], window.taken(), load.counts()))
    return memory


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak_window")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (default: 60); it says 60 lines")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with running_load() as load, asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        return 0 if runner.run(soak(load, arguments.minutes)) else 1


if __name__ == "__main__":
    sys.exit(main())
