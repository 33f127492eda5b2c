from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.config.profile import Profile
from app.config.profile_checks import ProfileError
from app.config.profile_folder import ProfileFile
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.drive.profiles.editor_ui import ProfileEditorState, ProfileEditorUi, ProfileEntry, ProfileList
from app.ui.widgets.question_bar import keep_editing
from app.wording.ui.profiles import ProfilesWording as Words

ENTRIES = (ProfileEntry("default"), ProfileEntry("slow", is_used=True), ProfileEntry("new profile", is_saved=False))


@pytest.fixture
def names(qapp: QApplication, themes: Themes) -> Iterator[ProfileList]:
    del qapp
    names = ProfileList(themes)
    names.show_entries(ENTRIES, "slow")
    names.show()
    yield names
    names.close()
    names.deleteLater()


def test_which_one_is_used_and_which_is_not_saved_is_said_in_words(names: ProfileList) -> None:
    texts = [names.list.item(row).text() for row in range(names.list.count())]
    assert texts == ["default", Words.IN_USE(name="slow"), Words.NOT_SAVED(name="new profile")]
    assert names.list.currentRow() == 1


def test_another_one_is_asked_for_and_shown_when_that_is_said(names: ProfileList) -> None:
    wanted: list[str] = []
    names.chosen.connect(wanted.append)
    QTest.keyClick(names.list, Qt.Key.Key_Up)
    assert wanted == ["default"]
    names.show_entries(ENTRIES, "slow")
    assert names.list.currentRow() == 1
    assert wanted == ["default"]
    names.show_entries(ENTRIES[:1], "default")
    assert (names.list.count(), names.list.currentRow()) == (1, 0)


def test_every_button_says_what_is_wanted_and_delete_is_a_key_of_the_list(names: ProfileList) -> None:
    wanted: list[str] = []
    for name in ("new", "duplicate", "rename", "delete", "use"):
        getattr(names, f"{name}_wanted").connect(lambda name=name: wanted.append(name))
        getattr(names, name).click()
    names.activateWindow()
    names.list.setFocus()
    QTest.keyClick(names.list, Qt.Key.Key_Delete)
    assert wanted == ["new", "duplicate", "rename", "delete", "use", "delete"]


def test_what_can_not_be_done_with_the_usual_one_is_said(names: ProfileList) -> None:
    names.update_tips(usual=True, robot="Rover", used=True)
    assert names.rename.toolTip() == Words.KEEPS_NAME()
    assert names.use.toolTip() == Words.DRIVES(robot="Rover")
    names.update_tips(usual=False, robot="<b>Tug</b>", used=False)
    assert "Tug" in names.use.toolTip()
    assert "<b>Tug</b>" not in names.use.toolTip()
    names.update_tips(usual=False, robot="", used=False)
    assert names.use.toolTip() == Words.NO_ROBOT()


SLOW = ProfileFile("slow", Path("slow.teledeck-profile.json"), b"{}", Profile("slow"))
USUAL = ProfileFile("default", Path("default.teledeck-profile.json"), None, Profile())
BROKEN = ProfileFile("slow", SLOW.path, b"{", None, ProfileError("This is no profile", "Mend it."))


@pytest.fixture
def face(qapp: QApplication, themes: Themes) -> Iterator[ProfileEditorUi]:
    del qapp
    face = ProfileEditorUi(themes)
    face.show()
    yield face
    face.close()
    face.deleteLater()


def can(face: ProfileEditorUi) -> set[str]:
    names = face.list
    buttons = {
        "save": face.save,
        "revert": face.revert,
        "duplicate": names.duplicate,
        "rename": names.rename,
        "delete": names.delete,
        "use": names.use,
    }
    return {name for name, button in buttons.items() if button.isEnabled()}


@pytest.mark.parametrize(
    ("standing", "can_do", "why_not"),
    [
        (ProfileEditorState(SLOW), {"duplicate", "rename", "delete"}, Words.UNCHANGED()),
        (
            ProfileEditorState(SLOW, robot="Rover"),
            {"duplicate", "rename", "delete", "use"},
            Words.UNCHANGED(),
        ),
        (
            ProfileEditorState(SLOW, robot="Rover", is_used=True),
            {"duplicate", "rename", "delete"},
            Words.UNCHANGED(),
        ),
        (
            ProfileEditorState(SLOW, is_changed=True, robot="Rover"),
            {"save", "revert", "duplicate", "rename", "delete"},
            "",
        ),
        (
            ProfileEditorState(SLOW, is_changed=True, error_count=2),
            {"revert", "duplicate", "rename", "delete"},
            Words.MEND_FIRST(count=2),
        ),
        (ProfileEditorState(None), {"save", "duplicate", "rename", "delete"}, ""),
        (ProfileEditorState(USUAL), {"duplicate"}, Words.UNCHANGED()),
        (ProfileEditorState(BROKEN), {"delete"}, Words.NOTHING_TO_SAVE()),
    ],
)
def test_what_can_be_done_depends_on_how_the_profile_stands(
    face: ProfileEditorUi, standing: ProfileEditorState, can_do: set[str], why_not: str
) -> None:
    face.show_state(standing)
    assert can(face) == can_do
    assert standing.save_obstacle == why_not
    assert face.save.toolTip() == (why_not or Words.SAVE_TIP(key=key_name("Ctrl+S")))


def test_where_the_file_is_stands_below_unless_something_is_wrong(face: ProfileEditorUi) -> None:
    face.show_state(ProfileEditorState(SLOW))
    assert face.status.text() == str(SLOW.path)
    face.show_state(ProfileEditorState(SLOW, error_count=1))
    assert face.status.text() == Words.MEND_FIRST(count=1)
    face.show_state(ProfileEditorState(None))
    assert face.status.text() == Words.NO_FILE()


def test_that_there_is_none_yet_is_said_as_long_as_it_is_so(face: ProfileEditorUi) -> None:
    face.show_state(ProfileEditorState(USUAL, is_only=True))
    assert face.note.isVisible()
    face.show_state(ProfileEditorState(USUAL))
    assert not face.note.isVisible()


def test_a_broken_file_has_a_page_of_its_own(face: ProfileEditorUi) -> None:
    face.show_broken(BROKEN)
    assert face.is_broken
    assert (face.broken.title, face.broken.hint) == (
        Words.UNUSABLE(name="slow"),
        "This is no profile. Mend it.",
    )
    assert face.path.text() == str(BROKEN.path)
    face.show_form()
    assert face.stack.currentWidget() is not face.broken


def test_while_something_is_asked_nothing_else_can_be_done(face: ProfileEditorUi) -> None:
    face.bar.ask("Sure?", keep_editing())
    assert not any(widget.isEnabled() for widget in (face.list, face.form, face.save, face.leave))
    face.bar.decline()
    assert all(widget.isEnabled() for widget in (face.list, face.form, face.leave))


def test_no_button_below_the_list_is_cut_in_text_of_twice_the_size(
    names: ProfileList, preferences: Preferences
) -> None:
    preferences.set_value("text_percent", 200)
    names.adjustSize()

    for button in (names.new, names.duplicate, names.rename, names.delete, names.use):
        assert button.width() >= button.sizeHint().width()
