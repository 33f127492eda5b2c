from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QDialog, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import DecoderChoice, TopicKey
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.session.key_store import SERVICE, TokenStore
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.doctor_dialog import DoctorDialog
from app.ui.connect.robot_connector import RobotConnector
from app.ui.connect.tokens import TokenDialog
from app.ui.topics.topic_dialogs import TopicDialog
from app.ui.window.main_window import MainWindow
from app.wording.session import SessionWording
from app.wording.ui.connect import ConnectWording
from tests.fakes.key_store import FakeKeyStore
from tests.fakes.questions import press_yes
from tests.fakes.session import DEMO_URI, ENGINE, GALILEO, URI, FakeSession
from tests.fakes.waiting import eventually

ADDRESS = f"{GALILEO}/odom"
OTHER = "gazebo://other:11345"
PROXIED = "galileo://ab12.robot1.bwbot.org/odom"
PROXIED_KEY = "galileo://ab12.robot1.bwbot.org:3547"

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Desk:
    """What leads from addresses to connections, and what it works with."""

    def __init__(self, session: FakeSession, themes: Themes, preferences: Preferences, tasks: TaskPool) -> None:
        self.window = QWidget()
        self.session = session
        self.tasks = tasks
        self.store: FakeKeyStore | None = FakeKeyStore()
        self.connected = 0
        self.demos = 0
        self.waiting: list[str] = []
        tokens = TokenStore(lambda: self.store)
        self.connecting = RobotConnector(
            self.window,
            session.links,
            session.topics,
            session.finder,
            tasks.spawn,
            themes,
            preferences,
            tokens,
            self._count,
            self._start_demo,
            self.waiting.append,
        )

    def _count(self) -> None:
        self.connected += 1

    def _start_demo(self) -> None:
        self.demos += 1

    @property
    def kept(self) -> dict[tuple[str, str], str]:
        assert self.store is not None
        return self.store.kept

    def dialog(self, kind: type[_Dialog]) -> _Dialog:
        (found,) = [dialog for dialog in self.window.findChildren(kind) if dialog.isVisible()]
        return found

    async def settled(self) -> None:
        """All that was begun has ended, also in the key store."""
        await eventually(lambda: not self.tasks._tasks, "the end of all tasks")

    def has_dialog(self, kind: type[QDialog]) -> bool:
        return any(dialog.isVisible() for dialog in self.window.findChildren(kind))


