"""The process of a watchdog: its pipe from the drive process, its link to the window, its connection to the robot.

The process begins with nothing but a pipe, and waits there for its orders. It ignores the signals that end a program:
it ends by itself, when the drive process has ended in order, or when the robot is known to stand.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.config.folders import state_folder
from app.config.profile import Profile
from app.config.run_settings import Settings
from app.drive.control.silence_timer import CHECK_EVERY_S
from app.drive.messages.lines import LineError, encode_line
from app.drive.messages.watchdog_messages import (
    WatchdogState,
    WatchOrder,
    parse_drive_message,
    parse_window_address,
    parse_window_message,
    watchdog_state_line,
)
from app.drive.process.audit_log import AuditLog
from app.drive.process.log_queue import FILE_PATTERN, LogFile, logging_to
from app.drive.process.pipes import InputPipe, OutputPipe
from app.drive.robot.robot import DrivenRobot, open_connection, scheme_of
from app.drive.robot.targets import TargetError
from app.drive.supervisor.watchdog import DriveWatchdog
from app.drive.supervisor.watched_process import WatchedProcess
from app.faults.run_log import logged_run
from app.model.topics import TopicStore
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError

_LOGGER = logging.getLogger(__name__)

SCOPE_TIMEOUT_S: Final = 5.0
# -1000 would be never; root need not be the owner of the machine
OOM_SCORE: Final = -900
_OOM_SCORE_FILE: Final = Path("/proc/self/oom_score_adj")


INPUT: Final = 0
OUTPUT: Final = 1

# the time between two states; the drive process reports as often
TELL_S: Final = 0.05

# the times within which the last line is read, and the connection to the robot closed
OUTPUT_TIMEOUT_S: Final = 0.2
CLOSE_TIMEOUT_S: Final = 5.0

# more bytes than this without an end of line are no line of ours
MOST_REST: Final = 64 * 1024
_IGNORED: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGTSTP", "SIGPIPE")


def move_to_own_scope(duty: str, score_file: Path = _OOM_SCORE_FILE) -> None:
    """Move this process to a scope of its own, and have the kernel end it last. Waits for the system; raises nothing.

    A system that runs out of memory ends the process that has most of it, and on a desktop of Linux often all that was
    started together: the whole scope of the window. So the user's systemd is asked for a scope of its own, and the
    kernel to end other processes first, which only root may ask for. Where neither can be asked, the log says so.
    `duty` tells whoever lists the scopes what this process does.
    """
    if sys.platform != "linux":
        return
    try:
        score_file.write_text(str(OOM_SCORE), encoding="ascii")
    except OSError as error:
        _LOGGER.info("the kernel can't be asked to spare the watchdog: %s", error.strerror or error)
    try:
        name = _start_scope(duty)
    except Exception as error:  # noqa: BLE001 - whatever a bus or its library comes up with
        _LOGGER.info("the watchdog has no scope of its own: %s", error)
    else:
        _LOGGER.info("the watchdog is in a scope of its own: %s", name)


def _start_scope(duty: str) -> str:
    """Start the scope; return its name. Raises whatever the bus or its library raises."""
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - not needed before, and on one system
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415
    from jeepney.wrappers import unwrap_msg  # noqa: PLC0415

    name = f"teledeck-watchdog-{os.getpid()}.scope"
    manager = DBusAddress(
        "/org/freedesktop/systemd1", bus_name="org.freedesktop.systemd1", interface="org.freedesktop.systemd1.Manager"
    )
    properties = [
        ("Description", ("s", f"Teledeck: {duty}")),
        ("PIDs", ("au", [os.getpid()])),
    ]
    with open_dbus_connection(bus="SESSION", auth_timeout=SCOPE_TIMEOUT_S) as connection:
        message = new_method_call(manager, "StartTransientUnit", "ssa(sv)a(sa(sv))", (name, "fail", properties, []))
        unwrap_msg(connection.send_and_get_reply(message, timeout=SCOPE_TIMEOUT_S))
    return name


def ignore_signals() -> None:
    """Ignore the signals that end a program."""
    for name in _IGNORED:
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_IGN)


def run() -> int:
    """Watch over the drive process that is at the other end of standard input."""
    ignore_signals()
    write = LogFile(state_folder() / "watchdog.log").write
    with logged_run("watchdog", inherits=True) as run_log, logging_to(write, logging.INFO, FILE_PATTERN):
        asyncio.run(_Run(run_log.head.run).run())
    return 0


class _Run:
    """A run of the process, on the running loop."""

    def __init__(self, run: str) -> None:
        self._run = run
        self._rest = b""
        self._profile = Profile()
        self._watchdog: DriveWatchdog | None = None
        self._process: WatchedProcess | None = None
        self._log: AuditLog | None = None
        self._window: asyncio.StreamWriter | None = None
        self._tasks = TaskPool("watchdog")
        self._told: WatchdogState | None = None
        self._told_at = 0.0

    async def run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[None] = self._loop.create_future()
        self._output = OutputPipe(OUTPUT, lambda: None)
        self._input = InputPipe(INPUT, self._read)
        self._look()
        try:
            await self._done
        finally:
            await self._close()

    # input

    def _read(self) -> None:
        data = self._input.read()
        if data is None:
            if self._watchdog is not None:
                self._watchdog.handle_process_end()
            else:
                self._end()
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[:MOST_REST]
        for line in lines:
            try:
                self._hear(line)
            except (LineError, LocalProtocolError, TargetError) as error:
                # this is no sign of life: it is not known what the process does
                _LOGGER.warning("a line of the drive process could not be obeyed: %s", error)

    def _hear(self, line: bytes) -> None:
        word = parse_drive_message(line)
        if self._watchdog is not None:
            self._watchdog.receive(word)
            return
        self._profile = word.profile or self._profile
        if word.goodbye:
            self._end()
        elif word.order is not None:
            self._begin(word.order)

    def _begin(self, order: WatchOrder) -> None:
        """Stand by for a robot. Raises LocalProtocolError, TargetError where nothing can be driven."""
        store = TopicStore()
        settings = Settings(publisher_port=order.publisher_port, slave_port=order.slave_port)
        connection = open_connection(order.uri, store, settings)
        robot = DrivenRobot(
            connection,
            store,
            scheme_of(order.uri),
            self._profile,
            order.topic,
            order.type_name,
            self._failed,
            silent=True,
        )
        self._process = WatchedProcess(order.pid)
        self._log = AuditLog(state_folder() / "drive", head={"run": self._run, "process": "watchdog"})
        self._watchdog = DriveWatchdog(self._process, robot, self._log, self._tell, has_window=bool(order.window))
        robot.start()
        if order.window:
            self._tasks.spawn(self._talk(order.window), "window")
        # a system that is slow to answer must not keep this process from watching
        self._tasks.spawn(asyncio.to_thread(move_to_own_scope, "sends zeros when driving fails"), "scope")
        gc.collect()
        gc.freeze()

    def _failed(self, error: Exception) -> None:
        if self._watchdog is not None:
            self._watchdog.handle_failure(error)

    async def _talk(self, text: str) -> None:
        """Read the window's messages until it is gone."""
        try:
            place = parse_window_address(text)
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
            with contextlib.closing(writer):
                writer.write(encode_line({"token": place.token, "launch": place.launch}))
                self._window, self._told = writer, None
                while line := await reader.readline():
                    assert self._watchdog is not None  # noqa: S101 - for the type checker
                    self._watchdog.receive_from_window(parse_window_message(line))
        except (OSError, ValueError, LineError) as error:
            _LOGGER.warning("the window can't be heard: %s", error)
        finally:
            self._window = None
            if self._watchdog is not None:
                self._watchdog.handle_window_end()

    # checks

    def _look(self) -> None:
        # first, so that a failure does not end the checks
        self._timer = self._loop.call_later(CHECK_EVERY_S, self._look)
        watchdog = self._watchdog
        if watchdog is not None:
            watchdog.check()
            if watchdog.is_done:
                self._end()

    def _tell(self, state: WatchdogState) -> None:
        now = self._loop.time()
        changed = state != self._told
        if changed or now - self._told_at >= TELL_S:
            self._told, self._told_at = state, now
            self._output.put_line(watchdog_state_line(state))
        if changed and self._window is not None:
            self._window.write(watchdog_state_line(state))

    def _end(self) -> None:
        if not self._done.done():
            self._done.set_result(None)

    async def _close(self) -> None:
        self._timer.cancel()
        self._input.close()
        with _noted():
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                if self._watchdog is not None:
                    await self._watchdog.stop_sender.close()
        await self._tasks.cancel()
        if self._process is not None:
            self._process.close()
        if self._log is not None:
            self._log.close()
        self._output.close(OUTPUT_TIMEOUT_S)


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    try:
        yield
    except (TimeoutError, LocalProtocolError) as error:
        _LOGGER.info("the connection could not be closed in order: %r", error)
