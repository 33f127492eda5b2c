"""The survey of the black box: it goes on with what is written, file by file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.record.mcap_writer import McapWriter
from app.record.segments import BoxFile
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


def test_one_that_is_gone_or_damaged_is_left_out(tmp_path: Path) -> None:
    broken = tmp_path / "b.mcap"
    broken.write_bytes(b"nothing")
    good = write_recording(tmp_path / "c.mcap", count_up("/a", 10, 1))
    survey = BoxSurvey(lambda: [[(tmp_path / "a.mcap", None), (broken, None), (good, None)]])
    while survey.look():
        pass
    assert survey.contents.density is not None
