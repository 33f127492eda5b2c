"""The command line's grammar."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import parser
from app.cli.parser import COMMANDS, parse
from app.model.layout import SUFFIX
from app.version import VERSION
from app.wording.commands import CommandWording

URI = "gazebo://robot:11345"
ROS = "ros1://robot:11311"
UNSAID = {"proto_path": None, "msg_path": None, "host_alias": None, "config": None}


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What is said of a wrong command line."""
    with pytest.raises(SystemExit) as caught:
        parse(argv)
    printed = capsys.readouterr()
    assert caught.value.code == 2
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.rstrip("\n")


def test_without_a_command_the_window_is_wanted() -> None:
    assert parse([]).command is None
    arguments = parse([URI, "gazebo:"])
    assert (arguments.command, arguments.uris) == (None, [URI, "gazebo:"])


def test_a_layout_is_named_by_its_path_or_as_desktops_name_files() -> None:
    name = "shared.teledeck-layout.json"
    for argument, path in {
        name: name,
        f"/some where/{name}": f"/some where/{name}",
        f"file:///some%20where/%C3%A9%23{name}": f"/some where/é#{name}",
        f"file://localhost/srv/{name}": f"/srv/{name}",
        rf"C:\Users\{name}": rf"C:\Users\{name}",
    }.items():
        arguments = parse([URI, argument, "gazebo:"])
        assert (arguments.uris, arguments.layouts) == ([URI, "gazebo:"], [Path(path)])


@pytest.mark.parametrize("argument", ["settings.json", "file:///tmp/a.txt", "file:", f"file://{'/x' * 5000}"])
def test_another_file_is_no_layout_and_no_robot(capsys: pytest.CaptureFixture[str], argument: str) -> None:
    assert CommandWording.NO_LAYOUT(file="", suffix=SUFFIX).removeprefix("“") in refused(capsys, argument)


def test_an_address_that_ends_like_a_file_is_a_robot() -> None:
    uri = "galileo://robot/maps/floor.teledeck-layout.json"

    assert (parse([uri]).uris, parse([uri]).layouts) == ([uri], [])


def test_topics() -> None:
    assert vars(parse(["topics", URI])) == {"command": "topics", "uri": URI, "json": False, **UNSAID}
    assert vars(parse(["topics", "--json", URI])) == {"command": "topics", "uri": URI, "json": True, **UNSAID}


def test_echo() -> None:
    assert vars(parse(["echo", URI, "~/x"])) == {
        "command": "echo",
        "uri": URI,
        "topic": "~/x",
        "json": False,
        "count": None,
        "field": None,
        "timeout": None,
        "bytes": False,
        "frame_limit_bytes": None,
        **UNSAID,
    }
    everything = ["echo", URI, "~/x", "-n", "3", "--field", "a[0].b", "--timeout", "0.5", "--bytes", "--json"]
    everything += ["--frame-limit", "1"]
    assert vars(parse(everything)) == {
        "command": "echo",
        "uri": URI,
        "topic": "~/x",
        "json": True,
        "count": 3,
        "field": "a[0].b",
        "timeout": 0.5,
        "bytes": True,
        "frame_limit_bytes": 1024 * 1024,
        **UNSAID,
    }


@pytest.mark.parametrize("limit", ["0", "2049", "1.5", "much"])
def test_a_frame_limit_is_a_whole_number_of_mebibytes(capsys: pytest.CaptureFixture[str], limit: str) -> None:
    assert "--frame-limit" in refused(capsys, "--frame-limit", limit)


def test_pub() -> None:
    assert vars(parse(["pub", URI, "~/x", "gazebo.msgs.Int", "{}"])) == {
        "command": "pub",
        "uri": URI,
        "topic": "~/x",
        "type": "gazebo.msgs.Int",
        "message": "{}",
        "rate": None,
        "count": None,
        "timeout": None,
        "keep": False,
        "force": False,
        "publisher_port": None,
        "slave_port": None,
        "obey_shutdown": False,
        **UNSAID,
    }
    everything = ["--rate", "20", "-n", "3", "--timeout", "1", "--keep", "--publisher-port", "11400"]
    arguments = parse(["pub", URI, "~/x", "gazebo.msgs.Int", "-", *everything])
    assert (arguments.rate, arguments.count, arguments.timeout) == (20.0, 3, 1.0)
    assert (arguments.message, arguments.keep, arguments.publisher_port) == ("-", True, 11400)


