"""Texts about a run that did not end in order, and about uncaught errors."""

from __future__ import annotations

from datetime import datetime

from app.drive.process.audit_reader import StopEvidence, Stopper
from app.faults.past_runs import CrashedRun
from app.faults.run_log import UncaughtError
from app.ui.base.text import followed, format_count, say, with_tip
from app.wording.ui.incidents import IncidentWording


def run_text(incident: CrashedRun, evidence: StopEvidence, others: int) -> str:
    """Return the notice about an incident and the number of others."""
    more = ""
    if others == 1:
        more = say(IncidentWording.ONE_BEFORE())
    elif others:
        more = say(IncidentWording.OTHERS_BEFORE(count=format_count(others)))
    what = IncidentWording.RUN_ENDED(title=incident_title(incident), course=incident_course(incident))
    return followed(say(what), stop_text(evidence), more)


def error_text(newest: UncaughtError, count: int) -> str:
    """Return the notice about uncaught errors: the newest, and how many there were."""
    text = newest.summary.rstrip(".")
    if count > 1:
        return say(IncidentWording.BROKE_MANY(text=newest.summary, count=format_count(count - 1)))
    return say(IncidentWording.BROKE(text=text))


def incident_title(incident: CrashedRun) -> str:
    """Return which program ended unexpectedly."""
    if incident.head.role == "drive":
        return say(IncidentWording.TELEDECK_DRIVE_ENDED_UNEXPECTEDLY())
    return say(IncidentWording.TELEDECK_ENDED_UNEXPECTEDLY())


def incident_course(incident: CrashedRun) -> str:
    """Return the time of the incident, and what its files say about the end."""
    began, seen = local_time(incident.head.started), local_time(incident.seen_at)
    course = IncidentWording.COURSE(began=began, seen=seen)
    return with_tip(course, incident.what or IncidentWording.NO_LAST_WORDS())


def stop_text(evidence: StopEvidence) -> str:
    """Return whether and how the robot was stopped, according to the audit log."""
    moved, stopped = local_time(evidence.moved_at), local_time(evidence.stopped_at)
    code = {
        Stopper.NOTHING_LOGGED: IncidentWording.NOTHING_LOGGED,
        Stopper.NOT_MOVED: IncidentWording.NOT_MOVED,
        Stopper.NOBODY: IncidentWording.MAY_BE_MOVING,
        Stopper.NOT_KNOWN: IncidentWording.NOT_KNOWN,
        Stopper.DRIVE_PROCESS: IncidentWording.STOPPED_BY_DRIVE,
        Stopper.WATCHDOG: IncidentWording.STOPPED_BY_WATCHDOG,
        Stopper.OPERATOR: IncidentWording.STOPPED_BY_OPERATOR,
    }[evidence.stopper]
    text = say(code(moved=moved, stopped=stopped))
    if evidence.reason:
        text = followed(text, say(IncidentWording.LOG_SAYS(reason=evidence.reason)))
    if not evidence.stopped_at:
        return text
    arrived = {
        True: IncidentWording.STOP_ARRIVED,
        False: IncidentWording.STOP_NOT_SHOWN,
        None: IncidentWording.STOP_UNKNOWN,
    }[evidence.arrived]
    return followed(text, say(arrived()))


def local_time(stamp: str) -> str:
    """Return a time of a log as local time, with the date unless it is today's."""
    try:
        at = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return stamp or "?"
    today = datetime.now().astimezone().date()
    return at.strftime("%H:%M:%S" if at.date() == today else "%Y-%m-%d %H:%M:%S")
