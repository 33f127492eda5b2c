from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.inspector.hex_model import PAGE_BYTES
from app.ui.inspector.raw_bytes import RawBytes


@pytest.fixture
def raw(qtbot: QtBot) -> RawBytes:
    raw = RawBytes()
    qtbot.addWidget(raw)
    raw.resize(800, 300)
    raw.show()
    return raw


def test_it_says_how_many_bytes_there_are(raw: RawBytes) -> None:
    assert raw.place.text() == "No bytes: the message is empty"

    raw.set_payload(bytes(1234))
    assert raw.place.text() == "1,234 bytes"
    assert not raw.on.isVisible()


def test_pages_are_turned_by_buttons_that_end_where_the_bytes_do(raw: RawBytes) -> None:
    raw.set_payload(bytes(PAGE_BYTES + 10))
    assert raw.place.text() == "Bytes 0 to 65,535 of 65,546"
    assert (raw.back.isEnabled(), raw.on.isEnabled()) == (False, True)

    raw.on.click()
    assert raw.place.text() == "Bytes 65,536 to 65,545 of 65,546"
    assert (raw.back.isEnabled(), raw.on.isEnabled()) == (True, False)

    raw.show_first_page()
    assert raw.model.start == 0


def test_a_narrow_view_shows_half_as_many_bytes_a_line(raw: RawBytes) -> None:
    raw.set_payload(bytes(160))
    assert raw.model.rowCount() == 10

    raw.resize(400, 300)
    assert raw.model.rowCount() == 20
