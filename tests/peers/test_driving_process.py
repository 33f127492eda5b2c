"""What comes to the robot, and when, whatever fails: real sockets, real processes, times taken at the robot's end."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import math
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli.command import NOT_REACHED
from app.drive.inputs.sleep import MAX_WAIT_S
from tests.fakes.driven_listener import driven_listener
from tests.fakes.driven_robot import ESTOPS, Came, DrivenRobot, clock, driven_robot
from tests.fakes.driving import Driving, driving
from tests.fakes.logind import Logind
from tests.fakes.private_bus import needs_bus, private_bus
from tests.fakes.promise import kept
from tests.fakes.udp_relay import relayed
from tests.fakes.waiting import eventually
from tests.fakes.watchdogs import send_to, watchdogs_of
from tests.peers.driving_fixtures import first, robot

__all__ = ("first", "robot")

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# what is promised
RELEASE_S, STOP_S, FAULT_S, KILLED_S, SILENT_S, REDIAL_S = 0.1, 0.06, 0.25, 0.3, 0.6, 1.0
# five zeros, and the proof of them; logind waits for 5 s
SLEEP_S = 1.0
FREEZES, FROZEN_AT_ONCE = 100, 4
# as a shell starts one: what stops it stops all of its group, of which the tests are not
A_JOB = (sys.executable, "-c", "import os, sys; os.setpgid(0, 0); os.execv(sys.argv[1], sys.argv[1:])")
# a second of moving on, and how often the slowest tells of itself: five times a second
# the lag of an odometry that is not known yet, a second, and the report
FOLLOW_S = 1.9
UNOBEYED_S = 1.5
# a master that was lost is asked for again and again, less and less often
MASTER_BACK_S = 5.0
# 20 Hz, and some patience
REPEATED_S = 0.1
# longer than five zeros take
AFTER_ZEROS_S = 0.5


@pytest.fixture
async def drive(robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[Driving]:
    async with driving(robot.uri, tmp_path) as drive:
        yield drive


def motions(came: list[Came]) -> list[Came]:
    return [command for command in came if not command.is_zero]


async def stands_after(robot: DrivenRobot, moment: float, limit_s: float) -> list[Came]:
    """A zero came within the limit, and nothing but zeros after it; what came since."""
    took_s = await robot.zero_after(moment)
    await asyncio.sleep(AFTER_ZEROS_S)
    assert motions(robot.from_zero(moment)) == []
    kept(took_s, limit_s)
    return robot.from_zero(moment)


def logged(home: Path) -> list[dict[str, Any]]:
    """The audit log, as far as it is written."""
    texts = [log.read_text() for log in sorted((home / "teledeck" / "drive").iterdir())]
    return [json.loads(line) for text in texts for line in text.splitlines(keepends=True) if line.endswith("\n")]


async def first_state_after(drive: Driving, moment: float, is_it: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The first that was told after a moment and is so; which may be long ago by the time that this is read."""

    def first() -> dict[str, Any] | None:
        return next((state for state in drive.states if state["t"] >= moment and is_it(state)), None)

    await eventually(lambda: first() is not None, f"not {drive.state}")
    found = first()
    assert found is not None
    return found


async def first_after_freezes(home: Path, run: int) -> list[Came]:
    """The first command that came after each freeze of a drive process of its own."""
    first: list[Came] = []
    async with driven_robot("ros1") as robot, driving(robot.uri, home) as drive:
        for number in range(run, FREEZES, FROZEN_AT_ONCE):
            # as fast as it is at once
            await drive.drive(robot, 0.05)
            # at any moment between two ticks
            await asyncio.sleep(0.01 * number / FREEZES)
            drive.send_signal(signal.SIGSTOP)
            await asyncio.sleep(0.15)
            moment = drive.send_signal(signal.SIGCONT)
            drive.feed(None)
            await eventually(lambda moment=moment: robot.since(moment))  # type: ignore[misc]
            first.append(robot.since(moment)[0])
            await drive.reach("disarmed")
            await drive.let_go()
    return first


