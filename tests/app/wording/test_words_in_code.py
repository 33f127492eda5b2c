from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

UI: Final = Path(__file__).parents[3] / "app" / "ui"
FILES: Final = sorted(UI.rglob("*.py"))

# two words beside each other
WORDS: Final = re.compile(r"[A-Za-z]{2,}[,.:;…]? +[A-Za-z(]{2,}")

# what holds words and is no sentence for people: style sheets and markup, keys and gestures of tables, and command
# lines
NO_SENTENCE: Final = re.compile(r"[{};<]|px |^(?:[\w+]+(?: click)?, )*[\w+]+(?: click)?$|^teledeck \w+ $")

# calls whose texts no operator reads in the window: lines of the log, names of tasks and of subscriptions
QUIET_CALLS: Final = re.compile(r"_LOGGER\.\w+|.*\b(?:spawn|_spawn|named|TaskPool|take|run_check|Check)")

# calls that show a text, of which even one word is one for people; units and the name of the program are no words
SHOWS: Final = re.compile(
    r"Q(?:Label|Action|Menu|DockWidget|GroupBox|\w*Button|CheckBox)|\w*Label|\w*Button|translate"
    r"|(?:set|add|insert)(?:\w*Text|\w*Texts|\w*ToolTip|\w*Title|Items?|AccessibleName|AccessibleDescription|Row|Tab"
    r"|Action|Menu|Button|Section|\w*HeaderLabels|StatusTip|Prefix)"
)
WORD: Final = re.compile(r"[A-Za-z]{2,}")
MARKUP: Final = re.compile(r"[{};<]")
NAME: Final = "Teledeck"

# the letter that chooses an entry or a field
MNEMONIC: Final = re.compile(r"(?<!\S)[\w ]*&[A-Za-z][\w …]*")

# files that may hold words, with the reason; a file that needs no exception any longer fails
ALLOWED: Final = {
    "analysis/charts.py": "a unit, dB re 1",
    "base/preferences.py": "the key of a setting in the file",
    "base/qt_messages.py": "a line of the log",
    "base/language.py": "the names of fonts",
    "base/system_wishes.py": "the names of devices",
    "base/theme.py": "selectors of a style sheet",
    "compare/compare_panel.py": "the key of a setting in the file",
    "compare/figures_page.py": "keys of settings in the file",
    "connect/found_robots.py": "the name of a subscription, and a text that is measured",
    "connect/robot_connector.py": "names of tasks, and of a layout that comes with the program",
    "drive/battery.py": "the name of a subscription",
    "drive/keyboard.py": "lines of the log",
    "drive/motion.py": "the name of a subscription",
    "images/image_feed.py": "a fault of the program",
    "images/image_frame.py": "a fault of the program",
    "images/qt_images.py": "a fault of the program",
    "images/view_state.py": "a remark on a damaged layout",
    "incidents/incident_watch.py": "the key of an alert, a name of a task, and a report, which is in English",
    "incidents/incidents_panel.py": "names of tasks",
    "inspector/value_tree.py": "the key of a setting in the file",
    "joints/move_bar.py": "the name of a task",
    "record/control.py": "names of tasks",
    "robot/nodes.py": "the name of a task",
    "selftest/window_checks.py": "names of checks, which don't change",
    "time_axis/plots/grid.py": "remarks on a damaged layout",
    "time_axis/plots/panel.py": "remarks on a damaged layout",
    "time_axis/plots/plot.py": "remarks on a damaged layout",
    "time_axis/states/data.py": "the name of a subscription",
    "top_view/cells.py": "a fault of the program",
    "top_view/layer_feeds.py": "a line of the log",
    "topics/topic_settings.py": "a line of the log",
    "topics/topic_columns.py": "keys of the settings",
    "window/about.py": "the name of a task, and of the kinds of installation",
    "window/layouts/layout_store.py": "names of layouts that come with the program, which are stored",
    "window/main_window.py": "the key of a notice",
    "window/whats_new.py": "the key of a notice",
}


def words_in_code(source: str) -> Iterator[str]:
    """Yield the texts of two words or more that are no docstring, no line of the log and no catalogue's."""
    tree = ast.parse(source)
    quiet: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            quiet.add(id(node.value))
        elif isinstance(node, ast.Call) and QUIET_CALLS.fullmatch(ast.unparse(node.func)):
            quiet.update(id(part) for argument in node.args for part in ast.walk(argument))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet:
            text = node.value
            if (WORDS.search(text) and not NO_SENTENCE.search(text)) or MNEMONIC.fullmatch(text):
                yield text
        elif isinstance(node, ast.Call) and SHOWS.fullmatch(ast.unparse(node.func).rpartition(".")[2]):
            yield from _shown_words(node)


def _shown_words(call: ast.Call) -> Iterator[str]:
    """Yield the texts of one word, or of a few parts, among the arguments of a call that shows a text."""
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        lists = argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]
        for each in lists:
            for part in each.values if isinstance(each, ast.JoinedStr) else [each]:
                text = part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""
                bare = text.replace(NAME, "")
                if WORD.search(bare) and not WORDS.search(text) and not MARKUP.search(text):
                    yield text


def test_no_view_has_words_of_its_own_but_those_of_the_catalogues() -> None:
    found = {file.relative_to(UI).as_posix(): list(words_in_code(file.read_text("utf-8"))) for file in FILES}

    assert {file: words for file, words in found.items() if words and file not in ALLOWED} == {}
    assert {file for file in ALLOWED if not found.get(file)} == set()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('label.setText("Not connected")', ["Not connected"]),
        ('label = QLabel("Stop")', ["Stop"]),
        ('button.setToolTip(f"Robot {name}")', ["Robot "]),
        ('box.addItems(["Dark", "Light"])', ["Dark", "Light"]),
        ('Row("theme", "&Theme")', ["&Theme"]),
        ('Row("size", "Text &size…")', ["Text &size…"]),
        ('window.setWindowTitle("Teledeck")', []),
        ("label.setText(say(Words.STOP()))", []),
        ('widget.setObjectName("palette")', []),
        ('address = f"{host}?a={a}&b={b}"', []),
        ('text = f"{name} is gone away"', [" is gone away"]),
        ('"""A docstring of it."""\n_LOGGER.info("it is gone")', []),
        ('label.setStyleSheet("color: red; padding: 2px")', []),
        ('ViewKey("Left, Double click", code)', []),
    ],
)
def test_the_search_finds_sentences_and_leaves_alone_what_is_none(source: str, words: list[str]) -> None:
    assert list(words_in_code(source)) == words


def test_a_text_is_translated_by_its_code_alone() -> None:
    calls = re.compile(r"(?<![\w.])translate\(")
    found = {file.relative_to(UI).as_posix() for file in FILES if calls.search(file.read_text("utf-8"))}

    assert found == {"base/text.py"}
