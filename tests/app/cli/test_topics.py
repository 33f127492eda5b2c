"""`teledeck topics`, as other programs call it."""

from __future__ import annotations

import asyncio
import itertools
import math
import signal
import statistics
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import topics
from app.cli.topics import TOPICS_TIMEOUT_S, RateMeter
from app.wording.commands import CommandWording
from app.wording.connections import LinkWording
from protocols.gazebo.packets import SubscriberRecord
from tests.app.cli.conftest import SetClock
from tests.fakes.command import Command, Outcome, run_command
from tests.fakes.deliveries import delivery
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
    text = LinkWording.NOTHING_LISTENS(host="127.0.0.1", port=server.port)
    assert outcome.err == f"teledeck: {text}. {LinkWording.NOTHING_LISTENS_TIP()}\n"
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


X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"
NOTHING = dict.fromkeys(("rate_hz", "bandwidth_bytes_s", "min_s", "max_s", "std_s"))


def measured(*arrivals: tuple[float, int], seconds: float = 1e9) -> dict[str, float | int | None]:
    """The figures of messages of so many bytes that arrive at these times."""
    gauge = RateMeter(seconds)
    for now, nbytes in arrivals:
        gauge.put(delivery(bytes(nbytes), arrived_s=now))
    return gauge.result()


class TestGauge:
    def test_the_rate_is_intervals_over_time_and_the_bandwidth_what_came_in_them(self) -> None:
        assert measured((10.0, 1000), (10.5, 10), (11.5, 20), (12.0, 30)) == {
            "rate_hz": 1.5,
            "bandwidth_bytes_s": 30.0,
            "min_s": 0.5,
            "max_s": 1.0,
            "std_s": pytest.approx(math.sqrt(1 / 18)),
            "messages": 4,
        }

    @pytest.mark.parametrize("count", [0, 1])
    def test_below_two_messages_there_are_no_figures(self, count: int) -> None:
        assert measured(*[(1.0, 5)] * count) == NOTHING | {"messages": count}

    def test_messages_of_one_moment_have_no_rate(self) -> None:
        assert measured((1.0, 5), (1.0, 5)) == NOTHING | {"messages": 2}

    def test_messages_that_came_together_have_no_time_between_them(self) -> None:
        gauge = RateMeter(10.0)
        gauge.put(delivery(b"a", b"bc", arrived_s=1.0))
        gauge.put(delivery(b"d", b"ef", arrived_s=2.0))

        assert gauge.result() == {
            "rate_hz": 3.0,
            "bandwidth_bytes_s": 5.0,
            "min_s": 0.0,
            "max_s": 1.0,
            "std_s": pytest.approx(math.sqrt(2) / 3),
            "messages": 4,
        }

    def test_what_comes_after_the_time_to_measure_is_not_counted(self) -> None:
        result = measured((5.0, 1), (6.0, 1), (7.0, 1), (7.001, 1), (8.0, 1), seconds=2.0)

        assert result["messages"] == 3
        assert result["rate_hz"] == 1.0

    @given(st.lists(st.floats(min_value=1e-4, max_value=10.0), min_size=1, max_size=60))
    def test_the_spread_is_that_of_the_intervals(self, intervals: list[float]) -> None:
        times = [0.0]
        for interval in intervals:
            times.append(times[-1] + interval)
        exact = [later - sooner for sooner, later in itertools.pairwise(times)]
        result = measured(*((time, 8) for time in times))

        assert result["min_s"] == min(exact)
        assert result["max_s"] == max(exact)
        assert result["std_s"] == pytest.approx(statistics.pstdev(exact), abs=1e-9)
        assert result["rate_hz"] == len(intervals) / times[-1]


async def fed(command: Command, process: PublishingProcess, payload: bytes, interval_s: float = 0.02) -> Outcome:
    """Publish until the command has ended."""
    ending = asyncio.get_running_loop().create_task(command.end())
    await eventually(lambda: process.links or ending.done(), timeout_s=60)
    while not ending.done():
        process.publish(X, payload)
        await asyncio.sleep(interval_s)
    return await ending


