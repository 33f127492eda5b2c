"""The structure of the tree: what must stay as it is, and that the figures are counted right."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.structure import (
    PACKAGES,
    Module,
    circles,
    compared_sentences,
    imports,
    lonely_protocols,
    modules,
    pointing_docstrings,
    public_members,
    table,
    thin_modules,
    twins,
    vague_docstrings,
)
from tests.tools.tracked_files import ROOT

MAX_THIN_MODULES: Final = 2
MAX_VAGUE_DOCSTRINGS: Final = 0

# what tests of the window still compare in words: texts of programs beside ours, logs, and what tests themselves made
MAX_COMPARED_SENTENCES: Final = 40

# functions of Qt that it calls itself, and that are there to be overridden: of events, sizes, dialogs and fields, views
OVERRIDDEN: Final = frozenset(
    {
        *("changeEvent", "closeEvent", "contextMenuEvent", "dragEnterEvent", "dragLeaveEvent"),
        *("dragMoveEvent", "dropEvent", "enterEvent", "event", "eventFilter", "focusInEvent"),
        *("focusNextPrevChild", "focusOutEvent", "hideEvent", "keyPressEvent", "keyReleaseEvent", "leaveEvent"),
        "loadResource",
        *("mouseDoubleClickEvent", "mouseMoveEvent", "mousePressEvent", "mouseReleaseEvent", "paintEvent"),
        *("resizeEvent", "showEvent", "timerEvent", "viewportEvent", "wheelEvent"),
        *("hasHeightForWidth", "heightForWidth", "minimumSizeHint", "sizeHint"),
        *("accept", "done", "reject", "textFromValue", "valueFromText"),
        *(
            "createEditor",
            "createHandle",
            "dataChanged",
            "drawBranches",
            "drawRow",
            "horizontalScrollbarValueChanged",
            "initStyleOption",
            "paint",
        ),
        *("pixelMetric", "setEditorData", "setModelData", "verticalScrollbarValueChanged"),
    }
)
OVERRIDDEN_BY_MODELS: Final = frozenset(
    {
        *("canFetchMore", "columnCount", "data", "fetchMore", "filterAcceptsRow", "flags", "hasChildren"),
        *("headerData", "index", "mimeData", "mimeTypes", "parent", "rowCount", "setData", "sort"),
    }
)
# each does what Qt's does, and something beside it; Qt does not call them, we do
EXTENDED: Final = {
    "app.ui.widgets.changing_docks.ChangingDocks": frozenset(
        {"addDockWidget", "removeDockWidget", "restoreState", "splitDockWidget", "tabifyDockWidget"}
    ),
}


@pytest.fixture(scope="module")
def program() -> dict[str, Module]:
    """The modules of the program."""
    return modules(ROOT, *PACKAGES)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of a few modules, with one of each thing that is counted."""
    files = {
        "app/__init__.py": '"""A program."""\n',
        "app/first.py": '"""The first of a circle."""\nfrom app import second\nclass Robot:\n    """A robot."""\n',
        "app/second.py": '"""See the module."""\ndef late() -> None:\n    """What it is."""\n    import app.third\n',
        "app/third.py": "from app.first import Robot\n",
        "app/net/__init__.py": "",
        "app/net/socket.py": "from typing import Protocol\nclass Robot(Protocol):\n    def drive(self): ...\n",
        "app/net/thin.py": "SIZE = 1\n",
        "app/net/link.py": "from app.net.thin import SIZE\n" + "print(SIZE)\n" * 60,
        "app/net/far.py": "from app.first import Robot\n",
        "protos/messages_pb2.py": "class Robot: ...\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


# the program's tree


def test_no_module_imports_itself_by_way_of_others(program: dict[str, Module]) -> None:
    assert circles({name: imports(module, program) for name, module in program.items()}) == []


def test_no_two_classes_have_the_same_public_name(program: dict[str, Module]) -> None:
    assert twins(program) == {}


def test_every_docstring_says_itself_what_it_is_about(program: dict[str, Module]) -> None:
    assert pointing_docstrings(program) == []
    assert len(vague_docstrings(program)) <= MAX_VAGUE_DOCSTRINGS


def test_few_modules_are_thin(program: dict[str, Module]) -> None:
    assert len(thin_modules(program)) <= MAX_THIN_MODULES


def test_tests_of_the_window_compare_meaning_and_not_words() -> None:
    found = [place for module in modules(ROOT, "tests/app/ui").values() for place in compared_sentences(module)]

    assert len(found) <= MAX_COMPARED_SENTENCES, found


def _qt_classes(program: dict[str, Module]) -> Iterator[tuple[str, type, set[str]]]:
    """Find our classes that derive from one of Qt, each with the names of its public methods and attributes."""
    for module in program.values():
        if module.name.startswith("app.ui."):
            loaded = vars(importlib.import_module(module.name))
            for node in module.classes:
                found = loaded.get(node.name)
                if isinstance(found, type) and _qt_bases(found):
                    yield f"{module.name}.{node.name}", found, public_members(node)


def _qt_bases(found: type) -> list[type]:
    return [base for base in found.__mro__ if base.__module__.startswith("PySide6.")]


def test_no_name_of_ours_hides_one_of_qt(program: dict[str, Module]) -> None:
    from PySide6.QtCore import QAbstractItemModel
    from PySide6.QtGui import QUndoCommand

    hidden, count = [], 0
    for name, found, members in _qt_classes(program):
        allowed = OVERRIDDEN | EXTENDED.get(name, frozenset())
        if issubclass(found, QAbstractItemModel):
            allowed |= OVERRIDDEN_BY_MODELS
        if issubclass(found, QUndoCommand):
            allowed |= {"redo", "undo"}
        of_qt = {member for base in _qt_bases(found) for member in vars(base)}
        hidden += [f"{name}.{member}" for member in sorted(members & of_qt - allowed)]
        count += 1

    assert hidden == []
    assert count > 100


# the counting


def test_a_circle_is_found_also_where_an_import_is_late(tree: Path) -> None:
    known = modules(tree, "app")

    assert circles({name: imports(module, known) for name, module in known.items()}) == [
        ["app.first", "app.second", "app.third"]
    ]


def test_a_line_of_imports_is_no_circle() -> None:
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_two_circles_are_two() -> None:
    assert circles({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}}) == [["a", "b"], ["c", "d"]]


