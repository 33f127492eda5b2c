"""What holds for every test: the event loop that it gets, and what it may not leave behind or log."""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# a real window's test under a virtual screen asks for another platform
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# no test ever asks the key store of whoever runs it
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"

# in the language of the tests, whatever that of the machine is
os.environ["LANGUAGE"] = "en"

# what somebody has set up for robots of their own is nothing that tests go by
for _name in (
    "GAZEBO_HOSTNAME",
    "GAZEBO_IP",
    "GAZEBO_MASTER_URI",
    "ROS_HOSTNAME",
    "ROS_IP",
    "ROS_MASTER_URI",
    "ROS_NAMESPACE",
):
    os.environ.pop(_name, None)

# a machine whose cores are all taken makes no test fail; what must hold before a change is taken is the same each time
settings.register_profile(
    "teledeck", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("teledeck")

# what ends at the same moment as the test gets this long to do so, on a machine whose cores are all taken
_GRACE_S = 30.0

# a shell has its background jobs ignore some of these, and nohup another: whoever sends one here means it
_SIGNALS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")

_QT_FIXTURES = frozenset({"qtbot", "qapp"})
_QT_PLACES = ("app/ui", "app/test_main.py")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known, and have signals do what they do in a terminal, here and in every process started here."""
    for name in _SIGNALS:
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
            default = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            signal.signal(getattr(signal, name), default)
    config.addinivalue_line(
        "markers", "expects_log(pattern): a log at WARNING or above that matches the pattern is expected, and must come"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Have no garbage collected while tests are: all that is made stays, and to look at it again and again is slow."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture(scope="session")
def _modules_with_widgets(request: pytest.FixtureRequest) -> frozenset[Path]:
    return frozenset(item.path for item in request.session.items if _uses_qt(item))


@pytest.fixture(scope="module", autouse=True)
def _what_was_there_before(request: pytest.FixtureRequest, _modules_with_widgets: frozenset[Path]) -> None:
    """Look for what tests leave only in what is new: all tests and modules, and what each test that ran added, stay.

    Where widgets are made, garbage is collected between tests alone, as no other thread may delete what is Qt's; what
    is left of them when such a module ends is collected here, before a thread of the next one can do so.
    """
    gc.collect()
    gc.freeze()
    gc.disable() if request.path in _modules_with_widgets else gc.enable()


def _uses_qt(item: pytest.Item) -> bool:
    if not _QT_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
        return True
    root = Path(__file__).parent
    return any(item.path.is_relative_to(root / place) for place in _QT_PLACES)


def _qt_loop() -> asyncio.AbstractEventLoop:
    import qasync
    from PySide6 import QtWidgets

    app = QtWidgets.QApplication.instance() or QtWidgets.QApplication([])
    loop: asyncio.AbstractEventLoop = qasync.QEventLoop(app)
    return loop


def pytest_asyncio_loop_factories(
    config: pytest.Config,  # noqa: ARG001 - the hook's arguments go by name
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Tests of the interface run on Qt's loop, all others on a plain one."""
    return {"qasync": _qt_loop} if _uses_qt(item) else {"asyncio": asyncio.new_event_loop}


@pytest.fixture(scope="session", autouse=True)
def _no_trace_in_the_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have logs, the black box and incidents of tests written elsewhere than those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def nothing_unexpected(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs a warning which it does not announce, or leaves threads, windows or timers behind."""
    threads_before = set(threading.enumerate())
    with_qt = _uses_qt(request.node)
    yield
    if with_qt:
        _delete_what_waits_for_it()
    if with_qt or inspect.iscoroutinefunction(request.function):
        # a task that was lost or an exception that nobody fetched is logged only when it is collected
        gc.collect()
    faults = [*_left_in_qt()] if with_qt else []
    faults += [f"thread left running: {thread.name}" for thread in _threads_since(threads_before)]
    faults += _unexpected_logs(request.node, caplog)
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


@pytest.fixture(autouse=True)
def _no_refresh_without_a_loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let views of asynchronous tests be refreshed only while the loop runs, as in the program.

    pytest-qt handles events once more between a test and the end of its fixtures, and a timer may be due by then.
    """
    if not (_uses_qt(request.node) and inspect.iscoroutinefunction(request.function)):
        return
    from app.ui.base.refresh import Refresher

    tick = Refresher.tick

    def tick_in_loop(refresher: Refresher) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        tick(refresher)

    monkeypatch.setattr(Refresher, "tick", tick_in_loop)


@pytest.fixture(autouse=True)
def no_task_left(request: pytest.FixtureRequest, nothing_unexpected: None) -> None:  # noqa: ARG001 - order of teardown
    """Fail an asynchronous test that leaves tasks behind."""
    if inspect.iscoroutinefunction(request.function):
        request.getfixturevalue("_no_task_left_on_the_loop")


@pytest.fixture
async def _no_task_left_on_the_loop() -> AsyncIterator[None]:
    # set up before everything that the test asks for, so torn down after it, while the loop still stands
    yield
    # links that are being accepted or closed let go of their sockets in the next turns of the loop
    for _ in range(5):
        await asyncio.sleep(0)
    left = {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}
    if left:
        _, left = await asyncio.wait(left, timeout=_GRACE_S)
    if left:
        pytest.fail("\n".join(f"task left running: {task!r}" for task in left), pytrace=False)


def _threads_since(before: set[threading.Thread]) -> list[threading.Thread]:
    # qasync's executor runs on threads of Qt, which Python knows as dummies for ever
    left = [t for t in threading.enumerate() if t not in before and not isinstance(t, threading._DummyThread)]
    deadline = time.monotonic() + _GRACE_S
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    return [thread for thread in left if thread.is_alive()]


def _delete_what_waits_for_it() -> None:
    if "PySide6.QtCore" in sys.modules:
        from PySide6.QtCore import QCoreApplication, QEvent

        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _left_in_qt() -> Iterator[str]:
    if "PySide6.QtWidgets" not in sys.modules:
        return
    from PySide6.QtCore import QThread, QTimer
    from PySide6.QtWidgets import QApplication
    from shiboken6 import Shiboken

    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            yield f"window left open: {window!r}"
            window.close()
    kinds = {*_kinds(QTimer), *_kinds(QThread)}
    # all that a test has made: tens of thousands
    for thing in [each for each in gc.get_objects() if type(each) in kinds]:
        if isinstance(thing, QTimer) and Shiboken.isValid(thing) and thing.isActive():
            yield f"timer left running: {thing!r}, every {thing.interval()} ms"
            thing.stop()
        elif isinstance(thing, QThread) and Shiboken.isValid(thing) and thing.isRunning():
            yield f"Qt thread left running: {thing!r}"


def _kinds(base: type) -> Iterator[type]:
    yield base
    below: list[type] = base.__subclasses__()
    for kind in below:
        yield from _kinds(kind)


def _tells_a_state(record: logging.LogRecord) -> bool:
    """Whether it says that a robot can't be reached, which is what many tests are about."""
    if record.name != "app.connections.base":
        return False
    from app.connections.base import STATE_LOG

    return record.msg == STATE_LOG


def _unexpected_logs(item: pytest.Item, caplog: pytest.LogCaptureFixture) -> list[str]:
    expected = {str(marker.args[0]): False for marker in item.iter_markers("expects_log")}
    faults = []
    for phase in ("setup", "call", "teardown"):
        for record in caplog.get_records(phase):
            if record.levelno < logging.WARNING or _tells_a_state(record):
                continue
            text = record.getMessage()
            patterns = [pattern for pattern in expected if re.search(pattern, text)]
            for pattern in patterns:
                expected[pattern] = True
            if not patterns:
                faults.append(f"unexpected log: {record.levelname} {record.name}: {text}")
    faults += [f"expected log did not come: {pattern}" for pattern, came in expected.items() if not came]
    return faults
