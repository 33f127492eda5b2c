from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox, QTreeWidget, QWidget

from app.ui.base.preferences import Preferences
from app.ui.drive.keys import DRIVING_SYMBOLS, STOP_SYMBOLS
from app.ui.window.keys import OF_TEXT, ActionKeys, acts_everywhere, combination, is_of_text, why_reserved
from app.ui.window.main_window import MainWindow
from app.wording.config import KeyWording
from protocols.sentence import code_of
from tests.tools.sentences import says, tells

_CONTROL: Final = Qt.KeyboardModifier.ControlModifier
_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
_ALT: Final = Qt.KeyboardModifier.AltModifier

# what is done seldom, and stands in a menu and on a page as well
_RARE: Final = {"start_demo"}

# actions as they were saved by every version; one that gets another name stands in `RENAMED_ACTIONS`
_SAVED_NAMES: Final = {
    *("connect_robot", "start_demo", "disconnect_robot", "allow_commands", "preferences", "quit", "palette"),
    *("next_pane", "previous_pane", "reopen_view", "keys_of_pane", "check_installation", "whats_new"),
    *("report_problem", "about", "system_theme", "dark_theme", "light_theme", "inspector", "log"),
    *("topics.filter", "topics.measure", "topics.next_live", "topics.read", "topics.expand", "topics.collapse"),
    *("topics.copy_command", "message.pause", "message.copy_message", "message.copy_value", "message.copy_path"),
    *("message.copy_topic", "message.go_to_element", "message.raw_bytes", "message.history"),
    *("world.bar", "world.pause", "world.step", "world.reset_all", "world.reset_time", "world.reset_models"),
    *("robot.console", "robot.parameters", "robot.calls", "robot.nodes", "robot.goals", "robot.joints"),
    *("robot.frames", "robot.diagnostics"),
    *("images.new_view", "plots.show", "plots.new", "plots.new_dock", "plots.pause", "plots.link"),
    *("top_views.new_view", "state_timelines.new_view", "analysis.analyse", "analysis.new_dock"),
    *("drive.panel", "drive.sound", "drive.set_up", "drive.profiles"),
    *("layouts.save", "layouts.back", "layouts.open_file", "layouts.share"),
}


def _key(text: str) -> QKeySequence:
    return QKeySequence(text, QKeySequence.SequenceFormat.PortableText)


def _texts(keys: ActionKeys, name: str) -> list[str]:
    return [key.toString() for key in keys.keys(name)]


def _put(window: MainWindow, widget: QWidget) -> None:
    layout = window.centralWidget().layout()
    assert layout is not None
    layout.addWidget(widget)
    # it would disable what the test has enabled
    window.refresher.stop()


def _combo_box() -> QComboBox:
    box = QComboBox()
    box.setEditable(True)
    return box


_FIELDS: Final[dict[str, Callable[[], QWidget]]] = {
    "line": QLineEdit,
    "text": QPlainTextEdit,
    "number": QSpinBox,
    "list": _combo_box,
}


def _fired_by_keys(window: MainWindow, widget: QWidget) -> dict[str, bool]:
    """Press each key of every action while a widget has the focus; return whether the action was triggered by it."""
    assert QTest.qWaitForWindowActive(window)
    fired: list[QAction] = []
    told = {}
    for name, action in window.keys.actions.items():
        if not action.isVisible():
            # there is not a layout for each key
            continue
        # what they do is tried elsewhere; the focus would go with it
        with contextlib.suppress(RuntimeError):
            action.triggered.disconnect()
        action.setEnabled(True)
        action.triggered.connect(lambda _=False, action=action: fired.append(action))
        for key in window.keys.keys(name):
            widget.setFocus()
            assert QApplication.focusWidget() is widget
            fired.clear()
            QTest.keyClick(window.windowHandle(), combination(key).key(), combination(key).keyboardModifiers())
            told[f"{name} {key.toString()}"] = action in fired
    return told


@pytest.mark.parametrize("kind", _FIELDS)
async def test_in_a_text_field_act_all_keys_that_the_field_does_not_own(window: MainWindow, kind: str) -> None:
    field = _FIELDS[kind]()
    _put(window, field)
    field.show()
    told = _fired_by_keys(window, field)

    assert len(told) > 50
    assert {name for name, fired in told.items() if fired == is_of_text(_key(name.split(" ")[1]))} == set()


async def test_outside_of_text_all_keys_act(window: MainWindow) -> None:
    tree = QTreeWidget()
    _put(window, tree)
    tree.show()

    assert {name for name, fired in _fired_by_keys(window, tree).items() if not fired} == set()


async def test_nothing_can_be_done_only_by_a_key_that_text_fields_own(window: MainWindow) -> None:
    keys = window.keys
    owned = {name for name in keys.actions if any(map(is_of_text, keys.keys(name)))}

    assert {name for name in owned if not any(map(acts_everywhere, keys.keys(name)))} == _RARE


