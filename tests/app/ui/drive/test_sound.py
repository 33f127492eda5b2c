from __future__ import annotations

import sys
import wave
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QProcess
from pytestqt.qtbot import QtBot

from app.ui.drive.desktop import PLAYERS, AlertSound, SoundPlayer
from tests.tools.make_sounds import sound

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows plays them itself")


class Machine:
    """A system with these players, and what they were asked to play."""

    def __init__(self, folder: Path, **scripts: str) -> None:
        self.heard = folder / "heard"
        self.beeps = 0
        self.programs: dict[str, str] = {}
        for name, script in scripts.items():
            program = folder / name
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            self.programs[name.replace("_", "-")] = str(program)

    def find(self, name: str) -> str:
        return self.programs.get(name, "")

    def beep(self) -> None:
        self.beeps += 1

    @property
    def played(self) -> list[str]:
        return self.heard.read_text().split() if self.heard.exists() else []


def loudspeaker(machine: Machine) -> SoundPlayer:
    return SoundPlayer(None, machine.find, machine.beep)


def test_every_sound_is_the_one_that_is_made_and_can_be_read() -> None:
    for one in AlertSound:
        assert one.file.read_bytes() == sound(one.value)
        with wave.open(str(one.file)) as reader:
            assert 0.2 < reader.getnframes() / reader.getframerate() < 1.0


def test_what_plays_files_is_asked_and_nothing_beeps(qtbot: QtBot, tmp_path: Path) -> None:
    machine = Machine(tmp_path, aplay=f'echo "$@" >> {tmp_path}/heard')
    speaker = loudspeaker(machine)
    speaker.play(AlertSound.LONG)
    qtbot.waitUntil(lambda: speaker._process is None)
    assert machine.played == ["-q", str(AlertSound.LONG.file)]
    assert machine.beeps == 0


def test_a_program_that_never_ends_is_given_up_and_the_next_one_is_taken(qtbot: QtBot, tmp_path: Path) -> None:
    machine = Machine(tmp_path, paplay="exec sleep 60", aplay=f'echo "$@" >> {tmp_path}/heard')
    speaker = loudspeaker(machine)
    speaker.play(AlertSound.LONG)
    assert speaker.limit.isActive()
    speaker.limit.timeout.emit()
    assert (machine.beeps, speaker.limit.isActive()) == (1, False)
    speaker.play(AlertSound.SHORT)
    qtbot.waitUntil(lambda: speaker._process is None)
    assert machine.played == ["-q", str(AlertSound.SHORT.file)]
    assert not speaker.limit.isActive()
    qtbot.waitUntil(lambda: not speaker.findChildren(QProcess))


def test_the_first_of_those_that_are_there_is_taken(qtbot: QtBot, tmp_path: Path) -> None:
    said = f"echo $0 >> {tmp_path}/heard"
    machine = Machine(tmp_path, aplay=said, paplay=said)
    speaker = loudspeaker(machine)
    speaker.play(AlertSound.DOUBLE)
    qtbot.waitUntil(lambda: speaker._process is None)
    assert machine.played == [str(tmp_path / "paplay")]
    assert [name for name, *_ in PLAYERS].index("paplay") < [name for name, *_ in PLAYERS].index("aplay")


def test_where_there_is_none_it_beeps(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    loudspeaker(machine).play(AlertSound.LONG)
    assert machine.beeps == 1


def test_one_that_has_no_loudspeaker_beeps_and_the_next_one_is_tried_the_next_time(
    qtbot: QtBot, tmp_path: Path
) -> None:
    machine = Machine(tmp_path, paplay="exit 1", aplay=f'echo "$@" >> {tmp_path}/heard')
    speaker = loudspeaker(machine)
    speaker.play(AlertSound.LONG)
    qtbot.waitUntil(lambda: machine.beeps == 1)
    speaker.play(AlertSound.LONG)
    qtbot.waitUntil(lambda: speaker._process is None)
    assert machine.played == ["-q", str(AlertSound.LONG.file)]
    assert machine.beeps == 1


def test_one_that_can_not_be_started_beeps(qtbot: QtBot, tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.programs["aplay"] = str(tmp_path / "gone")
    speaker = loudspeaker(machine)
    speaker.play(AlertSound.LONG)
    qtbot.waitUntil(lambda: machine.beeps == 1)
    assert speaker._process is None


def test_while_one_is_heard_another_is_not_begun(qtbot: QtBot, tmp_path: Path) -> None:
    machine = Machine(tmp_path, aplay=f"echo one >> {tmp_path}/heard; exec sleep 0.3")
    speaker = loudspeaker(machine)
    for _ in range(3):
        speaker.play(AlertSound.LONG)
    qtbot.waitUntil(lambda: speaker._process is None)
    assert machine.played == ["one"]


def test_the_end_waits_for_no_player(qtbot: QtBot, tmp_path: Path) -> None:
    machine = Machine(tmp_path, aplay=f"echo one >> {tmp_path}/heard; exec sleep 60")
    speaker = loudspeaker(machine)
    speaker.play(AlertSound.LONG)
    qtbot.waitUntil(lambda: machine.played == ["one"])
    speaker.close()
    assert speaker._process is None
    assert machine.beeps == 0


def test_on_windows_the_system_plays_it_and_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[tuple[str, int]] = []
    winsound = ModuleType("winsound")
    winsound.__dict__.update(SND_FILENAME=1, SND_ASYNC=2, PlaySound=lambda file, flags: asked.append((file, flags)))
    monkeypatch.setitem(sys.modules, "winsound", winsound)
    monkeypatch.setattr(sys, "platform", "win32")
    machine = Machine(tmp_path)
    speaker = loudspeaker(machine)

    speaker.play(AlertSound.DOUBLE)
    speaker.close()

    assert asked == [(str(AlertSound.DOUBLE.file), 3)]
    assert machine.beeps == 0
