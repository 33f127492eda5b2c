from __future__ import annotations

import dataclasses

import pytest

from app.model.status import ConnectionState, ConnectionStatus


def test_a_status_is_a_value() -> None:
    status = ConnectionStatus(ConnectionState.LOST, "the server ended", since_ns=5)

    assert status == ConnectionStatus(ConnectionState.LOST, "the server ended", "", 5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        status.reason = "another"  # type: ignore[misc]


def test_the_states_are_those_that_operators_are_told_of() -> None:
    assert [state.value for state in ConnectionState] == [
        "connecting",
        "connected",
        "stale",
        "lost",
        "refused",
        "closed",
    ]
