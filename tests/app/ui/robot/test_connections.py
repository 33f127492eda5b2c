from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.model.messages.values import Battery
from app.model.status import ConnectionState, LinkQuality, RobotCondition
from app.ui.base.command_lock import CommandLock
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import STATE_ROLES, Themes
from app.ui.robot.connections import ConnectionsPanel, connection_state_word
from tests.fakes.layout_requests import LayoutRequests
from tests.fakes.session import GALILEO, URI, FakeSession


@pytest.fixture
def lock(session: FakeSession, themes: Themes) -> CommandLock:
    return CommandLock(session, QAction(), themes, lambda: URI)


class WallClock:
    now_ns = 1_800_000_000_000_000_000

    def __call__(self) -> int:
        return self.now_ns


@pytest.fixture
def wall_clock() -> WallClock:
    return WallClock()


@pytest.fixture
def panel(
    qtbot: QtBot,
    session: FakeSession,
    themes: Themes,
    preferences: Preferences,
    lock: CommandLock,
    wall_clock: WallClock,
) -> ConnectionsPanel:
    panel = ConnectionsPanel(session, themes, preferences, lock, wall_clock)
    qtbot.addWidget(panel)
    return panel


@pytest.mark.parametrize("state", list(ConnectionState))
def test_a_state_is_told_by_word_reason_and_tip(
    panel: ConnectionsPanel, session: FakeSession, state: ConnectionState
) -> None:
    session.set_state(state, "the reason", "what to do")
    panel.refresh(0.0)

    assert [notice.texts for notice in panel.notices] == [
        (connection_state_word(state), URI, "The reason", "what to do")
    ]


def test_the_word_has_the_colour_of_the_state_in_either_theme(
    panel: ConnectionsPanel, session: FakeSession, themes: Themes
) -> None:
    session.set_state(ConnectionState.LOST)
    panel.refresh(0.0)
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(choice)
        color = getattr(themes.current, STATE_ROLES[ConnectionState.LOST])

        assert color in panel.notices[0].word_style


def test_every_state_has_a_word_of_its_own() -> None:
    assert len({connection_state_word(state) for state in ConnectionState}) == len(ConnectionState)


def test_rows_follow_connections_that_come_and_go(panel: ConnectionsPanel, session: FakeSession) -> None:
    panel.show()
    assert panel.isHidden() or not panel.notices

    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.REFUSED, connection="gazebo://other:1")
    panel.refresh(0.0)
    assert [notice.texts[1] for notice in panel.notices] == [URI, "gazebo://other:1"]

    session._connections.pop(URI)
    session.revision += 1
    panel.refresh(0.0)
    assert [notice.texts[1] for notice in panel.notices] == ["gazebo://other:1"]


