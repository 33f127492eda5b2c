"""The folder of incidents: what is listed, changed, exported and deleted."""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
import zipfile
from pathlib import Path

import msgspec
import pytest

from app.config.atomic_file import locked_file
from app.record.incidents import FACTS, MAX_NOTE, RECORDING, Incident, IncidentFacts, IncidentFolder, IncidentReason

SECOND_NS = 1_000_000_000


def add(folder: IncidentFolder, at_s: int, nbytes: int = 0, **facts: object) -> Incident:
    """An incident whose recording is made."""
    made = folder.add(IncidentFacts(at_s * SECOND_NS, IncidentReason.STOP, **facts))  # type: ignore[arg-type]
    made.recording.write_bytes(bytes(nbytes))
    return folder.complete(made)


def names(folder: IncidentFolder) -> list[str]:
    return [one.name for one in folder.list()]


def test_incidents_are_listed_newest_first_with_what_is_known_of_them(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path / "incidents")
    assert folder.list() == []
    first = add(folder, 1_000_000_000, 100, words="STOP was pressed", robot="rover", versions={"teledeck": "1"})
    second = add(folder, 1_000_000_060)
    assert folder.list() == [second, first]
    assert first.name == "20010909T014640Z-stop"
    assert first.facts.words == "STOP was pressed"
    assert first.nbytes > 100
    assert folder.find(first.name) == first


