from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui.whole_file import write_file


def test_pieces_are_written_one_after_another_in_place_of_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before, and longer")
    write_file(file, [b"one ", b"", b"two"])

    assert file.read_bytes() == b"one two"
    assert list(tmp_path.iterdir()) == [file]


def test_where_there_is_no_folder_it_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        write_file(tmp_path / "nothing" / "file", [b"x"])


def test_what_the_pieces_raise_comes_through_and_nothing_was_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")

    def pieces() -> Iterator[bytes]:
        yield b"some"
        raise KeyError("why")

    with pytest.raises(KeyError, match="why"):
        write_file(file, pieces())

    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]
