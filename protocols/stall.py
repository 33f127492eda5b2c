"""Notices a frame that is under way and hardly moves on, as a peer's that drips bytes to hold our memory."""

from __future__ import annotations

from protocols.buffer import FrameReader

# A frame under way must move on by this much in this time. The slowest radio link that is of any use does that within
# the first second.
STALL_TIMEOUT_S = 10.0
STALL_BYTES = 16 * 1024


class StallWatch:
    """Watches one reader.

    Attributes:
        deadline: when to call `check`; None while no frame is under way for longer than one read.
    """

    def __init__(self, reader: FrameReader) -> None:
        self.deadline: float | None = None
        self._reader = reader
        self._pending_at_check = 0

    def completed(self) -> None:
        """A frame was completed."""
        self.deadline = None

    def look(self, now: float) -> None:
        """After a read: if a frame is under way, watch it."""
        if self.deadline is None and self._reader.mid_frame:
            self._begin(now)

    def check(self, now: float) -> str | None:
        """How little has come since the deadline was set, if it has passed and that is too little."""
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
