"""`teledeck record`, on a server of the test."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from app.cli import record
from app.cli.command import CommandConnection, CommandError
from app.net.tasks import TaskPool
from app.record.mcap_format import PART
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.recording_writer import RecordingOrder, RecordingState
from app.wording.commands import CommandWording, RecordingCommandWording
from app.wording.record import RecordWording
from protos.gazebo import images_pb2 as images
from tests.fakes.command import Command, Outcome
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually

TASKS = TaskPool("test")

Call = Callable[..., Coroutine[Any, Any, Outcome]]

X = "/gazebo/default/x"
Y = "/gazebo/default/y"
INT = "gazebo.msgs.Int"
IMAGE = "gazebo.msgs.ImageStamped"
FIVE, SIX = b"\x08\x05", b"\x08\x06"


class _Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Settings and logs of the test alone."""
    monkeypatch.setenv("TELEDECK_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for files."""
    made = tmp_path / "files"
    made.mkdir()
    return made


def recorded(path: Path) -> list[tuple[str, bytes]]:
    """The messages of robots in a file that is whole, with their topics."""
    with contextlib.closing(McapSegment(path)) as segment:
        assert segment.is_complete
        return [
            (topic, bytes(message.payload))
            for message in segment.messages(0, 1 << 63)
            if not (topic := segment.channels[message.channel].topic).startswith("teledeck/")
        ]


def names(folder: Path) -> set[str]:
    """The names of the files in a folder."""
    return {path.name for path in folder.iterdir()}


def image(nbytes: int) -> bytes:
    """An image of about so many bytes."""
    message = images.ImageStamped()
    message.time.sec = message.time.nsec = 0
    message.image.width, message.image.height, message.image.pixel_format, message.image.step = nbytes, 1, 1, nbytes
    message.image.data = bytes(nbytes)
    return message.SerializeToString()


async def test_topics_that_are_named_are_recorded_for_a_time(
    server: GazeboServer, process: PublishingProcess, call: Call, folder: Path
) -> None:
    process.advertise(X, INT)
    process.advertise(Y, INT)
    path = folder / "a.mcap"
    running = TASKS.spawn(call("record", server.uri, "~/x", "--for", "3", "-o", str(path), "--json"), "record")
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(X, FIVE, SIX)
    process.publish(Y, FIVE)
    outcome = await running
    (told,) = outcome.lines

    assert (outcome.code, outcome.err) == (0, "")
    assert recorded(path) == [(X, FIVE), (X, SIX)]
    assert names(folder) == {"a.mcap"}
    assert (told["file"], told["messages"], told["topics"], told["lost"]) == (str(path), 2, 1, 0)


async def test_without_names_all_that_the_robot_tells_is_recorded_also_what_comes_later_and_images(
    server: GazeboServer, process: PublishingProcess, call: Call, folder: Path
) -> None:
    process.advertise(X, INT)
    path = folder / "a.mcap"
    running = TASKS.spawn(call("record", server.uri, "--for", "5", "-o", str(path)), "record")
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(X, FIVE)
    process.advertise(Y, IMAGE)
    await eventually(lambda: len(process.links) > 1, timeout_s=60)
    process.publish(Y, image(10))
    outcome = await running

    assert outcome.code == 0
    assert {topic for topic, _ in recorded(path)} == {X, Y}
    assert str(path) in outcome.out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_the_file_in_order(
    server: GazeboServer, process: PublishingProcess, folder: Path, tmp_path: Path, number: signal.Signals
) -> None:
    process.advertise(X, INT)
    path = folder / "a.mcap"
    environ = {"TELEDECK_CONFIG": str(tmp_path / "config")}
    command = await Command.start("record", server.uri, X, "-o", str(path), "--json", environ=environ)
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(X, FIVE)
    # it is on its way into the file
    await asyncio.sleep(0.5)
    outcome = await command.end(number)

    assert (outcome.code, outcome.err) == (0, "")
    assert [told["messages"] for told in outcome.lines] == [1]
    assert recorded(path) == [(X, FIVE)]
    assert names(folder) == {"a.mcap"}


async def test_where_nothing_comes_it_is_said(server: GazeboServer, call: Call, folder: Path) -> None:
    outcome = await call("record", server.uri, X, "--for", "0.5", "-o", str(folder / "a.mcap"))
    assert outcome.code == 1
    assert RecordingCommandWording.NOTHING_CAME() in outcome.err


async def test_a_file_that_exists_or_a_folder_that_does_not_is_refused_before_anything_is_asked(
    call: Call, folder: Path
) -> None:
    for name in ("a.mcap", f"b.mcap{PART}", "c-001.mcap"):
        (folder / name).write_bytes(b"mine")
    robot = f"gazebo://127.0.0.1:{free_port()}"
    for name, *options in (("a.mcap",), ("b.mcap",), ("c.mcap", "--split", "1MB"), ("none/d.mcap",)):
        outcome = await call("record", robot, "-o", str(folder / name), *options)
        assert outcome.code == 2, name
    assert names(folder) == {"a.mcap", f"b.mcap{PART}", "c-001.mcap"}


@pytest.mark.parametrize("options", [["/"], ["/", "--split", "1MB"], ["."], [""]])
async def test_a_name_that_is_none_is_refused(call: Call, options: list[str]) -> None:
    outcome = await call("record", f"gazebo://127.0.0.1:{free_port()}", "-o", *options)
    assert (outcome.code, outcome.err.count("teledeck:")) == (2, 1)


async def test_a_recording_is_not_recorded_again(call: Call, folder: Path) -> None:
    outcome = await call("record", f"file:{folder / 'a.mcap'}", "-o", str(folder / "b.mcap"))
    assert outcome.code == 2
    assert RecordingCommandWording.COPY_IT() in outcome.err
    assert names(folder) == set()


async def test_a_robot_that_is_not_there_leaves_no_file(call: Call, folder: Path) -> None:
    outcome = await call("record", f"gazebo://127.0.0.1:{free_port()}", "-o", str(folder / "a.mcap"))
    assert outcome.code == 1
    assert not names(folder)


async def test_a_disk_without_room_is_refused_before_there_is_a_file(
    server: GazeboServer, call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: _Usage(10**9, 10**9, 0))
    outcome = await call("record", server.uri, X, "-o", str(folder / "a.mcap"))
    assert outcome.code == 1
    assert not names(folder)


async def test_a_disk_that_becomes_full_ends_it_with_what_is_whole(
    server: GazeboServer,
    process: PublishingProcess,
    call: Call,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    process.advertise(X, INT)
    path = folder / "a.mcap"
    running = TASKS.spawn(call("record", server.uri, X, "-o", str(path)), "record")
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(X, FIVE)
    await asyncio.sleep(0.5)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: _Usage(10**9, 10**9, 0))
    outcome = await running

    assert outcome.code == 1
    assert RecordWording.DISK_FULL() in outcome.err
    assert recorded(path) == [(X, FIVE)]
    assert str(path) in outcome.out


async def test_a_link_that_is_lost_is_said_and_the_recording_goes_on(
    server: GazeboServer, process: PublishingProcess, folder: Path, tmp_path: Path
) -> None:
    process.advertise(X, INT)
    environ = {"TELEDECK_CONFIG": str(tmp_path / "config")}
    command = await Command.start("record", server.uri, X, "-o", str(folder / "a.mcap"), environ=environ)
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(X, FIVE)
    await asyncio.sleep(0.5)
    server.crash()
    said = await command.complaint()
    await server.start()
    again = await server.process()
    again.advertise(X, INT)
    await eventually(lambda: again.links, timeout_s=60)
    again.publish(X, SIX)
    await asyncio.sleep(0.5)
    outcome = await command.end(signal.SIGINT)

    assert CommandWording.WAITING() in said
    assert outcome.code == 0
    assert recorded(folder / "a.mcap") == [(X, FIVE), (X, SIX)]


async def test_a_file_that_is_large_enough_is_followed_by_another(
    server: GazeboServer, process: PublishingProcess, call: Call, folder: Path
) -> None:
    process.advertise(Y, IMAGE)
    options = ["--for", "6", "--split", "1MB", "-o", str(folder / "a.mcap"), "--json"]
    running = TASKS.spawn(call("record", server.uri, Y, *options), "record")
    await eventually(lambda: process.links, timeout_s=60)
    process.publish(Y, image(600_000))
    process.publish(Y, image(600_001))
    second = folder / f"a-002.mcap{PART}"
    await eventually(second.exists, timeout_s=60)
    process.publish(Y, image(3))
    outcome = await running

    assert outcome.code == 0, outcome
    assert [Path(told["file"]).name for told in outcome.lines] == ["a-001.mcap", "a-002.mcap"]
    first = [len(payload) for _, payload in recorded(folder / "a-001.mcap")]
    assert len(first) == 2
    # each stands alone
    assert [len(payload) for _, payload in recorded(folder / "a-002.mcap")] == [first[1], len(image(3))]


async def test_what_it_keeps_of_other_runs_in_the_black_box_is_no_matter_of_a_recording(
    server: GazeboServer, call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[tuple[float, int]] = []
    monkeypatch.setattr(
        "app.session.black_box.BlackBox.set_limits", lambda _, duration_s, nbytes: limits.append((duration_s, nbytes))
    )
    await call("record", server.uri, X, "--for", "0.1", "-o", str(folder / "a.mcap"))
    ((duration_s, nbytes),) = limits
    assert duration_s > 10 * 365 * 86_400
    assert nbytes > 10**15


def test_of_several_files_those_of_an_earlier_take_are_passed_over(folder: Path) -> None:
    (folder / "a-002.mcap").write_bytes(b"")
    (folder / f"a-003.mcap{PART}").write_bytes(b"")
    paths = record._Paths(str(folder / "a.mcap"), "ros1://robot", is_split=True)
    assert [paths.next().name for _ in range(3)] == ["a-001.mcap", "a-004.mcap", "a-005.mcap"]


def test_a_first_file_that_exists_is_refused(folder: Path) -> None:
    (folder / "a-001.mcap").write_bytes(b"")
    paths = record._Paths(str(folder / "a.mcap"), "ros1://robot", is_split=True)
    with pytest.raises(CommandError):
        paths.next()


@pytest.mark.parametrize("is_ended_later", [True, False])
def test_a_file_that_can_not_be_ended_in_time_is_named_with_what_ends_it(
    folder: Path, capsys: pytest.CaptureFixture[str], *, is_ended_later: bool
) -> None:
    path = folder / "a.mcap"
    part = folder / f"a.mcap{PART}"

    class SlowDisk:
        """What ends nothing in time."""

        recording = RecordingState(RecordingOrder(path), path)
        session = link = black_box = property(lambda self: self)

        def end_recording(self) -> None:
            pass

        def submit(self, _: object) -> SlowDisk:
            return self

        def result(self, _: float) -> RecordingState:
            raise TimeoutError

    writer = McapWriter(path)
    writer.add_channel(1, 0, X, "", {})
    writer.write_chunk([1], [1], [1], [FIVE])
    arguments = argparse.Namespace(json=True)
    recorder = record._CommandRecorder(
        cast("CommandConnection", SlowDisk()), arguments, record._Paths("a", "", is_split=False)
    )
    recorder.end()
    if is_ended_later:
        writer.finish()
    else:
        writer.give_up()

    assert recorder.tell() == is_ended_later
    assert recorder.unended == (None if is_ended_later else part)
    said = capsys.readouterr().err
    assert (RecordingCommandWording.NOT_ENDED(path=part) in said) is not is_ended_later
    assert (RecordingCommandWording.RECOVER_IT(path=part) in said) is not is_ended_later


def test_a_file_without_a_name_is_named_by_the_time_and_the_robot_without_what_is_secret() -> None:
    name = record._name("ros1://user:secret@robot:11311/x?alias=a=b")
    assert name.endswith("_robot-11311-x")
    assert "secret" not in name
