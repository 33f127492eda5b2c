from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.secret_field import SecretField

SENTINEL = "s3ntinel"


@pytest.fixture
def field(qtbot: QtBot, themes: Themes) -> SecretField:
    field = SecretField(themes)
    qtbot.addWidget(field)
    field.show()
    return field


def test_what_is_typed_is_shown_as_dots_only(field: SecretField) -> None:
    QTest.keyClicks(field, SENTINEL)

    assert field.text() == SENTINEL
    assert set(field.displayText()).isdisjoint(SENTINEL)


def test_it_can_be_looked_at_and_is_concealed_again_when_it_was_hidden(field: SecretField) -> None:
    field.setText(SENTINEL)
    field.reveal.trigger()
    assert field.displayText() == SENTINEL
    assert field.reveal.toolTip() == "Conceal"

    field.reveal.trigger()
    assert field.displayText() != SENTINEL
    field.reveal.trigger()
    field.hide()
    field.show()
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert field.reveal.toolTip() == "Show what is typed"


def test_it_can_not_be_copied_while_it_is_concealed(field: SecretField) -> None:
    QGuiApplication.clipboard().setText("before")
    field.setText(SENTINEL)
    field.selectAll()
    QTest.keySequence(field, QKeySequence(QKeySequence.StandardKey.Copy))

    assert QGuiApplication.clipboard().text() == "before"


def test_keyboards_on_screen_learn_nothing_from_it(field: SecretField) -> None:
    hints = field.inputMethodHints()

    assert hints & Qt.InputMethodHint.ImhSensitiveData
    assert hints & Qt.InputMethodHint.ImhNoPredictiveText
