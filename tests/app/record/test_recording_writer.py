"""Recordings that were asked for: what is in their file, and what becomes of the black box meanwhile."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from mcap.reader import make_reader

from app.model.schema import Role
from app.model.topics import Delivery, TopicKey, TopicStore
from app.record.mcap_format import PART
from app.record.recorder import SEGMENT_S, STEP_S, Recorder
from app.record.recording_writer import RecordingOrder, RecordingState
from app.record.stream import SEAL_BYTES, SEAL_S
from app.wording.record import RecordWording
from protocols.sentence import code_of
from tests.app.record.test_recorder import HOUR_NS, Box, Disk, disk, numbers, own_values
from tests.app.record.test_tap import KEY, batch
from tests.fakes.session import JsonSchema

__all__ = ["disk"]

IMAGE = TopicKey("ros1://robot", "/image")
PICTURE = JsonSchema("sensor_msgs/Image", roles={Role.IMAGE})


class Desk(Box):
    """A recorder with a topic of images as well, and a folder for recordings."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / "box")
        self.place = root / "recordings"
        self.place.mkdir(exist_ok=True)
        self.images = TopicStore().get_or_create(IMAGE)

    def receive_image(self, payload: bytes = b"picture") -> None:
        """Let an image arrive now."""
        delivery = Delivery(
            batch(payload), JsonSchema("sensor_msgs/Image", roles={Role.IMAGE}), self.now_s, self.now_ns
        )
        self.images.receive(delivery)
        self.tapped.tap.put(self.images, delivery)
        self.tapped.tap.hand_over(self.now_s)

    def record(self, *keys: TopicKey, name: str = "one.mcap", reserve_bytes: int = 0) -> Path:
        """Begin a recording: of all topics, or of some."""
        chosen = frozenset(keys) or None
        self.tapped.tap.take_images(lambda key: chosen is None or key in chosen)
        self.recorder.order = RecordingOrder(self.place / name, chosen, reserve_bytes)
        self.step()
        return self.place / name

    def stop(self) -> None:
        """End it."""
        self.tapped.tap.take_images(None)
        self.recorder.order = None
        self.step()

    @property
    def state(self) -> RecordingState:
        """The state of the recording."""
        assert self.recorder.recording is not None
        return self.recorder.recording


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A recorder whose black box has something already."""
    made = Desk(tmp_path)
    made.receive(b"before")
    made.step(SEAL_S)
    return made


def topics(path: Path) -> set[str]:
    """The topics of a file that have messages."""
    with path.open("rb") as file:
        return {channel.topic for _, channel, _ in make_reader(file, validate_crcs=True).iter_messages()}


def test_a_recording_has_all_that_comes_however_long_it_is_and_the_box_goes_on_behind_it(desk: Desk) -> None:
    file = desk.record()
    for _ in range(2 * int(SEGMENT_S)):
        desk.receive(b"within")
        desk.receive_image()
        desk.step(1.0)
    desk.stop()
    assert desk.state.is_ended
    assert desk.state.trouble == ""
    assert desk.state.nbytes == file.stat().st_size
    assert desk.state.duration_s == pytest.approx(2 * SEGMENT_S, abs=1)
    # what was said last stands at its beginning
    assert numbers(file) == list(range(1, 2 * int(SEGMENT_S) + 2))
    assert len(numbers(file, "/image")) == 2 * int(SEGMENT_S)
    assert own_values(file, "about") == own_values(desk.files()[0], "about")
    desk.receive(b"behind")
    desk.step()
    desk.finish()
    before, behind = desk.files()
    assert numbers(before) == [1]
    assert numbers(behind)[-1] == 2 * int(SEGMENT_S) + 2
    assert topics(behind).isdisjoint({"/image"})


def test_of_chosen_topics_nothing_else_is_recorded_and_the_box_goes_on_beside_it(desk: Desk) -> None:
    file = desk.record(IMAGE)
    desk.receive(b"within")
    desk.receive_image()
    desk.step()
    desk.stop()
    desk.finish()
    assert numbers(file, "/image") == [1]
    assert {name for name in topics(file) if not name.startswith("teledeck/")} == {"/image"}
    (kept,) = desk.files()
    assert numbers(kept) == [1, 2]
    assert numbers(kept, "/image") == []


def test_a_chosen_topic_may_come_later(desk: Desk) -> None:
    file = desk.record(IMAGE, KEY)
    desk.step(SEAL_S)
    desk.receive_image()
    desk.receive(b"within")
    desk.step()
    desk.stop()
    assert numbers(file, "/image") == [1]
    assert numbers(file) == [1, 2]


def test_without_a_black_box_it_is_recorded_all_the_same(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.recorder.keeps = False
    file = desk.record()
    desk.receive(b"within")
    desk.step()
    desk.stop()
    desk.finish()
    assert numbers(file) == [1]
    assert desk.files() == []


def test_a_file_that_has_come_meanwhile_is_not_replaced(desk: Desk) -> None:
    file = desk.record()
    desk.receive(b"within")
    desk.step()
    file.write_bytes(b"mine")
    desk.stop()
    desk.finish()
    assert file.read_bytes() == b"mine"
    assert numbers(file.with_name(file.name + PART)) == [1, 2]


def test_two_recordings_are_two_files(desk: Desk) -> None:
    first = desk.record()
    desk.receive(b"first")
    desk.step()
    second = desk.record(name="two.mcap")
    desk.receive(b"second")
    desk.step()
    desk.stop()
    assert numbers(first) == [1, 2]
    assert numbers(second) == [2, 3]


def test_how_far_it_is_is_told_each_second(desk: Desk) -> None:
    desk.record()
    for _ in range(10):
        desk.receive_image(bytes(2_000_000))
        desk.step(1.0)
    state = desk.state
    assert not state.is_ended
    assert state.duration_s == pytest.approx(10.0, abs=1)
    assert state.nbytes == pytest.approx(20_000_000, rel=0.15)
    assert state.rate == pytest.approx(2_000_000, rel=0.2)
    assert state.left_s is not None
    assert state.left_s > 0


def test_its_chunks_are_larger(desk: Desk) -> None:
    file = desk.record()
    for _ in range(100):
        desk.receive(*[bytes(1000)] * 100)
        desk.step(0.001)
    desk.stop()
    with file.open("rb") as opened:
        summary = make_reader(opened, validate_crcs=True).get_summary()
    assert summary is not None
    assert max(index.uncompressed_size for index in summary.chunk_indexes) > 3 * SEAL_BYTES


def test_it_ends_before_the_disk_is_full_and_says_so(desk: Desk) -> None:
    file = desk.record(reserve_bytes=1 << 62)
    desk.receive(b"within")
    desk.step(1.0)
    assert desk.state.is_ended
    assert code_of(desk.state.trouble) is RecordWording.DISK_FULL
    assert numbers(file) == [1, 2]
    # the box goes on, and nothing is begun again
    desk.receive(b"behind")
    desk.step()
    desk.finish()
    assert numbers(desk.files()[-1])[-1] == 3
    assert [path.name for path in desk.place.iterdir()] == [file.name]


@pytest.mark.expects_log("black box")
def test_a_disk_that_refuses_leaves_what_is_whole(desk: Desk) -> None:
    file = desk.record()
    desk.receive(b"within")
    desk.step(SEAL_S)
    Disk.fault = OSError(errno.ENOSPC, "No space left on device")
    desk.receive(b"lost")
    desk.step(SEAL_S)
    Disk.fault = None
    assert desk.state.is_ended
    assert desk.state.trouble == "No space left on device"
    assert desk.state.path == file
    assert numbers(file) == [1, 2]
    assert desk.state.lost >= 1


@pytest.mark.expects_log("black box")
def test_a_disk_that_is_gone_and_tells_nothing_ends_it_and_the_box_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = desk.record()
    desk.receive(b"within")
    desk.step(SEAL_S)
    stat = Path.stat

    def refuse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.parent == desk.place:
            raise OSError(errno.EIO, "Input/output error")
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refuse)
    Disk.fault = OSError(errno.EIO, "Input/output error")
    desk.receive(b"lost")
    desk.step(SEAL_S)
    Disk.fault = None
    monkeypatch.undo()

    assert desk.state.is_ended
    assert desk.state.path == file
    desk.receive(b"behind")
    desk.step(SEAL_S)
    desk.finish()
    assert numbers(desk.files()[-1])[-1] == 4


def test_a_folder_that_is_gone_is_said_and_the_box_goes_on(desk: Desk) -> None:
    desk.place.rmdir()
    desk.record()
    assert desk.state.is_ended
    assert desk.state.trouble
    desk.receive(b"behind")
    desk.step(SEAL_S)
    desk.finish()
    assert numbers(desk.files()[-1])[-1] == 2


def test_a_recording_of_a_run_that_was_killed_is_ended_by_the_next(desk: Desk) -> None:
    file = desk.record()
    desk.receive(b"within")
    desk.step(SEAL_S)
    assert file.with_name(file.name + PART).exists()
    # of a run that goes on, nothing is touched
    other = Box(desk.root)
    other.step()
    assert not file.exists()
    other.finish()
    desk.kill()
    again = Box(desk.root)
    again.now_s = desk.now_s + 1
    again.step()
    assert numbers(file) == [1, 2]
    assert again.recorder.state.ended == 1


def named(recorder: Recorder, from_ns: int, until_ns: int) -> list[str]:
    """The names of the recordings of a time that stand in the place of the box."""
    return [path.name for files in recorder.files(from_ns, until_ns)[1:] for path, _ in files]


def test_the_next_run_names_what_was_recorded_in_the_place_of_the_box(desk: Desk) -> None:
    began_ns = desk.now_ns
    desk.record(name="one.mcap")
    desk.receive(b"within")
    desk.step(SEAL_S)
    desk.record(KEY, name="chosen.mcap")
    desk.record(name="two.mcap")
    desk.receive(b"within")
    desk.step(SEAL_S)
    desk.kill()
    again = Box(desk.root)
    again.now_s = desk.now_s + 1
    again.step()
    assert named(again.recorder, began_ns, again.now_ns) == ["one.mcap", "two.mcap"]
    assert named(again.recorder, 0, 10**9) == []


def test_every_recording_of_a_time_is_named_also_one_that_was_broken_off(desk: Desk) -> None:
    begins = []
    for name in ("one.mcap", "two.mcap", "three.mcap"):
        begins.append(desk.now_ns)
        desk.record(name=name)
        desk.receive(b"within")
        desk.step(SEAL_S)
        if name == "two.mcap":
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("app.record.recorder._LOGGER.warning", lambda *_: None)
                desk.recorder.fail(ValueError("odd"), desk.now_s)
        desk.step(10.0)
        desk.stop()
        desk.step(60.0)
    desk.record(KEY, name="chosen.mcap")
    assert named(desk.recorder, 0, desk.now_ns) == ["one.mcap", "two.mcap", "three.mcap"]
    assert named(desk.recorder, begins[1], begins[1] + 10**9) == ["two.mcap"]
    assert len(desk.recorder.files(0, desk.now_ns, recordings=False)) == 1
    last = desk.record(name="last.mcap")
    desk.receive(b"within")
    desk.step(SEAL_S)
    told = desk.recorder.files(begins[2], desk.now_ns)[1]
    assert told[0] == (desk.place / "three.mcap", None)
    assert (told[-1][0], told[-1][1] is not None) == (last, True)
    desk.finish()


def test_no_more_than_the_last_recordings_are_named(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.record.recorder._MOST_RECORDED", 2)
    for number in range(5):
        desk.record(name=f"{number}.mcap")
        desk.receive(b"within")
        desk.step(SEAL_S)
    assert named(desk.recorder, 0, desk.now_ns) == ["2.mcap", "3.mcap", "4.mcap"]
    desk.finish()


def test_the_end_of_the_run_ends_it_in_order(desk: Desk) -> None:
    file = desk.record()
    desk.receive(b"within")
    desk.finish()
    assert numbers(file) == [1, 2]
    assert desk.state.is_ended


def test_an_error_that_nobody_expected_ends_it_with_what_is_whole(desk: Desk) -> None:
    file = desk.record()
    desk.receive(b"within")
    desk.step(SEAL_S)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.record.recorder._LOGGER.warning", lambda *_: None)
        desk.recorder.fail(ValueError("odd"), desk.now_s)
    assert desk.state.trouble == "odd"
    assert numbers(file) == [1, 2]
    desk.receive(b"behind")
    desk.step(2.0)
    desk.step(STEP_S)
    assert desk.recorder.state.trouble == ""


@pytest.mark.parametrize(("step_ns", "slept_s"), [(HOUR_NS, 0.0), (-HOUR_NS, 0.0), (0, 3600.0)])
def test_a_clock_that_is_set_and_a_computer_that_sleeps_lose_nothing_of_a_recording(
    desk: Desk, step_ns: int, slept_s: float
) -> None:
    path = desk.record()
    desk.receive(b"before")
    desk.step(SEAL_S)
    desk.offset_ns += step_ns
    desk.receive(b"at once")
    desk.step(STEP_S + slept_s)
    desk.receive(b"later")
    desk.step(SEAL_S)
    desk.stop()
    with path.open("rb") as file:
        messages = make_reader(file, validate_crcs=True).iter_messages(["/a"], log_time_order=False)
        assert [message.sequence for _, _, message in messages][-3:] == [2, 3, 4]
    assert own_values(path, "clock") == [{"step_s": pytest.approx(step_ns / 1e9)}] * (step_ns != 0)
