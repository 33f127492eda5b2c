from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.model.messages.stamps import StampLag
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.text import topic_text
from app.ui.base.theme import Themes
from app.ui.topics.topic_cells import TopicCells, TopicColumn
from app.ui.topics.topic_models import TopicMatchesModel, TopicTreeModel
from app.ui.topics.topic_node import TopicNode, split_topic
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
        self.tree.sync(self._session.links.connections, self._session.topics.store.topics)
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
    assert node.path == (URI, "/a", "/imu")
    assert not both.matches.index_of(TopicKey(URI, "/b/scan")).isValid()


def test_only_of_several_robots_a_match_says_whose_it_is(both: Both, session: FakeSession) -> None:
    both.matches.set_filter("imu")
    assert both.matches.entry(both.matches.index(0, 0)).origin is None

    session.set_state(ConnectionState.CONNECTED, connection="gazebo://other:1")
    session.add_topics("/a/imu", connection="gazebo://other:1")
    both.sync()
    origins = [both.matches.entry(both.matches.index(row, 0)).origin for row in range(both.matches.rowCount())]
    assert [origin and origin[1] for origin in origins] == [URI, URI, "gazebo://other:1"]
    assert both.matches.entry(both.matches.index(0, 1)).origin is None


class FakeClock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def model(themes: Themes, clock: FakeClock) -> Iterator[TopicTreeModel]:
    model = TopicTreeModel(TopicCells(themes, clock))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    yield model
    del tester


class Log:
    """What the model told its views."""

    def __init__(self, model: TopicTreeModel) -> None:
        self.told: list[str] = []
        model.rowsInserted.connect(lambda _parent, first, last: self.told.append(f"+{last - first + 1}"))
        model.rowsRemoved.connect(lambda _parent, first, last: self.told.append(f"-{last - first + 1}"))
        model.modelReset.connect(lambda: self.told.append("reset"))
        model.dataChanged.connect(lambda: self.told.append("changed"))


def _sync(model: TopicTreeModel, session: FakeSession) -> None:
    model.sync(session.links.connections, session.topics.store.topics)


def _tree(model: TopicTreeModel, parent: QModelIndex | None = None, column: int = 0) -> dict[str, object]:
    """The whole model as nested dicts, in order."""
    parent = parent or QModelIndex()
    rows = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    return {row.siblingAtColumn(column).data(): _tree(model, row, column) for row in rows}


def _cells(model: TopicTreeModel, name: str) -> list[str]:
    index = model.index_of(TopicKey(URI, name))
    return [index.siblingAtColumn(column).data() for column in TopicColumn]


