"""The class of each reason for a stop, by which stops sound and feel different. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.config.feedback import StopClass
from app.drive.control.values import Effect, Reason

# what the operator has just done, and expects
EXPECTED: Final = frozenset(
    {Reason.RELEASED, Reason.BY_OPERATOR, Reason.EXIT, Reason.ROBOT_CHANGED, Reason.TOPIC_CHANGED}
)

_REASONS: Final[Mapping[StopClass, tuple[Reason, ...]]] = {
    StopClass.OPERATOR: (
        *EXPECTED,
        *(Reason.STOP, Reason.IDLE, Reason.PROFILE_CHANGED, Reason.SOURCE_CHANGED),
        *(Reason.UNFOCUSED, Reason.MINIMISED, Reason.PANEL_CLOSED),
    ),
    StopClass.LINK: (
        *(Reason.LINK_LOST, Reason.LINK_SILENT, Reason.RECONNECTED),
        *(Reason.SUBSCRIBER_LEFT, Reason.SUBSCRIBER_GONE, Reason.NEWCOMER),
    ),
    StopClass.ROBOT: (Reason.ESTOP_PRESSED, Reason.NOT_OBEYED, Reason.UNREAD),
    StopClass.INPUT: (Reason.PAD_GONE, Reason.LEASE, Reason.BAD_LINE, Reason.NOT_FINITE),
    StopClass.COMPUTER: (
        *(Reason.LATE, Reason.CLOCK, Reason.SLEEP, Reason.EXCEPTION),
        *(Reason.INTERFACE_SILENT, Reason.INTERFACE_GONE, Reason.WATCHDOG_GONE),
    ),
}
_CLASSES: Final = {reason: stop_class for stop_class, reasons in _REASONS.items() for reason in reasons}


def stop_class(reason: Reason | None) -> StopClass:
    """Return the class of a reason; a stop without a known reason is one of the robot."""
    return _CLASSES.get(reason, StopClass.ROBOT) if reason is not None else StopClass.ROBOT


def unexpected_stop(reasons: tuple[Reason, ...]) -> Reason | None:
    """Return the gravest reason of those that stopped the robot without being expected; None for none."""
    stops = [reason for reason in reasons if reason.effect is not Effect.REFUSAL and reason not in EXPECTED]
    return Reason.STOP if Reason.STOP in stops else next(iter(stops), None)
