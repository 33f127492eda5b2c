from __future__ import annotations

import json

import pytest

from app.model.messages.stamps import stamp_s
from app.model.schema import DecodeError, Payload
from tests.fakes.session import JsonSchema


class Stamped(JsonSchema):
    """Says what it was given, or that it can't be read."""

    def stamp_ns(self, payload: Payload) -> int | None:
        if not payload:
            raise DecodeError("it is empty")
        found: int | None = json.loads(bytes(payload))
        return found


@pytest.mark.parametrize(("payload", "seconds"), [(b"1500000000", 1.5), (b"0", 0.0), (b"null", None), (b"", None)])
def test_a_stamp_is_told_in_seconds_where_there_is_one_that_can_be_read(payload: bytes, seconds: float | None) -> None:
    assert stamp_s(Stamped("test.Stamped"), payload) == seconds
