from __future__ import annotations

import pytest

from app.model.status import ConnectionState
from app.ui.time_axis.plots.data import PlotData
from tests.fakes.session import FakeSession


@pytest.fixture
def session() -> FakeSession:
    """A robot with two topics whose messages are numbers."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/odom", "/goal")
    return session


@pytest.fixture
def data(session: FakeSession) -> PlotData:
    return PlotData(session.links, session.topics, runs=session.runs)
