"""The drive controller: a pure state machine of the inputs, the state of the link, and the time.

Its stages are a table in `stages`. Its parts are the choice of the input that drives (`arbiter`), the quality of the
link and the readiness of the watchdog (`gates`), the limits between an input and a velocity (`limits`), the pacing of
commands (`pacing`), and the robot's obedience to a stop (`obedience`).

The caller of the controller calls `step` at `Outcome.due_at`, and at once when something changes, and writes the
command in `Outcome.send`: the controller alone decides what is sent. If `is_late` is true before a step, commands that
wait to be read are older than they seem: throw them away unread, then step.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from app.config.profile import Profile
from app.drive.control import arbiter, gates
from app.drive.control.arbiter import Arbitration, InputArbiter, input_age_s
from app.drive.control.gates import AxisGates, DeadmanGate, LinkGate, WatchdogGate
from app.drive.control.limits import slew, target_velocity, velocity_cap
from app.drive.control.pacing import Pacer
from app.drive.control.stages import StageEvent, next_stage
from app.drive.control.values import (
    LEASE_S,
    REST_TICK_S,
    STEADY_TICK_S,
    TICK_S,
    ZERO,
    DriveLink,
    DriveSource,
    Effect,
    EstopState,
    Inputs,
    InputState,
    LinkLevel,
    Outcome,
    Pace,
    Reason,
    Stage,
    Stick,
    Velocity,
)

# the delay of a step from which on the step is late
LATE_S: Final = 0.1

# the interface gives a sign of life every 50 ms: zero after four that are missing, disarmed after twenty
INTERFACE_SILENT_S: Final = 0.2
INTERFACE_GONE_S: Final = 1.0

# so long before the end of the idle time it is told, or half of it before where it is short
IDLE_TOLD_S: Final = 10.0

# the least time to a step that is due at the end of a lease: the last moment of a lease is part of it
MIN_LEASE_STEP_S: Final = 0.001

# ten probes: a robot that answers to none of them can't be driven
ARMING_S: Final = 1.0

# the time within which the second step of clearing must follow the first
CLEAR_WITHIN_S: Final = 5.0
_CLEARS: Final = 2
_CLEARED: Final = frozenset({Stage.STOPPED, Stage.STOPPING})

_OF_SUBSCRIBERS: Final = frozenset({Reason.NEWCOMER, Reason.SUBSCRIBER_LEFT, Reason.SUBSCRIBER_GONE})


class Controller:
    """The controller of a whole run: links, robots and profiles come and go, and a stop is owed across them.

    With `latched` it begins as after STOP, to take the place of a controller that was stopped.
    """

    def __init__(self, profile: Profile, *, latched: bool = False) -> None:
        self._profile = profile
        self._pacer = Pacer(profile.rate_hz)
        self._gate = LinkGate()
        self._axes = _axis_gates(profile)
        self._watch = WatchdogGate()
        self._deadman = DeadmanGate() if profile.deadman else None
        self._hands = InputArbiter()
        self._stage = Stage.STOPPED if latched else Stage.DISARMED
        self._command = ZERO
        self._reason: Reason | None = Reason.STOP if latched else None
        self._refusal: Reason | None = None
        self._news: list[Reason] = []
        self._now: float | None = None
        self._step_by = -math.inf
        self._link: DriveLink | None = None
        self._unobeyed = False
        self._changed: tuple[str, ...] = ()
        self._about: tuple[str, ...] = ()
        self._asked_at = -math.inf
        self._active_at = -math.inf
        self._clears = 0
        self._cleared_at = -math.inf
        self._interface_known = False
        self._profile_changed = False

    @property
    def stage(self) -> Stage:
        """The stage after the last step."""
        return self._stage

    def is_late(self, now: float) -> bool:
        """Return whether a step at this time comes more than 100 ms after it was due, as after a suspend."""
        return self._now is not None and not now - max(self._now + TICK_S, self._step_by) <= LATE_S

    def change_profile(self, profile: Profile) -> None:
        """Drive by another profile. The next step disarms, and sends the zero if one is due."""
        self._profile = profile
        self._deadman = (self._deadman or DeadmanGate()) if profile.deadman else None
        self._pacer.change_rate(profile.rate_hz)
        self._axes = _axis_gates(profile)
        self._profile_changed = True

    def undo_send(self) -> None:
        """Undo the motion of the last step, which was not written: the next step decides anew."""
        self._pacer.undo_motion()

    def step(self, inputs: Inputs, link: DriveLink, now: float) -> Outcome:
        """Make a step: return the outcome of these inputs at this time. Raises nothing, whatever the numbers are."""
        before = self._now
        self._news.clear()
        reasons = self._reasons_of_time(now)
        if not math.isfinite(now):
            now = before or 0.0
        if self._deadman is not None:
            inputs = replace(inputs, input_states=self._deadman.step(inputs.input_states))
        self._pacer.observe_motion(link, now)
        level = self._gate.step(link, now)
        if self._pacer.unobeyed:
            level = LinkLevel.LOST
        reasons += self._reasons(inputs, link, level, now)
        axes = self._axes
        hangs = axes is not None and axes.step(link, now)
        self._now = now
        could_be_cleared = self._stage in _CLEARED
        self._settle(link)
        self._stop_and_clear(inputs, now, could_be_cleared=could_be_cleared)
        if reasons:
            self._apply(reasons)
        self._tell_if_unobeyed()
        if self._stage is Stage.ARMING:
            self._confirm(inputs, link, now)
        elif (inputs.arm or inputs.arm_unwatched) and not inputs.stop and self._stage is not Stage.ARMED:
            self._arm(inputs, link, level, reasons, now)
        if hangs and self._stage is Stage.ARMED:
            self._news.append(Reason.AXIS_HANGS)
        grip = self._grip(inputs, now, zero=bool(reasons))
        most = velocity_cap(
            self._profile,
            _pace(grip),
            speed=inputs.speed,
            level=level,
            steers=link.steers,
            goes_sideways=link.goes_sideways,
        )
        most = most if axes is None else axes.limit(most)
        ramps, wanted = False, ZERO
        if grip.driver is not None:
            wanted = target_velocity(grip.driver.request, most, self._profile.wheel_base_m)
        wanted = wanted if axes is None else axes.allow(wanted)
        if grip.driver is None:
            self._command = wanted
        else:
            ramps = self._drive(wanted, 0.0 if before is None else now - before, now)
        return self._outcome(grip, link, level, most, now, ramps=ramps)

    def _drive(self, wanted: Velocity, elapsed_s: float, now: float) -> bool:
        """Slew the command towards the wanted velocity; return whether it still differs."""
        self._active_at = now
        self._command = slew(self._command, wanted, self._profile.limits, elapsed_s, self._profile.axes)
        if wanted.is_zero:
            # with a limit of zero, or an input that is too small for a number: a zero as any other
            self._hands.release()
        return self._command != wanted

    def _due_at(self, hand: InputState | None, link: DriveLink, now: float, *, stands: bool, ramps: bool) -> float:
        """Return when the next step is due if nothing comes meanwhile."""
        tick_s = REST_TICK_S if stands else STEADY_TICK_S
        due_at = now + (TICK_S if ramps or self._stage is Stage.ARMING else tick_s)
        send_at = self._pacer.due_at(link, now)
        due_at = due_at if send_at is None else min(due_at, send_at)
        if hand is not None:
            due_at = min(due_at, max(hand.at_s + LEASE_S, now + MIN_LEASE_STEP_S))
        self._step_by = due_at
        return due_at

    def _outcome(
        self, grip: Arbitration, link: DriveLink, level: LinkLevel, most: Velocity, now: float, *, ramps: bool
    ) -> Outcome:
        stage = self._stage
        send = self._pacer.step(self._command, link, now, latched=stage is Stage.STOPPED, armed=stage is Stage.ARMED)
        hand = grip.driver
        command = self._command
        stands = command.is_zero
        return Outcome(
            stage=stage,
            command=command,
            send=send,
            reason=self._reason,
            refusal=self._refusal,
            about=self._about,
            news=tuple(self._news),
            driver=None if hand is None else hand.source,
            losers=grip.losers,
            waiting_for=grip.waiting_for,
            lease_left_s=0.0 if hand is None else max(0.0, LEASE_S - input_age_s(hand, now)),
            cap=most,
            level=level,
            lagging=() if self._axes is None else self._axes.lagging,
            hanging=() if self._axes is None else self._axes.hanging,
            watchdog=self._watch.readiness,
            owed=stands and self._pacer.owed,
            unobeyed=self._pacer.unobeyed,
            slowing=self._pacer.is_slowing(link),
            clear_again=self._clears > 0,
            quiet=stands and self._pacer.is_quiet(link),
            due_at=self._due_at(hand, link, now, stands=stands, ramps=ramps),
            idle_left_s=self._told_idle_left_s(now),
        )

    # the stage

    def _settle(self, link: DriveLink) -> None:
        self._pacer.observe_arrivals(link)
        if self._stage is Stage.STOPPING and not self._pacer.owed:
            self._stage = next_stage(self._stage, StageEvent.SETTLED)
        elif self._stage in {Stage.DISARMED, Stage.ARMING} and self._pacer.owed:
            if self._stage is Stage.ARMING:
                self._refuse(self._why_owed)
            self._stage = next_stage(self._stage, StageEvent.OWED)

    @property
    def _why_owed(self) -> Reason:
        return Reason.NOT_OBEYED if self._pacer.unobeyed else Reason.STILL_OWED

    def _stop_and_clear(self, inputs: Inputs, now: float, *, could_be_cleared: bool) -> None:
        if inputs.stop or Reason.STOP in inputs.reasons:
            if self._stage is not Stage.STOPPED:
                self._tell(Reason.STOP)
            self._stage = next_stage(self._stage, StageEvent.STOP)
            self._clears = 0
            return
        if not 0.0 <= now - self._cleared_at <= CLEAR_WITHIN_S or self._stage not in _CLEARED:
            self._clears = 0
        if inputs.clears <= 0 or self._stage not in _CLEARED or not could_be_cleared:
            return
        self._clears += inputs.clears
        self._cleared_at = now
        if self._clears >= _CLEARS:
            self._clears = 0
            self._clear()

    def _clear(self) -> None:
        if self._stage is Stage.STOPPED:
            self._stage = next_stage(self._stage, StageEvent.CLEARED)
        else:
            self._pacer.give_up()
            self._stage = next_stage(self._stage, StageEvent.SETTLED)

    def _apply(self, reasons: list[Reason]) -> None:
        """Apply the effects of the reasons to the stage; each of them makes a zero."""
        gravest = next((reason for reason in reasons if reason.effect is not Effect.ZERO), reasons[0])
        if self._stage is Stage.ARMING:
            self._stage = next_stage(self._stage, StageEvent.FAULT)
            self._refuse(gravest)
        elif self._stage is Stage.ARMED and gravest.effect is not Effect.ZERO:
            self._stage = next_stage(self._stage, StageEvent.FAULT)
            self._tell(gravest)
        elif self._stage is Stage.ARMED and not self._hands.needs_neutral:
            self._tell(gravest)

    def _arm(self, inputs: Inputs, link: DriveLink, level: LinkLevel, reasons: list[Reason], now: float) -> None:
        refusal = self._why_not_to_arm(inputs, link, level, reasons, now)
        if refusal is not None:
            self._refuse(refusal)
            return
        self._stage = next_stage(self._stage, StageEvent.ARM)
        self._refusal = None
        self._asked_at = now
        self._watch.confirm_armed()

    def _why_not_to_arm(
        self, inputs: Inputs, link: DriveLink, level: LinkLevel, reasons: list[Reason], now: float
    ) -> Reason | None:
        if self._stage is Stage.STOPPED:
            return Reason.LATCHED
        if self._stage is Stage.STOPPING:
            return self._why_owed
        return (
            (reasons[0] if reasons else None)
            or gates.link_refusal(link, level)
            or self._refusal_of_robot(link)
            or arbiter.input_refusal(inputs.input_states, now)
            or self._watch.refusal(inputs)
        )

    def _refusal_of_robot(self, link: DriveLink) -> Reason | None:
        return (self._axes.refusal if self._axes is not None else None) or gates.estop_refusal(link.estop)

    def _confirm(self, inputs: Inputs, link: DriveLink, now: float) -> None:
        refusal = self._refusal_of_robot(link) or arbiter.input_refusal(inputs.input_states, now)
        if refusal is None and now - self._asked_at > ARMING_S:
            refusal = Reason.NO_PROBE
        if refusal is not None:
            self._stage = next_stage(self._stage, StageEvent.FAULT)
            self._refuse(refusal)
        elif link.probe_age_s is not None and now - link.probe_age_s > self._asked_at:
            self._stage = next_stage(self._stage, StageEvent.CONFIRMED)
            self._active_at = now
            self._hands.allow()

    def _grip(self, inputs: Inputs, now: float, *, zero: bool) -> Arbitration:
        if self._stage is not Stage.ARMED or zero:
            self._hands.release()
            return Arbitration(waiting_for=arbiter.sources_not_at_rest(inputs.input_states, now))
        grip = self._hands.arbitrate(inputs.input_states, now)
        if grip.reason is not None:
            self._tell(grip.reason)
        return grip

    def _tell_if_unobeyed(self) -> None:
        """Report disobedience, also where nothing is armed that it could end."""
        before, self._unobeyed = self._unobeyed, self._pacer.unobeyed
        if self._unobeyed and not before and Reason.NOT_OBEYED not in self._news:
            self._tell(Reason.NOT_OBEYED)

    def _tell(self, reason: Reason) -> None:
        self._reason = reason
        self._about = self._changed if reason in _OF_SUBSCRIBERS else ()
        self._news.append(reason)

    def _refuse(self, reason: Reason) -> None:
        self._refusal = reason
        self._news.append(reason)

    # reasons against driving

    def _reasons_of_time(self, now: float) -> list[Reason]:
        if not math.isfinite(now) or (self._now is not None and now < self._now):
            return [Reason.CLOCK]
        return [Reason.LATE] if self.is_late(now) else []

    def _reasons(self, inputs: Inputs, link: DriveLink, level: LinkLevel, now: float) -> list[Reason]:
        reasons = [reason for reason in inputs.reasons if self._matters(reason)]
        if self._profile_changed:
            self._profile_changed = False
            reasons.append(Reason.PROFILE_CHANGED)
        if not (math.isfinite(inputs.speed) and arbiter.are_finite(inputs.input_states)):
            reasons.append(Reason.NOT_FINITE)
        return reasons + [
            reason
            for reason in (
                self._hands.observe_sources(inputs.input_states, now),
                self._reason_of_link(link, level),
                self._watch.step(inputs, now, armed=self._stage in {Stage.ARMING, Stage.ARMED}),
                self._reason_of_interface(inputs.interface_at_s, now),
                Reason.IDLE if self._stage is Stage.ARMED and self._idle_left_s(now) < 0.0 else None,
            )
            if reason is not None
        ]

    def _idle_left_s(self, now: float) -> float:
        return self._profile.idle_s - (now - self._active_at)

    def _told_idle_left_s(self, now: float) -> float | None:
        """Return what is left of the idle time where the robot is disarmed soon; else None."""
        left_s = self._idle_left_s(now)
        soon = left_s <= min(IDLE_TOLD_S, self._profile.idle_s / 2)
        return max(left_s, 0.0) if self._stage is Stage.ARMED and soon else None

    def _matters(self, reason: Reason) -> bool:
        """Return whether a reason counts: to a pad it does not matter which window has the focus."""
        return self._hands.last_driver is not DriveSource.PAD or reason not in {Reason.UNFOCUSED, Reason.MINIMISED}

    def _reason_of_link(self, link: DriveLink, level: LinkLevel) -> Reason | None:
        before, self._link = self._link or link, link
        came: tuple[str, ...] = ()
        self._changed = ()
        if link.subscribers != before.subscribers:
            came = gates.subscribers_added(before, link)
            self._changed = gates.subscribers_lost(before, link) or came
        if link.epoch != before.epoch:
            # also while arming: it was another robot when arming was asked for
            return gates.new_link_reason(before, link)
        armed = self._stage in {Stage.ARMING, Stage.ARMED}
        reason = None
        if armed:
            # the link of a robot that does not obey is lost, however well it answers
            unobeyed = level is LinkLevel.LOST and self._pacer.unobeyed
            reason = Reason.NOT_OBEYED if unobeyed else gates.link_disarm_reason(link, level)
        if self._stage is Stage.ARMED and link.estop is EstopState.PRESSED:
            # while it is being armed that is a refusal, see `_confirm`
            reason = reason or Reason.ESTOP_PRESSED
        # a subscriber that was not there when it was armed is not moved by what is held now
        return reason or (Reason.NEWCOMER if came else None)

    def _reason_of_interface(self, at_s: float | None, now: float) -> Reason | None:
        if at_s is None:
            return Reason.INTERFACE_GONE if self._interface_known else None
        self._interface_known = True
        age_s = now - at_s
        if not -TICK_S <= age_s <= INTERFACE_GONE_S:
            return Reason.INTERFACE_GONE
        return Reason.INTERFACE_SILENT if age_s > INTERFACE_SILENT_S else None


def _axis_gates(profile: Profile) -> AxisGates | None:
    """Make the gates of the free axes; None for a profile where none has a topic of its own."""
    return AxisGates(profile.axes) if any(axis.topic for axis in profile.axes) else None


def _pace(grip: Arbitration) -> Pace:
    """Return the pace that is held by the input that drives; a velocity that was asked for has none."""
    request = None if grip.driver is None else grip.driver.request
    return request.pace if isinstance(request, Stick) else Pace.USUAL
