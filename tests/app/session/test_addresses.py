from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.addresses import AddressTokens, NamedRobot
from app.session.addresses import (
    address_tokens,
    address_topic_names,
    read_names_file,
    with_names,
    with_token,
)
from app.session.errors import SessionError
from protocols.galileo.uri import parse_galileo_uri
from protocols.nrp.uri import NrpTransport, parse_nrp_uri
from protocols.nrp.wording import NrpWireWording
from tests.tools.sentences import says

ROBOT = "galileo://10.0.0.7:3547/odom"
KEY = "galileo://10.0.0.7:3547"


@pytest.mark.parametrize("uri", ["gazebo://robot:11345", "ros1://robot", "", "galileo", "galileo.local/?token=a"])
def test_only_addresses_of_robots_with_tokens_have_an_access(uri: str) -> None:
    assert address_tokens(uri) is None
    assert with_token(uri, "abc") == uri


@pytest.mark.parametrize(
    ("uri", "clean", "token", "proxy_token"),
    [
        (ROBOT, ROBOT, "", ""),
        (f"{ROBOT}?token=abc", ROBOT, "abc", ""),
        (f"{ROBOT}?wan=no&token=abc", f"{ROBOT}?wan=no", "abc", ""),
        (f"{ROBOT}?token=abc&send_port=5", f"{ROBOT}?send_port=5", "abc", ""),
        (f"{ROBOT}?galileo_proxy_token=x&token=y", ROBOT, "y", "x"),
        (f"{ROBOT}?TOKEN=a%26b+c", ROBOT, "a&b c", ""),
        (f"{ROBOT}?token=", f"{ROBOT}?token=", "", ""),
        ("galileo://host:99999/x?token=abc", "galileo://host:99999/x", "abc", ""),
        ("GALILEO:?token=abc", "GALILEO:", "abc", ""),
    ],
)
def test_tokens_are_told_apart_from_an_address_even_where_it_makes_no_sense(
    uri: str, clean: str, token: str, proxy_token: str
) -> None:
    access = address_tokens(uri)

    assert access is not None
    assert (access.uri, access.token, access.proxy_token) == (clean, token, proxy_token)


@pytest.mark.parametrize(
    "uri",
    [
        "galileo://10.0.0.7",
        "galileo://10.0.0.7:3547/odom",
        "galileo://10.0.0.7/galileo/status?wan=no",
        " galileo://10.0.0.7?token=x",
    ],
)
def test_all_addresses_of_one_robot_share_what_is_kept(uri: str) -> None:
    access = address_tokens(uri)

    assert access is not None
    assert (access.key, access.proxy_key) == (KEY, "")


def test_a_robot_behind_a_proxy_has_a_second_token() -> None:
    access = address_tokens("galileo://Ab12.3547.robot1.bwbot.org/odom")

    assert access is not None
    assert access.has_proxy
    assert access.key == "galileo://ab12.3547.robot1.bwbot.org:3547"
    assert access.proxy_key == f"{access.key} proxy"


def test_what_is_not_understood_has_no_key() -> None:
    access = address_tokens("galileo://a b")

    assert access is not None
    assert (access.key, access.proxy_key) == ("", "")


def test_an_access_does_not_show_what_it_holds() -> None:
    assert "abc" not in repr(AddressTokens(ROBOT, "abc", "abc"))


@settings(deadline=None)
@given(
    token=st.text(min_size=1, max_size=40), proxy_token=st.text(max_size=40), options=st.sampled_from(["", "?wan=no"])
)
def test_a_token_that_is_put_in_comes_out_again_and_is_what_the_protocol_reads(
    token: str, proxy_token: str, options: str
) -> None:
    uri = with_token(f"{ROBOT}{options}", token, proxy_token)
    access, parsed = address_tokens(uri), parse_galileo_uri(uri)

    assert access is not None
    assert (access.token, access.proxy_token, access.uri) == (token, proxy_token, f"{ROBOT}{options}")
    assert (parsed.token, parsed.proxy_token, parsed.parameters) == (token, proxy_token, ())


