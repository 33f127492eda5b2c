from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

import app.ui
from app.ui.base.view_keys import ViewKey, view_keys
from app.wording import Catalogue

# modules that name keys otherwise than as what a view does by them, and why
_OTHERS: Final = {
    "app.ui.window.keys": "which keys are reserved",
    "app.ui.window.keys_page": "which keys are no shortcut",
    "app.ui.window.preferences_dialog": "a dialog",
    "app.ui.drive.keys": "which keys drive",
    "app.ui.drive.stick": "below",
    "app.ui.drive.drive_mode": "the stick tells of it, and of what it leaves to others there is nothing to tell",
    "app.ui.widgets.command_palette": "no pane: it closes with the focus",
    "app.ui.widgets.text_fields": "Escape of a filter, as its owner says",
    "app.ui.drive.drive_button": "buttons, pressed by the keys of buttons",
    "app.ui.drive.stop_button": "the same",
    "app.ui.widgets.docks": "Escape of the window, which brings the arrangement back",
    "app.ui.record.mark_words": "a field of the status bar, whose tip tells of its keys",
    "app.ui.time_axis.panel": "actions with names, which the sheet shows",
    "app.ui.time_axis.states.panel": "the same",
    "app.ui.analysis.panel": "the same",
    "app.ui.connect.names": "a dialog",
    "app.ui.connect.recent_robots": "a dialog",
    "app.ui.drive.pad_setup.dialog": "a dialog",
    "app.ui.help.guide_dialog": "a dialog",
    "app.ui.help.tour": "no pane: Escape ends it wherever the focus is",
    "app.ui.drive.profiles.editor": "a dialog",
    "app.ui.drive.profiles.editor_ui": "a dialog",
}

# other names of the same key, and keys of an editor in a row, which Qt handles
_SAME: Final = {"Return": "Enter", "=": "+"}
_OF_QT: Final = {"F2", "Enter"}
# what a base class handles and the views that are derived from it tell
_TOLD_BY_VIEWS: Final = {"app.ui.widgets.item_views": {"F2"}}
_NOTHING_DONE: Final = {"Backspace"}
_TOKEN: Final = re.compile(r"\bKey\.Key_(\w+)|StandardKey\.(\w+)")


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(app.ui.__path__, "app.ui."):
        if not found.ispkg:
            yield importlib.import_module(found.name)


def _handled(module: ModuleType) -> set[str]:
    keys = set()
    for key, standard in _TOKEN.findall(inspect.getsource(module)):
        name = standard or QKeySequence(Qt.Key[f"Key_{key}"]).toString()
        keys.add({"Copy": "C", "Delete": "Del", "Undo": "Z", "Redo": "Z"}.get(name, _SAME.get(name, name)))
    return keys


def _told(module: ModuleType) -> set[str]:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    rows = [row for kind in kinds for row in vars(kind).get("VIEW_KEYS", ())]
    keys = (key for row in rows for key in row.each if not key.endswith(("Wheel", "Drag", "lick", "Letters")))
    return {key if key in {"+", "-"} else key.rpartition("+")[2] for key in keys}


def test_what_a_view_tells_of_its_keys_is_what_it_handles() -> None:
    wrong = {}
    named = 0
    for module in _modules():
        handled, told = _handled(module) - _NOTHING_DONE, _told(module)
        handled -= _TOLD_BY_VIEWS.get(module.__name__, set())
        if module.__name__ not in _OTHERS and handled != told and not (told - handled <= _OF_QT and handled <= told):
            wrong[module.__name__] = (handled - told, told - handled)
        named += bool(told)

    assert wrong == {}
    assert named > 12


def test_the_stick_tells_all_keys_that_drive() -> None:
    from app.ui.drive.keys import DRIVING_SYMBOLS
    from app.ui.drive.stick import DriveStick

    keys = {key for row in DriveStick.VIEW_KEYS for key in row.each}
    symbols = {QKeySequence(Qt.Key(symbol)).toString() for symbol in DRIVING_SYMBOLS}
    # the other symbol of a key that is told; what is no symbol alone
    assert (symbols - {"=", "_"}) | {"Space", "Drag", "Shift", "Esc"} == keys


class _Words(Catalogue):
    SHOW_ALL = "Show all"
    ZOOM = "Zoom"


class _Base(QWidget):
    VIEW_KEYS = (ViewKey("Home", _Words.SHOW_ALL),)


class _View(_Base):
    VIEW_KEYS = (ViewKey("+, -, Wheel", _Words.ZOOM),)


def test_a_view_has_the_keys_of_what_it_is_derived_from() -> None:
    assert [row.does for row in view_keys(_View)] == [_Words.ZOOM, _Words.SHOW_ALL]


@pytest.mark.parametrize(
    ("keys", "text"),
    [("Left, Right", "Left, Right"), ("+, -, Ctrl+Wheel", "+, -, Ctrl+Wheel"), ("Shift+Click", "Shift+Click")],
)
def test_keys_are_written_as_the_system_does_and_gestures_as_words(keys: str, text: str) -> None:
    assert ViewKey(keys, _Words.ZOOM).keys_text == text
