"""The rules of driving, checked from outside: only what went into a step, what came out, and when.

Written from the rules, not from the controller; it shares its values with it and nothing else.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator

from app.config.profile import Profile
from app.drive.control.values import (
    DriveLink,
    DriveSource,
    Effect,
    EstopState,
    Inputs,
    InputState,
    Outcome,
    Pace,
    Reason,
    Stage,
    Stick,
    Velocity,
)
from tests.tools.drive_wire_rules import WireRules, require

_EPS = 1e-9


class Rules:
    """Give it every step; it raises RuleBrokenError at the first that breaks a rule."""

    def __init__(self, profile: Profile, *, latched: bool = False) -> None:
        self.profile = profile
        self.steps = 0
        self.moving_steps = 0
        self._began_as = Stage.STOPPED if latched else Stage.DISARMED
        self._profile_changed = False
        self._due_s = 0.0
        self._before: tuple[Inputs, DriveLink, float, Outcome] | None = None
        # the way into ARMED
        self._arm_act_at: float | None = None
        self._last_driver: DriveSource | None = None
        self._active_at = 0.0
        self._let_go = False
        # keys and sticks that were pushed without the deadman, and were not centred since
        self._without_deadman: set[tuple[DriveSource, str]] = set()
        self._somebody_came = False
        self._clear_acts: list[float] = []
        self._wire = WireRules()
        # the watchdog
        self._missed_since: float | None = None
        self._unwatched = False
        # the link
        self._ages: deque[tuple[float, float]] = deque()
        self._interface_known = False
        self._unobeyed_before = False
        # free axes whose links were lost, and that were not let go of since
        self._hung: set[int] = set()

    def change_profile(self, profile: Profile) -> None:
        """The next step is by another profile."""
        self.profile = profile
        self._profile_changed = True

    def check(self, inputs: Inputs, link: DriveLink, now: float, outcome: Outcome) -> None:
        """Whether a step broke a rule."""
        self.steps += 1
        self.moving_steps += not outcome.command.is_zero
        before_at = self._before[2] if self._before else None
        elapsed = 0.0 if before_at is None else now - before_at
        was = self._before[3].stage if self._before else self._began_as
        self._wire.note_arrived(link)
        was_unobeyed = self._wire.unobeyed
        self._wire.look(link, now)
        # also where the operator says in this very step that it stands
        unobeyed = self._wire.unobeyed
        if unobeyed and not was_unobeyed:
            require(Reason.NOT_OBEYED in outcome.news, "that a stop is not obeyed is said")
        self._finite(outcome)
        self._note_deadman(inputs)
        faults = [*self._faults(inputs, link, now, elapsed), *self._watchdog_faults(inputs, now, was)]
        self._faults_stop(faults, outcome)
        self._stop_latches(inputs, now, outcome)
        self._hanging_axes(inputs, link, outcome, was)
        self._armed_only_by_an_act(inputs, link, now, outcome, faults)
        self._estop_of_the_robot(link, outcome, was)
        self._nobody_new_is_moved(link, outcome)
        self._watched(inputs, now, outcome, was)
        self._hold_to_drive(inputs, now, elapsed, outcome, faults)
        self._limits(inputs, link, elapsed, outcome)
        self._link_level(link, now, outcome, unobeyed=unobeyed)
        self._wire.check(link, now, elapsed, outcome, self.profile.rate_hz, was=was)
        self._idle(now, outcome)
        self._profile_changed = False
        self._before = (inputs, link, now, outcome)
        require(outcome.due_at > now, "the next step is due later")
        # at rest, so that no lease and no silence is seen to end more than 40 ms late
        most_s = 0.04 if outcome.command.is_zero else 0.02
        require(outcome.due_at - now <= most_s + _EPS, "the next step is due soon")
        left_s = most_s if outcome.driver is None else max(outcome.lease_left_s, 0.001)
        require(outcome.due_at - now <= left_s + _EPS, "the next step is due when the lease ends")
        self._due_s = outcome.due_at - now

    def _finite(self, outcome: Outcome) -> None:
        # the cap of a speed that is no number is never used: the command is zero
        values = [
            *outcome.command.numbers,
            outcome.lease_left_s,
            *(outcome.send.velocity.numbers if outcome.send else ()),
        ]
        require(all(map(math.isfinite, values)), "no value is NaN or infinite")
        require(0.0 <= outcome.lease_left_s <= 0.2, "a lease is at most 200 ms")

    # faults

    def _faults(self, inputs: Inputs, link: DriveLink, now: float, elapsed: float) -> Iterator[str]:
        if elapsed > max(0.01, self._due_s) + 0.1 + _EPS:
            yield "late"
        if elapsed < 0.0:
            yield "clock backwards"
        if self._profile_changed:
            yield "profile"
        for reason in inputs.reasons:
            by_window = reason in {Reason.UNFOCUSED, Reason.MINIMISED}
            if reason.effect in {Effect.DISARM, Effect.LATCH} and not (
                by_window and self._last_driver is DriveSource.PAD
            ):
                yield reason.name
        if inputs.stop:
            yield "stop"
        if not all(_numbers(hand) for hand in inputs.input_states) or not math.isfinite(inputs.speed):
            yield "not finite"
        if not link.connected or not link.subscribers or link.unheard:
            yield "nobody there"
        if link.probe_age_s is None or not 0.0 <= link.probe_age_s < 0.5:
            yield "link silent"
        if link.unread and not 0.0 <= link.unread_s < 0.5:
            yield "unread"
        if self._wire.unobeyed:
            yield "not obeyed"
        yield from self._losses(inputs, link, now)

    def _losses(self, inputs: Inputs, link: DriveLink, now: float) -> Iterator[str]:
        if self._before is not None:
            pads = {hand.device for hand in self._before[0].input_states if hand.source is DriveSource.PAD}
            if pads - {hand.device for hand in inputs.input_states if hand.source is DriveSource.PAD}:
                yield "pad gone"
            if self._before[1].epoch != link.epoch:
                yield "another connection"
        if _interface_age(inputs, now, known=self._interface_known) > 1.0 + _EPS:
            yield "interface gone"
        self._interface_known = self._interface_known or inputs.interface_at_s is not None

    def _watchdog_faults(self, inputs: Inputs, now: float, was: Stage) -> Iterator[str]:
        if inputs.watchdog:
            self._missed_since = None
            self._unwatched = False
        elif self._missed_since is None or now < self._missed_since:
            self._missed_since = now
        if was in {Stage.ARMING, Stage.ARMED} and not inputs.watchdog and not self._unwatched:
            yield "no watchdog"

    def _watched(self, inputs: Inputs, now: float, outcome: Outcome, was: Stage) -> None:
        """Armed needs a watchdog, or an act that says that none is needed, when it was missed for 5 s."""
        if outcome.stage is Stage.ARMING and was is not Stage.ARMING and not inputs.watchdog:
            missed_s = 0.0 if self._missed_since is None else now - self._missed_since
            require(inputs.arm_unwatched, "without a watchdog to arm takes a different act")
            require(missed_s >= 5.0 - _EPS, "for 5 s the watchdog is waited for")
            self._unwatched = True
        if outcome.stage not in {Stage.ARMING, Stage.ARMED}:
            self._unwatched = False
        shown = "ready" if inputs.watchdog else "missing or starting"
        require((outcome.watchdog.value == "ready") == (shown == "ready"), "whether there is a watchdog is shown")

    def _faults_stop(self, faults: list[str], outcome: Outcome) -> None:
        if faults:
            require(outcome.command.is_zero, f"after a fault the command is exactly zero: {faults}")
            require(outcome.stage in {Stage.DISARMED, Stage.STOPPING, Stage.STOPPED}, f"a fault disarms: {faults}")

    def _hanging_axes(self, inputs: Inputs, link: DriveLink, outcome: Outcome, was: Stage) -> None:
        """An axis whose link is lost stands, until it was let go of, and nobody arms meanwhile; the others go on."""
        lost = {n for n, one in enumerate(link.axes) if one is not None and one.subscribers and _is_lost(one)}
        driven = [hand for hand in inputs.input_states if hand.source is outcome.driver and self._asks(hand)]
        ways = min(driven, key=lambda hand: hand.device).request.free if driven else ()
        held = {number for number, way in enumerate(ways) if not _nothing(Stick(way, radial=False))}
        self._hung = lost | (self._hung & held)
        for number, share in enumerate(outcome.command.free):
            require(not share or number not in self._hung, "an axis that does not answer stands until it is let go of")
        if lost and was is not Stage.ARMED:
            require(outcome.stage not in {Stage.ARMING, Stage.ARMED}, "nobody arms while an axis does not answer")
        names = {axis.name for number, axis in enumerate(self.profile.axes) if number in lost}
        require(names <= set(outcome.hanging), "an axis that does not answer is named")

    def _stop_latches(self, inputs: Inputs, now: float, outcome: Outcome) -> None:
        was = self._before[3].stage if self._before else self._began_as
        if inputs.stop or Reason.STOP in inputs.reasons:
            self._clear_acts.clear()
            require(outcome.stage is Stage.STOPPED, "STOP is latched, whatever else is")
            return
        if outcome.stage is Stage.STOPPED:
            require(was is Stage.STOPPED, "nothing but STOP latches")
        self._clear_acts += [now] * inputs.clears
        if was is Stage.STOPPED and outcome.stage is not Stage.STOPPED:
            # each act within five seconds of the one before it
            recent = [at for at in self._clear_acts if 0.0 <= now - at <= 5.0 + _EPS]
            require(inputs.clears > 0 and len(recent) >= 2, "STOP takes two steps to clear")
            self._clear_acts.clear()

    # into ARMED, and out of it

    def _armed_only_by_an_act(
        self, inputs: Inputs, link: DriveLink, now: float, outcome: Outcome, faults: list[str]
    ) -> None:
        was = self._before[3].stage if self._before else self._began_as
        if outcome.stage is Stage.ARMING and was is not Stage.ARMING:
            require((inputs.arm or inputs.arm_unwatched) and not faults, "arming is a deliberate act")
            require(not self._wire.owed, "nobody arms while a stop is owed")
            require(was is not Stage.STOPPED, "nobody arms while STOP is latched")
            self._arm_act_at = now
        if outcome.stage in {Stage.ARMING, Stage.ARMED} and was is not Stage.ARMED:
            require(
                all(hand.seen and self._at_rest(hand, now) for hand in inputs.input_states),
                "arming needs everything neutral",
            )
        if outcome.stage is Stage.ARMED and was is not Stage.ARMED:
            require(was is Stage.ARMING and self._arm_act_at is not None, "ARMED comes after ARMING only")
            answered = link.probe_age_s is not None and now - link.probe_age_s > (self._arm_act_at or 0.0)
            require(answered, "the robot has answered since somebody asked to arm")
            self._active_at = now
            self._let_go = True
            self._last_driver = None
        if outcome.stage is not Stage.ARMED:
            require(outcome.command.is_zero, "nothing moves unless armed")
            if was is Stage.ARMED:
                require(outcome.stage in {Stage.STOPPING, Stage.STOPPED}, "from ARMED there is no way but to stop")
        if was is Stage.STOPPING and outcome.stage is Stage.DISARMED:
            given_up = sum(at == now for at in self._clear_acts) > 0 or self._wire.owed_s > 59.0
            require(given_up or not self._wire.owed, "a stop is owed until it has arrived")
            if given_up:
                self._wire.give_up()

    @staticmethod
    def _estop_of_the_robot(link: DriveLink, outcome: Outcome, was: Stage) -> None:
        """Pressed, it ends all; unknown, it lets go on who is armed, and nobody is armed anew."""
        armed = outcome.stage in {Stage.ARMING, Stage.ARMED}
        if link.estop is EstopState.PRESSED:
            require(not armed and outcome.command.is_zero, "nobody drives against the robot's own E-stop")
        if armed and was is not Stage.ARMED:
            known = link.estop in {EstopState.NONE, EstopState.RELEASED}
            require(known, "nobody arms while the robot's own E-stop is pressed or unknown")

    def _idle(self, now: float, outcome: Outcome) -> None:
        if outcome.driver is not None:
            self._active_at = now
            self._last_driver = outcome.driver
        if outcome.stage is Stage.ARMED:
            require(now - self._active_at <= self.profile.idle_s + _EPS, "idle for the time of the profile disarms")

    def _nobody_new_is_moved(self, link: DriveLink, outcome: Outcome) -> None:
        """Whoever is there now and was not a step ago; also by a second link of the same name."""
        if self._before is None or not Counter(link.subscribers) - Counter(self._before[1].subscribers):
            return
        was = self._before[3].stage
        require(outcome.command.is_zero, "who begins to listen is not moved by what is held already: exactly zero")
        require(outcome.stage is not Stage.ARMING or was is not Stage.ARMING, "arming is for those who were there")
        require(outcome.stage is not Stage.ARMED or was is Stage.ARMED, "arming is for those who were there")
        # and until everybody has let go, in a step after this one
        self._somebody_came = True

    # hold to drive

    def _note_deadman(self, inputs: Inputs) -> None:
        """By a profile with a deadman, keys and the on-screen stick are held only where they were pushed with it."""
        before, self._without_deadman = self._without_deadman, set()
        if not self.profile.deadman:
            return
        for hand in inputs.input_states:
            key, asked = (hand.source, hand.device), hand.request
            if isinstance(asked, Stick):
                centred, deadman = hand.seen and _nothing(asked), asked.deadman
            else:
                centred, deadman = asked.is_zero or not hand.held, False
            needs = hand.source in {DriveSource.KEYBOARD, DriveSource.SCREEN} and not centred
            if needs and (key in before or not deadman):
                self._without_deadman.add(key)

    def _at_rest(self, hand: InputState, now: float) -> bool:
        # a velocity is at rest where it is not held
        is_none = isinstance(hand.request, Velocity) and (hand.source, hand.device) in self._without_deadman
        return is_none or _at_rest(hand, now)

    def _asks(self, hand: InputState) -> bool:
        return _asks(hand) and (hand.source, hand.device) not in self._without_deadman

    def _hold_to_drive(self, inputs: Inputs, now: float, elapsed: float, outcome: Outcome, faults: list[str]) -> None:
        command, before = outcome.command, self._before[3].command if self._before else Velocity()
        silent = _interface_age(inputs, now, known=self._interface_known) > 0.2 + _EPS
        if silent or any(reason.effect is Effect.ZERO for reason in inputs.reasons):
            require(command.is_zero, "interface silent for 200 ms: zero")
            self._let_go = False
        came, self._somebody_came = self._somebody_came, False
        if faults or outcome.stage is not Stage.ARMED or self._came_pushed(inputs, now) or came:
            self._let_go = False
        elif all(self._at_rest(hand, now) for hand in inputs.input_states) and not silent:
            self._let_go = True
        if not command.is_zero:
            require(self._let_go, "after any zero motion needs neutral from all sources first")
            asking = sorted(
                hand.source
                for hand in inputs.input_states
                if self._asks(hand) and 0 <= now - hand.at_s + 0.01 <= 0.21 + _EPS
            )
            require(bool(asking), "nothing moves that nobody holds, or by a command older than 200 ms")
            require(outcome.driver is asking[0], "the first in the order of sources drives")
            if not before.is_zero and self._before is not None:
                require(outcome.driver is self._before[3].driver, "another driver takes over only by way of zero")
        elif not before.is_zero and not self._reverses(before, elapsed, outcome):
            self._let_go = all(self._at_rest(hand, now) for hand in inputs.input_states) and not faults and not silent

    def _came_pushed(self, inputs: Inputs, now: float) -> bool:
        known = {(hand.source, hand.device) for hand in self._before[0].input_states} if self._before else set()
        return any(
            (hand.source, hand.device) not in known and isinstance(hand.request, Stick) and not self._at_rest(hand, now)
            for hand in inputs.input_states
        )

    def _reverses(self, before: Velocity, elapsed: float, outcome: Outcome) -> bool:
        """A zero that the way from forward to backward happens to pass is no stop."""
        limits = self.profile.limits
        return (
            outcome.driver is not None
            and abs(before.linear_m_s) <= 2 * limits.linear_m_s2 * elapsed + _EPS
            and abs(before.angular_rad_s) <= 2 * limits.angular_rad_s2 * elapsed + _EPS
            and abs(before.lateral_m_s) <= 2 * limits.lateral_m_s2 * elapsed + _EPS
            and abs(before.steering_rad) <= 2 * limits.steering_rad_s * elapsed + _EPS
            and all(
                abs(share) <= 2 * rate * elapsed + _EPS
                for share, rate in zip(before.free, self._share_rates, strict=False)
            )
        )

    # limits

    @property
    def _share_rates(self) -> list[float]:
        """How fast each free axis may change, in shares of the longer one of its ways."""
        return [
            axis.rate_s / max(abs(axis.most - axis.neutral), abs(axis.least - axis.neutral))
            for axis in self.profile.axes
        ]

    def _limits(self, inputs: Inputs, link: DriveLink, elapsed: float, outcome: Outcome) -> None:
        command, before = outcome.command, self._before[3].command if self._before else Velocity()
        if command.is_zero:
            return
        limits = self.profile.limits
        hand = min(
            (hand for hand in inputs.input_states if hand.source is outcome.driver and self._asks(hand)),
            key=lambda hand: hand.device,
        )
        pace = hand.request.pace if isinstance(hand.request, Stick) else Pace.USUAL
        times = {Pace.TURBO: self.profile.pace.turbo, Pace.SLOW: self.profile.pace.slow}.get(pace, 1.0)
        share = min(min(max(inputs.speed, 0.0), 1.0) * times, 1.0)
        share *= 0.5 if outcome.level.name in {"POOR", "LOST"} else 1.0
        faster = (limits.linear_m_s2, limits.angular_rad_s2, limits.lateral_m_s2, limits.steering_rad_s)
        mosts = (limits.linear_m_s, limits.angular_rad_s, limits.lateral_m_s, limits.steering_rad)
        turbos = (limits.turbo_linear_m_s, limits.turbo_angular_rad_s, None, None)
        # a car turns by the angle of its wheels, all of which can be had at any pace, and goes nowhere to the sides
        goes_there = link.goes_sideways and not link.steers
        parts = (share, 0.0 if link.steers else share, share if goes_there else 0.0, 1.0 if link.steers else 0.0)
        # of free axes all is a share of their way
        count = len(self.profile.axes)
        was_free = before.free + (0.0,) * (count - len(before.free))
        require(len(command.free) == count, "no axis moves that the profile does not have")
        axes = zip(
            command.numbers,
            before.numbers[:4] + was_free,
            (*mosts, *[1.0] * count),
            (*turbos, *[None] * count),
            (*faster, *self._share_rates),
            (*parts, *[share] * count),
            _let_go(hand.request, [limit * part for limit, part in zip(mosts, parts, strict=True)], count),
            strict=True,
        )
        for place, (now_, was, most, turbo, harder, part, is_let_go) in enumerate(axes):
            if place - 4 in self._hung:
                continue
            if is_let_go:
                require(now_ == 0.0, "what is let go of stands at once, whatever else is held: the base, each axis")
                continue
            require(abs(now_) <= max(most, turbo or 0.0) + _EPS, "the profile's limits are never exceeded")
            cap = (turbo or most if pace is Pace.TURBO else most) * part
            if abs(now_) > cap + _EPS:
                slowing = was * now_ > 0 and abs(was) - abs(now_) >= 2 * harder * elapsed - _EPS
                require(slowing, "what is above the cap comes down as fast as it may")
            if was * now_ < 0:
                takes = abs(was) / (2 * harder) + abs(now_) / harder
            else:
                takes = (
                    (abs(now_) - abs(was)) / harder if abs(now_) > abs(was) else (abs(was) - abs(now_)) / (2 * harder)
                )
            require(takes <= elapsed + 1e-6, "nothing speeds up or slows down harder than the limits say")

    def _link_level(self, link: DriveLink, now: float, outcome: Outcome, *, unobeyed: bool) -> None:
        age = link.probe_age_s
        if age is not None and age >= 0.0 and link.unread:
            age = math.nan if math.isnan(link.unread_s) else max(age, link.unread_s)
        level = 3 if age is None or not link.connected or not 0.0 <= age < 0.5 else (age >= 0.15) + (age >= 0.3)
        require(outcome.level >= level, "the link is no better than its newest answer")
        require(outcome.level == 3 or not unobeyed, "the link to a robot that does not obey is not good")
        known = age if age is not None and link.connected and age >= 0.0 else math.inf
        fresh = self._before is None or self._before[1].probe_age_s is None or not self._before[1].connected
        fresh = fresh or (self._before is not None and self._before[1].epoch != link.epoch)
        # what did not obey stands, and of the link nothing bad was known
        fresh = fresh or self._unobeyed_before
        self._unobeyed_before = unobeyed
        while self._ages and self._ages[-1][0] > now:
            self._ages.pop()
        while len(self._ages) > 1 and self._ages[1][0] <= now - 1.0 + _EPS:
            self._ages.popleft()
        if not fresh and self._before is not None and outcome.level < self._before[3].level:
            limit = (0.15, 0.3, 0.5)[outcome.level] * 0.8
            require(bool(self._ages) and self._ages[0][0] <= now - 1.0 + 0.12, "a link gets better after a second")
            require(
                all(old < limit for at, old in self._ages if at >= now - 1.0 + _EPS), "a link gets better by a fifth"
            )
        self._ages.append((now, known))


def _is_lost(link: DriveLink) -> bool:
    """Whether a link of an axis has not answered, or its node not read, for half a second."""
    silent = link.probe_age_s is None or not 0.0 <= link.probe_age_s < 0.5
    return silent or (link.unread > 0 and not 0.0 <= link.unread_s < 0.5)


def _numbers(hand: InputState) -> bool:
    return hand.request.is_finite and math.isfinite(hand.at_s)


def _nothing(stick: Stick) -> bool:
    """Whether a stick is so near its middle that it means exactly zero: within a tenth, or a fiftieth beyond."""
    ways = [math.sqrt(stick.forward**2 + stick.turn**2)] if stick.radial else [abs(stick.forward), abs(stick.turn)]
    for way in ways:
        if way >= 0.1:
            beyond = (min(1.0, way) - 0.1) / 0.9
            whole = 0.7 * beyond + 0.3 * beyond**3
            parts = [whole * stick.forward / way, whole * stick.turn / way] if stick.radial else [whole]
            if any(abs(part) >= 0.02 - 1e-12 for part in parts):
                return False
    # sideways is another stick's, or other keys', and so is each free axis
    return all(way == 0.0 or _nothing(Stick(way, radial=False)) for way in (stick.lateral, *stick.free))


def _let_go(request: Stick | Velocity, caps: list[float], count: int) -> list[bool]:
    """Of each number of a command whether nobody asks for it: all of the base together, and each free axis."""
    if isinstance(request, Stick):
        base = [request.forward, request.turn, request.lateral, request.turn]
        asked = [not _nothing(Stick(way, radial=False)) for way in base]
        if request.radial:
            asked[0] = asked[1] = asked[3] = not _nothing(Stick(request.forward, request.turn))
        free = [not _nothing(Stick(way, radial=False)) for way in request.free]
    else:
        asked = [bool(number) for number in request.numbers[:4]]
        # a turn of a car is an angle of its wheels
        asked[3] = asked[3] or asked[1]
        free = [bool(share) for share in request.free]
    stands = not any(asks and cap for asks, cap in zip(asked, caps, strict=True))
    free += [False] * (count - len(free))
    return [stands] * 4 + [not asks for asks in free[:count]]


def _asks(hand: InputState) -> bool:
    if not (hand.held and hand.seen):
        return False
    return not (_nothing(hand.request) if isinstance(hand.request, Stick) else hand.request.is_zero)


def _at_rest(hand: InputState, now: float) -> bool:
    if isinstance(hand.request, Stick):
        return hand.seen and _nothing(hand.request) and -0.01 - _EPS <= now - hand.at_s <= 0.2 + _EPS
    return hand.request.is_zero or not hand.held


def _interface_age(inputs: Inputs, now: float, *, known: bool) -> float:
    if inputs.interface_at_s is None:
        return math.inf if known else 0.0
    age = now - inputs.interface_at_s
    return age if age >= -0.01 - _EPS else math.inf
