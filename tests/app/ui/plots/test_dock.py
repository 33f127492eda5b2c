from __future__ import annotations

import logging
import subprocess
import sys

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow
from pytestqt.qtbot import QtBot

from app.model.topic_store import TopicKey
from app.ui.plots.actions import PlotActions
from app.ui.plots.data import OWNER
from app.ui.plots.dock import PlotsDock
from app.ui.preferences import Preferences
from app.ui.refresh import Refresher
from app.ui.theme import Themes
from tests.fakes.session import URI, FakeSession

FIELD = (TopicKey(URI, "/odom"), "x")


class _House:
    def __init__(self, qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> None:
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.log = QDockWidget("Log", self.window)
        self.window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.log)
        self.actions = PlotActions(themes, self.window)
        self.dock = PlotsDock(self.window, session, themes, preferences, Refresher(), self.actions, self.log)
        self.window.show()
        qtbot.waitExposed(self.window)

    @property
    def paths(self) -> list[list[str]]:
        assert self.dock.panel is not None
        return [[curve.spec.path for curve in cell.plot.curves] for cell in self.dock.panel.grid.cells]


@pytest.fixture
def house(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> _House:
    return _House(qtbot, session, themes, preferences)


def test_nothing_is_made_before_it_is_seen(house: _House) -> None:
    assert house.dock.panel is None
    assert house.dock.dock.isHidden()
    house.dock.save()
    house.dock.close()


def test_it_is_shown_and_hidden_by_its_action(house: _House) -> None:
    house.actions.show.trigger()
    assert not house.dock.dock.isHidden()
    assert house.actions.show.isChecked()
    house.actions.show.trigger()

    assert house.dock.dock.isHidden()


def test_the_first_new_plot_is_the_one_that_is_there(house: _House) -> None:
    house.actions.new.trigger()
    assert house.paths == [[]]
    house.actions.new.trigger()

    assert house.paths == [[], []]


def test_fields_are_plotted_wherever_they_come_from(house: _House, session: FakeSession) -> None:
    house.dock.plot_fields([FIELD])

    assert house.paths == [["x"]]
    assert not house.dock.dock.isHidden()
    house.dock.close()
    assert session.wants[OWNER] == set()


def test_plots_are_there_again_in_the_next_run(
    house: _House, qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> None:
    house.dock.plot_fields([FIELD])
    house.dock.save()
    next_run = _House(qtbot, session, themes, preferences)
    next_run.dock.show()

    assert next_run.paths == [["x"]]


@pytest.mark.parametrize("saved", [b"{", b"5", b'{"version": 99}', b"[" * 100_000, b"\xff"])
def test_what_cannot_be_read_is_told_in_the_log_and_left(
    house: _House, preferences: Preferences, caplog: pytest.LogCaptureFixture, saved: bytes
) -> None:
    preferences.set_layout("plots", QByteArray(saved))
    with caplog.at_level(logging.INFO):
        house.dock.show()

    assert house.paths == [[]]
    assert "can't be shown again" in caplog.text


def test_what_takes_long_to_load_is_not_loaded_with_the_window() -> None:
    code = "import sys, app.ui.main_window, app.ui.plots.dock, app.ui.panels.inspector; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "False"
