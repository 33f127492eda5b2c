"""STOP by the mouse of a real screen, whatever else of the program is open: popups really grab the mouse there.

Run it under xvfb-run with QT_QPA_PLATFORM=xcb.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QToolTip,
    QWidget,
)
from shiboken6 import Shiboken

from app.drive.control.values import Stage
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.stop_button import StopButton
from app.ui.widgets.menus import MenuButton
from app.ui.window.main_window import MainWindow
from tests.app.ui.drive.conftest import add_robot
from tests.fakes.dialogs import OPENERS
from tests.fakes.ros_robot import ROBOT, ros_session
from tests.fakes.session import FakeSession
from tests.fakes.waiting import eventually
from tests.fakes.x11 import Screen
from tests.tools.monkey_views import seen_in

_PANELS = ("console", "parameters", "calls", "nodes", "goals", "joints", "frames", "diagnostics")


class Deck:
    """A window from which a robot is driven by a pad, and a hand on the mouse."""

    def __init__(self, screen: Screen, main: MainWindow, session: FakeSession) -> None:
        self.screen, self.main, self.session = screen, main, session
        self.handle = session.driving.handle
        self.stop: StopButton = main.docks.drive.stop_button

    @property
    def panel_stop(self) -> StopButton:
        """The one in the panel."""
        return self.main.docks.drive.show_panel().ui.stop

    async def drive(self) -> None:
        """Arm, by whatever means."""
        self.main.command_switch.allow(ROBOT, allowed=True)
        self.main.docks.drive.show_panel()
        pilot = self.main.docks.drive.client
        await eventually(lambda: pilot.selection, "a robot that is driven")
        self.handle.tell(stage=Stage.ARMED)
        await eventually(lambda: self.stop.is_live, "a STOP that is live")

    async def click(self, widget: QWidget, button: int = 1) -> None:
        """Click once in its middle, and give it time."""
        await self.point_at(widget)
        self.screen.press_mouse(button)
        await asyncio.sleep(0.02)
        self.screen.release_mouse(button)
        await asyncio.sleep(0.02)

    async def point_at(self, widget: QWidget) -> None:
        """Move the mouse to its middle."""
        place = widget.mapToGlobal(widget.rect().center())
        self.screen.move_mouse(place.x(), place.y())
        await asyncio.sleep(0.02)

    async def stops(self, what: str, stop: StopButton | None = None) -> None:
        """The first press at STOP is STOP."""
        self.handle.said.clear()
        # an open list may lie over one of them
        await self.click(next(each for each in (stop or self.stop, self.stop, self.panel_stop) if _is_seen(each)))
        await eventually(lambda: "stop" in self.handle.said, f"STOP: {what}", 5.0)
        assert self.handle.said.count("stop") == 1, what
        assert QApplication.activePopupWidget() is None, what


@pytest.fixture
async def deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication, screen: Screen
) -> AsyncIterator[Deck]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    # as the program does: its loop goes on after the last window is closed
    qapp.setQuitOnLastWindowClosed(False)
    preferences = Preferences(tmp_path / "settings.json")
    tasks, session = TaskPool("window"), ros_session()
    add_robot(session, ROBOT, "/cmd_vel")
    main = MainWindow(Themes(qapp, preferences), preferences)
    # not by qtbot, which would close and delete it before this ends
    main.resize(1400, 860)
    main.move(0, 0)
    main.show()
    main.open(session, tasks.spawn)
    deck = Deck(screen, main, session)
    screen.give_focus(int(main.winId()))
    await eventually(main.isActiveWindow, "the focus")
    await deck.drive()
    yield deck
    main.close_at_once()
    await tasks.cancel()
    main.deleteLater()


async def _shown() -> QDialog:
    found: list[QDialog] = []

    def look() -> bool:
        found[:] = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
        return len(found) == 1

    await eventually(look, "one dialog")
    (dialog,) = found
    await asyncio.sleep(0.05)
    return dialog


@pytest.mark.parametrize("name", OPENERS)
async def test_beside_every_dialog_and_in_it(deck: Deck, name: str, tmp_path: Path) -> None:
    OPENERS[name](deck.main, tmp_path)
    dialog = await _shown()
    # as far from STOP as can be
    dialog.move(0, deck.main.height() - min(dialog.height(), 600))
    await asyncio.sleep(0.05)
    assert not dialog.isModal()
    await deck.stops(f"beside {name}")
    own = dialog.findChild(StopButton)
    assert own is not None
    # wherever it lies, this is on it
    dialog.move(deck.stop.mapToGlobal(QPoint()) - QPoint(200, 20))
    await asyncio.sleep(0.05)
    await deck.stops(f"in {name}", own)
    for box in dialog.findChildren(QComboBox):
        if box.isVisible() and box.isEnabled() and box.count():
            box.showPopup()
            await eventually(QApplication.activePopupWidget, f"a list in {name}")
            await asyncio.sleep(0.02)
            await deck.stops(f"with a list open in {name}", own)
    dialog.close()
    await asyncio.sleep(0.02)
    assert not (Shiboken.isValid(dialog) and dialog.isVisible())


async def test_while_a_file_dialog_asks_whether_to_replace_a_file(deck: Deck, tmp_path: Path) -> None:
    OPENERS["dialogs: where to write"](deck.main, tmp_path)
    dialog: Any = await _shown()
    name = dialog.findChild(QLineEdit)
    (tmp_path / name.text()).write_bytes(b"before")
    # a loop for the answer runs inside of it
    seen: list[Any] = []

    def press() -> None:
        (box,) = dialog.findChildren(QMessageBox)
        place = deck.stop.mapToGlobal(deck.stop.rect().center())
        deck.screen.move_mouse(place.x(), place.y())
        deck.screen.press_mouse()
        QTimer.singleShot(300, lambda: look(box))

    def look(box: QMessageBox) -> None:
        seen.extend((list(deck.handle.said), box.findChild(StopButton) is not None))
        box.reject()

    dialog.move(0, 400)
    deck.handle.said.clear()
    QTimer.singleShot(300, press)
    # a loop for the answer runs inside of it
    QTimer.singleShot(0, dialog.accept)
    await eventually(lambda: seen, "the question")
    assert seen == [["stop"], True]
    dialog.reject()


@pytest.mark.parametrize("panel", _PANELS)
async def test_with_the_menus_and_lists_of_a_panel_open(deck: Deck, panel: str) -> None:
    deck.main.robot_docks.show(panel)
    await asyncio.sleep(0.1)
    await _walk(deck)


async def test_with_the_menus_and_lists_of_all_views_open(deck: Deck) -> None:
    deck.main.image_docks.open()
    deck.main.top_view_docks.open()
    deck.main.plot_docks.plot_fields([(TopicKey(ROBOT, "/odom"), "x")])
    deck.main.state_docks.show_fields([(TopicKey(ROBOT, "/chatter"), "data")])
    await asyncio.sleep(0.2)
    await _walk(deck)


async def test_on_a_tip_that_lies_over_it(deck: Deck) -> None:
    await deck.point_at(deck.stop)
    words = "\n".join(["A tip as long as one can be"] * 9)
    QToolTip.showText(deck.stop.mapToGlobal(QPoint(-60, -20)), words, deck.main)
    await eventually(lambda: _kind_at(deck.stop) is Qt.WindowType.ToolTip, "the tip", 5.0)
    deck.handle.said.clear()
    await deck.click(deck.stop)
    assert deck.handle.said == ["stop"]


def _is_seen(widget: QWidget) -> bool:
    return QApplication.widgetAt(widget.mapToGlobal(widget.rect().center())) is widget


def _kind_at(widget: QWidget) -> Qt.WindowType | None:
    found = QApplication.widgetAt(widget.mapToGlobal(widget.rect().center()))
    return found.windowType() if found is not None else None


async def test_while_something_is_dragged(deck: Deck) -> None:
    stick = deck.main.docks.drive.show_panel().ui.surface
    # a button that is held elsewhere
    await deck.point_at(stick)
    deck.screen.press_mouse()
    await asyncio.sleep(0.02)
    await deck.point_at(deck.stop)
    deck.handle.said.clear()
    deck.screen.press_mouse(3)
    await eventually(lambda: "stop" in deck.handle.said, "STOP by another button")
    deck.screen.release_mouse(3)
    deck.screen.release_mouse()
    await asyncio.sleep(0.05)

    await deck.stops("after that")


async def test_by_a_drop_of_what_is_dragged(deck: Deck) -> None:
    tree = deck.main.topics.tree
    deck.main.show_topic(TopicKey(ROBOT, "/chatter"))
    row = tree.visualRect(tree.currentIndex()).center()
    begin = tree.viewport().mapToGlobal(row)
    end = deck.stop.mapToGlobal(deck.stop.rect().center())
    seen: list[bool] = []

    def carry(step: int = 0) -> None:
        # no task: a loop of the drag's own runs
        if step == 0:
            deck.screen.move_mouse(begin.x(), begin.y())
        elif step == 1:
            deck.screen.press_mouse()
        elif step <= 11:
            way = end - begin
            deck.screen.move_mouse(begin.x() + way.x() * (step - 1) // 10, begin.y() + way.y() * (step - 1) // 10)
        elif step == 12:
            seen.append(True)
            deck.handle.said.clear()
            deck.screen.release_mouse()
        else:
            return
        QTimer.singleShot(60, lambda: carry(step + 1))

    QTimer.singleShot(0, carry)
    await eventually(lambda: seen, "the drop")
    await eventually(lambda: "stop" in deck.handle.said, "STOP by a drop", 5.0)
    await deck.stops("after that")


async def _walk(deck: Deck) -> None:
    """Open whatever can be seen to open a popup, and press STOP each time."""
    opened = 0
    for widget in seen_in(deck.main, QWidget):
        if isinstance(widget, StopButton) or not widget.isVisible() or not widget.isEnabled():
            continue
        ways: list[Callable[[], object]] = [functools.partial(_ask_for_menu, widget)]
        if isinstance(widget, QComboBox) and widget.count():
            ways.append(widget.showPopup)
        if isinstance(widget, MenuButton):
            ways.append(widget.click)
        for way in ways:
            way()
            if QApplication.activePopupWidget() is None:
                continue
            opened += 1
            await asyncio.sleep(0.02)
            await deck.stops(f"with a popup of {widget}")
    assert opened > 5


def _ask_for_menu(widget: QWidget) -> None:
    place = widget.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)


async def test_with_each_menu_of_the_menu_bar_and_below_it_open(deck: Deck) -> None:
    opened = 0

    async def open_all(actions: list[Any], place: QPoint) -> None:
        nonlocal opened
        for action in actions:
            menu = action.menu()
            if not isinstance(menu, QMenu):
                continue
            menu.popup(place)
            await eventually(menu.isVisible, action.text())
            await asyncio.sleep(0.02)
            await deck.stops(f"with the menu {action.text()}")
            opened += 1
            await open_all(menu.actions(), place + QPoint(40, 40))

    await open_all(deck.main.menuBar().actions(), QPoint(10, 30))
    assert opened > 8
