from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState, LinkQuality, RobotCondition, SimClock
from app.model.topics import DecoderChoice, TopicKey
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.tokens import TokenDialog
from app.ui.inspector.inspector import OWNER
from app.ui.robot.connections import connection_state_word
from app.ui.topics.topic_dialogs import TopicDialog
from app.ui.widgets.command_palette import CommandPalette
from app.ui.widgets.dock_places import RAIL_WIDTH, visible_docks
from app.ui.window.about import AboutDialog
from app.ui.window.main_window import MainWindow
from app.ui.window.whats_new import WhatsNewDialog
from app.version import VERSION
from app.wording.ui.connect import ConnectWording
from app.wording.ui.window import WindowWording
from tests.app.ui.conftest import OpenWindow
from tests.fakes.layout_requests import LayoutRequests
from tests.fakes.session import DEMO_URI, GALILEO, URI, FakeSession
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

_IMU = TopicKey(URI, "/a/imu")


@pytest.fixture
async def window(open_window: OpenWindow) -> MainWindow:
    return open_window(width=1024, height=640)


async def _frames(count: int = 15) -> None:
    """Let the refresh timer run for a while."""
    await asyncio.sleep(count * 0.016)


async def _until(condition: Callable[[], object], what: str) -> None:
    await eventually(condition, what)


def _dialog(kind: type[QWidget], window: QWidget) -> Any:
    found = [dialog for dialog in window.findChildren(kind) if dialog.isVisible()]
    assert len(found) == 1
    return found[0]


async def _show_plots(window: MainWindow, session: FakeSession) -> QDockWidget:
    """Make plots beside the inspector of a robot that is connected; their dock."""
    session.set_state(ConnectionState.CONNECTED)
    await _until(window.inspector_dock.isVisible, "the inspector")
    window.docks.plots.add()
    await _frames()
    return window.docks.plots.docks["plots"]


async def test_no_timer_of_the_window_goes_on_after_it_was_closed(window: MainWindow) -> None:
    window.status.show_note("Something was written.")
    assert any(timer.isActive() for timer in window.statusBar().findChildren(QTimer))

    window.close()

    assert [timer.interval() for timer in window.findChildren(QTimer) if timer.isActive()] == []


async def test_without_a_connection_it_says_how_to_begin(window: MainWindow) -> None:
    assert window.start_page.isVisible()
    assert not window.actions_of_window.disconnect_robot.isEnabled()
    assert not window.inspector.empty.isVisible()


