"""The recorder, step by step: what is written when, and what happens where the disk refuses."""

from __future__ import annotations

import errno
import json
import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from mcap.reader import make_reader

from app.model.schema import Payload
from app.model.topics import Message, Topic
from app.record import recorder as module
from app.record.channels import ChannelTable
from app.record.mcap_format import PART
from app.record.mcap_writer import DiskFile, McapWriter
from app.record.own_channels import OWN_CHANNELS, OwnChannels
from app.record.recorder import CLOCK_STEP_NS, PATIENT_STEP_S, SEGMENT_S, STEP_S, Recorder, RecorderThread
from app.record.segments import BoxLimits, SegmentFolder
from app.record.stream import SEAL_S
from app.record.tap import LONG_BYTES, HandedOver, RecordTap
from tests.app.record.test_tap import KEY, SCHEMA, Tapped

ROOMY = BoxLimits(900.0, 10**9, 0)


class Disk(DiskFile):
    """A disk that can be full, broken or slow."""

    room: int | None = None
    fault: OSError | None = None
    opened: ClassVar[list[Disk]] = []

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        Disk.opened.append(self)

    def write(self, parts: Sequence[Payload]) -> None:
        """Write what has room."""
        if Disk.fault is not None:
            raise Disk.fault
        if Disk.room is not None:
            Disk.room -= sum(map(len, parts))
            if Disk.room < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
        super().write(parts)


@pytest.fixture(autouse=True)
def disk() -> None:
    """A disk that is well at first."""
    Disk.room = Disk.fault = None
    Disk.opened.clear()


class Box:
    """A recorder with a topic, whose time a test advances."""

    def __init__(self, root: Path, limits: BoxLimits = ROOMY) -> None:
        self.root = root
        self.now_s = 10_000.0
        self.offset_ns = 0
        self.tapped = Tapped()
        self.tapped.channels = ChannelTable(OWN_CHANNELS)
        self.tapped.tap = RecordTap(self.tapped.channels)
        self.topic: Topic = self.tapped.topic
        self.own = OwnChannels({})
        self.folder = SegmentFolder(root)
        self.troubles: list[str] = []
        self.recorder = Recorder(
            self.folder,
            self.tapped.tap,
            self.tapped.channels,
            self.own,
            self.newest,
            limits,
            lambda path: McapWriter(path, opener=Disk),
            self.troubles.append,
        )

    def newest(self) -> list[tuple[int, Message]]:
        """What the topic said last."""
        newest = self.topic.newest
        if newest is None or (channel := self.tapped.tap.channel_of(self.topic, SCHEMA)) == 0:
            return []
        return [(channel, newest)]

    @property
    def now_ns(self) -> int:
        """The time of the wall clock."""
        return int(self.now_s * 1e9) + self.offset_ns

    def receive(self, *payloads: bytes) -> None:
        """Let messages arrive now."""
        self.tapped.receive(*payloads, at_s=self.now_s)
        self.tapped.tap.hand_over(self.now_s)

    def step(self, duration_s: float = STEP_S) -> None:
        """Let time pass."""
        self.now_s += duration_s
        self.recorder.step(self.now_s, self.now_ns)

    def finish(self) -> None:
        """End the recorder."""
        self.recorder.finish(self.now_s, self.now_ns)

    def kill(self) -> None:
        """End as a process does that is killed: nothing is written any more, and nothing is locked."""
        for file in Disk.opened:
            file.close()
        self.folder.end()

    def files(self) -> list[Path]:
        """All files that are complete, in their order."""
        return sorted(self.root.rglob("*.mcap"))


def numbers(path: Path, topic: str = "/a") -> list[int]:
    """The numbers of a topic's messages in a file."""
    with path.open("rb") as file:
        return [message.sequence for _, _, message in make_reader(file, validate_crcs=True).iter_messages([topic])]


def own_values(path: Path, channel: str) -> list[object]:
    """The messages of one of our own channels."""
    with path.open("rb") as file:
        found = make_reader(file, validate_crcs=True).iter_messages([f"teledeck/{channel}"])
        return [json.loads(message.data) for _, _, message in found]


