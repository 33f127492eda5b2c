from __future__ import annotations

import pytest

from app.model.messages.values import Battery
from app.ui.base.battery_words import LOW_CHARGE, battery_text, is_battery_low


@pytest.mark.parametrize(
    ("battery", "words"),
    [
        (Battery(0.914, 12.16), "12.2 V, 91 %"),
        (Battery(None, 24.0, True), "24.0 V, charging"),
        (Battery(1.0), "100 %"),
        (Battery(), ""),
    ],
)
def test_what_a_battery_does_not_tell_is_not_said(battery: Battery, words: str) -> None:
    assert battery_text(battery) == words


def test_a_battery_is_low_when_little_is_left_and_it_is_not_charged() -> None:
    assert is_battery_low(Battery(LOW_CHARGE / 2))
    assert not is_battery_low(Battery(LOW_CHARGE / 2, charging=True))
    assert not is_battery_low(Battery(LOW_CHARGE))
    assert not is_battery_low(Battery(None, 10.0))