@pytest.fixture
async def desk(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> AsyncIterator[Desk]:
    tasks = TaskPool("window")
    desk = Desk(session, themes, preferences, tasks)
    qtbot.addWidget(desk.window)
    desk.window.show()
    yield desk
    for dialog in desk.window.findChildren(QDialog):
        dialog.close()
    if desk.store is not None:
        desk.store.open.set()
    await tasks.cancel()


async def test_a_robot_without_tokens_is_connected_to_at_once_and_the_key_store_is_left_alone(
    desk: Desk, session: FakeSession, preferences: Preferences
) -> None:
    desk.connecting.connect_to(URI)

    assert session.links.connected_to == [URI]
    assert desk.connected == 1
    assert preferences.recent_uris == []


async def test_only_robots_that_were_reached_are_recent(
    desk: Desk, session: FakeSession, preferences: Preferences
) -> None:
    for uri in (URI, OTHER):
        desk.connecting.connect_to(uri)
    session.set_unreached("nothing listens there", connection=OTHER)
    session.set_state(ConnectionState.CONNECTED)
    desk.connecting.remember_reached()
    assert preferences.recent_uris == [URI]

    preferences.remove_robot(URI)
    desk.connecting.remember_reached()
    assert preferences.recent_uris == []


async def test_another_address_takes_the_place_of_a_wrong_one_and_its_name(
    desk: Desk, session: FakeSession, preferences: Preferences
) -> None:
    desk.connecting.connect_to(OTHER)
    session.set_unreached("nothing listens there", connection=OTHER)
    preferences.set_robot_name(OTHER, "Rover")
    desk.connecting.edit_address(OTHER)
    dialog = desk.dialog(ConnectDialog)
    assert dialog.uri == OTHER

    dialog.chosen.emit(URI)
    await desk.settled()
    assert session.links.disconnected_from == [OTHER]
    assert session.links.connected_to == [OTHER, URI]
    assert preferences.robot_name(URI) == "Rover"


async def test_the_address_of_a_robot_that_was_reached_is_changed_after_a_question(
    desk: Desk, session: FakeSession
) -> None:
    desk.connecting.connect_to(OTHER)
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    desk.connecting.edit_address(OTHER)
    desk.dialog(ConnectDialog).chosen.emit(URI)
    await desk.settled()
    assert session.links.disconnected_from == []

    question = desk.dialog(QMessageBox)
    question.button(QMessageBox.StandardButton.Cancel).click()
    await desk.settled()
    assert (session.links.disconnected_from, session.links.connected_to) == ([], [OTHER])


async def test_the_tokens_of_a_robot_are_kept_while_its_address_is_corrected(desk: Desk) -> None:
    desk.connecting.connect_to(f"{ADDRESS}?token=abc")
    desk.connecting.edit_address(GALILEO)

    assert desk.dialog(ConnectDialog).tokens.tokens[0] == "abc"


async def test_the_address_of_a_robot_that_is_gone_is_not_asked_for(desk: Desk) -> None:
    desk.connecting.edit_address(URI)

    assert desk.window.findChild(ConnectDialog) is None


async def test_a_diagnosis_shows_what_the_doctor_finds(desk: Desk) -> None:
    desk.connecting.connect_to(URI)
    desk.connecting.diagnose(URI)
    dialog = desk.dialog(DoctorDialog)
    await desk.settled()

    assert [finding.check for finding in dialog.findings] == ["name"]
    assert dialog.again.isEnabled()
    assert desk.store is not None
    assert desk.store.asked == 0


async def test_topics_that_were_named_before_are_named_again(desk: Desk, session: FakeSession) -> None:
    desk.connecting.connect_to(f"{ENGINE}?packs=rover,cone")
    assert session.links.named[ENGINE] == ("rover", "cone")
    await session.links.disconnect(ENGINE)
    session.links.named.clear()
    desk.connecting.connect_to(ENGINE)

    assert session.links.named[ENGINE] == ("rover", "cone")


async def test_a_token_that_is_kept_is_used_and_remembered_nowhere_else(desk: Desk, session: FakeSession) -> None:
    desk.kept[SERVICE, GALILEO] = "abc"
    desk.connecting.connect_to(ADDRESS)
    await eventually(lambda: session.links.connected_to)

    assert session.links.tokens == {GALILEO: ("abc", "")}
    assert "abc" not in repr(vars(desk.connecting))


async def test_a_token_of_the_address_comes_before_the_one_that_is_kept(desk: Desk, session: FakeSession) -> None:
    desk.kept[SERVICE, GALILEO] = "old"
    desk.connecting.connect_to(f"{ADDRESS}?token=new")

    assert session.links.tokens == {GALILEO: ("new", "")}
    assert desk.kept == {(SERVICE, GALILEO): "old"}


async def test_behind_a_proxy_both_tokens_are_looked_for(desk: Desk, session: FakeSession) -> None:
    desk.kept[SERVICE, PROXIED_KEY] = "abc"
    desk.kept[SERVICE, f"{PROXIED_KEY} proxy"] = "xyz"
    desk.connecting.connect_to(PROXIED)
    await eventually(lambda: session.links.connected_to)
    assert session.links.tokens == {PROXIED_KEY: ("abc", "xyz")}

    await session.links.disconnect(PROXIED_KEY)
    desk.connecting.connect_to(f"{PROXIED}?token=mine")
    await eventually(lambda: len(session.links.connected_to) == 2)
    assert session.links.tokens == {PROXIED_KEY: ("mine", "xyz")}


async def test_while_the_user_unlocks_the_key_store_a_second_click_asks_nothing_more(
    desk: Desk, session: FakeSession
) -> None:
    assert desk.store is not None
    desk.store.open.clear()
    desk.connecting.connect_to(ADDRESS)
    desk.connecting.connect_to(ADDRESS)
    await eventually(lambda: desk.store is not None and desk.store.asked == 1)
    desk.connecting.connect_to(URI)
    assert session.links.connected_to == [URI]
    assert desk.waiting == [ConnectWording.ASKING_KEY_STORE(robot=GALILEO)]

    desk.store.open.set()
    await eventually(lambda: session.links.connected_to == [URI, GALILEO])
    assert desk.waiting[-1] == ""
    assert desk.store.asked == 1


async def test_a_key_store_that_stays_locked_is_told_and_the_robot_is_tried_without(
    desk: Desk, session: FakeSession
) -> None:
    assert desk.store is not None
    desk.store.locked = True
    desk.connecting.connect_to(ADDRESS)
    await eventually(lambda: session.links.connected_to)

    box = desk.dialog(QMessageBox)
    assert box.text() == SessionWording.KEYS_LOCKED(store="Fake Wallet")
    assert session.links.tokens == {GALILEO: ("", "")}


async def test_without_a_key_store_the_robot_is_tried_without_a_token(desk: Desk, session: FakeSession) -> None:
    desk.store = None
    desk.connecting.connect_to(ADDRESS)
    await eventually(lambda: session.links.connected_to)

    assert session.links.tokens == {GALILEO: ("", "")}
    assert not desk.has_dialog(QMessageBox)


async def test_the_dialog_knows_the_key_store_and_a_typed_token_is_used_and_kept(
    desk: Desk, session: FakeSession
) -> None:
    desk.connecting.ask_for_address(ADDRESS)
    dialog = desk.dialog(ConnectDialog)
    await eventually(lambda: "Fake Wallet" in dialog.tokens.keep.text())
    dialog.tokens.token.setText("abc")
    dialog.accept()
    await eventually(lambda: desk.kept)

    assert session.links.tokens == {GALILEO: ("abc", "")}
    assert desk.kept == {(SERVICE, GALILEO): "abc"}


async def test_a_token_that_is_not_to_be_kept_is_only_used(desk: Desk, session: FakeSession) -> None:
    desk.connecting.ask_for_address(f"{PROXIED}?token=abc&galileo_proxy_token=xyz")
    dialog = desk.dialog(ConnectDialog)
    await eventually(dialog.tokens.keep.isEnabled)
    dialog.tokens.keep.setChecked(False)
    dialog.accept()
    await desk.settled()

    assert session.links.tokens == {PROXIED_KEY: ("abc", "xyz")}
    assert desk.kept == {}


async def test_what_can_not_be_kept_is_told_and_the_robot_is_connected_to(desk: Desk, session: FakeSession) -> None:
    desk.connecting.ask_for_address(ADDRESS)
    dialog = desk.dialog(ConnectDialog)
    await eventually(dialog.tokens.keep.isEnabled)
    assert desk.store is not None
    desk.store.fails = True
    dialog.tokens.token.setText("s3ntinel")
    dialog.accept()
    await eventually(lambda: desk.has_dialog(QMessageBox))

    box = desk.dialog(QMessageBox)
    assert SessionWording.KEYS_FAILED(store="Fake Wallet", kind="RuntimeError") in box.text()
    assert "s3ntinel" not in box.text() + box.informativeText()
    assert session.links.tokens == {GALILEO: ("s3ntinel", "")}


async def test_a_dialog_that_was_closed_before_the_key_store_is_known_is_left_alone(desk: Desk) -> None:
    assert desk.store is not None
    desk.store.open.clear()
    desk.connecting.ask_for_address(ADDRESS)
    desk.dialog(ConnectDialog).reject()
    desk.connecting.ask_for_address(URI)
    desk.dialog(ConnectDialog).reject()
    desk.store.open.set()
    desk.connecting.connect_to(ADDRESS)

    await eventually(lambda: desk.connected)


async def test_an_address_that_makes_no_sense_is_asked_for_without_its_token_in_sight(
    desk: Desk, session: FakeSession
) -> None:
    desk.connecting.connect_to("galileo://10.0.0.7:99999/odom?token=s3ntinel")
    dialog = desk.dialog(ConnectDialog)

    assert dialog.edit.text() == "galileo://10.0.0.7:99999/odom"
    assert dialog.tokens.tokens == ("s3ntinel", "")
    assert session.links.connected_to == []


async def test_a_robot_that_refused_is_given_a_token_and_connected_to_anew_by_the_same_path(
    desk: Desk, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.connecting.connect_to(ADDRESS)
    await eventually(lambda: session.links.connected_to)
    session.set_state(ConnectionState.REFUSED, "the robot refuses", connection=GALILEO)
    asked_for: list[str] = []
    connect = session.links.connect

    def note(uri: str) -> str:
        asked_for.append(uri)
        return connect(uri)

    monkeypatch.setattr(session.links, "connect", note)
    desk.connecting.ask_for_token(GALILEO)
    dialog = desk.dialog(TokenDialog)
    await eventually(dialog.fields.keep.isEnabled)
    dialog.fields.token.setText("abc")
    dialog.accept()
    await eventually(lambda: session.links.tokens == {GALILEO: ("abc", "")})

    assert session.links.disconnected_from == [GALILEO]
    assert asked_for == [f"{ADDRESS}?token=abc"]
    await eventually(lambda: desk.kept == {(SERVICE, GALILEO): "abc"})


async def test_a_token_typed_for_a_robot_that_is_connected_to_already_connects_anew(
    desk: Desk, session: FakeSession
) -> None:
    session.set_state(ConnectionState.REFUSED, connection=GALILEO)
    desk.connecting.ask_for_address(f"{ADDRESS}?token=abc")
    desk.dialog(ConnectDialog).accept()
    await eventually(lambda: session.links.tokens == {GALILEO: ("abc", "")})

    assert session.links.disconnected_from == [GALILEO]


async def test_nothing_is_asked_for_a_connection_that_is_gone_or_has_no_tokens(
    desk: Desk, session: FakeSession
) -> None:
    session.set_state(ConnectionState.REFUSED)
    desk.connecting.ask_for_token(URI)
    desk.connecting.ask_for_token(GALILEO)

    assert not desk.has_dialog(TokenDialog)


async def test_with_a_robot_that_is_remembered_no_more_its_tokens_go(desk: Desk, preferences: Preferences) -> None:
    desk.kept[SERVICE, PROXIED_KEY] = "abc"
    desk.kept[SERVICE, f"{PROXIED_KEY} proxy"] = "xyz"
    desk.kept[SERVICE, GALILEO] = "of another"
    preferences.add_recent_uri(PROXIED)
    desk.connecting.ask_for_address()
    recent = desk.dialog(ConnectDialog).recent
    item = recent.list.topLevelItem(0)
    assert item is not None
    recent.list.setCurrentItem(item)
    recent.remove.click()

    await eventually(lambda: desk.kept == {(SERVICE, GALILEO): "of another"})


async def test_the_demo_robot_can_be_chosen_in_the_dialog(desk: Desk) -> None:
    desk.connecting.ask_for_address()
    desk.dialog(ConnectDialog).demo.click()

    assert desk.demos == 1


async def test_topics_are_read_as_they_were_read_before(
    desk: Desk, session: FakeSession, preferences: Preferences
) -> None:
    key = TopicKey(GALILEO, "camera")
    session.topics.decoders[key] = DecoderChoice("bytes", ("bytes", "JPEG"))
    preferences.set_decoder(GALILEO, "camera", "JPEG", "")
    desk.connecting.connect_to(ADDRESS)
    await eventually(lambda: session.links.connected_to)

    assert session.topics.decoders[key].current == "JPEG"


OTHER = "gazebo://other:11345"


@pytest.fixture
async def window(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[MainWindow]:
    tasks = TaskPool("asking")
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.show()
    window.open(session, tasks.spawn)
    yield window
    window.close()
    await tasks.cancel()


async def test_the_demo_robot_is_connected_to_once_it_is_there(window: MainWindow, session: FakeSession) -> None:
    action = window.actions_of_window.start_demo
    window.operations.start_demo()
    assert not action.isEnabled()
    await eventually(lambda: session.links.connected_to, "the demo robot is connected to")

    assert session.links.connected_to == [DEMO_URI]
    await eventually(action.isEnabled, "it can be started again")


@pytest.mark.parametrize(("answer", "layout"), [(0, "Drive"), (1, "Look for faults")])
async def test_once_the_demo_robot_is_there_two_layouts_are_offered(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, answer: int, layout: str
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(window.layouts, "show_by_name", shown.append)
    window.operations.start_demo()
    await eventually(lambda: "demo" in window.news.bars, "the offer")
    window.news.bars["demo"].findChildren(QPushButton)[answer].click()

    assert shown == [layout]
    assert layout in window.layouts.store.names


@pytest.mark.parametrize(("kept", "code"), [(True, ConnectWording.DEMO_KEPT), (False, ConnectWording.DEMO_FORGOTTEN)])
async def test_the_window_says_what_it_keeps_of_a_demo(
    window: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
    kept: bool,  # noqa: FBT001 - a parameter of the test
    code: ConnectWording,
) -> None:
    monkeypatch.setattr(Preferences, "are_kept", kept)
    window.operations.show_demo([DEMO_URI])

    assert code() in window.news.bars["demo"].words.text()


async def test_a_demo_robot_by_several_protocols_is_told_apart_by_them(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    window.operations.show_demo([DEMO_URI, GALILEO], offers=False)
    await eventually(lambda: len(session.links.connected_to) == 2)

    assert preferences.robot_name(DEMO_URI) == ConnectWording.DEMO_ROBOT_BY(kind="Gazebo")
    assert preferences.robot_name(GALILEO) == ConnectWording.DEMO_ROBOT_BY(kind="Galileo")
    assert "demo" not in window.news.bars


async def test_why_there_is_no_demo_robot_is_told(window: MainWindow, session: FakeSession) -> None:
    session.links.demo_error = SessionError("no port is free", "Close other programs.")
    window.operations.start_demo()
    await eventually(lambda: window.findChildren(QMessageBox), "the reason is told")

    assert "no port is free" in window.findChildren(QMessageBox)[0].text().lower()
    assert window.actions_of_window.start_demo.isEnabled()


async def test_a_robot_is_left_only_when_that_was_confirmed(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    window.operations.ask_to_disconnect_current()
    box = window.findChildren(QMessageBox)[0]
    assert session.links.disconnected_from == []
    press_yes(box)
    await eventually(lambda: session.links.disconnected_from, "it was left")

    assert session.links.disconnected_from == [URI]


async def test_without_a_robot_nothing_is_asked(window: MainWindow) -> None:
    window.operations.ask_to_disconnect_current()
    window.operations.ask_for_topic_of_current()

    assert not window.findChildren(QMessageBox)
    assert not window.findChildren(TopicDialog)


async def test_a_topic_that_was_named_is_gone_to(window: MainWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    window.operations.ask_for_topic_of_current()
    dialog = window.findChildren(TopicDialog)[0]
    dialog.chosen.emit(TopicKey(URI, "/named"))
    dialog.close()

    assert window.topics.selected == TopicKey(URI, "/named")


async def test_a_topic_of_a_robot_that_can_not_list_its_own_stays_in_the_list(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    session.links.connect(f"{ENGINE}?packs=rover")
    preferences.add_used_names(ENGINE, ["rover::chassis"])
    session.set_state(ConnectionState.CONNECTED, connection=ENGINE)
    window.operations.ask_for_topic_of_current()
    dialog = window.findChildren(TopicDialog)[0]
    completer = dialog.name.completer()
    assert completer is not None
    assert completer.completionCount() == 1
    dialog.name.setText("rover::chassis")
    dialog.read.click()

    assert session.links.named[ENGINE] == ("rover", "rover::chassis")
    assert window.topics.selected == TopicKey(ENGINE, "rover::chassis")
    window.operations._read(TopicKey(ENGINE, "two words"))
    assert "no spaces" in window.findChildren(QMessageBox)[0].text()


async def test_the_robot_in_view_is_that_of_the_row_or_the_only_one(window: MainWindow, session: FakeSession) -> None:
    assert window.operations.robot_in_view() is None
    session.set_state(ConnectionState.CONNECTED)
    assert window.operations.robot_in_view() == URI
    session.set_state(ConnectionState.CONNECTED, connection=OTHER)
    assert window.operations.robot_in_view() is None
    window.show_topic(TopicKey(OTHER, "/a"))

    assert window.operations.robot_in_view() == OTHER
