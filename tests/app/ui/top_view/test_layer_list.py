from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.top_view.layer_list import LayerList, LayerRow

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
