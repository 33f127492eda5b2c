from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.schemes import SCHEMES
from app.session.errors import SessionError
from app.session.typed_addresses import (
    FOLLOWING,
    KINDS,
    MAX_PORT,
    AddressParts,
    address_note,
    check_port,
    complete_address,
    is_kind_open,
    join_address,
    kind_of,
    split_address,
)
from app.wording.schemes import SchemeWording
from app.wording.session import SessionWording
from tests.tools.sentences import tells

# what people type and paste, and what a slip of the hand makes of it
_PIECES = (
    *SCHEMES,
    "http",
    "ros",
    "://",
    ":",
    "/",
    "?",
    "#",
    "@",
    "[",
    "]",
    "::1",
    "robot",
    "10.0.0.7",
    "11311",
    " ",
    "x",
)
_BEGINNINGS = [f"{name}://" for name, known in SCHEMES.items() if not known.is_file]
TYPED = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(_PIECES), max_size=8).map("".join))
HOSTS = st.from_regex(r"[a-z][a-z0-9.-]{0,20}", fullmatch=True).filter(lambda host: host not in SCHEMES)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("http://localhost:11311", "ros1://localhost:11311"),
        ("http://localhost:11311/", "ros1://localhost:11311"),
        ("HTTP://robot:11312", "ros1://robot:11312"),
        ("ros://robot", "ros1://robot"),
        ("localhost:11311", "ros1://localhost:11311"),
        (" 192.168.1.20:11345 ", "gazebo://192.168.1.20:11345"),
        ("10.0.0.7:3547/odom", "galileo://10.0.0.7:3547/odom"),
        ("http://engine:9002", "nrp+json://engine:9002"),
        ("mqtt://broker/engine", "nrp+mqtt://broker/engine"),
        ("ros1://robot:11311?alias=a=10.0.0.1", "ros1://robot:11311?alias=a=10.0.0.1"),
        ("gazebo:", "gazebo:"),
        ("gazbo://robot", "gazbo://robot"),
        ("robot", "robot"),
        ("robot:12345", "robot:12345"),
        ("", ""),
    ],
)
def test_an_address_that_people_know_from_elsewhere_is_understood(typed: str, meant: str) -> None:
    assert complete_address(typed) == meant


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("gazebo://robot:1/x?y#z", AddressParts("gazebo", "robot", "1", "/x?y#z")),
        ("ROS1://robot", AddressParts("ros1", "robot")),
        ("ros1:", AddressParts("ros1")),
        ("robot:99999", AddressParts("", "robot", "99999")),
        ("[fe80::1]:11345", AddressParts("", "[fe80::1]", "11345")),
        ("fe80::1", AddressParts("", "fe80::1")),
        ("robot?next=http://x", AddressParts("", "robot", "", "?next=http://x")),
        ("  ", AddressParts()),
    ],
)
def test_an_address_has_a_kind_a_host_a_port_and_the_rest(typed: str, parts: AddressParts) -> None:
    assert split_address(typed) == parts


@given(TYPED)
def test_parts_make_an_address_with_the_same_parts(typed: str) -> None:
    address = join_address(split_address(typed))

    assert join_address(split_address(address)) == address


@given(HOSTS, st.integers(1, MAX_PORT), st.sampled_from(KINDS))
def test_every_kind_makes_an_address_of_a_host_and_a_port(host: str, port: int, kind: object) -> None:
    assert kind in KINDS
    for known in KINDS:
        parts = AddressParts(known.scheme, host, str(port))
        assert split_address(join_address(parts)) == parts


@given(TYPED)
def test_a_completed_address_is_complete(typed: str) -> None:
    completed = complete_address(typed)

    assert complete_address(completed) == completed
    assert is_kind_open(typed) == is_kind_open(completed)


@given(HOSTS)
def test_a_bare_host_may_be_of_any_kind_until_its_port_says_which(host: str) -> None:
    assert is_kind_open(host)
    assert not any(is_kind_open(f"{host}:{kind.port}") for kind in KINDS)


@given(
    HOSTS,
    st.integers(0, 10**30),
    st.sampled_from(["", *_BEGINNINGS]),
)
def test_a_port_that_none_can_have_is_called_so(host: str, port: int, begin: str) -> None:
    if 1 <= port <= MAX_PORT:
        check_port(f"{begin}{host}:{port}/x")
        return
    with pytest.raises(SessionError) as caught:
        check_port(f"{begin}{host}:{port}/x")
    assert tells(caught.value.reason, SessionWording.PORT_OUT_OF_RANGE)
    assert caught.value.tip == SessionWording.PORT_TIP()


@pytest.mark.parametrize("typed", ["robot", "robot:", "ros1://robot", "robot:http", "robot:²", "gazebo:", ""])
def test_what_is_no_number_is_no_port_out_of_range(typed: str) -> None:
    check_port(typed)


@pytest.mark.parametrize(
    ("address", "port"),
    [("galileo://robot", 10427), ("galileo://robot:3547/odom", 10427), ("galileo://robot?send_port=5", 5)],
)
def test_a_proxy_is_named_before_anything_is_sent_to_it(address: str, port: int) -> None:
    assert address_note(address) == SchemeWording.GALILEO_PROXY(host="robot", port=port)


@pytest.mark.parametrize(
    "address",
    ["galileo://10.0.0.7", "galileo://localhost", "galileo://robot?wan=no", "galileo://", "ros1://robot", "robot"],
)
def test_of_a_way_that_is_direct_or_unknown_nothing_is_noted(address: str) -> None:
    assert address_note(address) == ""


@pytest.mark.parametrize(("address", "kind"), [("ros1://robot:1", "ROS 1"), ("gazebo:", "Gazebo"), ("x://robot", "")])
def test_an_address_says_the_kind_in_words(address: str, kind: str) -> None:
    assert kind_of(address) == kind


def test_variables_of_the_environment_are_followed_by_their_own_kind() -> None:
    assert dict(FOLLOWING) == {"GAZEBO_MASTER_URI": "gazebo:", "ROS_MASTER_URI": "ros1:"}
    assert [split_address(address).host for _, address in FOLLOWING] == ["", ""]
