"""The folder of the black box: its runs, and what is deleted."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from app.faults.run_file import create_private_file, is_locked, lock
from app.record.claims import Claims
from app.record.mcap_format import PART
from app.record.mcap_writer import McapWriter
from app.record.segments import BoxLimits, Segment, SegmentFolder

SECOND_NS = 1_000_000_000
ROOMY = BoxLimits(900.0, 10**9, 0)


def write(path: Path, first_ns: int, last_ns: int, *, ended: bool = True) -> Path:
    """A file with two messages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # of a run that has ended: nobody holds it
    (path.parent / "lock").touch()
    writer = McapWriter(path)
    writer.add_channel(1, 0, "/a", "ros1", {})
    writer.write_chunk([1, 1], [first_ns, last_ns], [1, 2], [b"one", b"two"])
    if ended:
        return writer.finish()
    writer.give_up()
    return path.with_name(path.name + PART)


def segment(folder: SegmentFolder, begin_s: float, duration_s: float, nbytes: int = 1000) -> Segment:
    """A segment that was completed."""
    path = folder.next_path()
    path.write_bytes(bytes(nbytes))
    made = Segment(path, int(begin_s * 1e9), int((begin_s + duration_s) * 1e9), nbytes)
    folder.add(made)
    return made


def test_what_earlier_runs_have_left_is_taken_over_and_ended(tmp_path: Path) -> None:
    write(tmp_path / "1-7" / "000001.mcap", 10, 20)
    write(tmp_path / "1-7" / "000002.mcap", 20, 30, ended=False)
    folder = SegmentFolder(tmp_path)
    assert folder.begin(50) == 1
    assert [(one.path.name, one.first_ns, one.last_ns) for one in folder.segments] == [
        ("000001.mcap", 10, 20),
        ("000002.mcap", 20, 30),
    ]
    folder.end()


def test_the_files_of_a_run_that_goes_on_are_not_touched(tmp_path: Path) -> None:
    held = create_private_file(tmp_path / "1-7" / "lock")
    assert lock(held)
    part = write(tmp_path / "1-7" / "000001.mcap", 10, 20, ended=False)
    folder = SegmentFolder(tmp_path)
    assert folder.begin(50) == 0
    assert folder.segments == []
    assert part.exists()
    os.close(held)
    folder.end()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other locks")
def test_a_window_that_looks_at_a_new_folder_does_not_keep_it_from_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def looked_at(descriptor: int) -> bool:
        tries.append(descriptor)
        return len(tries) > 1 and lock(descriptor)

    monkeypatch.setattr("app.record.segments.lock", looked_at)
    folder = SegmentFolder(tmp_path)
    folder.begin(50)
    assert is_locked(folder.next_path().parent / "lock")
    folder.end()


@pytest.mark.skipif(os.name == "nt", reason="there nobody can change the file anyway")
@pytest.mark.expects_log("can't be ended")
def test_a_recording_that_another_process_has_begun_under_a_noted_name_is_not_touched(tmp_path: Path) -> None:
    ended = SegmentFolder(tmp_path / "box")
    ended.begin(1)
    ended.note_recording(tmp_path / "a.mcap")
    ended.end()
    writer = McapWriter(tmp_path / "a.mcap")
    writer.add_channel(1, 0, "/a", "ros1", {})
    writer.write_chunk([1], [1], [1], [b"one"])
    folder = SegmentFolder(tmp_path / "box")
    assert folder.begin(50) == 0
    folder.end()
    assert writer.finish() == tmp_path / "a.mcap"


def test_a_segment_whose_name_another_file_has_gets_another(tmp_path: Path) -> None:
    write(tmp_path / "1-7" / "000001.mcap", 10, 20)
    write(tmp_path / "1-7" / "000001.mcap", 20, 30, ended=False)
    folder = SegmentFolder(tmp_path)
    assert folder.begin(50) == 1
    assert [one.first_ns for one in folder.segments] == [10, 20]
    folder.end()


@pytest.mark.expects_log("can't be (ended|read)")
def test_a_file_of_which_the_disk_tells_nothing_keeps_no_run_from_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "1-7").mkdir()
    (tmp_path / "1-7" / "lock").touch()
    write(tmp_path / "1-7" / "000001.mcap", 10 * SECOND_NS, 20 * SECOND_NS)
    write(tmp_path / "1-7" / "000002.mcap", 20 * SECOND_NS, 30 * SECOND_NS)
    stat = Path.stat

    def refuse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name == "000001.mcap":
            raise OSError(errno.EIO, "Input/output error")
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", refuse)
    folder = SegmentFolder(tmp_path)
    folder.begin(50)
    assert [(one.path.name, one.last_ns) for one in folder.segments] == [
        ("000001.mcap", 0),
        ("000002.mcap", 30 * SECOND_NS),
    ]


