"""A link that holds what we advertise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace

import pytest

from app.config.run_settings import Settings
from app.connections.gazebo import advertised_records
from app.connections.gazebo.advertised_records import (
    AdvertisedRecords,
    RecordLink,
    advertise_on_own_link,
    withdraw_on_new_link,
)
from app.net.errors import LinkError, LinkRefusedError
from protocols.errors import GazeboClosedError, GazeboRejectedError, LocalProtocolError, ProtocolError
from protocols.gazebo.master import MasterSession
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import PublisherRecord
from protocols.gazebo.wording import GazeboWireWording
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

RECORD = PublisherRecord("/gazebo/default/x", "gazebo.msgs.Int", "127.0.0.1", 40000)
OTHER = PublisherRecord("/gazebo/default/y", "gazebo.msgs.Int", "127.0.0.1", 40000)


class FakeLink(RecordLink):
    """A link that holds a record."""

    def __init__(self) -> None:
        pass


class Master:
    """Counts what it is told on the link that speaks, and answers new links as the test wants.

    Attributes:
        commands: how many it was given.
        link: given to who wants a record held, unless there is a `failure`.
        answers: what becomes of each new link on which records are taken back, one after the other: an error, or not.
        asked: what was taken back on new links.
        meanwhile: called once while the first new link is there.
    """

    def __init__(self) -> None:
        self.commands = 0
        self.link = FakeLink()
        self.failure: ProtocolError | None = None
        self.answers: list[Exception | None] = []
        self.asked: list[list[PublisherRecord]] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def command(self, give: Callable[[MasterSession, float], None]) -> bool:
        del give
        self.commands += 1
        return True

    async def hold(self, record: PublisherRecord) -> RecordLink:
        del record
        if self.failure is not None:
            raise self.failure
        return self.link

    async def take_back(self, records: Collection[PublisherRecord]) -> None:
        self.asked.append(list(records))
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        answer = self.answers.pop(0)
        if answer is not None:
            raise answer


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Master:
    monkeypatch.setattr(advertised_records, "ECHO_TIMEOUT_S", 0.02)
    monkeypatch.setattr(advertised_records, "SETTLE_TIMEOUT_S", TIMEOUT_S)
    return Master()


@pytest.fixture
def records(master: Master) -> AdvertisedRecords:
    return AdvertisedRecords(master.command, master.hold, master.take_back)


async def test_what_the_master_says_to_be_gone_needs_no_link_more(records: AdvertisedRecords, master: Master) -> None:
    records.withdraw(RECORD)
    assert records.on_removed(RECORD)
    await records.wait_until_withdrawn()

    assert (master.commands, master.asked) == (1, [])


async def test_what_nobody_took_back_has_not_gone_by_our_will(records: AdvertisedRecords) -> None:
    records.withdraw(RECORD)

    assert not records.on_removed(OTHER)


async def test_what_is_not_said_to_be_gone_is_taken_back_on_new_links_until_one_is_sure(
    records: AdvertisedRecords, master: Master
) -> None:
    master.answers = [LinkError("thrown out"), TimeoutError(), None]
    records.withdraw(RECORD)
    records.withdraw(OTHER)
    records.on_removed(OTHER)
    await records.wait_until_withdrawn()

    assert master.asked == [[RECORD]] * 3


async def test_a_master_that_has_ended_knows_nothing_any_more(records: AdvertisedRecords, master: Master) -> None:
    master.answers = [LinkRefusedError("nothing listens")]
    records.withdraw(RECORD)
    await records.wait_until_withdrawn()

    assert len(master.asked) == 1


async def test_the_end_does_not_wait_for_ever(
    records: AdvertisedRecords, master: Master, monkeypatch: pytest.MonkeyPatch
) -> None:
    # long enough for a busy machine to ask once at least
    monkeypatch.setattr(advertised_records, "SETTLE_TIMEOUT_S", 0.5)
    master.answers = [LinkError("thrown out") for _ in range(1000)]
    records.withdraw(RECORD)
    async with asyncio.timeout(20):
        await records.wait_until_withdrawn()

    assert 1 <= len(master.asked) < 1000


async def test_a_new_link_that_lists_what_was_taken_back_takes_it_back_again(
    records: AdvertisedRecords, master: Master
) -> None:
    records.withdraw(RECORD)
    records.withdraw(OTHER)
    records.on_greeted([RECORD])
    assert master.commands == 3
    assert not records.on_removed(OTHER)
    assert records.on_removed(RECORD)
    await records.wait_until_withdrawn()

    assert master.asked == []


async def test_what_was_told_again_since_is_not_taken_back_by_a_new_link(
    records: AdvertisedRecords, master: Master
) -> None:
    records.withdraw(RECORD)
    await records.advertise(RECORD)
    records.on_greeted([RECORD])

    assert master.commands == 1


async def test_what_was_told_and_then_taken_back_is_taken_back_by_a_new_link(
    records: AdvertisedRecords, master: Master
) -> None:
    await records.advertise(RECORD)
    records.withdraw(RECORD)
    records.on_greeted([RECORD])

    assert master.commands == 2


async def test_a_record_is_told_by_a_link_that_holds_it(records: AdvertisedRecords, master: Master) -> None:
    assert await records.advertise(RECORD) is master.link
    assert master.commands == 0


@pytest.mark.parametrize("error", [GazeboClosedError("thrown out"), LinkError("broken"), GazeboRejectedError("away")])
async def test_what_the_master_may_have_taken_for_another_clients_is_taken_back_at_once(
    records: AdvertisedRecords, master: Master, error: ProtocolError
) -> None:
    master.failure = error
    with pytest.raises(type(error)):
        await records.advertise(RECORD)
    assert master.commands == 1

    master.answers = [None]
    await records.wait_until_withdrawn()
    assert master.asked == [[RECORD]]


async def test_what_is_taken_back_while_another_record_is_made_sure_of_is_made_sure_of_too(
    records: AdvertisedRecords, master: Master
) -> None:
    master.answers = [None, None]
    master.meanwhile = lambda: records.withdraw(OTHER)
    records.withdraw(RECORD)
    await records.wait_until_withdrawn()

    assert master.asked == [[RECORD], [OTHER]]


async def test_what_was_told_again_since_is_not_taken_back_with_another_record(
    records: AdvertisedRecords, master: Master
) -> None:
    master.answers = [None]
    records.withdraw(RECORD)
    await records.advertise(RECORD)
    records.withdraw(OTHER)
    await records.wait_until_withdrawn()

    assert master.asked == [[OTHER]]


@pytest.mark.parametrize("error", [LinkRefusedError("nothing listens"), LocalProtocolError("no topic")])
async def test_what_never_reached_the_master_is_not_taken_back(
    records: AdvertisedRecords, master: Master, error: ProtocolError
) -> None:
    master.failure = error
    with pytest.raises(type(error)):
        await records.advertise(RECORD)

    assert (master.commands, master.asked) == (0, [])


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
    with pytest.raises(LocalProtocolError, check=says(GazeboWireWording.NOT_ADVERTISED)):
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
