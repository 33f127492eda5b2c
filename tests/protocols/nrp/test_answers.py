from __future__ import annotations

import pytest

from protocols.errors import DecodeError, EngineError
from protocols.nrp.answers import completed_answer


def test_name_that_was_left_out_is_said_in_its_place() -> None:
    answer = completed_answer({"a": None}, ("a", "b"))

    assert answer["a"] is None
    assert isinstance(answer["b"], DecodeError)
    assert "left “b” out" in answer["b"].reason


def test_name_that_nobody_asked_for_makes_it_no_answer() -> None:
    with pytest.raises(EngineError, match="“b”, which was not asked for"):
        completed_answer({"a": None, "b": None}, ("a",))
