"""The commands against a real ROS 1, side by side with its own tools."""

from __future__ import annotations

import json
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.peers.gazebo_server import Lines, start_teledeck, teledeck
from tests.peers.ros1_compare import TYPES, keys_of, plain, topic_of
from tests.peers.ros1_server import SOURCES, Ros1, wait_for

pytestmark = pytest.mark.timeout(180)

KINDS = ("rospy", "roscpp")
EVERYTHING = "teledeck_test_msgs/Everything"
NAME = "/teledeck_"


def echoed(ros1: Ros1, topic: str, count: int) -> list[dict[str, Any]]:
    """The next messages, as Teledeck prints them."""
    text = teledeck("echo", ros1.uri, topic, "-n", str(count), "--json", "--bytes")
    return [json.loads(line) for line in text.splitlines()]


def ours(ros1: Ros1) -> set[str]:
    """The nodes at the master that are Teledeck's."""
    return {name for name in ros1.nodes() if name.startswith(NAME)}


def test_topics_lists_what_rostopic_lists(talking: Ros1) -> None:
    infos = [json.loads(line) for line in teledeck("topics", talking.uri, "--json").splitlines()]
    told = talking.run("rostopic", "list", "-v")

    listed = re.findall(r" \* (\S+) \[(\S+)\] (\d+) (publisher|subscriber)s?$", told, flags=re.MULTILINE)
    assert len(listed) > 2 * len(TYPES)
    assert {(info["topic"], info["type"]) for info in infos} == {(topic, kind) for topic, kind, _, _ in listed}
    counts = {(topic, role): int(count) for topic, _, count, role in listed}
    for info in infos:
        # everybody who comes by writes there
        if not info["topic"].startswith("/rosout"):
            assert info["publishers"] == counts.get((info["topic"], "publisher"), 0)
            assert info["subscribers"] == counts.get((info["topic"], "subscriber"), 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("msg_type", TYPES)
def test_echo_shows_what_rostopic_shows(talking: Ros1, kind: str, msg_type: str) -> None:
    topic = topic_of(kind, msg_type)
    with ThreadPoolExecutor() as pool:
        theirs = pool.submit(talking.echo, topic, 3)
        messages = echoed(talking, topic, 3)

    assert len(messages) == 3
    assert all(message["topic"] == topic for message in messages)
    if msg_type == "std_msgs/Empty":
        # rostopic prints nothing of it but its separators
        assert [message["value"] for message in messages] == [{}, {}, {}]
        return
    values = keys_of([plain(message["value"]) for message in messages])
    assert values == keys_of(theirs.result())
    assert values == keys_of(talking.values(msg_type, talking.samples(msg_type, 3)))


def test_echo_tells_the_stamp_of_a_header(talking: Ros1) -> None:
    [message] = echoed(talking, "/roscpp/Imu", 1)

    assert message["stamp_ns"] // 10**9 in {1_600_000_000, 1_600_000_001, 1_600_000_002}
    assert message["stamp_ns"] % 10**9 == 123_456_789


def test_echo_of_a_field_gives_that_field_alone(talking: Ros1) -> None:
    topic = topic_of("roscpp", EVERYTHING)

    out = teledeck("echo", talking.uri, topic, "-n", "1", "--json", "--field", "fixed_part[1].pair[0]")

    wanted = [value["fixed_part"][1]["pair"][0] for value in talking.values(EVERYTHING, talking.samples(EVERYTHING, 3))]
    assert json.loads(out)["value"] in wanted


@pytest.mark.parametrize("kind", KINDS)
def test_a_latched_message_comes_without_another_being_published(ros1: Ros1, kind: str) -> None:
    ros1.talker(kind, "/latched", "std_msgs/String", 0.01, latch=True)

    [message] = echoed(ros1, "/latched", 1)

    [wanted] = ros1.values("std_msgs/String", ros1.samples("std_msgs/String", 1))
    assert message["value"] == wanted


@pytest.mark.parametrize(("msg_type", "rate_hz"), [("sensor_msgs/Imu", 100), ("sensor_msgs/Image", 15)])
@pytest.mark.parametrize("kind", KINDS)
def test_hz_agrees_with_rostopic(ros1: Ros1, kind: str, msg_type: str, rate_hz: float) -> None:
    ros1.talker(kind, "/paced", msg_type, rate_hz)
    theirs = ros1.start_tool("rostopic", "hz", "/paced")
    result = json.loads(teledeck("hz", ros1.uri, "/paced", "--seconds", "5", "--json"))
    theirs.stop()

    averages = re.findall(r"average rate: ([\d.]+)", "".join(theirs.all_lines()))
    assert result["rate_hz"] == pytest.approx(float(averages[-1]), rel=0.05)
    assert result["rate_hz"] == pytest.approx(rate_hz, rel=0.05)
    nbytes = len(ros1.samples(msg_type)[0]) / 2
    assert result["bandwidth_bytes_s"] == pytest.approx(result["rate_hz"] * nbytes, rel=0.02)


# what others see of us


def test_a_subscription_of_ours_is_shown_by_rosnode_and_rostopic(ros1: Ros1) -> None:
    talker = ros1.talker("roscpp", "/watched", "std_msgs/String", 20)
    process = start_teledeck("echo", ros1.uri, "/watched", "--json")
    lines = Lines(process)
    lines.next(60)
    [name] = ours(ros1)

    info = ros1.run("rosnode", "info", name)
    topic = ros1.run("rostopic", "info", "/watched")
    ping = ros1.run("rosnode", "ping", "-c", "1", name)
    lines.stop()

    assert re.search(r"Subscriptions: \n( \* .*\n)* \* /watched \[std_msgs/String\]", info)
    assert f"Pid: {process.pid}\n" in info
    assert re.search(
        rf"topic: /watched\n    \* to: {talker.name} .*\n    \* direction: inbound.*\n    \* transport: TCPROS", info
    )
    assert "ERROR" not in info
    assert f" * {name} (http://127.0.0.1:" in topic
    assert "xmlrpc reply from http://127.0.0.1:" in ping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_of_ours_stays_registered_when_a_command_is_ended(ros1: Ros1, number: signal.Signals) -> None:
    ros1.talker("roscpp", "/left", "std_msgs/String", 20)
    process = start_teledeck("echo", ros1.uri, "/left", "--json")
    lines = Lines(process)
    lines.next(60)
    assert len(ours(ros1)) == 1

    process.send_signal(number)
    process.wait(timeout=60)

    assert ours(ros1) == set()
    assert ros1.subscribers("/left") == []


def test_commands_that_end_by_themselves_leave_nothing_registered(talking: Ros1) -> None:
    for arguments in (("topics",), ("nodes",), ("services",), ("param",), ("doctor",)):
        command, *rest = (*arguments, talking.uri)
        if command == "param":
            rest.append("list")
        teledeck(command, *rest)
    echoed(talking, "/roscpp/String", 1)

    assert ours(talking) == set()


# nodes, services, parameters, doctor


def test_nodes_lists_what_rosnode_lists(talking: Ros1) -> None:
    entries = [json.loads(line) for line in teledeck("nodes", talking.uri, "--json").splitlines()]

    names = {entry["node"] for entry in entries if not entry["ours"]}
    assert names == set(talking.run("rosnode", "list").split())


@pytest.mark.parametrize("kind", KINDS)
def test_a_node_is_told_as_rosnode_tells_it(ros1: Ros1, kind: str) -> None:
    node = ros1.talker(kind, "/told", "std_msgs/String", 20)
    ros1.listener("roscpp", "/told", "std_msgs/String")

    report = json.loads(teledeck("nodes", ros1.uri, node.name, "--json"))
    info = ros1.run("rosnode", "info", node.name)

    assert f"Pid: {report['pid']}\n" in info
    assert report["address"] in info
    assert set(report["publishes"]) == {"/rosout", "/told"}
    assert {f"{node.name}/get_loggers", f"{node.name}/set_logger_level"} <= set(report["services"])
    assert 0 < report["round_trip_s"] < 1
    assert any("/told" in link for link in report["links"])


@pytest.fixture
def serving(ros1: Ros1) -> Ros1:
    """A graph with services of both libraries."""
    ros1.rospy("services")
    ros1.roscpp("services")
    wait_for(lambda: {"/py/reset", "/cpp/reset"} <= services(ros1), "the services")
    return ros1


def services(ros1: Ros1) -> set[str]:
    """All services that the master knows."""
    return {service for service, _ in ros1.master.call("getSystemState")[2]}


def test_services_lists_what_rosservice_lists(serving: Ros1) -> None:
    listed = {json.loads(line)["service"] for line in teledeck("services", serving.uri, "--json").splitlines()}

    assert listed == set(serving.run("rosservice", "list").split())


@pytest.mark.parametrize("prefix", ["/py", "/cpp"])
def test_a_service_has_the_type_that_rosservice_tells(serving: Ros1, prefix: str) -> None:
    service = f"{prefix}/join"

    shape = json.loads(teledeck("services", serving.uri, service, "--json", "--msg-path", str(SOURCES)))

    assert shape["type"] == serving.run("rosservice", "type", service).strip()
    assert [field["name"] for field in shape["request"]] == ["texts", "part"]
    assert [field["name"] for field in shape["response"]] == ["text", "when", "parts"]
    assert shape["address"] in serving.run("rosservice", "uri", service)


@pytest.mark.parametrize("prefix", ["/py", "/cpp"])
def test_a_call_is_answered_as_rosservice_is_answered(serving: Ros1, prefix: str) -> None:
    service = f"{prefix}/join"
    request = {"texts": ["a", "größer"], "part": {"name": "p", "pair": [1, -2], "values": [0.5, 0.1]}}

    text = teledeck("call", serving.uri, service, json.dumps(request), "--json", "--msg-path", str(SOURCES))
    theirs = serving.run("rosservice", "call", service, json.dumps(request))

    wanted = json.loads(serving.python("yaml_to_json.py", stdin=theirs.encode()))
    assert plain(json.loads(text)["value"]) == wanted
    assert wanted["text"] == "a,größer"


@pytest.mark.parametrize("prefix", ["/py", "/cpp"])
def test_fields_that_are_left_out_of_a_call_are_zero_or_empty(serving: Ros1, prefix: str) -> None:
    text = teledeck("call", serving.uri, f"{prefix}/join", '{"texts": ["x"]}', "--json", "--msg-path", str(SOURCES))

    assert json.loads(text)["value"]["parts"] == 2 * [{"name": "", "pair": [0, 0], "values": []}]


@pytest.mark.parametrize("prefix", ["/py", "/cpp"])
def test_a_standard_service_is_called_without_being_told_its_definition(serving: Ros1, prefix: str) -> None:
    assert json.loads(teledeck("call", serving.uri, f"{prefix}/reset", "--json"))["value"] == {}


@pytest.mark.parametrize(("prefix", "words"), [("/py", "nothing to join"), ("/cpp", "")])
def test_a_refused_call_ends_with_1_and_the_services_words(serving: Ros1, prefix: str, words: str) -> None:
    process = start_teledeck("call", serving.uri, f"{prefix}/join", "{}", "--msg-path", str(SOURCES))
    out, error = process.communicate(timeout=60)

    assert process.returncode == 1
    assert not out
    assert words in error
    assert error.startswith("teledeck: ")
    assert "Traceback" not in error


PARAMETERS: dict[str, Any] = {
    "flag": True,
    "count": -3,
    "gain": 0.1,
    "text": "größer",
    "empty": "",
    "list": [1, "two", 3.5, [False]],
    "deep": {"er": {"est": 7}},
}


def test_parameters_set_by_rosparam_are_read_as_they_were_set(ros1: Ros1) -> None:
    ros1.run("rosparam", "set", "/theirs", json.dumps(PARAMETERS))

    got = json.loads(teledeck("param", ros1.uri, "get", "/theirs", "--json"))
    listed = [json.loads(line) for line in teledeck("param", ros1.uri, "list", "--json").splitlines()]

    assert got == {"parameter": "/theirs", "value": PARAMETERS}
    assert {entry["parameter"] for entry in listed} == set(ros1.run("rosparam", "list").split())


def test_parameters_that_we_set_and_delete_are_what_rosparam_finds(ros1: Ros1) -> None:
    teledeck("param", ros1.uri, "set", "/ours", json.dumps(PARAMETERS))
    found = ros1.python("yaml_to_json.py", stdin=ros1.run("rosparam", "get", "/ours").encode())
    teledeck("param", ros1.uri, "delete", "/ours/deep")

    assert json.loads(found) == PARAMETERS
    assert "/ours/gain" in ros1.run("rosparam", "list").split()
    assert "/ours/deep/er/est" not in ros1.run("rosparam", "list").split()


def test_doctor_finds_nothing_wrong_with_a_sound_graph(talking: Ros1) -> None:
    findings = [json.loads(line) for line in teledeck("doctor", talking.uri, "--json").splitlines()]

    assert findings
    assert [finding for finding in findings if finding["ok"] is False] == []
