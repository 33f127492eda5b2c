"""The client of a ROS 1 action server that navigates (move_base), and the pose that tells a robot where it is.

The server names all its goals five times a second, with their states; a goal is ours if its id is. STOP and `cancel`
send the cancellation with an empty id and no time, which means all goals and needs no clock. It is repeated until the
server names none any more that is not over, for it may have been lost, or have overtaken the goal, which has a link of
its own. No time ends it, for a server that is silent may be heard again, with a goal that goes on; but it is sent less
and less often, and the operator, who sees that the robot stands, may give it up.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from protocols.errors import RosLocalError, printable
from protocols.navigation import FlatPose, GoalPhase, GoalReport, OwnGoal
from protocols.ros1.wording import Ros1GoalWording

GOAL_TYPE: Final = "move_base_msgs/MoveBaseActionGoal"
CANCEL_TYPE: Final = "actionlib_msgs/GoalID"
INITIAL_POSE_TYPE: Final = "geometry_msgs/PoseWithCovarianceStamped"

# a server tells of its goals five times a second
SILENCE_S: Final = 2.0
# a result may come after the list that the goal is no more in
RESULT_GRACE_S: Final = 1.0
# a goal that the server does not name within this was not taken
UNANSWERED_S: Final = 3.0
CANCEL_EVERY_S: Final = 0.2
# while the server is silent
CANCEL_UNHEARD_EVERY_S: Final = 1.0
# after a minute the pauses grow with the age of a cancellation, up to this
CANCEL_PATIENCE_S: Final = 60.0
CANCEL_RARELY_EVERY_S: Final = 10.0
# a cancellation that is not confirmed by then may be given up
OVERDUE_S: Final = 30.0
# a server that has noted that a goal is to be refused forgets that five seconds after the next cancellation of it, or
# of all (roscpp), and each one after that has it begin to count anew
NOTED_EVERY_S: Final = 6.0
# a list that comes sooner after a cancellation may have been sent before that came
SETTLE_S: Final = 0.3
# a goal that the server has never named may come so late, out of a link that was broken
LATE_S: Final = 120.0
# after that nobody reckons with the goals of a server any more that says nothing; a cancellation goes on
GIVE_UP_S: Final = 60.0
# a recovery tells of its beginning, not of its end
RECOVERY_S: Final = 20.0

MAX_TEXT: Final = 300
# goals of ours that are waited for, because no list has named them yet
MAX_UNSEEN: Final = 20

_PHASES: Final = (
    GoalPhase.PENDING,
    GoalPhase.ACTIVE,
    GoalPhase.CANCELLED,
    GoalPhase.SUCCEEDED,
    GoalPhase.ABORTED,
    GoalPhase.REJECTED,
    GoalPhase.CANCELLING,
    GoalPhase.CANCELLING,
    GoalPhase.CANCELLED,
)

# a goal that was cancelled before it has begun, or before it has come
_RECALLING: Final = 7

# rviz's: half a metre, and 15 degrees
_VARIANCE_XY: Final = 0.25
_VARIANCE_YAW: Final = (math.pi / 12) ** 2


class Outgoing(enum.Enum):
    """Kinds of messages that are sent; the value is the name of its topic below the server's."""

    GOAL = "goal"
    CANCEL = "cancel"


class CancelScope(enum.Enum):
    """Scopes of a cancellation: the goals that it is for."""

    OWN = "own"
    ALL = "all"


@dataclass(slots=True, eq=False)
class _Cancelling:
    """A cancellation that goes on.

    Attributes:
        began_at: when it was asked for last.
        fresh_at: when something was last learned that it is for: it is sent often for a while from then on.
        next_at: when the next one is due.
        sent_at: when the last one was sent.
        sent: the number of messages.
    """

    scope: CancelScope
    began_at: float
    fresh_at: float
    next_at: float
    sent_at: float
    sent: int = 0

    def hurry(self, now: float) -> None:
        """Have the next one sent now, and those after it as often as at the beginning."""
        self.fresh_at = self.next_at = now

    def pause_s(self, now: float, *, heard: bool) -> float:
        """The pause before the next one, while the server is heard or silent."""
        usual_s = CANCEL_EVERY_S if heard else CANCEL_UNHEARD_EVERY_S
        late_s = now - self.fresh_at - CANCEL_PATIENCE_S
        return max(usual_s, min(late_s / 6, CANCEL_RARELY_EVERY_S))


