from __future__ import annotations

from protocols.galileo.events import ENDED, OPEN, GalileoSessionState


def test_a_session_that_has_ended_is_not_open() -> None:
    assert not ENDED & OPEN
    assert set(GalileoSessionState) - ENDED - OPEN == {GalileoSessionState.CONNECTING, GalileoSessionState.REFUSED}
