from __future__ import annotations

import random

import pytest

from app.demo.galileo_network import OVERTAKEN_S, BadNetwork, GalileoOptions


def network(options: GalileoOptions, seed: int = 1) -> BadNetwork:
    return BadNetwork(options, random.Random(seed))


def test_a_good_one_passes_everything_at_once() -> None:
    good = network(GalileoOptions())

    assert [good.delay_s(float(now)) for now in range(100)] == [0.0] * 100
    assert (good.passed, good.dropped) == (100, 0)


def test_as_much_gets_lost_as_was_asked_for() -> None:
    lossy = network(GalileoOptions(loss=0.3))
    lost = sum(lossy.delay_s(0.0) is None for _ in range(10_000))

    assert lost == lossy.dropped
    assert lost / 10_000 == pytest.approx(0.3, abs=0.02)


def test_with_a_loss_of_all_nothing_passes() -> None:
    dead = network(GalileoOptions(loss=1.0))

    assert all(dead.delay_s(0.0) is None for _ in range(1000))


def test_every_datagram_takes_its_time_and_some_are_overtaken() -> None:
    slow = network(GalileoOptions(delay_s=0.2, reorder=0.25))
    delays = [slow.delay_s(0.0) or 0.0 for _ in range(10_000)]
    longer = [delay for delay in delays if delay > 0.2]

    assert min(delays) == 0.2
    assert max(delays) <= 0.2 + OVERTAKEN_S
    assert len(longer) / 10_000 == pytest.approx(0.25, abs=0.02)


def test_silence_begins_so_long_after_the_first_datagram() -> None:
    robot = network(GalileoOptions(silent_after_s=5.0))
    times = (1000.0, 1004.9, 1005.0, 1e6)

    assert [robot.delay_s(now) for now in times] == [0.0, 0.0, None, None]


def test_the_same_seed_gives_the_same_network() -> None:
    options = GalileoOptions(loss=0.3, delay_s=0.1, reorder=0.5)
    one, same, other = network(options), network(options), network(options, seed=2)
    ways = [[each.delay_s(0.0) for _ in range(50)] for each in (one, same, other)]

    assert ways[0] == ways[1]
    assert ways[0] != ways[2]


def test_the_token_is_in_no_text_of_the_options() -> None:
    assert "sesame" not in repr(GalileoOptions(token="sesame"))  # noqa: S106 - no secret
