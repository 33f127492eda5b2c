"""The console script: commands run without Qt, which is loaded only if a window is wanted."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence

from app.cli import parser
from app.cli.display import has_display
from app.cli.stopping import STOP, Stopped

STOPPED = 1
WRONG_USAGE = 2
# as shells tell it of a program that Ctrl-C has ended
INTERRUPTED = 130

QT_LIBRARIES = (
    "libglib2.0-0 libegl1 libgl1 libfontconfig1 libdbus-1-3 libxkbcommon0 libxkbcommon-x11-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1 libx11-xcb1"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; its exit code."""
    arguments = parser.parse(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except Stopped:
        # before the command itself could heed it
        return STOPPED
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: argparse.Namespace) -> int:
    if arguments.command == "demo" and not arguments.serve:
        from app.cli import demo  # noqa: PLC0415 - `--version` and wrong usage answer without loading it

        return demo.show(arguments, _load_window)
    if arguments.command == "drive" and arguments.watchdog:
        from app.drive import watchdog_process  # noqa: PLC0415 - as above; and nothing that it does not need

        return watchdog_process.run()
    if arguments.command is not None:
        with STOP.listening():
            from app.cli import commands  # noqa: PLC0415 - as above

            return commands.run(arguments)
    folders = (arguments.proto_path or (), arguments.msg_path or ())
    if any(folders) and not _understood(*folders):
        return WRONG_USAGE
    run = _load_window()
    if run is None:
        return 1
    return run(
        arguments.uris,
        frame_limit_bytes=arguments.frame_limit_bytes,
        publisher_port=arguments.publisher_port,
        slave_port=arguments.slave_port,
        obey_shutdown=arguments.obey_shutdown,
        proto_path=arguments.proto_path,
        msg_path=arguments.msg_path,
    )


def _understood(proto_path: Sequence[str], msg_path: Sequence[str]) -> bool:
    """Whether the files of message types in these folders can be used; says what is wrong with them."""
    # only who names files waits for what reads them
    from protocols.errors import MessageFileError, ProtoFileError  # noqa: PLC0415

    try:
        if proto_path:
            from app.config import read_proto_files  # noqa: PLC0415
            from protocols.gazebo.messages import message_types  # noqa: PLC0415

            message_types(read_proto_files(proto_path))
        if msg_path:
            from app.config import read_message_files  # noqa: PLC0415
            from protocols.ros1.message_path import MessagePath  # noqa: PLC0415

            MessagePath(read_message_files(msg_path))
    except (ProtoFileError, MessageFileError) as error:
        print(f"teledeck: {error.reason}. {error.tip}".rstrip(), file=sys.stderr)  # noqa: T201
        return False
    return True


def _load_window() -> Callable[..., int] | None:
    """What runs the window; None, and said why, where there can't be one."""
    if not has_display():
        tip = "Start it on a desktop, or over ssh -X; `teledeck --help` lists what goes without."
        print(f"teledeck: there is no screen to open a window on. {tip}", file=sys.stderr)  # noqa: T201
        return None
    # an exception in the middle of Qt's own imports ends in a crash report
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from app.main import run  # noqa: PLC0415 - commands run where Qt can't be loaded
    except ImportError as error:
        if not (error.name or str(error)).startswith(("PySide6", "lib")):
            raise
        print(f"teledeck: the window can't be opened: {error}", file=sys.stderr)  # noqa: T201
        print(f"On Debian and Ubuntu: sudo apt install {QT_LIBRARIES}", file=sys.stderr)  # noqa: T201
        return None
    finally:
        signal.signal(signal.SIGINT, before)
    return run


if __name__ == "__main__":
    sys.exit(main())
