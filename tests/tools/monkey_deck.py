"""What the monkey does to time: looks back, goes about in the past and returns, while robots are driven."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.drive.control.values import Stage
from app.model.topics import TopicKey
from app.model.world import WorldAction, WorldCommand
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.session.session import Session
from app.ui.window.main_window import MainWindow
from tests.tools.monkey_views import Note

_S: Final = 1_000_000_000
_KEYS: Final = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Comma, Qt.Key.Key_Period, Qt.Key.Key_Left, Qt.Key.Key_Right),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Minus, Qt.Key.Key_Plus),
)
_RATES: Final = (0.1, 1.0, 5.0, 20.0)
# who is armed is in the present by then
_RETURN_S: Final = 1.0
_POLL_S: Final = 0.02


class CommandedPastError(AssertionError):
    """A command was let through while views showed the past."""


class DrivenPastError(AssertionError):
    """A robot was armed while views showed the past."""


class DeckTricks:
    """What can be done to the time that views show: each trick with its weight."""

    def __init__(self, window: MainWindow, session: Session, rng: random.Random, note: Note) -> None:
        self._window = window
        self._session = session
        self._rng = rng
        self._note = note
        self._tasks = TaskPool("past")
        self.all: list[tuple[int, Callable[[], Any]]] = [
            (4, self.look_back),
            (10, self.move_time),
            (4, self.turn_wheel),
            (3, self.command_past),
            (3, self.arm_in_past),
        ]

    def look_back(self) -> None:
        """Press the key, which goes back or to now."""
        self._window.actions_of_window.recording.look_back.trigger()
        self._tasks.spawn(self._is_not_driven(), "driven")

    def move_time(self) -> None:
        """Go about in time, by keys in the bar and by what they ask for."""
        deck, rng = self._session.deck, self._rng
        bar = self._window.docks.play_bar
        now_ns = self._now_ns()
        tricks: list[Callable[[], Any]] = [
            deck.hold,
            deck.play,
            deck.pause,
            deck.go_live,
            lambda: deck.set_rate(rng.choice(_RATES)),
            lambda: deck.step(forward=rng.random() < 0.5),
            *(lambda: deck.move(rng.randrange(-20 * _S, 5 * _S)),) * 3,
            lambda: deck.seek(now_ns - rng.randrange(_S)),
            lambda: deck.seek(rng.choice((0, now_ns, now_ns + 100 * _S, (1 << 63) - 1))),
            self._drag,
        ]
        if bar.isVisible():
            tricks += [lambda: QTest.keyClick(bar.slider, rng.choice(_KEYS))] * 4
        rng.choice(tricks)()
        self._tasks.spawn(self._is_not_driven(), "driven")

    def turn_wheel(self) -> None:
        """Turn the wheel above the bar."""
        slider = self._window.docks.play_bar.slider
        if not slider.isVisible():
            return
        place = QPointF(self._rng.randrange(max(slider.width(), 1)), slider.height() / 2)
        turn = QPoint(0, self._rng.choice((-240, -120, 120, 240)))
        keys = self._rng.choice((Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier))
        wheel = QWheelEvent(
            place,
            QPointF(slider.mapToGlobal(place.toPoint())),
            QPoint(),
            turn,
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(slider, wheel)

    def command_past(self) -> None:
        """Try commands in the past to a robot that takes them."""
        connections = self._session.links.connections
        deck, commands = self._session.deck, self._session.commands
        if not connections or not deck.is_past:
            return
        known = self._rng.choice(connections).id
        self._window.command_switch.allow(known, True)
        attempt = self._rng.choice(
            (
                lambda: commands.advertise(TopicKey(known, "/cmd_vel"), "geometry_msgs/Twist", 1.0, force=True),
                lambda: commands.call_service(known, "/reset", {}, 1.0),
                lambda: commands.control_world(known, WorldCommand(WorldAction.PAUSE)),
            )
        )
        self._tasks.spawn(self._is_refused(attempt), "command")

    def arm_in_past(self) -> None:
        """Try to arm while views show the past."""
        if self._session.deck.is_past:
            self._window.actions_of_window.drive.arm.trigger()
            self._tasks.spawn(self._is_not_driven(), "driven")

    # inside

    def _drag(self) -> None:
        for _ in range(10):
            self._session.deck.move(self._rng.randrange(-2 * _S, _S))

    def _now_ns(self) -> int:
        return self._session.deck._now_ns()

    async def _is_refused(self, attempt: Callable[[], Any]) -> None:
        deck = self._session.deck
        # whoever has returned meanwhile may command
        look = deck.look
        if look is None:
            return
        try:
            await attempt()
        except SessionError:
            return
        if deck.look is look:
            raise CommandedPastError

    async def _is_not_driven(self) -> None:
        """See that nobody is armed in the past for longer than it takes to return."""
        session = self._session
        until_s = asyncio.get_running_loop().time() + _RETURN_S
        while session.deck.is_past and session.is_driving:
            told = session.driving.handle.state.report
            if told is None or told.stage is not Stage.ARMED:
                return
            if asyncio.get_running_loop().time() > until_s:
                raise DrivenPastError(told.stage)
            await asyncio.sleep(_POLL_S)
