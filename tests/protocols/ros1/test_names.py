from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import ProtocolError, RosLocalError, RosRemoteError
from protocols.ros1 import names
from protocols.ros1.names import RosEndpoint
from protocols.ros1.wording import RosGraphWording
from protocols.sentence import code_of
from tests.tools.sentences import says

ANYTHING = st.text(alphabet="/~_a:1. \u00e9[]", max_size=12) | st.text(max_size=20)


# names


@pytest.mark.parametrize("name", ["a", "/", "/a", "a/b", "~", "~a", "/a_1/B2", "/1a", "a/"])
def test_names_of_ros_are_valid(name: str) -> None:
    assert names.is_valid(name)


@pytest.mark.parametrize(
    "name", ["", "1a", "_a", "a b", "a-b", "a:b", "a//b", "a~", "/~a", "\u00e9", "/a\n", "a\u0661"]
)
def test_other_names_are_not(name: str) -> None:
    assert not names.is_valid(name)


@pytest.mark.parametrize(
    ("name", "node", "resolved"),
    [
        ("/use_sim_time", "/test_sub", "/use_sim_time"),
        ("chatter", "/talker", "/chatter"),
        ("chatter", "/robot/talker", "/robot/chatter"),
        ("a/b/", "/robot/talker", "/robot/a/b"),
        ("~rate", "/robot/talker", "/robot/talker/rate"),
        ("~/rate", "/robot/talker", "/robot/talker/rate"),
        ("~", "/talker", "/talker"),
        ("//a//b/", "/talker", "/a/b"),
        ("", "/robot/talker", "/robot/"),
        ("", "/talker", "/"),
        ("/", "/talker", "/"),
    ],
)
def test_names_are_resolved_as_rosgraph_does(name: str, node: str, resolved: str) -> None:
    assert names.resolve(name, node) == resolved


@pytest.mark.parametrize(
    ("name", "namespace"),
    [("/a/b", "/a/"), ("/a/b/", "/a/"), ("/a", "/"), ("/", "/"), ("a", "/"), ("a/b", "a/"), ("", "/")],
)
def test_the_namespace_of_a_name(name: str, namespace: str) -> None:
    assert names.namespace_of(name) == namespace


@pytest.mark.parametrize(
    ("namespace", "name", "joined"),
    [("/", "a", "/a"), ("/a", "b", "/a/b"), ("/a/", "/b", "/b"), ("/a", "~b", "/a/b"), ("/a", "", "/a")],
)
def test_names_are_joined(namespace: str, name: str, joined: str) -> None:
    assert names.join(namespace, name) == joined


@pytest.mark.parametrize("name", ["chatter", "/chatter", "~chatter", "a/b"])
def test_a_topic_may_be_global_relative_or_private(name: str) -> None:
    assert names.resolve_topic(name, "/ns/node").startswith("/")


@pytest.mark.parametrize("name", ["/robot-1/odom2", "/dot.name", "/\u00fcn\u00ef/\u4e2d", "/pct%20x", "/a b", "/1st"])
def test_names_that_nodes_register_against_the_rules_are_taken(name: str) -> None:
    assert names.resolve_topic(name, "/node") == name


@pytest.mark.parametrize("name", ["", "odom", "~x", "/a//b", "/a/", "/", "/node"])
def test_what_the_master_lists_stands_for_itself(name: str) -> None:
    assert names.resolve_topic(name, "/node", listed=True) == name


@pytest.mark.parametrize("name", ["/a\n", "/a\x00", "/\udcff", "/" + "a" * 1024])
@pytest.mark.parametrize("listed", [False, True])
def test_what_would_harm_the_master_is_refused_with_reason_and_tip(name: str, *, listed: bool) -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.NAME_INVALID)) as caught:
        names.resolve_topic(name, "/node", listed=listed)

    assert caught.value.tip


@pytest.mark.parametrize("name", ["", "/", "~"])
def test_a_namespace_is_no_topic(name: str) -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.NAMES_NAMESPACE)):
        names.resolve_topic(name, "/node")


def test_a_type_has_a_package_and_a_name() -> None:
    assert names.check_type("std_msgs/String") == "std_msgs/String"
    for name in ("String", "std_msgs/msg/String", "std_msgs/", "*", "a/B\n", ""):
        with pytest.raises(RosLocalError, check=says(RosGraphWording.NO_TYPE)):
            names.check_type(name)


@pytest.mark.parametrize(("text", "namespace"), [("", "/"), ("/", "/"), ("robot", "/robot"), (" /a//b/ ", "/a/b")])
def test_the_namespace_of_the_environment(text: str, namespace: str) -> None:
    assert names.check_namespace(text) == namespace


def test_a_namespace_of_the_environment_that_is_none_is_refused() -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.NO_NAMESPACE, text="a b")) as caught:
        names.check_namespace("a b")

    assert code_of(caught.value.tip) is RosGraphWording.NO_NAMESPACE_TIP


def test_our_nodes_have_names_of_their_own_and_are_known_by_them() -> None:
    assert names.anonymous_name(4711, 1700000000123) == "/teledeck_4711_1700000000123"
    assert names.anonymous_name(1, 2, "/robot/") == "/robot/teledeck_1_2"
    assert names.is_valid(names.anonymous_name(1, 2, "/robot"))
    assert names.is_teledeck_node("/teledeck_4711_1")
    assert names.is_teledeck_node("/robot/teledeck_1_2")
    assert not names.is_teledeck_node("/teledeck_1/other")
    assert not names.is_teledeck_node("/my_teledeck_1")