def test_another_token_takes_the_place_of_the_first_and_none_changes_nothing() -> None:
    assert with_token(f"{ROBOT}?token=old", "new") == f"{ROBOT}?token=new"
    assert with_token(f"{ROBOT}?token=old&wan=no", "", "p") == f"{ROBOT}?wan=no&token=old&galileo_proxy_token=p"
    assert with_token(ROBOT, "") == ROBOT


ENGINE = "nrp+grpc://robot:9004"


@pytest.mark.parametrize("uri", ["", "nrp", "gazebo://robot:11345", "galileo://robot:3547/a?packs=b", "nrp+x://robot"])
def test_robots_that_list_their_topics_need_no_names(uri: str) -> None:
    assert address_topic_names(uri) is None
    assert with_names(uri, ["a"]) == uri


def test_names_are_told_apart_from_an_address() -> None:
    named = address_topic_names(f"{ENGINE}?packs=a,%20b::c%20,,d%2Ce&rate=50&packs=f")

    assert named is not None
    assert (named.uri, named.names) == (f"{ENGINE}?rate=50", ("a", "b::c", "d", "e", "f"))
    assert (named.is_told, named.key) == (True, ENGINE)


@pytest.mark.parametrize(
    ("uri", "key"),
    [
        ("NRP+GRPC://robot", ENGINE),
        ("nrp+grpc://", ""),
        (f"{ENGINE}?packs", ENGINE),
        (" nrp+json://robot:9 ", "nrp+json://robot:9"),
    ],
)
def test_an_address_without_names_is_left_as_it_is_typed(uri: str, key: str) -> None:
    named = address_topic_names(uri)

    assert named is not None
    assert (named.uri, named.names, named.is_told, named.key) == (uri, (), False, key)


def test_names_are_put_into_an_address_in_place_of_those_that_it_held() -> None:
    uri = with_names(f"{ENGINE}?packs=x&rate=50", ["a", "b::ü c"])

    assert uri == f"{ENGINE}?rate=50&packs=a,b::%C3%BC%20c"
    assert parse_nrp_uri(uri).packs == ("a", "b::ü c")


def test_that_there_are_no_names_is_told_too() -> None:
    uri = with_names(ENGINE, [])
    named = address_topic_names(uri)

    assert parse_nrp_uri(uri).packs == ()
    assert named is not None
    assert (named.is_told, named.uri) == (True, ENGINE)


@given(names=st.lists(st.text(st.characters(codec="utf-8", exclude_characters=",", exclude_categories=["C", "Z"]))))
def test_what_is_put_in_comes_out(names: list[str]) -> None:
    named = address_topic_names(with_names(ENGINE, names))

    assert named is not None
    assert named.names == tuple(dict.fromkeys(filter(None, names)))


@given(text=st.text())
def test_whatever_is_typed_is_read(text: str) -> None:
    uri = f"nrp+json:{text}"
    named = address_topic_names(uri)

    assert named is not None
    assert named.uri == uri or named.is_told
    assert all(name and name == name.strip() for name in named.names)
    again = address_topic_names(with_names(uri, named.names))
    assert again is not None
    assert (again.names, again.key) == (named.names, named.key)


def test_a_file_tells_of_robots_and_names() -> None:
    config = {"EngineConfigs": [{"EngineName": "g", "EngineType": "gazebo_json"}, {"EngineType": "python_json"}]}
    found = read_names_file(json.dumps({**config, "Watch": "a::b"}).encode())

    assert found.robots == (
        NamedRobot("g", "gazebo_json", "nrp+json://localhost:9002", ()),
        NamedRobot("", "python_json", "", ()),
    )
    assert found.names == ("a::b",)
    with pytest.raises(SessionError, check=says(NrpWireWording.FILE_NO_TEXT)):
        read_names_file(b"\xff")


def test_who_has_no_such_robot_loads_nothing_for_them() -> None:
    code = "import app.session.addresses as n, sys; n.address_topic_names('gazebo://a:1');"
    code += "print([m for m in sys.modules if m.startswith('protocols.nrp')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_schemes_are_those_of_engines_that_can_not_list() -> None:
    for wire in (NrpTransport.GRPC, NrpTransport.JSON):
        assert address_topic_names(f"{wire.scheme}://robot") is not None
