"""`teledeck doctor`: what is well and what is not, from the name of the robot to the way back."""

from __future__ import annotations

import argparse
import queue

from app.cli.output import printable
from app.cli.run import DONE, NOT_REACHED, connected, emit, settings_of
from app.model.finding import Finding
from app.model.json_text import json_line

_WORDS = {True: "ok", False: "FAULT", None: "?"}


def run(arguments: argparse.Namespace) -> int:
    """Print each finding as it comes; 1 if there is a fault."""
    findings: queue.SimpleQueue[Finding] = queue.SimpleQueue()
    faults = 0

    def show() -> None:
        nonlocal faults
        while not findings.empty():
            finding = findings.get()
            faults += finding.ok is False
            emit(_json(finding) if arguments.json else _text(finding))

    settings = settings_of(arguments)
    with connected(arguments.uri, patient=True, settings=settings, ask_for_token=False) as connection:
        connection.waits_for_return = False
        connection.wait(connection.session.examine(connection.connection_id, findings.put), show)
    show()
    return NOT_REACHED if faults else DONE


def _json(finding: Finding) -> str:
    return json_line({"check": finding.check, "ok": finding.ok, "text": finding.text, "tip": finding.tip})


def _text(finding: Finding) -> str:
    text = finding.text[:1].upper() + finding.text[1:].rstrip(".") + "."
    line = f"{_WORDS[finding.ok]:<6}{finding.check + ':':<12}{text}"
    return printable(line) + (f"\n{'':18}{printable(finding.tip)}" if finding.tip else "")
