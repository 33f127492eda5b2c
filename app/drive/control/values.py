"""The values that all of driving shares, frozen.

Times are numbers of seconds on one clock that counts suspend (CLOCK_BOOTTIME and its equals); nothing here reads that
clock.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from app.wording.drive import StopWording

# a command that was not renewed for this long is zero
LEASE_S: Final = 0.2

# the time between two steps of the controller while the command changes; a step is also made at every change of inputs
TICK_S: Final = 0.01
# the same while a command stays, and while nothing is driven: the end of a lease, a silence or a probe's age is seen
# that much later at the most
STEADY_TICK_S: Final = 0.02
REST_TICK_S: Final = 0.04


@dataclass(frozen=True, slots=True)
class Velocity:
    """A velocity of the base: forward, and around its vertical axis, counter-clockwise.

    Attributes:
        lateral_m_s: to the left.
        steering_rad: the angle of a car's wheels, to the left, instead of `angular_rad_s`.
        free: of each free axis of the profile the share of its way from the neutral value, -1 to 1; empty for none.
    """

    linear_m_s: float = 0.0
    angular_rad_s: float = 0.0
    lateral_m_s: float = 0.0
    steering_rad: float = 0.0
    free: tuple[float, ...] = ()

    @property
    def numbers(self) -> tuple[float, ...]:
        """All components; those of free axes are the last."""
        return *base_numbers(self), *self.free

    @property
    def is_zero(self) -> bool:
        """Whether all components are exactly zero."""
        return not (any(base_numbers(self)) or any(self.free))

    @property
    def moves_base(self) -> bool:
        """Whether the base is to move, whatever free axes do."""
        return any(base_numbers(self))

    @property
    def is_finite(self) -> bool:
        """Whether all components are finite numbers."""
        return all(map(math.isfinite, (*base_numbers(self), *self.free)))


# the components of a velocity that move the base; those of free axes are not among them
base_numbers: Final = attrgetter("linear_m_s", "angular_rad_s", "lateral_m_s", "steering_rad")

ZERO: Final = Velocity()


class Pace(enum.Enum):
    """The paces of driving by hand: what share of the limits may be used. Never more than all of them."""

    USUAL = "usual"
    SLOW = "slow"
    TURBO = "turbo"


@dataclass(frozen=True, slots=True)
class Stick:
    """The position of a stick, as it was read: calibrated and mapped, without deadzone, expo and limits.

    Attributes:
        forward, turn: -1 to 1, forward and counter-clockwise positive.
        lateral: -1 to 1, to the left positive, of another stick, or of other keys.
        radial: both axes belong to the same stick, whose deadzone is a circle; else each has a deadzone of its own.
        pace: the pace that is held beside it; by itself it moves nothing.
        free: -1 to 1, of each free axis, in the order of the profile; those that are left out are not held.
        deadman: the second key or button is held beside it, without which it drives nothing where the profile says so.
    """

    forward: float = 0.0
    turn: float = 0.0
    radial: bool = True
    pace: Pace = Pace.USUAL
    lateral: float = 0.0
    free: tuple[float, ...] = ()
    deadman: bool = False

    @property
    def is_finite(self) -> bool:
        """Whether all components are finite numbers."""
        return all(map(math.isfinite, (self.forward, self.turn, self.lateral, *self.free)))


class DriveSource(enum.IntEnum):
    """The kinds of input that can drive; of two that ask for motion, the one with the smaller number drives.

    STOP stands above them all: it is no source, but `Inputs.stop`.
    """

    PAD = 1
    KEYBOARD = 2
    SCREEN = 3
    LINES = 4


@dataclass(frozen=True, slots=True)
class InputState:
    """The state of one input: what it asks for.

    A source that is connected has an input state in every step, also while it asks for nothing; a source without one is
    gone.

    Attributes:
        request: the position of a stick, or a velocity that was asked for in SI units.
        at_s: when the state was known: renewed by every poll of a device, by every set-point. Not later than the step
            that it is given to.
        held: what has to be held to drive is held: a pad's button, a key, the on-screen stick; `hold` of a set-point.
        seen: every mapped axis has reported its position; until then it is not known whether the input is neutral.
        device: the name of the device, where a source can have several.
    """

    source: DriveSource
    request: Stick | Velocity
    at_s: float
    held: bool = False
    seen: bool = True
    device: str = ""


class EstopState(enum.Enum):
    """The state of the robot's own E-stop, as the robot tells it; where that isn't known, why not."""

    NONE = "none"  # the profile names none
    RELEASED = "released"
    PRESSED = "pressed"
    UNHEARD = "unheard"  # its topic was never heard
    SILENT = "silent"  # its topic was heard, and is not any more
    UNREADABLE = "unreadable"  # what comes does not tell


class Effect(enum.Enum):
    """The effect of a reason."""

    REFUSAL = "refusal"  # what was asked for is not done
    ZERO = "zero"  # zero, still armed; motion again only after neutral
    DISARM = "disarm"  # zero and disarmed
    LATCH = "latch"  # zero, disarmed and latched


class Reason(enum.Enum):
    """Reasons for a stop or a refusal. Each has an effect, a text and a tip for the operator."""

    NOT_CONNECTED = (Effect.REFUSAL, StopWording.NOT_CONNECTED(), StopWording.NOT_CONNECTED_TIP())
    NO_SUBSCRIBER = (Effect.REFUSAL, StopWording.NO_SUBSCRIBER(), StopWording.NO_SUBSCRIBER_TIP())
    ONLY_ONLOOKERS = (Effect.REFUSAL, StopWording.ONLY_ONLOOKERS(), StopWording.ONLY_ONLOOKERS_TIP())
    AXIS_UNHEARD = (Effect.REFUSAL, StopWording.AXIS_UNHEARD(), StopWording.AXIS_UNHEARD_TIP())
    AXIS_HANGS = (Effect.REFUSAL, StopWording.AXIS_HANGS(), StopWording.AXIS_HANGS_TIP())
    NO_PROBE = (Effect.REFUSAL, StopWording.NO_PROBE(), StopWording.WAIT_TIP())
    NOT_SEEN = (Effect.REFUSAL, StopWording.NOT_SEEN(), StopWording.NOT_SEEN_TIP())
    NOT_NEUTRAL = (Effect.REFUSAL, StopWording.NOT_NEUTRAL(), StopWording.NOT_NEUTRAL_TIP())
    STILL_OWED = (Effect.REFUSAL, StopWording.STILL_OWED(), StopWording.STILL_OWED_TIP())
    WATCHDOG_STARTING = (Effect.REFUSAL, StopWording.WATCHDOG_STARTING(), StopWording.WAIT_TIP())
    NO_WATCHDOG = (Effect.REFUSAL, StopWording.NO_WATCHDOG(), StopWording.NO_WATCHDOG_TIP())
    LATCHED = (Effect.REFUSAL, StopWording.LATCHED(), StopWording.CLEAR_TIP())
    UPDATED = (Effect.REFUSAL, StopWording.UPDATED(), StopWording.UPDATED_TIP())
    UNSEEN = (Effect.REFUSAL, StopWording.UNSEEN(), StopWording.UNSEEN_TIP())
    GOAL_ACTIVE = (Effect.REFUSAL, StopWording.GOAL_ACTIVE(), StopWording.GOAL_ACTIVE_TIP())
    LOOKS_BACK = (Effect.REFUSAL, StopWording.LOOKS_BACK(), StopWording.LOOKS_BACK_TIP())
    ESTOP = (Effect.REFUSAL, StopWording.ESTOP(), StopWording.ESTOP_TIP())
    ESTOP_UNHEARD = (Effect.REFUSAL, StopWording.ESTOP_UNHEARD(), StopWording.ESTOP_UNHEARD_TIP())
    ESTOP_SILENT = (Effect.REFUSAL, StopWording.ESTOP_SILENT(), StopWording.ESTOP_SILENT_TIP())
    ESTOP_UNREADABLE = (Effect.REFUSAL, StopWording.ESTOP_UNREADABLE(), StopWording.ESTOP_UNREADABLE_TIP())

    RELEASED = (Effect.ZERO, StopWording.RELEASED(), "")
    SOURCE_CHANGED = (Effect.ZERO, StopWording.SOURCE_CHANGED(), StopWording.SOURCE_CHANGED_TIP())
    LEASE = (Effect.ZERO, StopWording.LEASE(), StopWording.LEASE_TIP())
    NEWCOMER = (Effect.ZERO, StopWording.NEWCOMER(), StopWording.NEWCOMER_TIP())
    INTERFACE_SILENT = (Effect.ZERO, StopWording.INTERFACE_SILENT(), StopWording.INTERFACE_SILENT_TIP())

    BY_OPERATOR = (Effect.DISARM, StopWording.BY_OPERATOR(), StopWording.ARM_AGAIN_TIP())
    IDLE = (Effect.DISARM, StopWording.IDLE(), StopWording.ARM_AGAIN_TIP())
    PAD_GONE = (Effect.DISARM, StopWording.PAD_GONE(), StopWording.PAD_GONE_TIP())
    UNFOCUSED = (Effect.DISARM, StopWording.UNFOCUSED(), StopWording.UNFOCUSED_TIP())
    MINIMISED = (Effect.DISARM, StopWording.MINIMISED(), StopWording.MINIMISED_TIP())
    PANEL_CLOSED = (Effect.DISARM, StopWording.PANEL_CLOSED(), StopWording.PANEL_CLOSED_TIP())
    SLEEP = (Effect.DISARM, StopWording.SLEEP(), StopWording.SLEEP_TIP())
    LATE = (Effect.DISARM, StopWording.LATE(), StopWording.LATE_TIP())
    CLOCK = (Effect.DISARM, StopWording.CLOCK(), StopWording.ARM_AGAIN_TIP())
    ROBOT_CHANGED = (Effect.DISARM, StopWording.ROBOT_CHANGED(), StopWording.ROBOT_CHANGED_TIP())
    TOPIC_CHANGED = (Effect.DISARM, StopWording.TOPIC_CHANGED(), StopWording.ARM_AGAIN_TIP())
    PROFILE_CHANGED = (Effect.DISARM, StopWording.PROFILE_CHANGED(), StopWording.ARM_AGAIN_TIP())
    RECONNECTED = (Effect.DISARM, StopWording.RECONNECTED(), StopWording.ARM_AGAIN_TIP())
    LINK_LOST = (Effect.DISARM, StopWording.LINK_LOST(), StopWording.LINK_LOST_TIP())
    SUBSCRIBER_GONE = (Effect.DISARM, StopWording.SUBSCRIBER_GONE(), StopWording.SUBSCRIBER_GONE_TIP())
    SUBSCRIBER_LEFT = (Effect.DISARM, StopWording.SUBSCRIBER_LEFT(), StopWording.SUBSCRIBER_LEFT_TIP())
    LINK_SILENT = (Effect.DISARM, StopWording.LINK_SILENT(), StopWording.LINK_SILENT_TIP())
    UNREAD = (Effect.DISARM, StopWording.UNREAD(), StopWording.UNREAD_TIP())
    NOT_OBEYED = (Effect.DISARM, StopWording.NOT_OBEYED(), StopWording.NOT_OBEYED_TIP())
    ESTOP_PRESSED = (Effect.DISARM, StopWording.ESTOP_PRESSED(), StopWording.ESTOP_TIP())
    INTERFACE_GONE = (Effect.DISARM, StopWording.INTERFACE_GONE(), StopWording.INTERFACE_GONE_TIP())
    WATCHDOG_GONE = (Effect.DISARM, StopWording.WATCHDOG_GONE(), StopWording.LINK_LOST_TIP())
    BAD_LINE = (Effect.DISARM, StopWording.BAD_LINE(), StopWording.BAD_LINE_TIP())
    NOT_FINITE = (Effect.DISARM, StopWording.NOT_FINITE(), StopWording.NOT_FINITE_TIP())
    EXIT = (Effect.DISARM, StopWording.EXIT(), "")
    EXCEPTION = (Effect.DISARM, StopWording.EXCEPTION(), StopWording.EXCEPTION_TIP())

    STOP = (Effect.LATCH, StopWording.STOP(), StopWording.CLEAR_TIP())

    def __init__(self, effect: Effect, words: str, tip: str) -> None:
        self.effect = effect
        self.text = words
        self.tip = tip


@dataclass(frozen=True, slots=True)
class Inputs:
    """All inputs of the operator's side for one step of the controller.

    Attributes:
        input_states: the states of all inputs.
        arm: arming was asked for since the last step. An act, not a level: a button that is held is one act.
        arm_unwatched: arming was asked for by the act that says that no watchdog is needed.
        stop: STOP was pressed since the last step, or is held.
        clears: how often clearing was asked for since the last step; acts, as with `arm`.
        reasons: reasons since the last step to zero or to disarm.
        interface_at_s: when the interface gave its last sign of life; None where there is no interface that must.
        speed: the share of the limits that the operator allows, 0 to 1.
        watchdog: a watchdog could send zeros now, if this process failed.
    """

    input_states: tuple[InputState, ...] = ()
    arm: bool = False
    arm_unwatched: bool = False
    stop: bool = False
    clears: int = 0
    reasons: tuple[Reason, ...] = ()
    interface_at_s: float | None = None
    speed: float = 1.0
    watchdog: bool = False


@dataclass(frozen=True, slots=True)
class DriveLink:
    """The state of the link that carries commands to the robot.

    Attributes:
        connected: commands can be written.
        epoch: a number that changes with the connection, the robot and the topic.
        subscribers: the names of the nodes that take our commands; none of them is ours. None where nobody takes those
            of the base.
        axis_subscribers: the names of those that take commands of free axes, whoever takes the base's.
        probe_age_s: the time since the newest answered probe was sent; None while no probe was answered.
        round_trip_s: the newest round trip; None before it is known.
        unacknowledged: the number of commands that were given to the system and may still wait; 0 for a transport on
            which nothing waits (UDP).
        oldest_unacknowledged_s: the time since the oldest of those commands was given to the system.
        arrived: the number of the newest command (`OutgoingCommand.number`) that is shown to have reached all
            subscribers, and
            with it all commands before; 0 for none.
        last_obeyed: concerns subscribers that are gone without being known to stand, or that are back and were not yet
            told to stand: the number of the newest command that they are known to have taken; None where there are no
            such subscribers. If it is less than `arrived` was, what seemed to have arrived has not.
        missed: the names of the subscribers among those that are gone.
        onlookers: the names of nodes that get our commands too, but do not count as subscribers.
        others_advertising: the names of other nodes that advertise the topic.
        others_sending: the names of other nodes that send on the topic, or on one of free axes, now.
        others_on_axes: those of them that send on topics of free axes only.
        measured: the robot's velocity as the robot reports it; None where it does not.
        measured_s: the age of `measured`.
        unread: the number of commands that have reached the robot's system, and that its program had not read when it
            last reported; 0 where that isn't known.
        unread_s: the time since the oldest unread command was there.
        steers: the robot is a car: it is commanded by the angle of its wheels instead of how fast it turns.
        goes_sideways: the commands have a part to the sides; those of joints and of a car have none.
        unheard: the topics of free axes that nobody takes commands from.
        axes_left: those of them that somebody took commands from before.
        axes: of each free axis of the profile the link by which its topic's commands go; None for one that stands in
            the base's own messages. What is said of a link here and not there is that of the base, or of all.
        estop: the robot's own E-stop.
    """

    connected: bool = False
    epoch: int = 0
    subscribers: tuple[str, ...] = ()
    probe_age_s: float | None = None
    round_trip_s: float | None = None
    unacknowledged: int = 0
    oldest_unacknowledged_s: float = 0.0
    arrived: int = 0
    others_advertising: tuple[str, ...] = ()
    others_sending: tuple[str, ...] = ()
    others_on_axes: tuple[str, ...] = ()
    axis_subscribers: tuple[str, ...] = ()
    measured: Velocity | None = None
    last_obeyed: int | None = None
    missed: tuple[str, ...] = ()
    onlookers: tuple[str, ...] = ()
    unread: int = 0
    unread_s: float = 0.0
    measured_s: float = 0.0
    steers: bool = False
    goes_sideways: bool = True
    unheard: tuple[str, ...] = ()
    axes_left: tuple[str, ...] = ()
    axes: tuple[DriveLink | None, ...] = ()
    estop: EstopState = EstopState.NONE

    @property
    def is_heard(self) -> bool:
        """Whether somebody takes the commands of the base, and of each free axis."""
        return bool(self.subscribers) and not self.unheard

    @property
    def is_base_shared(self) -> bool:
        """Whether other nodes send on the base's own topic now, and may be what moves it."""
        return any(name not in self.others_on_axes for name in self.others_sending)


