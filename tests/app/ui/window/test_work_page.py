from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QLabel, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import RAIL_WIDTH
from app.ui.widgets.docks import DockWindow
from app.ui.window.work_page import ListFold, Rail, WorkPage
from tests.fakes.session import GALILEO, URI, FakeSession
from tests.fakes.waiting import eventually


@pytest.fixture
def shown() -> QAction:
    return QAction("list", checkable=True, checked=True)


@pytest.fixture
def rail(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences, shown: QAction) -> Rail:
    made = Rail(session.links, session.alerts, themes, preferences, shown)
    qtbot.addWidget(made)
    return made


async def test_the_rail_has_the_state_of_each_robot(rail: Rail, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.LOST, connection=GALILEO)
    rail.refresh(0.0)

    tips = [label.toolTip() for label in rail.robots]
    assert len(tips) == 2
    assert URI in tips[0]
    assert tips[0].partition(": ")[2] != tips[1].partition(": ")[2]
    assert not rail.robots[0].pixmap().isNull()


async def test_the_rail_tells_how_many_alerts_there_are(rail: Rail, session: FakeSession) -> None:
    rail.show()
    assert not rail.alerts_button.isVisible()
    for key in "ab":
        session.alerts.raise_alert(Alert(key, Severity.ERROR, "robot", "It burns."))
    await eventually(lambda: len(session.alerts.current) == 2, "the alerts")
    rail.refresh(0.0)
    assert rail.alerts_button.isVisible()
    assert rail.alerts_button.text() == "2"
    assert not rail.alerts_button.icon().isNull()


async def test_each_button_of_the_rail_unfolds(rail: Rail, shown: QAction) -> None:
    for button in (rail.unfold_button, rail.alerts_button):
        shown.setChecked(False)
        button.click()
        assert shown.isChecked()


async def test_the_list_folds_only_beside_a_dock_and_comes_back_as_wide_as_it_was(
    qtbot: QtBot, rail: Rail, shown: QAction, themes: Themes
) -> None:
    window, content = DockWindow(themes), QLabel("topics")
    qtbot.addWidget(window)
    window.resize(1000, 500)
    page = WorkPage(rail, (QWidget(), content))
    window.setCentralWidget(page)
    dock = QDockWidget("view", window)
    dock.setWidget(QTextEdit())
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    fold = ListFold(window, page, shown)
    with qtbot.waitExposed(window, timeout=20_000):
        window.show()
    window.resizeDocks([dock], [600], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: abs(dock.width() - 600) < 4)
    width = page.width()
    shown.setChecked(False)
    fold.follow()
    qtbot.waitUntil(lambda: page.width() == RAIL_WIDTH)
    assert page.is_folded
    assert not content.isVisible()
    shown.setChecked(True)
    fold.follow()
    qtbot.waitUntil(lambda: abs(page.width() - width) < 4)
    assert content.isVisible()
    dock.hide()
    shown.setChecked(False)
    fold.follow()

    assert not page.is_folded
