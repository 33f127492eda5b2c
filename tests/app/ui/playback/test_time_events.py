"""What has happened on the time bar: forms that differ, tips that tell, incidents from the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.model.time_contents import TimeEvent, TimeEventKind
from app.record.incidents import IncidentFacts, IncidentFolder, IncidentReason
from app.ui.base.theme import Themes
from app.ui.playback.time_events import SIGN, IncidentTimes, draw_event, told_near
from app.wording.ui.playback import PlaybackBarWording
from tests.tools.sentences import shows

S = 1_000_000_000


def drawn(themes: Themes, kind: TimeEventKind) -> set[tuple[int, int]]:
    """The pixels of a sign, whatever their colour is."""
    image = QImage(4 * SIGN, 4 * SIGN, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    draw_event(painter, themes.current, kind, 2 * SIGN, 2 * SIGN)
    painter.end()
    ground = QColor("magenta").rgb()
    return {(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixel(x, y) != ground}


def test_each_kind_has_a_form_of_its_own(themes: Themes) -> None:
    forms = [drawn(themes, kind) for kind in TimeEventKind]
    assert all(forms)
    for number, form in enumerate(forms):
        for other in forms[number + 1 :]:
            # also for who sees no colours
            assert len(form ^ other) > SIGN * SIGN / 2


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (TimeEventKind.ALERT, PlaybackBarWording.ALERT_AT),
        (TimeEventKind.STOP, PlaybackBarWording.STOP_AT),
        (TimeEventKind.INCIDENT, PlaybackBarWording.INCIDENT_AT),
    ],
)
def test_what_is_near_the_pointer_is_told(kind: TimeEventKind, code: PlaybackBarWording) -> None:
    events = [TimeEvent(at * S, kind, f"number {at}") for at in (10, 50)]
    (line,) = told_near(events, 52.0, lambda time_ns: time_ns / S)
    assert shows(line, code)
    assert "number 50" in line
    assert told_near(events, 30.0, lambda time_ns: time_ns / S) == []


def test_of_many_some_are_told_and_how_many_more_there_are() -> None:
    events = [TimeEvent(at, TimeEventKind.ALERT, str(at)) for at in range(30)]
    lines = told_near(events, 0.0, lambda _: 0.0)
    assert len(lines) < 20
    assert shows(lines[-1], PlaybackBarWording.MORE_EVENTS)


class Bar:
    """A bar that may be seen or not."""

    incidents: tuple[TimeEvent, ...] = ()
    is_seen = False

    def isVisible(self) -> bool:  # noqa: N802 - of Qt
        return self.is_seen


def test_incidents_are_read_while_the_bar_can_be_seen(tmp_path: Path) -> None:
    folder, bar = IncidentFolder(tmp_path), Bar()
    for at in (20, 10):
        folder.add(IncidentFacts(at * S, IncidentReason.STOP, words=f"STOP {at}"))

    def spawn(work: Coroutine[Any, Any, object], _name: str) -> None:
        asyncio.run(work)

    times = IncidentTimes(lambda: folder, spawn, bar)
    assert not times.can_be_seen()
    bar.is_seen = True
    assert times.can_be_seen()
    times.refresh(1.0)
    assert [(event.time_ns, event.text) for event in bar.incidents] == [(10 * S, "STOP 10"), (20 * S, "STOP 20")]

    before = bar.incidents
    times.refresh(100.0)
    assert bar.incidents is before
