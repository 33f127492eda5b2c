from __future__ import annotations

import socket
from collections.abc import Mapping, Sequence

import pytest

from app.connections.ros1.addresses import OwnAddress, RosHosts, is_loopback, own_address, parse_uri
from app.net.errors import LinkError
from app.wording.connections import Ros1Wording
from protocols.errors import LocalProtocolError
from protocols.ros1.names import RosEndpoint
from protocols.ros1.wording import RosGraphWording
from tests.tools.sentences import says, tells


@pytest.mark.parametrize(
    ("uri", "master"),
    [
        ("ros1://robot:11312", RosEndpoint("robot", 11312)),
        ("ros1://robot", RosEndpoint("robot", 11311)),
        (" ROS1://Robot/ ", RosEndpoint("Robot", 11311)),
        ("ros1:http://robot:5/", RosEndpoint("robot", 5)),
        ("ros1://http://robot:5", RosEndpoint("robot", 5)),
        ("ros1:", RosEndpoint("from_environ", 7)),
        ("ros1://", RosEndpoint("from_environ", 7)),
    ],
)
def test_a_uri_names_a_master(uri: str, master: RosEndpoint) -> None:
    assert parse_uri(uri, {"ROS_MASTER_URI": "http://from_environ:7/"}).master == master


def test_without_anything_the_master_is_on_this_machine() -> None:
    assert parse_uri("ros1:", {}).master == RosEndpoint("localhost", 11311)


def test_aliases_are_sorted_so_that_one_robot_has_one_name() -> None:
    one = parse_uri("ros1://robot?alias=b=10.0.0.2&alias=A=10.0.0.1", {})
    other = parse_uri("ros1://ROBOT:11311?alias=a=10.0.0.1&alias=b=10.0.0.2", {})

    assert one.aliases == (("a", "10.0.0.1"), ("b", "10.0.0.2"))
    assert str(one) == str(other) == "ros1://robot:11311?alias=a=10.0.0.1&alias=b=10.0.0.2"
    assert parse_uri(str(one), {}) == one


@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("ros1://robot?alias=sherlock", Ros1Wording.ALIAS_INCOMPLETE),
        ("ros1://robot?alias==1.2.3.4", Ros1Wording.ALIAS_INCOMPLETE),
        ("ros1://robot?alias=a=", Ros1Wording.ALIAS_INCOMPLETE),
        ("ros1://robot?alias=a=b c", Ros1Wording.ALIAS_INCOMPLETE),
        ("ros1://robot?alias=a=1.1.1.1&alias=a=2.2.2.2", Ros1Wording.ALIAS_TWICE),
        ("ros1://robot?colour=red", Ros1Wording.OPTION_UNKNOWN),
        ("ros1://robot?x", Ros1Wording.OPTIONS_INVALID),
        ("ros1://robot?" + "&".join(f"alias=a{n}=b" for n in range(1000)), Ros1Wording.OPTIONS_INVALID),
    ],
)
def test_options_that_can_not_be_understood_are_said(uri: str, code: Ros1Wording) -> None:
    with pytest.raises(LocalProtocolError, check=says(code)):
        parse_uri(uri, {})


@pytest.mark.parametrize("uri", ["ros1://a b", "ros1://robot:99999"])
def test_what_is_no_address_of_a_master_is_said(uri: str) -> None:
    with pytest.raises(LocalProtocolError, check=says(RosGraphWording.NO_MASTER_ADDRESS)):
        parse_uri(uri, {})


def test_a_bad_ros_master_uri_is_said() -> None:
    with pytest.raises(LocalProtocolError, check=says(RosGraphWording.NO_MASTER_ADDRESS)):
        parse_uri("ros1:", {"ROS_MASTER_URI": "robot:11311"})


MASTER = RosEndpoint("sherlock", 11311)
KNOWN = {"sherlock": "10.0.0.9", "watson": "10.0.0.7"}


def hosts(
    aliases: Mapping[str, str] | None = None, master: RosEndpoint = MASTER
) -> tuple[RosHosts, list[tuple[str, str]], dict[str, str]]:
    """Hosts whose names can be forgotten, and what was substituted."""
    said: list[tuple[str, str]] = []
    known = dict(KNOWN)

    async def look_up(host: str) -> Sequence[str]:
        if host[0].isdigit():
            return (host,)
        if host not in known:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return (known[host],)

    return RosHosts(master, aliases or {}, lambda name, address: said.append((name, address)), look_up), said, known


