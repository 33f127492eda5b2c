"""Client of the drive process in the window: it passes on inputs and commands, and gives the sign of life."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.config.feedback import FeedbackPattern
from app.config.profile import Profile
from app.drive.control.limits import LEAST_SHARE, stepped_share
from app.drive.control.values import DriveSource, Reason, Stick
from app.session.errors import SessionError
from app.ui.base.refresh import Spawn
from app.ui.drive.earlier_events import NOTHING_EARLIER

if TYPE_CHECKING:
    # not needed before a robot is driven
    from app.drive.messages.pad_commands import SetupCommand
    from app.drive.supervisor.drive_state import DriveState
    from app.drive.supervisor.drive_supervisor import DriveSupervisor
    from app.session.driving import Driving

# as often as the drive process expects it; by the interface thread only, so that a frozen window can't look alive
BEAT_MS: Final = 50
# between two beats; after a longer time the window has stood still
_LONGEST_BEAT_S: Final = 0.15


@dataclass(frozen=True, slots=True)
class DriveSelection:
    """Selection of what is driven: a robot, the topic that takes its commands, and the profile with the limits."""

    connection: str
    topic: str
    type_name: str
    profile: Profile

    @property
    def way(self) -> str:
        """The way in which the robot is driven: one connection may have several bases, and each profile its limits."""
        return f"{self.topic} {self.profile.name}"


class DriveClient(QObject):
    """Client of driving. It lives as long as the window: STOP has to work without any panel.

    Args:
        is_seen: tells whether the operator can see who else drives.
        clock: the wall clock, in seconds.
        timer: the monotonic time in seconds.
        recall: returns the share of the limits that a robot was driven with last in a way; None if there is none.
        remember: takes the share that the operator has set for a robot and a way.

    Signals:
        stopped: STOP was pressed, or the program ends, whatever is driven.
        pressed: STOP was pressed, here or on a pad, whatever is driven.
        marked: a moment was marked on a pad, so many seconds ago.
        selection_changed: another robot, topic or profile is driven, or none any more.
        polled: the state of driving was read; every beat.
        released: inputs that are held in the window count no more, until they are pressed anew.
        disarmed: the window asked to disarm.

    Attributes:
        selection: what is driven; None for nothing.
        problem: why that can't be driven, and what to do; both empty while it can.
        speed: the fraction of the limits that may be used, 0 to 1.
        is_recalled: whether that is as it was when the robot was driven last, and nobody has driven with it since.
        earlier: what happened before the newest report and still counts.
        others_move: whether something else of the window moves a robot, which STOP ends.
        is_chord_held: whether a key of the chord that arms is down.
        has_goal: tells whether a robot drives to a goal by itself: it is not armed then.
    """

    stopped = Signal()
    pressed = Signal()
    marked = Signal(float)
    selection_changed = Signal()
    polled = Signal(object)
    released = Signal()
    disarmed = Signal()

    def __init__(
        self,
        driving: Callable[[], Driving],
        spawn: Spawn,
        parent: QObject | None = None,
        is_seen: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
        recall: Callable[[str, str], float | None] = lambda _uri, _way: None,
        remember: Callable[[str, str, float], object] = lambda _uri, _way, _share: None,
    ) -> None:
        super().__init__(parent)
        self.selection: DriveSelection | None = None
        self.problem: tuple[str, str] = ("", "")
        self.speed = 1.0
        self.is_recalled = False
        self._recall = recall
        self._remember_speed = remember
        # for the robot of now, or the one that is selected next; before that it is what the profile begins with
        self._speed_was_set = False
        # the robot that the speed is for; None for the one that is selected next
        self._speed_of: tuple[str, str] | None = None
        self.others_move = False
        self.is_chord_held = False
        self.has_goal: Callable[[str], bool] = lambda _: False
        # how often STOP was pressed on a pad, as the drive process of now has told
        self._stops_heard = 0
        self._marked_at_s = float("-inf")
        self.earlier = NOTHING_EARLIER
        self._clock = clock
        self._timer = timer
        # when the last two beats were
        self._beat_times = timer(), timer()
        # what the drive process was started with; None before it was
        self._begun: DriveSelection | None = None
        # how many robots are being made ready or left
        self._under_way = 0
        self._driving = driving
        # not needed before a robot is driven
        self._handle: DriveSupervisor | None = None
        self._spawn = spawn
        self._is_seen = is_seen
        self._held: set[DriveSource] = set()
        self._beats = QTimer(self)
        self._beats.setTimerType(Qt.TimerType.PreciseTimer)
        self._beats.setInterval(BEAT_MS)
        self._beats.timeout.connect(self.beat)

    @property
    def state(self) -> DriveState | None:
        """State as it is known now; None while nothing is driven and no robot that was left may be moving."""
        state = self._handle.state if self._handle is not None else None
        if state is None:
            return None
        is_idle = state.phase.name == "IDLE"
        if is_idle and self.selection is not None and self._under_way:
            # the robot before, or its watchdog, is still being ended
            starting = type(state.phase)["STARTING"]
            return replace(state, phase=starting, text=starting.text, tip=starting.tip)
        there = self.selection is not None or not is_idle or state.may_be_moving
        return state if there else None

    @property
    def can_stop(self) -> bool:
        """Whether there is something to stop."""
        return self.others_move or self.state is not None

    def set_others_move(self, *, others_move: bool) -> None:
        """Set whether something else of the window moves a robot."""
        self.others_move = others_move
        self.polled.emit(self.state)

    @property
    def in_danger(self) -> bool:
        """Whether the robot moves, may move, or may be moved by the next push."""
        from app.ui.drive.status_text import is_dangerous  # noqa: PLC0415 - not needed before a robot is driven

        return self.others_move or is_dangerous(self.state)

    @property
    def holds_keys(self) -> bool:
        """Whether driving keys are down, or one of the chord that arms."""
        return DriveSource.KEYBOARD in self._held or self.is_chord_held

    def set_chord_held(self, held: bool) -> None:  # noqa: FBT001 - a slot
        """Set whether a key of the chord that arms is down."""
        self.is_chord_held = held

    # what is driven

    def select(self, choice: DriveSelection) -> None:
        """Drive this instead of what was driven before. It begins disarmed in any case."""
        before, state = self.selection, self._handle.state if self._handle is not None else None
        ended = state is not None and state.phase.name in {"IDLE", "ENDED"}
        if choice == before and not (ended or self.problem[0]):
            return
        self.released.emit()
        self._held.clear()
        if self._handle is None:
            self._handle = self._driving().handle
            told = self._handle.state.report
            if told is not None:
                # of the window before, whose drive process may not have ended yet
                self._stops_heard, self._marked_at_s = told.stops, max(told.marked_at_s, default=self._marked_at_s)
        self._begin_speed(choice)
        if self._handle.state.speed != self.speed:
            # set while nothing was selected; the handle sends it to every process
            self._handle.set_speed(self.speed)
        begun = self._begun
        if begun is not None and _without_profile(begun) == _without_profile(choice) and not ended:
            self._begun = choice
            self._handle.use_profile(choice.profile)
        else:
            if before is not None:
                other = before.connection != choice.connection
                self._handle.disarm(Reason.ROBOT_CHANGED if other else Reason.TOPIC_CHANGED)
            self._begun = None
            self.earlier = self.earlier.forget_end()
            self._spawn(self._begin(choice), f"drive {choice.connection}")
        self.selection, self.problem = choice, ("", "")
        self.report_visibility()
        self._beat_times = self._timer(), self._timer()
        self._beats.start()
        self.selection_changed.emit()

    def deselect(self, reason: Reason = Reason.BY_OPERATOR) -> None:
        """Drive nothing any more; zeros are sent first."""
        if self.selection is None or self._handle is None:
            return
        # the panel does not show it any longer
        self._handle.set_seen(seen=False)
        self._handle.disarm(reason)
        self.released.emit()
        self._held.clear()
        self._begun = None
        self.selection, self.problem = None, ("", "")
        self._spawn(self._end(), "drive no more")
        self.selection_changed.emit()

    def report_visibility(self) -> None:
        """Tell the handle whether the panel is visible: unseen, or while a robot is left, nothing is armed anew."""
        if self._handle is not None:
            self._handle.set_seen(seen=self.selection is not None and self._is_seen())
            goal = self.selection is not None and self.has_goal(self.selection.connection)
            self._handle.set_goal_active(active=goal)

    def close(self) -> None:
        """Disarm, as the program ends; the session sends the last zeros."""
        self.stopped.emit()
        self.disarm(Reason.EXIT)
        self._beats.stop()

    # what the operator wants

    def arm(self, *, unwatched: bool = False) -> None:
        """Ask to arm; an act, not a level. `unwatched`: even without a watchdog."""
        if self._handle is not None and self.selection is not None:
            self._handle.arm(unwatched=unwatched)

    def disarm(self, reason: Reason = Reason.BY_OPERATOR) -> None:
        """Send zeros and disarm."""
        if self._handle is not None and self.selection is not None:
            self.report_visibility()
            self._handle.disarm(reason)
            self.released.emit()
            self.disarmed.emit()

    def release_inputs(self) -> None:
        """Release all inputs that are held in the window, until they are pressed anew."""
        self.released.emit()

    def stop(self) -> None:
        """Stop the robot, whatever its state."""
        if self._handle is not None:
            self._handle.stop()
            self._remember(self._handle.state)
            self.released.emit()
        # zeros are on their way before anything else is ended
        self.pressed.emit()
        self.stopped.emit()

    def clear(self) -> None:
        """Do one of the two steps by which STOP is cleared."""
        if self._handle is not None:
            self._handle.clear()

    def set_speed(self, fraction: float) -> None:
        """Set the fraction of the limits, 0 to 1, that this robot may use, or the one that is selected next."""
        self._keep_speed(fraction)
        if self._handle is not None:
            self._handle.set_speed(fraction)

    def step_speed(self, steps: int) -> None:
        """Change the speed by so many steps, up or down; down only by what was typed while the window stood still."""
        if steps < 0 or not self._stood_still:
            self.set_speed(stepped_share(self.speed, steps))

    def set_up(self, command: SetupCommand) -> None:
        """Send a command of a pad's setup."""
        if self._handle is not None and self.selection is not None:
            self._handle.set_up(command)

    def try_rumble(self, pattern: FeedbackPattern) -> None:
        """Have the gamepad rumble, to feel what a pattern is like."""
        if self._handle is not None and self.selection is not None:
            self._handle.try_rumble(pattern)

    def move(self, source: DriveSource, stick: Stick | None) -> None:
        """Set the position of an input's stick from now on; None for one that is not held. It is sent at once."""
        (self._held.discard if stick is None else self._held.add)(source)
        if self._handle is not None and self.selection is not None:
            self._handle.move(source, stick)

    def beat(self) -> None:
        """Give the sign of life, with the held inputs."""
        self._beat_times = self._beat_times[1], self._timer()
        state = self.state
        if self._handle is not None:
            self.report_visibility()
            self._handle.beat()
            self._remember(self._handle.state)
            self._take_speed()
            self._hear_stop(self._handle.state)
            self._hear_marks(self._handle.state)
            report = self._handle.state.report
            # what was told of the robot before is no driving of this one
            if self._is_begun and report is not None and report.driver is not None:
                self.is_recalled = False
        if state is None and not self._under_way:
            # not before the end: a robot that was left may turn out to be moving
            self._beats.stop()
        self.polled.emit(state)

    # internals

    @property
    def _stood_still(self) -> bool:
        """Whether the window stood still until now, or until the last beat: a key of that time may come after it."""
        before, last = self._beat_times
        return self._beats.isActive() and max(self._timer() - last, last - before) > _LONGEST_BEAT_S

    @property
    def _is_begun(self) -> bool:
        """Whether the drive process that tells of itself is that of what is selected."""
        return self.selection is not None and self._begun == self.selection

    def _take_speed(self) -> None:
        """Take over the speed that was set by steps at a gamepad."""
        if self._handle is not None and self._is_begun and self._handle.state.speed != self.speed:
            self._keep_speed(self._handle.state.speed)

    def _begin_speed(self, choice: DriveSelection) -> None:
        """Begin another robot, topic or profile with the share that was driven with last, else with the profile's.

        A share that was set while nothing was driven is meant for what is selected next.
        """
        key = choice.connection, choice.way
        if self._speed_of not in {None, key}:
            self._speed_was_set = False
        self._speed_of = key
        if self._speed_was_set:
            return
        kept, first = self._recall(*key), choice.profile.pace.share
        self.is_recalled = kept is not None
        self._speed_was_set = self.is_recalled
        self.speed = first if kept is None else min(max(kept, LEAST_SHARE), 1.0)

    def _keep_speed(self, fraction: float) -> None:
        """Take a share that the operator has set, and remember it for the robot."""
        self.speed, self._speed_was_set, self.is_recalled = fraction, True, False
        self._speed_of = None if self.selection is None else (self.selection.connection, self.selection.way)
        if self._speed_of is not None:
            self._remember_speed(*self._speed_of, fraction)

    def _hear_stop(self, state: DriveState) -> None:
        """Take that STOP was pressed on a pad, which the drive process alone hears; each one counts from zero."""
        stops = state.report.stops if state.report is not None else 0
        if stops not in {0, self._stops_heard}:
            self.pressed.emit()
        self._stops_heard = stops

    def _hear_marks(self, state: DriveState) -> None:
        """Take the moments that were marked on a pad, each once; all drive processes have one clock."""
        told = state.report
        if told is None:
            return
        new = [at_s for at_s in told.marked_at_s if at_s > self._marked_at_s]
        self._marked_at_s = max(new, default=self._marked_at_s)
        for at_s in new:
            # however late the window hears of it
            self.marked.emit((state.report_age_s or 0.0) + max(0.0, told.at_s - at_s))

    def _remember(self, state: DriveState) -> None:
        robot = self.selection.connection if self.selection is not None else ""
        self.earlier = self.earlier.after(state, robot, self._clock())

    async def _begin(self, choice: DriveSelection) -> None:
        self._under_way += 1
        try:
            begun = await self._driving().drive(choice.connection, choice.topic, choice.type_name, choice.profile)
        except SessionError as error:
            if self.selection == choice:
                self.problem = (error.reason, error.tip)
        else:
            # the same may have been left and selected anew
            if begun and self.selection == choice:
                self._begun, self.problem = choice, ("", "")
                if self._handle is not None and self._handle.state.speed != self.speed:
                    # a step at a gamepad that was meant for the robot before
                    self._handle.set_speed(self.speed)
        finally:
            self._under_way -= 1

    async def _end(self) -> None:
        self._under_way += 1
        try:
            await self._driving().leave()
        finally:
            self._under_way -= 1


def _without_profile(choice: DriveSelection) -> tuple[str, str, str]:
    return choice.connection, choice.topic, choice.type_name
