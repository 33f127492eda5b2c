"""Errors that nobody catches, in real processes that really break."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.incidents.past_runs import find_incidents

_PROGRAM = """
import asyncio, faulthandler, gc, logging, os, signal, sys, threading
from app.incidents.hooks import logged
class Meant(Exception): pass
def fail(): raise LookupError("mishap-of-the-test token=s3ntinel")
async def task(): fail()
async def loop():
    kept = asyncio.get_running_loop().create_task(task())
    await asyncio.sleep(0.01)
    del kept
    gc.collect()
    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0.01)
class Broken:
    def __del__(self): fail()
class Wordless(Exception):
    def __str__(self): raise ValueError
def thread():
    one = threading.Thread(target=fail, name="thread of the test")
    one.start(); one.join()
def wordless(): raise Wordless
def meant(): raise Meant
def log_warning(): logging.getLogger("x").warning("only a warning")
def deep(): deep()
kinds = {
    "segfault": faulthandler._sigsegv, "abort": os.abort, "exit": lambda: os._exit(0),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL), "error": fail, "thread": thread,
    "task": lambda: asyncio.run(loop()), "deleted": lambda: Broken() and None, "wordless": wordless, "meant": meant,
    "interrupt": lambda: os.kill(os.getpid(), signal.SIGINT), "system exit": lambda: sys.exit(3),
    "warning": log_warning, "deep": deep, "nothing": lambda: None,
}
with logged("window", takes_logging=True, meant=(Meant,)):
    kinds[sys.argv[1]]()
"""

WORDS = "mishap-of-the-test"


class Broken:
    """A process that ran, and what it has left."""

    def __init__(self, tmp_path: Path, kind: str) -> None:
        environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
        command = [sys.executable, "-c", _PROGRAM, kind]
        done = subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=60)
        self.folder = tmp_path / "teledeck" / "runs"
        self.printed = done.stderr
        self.text = "".join(path.read_text() for path in self.folder.glob("*"))
        self.incidents = find_incidents(self.folder)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("segfault", "Segmentation fault"),
        ("abort", "Aborted"),
        ("exit", ""),
        ("kill", ""),
        ("error", f"LookupError: {WORDS} token=…"),
        ("wordless", "Wordless: <exception str() failed>"),
        ("deep", "RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_an_end_that_was_not_meant_is_an_incident(tmp_path: Path, kind: str, what: str) -> None:
    broken = Broken(tmp_path, kind)

    (incident,) = broken.incidents
    assert (incident.what, incident.head.role) == (what, "window")


@pytest.mark.parametrize("kind", ["segfault", "abort"])
def test_a_native_crash_leaves_its_python_stacks(tmp_path: Path, kind: str) -> None:
    assert 'File "<string>", line' in Broken(tmp_path, kind).text


@pytest.mark.parametrize("kind", ["nothing", "meant", "interrupt", "system exit", "warning"])
def test_an_end_that_was_meant_leaves_nothing(tmp_path: Path, kind: str) -> None:
    broken = Broken(tmp_path, kind)

    assert broken.text == ""
    assert broken.incidents == []


@pytest.mark.parametrize("kind", ["thread", "task", "deleted"])
def test_an_error_that_the_process_survives_is_kept_and_is_no_incident(tmp_path: Path, kind: str) -> None:
    broken = Broken(tmp_path, kind)

    assert WORDS in broken.text
    assert "in fail" in broken.text
    assert broken.text.endswith("== ended in order\n")
    assert broken.incidents == []


@pytest.mark.parametrize("kind", ["error", "thread", "task", "deleted"])
def test_it_is_printed_as_before_and_no_token_is_kept(tmp_path: Path, kind: str) -> None:
    broken = Broken(tmp_path, kind)

    assert "Traceback" in broken.printed
    assert WORDS in broken.printed
    assert "s3ntinel" not in broken.text


def test_a_warning_is_printed_once(tmp_path: Path) -> None:
    assert Broken(tmp_path, "warning").printed.count("only a warning") == 1
