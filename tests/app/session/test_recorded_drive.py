"""What the black box keeps of driving is read again as it was, and in the language of the window."""

from __future__ import annotations

import math
from typing import Any

import pytest

from app.drive.control.values import DriveSource, Reason, Stage, Velocity
from app.drive.messages.report import DriveReport, PadReport
from app.record.own_channels import OWN_CHANNELS, OwnChannels
from app.session.recorded_drive import RecordedDrive, read_drive
from app.session.recorded_side import DRIVE, RecordedSide
from app.wording.drive import StopWording
from protocols.sentence import code_of

PAD = PadReport("Pad", (("lefty", -0.5), ("leftx", None)), drives=True)
TOLD = DriveReport(
    1.0,
    Stage.ARMED,
    Velocity(0.3, 0.1, 0.05),
    reason=Reason.RELEASED,
    measured=Velocity(0.28),
    driver=DriveSource.PAD,
    pads=(PAD,),
)


def kept(report: Any) -> bytes:
    """A report as it stands in the file."""
    (told,) = OwnChannels({DRIVE: lambda: report}).take(1, everything=True)
    return told.payload


def test_the_channel_is_there() -> None:
    assert DRIVE in OWN_CHANNELS


def test_driving_is_read_as_it_was_and_its_reason_can_be_said_in_any_language() -> None:
    then = read_drive(kept(TOLD))

    assert then == RecordedDrive(Stage.ARMED, TOLD.command, TOLD.measured, Reason.RELEASED.text, (PAD,))
    assert code_of(then.reason) is StopWording.RELEASED


def test_where_nothing_was_driven_there_is_nothing() -> None:
    assert read_drive(kept(None)) is None
    assert read_drive(kept(DriveReport(1.0, Stage.DISARMED))) == RecordedDrive(Stage.DISARMED)


def test_a_number_that_was_none_is_none() -> None:
    then = read_drive(kept(DriveReport(1.0, Stage.DISARMED, measured=Velocity(math.nan, 0.1))))

    assert then is not None
    assert then.measured is not None
    assert not then.measured.is_finite


def test_a_reason_of_another_version_is_read_in_plain_words() -> None:
    then = read_drive(kept(TOLD).replace(str(Reason.RELEASED.text).encode(), b"Stopped by a cat"))

    assert then is not None
    assert then.reason == "Stopped by a cat"


@pytest.mark.parametrize("payload", [b"", b"[]", b'{"value": 3}', b'{"value": {"stage": "odd"}}', b"\xff"])
def test_what_can_not_be_understood_is_not_known(payload: bytes) -> None:
    side = RecordedSide({}, ())
    side.take(DRIVE, kept(TOLD))
    assert side.drive is not None

    side.take(DRIVE, payload)

    assert side.drive is None


def test_another_time_is_known_nothing_of() -> None:
    side = RecordedSide({}, ())
    side.take(DRIVE, kept(TOLD))

    side.forget()

    assert side.drive is None