class TestLettingGo:
    async def test_brings_five_zeros_and_then_silence_and_stays_armed(
        self, robot: DrivenRobot, drive: Driving, tmp_path: Path
    ) -> None:
        await drive.drive(robot)
        drive.feed(None)

        moment = drive.say(v=0, w=0, hold=False)
        came = await stands_after(robot, moment, RELEASE_S)

        if robot.uri.startswith(("ros1", "gazebo")):
            assert len(came) == 5
        await robot.quiet()
        # at 20 Hz where they are sent; a busy robot reads two at once
        sent = [entry["t"] for entry in logged(tmp_path) if "sent" in entry and entry["t"] > moment]
        assert len(sent) >= 5
        assert all(later - sooner > 0.045 for sooner, later in itertools.pairwise(sent))
        assert drive.state["state"] == "armed"
        assert drive.reason() == "released"

    async def test_lets_it_move_again_after_neutral(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: not robot.moves)
        await asyncio.sleep(0.1)

        drive.feed(lambda: {"v": 0.2, "w": 0, "hold": True})

        await eventually(lambda: robot.commands[-1].v == pytest.approx(0.2), f"motion, not {drive.state}")

    async def test_of_what_is_held_alone_is_letting_go(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)
        drive.feed(None)

        await stands_after(robot, drive.say(v=0.3, w=0, hold=False), RELEASE_S)


class TestStop:
    async def test_is_latched_whatever_is_asked_for(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)

        await stands_after(robot, drive.say(stop=True), STOP_S)

        await drive.reach("stopped")
        drive.say(arm=True)
        await eventually(lambda: (drive.state["refusal"] or {}).get("name") == "latched")
        assert not robot.moves

    async def test_takes_two_steps_to_clear_and_another_arming(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)
        drive.say(stop=True)
        await drive.reach("stopped")
        drive.feed(dict)

        drive.say(clear=True)
        await eventually(lambda: drive.state["clear_again"])
        assert drive.state["state"] == "stopped"
        drive.say(clear=True)

        await eventually(lambda: drive.state["state"] == "disarmed")
        moment = clock()
        drive.say(v=0, w=0, hold=False)
        await drive.drive(robot)
        assert motions(robot.since(moment))


class TestWhatAProfileDoesAtStop:
    async def test_comes_beside_the_zeros(self, tmp_path: Path) -> None:
        path = tmp_path / "locked.teledeck-profile.json"
        path.write_text('{"name": "locked", "lock_topic": "/e_stop", "stop_service": "/reset"}')
        async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path, "--profile", str(path)) as drive:
            await drive.drive(robot)

            await stands_after(robot, drive.say(stop=True), STOP_S)

            await drive.reach("stopped")
            code = await drive.end()
        logged = "".join(log.read_text() for log in (tmp_path / "teledeck" / "drive").iterdir())
        assert '"stop service":"/reset","done":true' in logged
        assert '"lock":"/e_stop"' in logged
        assert code == 0


class TestTheEnd:
    async def test_of_input_stops_the_robot_first(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)
        drive.feed(None)

        moment = clock()
        code = await drive.end()

        assert code == 0
        await stands_after(robot, moment, FAULT_S)

    @pytest.mark.parametrize(
        "number",
        [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM, signal.SIGXCPU],
    )
    async def test_by_a_signal_stops_the_robot_first(
        self, robot: DrivenRobot, drive: Driving, number: signal.Signals
    ) -> None:
        await drive.drive(robot)

        moment = drive.send_signal(number)

        await stands_after(robot, moment, FAULT_S)
        drive.feed(None)
        assert await drive.exit() == 0

    async def test_of_who_reads_the_output_stops_the_robot_first(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)

        moment = clock()
        # the transport of the pipe that is read
        drive.process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]

        await stands_after(robot, moment, FAULT_S)
        drive.feed(None)
        assert await drive.exit() == 0

    async def test_before_the_stop_has_arrived_is_told_and_cut_off_by_nobody(self, tmp_path: Path) -> None:
        # on the others a system confirms what a program that hangs has not read
        async with driven_robot("galileo") as robot, driving(robot.uri, tmp_path) as drive:
            await drive.drive(robot)
            robot.send_signal(signal.SIGSTOP)

            code = await drive.end()
            robot.send_signal(signal.SIGCONT)

            assert code == NOT_REACHED
            await eventually(lambda: not robot.moves)


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose path a report has room for, whatever that of the run is."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


