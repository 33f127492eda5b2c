from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu

from app.model.messages.values import PixelFormat
from app.model.topics import TopicKey
from app.ui.images.image_panel import ImagePanel
from app.wording.ui.images import ImagesWording
from tests.fakes.images import ImageSchema, noise

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")


def texts(menu: QMenu) -> dict[str, bool]:
    found = {action.text().split("\t")[0]: action.isEnabled() for action in menu.actions() if action.text()}
    menu.close()
    return found


def test_without_a_picture_there_is_little_to_do(panel: ImagePanel) -> None:
    found = texts(panel.menu.open(QPoint(0, 0)))

    assert [text for text, enabled in found.items() if enabled] == [ImagesWording.FACTS(), ImagesWording.SHOW_LIVE()]


def test_numbers_can_be_saved_where_there_are_some(
    panel: ImagePanel, schema: ImageSchema, look: Callable[..., None], camera: TopicKey
) -> None:
    schema.values = [noise(4, 4), noise(4, 4, PixelFormat.DEPTH16)]
    panel.show_topic(camera)
    for message, offered in (("0", False), ("1", True)):
        look(message)
        assert (ImagesWording.SAVE_NUMBERS() in texts(panel.menu.open(QPoint(0, 0)))) is offered


def test_a_choice_does_what_its_key_does(panel: ImagePanel, look: Callable[..., None], camera: TopicKey) -> None:
    panel.show_topic(camera)
    look("0")
    menu = panel.menu.open(QPoint(0, 0))
    next(action for action in menu.actions() if action.text().startswith("Turn clockwise")).trigger()
    next(action for action in menu.actions() if action.text().startswith("Hold")).trigger()
    menu.close()
    assert panel.view.viewpoint.turns == 1
    assert panel.feed.held

    QTest.keyClick(panel.view, Qt.Key.Key_S)
    (dialog,) = panel.window().findChildren(QFileDialog)
    assert dialog.isVisible()
    dialog.reject()


def test_other_keys_are_others(panel: ImagePanel) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(panel.view, Qt.Key.Key_Space)

    assert not panel.feed.held
