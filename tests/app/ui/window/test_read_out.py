"""Everything in the window has a name, a role and a value, by which a screen reader says what it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.spoken import SpokenView, SpokenViews
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.scenes.analysis import ANALYSIS_SCENES, analysis_session_of
from tests.scenes.compare import COMPARE_SCENES, compare_session_of
from tests.scenes.drive import DRIVE_SCENES, drive_session_of
from tests.scenes.help import HELP_SCENES
from tests.scenes.images import IMAGE_SCENES, picture_session_of
from tests.scenes.joints import JOINT_SCENES, joint_session_of
from tests.scenes.layouts import LAYOUT_SCENES, layout_session_of
from tests.scenes.names import NAMING_SCENES, naming_session_of
from tests.scenes.past import PAST_SCENES, past_session_of
from tests.scenes.plots import PLOT_SCENES, plot_session_of
from tests.scenes.recordings import RECORDING_SCENES, recording_session_of
from tests.scenes.robots import ROBOT_SCENES, robot_session_of
from tests.scenes.states import STATE_SCENES, lane_session_of
from tests.scenes.top_view import TOP_VIEW_SCENES, top_view_session_of
from tests.scenes.window import SCENES, Stage, session_of
from tests.tools.read_out import unspoken

# between them, every view, every dialog and every empty state has been seen once
NAMED = (
    (SCENES, session_of, "start palette dialog-host dialog-found token decoder diagnosis topic-by-name world about"),
    (SCENES, session_of, "paused record-topics"),
    (ROBOT_SCENES, robot_session_of, "console parameter-dialog publish nodes goals frames-as-list diagnostics-worse"),
    (IMAGE_SCENES, picture_session_of, "pictures"),
    (PLOT_SCENES, plot_session_of, "plots plots-curve"),
    (PAST_SCENES, past_session_of, "past-pictures"),
    (TOP_VIEW_SCENES, top_view_session_of, "top-view-goal-asked"),
    (LAYOUT_SCENES, layout_session_of, "room-of-everything"),
    (STATE_SCENES, lane_session_of, "lanes-transitions"),
    (DRIVE_SCENES, drive_session_of, "drive-free-axes pad-setup-summary profiles-free-axes"),
    (JOINT_SCENES, joint_session_of, "joints-moved"),
    (NAMING_SCENES, naming_session_of, "rate names-of-a-file"),
    (HELP_SCENES, session_of, "about-licences preferences-keys preferences-folders guide-search tour-of-verbs"),
    (ANALYSIS_SCENES, analysis_session_of, "analysis-spectrum"),
    (COMPARE_SCENES, compare_session_of, "compare-figures"),
    (RECORDING_SCENES, recording_session_of, "recording"),
)
ALL = {name: (scenes, sessions) for scenes, sessions, names in NAMED for name in names.split()}


@pytest.fixture(autouse=True)
def read_out() -> Iterator[None]:
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def _steps(root: QWidget) -> Iterator[str]:
    """What Tab does not leave by itself, where it begins in each widget that Tab comes to."""
    for widget in root.findChildren(QWidget):
        reached = widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        # a long text takes Tab, and lets Ctrl+Tab go
        if reached and isinstance(widget, QPlainTextEdit) and not widget.isReadOnly() and not widget.tabChangesFocus():
            yield type(widget).__name__


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("name", ALL)
async def test_everything_has_a_name_a_role_and_a_value_and_tab_leaves_it(
    qapp: QApplication, qtbot: QtBot, themes: Themes, preferences: Preferences, name: str
) -> None:
    scenes, session_for = ALL[name]
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.resize(QSize(1440, 900))
    window.show()
    stage = Stage(window, themes, preferences, session_for(name))
    stage.open()
    await stage.look(0.1)
    shown = await scenes[name](stage)
    await stage.look(0.1)
    roots = [root for root in qapp.topLevelWidgets() if root.isVisible() and isinstance(root, QDialog | MainWindow)]
    faults = list(dict.fromkeys(fault for root in (*roots, shown) for fault in (*unspoken(root), *_steps(root))))
    SpokenViews(window, window.refresher.faults).refresh(0.0)
    views = [view for view in window.findChildren(QWidget) if isinstance(view, SpokenView) and view.isVisible()]
    described = [view.accessibleDescription() == view.spoken_text() or type(view).__name__ for view in views]
    if shown is not window:
        shown.close()
    window.close_at_once()
    await asyncio.sleep(0)
    assert not faults
    assert described == [True] * len(views)