def test_folders_of_message_types_may_be_several() -> None:
    for argv in (["echo", URI, "~/x"], ["hz", URI, "~/x"], ["pub", URI, "~/x", "a.B", "{}"], ["doctor", URI], [URI]):
        assert parse([*argv, "--proto-path", "a", "--proto-path", "b"]).proto_path == ["a", "b"]
        assert parse([*argv, "--msg-path", "a", "--msg-path", "b"]).msg_path == ["a", "b"]


def test_what_a_hosts_name_stands_for_becomes_part_of_the_uri() -> None:
    aliases = ["--host-alias", "sherlock=192.168.1.5", "--host-alias", "a b=c"]
    expected = "?alias=sherlock=192.168.1.5&alias=a%20b=c"

    for argv in (["topics", ROS], ["pub", ROS, "/x", "a/B", "{}"], ["nodes", ROS], ["doctor", ROS]):
        assert parse([*argv, *aliases]).uri == ROS + expected
    assert parse(["topics", f"{ROS}?alias=a=b", *aliases[:2]]).uri == f"{ROS}?alias=a=b&alias=sherlock=192.168.1.5"
    assert parse([ROS, "ros1:", *aliases]).uris == [ROS + expected, "ros1:" + expected]


@pytest.mark.parametrize("argv", [["topics", URI], [ROS, URI]])
def test_other_robots_hosts_have_no_aliases(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert CommandWording.ALIAS_FOR_ROS1(uri=URI) in refused(capsys, *argv, "--host-alias", "a=b")


def test_services_and_nodes() -> None:
    for command, what in (("services", "service"), ("nodes", "node")):
        assert vars(parse([command, ROS])) == {
            "command": command,
            "uri": ROS,
            "json": False,
            what: None,
            "timeout": None,
            **UNSAID,
        }
        arguments = vars(parse([command, ROS, "/x", "--timeout", "2", "--json"]))
        assert (arguments[what], arguments["timeout"], arguments["json"]) == ("/x", 2.0, True)


def test_call() -> None:
    assert vars(parse(["call", ROS, "/add"])) == {
        "command": "call",
        "uri": ROS,
        "service": "/add",
        "request": "{}",
        "json": False,
        "bytes": False,
        "timeout": None,
        "frame_limit_bytes": None,
        **UNSAID,
    }
    assert parse(["call", ROS, "/add", '{"a": 1}']).request == '{"a": 1}'


def test_param() -> None:
    for action, rest, key, value in (
        ("list", [], None, None),
        ("list", ["/a"], "/a", None),
        ("get", ["/a"], "/a", None),
        ("set", ["/a", "-1"], "/a", "-1"),
        ("delete", ["/a"], "/a", None),
    ):
        arguments = parse(["param", ROS, action, *rest])
        assert (arguments.action, arguments.key, arguments.value) == (action, key, value)


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (["get"], CommandWording.NEEDS_KEY(action="get")),
        (["delete"], CommandWording.NEEDS_KEY(action="delete")),
        (["set"], CommandWording.NEEDS_KEY(action="set")),
        (["set", "/a"], CommandWording.SET_NEEDS_KEY_AND_JSON()),
        (["get", "/a", "1"], CommandWording.TAKES_NO_JSON(action="get")),
        (["list", "/a", "1"], CommandWording.TAKES_NO_JSON(action="list")),
        (["change", "/a"], "invalid choice: 'change'"),
    ],
)
def test_what_is_missing_for_a_parameter_is_named(
    capsys: pytest.CaptureFixture[str], rest: list[str], reason: str
) -> None:
    assert reason in refused(capsys, "param", ROS, *rest)


def test_doctor() -> None:
    assert vars(parse(["doctor", URI])) == {
        "command": "doctor",
        "uri": URI,
        "profile": None,
        "json": False,
        "publisher_port": None,
        "slave_port": None,
        "obey_shutdown": False,
        **UNSAID,
    }


