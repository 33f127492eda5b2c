"""What several sources say becomes what the controller hears."""

from __future__ import annotations

from app.drive.control.input_source import ReturnCount, SourceInputs, combined_inputs
from app.drive.control.values import DriveSource, Inputs, InputState, Reason, Stick

PAD = InputState(DriveSource.PAD, Stick(), 1.0)
KEYS = InputState(DriveSource.KEYBOARD, Stick(), 1.0)
PUSHED = InputState(DriveSource.PAD, Stick(0.8), 1.0)


def test_everybody_is_heard() -> None:
    pad = SourceInputs((PAD,), clears=1, reasons=(Reason.PAD_GONE,))
    keys = SourceInputs((KEYS,), arm=True, clears=1, reasons=(Reason.UNFOCUSED,))

    assert combined_inputs((pad, keys), 2.0, 0.5) == Inputs(
        input_states=(PAD, KEYS),
        arm=True,
        clears=2,
        reasons=(Reason.PAD_GONE, Reason.UNFOCUSED),
        interface_at_s=2.0,
        speed=0.5,
    )


def test_one_stop_is_enough() -> None:
    assert combined_inputs((SourceInputs(stop=True), SourceInputs())).stop


def test_nobody_asks_for_nothing() -> None:
    assert combined_inputs(()) == Inputs()


def test_whoever_arms_in_the_past_returns_from_it_and_so_does_who_moves_a_stick_held_or_not() -> None:
    count = ReturnCount()
    told = []
    for heard in (
        SourceInputs((PAD,)),
        SourceInputs((PAD,), arm=True),
        SourceInputs((PUSHED,)),
        SourceInputs((PUSHED,)),
        SourceInputs((PAD,)),
        SourceInputs((PUSHED,), arm_unwatched=True),
    ):
        count.step([heard], past=True)
        told.append(count.number)

    assert told == [0, 1, 2, 2, 2, 3]


def test_a_stick_that_was_held_before_returns_nobody_and_now_nobody_does() -> None:
    count = ReturnCount()
    count.step([SourceInputs((PAD,), arm=True)], past=False)
    count.step([SourceInputs((PUSHED,))], past=False)
    count.step([SourceInputs((PUSHED,))], past=True)
    count.step([SourceInputs((PUSHED,))], past=True)

    assert count.number == 0
