from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from app.model.discovery import FoundRobot, FoundRobots, FoundServer
from app.model.status import ConnectionState
from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.names import NamesFileDialog
from app.wording.schemes import SchemeWording
from app.wording.session import SessionWording
from app.wording.ui.connect import ConnectWording
from tests.fakes.session import ENGINE, FakeSession
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

ROBOT = "galileo://10.0.0.7:3547/odom"

Open = Callable[..., ConnectDialog]


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    pool = TaskPool("test")
    yield pool
    await pool.cancel()


@pytest.fixture
def opened(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences, tasks: TaskPool) -> Open:
    def open_dialog(uri: str = "", environ: Mapping[str, str] | None = None) -> ConnectDialog:
        dialog = ConnectDialog(
            session.links,
            session.topics,
            session.finder,
            tasks.spawn,
            themes,
            preferences,
            uri=uri,
            environ=environ or {},
        )
        # the dialog deletes itself when it closes
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


@pytest.fixture
def chosen() -> list[str]:
    return []


def _choose(dialog: ConnectDialog, scheme: str) -> None:
    kind = dialog.parts.kind
    kind.setCurrentIndex(kind.findData(scheme))
    kind.activated.emit(kind.currentIndex())


def test_an_address_is_judged_while_it_is_typed(opened: Open) -> None:
    dialog = opened()
    QTest.keyClicks(dialog.edit, "gazbo://robot")
    word, _, reason, tip = dialog.verdict.texts
    assert word == ConnectWording.NOT_AN_ADDRESS()
    assert "gazbo://robot" in reason
    assert tip == SessionWording.KNOWN_SCHEMES(known="gazebo://")
    assert not dialog.connect_button.isEnabled()

    dialog.edit.setText("gazebo://robot:1")
    assert dialog.verdict.texts[:2] == (ConnectWording.CONNECTS_TO(), "gazebo://robot:1")
    assert dialog.connect_button.isEnabled()


