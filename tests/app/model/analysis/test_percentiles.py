from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from app.model.analysis.figures import percentiles
from app.model.analysis.progress import CalculationCancelled
from tests.fakes.curves import Floats, Steps, noise

PERCENTS = (0.0, 1.0, 5.0, 25.0, 50.0, 75.0, 95.0, 99.0, 100.0)


@pytest.mark.parametrize("count", [1, 2, 1000, 65_536, 65_537, 700_001])
@pytest.mark.parametrize(
    "made",
    [
        noise,
        lambda count: np.arange(count, dtype=np.float64),
        lambda count: np.round(noise(count)),
        lambda count: np.full(count, 3.0),
        lambda count: np.where(np.arange(count) % 2, noise(count), 100.0),
        lambda count: np.exp(20 * noise(count)),
    ],
)
def test_they_are_those_of_numpy(made: Callable[[int], Floats], count: int) -> None:
    values = made(count)

    assert percentiles(values, 0, PERCENTS) == pytest.approx(np.percentile(values, PERCENTS), rel=1e-12, abs=1e-12)


def test_values_that_are_unlike_the_others_each_so_often_do_not_mislead() -> None:
    values = noise(1 << 18)
    values[::4] = 1000.0

    assert percentiles(values, 0, PERCENTS) == pytest.approx(np.percentile(values, PERCENTS))


def test_huge_values_are_taken_down() -> None:
    values = noise(200_000)

    assert percentiles(values * 2.0**900, 900, PERCENTS) == pytest.approx(np.percentile(values, PERCENTS))


def test_they_can_be_ended() -> None:
    with pytest.raises(CalculationCancelled):
        percentiles(noise(200_000), 0, PERCENTS, Steps(lambda _share: True, CalculationCancelled))
