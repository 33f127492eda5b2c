from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.ui.analysis.chart_library import ChartLibrary


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()


def test_it_is_loaded_when_it_is_needed_and_nothing_is_armed() -> None:
    code = """
import sys
from app.ui.analysis.chart_library import ChartLibrary
library = ChartLibrary(lambda: armed)
armed = True
print(library.ensure_loaded(), "pyqtgraph" in sys.modules, end=" ")
armed = False
print(library.ensure_loaded(), "pyqtgraph" in sys.modules)
"""
    assert run(code) == "False False True True"


def test_it_is_not_loaded_with_the_window_nor_with_its_docks() -> None:
    code = """
import sys, app.ui.window.main_window, app.ui.window.main_docks, app.ui.analysis.docks, app.ui.analysis.panel
print([name for name in sys.modules if name.startswith("pyqtgraph")])
"""
    assert run(code) == "[]"


def test_a_window_that_was_started_has_not_loaded_it(tmp_path: Path) -> None:
    code = """
import sys
from app import main

def ready():
    print([name for name in sys.modules if name.startswith("pyqtgraph")])
    from PySide6.QtWidgets import QApplication
    [widget.close() for widget in QApplication.topLevelWidgets()]
sys.exit(main.run([], on_ready=ready))
"""
    # nothing of an earlier run is shown again
    environ = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120, env=environ
    )

    assert done.stdout.strip() == "[]"


@pytest.mark.expects_log("pyqtgraph can't be loaded")
def test_why_it_cannot_be_loaded_is_told_and_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ui.analysis.chart_library._NAME", "app.ui.analysis.never_there")
    library = ChartLibrary()

    assert not library.ensure_loaded()
    assert "never_there" in library.fault
