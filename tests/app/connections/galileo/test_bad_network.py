"""Stops and the link gate over random networks; `python -m tests.tools.drive_network` does ten thousand of them."""

from __future__ import annotations

import collections
import os
from collections.abc import Callable

import pytest

from app.drive.control.values import LinkLevel
from protocols.galileo import client_session
from protocols.galileo.connecting import ClientIds
from protocols.galileo.round_trip import RoundTrip
from protocols.galileo.stop_proof import StopProof
from tests.tools.drive_network import HistoryError, delay_history, good_history, stop_history

HISTORIES = int(os.environ.get("TELEDECK_NETWORK_HISTORIES", "30"))


class GuessedProof(StopProof):
    """As if the estimate of a round trip said which ping a pong answers; no other id is asked for."""

    def pong_received(self, now: float) -> None:
        self.arrived = self.arrived or (self._zeros > 0 and now - self.began_at > 0.15)

    def must_ask(self, now: float) -> bool:
        self.ask_at = now + 1.0
        return False


def _all_of(history: Callable[[int], object], count: int) -> None:
    for number in range(count):
        history(number)


def _guessed_age_s(self: RoundTrip, now: float) -> float | None:
    """As if every pong answered a ping of a moment ago."""
    return None if self._took_s is None else now - self._heard_at + 0.0135


@pytest.mark.timeout(3600)
def test_no_stop_is_called_delivered_that_the_robot_did_not_get() -> None:
    proven = [stop_history(number) for number in range(HISTORIES)]

    assert sum(seconds is not None for seconds in proven) > HISTORIES * 0.9


@pytest.mark.timeout(3600)
def test_a_delay_of_more_than_500_ms_is_seen_within_a_second_and_as_long_as_it_lasts() -> None:
    assert max(delay_history(number) for number in range(HISTORIES)) <= 1.0


def test_a_proof_by_an_estimate_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_session, "StopProof", GuessedProof)

    with pytest.raises(HistoryError):
        _all_of(stop_history, 100)


def test_a_proof_that_leaves_the_session_of_before_open_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_session, "_MAX_CLOSED_AGAIN", 0)
    spoke = ClientIds.robot_spoke
    monkeypatch.setattr(ClientIds, "robot_spoke", lambda ids: spoke(ids)[:0])
    monkeypatch.setattr(ClientIds, "is_closed", lambda *_: False)

    with pytest.raises(HistoryError):
        _all_of(stop_history, 100)


def test_a_round_trip_that_is_guessed_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RoundTrip, "even_age_s", _guessed_age_s)

    with pytest.raises(HistoryError):
        _all_of(delay_history, 30)


def test_on_an_ordinary_network_a_stop_is_settled_in_seconds_and_the_link_is_good() -> None:
    levels: collections.Counter[LinkLevel] = collections.Counter()
    for number in range(4):
        took_s, deck = good_history(number)
        levels += deck.levels
        assert took_s is not None
        assert took_s < 4.0
        assert deck.session is not None
        assert 0.005 < (deck.session.rtt_s or 0.0) < 0.035
        # the same session for whoever drives, whatever was asked for to prove the stop
        assert deck.epoch == 1

    assert levels[LinkLevel.GOOD] > 0.9 * levels.total()
    assert levels[LinkLevel.LOST] == 0


def test_where_a_third_is_lost_a_stop_is_settled_too() -> None:
    took = [good_history(number, loss=0.3, seconds=0.5)[0] for number in range(8)]

    assert max(seconds for seconds in took if seconds is not None) < 40.0
    assert sum(seconds is not None for seconds in took) >= 3
