"""The demo rover's battery: three lithium cells in a row."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

CAPACITY_AH: Final = 6.0
RESISTANCE_OHM: Final = 0.06
IDLE_A: Final = 0.7
AMPERES_PER_M_S: Final = 2.4
AMPERES_PER_RAD_S: Final = 0.8
# wheels that slip against a wall draw the most
STALL_A: Final = 3.0
CHARGING_A: Final = 8.0
# below this the battery is replaced by a full one, so that a demo can run for days
EXCHANGED_AT: Final = 0.05
NOISE_V: Final = 0.008

# charge and voltage at rest of three cells, from empty to full
_DISCHARGE_CURVE: Final = ((0.0, 9.6), (0.05, 10.4), (0.15, 10.9), (0.5, 11.25), (0.8, 11.9), (1.0, 12.6))


class RoverBattery:
    """The state of charge and the voltage of the battery.

    Attributes:
        charge: 0 to 1.
        current_a: the current that is drawn now, in amperes; negative while charging.
    """

    def __init__(self, random: Random, charge: float = 0.92) -> None:
        self._random = random
        self.charge = charge
        self.current_a = IDLE_A

    def step(self, dt_s: float, speed_m_s: float, turn_rad_s: float, *, stalled: bool, docked: bool) -> None:
        """Advance time with the wheels at these speeds."""
        current = IDLE_A + AMPERES_PER_M_S * abs(speed_m_s) + AMPERES_PER_RAD_S * abs(turn_rad_s)
        if stalled:
            current += STALL_A
        if docked and self.charge < 1.0:
            current -= CHARGING_A
        self.current_a = current
        self.charge = min(1.0, self.charge - current * dt_s / (CAPACITY_AH * 3600))
        if self.charge < EXCHANGED_AT:
            self.charge = 1.0

    def voltage(self) -> float:
        """The measured voltage now, with noise, in volts."""
        return _voltage_at_rest(self.charge) - self.current_a * RESISTANCE_OHM + self._random.gauss(0.0, NOISE_V)


def _voltage_at_rest(charge: float) -> float:
    for (low, low_v), (high, high_v) in pairwise(_DISCHARGE_CURVE):
        if charge <= high:
            return low_v + (high_v - low_v) * (charge - low) / (high - low)
    return _DISCHARGE_CURVE[-1][1]
