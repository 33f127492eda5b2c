from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from app.model.status import ConnectionState, RobotCondition
from app.model.topics import TopicInfo
from app.ui.base.theme import Themes
from app.ui.topics.topic_cells import TopicCells, TopicColumn, topic_state
from app.ui.topics.topic_models import TopicTreeModel
from app.ui.topics.topic_node import TopicNode
from app.wording.ui.topics import TopicsWording
from tests.fakes.session import URI, FakeSession


@pytest.fixture
def cells(themes: Themes) -> TopicCells:
    return TopicCells(themes, lambda: 1000.0)


@pytest.fixture
def model(cells: TopicCells, session: FakeSession, qapp: QObject) -> TopicTreeModel:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one")
    return TopicTreeModel(cells, qapp)


@pytest.mark.parametrize(
    ("live", "messages", "rate_hz", "publishers", "state", "expected", "word"),
    [
        (False, 0, None, 1, ConnectionState.CONNECTED, "IDLE", ""),
        (False, 0, None, None, ConnectionState.CONNECTED, "IDLE", ""),
        (False, 5, 30.0, 1, ConnectionState.CONNECTED, "IDLE", ""),
        (True, 0, None, 1, ConnectionState.CONNECTED, "WAITING", "waiting"),
        (True, 5, 30.0, 1, ConnectionState.CONNECTED, "LIVE", "30.0 Hz"),
        (True, 1, None, 1, ConnectionState.CONNECTED, "LIVE", ""),
        (True, 5, 0.0, 1, ConnectionState.CONNECTED, "STALE", "stale"),
        (True, 5, 0.0, 0, ConnectionState.CONNECTED, "UNPUBLISHED", "no publisher"),
        (False, 0, None, 0, ConnectionState.CONNECTED, "UNPUBLISHED", "no publisher"),
        (True, 5, 30.0, 1, ConnectionState.LOST, "AWAY", "lost"),
        (False, 5, 30.0, 1, ConnectionState.STALE, "AWAY", "stale"),
        (True, 0, None, 1, ConnectionState.CONNECTING, "WAITING", "connecting"),
        (False, 0, None, 1, ConnectionState.LOST, "IDLE", ""),
    ],
)
def test_the_state_of_a_topic_has_a_word_of_its_own(
    model: TopicTreeModel,
    cells: TopicCells,
    session: FakeSession,
    live: bool,  # noqa: FBT001 - a case
    messages: int,
    rate_hz: float | None,
    publishers: int | None,
    state: ConnectionState,
    expected: str,
    word: str,
) -> None:
    session.add_topics("/a/one", publishers=publishers)  # type: ignore[arg-type]
    session.set_state(state)
    topic = session.topic("/a/one")
    topic.live, topic.messages, topic.rate_hz = live, messages, rate_hz
    model.sync(session.links.connections, session.topics.store.topics)
    node = model.leaves[0]

    assert topic_state(node, topic).name == expected
    assert cells.figure(node, TopicColumn.RATE) == (word, expected != "LIVE")


@pytest.mark.parametrize(
    ("messages", "rate_hz", "expected"), [(0, None, "IDLE"), (1, None, "IDLE"), (5, 0.0, "IDLE"), (5, 30.0, "LIVE")]
)
def test_for_what_the_black_box_alone_wants_nobody_waits(
    model: TopicTreeModel, session: FakeSession, messages: int, rate_hz: float | None, expected: str
) -> None:
    session.add_topics("/a/one", publishers=1)
    session.set_state(ConnectionState.CONNECTED)
    topic = session.topic("/a/one")
    topic.live = topic.recorded_only = True
    topic.messages, topic.rate_hz = messages, rate_hz
    model.sync(session.links.connections, session.topics.store.topics)
    assert topic_state(model.leaves[0], topic).name == expected


