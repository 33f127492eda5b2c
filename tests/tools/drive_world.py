"""A world for the drive controller: hands, a link and a clock that do what they should, or what a test has them do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from app.config.profile import FreeAxis, Limits, PaceShares, Profile
from app.drive.control.controller import Controller
from app.drive.control.values import (
    BASE_PART,
    DriveLink,
    DriveSource,
    Inputs,
    InputState,
    Outcome,
    OutgoingCommand,
    Reason,
    Stick,
    Velocity,
)
from app.drive.robot.axes import AxisRests
from tests.tools.drive_axis_rules import AxisRules
from tests.tools.drive_rules import Rules

TICK_S = 0.01

SLOW = Profile()
TURBO = Profile(name="turbo", limits=Limits(0.3, 0.8, 0.8, 3.2, 0.6, 1.6), rate_hz=50.0)
# turbo that is no more than the slider, and hardly slower
# one that goes sideways, and slowly begins to
ROUND = Profile(
    name="round",
    limits=Limits(lateral_m_s=0.2, lateral_m_s2=0.3, steering_rad=0.4, steering_rad_s=0.8),
    wheel_base_m=0.5,
)
# one with a lift and a valve whose neutral value is none in the middle
LIFTING = Profile(
    name="lifting",
    axes=(FreeAxis("lift", topic="/lift", rate_s=0.5), FreeAxis("valve", field="linear.z", neutral=0.25, most=2.0)),
)
# axes that have another value at a stop than when they are let go of, and those that hold where they are
ZEROED = Profile(
    name="zeroed",
    axes=(
        FreeAxis("lift", topic="/lift", least=-0.2, most=0.4, rate_s=0.5, zero=0.3),
        FreeAxis("valve", field="linear.z", neutral=0.25, most=2.0, rate_s=2.0, zero=-1.0),
    ),
)
HOLDING = Profile(
    name="holding",
    axes=(
        FreeAxis("lift", topic="/lift", least=-0.2, most=0.4, rate_s=0.5, measured_topic="/height"),
        FreeAxis("tilt", topic="/tilt", least=-30.0, most=90.0, neutral=10.0, rate_s=20.0, zero=0.0),
    ),
)
# keys and the on-screen stick need a second key
DEADMAN = Profile(name="deadman", deadman="k")
HELD_LIFTING = msgspec.structs.replace(LIFTING, name="held lifting", deadman="k")
EVEN = Profile(name="even", pace=PaceShares(1.0, 1.0, 0.9), idle_s=5.0)


class World:
    """Change what it holds, then have time pass; every step is checked against the rules.

    Attributes:
        hands: by source and device; their times are those of the step while `polls` holds, else as they are.
        asleep: sources whose hands are not read any more.
        delay_s: how old the newest answer is at its youngest; it ages while `answers` doesn't hold.
        delivers: what is sent arrives, by the next step.
        watched: there is a watchdog.
        alive: the interface gives signs of life; None for no interface.
        slows_m_s2: how the base slows down, which says how fast it is; None where it doesn't, and `link` has that.
        positions: of the free axes, by their numbers, as they are measured; None for one that is not known.
        drift_s: how far they move in a second, whatever they are told.
        unwritten: the numbers of the axes in messages that are left out of motions.
        sent_number: of the newest command.
    """

    def __init__(self, profile: Profile = SLOW, *, latched: bool = False) -> None:
        self.controller = Controller(profile, latched=latched)
        self.rules = Rules(profile, latched=latched)
        self.now = 1000.0
        self.hands: dict[tuple[DriveSource, str], InputState] = {}
        self.asleep: set[DriveSource] = set()
        self.link = DriveLink(connected=True, epoch=1, subscribers=("/base",))
        self.delay_s = 0.02
        self.answers = True
        self.delivers = True
        self.watched = True
        self.alive: bool | None = None
        self.slows_m_s2: float | None = None
        self.speed_m_s = 0.0
        self.positions: tuple[float | None, ...] = ()
        self.drift_s = 0.0
        self.unwritten: frozenset[int] = frozenset()
        self.interface_at_s = self.now
        self.answered_at = self.now
        self.speed = 1.0
        self.stop_held = False
        self.outcome: Outcome | None = None
        self.sent: list[tuple[float, Velocity]] = []
        self._arm = self._arm_unwatched = self._stop = False
        self._clears = 0
        self._reasons: tuple[Reason, ...] = ()
        self.sent_number = 0
        self._arrived = 0
        self._have_axes(profile)

    # what an operator does

    def hold(
        self, source: DriveSource, wish: Stick | Velocity, *, held: bool = True, device: str = "", **more: bool
    ) -> None:
        """A hand says something from now on."""
        self.hands[source, device] = InputState(source, wish, self.now, held=held, device=device, **more)

    def let_go(self) -> None:
        """Everybody lets go."""
        for key, hand in self.hands.items():
            at_rest: Stick | Velocity = (
                Stick(radial=hand.request.radial) if isinstance(hand.request, Stick) else Velocity()
            )
            self.hands[key] = replace(hand, request=at_rest, held=False, at_s=self.now)

    def unplug(self, source: DriveSource, device: str = "") -> None:
        """A hand is gone."""
        self.hands.pop((source, device), None)

    def arm(self, *, unwatched: bool = False) -> None:
        """Somebody asks to arm, with the next step; `unwatched`: though there is no watchdog."""
        self._arm, self._arm_unwatched = not unwatched, unwatched

    def stop(self) -> None:
        """STOP, with the next step."""
        self._stop = True

    def clear(self, times: int = 1) -> None:
        """A step of clearing, or several, with the next step."""
        self._clears += times

    def happen(self, *reasons: Reason) -> None:
        """Something happens, with the next step."""
        self._reasons += reasons

    def change_profile(self, profile: Profile) -> None:
        """Drive by another profile."""
        self.controller.change_profile(profile)
        if profile.axes != self.rules.profile.axes:
            self._have_axes(profile)
        self.rules.change_profile(profile)

    # time

    def step(self, elapsed_s: float = TICK_S) -> Outcome:
        """One step, so much later."""
        self.now += elapsed_s
        for key, hand in self.hands.items():
            if hand.source not in self.asleep:
                self.hands[key] = replace(hand, at_s=self.now)
        if self.answers:
            self.answered_at = self.now - self.delay_s
        if self.alive:
            self.interface_at_s = self.now
        if self.delivers:
            self._arrived = self.sent_number
        if self.link.last_obeyed is not None:
            self._arrived = min(self._arrived, self.link.last_obeyed)
        # a robot has a link for each axis of its profile, and no more
        link = replace(self.link, arrived=self._arrived, axes=self.link.axes[: len(self.rules.profile.axes)])
        if link.probe_age_s is None and self.answered_at is not None:
            link = replace(link, probe_age_s=max(self.now - self.answered_at, 0.0))
        self.positions = tuple(None if at is None else at + self.drift_s * elapsed_s for at in self.positions)
        if self.slows_m_s2 is not None:
            self._move(max(0.0, elapsed_s) * self.slows_m_s2)
            link = replace(link, measured=Velocity(self.speed_m_s, 0.0))
        inputs = Inputs(
            input_states=tuple(self.hands.values()),
            arm=self._arm,
            arm_unwatched=self._arm_unwatched,
            stop=self._stop or self.stop_held,
            clears=self._clears,
            reasons=self._reasons,
            interface_at_s=None if self.alive is None else self.interface_at_s,
            speed=self.speed,
            watchdog=self.watched,
        )
        self._arm = self._arm_unwatched = self._stop = False
        self._clears, self._reasons = 0, ()
        outcome = self.controller.step(inputs, link, self.now)
        self.rules.check(inputs, link, self.now, outcome)
        if outcome.send is not None:
            self.sent_number = outcome.send.number
            self.sent.append((self.now, outcome.send.velocity))
            self._tell_axes(outcome.send, link)
        self.outcome = outcome
        return outcome

    def _have_axes(self, profile: Profile) -> None:
        self.axis_rules = AxisRules(profile.axes)
        self._axis_rests = AxisRests(profile.axes, self._position)

    def _position(self, number: int) -> float | None:
        return self.positions[number] if number < len(self.positions) else None

    def _tell_axes(self, send: OutgoingCommand, link: DriveLink) -> None:
        axes = range(len(self.rules.profile.axes))
        own = {number for number, one in enumerate(link.axes) if one is not None}
        # a zero is never left out
        left_out = frozenset() if send.velocity.is_zero else self.unwritten
        unwritten = left_out.union(n for n in axes if (n if n in own else BASE_PART) in send.waiting)
        told = self._axis_rests.values(send, self.now)
        self._axis_rests.note_written(told, unwritten)
        self.axis_rules.check(send, told.values, [self._position(number) for number in axes], unwritten, self.now)

    def _move(self, slower_m_s: float) -> None:
        told = self.sent[-1][1].linear_m_s if self.sent else 0.0
        self.speed_m_s = told if abs(told) >= abs(self.speed_m_s) else max(told, self.speed_m_s - slower_m_s)

    def run(self, seconds: float, elapsed_s: float = TICK_S) -> Outcome:
        """So much time in steps as they should be, or as slow as they may be."""
        outcome = self.outcome
        for _ in range(max(1, round(seconds / elapsed_s))):
            outcome = self.step(elapsed_s)
        assert outcome is not None
        return outcome

    def armed(self) -> World:
        """The same, armed."""
        self.run(0.1)
        self.arm()
        self.run(0.1)
        return self

    def driving(self, source: DriveSource = DriveSource.PAD, forward: float = 1.0) -> World:
        """The same, armed and driven."""
        self.hold(source, Stick() if source is not DriveSource.LINES else Velocity())
        self.armed()
        self.hold(source, Stick(forward) if source is not DriveSource.LINES else Velocity(forward * 0.3))
        self.run(0.6)
        return self

    def sent_since(self, at_s: float) -> list[Velocity]:
        """What went on the wire from then on."""
        return [velocity for at, velocity in self.sent if at >= at_s]


def first_zero_after(world: World, fault: Callable[[], None], seconds: float) -> tuple[float, Outcome]:
    """Have a fault happen while driving: how long after it the first zero went out, and how it ended."""
    begun = world.now
    fault()
    outcome = world.run(seconds)
    zeros = [at - begun for at, velocity in world.sent if at > begun and velocity.is_zero]
    assert zeros, "no zero was sent"
    assert all(velocity.is_zero for velocity in world.sent_since(begun + zeros[0])), "something moved after the zero"
    return zeros[0], outcome
