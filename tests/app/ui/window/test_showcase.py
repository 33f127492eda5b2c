from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window import showcase as module
from app.ui.window.main_window import MainWindow
from app.ui.window.showcase import WindowShowcase
from tests.fakes.rover import CAMERA, IMU, imu_message, rover_session
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.waiting import eventually

LookAt = tuple[str, str] | None
StartShowcase = Callable[[FakeSession, LookAt, tuple[str, float] | None], WindowShowcase]

LOOK_AT = (IMU, "linear_acceleration.z")


@pytest.fixture
def window(qtbot: QtBot, themes: Themes, preferences: Preferences) -> MainWindow:
    # not given to qtbot, which would delete it before the showcase has ended
    del qtbot
    window = MainWindow(themes, preferences)
    window.resize(1000, 640)
    window.show()
    return window


@pytest.fixture
async def start_showcase(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[StartShowcase]:
    """Opens the window on a session and begins a showcase in it."""
    monkeypatch.setattr(module, "_INTERVAL_MS", 5)
    tasks = TaskPool("window")
    begun: list[WindowShowcase] = []

    def begin(session: FakeSession, look_at: LookAt, picture: tuple[str, float] | None) -> WindowShowcase:
        showcase = WindowShowcase(window, look_at, picture)
        begun.append(showcase)
        window.open(session, tasks.spawn)
        showcase.start(session.topics)
        return showcase

    yield begin
    for showcase in begun:
        showcase.stop()
    window.close()
    await tasks.cancel()
    window.deleteLater()


async def _until(condition: Callable[[], object], what: str) -> None:
    await eventually(condition, what)


async def test_the_topic_is_looked_at_as_soon_as_there_is_one_with_its_fields_open(
    window: MainWindow, start_showcase: StartShowcase
) -> None:
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, "Gazebo")
    start_showcase(session, LOOK_AT, None)
    await asyncio.sleep(0.05)
    assert window.topics.selected is None
    session.add_topics(IMU, schema=cast("JsonSchema", rover_session().topic(IMU).schema))
    session.receive(IMU, imu_message(1.0))

    await _until(lambda: window.topics.selected == TopicKey(URI, IMU), "the selection")
    tree, model = window.inspector.tree, window.inspector.model
    await _until(lambda: model.path(tree.currentIndex()) == "linear_acceleration.z", "the field")
    assert any(tree.isExpanded(model.index(row, 0)) for row in range(model.rowCount()))


async def test_what_the_operator_has_selected_stays(window: MainWindow, start_showcase: StartShowcase) -> None:
    session = rover_session()
    start_showcase(session, ("/nowhere", ""), None)
    await _until(lambda: window.topics.model.index_of(TopicKey(URI, CAMERA)).isValid(), "the tree")
    window.topics.tree.setCurrentIndex(window.topics.model.index_of(TopicKey(URI, CAMERA)))
    await asyncio.sleep(0.05)

    assert window.topics.selected == TopicKey(URI, CAMERA)


async def test_the_picture_is_drawn_and_the_window_closed(
    window: MainWindow, start_showcase: StartShowcase, tmp_path: Path
) -> None:
    path = tmp_path / "shot.png"
    showcase = start_showcase(rover_session(), LOOK_AT, (str(path), 0.2))
    await _until(lambda: not window.isVisible(), "the end")

    assert not showcase.failed
    assert QImage(str(path)).size() == window.size()


async def test_a_name_without_a_suffix_is_written_as_png(
    window: MainWindow, start_showcase: StartShowcase, tmp_path: Path
) -> None:
    path = tmp_path / "shot"
    start_showcase(rover_session(), LOOK_AT, (str(path), 0.05))
    await _until(lambda: not window.isVisible(), "the end")

    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.expects_log("can't be written")
async def test_a_picture_that_can_not_be_written_is_a_failure(
    window: MainWindow, start_showcase: StartShowcase, tmp_path: Path
) -> None:
    showcase = start_showcase(rover_session(), LOOK_AT, (str(tmp_path / "no" / "shot.png"), 0.05))
    await _until(lambda: not window.isVisible(), "the end")

    assert showcase.failed


async def test_for_a_picture_everything_that_is_published_is_subscribed_to(
    start_showcase: StartShowcase, tmp_path: Path
) -> None:
    session = rover_session()
    start_showcase(session, LOOK_AT, (str(tmp_path / "shot.png"), 60.0))
    published = frozenset(topic.key for topic in session.topics.store.topics if topic.info.publishers)

    await _until(lambda: session.topics.wants.get("showcase") == published, "the subscriptions")
