"""The state of a battery as text, the same wherever it is shown."""

from __future__ import annotations

from typing import Final

from app.model.messages.values import Battery
from app.ui.base.text import translate

LOW_CHARGE: Final = 0.2


def battery_text(battery: Battery) -> str:
    """Return voltage, charge and charging as short text; empty if none is known."""
    parts = [f"{battery.voltage_v:.1f} V"] if battery.voltage_v is not None else []
    parts += [f"{battery.fraction * 100:.0f} %"] if battery.fraction is not None else []
    if battery.charging:
        parts.append(translate("Condition", "charging"))
    return ", ".join(parts)


def is_battery_low(battery: Battery) -> bool:
    """Whether the battery should be charged, and is not charging."""
    return battery.fraction is not None and battery.fraction < LOW_CHARGE and not battery.charging
