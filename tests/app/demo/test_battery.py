from __future__ import annotations

from random import Random

from app.demo.rover import EXCHANGED_AT, RoverBattery


def _battery(charge: float) -> RoverBattery:
    return RoverBattery(Random(1), charge)


def _voltage(battery: RoverBattery) -> float:
    return sum(battery.voltage() for _ in range(200)) / 200


def _run(
    battery: RoverBattery, seconds: int, speed_m_s: float = 0.0, *, stalled: bool = False, docked: bool = False
) -> None:
    for _ in range(seconds):
        battery.step(1.0, speed_m_s, 0.0, stalled=stalled, docked=docked)


def test_driving_empties_it_faster_than_standing_and_a_wall_faster_than_driving() -> None:
    standing, driving, stalled = (_battery(0.9) for _ in range(3))
    _run(standing, 600)
    _run(driving, 600, 0.5)
    _run(stalled, 600, 0.5, stalled=True)

    assert 0.9 > standing.charge > driving.charge > stalled.charge > 0.7
    assert _voltage(standing) > _voltage(driving) > _voltage(stalled)


def test_an_hour_of_driving_leaves_some_charge() -> None:
    battery = _battery(1.0)
    _run(battery, 3600, 0.4)

    assert 0.4 < battery.charge < 0.9


def test_the_dock_charges_it_until_it_is_full() -> None:
    battery = _battery(0.3)
    _run(battery, 60, docked=True)
    later = battery.charge
    _run(battery, 4 * 3600, docked=True)

    assert later > 0.3
    assert battery.charge > 0.999
    assert battery.charge <= 1.0


def test_the_voltage_falls_with_the_charge_within_what_three_cells_give() -> None:
    voltages = [_voltage(_battery(charge / 20)) for charge in range(21)]

    assert voltages == sorted(voltages)
    assert 9 < voltages[0] < 10
    assert 12.4 < voltages[-1] < 12.6


def test_the_voltage_flickers() -> None:
    battery = _battery(0.5)

    assert len({battery.voltage() for _ in range(10)}) == 10


def test_an_exhausted_one_is_exchanged() -> None:
    battery = _battery(EXCHANGED_AT + 0.001)
    _run(battery, 60)

    assert battery.charge > 0.99
