"""Every scene by key alone: Tab reaches all that can be operated, in the order of reading, and nothing keeps it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.theme import Themes
from app.ui.drive.axis_sliders import AxisSlider
from app.ui.drive.stop_button import StopButton
from app.ui.top_view.goal_tools import GoalBar
from app.ui.window.main_window import MainWindow
from tests.scenes.analysis import ANALYSIS_SCENES, analysis_session_of
from tests.scenes.compare import COMPARE_SCENES, compare_session_of
from tests.scenes.drive import DRIVE_SCENES, drive_session_of
from tests.scenes.help import HELP_SCENES
from tests.scenes.images import IMAGE_SCENES, picture_session_of
from tests.scenes.joints import JOINT_SCENES, joint_session_of
from tests.scenes.layouts import LAYOUT_SCENES, layout_session_of
from tests.scenes.names import NAMING_SCENES, naming_session_of
from tests.scenes.plots import PLOT_SCENES, plot_session_of
from tests.scenes.recordings import RECORDING_SCENES, recording_session_of
from tests.scenes.robots import ROBOT_SCENES, robot_session_of
from tests.scenes.states import STATE_SCENES, lane_session_of
from tests.scenes.top_view import TOP_VIEW_SCENES, top_view_session_of
from tests.scenes.window import SCENES, Stage, session_of
from tests.tools.tab_ring import operated, order_faults, tab_ring, told

_ROOMS: Final = (
    (SCENES, session_of, "start troubles world log token topic-by-name about dialog-host diagnosis"),
    (ROBOT_SCENES, robot_session_of, "console parameters parameter-dialog publish nodes goals frames diagnostics"),
    (IMAGE_SCENES, picture_session_of, "pictures"),
    (PLOT_SCENES, plot_session_of, "plots plots-curve plots-picture"),
    (TOP_VIEW_SCENES, top_view_session_of, "top-view-goal-asked"),
    (LAYOUT_SCENES, layout_session_of, "room-of-everything"),
    (STATE_SCENES, lane_session_of, "lanes lanes-transitions"),
    (DRIVE_SCENES, drive_session_of, "drive-ready drive-armed drive-free-axes pad-setup-summary profiles-free-axes"),
    (JOINT_SCENES, joint_session_of, "joints-moved"),
    (NAMING_SCENES, naming_session_of, "rate"),
    (HELP_SCENES, session_of, "preferences preferences-keys keys-of-pane guide-page whats-new tour-of-verbs"),
    (ANALYSIS_SCENES, analysis_session_of, "analysis-spectrum"),
    (COMPARE_SCENES, compare_session_of, "compare"),
    (RECORDING_SCENES, recording_session_of, "recording"),
)
_ALL: Final = {name: (scenes, sessions) for scenes, sessions, names in _ROOMS for name in names.split()}
_DIALOGS: Final = (
    *("token", "topic-by-name", "about", "dialog-host", "diagnosis", "parameter-dialog", "plots-curve"),
    *("plots-picture", "lanes-transitions", "pad-setup-summary", "profiles-free-axes", "rate", "preferences"),
    *("keys-of-pane", "guide-page", "whats-new"),
)
_LOGS: Final = [pytest.mark.expects_log("something failed"), pytest.mark.expects_log("was lost")]
_PARAMETERS: Final = [pytest.param(name, marks=_LOGS if name == "log" else ()) for name in _ALL]

Show = Callable[[str], Awaitable[QWidget]]


@pytest.fixture
async def show(qtbot: QtBot, themes: Themes, preferences: Preferences) -> AsyncIterator[Show]:
    """What shows a scene, in which nothing comes or goes by itself any more."""
    windows: list[tuple[MainWindow, QWidget]] = []

    async def show_one(name: str) -> QWidget:
        scenes, session_for = _ALL[name]
        window = MainWindow(themes, preferences)
        qtbot.addWidget(window)
        window.resize(1440, 900)
        window.show()
        stage = Stage(window, themes, preferences, session_for(name))
        stage.open()
        await stage.look(0.1)
        shown = await scenes[name](stage)
        await stage.look(0.1)
        windows.append((window, shown))
        window.refresher.stop()
        shown.window().activateWindow()
        assert QTest.qWaitForWindowActive(shown.window())
        return shown.window()

    yield show_one
    for window, shown in windows:
        if shown is not window and Shiboken.isValid(shown):
            shown.close()
        window.close_at_once()
    await asyncio.sleep(0)


def _is_operated_otherwise(widget: QWidget) -> bool:
    """Whether a key of its own does what a widget does, which Tab leaves out for a reason."""
    # the keys of the free axes; Enter and Escape in the view, so that a key that is held sends no goal
    if isinstance(widget, AxisSlider) or isinstance(widget.parentWidget(), GoalBar):
        return True
    # Space, in every dialog
    return isinstance(widget, StopButton) and isinstance(widget.window(), QDialog)


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("name", _PARAMETERS)
async def test_tab_reaches_all_that_is_operated_in_the_order_of_reading_either_way(show: Show, name: str) -> None:
    root = await show(name)
    ring = tab_ring(root)
    wanted = [widget for widget in operated(root) if not _is_operated_otherwise(widget)]

    assert len(ring) > 1
    assert [told(widget) for widget in wanted if widget not in ring] == []
    assert order_faults(root, ring) == []
    back = tab_ring(root, back=True)[::-1]
    start = back.index(ring[0])
    assert [told(widget) for widget in (*back[start:], *back[:start])] == [told(widget) for widget in ring]


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("name", _DIALOGS)
async def test_escape_closes_a_dialog_wherever_the_focus_is(show: Show, name: str) -> None:
    root = await show(name)
    QTest.keyClick(root.windowHandle(), Qt.Key.Key_Tab)
    # the first may clear a filter, or end a question
    for _ in range(2):
        if _is_open(root):
            QTest.keyClick(root.windowHandle(), Qt.Key.Key_Escape)

    assert not _is_open(root)


def _is_open(dialog: QWidget) -> bool:
    return Shiboken.isValid(dialog) and dialog.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(
    "name", ["troubles", "drive-ready", "plots", "lanes", "analysis-spectrum", "profiles-free-axes", "preferences"]
)
async def test_what_has_the_focus_can_be_told_by_its_looks(show: Show, themes: Themes, name: str) -> None:
    root = await show(name)
    unseen = []
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT, ThemeChoice.HIGH_CONTRAST):
        themes.choose(choice)
        await asyncio.sleep(0)
        # some views are made anew in another theme
        ring = tab_ring(root)
        assert len(ring) > 1
        for widget, other in zip(ring, [*ring[1:], ring[0]], strict=True):
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            with_focus = widget.grab().toImage()
            other.setFocus(Qt.FocusReason.TabFocusReason)
            if widget.grab().toImage() == with_focus:
                unseen.append((choice.name, told(widget)))

    assert unseen == []


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_menus_are_opened_gone_through_and_left_by_keys_and_give_the_focus_back(show: Show) -> None:
    root = await show("troubles")
    assert isinstance(root, MainWindow)
    root.topics.tree.setFocus()
    QTest.keyClick(root.windowHandle(), Qt.Key.Key_V, Qt.KeyboardModifier.AltModifier)
    came = []
    for _ in range(2):
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        came.append(menu)
        first = menu.activeAction()
        QTest.keyClick(menu, Qt.Key.Key_Tab)
        assert menu.activeAction() not in {None, first}
        QTest.keyClick(menu, Qt.Key.Key_Right)
    assert len(set(came)) > 1
    for _ in range(4):
        if (menu := QApplication.activePopupWidget()) is not None:
            QTest.keyClick(menu, Qt.Key.Key_Escape)
    QTest.keyClick(root.windowHandle(), Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
    assert QApplication.focusWidget() is root.topics.tree
