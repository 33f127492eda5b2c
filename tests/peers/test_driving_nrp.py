"""What comes to a robot in an engine of NRP-core, and when, whatever fails: over gRPC and over JSON.

Of the tests of the other protocols those are here which touch the link; all of them hold with

    TELEDECK_DRIVE_PROTOCOLS="nrp+grpc nrp+json" python -m pytest tests/peers/test_driving_process.py …
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest

from app.cli.command import NOT_REACHED
from tests.fakes.driven_robot import ENGINES, DrivenRobot, clock, driven_robot
from tests.fakes.driving import Driving, driving
from tests.fakes.nrp_engine import Values, joint
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers import test_driving_process as of_the_process
from tests.peers import test_driving_watchdog as of_the_watchdog
from tests.peers.driving_fixtures import first
from tests.peers.test_driving_process import (
    AFTER_ZEROS_S,
    FAULT_S,
    KILLED_S,
    RELEASE_S,
    SILENT_S,
    STOP_S,
    drive,
    first_state_after,
    motions,
    stands_after,
)
from tests.peers.test_driving_watchdog import window

__all__ = ("drive", "first", "window")

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# a way that is gone is asked for four times a second
BACK_S = 1.0
ARM, OTHER = "robot::arm", "robot::leg"


def release(drive: Driving) -> tuple[float, float]:
    drive.feed(None)
    return drive.say(v=0, w=0, hold=False), RELEASE_S


def press_stop(drive: Driving) -> tuple[float, float]:
    return drive.say(stop=True), STOP_S


def fall_silent(drive: Driving) -> tuple[float, float]:
    drive.feed(None)
    return clock(), FAULT_S


def kill(drive: Driving) -> tuple[float, float]:
    drive.feed(None)
    return drive.send_signal(signal.SIGKILL), KILLED_S


@pytest.fixture(params=["nrp+grpc", "nrp+json"])
async def robot(request: pytest.FixtureRequest) -> AsyncIterator[DrivenRobot]:
    async with driven_robot(request.param) as robot:
        yield robot


class TestOfTheProcess:
    test_letting_go = of_the_process.TestLettingGo.test_brings_five_zeros_and_then_silence_and_stays_armed
    test_stop = of_the_process.TestStop.test_is_latched_whatever_is_asked_for
    test_end = of_the_process.TestTheEnd.test_of_input_stops_the_robot_first
    test_frozen = of_the_process.TestADriveProcess.test_that_was_frozen_begins_with_zero_and_obeys_nothing_that_waited
    test_watchdog = of_the_process.TestADriveProcess.test_that_no_window_has_started_is_stopped_for_by_its_watchdog_too
    test_silent_robot = of_the_process.TestARobot.test_that_does_not_answer_is_stopped_and_disarmed


class TestABaseThatDoesNotObey(of_the_process.TestABaseThatDoesNotObey):
    test_is_not_left_when_driving_ends = None  # type: ignore[assignment]
    test_is_another_than_one_that_stands_within_a_second = None  # type: ignore[assignment]


class TestOfTheWatchdog:
    test_killed = of_the_watchdog.TestADriveProcess.test_that_is_killed_is_stopped_for_by_the_watchdog
    test_frozen = of_the_watchdog.TestADriveProcess.test_that_is_frozen_is_killed_and_stopped_for


class TestOneJoint:
    @pytest.mark.parametrize("wire", ["nrp+grpc", "nrp+json"])
    @pytest.mark.parametrize("fault", [release, press_stop, fall_silent, kill])
    async def test_is_driven_within_its_limit_and_stopped_as_a_base_is(
        self, wire: str, fault: Callable[[Driving], tuple[float, float]], tmp_path: Path
    ) -> None:
        path = tmp_path / "arm.teledeck-profile.json"
        path.write_text(json.dumps({"name": "arm", "joint": ARM, "limits": {"angular_rad_s": 0.4}}))
        with ENGINES[wire]({ARM: joint(), OTHER: joint()}) as engine:
            async with driving(engine.uri, tmp_path, "--profile", str(path)) as drive:
                await drive.hold_until(
                    lambda: engine.sets and engine.sets[-1].velocity(ARM) == pytest.approx(0.4),
                    lambda: {"v": 0, "w": 3.0, "hold": True},
                )

                moment, limit_s = fault(drive)
                await eventually(lambda: engine.sets[-1].at > moment and engine.sets[-1].velocity(ARM) == 0.0, "zero")
                zero = next(each for each in engine.sets if each.at > moment and each.velocity(ARM) == 0.0)
                await asyncio.sleep(AFTER_ZEROS_S)

                assert {each.velocity(ARM) for each in engine.sets if each.at >= zero.at} == {0.0}
                assert all(each.values.keys() == {ARM} for each in engine.sets)
                kept(zero.at - moment, limit_s)

    @pytest.mark.parametrize("wire", ["nrp+grpc", "nrp+json"])
    async def test_is_stopped_whatever_is_driven_next_and_whoever_is_killed_meanwhile(
        self, wire: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "arm.teledeck-profile.json"
        path.write_text(json.dumps({"name": "arm", "joint": ARM}))
        with ENGINES[wire]({ARM: joint(), OTHER: joint()}) as engine:
            # what waits longest is carried out last
            carry_out, motions = engine.carry_out, []

            def last(values: Mapping[str, Values]) -> None:
                if engine.holds_one.is_set() and values.get(ARM, {}).get("velocity"):
                    motions.append(values)
                    time.sleep(1.0)
                carry_out(values)

            engine.carry_out = last  # type: ignore[method-assign]
            async with driving(engine.uri, tmp_path, "--supervised", "--profile", str(path)) as drive:
                drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
                await drive.hold_until(
                    lambda: engine.sets and engine.sets[-1].velocity(ARM) == pytest.approx(0.4),
                    lambda: {"v": 0, "w": 0.4, "hold": True},
                )
                engine.hold.set()
                await eventually(engine.holds_one.is_set, "an engine that hangs")
                await asyncio.sleep(0.1)

                drive.say(profile={"name": "leg", "joint": OTHER})
                await asyncio.sleep(0.1)
                kill(drive)
                await asyncio.sleep(0.2)
                engine.hold.clear()
                await asyncio.sleep(3.0)

                assert motions
                assert [each.velocity(ARM) for each in engine.sets if ARM in each.values][-1] == 0.0

    @pytest.mark.parametrize("wire", ["nrp+grpc", "nrp+json"])
    @pytest.mark.parametrize("fault", [release, press_stop, kill])
    async def test_by_effort_holds_the_position_that_it_had_when_it_was_stopped(
        self, wire: str, fault: Callable[[Driving], tuple[float, float]], tmp_path: Path
    ) -> None:
        path = tmp_path / "arm.teledeck-profile.json"
        by_effort = {"name": "arm", "joint": ARM, "joint_effort": 4.0, "joint_on_stop": "hold"}
        path.write_text(json.dumps(by_effort))
        with ENGINES[wire]({ARM: joint(0.25)}) as engine:
            async with driving(engine.uri, tmp_path, "--profile", str(path)) as drive:
                await drive.hold_until(
                    lambda: engine.sets and engine.sets[-1].values[ARM]["effort"] == 4.0,
                    lambda: {"v": 0, "w": 3.0, "hold": True},
                )
                engine.packs[ARM] = joint(0.75)

                moment, limit_s = fault(drive)
                await eventually(lambda: engine.sets[-1].values[ARM]["position"] is not None, "a position")
                held = next(each for each in engine.sets if each.values[ARM]["position"] is not None)
                # it sinks a little
                engine.packs[ARM] = joint(0.5)
                await asyncio.sleep(AFTER_ZEROS_S)

                after = [each.values[ARM] for each in engine.sets if each.at >= held.at]
                positions = {values["position"] for values in after}
                # the watchdog asks anew
                assert positions <= ({0.75, 0.5} if fault is kill else {0.75})
                assert {(values["velocity"], values["effort"]) for values in after} == {(None, None)}
                kept(held.at - moment, limit_s)

    @pytest.mark.parametrize("wire", ["nrp+grpc", "nrp+json"])
    async def test_by_effort_holds_on_while_it_is_asked_to_move_a_way_that_it_can_not(
        self, wire: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "arm.teledeck-profile.json"
        by_effort = {"name": "arm", "joint": ARM, "joint_effort": 4.0, "joint_on_stop": "hold"}
        path.write_text(json.dumps(by_effort))
        with ENGINES[wire]({ARM: joint(0.25)}) as engine:
            async with driving(engine.uri, tmp_path, "--profile", str(path)) as drive:
                await drive.hold_until(
                    lambda: (drive.state["sent"] or {}).get("v") == pytest.approx(0.3),
                    lambda: {"v": 0.3, "w": 0, "hold": True},
                )
                came = len(engine.sets)
                await eventually(lambda: len(engine.sets) > came + 3, "commands")
                pushed = [each.values[ARM] for each in engine.sets]

                await drive.hold_until(
                    lambda: engine.sets[-1].values[ARM]["effort"] == 4.0, lambda: {"v": 0.3, "w": 3.0, "hold": True}
                )

                assert {(each["position"], each["effort"]) for each in pushed} == {(0.25, None)}


class TestAnEngine:
    async def test_that_was_started_again_is_not_driven_on_and_hears_zeros_alone(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        await drive.drive(robot)

        moment = clock()
        robot.do("restart")

        stopped = await first_state_after(drive, moment, lambda state: state["state"] != "armed")
        assert stopped["sent"]["v"] == 0.0
        await eventually(lambda: drive.state["subscribers"], "an engine")
        await drive.reach("disarmed")
        assert not robot.moves
        # what the one before had answered is over: nothing is sent to this one but zeros
        began = next(at for at, came in enumerate(robot.commands) if came.at > moment and came.is_zero)
        assert motions(robot.commands[began:]) == []
        drive.feed(None)
        drive.say(v=0, w=0, hold=False)
        await drive.drive(robot)
        kept(stopped["t"] - moment, SILENT_S, "stopped")

    async def test_that_steps_slowly_is_driven_and_stopped_between_two_of_its_steps(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        robot.do("0.03")
        await drive.drive(robot)
        await asyncio.sleep(1.0)
        assert drive.state["state"] == "armed"

        # it may have to wait for a step, and another motion for that one, too
        await stands_after(robot, drive.say(stop=True), STOP_S + 0.07)

        await eventually(lambda: not drive.state["owed"], "a stop that has arrived")

    async def test_that_hangs_with_a_motion_in_its_queue_is_told_to_stand_until_that_is_answered(
        self, robot: DrivenRobot, drive: Driving
    ) -> None:
        await drive.drive(robot)

        moment = clock()
        robot.do("2")
        stopped = await first_state_after(drive, moment, lambda state: state["state"] != "armed")
        assert stopped["reason"]["name"] == "link_silent"
        assert stopped["owed"]
        robot.do("0.001")

        await eventually(lambda: not drive.state["owed"], "a stop that has arrived")
        settled = clock()
        await asyncio.sleep(AFTER_ZEROS_S)
        # whichever it took first of what waited, the last that it took is a zero
        assert not robot.moves
        assert motions(robot.since(settled)) == []
        await drive.reach("disarmed")
        kept(stopped["t"] - moment, SILENT_S, "stopped")

    async def test_that_has_not_the_wheels_of_the_profile_is_not_armed_for(
        self, robot: DrivenRobot, tmp_path: Path
    ) -> None:
        path = tmp_path / "others.teledeck-profile.json"
        path.write_text('{"name": "others", "wheels": {"left_joints": ["lost"], "right_joints": ["gone"]}}')
        async with driving(robot.uri, tmp_path, "--profile", str(path)) as drive:
            # said in the words of the engine
            assert await drive.exit() == NOT_REACHED
        async with driving(robot.uri, tmp_path, "--supervised", "--profile", str(path)) as drive:
            drive.feed(dict)
            await eventually(lambda: len(drive.states) > 20)
            drive.say(arm=True)

            await eventually(lambda: (drive.state["refusal"] or {}).get("name") == "not_connected")

            assert drive.state["state"] == "disarmed"
        assert robot.commands == []
