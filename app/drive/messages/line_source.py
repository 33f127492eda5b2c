"""The commands of a pipe as one input source among others. Pure."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from typing_extensions import override

from app.config.profile import Profile
from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import LEASE_S, ZERO, DriveSource, InputState, Outcome, Reason, Stage
from app.drive.messages.commands import DriveCommand, LineError, SetPoint
from app.drive.messages.gamepad_command import PadCommand
from app.drive.messages.pad_commands import SetupCommand

_LOGGER = logging.getLogger(__name__)

# inputs that come by lines are other inputs than those of the devices of this process
DEVICE: Final = "lines"

_PIPE_SOURCES: Final = (DriveSource.KEYBOARD, DriveSource.SCREEN, DriveSource.LINES)


class PipeInputSource(InputSource):
    """The input source of a pipe's commands.

    It has an input state for each source that lines can speak for, from the start: a set-point of zero.

    Attributes:
        heard_at_s: when the last line came; the time of the start, before the first line.
        speed: the share of the limits that may be used, 0 to 1.
        seen: whether the operator can see who else drives. While not, nothing is armed; what is armed stays so.
        profile: the last profile that a line gave, until it is taken.

    Args:
        move_pad: called with commands for the virtual pad.
        set_up: called with commands for the setting up of a pad.
    """

    name = "lines"

    def __init__(
        self,
        now: float,
        move_pad: Callable[[PadCommand], None] = lambda _: None,
        set_up: Callable[[SetupCommand], None] = lambda _: None,
    ) -> None:
        self._move_pad = move_pad
        self._set_up = set_up
        self.heard_at_s = now
        self.speed = 1.0
        self.seen = True
        self.profile: Profile | None = None
        self._hands = {source: _input_state(SetPoint(ZERO, source=source), now) for source in _PIPE_SOURCES}
        self._arm = self._arm_unwatched = False
        self._stop = False
        self._clears = 0
        self._reasons: list[Reason] = []
        self._stage = Stage.DISARMED

    def receive(self, lines: Iterable[DriveCommand | LineError], now: float) -> None:
        """Take in the lines that were read by now."""
        for line in lines:
            if isinstance(line, LineError):
                # no sign of life: something is there, but nobody knows what
                self._reasons.append(line.fault)
                _LOGGER.warning("a line could not be read: %s", line.text)
            else:
                self._hear(line, now)

    def _hear(self, line: DriveCommand, now: float) -> None:
        self.heard_at_s = now
        self._arm = (self._arm or line.arm) and line.disarm is None
        self._arm_unwatched = (self._arm_unwatched or line.arm_unwatched) and line.disarm is None
        self._stop = self._stop or line.stop
        self._clears += line.clear
        if line.disarm is not None:
            self._reasons.append(line.disarm)
        if line.set_point is not None:
            self._hands[line.set_point.source] = _input_state(line.set_point, now)
        if line.speed is not None:
            self.speed = line.speed
        if line.seen is not None:
            self.seen = line.seen
        if line.profile is not None:
            self.profile = line.profile
        if line.pad is not None:
            self._move_pad(line.pad)
        if line.setup is not None:
            self._set_up(line.setup)

    def take_profile(self) -> Profile | None:
        """Return the profile to change to, once; None where there is none."""
        profile, self.profile = self.profile, None
        return profile

    @override
    def poll(self, now: float) -> SourceInputs:
        if not self.seen and self._stage is not Stage.ARMED:
            self._reasons.append(Reason.UNSEEN)
        heard = SourceInputs(
            tuple(self._hands.values()),
            arm=self._arm,
            arm_unwatched=self._arm_unwatched,
            stop=self._stop,
            clears=self._clears,
            reasons=tuple(self._reasons),
        )
        self._arm = self._arm_unwatched = self._stop = False
        self._clears = 0
        self._reasons.clear()
        return heard

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        self._stage = outcome.stage

    @override
    def close(self) -> None:
        pass


def _input_state(point: SetPoint, now: float) -> InputState:
    """Convert a set-point to an input state; no sender's clock makes a lease longer.

    A set-point whose time is a little in the future counts as of now. A set-point whose time is more than a lease ahead
    keeps it, and moves nothing: its sender goes by another clock, which would not tell what is old.
    """
    meant_at_s = now if point.meant_at_s is None else point.meant_at_s
    at_s = min(now, meant_at_s) if meant_at_s - now <= LEASE_S else meant_at_s
    return InputState(point.source, point.velocity, at_s, held=point.held, device=DEVICE)
