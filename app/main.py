"""The desktop application: builds its parts, connects them, and shuts them down in order.

Only what the first window needs is imported here; sockets, protocols and panels are loaded once it is on the screen.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TypeVar, Unpack

from PySide6.QtCore import QEventLoop, QLibraryInfo, QPluginLoader, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.config.folders import SAFE_MODE_VARIABLE, safe_mode
from app.program.installation import (
    CHECK_INTERVAL_S,
    ReplacementWatch,
    RestartState,
    restart_program,
    take_restart_state,
)
from app.program.startup import show_notice
from app.resources import resource
from app.ui.base.garbage import GarbageCollector
from app.ui.base.language import language_of, set_language
from app.ui.base.preferences import Preferences
from app.ui.base.qt_messages import log_qt_messages, print_qt_messages
from app.ui.base.system_wishes import ask_for_motion
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from app.version import VERSION
from app.wording.program import ProgramWording

if TYPE_CHECKING:
    import asyncio

    from app.config.run_settings import Settings, SettingsOptions
    from app.faults.run_log import RunLog
    from app.net.tasks import TaskPool
    from app.record.incidents import IncidentFacts
    from app.session.key_store import TokenStore
    from app.session.links import Links
    from app.session.session import Session
    from app.ui.base.refresh import Spawn
    from app.ui.window.showcase import WindowShowcase

# a pure-Python burst in another thread holds up the interface by one interval at each of its steps; the default is 5 ms
SWITCH_INTERVAL_S: Final = 0.0005

# what a connection may take to say goodbye before the program ends without it
CLOSE_TIMEOUT_S: Final = 3.0

# what can wait begins when the window is at rest
_AT_REST_S: Final = 1.0

# longer than any window takes to be painted; a platform that never paints must not keep the program from starting
_FIRST_PAINT_MS: Final = 1000

_Result = TypeVar("_Result")

_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def _nothing() -> None:
    """Do nothing; the default of callbacks."""


def _no_store() -> None:
    """Give no key store, for safe mode."""


def run(
    uris: Sequence[str],
    *,
    layouts: Sequence[Path] = (),
    compared: Sequence[str] = (),
    on_shown: Callable[[], None] = _nothing,
    on_ready: Callable[[], None] = _nothing,
    later: Callable[[], Sequence[str]] | None = None,
    preferences: Preferences | None = None,
    trial: bool = False,
    theme: str | None = None,
    size: tuple[int, int] | None = None,
    look_at: tuple[str, str] | None = None,
    picture: tuple[str, float] | None = None,
    safely: bool = False,
    run_log: RunLog | None = None,
    **given: Unpack[SettingsOptions],
) -> int:
    """Show the window, connect to `uris`, and return the exit code when the window was closed.

    Args:
        uris: the addresses of the robots to connect to.
        layouts: files with layouts to show, each of which is saved.
        compared: recordings to lay beneath what views show.
        on_shown: called when the window has been painted for the first time.
        on_ready: called when every panel can be used.
        later: waits for the demo robot, whose addresses are not known yet; called in a thread once the window is shown.
        preferences: those of the user if not given.
        trial: without `preferences`: changes in the window are not saved to the user's preferences.
        theme: dark or light, with `trial`; that of the user if not given.
        size: of the window.
        look_at: a topic and the path of one of its fields, to select as soon as they are known.
        picture: a file, and how many seconds after the start to draw the window to the file and close the window.
        safely: start with the settings of a new program, and leave the user's own as they are.
        run_log: the log for errors; none if not given.
        given: the settings on the command line; the files that they name are known to be good.
    """
    if not _can_start():
        return 1
    if run_log is not None:
        log_qt_messages(run_log)
    app = make_application()
    stack = _begin(app, run_log, safely=safely)
    themes = _make_themes(app, preferences or (Preferences.temporary(theme) if trial else Preferences.for_user()))
    make = functools.partial(_make_window, app, themes, safely=safely)
    window = make()
    _show_first(app, window, size, on_shown)
    from app.config.run_settings import Settings  # noqa: PLC0415 - after the window is shown

    ask_for_motion(app, lambda is_still: themes.set_system_motion(is_still=is_still))
    showcase = _make_showcase(window, look_at, picture)
    offers = showcase is None or not showcase.takes_picture
    first = functools.partial(_connect_first, window, uris, layouts, compared, later, offers=offers)
    settings = Settings.from_options(**given)
    # what is saved of a trial or in safe mode is forgotten: it would be offered each time
    live = _live(window, themes, make, first, on_ready, showcase, settings, run_log, offers_tour=not (trial or safely))
    _end(app, *_run_loop(app, live))
    stack.close()
    return 1 if showcase is not None and showcase.failed else 0


def _begin(app: QApplication, run_log: RunLog | None, *, safely: bool) -> contextlib.ExitStack:
    """Begin what ends with the run: the collecting of garbage, safe mode, and last the log of what Qt says."""
    stack = contextlib.ExitStack()
    if run_log is not None:
        stack.callback(print_qt_messages)
    stack.callback(GarbageCollector(app).stop)
    if safely:
        stack.enter_context(safe_mode())
        # should the window fail
        atexit.register(stack.close)
    return stack


def _make_themes(app: QApplication, preferences: Preferences) -> Themes:
    """Make what windows look like, in the language of the preferences."""
    set_language(app, language_of(preferences.values.language))
    return Themes(app, preferences)


def _end(app: QApplication, window: MainWindow, restart: RestartState) -> None:
    """Delete the last window; where it asked for that, the program starts again when it has ended."""
    if window.wants_restart:
        # a demo robot of this run may still have the ports of the next one's
        atexit.register(_start_again, restart)
    window.deleteLater()
    app.sendPostedEvents(None, 0)


def _can_start() -> bool:
    """Prepare the process for a window; False, after a notice, if Qt can't show any."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    _end_at_once_on_signals()
    unknown = _unknown_platform()
    if unknown:
        show_notice(unknown)
    return not unknown


