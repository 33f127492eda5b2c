"""What other nodes learn of us when they ask."""

from __future__ import annotations

import os
from typing import Any

import pytest

from protocols.errors import RemoteProtocolError
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.waiting import TIMEOUT_S


async def ask(station: Station, method: str, *arguments: Any) -> Any:
    code, message, value = await station.call(method, "/rosnode", *arguments)
    assert code == 1, message
    return value


async def test_who_we_are(station: Station, master: FakeMaster) -> None:
    assert await ask(station, "getPid") == os.getpid()
    assert await ask(station, "getName") == station.name
    assert await ask(station, "getUri") == station.api
    assert await ask(station, "getMasterUri") == f"http://127.0.0.1:{master.port}/"


async def test_what_we_subscribe_to_and_publish(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.register(master)
    station.want("/chatter", "/nothing")
    await station.get("/chatter")
    await station.connection.advertise("/out", "std_msgs/Int32", TIMEOUT_S)

    assert await ask(station, "getSubscriptions") == [["/chatter", "std_msgs/String"], ["/nothing", "*"]]
    assert await ask(station, "getPublications") == [["/out", "std_msgs/Int32"]]


async def test_our_links(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")

    (row,) = await ask(station, "getBusInfo")
    published, subscribed, _ = await ask(station, "getBusStats")

    assert row[1:6] == [talker.api, "i", "TCPROS", "/chatter", True]
    assert f"127.0.0.1:{talker.port}" in row[6]
    assert published == []
    assert subscribed[0][0] == "/chatter"
    assert subscribed[0][1][0][1] == 9


async def test_a_topic_that_we_do_not_publish(station: Station) -> None:
    code, message, _ = await station.call("requestTopic", "/x", "/nothing", [["TCPROS"]])

    assert code == -1
    assert "/nothing" in message


async def test_wrong_calls_are_answered_and_harm_nothing(station: Station) -> None:
    assert (await station.call("getPid"))[0] == -1
    assert (await station.call("publisherUpdate", "/master", "/x"))[0] == -1
    assert (await station.call("publisherUpdate", "/master", "/x", [5]))[0] == -1
    with pytest.raises(RemoteProtocolError):
        await station.call("format_disk", "/x")
    assert station.state == "connected"
