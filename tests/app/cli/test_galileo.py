"""The commands on a Galileo robot, which names its topic in the address."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.cli import command as command_module
from app.demo.galileo_network import GalileoOptions
from app.demo.serve import DemoOptions, DemoServer
from app.session.key_store import TokenStore
from protocols.galileo.wording import GalileoWireWording
from tests.fakes.command import Outcome
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

Call = Callable[..., Awaitable[Outcome]]

TOKEN = "s3same-0pen"  # noqa: S105 - no secret


@pytest.fixture(autouse=True)
def no_key_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_module, "TokenStore", lambda: TokenStore(lambda: None))
    monkeypatch.delenv("TELEDECK_GALILEO_TOKEN", raising=False)


@pytest.fixture
async def robot() -> AsyncIterator[DemoServer]:
    demo = DemoServer(DemoOptions(seed=1))
    await demo.start()
    yield demo
    await demo.close()


@pytest.fixture
async def guarded() -> AsyncIterator[DemoServer]:
    """Lets only one token in."""
    demo = DemoServer(DemoOptions(seed=1, galileo=GalileoOptions(token=TOKEN)))
    await demo.start()
    yield demo
    await demo.close()


def uri(robot: DemoServer, path: str) -> str:
    return f"galileo://127.0.0.1:{robot.galileo.port}/{path}"


async def test_topics_lists_those_that_are_known_without_inventing_counts(robot: DemoServer, call: Call) -> None:
    outcome = await call("topics", uri(robot, "odom"))
    lines = (await call("topics", uri(robot, "odom"), "--json")).lines

    assert (outcome.code, outcome.err) == (0, "")
    assert {line.split()[0] for line in outcome.out.splitlines()} == {"odom", "galileo/status", "cmd_vel"}
    assert "publisher" not in outcome.out
    assert {line["publishers"] for line in lines} == {None}


async def test_echo_takes_the_topic_of_the_address_or_another(robot: DemoServer, call: Call) -> None:
    own = await call("echo", uri(robot, "odom"), "-n", "1", "--json")
    other = await call("echo", uri(robot, "odom"), "galileo/status", "-n", "2", "--field", "power")

    assert (own.code, own.err, other.code) == (0, "", 0)
    assert own.lines[0]["topic"] == "odom"
    assert own.lines[0]["value"]["child_frame_id"] == "base_link"
    assert [float(line) > 9 for line in other.out.splitlines()] == [True, True]


async def test_without_a_path_the_address_means_the_status(robot: DemoServer, call: Call) -> None:
    outcome = await call("echo", f"galileo://127.0.0.1:{robot.galileo.port}", "-n", "1", "--field", "chargeStatus")

    assert (outcome.code, outcome.out) == (0, "0\n")


async def test_hz_measures_the_topic_of_the_address(robot: DemoServer, call: Call) -> None:
    outcome = await call("hz", uri(robot, "odom"), "--seconds", "3", "--timeout", "60", "--json")
    [line] = outcome.lines

    assert outcome.code == 0
    # 20 Hz; fewer on a machine that stands still, and then several at once
    assert 1 < line["messages"] < 3 * 40
    assert 0 < (line["messages"] - 1) / line["rate_hz"] <= 3


async def test_pub_drives_and_ends_with_zeros_that_arrived(robot: DemoServer, call: Call) -> None:
    twist = json.dumps({"linear": {"x": 0.3}, "angular": {"z": 0.2}})
    outcome = await call("pub", uri(robot, "cmd_vel"), "json", twist, "--rate", "10", "-n", "5")

    assert (outcome.code, outcome.err) == (0, "")
    assert robot.simulation.rover.pose != DemoServer(DemoOptions(seed=1)).simulation.rover.pose
    assert (robot.simulation.rover.command.linear, robot.simulation.rover.command.angular) == (0, 0)
    await eventually(lambda: not robot.galileo.session.clients, "the end of its session")


async def test_pub_names_another_topic_than_the_address(robot: DemoServer, call: Call) -> None:
    outcome = await call(
        *("pub", uri(robot, "galileo/status"), "/cmd_vel", "geometry_msgs/Twist"), '{"linear": {"x": 0.3}}', "--keep"
    )

    assert (outcome.code, outcome.err) == (0, "")
    assert robot.simulation.rover.command.linear == 0.3


@pytest.mark.parametrize("argv", [["services"], ["nodes"], ["param", "list"], ["call", "/reset"]], ids=" ".join)
async def test_what_the_protocol_does_not_have_is_said(argv: list[str], call: Call) -> None:
    name, *rest = argv
    outcome = await call(name, "galileo://127.0.0.1:9/odom", *rest)

    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert "only topics" in outcome.err


async def test_a_refusal_is_one_line_without_the_token(guarded: DemoServer, call: Call) -> None:
    for command in (("topics",), ("echo", "-n", "1"), ("hz",)):
        name, *rest = command
        outcome = await call(name, uri(guarded, "odom") + "?token=hush-hush", *rest)

        assert outcome.code == 1
        assert GalileoWireWording.REFUSED() in outcome.err
        assert "hush" not in outcome.err + outcome.out


async def test_the_token_of_the_environment_lets_in_and_is_not_shown(
    guarded: DemoServer, call: Call, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TELEDECK_GALILEO_TOKEN", TOKEN)
    outcomes = [
        await call("topics", uri(guarded, "odom"), "--json"),
        await call("echo", uri(guarded, "odom"), "-n", "1"),
        await call("pub", uri(guarded, "cmd_vel"), "json", '{"linear": {"x": 0.1}}'),
    ]

    assert [outcome.code for outcome in outcomes] == [0, 0, 0]
    assert TOKEN not in "".join(outcome.out + outcome.err for outcome in outcomes)
    assert TOKEN not in caplog.text


async def test_doctor_asks_nobody(guarded: DemoServer, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_module, "_is_terminal", lambda: True)
    outcome = await call("doctor", uri(guarded, "galileo/status"), "--json")

    assert outcome.code == 1
    assert [line["check"] for line in outcome.lines if line["ok"] is False] == ["token"]


async def test_a_robot_that_is_not_there_is_told(call: Call) -> None:
    outcome = await call("echo", "galileo://127.0.0.1:1/odom", "-n", "1")

    assert outcome.code == 1
    assert shows(outcome.err, GalileoWireWording.NOTHING_ANSWERS_BECAUSE)
