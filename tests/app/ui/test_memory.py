from __future__ import annotations

from pathlib import Path

import pytest

from app.ui import memory


def test_the_memory_of_this_process_is_plausible_where_the_system_tells() -> None:
    held = memory.resident_bytes()

    assert held is not None
    assert 10_000_000 < held < 10_000_000_000


def test_a_system_that_does_not_tell_gives_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "_STATM", tmp_path / "missing")

    assert memory.resident_bytes() is None
