from __future__ import annotations

from protocols.galileo.events import ENDED, OPEN, SessionState


def test_a_session_that_has_ended_is_not_open() -> None:
    assert not ENDED & OPEN
    assert set(SessionState) - ENDED - OPEN == {SessionState.CONNECTING, SessionState.REFUSED}
