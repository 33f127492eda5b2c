"""What earlier runs have logged is read from the files of the black box."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.record.segments import BoxFile
from app.session.earlier_log import EarlierLog
from tests.fakes.played_recording import START_NS, S, write_recording


def logged(number: int) -> tuple[str, float, dict[str, object]]:
    return "teledeck/log", number / 10, {"level": "INFO", "logger": "app", "text": f"line {number}"}


@pytest.fixture
def files(tmp_path: Path) -> list[BoxFile]:
    odd: list[tuple[str, float, dict[str, object]]] = [("teledeck/log", 0.95, {"odd": 1}), ("/a", 0.96, {"n": 1})]
    first = write_recording(tmp_path / "1.mcap", [*map(logged, range(10)), *odd])
    second = write_recording(tmp_path / "2.mcap", list(map(logged, range(10, 30))))
    return [(first, None), (tmp_path / "gone.mcap", None), (second, None)]


def test_lines_are_read_file_by_file_until_a_time(files: list[BoxFile]) -> None:
    log = EarlierLog(lambda: [files], START_NS + round(2.45 * S))

    assert log.look()
    assert len(log.lines) == 10
    while log.look():
        pass

    assert [line.text for line in log.lines] == [f"line {number}" for number in range(25)]
    assert log.lines[-1] == (START_NS + round(2.4 * S), "INFO", "app", "line 24")


def test_a_file_that_is_damaged_is_left_out(files: list[BoxFile]) -> None:
    path = files[0][0]
    path.write_bytes(path.read_bytes()[:20])
    log = EarlierLog(lambda: [files], START_NS + 10 * S)

    while log.look():
        pass

    assert [line.text for line in log.lines] == [f"line {number}" for number in range(10, 30)]
