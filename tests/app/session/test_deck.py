"""The deck: views show the past by the black box's files while what comes now is received, and now again."""

from __future__ import annotations

import asyncio
import errno
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.connections.file.recording import OpenRecording
from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topics import Delivery, TopicKey
from app.net.link_thread import LinkThread
from app.record.claims import Claims
from app.record.extract import open_file
from app.record.mcap_segment import McapSegment
from app.record.player import Lead, Played, Player
from app.record.recorder import BoxState
from app.record.segments import BoxLimits, Segment, SegmentFolder
from app.session import box_reader, look_back, look_readers
from app.session import deck as deck_module
from app.session.box_reader import BoxReader
from app.session.connections import OpenConnections
from app.session.deck import Deck
from app.session.look_back import KEPT_BEFORE_S, KEPT_BEHIND_S, LookBack
from app.session.recorded_side import RecordedSide
from app.session.topics import Topics
from protocols.frames import FrameBatch
from protocols.galileo.json_schema import JsonSchema
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.fakes.waiting import eventually

ROBOT = "ros1://robot"
A, B = TopicKey(ROBOT, "/a"), TopicKey(ROBOT, "/b")
SCHEMA = JsonSchema("test/Values")
Told = tuple[str, float, Mapping[str, Any]]


class Run:
    """A run with a black box that has kept files, and topics whose messages of now a test makes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.link = LinkThread()
        self.link.start()
        self.connections = OpenConnections(self.link)
        self.files: list[Path] = []
        self.claims = Claims()
        self.now_ns = START_NS
        self.sealed = 0
        box: Any = SimpleNamespace(
            state=BoxState(since_ns=START_NS),
            claims=self.claims,
            files=lambda _from_ns, _until_ns: [[(path, None) for path in self.files]],
            seal=self._seal,
            is_on=True,
        )
        self.box = box
        self.topics = Topics(self.link, self.connections)
        self.deck = Deck(self.link, self.connections, self.topics, box, lambda: self.now_ns)

    async def _seal(self, timeout_s: float) -> None:
        self.sealed += timeout_s > 0

    def keep(self, *messages: Told, until_s: float, own: Collection[str] = ()) -> None:
        """Have the black box keep messages, those of `own` channels among them; let so much time have passed."""
        path = self.folder / f"{len(self.files)}.mcap"
        in_order = sorted(messages, key=lambda told: told[1])
        self.files.append(write_recording(path, in_order, connection=ROBOT, own=own))
        self.now_ns = START_NS + round(until_s * S)

    def admit_later(self) -> Callable[[], None]:
        """Have the past be admitted when what is returned was called."""
        admitted = asyncio.Event()

        async def admit() -> bool:
            await admitted.wait()
            return True

        self.deck.admit = admit
        return lambda: self.link.call(admitted.set)

    async def receive(self, key: TopicKey, number: int) -> None:
        """Let a message come now."""
        await self.link.run(self._receive(key, b'{"n":%d}' % number))

    async def _receive(self, key: TopicKey, payload: bytes) -> None:
        topic = self.connections.store.get_or_create(key)
        topic.live = True
        batch = FrameBatch(payload, (0,), (len(payload),), len(payload))
        topic.receive(Delivery(batch, SCHEMA, self.link.loop.time(), time.time_ns()))

    def shown(self, key: TopicKey) -> Any:
        """What views show of a topic; None where it has said nothing."""
        topic = self.topics.store.get(key)
        newest = topic.newest if topic is not None else None
        return newest.schema.decode(newest.payload)["n"] if newest is not None else None

    def is_at(self, time_s: float) -> bool:
        """Whether the past stands at a time."""
        state = self.deck.state
        return state is not None and state.position_ns == START_NS + round(time_s * S)


def opened_files(look: LookBack) -> int:
    """How many ended files a look has open."""
    return look._reader.ended if look._reader is not None else 0


@pytest.fixture
async def run(tmp_path: Path) -> AsyncIterator[Run]:
    made = Run(tmp_path)
    yield made
    await made.deck.close()
    made.link.stop()


async def test_to_hold_shows_what_is_now_while_more_comes(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    await run.receive(A, 100)
    run.topics.set_subscriptions("view", [A])

    run.deck.hold()
    await eventually(lambda: run.deck.is_past)
    await run.receive(A, 101)

    assert run.shown(A) == 100
    live = run.topics.live.get(A)
    assert live is not None
    assert live.messages == 2
    assert run.topics.store.revision != run.topics.live.revision


async def test_a_time_shows_what_topics_said_last_then(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), ("/b", 5.0, {"n": 7}), until_s=10.0)
    await run.receive(A, 100)
    run.topics.set_subscriptions("view", [A, B])

    run.deck.seek(START_NS + round(4.05 * S))
    await eventually(lambda: run.shown(A) == 40)
    assert run.shown(B) is None

    run.deck.seek(START_NS + round(6.05 * S))
    await eventually(lambda: run.shown(A) == 60)
    assert run.shown(B) == 7


async def test_views_are_told_when_there_is_something_of_a_time_that_was_gone_to(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    shown: list[int | None] = []
    run.deck.tell_views = lambda: shown.append(run.shown(A))

    run.deck.seek(START_NS + round(4.05 * S))
    await eventually(lambda: shown == [40])

    run.deck.seek(START_NS + round(6.05 * S))
    await eventually(lambda: shown == [40, 60])
    run.deck.play()
    await eventually(lambda: (run.shown(A) or 0) > 62)
    assert shown == [40, 60]


async def test_what_is_said_of_the_past_is_as_old_as_it_was_then(run: Run) -> None:
    run.keep(("/a", 1.0, {"n": 1}), ("/b", 9.0, {"n": 1}), until_s=10.0)
    run.topics.set_subscriptions("view", [A])

    run.deck.seek(START_NS + 6 * S)
    await eventually(lambda: run.shown(A) == 1)

    topic = run.topics.store.get(A)
    assert topic is not None
    assert topic.newest is not None
    assert topic.newest.received_ns == START_NS + S
    await eventually(lambda: run.link.loop.time() - topic.last_arrival_s == pytest.approx(5.0, abs=0.3))


async def test_sinks_get_the_messages_of_then_but_histories_those_of_now(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    await run.receive(A, 100)
    shown: list[bytes] = []
    run.topics.set_subscriptions("view", [A])
    run.topics.set_sink("view", A, lambda delivery: shown.extend(map(bytes, delivery.payloads)))
    run.topics.set_sink("plot", A, lambda _: pytest.fail("a history got the past"), is_history=True)

    run.deck.seek(START_NS + round(4.05 * S))

    await eventually(lambda: shown == [b'{"n": 40}'])


async def test_now_is_shown_again_with_all_that_came_meanwhile(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    await run.receive(A, 100)
    run.deck.seek(START_NS + S)
    await eventually(lambda: run.is_at(1.0))
    await run.receive(A, 101)

    run.deck.go_live()
    await eventually(lambda: not run.deck.is_past)

    assert run.shown(A) == 101
    assert run.deck.clock is None


async def test_while_a_robot_is_moved_otherwise_than_by_driving_the_past_is_not_shown(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.deck.moves = lambda: True

    run.deck.hold()
    await eventually(lambda: run.deck.refusals == 1)

    assert not run.deck.looks_back
    run.deck.moves = lambda: False
    run.deck.hold()
    await eventually(lambda: run.deck.is_past)


async def test_what_begins_to_move_while_the_past_is_asked_for_is_refused_or_keeps_it_away(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    moves: list[bool] = []
    looked_back: list[bool] = []

    async def admit() -> bool:
        # who moves a robot says so first, and asks after it whether views look back
        moves.append(True)
        looked_back.append(run.deck.looks_back)
        return True

    run.deck.admit = admit
    run.deck.moves = lambda: bool(moves)
    run.deck.hold()
    await eventually(lambda: run.deck.refusals == 1)

    assert looked_back == [True]
    assert run.deck.changes == 0


async def test_what_is_looked_at_is_not_deleted_and_the_rest_may_be(run: Run) -> None:
    begin, behind = 1000.0, 1000.0 + 30.0
    run.keep(*count_up("/a", 200, 0.1), until_s=2000.0)
    segments = [Segment(Path(str(at)), START_NS + at * 30 * S, START_NS + (at + 1) * 30 * S, 0) for at in range(60)]

    def held() -> list[int]:
        loose = run.claims.loose(segments)
        return [segment.first_ns for segment in segments if segment not in loose]

    run.deck.seek(START_NS + round(begin * S))
    await eventually(lambda: run.is_at(begin))
    before = held()
    assert [time_ns <= START_NS + begin * S <= time_ns + 30 * S for time_ns in before].count(True) > 0
    # however long one looks
    assert len(before) * 30 <= KEPT_BEFORE_S + KEPT_BEHIND_S + 2 * 30

    run.deck.seek(START_NS + round(behind * S))
    await eventually(lambda: run.is_at(behind))
    assert [time_ns - 30 * S for time_ns in held()] == before

    run.deck.go_live()
    await eventually(lambda: held() == [])


async def test_the_files_of_what_was_deleted_are_closed_and_no_time_of_them_is_offered(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_back, "CHECK_S", 0.02)
    for begin_s in (0.0, 1000.0, 2000.0):
        run.keep(("/a", begin_s, {"n": begin_s}), ("/a", begin_s + 20.0, {"n": begin_s + 20.0}), until_s=2100.0)
    run.topics.set_subscriptions("view", [A])
    run.deck.seek(START_NS + 1005 * S)
    await eventually(lambda: run.shown(A) == 1000.0)
    look = run.deck.look
    assert look is not None
    assert look.state.start_ns == START_NS

    # one that is looked at stays, whoever has deleted it
    del run.files[:2]
    await eventually(lambda: look.state.start_ns == START_NS + 1000 * S)
    assert run.is_at(1005.0)

    run.deck.seek(START_NS + 2005 * S)
    await eventually(lambda: run.shown(A) == 2000.0)
    await eventually(lambda: look.state.start_ns == START_NS + 2000 * S)


async def test_a_time_that_came_since_is_read_from_the_files_of_now(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    run.deck.seek(START_NS + round(1.05 * S))
    await eventually(lambda: run.shown(A) == 10)

    run.keep(("/a", 15.0, {"n": 1000}), until_s=20.0)
    run.deck.seek(START_NS + 16 * S)

    await eventually(lambda: run.shown(A) == 1000)


async def test_playing_goes_on_through_what_came_meanwhile_until_it_has_come_to_now(run: Run) -> None:
    run.keep(*count_up("/a", 20, 10), until_s=2.0)
    run.topics.set_subscriptions("view", [A])
    shown: list[Any] = []
    run.topics.set_sink("view", A, lambda each: shown.extend(each.schema.decode(one)["n"] for one in each.payloads))
    run.deck.seek(START_NS + S)
    await eventually(lambda: run.is_at(1.0))
    run.keep(*((topic, at_s + 2.0, {"n": at_s}) for topic, at_s, _ in count_up("/a", 20, 10)), until_s=4.0)

    run.deck.set_rate(10.0)
    run.deck.play()

    await eventually(lambda: not run.deck.is_past)
    assert shown[-1] == pytest.approx(1.9)


async def test_what_was_a_moment_ago_is_played_from_now_on_by_one_act(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])

    run.deck.move(-5 * S)
    run.deck.play()

    await eventually(lambda: run.deck.state is not None and run.deck.state.is_playing)
    assert run.deck.state is not None
    assert 5.0 <= (run.deck.state.position_ns - START_NS) / S < 6.0
    await eventually(lambda: run.shown(A) is not None and 50 <= run.shown(A) < 60)


async def test_playing_from_where_nothing_more_is_kept_is_now(run: Run) -> None:
    run.keep(*count_up("/a", 20, 10), until_s=60.0)
    run.deck.hold()
    await eventually(lambda: run.deck.is_past)

    run.deck.play()

    await eventually(lambda: not run.deck.is_past)


async def test_a_time_that_is_not_over_is_now(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.deck.seek(START_NS + 5 * S)
    await eventually(lambda: run.is_at(5.0))

    run.deck.move(6 * S)

    await eventually(lambda: not run.deck.is_past)


async def test_where_nothing_is_kept_what_is_now_can_be_held(run: Run) -> None:
    await run.receive(A, 1)
    run.deck.hold()
    await eventually(lambda: run.deck.is_past)

    assert run.shown(A) == 1
    assert run.deck.state is not None
    assert run.deck.state.is_empty


async def test_the_past_is_shown_when_it_is_admitted_and_as_it_was_asked_for_by_then(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    await run.receive(A, 100)
    admit = run.admit_later()
    run.deck.seek(START_NS + round(4.05 * S))
    await eventually(lambda: run.deck.looks_back)
    await asyncio.sleep(0.1)
    assert not run.deck.is_past
    assert run.shown(A) == 100

    admit()
    await eventually(lambda: run.shown(A) == 40)


async def test_what_views_read_is_read_once_while_the_past_is_admitted_and_told_when_they_show_it(
    run: Run, played_topics: list[set[str]]
) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    told: list[bytes] = []
    run.topics.set_subscriptions("view", [A])
    run.topics.set_sink("view", A, lambda delivery: told.extend(map(bytes, delivery.payloads)))
    admit = run.admit_later()
    run.deck.seek(START_NS + round(4.05 * S))
    await eventually(lambda: played_topics == [{"/a"}])
    await asyncio.sleep(0.05)
    assert told == []
    assert not run.deck.is_past

    admit()
    await eventually(lambda: told == [b'{"n": 40}'])
    assert played_topics == [{"/a"}]


@pytest.mark.expects_log("admission failed")
async def test_a_past_of_which_nobody_can_say_whether_it_is_admitted_is_not(run: Run) -> None:
    async def admit() -> bool:
        raise RuntimeError

    run.deck.admit = admit
    run.deck.hold()

    await eventually(lambda: run.deck.refusals == 1)
    await eventually(lambda: not run.deck.looks_back)
    # what is wrong is logged by then
    await run.deck.close()


async def test_a_past_that_is_not_admitted_is_given_up_and_may_be_asked_for_again(run: Run) -> None:
    async def admit() -> bool:
        return False

    run.deck.admit = admit
    run.deck.hold()
    await eventually(lambda: run.deck.refusals == 1)
    await eventually(lambda: not run.deck.looks_back)
    assert run.claims.loose([SimpleNamespace(first_ns=START_NS, last_ns=START_NS + S)]) != []

    run.deck.admit = None
    run.deck.hold()
    await eventually(lambda: run.deck.is_past)


async def test_what_was_given_up_before_it_was_admitted_is_not_shown(run: Run) -> None:
    admit = run.admit_later()
    run.deck.hold()
    await eventually(lambda: run.deck.looks_back)
    run.deck.go_live()
    await eventually(lambda: not run.deck.looks_back)
    admit()
    await asyncio.sleep(0.05)

    assert not run.deck.is_past
    assert (run.deck.changes, run.deck.refusals) == (0, 0)


async def test_a_part_of_the_past_is_repeated_and_kept(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), ("/a", 500.0, {"n": 500}), until_s=600.0)
    run.topics.set_subscriptions("view", [A])
    segment = Segment(Path("1"), START_NS + 8 * S, START_NS + 9 * S, 0)
    part = (START_NS + 8 * S, START_NS + round(8.5 * S))
    run.deck.seek(START_NS + 8 * S)
    await eventually(lambda: run.is_at(8.0))
    run.deck.set_loop(loop=True, within_ns=part)
    run.deck.set_rate(5.0)
    run.deck.play()

    look = run.deck.look
    assert look is not None
    await eventually(lambda: look.state.loop_ns == part)
    before = look.jumps_back
    await eventually(lambda: look.jumps_back > before + 1)

    # also while another time is looked at
    run.deck.pause()
    run.deck.seek(START_NS + 500 * S)
    await eventually(lambda: run.is_at(500.0))
    assert run.claims.loose([segment]) == []
    run.deck.set_loop(loop=False)
    await eventually(lambda: look.state.loop_ns is None)
    await eventually(lambda: run.claims.loose([segment]) == [segment])


async def test_what_the_black_box_holds_is_told_as_it_grows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_back, "SURVEY_S", 0.02)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    assert run.deck.contents.density is None
    run.deck.hold()
    await eventually(lambda: run.deck.contents.density is not None)

    run.keep(("/a", 50.0, {"n": 1}), until_s=60.0)
    await eventually(lambda: (density := run.deck.contents.density) is not None and len(density.gaps) == 1)

    run.deck.go_live()
    await eventually(lambda: run.deck.contents.density is None)


async def test_links_and_alerts_are_those_of_then(run: Run) -> None:
    links = [(ROBOT, ConnectionStatus(ConnectionState.STALE, "nothing comes"), None)]
    alerts = [{"key": "disk", "severity": 2, "source": ROBOT, "text": "full"}]
    run.keep(
        *count_up("/a", 100, 10),
        ("teledeck/connections", 2.0, {"value": [[ROBOT, {"state": "stale", "reason": links[0][1].reason}, None]]}),
        ("teledeck/alerts", 4.0, {"value": alerts}),
        until_s=10.0,
        own=("teledeck/connections", "teledeck/alerts"),
    )
    run.connections.alerts.raise_alert(Alert("now", Severity.INFO, "", "now"))
    assert run.deck.side is None
    run.deck.hold()
    await eventually(lambda: run.deck.side is not None)
    assert [alert.key for alert in side(run).alerts] == ["now"]

    run.deck.seek(START_NS + 5 * S)
    await eventually(lambda: [alert.text for alert in side(run).alerts] == ["full"])
    assert side(run).links[ROBOT].status == links[0][1]

    revision = run.connections.revision
    run.deck.seek(START_NS + 3 * S)
    await eventually(lambda: not side(run).alerts and ROBOT in side(run).links)
    assert run.connections.revision != revision
    assert [alert.key for alert in run.connections.alerts.current] == ["now"]


async def test_a_step_goes_by_messages_of_robots(run: Run) -> None:
    run.keep(
        *count_up("/a", 10, 1),
        *(("teledeck/alerts", at_s + 0.5, {"value": []}) for _, at_s, _ in count_up("", 10, 1)),
        until_s=10.0,
        own=("teledeck/alerts",),
    )
    run.topics.set_subscriptions("view", [A])
    run.deck.seek(START_NS + 2 * S)
    await eventually(lambda: run.shown(A) == 2)

    run.deck.step(forward=True)
    await eventually(lambda: run.is_at(3.0))
    run.deck.step(forward=False)
    await eventually(lambda: run.is_at(2.0))
    assert run.deck.shown_ns() == START_NS + 2 * S


async def test_nobody_listened_by_a_time_of_which_the_black_box_has_nothing(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), ("/b", 8.0, {"n": 1}), until_s=10.0)
    run.topics.set_subscriptions("view", [A, B])
    assert not run.topics.nobody_listened(B)
    jumps = run.topics.jumps
    run.deck.seek(START_NS + 5 * S)
    await eventually(lambda: run.shown(A) == 50)

    assert run.topics.nobody_listened(B)
    assert not run.topics.nobody_listened(A)
    assert run.topics.jumps > jumps
    jumps = run.topics.jumps
    run.deck.seek(START_NS + 9 * S)
    await eventually(lambda: run.shown(B) == 1)
    assert not run.topics.nobody_listened(B)
    assert run.topics.jumps > jumps

    jumps = run.topics.jumps
    run.deck.go_live()
    await eventually(lambda: not run.deck.is_past)
    assert not run.topics.nobody_listened(B)
    assert run.topics.jumps > jumps


@pytest.mark.parametrize("read", [[], [A]])
async def test_what_topics_said_then_is_known_of_those_that_no_view_reads_too(run: Run, read: list[TopicKey]) -> None:
    run.keep(*count_up("/a", 100, 10), ("/b", 3.0, {"n": 1}), until_s=10.0)
    run.topics.set_subscriptions("view", read)
    assert run.topics.heard_s(A) is None
    run.deck.seek(START_NS + round(5.05 * S))

    await eventually(lambda: run.topics.heard_s(B) == pytest.approx(2.05))
    assert run.topics.heard_s(A) == pytest.approx(0.05)
    assert run.topics.is_past(A)

    run.deck.seek(START_NS + 2 * S)
    await eventually(lambda: run.topics.heard_s(B) is None and run.topics.heard_s(A) is not None)


async def test_thinned_pictures_are_known_as_such(run: Run) -> None:
    path = run.folder / "pictures.mcap"
    run.files.append(write_recording(path, [("/a", 1.0, {"n": 1})], connection=ROBOT, thinned=True))
    run.keep(("/b", 1.0, {"n": 1}), until_s=10.0)
    run.topics.set_subscriptions("view", [A, B])
    assert run.topics.thinned_hz(A) is None

    run.deck.seek(START_NS + S)
    await eventually(lambda: run.shown(A) == 1)

    assert run.topics.thinned_hz(A) == 5.0
    assert run.topics.thinned_hz(B) is None


def side(run: Run) -> RecordedSide:
    """The links and alerts of then."""
    assert run.deck.side is not None
    return run.deck.side


async def test_what_earlier_runs_have_logged_is_read_when_it_is_asked_for(run: Run) -> None:
    lines = [
        ("teledeck/log", number / 10, {"level": "INFO", "logger": "app", "text": f"line {number}"})
        for number in range(30)
    ]
    run.keep(*lines, ("teledeck/log", 2.95, {"odd": 1}), *count_up("/a", 10, 1), until_s=10.0, own=("teledeck/log",))
    assert run.deck.earlier_log(START_NS) == ()
    run.deck.seek(START_NS + S)
    await eventually(lambda: run.is_at(1.0))

    until_ns = START_NS + round(2.5 * S)
    await eventually(lambda: len(run.deck.earlier_log(until_ns)) == 25)

    assert run.deck.earlier_log(until_ns)[-1] == (START_NS + round(2.4 * S), "INFO", "app", "line 24")


async def test_what_came_last_is_sealed_before_it_is_read(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.deck.hold()
    await eventually(lambda: run.is_at(9.9))
    assert run.sealed == 1

    run.keep(("/a", 15.0, {"n": 1000}), until_s=60.0)
    run.deck.seek(START_NS + 16 * S)
    await eventually(lambda: run.is_at(15.0))
    # all of that was in its files for long
    assert run.sealed == 1


async def test_a_topic_never_says_nothing_between_what_it_said_at_two_times(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), *count_up("/b", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A, B])
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(B) == 40)
    revision = run.topics.store.revision
    seen: list[Any] = []
    run.topics.set_sink("view", A, lambda _: seen.append(run.shown(B)))
    run.topics.set_sink("view", B, lambda _: seen.append(run.shown(A)))

    run.deck.seek(START_NS + 6 * S)

    await eventually(lambda: len(seen) == 2)
    assert None not in seen
    assert run.topics.store.revision == revision


async def test_a_topic_that_is_first_read_in_the_past_does_not_show_what_is_now(run: Run) -> None:
    run.connections.store.get_or_create(A)
    run.keep(*count_up("/b", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [B])
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(B) == 40)

    run.topics.set_subscriptions("view", [A, B])
    await run.receive(A, 7)

    assert run.shown(A) is None
    live = run.topics.live.get(A)
    assert live is not None
    assert live.messages == 1


async def test_to_go_back_and_play_at_once_shows_the_past_though_what_is_kept_ends_now(run: Run) -> None:
    run.keep(*count_up("/a", 200, 10), until_s=20.0)
    run.topics.set_subscriptions("view", [A])

    run.deck.move(-10 * S)
    run.deck.play()
    await eventually(lambda: run.shown(A) is not None)

    assert 100 <= run.shown(A) < 150
    assert run.deck.is_past
    await eventually(lambda: run.deck.state is not None and run.deck.state.is_playing)


async def test_sinks_of_parts_are_told_what_goes_before_now_when_views_show_now_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OpenRecording, "lead_of", lambda *_: Lead.MOVING)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    await run.receive(A, 100)
    told: list[Any] = []
    run.topics.set_subscriptions("view", [A])
    run.topics.set_sink("view", A, lambda each: told.extend(each.schema.decode(one)["n"] for one in each.payloads))
    run.deck.seek(START_NS + round(4.05 * S))
    await eventually(lambda: told == [*range(41)])
    told.clear()

    run.deck.go_live()

    await eventually(lambda: told == [*range(100)])


@pytest.mark.expects_log("the black box can't be read in time")
async def test_sinks_of_parts_do_not_wait_long_for_what_goes_before_now(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OpenRecording, "lead_of", lambda *_: Lead.MOVING)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    told: list[Delivery] = []
    run.topics.set_sink("view", A, told.append)
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(A) == 40)
    answers = threading.Event()
    monkeypatch.setattr(BoxReader, "lead", lambda *_: answers.wait(60.0) and [])

    run.deck.go_live()
    try:
        await eventually(lambda: not run.deck.is_past)
        assert run.topics._held
        await eventually(lambda: not run.topics._held)
    finally:
        answers.set()


@pytest.mark.expects_log("the black box can't be read")
async def test_what_can_not_be_read_keeps_nobody_from_now(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenRecording, "lead_of", lambda *_: Lead.MOVING)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(A) == 40)

    def refuse(*_: object) -> list[object]:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(BoxReader, "lead", refuse)
    run.deck.go_live()

    await eventually(lambda: not run.deck.is_past)
    await run.link.run(run.deck._ends.wait())


@pytest.mark.expects_log("the black box can't be read")
async def test_what_the_disk_refuses_first_is_read_as_soon_as_it_can_be(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, refused = Player.set_wanted, [3]

    def refuse(*arguments: Any) -> list[Played]:
        if refused[0]:
            refused[0] -= 1
            raise OSError(errno.EIO, "Input/output error")
        return read(*arguments)

    monkeypatch.setattr(Player, "set_wanted", refuse)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])

    run.deck.seek(START_NS + 4 * S)

    await eventually(lambda: run.shown(A) == 40)
    assert run.deck.look is not None
    assert run.deck.look.jumps == 1
    assert refused == [0]


async def test_another_time_that_is_asked_for_while_files_are_opened_is_shown_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens, reads = threading.Event(), threading.Event()
    read = BoxReader.open

    def wait(*arguments: Any) -> OpenRecording:
        opens.set()
        reads.wait(60.0)
        return read(*arguments)

    monkeypatch.setattr(BoxReader, "open", wait)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    told: list[bytes] = []
    run.topics.set_subscriptions("view", [A])
    run.topics.set_sink("view", A, lambda delivery: told.append(bytes(delivery.payloads.newest)))
    run.deck.seek(START_NS + 4 * S)
    await eventually(opens.is_set)
    run.deck.seek(START_NS + 6 * S)
    await run.link.run(asyncio.sleep(0))
    reads.set()

    await eventually(lambda: told == [b'{"n": 60}'])
    assert run.shown(A) == 60
    assert run.is_at(6.0)
    assert run.deck.look is not None
    assert run.deck.look.jumps == 1


async def test_where_the_box_is_switched_off_what_it_has_kept_can_be_looked_at_until_now(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(A) == 40)
    run.files.clear()
    run.box.is_on = False

    run.deck.seek(START_NS + 6 * S)
    await eventually(lambda: run.shown(A) == 60)
    run.now_ns += 60 * S
    run.deck.seek(START_NS + 30 * S)
    await eventually(lambda: run.is_at(9.9))
    assert run.shown(A) == 99

    run.deck.play()
    await eventually(lambda: not run.deck.is_past)


async def test_a_clock_that_was_set_back_makes_the_later_times_those_of_the_past(run: Run) -> None:
    run.keep(*((topic, at_s + 100.0, {"n": at_s}) for topic, at_s, _ in count_up("/a", 100, 10)), until_s=110.0)
    # some seconds are told twice, and what was told first is left out
    run.keep(*count_up("/a", 1000, 10), until_s=105.0)
    run.topics.set_subscriptions("view", [A])

    run.deck.seek(START_NS + 103 * S)
    await eventually(lambda: run.shown(A) == 999)
    state = run.deck.state
    assert state is not None
    assert START_NS <= state.position_ns <= run.now_ns


async def test_a_file_that_is_gone_is_left_out(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.keep(*((topic, at_s + 10.0, values) for topic, at_s, values in count_up("/a", 100, 10)), until_s=20.0)
    run.files[0].unlink()
    run.topics.set_subscriptions("view", [A])

    run.deck.seek(START_NS + 12 * S)

    await eventually(lambda: run.shown(A) == 20)
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.is_at(10.0))


async def test_no_time_is_offered_of_which_no_more_files_may_be_open(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_reader, "allow_open_files", lambda: 9)
    for begin_s in range(0, 100, 20):
        run.keep(("/a", begin_s, {"n": begin_s}), ("/a", begin_s + 10.0, {"n": begin_s + 10}), until_s=100.0)
    run.topics.set_subscriptions("view", [A])

    run.deck.seek(START_NS + 5 * S)

    await eventually(lambda: run.shown(A) == 40)
    await eventually(lambda: run.deck.state is not None and run.deck.state.start_ns == START_NS + 40 * S)


async def test_a_recording_that_is_played_beside_a_robot_goes_on(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    played = TopicKey("file:///runs/yard.mcap", "/a")
    monkey: Any = SimpleNamespace(id=played.connection, is_recorded=False)
    run.connections._connections[played.connection] = monkey
    await run.receive(played, 1)
    await run.receive(A, 100)
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.is_at(4.0))

    await run.receive(played, 2)

    assert run.shown(played) == 2
    del run.connections._connections[played.connection]


async def test_a_connection_may_end_or_begin_while_views_show_the_past(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    await run.receive(A, 100)
    run.topics.set_subscriptions("view", [A])
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(A) == 40)

    run.connections.store.remove_connection(ROBOT)
    other = TopicKey("ros1://other", "/a")
    await run.receive(other, 1)
    run.deck.seek(START_NS + 6 * S)

    await eventually(lambda: run.shown(A) == 60)
    run.deck.go_live()
    await eventually(lambda: not run.deck.is_past)
    assert run.shown(A) is None
    assert run.shown(other) == 1


async def test_however_long_one_looks_back_the_box_keeps_its_bounds_and_what_comes(run: Run) -> None:
    run.keep(*count_up("/a", 100, 0.1), until_s=1000.0)
    root = run.folder / "box"
    folder = SegmentFolder(root, run.claims)
    folder.begin(START_NS)
    limits = BoxLimits(900.0, 30_000, free_bytes=0)

    def write(number: int) -> Segment:
        path = root / f"{number}.mcap"
        path.write_bytes(bytes(1000))
        segment = Segment(path, START_NS + number * 30 * S, START_NS + (number + 1) * 30 * S, 1000)
        folder.add(segment)
        folder.make_room(limits)
        return segment

    for number in range(33):
        write(number)
    # the oldest that there is
    looked_ns = START_NS + 110 * S
    run.deck.seek(looked_ns)
    await eventually(lambda: run.is_at(110.0))

    for number in range(33, 200):
        newest = write(number)
        assert folder.kept_bytes <= limits.nbytes
        assert newest in folder.segments
        assert any(segment.first_ns <= looked_ns <= segment.last_ns for segment in folder.segments)

    run.deck.go_live()
    await eventually(lambda: len(run.claims.loose(folder.segments)) == len(folder.segments))
    write(200)
    assert all(segment.first_ns > looked_ns for segment in folder.segments)
    folder.end()


async def test_a_look_opens_what_is_near_first_and_the_rest_where_it_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_back, "REST_S", 1000.0)
    for begin_s in range(0, 300, 30):
        counted = ((topic, at_s + begin_s, {"n": at_s + begin_s}) for topic, at_s, _ in count_up("/a", 30, 1))
        run.keep(*counted, until_s=begin_s + 30.0)

    def files_since(from_ns: int, _: int) -> list[list[tuple[Path, None]]]:
        return [[(path, None) for number, path in enumerate(run.files) if START_NS + (number + 1) * 30 * S > from_ns]]

    run.box.files = files_since
    run.topics.set_subscriptions("view", [A])
    run.deck.move(-10 * S)
    await eventually(lambda: run.shown(A) == 290.0)
    look = run.deck.look
    assert look is not None
    # all of it is offered
    assert look.state.start_ns == START_NS
    assert opened_files(look) < 5

    run.deck.seek(START_NS + 12 * S)
    await eventually(lambda: run.shown(A) == 12.0)
    assert opened_files(look) == 10
    assert look.state.start_ns == START_NS


async def test_the_rest_is_opened_while_nobody_asks_for_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_back, "REST_S", 0.0)
    for begin_s in range(0, 300, 30):
        run.keep(("/a", begin_s + 1.0, {"n": 1}), until_s=begin_s + 30.0)
    run.deck.move(-10 * S)
    await eventually(lambda: run.deck.look is not None and opened_files(run.deck.look) == 10)


async def test_one_look_reads_nothing_again_of_the_files_that_the_one_before_has_opened(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    read: list[Path] = []

    def counted(path: Path, *rest: Any) -> McapSegment:
        read.append(path)
        return open_file(path, *rest)

    monkeypatch.setattr(box_reader, "open_file", counted)
    run.topics.set_subscriptions("view", [A])
    for time_s in (4, 6):
        run.deck.seek(START_NS + time_s * S)
        await eventually(lambda time_s=time_s: run.shown(A) == time_s * 10)  # type: ignore[misc] # it has no value
        run.deck.go_live()
        await eventually(lambda: not run.deck.is_past)

    assert read == run.files


async def test_no_file_is_open_while_views_show_now(run: Run) -> None:
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.is_at(4.0))
    look = run.deck.look
    assert look is not None
    assert opened_files(look) == 1

    run.deck.go_live()

    await eventually(lambda: opened_files(look) == 0)


async def test_a_look_that_begins_before_the_one_before_has_ended_shows_the_past(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OpenRecording, "lead_of", lambda *_: Lead.MOVING)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    run.topics.set_sink("view", A, lambda _: None)
    for number in range(10):
        run.deck.seek(START_NS + round((number % 5 + 1.05) * S))
        await eventually(lambda number=number: run.shown(A) == (number % 5 + 1) * 10)  # type: ignore[misc] # as above
        run.deck.go_live()
    run.deck.seek(START_NS + round(7.05 * S))

    await eventually(lambda: run.shown(A) == 70)
    run.deck.seek(START_NS + round(8.05 * S))
    await eventually(lambda: run.shown(A) == 80)


async def test_what_is_kept_is_learnt_before_anybody_looks_back(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_readers, "REST_S", 0.0)
    for begin_s in range(0, 90, 30):
        run.keep(("/a", begin_s + 1.0, {"n": begin_s}), until_s=begin_s + 30.0)
    run.deck.prepare()
    readers = run.deck._readers
    await eventually(lambda: readers._opened is not None and all(map(readers._opened[1].knows, run.files)))
    run.topics.set_subscriptions("view", [A])
    monkeypatch.setattr(box_reader, "open_file", None)

    run.deck.seek(START_NS + 5 * S)

    await eventually(lambda: run.shown(A) == 0)


async def test_where_all_is_known_a_look_opens_it_at_once_and_no_jump_opens_anything_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_readers, "REST_S", 0.0)
    for begin_s in range(0, 300, 30):
        run.keep(("/a", begin_s + 1.0, {"n": begin_s}), until_s=begin_s + 30.0)
    run.deck.prepare()
    readers = run.deck._readers
    await eventually(lambda: readers._opened is not None and all(map(readers._opened[1].knows, run.files)))
    run.topics.set_subscriptions("view", [A])
    run.deck.move(-10 * S)
    await eventually(lambda: run.shown(A) == 270)
    look = run.deck.look
    assert look is not None
    assert look._reader is not None
    recording = look._reader.recording
    assert opened_files(look) == 10

    run.deck.seek(START_NS + 12 * S)

    await eventually(lambda: run.shown(A) == 0)
    assert look._reader.recording is recording


async def test_views_paint_a_jump_before_the_next_one_of_which_the_newest_counts(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_module, "_PAINT_S", 1000.0)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    deck = run.deck
    deck.has_views = True
    deck.seek(START_NS + 4 * S)
    await eventually(lambda: run.shown(A) == 40)
    begins = [(deck.is_awaited, deck.is_beginning)]

    for time_s in (5, 6):
        deck.seek(START_NS + time_s * S)
    deck.note_shown(deck.changes - 1, 1)
    deck.note_shown(deck.changes, 0)
    await run.link.run(asyncio.sleep(0.05))
    assert run.is_at(4.0)

    deck.note_shown(deck.changes, 1)
    await eventually(lambda: run.shown(A) == 60)
    assert [*begins, (deck.is_awaited, deck.is_beginning)] == [(True, True), (True, False)]
    assert deck.look is not None
    assert deck.look.jumps == 2

    # from where it is about to be
    deck.seek(START_NS + 2 * S)
    deck.move(S)
    deck.step(forward=True)
    await eventually(lambda: run.is_at(3.1))


async def test_going_back_again_and_again_counts_from_where_the_last_time_leads(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_module, "_PAINT_S", 1000.0)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    deck = run.deck
    deck.has_views = True
    run.now_ns = START_NS + 9 * S
    # all before any of them is shown
    for _ in range(3):
        deck.move(-S)
    await eventually(lambda: run.is_at(8.0))
    deck.note_shown(deck.changes, 1)
    await eventually(lambda: run.is_at(6.0))

    # the second press comes before views have painted the first one
    deck.note_shown(deck.changes, 2)
    deck.move(-S)
    deck.move(-S)
    deck.note_shown(deck.changes, 3)
    await eventually(lambda: run.is_at(4.0))


async def test_a_step_is_the_last_word_where_time_was_about_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_module, "_PAINT_S", 1000.0)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    deck = run.deck
    deck.has_views = True
    deck.seek(START_NS + 4 * S)
    deck.play()
    deck.step(forward=True)
    await eventually(lambda: run.is_at(4.1))
    deck.note_shown(deck.changes, 1)
    await run.link.run(asyncio.sleep(0.05))
    assert run.is_at(4.1)
    assert deck.state is not None
    assert not deck.state.is_playing


async def test_time_goes_on_when_views_have_painted_where_it_begins(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_module, "_PAINT_S", 1000.0)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    deck = run.deck
    deck.has_views = True
    deck.seek(START_NS + 4 * S)
    deck.play()
    await eventually(lambda: run.is_at(4.0))
    await run.link.run(asyncio.sleep(0.05))
    assert run.is_at(4.0)

    deck.note_shown(deck.changes, 1)
    await eventually(lambda: deck.state is not None and deck.state.position_ns > START_NS + 4 * S)

    deck.seek(START_NS + 2 * S)
    deck.play()
    deck.pause()
    deck.note_shown(deck.changes, 2)
    # it may be told where time stands before that it stands
    await eventually(lambda: run.is_at(2.0) and deck.state is not None and not deck.state.is_playing)


async def test_views_that_paint_nothing_hold_up_no_jump_for_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_module, "_PAINT_S", 0.01)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.topics.set_subscriptions("view", [A])
    run.deck.has_views = True
    for time_s in (4, 5):
        run.deck.seek(START_NS + time_s * S)
    run.deck.play()

    await eventually(lambda: run.deck.state is not None and run.deck.state.is_playing)
    assert run.deck.state is not None
    assert run.deck.state.position_ns >= START_NS + 5 * S


async def test_why_nothing_was_ever_kept_is_told(run: Run) -> None:
    assert (run.deck.keeps, run.deck.trouble) == (True, "")
    run.box.state = BoxState(trouble="no room", since_ns=START_NS)
    assert run.deck.trouble == ""
    run.box.state = BoxState(trouble="no room")
    assert run.deck.trouble == "no room"
    run.box.is_on = False
    assert not run.deck.keeps


@pytest.mark.expects_log("the black box can't be read")
async def test_a_look_that_fails_ends_now(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no reason")

    monkeypatch.setattr(BoxReader, "open", fail)
    run.keep(*count_up("/a", 100, 10), until_s=10.0)
    run.deck.seek(START_NS + S)
    await eventually(lambda: run.deck.changes == 2)
    assert not run.deck.is_past
