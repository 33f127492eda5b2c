from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.config.feedback import FeedbackPattern
from app.config.preference_values import PreferenceValues
from app.config.profile_folder import ProfileFolder
from app.config.settings_bundle import SUFFIX
from app.model.layout import Layout
from app.model.messages.shown_units import AngleUnit, ShownUnits
from app.model.timeseries.budget import SeriesBudget
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.drive.desktop import AlertSound
from app.ui.window.keys import ActionKeys
from app.ui.window.keys_page import KeysPage
from app.ui.window.layouts.layout_store import LayoutStore
from app.ui.window.layouts.layout_views import KINDS
from app.ui.window.main_window import MainWindow
from app.ui.window.preference_rows import THEME, FolderField, PreferenceTools, RowsPage
from app.ui.window.preferences_dialog import PAGES, PreferencesDialog
from app.wording.ui.preferences import PreferenceLabels


class _Opened:
    def __init__(self, themes: Themes, preferences: Preferences, keys: ActionKeys, folder: Path) -> None:
        self.played: list[AlertSound] = []
        self.taken: list[None] = []
        self.layouts = LayoutStore(preferences.layouts_folder, folder / "shipped", KINDS)
        self.profiles = ProfileFolder(folder / "profiles")
        self.preferences, self.themes, self.keys = preferences, themes, keys
        tools = PreferenceTools(
            themes,
            preferences,
            keys,
            SeriesBudget(),
            self.played.append,
            self.layouts,
            self.profiles,
            lambda: self.taken.append(None),
        )
        self.dialog = PreferencesDialog(tools)
        self.dialog.show()

    def page(self, name: str) -> RowsPage:
        page = next(page for page in self.dialog.pages if isinstance(page, RowsPage) and name in page.rows)
        self.dialog.stack.setCurrentWidget(page)
        return page

    def editor(self, name: str) -> QWidget:
        return self.page(name).rows[name].editor


@pytest.fixture
def opened(qtbot: QtBot, themes: Themes, preferences: Preferences, keys: ActionKeys, tmp_path: Path) -> _Opened:
    opened = _Opened(themes, preferences, keys, tmp_path)
    qtbot.addWidget(opened.dialog)
    return opened


async def test_a_key_opens_the_preferences_and_escape_closes_them(window: MainWindow) -> None:
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    (dialog,) = [dialog for dialog in window.findChildren(PreferencesDialog) if dialog.isVisible()]

    assert len(dialog.pages) == len(PAGES) == dialog.names.count()
    assert dialog.pages[0].isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


async def test_keys_that_are_changed_there_hold_at_once(window: MainWindow) -> None:
    window.actions_of_window.preferences.trigger()
    (dialog,) = [dialog for dialog in window.findChildren(PreferencesDialog) if dialog.isVisible()]
    dialog.show_page(PreferenceLabels.KEYS)
    (page,) = dialog.findChildren(KeysPage)
    page.select("quit")
    QTest.keyClick(page.field, Qt.Key.Key_F12, Qt.KeyboardModifier.ControlModifier)

    assert [key.toString() for key in window.actions_of_window.quit.shortcuts()] == ["Ctrl+F12"]


def test_a_dialog_that_is_gone_follows_the_theme_no_more(
    qtbot: QtBot, themes: Themes, preferences: Preferences, keys: ActionKeys, tmp_path: Path
) -> None:
    opened = _Opened(themes, preferences, keys, tmp_path)
    reset = opened.page("angle").rows["angle"].reset
    before = reset.icon().cacheKey()
    themes.choose(ThemeChoice.LIGHT)
    assert reset.icon().cacheKey() != before
    Shiboken.delete(opened.dialog)
    with qtbot.captureExceptions() as raised:
        themes.choose(ThemeChoice.DARK)

    assert not raised


def test_every_preference_has_a_row_with_a_tip_and_a_name_for_screen_readers(opened: _Opened) -> None:
    rows = {name: row for page in opened.dialog.pages if isinstance(page, RowsPage) for name, row in page.rows.items()}

    assert set(rows) == {THEME, *PreferenceValues.__struct_fields__}
    for row in rows.values():
        assert row.editor.toolTip()
        assert row.editor.accessibleName()
        assert row.reset.toolTip()


