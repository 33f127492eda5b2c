"""The grammar of the command line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote, unquote, urlsplit

from app.cli import analyse_options, recording_options
from app.cli.option_types import (
    delay_ms,
    folder,
    mebibytes,
    port,
    port_base,
    positive_float,
    positive_int,
    share,
    size,
    whole_number,
)
from app.connections.schemes import SCHEMES, find_scheme
from app.program.startup import show_message_box, show_notice
from app.record.addresses import is_recording
from app.version import VERSION
from app.wording.commands import CommandWording
from app.wording.help import HelpWording

if TYPE_CHECKING:
    from pathlib import Path


def _listed(texts: Sequence[str], conjunction: str = "and") -> str:
    *others, last = texts
    return f"{', '.join(others)} {conjunction} {last}"


_FOLLOWING = [scheme for scheme in SCHEMES.values() if scheme.variable]
URI_HELP = HelpWording.URI(
    forms=_listed([scheme.form for scheme in SCHEMES.values()], "or"),
    schemes=_listed([f"{scheme.name}:" for scheme in _FOLLOWING]),
    variables=_listed([scheme.variable for scheme in _FOLLOWING]),
)
TOPIC_HELP = "; ".join(
    [HelpWording.FULL_NAME(), *(scheme.topic_hint for scheme in SCHEMES.values() if scheme.topic_hint)]
)
JSON_HELP = HelpWording.JSON_SOURCE()
DEFAULT_TIMEOUT_S = 10.0
DEFAULT_SECONDS = 5.0

# JSON that begins like an option
_NEGATIVE = re.compile(r"-(\.?\d|Infinity)")


class _Parser(argparse.ArgumentParser):
    """A parser that takes options anywhere, and reports errors as all commands do: one sentence and a tip."""

    def split(self, argv: Sequence[str]) -> tuple[list[str], list[str]]:
        """Split off the options with their values from the other arguments; behind `--` nothing is an option."""
        options: list[str] = []
        others: list[str] = []
        rest = iter(argv)
        for text in rest:
            if text == "--":
                others += rest
            elif text == "-" or not text.startswith("-") or _NEGATIVE.match(text):
                others.append(text)
            else:
                options.append(text)
                action = self._option_string_actions.get(text)
                if action is not None and action.nargs is None:
                    options += [value for value in [next(rest, None)] if value is not None]
        return options, others

    def parse_anywhere(self, argv: Sequence[str]) -> argparse.Namespace:
        """Parse as `parse_args`, which takes no options between arguments if some of them may be left out."""
        options, others = self.split(argv)
        return self.parse_args([*options, *(["--"] if others else []), *others])

    def error(self, message: str) -> NoReturn:
        """Show what is wrong, and exit with 2."""
        # `show_notice` puts the program's name before it
        show_notice(CommandWording.SEE_HELP(text=message, program=self.prog))
        sys.exit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        # help and version; the windowed program of Windows has no standard output
        if message and sys.stdout is None:
            show_message_box(message)
        else:
            super()._print_message(message, file)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; `command` is None for the window. Exits with 2 on wrong usage, 0 after help and version."""
    first, *rest = (argv[1:] if argv[:1] == ["--"] else argv) or [""]
    if first in COMMANDS:
        parser = _command_parser(first)
        arguments = parser.parse_anywhere(rest)
        if first in _CHECKS:
            _CHECKS[first](parser, arguments)
        if getattr(arguments, "host_alias", None):
            arguments.uri = _with_aliases(parser, arguments.uri, arguments.host_alias)
        return arguments
    return _parse_for_window(argv)


def _command_parser(name: str) -> _Parser:
    describe, _ = COMMANDS[name]
    parser = _Parser(prog=f"teledeck {name}", description=describe, allow_abbrev=False)
    parser.set_defaults(command=name)
    add_command_options(name, parser)
    parser.add_argument("--version", action="version", version=f"teledeck {VERSION}", help=argparse.SUPPRESS)
    return parser


