from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.drive.messages.pad_setup_report import SetupPreview, SetupReport, SetupStage
from app.ui.base.theme import Themes
from app.ui.drive.pad_setup.view import PadSetupView
from app.wording.ui.profiles import PadSetupWording

SUMMARY = SetupReport(
    1,
    "Some stick",
    SetupStage.SUMMARY,
    axes=((0.5, 0.0), (-1.0, 0.0)),
    preview=SetupPreview(0.5, 0.0, hold=True),
    found=(("drive", "axis 1"), ("hold to drive", "button 4")),
)


@pytest.fixture
def view(qapp: QApplication, themes: Themes) -> Iterator[PadSetupView]:
    del qapp
    view = PadSetupView(themes)
    view.resize(460, 320)
    view.show()
    yield view
    view.close()


def test_it_says_in_words_what_it_draws(view: PadSetupView) -> None:
    assert view.full_text == ""
    view.show_setup(SUMMARY)
    assert view.full_text.splitlines() == [
        f"{PadSetupWording.AXIS(number=0)} +0.50",
        f"{PadSetupWording.AXIS(number=1)} -1.00",
        PadSetupWording.NO_BUTTON(),
        "drive: axis 1",
        "hold to drive: button 4",
    ]


def test_an_axis_that_moves_is_seen_to_move(view: PadSetupView) -> None:
    view.show_setup(SUMMARY)
    before = view.grab().toImage()
    view.show_setup(SetupReport(1, "Some stick", SetupStage.SUMMARY, axes=((-0.5, 0.0), (-1.0, 0.0))))
    assert view.grab().toImage() != before


def test_how_far_it_went_is_drawn_while_it_is_swept(view: PadSetupView) -> None:
    told = SetupReport(1, "Some stick", SetupStage.SWEEP, axes=((0.0, 0.1),))
    view.show_setup(told)
    before = view.grab().toImage()
    view.show_setup(SetupReport(1, "Some stick", SetupStage.SWEEP, axes=((0.0, 0.9),)))
    assert view.grab().toImage() != before


def test_where_the_buttons_were_kept_it_still_shows_what_is_pushed(view: PadSetupView) -> None:
    view.show_setup(SetupReport(1, "Pad", SetupStage.SUMMARY, preview=SetupPreview()))
    assert view.full_text.splitlines()[1:] == [
        *("drive", "turn", "hold to drive", "turbo", "slow", "speed up", "speed down", "STOP"),
    ]


def test_it_is_as_high_as_what_it_shows(view: PadSetupView) -> None:
    view.show_setup(SUMMARY)
    low = view.sizeHint().height()
    view.show_setup(SetupReport(1, "Pad", SetupStage.WAKE, axes=((0.0, 0.0),) * 12))
    assert view.sizeHint().height() > low
