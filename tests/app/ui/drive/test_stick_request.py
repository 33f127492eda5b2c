from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.control.values import ZERO, Velocity
from app.ui.drive.stick_request import NO_REQUEST, StickRequest, request_from_stick

CAP = Velocity(0.3, 0.8)
PLACES = st.floats(-3.0, 3.0)


def test_the_edge_of_the_stick_is_all_that_is_allowed() -> None:
    assert request_from_stick(0.0, 1.0).velocity(CAP) == Velocity(0.3, 0.0)
    # to the right is clockwise
    assert request_from_stick(1.0, 0.0).velocity(CAP) == Velocity(0.0, -0.8)


def test_a_corner_is_no_faster_than_the_edge() -> None:
    wish = request_from_stick(math.sqrt(0.5), math.sqrt(0.5))
    assert math.hypot(wish.forward, wish.turn) == pytest.approx(1.0)


def test_within_the_deadzone_it_is_exactly_zero_and_still_held() -> None:
    wish = request_from_stick(0.06, -0.06)
    assert wish.held
    assert wish.velocity(CAP) == ZERO


@given(PLACES, PLACES)
def test_no_place_asks_for_more_than_all(right: float, up: float) -> None:
    velocity = request_from_stick(right, up).velocity(CAP)
    assert abs(velocity.linear_m_s) <= CAP.linear_m_s + 1e-9
    assert abs(velocity.angular_rad_s) <= CAP.angular_rad_s + 1e-9


def test_what_is_not_held_asks_for_nothing() -> None:
    assert NO_REQUEST.velocity(CAP) == ZERO
    assert StickRequest(1.0, 1.0).velocity(CAP) == ZERO


def test_a_limit_of_nothing_is_zero_without_a_sign() -> None:
    velocity = StickRequest(-1.0, -1.0, held=True).velocity(ZERO)
    assert math.copysign(1.0, velocity.linear_m_s) == 1.0