async def test_the_figures_as_json(server: GazeboServer, process: PublishingProcess) -> None:
    process.advertise(X, INT)
    process.publish(X, bytes(100_000))
    command = await Command.start("hz", server.uri, "~/x", "--seconds", "3", "--timeout", "60", "--json")
    outcome = await fed(command, process, bytes(500))

    assert outcome.code == 0
    assert outcome.err == ""
    (result,) = outcome.lines
    assert list(result) == ["rate_hz", "bandwidth_bytes_s", "min_s", "max_s", "std_s", "messages"]
    # the large message from before is none of the interval's
    assert result["bandwidth_bytes_s"] == pytest.approx(result["rate_hz"] * 500)
    assert result["min_s"] <= 1 / result["rate_hz"] <= result["max_s"]
    assert result["messages"] > 2
    assert 0 < (result["messages"] - 1) / result["rate_hz"] <= 3


async def test_the_figures_as_text(server: GazeboServer, process: PublishingProcess) -> None:
    process.advertise(X, INT)
    command = await Command.start("hz", server.uri, X, "--seconds", "3", "--timeout", "60")
    outcome = await fed(command, process, bytes(500))

    assert outcome.code == 0
    assert " Hz, " in outcome.out
    assert " bytes/s, " in outcome.out
    assert outcome.out.count("\n") == 1


@pytest.mark.parametrize(("options", "out"), [((), "1 message: too few for a rate\n"), (("--json",), None)])
async def test_one_message_is_no_rate_and_no_failure(
    server: GazeboServer, process: PublishingProcess, options: tuple[str, ...], out: str | None
) -> None:
    process.advertise(X, INT)
    command = await Command.start("hz", server.uri, X, "--seconds", "0.2", "--timeout", "60", *options)
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(X, b"\x08\x01")
    outcome = await command.end()

    assert outcome.code == 0
    if out is None:
        assert outcome.lines == [NOTHING | {"messages": 1}]
    else:
        assert outcome.out == out


async def test_no_message_is_exit_1_after_the_time_to_measure(
    server: GazeboServer, process: PublishingProcess, call: Callable[..., Awaitable[Outcome]], set_clock: SetClock
) -> None:
    process.advertise(X, INT)
    set_clock(topics, lambda: process.links)
    outcome = await call("hz", server.uri, X, "--seconds", "0.5", "--json")

    assert (outcome.code, outcome.out) == (1, "")
    text = CommandWording.NO_MESSAGE(topic=X, waited_s=0.5)
    assert outcome.err == f"teledeck: {text}. {CommandWording.SENDS_NOTHING()}\n"


async def test_the_wait_for_the_first_message_can_be_longer_and_the_server_come_later(server: GazeboServer) -> None:
    server.stop()
    command = await Command.start("hz", server.uri, X, "--seconds", "3", "--timeout", "60", "--json")
    await asyncio.sleep(0.3)
    await server.start()
    process = await server.process()
    process.advertise(X, INT)
    outcome = await fed(command, process, bytes(5))

    assert outcome.code == 0
    assert outcome.lines[0]["messages"] > 1


async def test_stopped_early_it_prints_what_it_measured(server: GazeboServer, process: PublishingProcess) -> None:
    process.advertise(X, INT)
    command = await Command.start("hz", server.uri, X, "--seconds", "60", "--json")
    await eventually(lambda: process.links, timeout_s=60)
    # it must have taken two of them when it is stopped, and says nothing before
    for _ in range(50):
        process.publish(X, bytes(5))
        await asyncio.sleep(0.02)
    outcome = await command.end(signal.SIGINT)

    assert outcome.code == 0
    assert outcome.lines[0]["messages"] > 1


async def test_stopped_before_the_first_message_it_says_so(server: GazeboServer, process: PublishingProcess) -> None:
    process.advertise(X, INT)
    command = await Command.start("hz", server.uri, X, "--seconds", "60")
    await eventually(lambda: process.links, timeout_s=60)
    outcome = await command.end(signal.SIGTERM)

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"teledeck: {CommandWording.STOPPED()}.\n"
