"""The connection to a recording: what it tells of it, how it plays it, and that it can never command anything."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from app.config.run_settings import Settings
from app.connections import base
from app.connections.file import connection as file_connection
from app.connections.file import recording
from app.connections.file.connection import FileConnection, open_connection
from app.connections.file.recording import OpenRecording, open_paths
from app.drive.robot.targets import driven_scheme
from app.model.alerts import Alerts, Severity
from app.model.marks import TimeMark
from app.model.topics import Delivery, Topic, TopicStore
from app.model.world import WorldAction, WorldCommand
from app.record.mcap_segment import McapSegment
from app.wording.record import PlaybackWording, RecordingWording
from protocols.errors import LocalProtocolError, ProtocolError
from tests.fakes.incident_recording import IncidentRecording
from tests.fakes.played_recording import START_NS, FileStation, S, count_up, write_recording
from tests.fakes.station import stations
from tests.fakes.waiting import eventually
from tests.tools.sentences import tells

MakeStation = Callable[..., FileStation]


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what takes seconds in earnest take hundredths here."""
    monkeypatch.setattr(file_connection, "CHECK_S", 0.02)


@pytest.fixture
async def make_station() -> AsyncIterator[MakeStation]:
    async with stations(FileStation) as make:
        yield make


def position_s(station: FileStation) -> float:
    """The time that the playback has reached, since the beginning."""
    return (station.playback.state.position_ns - START_NS) / S


async def test_a_recording_lists_its_topics_with_their_types(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", [*count_up("/a", 20, 10), *count_up("/b", 3, 1)]))
    await station.reach("connected")

    infos = await station.connection.list_topics(1.0)

    assert [(info.name, info.type_name, info.publishers) for info in infos] == [
        ("/a", "test/Values", 1),
        ("/b", "test/Values", 1),
    ]
    assert [topic.key.topic for topic in station.store.topics] == ["/a", "/b"]
    assert station.topic("/a").schema is not None
    assert tells(station.connection.description, PlaybackWording.SPAN)


async def test_what_is_wanted_tells_at_once_what_it_said_last(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", [*count_up("/a", 20, 10), *count_up("/b", 3, 1)]))
    await station.reach("connected")
    station.playback.seek(START_NS + round(1.05 * S))

    station.want("/a", "/b")

    await station.get("/a")
    assert (station.newest("/a"), station.newest("/b")) == ({"n": 10}, {"n": 1})
    assert not station.playback.state.is_playing


async def test_playing_delivers_all_that_is_wanted_and_nothing_else(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", [*count_up("/a", 300, 1000), *count_up("/b", 3, 10)]))
    await station.reach("connected")
    found: list[Any] = []

    def take(delivery: Delivery) -> None:
        found.extend(delivery.schema.decode(payload)["n"] for payload in delivery.payloads)

    station.connection.set_sinks("/a", [take])
    station.want("/a")
    station.playback.play()

    await eventually(lambda: len(found) == 300)
    assert found == list(range(300))
    assert station.topic("/b").messages == 0
    await eventually(lambda: not station.playback.state.is_playing)


async def test_for_commands_it_is_played_as_soon_as_something_is_read(
    tmp_path: Path, make_station: MakeStation
) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 10, 100)), plays=True)
    station.want("/a")

    await station.reach("connected")

    await station.get("/a", 10)
    assert station.playback.state.position_ns > station.playback.state.start_ns


async def test_the_clock_tells_recorded_time_and_when_it_went_back(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 100, 10)))
    await station.reach("connected")
    playback = station.playback
    station.want("/a")

    playback.seek(START_NS + 5 * S)
    await eventually(lambda: station.clock.now_ns == START_NS + 5 * S)
    assert station.clock.is_recorded
    assert station.clock.jumps_back == 0
    playback.seek(START_NS + 2 * S)
    await eventually(lambda: station.clock.now_ns == START_NS + 2 * S)

    assert station.clock.jumps_back == 1
    assert station.newest("/a") == {"n": 20}


async def test_of_jumps_that_wait_the_newest_counts(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 100, 10)))
    await station.reach("connected")
    station.want("/a")
    await station.get("/a")
    before = station.topic("/a").messages

    for place in range(1, 9):
        station.playback.seek(START_NS + place * S)

    await eventually(lambda: position_s(station) == 8.0)
    assert station.topic("/a").messages == before + 1


async def test_steps_and_rate_and_loop_are_those_of_the_player(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 100, 10)))
    await station.reach("connected")
    station.want("/a")
    playback = station.playback

    playback.step(forward=True)
    playback.step(forward=True)
    await eventually(lambda: position_s(station) == 0.2)
    playback.step(forward=False)
    await eventually(lambda: position_s(station) == 0.1)
    playback.set_rate(4.0)
    playback.set_loop(loop=True)
    await eventually(lambda: playback.state.loop)
    assert playback.state.rate == 4.0
    playback.play()
    await eventually(lambda: playback.state.is_playing)
    playback.pause()
    await eventually(lambda: not playback.state.is_playing)


