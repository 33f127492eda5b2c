from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols.errors import LocalProtocolError
from protocols.gazebo.names import (
    GazeboEndpoint,
    check_topic,
    is_full_name,
    parse_gazebo_uri,
    parse_master_uri,
    resolve_topic,
)
from protocols.gazebo.wording import GazeboWireWording
from protocols.sentence import code_of
from tests.tools.sentences import Said, says


@pytest.mark.parametrize(
    ("name", "namespaces", "full"),
    [
        ("~/world_stats", ["default", "/gazebo"], "/gazebo/default/world_stats"),
        ("~/world_stats", ["other"], "/gazebo/other/world_stats"),
        ("~/world_stats", [], "/gazebo/default/world_stats"),
        ("~", ["default"], "/gazebo/default"),
        ("/gazebo/default/world_stats", ["other"], "/gazebo/default/world_stats"),
        ("~//rover/image", ["default"], "/gazebo/default/rover/image"),
        ("/gazebo//a//b", ["default"], "/gazebo/a//b"),
        ("/a~b", ["default"], "/a~b"),
    ],
)
def test_a_topic_name_is_resolved_as_gazebo_does(name: str, namespaces: list[str], full: str) -> None:
    assert resolve_topic(name, namespaces) == full


@pytest.mark.parametrize(
    "name", ["/gazebo/my lab/world_stats", "~/Construction Cone/imu", "/größe/中", "__default__", ""]
)
def test_whatever_gazebo_takes_for_a_topic_name_is_one(name: str) -> None:
    assert check_topic(name) == name


@pytest.mark.parametrize("name", ["/a\n", "/a\x00", "/a\x7f", "/\udcff", "/" + "a" * 1024])
def test_what_would_harm_the_master_is_refused_with_reason_and_tip(name: str) -> None:
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.NAME_INVALID)) as caught:
        check_topic(name)

    assert caught.value.tip
    assert caught.value.reason.isprintable()


def test_a_full_name_begins_at_the_root_or_the_namespace() -> None:
    assert is_full_name("/gazebo/default/world_stats")
    assert is_full_name("~/world_stats")
    for name in ("", "world_stats", "~", "~world_stats"):
        assert not is_full_name(name)


@pytest.mark.parametrize(
    ("text", "endpoint"),
    [
        ("", GazeboEndpoint("localhost", 11345)),
        ("http://robot:11346", GazeboEndpoint("robot", 11346)),
        ("robot:11346", GazeboEndpoint("robot", 11346)),
        (" http://robot:11346/ ", GazeboEndpoint("robot", 11346)),
        ("http://robot", GazeboEndpoint("robot", 11345)),
        ("http://robot:", GazeboEndpoint("robot", 11345)),
        ("http://robot:port", GazeboEndpoint("robot", 11345)),
        ("http://robot:70000", GazeboEndpoint("robot", 11345)),
        ("http://robot:0", GazeboEndpoint("robot", 11345)),
        ("http://robot:" + "9" * 5000, GazeboEndpoint("robot", 11345)),
        ("http://:11346", GazeboEndpoint("localhost", 11346)),
        ("a:b:11346", GazeboEndpoint("a:b", 11346)),
    ],
)
def test_the_variable_is_read_as_gazebo_does(text: str, endpoint: GazeboEndpoint) -> None:
    assert parse_master_uri(text) == endpoint


@pytest.mark.parametrize(
    ("uri", "endpoint"),
    [
        ("gazebo://robot:11346", GazeboEndpoint("robot", 11346)),
        ("gazebo://robot:11346/", GazeboEndpoint("robot", 11346)),
        ("gazebo://robot", GazeboEndpoint("robot", 11345)),
        ("gazebo:robot", GazeboEndpoint("robot", 11345)),
        ("GAZEBO://robot", GazeboEndpoint("robot", 11345)),
        ("gazebo://", GazeboEndpoint("variable", 1)),
        ("gazebo:", GazeboEndpoint("variable", 1)),
    ],
)
def test_a_uri_names_the_master(uri: str, endpoint: GazeboEndpoint) -> None:
    assert parse_gazebo_uri(uri, "http://variable:1") == endpoint


def test_without_the_variable_the_master_is_on_this_machine() -> None:
    assert parse_gazebo_uri("gazebo://") == GazeboEndpoint("localhost", 11345)


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("http://robot", says(GazeboWireWording.ADDRESS_INVALID, uri="http://robot")),
        ("gazebo", says(GazeboWireWording.ADDRESS_INVALID, uri="gazebo")),
        ("gazebo://robot/topic", says(GazeboWireWording.ADDRESS_INVALID, uri="gazebo://robot/topic")),
        ("gazebo://me@robot", says(GazeboWireWording.ADDRESS_INVALID, uri="gazebo://me@robot")),
        ("gazebo://ro bot", says(GazeboWireWording.ADDRESS_INVALID, uri="gazebo://ro bot")),
        ("gazebo://robot\x00", says(GazeboWireWording.ADDRESS_INVALID, uri="gazebo://robot\x00")),
        ("gazebo://robot:port", says(GazeboWireWording.ADDRESS_PORT, port="port", uri="gazebo://robot:port")),
        ("gazebo://robot:", says(GazeboWireWording.ADDRESS_PORT, uri="gazebo://robot:")),
        ("gazebo://robot:0", says(GazeboWireWording.ADDRESS_PORT, port="0", uri="gazebo://robot:0")),
        ("gazebo://robot:65536", says(GazeboWireWording.ADDRESS_PORT, port="65536", uri="gazebo://robot:65536")),
        ("gazebo://robot:٣", says(GazeboWireWording.ADDRESS_PORT, port="٣", uri="gazebo://robot:٣")),
        ("gazebo://[::1]:11345", says(GazeboWireWording.ADDRESS_IPV6, uri="gazebo://[::1]:11345")),
        ("gazebo://:11345", says(GazeboWireWording.ADDRESS_WITHOUT_HOST, uri="gazebo://:11345")),
    ],
)
def test_a_wrong_uri_is_refused_with_reason_and_tip(uri: str, said: Said) -> None:
    with pytest.raises(LocalProtocolError, check=said) as caught:
        parse_gazebo_uri(uri)

    assert code_of(caught.value.tip) is GazeboWireWording.ADDRESS_TIP


@given(st.text(max_size=20))
@settings(deadline=None)
def test_any_text_is_an_endpoint_or_refused(text: str) -> None:
    assert 0 < parse_master_uri(text).port < 65536
    try:
        endpoint = parse_gazebo_uri(f"gazebo://{text}")
    except LocalProtocolError:
        return
    assert endpoint.host
    assert 0 < endpoint.port < 65536


def test_an_endpoint_is_written_with_a_colon() -> None:
    assert str(GazeboEndpoint("robot", 11345)) == "robot:11345"
