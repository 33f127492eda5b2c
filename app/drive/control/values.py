"""The values that all of driving shares, frozen.

Times are numbers of seconds on one clock that counts suspend (CLOCK_BOOTTIME and its equals); nothing here reads that
clock.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import Final

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
    """A velocity of the base: forward, and around its vertical axis, counter-clockwise."""

    linear_m_s: float = 0.0
    angular_rad_s: float = 0.0

    @property
    def is_zero(self) -> bool:
        """Whether the velocity is exactly zero."""
        return self.linear_m_s == 0.0 and self.angular_rad_s == 0.0

    @property
    def is_finite(self) -> bool:
        """Whether both components are finite numbers."""
        return math.isfinite(self.linear_m_s) and math.isfinite(self.angular_rad_s)


ZERO: Final = Velocity()


@dataclass(frozen=True, slots=True)
class Stick:
    """The position of a stick, as it was read: calibrated and mapped, without deadzone, expo and limits.

    Attributes:
        forward, turn: -1 to 1, forward and counter-clockwise positive.
        radial: both axes belong to the same stick, whose deadzone is a circle; else each has a deadzone of its own.
    """

    forward: float = 0.0
    turn: float = 0.0
    radial: bool = True

    @property
    def is_finite(self) -> bool:
        """Whether both components are finite numbers."""
        return math.isfinite(self.forward) and math.isfinite(self.turn)


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
        turbo: the second button is held.
        device: the name of the device, where a source can have several.
    """

    source: DriveSource
    request: Stick | Velocity
    at_s: float
    held: bool = False
    seen: bool = True
    turbo: bool = False
    device: str = ""


class Effect(enum.Enum):
    """The effect of a reason."""

    REFUSAL = "refusal"  # what was asked for is not done
    ZERO = "zero"  # zero, still armed; motion again only after neutral
    DISARM = "disarm"  # zero and disarmed
    LATCH = "latch"  # zero, disarmed and latched


