"""How long it takes from a hand's move to the command at the robot: a pad, and keys, alone and beside a busy window.

    alone      the window's end of driving, without a window
    six plots  the whole window with 200 topics x 100 Hz, twelve of them in six plots
    stalls     the same, its thread standing still for 150 ms again and again
    at rest    alone, disarmed and armed: the processor share of the drive process and its watchdog

The pad is SDL's virtual one, moved by a thread of the drive process at any time between two looks at it (`drive_pad`);
keys are set-points that the interface's thread hands to the handle, from then on. When a command has come is told by
the demo robot, whose process goes first, by the clock that all processes share.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final, Self

from tests.benchmarks.common import Budget, Figure, MissingError, Section, Spread
from tests.benchmarks.views_load import ROOT, SENT_TOPICS, SMALL_HZ, Load, running_load
from tests.fakes.driven_robot import Came, DrivenRobot, driven_robot
from tests.fakes.waiting import eventually

PROTOCOLS: Final = {"ros1": "ROS 1", "gazebo": "Gazebo", "nrp+grpc": "NRP-core, gRPC", "nrp+json": "NRP-core, JSON"}
# of engines the window does what it does of others
LOADED: Final = ("ros1", "gazebo")
BUDGET_MS: Final = 6.0
LOADED_BUDGET_MS: Final = 15.0
# of one core, while armed
BUDGET_PERCENT: Final = 3.0
SPAN_S: Final = 20.0
# plots are to have something to show
_LOAD_SETTLE_S: Final = 5.0
_LINKS_TIMEOUT_S: Final = 60.0
# what is on its way at the end of a span
_LAST_S: Final = 0.5


def latencies_ms(moments: Sequence[float], came: Sequence[Came]) -> list[float]:
    """From each move to the first command that is not the one before it; infinite where none came."""
    found: list[float] = []
    for moment in moments:
        before = [command.v for command in came if command.at <= moment][-1:]
        after = (command.at for command in came if command.at > moment and [command.v] != before)
        found.append(1000 * (next(after, math.inf) - moment))
    return found


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so many are not above."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    if not hasattr(os, "sched_setscheduler"):
        raise MissingError("times are taken by Linux' clocks")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return [section for protocol in PROTOCOLS for section in asyncio.run(_measure(protocol))]


async def _measure(protocol: str) -> list[Section]:
    name = PROTOCOLS[protocol]
    rest = Section(f"processor share, {name}, nobody drives: {SPAN_S:g} s each")
    alone = Section(f"stick to wire, {name}, alone: {SPAN_S:g} s each")
    loaded = Section(f"stick to wire, {name}, six plots of {SENT_TOPICS} topics x {SMALL_HZ} Hz: {SPAN_S:g} s each")
    async with AsyncExitStack() as stack:
        robot = await stack.enter_async_context(driven_robot(protocol))
        async with _Side(robot) as side:
            await side.rest(rest, "disarmed", "disarmed")
            await side.rest(rest, "armed", "rest")
            await side.add(alone, "pad", "pad")
            await side.add(alone, "keys", "keys")
    if protocol not in LOADED:
        return [rest, alone]
    async with AsyncExitStack() as stack:
        robot = await stack.enter_async_context(driven_robot(protocol))
        load = stack.enter_context(running_load())
        async with _Side(robot, load) as side:
            await _wait_for_links(load)
            load.send(SMALL_HZ, 0)
            await asyncio.sleep(_LOAD_SETTLE_S)
            await side.add(loaded, "pad", "pad")
            await side.add(loaded, "pad, the window stalls", "stalls")
            await side.add(loaded, "keys", "keys")
            load.send(0, 0)
    return [rest, alone, loaded]


async def _wait_for_links(load: Load) -> None:
    await eventually(lambda: load.links() == SENT_TOPICS + 1, "links", _LINKS_TIMEOUT_S)


def _add_shares(section: Section, name: str, answer: Mapping[str, Any]) -> None:
    watchdog = Spread((100 * answer["watchdog"],))
    section.figures.append(Figure(f"{name}, watchdog", watchdog, "%", 1, f"{answer['wakes']:.0f} wakes/s of the other"))
    share = Spread((100 * answer["share"],))
    section.budgets.append(Budget(f"{name}, drive process", share, "%", at_most=BUDGET_PERCENT, places=1))


class _Side:
    """The process that drives, see `drive_side`."""

    def __init__(self, robot: DrivenRobot, load: Load | None = None) -> None:
        self._robot = robot
        self._port = () if load is None else (str(load.port),)
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.benchmarks.drive_side", self._robot.uri, *self._port),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            limit=1 << 20,
        )
        await self._answer()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(20):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    async def add(self, section: Section, name: str, word: str) -> None:
        """Measure one span, and note it in a section."""
        answer = await self._ask(word)
        moments: list[float] = answer["moments"]
        await asyncio.sleep(_LAST_S)
        came = [command for command in self._robot.commands if moments[0] - 1.0 < command.at < moments[-1] + _LAST_S]
        took = latencies_ms(moments, came)
        zeros = sum(command.is_zero for command in came if moments[0] < command.at < moments[-1])
        p99 = Spread((percentile(took, 0.99),))
        note = f"{len(took)} moves"
        section.figures += [
            Figure(f"{name}, p50", Spread((statistics.median(took),)), "ms", 1, note),
            Figure(f"{name}, longest", Spread((max(took),)), "ms", 1),
        ]
        most_ms = LOADED_BUDGET_MS if self._port else BUDGET_MS
        section.budgets.append(Budget(f"{name}, p99", p99, "ms", at_most=most_ms, places=1))
        _add_shares(section, name, answer)
        section.budgets.append(
            Budget(f"{name}, zeros that nobody asked for", Spread((zeros,)), "", at_most=0, places=0)
        )

    async def rest(self, section: Section, name: str, word: str) -> None:
        """Measure what one span without a move takes."""
        _add_shares(section, name, await self._ask(word))

    async def _ask(self, word: str) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word} {SPAN_S}\n".encode())
        answer: dict[str, Any] = json.loads(await self._answer())
        return answer

    async def _answer(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise MissingError("the side that drives has ended: its error is above")
        return line.decode()
