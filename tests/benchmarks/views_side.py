"""One side of the whole window's benchmark, in a process of its own.

python -m tests.benchmarks.views_side teledeck|boxed|deck|naive MASTER_PORT DATA_PORT

Says `ready`, then obeys its standard input: `on`, `off`, `span SECONDS`, which is answered by what was seen as JSON,
`record` and `recorded`, which begin a recording and end it, and are answered by its path and what it has lost, `look`,
`scrub` and `box`, which look back, drag the time and end the black box, as `DeckWindow` answers, and `end` with the
numbers of all that was sent, which is answered by what was not counted, as a list.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Protocol

import qasync

from app.main import SWITCH_INTERVAL_S, make_application
from tests.benchmarks.views_frames import Frames, Seen
from tests.benchmarks.views_load import Counts, number_at
from tests.benchmarks.views_window import LoadedWindow, opened


class Side(Protocol):
    """A window under the load."""

    frames: Frames

    def see(self) -> Seen:
        """See `Frames.seen`."""

    def handled(self) -> int:
        """How many messages were handled, since the beginning."""

    def give_up(self) -> None:
        """Its turn is over, and what waits is thrown away; in any thread."""

    def set_on(self, on: bool) -> None:  # noqa: FBT001 - a setter
        """Its turn has come, or is over."""


@asynccontextmanager
async def _opened(way: str, master_port: int, data_port: int) -> AsyncIterator[Side]:
    if way == "naive":
        # pyqtgraph is of no use to the other side
        from tests.benchmarks.views_naive import opened_naive

        async with opened_naive(data_port) as naive:
            yield naive
        return
    from tests.benchmarks.deck_window import DeckWindow

    uri, make = f"gazebo://127.0.0.1:{master_port}", DeckWindow if way == "deck" else LoadedWindow
    async with opened(uri, number_at(), keeps=way != "teledeck", make=make) as window:
        yield window


async def _run(way: str, master_port: int, data_port: int) -> None:
    async with _opened(way, master_port, data_port) as side:
        # as the program does
        gc.freeze()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, _obey, loop, side)


def _obey(loop: asyncio.AbstractEventLoop, side: Side) -> None:
    """Do what is asked until there is nobody to ask. Not in the interface thread, which may have no time for it."""
    _say("ready")
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "span":
            before = side.handled()
            side.frames.begin()
            time.sleep(float(rest))
            seen = side.see()
            handled_hz = (side.handled() - before) / seen.elapsed_s
            _say(json.dumps(asdict(seen) | {"frames_hz": seen.frames_hz, "handled_hz": handled_hz}))
        elif word in {"on", "off"}:
            if word == "off":
                side.give_up()
            # when it has come to it, all that waited before is done
            asyncio.run_coroutine_threadsafe(_set_on(side, on=word == "on"), loop).result()
            _say("done")
        elif word in {"record", "recorded"}:
            told = asyncio.run_coroutine_threadsafe(_record(side, begins=word == "record"), loop).result()
            _say(json.dumps(told))
        elif word in {"look", "scrub", "box"}:
            _say(json.dumps(asyncio.run_coroutine_threadsafe(_look_back(side, word, rest), loop).result()))
        else:
            *small, camera = map(int, rest.split())
            faults = asyncio.run_coroutine_threadsafe(_faults(side, Counts(tuple(small), camera)), loop).result()
            _say(json.dumps(faults))


async def _set_on(side: Side, *, on: bool) -> None:
    side.set_on(on)


async def _record(side: Side, *, begins: bool) -> dict[str, object]:
    assert isinstance(side, LoadedWindow)
    return await (side.record() if begins else side.end_recording())


async def _look_back(side: Side, word: str, rest: str) -> object:
    from tests.benchmarks.deck_window import DeckWindow

    assert isinstance(side, DeckWindow)
    if word == "box":
        return await side.end_box()
    return await (side.look_back(*map(int, rest.split())) if word == "look" else side.scrub(float(rest)))


async def _faults(side: Side, sent: Counts) -> list[str]:
    return (await side.settle()).faults(sent) if isinstance(side, LoadedWindow) else []


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Until the standard input ends."""
    way, master_port, data_port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    app = make_application()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(_run(way, master_port, data_port))
    # what a window leaves behind is not looked at
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
