from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QStatusBar
from pytestqt.qtbot import QtBot

from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState, ConnectionStatus, RobotCondition, SimClock
from app.record.recorder import BoxState
from app.record.recording_writer import RecordingOrder, RecordingState
from app.session.recorded_side import LinkState, RecordedSide
from app.ui.base.theme import Themes
from app.ui.record.texts import status_text
from app.ui.robot.connections import connection_state_word
from app.ui.robot.status import StatusPanel
from app.wording.ui.robot import RobotWording
from app.wording.ui.widgets import WidgetsWording
from tests.fakes.layout_requests import LayoutRequests
from tests.fakes.session import URI, FakeSession

NOW_NS = 1_800_000_000_000_000_000


@pytest.fixture
def bar(qtbot: QtBot) -> QStatusBar:
    bar = QStatusBar()
    qtbot.addWidget(bar)
    bar.show()
    return bar


@pytest.fixture
def panel(bar: QStatusBar, session: FakeSession, themes: Themes) -> StatusPanel:
    return StatusPanel(bar, session.links, session.topics, themes, session.black_box, session.alerts, lambda: NOW_NS)


def test_what_comes_in_is_a_mean_over_all_topics_and_about_a_second(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a", "/b")
    panel.refresh(10.0)
    for _ in range(50):
        session.receive("/a", 1)
        session.receive("/b", 1, 2)
    panel.refresh(10.5)
    assert panel.messages.text() == "0 messages/s"

    panel.refresh(12.0)
    assert panel.messages.text() == "75 messages/s"
    assert panel.bandwidth.text() == "75 B/s"

    panel.refresh(13.1)
    assert panel.messages.text() == "0 messages/s"


def test_a_connection_that_ends_makes_no_negative_rate(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.receive("/a", 1)
    panel.refresh(10.0)
    session.topics.store.remove_connection("gazebo://robot:11345")
    panel.refresh(12.0)

    assert panel.messages.text() == "0 messages/s"


def test_what_was_dropped_is_told_and_stands_out(panel: StatusPanel, session: FakeSession, themes: Themes) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    assert panel.dropped.text() == "0 dropped"

    session.receive("/a", 1)
    session.topic("/a").dropped = 1500
    panel.refresh(1.0)
    assert panel.dropped.text() == "1,500 dropped"
    assert themes.current.warn in panel.dropped.styleSheet()


def test_the_memory_of_the_process_is_told(panel: StatusPanel) -> None:
    panel.refresh(0.0)
    number, unit = panel.memory.text().split()

    # that of a window; all tests before have left theirs in it
    assert 50 < float(number) * {"MB": 1, "GB": 1000}[unit] < 8000


@pytest.mark.parametrize(
    ("states", "text"),
    [
        ([], "No connection"),
        ([ConnectionState.STALE], "Stale"),
        ([ConnectionState.CONNECTED, ConnectionState.LOST, ConnectionState.CONNECTED], "1 lost, 2 connected"),
    ],
)
def test_the_links_are_told_the_worst_first(
    panel: StatusPanel, session: FakeSession, states: list[ConnectionState], text: str
) -> None:
    for number, state in enumerate(states):
        session.set_state(state, connection=f"gazebo://robot:{number}")
    panel.refresh(0.0)

    assert panel.links.text() == text


def test_nothing_is_drawn_while_the_window_is_away(panel: StatusPanel, bar: QStatusBar) -> None:
    assert panel.can_be_seen()
    bar.hide()
    assert not panel.can_be_seen()


def test_the_time_of_a_robot_that_keeps_its_own_is_shown(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    assert panel.clock.isHidden()

    session.links.clock = SimClock(12_500_000_000, NOW_NS)
    panel.refresh(1.0)
    assert panel.clock.text() == WidgetsWording.TIME(time="12.500 s")
    assert panel.clock.isVisible()


def test_figures_that_change_ask_for_no_new_layout(panel: StatusPanel, bar: QStatusBar, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.links.clock = SimClock(12_500_000_000, NOW_NS)
    now, texts = 0.0, set()

    def a_second_later(messages: int) -> None:
        nonlocal now
        now += 1.0
        session.links.clock = SimClock(12_500_000_000 + int(now * 1e9), NOW_NS)
        for _ in range(messages):
            session.receive("/a", 1)
        panel.refresh(now)
        QApplication.processEvents()
        texts.add((panel.messages.text(), panel.bandwidth.text(), panel.clock.text()))

    for messages in (50, 50, 50):
        a_second_later(messages)
    requests = LayoutRequests(bar)
    for messages in (31, 47, 22, 35):
        a_second_later(messages)

    assert len(texts) == 7
    assert requests.count == 0


def test_a_robot_of_which_nothing_changes_is_said_to_be_paused(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_condition(RobotCondition(activity="paused or at rest", still=True), connection=URI)
    panel.refresh(0.0)
    assert panel.links.text() == f"{connection_state_word(ConnectionState.CONNECTED)}, paused or at rest"

    session.set_state(ConnectionState.LOST)
    panel.refresh(1.0)
    assert panel.links.text() == connection_state_word(ConnectionState.LOST)

    session.set_state(ConnectionState.CONNECTED)
    session.set_condition(RobotCondition(activity="navigating"), connection=URI)
    panel.refresh(2.0)
    assert panel.links.text() == connection_state_word(ConnectionState.CONNECTED)


def test_a_note_stands_beside_the_state_and_goes_by_itself(
    panel: StatusPanel, session: FakeSession, bar: QStatusBar
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    panel.show_note("Layout “Drive”")
    QApplication.processEvents()
    (timer,) = bar.findChildren(QTimer)
    assert panel.links.isVisible()
    assert panel.links.text() == connection_state_word(ConnectionState.CONNECTED)
    assert panel.note.text() == "Layout “Drive”"
    assert panel.links.geometry().right() < panel.note.x()
    timer.timeout.emit()
    assert panel.note.text() == ""
    panel.show_note("Looking for a token", stays=True)
    assert not timer.isActive()
    panel.show_note("")

    assert panel.note.text() == ""


def test_what_the_black_box_holds_is_told_where_there_is_room(panel: StatusPanel, bar: QStatusBar) -> None:
    bar.resize(2000, bar.height())
    panel.refresh(0.0)
    assert panel.box.text() == "black box 14 min, 1.80 GB of 2.00 GB"
    assert not panel.box.isHidden()
    bar.resize(700, bar.height())
    panel.refresh(1.0)
    assert panel.box.isHidden()


def test_a_black_box_that_keeps_nothing_says_so_and_why(
    panel: StatusPanel, bar: QStatusBar, session: FakeSession
) -> None:
    bar.resize(700, bar.height())
    session.black_box.told = BoxState(trouble="No space left on device", lost=1234)
    panel.refresh(0.0)
    assert panel.box.text() == RobotWording.BOX_TROUBLE()
    assert "No space left on device" in panel.box.toolTip()
    assert "1,234" in panel.box.toolTip()
    assert not panel.box.isHidden()


def test_without_a_black_box_nothing_is_said_of_one(panel: StatusPanel, bar: QStatusBar, session: FakeSession) -> None:
    bar.resize(2000, bar.height())
    session.black_box.told = None
    panel.refresh(0.0)
    assert panel.box.isHidden()


def test_figures_without_room_are_told_by_the_tip_of_the_state_and_what_was_lost_stays(
    panel: StatusPanel, bar: QStatusBar, session: FakeSession, qtbot: QtBot
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setStatusBar(bar)
    window.show()
    session.set_state(ConnectionState.CONNECTED)
    session.receive("/a", 1)
    figures = (panel.messages, panel.bandwidth, panel.memory, panel.dropped)
    window.resize(1200, 200)
    panel.refresh(0.0)
    assert all(label.isVisible() for label in figures)
    assert panel.links.toolTip() == ""

    window.resize(360, 200)
    session.topic("/a").dropped = 1500
    panel.refresh(1.0)
    assert panel.dropped.isVisible()
    assert not panel.memory.isVisible()
    assert panel.memory.text() in panel.links.toolTip().splitlines()
    assert panel.dropped.geometry().right() < bar.width()

    window.resize(1200, 200)
    panel.refresh(2.0)
    assert all(label.isVisible() for label in figures)


def test_whatever_is_shown_has_its_room_at_any_width(
    panel: StatusPanel, bar: QStatusBar, session: FakeSession, qtbot: QtBot
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setStatusBar(bar)
    window.show()
    bar.setSizeGripEnabled(False)
    # as the main window, which is no wider than the user wants it
    window.setMinimumSize(200, 100)
    session.set_state(ConnectionState.CONNECTED)
    for width in range(360, 1000, 7):
        window.resize(width, 200)
        panel.refresh(0.0)
        QApplication.processEvents()
        # it has another one whenever something is shown or hidden
        layout = bar.layout()
        assert layout is not None
        assert layout.minimumSize().width() <= bar.width(), width


def test_what_is_recorded_is_told_as_long_as_it_is(panel: StatusPanel, session: FakeSession) -> None:
    panel.refresh(10.0)
    assert panel.recording.isHidden()
    order = RecordingOrder(Path("/recordings/a.mcap"))
    state = RecordingState(order, order.path, 3723.0, 1_200_000_000, 3_400_000.0, 7200.0)
    session.black_box.told_recording = state
    panel.refresh(11.0)
    assert not panel.recording.isHidden()
    assert panel.recording.text() == status_text(state)
    assert str(order.path) in panel.recording.toolTip()
    session.black_box.told_recording = replace(state, is_ended=True)
    panel.refresh(12.0)
    assert panel.recording.isHidden()


def test_a_link_that_is_lost_now_is_seen_while_the_past_is_shown(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.past = RecordedSide({URI: LinkState(ConnectionStatus(ConnectionState.CONNECTED, ""))}, ())
    panel.refresh(0.0)
    assert panel.error.isHidden()

    session.set_state(ConnectionState.LOST, "it does not answer")
    panel.refresh(1.0)
    assert panel.error.text() == RobotWording.NOW_WRONG(text="it does not answer")
    assert not panel.error.isHidden()

    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(2.0)
    assert panel.error.isHidden()


def test_an_error_of_now_is_seen_while_the_past_is_shown(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)

    def wrong(key: str, severity: Severity = Severity.ERROR) -> None:
        session.alerts.raise_alert(Alert(key, severity, URI, f"{key} is wrong", "Mend it."))

    wrong("before")
    panel.refresh(0.0)
    session.past = RecordedSide({}, ())
    panel.refresh(1.0)
    assert panel.error.isHidden()

    wrong("small", Severity.WARNING)
    wrong("new")
    panel.refresh(2.0)
    assert panel.error.text() == RobotWording.NOW_WRONG(text="new is wrong")
    assert not panel.error.isHidden()

    session.alerts.clear("new")
    panel.refresh(3.0)
    assert panel.error.isHidden()
    wrong("newer")
    session.past = None
    panel.refresh(4.0)
    assert panel.error.isHidden()


def test_the_links_of_the_past_are_those_of_then(panel: StatusPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.past = RecordedSide({URI: LinkState(ConnectionStatus(ConnectionState.LOST, "gone"))}, ())

    panel.refresh(0.0)

    assert panel.links.text() == connection_state_word(ConnectionState.LOST)
