from __future__ import annotations

import pytest

from app.connections.ros1 import clock
from app.wording.connections import Ros1Wording
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.waiting import eventually


def tick(secs: int, nsecs: int = 0) -> bytes:
    """A frame with a rosgraph_msgs/Clock."""
    return b"\x08\x00\x00\x00" + secs.to_bytes(4, "little") + nsecs.to_bytes(4, "little")


def simulator() -> FakeTalker:
    talker = FakeTalker("/clock", "/sim", "rosgraph_msgs/Clock")
    talker.header = {"type": "rosgraph_msgs/Clock", "md5sum": "*", "message_definition": "time clock\n"}
    talker.frames = [tick(10)]
    return talker


async def test_a_robot_that_keeps_our_time_has_no_clock_of_its_own(station: Station, master: FakeMaster) -> None:
    await eventually(lambda: master.called("getParam"))

    assert station.connection.clock is None
    assert "/clock" not in master.registered()


async def test_simulated_time_is_followed_and_a_jump_back_is_said(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)
    async with simulator() as talker:
        talker.register(master)
        await station.get("/clock")
        assert station.connection.clock is not None
        assert station.connection.clock.now_ns == 10_000_000_000

        talker.send(tick(11, 500) + tick(3))
        await station.get("/clock", 3)

        assert station.connection.clock.now_ns == 3_000_000_000
        assert station.connection.clock.jumps_back == 1
        assert station.says(Ros1Wording.TIME_WENT_BACK, time_s=3.0) is not None


async def test_a_jump_back_is_news_only_for_a_while(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)
    async with simulator() as talker:
        talker.frames = [tick(9), tick(3)]
        talker.register(master)
        await eventually(lambda: station.says(Ros1Wording.TIME_WENT_BACK))

        monkeypatch.setattr(clock, "JUMP_NEWS_S", 0.0)

        await eventually(lambda: not station.says(Ros1Wording.TIME_WENT_BACK))


async def test_now_is_simulated_time_where_the_robot_goes_by_it(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)
    async with simulator() as talker:
        talker.register(master)
        await station.get("/clock")

        payload = station.connection.encode("std_msgs/Header", {"stamp": "now"})

        assert int.from_bytes(payload[4:8], "little") == 10


async def test_a_silent_clock_is_said_until_it_speaks(
    station: Station, master: FakeMaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "SILENCE_S", 0.1)
    master.do("setParam", "/x", "/use_sim_time", True)

    await eventually(lambda: station.says(Ros1Wording.TIME_STANDS_STILL, topic="/clock"))

    # its one message is enough, for longer than this takes
    monkeypatch.setattr(clock, "SILENCE_S", 1000.0)
    async with simulator() as talker:
        talker.register(master)
        await eventually(lambda: not station.says(Ros1Wording.TIME_STANDS_STILL, topic="/clock"))


async def test_a_robot_may_go_back_to_its_machines_time(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)
    await eventually(lambda: "/clock" in master.registered())

    master.do("setParam", "/x", "/use_sim_time", False)

    await eventually(lambda: "/clock" not in master.registered())
    assert station.connection.clock is None


async def test_a_clock_message_that_is_none_is_passed_over(station: Station, master: FakeMaster) -> None:
    master.do("setParam", "/x", "/use_sim_time", True)
    async with simulator() as talker:
        talker.frames = [b"\x01\x00\x00\x00x", tick(5)]
        talker.register(master)

        await station.get("/clock", 2)

        assert station.connection.clock is not None
        assert station.connection.clock.now_ns == 5_000_000_000
