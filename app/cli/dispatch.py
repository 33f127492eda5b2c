"""Dispatch of the commands, and their exit codes.

0 is done, 1 not reached or timed out, 2 wrong usage, and 3 an exceeded limit of `analyse` or `compare`.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable

from app.cli import demo, diagnosis, echo, graph, pub, topics
from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, abandon_output, print_error
from app.cli.stopping import Stopped
from app.session.errors import SessionError, UnreachableError
from app.wording.commands import CommandWording


def _drive(arguments: argparse.Namespace) -> int:
    # it imports much that no other command needs
    from app.cli import drive  # noqa: PLC0415

    return drive.run(arguments)


def _analyse(arguments: argparse.Namespace) -> int:
    # it imports numpy
    from app.cli import analyse  # noqa: PLC0415

    return analyse.run(arguments)


def _selftest(arguments: argparse.Namespace) -> int:
    # it imports numpy, too
    from app.cli.selftest import command  # noqa: PLC0415

    return command.run(arguments)


def _record(arguments: argparse.Namespace) -> int:
    # it imports numpy as well
    from app.cli import record  # noqa: PLC0415

    return record.run(arguments)


def _info(arguments: argparse.Namespace) -> int:
    from app.cli import recordings  # noqa: PLC0415 - as above

    return recordings.run_info(arguments)


def _recover(arguments: argparse.Namespace) -> int:
    from app.cli import recordings  # noqa: PLC0415 - as above

    return recordings.run_recover(arguments)


def _convert(arguments: argparse.Namespace) -> int:
    from app.cli import recordings  # noqa: PLC0415 - as above

    return recordings.run_convert(arguments)


def _play(arguments: argparse.Namespace) -> int:
    from app.cli import play  # noqa: PLC0415 - as above

    return play.run(arguments)


def _export(arguments: argparse.Namespace) -> int:
    from app.cli import export  # noqa: PLC0415 - as above

    return export.run(arguments)


def _compare(arguments: argparse.Namespace) -> int:
    from app.cli import compare  # noqa: PLC0415 - as above

    return compare.run(arguments)


def _incidents(arguments: argparse.Namespace) -> int:
    # hardly ever needed
    from app.cli import incidents  # noqa: PLC0415

    return incidents.run(arguments)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "topics": topics.run_topics,
    "echo": echo.run,
    "hz": topics.run_hz,
    "analyse": _analyse,
    "pub": pub.run,
    "services": graph.run_services,
    "call": graph.run_call,
    "param": graph.run_param,
    "nodes": graph.run_nodes,
    "doctor": diagnosis.run_doctor,
    "selftest": _selftest,
    "record": _record,
    "info": _info,
    "recover": _recover,
    "play": _play,
    "export": _export,
    "convert": _convert,
    "compare": _compare,
    "incidents": _incidents,
    "report": diagnosis.run_report,
    "drive": _drive,
    "demo": demo.run,
}


def run(arguments: argparse.Namespace, command: Callable[[argparse.Namespace], int] | None = None) -> int:
    """Run the parsed command, by `command` if given; returns its exit code."""
    logging.basicConfig(level=logging.ERROR, format="teledeck: %(message)s")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return (command or COMMANDS[arguments.command])(arguments)
    except CommandError as error:
        print_error(error.reason, error.tip)
        return error.code
    except SessionError as error:
        print_error(error.reason, error.tip)
        return NOT_REACHED if isinstance(error, UnreachableError) else WRONG_USAGE
    except Stopped:
        print_error(CommandWording.STOPPED())
        return NOT_REACHED
    except BrokenPipeError:
        abandon_output()
        return DONE
