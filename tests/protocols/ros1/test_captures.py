"""Recorded words of real ROS 1 programs, understood."""

from __future__ import annotations

import functools
import json
import struct
from typing import Any

import pytest

from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.tcpros.header import HeaderReader
from tests.protocols.ros1.conversations import DATA, names, server


@functools.cache
def messages() -> list[dict[str, Any]]:
    """Messages that genpy made, with what it reads from them."""
    return [json.loads(line) for line in (DATA / "messages.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("message", messages(), ids=lambda message: message["type"])
def test_the_md5_of_a_definition_is_that_of_genmsg(message: dict[str, Any]) -> None:
    assert parse_message(message["type"], message["definition"]).md5 == message["md5"]


@pytest.mark.parametrize("message", messages(), ids=lambda message: message["type"])
def test_a_definition_is_told_again_as_it_was_told(message: dict[str, Any]) -> None:
    """But for blank lines, which mean nothing."""
    told = parse_message(message["type"], message["definition"]).definition

    assert _lines(told) == _lines(message["definition"])


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


@pytest.mark.parametrize("name", names("topic_"))
def test_the_definition_that_a_publisher_sends_has_the_md5_that_it_sends(name: str) -> None:
    fields = HeaderReader().feed(server(name))

    assert fields is not None
    assert parse_message(fields["type"], fields["message_definition"]).md5 == fields["md5sum"]


@pytest.mark.parametrize("name", names("topic_"))
def test_what_follows_a_publishers_header_are_three_whole_messages(name: str) -> None:
    reader = HeaderReader()
    fields = reader.feed(server(name))
    assert fields is not None
    least = parse_message(fields["type"], fields["message_definition"]).min_size

    sizes = []
    rest = reader.leftovers
    while rest:
        (size,) = struct.unpack_from("<I", rest)
        sizes.append(size)
        assert len(rest) >= 4 + size
        rest = rest[4 + size :]

    assert len(sizes) == 3
    assert min(sizes) >= least
