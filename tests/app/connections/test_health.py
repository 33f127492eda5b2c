from __future__ import annotations

import pytest

from app.connections.health import assess_failure
from app.model.status import ConnectionState


@pytest.mark.parametrize("lasted_s", [0.0, 100.0])
def test_a_robot_that_was_never_reached_is_connecting_or_has_refused(lasted_s: float) -> None:
    state = assess_failure(is_reached=False, is_silent=True, has_fresh_data=True, lasted_s=lasted_s, grace_s=2.0)
    assert state is ConnectionState.CONNECTING

    assert assess_failure(is_reached=False, is_rejected=True, lasted_s=lasted_s) is ConnectionState.REFUSED


def test_the_state_stays_while_the_link_may_be_back() -> None:
    assert assess_failure(is_reached=True, is_rejected=True, lasted_s=1.9, grace_s=2.0) is None
    assert assess_failure(is_reached=True, lasted_s=0.0) is ConnectionState.LOST


def test_data_prove_that_a_robot_lives_whatever_its_link_says() -> None:
    state = assess_failure(is_reached=True, is_rejected=True, has_fresh_data=True, lasted_s=3.0, grace_s=2.0)

    assert state is ConnectionState.CONNECTED


def test_a_robot_that_takes_links_and_says_nothing_is_late_and_not_lost() -> None:
    assert assess_failure(is_reached=True, is_silent=True) is ConnectionState.STALE
    assert assess_failure(is_reached=True) is ConnectionState.LOST


def test_a_robot_that_rejects_is_neither_late_nor_lost() -> None:
    assert assess_failure(is_reached=True, is_rejected=True, is_silent=True) is ConnectionState.REFUSED