def test_enter_decides_and_closes(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    dialog.edit.setText(" gazebo://robot:1 ")
    QTest.keyClick(dialog.edit, Qt.Key.Key_Return)

    assert chosen == ["gazebo://robot:1"]
    assert not dialog.isVisible()


def test_enter_on_nonsense_decides_nothing(opened: Open, chosen: list[str]) -> None:
    dialog = opened("gazbo://robot")
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


def test_while_nothing_is_typed_nothing_is_promised_and_nothing_can_be_connected_to(
    opened: Open, chosen: list[str], themes: Themes
) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    dialog.accept()

    assert chosen == []
    assert dialog.verdict.texts[2] == ConnectWording.TYPE_HOST()
    assert themes.current.ok not in dialog.verdict.word_style
    assert not dialog.connect_button.isEnabled()
    dialog.close()


def test_the_master_of_the_environment_stands_there_first(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    dialog = opened(environ={"GAZEBO_MASTER_URI": "http://somewhere:1"})

    assert dialog.edit.text() == "gazebo:"
    assert dialog.verdict.texts[1] == "gazebo://from-the-environment:11345"
    assert dialog.parts.kind.currentData() == "gazebo"
    dialog.close()


def test_the_last_address_stands_there_and_all_others_are_offered(opened: Open, preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://old:1")
    preferences.add_recent_uri("gazebo://new:1")
    dialog = opened()

    assert dialog.uri == "gazebo://new:1"
    rows = (dialog.recent.list.topLevelItem(row) for row in range(2))
    assert [row.text(1) for row in rows if row is not None] == ["gazebo://new:1", "gazebo://old:1"]
    dialog.close()


def test_a_connection_that_is_there_is_said_to_be(opened: Open, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://robot:1")
    dialog = opened("gazebo://robot:1")

    assert dialog.verdict.texts[2] == ConnectWording.CONNECTED_ALREADY()
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

    assert dialog.recent.isHidden()
    dialog.close()


def test_addresses_that_everyone_needs_are_a_click_away(opened: Open) -> None:
    dialog = opened("gazebo://robot:1", environ={"GAZEBO_MASTER_URI": "http://somewhere:1"})
    _, environment = dialog.presets
    environment.click()
    assert dialog.uri == "gazebo:"
    dialog.close()


# kind, host and port


@pytest.mark.parametrize(
    ("typed", "kind", "host", "port"),
    [
        ("gazebo://robot:1", "gazebo", "robot", "1"),
        ("http://localhost:11311", "ros1", "localhost", "11311"),
        ("localhost:11311", "ros1", "localhost", "11311"),
        ("robot", "", "robot", ""),
        ("gazbo://robot", None, "robot", ""),
    ],
)
def test_the_parts_of_an_address_follow_it(opened: Open, typed: str, kind: str | None, host: str, port: str) -> None:
    dialog = opened()
    dialog.edit.setText(typed)

    assert (dialog.parts.kind.currentData(), dialog.parts.host.text(), dialog.parts.port.text()) == (kind, host, port)
    dialog.close()


def test_kind_host_and_port_make_an_address(opened: Open, chosen: list[str]) -> None:
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    QTest.keyClicks(dialog.parts.host, "robot")
    assert dialog.edit.text() == "robot"
    _choose(dialog, "gazebo")
    assert (dialog.edit.text(), dialog.parts.port.placeholderText()) == ("gazebo://robot", "11345")

    QTest.keyClicks(dialog.parts.port, "12")
    assert dialog.edit.text() == "gazebo://robot:12"
    dialog.accept()
    assert chosen == ["gazebo://robot:12"]


def test_an_address_may_be_typed_letter_by_letter_into_the_field_for_the_host(opened: Open) -> None:
    dialog = opened()
    dialog.activateWindow()
    dialog.parts.host.setFocus()
    QTest.keyClicks(dialog.parts.host, "gazebo://robot:12/")
    assert dialog.edit.text() == "gazebo://robot:12/"

    dialog.parts.host.editingFinished.emit()
    assert (dialog.parts.host.text(), dialog.parts.port.text()) == ("robot", "12")
    dialog.close()


def test_the_path_of_one_kind_is_not_taken_to_another(opened: Open) -> None:
    dialog = opened(ROBOT)
    _choose(dialog, "gazebo")

    assert dialog.edit.text() == "gazebo://10.0.0.7:3547"
    dialog.close()


@pytest.mark.parametrize("typed", ["gazebo://robot:99999", "robot:0", "http://robot:70000"])
def test_a_port_that_none_can_have_is_called_so(opened: Open, typed: str) -> None:
    dialog = opened(typed)

    assert shows(dialog.verdict.texts[2], SessionWording.PORT_OUT_OF_RANGE)
    assert not dialog.connect_button.isEnabled()
    dialog.close()


def test_a_proxy_is_named_before_anything_is_sent(opened: Open, themes: Themes) -> None:
    dialog = opened("galileo://robot")

    assert shows(dialog.verdict.texts[2], SchemeWording.GALILEO_PROXY)
    assert themes.current.warn in dialog.verdict.word_style
    assert dialog.connect_button.isEnabled()
    dialog.close()


# servers that are looked for


async def test_a_bare_host_is_looked_at_and_what_answers_is_offered(
    opened: Open, session: FakeSession, chosen: list[str]
) -> None:
    session.finder.servers["robot"] = (FoundServer("gazebo://robot:11345", "Gazebo"), FoundServer(ROBOT, "Galileo"))
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    QTest.keyClicks(dialog.parts.host, "robot")
    QTest.keyClick(dialog.parts.host, Qt.Key.Key_Return)
    assert dialog.probe.is_running
    await eventually(lambda: not dialog.probe.is_running)

    assert chosen == []
    assert dialog.edit.text() == "robot"
    dialog.probe.buttons[0].click()
    assert dialog.uri == "gazebo://robot:11345"
    dialog.connect_button.click()
    assert chosen == ["gazebo://robot:11345"]


async def test_the_only_server_that_answers_is_filled_in_and_not_connected_to(
    opened: Open, session: FakeSession, chosen: list[str]
) -> None:
    session.finder.servers["localhost"] = (FoundServer("gazebo://localhost:11345", "Gazebo"),)
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    dialog.presets[0].click()
    await eventually(lambda: not dialog.probe.is_running)

    assert (dialog.uri, chosen) == ("gazebo://localhost:11345", [])
    dialog.close()


async def test_another_kind_that_is_chosen_meanwhile_is_left_as_it_is(opened: Open, session: FakeSession) -> None:
    session.finder.servers["localhost"] = (FoundServer("gazebo://localhost:11345", "Gazebo"),)
    dialog = opened()
    dialog.look_on_this_computer()
    _choose(dialog, "ros1")
    await eventually(lambda: not dialog.probe.is_running)

    assert dialog.edit.text() == "ros1://localhost"
    dialog.close()


async def test_a_search_ends_with_the_dialog_or_with_another_host(opened: Open, tasks: TaskPool) -> None:
    dialog = opened("robot")
    dialog.accept()
    dialog.parts.host.setText("")
    QTest.keyClicks(dialog.parts.host, "other")
    assert not dialog.probe.is_running

    dialog.accept()
    dialog.reject()
    await eventually(lambda: not tasks._tasks)


# tokens


def test_the_dialog_is_as_low_as_before_when_fields_for_tokens_have_gone(opened: Open) -> None:
    dialog = opened("gazebo://robot:1")
    QApplication.processEvents()
    before = dialog.height()
    dialog.edit.setText("galileo://ab12.robot1.bwbot.org")
    QApplication.processEvents()
    high = dialog.height()
    dialog.edit.setText("gazebo://robot:1")
    QApplication.processEvents()

    assert high > before
    assert dialog.height() == before
    dialog.close()


def test_the_dialog_has_the_height_of_its_content_whatever_was_typed_before(opened: Open) -> None:
    addresses = (
        "gazebo://robot:1",
        "galileo://ab12.robot1.bwbot.org",
        "robot",
        "galileo://robot",
        "nrp+mqtt://broker",
        "",
    )
    heights: dict[str, set[int]] = {address: set() for address in addresses}
    dialog = opened("")
    # each after each other
    for before in addresses:
        for address in addresses:
            for text in (before, address):
                dialog.edit.setText(text)
                for _ in range(4):
                    QApplication.processEvents()
            heights[address].add(dialog.height())
            inside = dialog._more.layout()
            assert inside is not None
            width, wraps = dialog._more.width(), inside.hasHeightForWidth()
            needed = inside.totalHeightForWidth(width) if wraps else inside.totalSizeHint().height()
            # no hole, and no scroll bar
            assert dialog._more.height() == needed
    assert {address: len(found) for address, found in heights.items()} == dict.fromkeys(addresses, 1)
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
    assert dialog.edit.text() == f"{ROBOT}?wan=no"
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

    assert dialog.edit.text() == ROBOT
    assert dialog.tokens.tokens == ("s3ntinel", "")
    dialog.close()


def test_the_address_that_the_dialog_is_opened_with_is_shown_without_its_token(opened: Open) -> None:
    dialog = opened(f"{ROBOT}?token=s3ntinel")

    assert dialog.edit.text() == ROBOT
    assert dialog.tokens.isVisible()
    assert dialog.tokens.tokens == ("s3ntinel", "")
    dialog.close()


def test_tokens_are_asked_for_only_where_the_protocol_has_them(opened: Open) -> None:
    dialog = opened("gazebo://robot:1")
    assert not dialog.tokens.isVisible()

    dialog.edit.setText(ROBOT)
    assert dialog.tokens.isVisible()
    assert not dialog.tokens.proxy_token.isVisible()
    dialog.edit.setText("galileo://ab12.robot1.bwbot.org")
    assert dialog.tokens.proxy_token.isVisible()
    dialog.edit.setText("")
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
    dialog.edit.setText("gazebo://robot:1")
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


# robots whose topics are named


def test_topics_are_named_beside_the_address_and_kept_in_it(opened: Open, chosen: list[str]) -> None:
    dialog = opened("gazebo://robot:1")
    dialog.chosen.connect(chosen.append)
    assert not dialog.names.isVisible()
    dialog.edit.setText(f"{ENGINE}?rate=50")
    assert dialog.names.isVisible()
    assert dialog.verdict.texts[3] == ConnectWording.NAME_TOPICS()

    dialog.names.names.setPlainText("rover\nrover::chassis, cone")
    dialog.connect_button.click()
    assert chosen == [f"{ENGINE}?rate=50&packs=rover,rover::chassis,cone"]


def test_names_in_an_address_are_moved_to_their_field(opened: Open, chosen: list[str]) -> None:
    dialog = opened(f"{ENGINE}?packs=rover,rover::chassis")
    dialog.chosen.connect(chosen.append)
    assert dialog.edit.text() == ENGINE
    assert dialog.names.typed_names() == ("rover", "rover::chassis")
    dialog.names.names.clear()
    dialog.connect_button.click()

    assert chosen == [f"{ENGINE}?packs="]


def test_a_name_that_none_can_have_is_told_while_it_is_typed(opened: Open) -> None:
    dialog = opened(ENGINE)
    dialog.names.names.setPlainText("two words")

    assert not dialog.connect_button.isEnabled()


def test_a_robot_of_before_brings_the_names_of_before(
    opened: Open, preferences: Preferences, chosen: list[str]
) -> None:
    other = "nrp+json://yard:9002"
    for robot, names in ((ENGINE, "rover,cone"), (other, "fence")):
        preferences.add_recent_uri(robot)
        preferences.set_address(robot, f"{robot}?packs={names}")
    dialog = opened()
    dialog.chosen.connect(chosen.append)
    assert (dialog.edit.text(), dialog.names.typed_names()) == (other, ("fence",))
    dialog.recent.picked.emit(ENGINE)
    assert (dialog.edit.text(), dialog.names.typed_names()) == (ENGINE, ("rover", "cone"))
    dialog.edit.setText(other)
    assert dialog.names.typed_names() == ("fence",)
    dialog.recent.decided.emit(ENGINE)

    assert chosen == [f"{ENGINE}?packs=rover,cone"]


def test_a_file_tells_an_engine_and_names(opened: Open, tmp_path: Path, chosen: list[str]) -> None:
    dialog = opened(ENGINE)
    dialog.chosen.connect(chosen.append)
    dialog.names.set_names(["cone"])
    file = tmp_path / "simulation_config.json"
    engines = [{"EngineName": "g", "EngineType": "gazebo_json", "ServerAddress": "lab:9002"}]
    file.write_text(json.dumps({"EngineConfigs": engines, "DataPacks": ["rover", "rover::chassis"]}), "utf-8")
    dialog.read_names_file(file)
    dialog.findChildren(NamesFileDialog)[0].accept_button.click()
    assert dialog.edit.text() == "nrp+json://lab:9002"
    assert dialog.names.typed_names() == ("rover", "rover::chassis")

    listed = tmp_path / "names.txt"
    listed.write_text("cone\nrover\n", "utf-8")
    dialog.read_names_file(listed)
    next(shown for shown in dialog.findChildren(NamesFileDialog) if shown.isVisible()).accept_button.click()
    dialog.connect_button.click()
    assert chosen == ["nrp+json://lab:9002?packs=rover,rover::chassis,cone"]


@pytest.mark.parametrize("content", [b"\xff\x00", None])
def test_a_file_that_says_nothing_is_told_of(opened: Open, tmp_path: Path, content: bytes | None) -> None:
    dialog = opened(ENGINE)
    file = tmp_path / "names.txt"
    if content is not None:
        file.write_bytes(content)
    dialog.read_names_file(file)

    box = dialog.findChildren(QMessageBox)[0]
    assert "names.txt" in box.text()
    box.close()
