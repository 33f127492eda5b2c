"""A program that drives by the keyboard of its terminal, and the shell that it was started in: for tests of both.

    python -m tests.fakes.keyboard_job shell TERMINAL

leads a session, runs the job, and says when it was stopped; then it waits for a line: `fg` continues it in the
foreground, `bg` in the background. The job prints what it hears, a line each time that changes. SIGUSR1 makes it fail.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

from app.drive.control.values import Outcome, Stage
from app.drive.inputs.suspension import Suspension
from app.drive.inputs.terminal import protocol
from app.drive.inputs.terminal.keyboard import TerminalKeyboard
from app.drive.inputs.terminal.posix import PosixTerminal
from app.net.boot_clock import boot_time
from tests.fakes.waiting import TIMEOUT_S


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def job() -> None:
    """Listen to the keyboard until it is told to leave."""
    # the terminal is a busy test's
    setattr(protocol, "ANSWER_S", TIMEOUT_S)  # noqa: B010 - a constant
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    failed: asyncio.Future[None] = loop.create_future()
    suspension = Suspension()
    keyboard = TerminalKeyboard(PosixTerminal(), suspension.request)
    suspension.attach(keyboard.leave, keyboard.enter)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ended.set)
    loop.add_signal_handler(signal.SIGUSR1, lambda: failed.set_exception(RuntimeError("as it was told to")))
    said = ""
    try:
        while not ended.is_set():
            if failed.done():
                failed.result()
            now = boot_time()
            first, second = suspension.poll(now), keyboard.poll(now)
            words = [hand.request for hand in second.input_states if hand.held]
            names = [reason.name for heard in (first, second) for reason in heard.reasons]
            seen = [hand.seen for hand in second.input_states]
            line = f"seen={seen} wish={words} reasons={names} stop={second.stop} end={second.end}"
            if line != said:
                said = line
                _say(line)
            for source in (suspension, keyboard):
                source.handle_outcome(Outcome(Stage.DISARMED), now)
            if second.end:
                break
            await asyncio.sleep(0.01)
    finally:
        keyboard.close()
        suspension.close()


def shell(path: str) -> None:
    """Lead the terminal's session, and run the job in its foreground."""
    terminal = os.open(path, os.O_RDWR)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    started = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.keyboard_job", "job"], stdin=terminal, process_group=0
    )
    os.tcsetpgrp(terminal, started.pid)
    _say(f"pid={started.pid}")
    while True:
        _, status = os.waitpid(started.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            started.returncode = os.waitstatus_to_exitcode(status)
            break
        os.tcsetpgrp(terminal, os.getpgrp())
        _say("stopped")
        if sys.stdin.readline() == "fg\n":
            os.tcsetpgrp(terminal, started.pid)
        os.kill(started.pid, signal.SIGCONT)
    _say(f"ended={started.returncode}")


if __name__ == "__main__":
    if sys.argv[1] == "shell":
        shell(sys.argv[2])
    else:
        asyncio.run(job())
