"""Two screens, of which one has twice as many pixels, and what comes back when that one is gone.

Qt knows its screens when a program begins, so each of these runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.tools.tracked_files import ROOT

ONE = {"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1080, "dpr": 1}
TWO = {"name": "two", "x": 1920, "y": 0, "width": 1920, "height": 1080, "dpr": 2}

BEGIN = """
import json, sys
from PySide6.QtCore import QByteArray
from app.main import make_application
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow

def rect(widget):
    return [widget.screen().name(), *widget.geometry().getRect()]

def in_sight(widget):
    return widget.screen().availableGeometry().contains(widget.geometry())

app, preferences = make_application(), Preferences()
themes = Themes(app, preferences)
"""

LEAVE = """
window = MainWindow(themes, preferences)
window.resize(1000, 700)
window.move(2100, 100)
window.show()
app.processEvents()
dock = window.inspector_dock
dock.show()
dock.setFloating(True)
dock.setGeometry(3200, 500, 400, 300)
app.processEvents()
states = [bytes(each.toHex()).decode() for each in (window.saveGeometry(), window.saveState(3))]
print(json.dumps({"window": rect(window), "dock": rect(dock), "states": states}))
"""

RETURN = """
geometry, docks = (QByteArray.fromHex(state.encode()) for state in json.loads(sys.argv[1]))
preferences.set_widget_state("window", geometry)
window = MainWindow(themes, preferences)
restored = window.restoreState(docks, 3)
window.show()
app.processEvents()
dock = window.inspector_dock
told = {"restored": restored, "floats": dock.isFloating(), "window": rect(window), "dock": rect(dock)}
print(json.dumps(told | {"in_sight": [in_sight(window), in_sight(dock)]}))
"""

MOVE = """
window = MainWindow(themes, preferences)
window.move(100, 100)
window.show()
app.processEvents()
drawn = []
themes.changed.connect(lambda: drawn.append(window.screen().name()))
for x in (2100, 2200, 100):
    window.move(x, 100)
    app.processEvents()
sizes = sorted({size.width() for size in themes.icon("dot").availableSizes()})
print(json.dumps({"drawn": drawn, "sizes": sizes}))
"""


def on_screens(folder: Path, script: str, *arguments: str, screens: tuple[dict[str, Any], ...]) -> Any:
    """Run a script where there are these screens; return what it told."""
    file = folder / "screens.json"
    usual = {"logicalDpi": 96, "logicalBaseDpi": 96}
    file.write_text(json.dumps({"screens": [screen | usual for screen in screens]}))
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + script, *arguments],
        # the plugin takes the name of the file up to the next colon
        env=os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={file.name}", "PYTHONPATH": str(ROOT)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


def test_what_was_on_a_screen_that_is_there_comes_back_to_it(tmp_path: Path) -> None:
    left = on_screens(tmp_path, LEAVE, screens=(ONE, TWO))
    found = on_screens(tmp_path, RETURN, json.dumps(left["states"]), screens=(ONE, TWO))
    assert (left["window"][0], left["dock"][0]) == ("two", "two")
    assert (found["window"], found["dock"][0], found["floats"]) == (left["window"], "two", True)


def test_what_was_on_a_screen_that_is_gone_comes_back_onto_one_that_is_there(tmp_path: Path) -> None:
    left = on_screens(tmp_path, LEAVE, screens=(ONE, TWO))
    small = ONE | {"width": 1366, "height": 768}
    for screen in (ONE, small):
        found = on_screens(tmp_path, RETURN, json.dumps(left["states"]), screens=(screen,))
        assert (found["restored"], found["floats"]) == (True, True)
        assert found["in_sight"] == [True, True], found


def test_icons_are_drawn_anew_for_the_screen_that_the_window_is_moved_to(tmp_path: Path) -> None:
    told = on_screens(tmp_path, MOVE, screens=(ONE, TWO))
    assert list(dict.fromkeys(told["drawn"])) == ["two", "one"]
    assert told["sizes"] == [16, 20, 32, 40]
