"""The checks of the window, run by a process of their own, since Qt ends a process if it can't have a screen.

That process is `teledeck selftest --window-on URI`. It writes `{"begin": name, "timeout_s": s}` before each check, and
the finding after it; it ends with its standard input. `app.ui.selftest.window_checks` says how to add a check of the
window.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import IO, Final

from app.cli.selftest.demo_bench import DemoBench
from app.demo.demo_process import DEMO_SCHEMES
from app.model.doctor import DoctorCheck, parse_doctor_check
from app.program.check import run_in_thread, timeout_finding
from app.program.installation import start_process
from app.program.startup import has_display, libraries_hint
from app.wording.selftest import SelftestWording

WINDOW: Final = "window"
END_TIMEOUT_S: Final = 5.0
# until the first check begins, and between two checks
START_TIMEOUT_S: Final = 40.0
# of its text on standard error
LONGEST_WORDS: Final = 300
_MOST_WORDS_BYTES: Final = 16 * 1024
_LONGEST_LINE: Final = 64 * 1024


class CheckReporter(ABC):
    """Receiver of the beginning and the finding of each check."""

    @abstractmethod
    def begin_check(self, check: str) -> None:
        """Take note that a check begins."""

    @abstractmethod
    def end_check(self, finding: DoctorCheck) -> None:
        """Take the finding of the check that has ended."""


async def check_window(bench: DemoBench, told: CheckReporter) -> None:
    """Run the checks of the window on the demo robot."""
    told.begin_check(WINDOW)
    uri = bench.connection_name(DEMO_SCHEMES[0])
    if not has_display():
        tip = SelftestWording.NO_SCREEN_TIP()
        told.end_check(DoctorCheck(WINDOW, False, SelftestWording.NO_SCREEN(), tip))
        return
    if not uri:
        told.end_check(DoctorCheck(WINDOW, None, SelftestWording.NO_ROBOT_TO_SHOW(), SelftestWording.NO_ROBOT_TIP()))
        return
    with tempfile.TemporaryFile() as errors:
        try:
            process = start_process(["selftest", "--window-on", uri], errors=errors)
        except OSError as error:
            text = SelftestWording.NO_PROCESS(error=error.strerror or error)
            told.end_check(DoctorCheck(WINDOW, False, text, SelftestWording.NO_PROCESS_TIP()))
            return
        try:
            unfinished = await relay_findings(functools.partial(_read, process), told)
            with contextlib.suppress(subprocess.TimeoutExpired):
                await run_in_thread(functools.partial(process.wait, END_TIMEOUT_S), "window's end")
        finally:
            code = _end(process)
        if unfinished is None:
            return
        if not unfinished:
            told.begin_check(WINDOW)
        if code == 0 and not unfinished:
            told.end_check(DoctorCheck(WINDOW, True, SelftestWording.WINDOW_WELL()))
            return
        said = _words(errors)
        text = (
            SelftestWording.WINDOW_ENDED(code=code, said=said)
            if said
            else SelftestWording.WINDOW_ENDED_SILENTLY(code=code)
        )
        told.end_check(DoctorCheck(unfinished or WINDOW, False, text, libraries_hint()))


async def relay_findings(read: Callable[[], bytes], told: CheckReporter) -> str | None:
    """Pass on the lines of the process until it ends.

    Returns:
        The check that was running when the process ended, empty if none was; None, after a finding, if the process did
        not end.
    """
    check, timeout_s = WINDOW, START_TIMEOUT_S
    try:
        while True:
            async with asyncio.timeout(timeout_s):
                line = await run_in_thread(read, "window's output")
            if not line:
                return check
            finding, begun = parse_doctor_check(line), _begun(line)
            if finding is not None:
                told.end_check(finding)
                check, timeout_s = "", START_TIMEOUT_S
            elif begun is not None:
                check, timeout_s = begun
                told.begin_check(check)
    except TimeoutError:
        told.end_check(timeout_finding(check or WINDOW, timeout_s))
        return None


def _end(process: subprocess.Popen[bytes]) -> int:
    """Kill the process, if it has not ended; returns its exit code, negative for the signal that ended it."""
    process.kill()
    code = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    return code


def _read(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None  # noqa: S101 - for the type checker
    return process.stdout.readline(_LONGEST_LINE)


def _begun(line: bytes) -> tuple[str, float] | None:
    """The check that begins, and its timeout in seconds; None for any other line."""
    try:
        said = json.loads(line)
        return str(said["begin"]), float(said["timeout_s"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _words(errors: IO[bytes]) -> str:
    """The cause in the process's standard error, if any: Qt names it in the first line, a traceback in the last."""
    errors.seek(0)
    said = errors.read(_MOST_WORDS_BYTES).decode(errors="replace")
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if not lines:
        return ""
    line = lines[-1] if lines[0].startswith("Traceback") else lines[0]
    return line.removeprefix("teledeck: ")[:LONGEST_WORDS]
