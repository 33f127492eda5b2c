from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.session.addresses import address_topic_names
from app.ui.connect.names_fields import NamesFields
from tests.fakes.session import ENGINE


@pytest.fixture
def fields(qtbot: QtBot) -> NamesFields:
    window = QWidget()
    qtbot.addWidget(window)
    fields = NamesFields(window)
    layout = QVBoxLayout(window)
    layout.addWidget(fields)
    layout.addWidget(QLineEdit())
    window.show()
    fields.show_named(address_topic_names(ENGINE))
    fields.names.setFocus()
    return fields


def test_names_stand_in_lines_or_between_commas(fields: NamesFields) -> None:
    changes: list[None] = []
    fields.changed.connect(lambda: changes.append(None))
    fields.names.setPlainText(" rover, rover::chassis\n\nrover,\nmy cone ,")

    assert fields.typed_names() == ("rover", "rover::chassis", "my cone")
    assert changes


def test_only_addresses_that_need_names_have_a_field_for_them(fields: NamesFields) -> None:
    assert fields.isVisible()
    assert "DataPacks" in fields.caption.text()

    fields.show_named(address_topic_names("gazebo://robot:1"))
    assert not fields.isVisible()


def test_names_of_an_address_are_added_to_those_that_are_typed(fields: NamesFields) -> None:
    fields.set_names(["a"])
    fields.show_named(address_topic_names(f"{ENGINE}?packs=b,a"))

    assert fields.typed_names() == ("a", "b")


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_name_is_completed_from_those_that_are_known(fields: NamesFields) -> None:
    fields.names.set_known(["rover::chassis", "rover::left_hinge"])
    fields.names.setPlainText("cone\n, after")
    fields.names.moveCursor(fields.names.textCursor().MoveOperation.Start)
    QTest.keyClick(fields.names, Qt.Key.Key_Down)
    QTest.keyClicks(fields.names, "hin")
    assert fields.names.popup.isVisible()
    assert fields.names.completer.currentCompletion() == "rover::left_hinge"

    fields.names.completer.activated.emit("rover::left_hinge")
    assert fields.typed_names() == ("cone", "rover::left_hinge", "after")
    QTest.keyClicks(fields.names, "x")
    assert not fields.names.popup.isVisible()


def test_tab_goes_on_to_the_next_field(fields: NamesFields) -> None:
    QTest.keyClick(fields.names, Qt.Key.Key_Tab)

    assert fields.names.toPlainText() == ""
