from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.program.error_log import MAX_ERROR_LINE, MAX_LOG_BYTES, last_error_line, open_error_log


def test_the_last_words_are_the_last_line_without_our_name(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert last_error_line(log) == ""

    log.write_text("Traceback …\nteledeck: nothing can be driven by this address. Known are ros1://.\n\n", "utf-8")

    assert last_error_line(log) == "nothing can be driven by this address. Known are ros1://."


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xff\xfe\n", b"x" * 10**6, b"teledeck: \n" * 10**5])
def test_whatever_a_process_wrote_is_short_and_can_be_shown(tmp_path: Path, data: bytes) -> None:
    log = tmp_path / "log"
    log.write_bytes(data)

    assert len(last_error_line(log)) <= MAX_ERROR_LINE


def test_a_log_goes_on_until_it_is_too_long_and_then_begins_anew(tmp_path: Path) -> None:
    log = tmp_path / "folder" / "log"
    for _ in range(2):
        with open_error_log(log) as file:
            file.write(b"words\n")
    assert log.read_bytes() == b"words\nwords\n"

    log.write_bytes(b"x" * (MAX_LOG_BYTES + 1))
    with open_error_log(log) as file:
        file.write(b"words\n")
    assert log.read_bytes() == b"words\n"


@pytest.mark.expects_log("can't be written")
def test_where_nothing_can_be_written_words_go_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with open_error_log(tmp_path / "file" / "log") as file:
        assert file.name == os.devnull
        file.write(b"words\n")
