"""The black box on real disks that are full, go away or can't be written, and after real kills."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest
from mcap.reader import make_reader

from app.record.mcap_format import PART
from app.record.recorder import SEGMENT_S
from app.record.repair import repair

ROOT: Final = Path(__file__).resolve().parent.parent.parent
# what is not sealed may be lost with the process; the half second is for a machine that has other things to do
LOST_S: Final = 1.1 + 0.5
KILLS: Final = 20


def program(folder: Path, duration_s: float, *happenings: str) -> list[str]:
    """The command that records into a folder."""
    return [sys.executable, "-m", "tests.peers.record_run", str(folder), str(duration_s), *happenings]


def kept(folder: Path) -> list[int]:
    """The numbers of all messages that are in the files, which must be right in every byte."""
    found = []
    for path in sorted(folder.rglob("*.mcap")):
        with path.open("rb") as file:
            for _, _, message in make_reader(file, validate_crcs=True).iter_messages(["/count"]):
                (number,) = struct.unpack_from("<Q", message.data)
                assert message.sequence == number
                found.append(number)
    return found


class Disk:
    """A small disk of its own, which nobody else sees; what is on it is copied away before it goes."""

    def __init__(self, path: Path) -> None:
        self.folder = path / "disk"
        self.copy = path / "copy"
        self.folder.mkdir()

    def record(self, duration_s: float, *happenings: str, size: str = "24m") -> dict[str, Any]:
        """Record onto it while things happen; return what the recorder said in the end."""
        words = {"DISK": str(self.folder), "COPY": str(self.copy), "SIZE": size}
        run = program(self.folder, duration_s, "0", 'mount -t tmpfs -o size="$SIZE" none "$DISK"', *happenings)
        # a namespace of mounts of its own, as whoever is root in it
        apart = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
        script = '"$@"; status=$?; cp -r "$DISK" "$COPY"; exit $status'
        # the mount is the recorder's own: it is made in the shell's namespace, which stays until all is copied
        done = subprocess.run(
            [*apart, "/bin/sh", "-c", script, "sh", *run],
            cwd=ROOT,
            env=os.environ | words,
            stdout=subprocess.PIPE,
            check=True,
            timeout=120,
        )
        told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return told


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path)


def test_a_disk_that_others_fill_costs_what_came_meanwhile_and_the_oldest(disk: Disk) -> None:
    fill, empty = 'head -c 64M /dev/zero >"$DISK/others" || true', 'rm "$DISK/others"'
    told = disk.record(8.0, "2", fill, "5", empty)

    numbers = kept(disk.copy)
    assert len(numbers) == len(set(numbers))
    # the oldest went first, for the newest to have room
    assert 0 < told["lost"] <= told["given"] - len(numbers)
    assert len(numbers) > 3_000
    assert told["given"] in numbers
    assert told["troubles"][0]
    assert told["troubles"][-1] == ""


def test_a_disk_that_is_smaller_than_what_comes_keeps_the_newest(disk: Disk) -> None:
    told = disk.record(12.0, size="6m")

    numbers = kept(disk.copy)
    assert numbers
    assert told["given"] in numbers
    assert len(numbers) <= told["given"] - told["lost"]


def test_a_disk_that_can_not_be_written_at_first_is_written_as_soon_as_it_can(disk: Disk) -> None:
    remount = 'mount -o remount,{} "$DISK"'
    told = disk.record(6.0, "0", remount.format("ro"), "3", remount.format("rw"))

    numbers = kept(disk.copy)
    assert [bool(trouble) for trouble in told["troubles"]] == [True, False]
    assert len(numbers) + told["lost"] == told["given"]
    assert told["given"] in numbers
    assert told["lost"] < 5_000


def test_after_a_disk_was_pulled_out_what_is_there_instead_is_written(disk: Disk) -> None:
    # the file that is open goes with the disk, whether it was pulled out is seen at its end
    told = disk.record(SEGMENT_S + 6.0, "2", 'umount -l "$DISK"')

    numbers = kept(disk.copy)
    assert [bool(trouble) for trouble in told["troubles"]] == [True, False]
    assert told["given"] in numbers
    assert len(numbers) > 3_000


def test_a_kill_at_any_time_costs_a_second_at_most(tmp_path: Path) -> None:
    chance = random.Random(time.time_ns())
    for number in range(KILLS):
        folder = tmp_path / str(number)
        child = subprocess.Popen(program(folder, 60.0), cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert json.loads(child.stdout.readline()) == {"begun": True}
        time.sleep(chance.uniform(1.5, 4.0))
        child.kill()
        killed_ns = time.time_ns()
        child.wait()
        child.stdout.close()

        (part,) = folder.rglob(f"*{PART}")
        repair(part)
        numbers = kept(folder)
        assert numbers == list(range(1, numbers[-1] + 1))
        assert (killed_ns - _last_ns(folder)) / 1e9 <= LOST_S


def _last_ns(folder: Path) -> int:
    (path,) = folder.rglob("*.mcap")
    with path.open("rb") as file:
        return max(message.log_time for _, _, message in make_reader(file).iter_messages(["/count"]))
