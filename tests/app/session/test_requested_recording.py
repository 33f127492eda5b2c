"""Recordings that the operator asks for, and last minutes that are kept: where the file is, and why there is none."""

from __future__ import annotations

import asyncio
import errno
import shutil
import threading
import time
from pathlib import Path

import pytest
from mcap.reader import make_reader

from app.config.folders import recordings_folder
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.record.extract import Extractor
from app.session import requested_recording as module
from app.session.errors import SessionError
from app.session.requested_recording import RequestedRecording
from app.session.topics import Topics
from app.wording.record import RecordWording
from tests.app.session.test_black_box import KEY, Run, messages, run, until
from tests.tools.sentences import says

__all__ = ["run"]

# half past six in the morning
NOW_S = time.mktime((2026, 11, 27, 6, 30, 0, 0, 0, -1))
NAME = "2026-11-27_06-30-00_robot-11311"


@pytest.fixture
def recordings(run: Run) -> RequestedRecording:
    """The recordings of a run whose topics are real."""
    return RequestedRecording(run.box, Topics(run.link, run.connections), lambda: NOW_S)


def recorded(path: Path, topic: str = "/a") -> list[bytes]:
    """The messages of a topic in a file."""
    with path.open("rb") as file:
        return [message.data for _, _, message in make_reader(file, validate_crcs=True).iter_messages([topic])]


async def test_a_file_is_named_by_its_date_and_the_robot_and_is_whole_at_the_end(
    run: Run, recordings: RequestedRecording
) -> None:
    run.box.start()
    await recordings.start("robot:11311")
    assert recordings.is_on
    await run.receive(b"within")
    state = await recordings.stop()
    assert state is not None
    assert state.is_ended
    assert state.path == recordings_folder() / f"{NAME}.mcap"
    assert recorded(state.path) == [b"within"]
    await until(lambda: run.box.state is not None and run.box.state.kept_bytes)
    await run.receive(b"behind")
    await run.box.close()
    assert b"behind" in messages("/a")
    assert recordings.state == state


async def test_it_works_without_the_black_box_which_stays_off(run: Run, recordings: RequestedRecording) -> None:
    await recordings.start("robot:11311")
    assert run.box.state is None
    assert not run.box.is_on
    await run.receive(b"within")
    state = await recordings.stop()
    assert state is not None
    assert recorded(state.path) == [b"within"]
    assert messages("/a") == []
    assert run.connections.store.tap is None


async def test_the_black_box_can_be_switched_off_and_on_meanwhile(run: Run, recordings: RequestedRecording) -> None:
    run.box.start()
    await recordings.start("robot:11311")
    await run.box.stop()
    assert recordings.is_on
    assert run.box.state is None
    await run.receive(b"one")
    run.box.start()
    await run.receive(b"two")
    state = await recordings.stop()
    assert state is not None
    assert recorded(state.path) == [b"one", b"two"]
    assert run.box.is_on


async def test_quitting_ends_it_in_order(run: Run, recordings: RequestedRecording) -> None:
    started = await recordings.start("robot:11311")
    await run.receive(b"within")
    await run.box.close()
    assert recorded(started.path) == [b"within"]
    assert not recordings.is_on


async def test_two_of_one_second_are_two_files(recordings: RequestedRecording) -> None:
    for _ in range(2):
        await recordings.start("robot:11311")
        await recordings.stop()
    names = sorted(path.name for path in recordings_folder().iterdir())
    assert names == [f"{NAME}.mcap", f"{NAME}_2.mcap"]


async def test_chosen_topics_are_wanted_as_long_as_they_are_recorded(run: Run, recordings: RequestedRecording) -> None:
    wanted: list[set[TopicKey]] = []
    topics = recordings._topics
    before = topics.set_subscriptions

    def follow(owner: str, keys: frozenset[TopicKey]) -> None:
        wanted.append(set(keys))
        before(owner, keys)

    topics.set_subscriptions = follow  # type: ignore[method-assign,assignment]
    await recordings.start("robot", frozenset({KEY}))
    assert wanted == [{KEY}]
    await run.receive(b"within")
    state = await recordings.stop()
    assert wanted[-1] == set()
    assert state is not None
    assert recorded(state.path) == [b"within"]


