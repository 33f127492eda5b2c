"""In a made-up language, with accents, brackets and longer words, nothing of ours is in English, and nothing is cut."""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Final

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.scenes.analysis import ANALYSIS_SCENES, analysis_session_of
from tests.scenes.compare import COMPARE_SCENES, compare_session_of
from tests.scenes.drive import DRIVE_SCENES, drive_session_of
from tests.scenes.help import HELP_SCENES
from tests.scenes.images import IMAGE_SCENES, picture_session_of
from tests.scenes.joints import JOINT_SCENES, joint_session_of
from tests.scenes.plots import PLOT_SCENES, plot_session_of
from tests.scenes.robots import ROBOT_SCENES, robot_session_of
from tests.scenes.states import STATE_SCENES, lane_session_of
from tests.scenes.top_view import TOP_VIEW_SCENES, top_view_session_of
from tests.scenes.window import SCENES, Stage, session_of
from tests.tools.other_words import BEGIN, END, PseudoWords
from tests.tools.room import room_faults
from tests.tools.shown_texts import ShownText, painted_texts, shown_texts
from tests.tools.tracked_files import ROOT
from tests.tools.translations import catalogues

SIZE: Final = QSize(1366, 768)

# each panel and dialog once
VIEWS: Final = {
    **dict.fromkeys(
        ("troubles", "log", "world", "start", "dialog", "diagnosis", "topic-by-name"), (SCENES, session_of)
    ),
    **dict.fromkeys(("raw-bytes", "about", "token", "decoder", "disconnect"), (SCENES, session_of)),
    **dict.fromkeys(("console", "parameter-dialog", "call", "publish", "nodes"), (ROBOT_SCENES, robot_session_of)),
    **dict.fromkeys(("goals", "frames", "diagnostics"), (ROBOT_SCENES, robot_session_of)),
    **dict.fromkeys(("drive-armed", "profiles-free-axes", "pad-setup-summary"), (DRIVE_SCENES, drive_session_of)),
    **dict.fromkeys(("preferences", "preferences-keys", "keys-of-pane"), (HELP_SCENES, session_of)),
    "pictures": (IMAGE_SCENES, picture_session_of),
    "plots": (PLOT_SCENES, plot_session_of),
    "top-view": (TOP_VIEW_SCENES, top_view_session_of),
    "lanes-transitions": (STATE_SCENES, lane_session_of),
    "joints": (JOINT_SCENES, joint_session_of),
    "analysis-histogram": (ANALYSIS_SCENES, analysis_session_of),
    "compare": (COMPARE_SCENES, compare_session_of),
    "compare-figures": (COMPARE_SCENES, compare_session_of),
}

# names that are the same in every language
NAMES: Final = {"Teledeck", "Galileo", "Gazebo", "ROS 1", "English"}

# rows of the log and of the console, values in the list of topics, and buttons as SDL names them
_LINES: Final = ("TreeView.", "TableView.", "row_delegates ", "TopicTree.cell 2 ", "NameBox.item ")

# what can be cut; tabs, fields and lists shorten their texts or scroll
_CUT: Final = re.compile(r"\w*(Label|Button|CheckBox)\b.* is cut by ")

# what separates texts that are shown together
_BETWEEN: Final = re.compile(r"[\n\t,;:()|\N{MIDDLE DOT}\N{EN DASH}]+| {2,}")
_PHRASE: Final = re.compile(r"\b[A-Za-z][a-z']+ [a-z]{2,}\b")

_LOGS: Final = [pytest.mark.expects_log("something failed"), pytest.mark.expects_log("was lost")]


@pytest.fixture
def other_words(qapp: QApplication) -> Iterator[None]:
    words = PseudoWords(qapp)
    qapp.installTranslator(words)
    yield
    qapp.removeTranslator(words)
    words.deleteLater()


@pytest.fixture
async def show(
    other_words: None,  # noqa: ARG001 - set before any widget is made
    qtbot: QtBot,
    themes: Themes,
    preferences: Preferences,
) -> AsyncIterator[Callable[[str], Awaitable[QWidget]]]:
    """What shows a scene."""
    windows: list[QWidget] = []

    async def show_one(name: str) -> QWidget:
        scenes, session_for = VIEWS[name]
        window = MainWindow(themes, preferences)
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(SIZE)
        window.show()
        stage = Stage(window, themes, preferences, session_for(name))
        stage.open()
        await stage.look(0.1)
        shown = await scenes[name](stage)
        await stage.look(0.1)
        return shown

    yield show_one
    for window in windows:
        assert isinstance(window, MainWindow)
        window.close_at_once()
    await asyncio.sleep(0)


@functools.cache
def _said_by_us() -> frozenset[str]:
    texts = {_comparable(code.value) for one in catalogues() for code in one}
    return frozenset(text for text in texts if not any(letter.isdigit() for letter in text))


@functools.cache
def _said_by_robots() -> str:
    """What scenes and fakes are written of: what they show, robots and the log say, which are not translated."""
    files = [file for folder in ("scenes", "fakes") for file in (ROOT / "tests" / folder).glob("*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(files))


def _comparable(text: str) -> str:
    return text.strip(" .…:").replace("&", "").casefold()


def _outside_of_brackets(text: str) -> str:
    depth, kept = 0, list[str]()
    for letter in text:
        depth += letter == BEGIN
        if depth == 0:
            kept.append(letter)
        depth -= letter == END and depth > 0
    return "".join(kept)


def untranslated(shown: ShownText) -> list[str]:
    """Return what of a text is in English, and neither a name nor what a robot says."""
    if shown.where.startswith(_LINES):
        return []
    parts = [part.strip() for part in _BETWEEN.split(_outside_of_brackets(shown.text))]
    english = [part for part in parts if _PHRASE.search(part) or _comparable(part) in _said_by_us()]
    return [part for part in english if part not in NAMES and not _is_said_by_a_robot(part)]


def _is_said_by_a_robot(part: str) -> bool:
    # an address or a number may stand before it
    phrase = _PHRASE.search(part)
    return (part if phrase is None else part[phrase.start() :]) in _said_by_robots()


@pytest.mark.parametrize("name", [pytest.param(name, marks=_LOGS if name == "log" else ()) for name in VIEWS])
async def test_every_text_of_ours_is_translated_and_none_is_cut(
    show: Callable[[str], Awaitable[QWidget]], name: str
) -> None:
    with painted_texts() as painted:
        widget = await show(name)
        texts = [*shown_texts(), *painted]

    assert len(texts) > 10
    assert [(shown.where, found) for shown in texts if (found := untranslated(shown))] == []
    assert [fault for fault in room_faults(widget) if _CUT.match(fault)] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[Řéádý]", []),
        ("[Ťhé ŕóbóť {rover one} íš ñéáŕ]", []),
        ("Waiting for a robot", ["Waiting for a robot"]),
        ("[Řéádý], waiting for a robot", ["waiting for a robot"]),
        # a word of ours alone
        ("Bandwidth", ["Bandwidth"]),
        ("/base/odom_combined 3.2 Hz", []),
        ("Galileo", []),
    ],
)
def test_what_is_in_english_is_found(text: str, found: list[str]) -> None:
    assert untranslated(ShownText("label", text)) == found
