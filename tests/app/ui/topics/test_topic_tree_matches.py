from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.topics.topic_cells import TopicCells, TopicColumn
from app.ui.topics.topic_models import TopicTreeModel
from app.ui.topics.topic_tree_matches import TopicMatchesModel
from tests.fakes.session import URI, FakeSession, JsonSchema


class Both:
    """The tree and its matches."""

    def __init__(self, themes: Themes, session: FakeSession) -> None:
        cells = TopicCells(themes)
        self._session = session
        self.tree = TopicTreeModel(cells)
        self.matches = TopicMatchesModel(self.tree, cells)
        self.tester = QAbstractItemModelTester(self.matches, QAbstractItemModelTester.FailureReportingMode.Warning)
        self.resets = 0
        self.matches.modelReset.connect(self._count)

    def _count(self) -> None:
        self.resets += 1

    def sync(self) -> None:
        self.tree.sync(self._session.connections, self._session.store.topics)
        self.matches.sync()

    @property
    def names(self) -> list[str]:
        return [self.matches.index(row, 0).data() for row in range(self.matches.rowCount())]


@pytest.fixture
def both(themes: Themes, session: FakeSession) -> Iterator[Both]:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/b/scan", "/a/imu_raw", "/a/imu", schema=JsonSchema("test.Numbers"))
    both = Both(themes, session)
    both.sync()
    yield both
    del both.tester


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("IMU", ["/a/imu", "/a/imu_raw"]),
        ("imu raw", ["/a/imu_raw"]),
        ("numbers", ["/a/imu", "/a/imu_raw", "/b/scan"]),
        ("/b", ["/b/scan"]),
        ("nothing", []),
        ("  ", []),
    ],
)
def test_a_filter_wants_all_its_words_in_name_or_type(both: Both, text: str, names: list[str]) -> None:
    both.matches.set_filter(text)

    assert both.names == names
    assert both.matches.is_filtered == bool(text.strip())


def test_new_topics_and_new_types_pass_the_filter_or_do_not(both: Both, session: FakeSession) -> None:
    both.matches.set_filter("camera")
    session.add_topics("/a/camera", "/a/other", schema=JsonSchema(""))
    both.sync()
    assert both.names == ["/a/camera"]

    session.add_topics("/a/imu", schema=JsonSchema("CameraInfo"))
    both.sync()
    assert both.names == ["/a/camera", "/a/imu"]

    session.remove_topics("/a/camera")
    both.sync()
    assert both.names == ["/a/imu"]


def test_nothing_is_told_while_the_matches_are_the_same(both: Both, session: FakeSession) -> None:
    both.matches.set_filter("imu")
    both.matches.set_filter("IM")
    session.add_topics("/c/other", schema=JsonSchema("T"))
    session.receive("/a/imu", 1)
    both.sync()

    assert both.resets == 1


def test_the_namespace_leads_and_is_told_apart_from_the_name(both: Both) -> None:
    both.matches.set_filter("raw")
    entry = both.matches.entry(both.matches.index(0, TopicColumn.TOPIC))

    assert (entry.lead, entry.text, entry.muted) == ("/a/", "imu_raw", False)
    assert both.matches.entry(both.matches.index(0, TopicColumn.TYPE)).text == "Numbers"


def test_a_topic_is_found_by_its_key_only_while_it_matches(both: Both) -> None:
    both.matches.set_filter("imu")
    node = both.matches.node(both.matches.index_of(TopicKey(URI, "/a/imu")))

    assert node is not None
    assert node.path == (URI, "/a", "imu")
    assert not both.matches.index_of(TopicKey(URI, "/b/scan")).isValid()


def test_only_of_several_robots_a_match_says_whose_it_is(both: Both, session: FakeSession) -> None:
    both.matches.set_filter("imu")
    assert both.matches.entry(both.matches.index(0, 0)).origin is None

    session.set_state(ConnectionState.CONNECTED, connection="gazebo://other:1")
    session.add_topics("/a/imu", connection="gazebo://other:1")
    both.sync()
    origins = [both.matches.entry(both.matches.index(row, 0)).origin for row in range(both.matches.rowCount())]
    assert [origin and origin[1] for origin in origins] == ["robot:11345", "robot:11345", "other:1"]
    assert both.matches.entry(both.matches.index(0, 1)).origin is None
