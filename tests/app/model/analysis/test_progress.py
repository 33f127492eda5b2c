from __future__ import annotations

import numpy as np
import pytest

from app.model.analysis.figures import histogram
from app.model.analysis.progress import CalculationCancelled, ignore_progress, progress_part


def test_a_part_of_the_work_tells_its_share_of_the_whole() -> None:
    told: list[float] = []
    step = progress_part(told.append, 0.2, 0.6)

    step(0.0)
    step(0.5)
    step(1.0)

    assert told == pytest.approx([0.2, 0.4, 0.6])


def test_what_ends_the_whole_ends_a_part() -> None:
    def end(_share: float) -> None:
        raise CalculationCancelled

    with pytest.raises(CalculationCancelled):
        progress_part(end, 0.0, 0.5)(0.1)


def test_who_wants_to_know_nothing_ends_nothing_and_is_given_the_same() -> None:
    values, told = np.arange(1000.0), list[float]()

    assert np.array_equal(histogram(values, 7, ignore_progress).counts, histogram(values, 7, told.append).counts)
    assert told