class TestTheLog:
    async def test_says_who_armed_what_by_which_limits_and_who_took_the_commands(
        self, robot: DrivenRobot, drive: Driving, tmp_path: Path
    ) -> None:
        await drive.drive(robot)
        drive.say(stop=True)
        await drive.reach("stopped")
        assert await drive.end() == 0

        lines = logged(tmp_path)
        head, began = lines[:2]
        assert head["process"] == "drive"
        profile = "wheels" if robot.uri.startswith("nrp") else "default"
        assert (began["began"], began["profile"], began["limits"]["linear_m_s"]) == (robot.uri, profile, 0.3)
        assert set(began["versions"]) == {"teledeck", "python", "system"}
        acts = [(line["act"], line["by"]) for line in lines if "act" in line]
        assert [act for act in acts if act[0] in {"arm", "stop"}][-2:] == [("arm", "lines"), ("stop", "lines")]
        armed = next(line for line in lines if line.get("stage") == "armed")
        assert armed["robot"] == robot.uri
        assert armed["topic"].endswith(("/cmd_vel", "/vel_cmd", "cmd_vel", "_wheel_hinge"))
        assert (armed["profile"], armed["limits"]["linear_m_s"], armed["speed"]) == (profile, 0.3, 1.0)
        assert len(armed["receivers"]) == 1
        assert any(line.get("driver") == "lines" for line in lines)

    async def test_that_can_not_be_written_is_told_before_it_is_armed_and_hinders_nothing(
        self, robot: DrivenRobot, short_path: Path
    ) -> None:
        (short_path / "teledeck").write_text("this is a file")
        async with driving(robot.uri, short_path) as drive:
            await eventually(lambda: drive.state.get("log_trouble"), "a log that can't be written")
            assert drive.state["state"] == "disarmed"
            assert str(short_path) in drive.state["log_trouble"]

            await drive.drive(robot)
            moment = drive.say(stop=True)

            await stands_after(robot, moment, STOP_S)
            assert drive.state["log_dropped"] > 0


class TestLines:
    async def test_that_stop_coming_stop_the_robot(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)

        moment = drive.say(v=0.3, w=0, hold=True)
        drive.feed(None)

        await stands_after(robot, moment, FAULT_S)
        assert drive.reason() == "lease"

    async def test_that_were_meant_too_long_ago_are_not_obeyed(self, robot: DrivenRobot, drive: Driving) -> None:
        late_s = 0.0
        await drive.drive(robot, t=lambda: clock() - late_s)

        moment, late_s = clock(), 0.3

        await stands_after(robot, moment, FAULT_S)
        assert drive.reason() == "lease"

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            (b"full speed ahead\n", "bad_line"),
            (b'{"v":NaN,"w":0,"hold":true}\n', "not_finite"),
            (b'{"v":0.3,"w":1e999,"hold":true}\n', "not_finite"),
            (b'{"v":0.3,"warp":9}\n', "bad_line"),
            (b'{"v":0.3,' + b" " * 5000 + b'"hold":true}\n', "bad_line"),
        ],
        ids=["garbage", "NaN", "infinity", "unknown", "too long"],
    )
    async def test_that_make_no_sense_stop_and_disarm(
        self, robot: DrivenRobot, drive: Driving, line: bytes, reason: str
    ) -> None:
        await drive.drive(robot)

        moment = clock()
        drive.write(line)

        await stands_after(robot, moment, FAULT_S)
        assert drive.reason() == reason
        # on Galileo the proof of a stop takes seconds
        await drive.reach("disarmed")

    async def test_of_another_profile_disarm(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)

        moment = drive.say(profile={"limits": {"linear_m_s": 0.1}})

        await stands_after(robot, moment, 0.15)
        assert drive.reason() == "profile_changed"

    @pytest.mark.parametrize("robot", ["ros1", "gazebo"], indirect=True)
    async def test_of_another_topic_stop_by_the_one_that_is_left(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)

        moment = drive.say(profile={"topic": "/somewhere/else/cmd_vel"})

        await stands_after(robot, moment, 0.15)
        assert drive.reason() == "profile_changed"
        await eventually(lambda: drive.state["connected"] and not drive.state["subscribers"], f"not {drive.state}")
        # what the new topic answers is no proof for the old one, which had its own by then
        assert not robot.moves


