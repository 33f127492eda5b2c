"""Sleep of this computer as an input source: the robot stands before the sleep, as far as the system waits for that.

The system is asked to wait while something is armed or may move. When it announces sleep, driving stops and is
disarmed; as soon as the zeros have arrived, or after four seconds, the system may go on. Nothing is armed meanwhile.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import Final

from typing_extensions import override

from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import Outcome, Reason, Stage

# logind waits for 5 s, unless it is configured otherwise
MAX_WAIT_S: Final = 4.0
_DRIVEN: Final = frozenset({Stage.ARMING, Stage.ARMED})


class SleepMonitor(ABC):
    """The system's announcements of sleep; nothing here ever waits.

    Attributes:
        is_near: the system has announced sleep, and did not wake up since.
    """

    is_near: bool

    @abstractmethod
    def delay_sleep(self) -> None:
        """Ask the system to wait for us, from now on."""

    @abstractmethod
    def allow_sleep(self) -> None:
        """Tell the system that it need not wait for us any longer."""

    @abstractmethod
    def close(self) -> None:
        """Stop listening. Can be called twice."""


def open_sleep_monitor() -> SleepMonitor:
    """Open the sleep watch of this system; one that never announces sleep where the system can't be asked."""
    if sys.platform != "linux":
        return NoSleepMonitor()
    from app.drive.inputs.sleep_logind import LogindSleepMonitor  # noqa: PLC0415 - for one system

    return LogindSleepMonitor()


class NoSleepMonitor(SleepMonitor):
    """The sleep watch of a system that can't be asked: sleep is never near."""

    is_near = False

    @override
    def delay_sleep(self) -> None:
        pass

    @override
    def allow_sleep(self) -> None:
        pass

    @override
    def close(self) -> None:
        pass


class SleepSource(InputSource):
    """The input source that stops driving before this computer sleeps."""

    name = "sleep"

    def __init__(self, watch: SleepMonitor) -> None:
        self._watch = watch
        self._since: float | None = None
        self._held = False

    @override
    def poll(self, now: float) -> SourceInputs:
        if not self._watch.is_near:
            self._since = None
            return SourceInputs()
        if self._since is None:
            self._since = now
        return SourceInputs(reasons=(Reason.SLEEP,))

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        # the system waits as long as that is needed
        stands = outcome.command.is_zero and outcome.quiet and not (outcome.owed or outcome.slowing)
        moves = outcome.stage in _DRIVEN or not stands
        waited = self._since is not None and not 0.0 <= now - self._since < MAX_WAIT_S
        wanted = moves and not waited
        if wanted != self._held:
            self._held = wanted
            if wanted:
                self._watch.delay_sleep()
            else:
                self._watch.allow_sleep()

    @override
    def close(self) -> None:
        self._watch.close()
