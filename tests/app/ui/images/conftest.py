"""A panel of pictures on a session made by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.images.image_panel import ImagePanel
from tests.fakes.images import ImageSchema, noise
from tests.fakes.session import URI, FakeSession
from tests.fakes.view_services import view_services

CAMERA = TopicKey(URI, "/cam/image")


@pytest.fixture
def schema(session: FakeSession) -> ImageSchema:
    """That of a camera, whose message "0" is a small picture."""
    schema = ImageSchema(noise(8, 6))
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/text")
    session.add_topics("/cam/image", "/cam/other", schema=schema)
    return schema


@pytest.fixture
def camera(schema: ImageSchema) -> TopicKey:
    """The topic of the camera."""
    assert schema.values
    return CAMERA


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QMainWindow]:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(500, 400)
    yield window
    window.close()


@pytest.fixture
def panel(
    session: FakeSession,
    schema: ImageSchema,  # noqa: ARG001 - the topics are there before the panel
    themes: Themes,
    preferences: Preferences,
    window: QMainWindow,
) -> Iterator[ImagePanel]:
    its = view_services(session, themes, preferences, window)
    panel = ImagePanel(
        its.links,
        its.topics,
        its.themes,
        its.preferences,
        its.spawn,
        "picture-1",
        lambda: 0.0,
    )
    window.setCentralWidget(panel)
    window.show()
    yield panel
    panel.close_down()


@pytest.fixture
def look(panel: ImagePanel, session: FakeSession, qtbot: QtBot) -> Callable[..., None]:
    """Send messages, and refresh the panel until it shows the last, or says why not."""

    def look(*messages: str, topic: str = "/cam/image", later_s: float = 0.01) -> None:
        session.now += 1.0
        for message in messages:
            session.receive(topic, message.encode())
        now = session.now + later_s

        def settled() -> bool:
            panel.refresh(now)
            return not panel.feed.busy

        qtbot.waitUntil(settled, timeout=20_000)
        # words follow at their own pace
        panel.refresh(now + 0.25)

    return look