@pytest.mark.parametrize("port", ["0", "-1", "65536", "x"])
def test_a_port_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert "--publisher-port" in refused(capsys, "pub", URI, "~/x", "gazebo.msgs.Int", "{}", "--publisher-port", port)


def test_hz() -> None:
    assert vars(parse(["hz", URI, "/x"])) == {
        "command": "hz",
        "uri": URI,
        "topic": "/x",
        "json": False,
        "seconds": 5.0,
        "timeout": None,
        "frame_limit_bytes": None,
        **UNSAID,
    }
    assert parse(["hz", URI, "/x", "--seconds", "2.5", "--timeout", "1"]).seconds == 2.5


@pytest.mark.parametrize("option", ["-n", "--timeout"])
@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "x", "", "1e999", "٣.x"])
def test_numbers_of_echo_are_positive(capsys: pytest.CaptureFixture[str], option: str, value: str) -> None:
    said = refused(capsys, "echo", URI, "/x", f"{option}={value}" if option != "-n" else f"-n{value or 'x'}")
    assert option in said


def test_a_part_of_a_message_is_no_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert CommandWording.NO_POSITIVE_WHOLE(text="1.5") in refused(capsys, "echo", URI, "/x", "-n", "1.5")


def test_what_is_missing_is_named_with_a_tip(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "echo", URI)

    assert said == f"teledeck: {CommandWording.TOPIC_REQUIRED()}. See teledeck echo --help."