class Stage(enum.Enum):
    """The stages of driving; the transitions between them are a table in `stages`."""

    DISARMED = "disarmed"  # nothing moves
    ARMING = "arming"  # arming was asked for; the robot's answer to a probe that was sent after that is awaited
    ARMED = "armed"
    STOPPING = "stopping"  # disarmed, and a stop is owed: the robot may still be moving
    STOPPED = "stopped"  # latched by STOP


# the base, and the free axes in its messages, beside the numbers of free axes
BASE_PART: Final = -1


class WatchdogReadiness(enum.Enum):
    """The readiness of the watchdog, which would send zeros if the drive process failed."""

    READY = "ready"
    STARTING = "starting"  # not missed for long yet: nothing is armed before it is there
    MISSING = "missing"  # arming takes an act that says that no watchdog is needed


class LinkLevel(enum.IntEnum):
    """The quality of the link to the robot, by the age of the robot's newest answer."""

    GOOD = 0
    SLOW = 1  # a warning
    POOR = 2  # half the speed
    LOST = 3  # stopped and disarmed


@dataclass(frozen=True, slots=True)
class OutgoingCommand:
    """A command that goes on the wire now.

    Attributes:
        number: counted from 1; `DriveLink.arrived` refers to it.
        urgent: the command is a zero: it is sent in place of all that waits.
        waiting: the parts of the robot whose motion is not written now, for too much of theirs is under way: the
            numbers of free axes with topics of their own, and `BASE_PART`.
        released: the command is a zero by letting go, and no stop: free axes go to their neutral values.
    """

    velocity: Velocity
    number: int
    urgent: bool = False
    waiting: frozenset[int] = frozenset()
    released: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a step of the controller.

    Attributes:
        command: the velocity that the robot is to have now; zero while anything speaks against motion.
        send: the command that goes on the wire now, if any does.
        reason: the reason of the last stop; None before the first stop.
        refusal: why arming was refused when it was last asked for; None where it was not refused.
        about: the names of the subscribers that `reason` is about: those that came, or are gone; empty where it is
            about none.
        news: reasons and refusals that came up in this step, for the audit log.
        driver: the source whose input `command` follows.
        losers: other sources that ask for motion and do not drive.
        waiting_for: sources that must let go before anything moves.
        lease_left_s: how long `command` holds if it is not renewed.
        cap: the highest velocity that can be asked for now; after it was lowered `command` takes a moment to come down.
        level: the quality of the link to the robot.
        lagging, hanging: the names of the free axes whose links are slow or poor, and lost. What hangs may not stop.
        watchdog: the readiness of the watchdog; not READY while armed means that the operator armed without a watchdog.
        owed: the last stop is not shown to have arrived, or not obeyed: the robot may still be moving.
        unobeyed: the robot was told to stand, and reports that it moves on.
        slowing: the robot was told to stand, and reports that it still moves.
        clear_again: the first of the two steps of clearing was made, and the second is awaited.
        quiet: nothing more will be sent while nothing changes.
        due_at: when the next step is due, if nothing that concerns the controller changes before.
        idle_left_s: how soon the robot is disarmed because nobody drives it; None where that is not soon.
    """

    stage: Stage
    command: Velocity = ZERO
    send: OutgoingCommand | None = None
    reason: Reason | None = None
    refusal: Reason | None = None
    about: tuple[str, ...] = ()
    news: tuple[Reason, ...] = ()
    driver: DriveSource | None = None
    losers: tuple[DriveSource, ...] = ()
    waiting_for: tuple[DriveSource, ...] = ()
    lease_left_s: float = 0.0
    cap: Velocity = ZERO
    level: LinkLevel = LinkLevel.LOST
    lagging: tuple[str, ...] = ()
    hanging: tuple[str, ...] = ()
    watchdog: WatchdogReadiness = WatchdogReadiness.STARTING
    owed: bool = False
    unobeyed: bool = False
    slowing: bool = False
    clear_again: bool = False
    quiet: bool = True
    due_at: float = -math.inf
    idle_left_s: float | None = None
