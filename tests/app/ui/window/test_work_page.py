from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QDockWidget, QLabel, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.model.alerts import Alert, Severity
from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import RAIL_WIDTH
from app.ui.widgets.docks import DockWindow
from app.ui.widgets.notices import NoticeList, WindowNotices
from app.ui.window.work_page import ListFold, NewsOverlay, Rail, WorkPage
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
    overlay = NewsOverlay(window, QWidget(), QVBoxLayout())
    fold = ListFold(window, page, shown, overlay)
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


class Folded:
    """A window with notices above its list, a view beside it, and a strip below."""

    def __init__(self, qtbot: QtBot, rail: Rail, shown: QAction, themes: Themes) -> None:
        self.window = window = DockWindow(themes)
        qtbot.addWidget(window)
        window.resize(1000, 500)
        self.page = WorkPage(rail, (QWidget(), QLabel("topics")))
        self.news = WindowNotices(themes)
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.news)
        column.addWidget(self.page, 1)
        window.setCentralWidget(central)
        self.view, self.strip = QDockWidget("view", window), QDockWidget("strip", window)
        for dock, area in (
            (self.view, Qt.DockWidgetArea.RightDockWidgetArea),
            (self.strip, Qt.DockWidgetArea.BottomDockWidgetArea),
        ):
            dock.setWidget(QTextEdit())
            window.addDockWidget(area, dock)
        window.strip = self.strip
        self.overlay = NewsOverlay(window, self.news, column)
        self.fold = ListFold(window, self.page, shown, self.overlay)
        with qtbot.waitExposed(window, timeout=20_000):
            window.show()
        window.resizeDocks([self.strip], [150], Qt.Orientation.Vertical)


async def test_a_notice_lies_over_the_views_as_long_as_the_list_is_folded(
    qtbot: QtBot, rail: Rail, shown: QAction, themes: Themes
) -> None:
    folded = Folded(qtbot, rail, shown, themes)
    window, central, news = folded.window, folded.window.centralWidget(), folded.news
    news.show_note("a", "The settings could not be read. " * 4)
    qtbot.waitUntil(news.isVisible)
    shown.setChecked(False)
    folded.fold.follow()
    # the rail keeps its width, and the notice its room
    qtbot.waitUntil(lambda: central.width() == RAIL_WIDTH)
    qtbot.waitUntil(lambda: folded.overlay.isVisible() and news.isVisible())
    qtbot.waitUntil(lambda: news.width() > 300)
    assert folded.overlay.geometry().left() == central.x() + RAIL_WIDTH
    assert window.rect().contains(folded.overlay.geometry())
    (bar,) = news.bars.values()
    assert bar.words.height() >= bar.words.heightForWidth(bar.words.width())
    # one that comes to the front does not hide it for long
    folded.view.raise_()
    folded.overlay.place()
    assert window.childAt(folded.overlay.geometry().center()) is not folded.view.widget()
    bar.buttons[-1].click()
    qtbot.waitUntil(lambda: not folded.overlay.isVisible())
    news.show_note("b", "Another one.")
    qtbot.waitUntil(folded.overlay.isVisible)
    shown.setChecked(True)
    folded.fold.follow()

    qtbot.waitUntil(lambda: not folded.overlay.isVisible() and news.isVisible())
    assert central.isAncestorOf(news)


async def test_a_notice_never_covers_what_stops_a_robot(
    qtbot: QtBot, rail: Rail, shown: QAction, themes: Themes
) -> None:
    folded = Folded(qtbot, rail, shown, themes)
    shown.setChecked(False)
    folded.fold.follow()
    folded.news.show_note("a", "The settings could not be read.")
    qtbot.waitUntil(folded.overlay.isVisible)
    assert not folded.overlay.geometry().intersects(folded.strip.geometry())
    folded.window.resizeDocks([folded.strip], [480], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: folded.strip.height() > 380)
    folded.overlay.place()

    assert not folded.overlay.isVisible() or not folded.overlay.geometry().intersects(folded.strip.geometry())


async def test_a_low_page_takes_from_what_is_scrolled_before_it_takes_from_the_list(qtbot: QtBot, rail: Rail) -> None:
    notices, topics = NoticeList(), QLabel("topics")
    for notice in notices.set_count(2):
        notice.set_content(QIcon(), "Lost", "#ff0000", "robot", "why", "A tip.")
    topics.setMinimumHeight(150)
    page = WorkPage(rail, (notices, topics))
    qtbot.addWidget(page)
    page.resize(400, 600)
    page.show()
    qtbot.waitUntil(lambda: notices.verticalScrollBar().maximum() == 0)
    whole = notices.height()
    page.resize(400, 150 + whole // 2 + 30)

    qtbot.waitUntil(lambda: topics.height() == 150)
    assert notices.notices[0].least_height <= notices.height() < whole


async def test_a_page_leaves_docks_their_room_whatever_stands_in_it(qtbot: QtBot, rail: Rail) -> None:
    high = QLabel("robots")
    high.setMinimumHeight(2000)
    page = WorkPage(rail, (high,))
    qtbot.addWidget(page)
    page.show()

    assert page.minimumSizeHint().height() < 12 * page.fontMetrics().lineSpacing()
    assert page.minimumSizeHint().width() >= high.minimumSizeHint().width()
