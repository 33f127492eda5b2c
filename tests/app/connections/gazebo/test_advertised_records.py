"""A link that holds what we advertise."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from app.config.run_settings import Settings
from app.connections.gazebo import advertised_records
from app.connections.gazebo.advertised_records import advertise_on_own_link, withdraw_on_new_link
from app.net.errors import LinkError, LinkRefusedError
from protocols.errors import GazeboClosedError, GazeboRejectedError, LocalProtocolError
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.waiting import eventually

RECORD = PublisherRecord("/gazebo/default/x", "gazebo.msgs.Int", "127.0.0.1", 40000)


@pytest.mark.usefixtures("fast_watchdog")
async def test_it_advertises_once_and_says_nothing_more_until_it_ends(server: GazeboServer) -> None:
    link = await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), RECORD)
    await eventually(lambda: server.master.publishers == [RECORD])
    # some intervals of the watchdog that it has not
    await asyncio.sleep(0.3)

    assert [kind for kind, _ in server.master.received] == ["advertise"]
    assert len(server.connections) == 1
    link.close()
    await eventually(lambda: server.master.publishers == [])


async def test_a_master_that_is_not_there_is_an_error(server: GazeboServer) -> None:
    server.stop()
    with pytest.raises(LinkRefusedError):
        await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), RECORD)


async def test_a_master_that_turns_us_away_is_an_error(server: GazeboServer) -> None:
    server.turns_away = True
    # the system says that a server broke the link if it had not read all of ours
    with pytest.raises((GazeboRejectedError, LinkError)):
        await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), RECORD)


async def test_the_record_goes_out_before_the_greeting() -> None:
    heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.set_result(await reader.readuntil(RECORD.topic.encode()))
        writer.close()

    listener = await asyncio.start_server(listen, "127.0.0.1", 0)
    async with listener:
        endpoint = GazeboEndpoint(*listener.sockets[0].getsockname())
        with pytest.raises((GazeboRejectedError, LinkError)):
            await advertise_on_own_link(endpoint, Settings(), RECORD)

    assert b"advertise" in heard.result()


async def test_a_link_that_is_closed_before_the_master_told_it_of_the_record_is_an_error(
    server: GazeboServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # as when the slot was given away
    monkeypatch.setattr(server.master, "add_publisher", lambda _record, *_: server.hang_up())
    with pytest.raises((GazeboClosedError, LinkError)):
        await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), RECORD)


async def test_a_master_that_greets_and_is_slow_to_tell_is_believed(
    server: GazeboServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advertised_records, "ECHO_TIMEOUT_S", 0.02)
    server.greeting = server.master.greeting()
    link = await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), RECORD)

    assert len(server.connections) == 1
    link.close()
    await eventually(lambda: not server.connections)


async def test_a_record_that_can_not_be_one_reaches_no_master(server: GazeboServer) -> None:
    with pytest.raises(LocalProtocolError, match="can't be advertised"):
        await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), replace(RECORD, port=0))

    assert server.accepted == 0


async def test_one_who_does_not_wait_for_the_greeting_leaves_no_link(server: GazeboServer) -> None:
    server.greeting = b""
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await advertise_on_own_link(GazeboEndpoint(server.host, server.port), Settings(), RECORD)

    await eventually(lambda: not server.connections)


async def test_what_the_master_still_lists_is_taken_back_and_seen_to_go(server: GazeboServer) -> None:
    other = PublisherRecord("/gazebo/default/other", "gazebo.msgs.Int", "127.0.0.1", 1)
    server.master.publishers += [RECORD, other]
    await withdraw_on_new_link(GazeboEndpoint(server.host, server.port), Settings(), [RECORD])

    assert server.master.publishers == [other]
    await eventually(lambda: not server.connections)


async def test_of_what_the_master_does_not_list_nothing_is_said(server: GazeboServer) -> None:
    await withdraw_on_new_link(GazeboEndpoint(server.host, server.port), Settings(), [RECORD])

    assert server.master.received == []
    await eventually(lambda: not server.connections)


async def test_a_link_that_ends_before_the_record_has_gone_is_an_error(
    server: GazeboServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.master.publishers.append(RECORD)
    # as when the slot was given away
    monkeypatch.setattr(server.master, "remove_publisher", lambda _record: server.hang_up())

    # the system says that a server broke the link if it had not read all of ours
    with pytest.raises((GazeboClosedError, LinkError)):
        await withdraw_on_new_link(GazeboEndpoint(server.host, server.port), Settings(), [RECORD])
