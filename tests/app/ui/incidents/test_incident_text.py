"""What is said of a run that did not end in order: nothing but what is known."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from app.drive.process.audit_reader import StopEvidence, Stopper
from app.faults.past_runs import CrashedRun
from app.faults.run_file import RunHead
from app.faults.run_log import UncaughtError
from app.ui.incidents.incident_text import error_text, incident_course, incident_title, local_time, run_text, stop_text
from app.wording.ui.incidents import IncidentWording
from tests.tools.sentences import shows

HEAD = RunHead("window", "20200101T000000Z-7", True, 7, "2020-01-01T00:00:00Z", "0.1", "3.11.7", "linux")
STAMP = "2020-01-01T00:00:05Z"


def test_the_end_is_told_with_its_times() -> None:
    text = incident_course(CrashedRun(HEAD, (), STAMP, "Segmentation fault"))

    assert local_time(HEAD.started) in text
    assert local_time(STAMP) in text
    assert text.endswith("Segmentation fault")


def test_an_end_without_a_word_is_said_to_be_one() -> None:
    assert "killed" in incident_course(CrashedRun(HEAD, (), STAMP, ""))


def test_who_ended_is_named() -> None:
    drive = RunHead("drive", *("x",), True, 7, *("x",) * 4)
    assert incident_title(CrashedRun(HEAD, (), STAMP, "")) != incident_title(CrashedRun(drive, (), STAMP, ""))


@pytest.mark.parametrize(("stopper", "arrived"), list(product(Stopper, (True, False, None))))
def test_only_a_stop_that_is_shown_to_have_arrived_is_called_so(stopper: Stopper, arrived: bool | None) -> None:  # noqa: FBT001
    stopped = stopper in {Stopper.DRIVE_PROCESS, Stopper.WATCHDOG, Stopper.OPERATOR}

    words = stop_text(StopEvidence(stopper, STAMP, STAMP if stopped else "", "", arrived))

    assert shows(words, IncidentWording.STOP_ARRIVED) == (stopped and arrived is True)
    assert shows(words, IncidentWording.MAY_BE_MOVING) == (stopper is Stopper.NOBODY)
    assert shows(words, IncidentWording.STOP_NOT_SHOWN) == (stopped and arrived is False)
    assert "{" not in words


def test_a_run_is_told_of_with_the_robot_and_how_many_more_there_were() -> None:
    incident, evidence = CrashedRun(HEAD, (), STAMP, "Segmentation fault"), StopEvidence(Stopper.NOTHING_LOGGED)

    words = run_text(incident, evidence, 2)

    assert incident_title(incident) in words
    assert stop_text(evidence) in words
    assert shows(words, IncidentWording.OTHERS_BEFORE, count=2)
    assert shows(run_text(incident, evidence, 1), IncidentWording.ONE_BEFORE)
    assert "other" not in run_text(incident, evidence, 0)


def test_what_the_operator_should_look_after_is_told_from_the_rest() -> None:
    unsure = [StopEvidence(Stopper.NOBODY), StopEvidence(Stopper.NOT_KNOWN)]
    unsure.append(StopEvidence(Stopper.WATCHDOG, STAMP, STAMP, "", arrived=False))
    assert all(evidence.is_unsure for evidence in unsure)
    assert not StopEvidence(Stopper.WATCHDOG, STAMP, STAMP, "", arrived=True).is_unsure
    assert not StopEvidence(Stopper.NOT_MOVED).is_unsure


def test_errors_are_told_with_their_number() -> None:
    error = UncaughtError("kind", "LookupError: x")

    assert error_text(error, 1) == IncidentWording.BROKE(text="LookupError: x")
    assert error_text(error, 5) == IncidentWording.BROKE_MANY(text="LookupError: x", count=4)


def test_a_time_of_today_has_no_date() -> None:
    now = dt.datetime.now(dt.UTC)

    assert len(local_time(now.isoformat())) == len("12:34:56")
    assert local_time(STAMP).startswith(("2020-01-01", "2019-12-31"))
    assert (local_time("odd"), local_time("")) == ("odd", "?")
