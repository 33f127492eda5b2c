"""Texts of recordings: how long one is, and how much longer it can go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.ui.base.text import format_bandwidth, format_size, say
from app.wording.ui.record import RecordUiWording

if TYPE_CHECKING:
    from app.record.recording_writer import RecordingState

_HOUR_S: Final = 3600
# there is no need to say it where the disk lasts for days
_LONG_S: Final = 100 * _HOUR_S


def format_length(seconds: float) -> str:
    """Return a length in hours, minutes and seconds."""
    hours, rest = divmod(int(seconds), _HOUR_S)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def format_left(seconds: float) -> str:
    """Return about how long something lasts: hours, or minutes."""
    if seconds >= _HOUR_S:
        return say(RecordUiWording.HOURS(hours=f"{seconds / _HOUR_S:.1f}"))
    return say(RecordUiWording.MINUTES(minutes=int(seconds // 60)))


def status_text(state: RecordingState) -> str:
    """Return what the status bar says of a recording that goes on."""
    size, rate = format_size(state.nbytes), format_bandwidth(state.rate)
    text = say(RecordUiWording.STATUS(time=format_length(state.duration_s), size=size, rate=rate))
    if state.left_s is None or state.left_s > _LONG_S:
        return text
    return say(RecordUiWording.STATUS_LEFT(status=text, left=format_left(state.left_s)))
