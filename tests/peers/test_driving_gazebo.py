"""Driving a real gzserver's rover: whatever ends it, the rover stands."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.config.profile import PaceShares
from app.drive.control.values import DriveSource, Stick
from tests.fakes.broken_links import reset_links, served_ports
from tests.fakes.drive_window import drive_window
from tests.fakes.driven_robot import clock
from tests.fakes.driving import Driving, driving
from tests.fakes.ports import free_port
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first_alone
from tests.peers.gazebo_server import GazeboServer, running_gazebo, start_teledeck
from tests.peers.gazebo_track import Track, tracked
from tests.peers.gazebo_window import STATS, Deck, deck, until

__all__ = ("deck", "first_alone")

pytestmark = pytest.mark.timeout(240)

TOPIC = "~/rover/vel_cmd"
# what is promised, by the rover's own clock
STANDS_S = 1.0
REDIAL_S, SILENT_S = 1.0, 0.6
# what a rover does that stands, for as long as it is looked at after that; driving, it would go 30 cm a second
STILL_M = 0.003
LOOKED_AT_S = 1.0
MOVED_M = 0.05
MACHINE = ["127.0.0.1"]
# a tool that has its link hears within two seconds, on a machine that is not busy
TOOLS, TOOL_S = 5, 20.0
# of the profile that holds without any other
CAP_M_S = 0.3


@pytest.fixture(scope="module")
def gazebo() -> Iterator[GazeboServer]:
    """A server of their own: where many clients have come and gone, the master throws out who is there all the time."""
    with running_gazebo() as server:
        yield server


@pytest.fixture(scope="module")
def track(gazebo: GazeboServer) -> Iterator[Track]:
    with tracked(gazebo) as track:
        yield track


@pytest.fixture
def own_track(own_gazebo: GazeboServer) -> Iterator[Track]:
    with tracked(own_gazebo) as track:
        yield track


async def move(drive: Driving, track: Track, v: float = 0.3) -> None:
    """Drive until the rover is seen to move."""
    before = track.now
    await drive.hold_until(lambda: track.now.way_m(before) > MOVED_M, lambda: {"v": v, "w": 0.0, "hold": True})


async def tool_that_hears(gazebo: GazeboServer, topic: str, hears: Callable[[], object]) -> subprocess.Popen[str]:
    """Gazebo's own tool, which listens to a topic; another one in its place where it lost its link to the master.

    Such a tool hears of no publisher that comes later, and nothing that a publisher does brings it back.
    """
    for _ in range(TOOLS):
        tool = gazebo.start_gz("topic", "-e", topic, "-d", "600", before=("stdbuf", "-oL"))
        with contextlib.suppress(AssertionError):
            await eventually(hears, timeout_s=TOOL_S)
            return tool
        tool.terminate()
        await asyncio.to_thread(tool.communicate)
    pytest.fail(f"no tool heard {topic}")


async def stands(track: Track) -> None:
    """Within a second of now the rover stands, and stays where it is."""
    told = track.now
    deadline_s = told.sim_s + STANDS_S
    await eventually(lambda: track.now.sim_s >= deadline_s + LOOKED_AT_S, "the simulation to go on")
    first, *later = track.since(deadline_s)
    went_m = max(first.way_m(seen) for seen in later)
    figures = f"{first.way_m(told) * 1000:.1f} mm within {STANDS_S:g} s, then {went_m * 1000:.1f} mm"
    print(figures)  # noqa: T201 - where somebody asks for it
    assert went_m < STILL_M, figures


async def test_letting_go_and_stop_let_the_rover_stand(gazebo: GazeboServer, track: Track, tmp_path: Path) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, track)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: drive.reason() == "released")
        assert drive.state["state"] == "armed"
        await stands(track)

        await move(drive, track, -0.3)
        drive.say(stop=True)
        drive.feed(lambda: {"v": -0.3, "w": 0, "hold": True})
        await stands(track)
        assert drive.state["state"] == "stopped"


async def test_a_free_axis_beside_the_rover_moves_while_it_is_held_and_has_its_neutral_value_at_a_stop(
    gazebo: GazeboServer, track: Track, tmp_path: Path
) -> None:
    lamp = {"name": "lamp", "topic": "~/lamp", "type_name": "gazebo.msgs.Int", "least": 0, "most": 9, "neutral": 3}
    profile = tmp_path / "lamp.teledeck-profile.json"
    profile.write_text(json.dumps({"name": "lamp", "axes": [{**lamp, "rate_s": 100}]}))
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC, "--profile", str(profile)) as drive:
        await eventually(lambda: drive.state.get("unheard"), f"an axis that nobody hears, not {drive.state}")

        def is_heard() -> bool:
            # its watchdog is ready as soon as that is heard as well
            return not drive.state.get("unheard") and drive.state["watchdog"] == "ready"

        tool = await tool_that_hears(gazebo, "~/lamp", is_heard)
        heard: list[str] = []
        assert tool.stdout is not None
        reader = threading.Thread(target=lambda: heard.extend(line.strip() for line in tool.stdout or ()), daemon=True)
        reader.start()
        before = track.now
        await drive.hold_until(
            lambda: "data: 9" in heard and track.now.way_m(before) > MOVED_M,
            lambda: {"v": 0.3, "free": [1], "hold": True},
        )

        drive.say(stop=True)
        await stands(track)

        told = [line for line in heard if line.startswith("data")]
        assert told[-1] == "data: 3"
        assert set(told[len(told) - told[::-1].index("data: 9") :]) == {"data: 3"}
        tool.terminate()
        await asyncio.to_thread(tool.wait)
        reader.join()


async def test_the_topic_is_found_by_its_type(gazebo: GazeboServer, tmp_path: Path) -> None:
    async with driving(gazebo.uri, tmp_path) as drive:
        await eventually(lambda: drive.state.get("subscribers"))

        assert await drive.end() == 0


async def test_a_teledeck_that_looks_on_does_not_take_the_commands(
    gazebo: GazeboServer, track: Track, tmp_path: Path
) -> None:
    onlooker = start_teledeck("echo", gazebo.uri, TOPIC)
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, track)

        # it gets them, and the server does
        assert onlooker.stdout is not None
        assert await asyncio.to_thread(onlooker.stdout.readline)
        assert drive.state["subscribers"] == 1

        drive.say(stop=True)
        await stands(track)
        onlooker.terminate()
        await asyncio.to_thread(onlooker.communicate)


async def test_a_tool_that_begins_to_listen_stops_the_rover_until_neutral_and_is_not_waited_for_when_it_ends(
    gazebo: GazeboServer, track: Track, tmp_path: Path
) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, track, -0.3)
        tool = await tool_that_hears(gazebo, TOPIC, lambda: drive.state["subscribers"] == 2)
        await stands(track)
        came = next(told for told in drive.states if (told["reason"] or {}).get("name") == "newcomer")
        assert (came["state"], came["about"]) == ("armed", MACHINE)

        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: not drive.state["waiting_for"], f"nothing that is held, not {drive.state}")
        if drive.state["state"] != "armed":
            # the master throws clients out as others come, and who is armed and stands is disarmed then
            await drive.arm()
        await move(drive, track)
        moment = clock()
        tool.terminate()
        await asyncio.to_thread(tool.communicate)

        await stands(track)
        assert drive.reason() == "subscriber_left"
        await eventually(lambda: not drive.state["owed"], f"nobody who is missed, not {drive.state}")
        assert drive.state["state"] == "disarmed"
        kept(clock() - moment, 10.0, "disarmed")


async def test_of_a_server_and_a_tool_whose_links_were_reset_both_are_waited_for(
    gazebo: GazeboServer, track: Track, tmp_path: Path
) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        # one after the other: of two that come at once a real master may forget one
        await eventually(lambda: drive.state.get("subscribers") == 1, "the server", timeout_s=60)
        tool = gazebo.start_gz("topic", "-e", TOPIC, "-d", "600")
        await eventually(lambda: drive.state.get("subscribers") == 2, "both", timeout_s=60)
        await move(drive, track, -0.3)
        (served,) = served_ports(drive.process.pid)
        moment = clock()
        assert await asyncio.to_thread(reset_links, served) >= 2

        await eventually(lambda: drive.state["t"] > moment and not drive.state["owed"], f"{drive.state}")

        for state in drive.states:
            if state["t"] > moment and state["state"] != "armed":
                assert state["owed"] or state["subscribers"] == 2
        await stands(track)
    tool.terminate()
    await asyncio.to_thread(tool.communicate)


async def test_only_the_machine_counts_that_the_profile_names(gazebo: GazeboServer, tmp_path: Path) -> None:
    for node, subscribers in ((MACHINE[0], 1), ("10.9.9.9", 0)):
        path = tmp_path / "named.teledeck-profile.json"
        path.write_text(json.dumps({"name": "named", "node": node}))
        async with driving(gazebo.uri, tmp_path, "--topic", TOPIC, "--profile", str(path)) as drive:
            await eventually(lambda: len(drive.state.get("onlookers", ())) + drive.state.get("subscribers", 0) == 1)

            assert drive.state["subscribers"] == subscribers
            assert await drive.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_lets_the_rover_stand(
    gazebo: GazeboServer, track: Track, tmp_path: Path, number: signal.Signals
) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, track, 0.3 if number is signal.SIGTERM else -0.3)

        drive.send_signal(number)

        await stands(track)
        drive.feed(None)
        assert await drive.exit() == 0


async def test_the_end_of_input_lets_the_rover_stand(gazebo: GazeboServer, track: Track, tmp_path: Path) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, track, -0.3)

        assert await drive.end() == 0

        await stands(track)


@pytest.mark.parametrize("who", ["drive process", "window"])
async def test_whoever_is_killed_the_rover_stands(gazebo: GazeboServer, track: Track, tmp_path: Path, who: str) -> None:
    async with drive_window(gazebo.uri, tmp_path) as window:
        before = track.now
        await window.arm()
        window.do("hold")
        await eventually(lambda: track.now.way_m(before) > MOVED_M, f"motion, not {window.state}")

        if who == "window":
            window.process.kill()
        else:
            os.kill(window.pid, signal.SIGKILL)

        await stands(track)


async def test_a_server_that_hangs_is_noticed_and_told_to_stand_when_it_goes_on(
    own_gazebo: GazeboServer, own_track: Track, tmp_path: Path
) -> None:
    async with driving(own_gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, own_track)
        moment = clock()
        own_gazebo.send_signal(signal.SIGSTOP)
        await eventually(lambda: drive.state["state"] != "armed")

        stopped_s = next(state["t"] for state in drive.states if state["t"] > moment and state["state"] != "armed")
        own_gazebo.send_signal(signal.SIGCONT)

        await stands(own_track)
        kept(stopped_s - moment, SILENT_S, "stopped")


@pytest.mark.parametrize("port", ["any", "fixed"])
async def test_a_server_whose_link_was_reset_is_told_to_stand_within_a_second(
    gazebo: GazeboServer, track: Track, tmp_path: Path, port: str
) -> None:
    option = ("--publisher-port", str(free_port())) if port == "fixed" else ()
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC, *option) as drive:
        # the second drives back
        await move(drive, track, -0.3 if port == "fixed" else 0.3)
        (served,) = served_ports(drive.process.pid)
        moment = clock()
        assert await asyncio.to_thread(reset_links, served) >= 1

        # a zero was confirmed by the link that it dialled anew
        def delivered() -> dict[str, Any] | None:
            after = (state for state in drive.states if state["t"] > moment and state["state"] != "armed")
            return next((state for state in after if not state["owed"]), None)

        await eventually(delivered, "a zero that has come")
        found = delivered()
        assert found is not None
        assert found["subscribers"]
        await stands(track)
        assert drive.state["state"] == "disarmed"
        kept(found["t"] - moment, REDIAL_S, "zero confirmed")


async def test_a_server_that_was_started_again_can_be_driven_again(
    own_gazebo: GazeboServer, own_track: Track, tmp_path: Path
) -> None:
    async with driving(own_gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, own_track)
        own_gazebo.kill()
        await eventually(lambda: drive.state["state"] != "armed")

        await asyncio.to_thread(own_gazebo.start)
        await asyncio.to_thread(own_track.begin)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: drive.state["subscribers"], timeout_s=60)
        # what was owed to the server of before is not owed to this one for ever
        await eventually(lambda: drive.state["state"] == "disarmed", f"{drive.state}", timeout_s=90)

        await move(drive, own_track)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await stands(own_track)


async def test_the_drive_panel_shows_the_velocity_of_a_rover_that_tells_only_its_poses(
    deck: Deck, own_gazebo: GazeboServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    deck.window.activateWindow()
    await deck.look_at(own_gazebo.uri, STATS)
    deck.window.command_switch.allow(own_gazebo.uri, allowed=True)
    panel = deck.window.docks.drive.show_panel()
    await until(panel.ui.arm.isEnabled)

    def shown() -> float:
        measured = panel.ui.velocities.measured
        return measured.linear_m_s if measured is not None else 0.0

    def drives() -> bool:
        # a machine that stood still has disarmed
        if panel.ui.arm.isEnabled():
            panel.ui.surface.release_all()
            panel.ui.arm.click()
        elif panel.status_text.is_live:
            panel.ui.surface.moved.emit(DriveSource.SCREEN, Stick(1.0, 0.0))
        return 0.5 * usual_m_s < shown() < 1.5 * usual_m_s

    usual_m_s = CAP_M_S * PaceShares().share
    await until(drives)
    deck.window.docks.drive.client.stop()
    await until(lambda: abs(shown()) < 0.02)
