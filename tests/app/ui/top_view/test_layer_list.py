from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.model.messages.values import Poses
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.ui.base.theme import DARK, Themes
from app.ui.top_view.frame_feed import FrameSilence
from app.ui.top_view.layer_feeds import LayerFeed
from app.ui.top_view.layer_list import LayerList, LayerRow, first_fault, layer_row
from app.ui.top_view.state import Layer
from app.wording.ui.top_view import TopViewWording
from app.wording.ui.widgets import WidgetsWording
from tests.fakes.geometry import GeometrySchema, add_topic, pose
from tests.fakes.session import URI, FakeSession

KEYS = [TopicKey("robot", name) for name in ("/odom", "/scan", "/map")]


def row(key: TopicKey, note: str = "", *, visible: bool = True, faulty: bool = False) -> LayerRow:
    return LayerRow(key, key.topic, note, f"tip of {key.topic}", visible, QColor("#ff0000"), faulty)


@pytest.fixture
def layers(qtbot: QtBot, themes: Themes) -> LayerList:
    layers = LayerList(themes)
    qtbot.addWidget(layers)
    layers.resize(200, 300)
    layers.show()
    layers.show_rows([row(key) for key in KEYS])
    return layers


def texts(layers: LayerList) -> list[str]:
    return [layers.item(number).text() for number in range(layers.count())]


def test_rows_are_shown_with_what_there_is_to_say(layers: LayerList) -> None:
    layers.show_rows([row(KEYS[0]), row(KEYS[1], "5 s old", visible=False)])

    assert texts(layers) == ["/odom", "/scan\n5 s old"]
    assert layers.item(1).checkState() is Qt.CheckState.Unchecked
    assert layers.item(1).toolTip() == "tip of /scan"


def test_a_fault_has_a_sign(layers: LayerList) -> None:
    before = layers.item(0).icon().cacheKey()
    layers.show_rows([row(KEYS[0], faulty=True)])

    assert layers.item(0).icon().cacheKey() != before


def test_the_current_row_goes_with_its_layer(layers: LayerList) -> None:
    layers.setCurrentRow(2)
    assert layers.current == KEYS[2]
    layers.show_rows([row(KEYS[2]), row(KEYS[0])])

    assert layers.current == KEYS[2]
    assert layers.currentRow() == 0


