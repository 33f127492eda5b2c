"""A monkey at the window: python -m tests.tools.monkey [--minutes M] [--seed N] [--step-ms MS] [--only ACT…].

It clicks, types, drags, zooms, resizes, connects and disconnects, opens and plays recordings, and looks back, while
three demo robots come and go. It ends with 1, and says why, if anything raised, complained, was left behind, or if
memory grew. Run it under xvfb-run, as a user without rights: for root it ends with 2. The same seed makes the same
choices, though not at the same moments.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import faulthandler
import functools
import gc
import importlib
import itertools
import logging
import os
import pkgutil
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TextIO

import qasync
from PySide6.QtCore import QPoint, QSize, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QWidget,
)

import app as app_package
import protocols
import protos
from app.connections.base import STATE_LOG
from app.demo.serve import GALILEO_OFFSET, ROS1_OFFSET
from app.main import make_application
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.garbage import GarbageCollector
from app.ui.base.memory import resident_bytes
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.profiles.editor import ProfileEditor
from app.ui.window.main_window import MainWindow
from tests.tools.allocated import allocated_bytes, count_all
from tests.tools.monkey_deck import DeckTricks
from tests.tools.monkey_recordings import RecordingTricks
from tests.tools.monkey_views import ViewTricks, seen_in
from tests.tools.monkey_window import WindowTricks

ROOT = Path(__file__).resolve().parents[2]

_GALILEO_TOPICS = ("galileo/status", "odom", "scan", "camera", "cmd_vel", "nosuch")

# How much more may be allocated than after the first tenth, before which everything is loaded; without the views that
# chance has open at the end, which are as many as it will. Memory that is held grows by 30 to 70 MB, as it happens to
# be in pieces when most is open, and is told only.
MAX_GROWTH_BYTES = 25_000_000

# until then caches are filled, however long a busy machine takes for it
SETTLED_ACTS = 1000

# fewer are no test: on a machine with something else to do as well there are three times as many
MIN_ACTS_A_MINUTE = 300

_TEXTS = ("imu", "rover", "/", "zzz", "gazebo://127.0.0.1:1", "ü∂", " ", "\t", "9", "stats world")
_KEYS = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape),
    *(Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Backspace),
)
# a platform without a window manager or a compositor says so
_HARMLESS = ("propagateSizeHints", "does not support", "XDG_RUNTIME_DIR")

# what must be said of robots that are ended, also of one that was chosen to be driven, which is the monkey's own doing
_ITS_OWN_DOING = "can't be driven yet: nothing "


class Robot:
    """A demo robot in a process of its own, on a port that it keeps; spoken to by one of its protocols."""

    def __init__(self, protocol: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        port = self.port + {"gazebo": 0, "ros1": ROS1_OFFSET, "galileo": GALILEO_OFFSET}[protocol]
        address = f"{protocol}://127.0.0.1:{port}"
        topics = _GALILEO_TOPICS if protocol == "galileo" else ("",)
        self.uris = [f"{address}/{topic}".rstrip("/") for topic in topics]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Let it run."""
        if self._process is None:
            command = [sys.executable, "-m", "app", "demo", "--serve", "--until-stdin-ends"]
            command += ["--json", "--port-base", str(self.port)]
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def stop(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it, as a rule without a chance to say so."""
        if self._process is not None:
            self._process.send_signal(number)
            # closes the pipe too, which ends it wherever we end
            self._process.communicate()
            self._process = None

    def toggle(self) -> None:
        """Let it come or go."""
        if self._process is None:
            self.start()
        else:
            self.stop()


class Faults(logging.Handler):
    """Notes what complains, wherever it does."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: Counter[str] = Counter()
        logging.getLogger().addHandler(self)
        sys.excepthook = lambda _kind, error, _trace: self.note_error(error)
        threading.excepthook = lambda arguments: self.note_error(arguments.exc_value)
        sys.unraisablehook = lambda arguments: self.note_error(arguments.exc_value)
        qInstallMessageHandler(self._note_qt)

    def emit(self, record: logging.LogRecord) -> None:
        """See logging.Handler."""
        text = self.format(record)
        if _ITS_OWN_DOING not in text and record.msg != STATE_LOG:
            self.found[text] += 1

    def note_error(self, error: BaseException | None) -> None:
        """Note an exception that nobody caught."""
        if error is not None:
            trace = logging.Formatter().formatException((type(error), error, error.__traceback__))
            self.found[trace] += 1

    def _note_qt(self, kind: QtMsgType, _context: object, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not any(part in text for part in _HARMLESS):
            self.found[f"Qt: {text}"] += 1


class Monkey:
    """See the module."""

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        robots: list[Robot],
        rng: random.Random,
        folder: Path,
        trace: TextIO | None,
        only: Collection[str] = (),
    ) -> None:
        self._window = window
        self._session = session
        self._robots = robots
        self._rng = rng
        self._trace = trace
        self.done: Counter[str] = Counter()
        # chance would soon end the run by it
        window.actions_of_window.quit.setEnabled(False)
        kinds = (ViewTricks, WindowTricks, RecordingTricks)
        self._tricks: list[tuple[int, Callable[[], Any]]] = [
            *(trick for kind in kinds for trick in kind(window, session, rng, folder, self._note).all),
            *DeckTricks(window, session, rng, self._note).all,
            (30, self.click),
            (12, self.type),
            (14, self.press),
            (12, self.trigger),
            (6, self.select),
            (4, self.resize),
            (3, self.connect),
            (2, self.disconnect),
            (1, self.restart),
            (2, self.minimise),
        ]
        self._tricks = [each for each in self._tricks if not only or each[1].__name__ in only]

    def act(self) -> None:
        """Do one thing."""
        weights, tricks = zip(*self._tricks, strict=True)
        trick = self._rng.choices(tricks, weights)[0]
        self.done[trick.__name__] += 1
        self._note(trick.__name__)
        try:
            trick()
        except RuntimeError as error:
            # it held what its own act deleted meanwhile
            if "already deleted" not in str(error) or _in_app(error):
                raise

    def _note(self, text: str) -> None:
        if self._trace is not None:
            self._trace.write(f"{time.monotonic():.2f} {text}\n")
            self._trace.flush()

    def click(self) -> None:
        """Click on something that can be seen, or in the middle of nowhere."""
        top = self._top()
        kinds = (QAbstractButton, QAbstractItemView, QLineEdit, QComboBox)
        widgets = seen_in(top, *kinds)
        target = self._rng.choice(widgets) if widgets else top
        if isinstance(target, QAbstractItemView):
            target = target.viewport()
        place = QPoint(self._rng.randrange(max(target.width(), 1)), self._rng.randrange(max(target.height(), 1)))
        button = Qt.MouseButton.RightButton if self._rng.random() < 0.15 else Qt.MouseButton.LeftButton
        click = QTest.mouseDClick if self._rng.random() < 0.1 else QTest.mouseClick
        self._note(
            f"{click.__name__} {button.name} {type(target).__name__} {target.objectName()} {_text(target)} {place}"
        )
        click(target, button, Qt.KeyboardModifier.NoModifier, place)

    def type(self) -> None:
        """Type into whatever has the focus."""
        text = self._rng.choice(_TEXTS)
        for letter in text:
            # one letter may close what has the focus
            target = QApplication.focusWidget() or self._top()
            if letter.isascii():
                QTest.keyClicks(target, letter)
            elif isinstance(target, QLineEdit):
                target.insert(letter)

    def press(self) -> None:
        """Press a key."""
        QTest.keyClick(QApplication.focusWidget() or self._top(), self._rng.choice(_KEYS))

    def trigger(self) -> None:
        """Do one of the actions, whose keys need a window manager."""
        actions = self._window.actions_of_window
        offered = [action for action in actions.all if action.isEnabled()]
        action = self._rng.choice([*offered, self._window.log_dock.toggleViewAction()])
        self._note(action.text())
        action.trigger()

    def select(self) -> None:
        """Go to a topic."""
        topics = self._session.topics.store.topics
        if topics:
            self._window.show_topic(self._rng.choice(list(topics)).key)

    def resize(self) -> None:
        """Take another size, within the screen."""
        least, most = QSize(840, 480), QSize(1440, 900).boundedTo(self._window.screen().size())
        most = most.expandedTo(least)
        width, height = (self._rng.randint(*ends) for ends in zip(least.toTuple(), most.toTuple(), strict=True))
        self._window.resize(width, height)

    def minimise(self) -> None:
        """Go away for a moment."""
        self._window.showMinimized()
        QTimer.singleShot(self._rng.randint(10, 400), self._window.showNormal)

    def connect(self) -> None:
        """Connect to a robot, or to where none is."""
        self._window.connect_to(self._rng.choice([*self._rng.choice(self._robots).uris, "gazebo://127.0.0.1:9"]))

    def disconnect(self) -> None:
        """Leave a robot."""
        connections = self._session.links.connections
        if connections:
            self._window.operations.ask_to_disconnect(self._rng.choice(connections).id)

    def restart(self) -> None:
        """A robot comes or goes."""
        self._rng.choice(self._robots).toggle()

    def _top(self) -> QWidget:
        dialog = QApplication.activeWindow()
        return QApplication.activePopupWidget() or (dialog if isinstance(dialog, QDialog) else self._window)


def _close_forgotten() -> None:
    """Menus that would wait for a choice, and dialogs that came over others."""
    popup = QApplication.activePopupWidget()
    if isinstance(popup, QMenu):
        popup.close()
    open_ones = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
    if len(open_ones) > 2:
        open_ones[0].close()


async def _play(window: MainWindow, monkey: Monkey, uri: str, arguments: argparse.Namespace) -> int:
    """Play for the time asked for; how much more is allocated at rest than after the first tenth."""
    tidy = QTimer()
    tidy.timeout.connect(_close_forgotten)
    tidy.start(250)
    began = time.monotonic()
    before = 0
    for number in itertools.count():
        spent = time.monotonic() - began
        if spent > arguments.minutes * 60:
            break
        if not before and spent > arguments.minutes * 6 and number >= SETTLED_ACTS:
            before = await _allocated_at_rest(window)
            window.connect_to(uri)
        # not in this task: an act may open a box that waits, and what runs in a task holds up all others
        QTimer.singleShot(0, monkey.act)
        if number % 500 == 0:
            _say(f"{spent:5.0f} s  {number} acts  {(resident_bytes() or 0) / 1e6:.0f} MB")
        await asyncio.sleep(arguments.step_ms / 1000)
    tidy.stop()
    after = await _allocated_at_rest(window)
    # with too few acts, which is said, there is nothing to compare it with
    return after - before if before else 0


async def _allocated_at_rest(window: MainWindow) -> int:
    """What is allocated while nothing is shown and nobody is connected: more is left behind by what was before."""
    for dialog in [w for w in QApplication.topLevelWidgets() if w is not window and w.isVisible()]:
        if isinstance(dialog, ProfileEditor):
            # it would ask for what is not saved
            dialog.discard()
        else:
            dialog.close()
    for dock in [dock for views in window.docks.views for dock in views.docks.values()]:
        dock.close()
    # what goes on collecting for ten minutes, to be had back without a hole
    window.plot_docks.shared.close()
    session = window._session
    if session is not None:
        # what is read of the black box is held as long
        session.deck.go_live()
    for info in session.links.connections if session is not None else ():
        await session.links.disconnect(info.id) if session is not None else None
    # until the window has given back what it doesn't need any more
    gc.collect()
    await asyncio.sleep(3.0)
    allocated = allocated_bytes()
    _say(f"at rest {allocated / 1e6:.1f} MB are allocated, {(resident_bytes() or 0) / 1e6:.1f} MB held")
    return allocated


async def _run(app: QApplication, arguments: argparse.Namespace, faults: Faults, folder: str) -> list[str]:
    asyncio.get_running_loop().set_exception_handler(
        lambda _loop, context: faults.note_error(context.get("exception") or RuntimeError(str(context["message"])))
    )
    preferences = Preferences(Path(folder, "settings.json"))
    robots = [Robot("gazebo"), Robot("ros1"), Robot("galileo")]
    link = LinkThread()
    link.start()
    session = Session(link, environ={})
    session.black_box.start()
    tasks = TaskPool("monkey")
    window = MainWindow(Themes(app, preferences), preferences)
    window.show()
    window.open(session, tasks.spawn)
    monkey = Monkey(
        window, session, robots, random.Random(arguments.seed), Path(folder), arguments.trace, arguments.only
    )
    try:
        _load_everything()
        for robot in robots:
            robot.start()
            window.connect_to(robot.uris[0])
        growth = await _play(window, monkey, robots[0].uris[0], arguments)
    finally:
        for robot in robots:
            robot.stop(signal.SIGTERM)
        window.close_at_once()
        await session.close()
        await session.black_box.close()
        await tasks.cancel()
        link.stop()
    acts = monkey.done.total()
    _say(f"did {acts}: {dict(monkey.done)}; {growth / 1e6:.1f} MB more are allocated")
    problems = judged(acts, arguments.minutes, growth)
    await asyncio.sleep(0.5)
    return problems + _leftovers(window)


def _load_everything() -> None:
    """Load all parts of the program: how many of them chance asks for in the first tenth depends on the machine."""
    for package in (app_package, protocols, protos):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            # the console script begins to work, and some parts are for another system
            if not module.name.endswith("__main__"):
                with contextlib.suppress(ImportError):
                    importlib.import_module(module.name)


def judged(acts: int, minutes: float, growth_bytes: int) -> list[str]:
    """What is wrong with a run in which nothing broke."""
    problems = [f"{growth_bytes / 1e6:.0f} MB more are allocated"] if growth_bytes > MAX_GROWTH_BYTES else []
    if acts < MIN_ACTS_A_MINUTE * minutes:
        problems.append(f"only {acts} acts in {minutes:g} minutes: the machine is too busy for this to tell anything")
    return problems


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def _in_app(error: BaseException) -> bool:
    """Whether it was raised by the program, not by the monkey."""
    frames = traceback.extract_tb(error.__traceback__)
    return Path(frames[-1].filename).is_relative_to(ROOT / "app")


def _refuse_file_dialogs() -> None:
    """Never let one be seen: it deletes and renames whatever files and folders chance selects in it."""

    def refuse(dialog: QFileDialog, *_: object) -> None:
        dialog.setOption(QFileDialog.Option.ReadOnly)
        dialog.deleteLater()

    for name in ("open", "show", "exec", "setVisible"):
        setattr(QFileDialog, name, refuse)
    # nor any other program that shows files
    QDesktopServices.openUrl = staticmethod(lambda _url: True)  # type: ignore[method-assign]
    answers = {"getOpenFileName": ("", ""), "getSaveFileName": ("", ""), "getOpenFileNames": ([], "")}
    for name, answer in {**answers, "getExistingDirectory": ""}.items():
        setattr(QFileDialog, name, staticmethod(functools.partial(_answer, answer)))


def _answer(answer: object, *_: object, **_options: object) -> object:
    return answer


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _leftovers(window: MainWindow) -> list[str]:
    left = [f"task left: {task!r}" for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    threads = [t for t in threading.enumerate() if t is not threading.main_thread()]
    left += [f"thread left: {thread.name}" for thread in threads if not isinstance(thread, threading._DummyThread)]
    left += [f"timer left: {timer.interval()} ms" for timer in window.findChildren(QTimer) if timer.isActive()]
    return left + [f"window left: {w!r}" for w in QApplication.topLevelWidgets() if w.isVisible()]


def refusal(user: int) -> str:
    """Why this user, by number, may not play; empty where he may.

    Chance clicks on whatever is shown. Whatever it finds there, it must not find with the rights to all of the machine.
    """
    if user == 0:
        return "the monkey does not play as root: run it as a user without rights, with a HOME of its own"
    return ""


def main() -> int:
    """Play, and say what broke."""
    why_not = refusal(os.geteuid())
    if why_not:
        sys.stderr.write(why_not + "\n")
        return 2
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trace", type=argparse.FileType("w"), help="where each act is written before it is done")
    parser.add_argument("--step-ms", type=int, default=20)
    parser.add_argument("--only", nargs="*", default=(), metavar="ACT", help="nothing but these, by their names")
    arguments = parser.parse_args()
    count_all()
    faulthandler.enable()
    with tempfile.TemporaryDirectory() as folder:
        # files that it saves are not to be found among the operator's
        os.environ["HOME"] = folder
        os.environ.pop("XDG_CONFIG_HOME", None)
        return _play_in(folder, arguments)


def _play_in(folder: str, arguments: argparse.Namespace) -> int:
    _refuse_file_dialogs()
    app = make_application()
    # as the program does
    collector = GarbageCollector(app)
    faults = Faults()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        problems = runner.run(_run(app, arguments, faults, folder))
    collector.stop()
    problems += [f"{count} x {text}" for text, count in faults.found.items()]
    _say("\n".join(problems) or "nothing broke")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
