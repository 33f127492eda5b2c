"""A window on a session by hand, whose layouts are kept in a folder of the test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from pytestqt.qtbot import QtBot

from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.fakes.images import ImageSchema, noise
from tests.fakes.session import URI, FakeSession, JsonSchema


def add_topics(session: FakeSession, connection: str = URI) -> None:
    """A camera, a scan, and a pose with numbers that can be plotted."""
    session.add_topics("/cam", schema=ImageSchema(noise(8, 6)), connection=connection)
    numbers = [
        Field("id", FieldKind.INTEGER, "int"),
        Field("x", FieldKind.FLOAT, "double"),
        Field("y", FieldKind.FLOAT, "double"),
    ]
    session.add_topics(
        "/odom", schema=JsonSchema("test.Pose", {"test.Pose": numbers}, roles=[Role.POSE]), connection=connection
    )


@pytest.fixture
def robot(session: FakeSession) -> FakeSession:
    session.set_state(ConnectionState.CONNECTED)
    add_topics(session)
    return session


@pytest.fixture
async def window(
    qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences
) -> AsyncIterator[MainWindow]:
    tasks = TaskPool("window")
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.resize(1200, 800)
    window.show()
    window.open(session, tasks.spawn)
    yield window
    window.close()
    await tasks.cancel()
