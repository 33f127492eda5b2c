from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocols.errors import LocalProtocolError
from protocols.nrp.names import check_name, may_be_camera


@pytest.mark.parametrize("name", ["rover", "rover::chassis", "rover::head::camera", "Fünf Räder::links"])
def test_name_is_kept_as_it_is(name: str) -> None:
    assert check_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", "  ", "a,b", "a\nb", "a\x00", "\ud800", "x" * 1025])
def test_name_that_no_engine_can_have_is_refused(name: str) -> None:
    with pytest.raises(LocalProtocolError, match="DataPack"):
        check_name(name)


@given(st.text())
def test_any_text_is_a_name_or_refused_in_one_line(text: str) -> None:
    try:
        name = check_name(text)
    except LocalProtocolError as error:
        reason = error.reason
    else:
        assert check_name(name) == name
        reason = ""
    assert reason == "" or reason.isprintable()


def test_camera_is_told_by_three_parts() -> None:
    assert may_be_camera("rover::head::camera")
    assert not may_be_camera("rover::chassis")
    assert not may_be_camera("rover")
