from __future__ import annotations

import pytest

from app.connections.ros1.uri import parse_uri
from protocols.errors import LocalProtocolError
from protocols.ros1.names import RosEndpoint


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
    ("uri", "part"),
    [
        ("ros1://robot?alias=sherlock", "does not say which address"),
        ("ros1://robot?alias==1.2.3.4", "does not say which address"),
        ("ros1://robot?alias=a=", "does not say which address"),
        ("ros1://robot?alias=a=b c", "does not say which address"),
        ("ros1://robot?alias=a=1.1.1.1&alias=a=2.2.2.2", "stands for two addresses"),
        ("ros1://robot?colour=red", "no option"),
        ("ros1://robot?x", "no options"),
        ("ros1://robot?" + "&".join(f"alias=a{n}=b" for n in range(1000)), "no options"),
        ("ros1://a b", "not the address of a ROS 1 master"),
        ("ros1://robot:99999", "not the address of a ROS 1 master"),
    ],
)
def test_what_can_not_be_understood_is_said(uri: str, part: str) -> None:
    with pytest.raises(LocalProtocolError, match=part):
        parse_uri(uri, {})


def test_a_bad_ros_master_uri_is_said() -> None:
    with pytest.raises(LocalProtocolError, match="not the address"):
        parse_uri("ros1:", {"ROS_MASTER_URI": "robot:11311"})