def test_a_tick_shows_or_hides(layers: LayerList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(layers.shown) as caught:
        layers.item(1).setCheckState(Qt.CheckState.Unchecked)

    assert caught.args == [KEYS[1], False]


def test_to_show_rows_is_no_choice(layers: LayerList, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(layers.shown):
        layers.show_rows([row(key, visible=False) for key in KEYS])


def test_delete_asks_for_removal(layers: LayerList, qtbot: QtBot) -> None:
    layers.setCurrentRow(1)
    with qtbot.waitSignal(layers.removal_asked) as caught:
        QTest.keyClick(layers, Qt.Key.Key_Delete)

    assert caught.args == [KEYS[1]]


@pytest.mark.parametrize(("first", "target", "moved", "to"), [(0, 3, 0, 2), (2, 0, 2, 0), (0, 2, 0, 1)])
def test_a_drag_moves(layers: LayerList, qtbot: QtBot, first: int, target: int, moved: int, to: int) -> None:
    with qtbot.waitSignal(layers.moved) as caught:
        layers.model().moveRows(QModelIndex(), first, 1, QModelIndex(), target)

    assert caught.args == [KEYS[moved], to]


KEY, OTHER = TopicKey(URI, "/it"), TopicKey(URI, "/other")


def feed_of(*values: object, heard: bool = True) -> LayerFeed:
    session = FakeSession()
    schema = GeometrySchema(Role.POSE, *values)
    add_topic(session, "/it", schema)
    if heard:
        session.receive("/it", b"0")
    feed = LayerFeed(KEY)
    feed.refresh(session.topics.store.get(KEY), schema, session.now)
    return feed


def note(feed: LayerFeed, layer: Layer | None = None, unplaced: str = "", age_s: float | None = None) -> str:
    return layer_row(layer or Layer(KEY), feed, unplaced, age_s, "", DARK).note


def test_what_there_is_to_say_is_said() -> None:
    fine, broken = feed_of(pose()), feed_of(DecodeError("broken"))
    hidden = Layer(KEY, visible=False)

    assert note(LayerFeed(KEY)) == TopViewWording.NOT_THERE()
    assert note(feed_of(heard=False)) == TopViewWording.WAITING()
    assert note(fine) == ""
    assert note(fine, unplaced="no way") == TopViewWording.NOT_PLACED_NOTE()
    assert note(fine, hidden, unplaced="no way") == ""
    assert note(fine, age_s=7.0) == TopViewWording.OLD(age="7.0 s")
    assert note(broken) == TopViewWording.UNREADABLE_NOTE()
    assert note(feed_of(Poses((pose(),), 3000))) == TopViewWording.LEFT_OUT_COUNT(count="3,000")


def test_the_tip_tells_all() -> None:
    row = layer_row(Layer(KEY), feed_of(pose(frame="odom")), "no way", None, "Rover", DARK)

    assert row.tip == "/it\nodom\nno way"
    assert row.note == f"Rover  {TopViewWording.NOT_PLACED_NOTE()}"
    assert row.faulty
    assert layer_row(Layer(KEY, place_in="laser"), feed_of(pose()), "", None, "", DARK).tip == "/it\nlaser"


def test_what_can_not_be_read_goes_before_what_can_not_be_placed() -> None:
    broken = {KEY: feed_of(DecodeError("broken", "Ask."))}
    fault = first_fault(broken, {OTHER: "no way"})
    assert fault is not None
    assert (fault.word, fault.title, fault.reason, fault.tip) == (
        TopViewWording.UNREADABLE(),
        TopViewWording.AND_MORE(topic="/it", count=1),
        "broken",
        "Ask.",
    )

    fault = first_fault({KEY: feed_of(pose())}, {OTHER: "no way"})
    assert fault is not None
    assert (fault.word, fault.title, fault.reason) == (TopViewWording.NOT_PLACED(), "/other", "no way")
    assert first_fault({KEY: feed_of(pose())}, {}) is None


def test_what_is_drawn_where_it_was_is_said_after_what_is_not_drawn_at_all() -> None:
    silence = FrameSilence("odom", 4.0)
    row = layer_row(Layer(KEY), feed_of(pose()), "", None, "", DARK, silence)
    assert (row.note, row.faulty) == (TopViewWording.PLACE_OLD(age="4.0 s"), True)
    assert row.tip.endswith(TopViewWording.FRAME_SILENT(frame="odom"))

    fault = first_fault({KEY: feed_of(pose())}, {}, {KEY: silence})
    assert fault is not None
    assert (fault.word, fault.title) == (TopViewWording.OLD_PLACE(), "/it")
    assert fault.tip
    fault = first_fault({KEY: feed_of(pose())}, {OTHER: "no way"}, {KEY: silence})
    assert fault is not None
    assert (fault.word, fault.title) == (TopViewWording.NOT_PLACED(), TopViewWording.AND_MORE(topic="/other", count=1))


def test_transforms_that_are_left_out_are_said_where_no_layer_has_anything_worse() -> None:
    trouble = (OTHER, "the frame “map” can't stand in itself")
    fault = first_fault({KEY: feed_of(pose())}, {}, {}, trouble)
    assert fault is not None
    assert (fault.word, fault.title, fault.reason) == (TopViewWording.LEFT_OUT(), "/other", trouble[1])

    fault = first_fault({KEY: feed_of(pose())}, {}, {KEY: FrameSilence("odom", 4.0)}, trouble)
    assert fault is not None
    assert fault.word == TopViewWording.OLD_PLACE()


def test_a_layer_to_which_nobody_had_listened_says_so() -> None:
    feed = LayerFeed(KEYS[0])
    feed.unheard = True

    shown = layer_row(Layer(KEYS[0]), feed, "", None, "", DARK, None)

    assert shown.note == WidgetsWording.NOBODY_LISTENED()


def test_the_ghost_of_a_run_is_checked_like_a_layer_and_stays_below_all_of_them(
    layers: LayerList, qtbot: QtBot
) -> None:
    ghost = LayerRow(TopicKey("run:1", ""), "slow", "ghost", "", visible=True, color=QColor("#00ff00"), is_ghost=True)
    layers.show_rows([row(KEYS[0]), ghost])
    layer, run = layers.item(0), layers.item(1)

    assert layer.flags() & Qt.ItemFlag.ItemIsDragEnabled
    assert not run.flags() & Qt.ItemFlag.ItemIsDragEnabled
    assert run.icon().cacheKey() != layer.icon().cacheKey()
    with qtbot.waitSignal(layers.shown, check_params_cb=lambda key, shown: key == ghost.key and not shown):
        run.setCheckState(Qt.CheckState.Unchecked)


def elided(layers: LayerList, number: int) -> Qt.TextElideMode:
    """Where a row loses what there is no room for."""
    option = QStyleOptionViewItem()
    layers.initViewItemOption(option)
    delegate = layers.itemDelegate()
    assert isinstance(delegate, QStyledItemDelegate)
    delegate.initStyleOption(option, layers.model().index(number, 0))
    return option.textElideMode


def test_names_and_faults_of_runs_have_more_room_and_lose_their_end(layers: LayerList) -> None:
    narrow = layers.sizeHint().width()
    name = "the run of yesterday with the new wheels on the way to the charger"
    layers.show_rows([LayerRow(TopicKey("run:1", ""), name, "a fault", "", True, QColor("#00ff00"), is_ghost=True)])

    assert layers.sizeHint().width() > narrow
    assert elided(layers, 0) is Qt.TextElideMode.ElideRight


def test_topics_of_layers_lose_their_beginning(layers: LayerList) -> None:
    layers.show_rows([row(KEYS[0])])
    assert elided(layers, 0) is Qt.TextElideMode.ElideLeft
