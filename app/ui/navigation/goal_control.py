"""Control of goals in one window: what is known of them in words, what may be sent, and what ends them."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.model.navigation import FlatPose, GoalPhase, GoalReport, NavigationState
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.refresh import Spawn
from app.ui.base.text import say
from app.wording.names import in_a_row
from app.wording.ui.navigation import NavigationWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.commands import Commands
    from app.session.navigation import Navigation

# how long an end that was wanted is shown
SHOWN_S: Final = 30.0
# the second step of giving up comes within this, and no sooner: a double click is one step
GIVE_UP_WITHIN_S: Final = 5.0
GIVE_UP_PAUSE_S: Final = 0.6

_WORDS: Final[Mapping[GoalPhase, tuple[NavigationWording, str]]] = {
    GoalPhase.SENT: (NavigationWording.SENT, "accent"),
    GoalPhase.PENDING: (NavigationWording.PENDING, "accent"),
    GoalPhase.ACTIVE: (NavigationWording.ACTIVE, "accent"),
    GoalPhase.CANCELLING: (NavigationWording.CANCELLING, "warn"),
    GoalPhase.SUCCEEDED: (NavigationWording.SUCCEEDED, "ok"),
    GoalPhase.CANCELLED: (NavigationWording.CANCELLED, "muted"),
    GoalPhase.ABORTED: (NavigationWording.ABORTED, "error"),
    GoalPhase.REJECTED: (NavigationWording.REJECTED, "error"),
    GoalPhase.LOST: (NavigationWording.LOST, "error"),
    GoalPhase.UNANSWERED: (NavigationWording.UNANSWERED, "error"),
}
# the server's own words of a state that is nobody's wish
_TOLD: Final = {
    GoalPhase.ABORTED: NavigationWording.ABORTED_TEXT,
    GoalPhase.REJECTED: NavigationWording.REJECTED_TEXT,
}
_PASSING: Final = frozenset({GoalPhase.SUCCEEDED, GoalPhase.CANCELLED})


@dataclass(frozen=True, slots=True)
class GoalText:
    """Text about a robot's goals, and what can be done.

    Attributes:
        words: a sentence; empty where there is nothing to say.
        role: the name of its colour.
        can_cancel: whether there is something to cancel.
        can_dismiss: whether the words are of a goal that has ended.
        can_give_up: whether a cancellation goes on that nobody confirms.
    """

    words: str = ""
    role: str = "muted"
    can_cancel: bool = False
    can_dismiss: bool = False
    can_give_up: bool = False


def describe_goals(report: GoalReport) -> GoalText:
    """Describe what is known of the goals of a robot."""
    goal = report.goal
    under_way = report.under_way or report.others > 0
    if goal is None or (goal.phase.is_over and (report.others or report.cancelling)):
        if report.cancelling and under_way:
            return GoalText(_cancelling(NavigationWording.CANCELLING_ALL, report), "warn", can_cancel=True)
        if not report.others:
            return GoalText()
        superseded = goal is not None and goal.phase is GoalPhase.CANCELLED
        code = NavigationWording.CANCELLED_BY_OTHER if superseded else NavigationWording.OTHERS
        return GoalText(say(code()), "warn", can_cancel=True)
    if goal.phase.is_over:
        code, role = _WORDS[goal.phase]
        if goal.phase is GoalPhase.LOST and not report.heard:
            code = NavigationWording.LOST_SILENT
        words = say(code())
        if goal.text and goal.phase in _TOLD:
            words = say(_TOLD[goal.phase](text=goal.text))
        return GoalText(words, role, can_cancel=report.under_way, can_dismiss=True)
    if not report.heard:
        return GoalText(say(NavigationWording.SERVER_GONE()), "error", can_cancel=True)
    code, role = _WORDS[goal.phase]
    words = say(code())
    if goal.phase is GoalPhase.CANCELLING or report.cancelling:
        words, role = _cancelling(NavigationWording.CANCELLING, report), "warn"
    elif report.recovery:
        words, role = say(NavigationWording.RECOVERING(behaviour=report.recovery)), "warn"
    elif goal.phase is GoalPhase.ACTIVE and goal.at is not None:
        left_m = goal.at.distance_m(goal.pose)
        if left_m is not None:
            words = say(NavigationWording.ACTIVE_LEFT(distance=f"{left_m:.1f}"))
    return GoalText(words, role, can_cancel=True)


def _cancelling(code: NavigationWording, report: GoalReport) -> str:
    if report.recovery:
        return say(NavigationWording.CANCELLING_UNINTERRUPTED(behaviour=report.recovery))
    return say(code())


class GoalControl(QObject):
    """Goals of all robots in one window. It lives as long as the window: STOP has to end goals without any view.

    Args:
        clock: the time, in seconds.

    Signals:
        changed: what is known of goals has changed, or what may be sent.
        stopped: STOP was pressed, or the program ends: what was not sent yet is taken back.

    Attributes:
        driving_obstacle: tells why a robot gets no goals because of how it is driven by hand; empty if it does.
    """

    changed: Final = Signal()
    stopped: Final = Signal()

    def __init__(
        self,
        navigation: Navigation,
        commands: Commands,
        switch: CommandSwitch,
        spawn: Spawn,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._navigation = navigation
        self._commands = commands
        self._switch = switch
        self._spawn = spawn
        self._clock = clock
        self.driving_obstacle: Callable[[str], str] = lambda _: ""
        self._seen: object = None
        # goals that are on their way to the link thread, which knows nothing of them yet
        self._sending = 0
        # the ids of goals whose end was seen, and when it came
        self._ended: dict[str, float] = {}
        self._dismissed: set[str] = set()
        # when the first of the two steps was made by which a robot's cancellation is given up
        self._half_given_up: dict[str, float] = {}
        # what could not be sent to a robot, until something else is
        self._notes: dict[str, GoalText] = {}
        switch.stopped.connect(self._withdraw)
        switch.changed.connect(self._apply)

    # as a view of the refresher

    def can_be_seen(self) -> bool:
        """Always true: STOP has to know of goals."""
        return True

    def refresh(self, now: float) -> None:
        """Look at what is known of goals."""
        del now
        states = self._navigation.states
        for state in states.values():
            goal = state.report.goal
            if goal is not None and goal.phase.is_over:
                self._ended.setdefault(goal.goal_id, self._clock())
            elif goal is not None:
                self._ended.pop(goal.goal_id, None)
        self._switch.set_moving(self, moves=bool(self.cancellable) or self._sending > 0)
        half = tuple(filter(self._is_half_given_up, states))
        seen = (
            tuple(states.items()),
            tuple(map(self._commands.allows, states)),
            tuple(map(self._navigation.is_unwatched, states)),
            half,
        )
        if seen != self._seen:
            self._seen = seen
            self.changed.emit()

    # for views

    def state(self, robot: str) -> NavigationState | None:
        """Return what is known of a robot's goals; None where its protocol knows none."""
        return self._navigation.state(robot)

    def watch(self, owner: str, robot: str | None) -> None:
        """Keep a robot's goals known for a view; None ends that."""
        self._navigation.watch(owner, robot)

    def choose_server(self, robot: str, name: str) -> None:
        """Choose which of several servers gets goals."""
        self._navigation.choose_server(robot, name)

    def describe(self, robot: str) -> GoalText:
        """Describe the goals of a robot."""
        state = self.state(robot)
        if state is None:
            return GoalText()
        text, goal = describe_goals(state.report), state.report.goal
        if text.can_cancel and robot not in self.cancellable:
            # a robot in view-only mode is told nothing
            text = replace(text, can_cancel=False)
        if text.role == "accent" and self._navigation.is_unwatched(robot):
            # it goes on undisturbed
            text = replace(text, words=say(NavigationWording.UNWATCHED()), role="warn")
        servers = in_a_row(state.unconfirmed)
        if state.overdue:
            half = self._is_half_given_up(robot)
            code = NavigationWording.GIVE_UP_AGAIN() if half else NavigationWording.OVERDUE(servers=servers)
            return GoalText(say(code), "error", can_cancel=text.can_cancel, can_give_up=True)
        if state.unconfirmed and not text.can_cancel:
            return GoalText(say(NavigationWording.UNCONFIRMED(servers=servers)), "error")
        if goal is not None and text.can_dismiss:
            old = self._clock() - self._ended.get(goal.goal_id, self._clock()) > SHOWN_S
            if goal.goal_id in self._dismissed or (old and goal.phase in _PASSING):
                text = GoalText(can_cancel=text.can_cancel)
        note = self._notes.get(robot)
        return note if note is not None and not text.can_cancel else text

    def dismiss(self, robot: str) -> None:
        """Show a goal that has ended no more."""
        self._notes.pop(robot, None)
        state = self.state(robot)
        if state is not None and state.report.goal is not None:
            self._dismissed.add(state.report.goal.goal_id)
        self.changed.emit()

    def is_driving(self, robot: str) -> bool:
        """Whether a goal, of whoever it is, may move a robot."""
        state = self.state(robot)
        return state is not None and state.is_driving

    @property
    def cancellable(self) -> tuple[str, ...]:
        """The robots with goals that can be cancelled from here."""
        states = self._navigation.states.items()
        return tuple(
            robot
            for robot, state in states
            if state.report.under_way or (state.report.others and self._commands.allows(robot))
        )

    @property
    def overdue(self) -> tuple[str, ...]:
        """The robots with a cancellation that nobody has confirmed for long."""
        return tuple(robot for robot, state in self._navigation.states.items() if state.overdue)

    @property
    def own_on(self) -> str | None:
        """A robot that drives to a goal that was set from here; None if none does."""
        return next((robot for robot, state in self._navigation.states.items() if state.report.under_way), None)

    def goal_obstacle(self, robot: str | None) -> str:
        """Say why no goal can be sent to a robot, whatever view it comes from; empty if it can."""
        state, words = self._common_obstacle(robot)
        if words or state is None or robot is None:
            return words
        if not state.server:
            several = len(state.servers) > 1
            return say(NavigationWording.SEVERAL_SERVERS() if several else NavigationWording.NO_SERVER())
        if not state.ready:
            return say(NavigationWording.SERVER_SILENT())
        if state.report.cancelling:
            return say(NavigationWording.STILL_CANCELLING())
        return self.driving_obstacle(robot)

    def pose_obstacle(self, robot: str | None) -> str:
        """Say why a robot can't be told where it is; empty if it can."""
        state, words = self._common_obstacle(robot)
        if words or state is None or robot is None:
            return words
        if not state.pose_ready:
            return say(NavigationWording.NOBODY_LISTENS())
        if state.is_driving:
            return say(NavigationWording.GOAL_ACTIVE())
        return self.driving_obstacle(robot)

    def send_goal(self, robot: str, pose: FlatPose, server: str = "") -> None:
        """Send a robot to a place, by the server that it was placed for."""
        if not self.goal_obstacle(robot):
            # from here on STOP has a goal to end
            self._sending += 1
            self._switch.set_moving(self, moves=True)
            self._spawn(self._send_moving(robot, pose, server), "goal")

    def send_pose(self, robot: str, pose: FlatPose) -> None:
        """Tell a robot where it is."""
        if not self.pose_obstacle(robot):
            done = GoalText(say(NavigationWording.POSE_SENT()), "ok", can_dismiss=True)
            self._spawn(self._send(robot, lambda: self._navigation.set_initial_pose(robot, pose), done), "initial pose")

    def cancel(self, robot: str) -> None:
        """Cancel all goals of a robot."""
        self._navigation.cancel(robot)

    def give_up(self, robot: str) -> None:
        """Do one of the two steps by which cancellations are given up that a robot has not confirmed for long."""
        now = self._clock()
        if not self._is_half_given_up(robot):
            self._half_given_up[robot] = now
        elif now - self._half_given_up[robot] >= GIVE_UP_PAUSE_S:
            del self._half_given_up[robot]
            self._navigation.give_up(robot)
        self.changed.emit()

    def stop(self) -> None:
        """Cancel all goals of all robots, and take back what was not sent yet: STOP."""
        self._navigation.stop()
        self.stopped.emit()

    # inside

    def _is_half_given_up(self, robot: str) -> bool:
        return 0.0 <= self._clock() - self._half_given_up.get(robot, -math.inf) <= GIVE_UP_WITHIN_S

    def _common_obstacle(self, robot: str | None) -> tuple[NavigationState | None, str]:
        if robot is None:
            return None, say(NavigationWording.NO_ROBOT())
        state = self.state(robot)
        if state is None:
            return None, say(NavigationWording.NOT_ROS1())
        if not self._commands.allows(robot):
            return state, say(NavigationWording.VIEW_ONLY())
        try:
            self._commands.check(robot)
        except SessionError as error:
            # views show the past
            return state, say(error.reason)
        return state, ""

    async def _send_moving(self, robot: str, pose: FlatPose, server: str) -> None:
        try:
            await self._send(robot, lambda: self._navigation.set_goal(robot, pose, server), GoalText())
        finally:
            self._sending -= 1
        self.refresh(0.0)

    async def _send(self, robot: str, send: Callable[[], Awaitable[None]], done: GoalText) -> None:
        self._notes.pop(robot, None)
        try:
            await send()
        except SessionError as error:
            words = say(NavigationWording.NOT_SENT(reason=error.reason))
            self._notes[robot] = GoalText(words, "error", can_dismiss=True)
        else:
            if done.words:
                self._notes[robot] = done
        self.refresh(0.0)
        self.changed.emit()

    def _withdraw(self) -> None:
        self._navigation.withdraw()
        self.stopped.emit()

    def _apply(self) -> None:
        self._navigation.apply()
        self.refresh(0.0)