def add_command_options(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command to a parser."""
    COMMANDS[name][1](parser)
    _add_config(parser)


def _window_parser() -> _Parser:
    parser = _Parser(
        prog="teledeck",
        description=HelpWording.PROGRAM(),
        epilog=HelpWording.COMMANDS()
        + "\n".join(f"  teledeck {name:<10}{describe}" for name, (describe, _) in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(command=None)
    add_window_options(parser)
    parser.add_argument("uris", metavar="URI", nargs="*", help=HelpWording.URI_OR_LAYOUT(uri=URI_HELP))
    return parser


def add_window_options(parser: argparse.ArgumentParser) -> None:
    """Add the options without a command to a parser, beside robots and layouts."""
    parser.add_argument("--version", action="version", version=f"teledeck {VERSION}")
    _add_frame_limit(parser)
    _add_definitions(parser)
    _add_port(parser)
    _add_config(parser)
    parser.add_argument("--compare", metavar="FILE", action="append", default=[], help=HelpWording.COMPARE_WITH())
    parser.add_argument(
        "--safe-mode",
        action="store_true",
        help=HelpWording.SAFE_MODE(),
    )


def _parse_for_window(argv: Sequence[str]) -> argparse.Namespace:
    parser = _window_parser()
    options, others = parser.split(argv)
    command = next((text for text in others if text in COMMANDS), None)
    if command is not None and not {"-h", "--help", "--version"} & set(options):
        parser.error(CommandWording.COMMAND_FIRST(command=command))
    arguments = parser.parse_anywhere(argv)
    arguments.uris = recording_options.as_one_recording(arguments.uris)
    arguments.layouts = [file for text in arguments.uris if (file := _layout_file(parser, text)) is not None]
    arguments.uris = [text for text in arguments.uris if not _names_a_file(text)]
    for uri in arguments.uris:
        if ":" not in uri:
            import difflib  # noqa: PLC0415 - only for what was typed wrongly

            near = difflib.get_close_matches(uri, COMMANDS, n=1)
            parser.error(
                CommandWording.NO_COMMAND_OR_URI_NEAR(uri=uri, name=near[0])
                if near
                else CommandWording.NO_COMMAND_OR_URI(uri=uri)
            )
    if arguments.host_alias:
        arguments.uris = [_with_aliases(parser, uri, arguments.host_alias) for uri in arguments.uris]
    return arguments


def _names_a_file(text: str) -> bool:
    """Whether an argument names a file, by its path, or as desktops do, by its URI."""
    if is_recording(text):
        return False
    return text.lower().startswith("file:") or (text.endswith(".json") and "://" not in text)


def _layout_file(parser: argparse.ArgumentParser, text: str) -> Path | None:
    """The layout file that an argument names; None if it names no file."""
    if not _names_a_file(text):
        return None
    # imported only if a file is named
    from pathlib import Path  # noqa: PLC0415

    from app.model.layout import SUFFIX  # noqa: PLC0415

    file = Path(unquote(urlsplit(text).path) if text.lower().startswith("file:") else text)
    if not file.name.endswith(SUFFIX):
        parser.error(CommandWording.NO_LAYOUT(file=file, suffix=SUFFIX))
    return file


def _with_aliases(parser: argparse.ArgumentParser, uri: str, aliases: Sequence[str]) -> str:
    """The URI with the aliases as options: aliases belong to the robot, not to the run."""
    scheme = find_scheme(uri)
    if scheme is None or not scheme.has_aliases:
        parser.error(CommandWording.ALIAS_FOR_ROS1(uri=uri))
    options = "&".join(f"alias={quote(alias, safe='=:._-')}" for alias in aliases)
    return f"{uri}{'&' if '?' in uri else '?'}{options}"


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("uri", metavar="URI", help=URI_HELP)
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())
    _add_definitions(parser)


def _add_topics(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)


def _add_echo(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help=TOPIC_HELP)
    parser.add_argument("-n", metavar="N", dest="count", type=positive_int, help=HelpWording.COUNT())
    parser.add_argument("--field", metavar="PATH", help=HelpWording.FIELD_PATH())
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=HelpWording.MESSAGE_TIMEOUT(default_s=DEFAULT_TIMEOUT_S),
    )
    parser.add_argument("--bytes", action="store_true", help=HelpWording.BYTES())
    _add_frame_limit(parser)


def _add_hz(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help=TOPIC_HELP)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive_float,
        default=DEFAULT_SECONDS,
        help=HelpWording.MEASURED_SECONDS(),
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=HelpWording.FIRST_MESSAGE_TIMEOUT(),
    )
    _add_frame_limit(parser)


def _add_analyse(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help=TOPIC_HELP)
    analyse_options.add_to(parser)
    _add_frame_limit(parser)


def _check_analyse(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if topic or field is missing; the address may name the topic."""
    of_address = _topic_of(arguments.uri)
    if of_address and arguments.field is None and analyse_options.needs_field(arguments):
        arguments.topic, arguments.field = of_address, arguments.topic
    _check_topic(parser, arguments)
    analyse_options.check(parser, arguments)


def _add_definitions(parser: argparse.ArgumentParser) -> None:
    """Add options that define the robot's types and host names, if the robot does not."""
    parser.add_argument(
        "--proto-path",
        metavar="DIR",
        action="append",
        help=HelpWording.PROTO_PATH(),
    )
    parser.add_argument(
        "--msg-path",
        metavar="DIR",
        action="append",
        help=HelpWording.MSG_PATH(),
    )
    parser.add_argument(
        "--host-alias",
        metavar="NAME=ADDRESS",
        action="append",
        help=HelpWording.HOST_ALIAS(),
    )


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        metavar="DIR",
        type=folder,
        help=HelpWording.CONFIG(),
    )


