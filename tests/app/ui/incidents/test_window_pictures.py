"""Pictures of the window at incidents: when they are taken, and that no address is in them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QPlainTextEdit, QStatusBar, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.record.hiding import Hider
from app.record.incidents import PICTURE, Incident, IncidentFacts, IncidentFolder, IncidentReason
from app.ui.incidents.window_pictures import MAX_WIDTH, WindowPictures, covered_picture, covered_rects
from app.ui.robot.connections import ConnectionsPanel
from tests.app.ui.conftest import OpenWindow
from tests.fakes.session import FakeSession
from tests.fakes.spawned import Spawned

ADDRESS = "ros1://10.0.0.7:11311"
HIDE = Hider([ADDRESS], ["hunter2"])


def told_widgets() -> Iterator[QWidget]:
    """Widgets with an address, or a secret."""
    yield QLabel("the robot 10.0.0.7 is lost")
    yield QLineEdit("hunter2")
    yield QLineEdit(placeholderText=ADDRESS)
    yield QPlainTextEdit(f"first\nof {ADDRESS}")
    bar = QStatusBar()
    bar.showMessage(f"connecting to {ADDRESS}")
    yield bar
    painted = QWidget()
    painted.setMinimumSize(100, 40)
    painted.setAccessibleDescription("curves of 10.0.0.7")
    yield painted


def is_plain(image: QImage, rect: QRect) -> bool:
    """Whether a place in a picture has one colour."""
    cut = image.copy(rect)
    return len({cut.pixel(x, y) for x in range(cut.width()) for y in range(cut.height())}) == 1


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """An empty window."""
    made = QWidget()
    made.resize(400, 300)
    QVBoxLayout(made)
    qtbot.addWidget(made)
    return made


def fill(window: QWidget, *widgets: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    for widget in widgets:
        layout.addWidget(widget)
    window.show()


def place(window: QWidget, widget: QWidget) -> QRect:
    return widget.rect().translated(widget.mapTo(window, QPoint()))


def test_each_text_with_an_address_is_covered_and_others_are_not(window: QWidget) -> None:
    harmless = QLabel("10.0.0.70 on localhost: 4.2 m/s")
    widgets = list(told_widgets())
    fill(window, harmless, *widgets)
    image = covered_picture(window, HIDE)
    assert all(is_plain(image, place(window, widget)) for widget in widgets)
    assert not is_plain(image, place(window, harmless))
    assert not is_plain(window.grab().toImage(), place(window, widgets[0]))


def test_of_lists_and_tabs_only_the_rows_with_an_address_are_covered(window: QWidget) -> None:
    rows, tabs = QListWidget(), QTabBar()
    rows.addItems(["one", f"two {ADDRESS}", "three"])
    tabs.addTab("first")
    tabs.addTab("10.0.0.7")
    fill(window, rows, tabs)
    (row, tab) = covered_rects(window, HIDE)
    assert row.height() == rows.visualItemRect(rows.item(1)).height()
    assert row.contains(rows.viewport().mapTo(window, rows.visualItemRect(rows.item(1)).center()))
    assert tab == tabs.tabRect(1).translated(tabs.mapTo(window, QPoint()))


def test_what_is_not_seen_needs_no_cover(window: QWidget) -> None:
    hidden = QLabel(ADDRESS)
    fill(window, QLabel("one"), hidden)
    hidden.hide()
    assert covered_rects(window, HIDE) == []


async def test_the_list_of_robots_is_covered_in_the_main_window(open_window: OpenWindow, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    shown = open_window()
    shown.refresher.tick()
    await asyncio.sleep(0.05)
    panel = shown.findChild(ConnectionsPanel)
    assert panel is not None
    assert panel.isVisible()
    image = covered_picture(shown, HIDE)
    assert is_plain(image, place(shown, panel))
    assert not is_plain(image, shown.rect())


class TestTaking:
    """When a picture is taken, and how it is written."""

    @pytest.fixture
    def incident(self, tmp_path: Path) -> Incident:
        """An incident that has just begun."""
        return IncidentFolder(tmp_path).add(IncidentFacts(1, IncidentReason.STOP))

    @pytest.fixture
    def spawned(self) -> Iterator[Spawned]:
        """What is written only when a test asks for it."""
        made = Spawned()
        yield made
        made.close()

    def test_it_is_taken_a_while_after_in_the_thread_of_the_window(
        self, qtbot: QtBot, window: QWidget, incident: Incident, spawned: Spawned
    ) -> None:
        asked: list[threading.Thread] = []

        def hider() -> Hider:
            asked.append(threading.current_thread())
            return HIDE

        fill(window, QLabel("one"))
        pictures = WindowPictures(window, hider, spawned, 30)
        other = threading.Thread(target=pictures.take, args=(incident,))
        other.start()
        other.join()
        assert asked == []
        qtbot.waitUntil(lambda: bool(asked))
        assert asked == [threading.current_thread()]
        path = incident.folder / PICTURE
        assert not path.exists()
        spawned.run()
        assert QImage(str(path)).size() == window.size()

    def test_a_large_window_is_scaled(
        self, qtbot: QtBot, window: QWidget, incident: Incident, spawned: Spawned
    ) -> None:
        window.resize(2 * MAX_WIDTH, 1000)
        fill(window, QLabel("one"))
        written: list[str] = []

        def spawn(coroutine: Coroutine[Any, Any, None], name: str) -> None:
            written.append(name)
            spawned(coroutine, name)

        WindowPictures(window, lambda: HIDE, spawn, 0).take(incident)
        qtbot.waitUntil(lambda: bool(written))
        spawned.run()
        image = QImage(str(incident.folder / PICTURE))
        assert (image.width(), image.height()) == (MAX_WIDTH, 500)

    def test_an_incident_that_is_gone_and_a_window_that_is_not_seen_do_no_harm(
        self, qtbot: QtBot, window: QWidget, incident: Incident, tmp_path: Path, spawned: Spawned
    ) -> None:
        pictures = WindowPictures(window, lambda: HIDE, spawned, 0)
        pictures.take(incident)
        qtbot.wait(20)
        spawned.run()
        assert not (incident.folder / PICTURE).exists()
        fill(window, QLabel("one"))
        IncidentFolder(tmp_path).delete(incident)
        pictures.take(incident)
        qtbot.wait(20)
        spawned.run()
        assert not incident.folder.exists()