async def test_an_address_makes_a_connection_that_is_remembered_once_it_is_reached(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    window.connect_to(URI)
    await _frames()

    assert session.links.connected_to == [URI]
    assert preferences.recent_uris == []
    assert window.connections.notices[0].texts[:2] == (connection_state_word(ConnectionState.CONNECTING), "robot")
    assert not window.start_page.isVisible()
    assert window.status.links.text() == connection_state_word(ConnectionState.CONNECTING)
    session.set_state(ConnectionState.CONNECTED)
    await _until(lambda: preferences.recent_uris == [URI], "the robot among the recent ones")


async def test_an_address_that_makes_no_sense_opens_the_dialog_that_says_why(
    window: MainWindow, session: FakeSession
) -> None:
    window.connect_to("gazbo://robot")
    dialog = _dialog(ConnectDialog, window)

    assert dialog.uri == "gazbo://robot"
    assert dialog.verdict.texts[0] == ConnectWording.NOT_AN_ADDRESS()
    dialog.edit.setText(URI)
    dialog.accept()
    assert session.links.connected_to == [URI]


async def test_the_dialog_is_opened_by_its_action_and_holds_nothing_up(window: MainWindow) -> None:
    window.actions_of_window.connect_robot.trigger()
    dialog = _dialog(ConnectDialog, window)
    await _frames(5)
    assert dialog.isVisible()

    dialog.reject()
    assert not dialog.isVisible()


async def test_what_is_selected_is_wanted_and_shown_live(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu", "/a/odom")
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    assert session.topics.wants.get(OWNER, frozenset()) == frozenset()

    window.topics.tree.setCurrentIndex(window.topics.model.index_of(_IMU))
    assert session.topics.wants[OWNER] == {_IMU}

    session.receive("/a/imu", {"x": 4.0})
    await _until(lambda: window.inspector.model.rowCount() == 1, "the message")

    window.inspector_dock.close()
    assert session.topics.wants[OWNER] == set()
    window.inspector_dock.show()
    assert session.topics.wants[OWNER] == {_IMU}


async def test_a_minimised_window_wants_nothing(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    window.topics.tree.setCurrentIndex(window.topics.model.index_of(_IMU))
    window.showMinimized()
    await _until(lambda: not session.topics.wants[OWNER], "the end of the wish")

    window.showNormal()
    await _until(lambda: session.topics.wants[OWNER] == {_IMU}, "the wish again")


async def test_an_alert_is_shown_as_soon_as_it_is_raised(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    await _frames()
    assert window.alerts.isHidden()

    session.alerts.raise_alert(Alert("a", Severity.WARNING, URI, "something is wrong", "mend it"))
    await _until(window.alerts.isVisible, "the alert")


async def test_disconnecting_asks_first_and_then_does_it(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    await _frames()
    window.actions_of_window.disconnect_robot.trigger()
    box = _dialog(QMessageBox, window)
    assert shows(box.text(), ConnectWording.DISCONNECT_FROM)
    box.reject()
    await _frames(3)
    assert session.links.disconnected_from == []

    window.actions_of_window.disconnect_robot.trigger()
    _dialog(QMessageBox, window).accept()
    await _until(lambda: session.links.disconnected_from == [URI], "the end of the connection")
    await _until(window.start_page.isVisible, "the page to begin with")


async def test_a_robot_that_was_never_reached_is_left_without_a_question_which_can_be_undone(
    window: MainWindow, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTING)
    await _frames()
    window.actions_of_window.disconnect_robot.trigger()

    assert not window.findChildren(QMessageBox)
    await _until(lambda: session.links.disconnected_from == [URI], "the end of the connection")
    (notice,) = window.news.bars.values()
    undo, _ok = notice.buttons
    undo.click()
    await _until(lambda: session.links.connected_to == [URI], "the connection that was made again")
    assert not window.news.bars


async def test_when_the_last_robot_has_left_memory_is_given_back(
    window: MainWindow, session: FakeSession, caplog: pytest.LogCaptureFixture
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    await _frames()
    assert "gave back" not in caplog.text

    await session.links.disconnect(URI)

    await _until(window.start_page.isVisible, "the page to begin with")
    await _until(lambda: "gave back" in caplog.text, "the memory")


async def test_disconnecting_is_for_the_connection_of_the_current_row(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://other:1")
    session.add_topics("/a/imu")
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    window.topics.tree.setCurrentIndex(window.topics.model.index_of(_IMU))
    window.actions_of_window.disconnect_robot.trigger()
    box = _dialog(QMessageBox, window)

    assert box.text() == ConnectWording.DISCONNECT_FROM(name="robot")
    box.reject()


async def test_the_filter_is_reached_by_its_action(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    await _frames()
    window.activateWindow()
    window.actions_of_window.topics.filter.trigger()

    assert window.focusWidget() is window.topics.filter


async def test_the_program_tells_of_itself(window: MainWindow) -> None:
    window.actions_of_window.about.trigger()
    dialog = _dialog(AboutDialog, window)

    assert dialog.text.startswith("Teledeck\n")
    dialog.close()


async def test_closing_stops_the_timer_tells_once_and_wants_nothing(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    window.topics.tree.setCurrentIndex(window.topics.model.index_of(_IMU))
    closed: list[None] = []
    window.closed.connect(lambda: closed.append(None))
    window.actions_of_window.quit.trigger()

    assert len(closed) == 1
    assert not window.isVisible()
    assert session.topics.wants[OWNER] == set()


async def test_the_first_painting_is_told_once(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    painted: list[None] = []
    window.painted.connect(lambda: painted.append(None))
    window.show()
    for _ in range(3):
        window.update()
        await _frames(3)

    assert len(painted) == 1
    assert window.was_painted


async def test_where_everything_stood_is_remembered(
    qtbot: QtBot, window: MainWindow, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    await _until(window.inspector_dock.isVisible, "the inspector")
    window.resize(840, 555)
    window.inspector_dock.close()
    window.close()

    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.open(session, _run_nothing)
    assert (again.width(), again.height()) == (840, 555)
    assert not again.inspector_dock.isVisible()
    again.close()


async def test_the_space_bar_allows_no_commands_to_a_robot_that_was_just_connected(
    window: MainWindow, session: FakeSession
) -> None:
    window.connect_to(URI)
    await _frames()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)

    assert window.focusWidget() is window.topics.filter
    assert session.commands._allowed == set()


async def test_the_inspector_makes_room_while_there_is_no_robot(
    qtbot: QtBot, window: MainWindow, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    assert not window.inspector_dock.isVisible()
    assert window.start_page.width() > window.width() - 20
    window.close()

    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.open(session, _run_nothing)
    session.set_state(ConnectionState.CONNECTED)
    await _until(again.inspector_dock.isVisible, "the inspector")
    assert again.inspector.width() > 300
    again.close()


def _run_nothing(coroutine: Coroutine[Any, Any, None], name: str) -> None:
    del name
    coroutine.close()


@pytest.mark.parametrize("size", [(1440, 900), (1024, 640)])
async def test_everything_has_room(window: MainWindow, session: FakeSession, size: tuple[int, int]) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    window.resize(*size)
    await _frames()

    assert (window.width(), window.height()) == size
    for widget in (window.topics.tree, window.topics.filter, window.inspector):
        inside = widget.rect().translated(widget.mapTo(window, widget.rect().topLeft()))
        assert window.rect().contains(inside)
    assert window.inspector.width() > 250
    assert window.topics.tree.columnWidth(0) > 100
    assert QApplication.activeModalWidget() is None
    assert window.windowState() == Qt.WindowState.WindowNoState


async def test_the_palette_does_what_is_typed(window: MainWindow, themes: Themes) -> None:
    window.actions_of_window.palette.trigger()
    palette = _dialog(CommandPalette, window)
    QTest.keyClicks(palette.field, "theme light")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert not themes.current.dark
    assert not palette.isVisible()


async def test_there_is_one_palette_however_often_it_is_asked_for(window: MainWindow) -> None:
    window.open_palette()
    palette = _dialog(CommandPalette, window)
    QTest.keyClicks(palette.field, "theme")
    window.open_palette()

    assert _dialog(CommandPalette, window) is palette
    assert palette.field.text() == "theme"
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    window.open_palette()
    assert _dialog(CommandPalette, window) is not palette
    _dialog(CommandPalette, window).hide()


async def test_the_palette_goes_to_a_topic_that_the_filter_hides(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu", "/a/odom")
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    window.topics.filter.setText("odom")
    window.inspector_dock.close()
    window.open_palette()
    palette = _dialog(CommandPalette, window)
    QTest.keyClicks(palette.field, "imu")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)

    assert window.topics.selected == _IMU
    assert window.inspector_dock.isVisible()
    assert session.topics.wants[OWNER] == {_IMU}


async def test_the_log_shows_what_happens_while_it_is_open(window: MainWindow) -> None:
    assert not window.log_dock.isVisible()
    logging.getLogger("app.test").info("before")
    window.log_dock.toggleViewAction().trigger()
    await _until(lambda: window.log.model.rowCount() > 0, "the line")

    assert "before" in [window.log.model.line(row).text for row in range(window.log.model.rowCount())]
    window.close()
    assert not any(type(handler).__name__ == "LogBuffer" for handler in logging.getLogger().handlers)


async def test_the_demo_robot_is_connected_to_by_name_and_not_remembered(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    window.actions_of_window.start_demo.trigger()
    assert not window.actions_of_window.start_demo.isEnabled()
    await _until(lambda: window.connections.notices, "the connection")

    assert session.links.connected_to == [DEMO_URI]
    assert window.connections.notices[0].texts[1] == ConnectWording.DEMO_ROBOT()
    assert preferences.recent_uris == []
    assert window.actions_of_window.start_demo.isEnabled()


async def test_a_demo_robot_that_can_not_be_started_is_said_to_be(window: MainWindow, session: FakeSession) -> None:
    session.links.demo_error = SessionError("The demo robot could not start", "See the terminal.")
    window.actions_of_window.start_demo.trigger()
    await _until(lambda: [box for box in window.findChildren(QMessageBox) if box.isVisible()], "the message")
    box = _dialog(QMessageBox, window)

    assert (box.text(), box.informativeText()) == ("The demo robot could not start", "See the terminal.")
    assert window.actions_of_window.start_demo.isEnabled()
    box.close()


async def test_the_connect_dialog_starts_the_demo_robot(window: MainWindow, session: FakeSession) -> None:
    window.actions_of_window.connect_robot.trigger()
    _dialog(ConnectDialog, window).demo.click()
    await _until(lambda: session.links.connected_to == [DEMO_URI], "the connection")


async def test_nothing_that_can_be_done_tells_a_locked_robot_anything(
    window: MainWindow, session: FakeSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: True)
    session.set_state(ConnectionState.CONNECTED)
    session.links.world_topic = "/world/stats"
    session.add_topics("/a/imu", session.links.world_topic)
    await _until(window.world.isVisible, "the world")
    spared = {window.actions_of_window.quit, window.actions_of_window.allow_commands}
    for action in [action for action in window.findChildren(QAction) if action not in spared]:
        # also what is greyed: keys, menus and buttons must not be all that holds it back
        action.setEnabled(True)
        action.trigger()
        for box in window.findChildren(QMessageBox):
            for button in box.buttons():
                button.click()
        for dialog in window.findChildren(QDialog):
            dialog.close()
        # what was closed is no longer asked, or drawn, by what comes after it
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    await _frames()

    assert session.commands.world_commands == []
    # to look back was among them
    session.deck.go_live()
    await session.deck._ends.wait()


def test_a_frame_between_a_test_and_the_ends_of_its_fixtures_begins_nothing(
    window: MainWindow, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    window.robot_docks.show("calls").refresh(0.0)
    window.refresher.tick()

    assert session.graphs.asked == []


async def test_commands_are_allowed_to_the_only_robot_or_that_of_the_current_row(
    window: MainWindow, session: FakeSession
) -> None:
    allow = window.actions_of_window.allow_commands
    await _frames()
    assert not allow.isEnabled()

    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    await _until(allow.isEnabled, "the only robot")
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://other:1")
    await _until(lambda: not allow.isEnabled(), "the doubt")

    window.topics.tree.setCurrentIndex(window.topics.model.index_of(_IMU))
    await _until(allow.isEnabled, "the current robot")
    allow.trigger()
    assert session.commands._allowed == {URI}


async def test_a_topic_is_read_by_its_name_though_it_is_not_in_the_list(
    window: MainWindow, session: FakeSession
) -> None:
    assert not window.actions_of_window.topics.read.isEnabled()
    session.set_state(ConnectionState.CONNECTED)
    await _until(window.actions_of_window.topics.read.isEnabled, "the connection")
    window.actions_of_window.topics.read.trigger()
    dialog = _dialog(TopicDialog, window)
    dialog.name.setText("a/imu")
    dialog.accept()
    assert session.topics.wants[OWNER] == {_IMU}

    session.add_topics("/a/imu")
    session.receive("/a/imu", {"x": 4.0})
    await _until(lambda: window.inspector.model.rowCount() == 1, "the message")
    assert window.topics.selected == _IMU


async def test_the_type_of_bytes_is_asked_for_where_their_topic_is_shown(
    window: MainWindow, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    session.topics.decoders[_IMU] = DecoderChoice("bytes", ("bytes", "ROS 1"), frozenset({"ROS 1"}))
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    window.topics.type_asked.emit(_IMU, "ROS 1")

    assert window.topics.selected == _IMU
    assert window.inspector.picker.type_name.isVisible()


async def test_a_refused_robot_is_given_a_token_in_its_row(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.REFUSED, connection=GALILEO)
    await _until(lambda: window.connections.notices and not window.connections.notices[0].action.isHidden(), "the row")
    window.connections.notices[0].action.click()
    dialog = _dialog(TokenDialog, window)
    dialog.fields.token.setText("abc")
    dialog.accept()
    await _until(lambda: session.links.tokens == {GALILEO: ("abc", "")}, "the new connection")


def _open_everything(window: MainWindow) -> None:
    window.log_dock.show()
    window.inspector_dock.show()
    for action in (*window.actions_of_window.robot.all, window.actions_of_window.drive.panel):
        action.trigger()
    for views in window.docks.views:
        views.add()
    for _ in range(2):
        window.docks.plots.add()


@pytest.mark.parametrize(
    ("at_first", "list_shown"), [((840, 600), "list"), ((1366, 768), "rail"), ((2560, 1440), "list")]
)
async def test_everything_open_at_once_neither_overlaps_nor_leaves_the_smallest_window(
    window: MainWindow, session: FakeSession, at_first: tuple[int, int], list_shown: str
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/imu")
    window.resize(*at_first)
    await _frames()
    _open_everything(window)
    window.actions_of_window.docks.side_bar.setChecked(list_shown == "list")
    window.inspector.show_topic(_IMU)
    await _frames()
    window.resize(840, 600)
    await _frames()

    opened = [dock for dock in window.findChildren(QDockWidget) if not dock.isHidden()]
    assert len(opened) == 2 + 8 + 1 + 5 + 2
    assert window.size().toTuple() == (840, 600)
    # each of the docks behind another comes to the front in turn
    for dock in opened:
        dock.raise_()
        QApplication.processEvents()
        assert not dock.visibleRegion().isEmpty(), dock.objectName()
        _check_places(window)
    assert window.minimumSizeHint().width() <= 840
    assert window.minimumSizeHint().height() <= 600


def _check_places(window: MainWindow) -> None:
    docks = visible_docks(window)
    places = [dock.geometry() for dock in docks]
    for number, place in enumerate(places):
        name = docks[number].objectName()
        assert window.rect().contains(place), name
        for bar in (window.statusBar(), window.menuBar(), window.centralWidget()):
            assert not place.intersects(bar.geometry()), name
        assert not any(place.intersects(other) for other in places[number + 1 :]), name
        # nor does what is in one reach beyond it
        assert docks[number].widget().minimumSizeHint().width() <= place.width(), name


async def test_in_a_wide_window_views_get_what_list_and_inspector_dont_need(
    window: MainWindow, session: FakeSession
) -> None:
    session.add_topics("/a/imu")
    window.resize(2560, 1440)
    plots = await _show_plots(window, session)
    assert abs(window.centralWidget().width() - 320) < 8
    assert abs(window.inspector_dock.width() - 380) < 8
    assert plots.width() > 1800
    window.docks.states.add()
    window.resize(2000, 1200)
    await _frames()

    assert abs(window.centralWidget().width() - 320) < 8
    assert abs(window.inspector_dock.width() - 380) < 8


async def test_the_list_is_folded_by_its_key_and_gives_its_room_to_what_stands_beside_it(
    qtbot: QtBot, window: MainWindow, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    session.add_topics("/a/imu")
    window.resize(1440, 900)
    plots = await _show_plots(window, session)
    width = plots.width()
    side_bar = window.actions_of_window.docks.side_bar
    side_bar.trigger()
    await _frames()
    assert not window.topics.isVisible()
    assert window.rail.isVisible()
    assert window.centralWidget().width() == RAIL_WIDTH
    assert abs(plots.width() - width - 320 + RAIL_WIDTH) < 8
    window.rail.unfold_button.click()
    await _frames()
    assert window.topics.isVisible()
    assert abs(plots.width() - width) < 8
    side_bar.trigger()
    await _frames()
    window.actions_of_window.topics.filter.trigger()
    assert window.topics.isVisible()
    side_bar.trigger()
    window.close()

    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.open(session, _run_nothing)
    await _until(again.rail.isVisible, "the rail")
    assert again.centralWidget().width() == RAIL_WIDTH
    again.inspector_dock.close()
    for dock in again.docks.plots.docks.values():
        dock.hide()
    # alone it would leave the window empty
    await _until(again.topics.isVisible, "the list")
    again.close()


async def test_views_wait_until_there_is_a_robot(
    qtbot: QtBot, window: MainWindow, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    await _until(window.inspector_dock.isVisible, "the inspector")
    window.resize(1440, 900)
    window.docks.plots.add()
    window.docks.states.add()
    await _frames()
    seen = {dock.objectName() for dock in visible_docks(window)}
    window.close()
    await session.links.disconnect(URI)

    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.resize(1440, 900)
    again.open(session, _run_nothing)
    await _frames()
    assert again.start_page.isVisible()
    assert visible_docks(again) == []
    assert again.arrangement.wanted_docks() == ["inspector", "lane-1", "plots"]
    session.set_state(ConnectionState.CONNECTED)
    await _until(again.inspector_dock.isVisible, "the inspector")
    await _frames()
    assert {dock.objectName() for dock in visible_docks(again)} == seen == {"inspector", "lane-1"}
    assert again.tabifiedDockWidgets(again.docks.plots.docks["plots"]) == [again.docks.states.docks["lane-1"]]
    assert abs(again.centralWidget().width() - 320) < 8
    again.close()


async def test_a_window_that_is_closed_before_it_is_filled_leaves_the_arrangement_as_it_was(
    qtbot: QtBot, window: MainWindow, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    await _until(window.inspector_dock.isVisible, "the inspector")
    window.close()
    before = preferences.widget_state("docks")
    again = MainWindow(themes, preferences)
    qtbot.addWidget(again)
    again.show()
    again.close()

    assert preferences.widget_state("docks") == before


async def test_an_error_is_seen_though_the_list_is_folded_or_a_view_is_maximised(
    window: MainWindow, session: FakeSession
) -> None:
    await _show_plots(window, session)
    window.actions_of_window.docks.side_bar.trigger()
    await _frames()
    assert window.work_page.is_folded
    window.toggle_maximised()

    session.alerts.raise_alert(Alert("slow", Severity.WARNING, URI, "It is slow."))
    window.alerts.refresh(0.0)
    still = window.maximised
    session.alerts.raise_alert(Alert("moving", Severity.ERROR, URI, "It may be moving."))
    window.alerts.refresh(0.0)

    assert (still is not None, window.maximised) == (True, None)
    await eventually(window.alerts.isVisible, "the alert")


async def test_a_layout_is_saved_as_it_was_before_a_view_was_maximised(
    window: MainWindow, session: FakeSession
) -> None:
    await _show_plots(window, session)
    before = window.layouts.current_layout()
    window.actions_of_window.docks.maximise.trigger()
    await _frames()
    assert [dock.objectName() for dock in visible_docks(window)] == ["plots"]
    after = window.layouts.current_layout()

    assert window.maximised is None
    assert (after.panels, after.places, after.front) == (before.panels, before.places, before.front)
    assert [view.name for view in after.views] == [view.name for view in before.views]


async def test_figures_that_change_do_not_have_the_window_laid_out_anew(
    window: MainWindow, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    session.add_topics("/a/imu")
    await _until(lambda: window.topics.model.index_of(_IMU).isValid(), "the topic")
    window.topics.tree.setCurrentIndex(window.topics.model.index_of(_IMU))

    async def live(frames: int) -> None:
        for number in range(frames):
            session.links.clock = SimClock(12_500_000_000 + number * 16_000_000, time.time_ns())
            session.set_condition(RobotCondition(activity="navigating"), LinkQuality(0.02, 0.0))
            session.receive("/a/imu", {"x": number % 10})
            await _frames(1)

    await live(60)
    before = window.inspector.header.number.text()
    requests = LayoutRequests(window)
    began_s = time.monotonic()
    await live(90)

    assert window.inspector.header.number.text() != before
    # what is told needs more room now and then
    assert requests.count <= 2 * (time.monotonic() - began_s)


@pytest.mark.expects_log("could not be read")
async def test_settings_that_can_not_be_read_are_told_of_once_and_put_away_by_a_click(
    qtbot: QtBot, session: FakeSession, themes: Themes, tmp_path: Path
) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"format": 1, "theme": "purple"}', encoding="utf-8")
    window = MainWindow(themes, Preferences(path))
    qtbot.addWidget(window)
    window.show()
    tasks = TaskPool("window")
    window.open(session, tasks.spawn)
    (bar,) = window.news.bars.values()
    assert "theme" in bar.words.text()
    assert "settings.json.broken-" in bar.words.text()
    bar.buttons[0].click()
    window.refresh(1.0)
    assert window.news.bars == {}
    window.close()
    await tasks.cancel()


async def test_safe_mode_is_said_by_the_title_and_in_words(window: MainWindow) -> None:
    window.show_safe_mode()

    assert window.windowTitle() == WindowWording.SAFE_MODE_TITLE()
    assert len(window.news.bars) == 1


async def test_the_first_start_of_a_newer_version_says_so_and_the_menu_shows_it(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    preferences.version_seen = "0.0.1"
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    tasks = TaskPool("window")
    window.open(session, tasks.spawn)
    assert "new" in window.news.bars
    assert preferences.version_seen == VERSION

    window.news.bars["new"].buttons[-1].click()
    window.actions_of_window.whats_new.trigger()
    assert window.findChildren(WhatsNewDialog)
    window.close()
    await tasks.cancel()
