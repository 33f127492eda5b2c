"""`teledeck report`: saves a report of a problem; also if the window does not start."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, emit
from app.config.folders import state_folder
from app.drive.process.audit_reader import evidence_text, stop_evidence
from app.incidents.past_runs import last_incident, text_of
from app.incidents.problem_report import Group, Told, chosen, gather, save


def run(arguments: argparse.Namespace) -> int:
    """Write the report; nothing is sent."""
    path = Path(arguments.file)
    if path.exists():
        raise CommandError(WRONG_USAGE, f"{path} is there already", "Name another file.")
    incident = last_incident()
    told = Told()
    if incident is not None:
        robot = evidence_text(stop_evidence(state_folder() / "drive", incident.head.run))
        told = Told(incident=text_of(incident, robot))
    texts = chosen(gather(told), (Group.LOGS, Group.VERSIONS, Group.SETTINGS))
    try:
        save(path, texts)
    except OSError as error:
        raise CommandError(NOT_REACHED, f"{path} can't be written: {error.strerror or error}") from error
    for entry in texts:
        emit(entry.name)
    return DONE
