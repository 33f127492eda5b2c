"""The console script: commands run without Qt, which is loaded only for a window."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from app.cli.stopping import STOP, Stopped
from app.faults import WINDOW
from app.program.startup import has_display, libraries_hint, show_notice, show_version
from app.version import is_expected_build
from app.wording.program import ProgramWording

if TYPE_CHECKING:
    import argparse

STOPPED = 1
WRONG_USAGE = 2
# the exit code that shells give to a program that Ctrl-C has ended
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; its exit code."""
    given = sys.argv[1:] if argv is None else argv
    # neither these nor the window on no robot wait for the grammar, which takes as long to load as Python itself
    if given == ["--version"]:
        show_version()
        return 0
    arguments = _parse(given) if given else None
    if not is_expected_build():
        # no other start by the same program would do better
        return _tell_of_update(WRONG_USAGE)
    if arguments is not None and arguments.config is not None:
        from app.config.folders import CONFIG_VARIABLE  # noqa: PLC0415 - only where the option is given

        os.environ[CONFIG_VARIABLE] = arguments.config
    try:
        return _open_window() if arguments is None else _run(arguments)
    except Stopped:
        # the signal came before the command listened to it
        return STOPPED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # modules can't be unpacked from an archive that was replaced
        if isinstance(error, ImportError) or type(error).__module__ == "zlib":
            from app.program.installation import is_replaced  # noqa: PLC0415 - hardly ever needed

            if is_replaced():
                return _tell_of_update(STOPPED)
        raise


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    from app.cli import parser  # noqa: PLC0415 - only its users wait for it

    return parser.parse(argv)


def _open_window(uris: Sequence[str] = (), **settings: Any) -> int:
    run = _load_window()
    return 1 if run is None else run(uris, **settings)


def _tell_of_update(code: int) -> int:
    """Show that the program was updated; returns the exit code."""
    show_notice(ProgramWording.WITH_TIP(text=ProgramWording.UPDATED(), tip=ProgramWording.UPDATED_TIP()))
    return code


def _run(arguments: argparse.Namespace) -> int:
    if arguments.command is not None:
        return _run_command(arguments)
    folders = (arguments.proto_path or (), arguments.msg_path or ())
    if any(folders) and not _understood(*folders):
        return WRONG_USAGE
    return _open_window(
        arguments.uris,
        layouts=arguments.layouts,
        compared=arguments.compare,
        frame_limit_bytes=arguments.frame_limit_bytes,
        publisher_port=arguments.publisher_port,
        slave_port=arguments.slave_port,
        obey_shutdown=arguments.obey_shutdown,
        proto_path=arguments.proto_path,
        msg_path=arguments.msg_path,
        safely=arguments.safe_mode,
    )


def _run_command(arguments: argparse.Namespace) -> int:
    if arguments.command == "demo" and not arguments.serve:
        from app.cli import demo  # noqa: PLC0415 - `--version` and wrong usage answer without loading it

        role = WINDOW if arguments.screenshot is None else "picture"
        return demo.show(arguments, lambda: _load_window(role))
    if arguments.command == "selftest" and arguments.window_on:
        return _check_window(arguments.window_on)
    if arguments.command == "drive" and arguments.watchdog:
        from app.drive.supervisor import watchdog_process  # noqa: PLC0415 - as above; and nothing that it does not need

        return watchdog_process.run()
    if arguments.command == "drive" and arguments.goal_watchdog:
        from app.session import goal_watchdog_process  # noqa: PLC0415 - as above

        return goal_watchdog_process.run()
    if arguments.command == "analyse" and arguments.png is not None:
        return _analyse_to_picture(arguments)
    with STOP.listening():
        from app.cli import dispatch  # noqa: PLC0415 - as above

        return dispatch.run(arguments)


def _analyse_to_picture(arguments: argparse.Namespace) -> int:
    # the chart goes to a file, so no screen is needed
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # otherwise Qt warns of windows that can't be resized there
    os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from app.ui.analysis.chart_image import save_chart_image  # noqa: PLC0415 - only a chart needs Qt
    except ImportError as error:
        if not _is_of_qt(error):
            raise
        show_notice(ProgramWording.PICTURE_NOT_DRAWN(error=error), libraries_hint())
        return 1
    finally:
        signal.signal(signal.SIGINT, before)
    with STOP.listening():
        from app.cli import analyse, dispatch  # noqa: PLC0415 - only what the command needs

        return dispatch.run(arguments, lambda arguments: analyse.run(arguments, save_chart_image))


def _is_of_qt(error: ImportError) -> bool:
    """Whether the error is that Qt, or a library of the system that Qt needs, can't be loaded."""
    return (error.name or str(error)).startswith(("PySide6", "lib"))


def _check_window(uri: str) -> int:
    """Open the window on a demo robot, and report what its checks find."""
    run = _load_window("selftest")
    if run is None:
        return 1
    from app.net.tasks import TaskPool  # noqa: PLC0415
    from app.ui.selftest import window_checks  # noqa: PLC0415

    return window_checks.run_window_checks(uri, run, TaskPool("selftest").spawn)


def _understood(proto_path: Sequence[str], msg_path: Sequence[str]) -> bool:
    """Whether the files of message types in these folders can be used; shows a notice where they can't."""
    # only a command line that names files needs these modules
    from protocols.errors import MessageFileError, ProtoFileError  # noqa: PLC0415

    try:
        if proto_path:
            from app.config.run_settings import read_proto_files  # noqa: PLC0415
            from protocols.gazebo.message_types import message_types  # noqa: PLC0415

            message_types(read_proto_files(proto_path))
        if msg_path:
            from app.config.run_settings import read_message_files  # noqa: PLC0415
            from protocols.ros1.messages.message_files import MessageFiles  # noqa: PLC0415

            MessageFiles(read_message_files(msg_path))
    except (ProtoFileError, MessageFileError) as error:
        show_notice(ProgramWording.WITH_TIP(text=error.reason, tip=error.tip).rstrip())
        return False
    return True


def _load_window(role: str = WINDOW) -> Callable[..., int] | None:
    """The function that runs the window; None, after a notice, where no window can be opened.

    Args:
        role: of this process, as the head of its run log names it.
    """
    if not has_display():
        show_notice(ProgramWording.NO_SCREEN())
        return None
    from app.faults.run_log import logged_run  # noqa: PLC0415 - as above

    kept = contextlib.ExitStack()
    log = kept.enter_context(logged_run(role, takes_logging=True, meant=(Stopped,)))
    # an exception in the middle of Qt's own imports ends in a crash report
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from app.main import run  # noqa: PLC0415 - commands run where Qt can't be loaded
    except ImportError as error:
        if not _is_of_qt(error):
            raise
        kept.close()
        show_notice(ProgramWording.WINDOW_NOT_OPENED(error=error), libraries_hint())
        return None
    finally:
        signal.signal(signal.SIGINT, before)

    def run_logged(*arguments: Any, **options: Any) -> int:
        with kept:
            return run(*arguments, run_log=log, **options)

    return run_logged


if __name__ == "__main__":
    sys.exit(main())
