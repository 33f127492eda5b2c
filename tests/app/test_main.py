from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer, QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import Shiboken

from app import main
from app.config.folders import CONFIG_VARIABLE
from app.config.preference_values import LanguageChoice
from app.model.layout import SUFFIX, Layout, format_layout
from app.program.installation import RestartState
from app.session.key_store import TokenStore
from app.session.links import Links
from app.session.session import Session
from app.ui.base.language import set_language
from app.ui.base.preferences import Preferences
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.window.layouts.layout_manager import LayoutManager
from app.ui.window.main_window import MainWindow
from app.wording.connections import LinkWording
from app.wording.model import LayoutWording
from app.wording.program import ProgramWording
from app.wording.ui.robot import RobotWording
from app.wording.ui.window import LayoutManagerWording
from tests.fakes.played_recording import count_up, write_recording
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

Run = Callable[..., int]


@pytest.fixture(scope="module", autouse=True)
def what_is_there_stays() -> Iterator[None]:
    """The program takes back at its end that what is there by then stays: all later tests would look through it."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def run(qapp: QObject, tmp_path: Path) -> Iterator[Run]:
    """Runs the application with preferences of its own, and puts the process back as it was."""
    del qapp
    handlers = {number: signal.getsignal(number) for number in main._SIGNALS}
    interval = sys.getswitchinterval()
    preferences = Preferences(tmp_path / "settings.json")

    def run_with(*uris: str, **hooks: Any) -> int:
        return main.run(uris, **{"preferences": preferences, **hooks})

    yield run_with
    sys.setswitchinterval(interval)
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def refusing_uri() -> Iterator[str]:
    """An address that refuses: bound, so that nobody else listens there, but not listening."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"gazebo://127.0.0.1:{bound.getsockname()[1]}"


def _window() -> MainWindow:
    return next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))


def _when(condition: Callable[[], bool], then: Callable[[], object]) -> None:
    """Look every few milliseconds, on the interface's own thread."""
    timer = QTimer(QApplication.instance())
    deadline = time.monotonic() + 60

    def look() -> None:
        if condition() or time.monotonic() > deadline:
            timer.stop()
            timer.deleteLater()
            then()

    timer.timeout.connect(look)
    timer.start(5)


def test_the_window_is_shown_then_ready_and_closing_it_ends_the_program(run: Run) -> None:
    seen: list[str] = []

    def ready() -> None:
        seen.append("ready")
        _when(lambda: True, _window().close)

    assert run(on_shown=lambda: seen.append("shown"), on_ready=ready) == 0
    assert seen == ["shown", "ready"]


def test_robots_of_the_command_line_are_tried_and_their_reason_is_shown(run: Run, refusing_uri: str) -> None:
    words: list[tuple[str, ...]] = []

    def refused() -> bool:
        rows = [(notice.subtitle, *notice.texts) for notice in _window().connections.notices]
        words[:] = rows
        return bool(rows) and shows(rows[0][3], LinkWording.NOTHING_LISTENS)

    def ready() -> None:
        _when(refused, _window().close)

    assert run(refusing_uri, on_ready=ready) == 0
    assert words[0][0] == refusing_uri
    assert shows(words[0][1], RobotWording.NEXT_TRY) or shows(words[0][1], RobotWording.TRYING_NOW)
    assert shows(words[0][3], LinkWording.NOTHING_LISTENS)
    assert words[0][4]


def test_an_address_that_makes_no_sense_is_asked_for_again(run: Run) -> None:
    found: list[str] = []

    def ready() -> None:
        found.extend(dialog.uri for dialog in _window().findChildren(ConnectDialog))
        _window().close()

    assert run("nonsense://robot", on_ready=ready) == 0
    assert found == ["nonsense://robot"]


def test_what_the_run_before_was_connected_to_takes_the_place_of_the_command_line(
    run: Run, refusing_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TELEDECK_ROBOTS", json.dumps({"uris": [refusing_uri]}))
    shown: list[str] = []

    def is_shown() -> bool:
        shown[:] = [notice.subtitle for notice in _window().connections.notices]
        return bool(shown)

    assert run("gazebo://another:1", on_ready=lambda: _when(is_shown, _window().close)) == 0
    assert shown == [refusing_uri]
    assert "TELEDECK_ROBOTS" not in os.environ


def test_it_is_started_again_with_its_robots_when_all_has_ended_and_only_if_that_is_wanted(
    run: Run, refusing_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_end: list[tuple[object, RestartState]] = []
    monkeypatch.setattr(atexit, "register", lambda do, what: at_end.append((do, what)))
    galileo = "galileo://127.0.0.1:9/status?token=secret"
    assert run(on_ready=lambda: _window().close()) == 0
    assert at_end == []

    # whoever was found only by this run is gone with it
    assert run(galileo, later=lambda: [refusing_uri], on_ready=lambda: _window().restart()) == 0
    assert at_end == [(main._start_again, RestartState((galileo,)))]


def test_what_keeps_it_from_being_started_again_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "teledeck"
    program.touch(mode=0o600)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))

    main._start_again(RestartState(("galileo://127.0.0.1:9/status?token=secret",)))

    assert capsys.readouterr().err == f"teledeck: {ProgramWording.NOT_STARTED_AGAIN(error='Permission denied')}\n"


