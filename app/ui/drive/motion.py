"""Motion of the robot that is driven, as the panel shows it; what is sent to the robot does not depend on it.

Where the drive process knows no measured velocity, one is read from the robot's topics: as it is, or from its poses.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.drive.control.values import Stage, Velocity
from app.drive.messages.report import DriveReport
from app.model.messages.values import Pose, Poses, Twist
from app.model.schema import DecodeError, Role
from app.model.topics import Message, Topic, TopicKey
from app.ui.drive.client import DriveSelection
from app.ui.top_view.topics import drawable_topics

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

OWNER: Final = "drive motion"

# there may be ten thousand topics
_LOOK_S: Final = 1.0
# an older pose or velocity says nothing of now
_FRESH_S: Final = 0.5
# poses are compared over this time: their last digits tremble
_SPAN_S: Final = 0.2
# a robot that is faster was put elsewhere, or started again
_FASTEST_M_S: Final = 30.0
_FASTEST_RAD_S: Final = 30.0

# a robot that is slower may stand
_MOVING_M_S: Final = 0.03
_MOVING_RAD_S: Final = 0.05
# a robot coasts after the last command of ours
_COASTS_S: Final = 2.0


class PoseVelocity:
    """The velocity of a base from the poses that it has had within the last moment, in its own axes."""

    def __init__(self) -> None:
        # time in seconds, x, y, yaw
        self._places: deque[tuple[float, float, float, float]] = deque()

    def add(self, pose: Pose, at_s: float) -> Velocity | None:
        """Take in a pose; return the velocity, None where it isn't known."""
        x, y, _ = pose.transform.translation_m
        places = self._places
        if places and not 0.0 < at_s - places[-1][0] <= _FRESH_S:
            # a simulation that was reset, or a gap
            places.clear()
        places.append((at_s, x, y, pose.transform.yaw_rad))
        while len(places) > 2 and at_s - places[1][0] >= _SPAN_S:
            places.popleft()
        if len(places) < 2:
            return None
        found = _velocity_between(places[0], places[-1])
        fastest_m_s = max(abs(found.linear_m_s), abs(found.lateral_m_s))
        if fastest_m_s > _FASTEST_M_S or abs(found.angular_rad_s) > _FASTEST_RAD_S:
            while len(places) > 1:
                places.popleft()
            return None
        return found


