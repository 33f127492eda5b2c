from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.top_view.layer_list import LayerFault, LayerRow
from app.ui.top_view.panel_ui import SWITCHES, TopViewPanelActions, TopViewPanelUi
from app.ui.top_view.state import TopViewState
from app.wording.ui.top_view import TopViewWording
from tests.tools.room import room_faults


@pytest.fixture
def widget(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow, timeout=30_000)
    widget.setFocus()
    yield widget
    widget.close()


def test_keys_do_what_they_say_while_it_has_the_focus(widget: QWidget, themes: Themes) -> None:
    ran: list[str] = []
    switched: list[bool] = []
    actions = TopViewPanelActions(themes, widget)
    for action, name in ((actions.fit, "fit"), (actions.undo, "undo"), (actions.redo, "redo")):
        action.setEnabled(True)
        action.triggered.connect(lambda _checked, name=name: ran.append(name))
    actions.follow.toggled.connect(switched.append)
    QTest.keyClick(widget, Qt.Key.Key_Home)
    QTest.keyClick(widget, Qt.Key.Key_F)
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(widget, Qt.Key.Key_Z, control)
    QTest.keyClick(widget, Qt.Key.Key_Z, control | shift)

    assert ran == ["fit", "undo", "redo"]
    assert switched == [True]
    assert actions.follow.isChecked()


def test_switches_show_what_is_on(widget: QWidget, themes: Themes) -> None:
    actions = TopViewPanelActions(themes, widget)
    state = TopViewState(show_names=False, show_frames=True)
    actions.show_state(state)

    assert {name: actions.switch(name).isChecked() for name in SWITCHES} == {
        name: getattr(state, field) for name, field in SWITCHES.items()
    }


def test_no_key_is_given_twice_and_each_is_told(widget: QWidget, themes: Themes) -> None:
    actions = TopViewPanelActions(themes, widget)
    keys = [action.shortcut().toString() for action in actions.all if not action.shortcut().isEmpty()]

    assert len(keys) == len(set(keys)) > 10
    assert actions.measure.toolTip() == "Measure (M)"


@pytest.fixture
def panel(qtbot: QtBot) -> QWidget:
    panel = QWidget()
    qtbot.addWidget(panel)
    return panel


@pytest.fixture
def actions(panel: QWidget, themes: Themes) -> TopViewPanelActions:
    return TopViewPanelActions(themes, panel)


@pytest.fixture
def face(panel: QWidget, actions: TopViewPanelActions, themes: Themes) -> TopViewPanelUi:
    face = TopViewPanelUi(themes)
    face.lay_out(panel, actions)
    face.apply_theme()
    panel.show()
    return face


@pytest.mark.usefixtures("face")
def test_every_button_has_an_icon_and_says_what_it_does(panel: QWidget) -> None:
    buttons = [button for button in panel.findChildren(QToolButton) if button.isVisible()]

    assert len(buttons) >= 7
    assert [button.toolTip() for button in buttons if not button.toolTip() or button.icon().isNull()] == []


def test_without_layers_it_says_what_to_do(face: TopViewPanelUi) -> None:
    face.show_rows([])
    face.show_empty_hint(some=False)
    assert face.empty_state.isVisible()
    assert face.defaults_button.isHidden()
    assert face.empty_state.hint == TopViewWording.CONNECT_FIRST()
    face.show_empty_hint(some=True)

    assert face.defaults_button.isVisible()
    assert face.empty_state.hint == TopViewWording.ADD_TOPICS()


def test_what_is_wrong_is_said_as_long_as_it_is(face: TopViewPanelUi) -> None:
    face.show_fault(LayerFault("Not placed", "/scan", "Nobody knows", "Look."))
    assert face.fault_notice.texts == ("Not placed", "/scan", "Nobody knows", "Look.")
    assert face.fault_notice.isVisible()
    face.show_fault(None)

    assert face.fault_notice.isHidden()


