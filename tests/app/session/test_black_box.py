"""The black box of a run: what robots said is in its files, whatever the interface does."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from mcap.reader import make_reader

from app.config.folders import CONFIG_VARIABLE, black_box_folder, box_pictures_folder
from app.model.alerts import Alert, Severity
from app.model.messages.values import CompressedImage
from app.model.schema import Schema
from app.model.topics import Delivery, TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.record.recording_writer import RecordingOrder
from app.record.segments import SegmentFolder
from app.session.alerts import SessionAlerts
from app.session.black_box import BlackBox
from app.session.connections import OpenConnections
from tests.app.record.test_tap import SCHEMA, batch
from tests.fakes.images import ImageSchema

KEY = TopicKey("ros1://robot", "/a")
TIMEOUT_S = 20.0


class Run:
    """A run with a topic whose messages a test makes."""

    def __init__(self) -> None:
        self.link = LinkThread()
        self.link.start()
        self.connections = OpenConnections(self.link)
        self.alerts = SessionAlerts(self.link, self.connections.alerts, self.connections.note_change)
        self.secrets: tuple[str, ...] = ()
        watched = {"alerts": lambda: self.connections.alerts.current}
        self.box = BlackBox(self.link, self.connections, self.alerts, watched, lambda: self.secrets)

    async def receive(self, *payloads: bytes, schema: Schema = SCHEMA) -> None:
        """Let messages arrive."""

        async def receive() -> None:
            topic = self.connections.store.get_or_create(KEY)
            topic.live = True
            delivery = Delivery(batch(*payloads), schema, self.link.loop.time(), time.time_ns())
            topic.receive(delivery)
            if self.connections.store.tap is not None:
                self.connections.store.tap(topic, delivery)

        await self.link.run(receive())


@pytest.fixture
async def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    """A run whose files are the test's."""
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    made = Run()
    yield made
    await made.box.close()
    made.link.stop()


async def until(told: Callable[[], object]) -> None:
    """Wait until something is so."""
    end_s = time.monotonic() + TIMEOUT_S
    while not told():
        assert time.monotonic() < end_s
        await asyncio.sleep(0.01)


def messages(topic: str) -> list[bytes]:
    """The messages of a topic in all files that are complete."""
    found = []
    for path in sorted(black_box_folder().rglob("*.mcap")):
        with path.open("rb") as file:
            found += [message.data for _, _, message in make_reader(file, validate_crcs=True).iter_messages([topic])]
    return found


async def test_what_robots_say_is_kept_until_the_very_end(run: Run) -> None:
    run.box.start()
    await until(lambda: run.connections.store.tap is not None)
    await run.receive(b"one", b"two")
    await until(lambda: run.box.state is not None and run.box.state.kept_bytes)
    await run.receive(b"three")
    await run.box.stop()
    # what was said last when a file began may be in it twice
    assert list(dict.fromkeys(messages("/a"))) == [b"one", b"two", b"three"]


async def test_our_own_side_is_kept_too_without_any_secret(run: Run) -> None:
    run.secrets = ("hunter2",)
    run.box.start()
    run.alerts.raise_alert(Alert("key", Severity.ERROR, "ros1://robot", "hunter2 was refused"))
    logging.getLogger("app.test").info("%s was tried", "hunter2")
    await until(lambda: run.box.state is not None and run.box.state.kept_bytes)
    await run.box.stop()
    assert any(b"was refused" in message for message in messages("teledeck/alerts"))
    assert any(b"*** was tried" in message for message in messages("teledeck/log"))
    assert b'{"messages":0}' in messages("teledeck/dropped")
    assert not any(b"hunter2" in path.read_bytes() for path in black_box_folder().rglob("*.mcap"))


