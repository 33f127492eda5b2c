"""The installed PySide6 can be used with this Python."""

from __future__ import annotations

import subprocess
import sys

# One release dropped a reference to None or True with every call that returns it; as these are immortal only since
# Python 3.12, some thousand calls then kill the process.
_CANARY = """
import sys
from PySide6.QtCore import QObject, Signal

class Sender(QObject):
    sent = Signal()

sender = Sender()
def call(n):
    for _ in range(n):
        sender.setObjectName("x")
        sender.sent.emit()
        sender.signalsBlocked()
        sender.isWidgetType()
call(100)
before = [sys.getrefcount(value) for value in (None, True, False)]
call(2000)
after = [sys.getrefcount(value) for value in (None, True, False)]
print(max(abs(a - b) for a, b in zip(after, before)))
"""


_IMPORTS = """
import linecache
import app.ui.window.main_window
import app.model.layout
print(*(name for name in linecache.cache if "/app/" in name))
"""


def test_no_source_is_read_of_what_is_imported_beside_it() -> None:
    result = subprocess.run([sys.executable, "-c", _IMPORTS], capture_output=True, text=True, check=False, timeout=120)

    assert (result.returncode, result.stdout, result.stderr) == (0, "\n", "")


def test_calls_keep_the_references_of_none_and_booleans() -> None:
    result = subprocess.run([sys.executable, "-c", _CANARY], capture_output=True, text=True, check=False, timeout=120)

    assert (result.returncode, result.stderr) == (0, "")
    assert int(result.stdout) < 200