class Reason(enum.Enum):
    """Reasons for a stop or a refusal. Each has an effect, a text and a tip for the operator."""

    NOT_CONNECTED = (Effect.REFUSAL, "the robot is not connected", "Wait until it is, or connect it.")
    NO_SUBSCRIBER = (Effect.REFUSAL, "nobody takes the commands", "Start the robot's base, or choose another topic.")
    ONLY_ONLOOKERS = (
        Effect.REFUSAL,
        "nobody who takes the commands counts as the base",
        "Start the robot's base, or name it as “node” in the profile.",
    )
    NO_PROBE = (Effect.REFUSAL, "the robot has not answered yet", "Wait a moment, then arm again.")
    NOT_SEEN = (Effect.REFUSAL, "an axis has not told where it stands", "Move every stick once, then let go.")
    NOT_NEUTRAL = (Effect.REFUSAL, "something is pressed or pushed", "Let go of sticks and keys, then arm again.")
    STILL_OWED = (Effect.REFUSAL, "the last stop may not have arrived", "Wait until it has, or clear it twice.")
    WATCHDOG_STARTING = (Effect.REFUSAL, "the watchdog is getting ready", "Wait a moment, then arm again.")
    NO_WATCHDOG = (
        Effect.REFUSAL,
        "there is no watchdog: if driving fails, nothing stops the robot",
        "Let it have a second link to the robot, or arm without it.",
    )
    LATCHED = (Effect.REFUSAL, "STOP is latched", "Clear it in two steps, then arm.")
    UPDATED = (Effect.REFUSAL, "Teledeck was updated", "Start it again, then arm.")
    UNSEEN = (Effect.REFUSAL, "the drive panel could not be seen", "Look there who else drives, then arm.")

    RELEASED = (Effect.ZERO, "let go", "")
    SOURCE_CHANGED = (Effect.ZERO, "another hand joined in", "Let go of everything, then go on with one.")
    LEASE = (Effect.ZERO, "the command was too old", "What sends commands is slow or has stopped sending.")
    NEWCOMER = (
        Effect.ZERO,
        "somebody else began to take the commands",
        "Let go of everything, then go on. “node” in the profile names the only one that counts.",
    )
    INTERFACE_SILENT = (Effect.ZERO, "the window did not react", "Let go, and go on when it does.")

    BY_OPERATOR = (Effect.DISARM, "disarmed", "Arm again to drive.")
    IDLE = (Effect.DISARM, "nothing was driven for 30 s", "Arm again to drive.")
    PAD_GONE = (Effect.DISARM, "the pad was unplugged", "Plug it in, let go of its sticks, arm again.")
    UNFOCUSED = (Effect.DISARM, "the window lost the focus", "Click on it and arm again.")
    MINIMISED = (Effect.DISARM, "the window was minimised", "Show it and arm again.")
    PANEL_CLOSED = (Effect.DISARM, "the drive panel was closed", "Open it and arm again.")
    SLEEP = (Effect.DISARM, "this computer goes to sleep", "Arm again when it is awake.")
    LATE = (Effect.DISARM, "this computer stood still for a moment", "Close what keeps it busy, then arm again.")
    CLOCK = (Effect.DISARM, "this computer's clock went backwards", "Arm again to drive.")
    ROBOT_CHANGED = (Effect.DISARM, "another robot was chosen", "Arm again to drive it.")
    TOPIC_CHANGED = (Effect.DISARM, "another topic was chosen", "Arm again to drive.")
    PROFILE_CHANGED = (Effect.DISARM, "another profile was chosen, or this one changed", "Arm again to drive.")
    RECONNECTED = (Effect.DISARM, "the robot was connected anew", "Arm again to drive.")
    LINK_LOST = (Effect.DISARM, "the connection was lost", "Wait until it is back, then arm again.")
    SUBSCRIBER_GONE = (Effect.DISARM, "nobody takes the commands any more", "Look at the robot's base, then arm again.")
    SUBSCRIBER_LEFT = (
        Effect.DISARM,
        "one that took the commands does so no more",
        "See whether the robot stands. “node” in the profile names the only one that counts.",
    )
    LINK_SILENT = (Effect.DISARM, "the robot did not answer for 0.5 s", "Come closer or better the network.")
    UNREAD = (
        Effect.DISARM,
        "the robot's program did not read its commands for 0.5 s",
        "It may hang: look at its log, or start it again.",
    )
    NOT_OBEYED = (
        Effect.DISARM,
        "the robot was told to stand and, by its odometry, moves on",
        "Stop it by other means. Its base may hang, or somebody else drive it.",
    )
    INTERFACE_GONE = (Effect.DISARM, "the window is gone or stands still", "Arm again when it is back.")
    WATCHDOG_GONE = (Effect.DISARM, "the watchdog was lost", "Wait until it is back, then arm again.")
    BAD_LINE = (Effect.DISARM, "a line could not be read", "Mend what sends the lines, then arm again.")
    NOT_FINITE = (Effect.DISARM, "a value was no number", "Mend what sends it, then arm again.")
    EXIT = (Effect.DISARM, "driving ended", "")
    EXCEPTION = (Effect.DISARM, "driving failed", "Look into the log.")

    STOP = (Effect.LATCH, "STOP was pressed", "Clear it in two steps, then arm.")

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
        subscribers: the names of the nodes that take our commands; none of them is ours.
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
        others_sending: the names of other nodes that send on the topic now.
        measured: the robot's velocity as the robot reports it; None where it does not.
        measured_s: the age of `measured`.
        unread: the number of commands that have reached the robot's system, and that its program had not read when it
            last reported; 0 where that isn't known.
        unread_s: the time since the oldest unread command was there.
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
    measured: Velocity | None = None
    last_obeyed: int | None = None
    missed: tuple[str, ...] = ()
    onlookers: tuple[str, ...] = ()
    unread: int = 0
    unread_s: float = 0.0
    measured_s: float = 0.0


class Stage(enum.Enum):
    """The stages of driving; the transitions between them are a table in `stages`."""

    DISARMED = "disarmed"  # nothing moves
    ARMING = "arming"  # arming was asked for; the robot's answer to a probe that was sent after that is awaited
    ARMED = "armed"
    STOPPING = "stopping"  # disarmed, and a stop is owed: the robot may still be moving
    STOPPED = "stopped"  # latched by STOP


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
    """

    velocity: Velocity
    number: int
    urgent: bool = False


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
        watchdog: the readiness of the watchdog; not READY while armed means that the operator armed without a watchdog.
        owed: the last stop is not shown to have arrived, or not obeyed: the robot may still be moving.
        unobeyed: the robot was told to stand, and reports that it moves on.
        slowing: the robot was told to stand, and reports that it still moves.
        clear_again: the first of the two steps of clearing was made, and the second is awaited.
        quiet: nothing more will be sent while nothing changes.
        due_at: when the next step is due, if nothing that concerns the controller changes before.
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
    watchdog: WatchdogReadiness = WatchdogReadiness.STARTING
    owed: bool = False
    unobeyed: bool = False
    slowing: bool = False
    clear_again: bool = False
    quiet: bool = True
    due_at: float = -math.inf
