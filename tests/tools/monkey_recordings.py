"""What the monkey does to recordings: opens good, cut, damaged and foreign ones, plays them, tries to command them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.config.profile import Profile
from app.drive.control.values import Stage
from app.drive.supervisor.drive_state import DrivePhase
from app.model.topics import TopicKey
from app.model.world import WorldAction, WorldCommand
from app.net.tasks import TaskPool
from app.record.addresses import SCHEME, SUFFIXES
from app.session.errors import SessionError
from app.session.session import Session
from app.ui.playback.place_strip import PlaceStrip
from app.ui.window.main_window import MainWindow
from tests.fakes.played_recording import count_up, write_recording
from tests.tools.monkey_views import Note

_DATA: Final = Path(__file__).resolve().parents[1] / "data"
_KEYS: Final = (
    *(Qt.Key.Key_Space,) * 4,
    *(Qt.Key.Key_Comma, Qt.Key.Key_Period, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Minus, Qt.Key.Key_Plus, Qt.Key.Key_L, Qt.Key.Key_B),
    *(Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_M, Qt.Key.Key_I, Qt.Key.Key_O),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down),
)
# more would be nothing but more of the same
_MOST_OPEN: Final = 4
# a STOP that nobody has seen by then did nothing
_STOP_S: Final = 3.0
_POLL_MS: Final = 10


class CommandedRecordingError(AssertionError):
    """A recording took a command."""


class UnheardStopError(AssertionError):
    """A STOP that nothing came of."""


class RecordingTricks:
    """What can be done to recordings: each trick with its weight."""

    def __init__(self, window: MainWindow, session: Session, rng: random.Random, folder: Path, note: Note) -> None:
        self._window = window
        self._session = session
        self._rng = rng
        self._note = note
        self._folder = folder / "recordings"
        self._folder.mkdir()
        self._good = [
            write_recording(self._folder / "own.mcap", [*count_up("/a", 3000, 100), *count_up("/b", 30, 1)]),
            write_recording(self._folder / "one.mcap", count_up("/a", 1, 1)),
            write_recording(self._folder / "none.mcap", []),
            *sorted((_DATA / "mcap").iterdir()),
            *sorted((_DATA / "bags").iterdir()),
        ]
        self._tasks = TaskPool("recordings")
        self.all: list[tuple[int, Callable[[], Any]]] = [
            (5, self.open_recording),
            (3, self.open_damaged_recording),
            (24, self.play_recording),
            (3, self.close_recording),
            (2, self.lose_recording),
            (3, self.command_recording),
            (3, self.stop),
        ]

    def open_recording(self) -> None:
        """Open one or several, by their address or by a drop."""
        files = self._rng.sample(self._good, self._rng.choice((1, 1, 1, 2, 3)))
        self._open(files)

    def open_damaged_recording(self) -> None:
        """Open one that is cut, of which bytes are others, or that is none at all."""
        source = self._rng.choice(self._good)
        data = bytearray(source.read_bytes())
        if self._rng.random() < 0.5:
            del data[self._rng.randrange(len(data) + 1) :]
        for _ in range(self._rng.choice((0, 1, 3, 100)) if data else 0):
            data[self._rng.randrange(len(data))] ^= 1 << self._rng.randrange(8)
        if self._rng.random() < 0.05:
            data[:] = self._rng.randbytes(1000)
        file = self._folder / f"damaged-{self._rng.randrange(20)}{self._rng.choice(SUFFIXES)}"
        # in place: what is open reads what it did not expect
        file.write_bytes(data)
        self._open([file])

    def play_recording(self) -> None:
        """Use the play bar."""
        bar = self._window.docks.play_bar
        if not bar.isVisible():
            return
        rng = self._rng
        tricks: list[Callable[[], Any]] = [
            *(lambda: QTest.keyClick(bar.slider, rng.choice(_KEYS)),) * 5,
            lambda: bar.slider.chosen.emit(rng.randrange(1 << 63)),
            lambda: bar.go_to(rng.choice((0, 1 << 63, (1 << 64) - 1, -1))),
            lambda: self._drag(bar.slider),
            lambda: bar.rate.activated.emit(rng.randrange(bar.rate.count())),
            bar.loop.click,
            bar.play.click,
            bar.back.click,
            bar.forward.click,
            bar.bookmark.click,
        ]
        rng.choice(tricks)()

    def close_recording(self) -> None:
        """Close one."""
        if recordings := self._open_ones():
            self._window.operations.ask_to_disconnect(self._rng.choice(recordings))

    def lose_recording(self) -> None:
        """Take the file of a damaged one away, or put another there."""
        if damaged := sorted(self._folder.glob("damaged-*")):
            file = self._rng.choice(damaged)
            if self._rng.random() < 0.5:
                file.unlink()
            else:
                file.write_bytes(b"")

    def command_recording(self) -> None:
        """Allow commands to a recording, and try all that a robot would do."""
        if not (recordings := self._open_ones()):
            return
        known, session = self._rng.choice(recordings), self._session
        self._window.command_switch.allow(known, True)
        commands = session.commands
        attempt = self._rng.choice(
            (
                lambda: commands.advertise(TopicKey(known, "/a"), "geometry_msgs/Twist", 1.0, force=True),
                lambda: commands.call_service(known, "/reset", {}, 1.0),
                lambda: commands.set_parameter(known, "/p", 1, 1.0),
                lambda: commands.control_world(known, WorldCommand(WorldAction.PAUSE)),
                lambda: session.driving.drive(known, "/cmd_vel", "geometry_msgs/Twist", Profile()),
            )
        )
        self._tasks.spawn(self._refused(attempt), "command")

    def stop(self) -> None:
        """Press STOP, and see that it is heard, whatever is played meanwhile."""
        action = self._window.actions_of_window.drive.stop
        if not action.isEnabled():
            return
        action.trigger()
        self._tasks.spawn(self._heard(), "stop")

    # inside

    def _open(self, files: list[Path]) -> None:
        self._note(f"{[file.name for file in files]}")
        open_ones = self._open_ones()
        if len(open_ones) >= _MOST_OPEN:
            self._window.operations.ask_to_disconnect(self._rng.choice(open_ones))
        if self._rng.random() < 0.5:
            self._window.docks.recordings.open(files)
            return
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        place = self._window.rect().center()
        QApplication.sendEvent(self._window, QDragEnterEvent(place, *rest))
        QApplication.sendEvent(self._window, QDropEvent(QPointF(place), *rest))

    def _drag(self, slider: PlaceStrip) -> None:
        for _ in range(10):
            slider.chosen.emit(self._rng.randrange(1 << 63))

    def _open_ones(self) -> list[str]:
        return [info.id for info in self._session.links.connections if _is_recording(info.id)]

    async def _refused(self, attempt: Callable[[], Any]) -> None:
        try:
            done = await attempt()
        except SessionError:
            return
        if done is not False:
            raise CommandedRecordingError(repr(done))

    async def _heard(self) -> None:
        for _ in range(round(_STOP_S * 1000 / _POLL_MS)):
            state = self._session.driving.handle.state
            told = state.report
            # that it is latched says this side alone: what counts is what the drive process tells
            if state.target is None or told is None or told.stage in {Stage.STOPPED, Stage.STOPPING}:
                return
            if state.phase in {DrivePhase.IDLE, DrivePhase.ENDED}:
                return
            await asyncio.sleep(_POLL_MS / 1000)
        raise UnheardStopError(self._session.driving.handle.state.stage)


def _is_recording(connection: str) -> bool:
    return connection.startswith(f"{SCHEME}:")
