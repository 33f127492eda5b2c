"""Classes of stops, by which they sound and feel different, and the pattern of a sound or a rumble."""

from __future__ import annotations

import enum

import msgspec


class StopClass(enum.Enum):
    """The classes of reasons for a stop, by who or what caused it."""

    OPERATOR = "operator"  # STOP, or what the operator did or left undone
    LINK = "link"  # the way to the robot
    ROBOT = "robot"  # the robot itself: it does not obey, does not read, was stopped by its own button
    INPUT = "input"  # what the operator drives with is gone, or says nothing sound
    COMPUTER = "computer"  # this computer or program: late, frozen, asleep, at its end


class FeedbackPattern(enum.Enum):
    """The patterns of a sound, or of a pad's rumble."""

    OFF = "off"
    SHORT = "short"
    LONG = "long"
    DOUBLE = "double"


class RumblePatterns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a pad rumbles at a stop, for each class of reasons."""

    operator: FeedbackPattern = FeedbackPattern.LONG
    link: FeedbackPattern = FeedbackPattern.LONG
    robot: FeedbackPattern = FeedbackPattern.LONG
    input: FeedbackPattern = FeedbackPattern.LONG
    computer: FeedbackPattern = FeedbackPattern.LONG

    def of(self, stop_class: StopClass) -> FeedbackPattern:
        """Return the pattern of a class."""
        pattern: FeedbackPattern = getattr(self, stop_class.value)
        return pattern
