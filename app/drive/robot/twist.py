"""Commands as linear and angular velocities, with the field names of ROS 1, Gazebo and Galileo alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.config.profile import Profile
from app.drive.control.values import Velocity


def twist_message(velocity: Velocity, _profile: Profile) -> Mapping[str, Any]:
    """Make a geometry_msgs/Twist or gazebo.msgs.Twist, with all six numbers, so that none is left as it was."""
    return {
        "linear": {"x": velocity.linear_m_s, "y": 0.0, "z": 0.0},
        "angular": {"x": 0.0, "y": 0.0, "z": velocity.angular_rad_s},
    }


def twist_stamped_message(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make a geometry_msgs/TwistStamped, stamped with the time of the robot's clock."""
    return {"header": {"stamp": "now", "frame_id": profile.frame}, "twist": twist_message(velocity, profile)}