def test_a_layout_of_the_command_line_takes_nothing_from_a_window_that_is_started_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(LayoutManager, "open_files", lambda _, files: opened.extend(files))
    file = tmp_path / f"good{SUFFIX}"
    monkeypatch.setenv("TELEDECK_ROBOTS", json.dumps({"uris": []}))
    assert run(layouts=[file], on_ready=lambda: _window().close()) == 0
    assert opened == []

    assert run(layouts=[file], on_ready=lambda: _window().close()) == 0
    assert opened == [file]


def test_a_layout_of_the_command_line_is_shown_and_a_bad_one_told(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / f"good{SUFFIX}", tmp_path / f"bad{SUFFIX}"
    good.write_bytes(format_layout(Layout("Of a colleague", panels=("log",))))
    bad.write_bytes(b"{")
    seen: list[tuple[str, str]] = []

    def told() -> str:
        return "".join(box.text() for box in _window().findChildren(QMessageBox))

    def look() -> None:
        seen.append((_window().layouts.current, told()))
        _window().close()

    assert run(layouts=[good, bad], on_ready=lambda: _when(lambda: bool(told()), look)) == 0
    assert seen == [
        ("Of a colleague", LayoutManagerWording.FILE_NOT_OPENED(file=bad.name, reason=LayoutWording.NO_JSON()))
    ]


def test_recordings_of_the_command_line_are_laid_beneath_the_views(run: Run, tmp_path: Path) -> None:
    recording = write_recording(tmp_path / "yard.mcap", count_up("/a", 11, 10.0))
    seen: list[list[str]] = []

    def names() -> list[str]:
        panel = _window().docks.compare.panel
        return [run.name for run in panel.curves._runs.runs if run.topics] if panel is not None else []

    def look() -> None:
        seen.append(names())
        _window().close()

    assert run(compared=[str(recording)], on_ready=lambda: _when(lambda: bool(names()), look)) == 0
    assert seen == [["yard.mcap"]]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_closes_the_window(run: Run, number: signal.Signals) -> None:
    assert run(on_ready=lambda: os.kill(os.getpid(), number)) == 0
    # the next one would end the process at once
    assert signal.getsignal(number) == signal.SIG_DFL


def test_a_connection_that_does_not_say_goodbye_is_left(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(self: Session) -> None:
        del self
        await _forever()

    monkeypatch.setattr(Session, "close", hang)
    monkeypatch.setattr(main, "CLOSE_TIMEOUT_S", 0.05)

    assert run(on_ready=lambda: _window().close()) == 0


async def _forever() -> None:
    import asyncio

    await asyncio.Event().wait()


def test_other_threads_get_short_turns_only(run: Run) -> None:
    assert run(on_ready=lambda: _window().close()) == 0
    assert sys.getswitchinterval() == pytest.approx(main.SWITCH_INTERVAL_S)


def test_no_thread_is_left(run: Run, refusing_uri: str) -> None:
    before = set(threading.enumerate())
    names: list[str] = []

    def ready() -> None:
        names.extend(thread.name for thread in threading.enumerate())
        _window().close()

    run(refusing_uri, on_ready=ready)
    assert "link" in names
    left = {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)} - before
    for thread in left:
        # told to end, and not waited for: on a machine whose cores are all taken that is a moment later
        thread.join(10.0)
    assert not [thread for thread in left if thread.is_alive()]


def test_the_window_is_shown_before_protocols_and_panels_are_loaded() -> None:
    script = """
import sys
from app import main

late = (
    "app.session.session", "app.connections", "app.model.topics", "google.protobuf", "qasync", "asyncio",
    "app.ui.topics.topics_panel", "app.ui.window.keys", "app.ui.window.panes", "app.ui.widgets.undo",
    "app.ui.help", "app.program.guide",
)
def shown():
    from PySide6 import QtWidgets
    # the constants of styles take as long as ten panels to be made
    print([name for name in late if name in sys.modules] + [name for name in ("QStyle",) if name in vars(QtWidgets)])
def ready():
    from PySide6.QtWidgets import QApplication
    [widget.close() for widget in QApplication.topLevelWidgets()]
sys.exit(main.run([], on_shown=shown, on_ready=ready))
"""
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120, env=_environ()
    )

    assert (result.returncode, result.stdout) == (0, "[]\n"), result.stderr


def test_the_connect_dialog_finds_the_protocol_that_it_offers_loaded() -> None:
    script = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app import main

def look():
    if "app.connections.gazebo.connection" in sys.modules:
        print("loaded")
        timer.stop()
        [widget.close() for widget in QApplication.topLevelWidgets()]
def ready():
    global timer
    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(20)
