"""Commands as twists."""

from __future__ import annotations

import pytest

from app.config.profile import Profile
from app.drive.control.values import Velocity
from app.drive.robot.targets import twist_message, twist_stamped_message
from protocols.gazebo.message_types import message_types
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message

COMMAND = Velocity(0.25, -0.5)


@pytest.mark.parametrize("name", ["geometry_msgs/Twist", "geometry_msgs/TwistStamped"])
def test_it_is_a_whole_message_of_ros(name: str) -> None:
    message = find_message(name)
    assert message is not None
    schema = Ros1Schema(message)
    fill = twist_stamped_message if "Stamped" in name else twist_message

    read = schema.decode(schema.encode(fill(COMMAND, Profile(frame="base_footprint")), (12, 34)))

    if "Stamped" in name:
        assert read["header"]["frame_id"] == "base_footprint"
        assert read["header"]["stamp"] == {"secs": 12, "nsecs": 34}
        read = read["twist"]
    assert read == {"linear": {"x": 0.25, "y": 0.0, "z": 0.0}, "angular": {"x": 0.0, "y": 0.0, "z": -0.5}}


def test_it_is_a_whole_message_of_gazebo() -> None:
    types = message_types(())

    read = types.schema("gazebo.msgs.Twist", {}).decode(
        types.encode("gazebo.msgs.Twist", twist_message(COMMAND, Profile()), 0)
    )

    assert (read["linear"]["x"], read["angular"]["z"]) == (0.25, -0.5)
