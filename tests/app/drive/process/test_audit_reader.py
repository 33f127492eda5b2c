"""What the audit log tells of the end of a run: evidence, never a guess."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.control.values import OutgoingCommand, Reason, Velocity
from app.drive.process import audit_reader
from app.drive.process.audit_log import AuditLog, reason_entry, sent_entry
from app.drive.process.audit_reader import StopEvidence, Stopper, evidence_text, read_entries, read_stop_evidence

RUN = "20261123T223518Z-7"
ROBOT = "ros1://robot"
MOTION = sent_entry(OutgoingCommand(Velocity(0.2, 0.0), 1), 1.0)
TURN = sent_entry(OutgoingCommand(Velocity(0.0, -0.1), 1), 1.0)
ZERO = sent_entry(OutgoingCommand(Velocity(0.0, 0.0), 2), 2.0)
_VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers()))
BEGAN = {"robot": ROBOT, "stage": "armed"}


class Recorder:
    """Writes audit logs by the very class that processes use, an entry a second."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1_800_000_000.0

    def write(self, *entries: Mapping[str, Any], process: str = "drive", run: str = RUN, **more: Any) -> None:
        log = AuditLog(self.folder, self._tick, head={"run": run, "process": process}, **more)
        for entry in entries:
            log.record(entry)
        log.close()

    def _tick(self) -> float:
        self.now += 1.0
        return self.now

    def evidence(self) -> StopEvidence:
        return read_stop_evidence(self.folder, RUN)


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path)


def _stopper(recorder: Recorder) -> tuple[Stopper, bool | None]:
    evidence = recorder.evidence()
    return evidence.stopper, evidence.arrived


def test_a_run_without_driving_is_said_to_have_none(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION, run="another")

    assert _stopper(recorder) == (Stopper.NOTHING_LOGGED, None)
    assert read_stop_evidence(recorder.folder / "none", RUN).stopper is Stopper.NOTHING_LOGGED


def test_a_robot_that_was_never_moved_was_not(recorder: Recorder) -> None:
    recorder.write(BEGAN, ZERO)

    assert _stopper(recorder) == (Stopper.NOT_MOVED, None)


@pytest.mark.parametrize("motion", [MOTION, TURN])
def test_a_log_that_ends_with_a_motion_tells_of_no_stop(recorder: Recorder, motion: Mapping[str, Any]) -> None:
    recorder.write(BEGAN, ZERO, motion)

    assert recorder.evidence().stopper is Stopper.NOBODY
    assert recorder.evidence().stopped_at == ""


def test_the_drive_process_stops_at_the_closing_of_its_pipe(recorder: Recorder) -> None:
    recorder.write(
        BEGAN, MOTION, ZERO, {"stage": "stopping", "owed": True}, reason_entry(Reason.EXIT, 2.0), {"owed": False}
    )

    evidence = recorder.evidence()

    assert (evidence.stopper, evidence.arrived, evidence.reason) == (Stopper.DRIVE_PROCESS, True, Reason.EXIT.text)
    assert evidence.moved_at < evidence.stopped_at


def test_a_stop_that_is_owed_in_the_end_is_not_shown_to_have_arrived(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION, ZERO, reason_entry(Reason.LINK_LOST, 2.0), {"owed": True})

    assert _stopper(recorder) == (Stopper.DRIVE_PROCESS, False)


@pytest.mark.parametrize(
    "entries",
    [
        [{"act": "stop", "by": "lines"}, ZERO, reason_entry(Reason.STOP, 2.0)],
        [ZERO, reason_entry(Reason.RELEASED, 2.0)],
        [{"act": "by_operator", "by": "lines"}, ZERO],
    ],
)
def test_the_operator_was_first(recorder: Recorder, entries: list[Mapping[str, Any]]) -> None:
    recorder.write(BEGAN, MOTION, *entries, reason_entry(Reason.EXIT, 3.0))

    assert _stopper(recorder) == (Stopper.OPERATOR, None)


@pytest.mark.parametrize(("outcome", "arrived"), [("arrived", True), ("given up", False), ("taken over", None)])
def test_the_watchdog_stops_where_the_drive_process_has_ended(
    recorder: Recorder,
    outcome: str,
    arrived: bool | None,  # noqa: FBT001 - a parameter
) -> None:
    recorder.write(BEGAN, MOTION)
    begins = {"watchdog": "ended", "robot": ROBOT}
    ends = {"watchdog": outcome, "sent": 5, "robot": ROBOT}
    recorder.write(begins, ZERO | {"by": "watchdog"}, ends, process="watchdog")

    evidence = recorder.evidence()

    assert (evidence.stopper, evidence.arrived) == (Stopper.WATCHDOG, arrived)
    assert "ended" in evidence.reason


def test_the_watchdog_of_another_robot_proves_nothing(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION)
    recorder.write({"watchdog": "ended", "robot": "ros1://other"}, ZERO | {"by": "watchdog"}, process="watchdog")

    assert recorder.evidence().stopper is Stopper.NOBODY


def test_what_could_not_be_written_makes_it_unknown(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION, {"dropped": 7})
    assert recorder.evidence().stopper is Stopper.NOT_KNOWN

    recorder.write(BEGAN, {"dropped": 7}, ZERO)
    assert recorder.evidence().stopper is Stopper.NOT_KNOWN