class GoalClient:
    """The client of one action server. It knows no socket and no clock: times are numbers that never go back.

    Args:
        prefix: what the ids of our goals begin with: nobody else's do, of this run or of another one.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._count = 0
        self._goal: OwnGoal | None = None
        self._sent_at = 0.0
        # whether the server has named the goal, and since when it does so no more
        self._known = False
        self._absent_since: float | None = None
        # goals of ours that the server has not named yet, with the times of their sending
        self._unseen: dict[str, float] = {}
        # whether our goal was given up while the server was silent: it is called off where that is heard again
        self._abandoned = False
        self._heard_at: float | None = None
        # the goals that are not over, as the server named them last, by id
        self._alive: frozenset[str] = frozenset()
        self._own_alive: frozenset[str] = frozenset()
        # those of them that the server has not begun with, and will refuse
        self._noted: frozenset[str] = frozenset()
        self._noted_at = -math.inf
        # goals that another process of ours has set
        self._adopted: frozenset[str] = frozenset()
        self._strays_at = -math.inf
        self._cancelling: _Cancelling | None = None
        self._judged_at = -math.inf
        self._recovery: tuple[str, float] = ("", -math.inf)
        self._out: list[tuple[Outgoing, Mapping[str, Any]]] = []

    # what the operator wants

    def set_goal(self, pose: FlatPose, now: float) -> OwnGoal:
        """Set a goal in place of an earlier one. Raises RosLocalError where that can't be."""
        if not pose.is_finite or not pose.frame:
            raise RosLocalError(Ros1GoalWording.POSE_INVALID())
        if self._cancelling is not None:
            raise RosLocalError(Ros1GoalWording.STILL_CANCELLING(), Ros1GoalWording.STILL_CANCELLING_TIP())
        self._count += 1
        self._goal = OwnGoal(f"{self._prefix}-{self._count}", pose)
        self._sent_at, self._known, self._absent_since, self._abandoned = now, False, None, False
        self._unseen[self._goal.goal_id] = now
        if len(self._unseen) > MAX_UNSEEN:
            del self._unseen[next(iter(self._unseen))]
        self._out.append((Outgoing.GOAL, goal_message(self._goal.goal_id, pose)))
        return self._goal

    def cancel(self, scope: CancelScope, now: float) -> None:
        """Begin to cancel; the first message is there at once, whatever is known of the server."""
        before = self._cancelling
        if scope is CancelScope.OWN and not (self.report(now).under_way or self._is_lost_in_silence):
            return
        if before is None or (before.scope is CancelScope.OWN and scope is CancelScope.ALL):
            before = self._cancelling = _Cancelling(scope, now, now, now, now)
        # a list of before this is none of after it
        before.began_at = before.fresh_at = now
        self._repeat(before, now)

    def call_off(self, goal_ids: Collection[str], now: float) -> None:
        """Cancel goals that another process of ours has set, by their ids, until the server has none of them.

        Those that it does not name may come late, as ours may.
        """
        self._adopted |= frozenset(goal_ids)
        self._set_alive(self._alive, self._noted)
        self._unseen |= dict.fromkeys(self._adopted - self._own_alive - self._unseen.keys(), now)
        if self._cancelling is None:
            self._cancelling = _Cancelling(CancelScope.OWN, now, now, now, now)
        self._repeat(self._cancelling, now)

    def give_up(self, now: float) -> None:
        """Cancel no more: the operator says that the robot stands.

        Of a server that is silent nothing is known any more; a goal of ours that it names later is called off.
        """
        self._cancelling = None
        if self._is_heard(now):
            return
        self._set_alive(frozenset(), frozenset())
        if self._goal is not None:
            self._abandoned = True
            if not self._goal.phase.is_over:
                self._goal = replace(self._goal, phase=GoalPhase.LOST)

    # what the server says: decoded messages, of which nothing is certain

    def receive_status(self, message: Mapping[str, Any], now: float) -> None:
        """Take in the server's list of goals (actionlib_msgs/GoalStatusArray)."""
        mine = self._goal
        alive, noted, over, told = _read_list(message, mine.goal_id if mine is not None else None)
        for goal_id in self._unseen.keys() & over:
            del self._unseen[goal_id]
        self._take_alive(alive, noted, now)
        if mine is not None and mine.goal_id in noted and not self._known:
            # the server has our cancellation, not the goal, which may still come when it has forgotten that
            if not mine.phase.is_over:
                self._goal = replace(mine, phase=GoalPhase.CANCELLING)
        elif mine is not None and told is not None:
            self._absent_since = None
            self._take(*told, now)
        elif mine is not None and (
            self._is_lost_in_silence or (self._known and not mine.phase.is_over and self._absent_since is None)
        ):
            self._absent_since = now
        self._judge(now)

    def receive_feedback(self, message: Mapping[str, Any], now: float) -> None:
        """Take in where the robot is (move_base_msgs/MoveBaseActionFeedback)."""
        status, mine = _status(message.get("status")), self._goal
        if status is None or mine is None or status[0] != mine.goal_id or mine.phase.is_over:
            return
        self._meet(now)
        place = _flat_pose(_within(message, "feedback", "base_position"))
        if place is not None:
            self._goal = replace(self._goal or mine, at=place)
        self._judge(now)

    def receive_result(self, message: Mapping[str, Any], now: float) -> None:
        """Take in the end of a goal (move_base_msgs/MoveBaseActionResult)."""
        status, mine = _status(message.get("status")), self._goal
        if status is not None and mine is not None and status[0] == mine.goal_id:
            phase = status[1]
            if phase is not None and phase.is_over:
                self._take(phase, _within(message, "status").get("text"), now)
        self._judge(now)

    def receive_recovery(self, message: Mapping[str, Any], now: float) -> None:
        """Take in the beginning of a recovery (move_base_msgs/RecoveryStatus)."""
        name = message.get("recovery_behavior_name")
        if isinstance(name, str):
            self._recovery = printable(name, 60), now

    # what is to be sent, and when to look again

    def data_to_send(self) -> list[tuple[Outgoing, Mapping[str, Any]]]:
        """The messages to send now, once."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> float | None:
        """When `handle_deadline` has to be called at the latest; None while nothing is waited for."""
        due = [self._cancelling.next_at] if self._cancelling is not None else []
        mine = self._goal
        if self._alive and self._heard_at is not None:
            due.append(self._heard_at + GIVE_UP_S)
        if self._unseen:
            due.append(next(iter(self._unseen.values())) + LATE_S)
        if mine is not None and not mine.phase.is_over:
            heard_at = self._heard_at if self._heard_at is not None else self._sent_at
            due.append(max(heard_at, self._sent_at) + GIVE_UP_S)
            if not self._known:
                due.append(self._sent_at + UNANSWERED_S)
            if self._absent_since is not None:
                due.append(self._absent_since + RESULT_GRACE_S)
        # what was due and is still waited for is looked at with the next list
        return min((each for each in due if each > self._judged_at), default=None)

    def handle_deadline(self, now: float) -> None:
        """Do what is due."""
        self._judge(now)

    @property
    def held(self) -> frozenset[str]:
        """The ids of the goals of ours that the server may have, or may still get."""
        mine = self._goal
        has = mine is not None and (not mine.phase.is_over or self._is_lost_in_silence)
        return self._own_alive | self._unseen.keys() | ({mine.goal_id} if mine is not None and has else frozenset())

    @property
    def is_missing(self) -> bool:
        """Whether our goal was lost in the server's silence, and the operator has not given it up."""
        return self._is_lost_in_silence and not self._abandoned

    def report(self, now: float) -> GoalReport:
        """Report what is known now."""
        mine = self._goal
        own = self._own_alive
        name, began_at = self._recovery
        at_work = bool(self._alive) and now - began_at < RECOVERY_S
        return GoalReport(
            self._is_heard(now),
            mine,
            bool(own) or (mine is not None and not mine.phase.is_over),
            len(self._alive) - len(own),
            self._cancelling is not None,
            name if at_work else "",
            self._cancelling is not None and now - self._cancelling.began_at >= OVERDUE_S,
            bool(self._unseen),
        )

    # inside

    def _is_heard(self, now: float) -> bool:
        return self._heard_at is not None and now - self._heard_at <= SILENCE_S

    def _set_alive(self, alive: frozenset[str], noted: frozenset[str]) -> None:
        self._alive, self._noted, self._own_alive = alive, noted, frozenset(filter(self._is_ours, alive))

    def _is_ours(self, goal_id: str) -> bool:
        """Whether a goal was set from here: a server may name thousands that only look so."""
        if goal_id in self._adopted:
            return True
        prefix, _, number = goal_id.rpartition("-")
        small = number.isascii() and number.isdecimal() and len(number) < 10
        return prefix == self._prefix and small and 1 <= int(number) <= self._count

    def _take_alive(self, alive: frozenset[str], noted: frozenset[str], now: float) -> None:
        """Take which goals are not over, by the list that has come."""
        cancelling, was_heard, before = self._cancelling, self._is_heard(now), self._alive - self._noted
        if noted != self._noted:
            self._noted_at = now
        self._set_alive(alive, noted)
        meant = self._meant(cancelling) - noted if cancelling is not None else frozenset[str]()
        if cancelling is not None and (meant - before or (meant and not was_heard)):
            # it is back, or has got another goal
            cancelling.hurry(now)
        self._heard_at = now
        mine = self._goal
        strays = self._own_alive - noted - ({mine.goal_id} if mine is not None else set())
        for goal_id in strays & self._unseen.keys():
            del self._unseen[goal_id]
        # by another link one may come after what took its place
        settled = mine is None or self._known or mine.phase.is_over
        if strays and settled and now - self._strays_at >= CANCEL_EVERY_S:
            self._strays_at = now
            self._out += [(Outgoing.CANCEL, cancel_message(each)) for each in sorted(strays)]

    def _take(self, phase: GoalPhase | None, text: object, now: float) -> None:
        """Take a phase of our goal that the server told; None for one that does not exist."""
        mine = self._goal
        if mine is None:
            return
        if self._known and mine.phase.is_over and mine.phase not in {GoalPhase.LOST, GoalPhase.UNANSWERED}:
            # a list that was on its way when the result came
            return
        if phase is None or not phase.is_over:
            self._meet(now)
        self._see(mine)
        if phase is None:
            return
        if self._cancelling is not None and not phase.is_over:
            phase = GoalPhase.CANCELLING
        self._goal = replace(mine, phase=phase, text=printable(text, MAX_TEXT) if isinstance(text, str) else "")

    def _see(self, mine: OwnGoal) -> None:
        self._known = True
        self._unseen.pop(mine.goal_id, None)

    def _meet(self, now: float) -> None:
        """Take that the server has our goal, which is not over: one that it names for the first time may come late."""
        mine = self._goal
        if mine is None:
            return
        late = not self._known and (mine.phase.is_over or now - self._sent_at >= UNANSWERED_S)
        abandoned, self._abandoned = self._abandoned, False
        self._see(mine)
        if late or abandoned or mine.phase is GoalPhase.UNANSWERED:
            # it was on its way when nobody reckoned with it any more: the robot must not set off by that
            self.cancel(CancelScope.OWN, now)

    def _judge(self, now: float) -> None:
        self._judged_at = now
        if self._heard_at is not None and now - self._heard_at >= GIVE_UP_S:
            self._set_alive(frozenset(), frozenset())
        while self._unseen and now - next(iter(self._unseen.values())) >= LATE_S:
            del self._unseen[next(iter(self._unseen))]
        mine = self._goal
        if mine is not None and not mine.phase.is_over:
            since = max(self._heard_at if self._heard_at is not None else self._sent_at, self._sent_at)
            if now - since >= GIVE_UP_S:
                # the robot, or its program, is gone for good, as far as anybody can tell
                self._goal = replace(mine, phase=GoalPhase.LOST)
            elif self._absent_since is not None and now - self._absent_since >= RESULT_GRACE_S:
                over = GoalPhase.CANCELLED if self._cancelling is not None else GoalPhase.LOST
                self._goal = replace(mine, phase=over, text="")
            elif not self._known and now - self._sent_at >= UNANSWERED_S and self._is_heard(now):
                self._give_up_unanswered(mine, now)
        self._go_on_cancelling(now)

    def _give_up_unanswered(self, mine: OwnGoal, now: float) -> None:
        """Take that the server has not named a goal that was sent long ago."""
        if self._cancelling is None:
            # it may still come: the server, which keeps the id in mind for a while, refuses it then
            self.cancel(CancelScope.OWN, now)
            self._goal = replace(mine, phase=GoalPhase.UNANSWERED)
        elif now - self._cancelling.began_at >= UNANSWERED_S:
            self._goal = replace(mine, phase=GoalPhase.CANCELLED)

    def _go_on_cancelling(self, now: float) -> None:
        cancelling = self._cancelling
        if cancelling is None:
            return
        if self._is_cancelled(cancelling):
            self._cancelling = None
        elif now < cancelling.next_at:
            return
        elif self._is_heard(now) and self._has_ended(cancelling, 0.0):
            # one more would be on its way when it is confirmed, and end the goal that is set next
            cancelling.next_at = now + CANCEL_EVERY_S
        elif now < cancelling.sent_at + NOTED_EVERY_S and self._is_heard(now) and self._is_noted(cancelling):
            cancelling.next_at = cancelling.sent_at + NOTED_EVERY_S
        else:
            self._repeat(cancelling, now)

    def _is_cancelled(self, cancelling: _Cancelling) -> bool:
        return self._has_ended(cancelling, SETTLE_S)

    def _has_ended(self, cancelling: _Cancelling, after_s: float) -> bool:
        """Whether all is over by a list that came so long after the last message."""
        if self._goal is not None and not self._goal.phase.is_over:
            return False
        since_s = self._heard_at - cancelling.sent_at if self._heard_at is not None else 0.0
        if since_s <= 0.0 or since_s < after_s:
            return False
        return not self._meant(cancelling)

    def _is_noted(self, cancelling: _Cancelling) -> bool:
        """Whether the server begins with none of what is to be cancelled, and has heard so since it says that."""
        mine = self._goal
        if mine is not None and not mine.phase.is_over and mine.goal_id not in self._noted:
            return False
        return cancelling.sent_at > self._noted_at and self._meant(cancelling) <= self._noted

    def _meant(self, cancelling: _Cancelling) -> frozenset[str]:
        """The goals that are not over, of those that a cancellation is for."""
        return self._alive if cancelling.scope is CancelScope.ALL else self._own_alive

    @property
    def _is_lost_in_silence(self) -> bool:
        """Whether our goal was given up for the server's silence, which may have it and has not been heard since."""
        return self._goal is not None and self._goal.phase is GoalPhase.LOST and self._absent_since is None

    def _repeat(self, cancelling: _Cancelling, now: float) -> None:
        mine = self._goal
        ids: set[str] = set()
        if cancelling.scope is CancelScope.OWN:
            ids |= self._own_alive
            if not cancelling.sent or not self._is_heard(now):
                ids |= self._adopted
        unsure = mine is not None and (not self._known or mine.phase is GoalPhase.LOST)
        if mine is not None and unsure and (cancelling.scope is CancelScope.OWN or cancelling.sent % 2):
            # one that the server has not named may come after the cancellation of all: it is refused by its id
            ids.add(mine.goal_id)
        if mine is not None and not mine.phase.is_over and self._known:
            if cancelling.scope is CancelScope.OWN:
                ids.add(mine.goal_id)
            self._goal = replace(mine, phase=GoalPhase.CANCELLING)
        if ids or cancelling.scope is CancelScope.ALL:
            self._out += [(Outgoing.CANCEL, cancel_message(each)) for each in sorted(ids) or [""]]
        cancelling.sent += 1
        cancelling.sent_at = now
        cancelling.next_at = now + cancelling.pause_s(now, heard=self._is_heard(now))


