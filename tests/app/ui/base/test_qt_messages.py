"""What Qt says is logged; the reason of an abort is kept (see tests/app/ui/incidents/test_incident_watch.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import logging, sys
from PySide6.QtCore import qCritical, qDebug, qWarning
from app.faults.run_log import RunLog
from app.ui.base.qt_messages import log_qt_messages, print_qt_messages
class Kept(logging.Handler):
    def emit(self, record):
        print(record.levelname, record.name, record.getMessage())
log = RunLog("window")
logging.getLogger().addHandler(Kept())
log_qt_messages(log)
qDebug("of debugging")
qWarning("a warning of Qt, 100 %")
qCritical("a fault of Qt")
print_qt_messages()
qWarning("after the end")
log.end()
"""


def test_warnings_of_qt_are_logged_and_others_are_printed(tmp_path: Path) -> None:
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", _PROGRAM]

    done = subprocess.run(command, env=environ, check=True, capture_output=True, text=True, timeout=60)

    assert done.stdout.splitlines() == ["WARNING qt a warning of Qt, 100 %", "ERROR qt a fault of Qt"]
    assert "of debugging" in done.stderr
    assert "after the end" in done.stderr
