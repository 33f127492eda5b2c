"""The opening of recordings: which reader a file takes is told by its beginning, not by its name."""

from __future__ import annotations

from pathlib import Path

from app.record.bag_segment import BagSegment
from app.record.mcap_fields import RecordingError
from app.record.mcap_segment import McapSegment
from app.record.recording import MAGIC_FIELD, Recording


def open_recording(path: Path) -> Recording:
    """Open a file to read it in place; who opens it closes it.

    Raises RecordingError for what is no recording or is damaged, OSError for what the disk refuses.
    """
    try:
        return McapSegment(path)
    except RecordingError as error:
        if error.field != MAGIC_FIELD:
            raise
    return BagSegment(path)
