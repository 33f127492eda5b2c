from __future__ import annotations

import ctypes
import logging
import sys
from pathlib import Path

import pytest

from app.ui.base import memory


def test_the_memory_of_this_process_is_plausible_where_the_system_tells() -> None:
    held = memory.resident_bytes()

    assert held is not None
    assert 10_000_000 < held < 10_000_000_000


def test_a_system_that_does_not_tell_gives_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "_STATM", tmp_path / "missing")

    assert memory.resident_bytes() is None


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="another C library than glibc")
def test_what_was_freed_behind_something_small_is_given_back_to_the_system() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    blocks = [library.malloc(2000) for _ in range(50_000)]
    for block in blocks:
        ctypes.memset(block, 1, 2000)
    for block in blocks[:-1]:
        library.free(ctypes.c_void_p(block))
    before = memory.resident_bytes()

    memory.release_memory()

    after = memory.resident_bytes()
    assert before is not None
    assert after is not None
    assert before - after > 80_000_000
    library.free(ctypes.c_void_p(blocks[-1]))


def test_where_the_c_library_keeps_nothing_there_is_nothing_to_do(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, memory.__name__)
    monkeypatch.setattr("ctypes.CDLL", lambda _name: object())

    memory.release_memory()

    assert caplog.records == []


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_where_the_c_library_is_another_one_it_is_not_asked(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    asked: list[object] = []
    monkeypatch.setattr(ctypes, "CDLL", asked.append)
    monkeypatch.setattr(sys, "platform", platform)

    memory.release_memory()

    assert asked == []