async def test_several_files_are_one_recording(tmp_path: Path, make_station: MakeStation) -> None:
    one = write_recording(tmp_path / "a.mcap", count_up("/a", 10, 10))
    two = write_recording(tmp_path / "b.mcap", [(topic, time + 1, said) for topic, time, said in count_up("/b", 5, 10)])

    for paths in ((one, two), (tmp_path,)):
        station = make_station(*paths)
        await station.reach("connected")
        state = station.playback.state
        assert [info.name for info in await station.connection.list_topics(1.0)] == ["/a", "/b"]
        assert (state.start_ns, state.end_ns) == (START_NS, START_NS + round(1.4 * S))


async def test_a_file_without_an_end_is_played_as_far_as_it_goes(tmp_path: Path, make_station: MakeStation) -> None:
    path = write_recording(tmp_path / "a.mcap", count_up("/a", 100, 10))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    station = make_station(path)
    await station.reach("connected")
    alert = station.alert("cut")

    assert alert is not None
    assert alert.severity is Severity.INFO
    assert tells(alert.text, PlaybackWording.NOT_ENDED)
    assert station.playback.state.end_ns > START_NS


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, PlaybackWording.NOT_OPENED), (b"", None), (b"no recording at all", None)],
)
async def test_what_can_not_be_opened_says_why_and_is_tried_again(
    tmp_path: Path, make_station: MakeStation, content: bytes | None, code: PlaybackWording | None
) -> None:
    path = tmp_path / "a.mcap"
    if content is not None:
        path.write_bytes(content)
    station = make_station(path)
    await eventually(lambda: station.connection.status.failed)

    status = station.connection.status
    assert status.state.value == "connecting"
    assert status.tip
    assert code is None or tells(status.reason, code)
    with pytest.raises(ProtocolError):
        await station.connection.list_topics(0.0)

    path.unlink(missing_ok=True)
    write_recording(tmp_path / "b.mcap", count_up("/a", 2, 1)).rename(path)
    await station.reach("connected")


@pytest.mark.parametrize("name", ["a" * 300, "a\0b"])
async def test_a_name_that_no_disk_takes_says_so(tmp_path: Path, make_station: MakeStation, name: str) -> None:
    station = make_station(tmp_path / name)
    await eventually(lambda: station.connection.status.failed)

    assert tells(station.connection.status.reason, PlaybackWording.NOT_OPENED)


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), MemoryError()])
async def test_what_fails_while_it_is_opened_is_told_of_and_tried_again(
    tmp_path: Path, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(recording, "schema_of", fail)
        station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 2, 1)))
        await eventually(lambda: station.connection.status.failed)
        assert tells(station.connection.status.reason, PlaybackWording.NOT_OPENED)
        assert station.connection.status.tip
    await station.reach("connected")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
async def test_a_named_pipe_is_not_waited_for(tmp_path: Path, make_station: MakeStation) -> None:
    os.mkfifo(tmp_path / "a.mcap")
    station = make_station(tmp_path / "a.mcap")
    await eventually(lambda: station.connection.status.failed)

    assert RecordingWording.NO_FILE() in station.connection.status.reason


async def test_a_disk_that_does_not_answer_holds_up_no_end_and_its_files_are_closed_afterwards(
    tmp_path: Path, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_connection, "CLOSE_TIMEOUT_S", 0.05)
    may_open, asked, made = threading.Event(), threading.Event(), list[OpenRecording]()

    def open_late(*arguments: Any) -> OpenRecording:
        asked.set()
        may_open.wait(30.0)
        made.append(open_paths(*arguments))
        return made[0]

    monkeypatch.setattr(file_connection, "open_paths", open_late)
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 2, 1)))
    await eventually(asked.is_set)

    async with asyncio.timeout(5.0):
        await station.connection.close()
    assert station.connection.status.state.value == "closed"

    may_open.set()
    await eventually(lambda: made and made[0].files[0].descriptor < 0)