@pytest.mark.expects_log("can't be (ended|read)")
def test_what_can_not_be_read_takes_room_and_goes_when_it_is_the_oldest(tmp_path: Path) -> None:
    damaged = [tmp_path / "1-7" / name for name in ("000001.mcap", f"000002.mcap{PART}")]
    (tmp_path / "1-7").mkdir()
    (tmp_path / "1-7" / "lock").touch()
    for path in damaged:
        path.write_bytes(b"nonsense" * 100)
        os.utime(path, ns=(10 * SECOND_NS, 10 * SECOND_NS))
    write(tmp_path / "1-7" / "000003.mcap", 20 * SECOND_NS, 30 * SECOND_NS)
    folder = SegmentFolder(tmp_path)
    assert folder.begin(50) == 0
    assert [(one.path, one.last_ns, one.nbytes) for one in folder.segments[:2]] == [
        (path, 10 * SECOND_NS, 800) for path in damaged
    ]
    assert folder.kept_s == 10.0
    folder.make_room(BoxLimits(900.0, folder.kept_bytes - 1, 0))
    assert [path.exists() for path in damaged] == [False, True]
    folder.make_room(BoxLimits(900.0, 10**9, 0, 15 * SECOND_NS))
    assert [path.name for path in (tmp_path / "1-7").iterdir() if path.name != "lock"] == ["000003.mcap"]
    folder.make_room(BoxLimits(0.0, 0, 0))
    assert not (tmp_path / "1-7").exists()
    folder.end()


@pytest.mark.expects_log("can't be ended")
def test_what_a_disk_refuses_to_end_takes_room_until_it_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SegmentFolder(tmp_path)
    folder.begin(1)
    path = folder.next_path()
    part = write(path, 10, 20, ended=False)

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", refuse)
        assert folder.end_files([path]) == [path]
    assert [(one.path, one.first_ns) for one in folder.segments] == [(part, 10)]
    newer = segment(folder, 1, 1)
    assert folder.end_files([path]) == []
    assert [(one.path, one.first_ns) for one in folder.segments] == [(path, 10), (newer.path, SECOND_NS)]
    folder.end()


def test_the_oldest_goes_only_when_enough_is_left_without_it(tmp_path: Path) -> None:
    folder = SegmentFolder(tmp_path)
    folder.begin(1)
    segments = [segment(folder, 30.0 * place, 30.0) for place in range(4)]
    folder.make_room(BoxLimits(100.0, 10**9, 0))
    assert folder.segments == segments
    folder.make_room(BoxLimits(60.0, 10**9, 0))
    assert folder.segments == segments[2:]
    assert [one.path.exists() for one in segments] == [False, False, True, True]
    folder.end()


def test_the_file_that_is_written_counts_too(tmp_path: Path) -> None:
    folder = SegmentFolder(tmp_path)
    folder.begin(1)
    segments = [segment(folder, 30.0 * place, 30.0, 1000) for place in range(3)]
    folder.make_room(BoxLimits(900.0, 3500, 0), 400)
    assert folder.segments == segments
    folder.make_room(BoxLimits(900.0, 3500, 0), 600)
    assert folder.segments == segments[1:]
    folder.end()


def test_where_others_have_filled_the_disk_nothing_is_deleted_in_vain(tmp_path: Path) -> None:
    folder = SegmentFolder(tmp_path)
    folder.begin(1)
    kept = segment(folder, 0.0, 30.0)
    assert not folder.make_room(BoxLimits(900.0, 10**9, 1 << 62))
    assert folder.segments == [kept]
    assert folder.make_room(ROOMY)
    folder.end()


def test_what_would_make_enough_room_goes(tmp_path: Path) -> None:
    folder = SegmentFolder(tmp_path)
    folder.begin(1)
    old, new = (segment(folder, 30.0 * place, 30.0, 1000) for place in range(2))
    free = shutil.disk_usage(tmp_path).free
    folder._free_bytes = lambda: free + (0 if old.path.exists() else 1000)  # type: ignore[method-assign]
    assert folder.make_room(BoxLimits(900.0, 10**9, free + 500))
    assert folder.segments == [new]
    folder.end()


