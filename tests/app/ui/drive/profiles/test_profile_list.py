from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui.base.theme import Themes
from app.ui.drive.profiles.profile_list import ProfileEntry, ProfileList

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
    assert texts == ["default", "slow (in use)", "new profile (not saved)"]
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
    assert "keeps its name" in names.rename.toolTip()
    assert names.use.toolTip() == "Rover is driven by it."
    names.update_tips(usual=False, robot="<b>Tug</b>", used=False)
    assert "Tug" in names.use.toolTip()
    assert "<b>Tug</b>" not in names.use.toolTip()
    names.update_tips(usual=False, robot="", used=False)
    assert names.use.toolTip() == "There is no robot."
