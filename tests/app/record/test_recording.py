"""What all formats of recordings share."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.record.mcap_segment import McapSegment
from app.record.recording import sorted_entries
from tests.fakes.played_recording import count_up, write_recording


def entries(*rows: tuple[int, int]) -> Any:
    return np.array(rows, np.uint64)


def test_entries_of_an_index_get_into_the_order_of_time_and_equal_times_stay_in_that_of_the_file() -> None:
    assert sorted_entries(entries((5, 0), (3, 10), (5, 20), (3, 30))).tolist() == [[3, 10], [3, 30], [5, 0], [5, 20]]


def test_entries_that_are_in_order_are_not_copied() -> None:
    found = entries((3, 0), (3, 10), (5, 20))
    assert sorted_entries(found) is found


def test_a_file_that_was_closed_is_opened_again_unless_it_is_another_by_now(tmp_path: Path) -> None:
    path = write_recording(tmp_path / "a.mcap", count_up("/a", 10, 1))
    with contextlib.closing(McapSegment(path)) as file:
        file.close()
        file.reopen()
        assert len(file.load(0).entries[1]) == 10

        file.close()
        path.write_bytes(path.read_bytes() + b" ")
        with pytest.raises(OSError, match=r"a\.mcap"):
            file.reopen()
        assert file.descriptor < 0
