from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import GalileoError
from protocols.galileo.discovery import AnnouncedRobot, parse_announcement

ID = "F9DF41E6CA1C41CD8ECB510C3EF84A4472191922695EBA5A7514D459FBA7608A2233042EF2D0"


def test_a_robot_tells_its_id_port_mac_and_version_and_its_address_is_the_sender_s() -> None:
    data = json.dumps({"id": ID, "port": 3546, "mac": "b0:f1:ec:00:00:01", "version": "5.0.0"}).encode()

    assert parse_announcement(data, "192.168.0.132") == AnnouncedRobot(
        ID, "192.168.0.132", 3546, "b0:f1:ec:00:00:01", "5.0.0"
    )


def test_only_the_id_is_needed() -> None:
    assert parse_announcement(b'{"id": "ab"}\0', "10.0.0.1") == AnnouncedRobot("ab", "10.0.0.1")


def test_what_is_not_as_it_should_be_is_left_out() -> None:
    data = json.dumps({"id": "ab", "port": True, "mac": 7, "version": "5\n0", "password": "xiaoqiang"}).encode()

    assert parse_announcement(data, "10.0.0.1") == AnnouncedRobot("ab", "10.0.0.1")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        b"\xff",
        b"[]",
        b"{}",
        b'{"id": ""}',
        b'{"id": 5}',
        b'{"id": "a\\nb"}',
        b"[" * 4000,
        b" " * 5000,
        json.dumps({"id": "x" * 300}).encode(),
    ],
)
def test_what_is_no_broadcast_of_a_robot_is_refused(data: bytes) -> None:
    with pytest.raises(GalileoError):
        parse_announcement(data, "10.0.0.1")


@given(st.binary(max_size=100) | st.recursive(st.text() | st.integers() | st.none(), st.lists).map(
    lambda value: json.dumps({"id": "a", "port": value, "mac": value, "version": value}).encode()
))  # fmt: skip
def test_any_datagram_is_a_robot_or_refused(data: bytes) -> None:
    try:
        robot = parse_announcement(data, "10.0.0.1")
    except GalileoError:
        return
    assert robot.robot_id
