"""The state of a connection whose link has failed, by one rule for all protocols."""

from __future__ import annotations

import math

from app.model.status import ConnectionState


def assess_failure(
    *,
    is_reached: bool,
    is_rejected: bool = False,
    is_silent: bool = False,
    has_fresh_data: bool = False,
    lasted_s: float = math.inf,
    grace_s: float = 0.0,
) -> ConnectionState | None:
    """Assess a connection whose link has failed; None while it may be back in a moment, and the state stays.

    Args:
        is_reached: whether the robot was ever reached.
        is_rejected: whether the robot has answered, and rejected the connection.
        is_silent: whether the robot's machine takes links, and nothing comes by them: it may be busy.
        has_fresh_data: whether data have just come, which prove that the robot lives.
        lasted_s: how long there has been no link, in seconds.
        grace_s: how long a lost link is most often back.
    """
    if not is_reached:
        return ConnectionState.REFUSED if is_rejected else ConnectionState.CONNECTING
    if lasted_s < grace_s:
        return None
    if has_fresh_data:
        return ConnectionState.CONNECTED
    if is_rejected:
        return ConnectionState.REFUSED
    return ConnectionState.STALE if is_silent else ConnectionState.LOST