def test_what_came_is_in_a_file_at_the_end(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"one", b"two")
    box.step()
    box.receive(b"three")
    box.finish()
    (file,) = box.files()
    assert numbers(file) == [1, 2, 3]


def test_what_is_a_second_old_survives_a_kill(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"one")
    box.step()
    box.receive(b"two")
    box.step(SEAL_S)
    # nobody ends it: the next run does
    box.kill()
    again = Box(tmp_path)
    again.now_s = box.now_s + 1
    again.step()
    assert again.recorder.state.ended == 1
    assert numbers(again.files()[0]) == [1, 2]


def test_each_segment_stands_alone(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"map")
    box.step()
    box.step(SEGMENT_S)
    box.step()
    box.own.note("log", {"text": "here"}, box.now_ns)
    box.step(0.3)
    box.finish()
    first, second = box.files()
    # the newest message from before is the first of each file, by its number
    assert numbers(first) == [1]
    assert numbers(second) == [1]
    assert own_values(second, "log") == [{"text": "here"}]


def test_a_long_message_is_written_at_once(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.step()
    box.receive(bytes(LONG_BYTES + 1))
    box.step()
    (part,) = tmp_path.rglob(f"*{PART}")
    assert part.stat().st_size > LONG_BYTES


def test_the_oldest_segments_go_when_there_are_too_many(tmp_path: Path) -> None:
    box = Box(tmp_path, BoxLimits(3 * SEGMENT_S, 10**9, 0))
    for _ in range(8 * int(SEGMENT_S)):
        box.receive(b"again")
        box.step(1.0)
    assert 3 * SEGMENT_S <= box.recorder.state.kept_s <= 5 * SEGMENT_S
    kept = [numbers(file) for file in box.files()]
    assert kept[-1][-1] > 200
    assert kept[0][0] > 60


def test_the_room_on_the_disk_has_a_bound(tmp_path: Path) -> None:
    box = Box(tmp_path, BoxLimits(900.0, 3_000_000, 0))
    for _ in range(4 * int(SEGMENT_S)):
        # nothing that can be compressed
        box.receive(*(b"%064x" % (hash((box.now_s, place)) ** 3) * 20 for place in range(20)))
        box.step(1.0)
        assert sum(path.stat().st_size for path in tmp_path.rglob("*.mcap*")) < 4_000_000
    assert box.files()


def test_on_a_full_disk_the_oldest_goes_and_nothing_new_is_lost(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"old")
    box.step()
    box.step(SEGMENT_S)
    (oldest,) = box.files()
    box.receive(b"new")
    box.step()
    Disk.room = 0

    def make_room(limits: BoxLimits, writing_bytes: int = 0, *, one_at_least: bool = False) -> bool:
        if one_at_least:
            Disk.room = None
        return before(limits, writing_bytes, one_at_least=one_at_least)

    before, box.folder.make_room = box.folder.make_room, make_room  # type: ignore[method-assign]
    box.step(SEAL_S)
    box.finish()
    assert not oldest.exists()
    assert box.recorder.state.lost == 0
    assert box.troubles == []
    assert 2 in [number for file in box.files() for number in numbers(file)]


@pytest.mark.expects_log("black box")
def test_a_disk_that_stays_full_costs_the_record_and_says_so_once_until_it_is_well(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"one")
    box.step()
    Disk.room = 0
    for _ in range(100):
        box.receive(b"lost")
        box.step()
    assert len(box.troubles) == 1
    assert box.troubles[0]
    assert box.recorder.state.trouble == box.troubles[0]
    assert box.recorder.state.lost > 50
    Disk.room = None
    for _ in range(50):
        box.receive(b"kept")
        box.step()
    assert box.troubles[1:] == [""]
    assert box.recorder.state.trouble == ""
    box.finish()
    assert numbers(box.files()[-1])[-1] == 151
    kept = {number for file in box.files() for number in numbers(file)}
    # the first was kept, until it made room
    assert 150 - len(kept) == box.recorder.state.lost


@pytest.mark.expects_log("black box")
def test_an_error_of_another_kind_deletes_nothing(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"old")
    box.step()
    box.step(SEGMENT_S)
    (oldest,) = box.files()
    Disk.fault = OSError(errno.EIO, "Input/output error")
    for _ in range(100):
        box.receive(b"lost")
        box.step()
    assert oldest.exists()
    assert box.troubles == ["Input/output error"]


@pytest.mark.expects_log("black box")
def test_with_too_little_room_on_the_disk_nothing_is_kept_and_it_is_said(tmp_path: Path) -> None:
    box = Box(tmp_path, BoxLimits(900.0, 10**9, 1 << 62))
    box.receive(b"one")
    box.step()
    assert box.files() == []
    assert len(box.troubles) == 1
    box.recorder.limits = ROOMY
    for _ in range(30):
        box.receive(b"more")
        box.step()
    box.finish()
    assert box.troubles[-1] == ""
    assert numbers(box.files()[0])


@pytest.mark.expects_log("black box")
def test_a_folder_that_was_removed_is_made_again(tmp_path: Path) -> None:
    box = Box(tmp_path / "box")
    box.receive(b"one")
    box.step()
    for path in sorted((tmp_path / "box").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    for _ in range(int(SEGMENT_S) + 5):
        box.receive(b"more")
        box.step(1.0)
    box.finish()
    assert box.recorder.state.trouble == ""
    assert numbers(box.files()[-1])


def test_a_step_of_the_clock_begins_a_segment_and_is_told(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"before")
    box.step(0.3)
    box.offset_ns = -3600 * 10**9
    box.step(0.3)
    box.receive(b"after")
    box.step(0.3)
    box.finish()
    told = [value for file in box.files() for value in own_values(file, "clock")]
    assert len(box.files()) == 2
    assert told == [{"step_s": pytest.approx(-3600.0)}]
    assert numbers(box.files()[0]) == [1]
    assert numbers(box.files()[1])[-1] == 2


HOUR_NS = 3600 * 10**9


@pytest.mark.parametrize(
    ("steps_ns", "slept_s"),
    [
        # and asleep, where the clock of the program stands meanwhile
        pytest.param([HOUR_NS], 0.0, id="forward"),
        pytest.param([-HOUR_NS], 0.0, id="back"),
        pytest.param([-HOUR_NS, HOUR_NS, HOUR_NS, -HOUR_NS], 0.0, id="there and back"),
        pytest.param([0], 3600.0, id="asleep, where the clock of the program goes on"),
        pytest.param([-HOUR_NS], 3600.0, id="asleep, and set to before"),
    ],
)
def test_a_clock_that_is_set_and_a_computer_that_sleeps_lose_nothing_and_the_order_stays(
    tmp_path: Path, steps_ns: list[int], slept_s: float
) -> None:
    box = Box(tmp_path)
    for step_ns in [0, *steps_ns]:
        box.offset_ns += step_ns
        # also what came before the recorder saw that
        box.receive(b"at once", b"and again")
        box.step(STEP_S + slept_s)
        box.receive(b"later")
        box.step(SEAL_S)
    box.finish()
    files = box.files()
    told = [number for file in files for number in numbers(file)]
    assert list(dict.fromkeys(told)) == list(range(1, 3 * len([0, *steps_ns]) + 1))
    assert told == sorted(told)
    assert len(files) == 1 + len(steps_ns)
    set_s = [step_ns / 1e9 for step_ns in steps_ns if step_ns]
    told_s = [value for file in files for value in own_values(file, "clock")]
    assert told_s == [{"step_s": pytest.approx(step_s)} for step_s in set_s]
    assert box.recorder.state.lost == 0


@pytest.mark.parametrize("step_ns", [HOUR_NS, -HOUR_NS])
def test_a_file_begins_with_what_was_said_last_whatever_the_clock_said_then(tmp_path: Path, step_ns: int) -> None:
    box = Box(tmp_path)
    box.receive(b"once")
    box.step(SEAL_S)
    box.offset_ns += step_ns
    box.step()
    box.step(SEAL_S)
    box.finish()
    assert [numbers(file) for file in box.files()] == [[1], [1]]


def test_a_clock_that_goes_a_little_wrong_is_no_step(tmp_path: Path) -> None:
    box = Box(tmp_path)
    for _ in range(20):
        box.offset_ns += CLOCK_STEP_NS // 2
        box.step()
    box.finish()
    assert len(box.files()) == 1


def test_what_the_box_holds_is_told(tmp_path: Path) -> None:
    box = Box(tmp_path)
    for _ in range(70):
        box.receive(b"again")
        box.step(1.0)
    state = box.recorder.state
    assert state.kept_s == pytest.approx(70.0, abs=3.0)
    assert state.kept_bytes == pytest.approx(sum(path.stat().st_size for path in tmp_path.rglob("*.mcap*")), rel=0.2)
    assert module.BoxState(state.kept_s, state.kept_bytes, since_ns=state.since_ns) == state


@pytest.mark.expects_log("there is no channel typo")
def test_a_note_of_our_own_that_can_not_be_kept_counts_as_lost_and_costs_nothing_else(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.own.note("typo", {"text": "here"}, box.now_ns)
    box.receive(b"one")
    box.step(2.0)
    box.step(2.0)
    assert box.recorder.state.lost == 1
    box.finish()
    assert numbers(box.files()[0]) == [1]


def test_a_step_of_the_clock_deletes_nothing_of_before(tmp_path: Path) -> None:
    box = Box(tmp_path)
    for _ in range(60):
        box.receive(b"before")
        box.step(1.0)
    box.offset_ns = 20 * 3600 * 10**9
    for _ in range(60):
        box.receive(b"after")
        box.step(1.0)
    box.finish()
    assert numbers(box.files()[0])[0] == 1
    assert box.recorder.state.kept_s < 300.0


def test_what_came_during_a_pause_of_the_disk_is_written_in_small_chunks(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.step()
    for _ in range(40):
        box.receive(*([bytes(1000)] * 1000))
    box.step(SEAL_S)
    box.finish()
    with box.files()[0].open("rb") as file:
        summary = make_reader(file, validate_crcs=True).get_summary()
    assert summary is not None
    assert max(index.uncompressed_size for index in summary.chunk_indexes) < 4_000_000
    assert numbers(box.files()[0]) == list(range(1, 40_001))


def test_a_small_bound_is_kept_by_small_segments(tmp_path: Path) -> None:
    box = Box(tmp_path, BoxLimits(900.0, 8_000_000, 0))
    source = random.Random(1)
    for _ in range(25):
        # nothing that can be compressed
        box.receive(*(source.randbytes(1000) for _ in range(500)))
        box.step(1.0)
    box.finish()
    assert len(box.files()) >= 3


@pytest.mark.expects_log("black box")
def test_an_error_that_nobody_expected_costs_what_waits_and_is_said(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"one")
    box.step()
    box.recorder.fail(ValueError("odd"), box.now_s)
    assert box.recorder.state.trouble == "odd"
    for _ in range(40):
        box.receive(b"more")
        box.step()
    box.finish()
    assert box.troubles == ["odd", ""]
    assert numbers(box.files()[-1])[-1] == 41


class Pictures:
    """A source of thinned pictures that a test makes."""

    def __init__(self) -> None:
        self.dropped = 0
        self.images: set[int] = set()
        self.waiting: list[HandedOver] = []

    def take(self) -> HandedOver | None:
        """The oldest picture."""
        return self.waiting.pop(0) if self.waiting else None


def test_without_channels_of_our_own_a_file_is_begun_for_a_picture_only(tmp_path: Path) -> None:
    channels, source = ChannelTable(OWN_CHANNELS), Pictures()
    channel = channels.number_of(KEY, SCHEMA.recorded(), thinned=True)
    recorder = Recorder(SegmentFolder(tmp_path), source, channels, None, tuple, ROOMY, McapWriter, pytest.fail)
    for step in range(100):
        # the clock is set, too
        recorder.step(step, (step // 50 + 1) * 10**12)
    assert not list(tmp_path.rglob("*.mcap*"))
    source.waiting.append(HandedOver([channel], [10**12], [7], [b"picture"], 7))
    for step in range(100, 100 + int(2 * SEGMENT_S)):
        recorder.step(step, 10**12)
    (file,) = tmp_path.rglob("*.mcap")
    with file.open("rb") as opened:
        reader = make_reader(opened, validate_crcs=True)
        assert [message.sequence for _, _, message in reader.iter_messages()] == [7]
        summary = reader.get_summary()
    assert summary is not None
    assert list(summary.channels) == [channel]
    assert not list(tmp_path.rglob("*.part"))
    recorder.finish(1000.0, 10**12)


@pytest.mark.parametrize("size", [7, LONG_BYTES + 1])
def test_a_picture_that_came_once_begins_each_later_file_as_long_as_it_is_said(tmp_path: Path, size: int) -> None:
    channels, source = ChannelTable(OWN_CHANNELS), Pictures()
    channel = channels.number_of(KEY, SCHEMA.recorded(), thinned=True)
    picture = Message(b"0".rjust(size), 7, 10**12, SCHEMA)
    said = [(channel, picture)]
    recorder = Recorder(
        SegmentFolder(tmp_path), source, channels, None, lambda: tuple(said), ROOMY, McapWriter, pytest.fail
    )
    source.waiting.append(HandedOver([channel], [10**12], [7], [picture.payload], size, size > LONG_BYTES))
    begun_s = (0.0, SEGMENT_S + 1, 2 * SEGMENT_S + 2)
    for step in range(int(3 * SEGMENT_S)):
        recorder.step(float(step), 10**12 + step * 10**9)
    said.clear()
    for step in range(int(3 * SEGMENT_S), int(6 * SEGMENT_S)):
        recorder.step(float(step), 10**12 + step * 10**9)
    recorder.finish(200.0, 12 * 10**11)
    files = sorted(tmp_path.rglob("*.mcap"))
    assert [numbers(file, KEY.topic) for file in files] == [[7]] * 3
    with files[-1].open("rb") as opened:
        (message,) = (found for _, _, found in make_reader(opened).iter_messages())
    assert (message.log_time, message.data) == (10**12 + int(begun_s[-1] * 1e9), picture.payload)


def test_the_earliest_time_that_is_held_is_told(tmp_path: Path) -> None:
    box = Box(tmp_path)
    begun_ns = box.now_ns
    for _ in range(int(2 * SEGMENT_S)):
        box.receive(b"one")
        box.step(1.0)
    assert begun_ns <= box.recorder.state.since_ns <= begun_ns + 2 * 10**9
    box.finish()


def test_only_the_files_of_a_time_are_told(tmp_path: Path) -> None:
    box = Box(tmp_path)
    begins = []
    for _ in range(4):
        begins.append(box.now_ns)
        box.receive(b"one")
        box.step()
        box.step(30.0)
        box.step()
    told = [len(files) for files in ((box.recorder.files(begin, begin + 10**9))[0] for begin in begins)]
    assert len(box.recorder.files(0, box.now_ns)[0]) >= 4
    assert all(1 <= count <= 2 for count in told)
    assert box.recorder.files(0, 10**9) == [[]]
    # the one that is written
    ((_, sealed),) = box.recorder.files(box.now_ns, box.now_ns)[0]
    assert sealed is not None


def test_what_came_is_whole_at_once_where_somebody_asks_for_it(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.receive(b"one")
    box.step()
    box.receive(b"two")
    box.recorder.seals_asked += 1
    box.step()

    ((path, sealed),) = box.recorder.files(0, box.now_ns)[0]
    assert sealed is not None
    assert sealed.chunks[-1].end_ns >= box.now_ns - round(2 * STEP_S * 1e9)
    assert box.recorder.seals_done == box.recorder.seals_asked
    assert path.suffix == ".mcap"


class Wake(threading.Event):
    """An event that notes how long it is waited for, and ends the thread then."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_s: list[float | None] = []
        self.thread: RecorderThread | None = None

    def wait(self, timeout: float | None = None) -> bool:
        self.waited_s.append(timeout)
        if self.thread is not None:
            self.thread._ends.set()
        return True


@pytest.mark.parametrize(("is_patient", "step_s"), [(False, STEP_S), (True, PATIENT_STEP_S)])
def test_the_thread_for_pictures_wakes_less_often(tmp_path: Path, *, is_patient: bool, step_s: float) -> None:
    wake = Wake()
    box = Box(tmp_path)
    thread = wake.thread = RecorderThread(lambda: box.recorder, wake, is_patient=is_patient)
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    assert wake.waited_s == [step_s]
