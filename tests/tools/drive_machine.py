# ruff: noqa: FBT001 - every argument is given by its name
"""Everything that can happen to the drive controller, in any order: a state machine for hypothesis."""

from __future__ import annotations

import dataclasses
import math
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from app.config.profile import Profile
from app.drive.control.values import DriveLink, DriveSource, Effect, EstopState, Pace, Reason, Stage, Stick, Velocity
from tests.tools.drive_world import DEADMAN, EVEN, HELD_LIFTING, HOLDING, LIFTING, ROUND, SLOW, TURBO, ZEROED, World

sources = st.sampled_from(list(DriveSource))
devices = st.sampled_from(["", "second"])
ways = st.sampled_from([0.0, 0.0, 0.05, 0.099, 0.11, 0.13, 0.5, -0.5, 1.0, -1.0]) | st.floats(-1.5, 1.5)
velocities = st.sampled_from([0.0, 0.1, -0.1, 0.3, -0.3, 5e-324, 1e308]) | st.floats(-3.0, 3.0)
# what most robots have not, so that it is no way to move them
rare = st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.1, -0.2, 1e308])
no_numbers = st.sampled_from([math.nan, math.inf, -math.inf])
paces = st.sampled_from(list(Pace))
profiles = st.sampled_from([SLOW, TURBO, EVEN, ROUND, ROUND, LIFTING, ZEROED, HOLDING, DEADMAN])
# most often none: a set-point for an axis that the profile has not is zero
frees = st.just(()) | st.lists(ways, max_size=3).map(tuple)
times = st.sampled_from([0.01, 0.01, 0.05, 0.1, 0.2, 0.3, 0.6, 1.0])
ticks = st.sampled_from([0.0, 0.001, 0.0099, 0.01, 0.0101, 0.02, 0.05, 0.1, 0.109, 0.12, 0.15, 0.3, 1.2, 3600.0])
reasons = st.sampled_from([reason for reason in Reason if reason.effect in {Effect.DISARM, Effect.ZERO, Effect.LATCH}])


