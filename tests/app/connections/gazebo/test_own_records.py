"""What the master was told of ours, and what it takes to have it forget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

import pytest

from app.connections.gazebo import own_records as module
from app.connections.gazebo.own_records import OwnRecords
from app.connections.gazebo.record_link import RecordLink
from app.net.errors import LinkError, LinkRefusedError
from protocols.gazebo.master import MasterSession
from protocols.gazebo.packets import PublisherRecord
from tests.fakes.waiting import TIMEOUT_S

RECORD = PublisherRecord("/gazebo/default/x", "gazebo.msgs.Int", "127.0.0.1", 40000)
OTHER = PublisherRecord("/gazebo/default/y", "gazebo.msgs.Int", "127.0.0.1", 40000)


class FakeLink(RecordLink):
    """A link that holds a record, or does not."""

    def __init__(self, *, is_open: bool = True) -> None:
        self.stands = is_open

    @property
    def is_open(self) -> bool:
        return self.stands

    def close(self) -> None:
        self.stands = False


class Master:
    """Counts what it is told on the link that speaks, and answers new links as the test wants.

    Attributes:
        commands: how many it was given.
        link: given to who wants a record held.
        answers: what becomes of each new link on which records are taken back, one after the other: an error, or not.
        asked: what was taken back on new links.
    """

    def __init__(self) -> None:
        self.commands = 0
        self.link = FakeLink()
        self.answers: list[Exception | None] = []
        self.asked: list[list[PublisherRecord]] = []

    def command(self, give: Callable[[MasterSession, float], None]) -> bool:
        del give
        self.commands += 1
        return True

    async def hold(self, record: PublisherRecord) -> RecordLink:
        del record
        return self.link

    async def take_back(self, records: Collection[PublisherRecord]) -> None:
        self.asked.append(list(records))
        answer = self.answers.pop(0)
        if answer is not None:
            raise answer


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Master:
    monkeypatch.setattr(module, "ECHO_TIMEOUT_S", 0.02)
    monkeypatch.setattr(module, "SETTLE_TIMEOUT_S", TIMEOUT_S)
    return Master()


@pytest.fixture
def records(master: Master) -> OwnRecords:
    return OwnRecords(master, master.hold, master.take_back)


async def test_what_the_master_says_to_be_gone_needs_no_link_more(records: OwnRecords, master: Master) -> None:
    records.take_back(RECORD)
    assert records.removed(RECORD)
    await records.settle()

    assert (master.commands, master.asked) == (1, [])


async def test_what_nobody_took_back_has_not_gone_by_our_will(records: OwnRecords) -> None:
    records.take_back(RECORD)

    assert not records.removed(OTHER)


async def test_what_is_not_said_to_be_gone_is_taken_back_on_new_links_until_one_is_sure(
    records: OwnRecords, master: Master
) -> None:
    master.answers = [LinkError("thrown out"), TimeoutError(), None]
    records.take_back(RECORD)
    records.take_back(OTHER)
    records.removed(OTHER)
    await records.settle()

    assert master.asked == [[RECORD]] * 3


async def test_a_master_that_has_ended_knows_nothing_any_more(records: OwnRecords, master: Master) -> None:
    master.answers = [LinkRefusedError("nothing listens")]
    records.take_back(RECORD)
    await records.settle()

    assert len(master.asked) == 1


async def test_the_end_does_not_wait_for_ever(
    records: OwnRecords, master: Master, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SETTLE_TIMEOUT_S", 0.1)
    master.answers = [LinkError("thrown out") for _ in range(20)]
    records.take_back(RECORD)
    async with asyncio.timeout(20):
        await records.settle()

    assert 1 <= len(master.asked) <= 5


async def test_a_new_link_that_lists_what_was_taken_back_takes_it_back_again(
    records: OwnRecords, master: Master
) -> None:
    records.take_back(RECORD)
    records.take_back(OTHER)
    records.greeted([RECORD], ())
    assert master.commands == 3
    assert not records.removed(OTHER)
    assert records.removed(RECORD)
    await records.settle()

    assert master.asked == []


async def test_what_is_published_again_is_not_taken_back_by_a_new_link(records: OwnRecords, master: Master) -> None:
    records.take_back(RECORD)
    records.greeted([RECORD], {RECORD.topic})

    assert master.commands == 1


async def test_a_record_is_told_when_the_master_has_told_all_of_it(
    records: OwnRecords, master: Master, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ECHO_TIMEOUT_S", TIMEOUT_S)
    telling = asyncio.get_running_loop().create_task(records.tell(RECORD))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not telling.done()
    records.added(RECORD)

    assert await telling is master.link


async def test_a_link_that_was_lost_before_the_master_knew_the_record_is_an_error(
    records: OwnRecords, master: Master
) -> None:
    master.link = FakeLink(is_open=False)
    with pytest.raises(LinkError, match="closed the link that was to hold"):
        await records.tell(RECORD)


async def test_who_gives_up_while_a_record_is_told_leaves_no_link(records: OwnRecords, master: Master) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.005):
            await records.tell(RECORD)

    assert not master.link.is_open
