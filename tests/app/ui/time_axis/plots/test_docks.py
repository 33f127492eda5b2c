from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.model.json_document import JsonError
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.base.view_docks import ClosedViews
from app.ui.time_axis.plots.docks import MAX_DOCKS, DockedPlots, PlotDocks
from app.ui.time_axis.plots.shared import SharedPlots
from app.ui.window.actions import PlotActions
from app.wording.ui.time_axis import PlotWording
from tests.fakes.session import URI, FakeSession
from tests.fakes.view_services import ViewServices, view_tools
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

ODOM = TopicKey(URI, "/odom")


@pytest.fixture
async def docked(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[DockedPlots]:
    tasks, window = TaskPool("plots"), QWidget()
    qtbot.addWidget(window)
    lock = CommandSwitch(session.commands, QAction(window), themes, lambda: None, window)
    tools = ViewServices(session, tasks.spawn, lock, themes, preferences, lambda: None, print)
    shared = SharedPlots(tools.links, tools.topics, tools.alerts, tools.themes, tools.preferences, tools.spawn, window)
    yield DockedPlots(shared, window)
    shared.close()
    await tasks.cancel()


def paths(docked: DockedPlots) -> list[str]:
    return [curve.spec.path for curve in docked.ensure_panel().curves]


async def test_it_is_made_when_it_is_first_seen(docked: DockedPlots) -> None:
    docked.restore({"version": 1, "grid": {}})
    docked.refresh(1.0)
    assert (docked.panel, docked.can_be_seen()) == (None, False)
    assert docked.state() == {"version": 1, "grid": {}}
    docked.window().show()

    assert docked.panel is not None
    assert docked.can_be_seen()


async def test_a_state_is_shown_at_once_where_it_is_seen_already(docked: DockedPlots) -> None:
    docked.ensure_panel().add_fields([(ODOM, "x")])
    state = docked.state()
    docked.window().show()
    docked.ensure_panel().add_fields([(ODOM, "y")])
    docked.restore(state)

    assert docked.panel is not None
    assert paths(docked) == ["x"]


async def test_what_makes_no_sense_changes_nothing_and_is_told(docked: DockedPlots) -> None:
    docked.ensure_panel().add_fields([(ODOM, "x")])
    with pytest.raises(JsonError):
        docked.show_state({"version": 99})

    assert paths(docked) == ["x"]


async def test_what_is_shown_already_goes_on(docked: DockedPlots, session: FakeSession) -> None:
    docked.ensure_panel().add_fields([(ODOM, "x")])
    before = docked.panel
    session.receive("/odom", {"x": 1})
    docked.show_state(docked.state())

    assert docked.panel is before


async def test_it_tells_when_it_is_handled_and_no_more_of_what_it_let_go(docked: DockedPlots) -> None:
    told: list[bool] = []
    docked.handled.connect(lambda: told.append(True))
    before = docked.ensure_panel()
    before.add_fields([(ODOM, "x")])
    assert told == [True]
    docked.close_down()
    before.handled.emit()

    assert told == [True]
    assert docked.panel is None


async def test_plots_of_the_run_before_that_make_no_sense_are_told(docked: DockedPlots) -> None:
    docked.restore({"version": 99})
    panel = docked.ensure_panel()

    assert paths(docked) == []
    assert shows(panel.notice.texts[2], PlotWording.NOT_RESTORED)


class House:
    """A window with a log, and docks of plots."""

    def __init__(self, qtbot: QtBot, tools: ViewServices) -> None:
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.window.resize(1000, 600)
        self.window.setCentralWidget(QWidget())
        log = QDockWidget("Log", self.window)
        log.setObjectName("log")
        self.window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, log)
        self.actions = PlotActions(tools.themes, self.window)
        self.reopen = QAction(self.window)
        shared = view_tools(tools, self.window, log, ClosedViews(self.reopen))
        self.docks = PlotDocks(shared, tools.alerts, self.actions)
        self.docks.restore()
        self.window.show()

    def paths(self, name: str = "plots") -> list[list[str]]:
        panel = self.docks.panels[name].ensure_panel()
        return [[curve.spec.path for curve in cell.plot.curves] for cell in panel.grid.cells]

    def values(self, name: str = "plots") -> list[float]:
        (curve,) = self.docks.panels[name].ensure_panel().curves
        curve.drain()
        samples = curve.samples
        assert samples is not None
        found: list[float] = samples.values.tolist()
        return found


