from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping

import pytest

from app.connections.ros1.addresses import parse_uri
from app.connections.ros1.node import OwnNode
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protocols.errors import LocalProtocolError
from protocols.ros1.wording import RosGraphWording
from tests.tools.sentences import says


async def silent(body: bytes, address: str) -> bytes:
    del body, address
    return b""


def make(uri: str = "ros1://127.0.0.1:1", environ: Mapping[str, str] | None = None, port: int = 0) -> OwnNode:
    return OwnNode(parse_uri(uri, {}), environ or {}, port, silent, lambda _name, _address: None)


@pytest.fixture
async def node() -> AsyncIterator[OwnNode]:
    node = make()
    await node.open()
    yield node
    await node.close()


def test_the_name_tells_us_from_others() -> None:
    assert make().name.startswith(f"/teledeck_{os.getpid()}_")
    assert make(environ={"ROS_NAMESPACE": "/lab/"}).name.startswith("/lab/teledeck_")


def test_a_namespace_that_can_be_none_is_said() -> None:
    with pytest.raises(LocalProtocolError, check=says(RosGraphWording.NO_NAMESPACE)):
        make(environ={"ROS_NAMESPACE": "a b"})


async def test_others_are_told_to_call_us_where_we_listen(node: OwnNode) -> None:
    assert node.api == ""

    assert await node.locate()
    assert node.api.startswith("http://127.0.0.1:")
    assert not await node.locate()


async def test_who_moves_listens_elsewhere(node: OwnNode, monkeypatch: pytest.MonkeyPatch) -> None:
    await node.locate()
    before = node.api
    monkeypatch.setitem(node._environ, "ROS_HOSTNAME", "localhost")

    assert await node.locate()
    assert node.api != before
    assert node.api.startswith("http://localhost:")


async def test_a_master_that_can_not_be_found_is_said() -> None:
    node = make("ros1://sherlock.invalid")
    await node.open()

    with pytest.raises(LinkError, check=says(LinkWording.NAME_UNRESOLVED, host="sherlock.invalid")):
        await node.locate()
    await node.close()


async def test_a_port_that_is_taken_is_said(node: OwnNode) -> None:
    await node.locate()
    other = make(port=int(node.api.rpartition(":")[2].strip("/")))
    await other.open()

    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await other.locate()
    await other.close()
