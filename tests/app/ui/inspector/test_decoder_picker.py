from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import DecoderChoice, TopicKey
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.inspector.decoder_picker import DecoderPicker
from app.ui.topics.topic_settings import DecoderSettings
from app.wording.ui.inspector import InspectorWording
from tests.fakes.session import GALILEO, FakeSession

KEY = TopicKey(GALILEO, "camera")
OFFERED = ("bytes", "JPEG", "PNG", "ROS 1")


@pytest.fixture
def picker(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> Iterator[DecoderPicker]:
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.topics.decoders[KEY] = DecoderChoice("bytes", OFFERED, frozenset({"ROS 1"}))
    picker = DecoderPicker(themes, DecoderSettings(session.topics, preferences))
    qtbot.addWidget(picker)
    picker.resize(500, 80)
    picker.show_topic(KEY)
    yield picker
    picker.hide()


@pytest.fixture
def chosen(picker: DecoderPicker) -> list[int]:
    chosen: list[int] = []
    picker.chosen.connect(lambda: chosen.append(1))
    return chosen


def _pick(picker: DecoderPicker, decoder: str) -> None:
    """As the operator does it in the list."""
    picker.decoders.setCurrentText(decoder)
    picker.decoders.activated.emit(picker.decoders.currentIndex())


def test_it_is_there_only_where_something_can_be_chosen(picker: DecoderPicker) -> None:
    assert picker.isVisible()
    assert [picker.decoders.itemText(row) for row in range(picker.decoders.count())] == list(OFFERED)
    assert picker.decoders.currentText() == "bytes"
    assert not picker.type_name.isVisible()

    picker.show_topic(TopicKey(GALILEO, "odom"))
    assert not picker.isVisible()


def test_a_decoder_without_a_type_holds_at_once(picker: DecoderPicker, session: FakeSession, chosen: list[int]) -> None:
    _pick(picker, "PNG")

    assert session.topics.decoders[KEY].current == "PNG"
    assert chosen == [1]


def test_one_that_needs_a_type_waits_for_it(picker: DecoderPicker, session: FakeSession, chosen: list[int]) -> None:
    _pick(picker, "ROS 1")
    assert picker.type_name.isVisible()
    assert session.topics.decoders[KEY].current == "bytes"

    picker.show_topic(KEY)
    assert picker.decoders.currentText() == "ROS 1"
    picker.type_name.setText("std_msgs/String")
    QTest.keyClick(picker.type_name, Qt.Key.Key_Return)
    assert (session.topics.decoders[KEY].current, session.topics.decoders[KEY].type_name) == (
        "ROS 1",
        "std_msgs/String",
    )
    assert chosen == [1]


def test_types_are_completed_by_any_part_of_their_name(picker: DecoderPicker, session: FakeSession) -> None:
    _pick(picker, "ROS 1")
    completer = picker.type_name.completer()
    completer.setCompletionPrefix("laserscan")
    assert completer.completionCount() == 1
    assert completer.currentCompletion() == "sensor_msgs/LaserScan"

    picker.type_name.setText("sensor_msgs/LaserScan")
    completer.activated.emit("sensor_msgs/LaserScan")
    assert session.topics.decoders[KEY].type_name == "sensor_msgs/LaserScan"


def test_what_can_not_be_is_told_in_its_place_until_it_is_mended(
    picker: DecoderPicker, session: FakeSession, chosen: list[int]
) -> None:
    session.topics.decoder_error = SessionError("no/Such is no message type that is known", "Name its folder.")
    _pick(picker, "ROS 1")
    picker.type_name.setText("no/Such")
    QTest.keyClick(picker.type_name, Qt.Key.Key_Return)
    assert picker.error.isVisible()
    assert picker.error.text() == "no/Such is no message type that is known. Name its folder."
    assert chosen == []

    session.topics.decoder_error = None
    picker.type_name.setText("std_msgs/String")
    QTest.keyClick(picker.type_name, Qt.Key.Key_Return)
    assert not picker.error.isVisible()
    assert chosen == [1]


def test_no_type_is_asked_for_once_more(picker: DecoderPicker, session: FakeSession) -> None:
    _pick(picker, "ROS 1")
    QTest.keyClick(picker.type_name, Qt.Key.Key_Return)

    assert picker.error.text() == InspectorWording.TYPE_A_TYPE()
    assert session.topics.decoders[KEY].current == "bytes"


def test_the_same_again_is_no_choice(picker: DecoderPicker, chosen: list[int]) -> None:
    _pick(picker, "bytes")

    assert chosen == []


def test_what_is_chosen_elsewhere_is_shown(picker: DecoderPicker, session: FakeSession) -> None:
    session.topics.set_decoder(KEY, "ROS 1", "std_msgs/String")
    picker.show_topic(KEY)

    assert picker.decoders.currentText() == "ROS 1"
    assert picker.type_name.text() == "std_msgs/String"


def test_from_a_menu_the_type_can_be_asked_for(picker: DecoderPicker) -> None:
    picker.ask_type("ROS 1")

    assert picker.decoders.currentText() == "ROS 1"
    assert picker.type_name.isVisible()
