"""The order of a topic's stamps: which messages are late, and when the clock was set back."""

from __future__ import annotations

import math
from typing import Final

# publishers of one topic may be a little out of step
OUT_OF_STEP_S: Final = 0.1

# this many in a row that go back are not late messages: there is another clock
_IN_A_ROW: Final = 3
# nor are two messages of a slow topic that are received so long after one another
_APART_S: Final = 1.0


class StampOrder:
    """Decides by the stamps of a topic which messages are late, and when the clock was set back.

    Attributes:
        late: the number of messages that were left out.
    """

    def __init__(self) -> None:
        self.late = 0
        self._newest_s = -math.inf
        self._in_a_row = 0
        self._first_received_s = 0.0

    def accepts(self, stamp_s: float, received_s: float) -> bool:
        """Whether a message is to be kept; the first of a clock that was set back is kept too."""
        if stamp_s >= self._newest_s - OUT_OF_STEP_S:
            self._newest_s = max(self._newest_s, stamp_s)
            self._in_a_row = 0
            return True
        if not self._in_a_row:
            self._first_received_s = received_s
        self._in_a_row += 1
        if self._in_a_row < _IN_A_ROW and received_s - self._first_received_s < _APART_S:
            self.late += 1
            return False
        self._newest_s = stamp_s
        self._in_a_row = 0
        return True