async def test_a_key_that_text_fields_own_edits_the_text(window: MainWindow) -> None:
    field = QLineEdit("ab")
    _put(window, field)
    assert QTest.qWaitForWindowActive(window)
    field.setFocus()
    field.selectAll()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_X, _CONTROL)

    assert field.text() == ""


async def test_a_key_that_qt_has_no_name_for_is_left_to_the_text_field(window: MainWindow) -> None:
    field = QLineEdit("ab")
    _put(window, field)
    assert QTest.qWaitForWindowActive(window)
    field.setFocus()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, 0, Qt.KeyboardModifier.NoModifier)

    assert not window.text_field_keys.eventFilter(window.windowHandle(), event)


async def test_commands_are_allowed_and_locked_again_from_a_text_field(window: MainWindow) -> None:
    action = window.actions_of_window.allow_commands
    action.setEnabled(True)
    told: list[None] = []
    action.triggered.connect(lambda: told.append(None))
    assert QTest.qWaitForWindowActive(window)
    field = QLineEdit()
    _put(window, field)
    for _ in range(2):
        field.setFocus()
        action.setEnabled(True)
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_U, _CONTROL | _SHIFT)

    assert len(told) == 2
    assert not action.autoRepeat()


# what no action may have


def _modified(key: Qt.Key | int) -> list[QKeySequence]:
    held = (Qt.KeyboardModifier.NoModifier, _SHIFT, _CONTROL, _ALT, _CONTROL | _SHIFT, _CONTROL | _ALT)
    return [QKeySequence(QKeyCombination(modifiers, Qt.Key(key))) for modifiers in held]


@pytest.mark.parametrize("symbol", sorted(DRIVING_SYMBOLS))
def test_a_key_that_drives_is_refused(keys: ActionKeys, symbol: int) -> None:
    for key in _modified(symbol)[:2]:
        assert code_of(why_reserved(key) or "") is KeyWording.DRIVES
        with pytest.raises(ValueError, check=says(KeyWording.DRIVES)):
            keys.assign("quit", [key])
    assert _texts(keys, "quit") == ["Ctrl+Q"]


@pytest.mark.parametrize("symbol", sorted(STOP_SYMBOLS))
def test_the_space_bar_is_refused_with_whatever_modifiers(symbol: int) -> None:
    assert {code_of(why_reserved(key) or "") for key in _modified(symbol)} == {KeyWording.STOPS}


def test_escape_is_refused_with_whatever_modifiers() -> None:
    assert {code_of(why_reserved(key) or "") for key in _modified(Qt.Key.Key_Escape)} == {KeyWording.ESCAPES}


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("Ctrl+C", KeyWording.IN_TEXT),
        ("Ctrl+Left", KeyWording.IN_TEXT),
        ("Return", KeyWording.IN_TEXT),
        ("Ctrl+Tab", KeyWording.IN_TEXT),
        ("Ctrl+Shift+Z", KeyWording.IN_VIEWS),
        ("F2", KeyWording.IN_VIEWS),
        ("F5", KeyWording.IN_VIEWS),
        ("Shift+F10", KeyWording.IN_VIEWS),
        ("Alt+F4", KeyWording.OPENS_MENU),
        ("Alt+D", KeyWording.OPENS_MENU),
        ("O", KeyWording.NEEDS_CONTROL),
        ("8", KeyWording.NEEDS_CONTROL),
        ("Shift+O", KeyWording.NEEDS_CONTROL),
        ("P", KeyWording.DRIVES),
        ("Shift+K", KeyWording.DRIVES),
        ("Ctrl+K, Ctrl+L", KeyWording.NO_KEY),
        ("Ctrl+Nonsense", KeyWording.NO_KEY),
        ("Ctrl+Shift+A", None),
        ("Ctrl+Alt+9", None),
        ("Ctrl+F2", None),
        ("F12", None),
        ("Ctrl+0", None),
    ],
)
def test_other_keys_are_refused_with_a_reason_or_free(key: str, why: KeyWording | None) -> None:
    assert code_of(why_reserved(_key(key)) or "") is why


async def test_no_usual_key_is_one_that_is_refused(window: MainWindow) -> None:
    every = [key for keys in window.keys.usual.values() for key in keys]

    assert [key.toString() for key in every if why_reserved(key)] == []


async def test_nothing_that_acts_on_a_driven_robot_can_be_given_a_key(window: MainWindow) -> None:
    assert not set(window.actions_of_window.drive.commands) & set(window.keys.actions.values())


async def test_names_under_which_keys_are_saved_stay(window: MainWindow) -> None:
    assert {name for name in _SAVED_NAMES if name not in window.keys.actions} == set()