class TestAnInterface:
    async def test_that_is_silent_is_missed(self, robot: DrivenRobot, tmp_path: Path) -> None:
        async with driving(robot.uri, tmp_path, "--supervised") as drive:
            drive.feed(dict)
            await drive.drive(robot)

            moment = drive.say(v=0.3, w=0, hold=True)
            drive.feed(None)

            await stands_after(robot, moment, FAULT_S)
            await drive.reach("disarmed")
            assert drive.reason() == "interface_gone"
            assert drive.state["t"] - moment > 0.9

    async def test_that_never_reads_disturbs_nothing(self, robot: DrivenRobot, tmp_path: Path) -> None:
        async with driving(robot.uri, tmp_path, "--supervised", reads=False) as drive:
            drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
            await asyncio.sleep(2)
            for _ in range(100):
                # what it answers, nobody hears
                drive.say(arm=True)
                await asyncio.sleep(0.3)
                drive.feed(lambda: {"v": 0.3, "w": 0, "hold": True})
                await asyncio.sleep(0.7)
                if robot.moves:
                    break
                drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
                await asyncio.sleep(0.1)
            began = clock()
            await asyncio.sleep(5)
            came = motions(robot.since(began))
            assert len(came) >= 80

            moment = drive.say(stop=True)

            await stands_after(robot, moment, STOP_S)
            assert await drive.end() == 0
            kept(max(later.at - sooner.at for sooner, later in itertools.pairwise(came)), REPEATED_S, "the next")