def test_every_state_has_a_shape_and_not_only_a_colour(model: TopicTreeModel, session: FakeSession) -> None:
    from app.resources import resource
    from app.ui.topics.topic_cells import TopicState

    model.sync(session.links.connections, session.topics.store.topics)
    drawings = {resource("icons", f"{state.value}.svg").read_text(encoding="utf-8") for state in TopicState}
    assert len(drawings) == len(TopicState)


def test_a_connection_that_is_away_says_so_behind_its_name(
    model: TopicTreeModel, cells: TopicCells, session: FakeSession
) -> None:
    model.sync(session.links.connections, session.topics.store.topics)
    connection = next(model.groups())
    assert cells.entry(connection, 0, connection.name).tail == ""

    session.set_state(ConnectionState.LOST)
    model.sync(session.links.connections, session.topics.store.topics)
    assert cells.entry(connection, 0, connection.name).tail == "lost"


def test_figures_of_a_row_are_those_of_its_cells(
    model: TopicTreeModel, cells: TopicCells, session: FakeSession
) -> None:
    session.receive("/a/one", 1)
    topic = session.topic("/a/one")
    topic.live, topic.rate_hz, topic.bandwidth_bytes_s = True, 30.0, 2000.0
    model.sync(session.links.connections, session.topics.store.topics)

    assert cells.figures(model.leaves[0]) == (("1", "30.0 Hz", "2.00 kB/s", "0.0 s"), False, "LIVE")
    assert cells.figures(next(model.groups())) is None


def test_a_robot_is_shown_by_its_name_and_its_address_is_in_the_tip(themes: Themes, session: FakeSession) -> None:
    cells = TopicCells(themes)
    session.set_state(ConnectionState.LOST)
    node = TopicNode(None, (URI,))
    node.info = session.links.connections[0]
    cells.robot_name = {URI: "Rover"}.__getitem__

    assert cells.entry(node, TopicColumn.TOPIC, URI)[2:4] == ("Rover", TopicsWording.LOST())
    assert cells.tool_tip(node).splitlines()[0] == URI


@pytest.mark.parametrize(
    ("messages", "rate_hz", "still", "fault", "publishers", "expected", "word"),
    [
        (5, 30.0, False, "", 1, "LIVE", "30.0 Hz"),
        (5, 0.0, False, "", 1, "STILL", "unchanged"),
        (5, 0.0, True, "", 1, "STILL", "paused"),
        (1, None, False, "", 1, "LIVE", ""),
        (1, None, True, "", 1, "STILL", "paused"),
        (0, None, True, "", 1, "WAITING", "waiting"),
        (5, 30.0, False, "no such joint", 0, "FAULTY", "unknown"),
        (0, None, False, "rotation holds 2 numbers", 1, "FAULTY", "can't be read"),
    ],
)
def test_a_topic_that_comes_only_when_it_changes_is_never_stale(
    model: TopicTreeModel,
    cells: TopicCells,
    session: FakeSession,
    messages: int,
    rate_hz: float | None,
    still: bool,  # noqa: FBT001 - a case
    fault: str,
    publishers: int,
    expected: str,
    word: str,
) -> None:
    session.set_condition(RobotCondition(activity="paused or at rest", still=still) if still else None, connection=URI)
    topic = session.topic("/a/one")
    topic.info = TopicInfo("/a/one", "T", publishers, None, fault, on_change=True)
    topic.live, topic.messages, topic.rate_hz = True, messages, rate_hz
    model.sync(session.links.connections, session.topics.store.topics)
    node = model.leaves[0]

    assert topic_state(node, topic).name == expected
    assert cells.figure(node, TopicColumn.RATE)[0] == word
    assert fault in cells.tool_tip(node).lower()


def test_what_it_costs_to_read_a_topic_is_told_with_it(
    model: TopicTreeModel, cells: TopicCells, session: FakeSession
) -> None:
    session.topic("/a/one").info = TopicInfo("/a/one", "T", cost="Each frame is taken away")
    model.sync(session.links.connections, session.topics.store.topics)

    assert "Each frame is taken away." in cells.tool_tip(model.leaves[0])