def _run_loop(app: QApplication, live: Coroutine[Any, Any, _Result]) -> _Result:
    """Run the window to its end, on a loop of asyncio within that of Qt."""
    import asyncio  # noqa: PLC0415 - 60 ms, after the window is shown

    import qasync  # noqa: PLC0415 - as above

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        return runner.run(live)


def make_application() -> QApplication:
    """Give the one QApplication, with a name and an icon."""
    existing = QApplication.instance()
    # `setStyle` would do it too, but hands out a QStyle, whose hundreds of constants then take 20 ms to be made
    app = existing if isinstance(existing, QApplication) else QApplication([*sys.argv[:1], "-style", "Fusion"])
    app.setApplicationName("Teledeck")
    app.setApplicationVersion(VERSION)
    app.setDesktopFileName("teledeck")
    app.setWindowIcon(QIcon(str(resource("icons", "teledeck.svg"))))
    # the end is decided by the main window alone: a message box may be the last window for a moment
    app.setQuitOnLastWindowClosed(False)
    return app


def _make_showcase(
    window: MainWindow, look_at: tuple[str, str] | None, picture: tuple[str, float] | None
) -> WindowShowcase | None:
    """Make what selects a topic and draws the window to a file; None where neither is asked for."""
    if look_at is None and picture is None:
        return None
    from app.ui.window.showcase import WindowShowcase  # noqa: PLC0415 - after the window is shown

    return WindowShowcase(window, look_at, picture)


def _unknown_platform() -> str:
    """A sentence on a wrong QT_QPA_PLATFORM, with which Qt would abort; empty if it is right, or not set."""
    wanted = [part.partition(":")[0].lower() for part in os.environ.get("QT_QPA_PLATFORM", "").split(";")]
    if not any(wanted) or "QT_QPA_PLATFORM_PLUGIN_PATH" in os.environ or QApplication.instance() is not None:
        return ""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    known: set[str] = set()
    for file in folder.glob("*q*"):
        told: Any = QPluginLoader(str(file)).metaData()
        known.update(told.get("MetaData", {}).get("Keys", ()))
    if not known or known.intersection(wanted):
        return ""
    return ProgramWording.PLATFORM_UNKNOWN(platform=wanted[0], known=", ".join(sorted(known)))


