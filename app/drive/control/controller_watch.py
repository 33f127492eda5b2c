"""The readiness of the watchdog, and what it means for arming. Pure.

Armed needs a watchdog, or an act that says that none is needed. That act is refused while the watchdog may still come,
and is used up as soon as it does: if the watchdog is lost after that, driving ends as for everybody.
"""

from __future__ import annotations

from typing import Final

from app.drive.control.values import Inputs, Reason, WatchdogReadiness

# a second process has to load, and to connect; a watchdog that is missed for longer may not come at all
STARTING_S: Final = 5.0


class WatchdogGate:
    """The gate of the watchdog.

    Attributes:
        readiness: the readiness as of the last step.
    """

    def __init__(self) -> None:
        self.readiness = WatchdogReadiness.STARTING
        self._missed_since: float | None = None
        self._unwatched = False

    def step(self, inputs: Inputs, now: float, *, armed: bool) -> Reason | None:
        """Take in the state of the watchdog; return the reason to disarm, if any. `armed`: armed, or being armed."""
        if inputs.watchdog:
            self.readiness, self._missed_since = WatchdogReadiness.READY, None
        else:
            if self._missed_since is None or now < self._missed_since:
                self._missed_since = now
            starting = now - self._missed_since < STARTING_S
            self.readiness = WatchdogReadiness.STARTING if starting else WatchdogReadiness.MISSING
        if inputs.watchdog or not armed:
            self._unwatched = False
        return Reason.WATCHDOG_GONE if armed and not (inputs.watchdog or self._unwatched) else None

    def refusal(self, inputs: Inputs) -> Reason | None:
        """Return the reason of the watchdog against arming by this act; None where there is none."""
        if self.readiness is WatchdogReadiness.READY or (
            self.readiness is WatchdogReadiness.MISSING and inputs.arm_unwatched
        ):
            return None
        return Reason.WATCHDOG_STARTING if self.readiness is WatchdogReadiness.STARTING else Reason.NO_WATCHDOG

    def confirm_armed(self) -> None:
        """Note that driving was armed with the present readiness."""
        self._unwatched = self.readiness is not WatchdogReadiness.READY
