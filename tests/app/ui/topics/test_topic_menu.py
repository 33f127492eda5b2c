from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import DecoderChoice, TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.topics.measured_topics import MeasuredTopics
from app.ui.topics.topic_menu import add_decoders, add_measure, command_line, fill_copy_menu
from app.ui.topics.topic_node import TopicNode
from app.ui.topics.topic_settings import DecoderSettings
from app.wording.ui.topics import TopicsWording
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import shows


@pytest.fixture
def menu(qtbot: QtBot) -> QMenu:
    menu = QMenu()
    qtbot.addWidget(menu)
    return menu


@pytest.fixture
def rows(session: FakeSession) -> dict[str, TopicNode]:
    """A connection, a namespace of it, and a topic with a name that a shell would take apart."""
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/two words")
    connection = TopicNode(None, (URI,))
    connection.info = session.links.connections[0]
    namespace = TopicNode(connection, (URI, "/a"))
    topic = TopicNode(namespace, (URI, "/a", "two words"), session.topic("/a/two words"))
    return {"connection": connection, "namespace": namespace, "topic": topic}


def test_command_lines_can_be_typed_as_they_are(rows: dict[str, TopicNode]) -> None:
    assert command_line(rows["topic"]) == f"teledeck echo {URI} '/a/two words'"
    assert command_line(rows["topic"], "hz") == f"teledeck hz {URI} '/a/two words'"
    assert command_line(rows["connection"]) == f"teledeck {URI}"


@pytest.mark.parametrize(
    ("row", "copied"),
    [
        ("connection", [URI, f"teledeck {URI}"]),
        ("namespace", ["/a"]),
        ("topic", ["/a/two words", f"teledeck echo {URI} '/a/two words'", f"teledeck hz {URI} '/a/two words'"]),
    ],
)
def test_all_that_can_be_copied_of_a_row_is_copied(
    menu: QMenu, rows: dict[str, TopicNode], row: str, copied: list[str], themes: Themes
) -> None:
    fill_copy_menu(menu, rows[row], themes)
    texts = []
    for action in menu.actions():
        if not action.text().endswith("type"):
            action.trigger()
            texts.append(QGuiApplication.clipboard().text())

    assert texts == copied


def test_the_switch_says_what_it_will_do_and_what_that_means(
    menu: QMenu, rows: dict[str, TopicNode], session: FakeSession, themes: Themes
) -> None:
    measuring = MeasuredTopics(session.topics)
    measuring.sync(session.links.connections, session.topics.store.topics)

    on = add_measure(menu, measuring, rows["namespace"], themes, print)
    assert on.text() == TopicsWording.MEASURE_BELOW()
    assert shows(on.toolTip(), TopicsWording.SENSORS_START)
    assert add_measure(menu, measuring, rows["topic"], themes, print).text() == TopicsWording.MEASURE_TOPIC()

    measuring.toggle(rows["namespace"].path)
    assert add_measure(menu, measuring, rows["topic"], themes, print).text() == TopicsWording.STOP_MEASURING(name="/a")


def test_how_bytes_are_read_can_be_chosen_where_there_is_a_choice(
    menu: QMenu, session: FakeSession, preferences: Preferences, themes: Themes
) -> None:
    key = TopicKey(URI, "/a/camera")
    decoding, chosen = DecoderSettings(session.topics, preferences), list[tuple[str, bool]]()
    add_decoders(menu, decoding, key, themes, lambda *choice: chosen.append(choice))
    assert menu.actions() == []

    session.topics.decoders[key] = DecoderChoice("bytes", ("bytes", "JPEG", "ROS 1"), frozenset({"ROS 1"}))
    add_decoders(menu, decoding, key, themes, lambda *choice: chosen.append(choice))
    (below,) = menu.findChildren(QMenu)
    assert [(action.text(), action.isChecked()) for action in below.actions()] == [
        ("bytes", True),
        ("JPEG", False),
        ("ROS 1…", False),
    ]
    for action in below.actions()[1:]:
        action.trigger()
    assert chosen == [("JPEG", False), ("ROS 1", True)]


def test_the_type_that_bytes_are_read_as_is_named(
    menu: QMenu, session: FakeSession, preferences: Preferences, themes: Themes
) -> None:
    key = TopicKey(URI, "/a/camera")
    session.topics.decoders[key] = DecoderChoice("ROS 1", ("bytes", "ROS 1"), frozenset({"ROS 1"}), "std_msgs/String")
    add_decoders(menu, DecoderSettings(session.topics, preferences), key, themes, lambda *_: None)
    (below,) = menu.findChildren(QMenu)

    assert below.actions()[1].text() == "ROS 1 (std_msgs/String)…"
