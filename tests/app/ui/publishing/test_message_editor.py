from __future__ import annotations

import math
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemDelegate, QComboBox, QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.publishing import message_editor
from app.ui.publishing.draft_model import DraftColumn
from app.ui.publishing.message_draft import DraftError
from app.ui.publishing.message_editor import FIELDS_PAGE, JSON_PAGE, MAX_CHARACTERS, MessageEditor, Presets
from app.wording.ui.publishing import PublishingWording
from tests.fakes.ros_robot import SPAWN
from tests.fakes.session import JsonSchema
from tests.tools.sentences import shows


@pytest.fixture
def presets(preferences: Preferences) -> Presets:
    return Presets(preferences)


@pytest.fixture
def refused(editor: MessageEditor) -> list[str]:
    found: list[str] = []
    editor.refused.connect(found.append)
    return found


@pytest.fixture
def editor(qtbot: QtBot, themes: Themes, presets: Presets) -> MessageEditor:
    editor = MessageEditor(themes, presets)
    qtbot.addWidget(editor)
    editor.resize(600, 400)
    editor.start_message(SPAWN.request)
    editor.show()
    return editor


def test_json_and_fields_are_two_views_of_one_message(editor: MessageEditor) -> None:
    editor.set_message({"name": "a"})
    editor.tabs.setCurrentIndex(JSON_PAGE)
    assert editor.text.toPlainText() == '{\n  "name": "a"\n}'
    editor.text.setPlainText('{"pose": {"x": 1}}')
    assert editor.value == {"pose": {"x": 1}}

    editor.tabs.setCurrentIndex(FIELDS_PAGE)
    assert editor.model.value == {"pose": {"x": 1}}
    assert editor.tree.isVisible()


@pytest.mark.parametrize(
    ("text", "reason"),
    [("{", "not JSON"), ('{"nme": 1}', "no field “nme”"), ("[" * 100_000, "nested too deeply")],
)
def test_json_that_is_no_message_stays_and_says_why(
    editor: MessageEditor, refused: list[str], text: str, reason: str
) -> None:
    editor.set_message({"name": "a"})
    editor.tabs.setCurrentIndex(JSON_PAGE)
    editor.text.setPlainText(text)
    editor.tabs.setCurrentIndex(FIELDS_PAGE)

    assert reason in refused[0]
    assert editor.tabs.currentIndex() == JSON_PAGE
    assert editor.text.toPlainText() == text
    with pytest.raises(DraftError, match=reason):
        _ = editor.value


def test_elements_are_added_and_taken_out_by_key_and_button(editor: MessageEditor) -> None:
    points = next(editor.model.index(row, 0) for row in range(9) if editor.model.index(row, 0).data() == "way_points")
    assert not editor.add_button.isEnabled()
    editor.tree.setCurrentIndex(points)
    assert editor.add_button.isEnabled()
    editor.add_button.click()
    QTest.keyClick(editor.tree, Qt.Key.Key_Insert)
    assert editor.value == {"way_points": [{}, {}]}

    QTest.keyClick(editor.tree, Qt.Key.Key_Delete)
    assert editor.value == {"way_points": [{}]}
    editor.tree.setCurrentIndex(points)
    editor.remove_button.click()
    assert editor.value == {}


def test_messages_are_kept_by_name_and_come_back(editor: MessageEditor, presets: Presets) -> None:
    editor.set_message({"name": "a"})
    editor._ask_for_name()
    (dialog,) = editor.findChildren(QInputDialog)
    dialog.setTextValue("first")
    dialog.accept()
    assert presets.messages_of("rover/SpawnRequest") == {"first": {"name": "a"}}

    editor.set_message({})
    editor._fill_presets()
    entries = {action.text(): action for action in editor.presets_button.choices.actions()}
    entries["first"].trigger()
    assert editor.value == {"name": "a"}
    forget = entries[PublishingWording.DELETE()].menu()
    forget.actions()[0].trigger()  # type: ignore[attr-defined]
    assert presets.messages_of("rover/SpawnRequest") == {}


def test_a_message_that_is_too_long_to_be_kept_is_said_to_be_so(
    qtbot: QtBot, editor: MessageEditor, presets: Presets
) -> None:
    editor.set_message({"name": "a" * MAX_CHARACTERS})
    editor._ask_for_name()
    (dialog,) = editor.findChildren(QInputDialog)
    dialog.setTextValue("first")
    with qtbot.waitSignal(editor.refused):
        dialog.accept()
    assert presets.messages_of("rover/SpawnRequest") == {}


def test_a_preset_of_before_that_no_longer_fits_is_said(
    editor: MessageEditor, presets: Presets, refused: list[str]
) -> None:
    presets.save("rover/SpawnRequest", "old", {"gone": 1})
    editor._fill_presets()
    editor.presets_button.choices.actions()[0].trigger()

    assert shows(refused[0], PublishingWording.NO_FIELD, name="gone")


