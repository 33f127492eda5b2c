"""Reports of the drive process as text for a terminal, in English. Pure."""

from __future__ import annotations

import math
from typing import Final

from app.drive.control.following import FollowFault
from app.drive.control.values import Effect, EstopState, LinkLevel, Reason, Stage, Velocity, WatchdogReadiness
from app.drive.messages.report import DriveReport
from app.wording.drive import DriveWording

_STAGE_TEXTS: Final = {
    Stage.DISARMED: DriveWording.STAGE_DISARMED(),
    Stage.ARMING: DriveWording.STAGE_ARMING(),
    Stage.ARMED: DriveWording.STAGE_ARMED(),
    Stage.STOPPING: DriveWording.STAGE_STOPPING(),
    Stage.STOPPED: DriveWording.STAGE_STOPPED(),
}
_WATCHED: Final = frozenset({Stage.ARMING, Stage.ARMED})
_LEVELS: Final = {
    LinkLevel.GOOD: (DriveWording.LINK_GOOD, DriveWording.LINK_GOOD_IN),
    LinkLevel.SLOW: (DriveWording.LINK_SLOW, DriveWording.LINK_SLOW_IN),
    LinkLevel.POOR: (DriveWording.LINK_POOR, DriveWording.LINK_POOR_IN),
    LinkLevel.LOST: (DriveWording.LINK_LOST, DriveWording.LINK_LOST_IN),
}
# a robot whose E-stop is released is as usual
_ESTOP_TEXTS: Final = {
    EstopState.PRESSED: DriveWording.ESTOP_PRESSED(),
    EstopState.UNHEARD: DriveWording.ESTOP_UNKNOWN(),
    EstopState.SILENT: DriveWording.ESTOP_UNKNOWN(),
    EstopState.UNREADABLE: DriveWording.ESTOP_UNKNOWN(),
}
_FOLLOW_TEXTS: Final = {
    FollowFault.STANDS: DriveWording.ROBOT_STANDS(),
    FollowFault.BACKWARDS: DriveWording.ROBOT_BACKWARDS(),
    FollowFault.SLOW: DriveWording.ROBOT_SLOW(),
    FollowFault.FAST: DriveWording.ROBOT_FAST(),
}
TERMINAL_HELP: Final = DriveWording.DRIVING_BY()


def report_text(told: DriveReport) -> str:
    """Format a report; what matters most stands first, what may be cut off last."""
    parts: list[str] = [_STAGE_TEXTS[told.stage], *_command_texts(told.command), *_warnings(told)]
    level, level_in = _LEVELS[told.level]
    parts.append(level() if told.round_trip_s is None else level_in(took_ms=told.round_trip_s * 1000))
    if told.odometry_delay is not None:
        parts.append(DriveWording.ODOMETRY_AFTER(delay_ms=told.odometry_delay.newest_s * 1000))
    parts.append(DriveWording.NOBODY_TAKES() if not told.subscribers else DriveWording.TAKING(count=told.subscribers))
    parts.append(DriveWording.SPEED(share=told.speed))
    if told.idle_left_s is not None:
        parts.append(DriveWording.IDLE_SOON(left_s=math.ceil(told.idle_left_s)))
    if told.others_sending:
        parts.append(DriveWording.ALSO_SENDING(names=", ".join(told.others_sending)))
    if told.refusal is not None:
        parts.append(DriveWording.WITH_TIP(reason=told.refusal.text, tip=told.refusal.tip).rstrip())
    elif told.reason is not None and told.stage is not Stage.ARMED:
        parts.append(DriveWording.WITH_TIP(reason=_reason_text(told.reason, told.about), tip=told.reason.tip).rstrip())
    elif told.reason is not None and told.reason.effect is Effect.ZERO and told.waiting_for:
        parts.append(_reason_text(told.reason, told.about))
    return " | ".join(parts)


def _command_texts(command: Velocity) -> list[str]:
    """Format a command; the parts that most robots don't have only where they are not zero."""
    parts: list[str] = [DriveWording.COMMAND(linear_m_s=command.linear_m_s, angular_rad_s=command.angular_rad_s)]
    if command.lateral_m_s:
        parts.append(DriveWording.COMMAND_LATERAL(lateral_m_s=command.lateral_m_s))
    if command.steering_rad:
        parts.append(DriveWording.COMMAND_STEERING(steering_rad=command.steering_rad))
    if any(command.free):
        parts.append(DriveWording.COMMAND_FREE(shares=", ".join(f"{share:+.0%}" for share in command.free)))
    return parts


def _warnings(told: DriveReport) -> list[str]:
    """Return what an operator has to know before all else."""
    parts: list[str] = [DriveWording.MAY_BE_MOVING()] if told.owed else []
    if told.estop in _ESTOP_TEXTS:
        parts.append(_ESTOP_TEXTS[told.estop])
    parts += [DriveWording.AXIS_HANGS(axis=name) for name in told.hanging]
    parts += [DriveWording.AXIS_LAGS(axis=name) for name in told.lagging]
    if told.not_following is not None:
        parts.append(_FOLLOW_TEXTS[told.not_following])
    if told.stage in _WATCHED and told.watchdog is not WatchdogReadiness.READY:
        parts.append(DriveWording.NO_WATCHDOG())
    if told.log_trouble:
        parts.append(DriveWording.NOTHING_LOGGED(trouble=told.log_trouble))
    elif told.log_dropped:
        parts.append(DriveWording.LOG_LOST(count=told.log_dropped))
    return parts


def _reason_text(reason: Reason, about: tuple[str, ...]) -> str:
    return DriveWording.REASON_ABOUT(reason=reason.text, about=", ".join(about)) if about else reason.text
