"""What the window tells of what broke: in a run before, and in this one; in real processes that really break."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.faults.past_runs import find_incidents
from app.faults.run_file import RunHead, head_line
from app.faults.run_log import UncaughtError
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.key_store import TokenStore
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.incidents.incident_watch import ERROR_NEWS, RUN_NEWS, UnreadIncidents
from app.ui.incidents.report_dialog import IncidentDialog, ReportDialog
from app.ui.widgets.question_bar import QuestionBar
from app.ui.window.main_window import MainWindow
from app.wording.ui.incidents import IncidentWording
from tests.fakes.key_store import FakeKeyStore
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

HEAD = RunHead("window", "20261123T223518Z-7", True, 7, "2026-11-23T22:35:18Z", "0.1", "3.11.7", "linux")
SECRET = "s3ntinel-token"  # noqa: S105 - made up
PATIENCE_S = 40.0

# what comes out of a window that is killed, or has something to tell
_WORDS = "mishap-of-the-test"


class FakeLog:
    """A `RunLog` that writes nothing."""

    def __init__(self) -> None:
        self.failure = ""
        self.head = HEAD
        self.news: list[UncaughtError] = []
        self.lives = 0

    def take_new_errors(self) -> list[UncaughtError]:
        news, self.news = self.news, []
        return news

    def restart_freeze_timer(self) -> None:
        self.lives += 1


class Deck:
    """A window on a real session, and its files."""

    def __init__(self, window: MainWindow, session: Session, log: FakeLog) -> None:
        self.window = window
        self.session = session
        self.log = log


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in (("HOME", tmp_path / "annegret"), ("XDG_STATE_HOME", tmp_path / "annegret" / "state")):
        monkeypatch.setenv(name, str(value))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "annegret" / "config"))
    monkeypatch.setenv("USER", "annegret")
    runs = tmp_path / "annegret" / "state" / "teledeck" / "runs"
    runs.mkdir(parents=True)
    return runs


@pytest.fixture
async def deck(qtbot: QtBot, themes: Themes, preferences: Preferences, runs: Path) -> AsyncIterator[Deck]:
    link = LinkThread("link of the test")
    link.start()
    session, tasks, log = Session(link), TaskPool("window"), FakeLog()
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.show()
    (runs / HEAD.file_name).write_bytes(head_line(HEAD) + b"Fatal Python error: Segmentation fault\n")
    window.open(session, tasks.spawn, TokenStore(FakeKeyStore), log)  # type: ignore[arg-type]
    yield Deck(window, session, log)
    window.close()
    await session.close()
    await tasks.cancel()
    link.stop()


def _bar(deck: Deck, key: str) -> QuestionBar | None:
    return deck.window.news.bars.get(key)


def _press(bar: QuestionBar, text: str) -> None:
    next(button for button in bar.buttons if button.text() == text).click()


async def test_the_run_before_is_told_of_once_quietly_and_can_be_read_and_copied(deck: Deck, runs: Path) -> None:
    await eventually(lambda: _bar(deck, RUN_NEWS) is not None, "the notice", PATIENCE_S)
    bar = _bar(deck, RUN_NEWS)
    assert bar is not None
    assert "Segmentation fault" in bar.words.text()
    assert find_incidents(runs) == []

    _press(bar, "Copy")
    _press(bar, "Show")
    (dialog,) = deck.window.findChildren(IncidentDialog)

    assert not dialog.isModal()
    assert dialog.view.toPlainText() == QGuiApplication.clipboard().text()
    assert "nothing logged" in dialog.view.toPlainText()
    _press(bar, "Report a problem…")
    assert deck.window.findChildren(ReportDialog)
    _press(bar, "Dismiss")
    assert _bar(deck, RUN_NEWS) is None


async def test_an_error_in_this_run_is_told_of_and_counted_until_it_is_dismissed(deck: Deck) -> None:
    watch = deck.window.incidents
    watch.refresh(1.0)
    assert _bar(deck, ERROR_NEWS) is None

    deck.log.news = [UncaughtError("a", "LookupError: one"), UncaughtError("b", "LookupError: two", 3)]
    watch.refresh(2.0)
    bar = _bar(deck, ERROR_NEWS)
    assert bar is not None
    assert bar.words.text() == IncidentWording.BROKE_MANY(text="LookupError: two", count=4)

    _press(bar, "Show")
    assert deck.window.log_dock.isVisible()
    _press(bar, "Dismiss")
    assert _bar(deck, ERROR_NEWS) is None
    deck.log.news = [UncaughtError("a", "LookupError: one")]
    watch.refresh(3.0)
    assert "more" not in bar.words.text()


async def test_what_was_not_read_is_told_of_in_the_next_window_too(
    deck: Deck, themes: Themes, preferences: Preferences, qtbot: QtBot
) -> None:
    await eventually(lambda: _bar(deck, RUN_NEWS) is not None, "the notice", PATIENCE_S)
    first = deck.window.incidents
    deck.log.news.append(UncaughtError("a", "it broke", 2))
    first.refresh(1.0)
    tasks = TaskPool("window")
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.show()
    window.open(deck.session, tasks.spawn, TokenStore(FakeKeyStore), FakeLog())  # type: ignore[arg-type]
    window.incidents.take_over(first)

    assert window.incidents.unread == first.unread
    assert window.incidents.unread.nerrors == 3
    told = [deck.window.news.bars[key].words.text() for key in (RUN_NEWS, ERROR_NEWS)]
    assert [window.news.bars[key].words.text() for key in (RUN_NEWS, ERROR_NEWS)] == told
    # what was dismissed stays so
    for key in (RUN_NEWS, ERROR_NEWS):
        _press(window.news.bars[key], "Dismiss")
    assert window.incidents.unread == UnreadIncidents()
    window.close()
    await tasks.cancel()


async def test_the_window_shows_that_it_does_not_stand_still(deck: Deck) -> None:
    began = time.monotonic()
    for second in range(10):
        deck.window.incidents.refresh(began + second)

    assert deck.log.lives >= 3
    assert deck.window.incidents.can_be_seen()


@pytest.mark.expects_log("rover-7.invalid refused")
async def test_a_report_of_the_real_window_names_nobody(deck: Deck, preferences: Preferences, tmp_path: Path) -> None:
    """A robot with tokens and a name, that can't be reached, and all that is said of it."""
    window = deck.window
    uri = "galileo://rover-7.invalid:3547/odom"
    preferences.set_robot_name(uri, "Grüner Rover")
    window.connect_to(f"{uri}?token={SECRET}&galileo_proxy_token={SECRET}-proxy")
    await eventually(lambda: deck.session.links.connections, "the connection", PATIENCE_S)
    assert SECRET in deck.session.links.secrets
    logging.getLogger("app.test").warning("rover-7.invalid refused %s from 10.20.30.40, ~annegret", SECRET)

    window.actions_of_window.report_problem.trigger()
    (dialog,) = window.findChildren(ReportDialog)
    await eventually(lambda: any("doctor" in entry.name for entry in dialog.chosen_texts), "the doctor", PATIENCE_S)
    path = tmp_path / "report.zip"
    window.incidents._write(path, dialog.chosen_texts, None)
    await eventually(lambda: not dialog.copy_path.isHidden(), "the file", PATIENCE_S)

    with zipfile.ZipFile(path) as file:
        contents = {name: file.read(name).decode() for name in file.namelist()}
    assert "window.png" not in contents
    assert "robot-1 refused … from" in contents["logs/window.log"]
    assert "robot-1" in contents["doctor/1.txt"]
    for name, text in contents.items():
        for private in ("s3ntinel", "rover-7", "10.20.30.40", "annegret", "Grüner"):
            assert private not in name + text, name