def _make_window(app: QApplication, themes: Themes, *, safely: bool) -> MainWindow:
    window = MainWindow(themes, themes.preferences)
    if safely:
        window.show_safe_mode()
    app.commitDataRequest.connect(window.may_end_session)
    return window


def _show_first(
    app: QApplication, window: MainWindow, size: tuple[int, int] | None, on_shown: Callable[[], None]
) -> None:
    """Show the window and let it be painted before anything else is loaded."""
    if size is not None:
        window.resize(*size)
    window.painted.connect(on_shown)
    loop = QEventLoop()
    window.painted.connect(loop.quit)
    window.show()
    app.processEvents()
    if not window.was_painted:
        QTimer.singleShot(_FIRST_PAINT_MS, loop.quit)
        loop.exec()


async def _live(
    window: MainWindow,
    themes: Themes,
    make_window: Callable[[], MainWindow],
    connect_first: Callable[[], Awaitable[Sequence[str]]],
    on_ready: Callable[[], None],
    showcase: WindowShowcase | None,
    settings: Settings,
    run_log: RunLog | None,
    *,
    offers_tour: bool,
) -> tuple[MainWindow, RestartState]:
    """Run the window from its first paint until everything is closed.

    `connect_first` connects to the robots that the window begins with, and returns those that end with it.

    Returns:
        The last window, as the language of the first may have been changed, and the robots for a restart.
    """
    import asyncio  # noqa: PLC0415

    from app.session.key_store import TokenStore  # noqa: PLC0415 - the window is seen before these are loaded

    replacement = ReplacementWatch()
    tokens = TokenStore(_no_store) if SAFE_MODE_VARIABLE in os.environ else TokenStore()
    async with _open_session(settings, run_log) as (session, tasks, left):
        open_window = functools.partial(_open_window, session, tasks.spawn, tokens, replacement, run_log, themes)
        try:
            _close_on_signals(lambda: window)
            closed = open_window(window)
            found = await connect_first()
            if showcase is not None:
                showcase.start(session.topics)
            elif offers_tour:
                window.offer_tour()
            if showcase is None or not showcase.takes_picture:
                _follow_black_box(session, themes.preferences, tasks.spawn)
                _show_black_box(session, window, themes.preferences, tasks.spawn)
            on_ready()
            await _come_to_rest(closed, session)
            await closed.wait()
            while window.wants_successor:
                await _end_tasks(session, tasks)
                # the program may have been told to end meanwhile
                if window.wants_successor:
                    # what takes longer goes on with the window that it knows
                    left.spawn(_delete_after(tasks, window), "delete the window before")
                    before, window = window, _succeed(window, themes.preferences, make_window)
                    closed = open_window(window)
                    window.incidents.take_over(before.incidents)
                    _show_black_box(session, window, themes.preferences, tasks.spawn)
                    await closed.wait()
            return window, _restart_state(session, found)
        finally:
            window.refresher.stop()
            gc.unfreeze()
            replacement.close()
            _end_at_once_on_signals(asyncio.get_running_loop())
            if showcase is not None:
                showcase.stop()


@contextlib.asynccontextmanager
async def _open_session(
    settings: Settings, run_log: RunLog | None
) -> AsyncIterator[tuple[Session, TaskPool, TaskPool]]:
    """Run a session, the tasks of the window, and what follows them, until nothing of the window goes on."""
    import asyncio  # noqa: PLC0415 - the window is seen before these are loaded

    from app.net.link_thread import LinkThread  # noqa: PLC0415
    from app.net.tasks import TaskPool  # noqa: PLC0415
    from app.session.session import Session  # noqa: PLC0415

    link = LinkThread()
    link.start()
    session = Session(link, settings)
    tasks, left = TaskPool("window"), TaskPool("windows before")
    if run_log is not None:
        run_log.set_secret_source(lambda: session.links.secrets)
    try:
        yield session, tasks, left
    finally:
        if run_log is not None:
            run_log.stop_freeze_timer()
        await _close_session(session)
        # last, and also where a robot takes too long to let go: the end is kept too
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await session.black_box.close()
        await tasks.cancel()
        await left.cancel()
        link.stop()


