"""The telling of an incident, of what our own channels note."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from app.config.feedback import StopClass
from app.drive.control.stop_classes import stop_class
from app.drive.control.values import (
    DriveSource,
    Effect,
    EstopState,
    LinkLevel,
    Reason,
    Stage,
    Velocity,
    WatchdogReadiness,
)
from app.drive.messages.report import PadReport
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality
from app.record.box import BoxFiles
from app.record.channels import OWN
from app.record.incident_story import Event, Story, Weight, Who, stop_code
from app.record.incident_teller import MAX_LOG, REASONS_OF, read_story
from app.record.mcap_segment import McapSegment
from app.wording.drive import DriveWording, StopWording
from app.wording.incident_page import IncidentStoryWording as Said
from protocols.sentence import Catalogue, Sentence, code_of
from tests.fakes.incident_recording import ROBOT, STOPPED_NS, IncidentRecording, drive_to_stop, report


def told(recording: IncidentRecording) -> Story:
    """The story of a recording."""
    with contextlib.closing(McapSegment(recording.finish())) as segment:
        return read_story(BoxFiles([segment]), STOPPED_NS)


def said(story: Story) -> list[tuple[float, Who, Catalogue | None]]:
    """Of each event: its seconds, who did it, and the code of what it says."""
    events = story.events.values
    return [((event.time_ns - STOPPED_NS) / 1e9, event.who, code_of(event.text)) for event in events]


def event_of(story: Story, code: Catalogue) -> Event:
    """The only event with this code."""
    (event,) = (event for event in story.events.values if code_of(event.text) is code)
    return event


@pytest.fixture
def recording(tmp_path: Path) -> IncidentRecording:
    """An empty recording."""
    return IncidentRecording(tmp_path / "recording.mcap")


def test_a_drive_is_told_from_arming_until_the_robot_stands(tmp_path: Path) -> None:
    story = told(drive_to_stop(tmp_path / "recording.mcap"))
    events = said(story)
    expected = [
        (-20.0, Who.LINK, Said.STATE),
        (-20.0, Who.LINK, DriveWording.LINK_GOOD_IN),
        (-12.0, Who.OPERATOR, Said.STAGE),
        (-11.8, Who.OPERATOR, Said.STAGE),
        (-10.0, Who.PAD, Said.DRIVES),
        (-10.0, Who.ROBOT, Said.MOVES),
        (-9.0, Who.PAD, Said.DRIVES),
        (-3.0, Who.OPERATOR, Said.MARK),
        (0.0, Who.OPERATOR, Said.STAGE_BY),
        (0.0, Who.PAD, Said.LETS_GO),
        (0.0, Who.ROBOT, DriveWording.MAY_BE_MOVING),
        (0.2, Who.OPERATOR, Said.STAGE_BY),
        (0.2, Who.ROBOT, Said.STOP_ARRIVED),
        (0.4, Who.ROBOT, Said.STANDS),
        (1.0, Who.TELEDECK, Said.ALERT),
        (5.0, Who.TELEDECK, Said.ALERT_OVER),
    ]
    assert events == expected
    assert story.about["version"] == "9.9.9"
    assert len(story.log.values) == 50


def test_who_was_the_cause_of_a_stop_is_told_as_it_sounds() -> None:
    classes = {
        StopClass.OPERATOR: Who.OPERATOR,
        StopClass.LINK: Who.LINK,
        StopClass.ROBOT: Who.ROBOT,
        StopClass.COMPUTER: Who.TELEDECK,
    }
    for reason in Reason:
        if reason.effect is Effect.REFUSAL:
            continue
        who = next((who for who, names in REASONS_OF.items() if reason.name in names), Who.TELEDECK)
        # lines and numbers that can't be read come from a program
        expected = Who.PAD if reason is Reason.PAD_GONE else classes.get(stop_class(reason), Who.TELEDECK)
        assert who is expected, reason


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_is_known_by_its_recorded_text(reason: Reason) -> None:
    assert stop_code(str(reason.text)) is code_of(reason.text)
    assert stop_code("of another version") is None


def test_a_refusal_a_bad_link_and_the_robots_own_stop_are_told(recording: IncidentRecording) -> None:
    recording.note("drive", -5.0, report())
    recording.note("drive", -4.0, report(refusal=Reason.NO_SUBSCRIBER))
    recording.note("drive", -3.0, report(level=LinkLevel.LOST, round_trip_s=None))
    recording.note("drive", -2.0, report(level=LinkLevel.LOST, round_trip_s=None, estop=EstopState.PRESSED))
    recording.note("drive", -1.0, None)
    events = told(recording)
    refused = event_of(events, Said.REFUSED)
    assert isinstance(refused.text, Sentence)
    assert refused.text.values["reason"] == StopWording.NO_SUBSCRIBER()
    assert event_of(events, DriveWording.LINK_LOST).weight is Weight.STOP
    assert event_of(events, DriveWording.ESTOP_PRESSED).who is Who.ROBOT
    assert event_of(events, Said.NO_REPORT).who is Who.TELEDECK


def test_pads_come_go_and_fail(recording: IncidentRecording) -> None:
    recording.note("drive", -5.0, report(pads=(PadReport("one"),)))
    recording.note("drive", -4.0, report(pads=(PadReport("one"), PadReport("two", trouble="it is unknown"))))
    recording.note("drive", -3.0, report(pads=(PadReport("two", trouble="it is unknown"),)))
    events = said(told(recording))
    assert [(at, code) for at, who, code in events if who is Who.PAD] == [
        (-4.0, Said.PAD_CAME),
        (-4.0, Said.PAD_TROUBLE),
        (-3.0, Said.PAD_WENT),
    ]


def test_a_watchdog_that_is_missing_is_told_once(recording: IncidentRecording) -> None:
    recording.note("drive", -5.0, report(watchdog=WatchdogReadiness.STARTING))
    recording.note("drive", -4.0, report(watchdog=WatchdogReadiness.MISSING))
    recording.note("drive", -3.0, report(watchdog=WatchdogReadiness.MISSING, command=Velocity(0.0)))
    assert event_of(told(recording), Said.WATCHDOG_MISSING).weight is Weight.WARNING


def test_a_stick_that_trembles_is_told_once_a_second_at_most(recording: IncidentRecording) -> None:
    for step in range(50):
        command = Velocity(0.3 + 0.2 * (step % 2))
        recording.note("drive", -10.0 + 0.2 * step, report(Stage.ARMED, driver=DriveSource.KEYBOARD, command=command))
    drives = [at for at, _, code in said(told(recording)) if code is Said.DRIVES]
    assert 2 < len(drives) <= 11


def test_what_the_window_its_robots_and_the_computer_did_is_told(recording: IncidentRecording) -> None:
    recording.note("window", -9.0, {"frozen": False, "freezes": 0, "last_s": 0.0})
    recording.note("window", -8.0, {"frozen": True, "freezes": 0, "last_s": 0.0})
    recording.note("window", -7.0, {"frozen": False, "freezes": 1, "last_s": 1.2})
    recording.note("parameters", -9.0, {ROBOT: {"base": {"speed": 1.0, "name": "a"}}})
    recording.note("parameters", -6.0, {ROBOT: {"base": {"speed": 2.0, "name": "a"}}})
    recording.note("sent", -5.0, {"command": "call_service", "connection": ROBOT, "service": "/reset"})
    recording.note("clock", -4.0, {"step_s": 3600.0})
    recording.note("dropped", -9.0, {"messages": 2})
    recording.note("dropped", -3.0, {"messages": 7})
    for at_s in (-9.0, -8.0):
        recording.note("unrecorded", at_s, {ROBOT: {"/odom": "nothing listens"}})
    recording.note("pad", -2.0, {"pads": []})
    lost = ConnectionStatus(ConnectionState.LOST, "the network is gone")
    recording.note("connections", -2.0, [(ROBOT, lost, LinkQuality(0.02))])
    story = told(recording)
    assert event_of(story, Said.FROZEN).time_ns < event_of(story, Said.FROZE).time_ns
    changed = event_of(story, Said.PARAMETERS).text
    assert isinstance(changed, Sentence)
    assert changed.values["names"] == "/base/speed"
    assert event_of(story, Said.SENT).who is Who.OPERATOR
    dropped = event_of(story, Said.DROPPED).text
    assert isinstance(dropped, Sentence)
    assert dropped.values["count"] == 5
    unrecorded = event_of(story, Said.UNRECORDED).text
    assert isinstance(unrecorded, Sentence)
    assert unrecorded.values == {"topic": "/odom", "reason": "nothing listens"}
    assert event_of(story, Said.CLOCK_STEP).weight is Weight.WARNING
    assert event_of(story, Said.STATE).weight is Weight.STOP
    assert len(story.events.values) == 8
    assert story.round_trips.values == [(STOPPED_NS - 2_000_000_000, 0.02)]


def test_of_the_audit_log_stops_are_told_and_no_commands(recording: IncidentRecording) -> None:
    velocity = {"v": 0.1, "w": 0.0}
    recording.note("drive/audit", -0.5, {"time": "", "t": 1.0, "sent": 1, **velocity})
    recording.note("drive/audit", -0.4, {"t": 1.1, "stop": "released", "effect": "zero", "words": "let go"})
    recording.note(
        "drive/audit", -0.3, {"effect": "disarm", "t": 1.2, "stop": "link_lost", "words": str(Reason.LINK_LOST.text)}
    )
    (event,) = told(recording).events.values
    assert (code_of(event.text), event.who) == (Said.LOGGED, Who.LINK)
    assert isinstance(event.text, Sentence)
    assert event.text.values["reason"] == StopWording.LINK_LOST()


def test_what_cannot_be_read_is_counted(recording: IncidentRecording) -> None:
    for payload in (b"", b"{", b"[" * 5000, b'{"value":{"stage":7}}', b"\xff\xfe"):
        recording.write(OWN + "drive", -1.0, payload)
    story = told(recording)
    assert story.unreadable == 5
    assert not story.events.values


def test_of_a_long_log_the_nearest_lines_are_told(recording: IncidentRecording) -> None:
    for step in range(10_000):
        recording.note("log", -30.0 + step * 0.004, {"level": "INFO", "logger": "a", "text": str(step)})
    story = told(recording)
    assert story.log.total == 10_000
    assert len(story.log.values) == MAX_LOG
    assert max(abs(line.time_ns - STOPPED_NS) for line in story.log.values) <= 0.004 * MAX_LOG * 1e9


def test_damage_ends_the_story_and_is_said(tmp_path: Path) -> None:
    path = drive_to_stop(tmp_path / "recording.mcap").finish()
    data = bytearray(path.read_bytes())
    with contextlib.closing(McapSegment(path)) as segment:
        chunk = segment.chunks[0]
    data[chunk.offset + chunk.length // 2] ^= 0xFF
    path.write_bytes(data)
    with contextlib.closing(McapSegment(path)) as segment:
        story = read_story(BoxFiles([segment]), STOPPED_NS)
    assert story.fault


def test_a_recording_of_nothing_has_a_story_without_events() -> None:
    story = read_story(BoxFiles([]), STOPPED_NS)
    assert (story.start_ns, story.end_ns) == (STOPPED_NS, STOPPED_NS)
    assert not story.events.values


def test_a_mark_is_told_at_its_own_time_with_the_words_that_it_got_later(recording: IncidentRecording) -> None:
    marked_ns = STOPPED_NS - 2_000_000_000
    recording.note("marks", -2.0, {"number": 1, "time_ns": marked_ns})
    recording.note("marks", -1.0, {"number": 2, "time_ns": marked_ns + 1_000_000_000})
    recording.note("marks", 3.0, {"number": 1, "time_ns": marked_ns, "words": "a wheel slipped"})
    recording.note("marks", 4.0, {"number": 3, "time_ns": 2**80})
    story = told(recording)
    event = event_of(story, Said.MARK)
    assert (event.time_ns, event.who) == (marked_ns, Who.OPERATOR)
    assert isinstance(event.text, Sentence)
    assert event.text.values["text"] == "a wheel slipped"
    assert story.marks.values == [(marked_ns, "a wheel slipped"), (marked_ns + 1_000_000_000, "")]
    assert event_of(story, Said.MARK_PLAIN).time_ns == marked_ns + 1_000_000_000
