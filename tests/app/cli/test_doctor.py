"""`teledeck doctor`: a sentence and a tip for each thing, and an exit code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.fakes.command import Outcome, run_command
from tests.fakes.gazebo_robot import Robot
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess

Call = Callable[..., Awaitable[Outcome]]


async def test_all_well_is_zero(server: GazeboServer, process: PublishingProcess, call: Call) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    robot = Robot(server, "/gazebo/default/log/control", "gazebo.msgs.LogControl")
    outcome = await call("doctor", server.uri)

    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0] == "ok    name:       127.0.0.1 is an address, no name has to be resolved."
    assert lines[2] == "ok    greeting:   A Gazebo master has greeted."
    assert len(lines) == 7
    await robot.leave()


async def test_every_finding_is_a_line_of_json(server: GazeboServer, process: PublishingProcess, call: Call) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    outcome = await call("doctor", server.uri, "--json")

    assert [set(line) for line in outcome.lines] == [{"check", "ok", "text", "tip"}] * 7
    assert [line["ok"] for line in outcome.lines] == [True] * 6 + [None]
    assert outcome.code == 0


async def test_a_fault_is_one_and_has_its_tip_below() -> None:
    outcome = await run_command("doctor", "gazebo://127.0.0.1:1")

    assert outcome.code == 1
    assert outcome.out.splitlines()[1:] == [
        "FAULT port:       Nothing listens on 127.0.0.1:1.",
        "                  Is the server running, and is this its port?",
    ]
    assert outcome.err == ""


async def test_what_is_no_uri_is_wrong_usage(call: Call) -> None:
    assert (await call("doctor", "robot")).code == 2
