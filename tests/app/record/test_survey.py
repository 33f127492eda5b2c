"""The survey of recordings: messages by the indexes of chunks, marks, alerts and stops by what was noted."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest

from app.drive.control.values import Reason, Stage
from app.model.alerts import Alert, Severity
from app.model.time_contents import TimeContents, TimeEventKind
from app.record import survey as survey_module
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.record.recording import LoadedChunk
from app.record.segments import BoxFile
from app.record.survey import BoxSurvey, Survey, survey_name
from app.wording.drive import StopWording
from tests.fakes.incident_recording import STOPPED_NS, IncidentRecording, report
from tests.fakes.played_recording import START_NS, S, count_up, write_recording
from tests.tools.sentences import tells

MARK: Mapping[str, Any] = {"number": 1, "time_ns": 5}


@contextlib.contextmanager
def opened(path: Path) -> Iterator[McapSegment]:
    with contextlib.closing(McapSegment(path)) as file:
        yield file


def survey_of(*paths: Path) -> TimeContents:
    """What is found in files."""
    survey = Survey()
    for path in paths:
        with opened(path) as file:
            for _ in survey.take(str(path), file):
                pass
    survey.sum_up()
    return survey.contents


def test_messages_are_counted_without_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_recording(tmp_path / "a.mcap", [*count_up("/a", 100, 10), *count_up("/b", 100, 10)])
    monkeypatch.setattr(McapSegment, "load", lambda *_: pytest.fail("a chunk was read"))

    density = survey_of(path).density

    assert density is not None
    assert float(density.rates(START_NS, START_NS + 10 * S, 1)[0]) * 10 == pytest.approx(200, rel=0.02)


def test_a_file_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    first = write_recording(tmp_path / "a.mcap", count_up("/a", 100, 10))
    later = write_recording(tmp_path / "b.mcap", [("/a", 100.0 + at, {"n": at}) for at in range(10)])
    survey = Survey()
    for path in (first, later):
        with opened(path) as file:
            list(survey.take(str(path), file))
    survey.sum_up()
    density = survey.contents.density
    assert density is not None
    assert len(density.gaps) == 1

    survey.sum_up()
    assert survey.contents.density is density

    survey.keep([str(later)])
    survey.sum_up()
    kept = survey.contents.density
    assert kept is not None
    assert kept.gaps == ()


def test_marks_are_found_little_by_little_and_what_is_none_is_left_out(tmp_path: Path) -> None:
    made = IncidentRecording(tmp_path / "a.mcap")
    for number in range(20):
        made.note("marks", float(number), {"number": number, "time_ns": number})
    made.note("marks", 30.0, {"number": 3, "time_ns": 3, "words": "slipped"})
    made.write("teledeck/marks", 31.0, b"[]")
    survey = Survey()
    with opened(made.finish()) as file:
        steps = len(list(survey.take("a", file)))
    survey.sum_up()
    assert steps > 2
    assert [mark.number for mark in survey.contents.marks] == list(range(20))
    assert survey.contents.marks[3].words == "slipped"


def test_notes_are_sought_only_where_the_index_tells_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = ("teledeck/marks", 60.0, {"number": 1, "time_ns": 60})
    path = write_recording(tmp_path / "a.mcap", [*count_up("/a", 50, 1), mark])
    loaded: list[int] = []
    load = McapSegment.load

    def load_counted(segment: McapSegment, number: int) -> LoadedChunk:
        loaded.append(number)
        return load(segment, number)

    monkeypatch.setattr(McapSegment, "load", load_counted)
    assert [mark.number for mark in survey_of(path).marks] == [1]
    assert len(loaded) == 1


def test_an_alert_is_told_once_though_each_file_repeats_those_that_stand(tmp_path: Path) -> None:
    low = Alert("battery", Severity.WARNING, "robot", "low", raised_ns=STOPPED_NS)
    lost = Alert("link", Severity.ERROR, "robot", "lost", raised_ns=STOPPED_NS + 5)
    news = Alert("news", Severity.INFO, "robot", "there is another version", raised_ns=STOPPED_NS)
    files = []
    for number, alerts in enumerate(([low, news], [low, lost])):
        made = IncidentRecording(tmp_path / f"{number}.mcap")
        made.note("alerts", float(number), {"value": alerts})
        files.append(made.finish())

    events = survey_of(*files).events

    assert [(event.time_ns, event.kind, event.text) for event in events] == [
        (STOPPED_NS, TimeEventKind.ALERT, "low"),
        (STOPPED_NS + 5, TimeEventKind.ALERT, "lost"),
    ]


def test_a_stop_is_told_with_its_reason_when_it_began(tmp_path: Path) -> None:
    made = IncidentRecording(tmp_path / "a.mcap")
    told = ((-3.0, Stage.DISARMED, None), (-2.0, Stage.ARMED, Reason.BY_OPERATOR), (0.0, Stage.STOPPING, Reason.STOP))
    for at_s, stage, reason in (*told, (0.2, Stage.STOPPED, Reason.STOP), (0.4, Stage.STOPPED, Reason.STOP)):
        made.note("drive", at_s, report(stage, reason=reason))
    made.note("drive", 5.0, None)

    (event,) = survey_of(made.finish()).events

    assert (event.time_ns, event.kind) == (STOPPED_NS, TimeEventKind.STOP)
    assert tells(event.text, StopWording.STOP)


def test_what_is_damaged_ends_the_notes_but_not_the_survey(tmp_path: Path) -> None:
    made = IncidentRecording(tmp_path / "a.mcap")
    made.note("marks", 0.0, {"number": 1, "time_ns": 5})
    path = made.finish()
    data = bytearray(path.read_bytes())
    with opened(path) as file:
        begin, length = file.chunks[0].offset, file.chunks[0].length
    data[begin + length // 2 : begin + length] = bytes(length - length // 2)
    path.write_bytes(data)

    contents = survey_of(path)

    assert contents.marks == ()
    assert contents.density is not None


def test_a_file_is_the_same_while_it_is_written_and_when_it_has_ended() -> None:
    assert survey_name(Path("a/1.mcap.part")) == survey_name(Path("a/1.mcap"))


def test_each_file_of_the_box_is_looked_at_once(tmp_path: Path) -> None:
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


def test_a_file_that_can_not_be_opened_is_tried_again_when_it_has_grown(
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
        refused.setattr(survey_module, "open_file", refuse)
        assert survey.look()
        assert not survey.look()

    writer.write_chunk([1], [START_NS + S], [2], [b'{"number":2,"time_ns":2}'])
    assert survey.look()
    assert [mark.number for mark in survey.contents.marks] == [1, 2]
    writer.finish()


def test_a_file_of_the_box_that_is_gone_or_damaged_is_left_out(tmp_path: Path) -> None:
    broken = tmp_path / "b.mcap"
    broken.write_bytes(b"nothing")
    good = write_recording(tmp_path / "c.mcap", count_up("/a", 10, 1))
    survey = BoxSurvey(lambda: [[(tmp_path / "a.mcap", None), (broken, None), (good, None)]])
    while survey.look():
        pass
    assert survey.contents.density is not None
