"""What several sources say becomes what the controller hears."""

from __future__ import annotations

from app.drive.control.input_source import SourceInputs, combined_inputs
from app.drive.control.values import DriveSource, Inputs, InputState, Reason, Stick

PAD = InputState(DriveSource.PAD, Stick(), 1.0)
KEYS = InputState(DriveSource.KEYBOARD, Stick(), 1.0)


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
