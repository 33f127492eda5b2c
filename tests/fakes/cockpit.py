"""The window as somebody has it who drives: a robot is chosen in it, armed, and driven by stick or by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.drive.control.values import Stage
from app.ui.drive.panel import DrivePanel
from app.ui.window.main_window import MainWindow
from tests.fakes.waiting import eventually

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.session import Session

LEFT = Qt.MouseButton.LeftButton


class Cockpit:
    """A window with a session, in this process, and what hands do in it."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        self.window = window
        self.session = session

    @property
    def panel(self) -> DrivePanel:
        panel = self.window.docks.drive.panel
        assert panel is not None
        return panel

    @property
    def stage(self) -> Stage | None:
        state = self.window.docks.drive.client.state
        return state.stage if state is not None else None

    async def choose(self, uri: str) -> None:
        """Connect to a robot and choose it in the panel."""
        self.window.connect_to(uri)
        await eventually(lambda: self.session.topics.store.topics, "topics", 30)
        self.window.command_switch.allow(self.session.links.connections[0].id, allowed=True)
        panel = self.window.docks.drive.show_panel()
        self.window.activateWindow()
        await eventually(lambda: panel.command_topics.default, "a topic to drive by", 30)
        # all of the limits, whatever share the profile begins with
        panel._pilot.set_speed(1.0)

    async def arm(self) -> None:
        """Arm as soon as that can be done."""
        panel = self.panel
        if self.stage is Stage.ARMED:
            return

        def ready() -> bool:
            return panel.status_text.can_arm and not panel.status_text.hint.startswith("Can't")

        try:
            await eventually(ready, "ready", 30)
        except AssertionError as error:
            raise AssertionError(f"no robot to arm for: {panel.full_text}") from error
        for _ in range(5):
            panel.ui.arm.click()
            try:
                await eventually(lambda: self.stage is Stage.ARMED, "armed", 2)
            except AssertionError:
                continue
            return
        raise AssertionError(f"not armed: {panel.full_text}")

    def push_the_stick(self) -> None:
        """Push it ahead and hold it."""
        surface = self.panel.ui.surface
        QTest.mousePress(surface, LEFT, pos=QPoint(surface.width() // 2, 4))

    def hold_w(self) -> None:
        """Press the key and hold it."""
        QTest.keyPress(self.panel.ui.surface, Qt.Key.Key_W)
