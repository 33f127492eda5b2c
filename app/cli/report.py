"""`teledeck report`: saves a report of a problem; also if the window does not start."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.command import DONE, NOT_REACHED, WRONG_USAGE, CommandError, print_line
from app.config.folders import state_folder
from app.drive.process.audit_reader import evidence_text, read_stop_evidence
from app.incidents.past_runs import incident_report, last_incident
from app.incidents.problem_report import ReportFacts, ReportGroup, choose_texts, gather_texts, save_report


def run_report(arguments: argparse.Namespace) -> int:
    """Write the report; nothing is sent."""
    path = Path(arguments.file)
    if path.exists():
        raise CommandError(WRONG_USAGE, f"{path} is there already", "Name another file.")
    incident = last_incident()
    told = ReportFacts()
    if incident is not None:
        robot = evidence_text(read_stop_evidence(state_folder() / "drive", incident.head.run))
        told = ReportFacts(incident=incident_report(incident, robot))
    texts = choose_texts(gather_texts(told), (ReportGroup.LOGS, ReportGroup.VERSIONS, ReportGroup.SETTINGS))
    try:
        save_report(path, texts)
    except OSError as error:
        raise CommandError(NOT_REACHED, f"{path} can't be written: {error.strerror or error}") from error
    for entry in texts:
        print_line(entry.name)
    return DONE
