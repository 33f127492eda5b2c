"""The options of `teledeck analyse`, beside those that it shares with other commands."""

from __future__ import annotations

import argparse
from typing import Final

from app.cli.option_types import positive_float
from app.wording.commands import CommandWording

SECONDS: Final = 10.0

_KINDS: Final = {
    "spectrum": "at which frequencies FIELD swings, and how far",
    "histogram": "how the values of FIELD are spread: mean, deviation, percentiles, drift",
    "timing": "how regularly messages come: rate, jitter, gaps, bursts, order, delay",
}


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the options to a parser, FIELD first."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "It ends with 3 where --max-gap or --min-rate is not kept, for tests of robots.\n"
        "examples:\n  teledeck analyse ros1://robot /imu linear_acceleration.z --spectrum\n"
        "  teledeck analyse ros1://robot /scan --timing --max-gap 0.3 --min-rate 9.5"
    )
    parser.add_argument(
        "field", metavar="FIELD", nargs="?", help="a number in the messages, twist.twist.linear.x; none for --timing"
    )
    kinds = parser.add_mutually_exclusive_group(required=True)
    for kind, describe in _KINDS.items():
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=describe)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive_float,
        default=SECONDS,
        help="how long to collect from the first message on; Ctrl-C ends it sooner (default: %(default)g)",
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help="longest wait for the first message in seconds (default: as long as --seconds)",
    )
    parser.add_argument(
        "--max-gap", metavar="S", dest="max_gap_s", type=positive_float, help="end with 3 after a longer silence"
    )
    parser.add_argument(
        "--min-rate", metavar="HZ", dest="min_rate_hz", type=positive_float, help="end with 3 below this mean rate"
    )
    parser.add_argument(
        "--expected",
        metavar="HZ",
        dest="expected_hz",
        type=positive_float,
        help="with --timing: the rate that is meant (default: learned from the messages)",
    )
    parser.add_argument("--png", metavar="FILE", help="draw it to FILE, too")


def needs_field(arguments: argparse.Namespace) -> bool:
    """Whether the analysis is of a number in the messages."""
    return bool(arguments.kind != "timing")


def check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if the field is missing, or options do not go together."""
    if needs_field(arguments) and arguments.field is None:
        parser.error(CommandWording.NEEDS_FIELD(kind=arguments.kind))
    if needs_field(arguments) and arguments.expected_hz is not None:
        parser.error(CommandWording.EXPECTED_FOR_TIMING())
    if arguments.png is not None and not arguments.png.lower().endswith(".png"):
        parser.error(CommandWording.NO_PNG(path=arguments.png))
