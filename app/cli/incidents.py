"""`teledeck incidents`: what was kept around stops and faults, and all of one as a zip file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from app.cli.command import DONE, WRONG_USAGE, CommandError, print_line
from app.cli.output import columns
from app.cli.recordings import advancing, refuse_existing, writing_errors
from app.config.folders import incidents_folder
from app.model.value_text import json_line
from app.record.incident_page import write_page
from app.record.incidents import Incident, IncidentFolder
from app.wording.commands import IncidentCommandWording


def run(arguments: argparse.Namespace) -> int:
    """List incidents, or export one."""
    folder = IncidentFolder(incidents_folder())
    if arguments.action == "export":
        return _export(folder, arguments)
    incidents = folder.list()
    for line in map(_json, incidents) if arguments.json else _table(incidents):
        print_line(line)
    return DONE


def _json(incident: Incident) -> str:
    facts = incident.facts
    return json_line(
        {
            "id": incident.name,
            "time_ns": facts.time_ns,
            "reason": facts.reason.value,
            "words": facts.words,
            "robot": facts.robot,
            "duration_s": _length_s(incident),
            "bytes": incident.nbytes,
            "kept": facts.is_kept,
            "complete": facts.is_complete,
            "left_out": facts.left_out,
            "note": facts.note,
        }
    )


def _table(incidents: list[Incident]) -> Iterator[str]:
    words = IncidentCommandWording
    if not incidents:
        yield words.NONE()
        return
    heads = words.ID(), words.ROBOT(), words.REASON(), words.LENGTH(), words.SIZE(), words.KEPT(), words.NOTE()
    rows = [
        (
            incident.name,
            incident.facts.robot,
            incident.facts.words or incident.facts.reason.value,
            f"{_length_s(incident):.0f} s",
            f"{incident.nbytes:,}",
            words.IS_KEPT() if incident.facts.is_kept else "",
            incident.facts.note,
        )
        for incident in incidents
    ]
    yield from columns([heads, *rows])


def _length_s(incident: Incident) -> float:
    return max(incident.facts.until_ns - incident.facts.from_ns, 0) / 1e9


def _export(folder: IncidentFolder, arguments: argparse.Namespace) -> int:
    words = IncidentCommandWording
    incident = folder.find(arguments.id)
    if incident is None:
        raise CommandError(WRONG_USAGE, words.NO_SUCH(name=arguments.id), words.SEE_LIST())
    if not incident.facts.is_complete:
        raise CommandError(WRONG_USAGE, words.NOT_COMPLETE(name=incident.name), words.WAIT())
    path = Path(arguments.output or f"teledeck-{incident.name}.zip")
    refuse_existing(path)
    progress, advance = advancing(words.EXPORTING)

    def go_on(share: float) -> bool:
        # where a signal has come it raises, and no file is left
        advance(share)
        return True

    with writing_errors(path):
        try:
            write_page(incident)
            folder.export(incident, path, go_on)
        finally:
            progress.clear()
        nbytes = path.stat().st_size
    told = {"file": str(path), "id": incident.name, "bytes": nbytes}
    print_line(json_line(told) if arguments.json else words.EXPORTED(path=path, nbytes=nbytes))
    return DONE
