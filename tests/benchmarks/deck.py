"""The whole window when its views show the past, with a black box full of ten minutes, while the load goes on.

The load is that of `views`: 200 topics x 100 Hz and a camera of 190 MB/s; then a fifth of it, which leaves two slow
cores something over. A jump is over when inspector, picture and all plots have painted the time that was asked for, and
that is on the screen.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.common import Budget, Figure, Section, Spread
from tests.benchmarks.deck_box import FILLED_S, fill_box
from tests.benchmarks.deck_window import JUMPS, SCRUB_HZ
from tests.benchmarks.record_window import counted
from tests.benchmarks.views_load import CAMERA_HZ, SENT_TOPICS, SMALL_HZ, Load
from tests.benchmarks.views_whole import WindowSide, running_side

# of 200 topics and of the camera
LOADS: Final = ((SMALL_HZ, CAMERA_HZ), (SMALL_HZ // 5, CAMERA_HZ // 5))
ROUNDS: Final = 5
LOOKS: Final = 6
SCRUB_S: Final = 4.0
# plots are to be half full
SETTLE_S: Final = 18.0
_PAUSE_S: Final = 1.5
_END_S: Final = 3.0


def run() -> list[Section]:
    """Everything."""
    platform = os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        box = folder / "state" / "black-box"
        until_ns = time.time_ns()
        with running_side("deck", folder, lambda load: _fill(folder, load, until_ns)) as side:
            side.ask("on")
            told = []
            for load in LOADS:
                side.load.send(*load)
                time.sleep(SETTLE_S)
                told.append([_round(side, until_ns) for _ in range(ROUNDS)])
            side.load.send(0, 0)
            time.sleep(_END_S)
            sent = side.load.counts()
            faults = side.faults()
            lost = json.loads(side.ask("box"))["lost"]
        run_of_now = max(path for path in box.iterdir() if path.is_dir())
        kept, _, missing = counted(sorted(run_of_now.glob("*.mcap")))
    if kept + lost < sum(sent.small):
        faults.append(f"{sum(sent.small) - kept - lost:,} messages are not in the black box and were not counted")
    sections = [_section(rounds, platform, *load) for rounds, load in zip(told, LOADS, strict=True)]
    sections[0].figures.append(Figure("messages missing in the black box, in all", Spread((missing,)), "", 0))
    counted_wrong = "; ".join(faults) or "what was sent and not counted, in all"
    sections[0].budgets.append(Budget(counted_wrong, Spread((len(faults),)), "", at_most=0, places=0))
    return sections


def _fill(folder: Path, load: Load, until_ns: int) -> None:
    fill_box(folder / "state" / "black-box", folder / "state" / "black-box-pictures", load.uri, until_ns)


def _round(side: WindowSide, until_ns: int) -> dict[str, Any]:
    """Look back several times, scrub, and rest."""
    live = json.loads(side.ask(f"span {SCRUB_S}"))
    looks = []
    for _ in range(LOOKS):
        looks.append(json.loads(side.ask(f"look {JUMPS} {until_ns - FILLED_S * 10**9} {until_ns}")))
        time.sleep(_PAUSE_S)
    scrubbed = json.loads(side.ask(f"scrub {SCRUB_S}"))
    time.sleep(_PAUSE_S)
    return {
        "live": live,
        "scrub": scrubbed,
        **{
            what: [*itertools.chain.from_iterable(look[what] for look in looks)] for what in ("hold", "jump", "live_ms")
        },
    }


def _p95(values: list[float]) -> float:
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]


def _section(told: list[dict[str, Any]], platform: str, small_hz: int, camera_hz: int) -> Section:
    def of(what: str, pick: str) -> Spread:
        return Spread(tuple(each[what][pick] for each in told))

    holds, jumps = (Spread(tuple(_p95(each[what]) for each in told)) for what in ("hold", "jump"))
    return Section(
        f"whole window ({platform}), looking back: {SENT_TOPICS} topics x {small_hz} Hz, camera {camera_hz} Hz, "
        f"{FILLED_S // 60} minutes kept",
        [
            Figure("frames, live", of("live", "frames_hz"), "a second", 1),
            Figure(
                "interface thread, live", Spread(tuple(100 * each["live"]["share"] for each in told)), "% of a core", 1
            ),
            Figure("the key, median", Spread(tuple(statistics.median(each["hold"]) for each in told)), "ms", 0),
            Figure("a jump, median", Spread(tuple(statistics.median(each["jump"]) for each in told)), "ms", 0),
            Figure("now again, median", Spread(tuple(statistics.median(each["live_ms"]) for each in told)), "ms", 0),
            Figure("jumps while scrubbing", of("scrub", "jumps_hz"), "a second", 1),
            Figure("longest frame while scrubbing", of("scrub", "longest_ms"), "ms", 0),
        ],
        [
            Budget("the key, p95", holds, "ms", at_most=100, places=0),
            Budget("a jump, p95", jumps, "ms", at_most=100, places=0),
            Budget(f"scrubbing at {SCRUB_HZ} Hz, frames", of("scrub", "frames_hz"), "a second", at_least=50, places=1),
        ],
    )