def _open_window(
    session: Session,
    spawn: Spawn,
    tokens: TokenStore,
    replacement: ReplacementWatch,
    run_log: RunLog | None,
    themes: Themes,
    window: MainWindow,
) -> asyncio.Event:
    """Open a window on a session; returns what is set once the window is closed."""
    import asyncio  # noqa: PLC0415

    from app.ui.window.language_switch import LanguageSwitch  # noqa: PLC0415 - after the window is shown
    from app.ui.window.update_notice import UpdateNotice  # noqa: PLC0415 - as above

    closed = asyncio.Event()
    window.closed.connect(closed.set)
    window.open(session, spawn, tokens, run_log)
    session.black_box.watch("window", window.refresher.freezes)
    session.shown_layout = lambda: window.layouts.current
    session.shown_name = themes.preferences.shown_name
    session.profile_name = lambda uri: themes.preferences.driven_by(uri).profile
    window.refresher.add(UpdateNotice(window, themes, lambda: replacement.is_replaced), CHECK_INTERVAL_S)
    LanguageSwitch(window, themes.preferences)
    return closed


def _follow_black_box(session: Session, preferences: Preferences, spawn: Spawn) -> None:
    """Keep the black box as the preferences say, now and after each change of them."""
    import asyncio  # noqa: PLC0415 - after the window is shown

    box, one_at_a_time = session.black_box, asyncio.Lock()

    def make_page(recording: Path, facts: IncidentFacts) -> str:
        # it needs numpy
        from app.record.incident_page import incident_page  # noqa: PLC0415
        from app.ui.base.text import say  # noqa: PLC0415 - as above

        return incident_page(recording, facts, say)

    session.incident_keeper.make_page = make_page

    async def settle() -> None:
        async with one_at_a_time:
            wanted = preferences.values.black_box
            if wanted and not box.is_on:
                box.start()
            elif box.is_on and not wanted:
                await box.stop()

    def follow(name: str = "black_box") -> None:
        values = preferences.values
        if not name.startswith("black_box"):
            return
        box.set_limits(values.black_box_min * 60.0, values.black_box_mb * 1_000_000)
        spawn(settle(), "follow the preferences of the black box")

    box.choose_pictures(lambda key: preferences.keeps_pictures(key.connection, key.topic))
    preferences.changed.connect(follow)
    follow()


def _show_black_box(session: Session, window: MainWindow, preferences: Preferences, spawn: Spawn) -> None:
    """Tell once that the last minutes are kept, and take a picture of the window at each incident."""
    from app.ui.incidents.window_pictures import WindowPictures  # noqa: PLC0415 - after the window is shown
    from app.ui.window.whats_new import announce_black_box  # noqa: PLC0415 - as above

    keeper = session.incident_keeper
    keeper.on_begun = WindowPictures(window, lambda: keeper.hider(preferences.recent_uris), spawn).take
    announce_black_box(preferences, window.news, window.actions_of_window.preferences.trigger)


async def _end_tasks(session: Session, tasks: TaskPool) -> None:
    """Give what a window that was closed has begun time to end; nothing of it is cancelled, for the session goes on."""
    await tasks.wait(CLOSE_TIMEOUT_S)
    if session.is_driving:
        # its request comes before those of the next window, which does not wait for the robot
        tasks.spawn(session.driving.leave(), "leave the robot")


async def _delete_after(tasks: TaskPool, window: MainWindow) -> None:
    """Delete a window that was closed once nothing goes on that it has begun."""
    try:
        await tasks.wait()
    finally:
        window.deleteLater()