@pytest.fixture
def ui(widget: QWidget, themes: Themes) -> TopViewPanelUi:
    ui = TopViewPanelUi(themes)
    ui.lay_out(widget, TopViewPanelActions(themes, widget))
    return ui


def _rows(count: int) -> list[LayerRow]:
    keys = (TopicKey("ros1://rover:11311", f"/layer/number/{number}") for number in range(count))
    return [LayerRow(key, key.topic, "", "", True, QColor("red")) for key in keys]


@pytest.mark.parametrize("size", [(300, 200), (500, 300), (900, 600)])
@pytest.mark.parametrize("count", [1, 4, 40])
def test_the_middle_of_the_map_can_be_seen_beside_the_list(
    widget: QWidget, ui: TopViewPanelUi, size: tuple[int, int], count: int
) -> None:
    widget.resize(*size)
    ui.show_rows(_rows(count))
    QApplication.processEvents()
    view = ui.canvas.viewport
    right, down = view.to_view(*view.center)
    around = QRect(round(right) - 16, round(down) - 16, 32, 32)

    assert not around.intersects(ui.layers.geometry())
    assert ui.canvas.rect().contains(around)
    ui.layers.show_layers(shown=False)
    QApplication.processEvents()
    assert view.to_view(*view.center) == pytest.approx((ui.canvas.width() / 2, ui.canvas.height() / 2))


@pytest.mark.parametrize("size", [(300, 200), (500, 300), (900, 600)])
@pytest.mark.parametrize("count", [1, 4, 40])
def test_the_list_lies_over_a_part_of_the_map(
    widget: QWidget, ui: TopViewPanelUi, size: tuple[int, int], count: int
) -> None:
    widget.resize(*size)
    ui.show_rows(_rows(count))
    QApplication.processEvents()
    area, overlay = ui.canvas.geometry(), ui.layers.geometry()

    assert ui.canvas.width() == widget.width() - 16
    assert area.contains(overlay)
    assert overlay.width() <= area.width() * 0.55
    assert overlay.bottom() < area.bottom() - 30
    assert ui.list.isVisible()
    assert room_faults(widget) == []
    # as high as its layers, where there is room for them
    assert (ui.list.verticalScrollBar().maximum() > 0) == (count == 40 or (count == 4 and size[1] == 200))


def test_the_list_is_folded_to_its_button_by_key_and_by_mouse(widget: QWidget, ui: TopViewPanelUi) -> None:
    widget.resize(600, 400)
    ui.show_rows(_rows(3))
    QApplication.processEvents()
    unfolded = ui.layers.height()
    folded: list[bool] = []
    action = ui.layers.fold_button.defaultAction()
    action.toggled.connect(lambda shown: ui.layers.show_layers(shown=shown))
    action.toggled.connect(folded.append)
    ui.layers.show_layers(shown=False)
    QApplication.processEvents()
    assert not ui.list.isVisible()
    assert ui.layers.fold_button.isVisible()
    assert ui.layers.height() < unfolded / 2

    QTest.mouseClick(ui.layers.fold_button, Qt.MouseButton.LeftButton)
    assert ui.list.isVisible()
    QTest.keyClick(ui.canvas, Qt.Key.Key_L)
    assert not ui.list.isVisible()
    assert folded == [True, False]


def test_a_click_or_the_wheel_beside_the_list_does_not_move_the_map(widget: QWidget, ui: TopViewPanelUi) -> None:
    widget.resize(600, 400)
    ui.show_rows(_rows(3))
    QApplication.processEvents()
    before = ui.canvas.viewport.center, ui.canvas.viewport.scale
    QTest.mousePress(ui.layers, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    QTest.mouseMove(ui.layers, QPoint(30, 30))
    QTest.mouseRelease(ui.layers, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))

    assert (ui.canvas.viewport.center, ui.canvas.viewport.scale) == before