def test_topics_stand_sorted_below_connection_and_namespace(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/b/two", "/a/Zebra", "/a/ant", "/b/one")
    _sync(model, session)

    assert _tree(model) == {URI: {"/a": {"ant": {}, "Zebra": {}}, "/b": {"one": {}, "two": {}}}}
    assert model.shown == 4


def test_topics_of_any_name_have_rows_of_their_own(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    names = ("", "x", "/x", "/gazebo/my lab/world stats", "/ünï/中")
    session.add_topics(*names)
    _sync(model, session)

    robot = model.index(0, 0)
    groups = [model.index(row, 0, robot) for row in range(model.rowCount(robot))]
    assert [(group.data(), list(_tree(model, group))) for group in groups] == [
        (topic_text(""), []),
        ("/gazebo/my lab/world stats", []),
        ("/x", []),
        ("x", []),
        ("/ünï/中", []),
    ]
    for name in names:
        node = model.node(model.index_of(TopicKey(URI, name)))
        assert node is not None
        assert node.topic is not None
        assert node.topic.key.topic == name
    nameless = model.index_of(TopicKey(URI, ""))
    assert nameless.data(Qt.ItemDataRole.ToolTipRole).startswith(f"{topic_text('')}\n")
    assert (model.entry(nameless).text, nameless.parent()) == (topic_text(""), robot)


def test_a_name_with_parts_stands_below_those_of_its_first_parts(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("rover::head::camera", "rover", "rover::chassis", "cone", "/a/b::c", "odd::::name", "::", "a::")
    _sync(model, session)

    assert _tree(model) == {
        URI: {
            "::": {},
            "/a/b::c": {},
            "a::": {},
            "cone": {},
            "odd::::name": {},
            "rover": {"chassis": {}, "head::camera": {}},
        }
    }
    rover, head = (model.index_of(TopicKey(URI, name)) for name in ("rover", "rover::head"))
    assert (rover.data(), head.isValid()) == ("rover", False)
    assert not rover.flags() & Qt.ItemFlag.ItemNeverHasChildren
    camera = model.index_of(TopicKey(URI, "rover::head::camera"))
    assert camera.flags() & Qt.ItemFlag.ItemNeverHasChildren
    assert camera.parent() == rover
    assert [leaf.topic.info.name for leaf in model.leaves if leaf.topic][-3:] == [
        "rover",
        "rover::chassis",
        "rover::head::camera",
    ]


def test_a_name_may_become_a_topic_and_be_none_any_more_while_others_stand_below_it(
    model: TopicTreeModel, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("rover::chassis")
    _sync(model, session)
    session.add_topics("rover::head")
    _sync(model, session)
    kept = QPersistentModelIndex(model.index_of(TopicKey(URI, "rover::chassis")))
    log = Log(model)
    session.add_topics("rover")
    _sync(model, session)
    assert model.index_of(TopicKey(URI, "rover")).isValid()

    session.remove_topics("rover")
    _sync(model, session)
    assert not model.index_of(TopicKey(URI, "rover")).isValid()
    assert log.told == ["changed", "changed"]
    assert (kept.isValid(), _tree(model)) == (True, {URI: {"rover": {"chassis": {}, "head": {}}}})

    session.remove_topics("rover::chassis", "rover::head")
    _sync(model, session)
    assert (_tree(model), model.shown) == ({URI: {}}, 0)


def test_a_connection_without_topics_has_a_row(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTING)
    _sync(model, session)

    assert _tree(model) == {URI: {}}


def test_topics_that_were_known_before_their_connection_come_with_it(
    model: TopicTreeModel, session: FakeSession
) -> None:
    session.add_topics("/a/one")
    _sync(model, session)
    assert _tree(model) == {}

    session.set_state(ConnectionState.CONNECTED)
    _sync(model, session)
    assert _tree(model) == {URI: {"/a/one": {}}}


def test_a_topic_that_comes_is_inserted_and_one_that_goes_removed(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one", "/a/three", "/a/zoo", "/b/x")
    _sync(model, session)
    kept = QPersistentModelIndex(model.index_of(TopicKey(URI, "/a/three")))
    log = Log(model)
    session.add_topics("/a/two", "/c/new")
    _sync(model, session)
    session.remove_topics("/a/one", "/b/x")
    _sync(model, session)

    assert sorted(log.told) == ["+1", "+1", "-1", "-1"]
    assert _tree(model) == {URI: {"/a": {"three": {}, "two": {}, "zoo": {}}, "/c/new": {}}}
    assert kept.isValid()
    assert kept.data() == "three"


def test_a_namespace_has_a_row_only_while_several_stand_below_it(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/gazebo/default/rover/chassis/imu")
    _sync(model, session)
    assert _tree(model) == {URI: {"/gazebo/default/rover/chassis/imu": {}}}

    session.add_topics("/gazebo/default/rover/odom")
    _sync(model, session)
    assert _tree(model) == {URI: {"/gazebo/default/rover": {"chassis/imu": {}, "odom": {}}}}
    tip = model.index_of(TopicKey(URI, "/gazebo/default/rover/odom")).parent().data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "/gazebo/default/rover"

    session.add_topics("/gazebo/default/rover/chassis/camera")
    _sync(model, session)
    assert _tree(model) == {URI: {"/gazebo/default/rover": {"chassis": {"camera": {}, "imu": {}}, "odom": {}}}}

    session.add_topics("/gazebo/default/world_stats")
    session.remove_topics("/gazebo/default/rover/odom", "/gazebo/default/rover/chassis/imu")
    _sync(model, session)
    assert _tree(model) == {URI: {"/gazebo/default": {"rover/chassis/camera": {}, "world_stats": {}}}}


def test_a_row_says_that_a_namespace_which_it_stands_for_is_measured(themes: Themes, session: FakeSession) -> None:
    cells = TopicCells(themes)
    cells.measured = lambda path: path == (URI, "/a", "/b")
    model = TopicTreeModel(cells)
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/b/c/one", "/a/b/c/two", "/a/x")
    _sync(model, session)
    folded = model.index_of(TopicKey(URI, "/a/b/c/one")).parent()

    assert model.entry(folded).text == "b/c"
    assert model.entry(folded).badge
    assert not model.entry(folded.parent()).badge
    assert not model.entry(model.index(0, 0, folded)).badge


def test_neighbours_come_and_go_together(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/a", "/a/z")
    _sync(model, session)
    log = Log(model)
    session.add_topics(*(f"/a/m{number:02}" for number in range(30)))
    _sync(model, session)
    session.remove_topics(*(f"/a/m{number:02}" for number in range(30)))
    _sync(model, session)

    assert log.told == ["+30", "-30"]


def test_many_changes_at_once_are_one_reset(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    _sync(model, session)
    log = Log(model)
    session.add_topics(*(f"/n{number % 100}/t{number}" for number in range(1000)))
    _sync(model, session)

    assert log.told == ["reset"]
    assert model.shown == 1000


def test_nothing_is_told_when_nothing_changed(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one")
    _sync(model, session)
    log = Log(model)
    session.receive("/a/one", 1)
    _sync(model, session)

    assert log.told == []


def test_a_connection_that_ends_takes_its_topics_along(model: TopicTreeModel, session: FakeSession) -> None:
    other = "gazebo://other:1"
    session.set_state(ConnectionState.CONNECTED)
    session.set_state(ConnectionState.CONNECTED, connection=other)
    session.add_topics("/a/one", "/b/two")
    session.add_topics("/a/one", connection=other)
    _sync(model, session)
    session.links.infos.pop(URI)
    session.topics.store.remove_connection(URI)
    _sync(model, session)

    assert _tree(model) == {other: {"/a/one": {}}}
    assert model.shown == 1


def test_figures_are_those_of_the_store_when_they_are_asked_for(
    model: TopicTreeModel, session: FakeSession, clock: FakeClock
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one", schema=JsonSchema("test.msgs.Numbers"))
    _sync(model, session)
    assert _cells(model, "/a/one") == ["/a/one", "Numbers", "", "", "", ""]

    topic = session.topic("/a/one")
    session.receive("/a/one", 1)
    topic.live, topic.rate_hz, topic.bandwidth_bytes_s = True, 30.0, 2000.0
    clock.now += 12.0
    assert _cells(model, "/a/one") == ["/a/one", "Numbers", "1", "30.0 Hz", "2.00 kB/s", "12 s"]


def test_a_topic_whose_messages_come_late_says_so_in_place_of_its_age(
    themes: Themes, clock: FakeClock, session: FakeSession
) -> None:
    cells = TopicCells(themes, clock)
    cells.lag_of = session.topics.lag_of
    model = TopicTreeModel(cells)
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/camera")
    _sync(model, session)
    topic = session.topic("/camera")
    topic.live, topic.messages, topic.rate_hz, topic.last_arrival_s = True, 5, 15.0, clock.now
    index = model.index_of(TopicKey(URI, "/camera"))
    assert model.figures(index) == (("", "15.0 Hz", "", "0.0 s"), False, "LIVE")

    late = session.topics.lags[TopicKey(URI, "/camera")] = StampLag(5.2, grows=True)
    assert model.figures(index) == (("", "15.0 Hz", "", "! 5.2 s"), False, "LIVE")
    assert _cells(model, "/camera")[TopicColumn.AGE] == "! 5.2 s"
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert tip.splitlines()[-1] == f"{late.text}."

    wrong = session.topics.lags[TopicKey(URI, "/camera")] = StampLag(clock_difference_s=-60.0)
    assert _cells(model, "/camera")[TopicColumn.AGE] == "0.0 s"
    assert f"{wrong.text}." in index.data(Qt.ItemDataRole.ToolTipRole)


def test_values_are_old_when_nobody_listens_or_the_robot_is_away(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one")
    session.receive("/a/one", 1)
    topic = session.topic("/a/one")
    index = None

    def seen() -> tuple[str, bool]:
        _sync(model, session)
        index = model.index_of(topic.key).siblingAtColumn(TopicColumn.AGE)
        return model.figure(index)

    del index
    assert seen() == ("0.0 s", True)
    topic.live = True
    assert seen() == ("0.0 s", False)
    for state in (ConnectionState.LOST, ConnectionState.STALE, ConnectionState.REFUSED, ConnectionState.CONNECTING):
        session.set_state(state)
        assert seen() == ("0.0 s", True)


def test_a_change_of_state_renews_the_row_of_the_connection(model: TopicTreeModel, session: FakeSession) -> None:
    session.set_state(ConnectionState.CONNECTED)
    _sync(model, session)
    before = model.index(0, 0).data(Qt.ItemDataRole.DecorationRole).cacheKey()
    log = Log(model)
    session.set_state(ConnectionState.LOST, "the link broke")
    _sync(model, session)

    assert log.told == ["changed"]
    assert model.index(0, 0).data(Qt.ItemDataRole.DecorationRole).cacheKey() != before
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == f"{URI}\nthe link broke"


def test_a_tool_tip_tells_the_whole_name_and_type_and_who_takes_part(
    model: TopicTreeModel, session: FakeSession
) -> None:
    session.set_state(ConnectionState.CONNECTED)
    session.add_topics("/a/one", schema=JsonSchema("test.msgs.Numbers"), publishers=2)
    _sync(model, session)
    tip = model.index_of(TopicKey(URI, "/a/one")).data(Qt.ItemDataRole.ToolTipRole)

    assert tip.splitlines()[:3] == ["/a/one", "test.msgs.Numbers", "publishers: 2, subscribers: 0"]


_SLASHED = [f"/{space}/{name}" for space in "abc" for name in "klmnop"]
_SCOPED = ["a", "a::k", "a::k::x", "a::l", "b::k", "b::k::x::y", "c", "/a/a::k"]
_NAMES = st.sets(st.sampled_from(_SLASHED + _SCOPED))


def _expected(names: Iterable[tuple[str, ...]], depth: int = 0) -> dict[str, object]:
    """The rows for names in parts: a row goes as far as all names of it do."""
    rows: dict[str, object] = {}
    for _, group in groupby(sorted(names), key=lambda parts: parts[depth]):
        below, end = list(group), depth + 1
        while all(len(parts) > end for parts in below) and len({parts[end] for parts in below}) == 1:
            end += 1
        label = "".join(below[0][depth:end])
        rows[label.lstrip("/:") if depth else label] = _expected([parts for parts in below if len(parts) > end], end)
    return rows


def _place(name: str) -> list[tuple[str, str, str]]:
    """The place of a name among others: by its parts, whatever separates them."""
    return [TopicNode(None, ("", part)).sort_key for part in split_topic(name)]


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(steps=st.lists(_NAMES, min_size=1, max_size=6))
def test_whatever_comes_and_goes_the_tree_is_what_is_there(themes: Themes, steps: Sequence[set[str]]) -> None:
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED)
    model = TopicTreeModel(TopicCells(themes))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    for names in steps:
        known = {topic.info.name for topic in session.topics.store.topics}
        session.remove_topics(*(known - names))
        session.add_topics(*sorted(names - known), schema=JsonSchema("T"))
        _sync(model, session)

        assert _tree(model) == {URI: _expected(map(split_topic, names))}
        assert model.shown == len(names)
        assert [leaf.topic.info.name for leaf in model.leaves if leaf.topic] == sorted(names, key=_place)
        assert all(model.index_of(TopicKey(URI, name)).isValid() for name in names)
    del tester
