"""The options of the commands for recordings and incidents."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from app.cli.option_types import file_size, moment, positive_float, share
from app.record.addresses import is_recording, recording_paths, recording_uri
from app.wording.commands import CommandWording
from app.wording.help import HelpWording


def as_one_recording(texts: Sequence[str]) -> list[str]:
    """The arguments, with all recordings among them as one address."""
    given = [text if text.lower().startswith("file:") else f"file:{text}" for text in texts if is_recording(text)]
    paths = [path for text in given for path in recording_paths(text)]
    return [*(text for text in texts if not is_recording(text)), *([recording_uri(paths)] if paths else [])]


def add_record(parser: argparse.ArgumentParser) -> None:
    """Add the options of `record` that no other command has."""
    parser.add_argument("topics", metavar="TOPIC", nargs="*", default=[], help=HelpWording.RECORDED_TOPICS())
    parser.add_argument("-o", metavar="FILE", dest="output", help=HelpWording.RECORD_TO())
    parser.add_argument("--for", metavar="S", dest="duration", type=positive_float, help=HelpWording.RECORD_FOR())
    parser.add_argument("--split", metavar="SIZE", type=file_size, help=HelpWording.SPLIT())


def add_info(parser: argparse.ArgumentParser) -> None:
    """Add the options of `info`."""
    parser.add_argument("files", metavar="FILE", nargs="+", help=HelpWording.RECORDING())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())


def add_recover(parser: argparse.ArgumentParser) -> None:
    """Add the options of `recover`."""
    parser.add_argument("file", metavar="FILE", help=HelpWording.RECORDING())
    parser.add_argument("-o", metavar="OUT", dest="output", help=HelpWording.RECOVERED_FILE())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())


def add_convert(parser: argparse.ArgumentParser) -> None:
    """Add the options of `convert`."""
    parser.add_argument("file", metavar="BAG", help=HelpWording.BAG())
    parser.add_argument("-o", metavar="FILE", dest="output", help=HelpWording.CONVERTED_FILE())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())


def add_incidents(parser: argparse.ArgumentParser) -> None:
    """Add the options of `incidents`."""
    actions = ("list", "export")
    parser.add_argument(
        "action", metavar="ACTION", choices=actions, nargs="?", default="list", help=HelpWording.INCIDENTS_DO()
    )
    parser.add_argument("id", metavar="ID", nargs="?", help=HelpWording.INCIDENT_ID())
    parser.add_argument("-o", metavar="FILE", dest="output", help=HelpWording.INCIDENT_FILE())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())


def check_incidents(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if an export names no incident, or a list one."""
    if (arguments.action == "export") is not bool(arguments.id):
        parser.error(CommandWording.EXPORT_NEEDS_ID())
    if arguments.action == "list" and arguments.output:
        parser.error(CommandWording.FILE_WITHOUT_EXPORT())


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the options of `play`."""
    parser.add_argument("file", metavar="FILE", help=HelpWording.RECORDING())
    parser.add_argument("topics", metavar="TOPIC", nargs="*", default=[], help=HelpWording.PLAYED_TOPICS())
    parser.add_argument("--rate", metavar="R", type=positive_float, default=1.0, help=HelpWording.PLAY_RATE())
    parser.add_argument("--from", metavar="T", dest="from_time", type=moment, help=HelpWording.PLAY_FROM())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())
    parser.add_argument("--bytes", action="store_true", help=HelpWording.BYTES())


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the options of `export`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HelpWording.EXPORT_EXAMPLES()
    parser.add_argument("file", metavar="FILE", help=HelpWording.RECORDING())
    parser.add_argument("topic", metavar="TOPIC", help=HelpWording.RECORDED_TOPIC())
    parser.add_argument("fields", metavar="FIELD", nargs="*", default=[], help=HelpWording.EXPORTED_FIELDS())
    kinds = parser.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--csv", action="store_true", help=HelpWording.CSV())
    kinds.add_argument("--json", action="store_true", help=HelpWording.JSON())
    kinds.add_argument("--images", action="store_true", help=HelpWording.IMAGES())
    parser.add_argument("-o", metavar="PATH", dest="output", help=HelpWording.EXPORTED_FILE())
    parser.add_argument("--from", metavar="T", dest="from_time", type=moment, help=HelpWording.FROM_TIME())
    parser.add_argument("--to", metavar="T", dest="to_time", type=moment, help=HelpWording.TO_TIME())
    parser.add_argument("--bytes", action="store_true", help=HelpWording.BYTES())


def add_compare(parser: argparse.ArgumentParser) -> None:
    """Add the options of `compare`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HelpWording.COMPARE_EXAMPLES()
    parser.add_argument("first", metavar="A", help=HelpWording.COMPARED_FIRST())
    parser.add_argument("second", metavar="B", help=HelpWording.COMPARED_SECOND())
    parser.add_argument("topic", metavar="TOPIC", help=HelpWording.RECORDED_TOPIC())
    parser.add_argument("fields", metavar="FIELD", nargs="+", help=HelpWording.COMPARED_FIELDS())
    ways = ("start", "mark", "correlation")
    parser.add_argument("--align", choices=ways, default="start", help=HelpWording.ALIGN())
    parser.add_argument("--by", metavar="FIELD", help=HelpWording.ALIGN_BY())
    parser.add_argument("--mark", metavar="WORDS", help=HelpWording.ALIGN_MARK())
    parser.add_argument("--stamps", action="store_true", help=HelpWording.BY_STAMPS())
    parser.add_argument("--tolerance", metavar="X", type=positive_float, help=HelpWording.TOLERANCE())
    parser.add_argument("--allow", metavar="SHARE", type=share, default=0.0, help=HelpWording.ALLOW_APART())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())


def check_compare(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if options do not go together."""
    if arguments.by is not None and arguments.align != "correlation":
        parser.error(CommandWording.OPTION_NEEDS_ALIGN(option="--by", way="correlation"))
    if arguments.mark is not None and arguments.align != "mark":
        parser.error(CommandWording.OPTION_NEEDS_ALIGN(option="--mark", way="mark"))
    if arguments.stamps and arguments.align == "mark":
        parser.error(CommandWording.MARKS_HAVE_NO_STAMPS())
    if arguments.allow and arguments.tolerance is None:
        parser.error(CommandWording.ALLOW_NEEDS_TOLERANCE())