async def test_with_too_little_room_nothing_is_begun(
    recordings: RequestedRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LEAST_ROOM_BYTES", shutil.disk_usage("/").total * 1000)
    with pytest.raises(SessionError, check=says(RecordWording.NO_ROOM)):
        await recordings.start("robot")
    assert list(recordings_folder().iterdir()) == []
    assert recordings.state is None


async def test_where_nothing_can_be_written_nothing_is_begun(recordings: RequestedRecording) -> None:
    recordings_folder().parent.mkdir(parents=True, exist_ok=True)
    recordings_folder().write_text("no folder")
    with pytest.raises(SessionError, check=says(RecordWording.FOLDER_REFUSES)):
        await recordings.start("robot")
    assert recordings.state is None


async def test_a_disk_that_refuses_the_file_is_said(
    recordings: RequestedRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = recordings_folder() / "gone" / "a.mcap"
    monkeypatch.setattr(module, "_free_path", lambda *_: gone)
    with pytest.raises(SessionError, check=says(RecordWording.NOT_RECORDED)):
        await recordings.start("robot")
    assert not recordings.is_on


@pytest.mark.parametrize(
    ("robot", "name"),
    [("ros1://a b/c", "ros1-a-b-c"), ("../..", ""), ("", ""), ("机器人 1", "机器人-1"), ("x" * 200, "x" * 60)],
)
async def test_any_name_of_a_robot_makes_a_file_of_the_folder(
    recordings: RequestedRecording, robot: str, name: str
) -> None:
    state = await recordings.start(robot)
    await asyncio.sleep(0)
    await recordings.stop()
    assert state.path.parent == recordings_folder()
    assert state.path.stem == "_".join(filter(None, (NAME.removesuffix("_robot-11311"), name)))


@pytest.fixture
def keeping(run: Run, monkeypatch: pytest.MonkeyPatch) -> RequestedRecording:
    """Last minutes that are kept of a run that goes on now, without waiting for what came last."""
    monkeypatch.setattr(module, "SETTLE_S", 0.0)
    return RequestedRecording(run.box, Topics(run.link, run.connections))


async def begin(run: Run) -> None:
    """Let the black box hold something."""
    run.box.start()
    await until(lambda: run.connections.store.tap is not None)
    await run.receive(b"before")
    await until(lambda: run.box.state is not None and run.box.state.kept_bytes)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("duration_s", [60.0, None])
async def test_the_last_minutes_are_a_file_that_stands_alone_while_more_is_kept(
    run: Run, duration_s: float | None
) -> None:
    keeping = RequestedRecording(run.box, Topics(run.link, run.connections))
    await begin(run)
    await run.receive(b"just now")
    shares: list[float] = []

    def go_on(share: float) -> bool:
        shares.append(share)
        return True

    made = await keeping.keep("rover", duration_s, go_on)
    assert made is not None
    assert made.path.parent == recordings_folder()
    assert made.path.stem.endswith("_rover")
    assert recorded(made.path)[-2:] == [b"before", b"just now"]
    assert left(recordings_folder()) == [made.path.name]
    assert shares[0] < shares[-1] == 1.0
    assert shares == sorted(shares)
    await run.receive(b"behind")
    await run.box.close()
    assert b"behind" in messages("/a")


async def test_what_is_being_kept_is_claimed_until_it_is_done(run: Run, keeping: RequestedRecording) -> None:
    await begin(run)
    claims = run.box.claims
    held: list[int] = []

    def go_on(_: float) -> bool:
        held.append(len(claims._claims))
        return True

    await keeping.keep("rover", 60.0, go_on)
    assert set(held) == {1}
    assert not claims._claims


async def test_keeping_can_be_ended_and_leaves_nothing(run: Run, keeping: RequestedRecording) -> None:
    await begin(run)
    assert await keeping.keep("rover", None, lambda _: False) is None
    assert left(recordings_folder()) == []
    assert not run.box.claims._claims


async def test_a_task_that_is_cancelled_ends_the_thread_that_copies(run: Run, keeping: RequestedRecording) -> None:
    await begin(run)
    copies, may_go_on = threading.Event(), threading.Event()

    def go_on(_: float) -> bool:
        copies.set()
        return may_go_on.wait(10)

    tasks = TaskPool("test")
    tasks.spawn(keeping.keep("rover", None, go_on), "keep")
    await until(copies.is_set)
    await tasks.cancel()
    may_go_on.set()
    await until(lambda: left(recordings_folder()) == [])


async def test_a_box_that_is_off_has_nothing_to_be_kept(keeping: RequestedRecording) -> None:
    with pytest.raises(SessionError, check=says(RecordWording.NOTHING_TO_KEEP)):
        await keeping.keep("rover", None)
    assert left(recordings_folder()) == []


async def test_a_disk_that_is_full_is_said_and_nothing_half_is_left(
    run: Run, keeping: RequestedRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(run)
    monkeypatch.setattr(module, "_RESERVE_BYTES", shutil.disk_usage("/").total * 1000)
    with pytest.raises(SessionError, check=says(RecordWording.NOT_KEPT)):
        await keeping.keep("rover", None)
    assert left(recordings_folder()) == []


async def test_what_can_not_be_read_is_counted_and_said_where_it_is_all_that_there_is(
    run: Run, keeping: RequestedRecording, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await begin(run)
    kept = run.box.files
    gone = [(tmp_path / "gone.mcap", None)]
    monkeypatch.setattr(run.box, "files", lambda *times, **more: [*kept(*times, **more), gone])
    made = await keeping.keep("rover", None)
    assert made is not None
    assert made.left_out == 1
    monkeypatch.setattr(run.box, "files", lambda *_, **__: [gone])
    with pytest.raises(SessionError, check=says(RecordWording.NOT_KEPT)):
        await keeping.keep("rover", None)


async def test_a_disk_that_refuses_the_copy_is_said(
    run: Run, keeping: RequestedRecording, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(run)

    def refuse(*_: object) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Extractor, "_write_chunks", refuse)
    with pytest.raises(SessionError, check=says(RecordWording.NOT_KEPT)):
        await keeping.keep("rover", None)
    assert left(recordings_folder()) == []
    assert not run.box.claims._claims