def _succeed(window: MainWindow, preferences: Preferences, make_window: Callable[[], MainWindow]) -> MainWindow:
    """Show another window in the place of one that was closed, in the language of now."""
    app, state = make_application(), window.windowState()
    set_language(app, language_of(preferences.values.language))
    app.commitDataRequest.disconnect(window.may_end_session)
    # what is left of it is garbage
    gc.unfreeze()
    successor = make_window()
    successor.setWindowState(state)
    successor.show()
    return successor


async def _come_to_rest(closed: asyncio.Event, session: Session) -> None:
    """Load what is offered, once the window is at rest."""
    import asyncio  # noqa: PLC0415

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(closed.wait(), _AT_REST_S)
    if not closed.is_set():
        await asyncio.to_thread(_load_offered, session.links)
        # the objects that exist by now stay: searching them for garbage again and again would delay frames
        gc.freeze()


async def _connect_first(
    window: MainWindow,
    uris: Sequence[str],
    layouts: Sequence[Path],
    compared: Sequence[str],
    later: Callable[[], Sequence[str]] | None,
    *,
    offers: bool,
) -> Sequence[str]:
    """Connect to the robots that were named, or to those of before a restart; returns those that `later` has found.

    With `offers`, the window offers what to do with these.
    """
    import asyncio  # noqa: PLC0415

    before = take_restart_state()
    if before is None:
        before = RestartState(tuple(uris))
        # not after a restart: the window is as it was left, maybe with another or a changed layout
        window.layouts.open_files(layouts)
        if compared:
            window.docks.compare.show().add([(Path(file),) for file in compared])
    found = await asyncio.to_thread(later) if later is not None else ()
    for uri in before.uris:
        window.connect_to(uri)
    window.operations.show_demo(found, offers=offers)
    if before.demo:
        window.operations.start_demo()
    return found


def _load_offered(links: Links) -> None:
    """Load the protocol that the connect dialog offers, in a thread: later the window would stand still for 0.2 s.

    A robot that is driven then would stop.
    """
    from app.session.addresses import FOLLOWING_URI  # noqa: PLC0415 - after the window is shown
    from app.session.errors import SessionError  # noqa: PLC0415 - as above

    with contextlib.suppress(SessionError):
        links.connection_id_for(FOLLOWING_URI)


def _restart_state(session: Session, passing: Sequence[str]) -> RestartState:
    """The start of a next run: the robots of this run, except those that end with it."""
    addresses, gone = session.links.addresses, {session.links.demo_uri, *map(session.links.connection_id_for, passing)}
    uris = tuple(address for name, address in addresses.items() if name not in gone)
    return RestartState(uris, demo=session.links.demo_uri in addresses)


def _start_again(restart: RestartState) -> None:
    """Start the next run; a failure is shown by a notice, since the window is gone."""
    try:
        restart_program(restart)
    except OSError as error:
        show_notice(ProgramWording.NOT_STARTED_AGAIN(error=error.strerror or error))


async def _close_session(session: Session) -> None:
    import asyncio  # noqa: PLC0415

    try:
        async with asyncio.timeout(CLOSE_TIMEOUT_S):
            await session.close()
    except TimeoutError:
        # the link thread is stopped next, which cancels every coroutine that still waits for an answer
        return


def _end_at_once_on_signals(loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Let signals end the program at once: before the loop can handle them, and once the window is closed."""
    for number in _SIGNALS:
        if loop is not None:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
        signal.signal(number, signal.SIG_DFL)


def _close_on_signals(current: Callable[[], MainWindow]) -> None:
    """Close the window of then at the first signal, for good; a second signal ends the program at once."""
    import asyncio  # noqa: PLC0415

    loop = asyncio.get_running_loop()

    def close() -> None:
        _end_at_once_on_signals(loop)
        window = current()
        window.wants_successor = False
        window.close_at_once()

    def close_soon(number: int, frame: FrameType | None) -> None:
        del number, frame
        loop.call_soon_threadsafe(close)

    for number in _SIGNALS:
        try:
            loop.add_signal_handler(number, close)
        except NotImplementedError:
            # without the loop's help Python handles signals when it next runs, which the refresh timer ensures
            signal.signal(number, close_soon)
