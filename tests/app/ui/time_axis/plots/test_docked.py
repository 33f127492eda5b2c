from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.model.timeseries.curve_spec import SavedStateError
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.base.command_lock import CommandLock
from app.ui.base.preferences import Preferences
from app.ui.base.robot_tools import RobotTools
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.docked import DockedPlots
from app.ui.time_axis.plots.shared import SharedPlots
from tests.fakes.session import URI, FakeSession

ODOM = TopicKey(URI, "/odom")


@pytest.fixture
async def docked(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[DockedPlots]:
    tasks, window = TaskPool("plots"), QWidget()
    qtbot.addWidget(window)
    lock = CommandLock(session, QAction(window), themes, lambda: None, window)
    tools = RobotTools(session, tasks.spawn, lock, themes, preferences, lambda: None, print)
    shared = SharedPlots(tools, window)
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
    docked.ensure_panel().plot_fields([(ODOM, "x")])
    state = docked.state()
    docked.window().show()
    docked.ensure_panel().plot_fields([(ODOM, "y")])
    docked.restore(state)

    assert docked.panel is not None
    assert paths(docked) == ["x"]


async def test_what_makes_no_sense_changes_nothing_and_is_told(docked: DockedPlots) -> None:
    docked.ensure_panel().plot_fields([(ODOM, "x")])
    with pytest.raises(SavedStateError):
        docked.show_state({"version": 99})

    assert paths(docked) == ["x"]


async def test_what_is_shown_already_goes_on(docked: DockedPlots, session: FakeSession) -> None:
    docked.ensure_panel().plot_fields([(ODOM, "x")])
    before = docked.panel
    session.receive("/odom", {"x": 1})
    docked.show_state(docked.state())

    assert docked.panel is before


async def test_it_tells_when_it_is_handled_and_no_more_of_what_it_let_go(docked: DockedPlots) -> None:
    told: list[bool] = []
    docked.handled.connect(lambda: told.append(True))
    before = docked.ensure_panel()
    before.plot_fields([(ODOM, "x")])
    assert told == [True]
    docked.close_down()
    before.handled.emit()

    assert told == [True]
    assert docked.panel is None


async def test_plots_of_the_run_before_that_make_no_sense_are_told(docked: DockedPlots) -> None:
    docked.restore({"version": 99})
    panel = docked.ensure_panel()

    assert paths(docked) == []
    assert panel.notice.texts[2] == (
        "The plots of the run before can't be shown again: the plots are of another version of Teledeck"
    )
