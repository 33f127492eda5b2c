"""`teledeck drive`: a robot driven from a terminal, by lines of JSON, or by the window that started the process."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import platform
import shutil
from collections.abc import Callable
from typing import Final

from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, Login, print_error, settings_of
from app.cli.output import printable
from app.cli.stopping import Stopped
from app.config.folders import state_folder
from app.config.profile import Profile, parse_profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import load_profile
from app.config.run_settings import Settings
from app.connections.base import Connection
from app.drive.inputs.devices import InputDeviceOptions, InputDevices
from app.drive.inputs.gamepad.sdl import PadsUnavailable
from app.drive.inputs.gamepad.store import pads_path
from app.drive.inputs.sleep import open_sleep_monitor
from app.drive.inputs.terminal.protocol import TerminalUnavailable
from app.drive.messages.audit_trail import profile_entry
from app.drive.messages.lines import LineError
from app.drive.messages.report import DriveReport, format_report
from app.drive.messages.report_text import TERMINAL_HELP, report_text
from app.drive.messages.watchdog_messages import WatchOrder, parse_window_address
from app.drive.process.audit_log import AuditLog
from app.drive.process.drive_loop import DriveLoop, DriveOptions, RunEnd
from app.drive.process.log_queue import FILE_PATTERN, LogFile, logging_to
from app.drive.process.pipes import OutputPipe
from app.drive.process.watchdog_child import WatchdogChild
from app.drive.robot.robot import DrivenRobot, open_connection, scheme_of
from app.drive.robot.targets import TargetError
from app.drive.supervisor.drive_process import PROFILE_VARIABLE, WATCHDOG_VARIABLE
from app.faults.run_log import logged_run
from app.model.topics import TopicStore
from app.net.boot_clock import boot_time
from app.net.link_thread import LinkThread
from app.program.installation import ReplacementWatch
from app.session.errors import SessionError
from app.session.session import Session
from app.version import VERSION
from app.wording.commands import CommandWording
from protocols.errors import LocalProtocolError, ProtocolError

_LOGGER = logging.getLogger(__name__)

INPUT, OUTPUT, ERRORS = 0, 1, 2
# within this a terminal, or another reader, takes the last line
OUTPUT_TIMEOUT_S: Final = 0.2

# offset at a terminal; a window gives the ports itself
_WATCHDOG_PORTS: Final = 2

_Ended = tuple[RunEnd, Exception | None]


def run(arguments: argparse.Namespace) -> int:
    """Drive until the end of input or a signal; the robot is stopped, however the command ends."""
    meant = (CommandError, SessionError, Stopped, BrokenPipeError)
    with logged_run("drive", inherits=arguments.supervised, meant=meant) as run_log:
        # started first, so that both processes load at the same time
        watchdog = WatchdogChild(boot_time())
        try:
            return _run(arguments, watchdog, run_log.head.run)
        finally:
            watchdog.close()


def _run(arguments: argparse.Namespace, watchdog: WatchdogChild, run: str) -> int:
    profile = _profile(arguments)
    settings = settings_of(arguments)
    uri = _with_token(arguments.uri)
    store = TopicStore()
    watchdog.watch(_order(arguments, uri, settings), profile)
    try:
        ended, fault = _logged(
            arguments.supervised,
            lambda: asyncio.run(
                _drive(arguments, profile, lambda: open_connection(uri, store, settings), store, watchdog, run)
            ),
        )
    except (LocalProtocolError, TargetError) as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error
    if isinstance(fault, LocalProtocolError | TargetError):
        raise CommandError(WRONG_USAGE, fault.reason, fault.tip)
    if isinstance(fault, ProtocolError):
        raise CommandError(NOT_REACHED, fault.reason, fault.tip)
    if ended is RunEnd.UNDELIVERED:
        raise CommandError(NOT_REACHED, CommandWording.NOT_STANDING(), CommandWording.MAY_BE_MOVING())
    if ended is RunEnd.FAILED:
        raise CommandError(
            NOT_REACHED, CommandWording.DRIVING_FAILED(fault=repr(fault)), CommandWording.PLEASE_REPORT()
        )
    return DONE


def _profile(arguments: argparse.Namespace) -> Profile:
    given = os.environ.get(PROFILE_VARIABLE, "") if arguments.supervised else ""
    try:
        if arguments.profile:
            return load_profile(arguments.profile)
        return parse_profile(given.encode()) if given else Profile()
    except ProfileError as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


def _order(arguments: argparse.Namespace, uri: str, settings: Settings) -> WatchOrder:
    """The order for the watchdog: the robot, and the connection by which it stops the robot."""
    window = os.environ.get(WATCHDOG_VARIABLE, "") if arguments.supervised else ""
    publisher_port, slave_port = (
        port + _WATCHDOG_PORTS if port else 0 for port in (settings.publisher_port, settings.slave_port)
    )
    if window:
        try:
            place = parse_window_address(window)
        except LineError as error:
            raise CommandError(
                WRONG_USAGE, CommandWording.BAD_VARIABLE(variable=WATCHDOG_VARIABLE, fault=error.text)
            ) from error
        publisher_port, slave_port = place.publisher_port, place.slave_port
    return WatchOrder(uri, arguments.topic, arguments.type, publisher_port, slave_port, os.getpid(), window)


def _with_token(uri: str) -> str:
    link = LinkThread()
    link.start()
    try:
        return Login(Session(link).links, link, print_error).address_with_tokens(uri)
    finally:
        link.stop()


def _logged(supervised: bool, work: Callable[[], _Ended]) -> _Ended:  # noqa: FBT001 - the first of two
    if supervised:
        # standard error belongs to the window, and may be a pipe that nobody reads
        write = LogFile(state_folder() / "drive.log").write
        with logging_to(write, logging.INFO, FILE_PATTERN):
            return work()
    with logging_to(_complain, logging.WARNING, "teledeck: %(message)s"):
        return work()


def _complain(text: str) -> None:
    """Write to standard error without Python's buffers, whose locks a full pipe would hold at the interpreter's end."""
    os.write(ERRORS, text.encode(errors="backslashreplace"))


async def _drive(
    arguments: argparse.Namespace,
    profile: Profile,
    make_connection: Callable[[], Connection],
    store: TopicStore,
    watchdog: WatchdogChild,
    run: str,
) -> _Ended:
    loop = asyncio.get_running_loop()
    connection = make_connection()
    drive: DriveLoop | None = None

    def broken() -> None:
        loop.call_soon_threadsafe(lambda: drive.end() if drive is not None else None)

    def make_robot(failed: Callable[[Exception], None]) -> DrivenRobot:
        scheme = scheme_of(arguments.uri)
        return DrivenRobot(connection, store, scheme, profile, arguments.topic, arguments.type, failed)

    output = OutputPipe(OUTPUT, broken)
    log = AuditLog(state_folder() / "drive", head={"run": run, "process": "drive"})
    at_terminal = _is_terminal(INPUT)
    options = DriveOptions(supervised=arguments.supervised, latched=arguments.latched, reads_lines=not at_terminal)
    log.record(_began(arguments, connection.id, profile))
    replacement = ReplacementWatch()
    try:
        desk = _desk(arguments, profile)
        desk.set_pause_listener(watchdog.announce_pause)
        told = _Screen(output, desk) if _is_terminal(OUTPUT) else _Lines(output)
        drive = DriveLoop(
            options, profile, make_robot, desk, told.tell, watchdog, log, is_replaced=lambda: replacement.is_replaced
        )
        # the objects that exist now stay: a garbage collection of all of them takes longer than a command may
        gc.collect()
        gc.freeze()
        end = await drive.run()
    finally:
        gc.unfreeze()
        replacement.close()
        output.close(OUTPUT_TIMEOUT_S)
        log.record({"ended": connection.id})
        log.close()
    return end, drive.fault


def _began(arguments: argparse.Namespace, robot: str, profile: Profile) -> dict[str, object]:
    """The first entry of the audit log: the options, and the versions."""
    asked = {"topic": arguments.topic or profile.topic, "type": arguments.type or profile.type_name}
    how = {"supervised": arguments.supervised, "latched": arguments.latched, "keyboard": arguments.keyboard}
    versions = {"teledeck": VERSION, "python": platform.python_version(), "system": platform.platform()}
    return {"began": robot, **asked, **profile_entry(profile), **how, "versions": versions}


def _desk(arguments: argparse.Namespace, profile: Profile) -> InputDevices:
    options = InputDeviceOptions(keyboard=arguments.keyboard, virtual_pad=arguments.virtual_pad)
    try:
        return InputDevices(options, profile, pads_path(), sleep=open_sleep_monitor())
    except (PadsUnavailable, TerminalUnavailable) as error:
        raise CommandError(WRONG_USAGE, error.reason, error.tip) from error


class _Lines:
    """Writes reports as lines of JSON, for other programs."""

    def __init__(self, output: OutputPipe) -> None:
        self._output = output

    def tell(self, told: DriveReport) -> None:
        """Write a report as a line of JSON."""
        self._output.put_line(format_report(told))


class _Screen:
    """Writes reports on the last line of a terminal; above it, once, help and notices on pads and keys."""

    def __init__(self, output: OutputPipe, desk: InputDevices) -> None:
        self._output = output
        self._desk = desk
        self._said: tuple[str, ...] = ()
        self._output.put_text(TERMINAL_HELP.encode())

    def tell(self, told: DriveReport) -> None:
        """Show a report on the last line, and new notices above it."""
        notices = self._desk.notices
        for notice in notices:
            if notice not in self._said:
                self._output.put_text(f"\r\x1b[K{printable(notice)}\n".encode())
        self._said = notices
        width = shutil.get_terminal_size().columns - 1
        self._output.put_line(b"\r\x1b[K" + printable(report_text(told))[:width].encode())


def _is_terminal(number: int) -> bool:
    try:
        return os.isatty(number)
    except OSError:
        return False