def goal_message(goal_id: str, pose: FlatPose) -> dict[str, Any]:
    """Make a move_base_msgs/MoveBaseActionGoal. Its times are zero: nobody knows how far the robot's clock is off."""
    return {
        "goal_id": {"id": goal_id},
        "goal": {"target_pose": {"header": {"frame_id": pose.frame}, "pose": _pose(pose)}},
    }


def cancel_message(goal_id: str = "") -> dict[str, Any]:
    """Make an actionlib_msgs/GoalID that cancels a goal; all of them without an id."""
    return {"stamp": {"secs": 0, "nsecs": 0}, "id": goal_id}


def initial_pose_message(pose: FlatPose) -> dict[str, Any]:
    """Make a geometry_msgs/PoseWithCovarianceStamped, as uncertain as that of rviz. Raises RosLocalError."""
    if not pose.is_finite or not pose.frame:
        raise RosLocalError(Ros1GoalWording.POSE_INVALID())
    covariance = [0.0] * 36
    covariance[0] = covariance[7] = _VARIANCE_XY
    covariance[35] = _VARIANCE_YAW
    return {
        "header": {"stamp": "now", "frame_id": pose.frame},
        "pose": {"pose": _pose(pose), "covariance": covariance},
    }


def _pose(pose: FlatPose) -> dict[str, Any]:
    half = pose.yaw_rad / 2
    return {
        "position": {"x": pose.x_m, "y": pose.y_m, "z": 0.0},
        "orientation": {"x": 0.0, "y": 0.0, "z": math.sin(half), "w": math.cos(half)},
    }