@given(ANYTHING, ANYTHING)
def test_whatever_a_master_or_a_node_resolves_never_fails(name: str, node: str) -> None:
    resolved = names.resolve(name, "/" + node)

    assert resolved.startswith("/")
    assert "//" not in resolved


@given(ANYTHING, st.sampled_from(["/node", "/a/b"]), st.booleans())
def test_a_topic_is_resolved_to_what_stands_for_itself_or_refused(name: str, node: str, listed: bool) -> None:  # noqa: FBT001
    try:
        topic = names.resolve_topic(name, node, listed=listed)
    except RosLocalError:
        return
    assert names.resolve_topic(topic, node, listed=listed) == topic


# addresses


@pytest.mark.parametrize(
    ("uri", "endpoint"),
    [
        ("http://sherlock:41689/", RosEndpoint("sherlock", 41689)),
        ("http://10.0.0.1:11311", RosEndpoint("10.0.0.1", 11311)),
        ("HTTP://host:1/RPC2", RosEndpoint("host", 1)),
        ("http://my-robot.local:65535/", RosEndpoint("my-robot.local", 65535)),
        ("http://[fe80::1]:80/", RosEndpoint("fe80::1", 80)),
    ],
)
def test_the_address_of_a_node_is_read(uri: str, endpoint: RosEndpoint) -> None:
    assert names.parse_api(uri) == endpoint


NO_ADDRESSES = [
    "",
    "host:1",
    "{}",
    "{}host",
    "{}host:",
    "{}host:0",
    "{}host:65536",
    "{}:1",
    "{}a b:1/",
    "{}u@h:1",
    "x{}h:1",
]


@pytest.mark.parametrize("text", NO_ADDRESSES)
@pytest.mark.parametrize(
    ("parse", "scheme", "code"),
    [
        (names.parse_api, "http://", RosGraphWording.NO_NODE_ADDRESS),
        (names.parse_service_api, "rosrpc://", RosGraphWording.NO_SERVICE_ADDRESS),
    ],
)
def test_what_is_no_address_is_refused(
    text: str, parse: Callable[[str], RosEndpoint], scheme: str, code: RosGraphWording
) -> None:
    with pytest.raises(RosRemoteError, check=says(code)):
        parse(text.format(scheme))


def test_the_address_of_a_service_is_read() -> None:
    assert names.parse_service_api("rosrpc://sherlock:58943") == RosEndpoint("sherlock", 58943)
    with pytest.raises(RosRemoteError, check=says(RosGraphWording.NO_SERVICE_ADDRESS)):
        names.parse_service_api("http://sherlock:58943/")


@pytest.mark.parametrize(
    ("uri", "endpoint"),
    [
        ("ros1://robot:11311", RosEndpoint("robot", 11311)),
        ("ros1://robot", RosEndpoint("robot", 11311)),
        ("ROS1:robot:1/", RosEndpoint("robot", 1)),
        ("ros1://10.0.0.1/", RosEndpoint("10.0.0.1", 11311)),
        ("ros1:", RosEndpoint("master", 11312)),
        ("ros1://", RosEndpoint("master", 11312)),
    ],
)
def test_the_address_of_a_master_is_read(uri: str, endpoint: RosEndpoint) -> None:
    assert names.parse_ros1_uri(uri, "http://master:11312/") == endpoint


def test_without_any_word_the_master_is_on_this_machine() -> None:
    assert names.parse_ros1_uri("ros1:") == names.parse_master_uri(" ") == RosEndpoint("localhost", 11311)
    assert names.parse_master_uri("http://robot") == RosEndpoint("robot", 11311)


@pytest.mark.parametrize(
    "uri", ["", "ros1", "http://a:1", "ros1://a:0", "ros1://a:b", "ros1://a/b", "ros1://a b", "ros1://::1"]
)
def test_what_is_no_address_of_a_master_is_refused_with_a_tip(uri: str) -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.NO_MASTER_ADDRESS)) as caught:
        names.parse_ros1_uri(uri)

    assert code_of(caught.value.tip) is RosGraphWording.MASTER_ADDRESS_TIP


@pytest.mark.parametrize("address", ["[::1]:11311", "[::1]", "[fe80::1%eth0]:5/"])
def test_an_ipv6_address_of_a_master_is_said_to_be_one(address: str) -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.IPV6_ADDRESS)) as caught:
        names.parse_ros1_uri(f"ros1://{address}")
    assert code_of(caught.value.tip) is RosGraphWording.MASTER_ADDRESS_TIP
    with pytest.raises(RosLocalError, check=says(RosGraphWording.IPV6_ADDRESS)):
        names.parse_master_uri(f"http://{address}")


@pytest.mark.parametrize("text", ["robot:11311", "https://robot:1", "http://robot:1/path", "http://"])
def test_a_master_uri_of_the_environment_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(RosLocalError, check=says(RosGraphWording.NO_MASTER_ADDRESS, uri=text)) as caught:
        names.parse_master_uri(text)

    assert code_of(caught.value.tip) is RosGraphWording.MASTER_VARIABLE_TIP


def test_an_endpoint_is_written_as_it_is_dialled() -> None:
    assert str(RosEndpoint("robot", 1)) == "robot:1"
    assert str(RosEndpoint("::1", 1)) == "[::1]:1"


@given(ANYTHING)
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for parse in (names.parse_api, names.parse_service_api, names.parse_ros1_uri, names.parse_master_uri):
        for prefix in ("", "http://", "rosrpc://", "ros1://"):
            try:
                endpoint = parse(prefix + text)
            except ProtocolError:
                continue
            assert endpoint.host
            assert 0 < endpoint.port < 65536
