from __future__ import annotations

import math
from random import Random

import pytest

from app.demo import lidar
from app.demo.simulation import Simulation
from app.demo.wander import CRUISE_M_S, Wanderer


def _ranges(default: float = 8.0, **near: float) -> list[float]:
    middle = lidar.RAYS // 2
    ranges = [default] * lidar.RAYS
    for where, distance in near.items():
        start = {"ahead": middle, "left": middle + 60, "right": middle - 60}[where]
        ranges[start - 5 : start + 5] = [distance] * 10
    return ranges


def test_free_ahead_it_drives_on() -> None:
    wish = Wanderer(Random(1)).decide(_ranges(math.inf), bumped=False)

    assert wish.linear == CRUISE_M_S
    assert abs(wish.angular) < 0.3


@pytest.mark.parametrize(("nearer", "sign"), [("right", 1), ("left", -1)])
def test_something_near_ahead_makes_it_turn_to_the_free_side_until_the_way_is_free(nearer: str, sign: int) -> None:
    wanderer = Wanderer(Random(1))
    first = wanderer.decide(_ranges(ahead=0.4, **{nearer: 0.5}), bumped=False)
    # the other side has become nearer now
    second = wanderer.decide(_ranges(ahead=0.8, left=0.4, right=0.4), bumped=False)
    third = wanderer.decide(_ranges(), bumped=False)

    assert first.linear == second.linear == 0
    assert math.copysign(1, first.angular) == math.copysign(1, second.angular) == sign
    assert third.linear > 0


def test_after_a_bump_it_backs_off_and_turns_away() -> None:
    wanderer = Wanderer(Random(1))
    wishes = [wanderer.decide(_ranges(), bumped=index == 0) for index in range(20)]

    assert wishes[0].linear < 0
    turned = [wish for wish in wishes if wish.linear == 0 and wish.angular]
    assert len(turned) > 3
    assert len({wish.angular for wish in turned}) == 1
    assert wishes[-1].linear > 0


@pytest.mark.parametrize("seed", [1, 2])
def test_it_gets_around_the_yard_without_getting_stuck(seed: int) -> None:
    simulation = Simulation(seed, wander=True)
    places = set()
    slipped = 0
    for _ in range(18_000):
        simulation.tick()
        places.add((round(simulation.rover.pose.x), round(simulation.rover.pose.y)))
        slipped += simulation.rover.touched is not None

    assert len(places) > 25
    assert slipped < 180
