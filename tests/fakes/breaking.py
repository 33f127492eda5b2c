"""A whole window, in a process of its own, in which something breaks: python -m tests.fakes.breaking KIND.

What breaks the process ends it; after all else the window tells what its notice says, and is closed.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, qFatal
from PySide6.QtWidgets import QApplication

from app import __main__ as program
from app.ui.incidents.incident_watch import ERROR_NEWS
from app.ui.window.main_window import MainWindow

# in what is raised, and nowhere else
WORDS = "mishap-of-the-test"
PATIENCE_S = 60.0


class _Bell(QObject):
    rang = Signal()


def _window() -> MainWindow:
    return next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))


def fail() -> None:
    """Raise what nobody catches."""
    raise LookupError(f"{WORDS} token=s3ntinel-token")


async def fail_later() -> None:
    """Raise it in a task."""
    fail()


def _in_slot() -> None:
    bell = _Bell(_window())
    bell.rang.connect(fail)
    bell.rang.emit()


def _in_thread() -> None:
    threading.Thread(target=fail, name="thread of the test").start()


def _in_link() -> None:
    session: Any = _window()._session
    session._link.call(fail)


def _in_task() -> None:
    # nobody awaits it, and nobody keeps it
    asyncio.get_running_loop().create_task(fail_later())


KINDS: dict[str, Callable[[], object]] = {
    "segfault": lambda: ctypes.string_at(0),
    "abort": os.abort,
    "fatal": lambda: qFatal(f"{WORDS} of Qt"),
    "exit": lambda: os._exit(0),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "slot": _in_slot,
    "thread": _in_thread,
    "link": _in_link,
    "task": _in_task,
    "nothing": lambda: None,
}


def main() -> int:
    """Start the program as the console script does, and break it as soon as it can be used."""
    kind = sys.argv[1]
    run = program._load_window()
    assert run is not None
    began = time.monotonic()

    def look() -> None:
        window = _window()
        bars = window.news.bars
        done = window.incidents.past_runs_checked if kind == "nothing" else ERROR_NEWS in bars
        if not done and time.monotonic() - began < PATIENCE_S:
            return
        timer.stop()
        for bar in bars.values():
            print(bar.words.text(), flush=True)  # noqa: T201
        window.close_at_once()

    timer = QTimer(interval=50)
    timer.timeout.connect(look)

    def ready() -> None:
        KINDS[kind]()
        timer.start()

    return run([], on_ready=ready, trial=True)


if __name__ == "__main__":
    sys.exit(main())