async def test_a_name_that_resolves_is_what_it_resolves_to() -> None:
    names, said, _ = hosts()
    await names.find_master()

    assert await names.look_up("watson") == ("10.0.0.7",)
    assert said == []


async def test_an_alias_goes_before_everything() -> None:
    names, _, _ = hosts({"watson": "10.9.9.9", "sherlock": "10.8.8.8"})

    assert await names.find_master() == "10.8.8.8"
    assert await names.look_up("Watson") == ("10.9.9.9",)


async def test_an_alias_may_lead_to_a_name() -> None:
    names, _, _ = hosts({"moriarty": "watson"})

    assert await names.look_up("moriarty") == ("10.0.0.7",)


@pytest.mark.parametrize("name", ["baker", "Baker", "baker.local"])
async def test_the_masters_own_name_is_the_masters_address(name: str) -> None:
    names, said, _ = hosts()
    await names.find_master()
    names.master_name = "baker"

    assert await names.look_up(name) == ("10.0.0.9",)
    assert said == [(name, "10.0.0.9")]


async def test_the_name_by_which_the_operator_calls_the_master_is_its_address_still() -> None:
    names, _, known = hosts()
    await names.find_master()
    known.clear()

    assert await names.look_up("sherlock") == ("10.0.0.9",)


async def test_another_name_that_does_not_resolve_is_an_error_with_a_tip() -> None:
    names, said, _ = hosts()
    await names.find_master()
    names.master_name = "baker"

    with pytest.raises(LinkError, check=says(Ros1Wording.NAME_UNRESOLVED, host="irene")) as caught:
        await names.look_up("irene")
    assert tells(caught.value.tip, Ros1Wording.NAME_UNRESOLVED_TIP, host="irene")
    assert said == []


async def test_nothing_is_made_up_before_the_master_was_found() -> None:
    names, _, known = hosts()
    known.clear()

    with pytest.raises(LinkError):
        await names.look_up("sherlock")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.1.1"])
async def test_this_machine_said_to_a_master_elsewhere_is_the_masters(host: str) -> None:
    names, said, _ = hosts()
    await names.find_master()

    assert await names.look_up(host) == ("10.0.0.9",)
    assert said == [(host, "10.0.0.9")]


async def test_this_machine_said_to_a_master_here_is_here() -> None:
    names, said, _ = hosts(master=RosEndpoint("127.0.0.1", 11311))
    await names.find_master()

    assert await names.look_up("127.0.0.1") == ("127.0.0.1",)
    assert said == []


async def test_who_asks_for_itself_is_told_of_substitutes_itself() -> None:
    names, said, _ = hosts()
    await names.find_master()
    mine: list[str] = []

    await names.look_up("localhost", lambda name, _: mine.append(name))

    assert (mine, said) == (["localhost"], [])


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("localhost", True), ("127.0.0.1", True), ("127.0.1.1", True), ("10.0.0.1", False), ("robot", False)],
)
def test_what_means_this_machine(host: str, loopback: bool) -> None:  # noqa: FBT001 - a parameter of the table
    assert is_loopback(host) is loopback


@pytest.mark.parametrize(
    ("environ", "route", "host", "interface"),
    [
        ({}, "127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ({}, "10.0.0.5", "10.0.0.5", "10.0.0.5"),
        ({"ROS_IP": "10.0.0.6"}, "10.0.0.5", "10.0.0.6", "10.0.0.6"),
        ({"ROS_IP": "203.0.113.9"}, "10.0.0.5", "203.0.113.9", "10.0.0.5"),
        ({"ROS_HOSTNAME": "deck"}, "10.0.0.5", "deck", "10.0.0.5"),
        ({"ROS_HOSTNAME": "deck", "ROS_IP": "10.0.0.6"}, "10.0.0.5", "deck", "10.0.0.5"),
        ({"ROS_HOSTNAME": "localhost"}, "10.0.0.5", "localhost", "127.0.0.1"),
        ({"ROS_IP": " "}, "10.0.0.5", "10.0.0.5", "10.0.0.5"),
    ],
)
def test_where_others_reach_us(environ: Mapping[str, str], route: str, host: str, interface: str) -> None:
    found = own_address(MASTER, "10.0.0.9", environ, lambda _far, _port: route, lambda address: address == "10.0.0.6")

    assert (found.host, found.interface) == (host, interface)
    assert found.reason
    assert found == OwnAddress(host, interface, found.reason)
