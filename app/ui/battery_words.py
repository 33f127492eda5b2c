"""What a battery tells in words: the same wherever it is shown."""

from __future__ import annotations

from typing import Final

from app.model.meaning import Battery
from app.ui.text import translate

LOW_CHARGE: Final = 0.2


def battery_words(battery: Battery) -> str:
    """What a battery tells, as short as it can be; empty if that is nothing."""
    parts = [f"{battery.voltage_v:.1f} V"] if battery.voltage_v is not None else []
    parts += [f"{battery.fraction * 100:.0f} %"] if battery.fraction is not None else []
    if battery.charging:
        parts.append(translate("Condition", "charging"))
    return ", ".join(parts)


def is_low(battery: Battery) -> bool:
    """Whether it should be charged, and isn't."""
    return battery.fraction is not None and battery.fraction < LOW_CHARGE and not battery.charging