def _add_timeout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=HelpWording.ANSWER_TIMEOUT(default_s=DEFAULT_TIMEOUT_S),
    )


def _add_services(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("service", metavar="SERVICE", nargs="?", help=HelpWording.SERVICE())
    _add_timeout(parser)


def _add_call(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("service", metavar="SERVICE", help=HelpWording.SERVICE_NAME())
    parser.add_argument(
        "request",
        metavar="JSON",
        nargs="?",
        default="{}",
        help=HelpWording.REQUEST(source=JSON_HELP),
    )
    parser.add_argument("--bytes", action="store_true", help=HelpWording.BYTES())
    _add_timeout(parser)
    _add_frame_limit(parser)


def _add_param(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n  teledeck param ros1://robot list /move_base\n"
        "  teledeck param ros1://robot set /move_base/max_vel_x 0.5"
    )
    _add_common(parser)
    parser.add_argument(
        "action", metavar="ACTION", choices=("list", "get", "set", "delete"), help=HelpWording.PARAMETER_ACTION()
    )
    parser.add_argument("key", metavar="KEY", nargs="?", help=HelpWording.PARAMETER_KEY())
    parser.add_argument("value", metavar="JSON", nargs="?", help=HelpWording.PARAMETER_VALUE(source=JSON_HELP))
    _add_timeout(parser)


def _check_param(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if there are too few or too many arguments for the action."""
    if arguments.key is None and arguments.action != "list":
        parser.error(CommandWording.NEEDS_KEY(action=arguments.action))
    if (arguments.value is None) == (arguments.action == "set"):
        parser.error(
            CommandWording.SET_NEEDS_KEY_AND_JSON()
            if arguments.action == "set"
            else CommandWording.TAKES_NO_JSON(action=arguments.action)
        )


def _add_nodes(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("node", metavar="NODE", nargs="?", help=HelpWording.NODE())
    _add_timeout(parser)


def _add_frame_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--frame-limit",
        metavar="MIB",
        dest="frame_limit_bytes",
        type=mebibytes,
        help=HelpWording.FRAME_LIMIT(),
    )


def _add_pub(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "example:\n  teledeck pub gazebo://robot ~/rover/vel_cmd gazebo.msgs.Pose \\\n"
        """    '{"position": {"x": 0.3, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}}' """
        "--rate 10 -n 30\n"
        """  teledeck pub galileo://robot/cmd_vel json '{"linear": {"x": 0.2}, "angular": {"z": 0}}' --rate 10 -n 20"""
    )
    parser.add_argument("uri", metavar="URI", help=URI_HELP)
    parser.add_argument("topic", metavar="TOPIC", help=TOPIC_HELP)
    parser.add_argument("type", metavar="TYPE", help=HelpWording.MESSAGE_TYPE())
    parser.add_argument("message", metavar="JSON", nargs="?", help=HelpWording.MESSAGE(source=JSON_HELP))
    parser.add_argument(
        "--rate",
        metavar="HZ",
        type=positive_float,
        help=HelpWording.RATE(),
    )
    parser.add_argument("-n", metavar="N", dest="count", type=positive_int, help=HelpWording.COUNT())
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=HelpWording.SUBSCRIBER_TIMEOUT(default_s=DEFAULT_TIMEOUT_S),
    )
    parser.add_argument("--keep", action="store_true", help=HelpWording.KEEP())
    parser.add_argument("--force", action="store_true", help=HelpWording.FORCE())
    _add_definitions(parser)
    _add_port(parser)


def _check_pub(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if an argument is missing, unless it is the topic and the URI names that."""
    if arguments.message is None:
        topic = _topic_of(arguments.uri)
        if not topic:
            parser.error(CommandWording.JSON_REQUIRED())
        arguments.topic, arguments.type, arguments.message = topic, arguments.topic, arguments.type


def _check_topic(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if no topic is named, neither by an argument nor by the URI."""
    if arguments.topic is None:
        arguments.topic = _topic_of(arguments.uri)
        if not arguments.topic:
            parser.error(CommandWording.TOPIC_REQUIRED())


def _topic_of(uri: str) -> str:
    """The topic that a URI names; empty if its protocol has no topics in URIs."""
    name, _, rest = uri.strip().partition("://")
    scheme = SCHEMES.get(name.lower())
    if scheme is None or not scheme.path_topic:
        return ""
    path = rest.partition("?")[0].partition("/")[2]
    return unquote(path).strip("/") or scheme.path_topic


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profile", metavar="NAME", help=HelpWording.DOCTOR_PROFILE())
    _add_common(parser)
    _add_port(parser)


def _add_selftest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gui", action="store_true", help=HelpWording.GUI())
    parser.add_argument("--json", action="store_true", help=HelpWording.JSON())
    # internal: the checks of the window run in a process of their own
    parser.add_argument("--window-on", metavar="URI", help=argparse.SUPPRESS)


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--serve", action="store_true", help=HelpWording.SERVE())
    parser.add_argument("--json", action="store_true", help=HelpWording.SERVE_JSON())
    parser.add_argument(
        "--port-base",
        metavar="N",
        type=port_base,
        default=0,
        help=HelpWording.PORT_BASE(),
    )
    parser.add_argument(
        "--broker",
        metavar="HOST[:PORT]",
        default="",
        help=HelpWording.BROKER(),
    )
    parser.add_argument("--all-protocols", action="store_true", help=HelpWording.ALL_PROTOCOLS())
    parser.add_argument("--seed", metavar="N", type=whole_number, default=0, help=HelpWording.SEED())
    parser.add_argument(
        "--wander",
        action=argparse.BooleanOptionalAction,
        help=HelpWording.WANDER(),
    )
    parser.add_argument("--camera", metavar="WxH", type=size, default=(160, 120), help=HelpWording.CAMERA())
    parser.add_argument("--theme", choices=("dark", "light"), help=HelpWording.THEME())
    parser.add_argument("--size", metavar="WxH", type=size, help=HelpWording.SIZE())
    parser.add_argument("--screenshot", metavar="FILE", help=HelpWording.SCREENSHOT())
    parser.add_argument("--after", metavar="S", type=positive_float, help=HelpWording.AFTER())
    _add_demo_galileo(parser)
    # internal: the robot ends with the window, however that ends
    parser.add_argument("--until-stdin-ends", action="store_true", help=argparse.SUPPRESS)


def _add_demo_galileo(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(HelpWording.GALILEO())
    group.add_argument("--galileo-token", metavar="T", help=HelpWording.GALILEO_LETS_IN())
    group.add_argument(
        "--galileo-loss",
        metavar="SHARE",
        type=share,
        default=0.0,
        help=HelpWording.GALILEO_LOSS(),
    )
    group.add_argument(
        "--galileo-delay-ms",
        metavar="MS",
        type=delay_ms,
        default=0.0,
        help=HelpWording.GALILEO_DELAY(),
    )
    group.add_argument(
        "--galileo-reorder",
        metavar="SHARE",
        type=share,
        default=0.0,
        help=HelpWording.GALILEO_REORDER(),
    )
    group.add_argument(
        "--galileo-silent-after",
        metavar="S",
        type=positive_float,
        help=HelpWording.GALILEO_SILENT(),
    )


def _check_demo(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if options contradict each other."""
    windowed = arguments.theme or arguments.size or arguments.screenshot or arguments.all_protocols
    if arguments.serve and windowed:
        parser.error(CommandWording.SERVE_WITHOUT_WINDOW())
    if arguments.json and not arguments.serve:
        parser.error(CommandWording.JSON_WITHOUT_SERVE())
    if arguments.after is not None and not arguments.screenshot:
        parser.error(CommandWording.AFTER_WITHOUT_SCREENSHOT())


def _add_drive(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HelpWording.DRIVE_LINES()
    parser.add_argument("uri", metavar="URI", help=URI_HELP)
    # internal: the process beside it that stands by to send zeros
    parser.add_argument("--watchdog", action="store_true", help=argparse.SUPPRESS)
    # internal: the process beside a window that calls off its goals if it dies
    parser.add_argument("--goal-watchdog", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--profile", metavar="NAME", help=HelpWording.PROFILE())
    parser.add_argument("--topic", metavar="T", default="", help=HelpWording.COMMAND_TOPIC())
    parser.add_argument("--type", metavar="TYPE", default="", help=HelpWording.COMMAND_TYPE())
    parser.add_argument("--supervised", action="store_true", help=HelpWording.SUPERVISED())
    parser.add_argument("--keyboard", action="store_true", help=HelpWording.KEYBOARD())
    # for tests and demonstrations: a pad that is moved by lines
    parser.add_argument("--virtual-pad", action="store_true", help=argparse.SUPPRESS)
    # internal: a new process replaces one that was stopped
    parser.add_argument("--latched", action="store_true", help=argparse.SUPPRESS)
    _add_definitions(parser)
    _add_port(parser)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.zip", help=HelpWording.REPORT_FILE())


def _add_record(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    recording_options.add_record(parser)
    _add_frame_limit(parser)


def _add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--publisher-port", metavar="N", type=port, help=HelpWording.PUBLISHER_PORT())
    parser.add_argument("--slave-port", metavar="N", type=port, help=HelpWording.SLAVE_PORT())
    parser.add_argument("--obey-shutdown", action="store_true", help=HelpWording.OBEY_SHUTDOWN())


COMMANDS = {
    "topics": (HelpWording.TOPICS(), _add_topics),
    "echo": (HelpWording.ECHO(), _add_echo),
    "hz": (HelpWording.HZ(), _add_hz),
    "analyse": (HelpWording.ANALYSE(), _add_analyse),
    "pub": (HelpWording.PUB(), _add_pub),
    "services": (HelpWording.SERVICES(), _add_services),
    "call": (HelpWording.CALL(), _add_call),
    "param": (HelpWording.PARAM(), _add_param),
    "nodes": (HelpWording.NODES(), _add_nodes),
    "drive": (HelpWording.DRIVE(), _add_drive),
    "demo": (HelpWording.DEMO(), _add_demo),
    "record": (HelpWording.RECORD(), _add_record),
    "info": (HelpWording.INFO(), recording_options.add_info),
    "recover": (HelpWording.RECOVER(), recording_options.add_recover),
    "play": (HelpWording.PLAY(), recording_options.add_play),
    "export": (HelpWording.EXPORT(), recording_options.add_export),
    "convert": (HelpWording.CONVERT(), recording_options.add_convert),
    "compare": (HelpWording.COMPARE(), recording_options.add_compare),
    "incidents": (HelpWording.INCIDENTS(), recording_options.add_incidents),
    "report": (HelpWording.REPORT(), _add_report),
    "doctor": (HelpWording.DOCTOR(), _add_doctor),
    "selftest": (HelpWording.SELFTEST(), _add_selftest),
}

_CHECKS = {
    "analyse": _check_analyse,
    "compare": recording_options.check_compare,
    "demo": _check_demo,
    "echo": _check_topic,
    "hz": _check_topic,
    "incidents": recording_options.check_incidents,
    "param": _check_param,
    "pub": _check_pub,
}
