"""A window on a session by hand, whose layouts are kept in a folder of the test's own."""

from __future__ import annotations

import pytest

from app.model.schema import Field, FieldKind, Role
from app.model.status import ConnectionState
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