# reading: a publisher's definition may give any name to anything


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else []


def _within(value: object, *names: str) -> Mapping[str, Any]:
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _read_list(
    message: Mapping[str, Any], mine: str | None
) -> tuple[frozenset[str], frozenset[str], frozenset[str], tuple[GoalPhase | None, object] | None]:
    """Read an actionlib_msgs/GoalStatusArray.

    Returns the goals that are not over, those of them that are being recalled, those that are over, and ours.
    """
    alive: set[str] = set()
    noted: set[str] = set()
    over: set[str] = set()
    told: tuple[GoalPhase | None, object] | None = None
    # all of it, however long: a goal that is not looked at would count as over
    for status in _listed(message.get("status_list")):
        found = _status(status)
        if found is None:
            continue
        goal_id, phase = found
        if phase is None or not phase.is_over:
            alive.add(goal_id)
            if _within(status).get("status") == _RECALLING:
                noted.add(goal_id)
        else:
            over.add(goal_id)
        if told is None and goal_id == mine:
            told = phase, _within(status).get("text")
    return frozenset(alive), frozenset(noted), frozenset(over - alive), told


def _status(value: object) -> tuple[str, GoalPhase | None] | None:
    """The id and the phase of an actionlib_msgs/GoalStatus; None where it is none.

    A phase that does not exist is None: nobody knows whether that goal is over.
    """
    number, goal_id = _within(value).get("status"), _within(value, "goal_id").get("id")
    if not isinstance(goal_id, str):
        return None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(_PHASES):
        return goal_id, None
    return goal_id, _PHASES[number]


def _flat_pose(stamped: Mapping[str, Any]) -> FlatPose | None:
    """The place in a geometry_msgs/PoseStamped; None where there is none."""
    frame = _within(stamped, "header").get("frame_id")
    place, turn = _within(stamped, "pose", "position"), _within(stamped, "pose", "orientation")
    told = [place.get("x"), place.get("y"), *(turn.get(name) for name in "xyzw")]
    numbers = [number for number in told if isinstance(number, float)]
    if not isinstance(frame, str) or len(numbers) != len(told):
        return None
    x, y, qx, qy, qz, qw = numbers
    if not all(map(math.isfinite, (x, y, qx, qy, qz, qw))):
        return None
    yaw = math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz))
    found = FlatPose(printable(frame, 80).lstrip("/"), x, y, yaw)
    return found if found.is_finite else None
