"""Commands as poses: Gazebo's own drive plugins read the speed as x and the turn as the yaw."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from app.config.profile import Profile
from app.drive.control.values import Velocity

# A yaw beyond half a turn is a yaw to the other side: a command to turn left fast would turn right. Close to half a
# turn single precision may round to the other side, too.
MAX_POSE_RAD_S: Final = math.pi - 1e-3


def pose_message(velocity: Velocity, _profile: Profile) -> Mapping[str, Any]:
    """Make a gazebo.msgs.Pose; the turn is clamped to less than half a turn a second."""
    yaw = max(-MAX_POSE_RAD_S, min(MAX_POSE_RAD_S, velocity.angular_rad_s))
    return {
        "position": {"x": velocity.linear_m_s, "y": 0.0, "z": 0.0},
        "orientation": {"x": 0.0, "y": 0.0, "z": math.sin(yaw / 2), "w": math.cos(yaw / 2)},
    }
