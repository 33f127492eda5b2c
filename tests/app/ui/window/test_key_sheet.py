from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.model.topics import TopicKey
from app.ui.base.action_base import ActionGroup, ActionRow
from app.ui.base.view_keys import view_keys
from app.ui.images.image_panel import ImagePanel
from app.ui.images.image_view import ImageView
from app.ui.time_axis.plots.legend import Legend
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.states.view import StateView
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.panel_ui import TopViewPanelActions
from app.ui.window.actions import PlotActions
from app.ui.window.key_sheet import KeySheet, menu_lines, pane_lines
from app.ui.window.main_window import MainWindow
from tests.fakes.session import URI

_GUIDE: Final = Path(__file__).parents[4] / "docs/user-guide.md"


def _sheet(window: MainWindow) -> KeySheet:
    (sheet,) = [sheet for sheet in window.findChildren(KeySheet) if sheet.isVisible()]
    return sheet


def _shown(sheet: KeySheet) -> list[str]:
    groups = sheet.groups
    rows = [group.child(number) for group in groups if not group.isHidden() for number in range(group.childCount())]
    return [row.text(1) for row in rows if not row.isHidden()]


async def test_the_sheet_begins_with_the_keys_of_the_pane_that_has_the_focus(window: MainWindow) -> None:
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "x")])
    window.plot_docks.show_current().focus_plot()
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    lines = _sheet(window).lines

    assert lines[0].group == "Plots"
    told = {line.does for line in lines if line.group == "Plots"}
    assert {row.does_text for row in view_keys(PlotView)} <= told
    assert "Undo removal" in told


async def test_layouts_can_be_saved_after_the_sheet_was_shown(window: MainWindow) -> None:
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Slash, Qt.KeyboardModifier.ControlModifier)
    _sheet(window).close()
    gc.collect()

    window.layouts.save("mine")

    menu = window.actions_of_window.layouts.menu
    assert menu is not None
    assert "mine" in [action.text() for action in menu.actions()]


async def test_every_key_of_every_action_is_on_the_sheet(window: MainWindow) -> None:
    told = {line.keys for line in menu_lines(window.menuBar(), window.keys)}
    # there is not a layout for each of their keys
    shown = (name for name, action in window.keys.actions.items() if action.isVisible())
    keys = {", ".join(key.toString() for key in window.keys.keys(name)) for name in shown} - {""}

    assert keys <= told


async def test_a_changed_key_is_named_with_the_usual_one(window: MainWindow) -> None:
    window.keys.assign("quit", [QKeySequence("F12")])
    lines = {line.does: line for line in menu_lines(window.menuBar(), window.keys)}

    assert lines["Quit"].keys == "F12"
    assert "Ctrl+Q" in lines["Quit"].note
    assert lines["Connect…"].note == ""


async def test_words_filter_the_sheet_and_escape_closes_it(window: MainWindow) -> None:
    window.actions_of_window.keys_of_pane.trigger()
    sheet = _sheet(window)
    every = len(_shown(sheet))
    sheet.filter.setText("ctrl+q")
    assert _shown(sheet) == ["Quit"]
    sheet.filter.setText("no such key")
    assert _shown(sheet) == []
    sheet.filter.clear()
    assert len(_shown(sheet)) == every > 40

    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


async def test_the_keys_of_a_pane_without_any_are_none(window: MainWindow) -> None:
    assert list(pane_lines(QWidget(window))) == []


# the user guide


def _section(title: str) -> str:
    return _GUIDE.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def _key_table(section: str) -> set[str]:
    """The keys of the first columns of the tables of a section; arrows are four."""
    cells = [line.split("|")[1] for line in section.splitlines() if re.match(r"\| (`|arrows|\|)", line)]
    words = {"Escape": "Esc"}
    keys = {words.get(key, key) for cell in cells for key in re.findall(r"`([^`]+)`", cell)}
    return keys | ({"Left", "Right", "Up", "Down"} if any("arrows" in cell for cell in cells) else set())


_WITH_TABLES: Final[dict[str, list[type[QWidget]]]] = {
    "Plots": [PlotView, Legend],
    "States": [StateView],
    "Pictures": [ImageView, ImagePanel],
    "Top view": [TopViewCanvas],
}


@pytest.mark.parametrize("title", _WITH_TABLES)
def test_the_tables_of_the_guide_have_the_keys_of_the_views(title: str, window_keys: set[str]) -> None:
    own = {key for kind in _WITH_TABLES[title] for row in view_keys(kind) for key in row.each}
    own = {key for key in own if not key.endswith(("Wheel", "Drag", "lick"))}
    told = _key_table(_section(title))
    # with the keys of the window that act on such views, and a modifier that is named in words
    others = window_keys | {"Shift"} | _row_keys(TopViewPanelActions)

    assert own - told == set()
    assert told - own - others == set()


@pytest.fixture
def window_keys() -> set[str]:
    return _row_keys(PlotActions) | {"Ctrl+Z", "Ctrl+Shift+Z"}


def _row_keys(group: type[ActionGroup]) -> set[str]:
    return {row.key for row in vars(group).values() if isinstance(row, ActionRow)}


async def test_the_guide_has_a_table_of_all_keys_of_the_window(window: MainWindow) -> None:
    actions = window.keys.actions
    rows = [
        (window.keys.name(name), " ".join(f"`{key.toString()}`" for key in window.keys.usual[name]))
        for name in actions
        if window.keys.usual[name] and not name.startswith("layouts.number")
    ]
    section = _section("Keys")
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    # the keys of layouts are not those of one action
    told = [tuple(cell.strip() for cell in line.split("|")[1:3]) for line in lines if " … " not in line]

    assert sorted(told) == sorted((keys, name) for name, keys in rows)


async def test_every_key_with_a_modifier_in_the_guide_is_one_of_the_program(window: MainWindow) -> None:
    text = _GUIDE.read_text(encoding="utf-8").partition("\n## Command line")[0]
    told = set(re.findall(r"`((?:Ctrl|Alt)\+(?:\w\+)*[^`]+)`", text))
    every = {key.toString() for keys in window.keys.usual.values() for key in keys}
    views = {key for kinds in _WITH_TABLES.values() for kind in kinds for row in view_keys(kind) for key in row.each}
    # of panels, and of dialogs, which say so themselves
    others = {
        "Ctrl+Z",
        "Ctrl+Shift+Z",
        "Ctrl+N",
        "Ctrl+S",
        "Alt+Left",
        "Alt+Right",
        "Alt+Home",
        *(f"Ctrl+{number}" for number in range(1, 10)),
    }

    assert told - every - views - others == set()
