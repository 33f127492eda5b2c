from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.images.image_docks import MAX_IMAGE_VIEWS
from app.ui.topics.topic_verbs import TopicVerb
from app.ui.window.main_window import MainWindow
from tests.app.ui.conftest import OpenWindow
from tests.fakes.images import ImageSchema, noise
from tests.fakes.session import URI, FakeSession

CAMERA, OTHER = TopicKey(URI, "/cam/image"), TopicKey(URI, "/cam/other")


@pytest.fixture(autouse=True)
def robot(session: FakeSession) -> FakeSession:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/cam/image", "/cam/other", schema=ImageSchema(noise(8, 6)))
    session.add_topics("/imu")
    return session


@pytest.fixture
async def window(open_window: OpenWindow) -> MainWindow:
    return open_window()


def settle(window: MainWindow) -> None:
    QApplication.sendPostedEvents()
    window.refresher.tick()


async def test_a_topic_is_shown_in_a_dock_of_its_name(window: MainWindow, robot: FakeSession) -> None:
    window.topics.verb_asked.emit(TopicVerb.IMAGE, CAMERA)
    settle(window)
    robot.receive("/cam/image", b"0")
    settle(window)
    docks = window.image_docks
    (name,) = docks.docks

    assert docks.docks[name].isVisible()
    assert docks.docks[name].windowTitle() == "/cam/image"
    assert docks.docks[name].height() > 200
    assert docks.panels[name].view.rendered is not None
    assert robot.topics.wants[name] == {CAMERA}
    window.topics.verb_asked.emit(TopicVerb.IMAGE, CAMERA)
    assert list(docks.docks) == [name]
    window.topics.verb_asked.emit(TopicVerb.IMAGE, OTHER)
    assert len(docks.docks) == 2


async def test_a_double_click_and_enter_on_a_camera_show_it_and_nothing_else_does(window: MainWindow) -> None:
    settle(window)
    tree, model = window.topics.tree, window.topics.model
    tree.doubleClicked.emit(model.index_of(TopicKey(URI, "/imu")))
    assert not window.image_docks.docks
    tree.doubleClicked.emit(model.index_of(CAMERA))

    assert [panel.key for panel in window.image_docks.panels.values()] == [CAMERA]


async def test_a_new_view_is_empty_and_used_for_the_next_camera(window: MainWindow) -> None:
    window.actions_of_window.images.new_view.trigger()
    settle(window)
    (panel,) = window.image_docks.panels.values()
    before = panel.key
    window.image_docks.show_topic(OTHER)

    assert (before, panel.key) == (None, OTHER)
    assert len(window.image_docks.panels) == 1


async def test_a_closed_view_wants_nothing_and_can_be_reopened(window: MainWindow, robot: FakeSession) -> None:
    docks, actions = window.image_docks, window.actions_of_window
    docks.show_topic(CAMERA)
    settle(window)
    (name,) = docks.docks
    docks.panels[name].view.turn(1)
    docks.docks[name].close()
    assert docks.docks == {}
    assert robot.topics.wants[name] == set()
    assert actions.reopen_view.isEnabled()
    settle(window)

    actions.reopen_view.trigger()
    (panel,) = docks.panels.values()
    assert panel.key == CAMERA
    assert panel.view.viewpoint.turns == 1
    assert not actions.reopen_view.isEnabled()


async def test_there_is_an_end_to_views(window: MainWindow) -> None:
    for _ in range(MAX_IMAGE_VIEWS + 2):
        window.image_docks.open()

    assert len(window.image_docks.docks) == MAX_IMAGE_VIEWS


async def test_what_was_open_is_open_again(open_window: OpenWindow) -> None:
    first = open_window()
    first.image_docks.show_topic(CAMERA)
    first.image_docks.open(OTHER)
    settle(first)
    first.close()
    again = open_window()
    settle(again)

    assert [panel.key for panel in again.image_docks.panels.values()] == [CAMERA, OTHER]
    assert all(not dock.isHidden() for dock in again.image_docks.docks.values())


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"picture-1": 3, "picture-99": {}, "inspector": {}},
        {"picture-1": {"topic": 7}},
        {"picture-1": {"coloring": []}},
    ],
)
async def test_whatever_was_remembered_opens(
    open_window: OpenWindow, preferences: Preferences, told: dict[str, Any]
) -> None:
    preferences.set_views("pictures", told)
    window = open_window()

    assert set(window.image_docks.docks) <= {"picture-1"}
    assert window.inspector_dock.widget() is window.inspector


async def test_a_minimised_window_wants_no_pictures(window: MainWindow, robot: FakeSession) -> None:
    window.image_docks.show_topic(CAMERA)
    settle(window)
    (name,) = window.image_docks.docks
    window.showMinimized()
    window.image_docks.update_subscriptions()
    assert robot.topics.wants[name] == set()
    window.showNormal()
    settle(window)

    assert robot.topics.wants[name] == {CAMERA}


@pytest.mark.expects_log("ImagePanel can't be refreshed")
async def test_a_view_that_fails_does_not_stop_the_others(window: MainWindow, robot: FakeSession) -> None:
    window.image_docks.show_topic(CAMERA)
    second = window.image_docks.open(OTHER)
    assert second is not None
    settle(window)

    def fail(now: float) -> None:
        raise ZeroDivisionError(now)

    window.image_docks.panels["picture-1"].refresh = fail  # type: ignore[method-assign]
    window.image_docks.docks["picture-1"].raise_()
    robot.receive("/cam/other", b"0")
    QApplication.sendPostedEvents()
    window.image_docks.refresh(1.0)
    window.image_docks.docks["picture-2"].raise_()
    QApplication.sendPostedEvents()
    window.image_docks.refresh(2.0)

    assert second.view.rendered is not None


def test_neither_numpy_nor_views_are_loaded_with_the_window() -> None:
    script = """
import sys
import app.ui.window.main_window, app.ui.images.image_docks, app.ui.topics.topics_panel
print([name for name in sys.modules if name in {"numpy", "app.ui.images.image_panel"}])
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=40)

    assert (result.returncode, result.stdout) == (0, "[]\n"), result.stderr
