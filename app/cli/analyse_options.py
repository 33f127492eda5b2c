"""The options of `teledeck analyse`, beside those that it shares with other commands."""

from __future__ import annotations

import argparse
from typing import Final

from app.cli.option_types import moment, positive_float
from app.record.addresses import recorded_file
from app.wording.commands import CommandWording
from app.wording.help import HelpWording

SECONDS: Final = 10.0

_KINDS: Final = {
    "spectrum": HelpWording.SPECTRUM(),
    "histogram": HelpWording.HISTOGRAM(),
    "timing": HelpWording.TIMING(),
}


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options to a parser, FIELD first."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HelpWording.ANALYSE_EXAMPLES()
    parser.add_argument("field", metavar="FIELD", nargs="?", help=HelpWording.ANALYSED_FIELD())
    kinds = parser.add_mutually_exclusive_group(required=True)
    for kind, describe in _KINDS.items():
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=describe)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive_float,
        help=HelpWording.COLLECTED_SECONDS(default_s=SECONDS),
    )
    parser.add_argument("--from", metavar="T", dest="from_time", type=moment, help=HelpWording.ANALYSE_FROM())
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=HelpWording.FIRST_MESSAGE_TIMEOUT(),
    )
    parser.add_argument("--max-gap", metavar="S", dest="max_gap_s", type=positive_float, help=HelpWording.MAX_GAP())
    parser.add_argument(
        "--min-rate", metavar="HZ", dest="min_rate_hz", type=positive_float, help=HelpWording.MIN_RATE()
    )
    parser.add_argument(
        "--expected",
        metavar="HZ",
        dest="expected_hz",
        type=positive_float,
        help=HelpWording.EXPECTED_RATE(),
    )
    parser.add_argument("--png", metavar="FILE", help=HelpWording.PNG())


def needs_field(arguments: argparse.Namespace) -> bool:
    """Whether the analysis is of a number in the messages."""
    return bool(arguments.kind != "timing")


def check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if the field is missing, or options do not go together."""
    if needs_field(arguments) and arguments.field is None:
        parser.error(CommandWording.NEEDS_FIELD(kind=arguments.kind))
    if needs_field(arguments) and arguments.expected_hz is not None:
        parser.error(CommandWording.EXPECTED_FOR_TIMING())
    if arguments.from_time is not None and recorded_file(arguments.uri) is None:
        parser.error(CommandWording.FROM_NEEDS_RECORDING())
    if arguments.png is not None and not arguments.png.lower().endswith(".png"):
        parser.error(CommandWording.NO_PNG(path=arguments.png))
