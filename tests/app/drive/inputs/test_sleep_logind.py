"""Sleep as logind tells of it: a stand-in of logind on a bus of our own."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from app.drive.inputs.sleep import LogindSleepMonitor
from tests.fakes.logind import Logind
from tests.fakes.private_bus import needs_bus, private_bus
from tests.fakes.waiting import eventually

pytestmark = [pytest.mark.skipif(sys.platform != "linux", reason="other systems have none of it"), needs_bus]


@pytest.fixture
def logind(monkeypatch: pytest.MonkeyPatch) -> Iterator[Logind]:
    with private_bus() as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        logind = Logind(address)
        yield logind
        logind.close()


@pytest.fixture
def watch(logind: Logind) -> Iterator[LogindSleepMonitor]:
    del logind
    watch = LogindSleepMonitor()
    yield watch
    watch.close()
    watch.close()


async def test_it_waits_as_long_as_a_lock_is_held(watch: LogindSleepMonitor, logind: Logind) -> None:
    watch.delay_sleep()
    await eventually(lambda: logind.is_held, "a lock")

    watch.allow_sleep()

    await eventually(lambda: not logind.is_held, "no lock")
    assert len(logind.locks) == 1


async def test_that_it_goes_to_sleep_and_is_awake_again_is_heard(watch: LogindSleepMonitor, logind: Logind) -> None:
    watch.delay_sleep()
    await eventually(lambda: logind.is_held)

    logind.sleep(near=True)
    await eventually(lambda: watch.is_near, "a system that goes to sleep")
    logind.sleep(near=False)

    await eventually(lambda: not watch.is_near, "a system that is awake")
    watch.allow_sleep()
    watch.delay_sleep()
    await eventually(lambda: logind.is_held)


async def test_the_end_of_driving_lets_go(watch: LogindSleepMonitor, logind: Logind) -> None:
    watch.delay_sleep()
    await eventually(lambda: logind.is_held)

    watch.close()

    assert not logind.is_held


async def test_one_that_gives_no_lock_is_heard_all_the_same(
    watch: LogindSleepMonitor, logind: Logind, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    logind.refuses = True
    watch.delay_sleep()
    await eventually(lambda: "does not wait" in caplog.text)

    logind.sleep(near=True)

    await eventually(lambda: watch.is_near)


@pytest.mark.parametrize("address", ["unix:path=/nowhere", "nonsense"])
async def test_where_there_is_no_bus_it_is_told_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    watch = LogindSleepMonitor()
    watch.delay_sleep()

    await eventually(lambda: "does not say when it goes to sleep" in caplog.text)

    assert not watch.is_near
    watch.close()


async def test_a_bus_that_goes_away_takes_its_word_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with private_bus() as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        logind = Logind(address)
        watch = LogindSleepMonitor()
        watch.delay_sleep()
        await eventually(lambda: logind.is_held)
        logind.sleep(near=True)
        await eventually(lambda: watch.is_near)
        logind.close()

    await eventually(lambda: not watch.is_near)
    watch.close()
