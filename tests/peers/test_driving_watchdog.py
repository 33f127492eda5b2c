"""What comes to the robot when the drive process or the window fails: real sockets and processes, times at its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.drive_window import DriveWindow, drive_window
from tests.fakes.driven_robot import Came, DrivenRobot, clock, driven_robot
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.fakes.watchdogs import send_to, watchdogs_of
from tests.peers.driving_fixtures import first, robot

__all__ = ("first", "robot")

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# what is promised
KILLED_S, SILENT_S, FAULT_S, STOP_S = 0.3, 0.6, 0.25, 0.06
# it is not needed yet, and has a second
HANGS_S = 1.3
AFTER_ZEROS_S = 0.5


@pytest.fixture
async def window(robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[DriveWindow]:
    async with drive_window(robot.uri, tmp_path) as window:
        yield window


def motions(came: list[Came]) -> list[Came]:
    return [command for command in came if not command.is_zero]


async def stands_after(robot: DrivenRobot, moment: float, limit_s: float) -> None:
    """A zero came within the limit, and nothing but zeros after it."""
    took_s = await robot.zero_after(moment)
    await asyncio.sleep(AFTER_ZEROS_S)
    assert motions(robot.from_zero(moment)) == []
    kept(took_s, limit_s)


class TestADriveProcess:
    async def test_that_is_killed_is_stopped_for_by_the_watchdog(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.drive(robot)
        pid = window.pid

        moment = clock()
        os.kill(pid, signal.SIGKILL)

        await stands_after(robot, moment, KILLED_S)
        await eventually(lambda: window.state["pid"] not in {0, pid} and window.state["stage"] == "disarmed")
        await eventually(lambda: not window.state["moving"], f"a stop that has arrived, not {window.state}")
        await robot.quiet()
        # what was held then moves nothing now; a new act does
        assert not robot.moves
        window.do("release")
        await window.drive(robot)

    async def test_that_is_frozen_is_killed_and_stopped_for(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.drive(robot)
        pid = window.pid

        moment = clock()
        os.kill(pid, signal.SIGSTOP)

        await stands_after(robot, moment, SILENT_S)
        # it is gone, so that it can do nothing any more
        await eventually(lambda: window.state["pid"] not in {0, pid} and window.state["stage"] == "disarmed")
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
        await asyncio.sleep(0.5)
        assert not robot.moves

    async def test_that_is_frozen_for_a_moment_begins_with_zero_and_obeys_nothing_that_waited(
        self, robot: DrivenRobot, window: DriveWindow
    ) -> None:
        await window.drive(robot)
        pid = window.pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(0.25)

        moment = clock()
        os.kill(pid, signal.SIGCONT)

        await eventually(lambda: robot.since(moment))
        assert robot.since(moment)[0].is_zero
        await asyncio.sleep(1)
        assert motions(robot.since(moment)) == []
        assert window.pid == pid
        await window.reach("disarmed")

    async def test_that_was_stopped_and_then_killed_is_followed_by_one_that_is_latched(
        self, robot: DrivenRobot, window: DriveWindow
    ) -> None:
        await window.drive(robot)
        await stands_after(robot, window.do("stop"), STOP_S + 0.05)
        await window.reach("stopped")
        pid = window.pid

        os.kill(pid, signal.SIGKILL)

        await eventually(lambda: window.state["pid"] not in {0, pid} and window.state["phase"] == "RUNNING")
        assert window.state["stage"] == "stopped"
        window.do("arm")
        await asyncio.sleep(0.5)
        assert window.state["stage"] == "stopped"
        assert not robot.moves

    async def test_that_rests_is_no_reason_to_send_anything(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.drive(robot)
        window.do("release")
        await robot.quiet()
        window.do("stop")
        await window.reach("stopped")
        for _ in range(2):
            window.do("clear")
            await asyncio.sleep(0.2)
        await window.reach("disarmed")
        await robot.quiet()

        moment = clock()
        os.kill(window.pid, signal.SIGKILL)

        await asyncio.sleep(1)
        assert robot.since(moment) == []

    async def test_that_is_killed_with_its_window_in_one_instant_is_stopped_for(
        self, robot: DrivenRobot, window: DriveWindow
    ) -> None:
        await window.drive(robot)
        pid = window.pid

        moment = clock()
        window.process.kill()
        os.kill(pid, signal.SIGKILL)

        await stands_after(robot, moment, KILLED_S)

    @pytest.mark.parametrize(
        ("number", "limit_s"), [(signal.SIGKILL, KILLED_S), (signal.SIGSTOP, SILENT_S)], ids=["killed", "frozen"]
    )
    async def test_that_fails_while_the_thread_of_the_links_is_busy_is_stopped_for(
        self, robot: DrivenRobot, window: DriveWindow, number: signal.Signals, limit_s: float
    ) -> None:
        await window.drive(robot)
        window.do("busy")
        await asyncio.sleep(0.5)
        assert robot.moves

        moment = clock()
        os.kill(window.pid, number)

        await stands_after(robot, moment, limit_s)

    @pytest.mark.parametrize(
        ("number", "limit_s"), [(signal.SIGKILL, KILLED_S), (signal.SIGSTOP, SILENT_S)], ids=["killed", "frozen"]
    )
    async def test_that_fails_together_with_a_window_that_is_frozen_is_stopped_for(
        self, robot: DrivenRobot, window: DriveWindow, number: signal.Signals, limit_s: float
    ) -> None:
        await window.drive(robot)
        pid = window.pid

        moment = clock()
        window.process.send_signal(signal.SIGSTOP)
        os.kill(pid, number)

        await stands_after(robot, moment, limit_s)


class TestAWatchdog:
    async def test_that_dies_stops_the_robot_and_another_one_is_there_soon(
        self, robot: DrivenRobot, window: DriveWindow
    ) -> None:
        await window.drive(robot)
        pid = window.pid
        before = watchdogs_of(pid)

        moment = clock()
        send_to(before, signal.SIGKILL)

        await stands_after(robot, moment, FAULT_S)
        await window.reach("disarmed")
        assert window.state["reason"] == "WATCHDOG_GONE"
        window.do("release")
        await window.drive(robot)
        assert window.pid == pid
        assert watchdogs_of(pid) not in ([], before)

    async def test_that_hangs_stops_the_robot(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.drive(robot)
        before = watchdogs_of(window.pid)

        moment = clock()
        send_to(before, signal.SIGSTOP)

        await stands_after(robot, moment, HANGS_S)
        # it is gone, so that it can say nothing any more
        await eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in before))

    # one robot is enough: what is refused is the same on all
    @pytest.mark.parametrize("robot", ["ros1"], indirect=True)
    async def test_that_never_comes_is_waited_for_and_then_takes_another_act(
        self, robot: DrivenRobot, window: DriveWindow
    ) -> None:
        async def no_watchdog() -> None:
            while True:
                send_to(watchdogs_of(window.pid) if window.state.get("pid") else [], signal.SIGKILL)
                await asyncio.sleep(0.05)

        killing = asyncio.get_running_loop().create_task(no_watchdog(), name="no watchdog")
        await eventually(lambda: window.state.get("link") == "GOOD" and window.state["subscribers"])
        window.do("unwatched")
        await eventually(lambda: window.state["refusal"] == "WATCHDOG_STARTING", f"a refusal, not {window.state}")
        await eventually(lambda: window.state["watchdog"] == "missing")
        window.do("arm")
        await eventually(lambda: window.state["refusal"] == "NO_WATCHDOG", f"a refusal, not {window.state}")
        assert window.state["stage"] == "disarmed"

        await window.arm_unwatched()
        assert window.state["watchdog"] == "missing"
        window.do("hold")
        await eventually(lambda: robot.moves)
        killing.cancel()
        # from now on it is needed
        await eventually(lambda: window.state["watchdog"] == "ready")
        moment = clock()
        send_to(watchdogs_of(window.pid), signal.SIGKILL)
        await stands_after(robot, moment, FAULT_S)


class TestAWindow:
    async def test_that_is_killed_stops_the_robot(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.drive(robot)

        moment = clock()
        window.process.kill()

        await stands_after(robot, moment, FAULT_S)

    @pytest.mark.parametrize(("seconds", "stage"), [(0.5, "armed"), (3.0, "disarmed")])
    async def test_whose_thread_stands_still_stops_the_robot_and_is_not_taken_for_a_dead_process(
        self, robot: DrivenRobot, window: DriveWindow, seconds: float, stage: str
    ) -> None:
        await window.drive(robot)
        pid = window.pid

        moment = window.do(str(seconds))

        await stands_after(robot, moment, FAULT_S)
        await asyncio.sleep(seconds + 0.5)
        assert (window.pid, window.state["stage"]) == (pid, stage)
        assert not robot.moves

    async def test_that_is_frozen_with_the_drive_process_alive_stops_the_robot(
        self, robot: DrivenRobot, window: DriveWindow
    ) -> None:
        await window.drive(robot)

        moment = clock()
        window.process.send_signal(signal.SIGSTOP)

        await stands_after(robot, moment, FAULT_S)
        window.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(1)
        assert not robot.moves

    async def test_that_leaves_the_robot_stops_it_first(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.drive(robot)

        await stands_after(robot, window.do("leave"), FAULT_S)

        await eventually(lambda: window.state["phase"] == "IDLE")

    async def test_sees_no_stranger_in_its_watchdog(self, robot: DrivenRobot, window: DriveWindow) -> None:
        await window.arm()

        # nobody sees who else speaks to a Galileo robot, or an engine
        if robot.uri.startswith(("ros1", "gazebo")):
            await eventually(lambda: window.state["names"])
        await asyncio.sleep(0.5)
        assert window.state["others"] == []
        assert window.state["subscribers"] == 1

    # a machine that is frozen confirms nothing by UDP alone; for TCP the cable is pulled in test_driving_network
    @pytest.mark.parametrize("robot", ["galileo"], indirect=True)
    async def test_that_drives_another_robot_goes_on_to_stop_the_first_until_it_is_known_to_stand(
        self, robot: DrivenRobot, tmp_path: Path
    ) -> None:
        async with driven_robot("ros1") as other, drive_window(robot.uri, tmp_path, other.uri) as window:
            await window.drive(robot)
            # the robot hears nothing any more, and the process dies
            robot.send_signal(signal.SIGSTOP)
            os.kill(window.pid, signal.SIGKILL)
            await eventually(lambda: window.state["moving"], f"a stop, not {window.state}")

            window.do("release")
            window.do("other")
            await eventually(lambda: window.state["target"] == other.uri, f"the other robot, not {window.state}")
            await window.drive(other)
            # longer than the end of a program would wait
            await asyncio.sleep(4)
            assert window.state["stage"] == "armed"
            assert window.state["moving"]
            (left,) = window.state["left"]
            assert robot.uri.startswith(left)

            moment = clock()
            robot.send_signal(signal.SIGCONT)

            await eventually(lambda: robot.since(moment) and not robot.moves)
            await eventually(lambda: not window.state["moving"], f"a stop that has arrived, not {window.state}")
            assert window.state["stage"] == "armed"
            assert other.moves


class TestWhatAProfileDoesAtStop:
    async def test_is_done_in_the_place_of_a_process_that_is_killed_and_ends_with_the_lock_taken_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "locked.teledeck-profile.json"
        path.write_text('{"name": "locked", "lock_topic": "/e_stop", "stop_service": "/reset"}')
        monkeypatch.setenv("TELEDECK_TEST_PROFILE", str(path))
        async with driven_robot("ros1") as robot, drive_window(robot.uri, tmp_path) as window:
            await window.drive(robot)
            pid = window.pid

            moment = clock()
            os.kill(pid, signal.SIGKILL)

            await stands_after(robot, moment, KILLED_S)
            await eventually(lambda: window.state["pid"] not in {0, pid} and window.state["stage"] == "disarmed")

            def logged() -> str:
                return "".join(log.read_text() for log in (tmp_path / "teledeck" / "drive").iterdir())

            await eventually(
                lambda: '"unlock":"/e_stop","done":true,"by":"watchdog"' in logged(), "the lock taken back"
            )
            assert '"stop service":"/reset","done":true,"by":"watchdog"' in logged()
            assert '"lock":"/e_stop","done":true,"by":"watchdog"' in logged()
