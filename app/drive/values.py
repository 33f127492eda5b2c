"""What all of driving shares, as frozen values.

Times are numbers of seconds on one clock that counts suspend (CLOCK_BOOTTIME and its equals); nothing here reads it.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import Final

# a command that nobody renewed for so long is zero
LEASE_S: Final = 0.2

# how often whoever runs the controller steps it while the command changes; beside at every change of what it is told
TICK_S: Final = 0.01
# while somebody drives and the command stays, and while nobody drives: a lease, a silence and a probe's age are seen to
# end that much later at the most
STEADY_TICK_S: Final = 0.02
REST_TICK_S: Final = 0.04


@dataclass(frozen=True, slots=True)
class Velocity:
    """A velocity of the base: forward, and around its vertical axis, counter-clockwise."""

    linear_m_s: float = 0.0
    angular_rad_s: float = 0.0

    @property
    def is_zero(self) -> bool:
        """Whether it is exactly zero."""
        return self.linear_m_s == 0.0 and self.angular_rad_s == 0.0

    @property
    def is_finite(self) -> bool:
        """Whether both are numbers."""
        return math.isfinite(self.linear_m_s) and math.isfinite(self.angular_rad_s)


ZERO: Final = Velocity()


@dataclass(frozen=True, slots=True)
class Stick:
    """Where a stick stands, as it was read: calibrated and mapped, without deadzone, expo and limits.

    Attributes:
        forward, turn: -1 to 1, forward and counter-clockwise positive.
        radial: both are axes of the same stick, whose deadzone is a circle; else each has a deadzone of its own.
    """

    forward: float = 0.0
    turn: float = 0.0
    radial: bool = True

    @property
    def is_finite(self) -> bool:
        """Whether both are numbers."""
        return math.isfinite(self.forward) and math.isfinite(self.turn)


class Source(enum.IntEnum):
    """Who can drive; of two that want to, the smaller one does.

    STOP stands above them all: it is no source, but `Inputs.stop`.
    """

    PAD = 1
    KEYBOARD = 2
    SCREEN = 3
    LINES = 4


@dataclass(frozen=True, slots=True)
class Hand:
    """What one source asks for.

    A source that is there has a hand in every step, also while it asks for nothing; one that is missing is gone.

    Attributes:
        wish: where a stick stands, or a velocity that was asked for in SI units.
        at_s: when it was known to be so: renewed by every poll of a device, by every set-point. Not later than the
            step that it is given to.
        held: what has to be held to drive is held: a pad's button, a key, the on-screen stick; `hold` of a set-point.
        seen: every mapped axis has told where it stands; until then nobody knows whether it is neutral.
        turbo: the second button is held.
        device: which one, where a source can be several.
    """

    source: Source
    wish: Stick | Velocity
    at_s: float
    held: bool = False
    seen: bool = True
    turbo: bool = False
    device: str = ""


class Effect(enum.Enum):
    """What a reason does."""

    REFUSAL = "refusal"  # nothing: what was asked for is not done
    ZERO = "zero"  # zero, still armed; motion again only after neutral
    DISARM = "disarm"  # zero and disarmed
    LATCH = "latch"  # zero, disarmed and latched


class Reason(enum.Enum):
    """Why the robot was stopped, or is not moved. Each has an effect, words and a tip for the operator."""

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
        self.words = words
        self.tip = tip


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that the operator's side says, up to a step.

    Attributes:
        arm: somebody asked to arm since the last step. An act, not a level: a button that is held is one act.
        arm_unwatched: the same, by another act that says that no watchdog is needed.
        stop: STOP was pressed since the last step, or is held.
        clears: how often somebody asked to clear since the last step; acts, as with `arm`.
        reasons: what happened since the last step that zeroes or disarms.
        interface_at_s: when the interface gave a sign of life; None where there is none that must.
        speed: the share of the limits that the operator allows.
        watchdog: somebody else could send zeros now, if this process failed.
    """

    hands: tuple[Hand, ...] = ()
    arm: bool = False
    arm_unwatched: bool = False
    stop: bool = False
    clears: int = 0
    reasons: tuple[Reason, ...] = ()
    interface_at_s: float | None = None
    speed: float = 1.0
    watchdog: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """What is known of the way to the robot.

    Attributes:
        connected: commands can be written.
        epoch: another number whenever it is another connection, robot or topic.
        subscribers: who takes our commands; none of them is ours.
        probe_age_s: since the newest answered probe was sent; None while none was.
        round_trip_s: None before it is known.
        unacknowledged: how many commands were given to the system and may still wait; 0 for what never does (UDP).
        oldest_unacknowledged_s: since the oldest of them was given.
        arrived: the number of the newest command (`Send.number`) that is shown to have reached everybody who takes
            them, and with it all before; 0 for none.
        last_obeyed: of those who took our commands and are gone without being known to stand, or are back and were not
            yet told to, the number of the newest that they are known to have taken; None where there is nobody. Less
            than `arrived` was, what seemed to have arrived has not.
        missed: those of them who are gone.
        onlookers: who else gets our commands, but does not count as one who takes them.
        others_advertising: who else advertises the topic.
        others_sending: who else sends on it now.
        measured: how the robot says that it moves; None where it doesn't.
        measured_s: since that came.
        unread: commands that have reached the robot's system, and that its program had not read when it last told; 0
            where that isn't known.
        unread_s: since the oldest of them was there.
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
    """Where the controller stands; what leads from one to another is a table in `controller_stages`."""

    DISARMED = "disarmed"  # nothing moves
    ARMING = "arming"  # asked for; the robot's answer to a probe that was sent after that is awaited
    ARMED = "armed"
    STOPPING = "stopping"  # disarmed, and a stop is owed: the robot may still be moving
    STOPPED = "stopped"  # latched by STOP


class Watch(enum.Enum):
    """Whether somebody would send zeros if the drive process failed."""

    READY = "ready"
    STARTING = "starting"  # it has not been missed for long: nobody arms before it is there
    MISSING = "missing"  # to arm takes an act that says so


class LinkLevel(enum.IntEnum):
    """How good the way to the robot is, by the age of its newest answer."""

    GOOD = 0
    SLOW = 1  # a warning
    POOR = 2  # half the speed
    LOST = 3  # stopped and disarmed


@dataclass(frozen=True, slots=True)
class Send:
    """A command that goes on the wire now.

    Attributes:
        number: 1 for the first and one more for each; `Link.arrived` tells of them by it.
        urgent: in place of all that waits, and whatever waits: a zero.
    """

    velocity: Velocity
    number: int
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step came to.

    Attributes:
        command: what the robot is to do now; zero while anything speaks against motion.
        send: what goes on the wire now, if anything does.
        reason: why it last stopped; None before it did.
        refusal: why it was not armed when that was last asked for; None where it was.
        about: whom `reason` is about: who came, or is gone; empty where it is about nobody.
        news: reasons and refusals that came up in this step: what the audit log is told.
        driver: whose wish `command` is.
        losers: who else wants to drive and doesn't.
        waiting_for: who must let go before anything moves.
        lease_left_s: how long `command` holds if nobody renews it.
        cap: the most that can be asked for now; after it was lowered `command` takes a moment to come down.
        level: how good the way to the robot is.
        watch: whether somebody would send zeros if this failed; not READY while armed: somebody wanted it so.
        owed: the last stop is not shown to have arrived, or not obeyed: the robot may still be moving.
        unobeyed: the robot was told to stand, and says that it moves on.
        slowing: it was told to stand, and says that it still moves.
        clear_again: the first of the two steps of clearing was made, and the second is awaited.
        quiet: nothing more will be sent while nothing changes.
        due_at: when to step again, if nothing that concerns the controller changes before.
    """

    stage: Stage
    command: Velocity = ZERO
    send: Send | None = None
    reason: Reason | None = None
    refusal: Reason | None = None
    about: tuple[str, ...] = ()
    news: tuple[Reason, ...] = ()
    driver: Source | None = None
    losers: tuple[Source, ...] = ()
    waiting_for: tuple[Source, ...] = ()
    lease_left_s: float = 0.0
    cap: Velocity = ZERO
    level: LinkLevel = LinkLevel.LOST
    watch: Watch = Watch.STARTING
    owed: bool = False
    unobeyed: bool = False
    slowing: bool = False
    clear_again: bool = False
    quiet: bool = True
    due_at: float = -math.inf
