"""`teledeck topics`, as other programs call it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from app.cli.topics import TOPICS_TIMEOUT_S
from protocols.gazebo.packets import SubscriberRecord
from tests.fakes.command import Command, Outcome, run_command
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.waiting import eventually

Call = Callable[..., Awaitable[Outcome]]


async def test_a_line_of_json_a_topic_with_the_records_that_the_master_has(
    server: GazeboServer, call: Call, process: PublishingProcess
) -> None:
    other = await server.process()
    process.advertise("/gazebo/default/b", "gazebo.msgs.Pose")
    other.advertise("/gazebo/default/b", "gazebo.msgs.Pose")
    process.advertise("/gazebo/default/ä\n", "my.Type")
    subscriber = server.master.accept()
    subscriber.subscriptions += [
        SubscriberRecord("/gazebo/default/a", "gazebo.msgs.Int", "127.0.0.1", port) for port in (1, 2)
    ]

    outcome = await call("topics", server.uri, "--json")

    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.isascii()
    assert outcome.lines == [
        {"topic": "/gazebo/default/a", "type": "gazebo.msgs.Int", "publishers": 0, "subscribers": 2},
        {"topic": "/gazebo/default/b", "type": "gazebo.msgs.Pose", "publishers": 2, "subscribers": 0},
        {"topic": "/gazebo/default/ä\n", "type": "my.Type", "publishers": 1, "subscribers": 0},
    ]


async def test_as_text_a_line_a_topic_says_what_its_numbers_are(
    server: GazeboServer, call: Call, process: PublishingProcess
) -> None:
    process.advertise("/gazebo/default/imu", "gazebo.msgs.IMU")
    process.advertise("/gazebo/default/x\x1b[2J", "")
    process.advertise("", "gazebo.msgs.Altimeter")

    outcome = await call("topics", server.uri)

    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "(empty name)              gazebo.msgs.Altimeter  1 publisher  0 subscribers",
        "/gazebo/default/imu       gazebo.msgs.IMU        1 publisher  0 subscribers",
        "/gazebo/default/x\\x1b[2J  (type unknown)         1 publisher  0 subscribers",
    ]


async def test_a_server_without_topics_prints_nothing(server: GazeboServer, call: Call) -> None:
    for options in ((), ("--json",)):
        outcome = await call("topics", server.uri, *options)
        assert (outcome.code, outcome.out, outcome.err) == (0, "", "")


async def test_the_address_may_come_from_gazebos_variable(server: GazeboServer, process: PublishingProcess) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")

    outcome = await run_command("topics", "gazebo:", environ={"GAZEBO_MASTER_URI": f"http://127.0.0.1:{server.port}"})

    assert outcome.code == 0
    assert outcome.out.startswith("/gazebo/default/x ")


async def test_a_server_that_is_not_there_is_exit_1_at_once(server: GazeboServer, call: Call) -> None:
    server.stop()
    began = asyncio.get_running_loop().time()
    outcome = await call("topics", server.uri)

    assert outcome.code == 1
    assert outcome.out == ""
    assert outcome.err == (
        f"teledeck: nothing listens on 127.0.0.1:{server.port}. Is the server running, and is this its port?\n"
    )
    assert asyncio.get_running_loop().time() - began < TOPICS_TIMEOUT_S


async def test_a_server_that_turns_us_away_is_exit_1_and_the_tip_names_the_white_list(
    server: GazeboServer, call: Call
) -> None:
    server.turns_away = True
    outcome = await call("topics", server.uri)

    assert outcome.code == 1
    assert "GAZEBO_IP_WHITE_LIST" in outcome.err
    assert outcome.err.count("\n") == 1


async def test_a_world_that_is_being_loaded_is_waited_for(server: GazeboServer, process: PublishingProcess) -> None:
    server.master.namespaces = []
    command = await Command.start("topics", server.uri, "--json")
    await eventually(lambda: server.accepted, timeout_s=60)
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    server.add_namespace("default")
    outcome = await command.end()

    assert outcome.code == 0
    assert [line["topic"] for line in outcome.lines] == ["/gazebo/default/x"]


async def test_a_master_link_that_is_lost_meanwhile_does_not_show(
    server: GazeboServer, process: PublishingProcess
) -> None:
    process.advertise("/gazebo/default/x", "gazebo.msgs.Int")
    server.master.namespaces = []
    command = await Command.start("topics", server.uri, "--json")
    await eventually(lambda: server.accepted, timeout_s=60)
    server.master.namespaces = ["default"]
    server.hang_up()
    outcome = await command.end()

    assert outcome.code == 0
    assert outcome.err == ""
    assert len(outcome.lines) == 1
