"""Sleep of this computer: the robot stands before it begins, as far as the system waits for that.

The system is asked to wait while something is armed or may move. When it says that it goes to sleep, driving stops and
is disarmed; as soon as the zeros have arrived, or after four seconds, it may go on. Nothing is armed meanwhile.
"""

from __future__ import annotations

import sys
from typing import Final, Protocol

from app.drive.inputs import Heard
from app.drive.values import Outcome, Reason, Stage

# logind waits for 5 s, unless somebody has set that up otherwise
MOST_S: Final = 4.0
_DRIVEN: Final = frozenset({Stage.ARMING, Stage.ARMED})


class SleepWatch(Protocol):
    """A system that says when it goes to sleep; nothing here ever waits."""

    @property
    def is_near(self) -> bool:
        """Whether it has said so, and did not wake up since."""

    def hold(self) -> None:
        """Ask it to wait for us, from now on."""

    def let_go(self) -> None:
        """It need not wait for us any longer."""

    def close(self) -> None:
        """Listen no more. Can be called twice."""


def open_sleep_watch() -> SleepWatch:
    """That of the system that this runs on, as far as it is known how to ask it."""
    if sys.platform != "linux":
        return NoSleepWatch()
    from app.drive.sleep_logind import LogindWatch  # noqa: PLC0415 - for one system

    return LogindWatch()


class NoSleepWatch:
    """A system that can't be asked."""

    is_near = False

    def hold(self) -> None:
        """See SleepWatch."""

    def let_go(self) -> None:
        """See SleepWatch."""

    def close(self) -> None:
        """See SleepWatch."""


class Sleep:
    """See the description of this file; an `InputSource`."""

    name = "sleep"

    def __init__(self, watch: SleepWatch) -> None:
        self._watch = watch
        self._since: float | None = None
        self._held = False

    def poll(self, now: float) -> Heard:
        """See InputSource."""
        if not self._watch.is_near:
            self._since = None
            return Heard()
        if self._since is None:
            self._since = now
        return Heard(reasons=(Reason.SLEEP,))

    def tell(self, outcome: Outcome, now: float) -> None:
        """Have the system wait as long as it is needed."""
        stands = outcome.command.is_zero and outcome.quiet and not (outcome.owed or outcome.slowing)
        moves = outcome.stage in _DRIVEN or not stands
        waited = self._since is not None and not 0.0 <= now - self._since < MOST_S
        wanted = moves and not waited
        if wanted != self._held:
            self._held = wanted
            if wanted:
                self._watch.hold()
            else:
                self._watch.let_go()

    def close(self) -> None:
        """See InputSource."""
        self._watch.close()
