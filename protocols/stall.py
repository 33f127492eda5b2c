"""The watch for frames under way that hardly move on, as those of a peer that drips bytes to hold our memory."""

from __future__ import annotations

from protocols.frames import FrameReader

# A frame under way must move on by this much in this time. The slowest radio link that is of any use does that within
# the first second.
STALL_TIMEOUT_S = 10.0
STALL_BYTES = 16 * 1024


class StallWatch:
    """Finds out whether the frame that a reader is receiving has stalled.

    Attributes:
        deadline: the time at which to call `check`; None while no frame is under way for longer than one read.
    """

    def __init__(self, reader: FrameReader) -> None:
        self.deadline: float | None = None
        self._reader = reader
        self._pending_at_check = 0

    def frame_completed(self) -> None:
        """Take notice that a frame was completed."""
        self.deadline = None

    def after_read(self, now: float) -> None:
        """Watch the frame that is under way after a read, if there is one."""
        if self.deadline is None and self._reader.mid_frame:
            self._begin(now)

    def check(self, now: float) -> str | None:
        """Say how little has come since the deadline was set, if the deadline has passed and that is too little."""
        if self.deadline is None or now < self.deadline:
            return None
        if not self._reader.mid_frame:
            self.deadline = None
            return None
        progress = self._reader.pending - self._pending_at_check
        if 0 <= progress < STALL_BYTES:
            return f"{progress:,} bytes in {STALL_TIMEOUT_S:g} s"
        self._begin(now)
        return None

    def _begin(self, now: float) -> None:
        self.deadline = now + STALL_TIMEOUT_S
        self._pending_at_check = self._reader.pending
