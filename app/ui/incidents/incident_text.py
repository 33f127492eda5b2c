"""Texts about a run that did not end in order, and about uncaught errors."""

from __future__ import annotations

from datetime import datetime

from app.drive.process.audit_reader import StopEvidence, Stopper
from app.incidents.past_runs import Incident
from app.incidents.run_log import UncaughtError
from app.ui.base.text import begin_sentence, format_count, translate


def run_text(incident: Incident, evidence: StopEvidence, others: int) -> str:
    """Return the notice about an incident and the number of others."""
    more = ""
    if others == 1:
        more = translate("Incident", "There was another one before it.")
    elif others:
        more = translate("Incident", "There were {count} others before it.").format(count=format_count(others))
    return " ".join(
        filter(None, (f"{incident_title(incident)}: {incident_course(incident)}.", stop_text(evidence), more))
    )


def error_text(newest: UncaughtError, count: int) -> str:
    """Return the notice about uncaught errors: the newest, and how many there were."""
    text = newest.summary
    if count > 1:
        text = translate("Incident", "{text}, and {count} more").format(text=text, count=format_count(count - 1))
    words = translate(
        "Incident",
        "Something in Teledeck broke: {text}. It goes on, but what was asked for just then may not have been done.",
    )
    return words.format(text=text.rstrip("."))


def incident_title(incident: Incident) -> str:
    """Return which program ended unexpectedly."""
    if incident.head.role == "drive":
        return translate("Incident", "`teledeck drive` ended unexpectedly")
    return translate("Incident", "Teledeck ended unexpectedly")


def incident_course(incident: Incident) -> str:
    """Return the time of the incident, and what its files say about the end."""
    began, seen = local_time(incident.head.started), local_time(incident.seen_at)
    text = translate("Incident", "begun {began}, last seen alive {seen}").format(began=began, seen=seen)
    what = incident.what or translate("Incident", "it left no word: it was killed, or the computer went off")
    return f"{text}. {begin_sentence(what)}"


def stop_text(evidence: StopEvidence) -> str:
    """Return whether and how the robot was stopped, according to the audit log."""
    moved, stopped = local_time(evidence.moved_at), local_time(evidence.stopped_at)
    text = {
        Stopper.NOTHING_LOGGED: translate("Incident", "The audit log holds no driving of that run."),
        Stopper.NOT_MOVED: translate("Incident", "The audit log holds no motion of that run: nothing was driven."),
        Stopper.NOBODY: translate(
            "Incident",
            "Whether the robot was stopped is not known: the audit log ends with a motion at {moved}. "
            "It may still be moving.",
        ),
        Stopper.NOT_KNOWN: translate(
            "Incident", "Whether the robot was stopped is not known: the audit log does not tell."
        ),
        Stopper.DRIVE_PROCESS: translate("Incident", "The drive process stopped the robot at {stopped}{reason}."),
        Stopper.WATCHDOG: translate("Incident", "The watchdog stopped the robot at {stopped}{reason}."),
        Stopper.OPERATOR: translate("Incident", "The operator had stopped the robot, at {stopped}{reason}."),
    }[evidence.stopper].format(moved=moved, stopped=stopped, reason=f" ({evidence.reason})" if evidence.reason else "")
    if not evidence.stopped_at:
        return text
    arrived = {
        True: translate("Incident", "The stop is shown to have arrived."),
        False: translate("Incident", "The stop is not shown to have arrived: the robot may still be moving."),
        None: translate("Incident", "Whether the stop arrived, the log does not tell."),
    }[evidence.arrived]
    return f"{text} {arrived}"


def local_time(stamp: str) -> str:
    """Return a time of a log as local time, with the date unless it is today's."""
    try:
        at = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return stamp or "?"
    today = datetime.now().astimezone().date()
    return at.strftime("%H:%M:%S" if at.date() == today else "%Y-%m-%d %H:%M:%S")