# what the user has changed


def _again(keys: ActionKeys, preferences: Preferences) -> ActionKeys:
    """The keys in the next run."""
    for name, action in keys.actions.items():
        action.setShortcuts(list(keys.usual[name]))
    return ActionKeys(keys.actions, preferences)


def test_a_changed_key_is_kept_and_told(keys: ActionKeys, preferences: Preferences) -> None:
    changes: list[None] = []
    keys.changed.connect(lambda: changes.append(None))
    keys.assign("log", [_key("Ctrl+Shift+L")])

    assert (changes, keys.is_changed("log"), keys.is_changed("quit")) == ([None], True, False)
    assert preferences.action_keys == {"log": ["Ctrl+Shift+L"]}
    again = _again(keys, preferences)
    assert (_texts(again, "log"), again.faults) == (["Ctrl+Shift+L"], ())


def test_a_key_is_taken_from_the_action_that_had_it(keys: ActionKeys, preferences: Preferences) -> None:
    assert keys.owners([_key("F3")], but="quit") == ["open"]
    keys.assign("quit", [_key("F3")])

    assert (_texts(keys, "quit"), _texts(keys, "open")) == (["F3"], ["Ctrl+O"])
    again = _again(keys, preferences)
    assert (_texts(again, "quit"), _texts(again, "open")) == (["F3"], ["Ctrl+O"])


def test_two_actions_swap_their_keys(keys: ActionKeys) -> None:
    keys.assign("quit", [_key("Ctrl+O")], swap=True)

    assert (_texts(keys, "quit"), _texts(keys, "open")) == (["Ctrl+O"], ["Ctrl+Q", "F3"])


def test_an_action_may_have_no_key(keys: ActionKeys, preferences: Preferences) -> None:
    keys.assign("quit", [])

    assert preferences.action_keys == {"quit": []}
    assert _texts(_again(keys, preferences), "quit") == []


def test_usual_keys_come_back_one_by_one_or_all_at_once(keys: ActionKeys, preferences: Preferences) -> None:
    keys.assign("quit", [_key("Ctrl+O")], swap=True)
    keys.reset("open")
    assert (_texts(keys, "open"), _texts(keys, "quit")) == (["Ctrl+O", "F3"], [])

    preferences.set_action_keys("gone", ["F9"])
    keys.reset_all()
    assert (_texts(keys, "quit"), preferences.action_keys) == (["Ctrl+Q"], {})


def test_a_damaged_entry_costs_that_entry_alone_and_is_told(keys: ActionKeys, preferences: Preferences) -> None:
    preferences.set_action_keys("gone", ["F9"])
    preferences.set_action_keys("open", ["Ctrl+Nonsense", "F4"])
    preferences.set_action_keys("quit", ["Space"])
    preferences.set_action_keys("log", ["F4"])
    again = _again(keys, preferences)

    assert [code_of(fault) for fault in again.faults] == [
        KeyWording.NO_ACTION,
        KeyWording.NOT_USED,
        KeyWording.NOT_USED,
        KeyWording.NOT_USED,
    ]
    reasons = (KeyWording.NO_KEY, KeyWording.STOPS, KeyWording.TAKEN)
    assert all(tells(fault, reason) for fault, reason in zip(again.faults[1:], reasons, strict=True))
    assert {name: _texts(again, name) for name in again.actions} == {"open": ["F4"], "quit": ["Ctrl+Q"], "log": []}


def test_a_key_that_was_given_to_another_action_is_not_that_of_its_usual_one(
    keys: ActionKeys, preferences: Preferences
) -> None:
    preferences.set_action_keys("log", ["Ctrl+Q"])
    again = _again(keys, preferences)

    assert (_texts(again, "log"), _texts(again, "quit"), again.faults) == (["Ctrl+Q"], [], ())


async def test_a_changed_key_acts_in_text_fields_too_and_its_tool_tip_names_it(window: MainWindow) -> None:
    action = window.actions_of_window.message.pause
    window.keys.assign("message.pause", [_key("Ctrl+Shift+A")])
    assert action.toolTip().endswith("(Ctrl+Shift+A)")
    field = QLineEdit()
    _put(window, field)
    action.setEnabled(True)
    told: list[None] = []
    action.triggered.connect(lambda: told.append(None))
    assert QTest.qWaitForWindowActive(window)
    field.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_A, _CONTROL | _SHIFT)

    assert len(told) == 1
    window.keys.assign("message.pause", [])
    assert "(" not in action.toolTip()


def test_the_keys_of_text_are_letters(keys: ActionKeys) -> None:
    del keys
    assert {key.name for key in OF_TEXT} == {f"Key_{letter}" for letter in "ABCDEFHKNPUVXZ"}
