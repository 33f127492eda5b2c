from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.ui.inspector.raw_bytes import PAGE_BYTES, HexModel, RawBytes
from app.wording.ui.inspector import InspectorWording


@pytest.fixture
def model() -> HexModel:
    model = HexModel()
    # it lives as long as its model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, model)
    return model


def test_a_line_has_place_numbers_and_text(model: HexModel) -> None:
    model.set_payload(memoryview(b"The first bytes\x00 and\xff"))

    assert model.rowCount() == 2
    assert model.line(0) == "000000  54 68 65 20 66 69 72 73  74 20 62 79 74 65 73 00  The first bytes."
    assert model.index(1).data() == "000010  20 61 6e 64 ff" + " " * 36 + " and."


def test_half_as_many_bytes_stand_on_a_narrow_line(model: HexModel) -> None:
    model.set_payload(b"0123456789")
    model.set_width(8)

    assert [model.line(row) for row in range(model.rowCount())] == [
        "000000  30 31 32 33  34 35 36 37  01234567",
        "000008  38 39" + " " * 21 + "89",
    ]


def test_pages_follow_one_another_and_end(model: HexModel) -> None:
    model.set_payload(bytes(PAGE_BYTES) + b"end")
    assert (model.start, model.end, model.rowCount()) == (0, PAGE_BYTES, PAGE_BYTES // 16)

    model.set_start(PAGE_BYTES)
    assert (model.start, model.end, model.rowCount()) == (PAGE_BYTES, PAGE_BYTES + 3, 1)
    assert model.line(0).startswith("010000  65 6e 64 ")

    for nowhere in (-PAGE_BYTES, 2 * PAGE_BYTES, 5):
        model.set_start(nowhere)
        assert model.start == PAGE_BYTES


def test_the_page_stays_while_messages_go_by_until_there_is_none(model: HexModel) -> None:
    model.set_payload(bytes(PAGE_BYTES * 3))
    model.set_start(PAGE_BYTES * 2)
    model.set_payload(bytes(PAGE_BYTES * 3))
    assert model.start == PAGE_BYTES * 2

    model.set_payload(bytes(PAGE_BYTES))
    assert (model.start, model.end) == (0, PAGE_BYTES)

    model.set_payload(b"")
    assert (model.rowCount(), model.start, model.end, model.nbytes) == (0, 0, 0, 0)


@pytest.fixture
def raw(qtbot: QtBot) -> RawBytes:
    raw = RawBytes()
    qtbot.addWidget(raw)
    raw.resize(800, 300)
    raw.show()
    return raw


def test_it_says_how_many_bytes_there_are(raw: RawBytes) -> None:
    assert raw.position.text() == InspectorWording.NO_BYTES()

    raw.set_payload(bytes(1234))
    assert raw.position.text() == "1,234 bytes"
    assert not raw.forward.isVisible()


def test_pages_are_turned_by_buttons_that_end_where_the_bytes_do(raw: RawBytes) -> None:
    raw.set_payload(bytes(PAGE_BYTES + 10))
    assert raw.position.text() == InspectorWording.BYTES_OF(first="0", last="65,535", count="65,546")
    assert (raw.back.isEnabled(), raw.forward.isEnabled()) == (False, True)

    raw.forward.click()
    assert raw.position.text() == InspectorWording.BYTES_OF(first="65,536", last="65,545", count="65,546")
    assert (raw.back.isEnabled(), raw.forward.isEnabled()) == (True, False)

    raw.show_first_page()
    assert raw.model.start == 0


def test_a_narrow_view_shows_half_as_many_bytes_a_line(raw: RawBytes) -> None:
    raw.set_payload(bytes(160))
    assert raw.model.rowCount() == 10

    raw.resize(400, 300)
    assert raw.model.rowCount() == 20
