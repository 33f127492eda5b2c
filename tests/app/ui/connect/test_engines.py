"""The window on engines of NRP-core, over both wires: what an operator sees of them, with real sockets between."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from app.model.schema import FieldPath
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.inspector.value_item import ValueColumn as FieldColumn
from app.ui.time_axis.plots.curves import PlotCurve
from app.ui.topics.topic_cells import TopicColumn
from app.ui.topics.topic_dialogs import TopicDialog
from app.ui.window.main_window import MainWindow
from app.wording.connections import NrpWording
from app.wording.ui.inspector import InspectorWording
from app.wording.ui.topics import TopicsWording
from protocols.nrp.wording import NrpWireWording
from tests.fakes.nrp_engine import GrpcEngine, JsonEngine, camera, joint, link
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows, tells

EYE = "rover::head::camera"
NAMES = ("rover::chassis", "rover::hinge", EYE, "rover::gripper")
SPELT = {"grpc": "linearVelocity", "json": "lin_vel"}

Engine = GrpcEngine | JsonEngine

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Deck:
    """A window on an engine."""

    def __init__(self, window: MainWindow, session: Session, engine: Engine) -> None:
        self.window = window
        self.session = session
        self.engine = engine

    def key(self, name: str) -> TopicKey:
        return TopicKey(self.engine.uri, name)

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Let the window go on until something holds."""

        def looks_so() -> object:
            self.window.refresher.tick()
            return condition()

        await eventually(looks_so, what)

    def cell(self, name: str, column: TopicColumn) -> str:
        index = self.window.topics.model.index_of(self.key(name))
        return str(index.siblingAtColumn(column).data()) if index.isValid() else ""

    def tip(self, name: str) -> str:
        return str(self.window.topics.model.index_of(self.key(name)).data(Qt.ItemDataRole.ToolTipRole))

    def field(self, path: str, column: int = FieldColumn.FIELD) -> QModelIndex:
        return self.window.inspector.model.index_of(FieldPath.parse(path)).siblingAtColumn(column)

    def asked(self, name: str) -> int:
        return sum(name in names for _, names in tuple(self.engine.calls))

    async def select(self, name: str) -> None:
        await self.until(lambda: self.window.topics.model.index_of(self.key(name)).isValid(), name)
        self.window.show_topic(self.key(name))


