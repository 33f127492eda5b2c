"""What several sources say becomes what the controller hears."""

from __future__ import annotations

from app.drive.control.input_source import Heard, combined
from app.drive.control.values import Hand, Inputs, Reason, Source, Stick

PAD = Hand(Source.PAD, Stick(), 1.0)
KEYS = Hand(Source.KEYBOARD, Stick(), 1.0)


def test_everybody_is_heard() -> None:
    pad = Heard((PAD,), clears=1, reasons=(Reason.PAD_GONE,))
    keys = Heard((KEYS,), arm=True, clears=1, reasons=(Reason.UNFOCUSED,))

    assert combined((pad, keys), 2.0, 0.5) == Inputs(
        hands=(PAD, KEYS),
        arm=True,
        clears=2,
        reasons=(Reason.PAD_GONE, Reason.UNFOCUSED),
        interface_at_s=2.0,
        speed=0.5,
    )


def test_one_stop_is_enough() -> None:
    assert combined((Heard(stop=True), Heard())).stop


def test_nobody_asks_for_nothing() -> None:
    assert combined(()) == Inputs()
