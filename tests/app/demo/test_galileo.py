"""The demo robot on Galileo UDP, met by a client on a socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.demo.galileo import HOST, DemoGalileoRobot
from app.demo.galileo_messages import CAMERA, CMD_VEL, ODOM, SCAN, STATUS
from app.demo.galileo_network import GalileoOptions
from app.demo.serve import DemoOptions, DemoServer
from app.demo.simulation import Simulation
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from protocols.galileo.events import GalileoSessionState
from tests.fakes.galileo_client import galileo_client
from tests.fakes.udp_relay import relayed
from tests.fakes.waiting import eventually
from tests.tools.sentences import says

TWIST = {"linear": {"x": 0.3, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": 0.2}}
GENEROUS_S = 60.0


@contextlib.asynccontextmanager
async def served(options: GalileoOptions) -> AsyncIterator[DemoServer]:
    demo = DemoServer(DemoOptions(seed=1, galileo=options))
    await demo.start()
    try:
        yield demo
    finally:
        await demo.close()


def where(demo: DemoServer) -> tuple[str, int]:
    return HOST, demo.galileo.port


async def test_its_address_names_the_topic_that_says_how_it_is(demo: DemoServer) -> None:
    assert demo.uris["galileo"] == f"galileo://127.0.0.1:{demo.galileo.port}/galileo/status"


async def test_status_and_odometry_come_as_texts_at_their_rates(demo: DemoServer) -> None:
    async with galileo_client(where(demo), STATUS) as status, galileo_client(where(demo), f"/{ODOM}") as odom:
        await eventually(lambda: status.texts and odom.texts, "texts", GENEROUS_S)
        ticks, before = demo.simulation.ticks, (len(status.texts), len(odom.texts))
        await eventually(lambda: demo.simulation.ticks - ticks >= 200, "two seconds", GENEROUS_S)
        seconds = (demo.simulation.ticks - ticks) / 100

        assert len(status.texts) - before[0] == pytest.approx(5 * seconds, abs=4)
        assert len(odom.texts) - before[1] == pytest.approx(20 * seconds, abs=12)
        assert "power" in status.texts[-1]
        assert odom.texts[-1]["child_frame_id"] == "base_link"


async def test_pictures_and_scans_come_as_bytes_in_parts(demo: DemoServer) -> None:
    async with galileo_client(where(demo), CAMERA) as camera, galileo_client(where(demo), SCAN) as scan:
        # the first are read before it is known whether there is an index
        await eventually(lambda: len(camera.messages) > 3 and len(scan.messages) > 3, "messages", GENEROUS_S)

        assert camera.messages[-1].startswith(b"\x89PNG")
        assert camera.messages[-1].endswith(b"IEND\xaeB`\x82")
        assert len(scan.messages[-1]) > 360 * 4
        assert camera.session.reassembly.indexed
        assert camera.session.rtt_s is not None


async def test_a_command_holds_until_the_next_even_when_its_sender_has_gone(demo: DemoServer) -> None:
    async with galileo_client(where(demo), CMD_VEL) as client:
        await client.reach(GalileoSessionState.CONNECTED)
        client.send(TWIST)
        await eventually(lambda: demo.simulation.rover.velocity.linear > 0.25, "to drive", GENEROUS_S)
    await eventually(lambda: not demo.galileo.session.clients, "CLOSE", GENEROUS_S)

    assert demo.simulation.rover.command.linear == 0.3
    assert demo.simulation.rover.command.angular == 0.2


async def test_only_what_comes_on_the_topic_of_commands_is_one(demo: DemoServer) -> None:
    async with galileo_client(where(demo), ODOM) as odom, galileo_client(where(demo), CMD_VEL) as commands:
        await odom.reach(GalileoSessionState.CONNECTED)
        await commands.reach(GalileoSessionState.CONNECTED)
        frames = demo.galileo.session.counters.frames
        odom.send(TWIST)
        await eventually(lambda: demo.galileo.session.counters.frames > frames + 4, "frames", GENEROUS_S)
        moved = demo.simulation.rover.command
        commands.send(TWIST)
        await eventually(lambda: demo.simulation.rover.command.linear == 0.3, "a command", GENEROUS_S)

    assert moved.linear == 0


@pytest.mark.expects_log("no Twist as JSON")
async def test_what_is_no_command_is_counted_and_said_once(demo: DemoServer, caplog: pytest.LogCaptureFixture) -> None:
    async with galileo_client(where(demo), CMD_VEL) as client:
        await client.reach(GalileoSessionState.CONNECTED)
        for value in ("stop", {"linear": {"x": "fast"}}, 3):
            client.send(value)
        client.session.send_binary(b"\x00" * 8)
        await eventually(lambda: demo.galileo.misunderstood == 4, "four", GENEROUS_S)

    assert demo.simulation.rover.command.linear == 0
    assert len([each for each in caplog.records if each.levelno >= logging.WARNING]) == 1


async def test_a_topic_that_it_does_not_have_is_silent(demo: DemoServer) -> None:
    async with galileo_client(where(demo), "nothing/here") as client:
        await client.reach(GalileoSessionState.CONNECTED)
        ticks = demo.simulation.ticks
        await eventually(lambda: demo.simulation.ticks > ticks + 50, "half a second", GENEROUS_S)

        assert client.state is GalileoSessionState.CONNECTED
        assert not client.texts
        assert not client.messages


async def test_only_its_token_is_let_in_where_it_has_one() -> None:
    async with (
        served(GalileoOptions(token="sesame")) as demo,  # noqa: S106 - no secret
        galileo_client(where(demo), STATUS, "sesam") as wrong,
        galileo_client(where(demo), STATUS, "sesame") as right,
    ):
        await right.reach(GalileoSessionState.CONNECTED)
        await wrong.reach(GalileoSessionState.REFUSED)

        assert "sesame" not in demo.galileo.uri
        assert len(demo.galileo.session.clients) == 1


async def test_ended_it_tells_its_clients() -> None:
    async with served(GalileoOptions()) as demo, galileo_client(where(demo), STATUS) as client:
        await client.reach(GalileoSessionState.CONNECTED)
        await demo.close()
        await client.reach(GalileoSessionState.CLOSED)


async def test_a_client_that_falls_silent_is_pinged_and_at_last_forgotten(demo: DemoServer) -> None:
    robot = demo.galileo
    async with galileo_client(where(demo), STATUS) as client:
        await client.reach(GalileoSessionState.CONNECTED)
        now = asyncio.get_running_loop().time()
        robot.session.handle_deadline(now + 11)

        assert not robot.session.clients


async def test_silent_after_a_while_it_is_stale_for_its_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(GalileoOptions(silent_after_s=0.5)) as demo, galileo_client(where(demo), STATUS) as client:
        network = demo.galileo.network
        delay_s = network.delay_s
        # by the time in which it speaks: a machine that is held up takes nothing from it
        monkeypatch.setattr(network, "delay_s", lambda _now: delay_s(demo.simulation.ticks / 100))
        await client.reach(GalileoSessionState.CONNECTED)
        await client.reach(GalileoSessionState.STALE)

        assert client.texts


async def test_a_bad_network_of_its_own_is_seen_by_its_clients() -> None:
    bad = GalileoOptions(loss=0.2, delay_s=0.05, reorder=0.2)
    async with served(bad) as demo, galileo_client(where(demo), CAMERA) as client:
        await client.reach(GalileoSessionState.CONNECTED)

        def is_known() -> bool:
            # asked anew each time: a session that was entered twice has another
            return demo.galileo.network.passed > 200 and bool(client.session.reassembly.indexed)

        await eventually(is_known, "datagrams", GENEROUS_S)

        assert demo.galileo.network.dropped > 10
        # a ping and the answer to an older one look like a short way while a machine catches up
        await eventually(lambda: (client.session.rtt_s or 0) >= 0.1, "a long way", GENEROUS_S)
        assert client.session.counters.malformed == 0


async def test_through_a_relay_that_loses_everything_for_a_while_data_flows_again(demo: DemoServer) -> None:
    async with relayed(where(demo)) as relay, galileo_client(relay.address, STATUS) as client:
        await client.reach(GalileoSessionState.CONNECTED)
        relay.set_both(loss=1.0)
        await client.reach(GalileoSessionState.STALE)
        relay.set_both(delay_s=0.05, jitter_s=0.1, loss=0.1)
        await client.reach(GalileoSessionState.CONNECTED)
        before = len(client.texts)
        await eventually(lambda: len(client.texts) > before + 5, "texts", GENEROUS_S)

        assert relay.there.dropped > 0
        assert relay.back.dropped > 0


@pytest.mark.expects_log("no Galileo UDP")
async def test_datagrams_that_are_none_of_the_protocol_are_counted_and_said_once(
    demo: DemoServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with galileo_client(where(demo), STATUS) as client:
        await client.reach(GalileoSessionState.CONNECTED)
        for data in (
            b"",
            b"\x01",
            b"\x01udp://x",
            b"GET / HTTP/1.1\r\n\r\n",
            b"\x02\x00",
            bytes(1400),
            b"\x02aaaa\x7f",
        ):
            client.send_raw(data)
        await eventually(lambda: demo.galileo.session.counters.malformed >= 6, "all", GENEROUS_S)
        before = len(client.texts)
        await eventually(lambda: len(client.texts) > before + 2, "texts", GENEROUS_S)

        assert client.state is GalileoSessionState.CONNECTED
    assert len([each for each in caplog.records if each.levelno >= logging.WARNING]) == 1


async def test_many_connects_of_one_address_are_bounded(demo: DemoServer) -> None:
    async with galileo_client(where(demo), STATUS) as client:
        for number in range(200):
            client.send_raw(f"\x01udp://127.0.0.1:1/topic{number}?token=\0".encode())
        client.send_raw(b"\x01udp://127.0.0.1:1/last?token=\0")
        await eventually(lambda: demo.galileo.session.subscribers("last"), "the last", GENEROUS_S)

        assert len(demo.galileo.session.clients) <= 8
        assert len(demo.galileo._paths) == len(demo.galileo.session.clients)


async def test_a_network_that_holds_too_much_loses_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.demo.galileo.MAX_UNDER_WAY", 10)
    async with served(GalileoOptions(delay_s=5.0)) as demo, galileo_client(where(demo), STATUS) as client:
        for _ in range(50):
            client.send_raw(b"\x02aaaa\x09")
        await eventually(lambda: demo.galileo.unsent >= 40, "what is lost", GENEROUS_S)


async def test_a_port_that_is_taken_is_said(demo: DemoServer) -> None:
    other = DemoGalileoRobot(Simulation(1))
    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await other.start(demo.galileo.port)
    await other.close()


async def test_what_is_not_started_says_so() -> None:
    with pytest.raises(RuntimeError, match="not started"):
        _ = DemoGalileoRobot(Simulation(1)).session


@given(st.lists(st.binary(max_size=80) | st.binary(max_size=20).map(lambda tail: b"\x02aaaa" + tail), max_size=20))
@settings(max_examples=30, deadline=None)
def test_no_datagram_raises(datagrams: list[bytes]) -> None:
    async def run() -> None:
        robot = DemoGalileoRobot(Simulation(1))
        await robot.start()
        for data in datagrams:
            robot._arrived(data, ("127.0.0.1", 9))
        # whoever speaks Galileo UDP is answered all the same
        async with galileo_client((HOST, robot.port), STATUS) as client:
            await client.reach(GalileoSessionState.CONNECTED)
        await robot.close()

    logger = logging.getLogger("app.demo.galileo")
    logger.disabled = True
    try:
        asyncio.run(run())
    finally:
        logger.disabled = False