def test_a_name_that_two_classes_have_is_found_and_generated_files_do_not_count(tree: Path) -> None:
    assert twins(modules(tree, *PACKAGES)) == {"Robot": ["app/first.py", "app/net/socket.py"]}


def test_a_module_is_thin_if_it_is_short_and_its_one_importer_stands_beside_it(tree: Path) -> None:
    # not `first`, which two import, one of them elsewhere; not `link`, which is long
    assert thin_modules(modules(tree, "app")) == ["app/net/thin.py", "app/second.py", "app/third.py"]


def test_a_module_that_somebody_elsewhere_imports_is_not_thin(tree: Path) -> None:
    (tree / "app/fourth.py").write_text("from app.net.thin import SIZE\n")

    assert "app/net/thin.py" not in thin_modules(modules(tree, "app"))


def test_docstrings_are_found_by_how_they_begin(tree: Path) -> None:
    known = modules(tree, "app")

    assert pointing_docstrings(known) == ["app/second.py:1"]
    assert vague_docstrings(known) == ["app/second.py:3"]


def test_a_protocol_is_lonely_until_two_classes_have_its_members(tree: Path) -> None:
    assert lonely_protocols(modules(tree, "app")) == ["app/net/socket.py: Robot"]
    two = "class {}:\n    def drive(self): ...\n"

    (tree / "app/robots.py").write_text(two.format("Rover") + two.format("Tug"))

    assert lonely_protocols(modules(tree, "app")) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('assert title() == "No topic chosen"', [1]),
        ('assert "nobody publishes it" in hint()', [1]),
        ('assert hint().startswith("Nobody publishes it")', [1]),
        ('wait(lambda: hint() == "nobody publishes it")', [1]),
        ('with raises(OSError, match="can\'t be written"): write()', [1]),
        ('assert texts() == [\n"a",\n"nobody publishes it"]', [3]),
        ("assert title() == Words.NO_TOPIC()", []),
        ('assert word() == "not connected"', []),
        ('assert read("a file of words")', []),
        ('say("the disk is full")\nassert hint() == "The disk is full: /tmp"', []),
        ('"""Nobody publishes it."""\nassert hint() == "nobody publishes it"', [2]),
    ],
)
def test_a_sentence_that_a_test_compares_is_found_unless_the_test_gave_it(text: str, lines: list[int]) -> None:
    found = compared_sentences(Module("tests.test_hint", "tests/test_hint.py", text))

    assert found == [f"tests/test_hint.py:{line}" for line in lines]


def test_lines_of_code_are_neither_blank_nor_comments_nor_docstrings() -> None:
    text = '"""A module.\n\nIt is long.\n"""\n\n# why\nSIZE = (\n    1,\n)\n\n\n'
    text += 'def size() -> int:\n    """Return it."""\n    return 1\n'

    assert Module("app.size", "app/size.py", text).code_lines() == 5


def test_the_table_has_a_line_for_each_figure(tree: Path) -> None:
    lines = table(tree).splitlines()

    assert lines[2] == "| modules in app, protocols, protos | 9 |"
    assert "| import circles | 1 |" in lines
    assert "| public class names used twice | 1 |" in lines


def test_members_are_methods_and_attributes_not_what_a_method_calls_its_own() -> None:
    text = (
        "class Robot:\n    speed = 1\n    size: int\n    def drive(self):\n        self.at, self._to = there = 1, 2\n"
    )
    (node,) = Module("app.robot", "app/robot.py", text).classes

    assert public_members(node) == {"speed", "size", "drive", "at"}
