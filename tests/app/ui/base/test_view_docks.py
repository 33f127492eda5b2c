from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.net.tasks import TaskPool
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.base.view_docks import ClosedViews, ViewDocks, ViewKind
from app.ui.widgets.dock_places import visible_docks
from tests.fakes.session import FakeSession
from tests.fakes.view_services import ViewServices, view_tools

MOST = 3


class View(QWidget):
    """Keeps what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: object = {}
        self.refreshed = 0
        self.closed = False
        self.fails = False
        self.wants = 0

    def state(self) -> dict[str, Any]:
        return {"told": self.told}

    def restore(self, state: object) -> None:
        self.told = state["told"] if isinstance(state, dict) else None

    def can_be_seen(self) -> bool:
        return self.isVisible()

    def refresh(self, now: float) -> None:
        if self.fails:
            raise ZeroDivisionError(now)
        self.refreshed += 1

    def update_subscriptions(self) -> None:
        self.wants += 1

    def close_down(self) -> None:
        self.closed = True


class Stage:
    """A window with one dock of its own, and views of two kinds."""

    def __init__(self, tools: ViewServices) -> None:
        self.window = QMainWindow()
        self.window.resize(1000, 700)
        self.window.setCentralWidget(QWidget())
        beside = self.beside = QDockWidget("beside", self.window)
        beside.setObjectName("beside")
        self.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, beside)
        self.reopen = QAction(self.window)
        closed = self.closed = ClosedViews(self.reopen)
        kinds = [ViewKind(name, f"{name}s", name.title(), MOST) for name in ("one", "two")]
        self.retitle: dict[str, Callable[[str], None]] = {}
        self.make_least_size = (0, 0)
        shared = view_tools(tools, self.window, beside, closed)
        self.ones, self.twos = (ViewDocks(shared, kind, self._make) for kind in kinds)
        self.window.show()

    def _make(self, name: str, retitle: Callable[[str], None]) -> View:
        self.retitle[name] = retitle
        view = View()
        view.setMinimumSize(*self.make_least_size)
        return view


@pytest.fixture
async def tools(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[ViewServices]:
    tasks, parent = TaskPool("views"), QWidget()
    qtbot.addWidget(parent)
    lock = CommandSwitch(session.commands, QAction(parent), themes, lambda: None, parent)
    yield ViewServices(session, tasks.spawn, lock, themes, preferences, lambda: None, print)
    await tasks.cancel()


@pytest.fixture
def stage(qtbot: QtBot, tools: ViewServices) -> Stage:
    made = Stage(tools)
    qtbot.addWidget(made.window)
    return made


async def test_views_have_titles_of_their_own_or_that_of_their_kind(stage: Stage) -> None:
    stage.ones.add()
    dock = stage.ones.docks["one-1"]
    assert dock.windowTitle() == "One"
    stage.retitle["one-1"]("/camera")
    assert dock.windowTitle() == "/camera"
    stage.retitle["one-1"]("")

    assert dock.windowTitle() == "One"


async def test_there_is_an_end_to_views_and_a_name_is_given_once(stage: Stage) -> None:
    assert stage.ones.make("one-2") == "one-2"
    assert stage.ones.make("one-2") is None
    assert stage.ones.make("inspector") is None
    assert [stage.ones.make() for _ in range(3)] == ["one-1", "one-3", None]
    assert stage.ones.add() is None


async def test_the_views_that_were_closed_last_are_reopened_first_whatever_their_kind(stage: Stage) -> None:
    assert not stage.reopen.isEnabled()
    one, two = stage.ones.add(), stage.twos.add()
    assert one is not None
    assert two is not None
    one.told, two.told = "first", "second"
    stage.ones.docks["one-1"].close()
    stage.twos.docks["two-1"].close()
    assert (one.closed, stage.ones.docks, stage.twos.panels) == (True, {}, {})

    stage.reopen.trigger()
    assert (len(stage.ones.panels), stage.twos.panels["two-1"].told) == (0, "second")
    stage.reopen.trigger()
    assert stage.ones.panels["one-1"].told == "first"
    assert not stage.reopen.isEnabled()


async def test_a_closed_view_is_not_lost_while_there_is_no_room_for_it(stage: Stage) -> None:
    for _ in range(MOST):
        stage.ones.add()
    stage.ones.close_view("one-2")
    stage.ones.add()
    stage.reopen.trigger()
    assert stage.reopen.isEnabled()
    stage.ones.remove("one-1")
    stage.reopen.trigger()

    assert list(stage.ones.docks) == ["one-3", "one-2", "one-1"]


async def test_a_view_that_was_removed_is_not_put_back_where_a_layout_has_its_name(stage: Stage) -> None:
    stage.ones.add()
    arrangement = stage.window.saveState()
    (old,) = stage.ones.docks.values()
    stage.ones.remove("one-1")

    assert stage.window.restoreState(arrangement)

    assert stage.window.dockWidgetArea(old) is Qt.DockWidgetArea.NoDockWidgetArea
    assert old.isHidden()


async def test_views_are_there_again_in_the_next_run_hidden(stage: Stage, tools: ViewServices, qtbot: QtBot) -> None:
    for told in ("a", "b"):
        panel = stage.ones.add()
        assert panel is not None
        panel.told = told
    stage.ones.remove("one-1")
    stage.ones.save()
    again = Stage(tools)
    qtbot.addWidget(again.window)
    again.ones.restore()

    assert {name: panel.told for name, panel in again.ones.panels.items()} == {"one-2": "b"}
    assert again.ones.docks["one-2"].isHidden()


@pytest.mark.parametrize("told", [{}, {"one-1": 3, "one-9": {}, "beside": 1}, {"one-1": [[]]}])
async def test_whatever_was_remembered_opens(stage: Stage, preferences: Preferences, told: dict[str, Any]) -> None:
    preferences.set_views("ones", told)
    stage.ones.restore()

    assert set(stage.ones.docks) <= {"one-1"}


@pytest.mark.expects_log("View can't be refreshed")
async def test_a_view_that_fails_stops_neither_the_others_nor_itself(stage: Stage) -> None:
    first, second = stage.ones.add(), stage.ones.add()
    assert first is not None
    assert second is not None
    QApplication.sendPostedEvents()
    first.fails = True
    first.setVisible(True)
    stage.ones.refresh(1.0)
    first.fails = False
    stage.ones.refresh(2.0)

    assert (first.refreshed, second.refreshed) == (1, 2)
    assert stage.ones.can_be_seen()


async def test_what_the_window_does_reaches_every_view(stage: Stage) -> None:
    view = stage.ones.add()
    assert view is not None
    stage.ones.update_subscriptions()
    stage.ones.close()

    assert (view.wants, view.closed) == (1, True)


async def test_the_one_of_a_kind_that_was_closed_last_is_reopened(qtbot: QtBot, tools: ViewServices) -> None:
    stage = Stage(tools)
    qtbot.addWidget(stage.window)
    assert not stage.closed.reopen_one_of(stage.ones)
    for told in ("a", "b"):
        view = stage.ones.add()
        assert view is not None
        view.told = told
    stage.twos.add()
    for name, docks in (("one-1", stage.ones), ("one-2", stage.ones), ("two-1", stage.twos)):
        docks.close_view(name)
    assert stage.closed.reopen_one_of(stage.ones)
    assert [view.told for view in stage.ones.panels.values()] == ["b"]
    stage.reopen.trigger()

    assert list(stage.twos.panels) == ["two-1"]


def test_the_first_dock_of_some_kinds_has_no_number() -> None:
    kind = ViewKind("one", "ones", "One", MOST, first_is_plain=True)

    assert kind.names == ("one", "one-2", "one-3")


def in_front(stage: Stage) -> list[str]:
    """The docks that can be seen, from left to right."""
    QApplication.processEvents()
    return [dock.objectName() for dock in sorted(visible_docks(stage.window), key=lambda dock: dock.x())]


async def test_the_first_view_stands_left_of_the_inspector_and_gets_what_the_others_dont_need(stage: Stage) -> None:
    stage.window.resize(1440, 700)
    QApplication.processEvents()
    stage.ones.add()
    assert in_front(stage) == ["one-1", "beside"]
    view, beside = (dock.width() for dock in (stage.ones.docks["one-1"], stage.beside))

    assert abs(stage.window.centralWidget().width() - 320) < 8
    assert abs(beside - 380) < 8
    assert view > 700


async def test_further_views_of_any_kind_are_tabs_of_the_first_and_change_no_widths(stage: Stage) -> None:
    stage.window.resize(1440, 700)
    stage.ones.add()
    QApplication.processEvents()
    place = stage.ones.docks["one-1"].geometry()
    stage.twos.add()
    stage.ones.add()

    assert in_front(stage) == ["one-2", "beside"]
    assert set(stage.window.tabifiedDockWidgets(stage.ones.docks["one-1"])) == {
        stage.ones.docks["one-2"],
        stage.twos.docks["two-1"],
    }
    assert stage.ones.docks["one-2"].width() == place.width()


async def test_a_view_joins_one_of_its_kind_where_kinds_stand_apart(stage: Stage) -> None:
    stage.window.resize(1440, 700)
    stage.ones.add()
    stage.twos.add()
    window, one, two = stage.window, stage.ones.docks["one-1"], stage.twos.docks["two-1"]
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, one)
    QApplication.processEvents()
    stage.ones.add()
    stage.twos.add()

    assert window.tabifiedDockWidgets(one) == [stage.ones.docks["one-2"]]
    assert window.tabifiedDockWidgets(two) == [stage.twos.docks["two-2"]]


async def test_in_a_narrow_window_views_are_tabs_of_the_inspector(stage: Stage) -> None:
    stage.window.resize(840, 600)
    QApplication.processEvents()
    stage.ones.add()
    assert in_front(stage) == ["one-1"]
    assert stage.ones.docks["one-1"].width() > 500
    stage.beside.raise_()

    assert in_front(stage) == ["beside"]


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_a_view_that_floats_takes_no_others_with_it(stage: Stage) -> None:
    stage.window.resize(1440, 700)
    stage.ones.add()
    stage.ones.docks["one-1"].setFloating(True)
    stage.twos.add()

    assert in_front(stage) == ["two-1", "beside"]


async def test_the_place_of_views_is_kept_while_all_are_hidden(stage: Stage) -> None:
    stage.window.resize(1440, 700)
    stage.ones.add()
    stage.ones.docks["one-1"].hide()
    QApplication.processEvents()
    stage.twos.add()
    assert in_front(stage) == ["two-1", "beside"]
    stage.ones.docks["one-1"].show()

    assert stage.window.tabifiedDockWidgets(stage.twos.docks["two-1"]) == [stage.ones.docks["one-1"]]


async def test_the_window_never_grows_by_a_view_that_needs_more_room_than_there_is(stage: Stage) -> None:
    # with a least size of its own no window grows with what is in it
    stage.window.setMinimumSize(400, 300)
    stage.window.resize(1140, 700)
    stage.make_least_size = (700, 250)
    QApplication.processEvents()
    stage.beside.setMinimumWidth(500)
    stage.ones.add()

    assert in_front(stage) == ["one-1"]
    assert stage.window.minimumSizeHint().width() <= stage.window.width() == 1140
