"""`teledeck selftest`: all checks in their order, and a line for each as it ends, with what to do about a fault.

A new check that needs no window is a line in `CHECKS`. Checks of the user's own environment stand before the demo
robot, from which on that environment is put aside. Checks that need Qt are in `app.ui.selftest`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from types import FrameType
from typing import Final

from typing_extensions import override

from app.cli.command import DONE, NOT_REACHED, print_line
from app.cli.output import finding_json, finding_text
from app.cli.selftest import machine, robots, window
from app.cli.selftest.demo_bench import DemoBench
from app.cli.selftest.drive import drive
from app.cli.stopping import Stopped
from app.demo.demo_process import DEMO_SCHEMES
from app.drive.process.end_signals import end_signals
from app.model.doctor import DoctorCheck, said_words
from app.program.check import Check, blocking_check, run_check
from app.wording.selftest import SelftestWording

CHECKS: Final[tuple[Check[DemoBench], ...]] = (
    Check("versions", blocking_check(machine.versions), timeout_s=20.0),
    Check("clock", blocking_check(machine.clock)),
    Check("folders", blocking_check(machine.folders)),
    Check("loopback", blocking_check(machine.loopback)),
    Check("host name", blocking_check(machine.host_name)),
    Check("ports", blocking_check(machine.ports)),
    Check("key store", machine.key_store),
    Check("pads", blocking_check(machine.pads), timeout_s=20.0),
    Check("demo robot", robots.start, timeout_s=30.0),
    *(Check(f"read {scheme}", partial(robots.read, scheme=scheme), timeout_s=20.0) for scheme in DEMO_SCHEMES),
    Check("pictures", robots.pictures, timeout_s=15.0),
    *(Check(f"drive {scheme}", partial(drive, scheme=scheme), timeout_s=90.0) for scheme in DEMO_SCHEMES),
)


NAME_WIDTH: Final = 16


class SelftestProgress(window.CheckReporter):
    """Prints the running check and the findings, and counts the faults.

    Args:
        as_json: print JSON, for other programs.
        shows: show the running check, for a person at a terminal.
    """

    def __init__(self, *, as_json: bool, shows: bool) -> None:
        self.checks = self.faults = self.left_out = 0
        self._as_json = as_json
        self._shows = shows and not as_json
        self._began_s = 0.0
        self._shown = ""

    @override
    def begin_check(self, check: str) -> None:
        self.clear()
        self._began_s = time.monotonic()
        if self._shows:
            self._shown = f"{'…':<6}{check}"
            self._write(self._shown)

    @override
    def end_check(self, finding: DoctorCheck) -> None:
        took_s = time.monotonic() - self._began_s
        self.clear()
        self.checks += 1
        self.faults += finding.ok is False
        self.left_out += finding.ok is None
        if self._as_json:
            print_line(finding_json(finding, duration_s=round(took_s, 3), said=said_words(finding)))
        else:
            print_line(finding_text(finding, NAME_WIDTH))

    def clear(self) -> None:
        """Remove the line with the running check."""
        if self._shown:
            self._write(f"\r{'':{len(self._shown)}}\r")
            self._shown = ""

    def print_summary(self, took_s: float) -> None:
        """Print the last line, with the numbers of checks and faults."""
        if self._as_json:
            return
        if self.faults:
            code = SelftestWording.FAULTS_AND_MARKED if self.left_out else SelftestWording.FAULTS
        else:
            code = SelftestWording.WELL_BUT_MARKED if self.left_out else SelftestWording.WELL
        print_line(code(faults=self.faults, checks=self.checks, marked=self.left_out, took_s=took_s))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def run(arguments: argparse.Namespace, checks: tuple[Check[DemoBench], ...] = CHECKS) -> int:
    """Run all checks; returns 1 if there is a fault. Raises Stopped."""
    progress = SelftestProgress(as_json=arguments.json, shows=sys.stdout is not None and sys.stdout.isatty())
    began_s = time.monotonic()
    try:
        with asyncio.Runner() as runner:
            runner.run(_run_checks(checks, progress, with_window=arguments.gui))
    finally:
        progress.clear()
    progress.print_summary(time.monotonic() - began_s)
    return NOT_REACHED if progress.faults else DONE


async def _run_checks(checks: tuple[Check[DemoBench], ...], progress: SelftestProgress, *, with_window: bool) -> None:
    bench = DemoBench()
    try:
        with _cancelled_by_signals():
            for check in checks:
                progress.begin_check(check.name)
                progress.end_check(await run_check(check, bench))
                # a signal may have come while nothing was awaited
                await asyncio.sleep(0)
            if with_window:
                await window.check_window(bench, progress)
    except asyncio.CancelledError:
        raise Stopped from None
    finally:
        await bench.close()


@contextlib.contextmanager
def _cancelled_by_signals() -> Iterator[None]:
    """Cancel the current task on signals, so that the processes that it has started are ended first."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None  # noqa: S101 - for the type checker

    def end(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, end) for number in end_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
