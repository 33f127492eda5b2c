"""The grammar of the command line."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote, unquote, urlsplit

from app.cli import analyse_options
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
from app.version import VERSION
from app.wording.commands import CommandWording

if TYPE_CHECKING:
    from pathlib import Path


def _listed(texts: Sequence[str], conjunction: str = "and") -> str:
    *others, last = texts
    return f"{', '.join(others)} {conjunction} {last}"


_FOLLOWING = [scheme for scheme in SCHEMES.values() if scheme.variable]
URI_HELP = (
    f"where the robot is: {_listed([scheme.form for scheme in SCHEMES.values()], 'or')} "
    f"({_listed([f'{scheme.name}:' for scheme in _FOLLOWING])} alone follow "
    f"{_listed([scheme.variable for scheme in _FOLLOWING])})"
)
TOPIC_HELP = "; ".join(["full name", *(scheme.topic_hint for scheme in SCHEMES.values() if scheme.topic_hint)])
JSON_HELP = "@FILE reads it from a file, - from input"
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
        description="Watch and drive robots. Opens the window, connected to what is named.",
        epilog="commands (each has --help):\n"
        + "\n".join(f"  teledeck {name:<10}{describe}" for name, (describe, _) in COMMANDS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(command=None)
    add_window_options(parser)
    parser.add_argument(
        "uris", metavar="URI", nargs="*", help=f"{URI_HELP}; or a layout to show: FILE.teledeck-layout.json"
    )
    return parser


def add_window_options(parser: argparse.ArgumentParser) -> None:
    """Add the options without a command to a parser, beside robots and layouts."""
    parser.add_argument("--version", action="version", version=f"teledeck {VERSION}")
    _add_frame_limit(parser)
    _add_definitions(parser)
    _add_port(parser)
    _add_config(parser)
    parser.add_argument(
        "--safe-mode",
        action="store_true",
        help="begin as a new program does: no settings, layouts, profiles, pads, tokens of yours are used or changed",
    )


def _parse_for_window(argv: Sequence[str]) -> argparse.Namespace:
    parser = _window_parser()
    options, others = parser.split(argv)
    command = next((text for text in others if text in COMMANDS), None)
    if command is not None and not {"-h", "--help", "--version"} & set(options):
        parser.error(CommandWording.COMMAND_FIRST(command=command))
    arguments = parser.parse_anywhere(argv)
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
    parser.add_argument("--json", action="store_true", help="JSON, one object a line")
    _add_definitions(parser)


def _add_topics(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)


def _add_echo(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help=TOPIC_HELP)
    parser.add_argument("-n", metavar="N", dest="count", type=positive_int, help="end after N messages")
    parser.add_argument("--field", metavar="PATH", help="only this field: scan.ranges[0], pose[1].position.x")
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=f"longest wait for the next message in seconds (default: {DEFAULT_TIMEOUT_S:g} with -n, else none)",
    )
    parser.add_argument("--bytes", action="store_true", help="byte fields in full, as base64")
    _add_frame_limit(parser)


def _add_hz(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help=TOPIC_HELP)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive_float,
        default=DEFAULT_SECONDS,
        help="how long to measure from the first message on (default: %(default)g)",
    )
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help="longest wait for the first message in seconds (default: as long as --seconds)",
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
        help="Gazebo: folder with .proto files of your own message types; may be given several times",
    )
    parser.add_argument(
        "--msg-path",
        metavar="DIR",
        action="append",
        help="ROS 1: folder with packages of your own types, PACKAGE/msg/*.msg and PACKAGE/srv/*.srv; may be given "
        "several times",
    )
    parser.add_argument(
        "--host-alias",
        metavar="NAME=ADDRESS",
        action="append",
        help="ROS 1: dial ADDRESS where the robot names a host NAME; may be given several times",
    )


def _add_config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        metavar="DIR",
        type=folder,
        help="folder for settings, layouts, profiles and pads, with the logs in DIR/state (default: the user's own)",
    )


def _add_timeout(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=f"longest wait for the answer in seconds (default: {DEFAULT_TIMEOUT_S:g})",
    )


def _add_services(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("service", metavar="SERVICE", nargs="?", help="say how this one is called")
    _add_timeout(parser)


def _add_call(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    parser.add_argument("service", metavar="SERVICE", help="its full name")
    parser.add_argument(
        "request",
        metavar="JSON",
        nargs="?",
        default="{}",
        help=f"what to ask; fields that are left out are zero or empty; {JSON_HELP} (default: {{}})",
    )
    parser.add_argument("--bytes", action="store_true", help="byte fields in full, as base64")
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
        "action", metavar="ACTION", choices=("list", "get", "set", "delete"), help="list, get, set or delete"
    )
    parser.add_argument(
        "key", metavar="KEY", nargs="?", help="full name of a parameter, or of a namespace for all in it"
    )
    parser.add_argument("value", metavar="JSON", nargs="?", help=f"what to set it to; {JSON_HELP}")
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
    parser.add_argument("node", metavar="NODE", nargs="?", help="ask this one who it is and how long its answer takes")
    _add_timeout(parser)


def _add_frame_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--frame-limit",
        metavar="MIB",
        dest="frame_limit_bytes",
        type=mebibytes,
        help="longest message taken, in MiB (default: 64)",
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
    parser.add_argument(
        "type", metavar="TYPE", help="of the messages: gazebo.msgs.Pose, std_msgs/String; Galileo: json or bytes"
    )
    parser.add_argument("message", metavar="JSON", nargs="?", help=f"the message as echo --json shows it; {JSON_HELP}")
    parser.add_argument(
        "--rate",
        metavar="HZ",
        type=positive_float,
        help="messages a second, until stopped or -n (default: one message)",
    )
    parser.add_argument("-n", metavar="N", dest="count", type=positive_int, help="end after N messages")
    parser.add_argument(
        "--timeout",
        metavar="S",
        type=positive_float,
        help=f"longest wait for a subscriber in seconds (default: {DEFAULT_TIMEOUT_S:g})",
    )
    parser.add_argument(
        "--keep", action="store_true", help="leave a robot moving: without it a motion ends with zeros, however it ends"
    )
    parser.add_argument(
        "--force", action="store_true", help="ROS 1: publish even if the robot knows the topic as another type"
    )
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
    _add_common(parser)
    _add_port(parser)


def _add_selftest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gui", action="store_true", help="look at the window, too: screen, fonts, icons, views")
    parser.add_argument("--json", action="store_true", help="JSON, one object a line")
    # internal: the checks of the window run in a process of their own
    parser.add_argument("--window-on", metavar="URI", help=argparse.SUPPRESS)


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--serve", action="store_true", help="only serve the robot, without the window, until stopped")
    parser.add_argument("--json", action="store_true", help="with --serve: print JSON only")
    parser.add_argument(
        "--port-base",
        metavar="N",
        type=port_base,
        default=0,
        help="the robot's first port: its Gazebo master at N, its publishers at N+1, its ROS 1 master at N+2, its "
        "Galileo UDP at N+3, its NRP-core engines at N+4 (gRPC) and N+5 (JSON) (default: free ports)",
    )
    parser.add_argument(
        "--broker",
        metavar="HOST[:PORT]",
        default="",
        help="publish to this broker of MQTT, too, as an engine of NRP-core named demo",
    )
    parser.add_argument("--seed", metavar="N", type=whole_number, default=0, help="of the noise of its sensors")
    parser.add_argument(
        "--wander",
        action=argparse.BooleanOptionalAction,
        help="it drives itself until it is first given a command (default: only with the window)",
    )
    parser.add_argument(
        "--camera", metavar="WxH", type=size, default=(160, 120), help="size of its pictures (default: 160x120)"
    )
    parser.add_argument("--theme", choices=("dark", "light"), help="look of the window (default: that of the user)")
    parser.add_argument("--size", metavar="WxH", type=size, help="size of the window")
    parser.add_argument("--screenshot", metavar="FILE", help="draw the window to FILE and end")
    parser.add_argument(
        "--after", metavar="S", type=positive_float, help="with --screenshot: so many seconds later (default: 5)"
    )
    _add_demo_galileo(parser)
    # internal: the robot ends with the window, however that ends
    parser.add_argument("--until-stdin-ends", action="store_true", help=argparse.SUPPRESS)


def _add_demo_galileo(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("its Galileo UDP, as bad as a network can be")
    group.add_argument("--galileo-token", metavar="T", help="let only this token in (default: any)")
    group.add_argument(
        "--galileo-loss",
        metavar="SHARE",
        type=share,
        default=0.0,
        help="of datagrams that get lost, 0 to 1, in each direction",
    )
    group.add_argument(
        "--galileo-delay-ms",
        metavar="MS",
        type=delay_ms,
        default=0.0,
        help="how long each datagram takes, in each direction",
    )
    group.add_argument(
        "--galileo-reorder",
        metavar="SHARE",
        type=share,
        default=0.0,
        help="of datagrams that others overtake, 0 to 1",
    )
    group.add_argument(
        "--galileo-silent-after",
        metavar="S",
        type=positive_float,
        help="hear and say nothing any more, S seconds after the first datagram came",
    )


def _check_demo(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with 2 if options contradict each other."""
    if arguments.serve and (arguments.theme or arguments.size or arguments.screenshot):
        parser.error("--serve opens no window that --theme, --size or --screenshot could be about")
    if arguments.json and not arguments.serve:
        parser.error("--json is about the line that --serve writes")
    if arguments.after is not None and not arguments.screenshot:
        parser.error(CommandWording.AFTER_WITHOUT_SCREENSHOT())


