"""The checks of a profile's values: each names the key of what is wrong, and lets pass what may be."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from app.config.profile_checks import (
    MAX_JOINTS,
    RANGES,
    ProfileError,
    check_joints,
    check_path,
    check_range,
    check_sign,
    check_text_name,
)

Check = Callable[[], None]


@pytest.mark.parametrize(
    ("check", "field"),
    [
        (lambda: check_range("rate_hz", RANGES["rate_hz"][1] + 1), "rate_hz"),
        (lambda: check_range("rate_hz", math.nan), "rate_hz"),
        (lambda: check_range("rate_hz", True), "rate_hz"),
        (lambda: check_range("turbo_linear_m_s", 0.5, 0.6), "turbo_linear_m_s"),
        (lambda: check_range("least", 1e9, field="free.0.least"), "free.0.least"),
        (lambda: check_text_name("topic", "a\nb", "topic"), "topic"),
        (lambda: check_path("field", "a..b", "estop_field"), "estop_field"),
        (lambda: check_sign("linear_sign", 0), "linear_sign"),
        (lambda: check_joints("left", ("a", "a")), "left"),
        (lambda: check_joints("left", ("a,b",)), "left"),
        (lambda: check_joints("right", tuple(map(str, range(MAX_JOINTS + 1)))), "right"),
    ],
)
def test_what_is_wrong_is_named_by_its_key(check: Check, field: str) -> None:
    with pytest.raises(ProfileError) as caught:
        check()
    assert caught.value.field == field
    assert caught.value.reason


def test_what_is_at_the_edge_of_its_range_passes() -> None:
    for name, (low, most) in RANGES.items():
        check_range(name, low)
        check_range(name, most)
    check_range("turbo_linear_m_s", 0.6, 0.6)
    check_text_name("topic", "", "topic")
    check_path("field", "status.flags", "estop_field")
    check_sign("linear_sign", -1)
    check_joints("left", ("arm::elbow", "b"))
