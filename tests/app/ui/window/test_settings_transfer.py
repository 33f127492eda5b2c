from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.config.profile import Limits, Profile
from app.config.profile_folder import ProfileFolder, save_profile
from app.config.settings_bundle import SUFFIX
from app.config.user_settings import LastDriven
from app.model.layout import Layout
from app.model.timeseries.budget import SeriesBudget
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.widgets.question_bar import QuestionBar
from app.ui.window.actions import Actions
from app.ui.window.keys import ActionKeys
from app.ui.window.layouts.layout_store import LayoutStore
from app.ui.window.layouts.layout_views import KINDS
from app.ui.window.preference_rows import PreferenceTools
from app.ui.window.settings_transfer import REMEMBERED, SettingsTransfer
from app.wording.ui.actions import ActionWording
from app.wording.ui.preferences import PreferenceLabels as Labels
from app.wording.ui.preferences import PreferencesWording as Words
from tests.fakes.command import ROOT
from tests.tools.sentences import shows

ROVER = "ros1://rover:11311"


class _Labels(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


class Moved:
    """The settings of one computer, and what its transfer says."""

    def __init__(self, themes: Themes, keys: ActionKeys, folder: Path) -> None:
        self.preferences, self.keys, self.themes = themes.preferences, keys, themes
        self.taken: list[None] = []
        self.layouts = LayoutStore(self.preferences.layouts_folder, folder / "shipped", KINDS)
        self.profiles = ProfileFolder(folder / "profiles")
        self.parent, self.question = QWidget(), QuestionBar(themes)
        tools = PreferenceTools(
            themes,
            self.preferences,
            keys,
            SeriesBudget(),
            lambda _: None,
            self.layouts,
            self.profiles,
            lambda: self.taken.append(None),
        )
        self.undos: list[Callable[[], None]] = []
        self.transfer = SettingsTransfer(tools, self.parent, self.question, _Labels(), self.undos.append)

    @property
    def words(self) -> str:
        return self.question.words.text()

    def fill(self) -> None:
        """Change one of everything."""
        preferences = self.preferences
        preferences.set_value("text_percent", 120)
        preferences.add_recent_uri(ROVER)
        preferences.set_robot_name(ROVER, "Rover")
        self.themes.choose(ThemeChoice.LIGHT)
        self.keys.assign("quit", [QKeySequence("F12")])
        self.layouts.store(Layout("Mine", panels=("console",)))
        save_profile(Profile(name="tug", limits=Limits(linear_m_s=0.5)), self.profiles.path)

    def forget(self) -> None:
        """Go back to the first start."""
        preferences = self.preferences
        preferences.set_value("text_percent", 100)
        preferences.remove_robot(ROVER)
        self.themes.choose(ThemeChoice.DARK)
        self.keys.reset_all()
        self.layouts.delete("Mine")
        (self.profiles.path / "tug.teledeck-profile.json").unlink()


@pytest.fixture
def moved(qtbot: QtBot, themes: Themes, keys: ActionKeys, tmp_path: Path) -> Iterator[Moved]:
    moved = Moved(themes, keys, tmp_path)
    qtbot.addWidget(moved.parent)
    qtbot.addWidget(moved.question)
    yield moved
    # the font is the application's
    moved.preferences.set_value("text_percent", 100)


def test_what_was_exported_is_asked_for_by_name_and_imported(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    moved.fill()
    moved.transfer.export(file)
    assert shows(moved.words, Words.EXPORTED)
    moved.forget()
    moved.transfer.offer(file)
    # nothing is changed before the answer
    assert moved.question.asking
    for word in ("theme", "text_percent", "quit", "rover", "Mine", "tug"):
        assert word in moved.words
    assert moved.preferences.values.text_percent == 100
    moved.question.buttons[0].click()

    assert shows(moved.words, Words.IMPORTED)
    assert moved.preferences.values.text_percent == 120
    assert moved.preferences.recent_uris == [ROVER]
    assert moved.preferences.robot_name(ROVER) == "Rover"
    assert moved.themes.choice is ThemeChoice.LIGHT
    assert [key.toString() for key in moved.keys.keys("quit")] == ["F12"]
    assert list(moved.layouts.own) == ["Mine"]
    profile = moved.profiles.read("tug").profile
    assert profile is not None
    assert profile.limits.linear_m_s == 0.5
    assert moved.taken == [None]
    # once more changes nothing
    moved.transfer.offer(file)
    assert shows(moved.words, Words.NOTHING_NEW)


def test_a_robot_that_would_be_driven_otherwise_is_named(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    moved.preferences.set_driven_by(ROVER, LastDriven("/arm/cmd_vel", "tug"))
    moved.transfer.export(file)
    moved.preferences.set_driven_by(ROVER, LastDriven("/cmd_vel"))
    moved.transfer.offer(file)

    assert moved.question.asking
    assert "rover" in moved.words
    assert moved.preferences.driven_by(ROVER) == LastDriven("/cmd_vel")


def test_what_views_remember_is_named_as_people_see_it_and_holds_at_once(
    moved: Moved, tmp_path: Path, qapp: QApplication
) -> None:
    file = tmp_path / f"all{SUFFIX}"
    actions = Actions(moved.themes, qapp)
    actions.restore_switches(moved.preferences)
    moved.preferences.set_switch("world", False)
    moved.preferences.set_switch("of another version", False)
    moved.preferences.set_choice("console-level", "WARN")
    moved.transfer.export(file)
    moved.preferences.set_switch("world", True)
    moved.preferences.set_switch("of another version", True)
    moved.preferences.set_choice("console-level", "")
    moved.transfer.offer(file)

    assert moved.question.asking
    names = {Labels.CONSOLE_LEVEL.value, ActionWording.WORLD_BAR.value.replace("&", "")}
    assert all(name in moved.words for name in names)
    assert not any(key in moved.words for key in ("console-level", "of another version"))
    moved.question.buttons[0].click()
    assert not actions.world.bar.isChecked()
    assert moved.preferences.choice("console-level") == "WARN"
    # nobody was asked about it
    assert moved.preferences.switch("of another version")


def test_everything_that_views_remember_has_words() -> None:
    names = {"palette", "plots-linked"}
    for file in (ROOT / "app" / "ui").rglob("*.py"):
        text = file.read_text("utf-8")
        if re.search(r"\.(?:set_)?(?:choice|switch)\(", text):
            names |= set(re.findall(r'^_?(?:LEVEL|VIEW|RECENT|LINKED): Final = "([\w-]+)"', text, re.MULTILINE))
    names |= set(re.findall(r'self\.\w+\.\w+, "([\w-]+)"\)', (ROOT / "app/ui/window/actions.py").read_text("utf-8")))

    assert names == REMEMBERED.keys()


def test_an_action_of_another_version_is_not_named_by_its_key(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    file.write_text(json.dumps({"kind": "teledeck-settings", "format": 1, "keys": {"some.action": ["F12"]}}))
    moved.transfer.offer(file)

    assert Words.UNKNOWN_ACTION.value in moved.words
    assert "some.action" not in moved.words


def test_a_copy_of_what_was_before_brings_it_back(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    moved.transfer.export(file)
    moved.fill()
    moved.transfer.offer(file)
    moved.question.buttons[0].click()
    assert moved.preferences.values.text_percent == 100
    # what the file does not name stays
    assert list(moved.layouts.own) == ["Mine"]
    (backup,) = (moved.preferences.layouts_folder.parent / "backups").iterdir()
    moved.transfer.offer(backup)
    moved.question.buttons[0].click()
    assert moved.preferences.values.text_percent == 120
    assert moved.preferences.action_keys == {"quit": ["F12"]}


def test_all_that_was_added_by_an_import_is_taken_back(moved: Moved, tmp_path: Path) -> None:
    file, preferences = tmp_path / f"all{SUFFIX}", moved.preferences
    moved.fill()
    preferences.set_driven_by(ROVER, LastDriven("/cmd_vel", "tug"))
    preferences.set_choice("console-level", "WARN")
    preferences.set_switch("world", False)
    moved.transfer.export(file)
    moved.forget()
    preferences.set_driven_by(ROVER, LastDriven("/other"))
    preferences.set_choice("console-level", "ERROR")
    preferences.set_switch("world", True)
    preferences.add_recent_uri("gazebo://before")
    moved.layouts.store(Layout("Mine", panels=("parameters",)))
    save_profile(Profile(name="tug", limits=Limits(linear_m_s=0.1)), moved.profiles.path)
    layouts, written = dict(moved.layouts.own), moved.profiles.read("tug").data
    moved.transfer.offer(file)
    moved.question.buttons[0].click()
    # as soon as it is shown it has one
    preferences.robot_color(ROVER)
    (undo,) = moved.undos
    undo()

    assert shows(moved.words, Words.TAKEN_BACK)
    assert preferences.recent_uris == ["gazebo://before"]
    assert preferences.given_name(ROVER) == ""
    assert preferences.driven_by(ROVER) == LastDriven("/other")
    assert preferences.choice("console-level") == "ERROR"
    assert preferences.switch("world")
    assert moved.layouts.own == layouts
    assert moved.profiles.read("tug").data == written
    assert moved.taken == [None, None]


def test_what_was_new_in_an_import_is_gone_again(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    moved.fill()
    moved.transfer.export(file)
    moved.forget()
    moved.transfer.offer(file)
    moved.question.buttons[0].click()
    moved.undos[0]()

    assert moved.layouts.own == {}
    assert "tug" not in moved.profiles.names
    assert moved.preferences.recent_uris == []


def test_what_was_changed_after_an_import_stays(moved: Moved, tmp_path: Path) -> None:
    file, preferences = tmp_path / f"all{SUFFIX}", moved.preferences
    moved.fill()
    moved.transfer.export(file)
    moved.forget()
    moved.transfer.offer(file)
    moved.question.buttons[0].click()
    changed = Layout("Mine", panels=("nodes",))
    moved.layouts.store(changed)
    save_profile(Profile(name="tug", limits=Limits(linear_m_s=0.2)), moved.profiles.path)
    preferences.set_robot_name(ROVER, "Tug")
    preferences.add_recent_uri("gazebo://after")
    moved.undos[0]()

    assert moved.layouts.own == {"Mine": changed}
    profile = moved.profiles.read("tug").profile
    assert profile is not None
    assert profile.limits.linear_m_s == 0.2
    assert preferences.given_name(ROVER) == "Tug"
    assert preferences.recent_uris == ["gazebo://after"]


def test_cancel_changes_nothing(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    moved.transfer.export(file)
    moved.preferences.set_value("text_percent", 150)
    moved.transfer.offer(file)
    moved.question.buttons[-1].click()
    assert moved.preferences.values.text_percent == 150
    assert not (moved.preferences.layouts_folder.parent / "backups").exists()


def test_a_malformed_file_is_refused_with_its_field_and_changes_nothing(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    file.write_text(json.dumps({"kind": "teledeck-settings", "format": 1, "preferences": {"text_percent": 7}}))
    moved.transfer.offer(file)
    assert not moved.question.asking
    assert shows(moved.words, Words.NOT_IMPORTED)
    assert "preferences.text_percent" in moved.words
    moved.transfer.offer(tmp_path / "missing")
    assert shows(moved.words, Words.NOT_IMPORTED)


def test_where_no_copy_can_be_saved_nothing_is_imported(moved: Moved, tmp_path: Path) -> None:
    file = tmp_path / f"all{SUFFIX}"
    moved.transfer.export(file)
    moved.preferences.set_value("history_min", 5)
    folder = moved.preferences.layouts_folder.parent
    (folder / "backups").write_text("in the way")
    moved.transfer.offer(file)
    moved.question.buttons[0].click()
    assert shows(moved.words, Words.NOT_EXPORTED)
    assert moved.preferences.values.history_min == 5
