from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from app.model.topics import TopicKey
from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.theme import Themes
from app.ui.window import palette
from app.ui.window.actions import Actions
from app.wording.ui.window import WindowWording
from tests.fakes.session import URI, FakeSession


def plain(action: QAction) -> str:
    """The text of an action without the mark of the letter that chooses it."""
    return action.text().replace("&", "")


def test_every_action_that_can_be_done_is_offered_by_a_name_that_stands_alone(
    themes: Themes, qapp: QApplication
) -> None:
    actions = Actions(themes, qapp)
    actions.disconnect_robot.setEnabled(False)
    entries = list(palette.action_entries(actions.all, themes))
    names = [entry.text for entry in entries]

    assert {plain(actions.connect_robot), plain(actions.quit)} <= set(names)
    assert {action.property(PALETTE_NAME_PROPERTY) for action in actions.themes.values()} <= set(names)
    assert plain(actions.disconnect_robot) not in names
    assert len(names) == len(set(names))
    assert not any("&" in name for name in names)
    assert all(not entry.icon.isNull() for entry in entries)
    connect = plain(actions.connect_robot)
    assert next(entry.detail for entry in entries if entry.text == connect) == "Ctrl+O"


def test_an_action_is_triggered_by_its_entry(themes: Themes) -> None:
    action = QAction("&Save && close")
    triggered: list[None] = []
    action.triggered.connect(lambda: triggered.append(None))
    (entry,) = palette.action_entries([action], themes)
    entry.run()

    assert entry.text == "Save & close"
    assert len(triggered) == 1


def test_robots_are_offered_by_name_with_their_address(themes: Themes) -> None:
    chosen: list[str] = []
    names = {"gazebo://a:1": "Rover"}
    rover, other = palette.robot_entries(
        ["gazebo://a:1", "gazebo://b:1"], lambda uri: names.get(uri, uri), themes, chosen.append
    )
    other.run()

    assert (rover.text, rover.detail) == (WindowWording.CONNECT_TO(name="Rover"), "gazebo://a:1")
    assert (other.text, other.detail) == (WindowWording.CONNECT_TO(name="gazebo://b:1"), "")
    assert chosen == ["gazebo://b:1"]


def test_topics_are_offered_with_their_type(themes: Themes, session: FakeSession) -> None:
    session.add_topics("/a/imu", "/a/odom")
    chosen: list[TopicKey] = []
    imu, odom = palette.topic_entries(session.topics.store.topics, themes, chosen.append)
    odom.run()

    assert (imu.text, imu.detail) == ("/a/imu", "Numbers")
    assert chosen == [TopicKey(URI, "/a/odom")]
