from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.model.json_document import JsonError
from app.model.timeseries.budget import SeriesBudget
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.panel import PlotsPanel
from app.ui.time_axis.plots.shared import MAX_RETAINED, RETAINED_S, SharedPlots
from tests.fakes.session import URI, FakeSession
from tests.fakes.view_services import ViewServices

ODOM = TopicKey(URI, "/odom")


@pytest.fixture
async def tools(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[ViewServices]:
    tasks, parent = TaskPool("plots"), QWidget()
    qtbot.addWidget(parent)
    lock = CommandSwitch(session.commands, QAction(parent), themes, lambda: None, parent)
    yield ViewServices(session, tasks.spawn, lock, themes, preferences, lambda: None, print)
    await tasks.cancel()


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def shared(tools: ViewServices, window: QWidget) -> SharedPlots:
    return SharedPlots(tools.links, tools.topics, tools.alerts, tools.themes, tools.preferences, tools.spawn, window)


def plotted(shared: SharedPlots, window: QWidget, path: str = "x") -> PlotsPanel:
    panel = shared.make_panel({})
    panel.setParent(window)
    panel.add_fields([(ODOM, path)])
    return panel


def wanted(session: FakeSession) -> int:
    return sum(bool(keys) for keys in session.topics.wants.values())


async def test_what_was_closed_lately_comes_back_as_it_was(shared: SharedPlots, window: QWidget) -> None:
    panel = plotted(shared, window)
    state = panel.state()
    shared.retire(panel)
    assert panel.isHidden()

    assert shared.make_panel(state) is panel
    again = shared.make_panel(state)
    again.setParent(window)
    assert again is not panel


async def test_history_comes_back_whatever_else_is_different(
    shared: SharedPlots, window: QWidget, session: FakeSession
) -> None:
    panel = plotted(shared, window)
    state = panel.state()
    panel.add_fields([(ODOM, "y")])
    session.receive("/odom", {"x": 1.0, "y": 2.0})
    shared.retire(panel)
    session.receive("/odom", {"x": 3.0, "y": 4.0})
    again = shared.make_panel({**state, "span_s": 7.0})
    (curve,) = again.curves
    curve.drain()

    assert again is panel
    assert again.time_window.span_s == 7.0
    assert curve.samples is not None
    assert curve.samples.values.tolist() == [1.0, 3.0]


async def test_a_panel_is_not_replaced_where_it_has_the_history(
    shared: SharedPlots, window: QWidget, session: FakeSession
) -> None:
    panel = plotted(shared, window)
    session.receive("/odom", {"x": 1.0})
    state = {**panel.state(), "span_s": 7.0}
    assert shared.make_panel(state, panel) is panel
    (curve,) = panel.curves
    curve.drain()
    assert curve.samples is not None
    assert curve.samples.values.tolist() == [1.0]
    other = plotted(shared, window, "z")

    assert shared.make_panel(other.state(), panel) is not panel
    assert not panel.has_history_of({"grid": 5})
    assert not panel.has_history_of({**state, "base": "stamp"})


async def test_an_empty_one_is_not_kept(shared: SharedPlots, window: QWidget) -> None:
    panel = shared.make_panel({})
    panel.setParent(window)
    shared.retire(panel)
    other = shared.make_panel(panel.state())
    other.setParent(window)

    assert other is not panel


async def test_only_the_last_ones_are_kept_and_for_a_while(
    shared: SharedPlots, window: QWidget, session: FakeSession
) -> None:
    for number in range(MAX_RETAINED + 2):
        shared.retire(plotted(shared, window, f"x{number}"))
    assert wanted(session) == MAX_RETAINED
    shared.refresh(5.0)
    shared.refresh(5.0 + RETAINED_S - 1.0)
    assert wanted(session) == MAX_RETAINED
    shared.refresh(5.0 + RETAINED_S)

    assert wanted(session) == 0


async def test_where_memory_is_short_what_can_be_seen_comes_first(
    tools: ViewServices, window: QWidget, session: FakeSession
) -> None:
    shared = SharedPlots(
        tools.links,
        tools.topics,
        tools.alerts,
        tools.themes,
        tools.preferences,
        tools.spawn,
        window,
        SeriesBudget(200_000),
    )
    shared.retire(plotted(shared, window))
    for number in range(8_000):
        session.now += 0.001
        session.receive("/odom", {"x": number})
    shared.refresh(1.0)
    shared.refresh(2.0)

    assert wanted(session) == 0
    assert shared.budget.used_bytes == 0


async def test_what_makes_no_sense_is_refused_and_wants_nothing(shared: SharedPlots, session: FakeSession) -> None:
    with pytest.raises(JsonError):
        shared.make_panel({"version": 99})

    assert wanted(session) == 0


async def test_one_that_is_closed_does_not_follow_the_time_of_the_others(shared: SharedPlots, window: QWidget) -> None:
    closed, shown = plotted(shared, window), plotted(shared, window)
    state = closed.state()
    shared.retire(closed)
    shown.time_window.set_span(300.0)
    shared.link.broadcast(shown)
    assert closed.time_window.span_s == 30.0

    assert shared.make_panel(state).time_window.span_s == 300.0


async def test_whether_time_is_linked_is_remembered(tools: ViewServices, shared: SharedPlots, window: QWidget) -> None:
    assert shared.link.linked
    shared.set_linked(False)

    assert not SharedPlots(
        tools.links, tools.topics, tools.alerts, tools.themes, tools.preferences, tools.spawn, window
    ).link.linked


async def test_nothing_is_kept_of_a_window_that_closes(
    shared: SharedPlots, window: QWidget, session: FakeSession
) -> None:
    shared.retire(plotted(shared, window))
    shared.close()

    assert wanted(session) == 0
