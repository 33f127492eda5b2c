from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.session.addresses import NamedRobot, address_topic_names, read_names_file, with_names
from protocols.errors import DecodeError
from protocols.nrp.uri import NrpTransport, parse_nrp_uri

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
    address_topic_names(f"nrp+json:{text}")


def test_a_file_tells_of_robots_and_names() -> None:
    config = {"EngineConfigs": [{"EngineName": "g", "EngineType": "gazebo_json"}, {"EngineType": "python_json"}]}
    found = read_names_file(json.dumps({**config, "Watch": "a::b"}).encode())

    assert found.robots == (
        NamedRobot("g", "gazebo_json", "nrp+json://localhost:9002", ()),
        NamedRobot("", "python_json", "", ()),
    )
    assert found.names == ("a::b",)
    with pytest.raises(DecodeError):
        read_names_file(b"\xff")


def test_who_has_no_such_robot_loads_nothing_for_them() -> None:
    code = "import app.session.addresses as n, sys; n.named_of('gazebo://a:1'); print([m for m in sys.modules if 'nrp' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_schemes_are_those_of_engines_that_can_not_list() -> None:
    for wire in (NrpTransport.GRPC, NrpTransport.JSON):
        assert address_topic_names(f"{wire.scheme}://robot") is not None
