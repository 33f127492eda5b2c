"""Log records that nobody waits for."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from app.drive.process import log_queue
from app.drive.process.log_queue import LogFile, QueuedHandler, logging_to
from tests.fakes.waiting import TIMEOUT_S


def test_records_go_where_they_shall_and_the_others_back_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_queue, "END_TIMEOUT_S", TIMEOUT_S)
    got: list[str] = []
    before = logging.getLogger().handlers[:]

    with logging_to(got.append, logging.INFO, "%(levelname)s %(message)s"):
        logging.getLogger("x").info("hello")

    assert got == ["INFO hello\n"]
    assert logging.getLogger().handlers == before


def test_nobody_waits_for_who_does_not_take_them() -> None:
    let_go = threading.Event()
    handler = QueuedHandler(lambda _: (let_go.wait(), None)[1])
    record = logging.LogRecord("x", logging.INFO, "", 0, "hello", (), None)

    for _ in range(log_queue.MAX_WAITING + 10):
        handler.emit(record)

    assert handler.dropped >= 9
    let_go.set()
    handler.close()


def test_a_long_file_is_begun_anew_and_the_one_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "state" / "drive.log"
    file = LogFile(path)
    file.write("a" * (log_queue.MAX_FILE_BYTES + 1))

    file.write("new\n")

    assert path.read_text() == "new\n"
    assert path.with_suffix(".old.log").read_text().startswith("aaa")