async def test_a_folder_without_recordings_says_so(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(tmp_path)
    await eventually(lambda: station.connection.status.failed)

    assert tells(station.connection.status.reason, PlaybackWording.EMPTY_FOLDER)


async def test_an_empty_recording_says_so(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", []))
    await station.reach("connected")

    assert tells(station.connection.status.reason, PlaybackWording.EMPTY)
    assert station.playback.state.is_empty


async def test_a_file_that_goes_from_its_place_is_told_of_and_plays_on(
    tmp_path: Path, make_station: MakeStation
) -> None:
    path = write_recording(tmp_path / "a.mcap", count_up("/a", 10, 10))
    station = make_station(path)
    await station.reach("connected")
    station.want("/a")

    path.rename(tmp_path / "b.mcap")
    await eventually(lambda: station.alert("gone"))
    station.playback.seek(START_NS + S // 2)
    await eventually(lambda: station.newest("/a") == {"n": 5})

    (tmp_path / "b.mcap").rename(path)
    await eventually(lambda: not station.alert("gone"))


async def test_a_disk_that_fails_is_told_of_and_ends_nothing(
    tmp_path: Path, make_station: MakeStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 100, 10)))
    await station.reach("connected")

    def fail(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(McapSegment, "read", fail)
        station.want("/a")
        await eventually(lambda: station.alert("disk"))
    station.playback.seek(START_NS + 2 * S)

    await station.get("/a")
    assert station.newest("/a") == {"n": 20}
    assert not station.alert("disk")


async def test_what_is_played_does_not_go_into_the_black_box(tmp_path: Path, make_station: MakeStation) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 10, 10)))
    taken: list[Topic] = []
    station.store.tap = lambda topic, _: taken.append(topic)
    station.want("/a")
    await station.reach("connected")

    await station.get("/a")
    assert taken == []


# what commands a robot, or its world, with arguments that a robot's connection would take
COMMANDS: dict[str, Callable[[FileConnection], Any]] = {
    "encode": lambda known: known.encode("geometry_msgs/Twist", {}),
    "advertise": lambda known: known.advertise("/cmd_vel", "geometry_msgs/Twist", 1.0, force=True),
    "open_command_sender": lambda known: known.open_command_sender("/cmd_vel", "geometry_msgs/Twist", 1.0, still={}),
    "control_world": lambda known: known.control_world(WorldCommand(WorldAction.PAUSE), 1.0),
    "set_poll_rate": lambda known: known.set_poll_rate("/a", 1.0),
    "set_decoder": lambda known: known.set_decoder("/a", "bytes"),
    "check_named": lambda known: known.check_named(["/a"]),
}


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_recording_refuses_every_command(tmp_path: Path, make_station: MakeStation, command: str) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/a", 10, 10)))
    await station.reach("connected")

    async def ask() -> None:
        asked = COMMANDS[command](station.connection)
        if inspect.isawaitable(asked):
            await asked

    with pytest.raises(LocalProtocolError):
        await ask()


async def test_a_recording_offers_nothing_by_which_it_could_be_commanded(
    tmp_path: Path, make_station: MakeStation
) -> None:
    station = make_station(write_recording(tmp_path / "a.mcap", count_up("/cmd_vel", 10, 10)))
    await station.reach("connected")
    known = station.connection

    assert (known.can_publish, known.graph_access, known.navigator, known.world_topic) == (False, None, None, "")
    assert not known.commands_motion("/cmd_vel", "geometry_msgs/Twist")
    assert not known.may_move("/cmd_vel", "geometry_msgs/Twist")
    assert driven_scheme(known.id).targets == ()
    # of all that may be asked of a connection it does itself no more than this
    own = {name for name in vars(FileConnection) if not name.startswith("_") and callable(vars(FileConnection)[name])}
    assert own == {"start", "resolve", "list_topics", "schema_of", "close"}
    asked = {
        name for name, each in vars(base.Connection).items() if inspect.iscoroutinefunction(each) and name not in own
    }
    assert asked <= {*COMMANDS, "run_doctor"}


def test_an_address_without_a_path_is_refused() -> None:
    with pytest.raises(LocalProtocolError):
        open_connection("file:", TopicStore(), Alerts(), Settings(), {}, lambda: None)


async def test_it_can_be_closed_before_it_is_open(tmp_path: Path) -> None:
    station = FileStation(tmp_path / "missing.mcap")
    station.connection.start()
    await station.connection.close()
    with contextlib.suppress(ProtocolError):
        await station.connection.list_topics(0.0)
    assert station.state == "closed"


async def test_the_marks_of_a_recording_are_there_once_each_with_their_words(
    tmp_path: Path, make_station: MakeStation
) -> None:
    made = IncidentRecording(tmp_path / "a.mcap")
    made.note("marks", -2.0, {"number": 1, "time_ns": 5})
    made.note("marks", -1.0, {"number": 2, "time_ns": 9})
    made.note("marks", 0.0, {"number": 1, "time_ns": 5, "words": "slipped"})
    station = make_station(made.finish())
    await station.reach("connected")
    await eventually(lambda: station.playback.contents.marks == (TimeMark(5, 1, "slipped"), TimeMark(9, 2)))