async def test_a_place_that_can_not_be_written_is_said_in_the_dialog(deck: Deck, tmp_path: Path) -> None:
    deck.window.incidents.ask_to_report()
    (dialog,) = deck.window.findChildren(ReportDialog)
    await eventually(dialog.save.isEnabled, "the texts", PATIENCE_S)

    deck.window.incidents._write(tmp_path / "none" / "report.zip", dialog.chosen_texts, None)

    await eventually(
        lambda: shows(dialog.state.text(), IncidentWording.NOT_WRITTEN, reason=os.strerror(errno.ENOENT)),
        "the reason",
        PATIENCE_S,
    )


def _break(runs: Path, kind: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_STATE_HOME": str(runs.parent.parent)}
    command = [sys.executable, "-m", "tests.fakes.breaking", kind]
    return subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("segfault", "Segmentation fault"),
        ("abort", "Aborted"),
        ("fatal", "Aborted: [A qFatal() call was made from Python code]"),
        ("exit", "killed"),
        ("kill", "killed"),
    ],
)
def test_the_next_start_tells_of_a_window_that_broke_and_the_one_after_it_does_not(
    runs: Path, kind: str, what: str
) -> None:
    _break(runs, kind)
    (incident,) = find_incidents(runs)
    if kind in {"segfault", "abort", "fatal"}:
        assert "breaking.py" in incident.files[0].read_text()

    told = _break(runs, "nothing")

    assert what in told.stdout, told.stderr
    assert find_incidents(runs) == []
    assert _break(runs, "nothing").stdout == ""


@pytest.mark.parametrize("kind", ["slot", "thread", "link", "task"])
def test_an_error_that_nobody_caught_is_told_of_in_the_window_and_kept(runs: Path, kind: str) -> None:
    done = _break(runs, kind)

    (path,) = runs.iterdir()
    assert _WORDS in done.stdout
    assert "Traceback" in done.stderr
    assert _WORDS in path.read_text()
    assert SECRET not in path.read_text() + done.stdout
    assert path.read_text().endswith("== ended in order\n")
    assert find_incidents(runs) == []


def test_of_two_windows_the_next_start_names_the_one_that_is_gone(runs: Path) -> None:
    other = replace(HEAD, run="20261123T223600Z-9", pid=9)
    (runs / other.file_name).write_bytes(head_line(other))

    told = _break(runs, "nothing")

    assert "killed" in told.stdout
    assert [path.name for path in runs.iterdir()] == ["20261123T223600Z-9-window-9.told.log"]