class MotionMonitor:
    """Monitor of the robot's motion. It subscribes only while the panel is visible, and only where it has to.

    Args:
        is_seen: tells whether the panel is visible.
    """

    def __init__(self, topics: Topics, is_seen: Callable[[], bool]) -> None:
        self._topics = topics
        self._is_seen = is_seen
        self._choice: DriveSelection | None = None
        # whether the velocity is looked for here
        self._looks = False
        self._key: TopicKey | None = None
        self._due_s = 0.0
        self._number = 0
        self._poses = PoseVelocity()
        self._found: Velocity | None = None
        # when the robot was last commanded from here, or stood, or was chosen
        self._explained_s = math.inf

    def read(self, choice: DriveSelection | None, report: DriveReport | None, now: float) -> Velocity | None:
        """Return the measured velocity of what is driven, None where it isn't known; `now` is monotonic, in seconds."""
        measured = report.measured if report is not None else None
        is_other = _way_of(choice) != _way_of(self._choice)
        if is_other or (measured is None) != self._looks or now >= self._due_s:
            self._choice, self._looks, self._due_s = choice, measured is None, now + _LOOK_S
            self.update_subscriptions()
        if measured is None:
            measured = self._newest(now)
        by_us = report is not None and (not report.command.is_zero or report.stage in {Stage.STOPPING, Stage.ARMING})
        if is_other or by_us or measured is None or not measured.is_finite or not _is_moving(measured):
            self._explained_s = now
        return measured

    def moves_by_itself(self, now: float) -> bool:
        """Whether the robot has moved for a while without a command from here, as of the last reading."""
        return now - self._explained_s > _COASTS_S

    def update_subscriptions(self) -> None:
        """Subscribe to the topic that tells the motion, and to nothing while the panel is hidden."""
        key = self._find(self._choice) if self._choice is not None and self._looks else None
        if key != self._key:
            self._key, self._number, self._found = key, 0, None
            self._poses = PoseVelocity()
        self._topics.set_subscriptions(OWNER, {key} if key is not None and self._is_seen() else set())

    # internals

    def _find(self, choice: DriveSelection) -> TopicKey | None:
        """Return the topic: the known one as long as it exists, else one beside the commands, or with many poses.

        Elsewhere a single pose or velocity is another's. Of several topics it is one that tells a velocity.
        """
        found: dict[TopicKey, tuple[bool, bool, bool, str]] = {}
        for key, role in drawable_topics(self._topics, self._topics.live).items():
            topic = self._topics.live.get(key) if key.connection == choice.connection else None
            schema = self._topics.schema_of_topic(topic) if topic is not None else None
            if schema is None or role not in {Role.POSE, Role.TWIST}:
                continue
            beside = _is_beside(key.topic, choice.topic)
            if beside or any(field.repeated for field in schema.fields()):
                tells_velocity = Role.TWIST in schema.roles()
                found[key] = (not beside, not tells_velocity, "odom" not in key.topic, key.topic)
        return self._key if self._key in found else min(found, key=found.__getitem__, default=None)

    def _newest(self, now: float) -> Velocity | None:
        topic = self._topics.live.get(self._key) if self._key is not None else None
        if topic is None or topic.newest is None or now - topic.last_arrival_s > _FRESH_S:
            return None
        if topic.newest.number != self._number:
            self._number = topic.newest.number
            self._found = self._velocity(topic.newest, topic)
        return self._found

    def _velocity(self, message: Message, topic: Topic) -> Velocity | None:
        roles = message.schema.roles()
        role = next((role for role in (Role.TWIST, Role.POSE) if role in roles), None)
        if role is None:
            return None
        try:
            seen = message.schema.read(role, message.payload)
        except DecodeError:
            # the inspector shows what is wrong with the message
            return None
        pose = self._pose_of(seen) if isinstance(seen, Poses) else seen
        twist = pose.velocity if isinstance(pose, Pose) else pose
        if isinstance(twist, Twist):
            return Velocity(twist.linear_m_s[0], twist.angular_rad_s[2], twist.linear_m_s[1])
        if not isinstance(pose, Pose):
            return None
        return self._poses.add(pose, topic.last_arrival_s if pose.stamp_ns is None else pose.stamp_ns / 1e9)

    def _pose_of(self, poses: Poses) -> Pose | None:
        """Return the pose of what is driven, whose name is in that of the topic of its commands."""
        parts = self._choice.topic.split("/") if self._choice is not None else []
        return next((pose for pose in poses.poses if pose.name in parts), None)


def _way_of(choice: DriveSelection | None) -> tuple[str, str] | None:
    return None if choice is None else (choice.connection, choice.topic)


def _velocity_between(before: tuple[float, float, float, float], after: tuple[float, float, float, float]) -> Velocity:
    elapsed_s = after[0] - before[0]
    turned = math.remainder(after[3] - before[3], math.tau)
    # the way of a bend points where the base pointed half-way
    heading = before[3] + turned / 2
    x, y = after[1] - before[1], after[2] - before[2]
    ahead = x * math.cos(heading) + y * math.sin(heading)
    aside = y * math.cos(heading) - x * math.sin(heading)
    return Velocity(ahead / elapsed_s, turned / elapsed_s, aside / elapsed_s)


def _is_moving(velocity: Velocity) -> bool:
    moves = max(abs(velocity.linear_m_s), abs(velocity.lateral_m_s)) > _MOVING_M_S
    return moves or abs(velocity.angular_rad_s) > _MOVING_RAD_S


def _is_beside(topic: str, commands: str) -> bool:
    """Whether a topic stands where the commands stand, or below; what is not at the root is another robot's there."""
    place = commands.rpartition("/")[0]
    if place:
        return topic.startswith(f"{place}/")
    # a model with its parts
    return "/" not in topic[1:] and ("::" not in commands or topic.partition("::")[0] == commands.partition("::")[0])
