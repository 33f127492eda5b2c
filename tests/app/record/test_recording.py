"""What all formats of recordings share."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.record.recording import sorted_entries


def entries(*rows: tuple[int, int]) -> Any:
    return np.array(rows, np.uint64)


def test_entries_of_an_index_get_into_the_order_of_time_and_equal_times_stay_in_that_of_the_file() -> None:
    assert sorted_entries(entries((5, 0), (3, 10), (5, 20), (3, 30))).tolist() == [[3, 10], [3, 30], [5, 0], [5, 20]]


def test_entries_that_are_in_order_are_not_copied() -> None:
    found = entries((3, 0), (3, 10), (5, 20))
    assert sorted_entries(found) is found
