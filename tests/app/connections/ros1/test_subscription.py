"""The links of one topic, with publishers that are only listed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.connections.ros1 import subscription
from protocols.ros1.names import RosEndpoint
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station, string
from tests.fakes.waiting import eventually


async def test_no_more_publishers_are_dialled_than_make_sense(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscription, "MAX_LINKS", 3)
    for number in range(1, 6):
        master.do("registerPublisher", f"/n{number}", "/x", "std_msgs/String", f"http://127.0.0.1:{number}/")

    station.want("/x")

    await eventually(lambda: station.alert("publishers: only as many are read"))
    known = station.connection._subscriptions.get("/x")
    assert known is not None
    assert len(known.links) == 3


async def test_a_list_that_is_complete_ends_links_that_stand_and_another_does_not(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")
    known = station.connection._subscriptions.get("/chatter")
    assert known is not None

    known.set_publishers([], complete=False)
    assert [link.is_linked for link in known.links] == [True]
    known.set_publishers([RosEndpoint("127.0.0.1", 1)], complete=True)
    assert [link.api for link in known.links] == [RosEndpoint("127.0.0.1", 1)]


async def test_a_topic_that_is_wanted_no_more_is_not_live_and_not_read(
    station: Station, master: FakeMaster, talker: FakeTalker
) -> None:
    talker.register(master)
    station.want("/chatter")
    await station.get("/chatter")
    assert station.topic("/chatter").live

    station.want()

    assert not station.topic("/chatter").live
    talker.send(string("nobody listens"))
    await eventually(lambda: "/chatter" in master.registered())
    assert station.messages("/chatter") == 1


async def test_every_message_goes_to_those_who_listen(station: Station, master: FakeMaster, talker: FakeTalker) -> None:
    heard: list[int] = []
    talker.frames = [string("a") + string("b")]
    talker.register(master)
    station.connection.set_sinks("/chatter", (lambda batch, _now, _ns: heard.append(batch.count),))
    station.want("/chatter")

    await eventually(lambda: sum(heard) == 2)

    station.connection.set_sinks("/chatter", ())
    talker.send(string("c"))
    await station.get("/chatter", 3)
    assert sum(heard) == 2


async def test_alerts_of_a_topic_end_with_the_wish_for_it(
    master: FakeMaster, make_station: Callable[..., Station]
) -> None:
    station = make_station(master.uri)
    master.do("registerPublisher", "/dead", "/x", "std_msgs/String", "http://127.0.0.1:1/")
    station.want("/x")
    await eventually(lambda: station.alert("nothing listens"))

    station.want()

    assert not station.alerts.current
