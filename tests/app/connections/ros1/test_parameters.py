"""Parameters through a whole connection."""

from __future__ import annotations

import pytest

from app.connections.ros1 import parameters
from app.connections.ros1.calls import RosFailureError
from protocols.errors import FrameTooLargeError, LocalProtocolError
from tests.fakes.ros1_station import FakeMaster, Station
from tests.fakes.waiting import TIMEOUT_S, eventually


async def test_parameters_are_read_set_and_deleted(station: Station, master: FakeMaster) -> None:
    access = station.connection._access
    await access.set_parameter("/a/b", [1, 2.5, "x"], TIMEOUT_S)

    assert await access.get_parameter("/a", TIMEOUT_S) == {"b": [1, 2.5, "x"]}
    assert master.called("setParam") == [["/a/b", [1, 2.5, "x"]]]
    await access.delete_parameter("/a", TIMEOUT_S)
    with pytest.raises(RosFailureError):
        await access.get_parameter("/a", TIMEOUT_S)


async def test_a_snapshot_follows_what_others_change(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parameters, "REFRESH_INTERVAL_S", 100.0)
    access = station.connection._access
    master.do("setParam", "/other", "/speed", 1)
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.tree == {"speed": 1})
    revision = access.parameters.revision

    master.do("setParam", "/other", "/speed", 2)

    await eventually(lambda: access.parameters.tree == {"speed": 2})
    assert access.parameters.revision == revision + 1


async def test_our_own_change_is_seen_too(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "REFRESH_INTERVAL_S", 100.0)
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.revision)

    await access.set_parameter("/mine", True, TIMEOUT_S)

    await eventually(lambda: access.parameters.tree == {"mine": True})


async def test_a_master_that_does_not_reach_us_is_asked_again(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parameters, "REFRESH_INTERVAL_S", 0.05)
    master.deaf = True
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.revision)

    master.do("setParam", "/other", "/speed", 3)

    await eventually(lambda: access.parameters.tree == {"speed": 3})


async def test_a_value_that_somebody_else_tells_us_is_not_believed(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parameters, "REFRESH_INTERVAL_S", 100.0)
    access = station.connection._access
    master.do("setParam", "/other", "/speed", 1)
    access.watch_parameters(wanted=True)
    await eventually(lambda: access.parameters.revision)
    before = access.parameters.updated_ns

    await station.call("paramUpdate", "/evil", "/speed", 99)

    await eventually(lambda: access.parameters.updated_ns != before)
    assert access.parameters.tree == {"speed": 1}


async def test_who_no_longer_looks_is_told_no_more(station: Station, master: FakeMaster) -> None:
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: master.called("subscribeParam"))

    access.watch_parameters(wanted=False)

    await eventually(lambda: master.called("unsubscribeParam"))


async def test_the_end_is_told_too(station: Station, master: FakeMaster) -> None:
    station.connection._access.watch_parameters(wanted=True)
    await eventually(lambda: master.called("subscribeParam"))

    await station.connection.close()

    assert master.called("unsubscribeParam")


async def test_a_master_that_was_started_again_is_asked_again(station: Station, master: FakeMaster) -> None:
    access = station.connection._access
    access.watch_parameters(wanted=True)
    await eventually(lambda: master.called("subscribeParam"))

    await master.stop()
    await station.reach("lost")
    await master.start()

    await eventually(lambda: len(master.called("subscribeParam")) == 2)


@pytest.mark.parametrize("key", ["", " ", "/", "//"])
async def test_everything_at_once_can_not_be_changed(station: Station, key: str) -> None:
    access = station.connection._access
    with pytest.raises(LocalProtocolError):
        await access.set_parameter(key, 1, TIMEOUT_S)
    with pytest.raises(LocalProtocolError):
        await access.delete_parameter(key, TIMEOUT_S)


@pytest.mark.parametrize("key", ["/t/a-b", "/with space", "/0/1.5", "/ü"])
async def test_whatever_name_the_master_takes_can_be_read_set_and_deleted(station: Station, key: str) -> None:
    access = station.connection._access
    await access.set_parameter(key, 1, TIMEOUT_S)

    assert await access.get_parameter(key, TIMEOUT_S) == 1
    await access.delete_parameter(key, TIMEOUT_S)
    with pytest.raises(RosFailureError):
        await access.get_parameter(key, TIMEOUT_S)


async def test_a_private_name_is_our_nodes(station: Station, master: FakeMaster) -> None:
    await station.connection._access.set_parameter("~x", 1, TIMEOUT_S)

    assert master.called("setParam") == [[f"{station.name}/x", 1]]


async def test_names_are_listed_also_where_the_values_are_too_long_for_an_answer(
    station: Station, master: FakeMaster
) -> None:
    for key in ("/p/b", "/p/a-b", "/p/a/c", "/pq", "/other"):
        master.do("setParam", "/other", key, 1)
    master.say("getParam", bytes(17 * 1024 * 1024))
    access = station.connection._access

    assert await access.parameter_names("/p", TIMEOUT_S) == ("/p/a/c", "/p/a-b", "/p/b")
    assert await access.parameter_names("/p/b", TIMEOUT_S) == ("/p/b",)
    assert len(await access.parameter_names("/", TIMEOUT_S)) == 5
    assert await access.parameter_names("/nothing", TIMEOUT_S) == ()
    with pytest.raises(FrameTooLargeError, match="is longer than the limit of") as caught:
        await access.get_parameter("/p", TIMEOUT_S)
    assert caught.value.tip.startswith("Ask for a part of it")


async def test_why_they_can_not_be_read_is_told(station: Station, master: FakeMaster) -> None:
    master.say("subscribeParam", bytes(17 * 1024 * 1024))
    access = station.connection._access

    access.watch_parameters(wanted=True)

    await eventually(lambda: access.parameters.reason)
    assert "is longer than the limit of" in access.parameters.reason
    assert access.parameters.tip.startswith("Ask for a part of it")
    assert access.parameters.tree is None
