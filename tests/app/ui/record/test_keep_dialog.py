"""The dialog in which the last minutes are kept."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.record.recorder import BoxState
from app.ui.record.keep_dialog import KeepDialog


def make(qtbot: QtBot, held_s: float | None) -> KeepDialog:
    """A dialog over a box that holds so much; None for one that is off."""
    dialog = KeepDialog(BoxState(held_s, 1_200_000_000) if held_s is not None else None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.mark.parametrize(
    ("held_s", "able", "first"),
    [(900.0, [60.0, 300.0, 900.0, None], 300.0), (320.0, [60.0, 300.0, None], 300.0), (90.0, [60.0, None], None)],
)
def test_what_is_longer_than_all_can_not_be_chosen(
    qtbot: QtBot, held_s: float, able: list[float | None], first: float | None
) -> None:
    dialog = make(qtbot, held_s)
    assert [seconds for button, seconds in dialog.choices.items() if button.isEnabled()] == able
    assert [seconds for button, seconds in dialog.choices.items() if button.isChecked()] == [first]


def test_a_box_that_is_off_leaves_all_that_there_is(qtbot: QtBot) -> None:
    dialog = make(qtbot, None)
    assert [seconds for button, seconds in dialog.choices.items() if button.isEnabled()] == [None]


def test_it_stays_with_its_progress_while_that_is_kept(qtbot: QtBot) -> None:
    dialog = make(qtbot, 900.0)
    told: list[object] = []
    dialog.chosen.connect(told.append)
    next(button for button, seconds in dialog.choices.items() if seconds == 60.0).setChecked(True)
    assert not dialog.progress.isVisible()
    dialog.keep.click()
    assert told == [60.0]
    assert dialog.isVisible()
    assert dialog.progress.isVisible()
    assert not dialog.keep.isEnabled()
    assert not any(button.isEnabled() for button in dialog.choices)
    dialog.show_share(0.5)
    assert dialog.progress.value() == dialog.progress.maximum() // 2
    assert dialog.cancel.isEnabled()
    dialog.cancel.click()
    assert not dialog.isVisible()
