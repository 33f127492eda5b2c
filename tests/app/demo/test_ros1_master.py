from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.demo import ros1_master
from app.demo.ros1_master import HOST, DemoRosMaster
from app.net.errors import LinkError
from app.net.http import HttpClient, HttpServer
from app.wording.connections import LinkWording
from protocols.ros1.graph.xmlrpc import decode_call, decode_response, encode_call, encode_response
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

STRING = "std_msgs/String"
# the discard port: nothing listens there
NOBODY = "http://127.0.0.1:9/"


class Listener:
    """A node that is told things, and counts them.

    Attributes:
        told: methods and arguments, as they came.
        slow: set to let it answer.
    """

    def __init__(self) -> None:
        self.told: list[tuple[str, list[Any]]] = []
        self.slow = asyncio.Event()
        self.slow.set()
        self._http = HttpServer(self._answer)

    @property
    def uri(self) -> str:
        return f"http://{HOST}:{self._http.port}/"

    async def start(self) -> None:
        await self._http.start(HOST)

    async def close(self) -> None:
        await self._http.close()

    async def _answer(self, body: bytes, _address: str) -> bytes:
        self.told.append(decode_call(body))
        await self.slow.wait()
        return encode_response([1, "", 0])


@pytest.fixture
async def master() -> AsyncIterator[DemoRosMaster]:
    master = DemoRosMaster({"a": {"b": 1}})
    await master.start(0)
    yield master
    await master.close()


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    listener = Listener()
    await listener.start()
    yield listener
    listener.slow.set()
    await listener.close()


async def ask(master: DemoRosMaster, method: str, *arguments: Any) -> Any:
    """What the master answers over HTTP."""
    client = HttpClient()
    try:
        return decode_response(
            await client.post(HOST, master.port, encode_call(method, ("/me", *arguments)), TIMEOUT_S)
        )
    finally:
        await client.close()


async def test_it_answers_for_itself_and_begins_with_its_parameters(master: DemoRosMaster) -> None:
    assert await ask(master, "getUri") == [1, "", master.uri]
    assert (await ask(master, "getParam", "/a"))[2] == {"b": 1}


async def test_a_subscriber_is_told_of_every_publisher_in_order(master: DemoRosMaster, listener: Listener) -> None:
    await ask(master, "registerSubscriber", "/t", STRING, listener.uri)
    listener.slow.clear()
    for number in range(5):
        master.call("registerPublisher", f"/p{number}", "/t", STRING, f"http://p{number}:1/")
    await eventually(lambda: listener.told)
    listener.slow.set()
    await eventually(lambda: len(listener.told) == 5)

    assert {method for method, _ in listener.told} == {"publisherUpdate"}
    assert [len(arguments[2]) for _, arguments in listener.told] == [1, 2, 3, 4, 5]


async def test_one_who_does_not_answer_does_not_keep_the_others_waiting(
    master: DemoRosMaster, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    # who answers is not given up because the machine is busy
    monkeypatch.setattr(ros1_master, "NOTICE_TIMEOUT_S", 1000.0)
    deaf = Listener()
    deaf.slow.clear()
    await deaf.start()
    for name, uri in (("/deaf", deaf.uri), ("/gone", NOBODY), ("/listener", listener.uri)):
        master.call("registerSubscriber", name, "/t", STRING, uri)
    master.call("registerPublisher", "/p", "/t", STRING, "http://p:1/")

    await eventually(lambda: listener.told)
    assert listener.told == [("publisherUpdate", ["/master", "/t", ["http://p:1/"]])]
    deaf.slow.set()
    await deaf.close()


async def test_what_waits_for_one_who_does_not_answer_is_bounded(
    master: DemoRosMaster, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ros1_master, "MAX_NOTICES", 3)
    master.call("registerSubscriber", "/listener", "/t", STRING, listener.uri)
    listener.slow.clear()
    for number in range(20):
        master.call("registerPublisher", f"/p{number}", "/t", STRING, f"http://p{number}:1/")
    await eventually(lambda: listener.told)
    listener.slow.set()
    await eventually(lambda: len(listener.told[-1][1][2]) == 20)

    assert len(listener.told) <= 4


async def test_what_a_call_from_inside_must_not_do_is_an_error(master: DemoRosMaster) -> None:
    with pytest.raises(ValueError, match="topic"):
        master.call("registerPublisher", "/p", "no:name", STRING, "http://p:1/")


async def test_a_port_that_is_taken_is_said(master: DemoRosMaster) -> None:
    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await DemoRosMaster({}).start(master.port)