def test_a_log_of_which_the_beginning_is_gone_proves_no_rest(
    recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder.write(BEGAN, MOTION, *[ZERO] * 50)
    assert recorder.evidence().stopper is Stopper.DRIVE_PROCESS

    monkeypatch.setattr(audit_reader, "MAX_READ_BYTES", 500)
    assert recorder.evidence().stopper is Stopper.NOT_KNOWN


def test_every_part_of_a_log_that_was_rotated_is_read(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION, *[ZERO] * 20, max_file_bytes=300)
    assert len(list(recorder.folder.iterdir())) > 2

    assert recorder.evidence().stopper is Stopper.DRIVE_PROCESS
    first = min(recorder.folder.iterdir())
    first.unlink()
    assert recorder.evidence().stopper is Stopper.NOT_KNOWN


def test_that_nothing_is_owed_after_a_minute_or_by_an_act_shows_no_arrival(recorder: Recorder) -> None:
    owed = {"t": 2.0, "stage": "stopping", "owed": True}
    recorder.write(BEGAN, MOTION, ZERO, owed, {"t": 62.5, "stage": "disarmed", "owed": False})
    assert _stopper(recorder) == (Stopper.DRIVE_PROCESS, False)

    clear = {"t": 4.0, "act": "clear", "by": "lines"}
    recorder.write(BEGAN, MOTION, ZERO, owed, clear, clear, {"t": 4.0, "stage": "disarmed", "owed": False})
    assert _stopper(recorder) == (Stopper.DRIVE_PROCESS, False)

    recorder.write(BEGAN, MOTION, ZERO, owed, {"t": 2.1, "stage": "disarmed", "owed": False}, clear)
    assert _stopper(recorder) == (Stopper.DRIVE_PROCESS, True)


def test_what_nothing_owed_meant_before_the_stop_shows_no_arrival(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION, {"t": 1.0, "owed": False}, ZERO)

    assert _stopper(recorder) == (Stopper.DRIVE_PROCESS, None)


@pytest.mark.parametrize(
    "later",
    [{"t": 9.0, "act": "stop", "by": "lines"}, reason_entry(Reason.RELEASED, 9.0), reason_entry(Reason.EXIT, 9.0)],
)
def test_what_came_after_a_stop_was_not_its_reason(recorder: Recorder, later: Mapping[str, Any]) -> None:
    recorder.write(BEGAN, MOTION, ZERO, {**later, "t": 9.0})

    evidence = recorder.evidence()

    assert (evidence.stopper, evidence.reason) == (Stopper.DRIVE_PROCESS, "")


def test_of_several_processes_the_last_one_that_moved_its_robot_counts(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION, ZERO)
    recorder.now += 100.0
    recorder.write(BEGAN)

    assert recorder.evidence().stopper is Stopper.DRIVE_PROCESS


def test_a_robot_that_may_still_be_moving_is_told_of_before_others(recorder: Recorder) -> None:
    recorder.write(BEGAN, MOTION)
    recorder.now += 100.0
    recorder.write({"robot": "ros1://other"}, MOTION, ZERO)
    assert recorder.evidence().stopper is Stopper.NOBODY

    recorder.now += 100.0
    recorder.write(BEGAN, MOTION, ZERO)
    assert recorder.evidence().stopper is Stopper.DRIVE_PROCESS


@given(st.lists(st.dictionaries(st.sampled_from(["t", "act", "stop", "watchdog", "owed", "robot"]), _VALUES)))
def test_whatever_stands_behind_a_stop_nothing_is_raised(rest: list[Mapping[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        lines = [{"run": RUN, "process": "drive"}, MOTION, ZERO, *rest]
        path = Path(name) / "drive-20261123T223518Z-7-0001.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        assert read_stop_evidence(Path(name), RUN).stopped_at == ""


@given(st.binary(), st.text())
def test_whatever_stands_in_a_log_nothing_is_raised(data: bytes, text: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "drive-20261123T223518Z-7-0001.jsonl"
        lines = [
            {"run": RUN, "process": "drive"},
            {"time": text, "sent": text, "v": text, "stop": text, "watchdog": []},
        ]
        path.write_bytes("".join(json.dumps(line) + "\n" for line in lines).encode() + data)
        evidence = read_stop_evidence(Path(name), RUN)

    # what is no entry hides none: a text is a motion, as no number is known, and no zero came after it
    assert evidence == (StopEvidence(Stopper.NOBODY, text) if text else StopEvidence(Stopper.NOT_MOVED))
    assert text in evidence_text(evidence)


def test_the_entries_of_a_time_are_those_of_all_processes_in_order(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    recorder.write(BEGAN, MOTION)
    recorder.write(ZERO, process="watchdog")
    with (tmp_path / "drive-20270101T000000Z-9-0001.jsonl").open("w") as file:
        file.write('{"time":1}\n{"no":"time"}\nnonsense\n{"time":"2027-01-15T08:0')
    for path in tmp_path.iterdir():
        # by the clock of the entries
        os.utime(path, (3e9, 3e9))
    began = read_entries(tmp_path, 0.0, 4e9)
    assert [json.loads(line).get("v") for _, line in began if b'"sent"' in line] == [0.2, 0.0]
    assert [at_ns for at_ns, _ in began] == sorted(at_ns for at_ns, _ in began)
    last_ns = began[-1][0]
    assert read_entries(tmp_path, last_ns / 1e9, 4e9) == [one for one in began if one[0] == last_ns]
    assert read_entries(tmp_path / "none", 0.0, 4e9) == []
