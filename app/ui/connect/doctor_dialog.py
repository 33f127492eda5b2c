"""Dialog that checks every step of the way to a robot, as `teledeck doctor` does. The checks run in the link thread."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.model.doctor import DoctorCheck
from app.session.errors import SessionError
from app.ui.base.refresh import Spawn
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.findings_dialog import FindingsDialog
from app.wording.ui.connect import DoctorDialogWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.links import Links


class DoctorDialog(FindingsDialog):
    """Dialog that checks a connection when it is first shown; show it by `dialogs.show`.

    Args:
        name: the operator's name for the robot.
    """

    def __init__(
        self, links: Links, spawn: Spawn, themes: Themes, connection_id: str, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(themes, say(DoctorDialogWording.TITLE(robot=name)), self._diagnose, parent)
        self._links = links
        self._spawn = spawn
        self._id = connection_id
        self._task: asyncio.Task[None] | None = None
        self.finished.connect(self._cancel)

    def _diagnose(self) -> None:
        self.show_running(runs=True)
        self.summary.setText(say(DoctorDialogWording.RUNS(robot=self._id)))
        self._spawn(self._check(), f"diagnose {self._id}")

    async def _check(self) -> None:
        loop = asyncio.get_running_loop()

        def report(found: DoctorCheck) -> None:
            loop.call_soon_threadsafe(self._take, found)

        self._task, is_whole = asyncio.current_task(), False
        try:
            try:
                await self._links.run_doctor(self._id, report)
            except SessionError as error:
                self._take(DoctorCheck("connection", False, error.reason, error.tip))
            # a finding may still be on its way
            await asyncio.sleep(0)
            is_whole = True
        finally:
            self._task = None
            # one that was closed has cancelled the checks
            if Shiboken.isValid(self) and self.isVisible():
                self._end(is_whole=is_whole)

    def _take(self, found: DoctorCheck) -> None:
        # the link thread may report after the dialog is gone
        if Shiboken.isValid(self):
            self.add_finding(found)

    def _end(self, *, is_whole: bool) -> None:
        self.show_running(runs=False)
        words = DoctorDialogWording.FAULTS if self.faults else DoctorDialogWording.NO_FAULT
        words = words if is_whole else DoctorDialogWording.ENDED_EARLY
        self.summary.setText(say(words(robot=self._id, faults=self.faults, count=len(self.findings))))

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
