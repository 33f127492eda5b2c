"""The line of how it was driven then: in words, with the sticks drawn, and only while views show the past."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.drive.control.values import Reason, Stage, Velocity
from app.drive.messages.report import PadReport
from app.session.recorded_drive import RecordedDrive
from app.session.recorded_side import RecordedSide
from app.ui.base.theme import Themes
from app.ui.drive.panel import DrivePanel
from app.ui.drive.status_text import SI_UNITS, UNKNOWN
from app.ui.drive.then_line import ThenLine
from app.wording.ui.drive import DrivePanelWording
from tests.app.ui.drive.conftest import Cockpit
from tests.tools.sentences import shows

PAD = PadReport(
    "Wireless Controller", (("leftx", 0.0), ("lefty", -1.0), ("rightx", None), ("righty", None)), drives=True
)
THEN = RecordedDrive(Stage.ARMED, Velocity(0.3, -0.1), Velocity(0.28, 0.0), Reason.RELEASED.text, (PAD,))


@pytest.fixture
def line(qtbot: QtBot, themes: Themes) -> ThenLine:
    line = ThenLine(themes)
    qtbot.addWidget(line)
    line.resize(900, 40)
    line.show()
    return line


def test_it_says_stage_command_what_was_measured_and_the_reason(line: ThenLine) -> None:
    line.show_then(THEN, SI_UNITS)

    text = line.text.text()
    assert all(figure in text for figure in ("+0.30 m/s", "-0.10 rad/s", "+0.28", str(Reason.RELEASED.text)))
    assert PAD.name in line.full_text
    assert "lefty -1.00" in line.sticks.spoken_text()


def test_a_robot_that_goes_sideways_or_is_steered_is_told_so_and_what_is_not_known_is_a_dash(line: ThenLine) -> None:
    line.show_then(RecordedDrive(Stage.ARMED, Velocity(0.3, 0.0, 0.2), Velocity(math.nan)), SI_UNITS)
    assert "+0.20 m/s" in line.text.text()
    assert UNKNOWN in line.text.text()

    line.show_then(RecordedDrive(Stage.ARMED, Velocity(0.3, 0.0, 0.0, 0.4)), SI_UNITS)
    assert "+0.40 rad" in line.text.text()


def test_the_sticks_are_drawn_where_they_were(line: ThenLine) -> None:
    line.show_then(THEN, SI_UNITS)
    image = line.sticks.grab().toImage()
    accent = line.sticks._themes.current.accent
    side = line.sticks._side

    dots = [
        QPoint(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).name() == accent.lower()
    ]
    assert dots
    # the left one is pushed ahead, the right one was not moved yet
    assert all(dot.x() < side and dot.y() < side / 2 for dot in dots)


def test_without_a_pad_nothing_is_drawn_and_without_a_robot_that_is_said(line: ThenLine) -> None:
    line.show_then(None, SI_UNITS)

    assert not line.sticks.isVisible()
    assert str(DrivePanelWording.THEN_NONE()) in line.text.text()


async def test_the_panel_has_it_in_the_past_only_and_its_buttons_stay_where_they_are(
    cockpit: Cockpit, panel: DrivePanel
) -> None:
    cockpit.allow()
    panel.refresh(0.0)
    panel.grab()
    places = [button.mapTo(panel, QPoint()) for button in (panel.ui.arm, panel.ui.disarm, panel.ui.clear)]
    assert not panel.ui.then.isVisible()

    side = RecordedSide({}, ())
    side.drive = THEN
    panel.past = lambda: side
    panel.refresh(0.1)
    panel.grab()
    assert panel.ui.then.isVisible()
    assert panel.ui.then.text.text() in panel.full_text
    assert shows(panel.ui.then.text.accessibleName(), DrivePanelWording.THEN)
    assert [button.mapTo(panel, QPoint()) for button in (panel.ui.arm, panel.ui.disarm, panel.ui.clear)] == places
    assert panel.ui.then.sticks.height() <= panel.ui.then.height()
    assert panel.ui.arm.isEnabled() == panel.status_text.can_arm

    panel.past = lambda: None
    panel.refresh(0.2)
    assert not panel.ui.then.isVisible()
    assert panel.ui.then.text.text() not in panel.full_text