def test_two_within_a_second_have_a_folder_each(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    assert len({add(folder, 10).folder, add(folder, 10).folder}) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    made = add(IncidentFolder(tmp_path / "incidents"), 10)
    for path in (made.folder, made.folder / FACTS, made.folder.parent):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_note_and_a_star_stay(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    made = add(folder, 10)
    noted = folder.note(made, "it slipped")
    # what was changed in between is not lost by who knows it as it was
    kept = folder.keep(made, is_kept=True)
    assert folder.list() == [kept]
    assert (kept.facts.note, kept.facts.is_kept, noted.facts.is_kept) == ("it slipped", True, False)
    assert len(folder.note(made, "x" * 10 * MAX_NOTE).facts.note) == MAX_NOTE


def test_what_was_deleted_can_not_be_changed(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    made = add(folder, 10)
    folder.delete(made)
    assert folder.list() == []
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        folder.note(made, "too late")


def test_an_export_has_all_files_and_can_be_ended(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path / "incidents")
    made = add(folder, 10, 3 << 20)
    told: list[float] = []

    def go_on(share: float) -> bool:
        told.append(share)
        return True

    assert folder.export(made, tmp_path / "one.zip", go_on)
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        assert {info.filename for info in archive.infolist()} == {f"{made.name}/{FACTS}", f"{made.name}/{RECORDING}"}
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert not folder.export(made, tmp_path / "two.zip", lambda _: False)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["one.zip"]


def test_the_oldest_goes_where_there_are_too_many_but_no_kept_one(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path, most=2)
    kept = folder.keep(add(folder, 10), is_kept=True)
    made = [add(folder, at_s) for at_s in (20, 30, 40)]
    unfinished = folder.add(IncidentFacts(5 * SECOND_NS, IncidentReason.CRASH))
    folder.tidy()
    assert names(folder) == [made[2].name, kept.name, unfinished.name]


def test_the_oldest_goes_where_they_are_too_large_but_not_the_newest(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path, nbytes=5000)
    made = [add(folder, at_s, 2000) for at_s in (10, 20, 30)]
    folder.tidy()
    assert names(folder) == [made[2].name, made[1].name]
    huge = add(folder, 40, 100_000)
    folder.tidy()
    assert names(folder) == [huge.name]


def test_those_of_alerts_go_before_all_others(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path, most=3)
    stop = add(folder, 10)
    alerts = [
        folder.complete(folder.add(IncidentFacts(at_s * SECOND_NS, IncidentReason.ALERT))) for at_s in (20, 30, 40, 50)
    ]
    folder.tidy()
    assert names(folder) == [alerts[3].name, alerts[2].name, stop.name]


def test_one_that_is_larger_than_all_may_be_costs_none_of_the_last_day(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path, nbytes=5000)
    now_s = int(time.time())
    _old, recent = add(folder, now_s - 90_000, 2000), add(folder, now_s - 3600, 2000)
    huge = add(folder, now_s, 100_000)
    folder.tidy()
    assert names(folder) == [huge.name, recent.name]


def test_what_is_half_deleted_or_was_only_begun_is_removed_and_nothing_else(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    made = add(folder, 10)
    half, begun, young = tmp_path / f".removed-{made.name}-1", tmp_path / f"{made.name}-8", tmp_path / f"{made.name}-9"
    for path in (half, begun, young, tmp_path / "theirs"):
        path.mkdir()
    os.utime(begun, (1, 1))
    folder.tidy()
    assert {path.name for path in tmp_path.iterdir()} == {made.name, young.name, "theirs"}


def test_what_was_made_here_is_newer_than_all_others_whatever_the_clock_says(tmp_path: Path) -> None:
    before = [add(IncidentFolder(tmp_path), at_s) for at_s in (100, 200)]
    folder = IncidentFolder(tmp_path, most=2)
    made = add(folder, 10)
    folder.tidy()
    assert names(folder) == [before[1].name, made.name]


def test_one_that_another_window_has_just_deleted_counts_as_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = IncidentFolder(tmp_path, most=2)
    made = [add(folder, at_s) for at_s in (10, 20, 30)]
    delete = folder.delete

    def delete_twice(incident: Incident) -> None:
        delete(incident)
        delete(incident)

    monkeypatch.setattr(folder, "delete", delete_twice)
    folder.tidy()
    assert names(folder) == [made[2].name, made[1].name]


def test_what_another_window_changes_at_the_same_time_is_not_lost(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    made = add(folder, 10)
    keeping = threading.Thread(target=lambda: folder.keep(made, is_kept=True))
    with locked_file(made.folder / ".facts"):
        keeping.start()
        keeping.join(0.2)
        noted = msgspec.structs.replace(made.facts, note="it slipped")
        (made.folder / FACTS).write_bytes(msgspec.json.encode(noted))
    keeping.join()
    (now,) = folder.list()
    assert (now.facts.note, now.facts.is_kept) == ("it slipped", True)


def test_a_folder_that_has_lost_its_facts_keeps_its_recording(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path)
    made = add(folder, 10, 100)
    (made.folder / FACTS).unlink()
    os.utime(made.folder, (1, 1))
    folder.tidy()
    assert made.recording.exists()


def test_a_file_of_an_old_clock_can_be_exported(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path / "incidents")
    made = add(folder, 10)
    os.utime(made.recording, (10, 10))
    assert folder.export(made, tmp_path / "one.zip")


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_file_whose_name_is_no_text_is_exported_with_the_rest(tmp_path: Path) -> None:
    folder = IncidentFolder(tmp_path / "incidents")
    made = add(folder, 10)
    for name in (b"note-\xff.txt", b"note-\xfe.txt", "caf\u00e9.txt".encode()):
        Path(os.fsdecode(bytes(made.folder) + b"/" + name)).write_bytes(b"said")
    assert folder.export(made, tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.testzip() is None
        told = {info.filename.partition("/")[2] for info in archive.infolist()}
    assert told == {FACTS, RECORDING, "note-%xff.txt", "note-%xfe.txt", "caf\u00e9.txt"}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"time_ns":"x"}', b'{"time_ns":1,"reason":"other"}'])
def test_facts_that_can_not_be_read_are_no_incident(tmp_path: Path, data: bytes) -> None:
    folder = IncidentFolder(tmp_path)
    made = add(folder, 10)
    (made.folder / FACTS).write_bytes(data)
    assert folder.list() == []
    assert folder.find("../x") is None