@pytest.mark.expects_log("can't be read")
def test_a_folder_that_can_not_be_read_keeps_no_other_from_being_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "1-7" / "000001.mcap", 10, 20)
    write(tmp_path / "2-7" / "000001.mcap", 20, 30)
    before = Path.glob

    def glob(self: Path, pattern: str) -> object:
        if self.name == "1-7":
            raise PermissionError(13, "Permission denied")
        return before(self, pattern)

    monkeypatch.setattr(Path, "glob", glob)
    folder = SegmentFolder(tmp_path)
    folder.begin(50)
    assert [one.first_ns for one in folder.segments] == [20]
    folder.end()


def test_a_folder_that_another_window_has_removed_is_no_error(tmp_path: Path) -> None:
    write(tmp_path / "1-7" / "000001.mcap", 10, 20)
    folder = SegmentFolder(tmp_path)
    folder.begin(50)
    shutil.rmtree(tmp_path / "1-7")
    folder.make_room(BoxLimits(0.0, 0, 0))
    assert folder.segments == []
    folder.end()


def test_a_folder_that_has_no_lock_yet_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "1-7").mkdir()
    folder = SegmentFolder(tmp_path)
    folder.begin(50)
    assert (tmp_path / "1-7").exists()
    folder.end()


def test_folders_of_ended_runs_go_with_their_last_segment(tmp_path: Path) -> None:
    write(tmp_path / "1-7" / "000001.mcap", 10, 20)
    folder = SegmentFolder(tmp_path)
    folder.begin(50)
    folder.make_room(BoxLimits(0.0, 0, 0))
    assert len(list(tmp_path.iterdir())) == 1
    folder.end()


def test_where_the_clock_was_set_a_segment_counts_no_more_than_it_can_be(tmp_path: Path) -> None:
    assert Segment(tmp_path, 10**12, 0, 0).duration_s == 0.0
    assert Segment(tmp_path, 0, 3600 * 10**9, 0).duration_s == 60.0


def test_what_is_claimed_stays_until_the_claim_ends(tmp_path: Path) -> None:
    claims = Claims()
    folder = SegmentFolder(tmp_path, claims)
    folder.begin(1)
    segments = [segment(folder, 30.0 * place, 29.0) for place in range(6)]
    first, second = claims.add(65 * SECOND_NS, 95 * SECOND_NS), claims.add(91 * SECOND_NS, 100 * SECOND_NS)
    limits = BoxLimits(900.0, 0, 0)
    assert folder.make_room(limits)
    assert folder.segments == segments[2:4]
    claims.end(first)
    folder.make_room(limits)
    assert folder.segments == [segments[3]]
    claims.end(second)
    claims.end(second)
    folder.make_room(limits)
    assert folder.segments == []
    folder.end()


def test_what_is_claimed_while_others_are_deleted_stays_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = Claims()
    folder = SegmentFolder(tmp_path, claims)
    folder.begin(1)
    segments = [segment(folder, 30.0 * place, 29.0) for place in range(4)]
    unlink = Path.unlink

    def claim_and_unlink(path: Path, missing_ok: bool = False) -> None:  # noqa: FBT001, FBT002 - as that of Path
        claims.add(65 * SECOND_NS, 85 * SECOND_NS)
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", claim_and_unlink)
    folder.make_room(BoxLimits(900.0, 0, 0))
    assert folder.segments == [segments[2]]
    folder.end()


def test_a_full_disk_takes_no_claimed_segment_either(tmp_path: Path) -> None:
    claims = Claims()
    folder = SegmentFolder(tmp_path, claims)
    folder.begin(1)
    segments = [segment(folder, 30.0 * place, 29.0) for place in range(2)]
    claims.add(0, 20 * SECOND_NS)
    folder.make_room(ROOMY, one_at_least=True)
    assert folder.segments == segments[:1]
    folder.make_room(ROOMY, one_at_least=True)
    assert folder.segments == segments[:1]
    folder.end()


def test_what_ends_before_a_time_is_deleted_however_much_room_there_is(tmp_path: Path) -> None:
    folder = SegmentFolder(tmp_path)
    folder.begin(1)
    old, new = segment(folder, 100, 30), segment(folder, 130, 30)
    assert folder.make_room(BoxLimits(900.0, 10**9, 0, int(131e9)))
    assert (old.path.exists(), new.path.exists()) == (False, True)
    folder.end()


def test_a_run_can_have_the_name_of_another_folder(tmp_path: Path) -> None:
    folder = SegmentFolder(tmp_path, name="1-7")
    folder.begin(1)
    assert folder.next_path().parent.name == "1-7"
    # the folder may be there still
    folder.begin(2)
    assert folder.next_path().parent.name != "1-7"
    folder.end()
