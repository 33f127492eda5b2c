from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.session.typed_addresses import KINDS, complete_address
from app.ui.connect.address_fields import AddressFields

_KEYS = st.text("abz019.:/-?= ", max_size=15)


@pytest.fixture
def fields(qtbot: QtBot) -> AddressFields:
    fields = AddressFields()
    qtbot.addWidget(fields)
    # as the dialog does
    fields.edited.connect(fields.show_address)
    return fields


def texts(fields: AddressFields) -> tuple[str | None, str, str]:
    return fields.kind.currentData(), fields.host.text(), fields.port.text()


def choose(fields: AddressFields, scheme: str) -> None:
    fields.kind.setCurrentIndex(fields.kind.findData(scheme))
    fields.kind.activated.emit(fields.kind.currentIndex())


@pytest.mark.parametrize("kind", KINDS)
def test_the_usual_port_of_a_kind_stands_in_the_empty_field(fields: AddressFields, kind: object) -> None:
    assert kind in KINDS
    for known in KINDS:
        choose(fields, known.scheme)
        assert fields.port.placeholderText() == str(known.port)


def test_a_kind_that_is_open_has_no_usual_port(fields: AddressFields) -> None:
    fields.show_address("robot")

    assert texts(fields) == ("", "robot", "")
    assert not fields.port.placeholderText().isdigit()


def test_a_pasted_address_is_split_when_the_field_is_left(fields: AddressFields) -> None:
    addresses: list[str] = []
    fields.edited.connect(addresses.append)
    fields.host.insert("http://robot:11311/")
    assert addresses == ["http://robot:11311/"]
    assert texts(fields) == ("ros1", "http://robot:11311/", "11311")

    fields.host.editingFinished.emit()
    assert texts(fields) == ("ros1", "robot", "11311")


def test_a_port_typed_behind_the_host_goes_with_the_kind_that_was_chosen(fields: AddressFields) -> None:
    addresses: list[str] = []
    fields.edited.connect(addresses.append)
    choose(fields, "gazebo")
    QTest.keyClicks(fields.host, "robot:12")

    assert addresses[-1] == "gazebo://robot:12"


def test_what_an_address_said_goes_with_it_when_another_host_is_typed_over_it(fields: AddressFields) -> None:
    addresses: list[str] = []
    fields.edited.connect(addresses.append)
    for typed, told in (("galileo://one:12", "galileo"), ("two", ""), ("three:11311", "ros1"), ("four", "")):
        fields.host.selectAll()
        QTest.keyClicks(fields.host, typed)
        assert addresses[-1] == typed
        assert fields.kind.currentData() == told
    assert texts(fields) == ("", "four", "")


def test_an_address_that_was_left_in_the_field_says_the_kind_of_the_next_host(fields: AddressFields) -> None:
    fields.host.insert("galileo://one:12")
    fields.host.editingFinished.emit()
    fields.host.selectAll()
    QTest.keyClicks(fields.host, "two")

    assert texts(fields) == ("galileo", "two", "12")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_KEYS, _KEYS, st.sampled_from(["", *(kind.scheme for kind in KINDS)]))
def test_whatever_is_typed_the_fields_show_the_address_that_they_make(
    fields: AddressFields, host: str, port: str, scheme: str
) -> None:
    addresses: list[str] = []
    fields.edited.connect(addresses.append)
    fields.show_address("")
    choose(fields, scheme)
    QTest.keyClicks(fields.host, host)
    fields.host.editingFinished.emit()
    QTest.keyClicks(fields.port, port)
    fields.edited.disconnect(addresses.append)

    before = texts(fields)
    fields.show_address(addresses[-1])
    assert texts(fields) == before
    assert complete_address(complete_address(addresses[-1])) == complete_address(addresses[-1])
