from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.found_robot import FoundRobot, FoundRobots
from app.model.status import ConnectionState
from app.ui.connect_dialog import DEFAULT_URI, ConnectDialog
from app.ui.preferences import Preferences
from app.ui.theme import Themes
from tests.fakes.session import FakeSession

ROBOT = "galileo://10.0.0.7:3547/odom"

Open = Callable[..., ConnectDialog]


@pytest.fixture
def opened(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> Open:
    def open_dialog(uri: str = "", environ: Mapping[str, str] | None = None) -> ConnectDialog:
        dialog = ConnectDialog(session, themes, preferences, uri=uri, environ=environ or {})
        # the dialog deletes itself when it closes
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


@pytest.fixture
def chosen() -> list[str]:
    return []


def test_an_address_is_judged_while_it_is_typed(opened: Open) -> None:
    dialog = opened()
    QTest.keyClicks(dialog.edit, "gazbo://robot")
    word, _, reason, tip = dialog.verdict.words
    assert word == "Not an address"
    assert "gazbo://robot" in reason
    assert tip == "Known are: gazebo://"
    assert not dialog.connect_button.isEnabled()

    dialog.field.setEditText("gazebo://robot:1")
    assert dialog.verdict.words[:2] == ("Connects to", "gazebo://robot:1")
    assert dialog.connect_button.isEnabled()


def test_enter_decides_and_closes(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    dialog.field.setEditText(" gazebo://robot:1 ")
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)

    assert chosen == ["gazebo://robot:1"]
    assert not dialog.isVisible()


def test_enter_on_nonsense_decides_nothing(opened: Open, chosen: list[str]) -> None:
    dialog = opened("nonsense")
    dialog.chosen.connect(chosen.append)
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)

    assert chosen == []
    assert dialog.isVisible()
    dialog.close()


def test_escape_decides_nothing(opened: Open, chosen: list[str]) -> None:
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert chosen == []
    assert not dialog.isVisible()


