"""Reports of the drive process as one line of text, for a person at a terminal. Pure."""

from __future__ import annotations

from typing import Final

from app.drive.control.values import Effect, LinkLevel, Reason, Stage, WatchdogReadiness
from app.drive.messages.report import DriveReport

_STAGE_TEXTS: Final = {
    Stage.DISARMED: "disarmed",
    Stage.ARMING: "arming",
    Stage.ARMED: "ARMED",
    Stage.STOPPING: "stopping",
    Stage.STOPPED: "STOP",
}
_WATCHED: Final = frozenset({Stage.ARMING, Stage.ARMED})
_LEVELS: Final = {
    LinkLevel.GOOD: "good",
    LinkLevel.SLOW: "slow",
    LinkLevel.POOR: "poor, half the speed",
    LinkLevel.LOST: "none",
}

TERMINAL_HELP: Final = (
    "Driving by a pad, by lines from a pipe (--help shows them), and with --keyboard by keys. Ctrl-C stops and ends.\n"
    "This is a software stop, not a safety-rated emergency stop.\n"
)


def report_text(told: DriveReport) -> str:
    """Format a report; what matters most stands first, what may be cut off last."""
    parts = [_STAGE_TEXTS[told.stage], f"{told.command.linear_m_s:+.2f} m/s {told.command.angular_rad_s:+.2f} rad/s"]
    if told.owed:
        parts.append("THE ROBOT MAY STILL BE MOVING")
    if told.stage in _WATCHED and told.watchdog is not WatchdogReadiness.READY:
        parts.append("NO WATCHDOG: if driving fails, nothing stops the robot")
    if told.log_trouble:
        parts.append(f"NOTHING IS LOGGED: {told.log_trouble}. Make room there, or say who may write")
    elif told.log_dropped:
        parts.append(f"{told.log_dropped} entries of the log were lost")
    parts.append(f"link {_LEVELS[told.level]}" + _milliseconds(told.round_trip_s))
    parts.append("nobody takes the commands" if not told.subscribers else f"{told.subscribers} taking them")
    if told.others_sending:
        parts.append(f"also sending: {', '.join(told.others_sending)}")
    if told.refusal is not None:
        parts.append(f"not armed: {told.refusal.text}. {told.refusal.tip}".rstrip())
    elif told.reason is not None and told.stage is not Stage.ARMED:
        parts.append(f"because {_reason_text(told.reason, told.about)}. {told.reason.tip}".rstrip())
    elif told.reason is not None and told.reason.effect is Effect.ZERO and told.waiting_for:
        parts.append(f"stopped: {_reason_text(told.reason, told.about)}")
    return " | ".join(parts)


def _reason_text(reason: Reason, about: tuple[str, ...]) -> str:
    return f"{reason.text}: {', '.join(about)}" if about else reason.text


def _milliseconds(round_trip_s: float | None) -> str:
    return "" if round_trip_s is None else f" {round_trip_s * 1000:.0f} ms"
