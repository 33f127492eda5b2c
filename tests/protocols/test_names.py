from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.names import MAX_NAME_LENGTH, name_fault, printable_name, redact_options
from protocols.wording import ProtocolWording


@pytest.mark.parametrize(
    "name", ["", " ", "/a b", "/robot-1/odom", "/ünï/中", "%20", "a:b", "\u2028", "\u00a0", "x" * MAX_NAME_LENGTH]
)
def test_a_name_may_be_empty_and_hold_whatever_is_text(name: str) -> None:
    assert name_fault(name) == ""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("/a\n", ProtocolWording.NAME_CHARACTER(number=0x000A)),
        ("\x00", ProtocolWording.NAME_CHARACTER(number=0x0000)),
        ("\x85", ProtocolWording.NAME_CHARACTER(number=0x0085)),
        ("\udcff", ProtocolWording.NAME_CHARACTER(number=0xDCFF)),
        ("x" * 1025, ProtocolWording.NAME_TOO_LONG(length=1025, limit=1024)),
    ],
)
def test_control_characters_halves_of_characters_and_length_are_faults(name: str, fault: str) -> None:
    assert name_fault(name) == fault


@given(st.text(max_size=200) | st.text(min_size=1000, max_size=1100))
def test_a_name_without_a_fault_can_be_sent_and_any_name_be_shown_on_a_line(name: str) -> None:
    if not name_fault(name):
        assert name.encode().decode() == name
    assert printable_name(name).isprintable()
    assert len(printable_name(name)) <= 81


def test_secrets_are_blotted_out_of_any_text() -> None:
    text = "failed: galileo://h/odom?Token=a%20b&x=1&galileo_proxy_token=c'd password=e"

    assert redact_options(text) == "failed: galileo://h/odom?Token=…&x=1&galileo_proxy_token=…'d password=…"
    assert "s3cret" not in redact_options("“galieo://h?token=s3cret&password=s3cret” makes no sense")
