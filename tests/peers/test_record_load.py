"""All that a window receives of 20,000 messages/s and of a camera's 190 MB/s is in the recording, or counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.benchmarks.common import COMPILER
from tests.benchmarks.record_window import record_load

DURATION_S = 5.0


# on a machine that is busy with other tests the window opens late, and the sender sends less than it should
@pytest.mark.timeout(400)
def test_what_is_recorded_under_load_is_in_the_file_or_counted(tmp_path: Path) -> None:
    if not COMPILER.met:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(COMPILER.words)

    told = record_load(tmp_path, DURATION_S)

    assert told.missing <= told.lost
    assert told.messages > told.pictures > 0