def _add_drive(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "lines, a JSON object each, on standard input:\n"
        """  {"arm":true}   {"v":0.2,"w":0.0,"hold":true}   {"stop":true}   {"clear":true} twice\n"""
        "and {} as a sign of life. Their clock, for the t of set-points, is that of the state's lines.\n"
        "The state comes on standard output, 20 times a second and at every change.\n"
        "example:\n"
        """  (sleep 3; echo '{"arm":true}'; sleep 1; while sleep 0.05; do echo '{"v":0.2,"hold":true}'; done) | \\\n"""
        "    teledeck drive ros1://robot"
    )
    parser.add_argument("uri", metavar="URI", help=URI_HELP)
    # internal: the process beside it that stands by to send zeros
    parser.add_argument("--watchdog", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--profile", metavar="NAME", help="how this robot is driven: a profile that was saved, or a file with one"
    )
    parser.add_argument(
        "--topic", metavar="T", default="", help="where commands go (default: that of the profile, else the usual one)"
    )
    parser.add_argument(
        "--type", metavar="TYPE", default="", help="of the commands: geometry_msgs/TwistStamped, gazebo.msgs.Pose …"
    )
    parser.add_argument(
        "--supervised", action="store_true", help="stop when standard input gives no sign of life for 0.2 s"
    )
    parser.add_argument(
        "--keyboard", action="store_true", help="drive by the keys of this terminal: WASD or arrows, Space for STOP"
    )
    # for tests and demonstrations: a pad that is moved by lines
    parser.add_argument("--virtual-pad", action="store_true", help=argparse.SUPPRESS)
    # internal: a new process replaces one that was stopped
    parser.add_argument("--latched", action="store_true", help=argparse.SUPPRESS)
    _add_definitions(parser)
    _add_port(parser)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE.zip", help="what is written: logs, versions, settings; nothing is sent anywhere"
    )


