"""The survey of the black box: it goes on with what is written, file by file."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app.record.mcap_writer import McapWriter
from app.record.segments import BoxFile
from app.session import box_survey
from app.session.box_survey import BoxSurvey
from tests.fakes.played_recording import START_NS, S, count_up, write_recording

MARK: Mapping[str, Any] = {"number": 1, "time_ns": 5}


def test_each_file_is_looked_at_once(tmp_path: Path) -> None:
    files: list[BoxFile] = [
        (write_recording(tmp_path / f"{n}.mcap", [*count_up("/a", 10, 1), ("teledeck/marks", 9.0, MARK)]), None)
        for n in range(2)
    ]
    survey = BoxSurvey(lambda: [files])
    assert [survey.look() for _ in range(3)] == [True, True, False]
    density = survey.contents.density
    assert density is not None
    assert float(density.rates(START_NS, START_NS + 9 * S, 1)[0]) * 9 == pytest.approx(22, rel=0.1)
    assert [mark.number for mark in survey.contents.marks] == [1]

    # one that is deleted is none of it any more
    del files[0]
    assert not survey.look()
    assert survey.contents.density is not density


def test_what_is_sealed_of_the_file_that_is_written_is_looked_at_as_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    writer = McapWriter(path)
    writer.add_channel(1, 0, "teledeck/marks", "json", {})
    survey = BoxSurvey(lambda: [[(path, writer.sealed_part())]])

    for number in (1, 2):
        writer.write_chunk([1], [START_NS + number * S], [number], [b'{"number":%d,"time_ns":%d}' % (number, number)])
        assert survey.look()
        assert not survey.look()
        assert [mark.number for mark in survey.contents.marks] == list(range(1, number + 1))
    writer.finish()


def test_a_note_that_is_written_behind_later_messages_is_found_and_none_is_taken_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.mcap"
    writer = McapWriter(path)
    writer.add_channel(1, 0, "teledeck/marks", "json", {})
    writer.add_channel(2, 0, "/a", "json", {})
    writer.add_channel(3, 0, "teledeck/drive", "json", {})
    survey = BoxSurvey(lambda: [[(path, writer.sealed_part())]])
    stages = ("armed", "stopping", "stopped", "armed")
    notes = [b'{"value":{"stage":"%s","reason":["","by a test",""]}}' % stage.encode() for stage in stages]
    times_ns = [START_NS + at * S for at in range(4)]
    last_ns = times_ns[-1] + S // 2

    writer.write_chunk([3, 3, 3, 3, 2], [*times_ns, last_ns], [1, 2, 3, 4, 1], [*notes, b"{}"])
    assert survey.look()
    writer.write_chunk([1, 2], [last_ns - S, last_ns + S], [1, 2], [b'{"number":1,"time_ns":5}', b"{}"])
    assert survey.look()

    assert [mark.number for mark in survey.contents.marks] == [1]
    assert [event.time_ns for event in survey.contents.events] == [times_ns[1]]
    writer.finish()


def test_one_that_can_not_be_opened_is_tried_again_when_it_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mcap"
    writer = McapWriter(path)
    writer.add_channel(1, 0, "teledeck/marks", "json", {})
    survey = BoxSurvey(lambda: [[(path, writer.sealed_part())]])
    writer.write_chunk([1], [START_NS], [1], [b'{"number":1,"time_ns":1}'])

    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as refused:
        refused.setattr(box_survey, "open_file", refuse)
        assert survey.look()
        assert not survey.look()

    writer.write_chunk([1], [START_NS + S], [2], [b'{"number":2,"time_ns":2}'])
    assert survey.look()
    assert [mark.number for mark in survey.contents.marks] == [1, 2]
    writer.finish()


def test_one_that_is_gone_or_damaged_is_left_out(tmp_path: Path) -> None:
    broken = tmp_path / "b.mcap"
    broken.write_bytes(b"nothing")
    good = write_recording(tmp_path / "c.mcap", count_up("/a", 10, 1))
    survey = BoxSurvey(lambda: [[(tmp_path / "a.mcap", None), (broken, None), (good, None)]])
    while survey.look():
        pass
    assert survey.contents.density is not None