def test_nothing_typed_means_the_placeholder(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    edit = dialog.edit
    assert (edit.text(), edit.placeholderText()) == ("", DEFAULT_URI)

    dialog.accept()
    assert chosen == [DEFAULT_URI]


def test_the_master_of_the_environment_is_the_placeholder(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    dialog = opened(environ={"GAZEBO_MASTER_URI": "http://somewhere:1"})
    edit = dialog.edit

    assert (edit.text(), edit.placeholderText()) == ("", "gazebo://from-the-environment:11345")
    assert dialog.uri == "gazebo:"
    dialog.close()


def test_the_last_address_stands_there_and_all_others_are_offered(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    preferences.add_recent_uri("gazebo://new:1")
    dialog = opened()

    assert dialog.uri == "gazebo://new:1"
    assert [dialog.field.itemText(row) for row in range(dialog.field.count())] == ["gazebo://new:1", "gazebo://old:1"]
    dialog.close()


def test_a_connection_that_is_there_is_said_to_be(opened: Open, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://robot:1")
    dialog = opened("gazebo://robot:1")

    assert dialog.verdict.words[2] == "There is a connection already"
    dialog.close()


def test_a_recent_robot_is_connected_to_by_a_double_click(
    opened: Open, chosen: list[str], preferences: Preferences
) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    preferences.add_recent_uri("gazebo://new:1")
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    item = dialog.recent.list.topLevelItem(1)
    assert item is not None
    dialog.recent.list.setCurrentItem(item)
    assert dialog.uri == "gazebo://old:1"

    dialog.recent.list.itemActivated.emit(item, 0)
    assert chosen == ["gazebo://old:1"]
    assert not dialog.isVisible()


def test_what_is_forgotten_is_not_offered_any_more(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    dialog = opened()
    item = dialog.recent.list.topLevelItem(0)
    assert item is not None
    dialog.recent.list.setCurrentItem(item)
    dialog.recent.remove.click()

    assert dialog.field.count() == 0
    assert dialog.recent.isHidden()
    dialog.close()


def test_addresses_that_everyone_needs_are_a_click_away(opened: Open) -> None:
    dialog = opened("gazebo://robot:1", environ={"GAZEBO_MASTER_URI": "http://somewhere:1"})
    here, environment = dialog.presets
    environment.click()
    assert dialog.uri == "gazebo:"

    here.click()
    assert dialog.uri == DEFAULT_URI
    dialog.close()


def test_the_demo_robot_is_a_click_away_whatever_is_typed(opened: Open, chosen: list[str]) -> None:
    dialog = opened("nonsense")
    dialog.chosen.connect(chosen.append)
    dialog.demo_chosen.connect(lambda: chosen.append("demo"))
    dialog.demo.click()

    assert chosen == ["demo"]
    assert not dialog.isVisible()


def test_a_pasted_token_leaves_the_address_at_once(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    dialog.edit.setFocus()
    dialog.edit.insert(f"{ROBOT}?token=s3ntinel&wan=no")
    assert dialog.field.currentText() == f"{ROBOT}?wan=no"
    assert dialog.tokens.tokens == ("s3ntinel", "")
    assert not dialog.edit.isUndoAvailable()

    dialog.accept()
    assert chosen == [f"{ROBOT}?wan=no&token=s3ntinel"]


def test_a_token_that_is_typed_goes_on_in_its_own_field(opened: Open) -> None:
    dialog = opened()
    dialog.activateWindow()
    dialog.edit.setFocus()
    for letter in f"{ROBOT}?token=s3ntinel":
        # to the field that has the focus, as keys go
        QTest.keyClicks(dialog.focusWidget(), letter)

    assert dialog.field.currentText() == ROBOT
    assert dialog.tokens.tokens == ("s3ntinel", "")
    dialog.close()


def test_the_address_that_the_dialog_is_opened_with_is_shown_without_its_token(opened: Open) -> None:
    dialog = opened(f"{ROBOT}?token=s3ntinel")

    assert dialog.field.currentText() == ROBOT
    assert dialog.tokens.isVisible()
    assert dialog.tokens.tokens == ("s3ntinel", "")
    dialog.close()


def test_tokens_are_asked_for_only_where_the_protocol_has_them(opened: Open) -> None:
    dialog = opened("gazebo://robot:1")
    assert not dialog.tokens.isVisible()

    dialog.field.setEditText(ROBOT)
    assert dialog.tokens.isVisible()
    assert not dialog.tokens.proxy_token.isVisible()
    dialog.field.setEditText("galileo://ab12.robot1.bwbot.org")
    assert dialog.tokens.proxy_token.isVisible()
    dialog.field.setEditText("")
    assert not dialog.tokens.isVisible()
    dialog.close()


def test_what_was_typed_for_one_robot_is_not_sent_to_another(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("galileo://10.0.0.8:3547/odom")
    preferences.add_recent_uri("galileo://10.0.0.7:3547/camera")
    dialog = opened(f"{ROBOT}?token=s3ntinel")
    same, other = (dialog.recent.list.topLevelItem(row) for row in range(2))
    assert same is not None
    assert other is not None
    dialog.recent.list.setCurrentItem(same)
    assert dialog.uri == "galileo://10.0.0.7:3547/camera"
    assert dialog.tokens.tokens == ("s3ntinel", "")

    dialog.recent.list.setCurrentItem(other)
    assert dialog.uri == "galileo://10.0.0.8:3547/odom"
    assert dialog.tokens.tokens == ("", "")
    dialog.close()


def test_a_token_is_not_sent_to_a_robot_of_a_protocol_without_tokens(opened: Open, chosen: list[str]) -> None:
    dialog = opened(f"{ROBOT}?token=s3ntinel")
    dialog.chosen.connect(chosen.append)
    dialog.field.setEditText("gazebo://robot:1")
    dialog.accept()

    assert chosen == ["gazebo://robot:1"]


def test_a_found_robot_is_filled_in_by_a_click_and_opened_only_on_demand(
    opened: Open, session: FakeSession, chosen: list[str], preferences: Preferences
) -> None:
    uri = "galileo://10.0.0.9:3547/galileo/status"
    preferences.set_robot_name("galileo://10.0.0.9:3547", "Tug")
    session.finder.known = FoundRobots((FoundRobot(uri, "f" * 76, "10.0.0.9", "5.0.0", 0.0),), "UDP 22002")
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    item = dialog.found.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "Tug"

    place = dialog.found.list.visualItemRect(item).center()
    QTest.mouseClick(dialog.found.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert dialog.uri == uri
    assert chosen == []
    dialog.found.list.itemActivated.emit(item, 0)
    assert chosen == [uri]
    assert session.finder.watchers == set()


def test_examples_of_addresses_are_a_tool_tip_away(opened: Open) -> None:
    dialog = opened()

    assert "ros1://" in dialog.edit.toolTip()
    assert "galileo://" in dialog.edit.toolTip()
    dialog.close()
