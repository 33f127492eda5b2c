from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.top_view.layer_list import LayerFault
from app.ui.top_view.panel_ui import SWITCHES, TopViewPanelActions, TopViewPanelUi
from app.ui.top_view.state import TopViewState
from app.wording.ui.top_view import TopViewWording


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

    assert len(buttons) >= 8
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
    face.show_fault(LayerFault("Not placed", "/scan", "nobody knows", "Look."))
    assert face.fault_notice.texts == ("Not placed", "/scan", "Nobody knows", "Look.")
    assert face.fault_notice.isVisible()
    face.show_fault(None)

    assert face.fault_notice.isHidden()