def _add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--publisher-port",
        metavar="N",
        type=port,
        help="where the robot reaches us, to be let through firewalls (default: any free port)",
    )
    parser.add_argument(
        "--slave-port",
        metavar="N",
        type=port,
        help="ROS 1: where the master and other nodes call us, in the same way (default: any free port)",
    )
    parser.add_argument(
        "--obey-shutdown",
        action="store_true",
        help="ROS 1: end a connection that another node tells to shut down (default: it is shown, and ignored)",
    )


COMMANDS = {
    "topics": ("list the topics with type, publishers and subscribers", _add_topics),
    "echo": ("print the messages of a topic", _add_echo),
    "hz": ("measure rate and bandwidth of a topic", _add_hz),
    "analyse": ("say what the numbers of a topic say: spectrum, spread, timing", _add_analyse),
    "pub": ("publish messages", _add_pub),
    "services": ("list what can be called, or say how", _add_services),
    "call": ("call a service", _add_call),
    "param": ("list, get, set or delete parameters", _add_param),
    "nodes": ("list the robot's programs, or ask one of them", _add_nodes),
    "drive": ("drive a robot by lines, and always stop", _add_drive),
    "demo": ("watch and drive a simulated robot, or --serve it to other programs", _add_demo),
    "report": ("save what may say why something broke, without names, addresses and tokens", _add_report),
    "doctor": ("say what is well and what is not between here and the robot", _add_doctor),
    "selftest": ("say whether this installation works, by a robot of its own", _add_selftest),
}

_CHECKS = {
    "analyse": _check_analyse,
    "demo": _check_demo,
    "echo": _check_topic,
    "hz": _check_topic,
    "param": _check_param,
    "pub": _check_pub,
}
