"""The dialog in which the topics of a recording are chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.record.topics_dialog import RecordTopicsDialog
from tests.fakes.session import URI, FakeSession


def key(name: str) -> TopicKey:
    """The key of a topic of the robot."""
    return TopicKey(URI, name)


@pytest.fixture
def dialog(qtbot: QtBot, session: FakeSession) -> RecordTopicsDialog:
    """A dialog with topics, one of which is looked at."""
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/scan", "/camera", "/odom", "/tf")
    # the black box alone wants it
    session.topic("/tf").live = session.topic("/tf").recorded_only = True
    topic = session.topics.store.get(key("/odom"))
    assert topic is not None
    topic.live = True
    dialog = RecordTopicsDialog(session.topics.store.topics)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def check(dialog: RecordTopicsDialog, name: str, state: Qt.CheckState = Qt.CheckState.Checked) -> None:
    """Check a topic, or not."""
    (item,) = dialog.list.findItems(name, Qt.MatchFlag.MatchExactly)
    item.setCheckState(0, state)


def test_what_is_subscribed_to_is_chosen_at_first(dialog: RecordTopicsDialog) -> None:
    assert dialog.keys == {key("/odom")}


def test_those_that_are_checked_are_recorded(dialog: RecordTopicsDialog) -> None:
    chosen: list[object] = []
    dialog.chosen.connect(chosen.append)
    check(dialog, "/camera")
    dialog.record.click()
    assert chosen == [frozenset({key("/odom"), key("/camera")})]
    assert not dialog.isVisible()


def test_the_filter_hides_and_lets_go_of_nothing(dialog: RecordTopicsDialog) -> None:
    dialog.filter.setText("cam")
    shown = [item.text(0) for item in dialog.list.findItems("*", Qt.MatchFlag.MatchWildcard) if not item.isHidden()]
    assert shown == ["/camera"]
    assert dialog.keys == {key("/odom")}


def test_without_any_topic_there_is_nothing_to_record(dialog: RecordTopicsDialog) -> None:
    check(dialog, "/odom", Qt.CheckState.Unchecked)
    assert not dialog.record.isEnabled()
