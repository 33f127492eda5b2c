"""What a screen reader says of driving without being asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

from app.drive.control.values import LinkLevel, Reason, Stage, Velocity
from app.ui.drive.panel import DrivePanel
from tests.app.ui.drive.conftest import Cockpit, ready


@pytest.fixture
def read_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is to be said at once."""
    told: list[str] = []

    def take(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            told.append(event.message())

    QAccessible.setActive(True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", take)
    yield told
    QAccessible.setActive(False)


async def test_each_change_of_the_state_and_of_the_link_is_read_out_once_and_nothing_else(
    panel: DrivePanel, cockpit: Cockpit, read_out: list[str]
) -> None:
    await ready(panel, cockpit)
    read_out.clear()
    words = []
    for changes in (
        {"stage": Stage.ARMED},
        {"command": Velocity(0.2)},
        {"level": LinkLevel.POOR},
        {"command": Velocity(0.1)},
        {"stage": Stage.STOPPED, "reason": Reason.STOP},
    ):
        cockpit.handle.tell(**changes)
        panel.refresh(0.0)
        words.append(panel.status_text.word)

    assert len(read_out) == 3
    assert all(told.startswith(words[number]) for told, number in zip(read_out, (0, 2, 4), strict=True))
    assert panel.status_text.stopped in read_out[2]
    assert panel.status_text.stopped