@pytest.fixture(params=["grpc", "json"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    engine: Engine = GrpcEngine() if request.param == "grpc" else JsonEngine()
    engine.packs = {
        "rover::chassis": link(1.5, 0.6, 0.8, 0.5),
        "rover::hinge": joint(0.25, 1.5),
        EYE: camera(2, 2, 3, bytes(12)),
    }
    with engine:
        yield engine


@pytest.fixture
async def deck(qtbot: QtBot, themes: Themes, preferences: Preferences, engine: Engine) -> AsyncIterator[Deck]:
    link_thread, tasks = LinkThread(), TaskPool("engines")
    link_thread.start()
    session = Session(link_thread)
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.resize(1200, 800)
    window.show()
    window.open(session, tasks.spawn)
    window.connect_to(f"{engine.uri}?packs={','.join(NAMES)}&rate=50")
    yield Deck(window, session, engine)
    window.close()
    await session.close()
    await tasks.cancel()
    link_thread.stop()


def _scheme(deck: Deck) -> str:
    return deck.engine.scheme.partition("+")[2]


async def test_a_link_is_read_with_its_rate_its_units_and_its_other_names(deck: Deck) -> None:
    await deck.select("rover::chassis")
    deck.engine.packs["rover::chassis"] = link(1.5, 0.6, 0.8, 0.75)
    await deck.until(lambda: deck.field("position[0]").isValid() or deck.field("position").isValid(), "fields")

    assert "1.5, 2, 0.25" in deck.field("position", FieldColumn.VALUE).data()
    velocity = deck.field("linear_velocity", FieldColumn.VALUE)
    assert velocity.data().endswith("m/s")
    tip = str(velocity.siblingAtColumn(FieldColumn.FIELD).data(Qt.ItemDataRole.ToolTipRole))
    assert all(word in tip for word in ("m/s", "linearVelocity", "lin_vel"))
    rebuilt = NrpWireWording.MARK_REBUILT() in deck.field("rotation", FieldColumn.VALUE).data()
    assert rebuilt is (_scheme(deck) == "json")
    assert (NrpWireWording.REBUILT() in str(deck.field("rotation").data(Qt.ItemDataRole.ToolTipRole))) is rebuilt
    assert deck.cell("rover::chassis", TopicColumn.TYPE) == "Link"
    info = deck.session.links.connections[0]
    await deck.until(lambda: deck.session.links.connections[0].quality is not None, "what an answer takes")
    assert info.address.startswith(f"{deck.engine.uri}?packs=rover::chassis,")
    assert shows(deck.tip("rover::chassis"), TopicsWording.ASKED_FOR, rate="50.0 Hz")


async def test_a_name_that_the_engine_does_not_know_is_said_to_be_unknown_in_its_words(deck: Deck) -> None:
    await deck.until(lambda: deck.cell("rover::gripper", TopicColumn.RATE) == "unknown", "the word")
    words = "not registered" if _scheme(deck) == "grpc" else "no DataPack of that name"
    assert words in deck.tip("rover::gripper")

    await deck.select("rover::gripper")
    await deck.until(lambda: words in deck.window.inspector.waiting.hint, "the engine's words")
    assert deck.window.inspector.waiting.title == InspectorWording.TOPIC_UNKNOWN()

    deck.engine.packs["rover::gripper"] = joint(0.5)
    await deck.until(lambda: deck.cell("rover::gripper", TopicColumn.TYPE) == "Joint", "the topic")
    assert deck.cell("rover::gripper", TopicColumn.RATE) != "unknown"


async def test_a_camera_is_read_only_while_it_is_shown_and_the_view_says_what_that_costs(deck: Deck) -> None:
    await deck.until(lambda: deck.cell("rover::hinge", TopicColumn.TYPE) == "Joint", "the types")
    assert deck.cell(EYE, TopicColumn.TYPE) == "Camera"
    deck.window.topics.measuring.toggle((deck.engine.uri,))
    await deck.until(lambda: deck.asked("rover::hinge") > 5, "questions")
    assert deck.asked(EYE) == 0

    deck.window.image_docks.show_topic(deck.key(EYE))
    (panel,) = deck.window.image_docks.panels.values()
    await deck.until(lambda: panel.view.rendered is not None, "a picture")
    await deck.until(panel.cost.isVisible, "the notice")
    assert NrpWording.FRAME_COST() in " ".join(panel.cost.texts)

    dock = panel.parentWidget()
    assert dock is not None
    dock.close()
    await deck.until(lambda: not deck.session.topics.store.get(deck.key(EYE)).live, "the end of reading")  # type: ignore[union-attr] # it is there
    # a question that is under way may still arrive
    under_way = deck.asked("rover::hinge")
    await deck.until(lambda: deck.asked("rover::hinge") > under_way + 1, "the next questions")
    asked, others = deck.asked(EYE), deck.asked("rover::hinge")
    await deck.until(lambda: deck.asked("rover::hinge") > others + 5, "other questions")
    assert deck.asked(EYE) == asked


@pytest.mark.parametrize("depth", [1, 3, 4])
async def test_pictures_have_one_three_or_four_bytes_a_pixel(deck: Deck, depth: int) -> None:
    deck.engine.packs[EYE] = camera(4, 2, depth, bytes(range(8 * depth)))
    await deck.until(lambda: deck.cell(EYE, TopicColumn.TYPE) == "Camera", "the camera")
    deck.window.image_docks.show_topic(deck.key(EYE))
    (panel,) = deck.window.image_docks.panels.values()
    await deck.until(lambda: panel.view.rendered is not None, "a picture")

    assert panel.view.rendered is not None
    assert panel.view.rendered.frame.size == (4, 2)
    assert panel.feed.error is None


async def test_an_engine_that_is_paused_is_said_to_be_so_and_is_not_stale(deck: Deck) -> None:
    await deck.select("rover::chassis")
    for number in range(20):
        deck.engine.packs["rover::chassis"] = link(number / 10)
        before = deck.session.topics.store.get(deck.key("rover::chassis"))
        count = before.messages if before is not None else 0
        await deck.until(lambda count=count: _messages(deck) > count, "a message")  # type: ignore[misc]
    await deck.until(lambda: deck.cell("rover::chassis", TopicColumn.RATE) == "paused", "the word")

    assert "paused" in deck.window.status.links.text()
    assert tells(deck.session.links.connections[0].status.reason, NrpWording.STANDS_STILL)
    assert deck.session.links.connections[0].status.state.value == "connected"

    deck.engine.packs["rover::chassis"] = link(5.0)
    await deck.until(lambda: "paused" not in deck.window.status.links.text(), "that it goes on")


def _messages(deck: Deck) -> int:
    topic = deck.session.topics.store.get(deck.key("rover::chassis"))
    return topic.messages if topic is not None else 0


async def test_a_link_is_seen_from_above_with_its_trail_and_its_numbers_are_plotted(deck: Deck) -> None:
    key = deck.key("rover::chassis")
    await deck.until(lambda: deck.cell(key.topic, TopicColumn.TYPE) == "Link", "the link")
    deck.window.top_view_docks.show_topic(key)
    deck.window.plot_docks.plot_fields([(key, "linear_velocity[0]"), (deck.key("rover::hinge"), "velocity")])
    (panel,) = deck.window.top_view_docks.panels.values()
    for number in range(1, 6):
        count = _messages(deck)
        deck.engine.packs[key.topic] = link(float(number), 0.6, 0.8, number / 10)
        await deck.until(lambda count=count: _messages(deck) > count, "a message")  # type: ignore[misc]
    await deck.until(
        lambda: panel._feeds[key].poses and panel._feeds[key].poses[0].transform.translation_m[0] == 5.0, "it"
    )

    feed = panel._feeds[key]
    assert feed.frame == "world"
    assert not feed.is_stale(deck.session.links.status(deck.engine.uri), time.monotonic() + 60.0, present=True)
    plots = next(iter(deck.window.plot_docks.panels.values())).panel
    assert plots is not None
    await deck.until(lambda: [_last_of(curve) for curve in plots.curves] == [0.5, 1.5], "values of both")


def _last_of(curve: PlotCurve) -> float | None:
    samples = curve.samples
    return float(samples.values[-1]) if samples is not None and len(samples.values) else None


async def test_names_are_added_and_their_rates_chosen_while_it_is_connected(
    deck: Deck, preferences: Preferences
) -> None:
    deck.engine.packs["cone"] = link()
    await deck.until(lambda: deck.cell("rover::hinge", TopicColumn.TYPE) == "Joint", "the types")
    deck.window.operations.ask_for_topic(deck.engine.uri)
    dialog = deck.window.findChildren(TopicDialog)[0]
    dialog.name.setText("cone")
    dialog.read.click()
    await deck.until(lambda: deck.cell("cone", TopicColumn.TYPE) == "Link", "the new name")
    assert preferences.address(deck.engine.uri).endswith(",rover::gripper,cone")

    deck.window.topics._set_rate(deck.key("cone"), 5.0)
    assert shows(deck.tip("cone"), TopicsWording.ASKED_FOR, rate="5.00 Hz")
    deck.window.topics._remove_from_list(deck.key("cone"))
    await deck.until(lambda: not deck.window.topics.model.index_of(deck.key("cone")).isValid(), "that it goes")
    assert deck.session.links.connections[0].named == NAMES