def test_nothing_is_asked_of_the_session_while_nothing_changes(panel: ConnectionsPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    before = panel.notices[0]
    session._connections.clear()
    panel.refresh(1.0)

    assert panel.notices == [before]


def test_the_cross_asks_to_disconnect_its_own_row(panel: ConnectionsPanel, session: FakeSession) -> None:
    asked: list[str] = []
    panel.disconnect_asked.connect(asked.append)
    for name in ("gazebo://a:1", "gazebo://b:1", "gazebo://c:1"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    panel.refresh(0.0)
    session._connections.pop("gazebo://a:1")
    session.revision += 1
    panel.refresh(0.0)
    panel.show()
    QTest.mouseClick(panel.notices[1].button, Qt.MouseButton.LeftButton)

    assert asked == ["gazebo://c:1"]


def test_the_address_is_copied_as_it_is_or_as_a_command_line(panel: ConnectionsPanel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    address, command = panel.notices[0].more.choices.actions()
    address.trigger()
    assert QGuiApplication.clipboard().text() == URI

    command.trigger()
    assert QGuiApplication.clipboard().text() == f"teledeck {URI}"


def test_a_name_stands_before_the_address_as_soon_as_it_is_given(
    panel: ConnectionsPanel, session: FakeSession, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(0.0)
    notice = panel.notices[0]
    assert (notice.texts[1], notice.subtitle) == (URI, "")

    preferences.set_robot_name(URI, "Rover in the hall")
    panel.refresh(0.1)
    assert (notice.texts[1], notice.subtitle) == ("Rover in the hall", URI)

    preferences.set_robot_name(URI, "")
    panel.refresh(0.2)
    assert (notice.texts[1], notice.subtitle) == (URI, "")


def test_another_colour_is_there_at_the_next_refresh(
    panel: ConnectionsPanel, session: FakeSession, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    preferences.set_robot_color(URI, 0)
    panel.refresh(0.0)
    before = panel.notices[0].grab().toImage()
    preferences.set_robot_color(URI, 4)
    panel.refresh(0.1)

    assert panel.notices[0].grab().toImage() != before


def test_a_robot_is_only_looked_at_until_its_own_switch_is_pressed(
    panel: ConnectionsPanel, session: FakeSession, lock: CommandLock
) -> None:
    for name in (URI, "gazebo://other:1"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    panel.refresh(0.0)
    panel.show()
    switches = [notice.switch for notice in panel.notices]
    assert [switch.text() for switch in switches] == ["View only", "View only"]

    QTest.mouseClick(switches[1], Qt.MouseButton.LeftButton)
    assert session.allowed == {"gazebo://other:1"}
    assert [switch.text() for switch in switches] == ["View only", "Commands allowed"]
    assert [switch.isChecked() for switch in switches] == [False, True]

    lock.allow("gazebo://other:1", allowed=False)
    assert [switch.text() for switch in switches] == ["View only", "View only"]


def test_what_a_robot_tells_of_itself_and_the_link_stands_below_its_name(
    panel: ConnectionsPanel, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.set_condition(RobotCondition(Battery(0.5, 24.0), "navigating", 1), LinkQuality(0.02, 0.0))
    panel.refresh(0.0)

    assert panel.strips[0].isHidden()
    assert panel.strips[1].texts == ("24.0 V, 50 %", "Navigating", "20 ms, loss 0 % there and back", "")
    session.set_condition(None)
    panel.refresh(0.1)
    assert panel.strips[1].isHidden()


def test_rows_that_go_take_what_they_told_along(panel: ConnectionsPanel, session: FakeSession) -> None:
    for name in (GALILEO, "galileo://b:1"):
        session.set_state(ConnectionState.CONNECTED, connection=name)
    session.set_condition(RobotCondition(Battery(0.5)), connection="galileo://b:1")
    panel.refresh(0.0)
    session._connections.pop(GALILEO)
    session.revision += 1
    panel.refresh(0.1)

    assert [strip.texts[0] for strip in panel.strips] == ["50 %"]


def test_the_time_of_a_stale_connection_goes_on_by_itself_and_stops_when_it_is_back(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_state(ConnectionState.STALE, since_ns=wall_clock.now_ns - 3_000_000_000)
    panel.refresh(0.0)
    assert panel.notices[0].texts[0] == "Stale for 3 s"

    wall_clock.now_ns += 2_000_000_000
    panel.refresh(0.5)
    assert panel.notices[0].texts[0] == "Stale for 3 s"
    panel.refresh(1.5)
    assert panel.notices[0].texts[0] == "Stale for 5 s"
    session.set_state(ConnectionState.CONNECTED)
    panel.refresh(1.6)
    assert panel.notices[0].texts[0] == "Connected"


def test_a_lost_connection_says_since_when(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_state(ConnectionState.LOST, since_ns=wall_clock.now_ns)
    panel.refresh(0.0)

    assert re.fullmatch(r"Lost since \d\d:\d\d:\d\d", panel.notices[0].texts[0])


def test_old_values_are_told_with_an_age_that_goes_on(
    panel: ConnectionsPanel, session: FakeSession, wall_clock: WallClock
) -> None:
    session.set_state(ConnectionState.LOST, connection=GALILEO)
    session.set_condition(RobotCondition(Battery(0.5), received_ns=wall_clock.now_ns - 12_000_000_000))
    panel.refresh(0.0)
    assert panel.strips[0].texts[3] == "12 s old"

    wall_clock.now_ns += 5_000_000_000
    panel.refresh(2.0)
    assert panel.strips[0].texts[3] == "17 s old"


@pytest.mark.parametrize(
    ("connection", "state", "offered"),
    [
        (GALILEO, ConnectionState.REFUSED, True),
        (GALILEO, ConnectionState.LOST, False),
        (GALILEO, ConnectionState.CONNECTED, False),
        (URI, ConnectionState.REFUSED, False),
    ],
)
def test_only_a_robot_that_refused_and_knows_tokens_can_be_given_one(
    panel: ConnectionsPanel,
    session: FakeSession,
    connection: str,
    state: ConnectionState,
    offered: bool,  # noqa: FBT001
) -> None:
    asked: list[str] = []
    panel.token_asked.connect(asked.append)
    session.set_state(state, connection=connection)
    panel.refresh(0.0)
    panel.show()
    assert panel.notices[0].action.isVisible() is offered

    panel.notices[0].action.click()
    assert asked == [connection]


def test_rows_that_stay_the_same_ask_for_no_new_layout(
    panel: ConnectionsPanel, session: FakeSession, themes: Themes
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.set_condition(RobotCondition(Battery(0.5)), LinkQuality(0.02, 0.0))
    panel.refresh(0.0)
    panel.show()
    # its height follows that of its rows, and they follow its width
    for _ in range(5):
        QApplication.processEvents()
    requests = LayoutRequests(panel)
    for number in range(1, 5):
        session.revision += 1
        panel.refresh(float(number))
        QApplication.processEvents()
    assert requests.count == 0

    copy = panel.notices[0].more.icon().cacheKey()
    themes.choose(ThemeChoice.LIGHT if themes.current.dark else ThemeChoice.DARK)
    assert panel.notices[0].more.icon().cacheKey() != copy
