from __future__ import annotations

import math
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.config import atomic_file
from app.config.atomic_file import hold_file, locked_file, set_aside, write_atomically
from tests.fakes.full_disk import full_disk


def test_pieces_are_written_one_after_another_in_place_of_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before, and longer")
    write_atomically(file, [b"one ", b"", b"two"])

    assert file.read_bytes() == b"one two"
    assert list(tmp_path.iterdir()) == [file]


def test_where_there_is_no_folder_it_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        write_atomically(tmp_path / "nothing" / "file", [b"x"])


def test_what_the_pieces_raise_comes_through_and_nothing_was_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")

    def pieces() -> Iterator[bytes]:
        yield b"some"
        raise KeyError("why")

    with pytest.raises(KeyError, match="why"):
        write_atomically(file, pieces())

    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"before")
    file.chmod(0o640)
    link.symlink_to(file)
    write_atomically(link, [b"after"], private=True)

    assert link.is_symlink()
    assert file.read_bytes() == b"after"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_new_file_that_is_private_is_for_its_owner_alone(tmp_path: Path) -> None:
    write_atomically(tmp_path / "file", [b"x"], private=True)

    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_on_a_full_disk_what_was_there_stays_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")
    with full_disk(), pytest.raises(OSError, match="large"):
        write_atomically(file, [b"x" * 100])

    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_may_not_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_atomically(tmp_path / "folder", [b"x"])

    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_what_is_put_aside_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "file"
    asides = []
    for text in ("one", "two", "three"):
        file.write_text(text, encoding="utf-8")
        asides.append(set_aside(file, "broken"))

    assert [aside.read_text(encoding="utf-8") for aside in asides] == ["one", "two", "three"]
    assert all(aside.name.startswith("file.broken-") for aside in asides)
    assert not file.exists()


def test_who_holds_a_file_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "file"
    turns: list[str] = []

    def other() -> None:
        with locked_file(file, 60):
            turns.append("other")

    thread = threading.Thread(target=other)
    with locked_file(file):
        thread.start()
        thread.join(0.2)
        turns.append("first")
    thread.join()

    assert turns == ["first", "other"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_can_lock_a_file(tmp_path: Path) -> None:
    with locked_file(tmp_path / "file"):
        (lock,) = tmp_path.iterdir()
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600


def test_who_holds_a_file_for_too_long_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: math.fsum(naps), sleep=naps.append)
    with locked_file(tmp_path / "file"):
        monkeypatch.setattr(atomic_file, "time", clock)
        with locked_file(tmp_path / "file", 0.05):
            assert 0.05 <= math.fsum(naps) < 0.1


@pytest.mark.parametrize("linked", [False, True])
def test_what_is_put_aside_to_be_replaced_is_there_until_then(tmp_path: Path, linked: bool) -> None:  # noqa: FBT001
    file = target = tmp_path / "file"
    if linked:
        target = tmp_path / "target"
        file.symlink_to(target)
    target.write_bytes(b"before")
    aside = set_aside(file, "broken", to_be_replaced=True)
    assert file.read_bytes() == b"before"
    write_atomically(file, [b"after"])

    assert aside.read_bytes() == b"before"
    assert file.read_bytes() == b"after"


HOLDS = """
import sys, time
from pathlib import Path
from app.config.atomic_file import hold_file
held = hold_file(Path(sys.argv[1]))
print(held is not None, flush=True)
time.sleep(60)
"""


def test_a_file_is_held_by_one_process_until_it_ends_it_or_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    child = subprocess.Popen([sys.executable, "-c", HOLDS, str(file)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline().strip() == "True"
    assert hold_file(file) is None
    child.kill()
    child.wait()
    child.stdout.close()
    held = hold_file(file)
    assert held is not None
    assert hold_file(file) is None
    held.end()
    held.end()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="there a file that is open can't be removed")
def test_who_gets_a_file_that_was_just_removed_does_not_hold_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    take = atomic_file._take

    def take_and_remove(number: int) -> bool:
        file.unlink()
        return take(number)

    with monkeypatch.context() as patched:
        patched.setattr(atomic_file, "_take", take_and_remove)
        assert hold_file(file) is None
    held = hold_file(file)
    assert held is not None
    held.end()
