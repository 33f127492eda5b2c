"""Sentences of what went wrong in this run and in those before."""

from __future__ import annotations

from protocols.sentence import Catalogue


class IncidentWording(Catalogue):
    """The sentences about a run that ended unexpectedly, faults, and their report."""

    ONE_BEFORE = "There was another one before it."
    OTHERS_BEFORE = "There were {count} others before it."
    BROKE = "Something in Teledeck broke: {text}. It goes on, but what was asked for just then may not have been done."
    BROKE_MANY = (
        "Something in Teledeck broke: {text}, and {count} more. It goes on, but what was asked for just then may not "
        "have been done."
    )
    NOTHING_LOGGED = "The audit log holds no driving of that run."
    NOT_MOVED = "The audit log holds no motion of that run: nothing was driven."
    STOPPED_BY_DRIVE = "The drive process stopped the robot at {stopped}{reason}."
    STOPPED_BY_WATCHDOG = "The watchdog stopped the robot at {stopped}{reason}."
    STOPPED_BY_OPERATOR = "The operator had stopped the robot, at {stopped}{reason}."
    MAY_BE_MOVING = (
        "Whether the robot was stopped is not known: the audit log ends with a motion at {moved}. It may still be "
        "moving."
    )
    NOT_KNOWN = "Whether the robot was stopped is not known: the audit log does not tell."
    STOP_ARRIVED = "The stop is shown to have arrived."
    STOP_NOT_SHOWN = "The stop is not shown to have arrived: the robot may still be moving."
    STOP_UNKNOWN = "Whether the stop arrived, the log does not tell."
    ASKING = "The robots are being asked…"
    SAVED = "Saved as {path}. Nothing was sent."
    NOT_WRITTEN = "{path} can't be written: {reason}."