def test_a_choice_holds_at_once_and_is_undone_there(opened: _Opened) -> None:
    box = opened.editor("angle")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert opened.themes.units == ShownUnits(AngleUnit.DEGREES)
    QTest.keyClick(opened.dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert opened.themes.units == ShownUnits()
    assert box.currentIndex() == 0
    assert not opened.dialog.undo.isEnabled()


def test_what_is_changed_elsewhere_is_shown_and_a_switch_off_disables_what_needs_it(opened: _Opened) -> None:
    whole, part = opened.editor("alarm"), opened.editor("sound_link")
    assert isinstance(whole, QCheckBox)
    opened.preferences.set_value("alarm", False)

    assert not whole.isChecked()
    assert not part.isEnabled()


def test_theme_keys_and_values_are_undone_one_after_another(qtbot: QtBot, opened: _Opened) -> None:
    undo, preferences = opened.dialog.undo, opened.preferences
    first = opened.themes.choice
    opened.themes.choose(ThemeChoice.LIGHT)
    qtbot.waitUntil(lambda: not opened.dialog._together.isActive())
    opened.keys.assign("quit", [QKeySequence("F12")])
    qtbot.waitUntil(lambda: not opened.dialog._together.isActive())
    number = opened.editor("history_min")
    assert isinstance(number, QSpinBox)
    number.setValue(90)
    assert preferences.values.history_min == 90

    undo.click()
    assert (preferences.values.history_min, preferences.action_keys) == (60, {"quit": ["F12"]})
    undo.click()
    assert (preferences.action_keys, opened.keys.keys("quit")) == ({}, opened.keys.usual["quit"])
    assert opened.themes.choice is ThemeChoice.LIGHT
    undo.click()
    assert opened.themes.choice is first


def test_a_value_and_a_page_are_reset_and_the_page_is_undone_as_one(opened: _Opened) -> None:
    preferences = opened.preferences
    page = opened.page("history_min")
    preferences.set_value("history_min", 5)
    preferences.set_value("plot_memory_mb", 64)
    assert page.rows["history_min"].reset.isEnabled()
    page.rows["history_min"].reset.click()
    assert (preferences.values.history_min, preferences.values.plot_memory_mb) == (60, 64)
    assert not page.rows["history_min"].reset.isEnabled()
    opened.dialog._take_changes()
    preferences.set_value("history_min", 5)
    opened.dialog._take_changes()
    page.reset_page.click()
    assert preferences.values == PreferenceValues()
    assert not page.reset_page.isEnabled()
    opened.dialog.undo.click()
    assert (preferences.values.history_min, preferences.values.plot_memory_mb) == (5, 64)


def test_the_search_leaves_pages_and_rows_that_have_the_words(opened: _Opened) -> None:
    dialog = opened.dialog
    dialog.search.setText("Alarm")
    shown = [PAGES[row].name for row in range(len(PAGES)) if not dialog.names.item(row).isHidden()]
    assert shown == [PreferenceLabels.SOUNDS]
    assert opened.page("alarm").rows["sound_link"].editor.isVisible()
    # an action
    dialog.search.setText("quit")
    assert [PAGES[row].name for row in range(len(PAGES)) if not dialog.names.item(row).isHidden()] == [
        PreferenceLabels.KEYS
    ]
    dialog.search.setText("no such thing")
    assert dialog.nothing.isVisible()
    dialog.search.clear()
    assert not any(dialog.names.item(row).isHidden() for row in range(len(PAGES)))
    assert not dialog.nothing.isVisible()


def test_a_folder_that_does_not_exist_is_marked_and_not_taken(opened: _Opened, tmp_path: Path) -> None:
    field = opened.editor("export_folder")
    assert isinstance(field, FolderField)
    field.field.setText(str(tmp_path / "missing"))
    field.field.editingFinished.emit()
    assert field.wrong.isVisible()
    assert opened.preferences.values.export_folder == ""
    field.field.setText(str(tmp_path))
    field.field.editingFinished.emit()
    assert not field.wrong.isVisible()
    assert opened.preferences.values.export_folder == str(tmp_path)


def test_a_sound_can_be_heard_there(opened: _Opened) -> None:
    play = opened.page("alarm").rows["sound_link"].play
    assert play is not None
    play.click()
    assert opened.played == [AlertSound.DOUBLE]
    opened.preferences.set_value("sound_link", FeedbackPattern.SHORT)
    play.click()
    assert opened.played[-1] is AlertSound.SHORT
    opened.preferences.set_value("sound_link", FeedbackPattern.OFF)
    assert not play.isEnabled()


def test_undo_takes_back_all_that_was_imported_also_what_is_no_preference(opened: _Opened, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    opened.layouts.store(Layout("Mine", panels=("console",)))
    opened.themes.choose(ThemeChoice.LIGHT)
    opened.dialog.transfer.export(file)
    opened.layouts.delete("Mine")
    opened.themes.choose(ThemeChoice.DARK)
    opened.dialog._take_changes()
    opened.dialog.transfer.offer(file)
    opened.dialog.question.buttons[0].click()
    assert (list(opened.layouts.own), opened.themes.choice) == (["Mine"], ThemeChoice.LIGHT)
    opened.dialog.undo.click()
    assert (list(opened.layouts.own), opened.themes.choice) == ([], ThemeChoice.DARK)

    # where nothing else is imported as well
    opened.themes.choose(ThemeChoice.LIGHT)
    opened.dialog._take_changes()
    opened.dialog.transfer.offer(file)
    opened.dialog.question.buttons[0].click()
    assert list(opened.layouts.own) == ["Mine"]
    opened.dialog.undo.click()
    assert (list(opened.layouts.own), opened.themes.choice) == ([], ThemeChoice.LIGHT)
