"""A token is nowhere but in the key store and on the way to its robot: looked for wherever something can be read."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.model.status import ConnectionState
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.key_store import SERVICE, TokenStore
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.tokens import TokenDialog
from app.ui.robot.connections import connection_state_word
from app.ui.widgets.command_palette import CommandPalette
from app.ui.window.main_window import MainWindow
from app.wording.ui.connect import ConnectWording
from tests.fakes.galileo_robot import FakeRobot
from tests.fakes.key_store import FakeKeyStore
from tests.fakes.waiting import eventually

# in every token here, right or wrong
SENTINEL = "s3ntinel"
RIGHT = f"{SENTINEL}-right"

# what a busy machine may need for a refusal, or for a link
PATIENCE_S = 40.0


def _texts_of(widget: QWidget) -> Iterator[str]:
    yield from (widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.whatsThis())
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.objectName())
    match widget:
        case QLineEdit():
            # dots where it is concealed
            yield from (widget.displayText(), widget.placeholderText())
        case QComboBox():
            yield from (widget.itemText(row) for row in range(widget.count()))
        case QMessageBox():
            yield from (widget.text(), widget.informativeText(), widget.detailedText())
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QPlainTextEdit():
            yield widget.toPlainText()
        case QAbstractItemView():
            yield from _cells_of(widget)
        case _:
            pass


def _cells_of(view: QAbstractItemView) -> Iterator[str]:
    model: QAbstractItemModel | None = view.model()
    if model is None:
        return
    waiting = [view.rootIndex()]
    while waiting:
        parent = waiting.pop()
        # of a list Qt lets nobody ask for it
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for row in range(model.rowCount(parent)):
            for column in range(columns):
                index = model.index(row, column, parent)
                yield from (
                    str(index.data(role)) for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
                )
                if column == 0:
                    waiting.append(index)


def _everything_shown(window: QWidget) -> str:
    # what others have left without showing it belongs to nobody
    shown = [
        top for top in QApplication.topLevelWidgets() if Shiboken.isValid(top) and (top is window or top.isVisible())
    ]
    widgets = [widget for top in shown for widget in (top, *top.findChildren(QWidget)) if Shiboken.isValid(widget)]
    texts = [text for widget in widgets for text in _texts_of(widget)]
    for action in (action for widget in widgets for action in widget.findChildren(QAction)):
        if Shiboken.isValid(action):
            texts += [action.text(), action.toolTip(), action.iconText()]
    return "\n".join([*texts, QGuiApplication.clipboard().text()])


class Deck:
    """A window on a real session, a robot that lets in only who has the token, and all that could give it away."""

    def __init__(self, window: MainWindow, session: Session, robot: FakeRobot, store: FakeKeyStore) -> None:
        self.window = window
        self.session = session
        self.robot = robot
        self.store = store
        self.looked = 0

    @property
    def connection(self) -> str:
        (info,) = self.session.links.connections
        return info.id

    @property
    def state(self) -> ConnectionState | None:
        return self.session.links.connections[0].status.state if self.session.links.connections else None

    def dialog(self, kind: type[QDialog]) -> QDialog:
        (found,) = [dialog for dialog in self.window.findChildren(kind) if dialog.isVisible()]
        return found

    async def until(self, state: ConnectionState) -> None:
        await eventually(lambda: self.state is state, f"{state}, not {self.state}", PATIENCE_S)

    def look(self) -> None:
        """Look wherever something can be read now."""
        self.window.refresher.tick()
        assert SENTINEL not in _everything_shown(self.window)
        told = [
            repr(self.session.links.connections),
            repr(self.session.alerts.current),
            repr(self.session.topics.store.topics),
        ]
        opened = self.session.links._open_connections
        told += [repr(vars(part)) for part in (self.session, self.session.links, opened, self.window._connector)]
        told += [repr(connection) for connection in opened.all]
        assert SENTINEL not in "\n".join(told)
        self.looked += 1


@pytest.fixture
async def deck(
    qtbot: QtBot, themes: Themes, preferences: Preferences, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Deck]:
    caplog.set_level(logging.DEBUG)
    link, robot, store = LinkThread("link of the test"), FakeRobot(RIGHT), FakeKeyStore()
    link.start()
    await link.run(robot.start())
    session, tasks = Session(link), TaskPool("window")
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.show()
    window.open(session, tasks.spawn, TokenStore(lambda: store))
    yield Deck(window, session, robot, store)
    window.close()
    await session.close()
    await link.run(robot.stop())
    await tasks.cancel()
    link.stop()


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(tmp_path / "settings.json")


def _written(preferences: Preferences, tmp_path: Path) -> str:
    preferences.save()
    assert (tmp_path / "settings.json").exists()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    return "\n".join(path.read_bytes().decode(errors="replace") for path in files)


@pytest.mark.timeout(180)
async def test_a_token_is_seen_and_written_nowhere_from_the_first_try_to_the_next_run(
    deck: Deck, preferences: Preferences, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    window, uri = deck.window, deck.robot.uri()
    # pasted with a wrong one, and refused
    window.ask_to_connect(f"{uri}?token={SENTINEL}-wrong")
    dialog = deck.dialog(ConnectDialog)
    assert isinstance(dialog, ConnectDialog)
    await eventually(dialog.tokens.keep.isEnabled)
    deck.look()
    dialog.accept()
    await deck.until(ConnectionState.REFUSED)
    await eventually(lambda: deck.store.kept)
    deck.look()

    # given the right one, which is kept
    rows = window.connections
    await eventually(lambda: rows.notices and not rows.notices[0].action.isHidden(), "the button", PATIENCE_S)
    rows.notices[0].action.click()
    asked = deck.dialog(TokenDialog)
    assert isinstance(asked, TokenDialog)
    await eventually(asked.fields.keep.isEnabled)
    asked.fields.token.setText(RIGHT)
    deck.look()
    asked.accept()
    await deck.until(ConnectionState.CONNECTED)
    await eventually(lambda: RIGHT in deck.store.kept.values())
    deck.look()

    # copied, and searched for
    connected = connection_state_word(ConnectionState.CONNECTED)
    await eventually(lambda: rows.notices and rows.notices[0].texts[0] == connected, "the row", PATIENCE_S)
    for copy in rows.notices[0].more.choices.actions()[-2:]:
        copy.trigger()
        assert QGuiApplication.clipboard().text()
        deck.look()
    window.open_palette()
    deck.look()
    (palette,) = window.findChildren(CommandPalette)
    palette.close()
    await eventually(window.actions_of_window.disconnect_robot.isEnabled, "the action", PATIENCE_S)
    window.actions_of_window.disconnect_robot.trigger()
    deck.look()
    box = deck.dialog(QMessageBox)
    assert isinstance(box, QMessageBox)
    box.accepted.emit()
    box.close()
    await eventually(lambda: not deck.session.links.connections, "the end of the connection", PATIENCE_S)

    # the robot of before, from the key store alone
    (recent,) = preferences.recent_uris
    window.connect_to(recent)
    await deck.until(ConnectionState.CONNECTED)
    deck.look()
    assert {(SERVICE, f"galileo://127.0.0.1:{deck.robot.port}"): RIGHT} == deck.store.kept
    written = _written(preferences, tmp_path)

    assert recent in written.replace("\\", "")
    assert SENTINEL not in written
    assert str(deck.robot.port) in caplog.text
    assert SENTINEL not in caplog.text
    assert deck.looked >= 7


@pytest.mark.parametrize(
    "uri",
    [
        f"galieo://10.0.0.7?token={SENTINEL}",
        f"galileo://10.0.0.7:99999/odom?token={SENTINEL}",
        f"galileo://10.0.0.7?wan=perhaps&token={SENTINEL}",
        f"gazebo://10.0.0.7?token={SENTINEL}",
        f"ros1://10.0.0.7?token={SENTINEL}",
    ],
    # the name of the running test is in the environment, which the session holds
    ids=["scheme", "port", "option", "gazebo", "ros1"],
)
async def test_an_address_that_makes_no_sense_gives_no_token_away(
    deck: Deck, uri: str, caplog: pytest.LogCaptureFixture
) -> None:
    deck.window.connect_to(uri)
    dialog = deck.dialog(ConnectDialog)
    assert isinstance(dialog, ConnectDialog)
    words = " ".join(dialog.verdict.texts)

    assert dialog.verdict.texts[0] == ConnectWording.NOT_AN_ADDRESS()
    assert SENTINEL not in words
    assert SENTINEL not in caplog.text
    dialog.close()
    await eventually(lambda: not deck.window.findChildren(ConnectDialog))
    deck.look()


async def test_what_the_test_looks_at_would_give_a_token_away(qtbot: QtBot, tmp_path: Path) -> None:
    """Else it could not fail."""
    window = QWidget()
    qtbot.addWidget(window)
    field, label = QLineEdit(window), QLabel(f"{SENTINEL} in a label", window)
    assert SENTINEL in _everything_shown(window)

    label.clear()
    assert SENTINEL not in _everything_shown(window)
    field.setText(SENTINEL)
    assert SENTINEL in _everything_shown(window)
    field.setEchoMode(QLineEdit.EchoMode.Password)
    assert SENTINEL not in _everything_shown(window)
    preferences = Preferences(tmp_path / "settings.json")
    preferences.add_recent_uri(f"galileo://robot?token={SENTINEL}")
    assert SENTINEL in _written(preferences, tmp_path)