def test_the_message_is_copied_as_json(editor: MessageEditor) -> None:
    editor.set_message({"name": "ä"})
    editor.tree.copy_requested.emit()

    assert QGuiApplication.clipboard().text() == '{"name": "ä"}'


def test_only_values_of_a_truth_are_chosen(editor: MessageEditor) -> None:
    indexes = {str(editor.model.index(row, 0).data()): editor.model.index(row, 1) for row in range(7)}

    assert editor._choices(indexes["at_once"]) == ["false", "true"]
    assert editor._choices(indexes["name"]) == []


TYPE = "std_msgs/String"


def test_messages_are_kept_by_type_and_name(preferences: Preferences) -> None:
    Presets(preferences).save(TYPE, "hello", {"data": "hello"})
    presets = Presets(preferences)
    presets.save(TYPE, "bye", {"data": "bye"})
    presets.save("std_msgs/Int32", "one", {"data": 1})
    assert presets.messages_of(TYPE) == {"hello": {"data": "hello"}, "bye": {"data": "bye"}}

    presets.save(TYPE, "hello", {"data": "again"})
    assert list(presets.messages_of(TYPE)) == ["bye", "hello"]
    presets.delete(TYPE, "bye")
    assert presets.messages_of(TYPE) == {"hello": {"data": "again"}}


def test_there_are_never_too_many(preferences: Preferences) -> None:
    presets = Presets(preferences)
    for number in range(message_editor.MAX_PRESETS + 5):
        presets.save(TYPE, str(number), {})

    assert list(presets.messages_of(TYPE)) == [str(number) for number in range(5, message_editor.MAX_PRESETS + 5)]


def test_messages_that_are_too_long_are_not_kept_and_say_so(preferences: Preferences) -> None:
    presets = Presets(preferences)

    assert presets.save(TYPE, "fits", {"data": "x" * (message_editor.MAX_CHARACTERS - 100)})
    assert not presets.save(TYPE, "map", {"data": "x" * message_editor.MAX_CHARACTERS})
    assert list(presets.messages_of(TYPE)) == ["fits"]


def test_all_of_them_leave_room_for_robots_in_the_settings(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path / "settings.json")
    preferences.set_robot_name("ros1://a", "One")
    presets = Presets(preferences)
    for number in range(100):
        assert presets.save(
            f"type/{number % 10}", str(number), {"data": '"' * (message_editor.MAX_CHARACTERS // 2 - 100)}
        )
    preferences.save()

    after = Preferences(tmp_path / "settings.json")
    assert not after.errors
    assert after.robot_name("ros1://a") == "One"
    assert "99" in after.presets("type/9")
    assert "0" not in after.presets("type/0")


def test_what_can_not_be_read_is_not_there(preferences: Preferences) -> None:
    for kept in ("", "{", "[]", "1", "[" * 100_000):
        preferences.set_preset(TYPE, "a", kept, 9)
        assert Presets(preferences).messages_of(TYPE) == {}


def test_numbers_that_are_none_are_kept(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path / "settings.json")
    Presets(preferences).save(TYPE, "odd", {"x": math.inf, "y": -math.inf, "z": math.nan})
    preferences.save()

    kept = Presets(Preferences(tmp_path / "settings.json")).messages_of(TYPE)["odd"]
    assert (kept["x"], kept["y"]) == (math.inf, -math.inf)
    assert math.isnan(kept["z"])


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_key_edits_the_value_of_a_row_whatever_its_cell_and_a_truth_is_chosen_from_a_list(
    editor: MessageEditor, qtbot: QtBot
) -> None:
    schema = JsonSchema("T", {"T": (Field("on", FieldKind.BOOLEAN, "bool"), Field("name", FieldKind.STRING, "string"))})
    editor.start_message(schema)
    for row, kind in ((0, QComboBox), (1, QLineEdit)):
        editor.tree.setCurrentIndex(editor.model.index(row, DraftColumn.FIELD))
        QTest.keyClick(editor.tree, Qt.Key.Key_F2)
        opened = editor.tree.viewport().findChild(kind)

        assert isinstance(opened, QComboBox | QLineEdit)
        if isinstance(opened, QComboBox):
            qtbot.waitUntil(opened.view().isVisible)
            opened.setCurrentText("true")
            opened.activated.emit(1)
            opened.hidePopup()
        editor.tree.closeEditor(opened, QAbstractItemDelegate.EndEditHint.NoHint)

    assert editor.value == {"on": True}


def test_a_message_without_fields_says_so_and_the_next_one_has_its_fields(editor: MessageEditor) -> None:
    editor.start_message(JsonSchema("Empty", {"Empty": ()}))
    assert editor.no_fields.isVisible()
    assert editor.value == {}

    editor.tabs.setCurrentIndex(JSON_PAGE)
    assert editor.text.isVisible()
    editor.tabs.setCurrentIndex(FIELDS_PAGE)
    assert editor.no_fields.isVisible()

    editor.start_message(JsonSchema("T", {"T": (Field("on", FieldKind.BOOLEAN, "bool"),)}))
    assert editor.tree.isVisible()