async def test_it_is_ready_once_it_has_what_earlier_runs_have_left(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not run.box.is_ready
    goes_on, begin = threading.Event(), SegmentFolder.begin

    def begin_late(folder: SegmentFolder, now_ns: int) -> int:
        assert goes_on.wait(TIMEOUT_S)
        return begin(folder, now_ns)

    monkeypatch.setattr(SegmentFolder, "begin", begin_late)
    run.box.start()
    await until(lambda: run.connections.store.tap is not None)
    await asyncio.sleep(0.2)
    assert not run.box.is_ready
    goes_on.set()
    await until(lambda: run.box.is_ready)
    await run.box.stop()
    assert not run.box.is_ready


async def test_it_can_be_ended_and_started_again(run: Run) -> None:
    assert run.box.state is None
    for payload in (b"first", b"second"):
        run.box.start()
        await until(lambda: run.connections.store.tap is not None)
        await run.receive(payload)
        await run.box.stop()
        assert not run.box.is_on
        await run.receive(b"between")
    kept = messages("/a")
    assert b"first" in kept
    assert b"second" in kept
    # what was said last when a file began is in it, by its number
    assert kept.count(b"between") <= 1


@pytest.mark.expects_log("black box")
async def test_a_folder_that_can_not_be_written_is_an_alert_and_stops_nothing(run: Run) -> None:
    black_box_folder().parent.mkdir(parents=True)
    black_box_folder().write_text("no folder")
    run.box.start()
    await until(lambda: run.connections.alerts.current)
    (alert,) = run.connections.alerts.current
    assert alert.severity is Severity.WARNING
    await run.receive(b"lost")
    black_box_folder().unlink()
    await until(lambda: not run.connections.alerts.current)
    await run.receive(b"kept")
    await run.box.stop()
    assert b"kept" in messages("/a")


class SlowCompanion:
    """A companion that ends when a test says so."""

    def __init__(self) -> None:
        self.may_end = threading.Event()

    def start(self) -> None:
        pass

    def stop(self, timeout_s: float) -> None:
        self.may_end.wait(timeout_s)


async def test_a_companion_that_takes_its_time_keeps_nothing_from_being_written(run: Run) -> None:
    companion = SlowCompanion()
    run.box.make_companion = lambda: companion
    run.box.start()
    await until(lambda: run.connections.store.tap)
    await run.receive(b"the last")
    closing = TaskPool("test").spawn(run.box.close(), "close")
    try:
        await until(lambda: messages("/a") or closing.done())
        # what was said last when a file began is in it once more
        assert set(messages("/a")) == {b"the last"}
        assert not closing.done()
    finally:
        companion.may_end.set()
        await closing


class Subscriptions:
    """Subscriptions of the black box that note what they are told."""

    def __init__(self) -> None:
        self.looks = 0
        self.is_ended = False

    def look(self, now_s: float) -> None:
        """Look."""
        assert now_s > 0
        self.looks, self.is_ended = self.looks + 1, False

    def end(self) -> None:
        """End."""
        self.is_ended = True


async def test_it_subscribes_by_itself_while_it_is_on_and_no_longer(run: Run) -> None:
    told = run.box.subscriptions = Subscriptions()
    run.box.start()
    await until(lambda: told.looks)
    await run.box.stop()
    assert told.is_ended


async def test_for_a_recording_alone_it_subscribes_to_nothing_by_itself(run: Run, tmp_path: Path) -> None:
    told = run.box.subscriptions = Subscriptions()
    await run.box.record(RecordingOrder(tmp_path / "a.mcap", None))
    await until(lambda: told.is_ended)
    assert told.looks == 0
    await run.box.end_recording()


async def test_limits_hold_at_once(run: Run) -> None:
    run.box.set_limits(60.0, 10**9)
    run.box.start()
    await until(lambda: run.box.state is not None)
    run.box.set_limits(120.0, 2 * 10**9)
    assert (run.box.limits.duration_s, run.box.limits.nbytes) == (120.0, 2 * 10**9)


@pytest.mark.expects_log("black box failed")
@pytest.mark.expects_log("can't be written")
async def test_an_error_that_nobody_expected_ends_nothing(run: Run) -> None:
    broken = [True]

    def secrets() -> tuple[str, ...]:
        if broken[0]:
            raise KeyError
        return ()

    run.box = BlackBox(run.link, run.connections, run.alerts, {}, secrets)
    run.box.start()
    await until(lambda: run.connections.alerts.current)
    broken[0] = False
    await until(lambda: not run.connections.alerts.current)
    await run.receive(b"kept")
    await run.box.stop()
    assert b"kept" in messages("/a")


@pytest.mark.expects_log("alerts can't be watched")
async def test_an_error_of_what_is_watched_costs_nothing_else(run: Run) -> None:
    def alerts() -> object:
        raise KeyError

    run.box = BlackBox(run.link, run.connections, run.alerts, {"alerts": alerts}, tuple)
    run.box.start()
    await until(lambda: run.connections.store.tap is not None)
    await run.receive(b"kept")
    await run.box.stop()
    assert b"kept" in messages("/a")
    assert not run.connections.alerts.current


async def test_pictures_are_kept_in_files_of_their_own_that_others_tell_apart(run: Run) -> None:
    run.box.start()
    await until(lambda: run.connections.store.tap is not None)
    schema = ImageSchema(CompressedImage("jpeg", memoryview(b"0")))
    await run.receive(b"0", schema=schema)
    await until(lambda: list(box_pictures_folder().rglob("*.part")))
    await run.receive(b"text")
    await run.box.stop()
    (file,) = box_pictures_folder().rglob("*.mcap")
    with file.open("rb") as opened:
        ((_, channel, message),) = make_reader(opened, validate_crcs=True).iter_messages()
    assert (channel.topic, channel.metadata["thinned_of"], message.data) == ("/a", "/a", b"0")
    assert b"0" not in messages("/a")
    # the numbers of channels are the same ones
    assert file.parent.name in {path.name for path in black_box_folder().iterdir()}


async def test_pictures_that_are_not_wanted_are_not_kept(run: Run) -> None:
    run.box.choose_pictures(lambda key: key != KEY)
    run.box.start()
    await until(lambda: run.connections.store.tap is not None)
    schema = ImageSchema(CompressedImage("jpeg", memoryview(b"0")))
    await run.receive(b"0", schema=schema)
    await asyncio.sleep(0.3)
    await run.box.stop()
    assert not list(box_pictures_folder().rglob("*.mcap"))


async def test_pictures_have_half_of_the_room_at_most(run: Run) -> None:
    run.box.set_limits(60.0, 10**9)
    run.box.start()
    await until(lambda: run.box._picture_thread is not None and run.box._picture_thread.recorder is not None)
    assert run.box._picture_thread is not None
    pictures = run.box._picture_thread.recorder
    assert pictures is not None
    await until(lambda: pictures.limits.nbytes == 10**9 // 2 and pictures.limits.since_ns)
    assert run.box._thread is not None
    box = run.box._thread.recorder
    assert box is not None
    assert box.limits.nbytes == 10**9


async def test_what_came_is_in_its_files_at_once_where_somebody_asks_for_it(run: Run) -> None:
    run.box.start()
    await until(lambda: run.box.is_ready and run.connections.store.tap is not None)
    await until(lambda: run.box.files(0, time.time_ns())[0])
    before_ns = time.time_ns()
    await run.receive(b"one")

    await run.link.run(run.box.seal(TIMEOUT_S))

    ((_, sealed),) = run.box.files(0, time.time_ns())[0]
    assert sealed is not None
    assert sealed.chunks[-1].end_ns >= before_ns


async def test_what_is_off_has_nothing_to_seal(run: Run) -> None:
    began_s = time.monotonic()
    await run.link.run(run.box.seal(TIMEOUT_S))
    assert time.monotonic() - began_s < TIMEOUT_S