sys.exit(main.run([], on_ready=ready))
"""
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120, env=_environ()
    )

    assert (result.returncode, result.stdout) == (0, "loaded\n"), result.stderr


@pytest.mark.parametrize("named", ["nosuch", "nosuch:a=b;neither"])
def test_a_platform_that_qt_does_not_have_is_said_to_be_one(named: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "app"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=_environ() | {"QT_QPA_PLATFORM": named},
    )

    assert (result.returncode, result.stdout) == (1, "")
    assert shows(result.stderr, ProgramWording.PLATFORM_UNKNOWN, platform="nosuch")
    assert "offscreen" in result.stderr
    assert result.stderr.count("\n") == 1


def _environ() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": os.devnull, "QT_LOGGING_RULES": "*=false"}


def test_in_safe_mode_nothing_of_the_users_is_read_or_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv(CONFIG_VARIABLE, str(home))
    (home / "layouts").mkdir(parents=True)
    (home / f"layouts/mine{SUFFIX}").write_bytes(format_layout(Layout("Mine")))
    before = Preferences.for_user()
    before.set_robot_name("gazebo://a", "Rover")
    before.save()
    was = (home / "settings.json").read_bytes()
    seen: list[object] = []

    def ready() -> None:
        window = _window()
        preferences = window._preferences
        seen.extend((preferences.robot_name("gazebo://a"), dict(window.layouts.store.own), window.windowTitle()))
        preferences.set_robot_name("gazebo://b", "Another")
        window.close()

    assert run(preferences=None, safely=True, on_ready=ready) == 0
    assert seen[:2] == ["a", {}]
    assert "safe mode" in str(seen[2])
    assert (home / "settings.json").read_bytes() == was


def test_a_program_that_is_told_to_end_while_its_window_is_made_anew_ends(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[MainWindow] = []
    make = main._succeed

    async def work() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.5)

    def ready() -> None:
        window = _window()
        # what the window has begun is waited for
        window.closed.connect(lambda: window.operations._spawn(work(), "work"))
        window._preferences.set_value("language", LanguageChoice.CHINESE)

    def succeed(*arguments: Any) -> MainWindow:
        made.append(make(*arguments))
        _when(lambda: True, made[0].close)
        return made[0]

    monkeypatch.setattr(main, "_succeed", succeed)
    try:
        assert run(on_ready=ready) == 0
    finally:
        set_language(main.make_application(), LanguageChoice.ENGLISH)
    assert not made


def test_what_a_window_has_begun_goes_on_in_another_language_however_long_it_takes(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(main, "CLOSE_TIMEOUT_S", 0.05)
    windows: list[MainWindow] = []
    connected: list[int] = []

    async def find(_store: TokenStore, _key: str) -> str:
        await eventually(lambda: len(windows) == 2)
        return ""

    def connect(links: Links, uri: str) -> str:
        # the window that has asked is still there
        connected.append(len(windows) if Shiboken.isValid(windows[0]) else 0)
        return connect_to(links, uri)

    def ready() -> None:
        windows.append(_window())
        monkeypatch.setattr(Links, "connect", connect)
        windows[0].connect_to("galileo://127.0.0.1:9/status")
        windows[0]._preferences.set_value("language", LanguageChoice.CHINESE)

    def succeed(*arguments: Any) -> MainWindow:
        windows.append(make(*arguments))
        _when(lambda: bool(connected) and not Shiboken.isValid(windows[0]), windows[1].close)
        return windows[1]

    make, connect_to = main._succeed, Links.connect
    monkeypatch.setattr(main, "_succeed", succeed)
    monkeypatch.setattr(TokenStore, "find", find)
    try:
        assert run(on_ready=ready) == 0
    finally:
        set_language(main.make_application(), LanguageChoice.ENGLISH)
    assert connected == [2]


def test_a_window_in_another_language_takes_the_place_of_the_first_and_keeps_its_robots(
    run: Run, refusing_uri: str
) -> None:
    windows: list[MainWindow] = []
    preferences: list[Preferences] = []
    seen: list[tuple[bool, list[str], int]] = []

    def ready() -> None:
        windows.append(_window())
        preferences.append(windows[0]._preferences)
        preferences[0].set_value("language", LanguageChoice.CHINESE)
        _when(is_new, look)

    def is_new() -> bool:
        # the first goes once nothing goes on that it has begun
        is_gone = not Shiboken.isValid(windows[0])
        return is_gone and _window() is not windows[0] and bool(_window().connections.notices)

    def look() -> None:
        window = _window()
        seen.append(
            (
                Shiboken.isValid(windows[0]),
                [notice.subtitle for notice in window.connections.notices],
                len(main.make_application().findChildren(QTranslator)),
            )
        )
        # of what listened for the first window nothing is left that fails
        preferences[0].imported.emit()
        preferences[0].set_value("text_percent", 110)
        window.close()

    # what follows begins with the usual size of text
    font = main.make_application().font()
    try:
        assert run(refusing_uri, on_ready=ready) == 0
    finally:
        set_language(main.make_application(), LanguageChoice.ENGLISH)
        main.make_application().setFont(font)
    assert seen == [(False, [refusing_uri], 2)]
