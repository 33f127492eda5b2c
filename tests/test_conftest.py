"""The checks that hold for every test can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

_CONFIG = """
[pytest]
addopts = --import-mode=importlib --strict-markers
asyncio_mode = auto
asyncio_default_fixture_loop_scope = function
qt_api = pyside6
log_level = DEBUG
"""

_CASES = """
import asyncio, logging, threading, time
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

kept = []

def test_good(): pass
async def test_good_task():
    await asyncio.create_task(asyncio.sleep(0))
def test_good_log(): logging.getLogger("x").info("as usual")
@pytest.mark.expects_log("went .* wrong")
def test_good_expected_log(): logging.getLogger("x").warning("it went very wrong")
def test_good_window(qtbot):
    label = QLabel("x")
    qtbot.addWidget(label)
    label.show()
async def test_good_executor(qapp):
    await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0)
async def test_good_plain_loop():
    assert "asyncio" in type(asyncio.get_running_loop()).__module__
async def test_good_qt_loop(qapp):
    assert "qasync" in type(asyncio.get_running_loop()).__module__

def test_bad_log(): logging.getLogger("x").warning("it went wrong")
@pytest.mark.expects_log("never")
def test_bad_missing_log(): pass
def test_bad_thread(): threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
async def test_bad_task(): kept.append(asyncio.create_task(asyncio.sleep(100), name="forgotten"))
async def test_bad_qt_task(qapp): kept.append(asyncio.create_task(asyncio.sleep(100), name="forgotten"))
async def test_bad_failed_task():
    async def fail(): raise ValueError
    asyncio.create_task(fail())
    await asyncio.sleep(0.01)
def test_bad_timer(qapp):
    kept.append(QTimer())
    kept[-1].start(1000)
def test_bad_window(qapp):
    kept.append(QLabel("x"))
    kept[-1].show()
"""


def test_each_check_fails_the_test_that_it_is_for(pytester: pytest.Pytester) -> None:
    pytester.makeini(_CONFIG)
    checks = (Path(__file__).parent / "conftest.py").read_text(encoding="utf-8")
    assert "_GRACE_S = 30.0" in checks
    # what is left running here is so for good
    pytester.makeconftest(checks.replace("_GRACE_S = 30.0", "_GRACE_S = 1.0"))
    path = pytester.makepyfile(test_cases=_CASES)
    result = pytester.runpytest_subprocess("-v", "-p", "no:cacheprovider", path, timeout=150)
    good, bad = _CASES.count("def test_good"), _CASES.count("def test_bad")

    # a check that finds a fault when a test is torn down reports an error beside the pass
    result.assert_outcomes(passed=good + bad, errors=bad)
    for name in ("log", "missing_log", "thread", "task", "qt_task", "failed_task", "timer", "window"):
        result.stdout.re_match_lines_random([rf"(ERROR .*test_bad_{name}\b.*|.*test_bad_{name} ERROR.*)"])
    result.stdout.no_fnmatch_line("*test_good* ERROR*")