@pytest.fixture
async def build(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[Callable[[], House]]:
    tasks, parent, houses = TaskPool("plots"), QWidget(), []
    qtbot.addWidget(parent)
    lock = CommandSwitch(session.commands, QAction(parent), themes, lambda: None, parent)
    tools = ViewServices(session, tasks.spawn, lock, themes, preferences, lambda: None, print)

    def make() -> House:
        houses.append(House(qtbot, tools))
        return houses[-1]

    yield make
    for house in houses:
        house.docks.close()
    await tasks.cancel()


@pytest.fixture
def house(build: Callable[[], House]) -> House:
    return build()


async def test_nothing_is_there_before_it_is_asked_for(house: House) -> None:
    assert house.docks.docks == {}
    house.docks.save()


async def test_it_is_shown_and_put_away_by_its_action(house: House) -> None:
    house.actions.show.trigger()
    dock = house.docks.docks["plots"]
    assert not dock.isHidden()
    assert house.actions.show.isChecked()
    house.actions.show.trigger()
    assert dock.isHidden()
    assert not house.actions.show.isChecked()
    house.actions.show.trigger()

    assert list(house.docks.docks) == ["plots"]
    assert not dock.isHidden()


async def test_the_first_new_plot_is_the_one_that_is_there(house: House) -> None:
    house.actions.new.trigger()
    assert house.paths() == [[]]
    house.actions.new.trigger()

    assert house.paths() == [[], []]


async def test_fields_go_to_the_plot_that_was_handled_last_in_whichever_dock(house: House) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    house.actions.new_dock.trigger()
    house.docks.plot_fields([(ODOM, "y")])
    first = house.docks.panels["plots"].ensure_panel()
    first.grid.cells[0].view.focused.emit()
    house.docks.plot_fields([(ODOM, "z")])

    assert house.paths("plots") == [["x", "z"]]
    assert house.paths("plots-2") == [["y"]]


async def test_docks_are_told_from_one_another(house: House, session: FakeSession) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    house.actions.new_dock.trigger()
    house.docks.plot_fields([(TopicKey(URI, "/goal"), "y")])
    titles = [dock.windowTitle() for dock in house.docks.docks.values()]

    assert titles == ["Plots", PlotWording.TITLE(number=2)]
    assert set(session.topics.wants.values()) == {frozenset({TopicKey(URI, "/goal")}), frozenset({ODOM})}


async def test_there_is_an_end_to_docks(house: House) -> None:
    for _ in range(MAX_DOCKS + 2):
        house.actions.new_dock.trigger()

    assert len(house.docks.docks) == MAX_DOCKS


async def test_all_docks_share_one_budget_and_tell_it(house: House, session: FakeSession) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    house.actions.new_dock.trigger()
    house.docks.plot_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 1})
    house.docks.refresh(1.0)
    panels = [house.docks.panels[name].ensure_panel() for name in ("plots", "plots-2")]

    assert panels[0].data.budget is panels[1].data.budget is house.docks.shared.budget
    assert panels[0].bar.memory.text() == panels[1].bar.memory.text()
    assert not panels[0].bar.memory.text().startswith("0 ")


async def test_a_closed_dock_is_reopened_with_what_it_showed_and_what_came_meanwhile(
    house: House, session: FakeSession
) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 1})
    house.docks.docks["plots"].close()
    assert house.docks.docks == {}
    session.receive("/odom", {"x": 2})
    house.docks.refresh(1.0)
    house.reopen.trigger()

    assert house.paths() == [["x"]]
    assert house.values() == [1.0, 2.0]


async def test_the_key_for_plots_brings_back_what_was_closed_by_the_cross(house: House) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    house.docks.docks["plots"].close()
    house.actions.show.trigger()

    assert house.paths() == [["x"]]
    assert not house.reopen.isEnabled()


async def test_what_was_closed_long_ago_wants_nothing_and_is_reopened_empty(house: House, session: FakeSession) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 1})
    house.docks.docks["plots"].close()
    house.docks.refresh(1.0)
    house.docks.refresh(602.0)
    assert set(session.topics.wants.values()) == {frozenset()}
    assert house.docks.shared.budget.used_bytes == 0
    house.reopen.trigger()

    assert house.paths() == [["x"]]
    assert house.values() == []


