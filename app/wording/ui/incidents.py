"""Sentences of what went wrong in this run and in those before."""

from __future__ import annotations

from protocols.sentence import Catalogue


class IncidentWording(Catalogue):
    """The sentences about a run that ended unexpectedly, faults, and their report."""

    ONE_BEFORE = "It also happened once before."
    OTHERS_BEFORE = "It also happened {count} times before."
    BROKE = "An error occurred in Teledeck: {text}. Teledeck continues, but your last action may be incomplete."
    BROKE_MANY = (
        "Errors occurred in Teledeck: {text}, and {count} more. Teledeck continues, but your last action may be "
        "incomplete."
    )
    NOTHING_LOGGED = "The audit log has no entries of that run."
    NOT_MOVED = "No robot was driven in that run, by the audit log."
    STOPPED_BY_DRIVE = "The drive process stopped the robot at {stopped}."
    STOPPED_BY_WATCHDOG = "The watchdog stopped the robot at {stopped}."
    STOPPED_BY_OPERATOR = "The operator stopped the robot at {stopped}."
    MAY_BE_MOVING = "The robot may still be moving: the audit log ends with a motion at {moved}."
    NOT_KNOWN = "The audit log does not show whether the robot was stopped."
    LOG_SAYS = "Entry in the log: {reason}."
    STOP_ARRIVED = "The robot confirmed the stop."
    STOP_NOT_SHOWN = "The robot did not confirm the stop and may still be moving."
    STOP_UNKNOWN = "The audit log does not show whether the stop arrived."
    ASKING = "Collecting data from the robots…"
    SAVED = "Saved as {path}. Nothing was sent."
    NOT_WRITTEN = "{path} can't be written: {reason}."
    TELEDECK_ENDED_UNEXPECTEDLY = "Teledeck ended unexpectedly"
    TELEDECK_DRIVE_ENDED_UNEXPECTEDLY = "`teledeck drive` ended unexpectedly"
    NO_LAST_WORDS = "The reason is unknown: the process was killed, or the computer was switched off"
    COURSE = "Started {began}, last active {seen}"
    SHOW = "Show"
    COPY = "Copy"
    REPORT_A_PROBLEM = "Report a problem…"
    DISMISS = "Dismiss"
    FILES_UNCOMPRESSED = "{count} files, {size} uncompressed."
    REPORT_A_PROBLEM_TEXT = "Report a problem"
    IMAGE_OF_THE_WINDOW = "&Image of the window"
    IMAGE_TIP = "Nothing in the image is replaced."
    FILES_OF_THE_REPORT = "Files of the report"
    TEXT_OF_THE_FILE = "Text of the file"
    READING = "Reading…"
    SAVE = "Save…"
    SHOW_IN_FOLDER = "Show in folder"
    COPY_PATH = "Copy path"
    REPORT_INTRODUCTION = (
        "This saves a file that you can send to someone who helps you; Teledeck itself sends nothing. Tokens are "
        "removed. Addresses, folders, and the names of robots, hosts and users are replaced by the same words "
        "everywhere. Topic names and the content of an image stay. The exact content of the file is shown below."
    )
    SAVE_THE_REPORT = "Save the report"
    ZIP_FILES = "Zip files (*.zip)"
    LOGS = "&Logs"
    VERSIONS = "&Versions"
    STATE_OF_CONNECTED_ROBOTS = "&State of connected robots"
    SETTINGS = "S&ettings"
