"""Sound player that uses the means of the system.

Qt's own player needs parts that are not in its Essentials, and its `beep` is silent on many desktops. So Windows is
called directly, elsewhere a program that plays files is started, and where there is none, or no loudspeaker, Qt beeps.
"""

from __future__ import annotations

import enum
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QStandardPaths
from PySide6.QtWidgets import QApplication

from app.resources import resource
from app.ui.drive.ending import kill_process

_LOGGER = logging.getLogger(__name__)

# tried in this order; the path of the file is the last argument
PLAYERS: Final[Sequence[tuple[str, ...]]] = (
    ("pw-play",),
    ("paplay",),
    ("aplay", "-q"),
    ("afplay",),
)


class AlertSound(enum.Enum):
    """Sound to play; the value is the name of its file in resources/sounds."""

    STOPPED = "stopped"
    LINK = "link"

    @property
    def file(self) -> Path:
        """Path of the file."""
        return resource("sounds", f"{self.value}.wav")


class SoundPlayer(QObject):
    """Plays sounds. Of two sounds at once only the first is heard.

    Args:
        find: returns the path of a program; empty if there is none.
        beep: called where no sound can be played.
    """

    def __init__(
        self,
        parent: QObject | None = None,
        find: Callable[[str], str] = QStandardPaths.findExecutable,
        beep: Callable[[], None] = QApplication.beep,
    ) -> None:
        super().__init__(parent)
        self._find = find
        self._beep = beep
        self._players: list[list[str]] | None = None
        self._process: QProcess | None = None

    def play(self, sound: AlertSound) -> None:
        """Play a sound; returns at once."""
        if sys.platform == "win32":
            _play_on_windows(sound.file)
        elif self._process is None:
            self._play(sound.file)

    def close(self) -> None:
        """End the sound that is playing: the window closes."""
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._end)
            process.errorOccurred.disconnect(self._fail)
            kill_process(process)
            process.deleteLater()

    def _play(self, file: Path) -> None:
        if self._players is None:
            found = [(self._find(name), options) for name, *options in PLAYERS]
            self._players = [[program, *options] for program, options in found if program]
        if not self._players:
            self._beep()
            return
        program, *options = self._players[0]
        process = self._process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._fail)
        process.start(program, [*options, str(file)])

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        self._done(heard=code == 0 and status is QProcess.ExitStatus.NormalExit)

    def _fail(self, error: QProcess.ProcessError) -> None:
        # a player that crashed has ended too, for which `finished` is emitted
        if error is QProcess.ProcessError.FailedToStart:
            self._done(heard=False)

    def _done(self, *, heard: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.deleteLater()
        if not heard:
            # the next player may have a loudspeaker; for this sound it is too late to try
            program = self._players.pop(0)[0] if self._players else ""
            _LOGGER.info("%s could not play a sound", program)
            self._beep()


def _play_on_windows(file: Path) -> None:
    if sys.platform == "win32":
        import winsound  # noqa: PLC0415 - Windows only

        winsound.PlaySound(str(file), winsound.SND_FILENAME | winsound.SND_ASYNC)