async def test_all_are_there_again_in_the_next_run_hidden_and_made_when_seen(
    house: House, build: Callable[[], House]
) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    house.actions.new_dock.trigger()
    house.docks.plot_fields([(ODOM, "y")])
    house.docks.save()
    again = build()
    assert [view.panel for view in again.docks.panels.values()] == [None, None]
    assert all(dock.isHidden() for dock in again.docks.docks.values())
    # what was never seen is kept
    again.docks.save()
    third = build()
    third.actions.show.trigger()

    assert (third.paths("plots"), third.paths("plots-2")) == ([["x"]], [["y"]])


async def test_what_was_saved_when_there_was_one_dock_only_is_shown(
    house: House, build: Callable[[], House], preferences: Preferences
) -> None:
    house.docks.plot_fields([(ODOM, "x")])
    state = house.docks.panels["plots"].state()
    preferences.set_views("plots", state)
    again = build()

    assert list(again.docks.docks) == ["plots"]
    assert again.paths() == [["x"]]


async def test_what_cannot_be_shown_again_is_told_in_the_log_and_left(
    build: Callable[[], House], preferences: Preferences, caplog: pytest.LogCaptureFixture
) -> None:
    preferences.set_views("plots", {"plots": {"version": 99}})
    again = build()
    with caplog.at_level(logging.INFO):
        again.actions.show.trigger()
        assert again.paths() == [[]]

    assert ("app.ui.time_axis.plots.docks", logging.INFO) in [record[:2] for record in caplog.record_tuples]


@pytest.mark.parametrize("saved", [{}, {"other": {}}, {"plots": 5}, {"grid": 5}, {"grid": {"split": []}}])
async def test_whatever_was_saved_plots_can_be_opened(
    build: Callable[[], House], preferences: Preferences, saved: dict[str, Any]
) -> None:
    preferences.set_views("plots", saved)
    again = build()
    again.actions.show.trigger()

    assert again.paths() == [[]]


async def test_time_is_the_same_in_all_docks_unless_it_is_unlinked_which_is_remembered(
    house: House, build: Callable[[], House]
) -> None:
    house.actions.new_dock.trigger()
    house.actions.new_dock.trigger()
    first, second = (view.ensure_panel() for view in house.docks.panels.values())
    assert house.actions.link.isChecked()
    house.docks.refresh(1.0)
    first.time_window.zoom(0.5)
    first.time_window.pan(-5.0)
    first.grid.cells[0].view.moved.emit()
    assert second.time_window.shown == first.time_window.shown
    assert second.bar.pause.isChecked()
    house.actions.link.trigger()
    second.bar.pause.click()

    assert not first.time_window.live
    assert second.time_window.live
    assert not build().actions.link.isChecked()


async def test_the_key_holds_the_dock_that_was_handled_last(house: House) -> None:
    house.actions.pause.trigger()
    house.actions.link.trigger()
    house.actions.new_dock.trigger()
    house.actions.new_dock.trigger()
    house.actions.pause.trigger()
    first, second = (view.ensure_panel() for view in house.docks.panels.values())

    assert (first.time_window.live, second.time_window.live) == (True, False)


async def test_keys_go_to_the_plot_that_was_handled_last(house: House) -> None:
    house.actions.show.trigger()
    panel = house.docks.panels["plots"].ensure_panel()
    house.window.activateWindow()

    await eventually(lambda: house.window.focusWidget() is panel.grid.cells[0].view, "the plot has the keys")


def test_what_takes_long_to_load_is_not_loaded_with_the_window() -> None:
    code = (
        "import sys, app.ui.window.main_window, app.ui.time_axis.plots.docks;"
        "import app.ui.inspector.inspector, app.ui.window.main_docks;"
        " print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "False"


@pytest.mark.expects_log("PlotsPanel can't be refreshed")
async def test_a_closed_panel_that_fails_holds_up_no_open_one(
    build: Callable[[], House], session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = build()
    house.docks.plot_fields([(ODOM, "x")])
    house.docks.add()
    house.docks.plot_fields([(ODOM, "y")])
    house.docks.close_view("plots")
    (kept,) = (one.panel for one in house.docks.shared._kept)

    def fail(_now: float) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(kept, "refresh", fail)
    for number in range(4):
        session.receive("/odom", {"x": number, "y": number})
        house.docks.refresh(1.0 + number)

    (name,) = house.docks.panels
    assert house.values(name) == [0.0, 1.0, 2.0, 3.0]
