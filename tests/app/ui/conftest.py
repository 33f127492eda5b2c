"""The surroundings of every view: a look, preferences that nobody keeps, and a session made by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.fakes.session import FakeSession
from tests.fakes.spawned import Spawned
from tests.tools.mouse import release_all

# only a failure takes that long: a machine whose cores are all taken gets there
_PATIENCE_MS = 30_000


class PatientBot(QtBot):
    """pytest-qt's, which waits longer, and closes widgets only after every fixture that asked for it has ended.

    pytest-qt itself deletes them before that, on a loop that still runs: a fixture that closes what it has shown then
    finds it gone, or not, by the turn of the loop.
    """

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._widgets: list[QWidget] = []

    def addWidget(  # noqa: N802 - pytest-qt's name
        self, widget: QWidget, *, before_close_func: Callable[[QWidget], None] | None = None
    ) -> None:
        """Have `widget` closed and deleted in the end."""
        assert before_close_func is None
        self._widgets.append(widget)

    def waitUntil(  # noqa: N802 - pytest-qt's name
        self, callback: Callable[[], bool | None], *, timeout: int = _PATIENCE_MS
    ) -> None:
        """Return as soon as `callback` holds."""
        super().waitUntil(callback, timeout=timeout)

    def close(self) -> None:
        """Close all widgets, and have them deleted."""
        for widget in self._widgets:
            if Shiboken.isValid(widget):
                widget.close()
                widget.deleteLater()
        self._widgets.clear()


@pytest.fixture(autouse=True)
def loop_goes_on_without_windows() -> Iterator[None]:
    """As the program has it; else the loop that a test or its fixtures end on would end with their last window."""
    QApplication.setQuitOnLastWindowClosed(False)
    yield
    QApplication.setQuitOnLastWindowClosed(True)


@pytest.fixture(autouse=True)
def nothing_held_down() -> Iterator[None]:
    """Whatever a test has pressed is released in the end.

    With another button down sliders ignore a click; with Shift, as the last key had it, a row that is selected is
    selected together with those before it.
    """
    yield
    release_all()


@pytest.fixture
def qtbot(
    qapp: QApplication,  # noqa: ARG001 - stands before any widget
    request: pytest.FixtureRequest,
) -> Iterator[QtBot]:
    bot = PatientBot(request)
    yield bot
    bot.close()


@pytest.fixture
def preferences() -> Preferences:
    return Preferences()


@pytest.fixture
def spawned() -> Iterator[Spawned]:
    spawned = Spawned()
    yield spawned
    spawned.close()


@pytest.fixture(autouse=True)
def usual_font(qapp: QApplication) -> Iterator[None]:
    """Whatever size of text a test chooses, the next one begins with the usual."""
    before = qapp.font()
    yield
    if qapp.font() != before:
        qapp.setFont(before)


@pytest.fixture
def themes(qapp: QApplication, preferences: Preferences) -> Themes:
    preferences.theme = ThemeChoice.DARK
    return Themes(qapp, preferences)


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


OpenWindow = Callable[..., MainWindow]


@pytest.fixture
async def open_window(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[OpenWindow]:
    """What opens a main window, on `session` where no other is named; all that it opened are closed in the end."""
    windows: list[MainWindow] = []
    tasks = TaskPool("window")

    def spawn(coroutine: Coroutine[Any, Any, None], name: str) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            # pytest-qt handles events between a test and the ends of its fixtures, too, when no loop runs
            coroutine.close()
        else:
            tasks.spawn(coroutine, name)

    def open_one(on: FakeSession = session, width: int = 1200, height: int = 800) -> MainWindow:
        window = MainWindow(themes, preferences)
        qtbot.addWidget(window)
        window.resize(width, height)
        window.show()
        window.open(on, spawn)
        windows.append(window)
        return window

    yield open_one
    for window in windows:
        window.close()
    await tasks.cancel()


@pytest.fixture
async def window(open_window: OpenWindow) -> MainWindow:
    """A main window on `session`."""
    return open_window()
