from __future__ import annotations

from protocols.errors import EngineError, RemoteProtocolError, UnknownPackError


def test_errors_are_of_the_far_side_and_keep_reason_and_tip() -> None:
    for kind in (EngineError, UnknownPackError):
        error = kind("it is so", "Do this.")
        assert isinstance(error, RemoteProtocolError)
        assert (error.reason, error.tip) == ("it is so", "Do this.")