class DriveMachine(RuleBasedStateMachine):
    """State machine of the drive controller; `World.step` fails where a rule of driving is broken."""

    # over all runs
    steps: ClassVar[int] = 0
    moving_steps: ClassVar[int] = 0

    @initialize(profile=profiles, latched=st.booleans(), alive=st.sampled_from([None, True]))
    def begin(self, profile: Profile, latched: bool, alive: bool | None) -> None:
        self.world = World(profile, latched=latched)
        self.world.alive = alive

    def teardown(self) -> None:
        world = getattr(self, "world", None)
        if world is not None:
            DriveMachine.steps += world.rules.steps
            DriveMachine.moving_steps += world.rules.moving_steps

    # what mostly is

    @rule(seconds=times)
    def time_passes(self, seconds: float) -> None:
        self.world.run(seconds)

    @rule(forward=ways, turn=ways, lateral=ways, free=frees, pace=paces, seconds=times)
    def drive_by_pad(
        self, forward: float, turn: float, lateral: float, free: tuple[float, ...], pace: Pace, seconds: float
    ) -> None:
        self._drive(DriveSource.PAD, Stick(forward, turn, pace=pace, lateral=lateral, free=free), seconds)

    @rule(
        profile=st.sampled_from([LIFTING, HELD_LIFTING, ZEROED, HOLDING]),
        free=st.lists(ways, min_size=2, max_size=2).map(tuple),
        then=frees,
        source=sources,
        deadman=st.sampled_from([True, True, False]),
        seconds=times,
    )
    def move_free_axes(
        self,
        profile: Profile,
        free: tuple[float, ...],
        then: tuple[float, ...],
        source: DriveSource,
        deadman: bool,
        seconds: float,
    ) -> None:
        """Axes alone, by a robot that has two of them, then others; whoever holds goes on to."""
        self.world.change_profile(profile)
        first = Velocity(free=free) if source is DriveSource.LINES else Stick(free=free, deadman=deadman)
        self._drive(source, first, seconds)
        for key, hand in self.world.hands.items():
            if hand.source is source and isinstance(hand.request, Stick):
                wish = dataclasses.replace(hand.request, free=then)
                self.world.hands[key] = dataclasses.replace(hand, request=wish, at_s=self.world.now)
        self.world.run(seconds)

    @rule(steers=st.booleans(), goes_sideways=st.booleans(), seconds=times)
    def another_way_of_commands(self, steers: bool, goes_sideways: bool, seconds: float) -> None:
        """The robot is driven as a car, by wheels on both sides, or by its own velocity; also by the same link."""
        self.world.link = dataclasses.replace(self.world.link, steers=steers, goes_sideways=goes_sideways)
        self.world.run(seconds)

    @rule(
        forward=ways,
        turn=ways,
        pace=paces,
        source=st.sampled_from([DriveSource.KEYBOARD, DriveSource.SCREEN]),
        seconds=times,
        deadman=st.sampled_from([True, True, True, False]),
    )
    def drive_by_window(
        self, forward: float, turn: float, pace: Pace, source: DriveSource, seconds: float, deadman: bool
    ) -> None:
        self._drive(source, Stick(forward, turn, pace=pace, deadman=deadman), seconds)

    @rule(held=st.booleans(), seconds=times)
    def deadman(self, held: bool, seconds: float) -> None:
        """The second key goes down or up, whoever drives, or while nobody does."""
        world = self.world
        for key, hand in world.hands.items():
            if isinstance(hand.request, Stick):
                world.hands[key] = dataclasses.replace(hand, request=dataclasses.replace(hand.request, deadman=held))
        world.run(seconds)

    @rule(pace=paces, speed=st.sampled_from([0.05, 0.3, 0.5, 1.0]), seconds=times)
    def another_pace(self, pace: Pace, speed: float, seconds: float) -> None:
        """A button of a pace goes down or up, and steps are made, whoever drives, or while nobody does."""
        world = self.world
        world.speed = speed
        for key, hand in world.hands.items():
            if isinstance(hand.request, Stick):
                world.hands[key] = dataclasses.replace(hand, request=dataclasses.replace(hand.request, pace=pace))
        world.run(seconds)

    @rule(v=velocities, w=velocities, vy=rare, steer=rare, free=frees, seconds=times)
    def drive_by_lines(
        self, v: float, w: float, vy: float, steer: float, free: tuple[float, ...], seconds: float
    ) -> None:
        self._drive(DriveSource.LINES, Velocity(v, w, vy, steer, free), seconds)

    @rule(forward=ways, turn=ways, lateral=ways, seconds=times)
    def steer(self, forward: float, turn: float, lateral: float, seconds: float) -> None:
        """Whoever drives goes on, another way."""
        world = self.world
        driver = world.outcome.driver if world.outcome else None
        for key, hand in world.hands.items():
            if hand.source is driver:
                wish: Stick | Velocity = Velocity(forward * 0.3, turn)
                if isinstance(hand.request, Stick):
                    wish = dataclasses.replace(hand.request, forward=forward, turn=turn, lateral=lateral)
                world.hands[key] = dataclasses.replace(hand, request=wish, at_s=world.now)
        world.run(seconds)

    def _drive(self, source: DriveSource, wish: Stick | Velocity, seconds: float) -> None:
        """All that it takes; whether anything moves is the controller's business."""
        world = self.world
        self.mend()
        world.let_go()
        world.run(0.02)
        if world.controller.stage is Stage.STOPPED:
            world.clear(2)
            world.run(0.1)
        if world.controller.stage is not Stage.ARMED:
            world.run(1.1)
            world.hold(source, Stick() if isinstance(wish, Stick) else Velocity())
            world.step()
            world.arm()
            world.run(0.06)
        world.hold(source, wish)
        world.run(seconds)

    @rule()
    def mend(self) -> None:
        """Everything outside is as it should be."""
        world = self.world
        world.asleep.clear()
        world.answers = world.delivers = world.watched = True
        world.delay_s = 0.02
        world.speed = 1.0
        world.slows_m_s2 = None
        world.stop_held = False
        world.unwritten = frozenset()
        world.alive = world.alive if world.alive is None else True
        world.link = dataclasses.replace(
            world.link,
            connected=True,
            subscribers=world.link.subscribers or ("/base",),
            onlookers=(),
            unheard=(),
            axes=(),
            probe_age_s=None,
            unacknowledged=0,
            oldest_unacknowledged_s=0.0,
            unread=0,
            unread_s=0.0,
            others_sending=(),
            others_on_axes=(),
            measured=None,
            measured_s=0.0,
            last_obeyed=None,
            estop=EstopState.NONE,
        )
        for key, hand in world.hands.items():
            wish = hand.request if hand.request.is_finite else Stick()
            world.hands[key] = dataclasses.replace(hand, request=wish, seen=True)

    # what hands do

    @rule(
        source=sources,
        device=devices,
        forward=ways,
        turn=ways,
        held=st.booleans(),
        pace=paces,
        radial=st.booleans(),
        lateral=st.just(0.0) | ways,
        free=frees,
        seen=st.sampled_from([True, True, True, False]),
    )
    def stick(
        self,
        source: DriveSource,
        device: str,
        forward: float,
        turn: float,
        held: bool,
        pace: Pace,
        radial: bool,
        lateral: float,
        free: tuple[float, ...],
        seen: bool,
    ) -> None:
        wish = Stick(forward, turn, radial=radial, pace=pace, lateral=lateral, free=free)
        self.world.hold(source, wish, held=held, device=device, seen=seen)

    @rule(source=sources, v=velocities, w=velocities, held=st.booleans())
    def set_point(self, source: DriveSource, v: float, w: float, held: bool) -> None:
        self.world.hold(source, Velocity(v, w), held=held, device="lines")

    @rule(source=sources)
    def only_one_changes(self, source: DriveSource) -> None:
        for (other, device), hand in self.world.hands.items():
            if other is source:
                self.world.hands[other, device] = dataclasses.replace(hand, held=not hand.held)

    @rule()
    def let_go(self) -> None:
        self.world.let_go()

    @rule(source=sources, device=devices)
    def unplug(self, source: DriveSource, device: str) -> None:
        self.world.unplug(source, device)

    @rule(source=sources)
    def nobody_reads(self, source: DriveSource) -> None:
        self.world.asleep.add(source)

    @rule(source=sources, value=no_numbers, which=st.sampled_from(["forward", "turn", "time", "speed"]))
    def no_number(self, source: DriveSource, value: float, which: str) -> None:
        world = self.world
        if which == "speed":
            world.speed = value
            world.step()
            world.speed = 1.0
            return
        world.hold(source, Stick(value if which == "forward" else 1.0, value if which == "turn" else 0.0))
        if which == "time":
            world.hands[source, ""] = dataclasses.replace(world.hands[source, ""], at_s=value)
            world.asleep.add(source)
        world.step()

    @rule(speed=st.sampled_from([0.0, 0.05, 0.5, 1.0, 7.0, -1.0]))
    def slider(self, speed: float) -> None:
        self.world.speed = speed

    @rule(unwatched=st.booleans())
    def arm(self, unwatched: bool) -> None:
        self.world.arm(unwatched=unwatched)

    @rule(watched=st.booleans())
    def watchdog(self, watched: bool) -> None:
        self.world.watched = watched

    @rule(seconds=times)
    def drive_unwatched(self, seconds: float) -> None:
        """All that it takes where no watchdog comes; whether anything moves is the controller's business."""
        world = self.world
        self.mend()
        world.watched = False
        world.let_go()
        world.run(5.1, 0.1)
        world.arm(unwatched=True)
        world.run(0.06)
        world.hold(DriveSource.LINES, Velocity(0.3, 0.0))
        world.run(seconds)

    @rule()
    def stop(self) -> None:
        self.world.stop()

    @rule(held=st.booleans())
    def stop_button(self, held: bool) -> None:
        self.world.stop_held = held

    @rule(times_=st.integers(1, 3))
    def clear(self, times_: int) -> None:
        self.world.clear(times_)

    @rule(what=reasons)
    def something_happens(self, what: Reason) -> None:
        self.world.happen(what)

    @rule(profile=profiles)
    def profile(self, profile: Profile) -> None:
        self.world.change_profile(profile)

    # what the link does

    @rule(connected=st.booleans())
    def connected(self, connected: bool) -> None:
        self.world.link = dataclasses.replace(self.world.link, connected=connected)

    @rule()
    def another_connection(self) -> None:
        self.world.link = dataclasses.replace(self.world.link, epoch=self.world.link.epoch + 1)

    @rule(there=st.booleans())
    def subscribers(self, there: bool) -> None:
        self.world.link = dataclasses.replace(self.world.link, subscribers=("/base",) if there else ())

    @rule(who=st.sampled_from(["/base", "/base2", "/arm"]), seconds=times)
    def somebody_begins_to_listen(self, who: str, seconds: float) -> None:
        """Another one, or one that is there by a second link; whoever holds goes on to."""
        link = self.world.link
        self.world.link = dataclasses.replace(link, subscribers=(*link.subscribers, who)[-4:])
        self.world.run(seconds)

    @rule(estop=st.sampled_from(list(EstopState)), arms=st.booleans(), seconds=times)
    def estop_of_the_robot(self, estop: EstopState, arms: bool, seconds: float) -> None:
        """It is pressed, released, or known no more; somebody may ask to arm in that very step."""
        world = self.world
        world.link = dataclasses.replace(world.link, estop=estop)
        if arms:
            world.arm()
        world.run(seconds)

    @rule(there=st.booleans(), leaves=st.booleans())
    def subscribers_of_an_axis(self, there: bool, leaves: bool) -> None:
        link = self.world.link
        self.world.link = dataclasses.replace(link, epoch=link.epoch + leaves, unheard=() if there else ("/lift",))

    @rule(
        age_s=st.sampled_from([None, 0.01, 0.01, 0.01, 0.2, 0.4, 0.6, math.nan]),
        count=st.integers(0, 6),
        oldest_s=st.sampled_from([0.0, 0.05, 0.11, 0.4, 0.6, math.nan]),
        of_base=st.booleans(),
        free=frees,
        seconds=times,
    )
    def axis_that_is_slow(
        self, age_s: float | None, count: int, oldest_s: float, of_base: bool, free: tuple[float, ...], seconds: float
    ) -> None:
        """The node of an axis answers and reads late, or no more, and so may the base's; whoever holds holds others."""
        world = self.world
        axis = DriveLink(
            connected=True, epoch=1, subscribers=("/lift",), probe_age_s=age_s, unread=count, unread_s=oldest_s
        )
        base_s = oldest_s if of_base else 0.0
        world.link = dataclasses.replace(
            world.link, axes=(axis, None), unacknowledged=count if of_base else 0, oldest_unacknowledged_s=base_s
        )
        for key, hand in world.hands.items():
            wish = dataclasses.replace(hand.request, free=free)
            world.hands[key] = dataclasses.replace(hand, request=wish, at_s=world.now)
        world.run(seconds)

    @rule(
        positions=st.lists(st.none() | st.floats(-150.0, 150.0) | st.floats(-0.5, 0.5), max_size=2).map(tuple),
        drift_s=st.sampled_from([0.0, 0.1, -10.0]),
        unwritten=st.frozensets(st.integers(0, 1)),
        stops=st.booleans(),
        seconds=times,
    )
    def axes_somewhere(
        self,
        positions: tuple[float | None, ...],
        drift_s: float,
        unwritten: frozenset[int],
        stops: bool,
        seconds: float,
    ) -> None:
        """Axes are measured elsewhere than they were told, or no more, and messages of theirs are left out."""
        world = self.world
        world.positions, world.drift_s, world.unwritten = positions, drift_s, unwritten
        world.run(seconds)
        if stops:
            world.stop()
            world.run(seconds)

    @rule()
    def only_tools_listen(self) -> None:
        self.world.link = dataclasses.replace(self.world.link, subscribers=(), onlookers=("/rostopic_1_2",))

    @rule(unread=st.integers(0, 12))
    def gone_unread(self, unread: int) -> None:
        """Whoever took the commands is gone, and may not have read the last of them."""
        link = self.world.link
        self.world.link = dataclasses.replace(
            link, epoch=link.epoch + 1, subscribers=(), last_obeyed=max(0, self.world.sent_number - unread)
        )

    @rule()
    def back_again(self) -> None:
        link = self.world.link
        self.world.link = dataclasses.replace(link, epoch=link.epoch + 1, subscribers=("/base",), last_obeyed=None)

    @rule(answers=st.booleans(), delay_s=st.sampled_from([0.0, 0.02, 0.11, 0.16, 0.23, 0.31, 0.41, 0.6]))
    def probes(self, answers: bool, delay_s: float) -> None:
        self.world.answers, self.world.delay_s = answers, delay_s

    @rule(age=no_numbers | st.sampled_from([-1.0, 0.0, 0.15, 0.3, 0.5]))
    def strange_probe(self, age: float) -> None:
        self.world.link = dataclasses.replace(self.world.link, probe_age_s=age)
        self.world.step()
        self.world.link = dataclasses.replace(self.world.link, probe_age_s=None)

    @rule(
        count=st.integers(0, 6),
        oldest_s=st.sampled_from([0.0, 0.09, 0.11, 0.5, math.nan]),
        trip=st.sampled_from([None, 0.01, 0.2, math.nan]),
    )
    def under_way(self, count: int, oldest_s: float, trip: float | None) -> None:
        self.world.link = dataclasses.replace(
            self.world.link, unacknowledged=count, oldest_unacknowledged_s=oldest_s, round_trip_s=trip
        )

    @rule(count=st.integers(0, 6), oldest_s=st.sampled_from([0.0, 0.09, 0.11, 0.2, 0.4, 0.6, math.nan]))
    def hanging(self, count: int, oldest_s: float) -> None:
        self.world.link = dataclasses.replace(self.world.link, unread=count, unread_s=oldest_s)

    @rule(delivers=st.booleans())
    def delivery(self, delivers: bool) -> None:
        self.world.delivers = delivers

    @rule(
        seconds=st.sampled_from([0.5, 1.6, 3.0]),
        slows=st.sampled_from([0.0, 0.0, 0.0, 0.02, 0.1, 0.8]),
        stops=st.booleans(),
        age_s=st.sampled_from([0.0, 0.0, 0.05, 0.3]),
    )
    def base_that_says_how_it_moves(self, seconds: float, slows: float, stops: bool, age_s: float) -> None:
        """It drives, and is told to stand; whether it does is its own business."""
        world = self.world
        self._drive(DriveSource.PAD, Stick(1.0, 0.0), 0.6)
        world.slows_m_s2 = slows
        world.link = dataclasses.replace(world.link, measured_s=age_s)
        world.run(0.2)
        if stops:
            world.stop()
        else:
            world.let_go()
        world.run(seconds)

    @rule(slows=st.sampled_from([None, 0.0, 0.1, 0.8]))
    def slows_down(self, slows: float | None) -> None:
        self.world.slows_m_s2 = slows

    @rule(sending=st.booleans(), of_axis=st.booleans(), v=st.sampled_from([None, 0.0, 0.005, 0.2, -0.2, math.nan]))
    def others(self, sending: bool, of_axis: bool, v: float | None) -> None:
        self.world.link = dataclasses.replace(
            self.world.link,
            others_sending=("/nav",) if sending else (),
            others_on_axes=("/nav",) if of_axis else (),
            measured=None if v is None else Velocity(v, 0.0) if sending else Velocity(0.0, 0.0, v),
        )

    @rule(alive=st.sampled_from([True, False, None]))
    def interface(self, alive: bool | None) -> None:
        self.world.alive = alive

    # what clocks do

    @rule(elapsed_s=ticks | st.floats(0.0, 0.2))
    def odd_tick(self, elapsed_s: float) -> None:
        self.world.step(elapsed_s)

    @rule(back_s=st.sampled_from([0.001, 0.5, 900.0]))
    def clock_goes_back(self, back_s: float) -> None:
        self.world.step(-back_s)

    @rule(seconds=st.sampled_from([29.9, 31.0, 61.5]))
    def long_time(self, seconds: float) -> None:
        self.world.run(seconds, 0.1)