@pytest.mark.parametrize(
    "argv", [["topics"], ["topics", URI, "extra"], ["echo", URI, "/x", "--jso"], ["--unknown"], ["hz", URI]]
)
def test_what_is_no_grammar_is_refused(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert refused(capsys, *argv).startswith("teledeck: ")


def test_a_mistyped_command_is_not_taken_for_a_robot(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{CommandWording.NO_COMMAND_OR_URI(uri='topic')} (did you mean topics?)" in refused(capsys, "topic", URI)
    assert (
        refused(capsys, "robot") == f"teledeck: {CommandWording.NO_COMMAND_OR_URI(uri='robot')}. See teledeck --help."
    )


def test_recordings_to_compare_with_are_given_one_by_one() -> None:
    assert parse([ROS, "--compare", "a.mcap", "--compare=b.bag"]).compare == ["a.mcap", "b.bag"]
    assert parse([ROS]).compare == []


# whole command lines without options; the demo takes no arguments beside them
ARGUMENTS = {
    "": [ROS, "ros1:"],
    "record": [ROS, "/t", "/u"],
    "info": ["a.mcap", "b.mcap"],
    "recover": ["a.mcap.part"],
    "play": ["a.mcap", "/t"],
    "export": ["a.mcap", "/t", "data"],
    "convert": ["a.bag"],
    "compare": ["a.mcap", "b.mcap", "/t", "data"],
    "incidents": ["export", "20270101T000000Z-stop"],
    "report": ["report.zip"],
    "topics": [ROS],
    "echo": [ROS, "/t"],
    "hz": [ROS, "/t"],
    "analyse": [ROS, "/t", "data"],
    "pub": [ROS, "/t", "std_msgs/Float64", "-1.5"],
    "services": [ROS, "/s"],
    "call": [ROS, "/s", "{}"],
    "param": [ROS, "set", "/k", "-1"],
    "nodes": [ROS, "/n"],
    "drive": [ROS],
    "demo": [],
    "doctor": [ROS],
    "selftest": [],
}
# by what the help calls it: a value that the option takes
VALUES = {
    "HZ": "2",
    "MIB": "2",
    "N": "2000",
    "NAME=ADDRESS": "a=b",
    "S": "2",
    "R": "2",
    "SHARE": "0.5",
    "T": "2",
    "SIZE": "2MB",
    "MS": "2",
    "WxH": "320x240",
    None: "dark",
}


def _options(command: str) -> list[list[str]]:
    """Every option of a command as it is written, those with a value in both ways."""
    made = parser._command_parser(command) if command else parser._window_parser()
    written = []
    for action in made._actions:
        for name in action.option_strings:
            if action.nargs is None:
                value = VALUES.get(str(action.metavar) if action.metavar else None, "text")
                written += [[name, value], [f"{name}={value}" if name.startswith("--") else name + value]]
            elif name not in {"-h", "--help", "--version"}:
                written.append([name])
    return written


# of what `analyse` and `export` can do one must be asked for, options of `compare` need each other: see their tests
_OTHERS = {"analyse", "compare", "demo", "export", "info", "report"}


@pytest.mark.parametrize("command", [name for name in ARGUMENTS if name not in _OTHERS])
def test_an_option_means_the_same_in_every_place(command: str) -> None:
    head, arguments = [command] if command else [], ARGUMENTS[command]
    options = _options(command)
    assert len(options) > 3
    for option in options:
        behind = vars(parse([*head, *arguments, *option]))
        assert behind != vars(parse([*head, *arguments]))
        for place in range(len(arguments)):
            assert vars(parse([*head, *arguments[:place], *option, *arguments[place:]])) == behind


def test_every_command_is_tried_with_its_options() -> None:
    assert set(ARGUMENTS) == {"", *COMMANDS}


@pytest.mark.parametrize("number", ["-1", "-1.5", "-.5", "-1e3", "-1.5e-3", "-Infinity", "-"])
def test_json_that_begins_with_a_minus_is_no_option(number: str) -> None:
    for options in ([], ["--rate", "5"], ["-n3"]):
        for place in range(4):
            arguments = [URI, "/x", "std_msgs/Float64"]
            assert parse(["pub", *arguments[:place], *options, *arguments[place:], number]).message == number
    assert parse(["param", ROS, "set", "--json", "/k", number]).value == number


@pytest.mark.parametrize("place", range(4))
def test_nothing_is_an_option_behind_two_dashes(place: int) -> None:
    arguments = [URI, "/x", "a/B", "--rate"]

    parsed = parse(["pub", "--keep", *arguments[:place], "--", *arguments[place:]])

    assert (parsed.topic, parsed.type, parsed.message, parsed.keep) == ("/x", "a/B", "--rate", True)


@pytest.mark.parametrize("argv", [["--json", "topics", URI], ["--timeout", "3", "topics", URI], [URI, "topics"]])
def test_a_command_that_does_not_come_first_is_not_taken_for_a_robot(
    capsys: pytest.CaptureFixture[str], argv: list[str]
) -> None:
    assert refused(capsys, *argv) == f"teledeck: {CommandWording.COMMAND_FIRST(command='topics')}. See teledeck --help."


def test_two_dashes_before_the_command_change_nothing() -> None:
    assert parse(["--", "topics", URI, "--json"]) == parse(["topics", URI, "--json"])
    assert parse(["--", URI]) == parse([URI])
    assert parse(["--"]) == parse([])


@pytest.mark.parametrize("argv", [["--version"], ["--version", URI], *([name, "--version"] for name in COMMANDS)])
def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(argv)

    assert caught.value.code == 0
    assert capsys.readouterr().out == f"teledeck {VERSION}\n"


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_and_is_in_the_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    for argv in ([command, "--help"], ["--help"]):
        with pytest.raises(SystemExit) as caught:
            parse(argv)
        assert caught.value.code == 0
        assert f"teledeck {command}" in capsys.readouterr().out


GALILEO = "galileo://robot:3547/bw%5Fsensors/EnvSensorData/?token=a/b"


def test_a_galileo_address_names_the_topic_unless_another_is_given() -> None:
    for command in ("echo", "hz"):
        assert parse([command, GALILEO]).topic == "bw_sensors/EnvSensorData"
        assert parse([command, GALILEO, "odom"]).topic == "odom"
        assert parse([command, "Galileo://robot?token=a/b"]).topic == "galileo/status"


def test_pub_takes_the_topic_of_a_galileo_address() -> None:
    short, long = parse(["pub", GALILEO, "json", "{}"]), parse(["pub", GALILEO, "odom", "json", "{}"])

    assert (short.topic, short.type, short.message) == ("bw_sensors/EnvSensorData", "json", "{}")
    assert (long.topic, long.type, long.message) == ("odom", "json", "{}")


@pytest.mark.parametrize(
    "argv", [["echo", URI], ["hz", ROS], ["pub", URI, "a", "b"], ["pub", URI, "a"], ["echo", "galileo:"]], ids=" ".join
)
def test_elsewhere_a_topic_has_to_be_named(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *argv)
