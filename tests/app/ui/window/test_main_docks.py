from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.config.folders import CONFIG_VARIABLE
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.inspector.value_tree import ValueTree
from app.ui.time_axis.plots.view import PlotView
from app.ui.window.main_window import MainWindow
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.waiting import eventually


@pytest.fixture
def session() -> FakeSession:
    session = FakeSession()
    session.add_topics("/odom")
    return session


async def test_each_kind_of_views_is_saved_and_closed_as_the_others_are(
    window: MainWindow, session: FakeSession, preferences: Preferences
) -> None:
    docks = window.docks
    docks.images.open(TopicKey(URI, "/odom"))
    docks.top_views.open()
    docks.plots.plot_fields([(TopicKey(URI, "/odom"), "x")])
    docks.save()
    assert all(preferences.views(views.kind.setting) for views in docks.views[:3])
    docks.update_subscriptions()
    docks.close()

    assert not any(session.topics.wants.values())


async def test_a_view_that_was_closed_is_reopened_whatever_its_kind(window: MainWindow) -> None:
    docks = window.docks
    docks.plots.plot_fields([(TopicKey(URI, "/odom"), "x")])
    docks.top_views.open()
    docks.plots.docks["plots"].close()
    docks.top_views.docks["topview-1"].close()
    window.actions_of_window.reopen_view.trigger()
    window.actions_of_window.reopen_view.trigger()

    assert [name for views in docks.views for name in views.docks] == ["topview-1", "plots"]


async def _select_fields(window: MainWindow, session: FakeSession) -> ValueTree:
    """The fields of a message, with the first one current and the keyboard focus."""
    session.set_state(ConnectionState.CONNECTED)
    window.topics.show_topic(TopicKey(URI, "/odom"))
    session.receive("/odom", {"x": 1.0, "y": 2.0})
    tree = window.inspector.tree
    await eventually(lambda: tree.values.rowCount() == 2, "the message")
    assert QTest.qWaitForWindowActive(window)
    window.inspector_dock.show()
    tree.setCurrentIndex(tree.values.index(0, 0))
    tree.setFocus()
    return tree


async def test_one_field_after_another_is_plotted_by_key_without_leaving_the_inspector(
    window: MainWindow, session: FakeSession
) -> None:
    tree = await _select_fields(window, session)
    told = []
    for key in (Qt.Key.Key_P, Qt.Key.Key_Down, Qt.Key.Key_P):
        QTest.keyClick(window.windowHandle(), key)
        assert QApplication.focusWidget() is tree
        told.append(window.status.note.text())
        assert window.statusBar().currentMessage() == ""

    assert [curve.spec.path for curve in window.docks.plots.show_current().curves] == ["x", "y"]
    assert "x" in told[0]
    assert "Plots" in told[0]
    assert told[2] != told[0]


async def test_shift_and_the_key_goes_to_the_plot(window: MainWindow, session: FakeSession) -> None:
    await _select_fields(window, session)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier)

    assert isinstance(QApplication.focusWidget(), PlotView)
    assert [curve.spec.path for curve in window.docks.plots.show_current().curves] == ["x"]


async def test_of_many_curves_some_are_named_and_the_plot_is_told_by_its_number(window: MainWindow) -> None:
    plots = window.docks.plots
    told: list[str] = []
    plots.plotted.connect(told.append)
    plots.plot_fields([(TopicKey(URI, "/odom"), f"field_{number}") for number in range(5)])
    plots.new_plot()
    plots.plot_fields([(TopicKey(URI, "/odom"), "x")])
    plots.plot_fields([(TopicKey(URI, "/odom"), "x")])

    assert len(told) == 2
    assert "2 more" in told[0]
    assert "plot 2" in told[1]


async def test_an_incident_is_compared_with_what_is_live_in_sight(
    window: MainWindow, session: FakeSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    incident = tmp_path / "incident.mcap"
    session.runs.files[incident] = {"/odom": messages_of([(1.0, {"x": 1.0})], JsonSchema("test.Odometry"))}
    window.docks.incidents.show().compare_asked.emit(incident)
    await eventually(lambda: session.runs.runs, "the run")

    assert [run.paths for run in session.runs.runs] == [(incident,)]
    assert not window.docks.compare.dock.isHidden()


async def test_views_are_refreshed_at_once_when_there_is_something_of_the_past_to_show(window: MainWindow) -> None:
    ticks: list[float] = []

    class View:
        def can_be_seen(self) -> bool:
            return True

        def refresh(self, now: float) -> None:
            ticks.append(now)

    window.refresher.add(View(), 0.0)
    window.refresher.start()
    window.docks.looking_back.told.emit()
    window.refresher.stop()

    assert len(ticks) == 1
