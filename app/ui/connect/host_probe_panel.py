"""The search for servers on a host whose kind is unknown: progress, Cancel, and a button for each that answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from app.model.discovery import FoundServer
from app.session.errors import SessionError
from app.session.typed_addresses import KINDS
from app.ui.base.refresh import Spawn
from app.ui.base.text import followed, say, with_tip
from app.ui.base.theme import Themes
from app.wording.ui.connect import ConnectWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.robot_finder import RobotFinder


class HostProbePanel(QWidget):
    """The servers that answer on a host; hidden before it is asked for the first time.

    Signals:
        picked: the address of the server that was clicked.
        ended: all kinds of servers were asked, and nothing was cancelled.

    Attributes:
        host: the host that was asked last.
        found, buttons: the servers that answer, and one button for each.
    """

    picked: Final = Signal(str)
    ended: Final = Signal()

    def __init__(self, finder: RobotFinder, spawn: Spawn, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self._spawn = spawn
        self._themes = themes
        self._task: asyncio.Task[None] | None = None
        # a probe that was cancelled may still report
        self._number = 0
        self.host = ""
        self.found: list[FoundServer] = []
        self.buttons: list[QPushButton] = []
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.progress = QProgressBar()
        self.progress.setRange(0, len(KINDS))
        self.progress.setTextVisible(False)
        self.cancel_button = QPushButton(say(ConnectWording.CANCEL_THE_SEARCH()))
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self._cancel_by_hand)
        self._bar = QWidget()
        bar = QHBoxLayout(self._bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self.progress, 1)
        bar.addWidget(self.cancel_button)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.words)
        layout.addWidget(self._bar)
        layout.addLayout(self._rows)
        self.hide()

    @property
    def is_running(self) -> bool:
        """Whether servers are being asked."""
        return not self._bar.isHidden() and not self.isHidden()

    def start(self, host: str, port: int | None) -> None:
        """Ask the servers of all kinds on a host, on one port or on their usual ones."""
        self.cancel()
        self._clear()
        self._number += 1
        self.host = host
        self.progress.setValue(0)
        self._bar.show()
        self.words.setText(say(ConnectWording.ASKING_HOST(host=host)))
        self.show()
        self._spawn(self._ask(host, port, self._number), f"look for servers on {host}")

    def cancel(self) -> None:
        """End asking; what was found stays."""
        self._number += 1
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        self._bar.hide()

    def _cancel_by_hand(self) -> None:
        self.cancel()
        self.words.setText(say(ConnectWording.SEARCH_CANCELLED()))

    def _clear(self) -> None:
        self.found.clear()
        for button in self.buttons:
            button.hide()
            self._rows.removeWidget(button)
            button.deleteLater()
        self.buttons.clear()

    async def _ask(self, host: str, port: int | None, number: int) -> None:
        if number != self._number:
            return
        loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()

        def report(found: FoundServer | None) -> None:
            loop.call_soon_threadsafe(self._take, found, number)

        try:
            await self._finder.probe_host(host, port, report)
        except SessionError as error:
            self._end(number, with_tip(error.reason), error.tip)
            return
        # reports may still be on their way
        await asyncio.sleep(0)
        self._end(number, "", say(ConnectWording.NOTHING_FOUND_TIP()))

    def _take(self, found: FoundServer | None, number: int) -> None:
        # the link thread may report after the dialog is gone
        if not Shiboken.isValid(self) or number != self._number:
            return
        self.progress.setValue(self.progress.value() + 1)
        if found is None:
            return
        self.found.append(found)
        button = QPushButton(self._themes.icon("robot", "ok"), f"{found.kind}   {found.uri}")
        button.setProperty("flat", True)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.picked.emit(found.uri))
        self.buttons.append(button)
        self._rows.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _end(self, number: int, reason: str, tip: str) -> None:
        if not Shiboken.isValid(self) or number != self._number:
            return
        self._task = None
        self._bar.hide()
        if self.found:
            self.words.setText(say(ConnectWording.FOUND_ON_HOST(count=len(self.found))))
        else:
            self.words.setText(followed(reason or say(ConnectWording.NOTHING_FOUND()), tip))
        self.ended.emit()