class TestADriveProcess:
    async def test_that_was_frozen_begins_with_zero_and_obeys_nothing_that_waited(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        await drive.drive(robot)
        drive.feed(None)
        # as a machine that stands still: one that is frozen alone is ended by its watchdog
        watchdogs = watchdogs_of(drive.process.pid)
        send_to(watchdogs, signal.SIGSTOP)
        drive.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.3)
        # as much as the pipe holds, and an act among it
        line = json.dumps({"v": 0.3, "w": 0.2, "hold": True}).encode() + b"\n"
        drive.write(b'{"arm":true}\n' + line * 1000)
        await asyncio.sleep(0.7)

        moment = drive.send_signal(signal.SIGCONT)
        send_to(watchdogs, signal.SIGCONT)

        await eventually(lambda: robot.since(moment))
        assert robot.since(moment)[0].is_zero
        await asyncio.sleep(1)
        assert motions(robot.since(moment)) == []
        assert drive.reason() == "late"
        await drive.reach("disarmed")

    async def test_that_was_frozen_obeys_a_stop_that_waited_and_nothing_else(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        await drive.drive(robot)
        drive.feed(None)
        drive.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.15)
        drive.write(b'{"v":0.3,"w":0.2,"hold":true}\n{"stop":true}\n{"clear":true}\n{"clear":true}\n{"arm":true}\n')
        await asyncio.sleep(0.1)

        moment = drive.send_signal(signal.SIGCONT)

        await eventually(lambda: robot.since(moment))
        assert robot.since(moment)[0].is_zero
        await drive.reach("stopped")
        await asyncio.sleep(0.5)
        assert motions(robot.since(moment)) == []
        assert (drive.state["state"], drive.reason()) == ("stopped", "stop")

    async def test_that_was_frozen_again_and_again_never_begins_with_a_motion(
        self, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        # several side by side, for most of it is waiting
        runs = (first_after_freezes(tmp_path_factory.mktemp("run"), run) for run in range(FROZEN_AT_ONCE))
        first = list(itertools.chain.from_iterable(await asyncio.gather(*runs)))

        assert len(first) == FREEZES
        assert motions(first) == []

    @pytest.mark.parametrize(
        ("number", "limit_s"), [(signal.SIGKILL, KILLED_S), (signal.SIGSTOP, SILENT_S)], ids=["killed", "frozen"]
    )
    async def test_that_no_window_has_started_is_stopped_for_by_its_watchdog_too(
        self, robot: DrivenRobot, drive: Driving, number: signal.Signals, limit_s: float
    ) -> None:
        await drive.drive(robot)

        moment = drive.send_signal(number)

        await stands_after(robot, moment, limit_s)
        assert await drive.exit() == -signal.SIGKILL

    async def test_that_is_suspended_by_its_terminal_is_left_alone(self, tmp_path: Path) -> None:
        async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path, prefix=A_JOB) as drive:
            await drive.drive(robot)

            await stands_after(robot, drive.send_signal(signal.SIGTSTP), FAULT_S)

            stat = Path(f"/proc/{drive.process.pid}/stat")
            await eventually(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", "a stopped process")
            await asyncio.sleep(1.5)
            drive.send_signal(signal.SIGCONT)
            await drive.let_go()
            await drive.drive(robot)


@needs_bus
class TestThisComputer:
    async def test_that_goes_to_sleep_stops_the_robot_first_and_is_kept_awake_until_it_stands(
        self, robot: DrivenRobot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with private_bus() as address:
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
            logind = Logind(address)
            async with driving(robot.uri, tmp_path) as drive:
                await eventually(lambda: drive.state.get("subscribers"))
                await asyncio.sleep(0.2)
                assert not logind.is_held
                await drive.drive(robot)
                await eventually(lambda: logind.is_held, "a system that waits")

                moment = clock()
                logind.sleep(near=True)
                await eventually(lambda: not logind.is_held, "a system that waits no longer")
                held_s = clock() - moment

                await stands_after(robot, moment, FAULT_S)
                assert robot.first_zero(moment) is not None
                assert drive.reason() == "sleep"
                # while it is about to sleep nothing is armed
                await drive.let_go()
                await drive.reach("disarmed")
                drive.say(arm=True)
                await asyncio.sleep(0.3)
                assert drive.state["state"] == "disarmed"
                logind.sleep(near=False)
                await drive.drive(robot)
            logind.close()
        # on Galileo the proof of a stop takes more than two seconds
        kept(held_s, MAX_WAIT_S if robot.uri.startswith("galileo") else SLEEP_S, "waited")


class TestARobot:
    async def test_that_does_not_answer_is_stopped_and_disarmed(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)

        moment = clock()
        robot.send_signal(signal.SIGSTOP)
        stopped = await first_state_after(drive, moment, lambda state: state["state"] != "armed")

        assert stopped["reason"]["name"] == "link_silent"
        assert stopped["sent"]["v"] == 0.0
        again = clock()
        robot.send_signal(signal.SIGCONT)
        await eventually(lambda: robot.since(again))
        await robot.quiet()
        assert not robot.moves
        await drive.reach("disarmed")
        kept(stopped["t"] - moment, SILENT_S, "stopped")

    async def test_that_hung_up_is_told_to_stand_as_soon_as_it_is_back(self, tmp_path: Path, redialling: str) -> None:
        async with driven_robot(redialling) as robot, driving(robot.uri, tmp_path) as drive:
            await drive.drive(robot)

            moment = clock()
            robot.do("reset")

            came = await stands_after(robot, moment + 0.01, REDIAL_S)
            assert came[0].is_zero
            assert drive.state["state"] == "disarmed"
            await eventually(lambda: not drive.state["owed"])
            # and can be driven again
            drive.feed(None)
            drive.say(v=0, w=0, hold=False)
            await drive.drive(robot)

    async def test_goes_on_driving_while_only_its_master_is_lost(self, tmp_path: Path, redialling: str) -> None:
        async with driven_robot(redialling) as robot, driving(robot.uri, tmp_path) as drive:
            await drive.drive(robot)
            moment = clock()
            robot.do("master")
            await asyncio.sleep(2)

            assert drive.state["state"] == "armed"
            assert min(command.v for command in robot.since(moment)) > 0.29

            robot.do("again")
            await asyncio.sleep(2)
            assert drive.state["state"] == "armed"
            assert min(command.v for command in robot.since(moment)) > 0.29
            await stands_after(robot, drive.say(stop=True), STOP_S)

    async def test_is_found_by_the_topic_that_was_advertised_again_when_its_master_was_lost(
        self, tmp_path: Path
    ) -> None:
        """It knows us from the master that is new, for it hangs up."""
        async with driven_robot("gazebo") as robot, driving(robot.uri, tmp_path) as drive:
            await drive.drive(robot)
            robot.do("master")
            await asyncio.sleep(1)
            robot.do("again")
            await asyncio.sleep(MASTER_BACK_S)
            assert drive.state["state"] == "armed"

            moment = clock()
            robot.do("reset")

            came = await stands_after(robot, moment + 0.01, REDIAL_S)
            assert came[0].is_zero
            assert drive.state["state"] == "disarmed"

    async def test_that_hung_up_while_its_master_was_lost_is_told_to_stand_first_when_both_are_back(
        self, tmp_path: Path
    ) -> None:
        async with driven_robot("gazebo") as robot, driving(robot.uri, tmp_path) as drive:
            await drive.drive(robot)
            robot.do("master")
            await asyncio.sleep(0.5)
            moment = clock()
            robot.do("reset")
            stopped = await first_state_after(drive, moment, lambda state: state["state"] != "armed")
            assert stopped["sent"]["v"] == 0.0

            robot.do("again")

            came = await stands_after(robot, moment + 0.05, MASTER_BACK_S)
            assert came[0].is_zero
            await eventually(lambda: not drive.state["owed"], "an answer")
            assert drive.state["state"] == "disarmed"
            kept(stopped["t"] - moment, SILENT_S, "stopped")

    @pytest.fixture(params=["ros1", "gazebo"])
    @staticmethod
    def redialling(request: pytest.FixtureRequest) -> str:
        return str(request.param)


class TestABaseThatDoesNotObey:
    """Its program takes every zero, and its odometry shows that it moves on."""

    @pytest.mark.parametrize("stop", [{"v": 0, "w": 0, "hold": False}, {"stop": True}], ids=["released", "STOP"])
    async def test_is_owed_its_stop_and_told_of_and_armed_only_when_it_stands(
        self, robot: DrivenRobot, drive: Driving, tmp_path: Path, stop: dict[str, Any]
    ) -> None:
        await drive.drive(robot)
        await eventually(lambda: _speed(drive) > 0.2, "its odometry")
        robot.do("deaf")
        await asyncio.sleep(0.1)
        drive.feed(None)

        moment = drive.say(**stop)

        state = await first_state_after(drive, moment, lambda state: state["unobeyed"])
        kept(state["t"] - moment, UNOBEYED_S)
        assert (state["owed"], state["link"], state["reason"]["name"]) == (True, "lost", "not_obeyed")
        assert state["measured"]["v"] > 0.2
        drive.say(arm=True)
        refusal = "latched" if "stop" in stop else "not_obeyed"
        await eventually(lambda: (drive.state["refusal"] or {}).get("name") == refusal, f"not {drive.state}")
        moment = clock()
        await asyncio.sleep(1.0)
        assert len(robot.since(moment)) >= 8
        assert motions(robot.since(moment)) == []
        assert [entry for entry in logged(tmp_path) if entry.get("stop") == "not_obeyed"]

        robot.do("hears")

        # on Galileo the proof that it arrived takes seconds more
        await eventually(lambda: not drive.state["unobeyed"], f"not {drive.state}")
        await eventually(lambda: not drive.state["owed"], f"not {drive.state}")
        assert drive.state["state"] == ("stopped" if "stop" in stop else "disarmed")

    async def test_is_not_left_when_driving_ends(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)
        await eventually(lambda: _speed(drive) > 0.2, "its odometry")
        watchdogs = watchdogs_of(drive.process.pid)
        robot.do("deaf")
        await asyncio.sleep(0.1)

        assert await drive.end() != 0

        # its watchdog goes on, for a minute, whatever arrives
        moment = clock()
        await asyncio.sleep(2.0)
        came = robot.since(moment)
        assert len(came) >= 16
        assert motions(came) == []
        send_to(watchdogs, signal.SIGKILL)

    async def test_is_another_than_one_that_stands_within_a_second(self, robot: DrivenRobot, drive: Driving) -> None:
        await drive.drive(robot)
        await eventually(lambda: _speed(drive) > 0.2, "its odometry")
        drive.feed(None)

        moment = drive.say(v=0, w=0, hold=False)
        await stands_after(robot, moment, RELEASE_S)

        await eventually(lambda: _speed(drive) == 0.0, "a robot that stands")
        await asyncio.sleep(2.0)
        assert not any(state["unobeyed"] for state in drive.states)
        assert (drive.state["state"], drive.reason()) == ("armed", "released")


def _speed(drive: Driving) -> float:
    measured = drive.state["measured"]
    return math.nan if measured is None else float(measured["v"])


@pytest.mark.parametrize("protocol", ["ros1", "gazebo"])
class TestSomebodyWhoBeginsToListen:
    @pytest.fixture
    @staticmethod
    async def robot(protocol: str) -> AsyncIterator[DrivenRobot]:
        async with driven_robot(protocol) as robot:
            yield robot

    async def test_is_told_to_stand_first_and_moved_only_after_everybody_has_let_go(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        await drive.drive(robot)
        async with driven_listener(robot) as second:
            await eventually(lambda: second.commands, "a command")
            came_at = second.commands[0].at

            await asyncio.sleep(AFTER_ZEROS_S)

            # it is held all the time
            assert motions(second.commands) == []
            assert motions(robot.from_zero(came_at - FAULT_S)) == []
            assert (drive.state["state"], drive.reason()) == ("armed", "newcomer")
            assert drive.state["about"] == (["/second"] if "ros1" in robot.uri else ["127.0.0.1"])
            assert drive.state["waiting_for"] == ["lines"]
            kept(await robot.zero_after(came_at - FAULT_S) - FAULT_S, FAULT_S)
            drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
            await eventually(lambda: not drive.state["waiting_for"], f"nothing that is held, not {drive.state}")
            drive.feed(lambda: {"v": 0.3, "w": 0, "hold": True})
            await eventually(lambda: second.moves and robot.moves, f"motion, not {drive.state}")

    async def test_and_ends_while_driving_stops_it_and_is_not_waited_for(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        async with driven_listener(robot) as second:
            await eventually(lambda: drive.state.get("subscribers") == 2, "both")
            # on ROS 1 its master has to have been looked at since
            await asyncio.sleep(0.5)
            await drive.drive(robot)
            moment = clock()

            second.do("leave")

            await stands_after(robot, moment, FAULT_S)
            assert drive.reason() == "subscriber_left"
            settled = await first_state_after(
                drive, moment, lambda state: state["state"] == "disarmed" and not state["owed"]
            )
            assert settled["missed"] == []
            drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
            await drive.drive(robot)
            kept(settled["t"] - moment, REDIAL_S, "disarmed")

    async def test_and_is_killed_while_driving_is_named_where_its_master_still_lists_it(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        async with driven_listener(robot) as second:
            await eventually(lambda: drive.state.get("subscribers") == 2, "both")
            await drive.drive(robot)
            moment = clock()

            second.process.kill()

            await stands_after(robot, moment, FAULT_S)
            await asyncio.sleep(2)
            if "ros1" in robot.uri:
                assert (drive.state["state"], drive.state["missed"]) == ("stopping", ["/second"])
            else:
                assert (drive.state["state"], drive.state["missed"]) == ("disarmed", [])


# the robot tells five times a second
TOLD_S = 0.2


@pytest.fixture
async def watched(robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[Driving]:
    """Driving by a profile that names the robot's own E-stop."""
    path = tmp_path / "watched.teledeck-profile.json"
    path.write_text(json.dumps({"name": "watched", **ESTOPS[robot.uri.partition(":")[0]]}))
    async with driving(robot.uri, tmp_path, "--profile", str(path)) as drive:
        yield drive


class TestTheRobotsOwnEstop:
    async def test_stops_and_disarms_when_it_is_pressed_and_keeps_from_arming(
        self, robot: DrivenRobot, watched: Driving, tmp_path: Path
    ) -> None:
        await eventually(lambda: watched.state.get("estop") == "released", f"not {watched.state}")
        await watched.drive(robot)
        moment = clock()
        robot.do("pressed")

        state = await first_state_after(watched, moment, lambda state: state["state"] != "armed")

        assert state["reason"]["name"] == "estop_pressed"
        await stands_after(robot, moment, FAULT_S + TOLD_S)
        watched.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: not watched.state["owed"], f"not {watched.state}")
        watched.say(arm=True)
        await eventually(lambda: (watched.state["refusal"] or {}).get("name") == "estop", f"not {watched.state}")
        assert watched.state["state"] == "disarmed"

        robot.do("freed")

        await eventually(lambda: watched.state["estop"] == "released", f"not {watched.state}")
        await asyncio.sleep(0.5)
        assert watched.state["state"] == "disarmed"
        await watched.drive(robot)
        assert [entry for entry in logged(tmp_path) if entry.get("estop") == "pressed"]


class TestWhatTheRobotMakesOfItsCommands:
    async def test_one_that_stands_is_told_of_and_driven_on(
        self, robot: DrivenRobot, drive: Driving, tmp_path: Path
    ) -> None:
        await drive.drive(robot)
        await eventually(lambda: _speed(drive) > 0.2, "its odometry")
        assert drive.state.get("not_following") is None
        moment = clock()
        robot.do("stalls")

        state = await first_state_after(drive, moment, lambda state: state.get("not_following") is not None)

        assert (state.get("not_following"), state["state"]) == ("stands", "armed")
        kept(state["t"] - moment, FOLLOW_S)
        robot.do("hears")
        await eventually(lambda: drive.state.get("not_following") is None, f"not {drive.state}")
        assert [entry for entry in logged(tmp_path) if entry.get("not_following") == "stands"]

    @pytest.mark.parametrize("delay_s", [0.1, 0.4])
    async def test_how_late_it_does_is_measured(
        self, robot: DrivenRobot, drive: Driving, tmp_path: Path, delay_s: float
    ) -> None:
        robot.do(str(delay_s))
        await drive.drive(robot)
        await eventually(lambda: drive.state.get("odometry_delay"), f"not {drive.state}")
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await asyncio.sleep(2.5)

        told = drive.state["odometry_delay"]
        # a status tells it five times a second
        late_s = 0.2 if "galileo" in robot.uri else 0.1
        assert abs(told["median_s"] - delay_s) <= late_s, told
        assert told["least_s"] <= told["median_s"] <= told["most_s"]
        assert not [state for state in drive.states if state.get("not_following")]
        assert [entry for entry in logged(tmp_path) if "odometry_delay_s" in entry]


class TestABadNetwork:
    async def test_is_told_zeros_until_one_is_answered(self, tmp_path: Path) -> None:
        async with driven_robot("galileo") as robot:
            host, port = robot.uri.removeprefix("galileo://").partition("/")[0].split(":")
            async with relayed((host, int(port))) as relay:
                uri = f"galileo://{relay.address[0]}:{relay.port}/galileo/status"
                async with driving(uri, tmp_path) as drive:
                    await drive.drive(robot)
                    relay.set_both(loss=0.3)
                    moment = drive.say(stop=True)
                    await drive.reach("stopped")

                    await eventually(lambda: not drive.state["owed"])

                    drive.feed(None)
                    assert robot.first_zero(moment) is not None
                    assert not robot.moves

    async def test_that_was_gone_for_seconds_brings_zero_first(self, tmp_path: Path) -> None:
        async with driven_robot("galileo") as robot:
            host, port = robot.uri.removeprefix("galileo://").partition("/")[0].split(":")
            async with relayed((host, int(port))) as relay:
                uri = f"galileo://{relay.address[0]}:{relay.port}/galileo/status"
                async with driving(uri, tmp_path) as drive:
                    await drive.drive(robot)
                    relay.set_both(loss=1.0)
                    cut = clock()
                    stopped = await first_state_after(drive, cut, lambda state: state["state"] != "armed")
                    assert stopped["owed"]
                    await asyncio.sleep(5)

                    relay.set_both()

                    back = clock()
                    with contextlib.suppress(AssertionError):
                        await eventually(lambda: robot.since(back))
                    assert robot.since(back), (drive.process.returncode, drive.state, relay.there, relay.back)
                    await eventually(lambda: not drive.state["owed"], "an answer")
                    assert motions(robot.since(cut + 0.1)) == []
                    assert drive.state["state"] == "disarmed"
                    kept(stopped["t"] - cut, SILENT_S, "stopped")


class TestARobotThatIsNotThere:
    async def test_is_told_as_by_other_commands(self, tmp_path: Path) -> None:
        async with driving("ros1://127.0.0.1:9", tmp_path) as drive:
            assert await drive.exit() == 1

    async def test_is_waited_for_by_an_interface(self, tmp_path: Path) -> None:
        async with driving("ros1://127.0.0.1:9", tmp_path, "--supervised") as drive:
            drive.feed(dict)
            await eventually(lambda: len(drive.states) > 20)

            assert drive.state["connected"] is False
            assert await drive.end() == 0

    async def test_at_an_address_that_can_t_be_driven_is_wrong_usage(self, tmp_path: Path) -> None:
        async with driving("mqtt://127.0.0.1:9", tmp_path) as drive:
            assert await drive.exit() == 2
