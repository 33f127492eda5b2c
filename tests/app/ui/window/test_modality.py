"""Nothing in the program holds up a window, which would take STOP from the mouse, or runs an event loop of its own.

A nested loop inside a task also loses the wake-ups of all others: dialogs and menus are opened, never run.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import app
from tests.fakes.dialogs import OPENERS

_APP: Final = Path(app.__path__[0])
_RUN_A_LOOP: Final = {"exec", "exec_", "processEvents"}
_STATIC: Final = {
    *("getOpenFileName", "getOpenFileNames", "getOpenFileUrl", "getOpenFileUrls", "getSaveFileName", "getSaveFileUrl"),
    *("getExistingDirectory", "getExistingDirectoryUrl", "getOpenFileContent", "saveFileContent"),
    *("getText", "getMultiLineText", "getInt", "getDouble", "getItem", "getColor", "getFont"),
    *("question", "warning", "information", "critical", "about", "aboutQt"),
}
_DIALOGS_OF_QT: Final = {
    *("QMessageBox", "QFileDialog", "QInputDialog", "QColorDialog", "QFontDialog", "QErrorMessage"),
    *("QProgressDialog", "QPrintDialog", "QPrintPreviewDialog", "QPageSetupDialog", "QWizard"),
}
# what is made otherwise there, and why
_MAY: Final = {
    # Qt knows no other way to drag; it begins in a mouse event, which no task sends, and STOP is reached meanwhile
    "ui/time_axis/fields.py: dragged.exec",
    # before there is anything to stop
    "main.py: loop.exec",
    "main.py: app.processEvents",
    # it lies in the window
    "ui/window/palette.py: shown.open",
    "ui/analysis/run_topics.py: shown.open",
    # Qt's own, made harmless there
    "ui/base/dialogs.py: QFileDialog",
    "ui/base/dialogs.py: QMessageBox",
}


def faults(source: str) -> Iterator[str]:
    """What may hold up a window."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from _faults_of_call(node)
        elif isinstance(node, ast.Attribute) and node.attr in {"WindowModal", "ApplicationModal"}:
            yield node.attr
        elif isinstance(node, ast.ClassDef):
            yield from (name for name in map(ast.unparse, node.bases) if name in _DIALOGS_OF_QT)


def _faults_of_call(call: ast.Call) -> Iterator[str]:
    if isinstance(call.func, ast.Name):
        if call.func.id in _DIALOGS_OF_QT:
            yield call.func.id
        return
    if not isinstance(call.func, ast.Attribute):
        return
    name, of = call.func.attr, ast.unparse(call.func.value)
    # whatever has a name of its own to `open` is no dialog
    opens = name == "open" and not call.args and of != "self"
    qt_only = name in _STATIC and of.startswith("Q")
    modal = name == "setWindowModality" or (name == "setModal" and ast.unparse(call.args[0]) != "False")
    if name in _RUN_A_LOOP or opens or qt_only or modal:
        yield f"{of}.{name}"


def _sources() -> dict[str, str]:
    paths = [_APP / "main.py", *(_APP / "ui").rglob("*.py")]
    return {path.relative_to(_APP).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_no_window_of_the_program_is_held_up() -> None:
    sources = _sources()
    found = {f"{name}: {fault}" for name, source in sources.items() for fault in faults(source)}
    asked = {fault for fault in found if fault.endswith(": QInputDialog")}

    assert len(sources) > 100
    assert found - asked == _MAY
    # it has nothing to it but how it is shown
    assert all("dialogs.show_dialog(dialog" in sources[fault.partition(":")[0]] for fault in asked)


@pytest.mark.parametrize(
    "source",
    [
        "dialog.open()",
        "QMessageBox(window).open()",
        "menu.exec(place)",
        "self.dialog.setModal(True)",
        "box.setWindowModality(modality)",
        "flag = Qt.WindowModality.ApplicationModal",
        "QMessageBox.question(window, title, text)",
        "QFileDialog.getOpenFileName(window)",
        "QInputDialog.getText(window, title, text)",
        "class Dialog(QFileDialog): pass",
        "QColorDialog(window)",
    ],
)
def test_whatever_would_hold_one_up_is_found(source: str) -> None:
    assert list(faults(source))


def test_what_holds_up_nothing_is_not() -> None:
    assert not list(
        faults("with path.open('rb') as file: pass\nself.open()\ndialog.setModal(False)\nlog.warning(text)")
    )


def test_every_dialog_is_known_to_those_who_try_stop_beside_it() -> None:
    shown = Counter(
        Path(name).stem
        for name, source in _sources().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"dialogs.show_dialog", "show_dialog"}
    )
    # these two live on while they are not seen
    shown["dock"] = 2

    assert sum(shown.values()) > 15
    tried = Counter(name.partition(":")[0] for name in OPENERS)
    assert {name: count for name, count in shown.items() if tried[name] < count} == {}


def test_every_class_of_dialogs_is_shown_by_one_of_them() -> None:
    sources = _sources()
    bases = {
        node.name: set(map(ast.unparse, node.bases))
        for source in sources.values()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
    }
    kinds = {"QDialog", *(name for name, above in bases.items() if "QDialog" in above)}
    # of a class of which others are made, those are shown
    extended = set().union(*bases.values())
    classes = {name for name, above in bases.items() if above & kinds and name not in extended}
    showing = " ".join(
        source for source in sources.values() if "dialogs.show_dialog(" in source or "class DriveDock" in source
    )

    assert len(classes) > 8
    assert [name for name in classes if f"{name}(" not in showing] == []
