"""A move of one joint to a position, in steps that its measured position can follow."""

from __future__ import annotations

from typing import Final

# how far the command may be ahead of the joint, as a time at its speed: the joint goes that far on when commands end
LEAD_S: Final = 0.2
# as a time at the speed: a rest of the way that is shorter is not a step of its own
_NEAR_S: Final = 1e-3


class JointMove:
    """A move at a speed that is never exceeded.

    A joint that is blocked holds the command back, so that the joint neither jumps when it is free nor goes far when
    commands end.

    Args:
        measured: the present position of the joint, in rad or m, as all positions here.
        target: the position to move to.
        speed: in rad/s or m/s, more than zero.

    Attributes:
        command: the position that was commanded last; at first the measured position.
        target: the position to move to.
    """

    def __init__(self, measured: float, target: float, speed: float) -> None:
        self.command = measured
        self.target = target
        self._speed = speed

    @property
    def is_done(self) -> bool:
        """Whether the target has been commanded."""
        return self.command == self.target

    def step(self, measured: float, elapsed_s: float) -> float:
        """The position to command now, given the measured position and the time since the last step."""
        way = self.target - self.command
        reach = self._speed * max(elapsed_s, 0.0)
        wanted = (
            self.target if abs(way) <= reach + self._speed * _NEAR_S else self.command + (reach if way > 0 else -reach)
        )
        lead = self._speed * LEAD_S
        if way > 0:
            wanted = max(min(wanted, measured + lead), self.command)
        else:
            wanted = min(max(wanted, measured - lead), self.command)
        self.command = wanted
        return wanted
