"""Text about the state of driving, made from the newest report and what came before it. No I/O, no widgets."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.config.profile import Profile
from app.drive.control.following import FollowFault
from app.drive.control.gates import THRESHOLDS_S, estop_refusal
from app.drive.control.obedience import is_moving
from app.drive.control.values import (
    DriveSource,
    Effect,
    EstopState,
    LinkLevel,
    Reason,
    Stage,
    Velocity,
    WatchdogReadiness,
)
from app.drive.messages.report import DriveReport
from app.drive.robot.targets import driven_scheme
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.model.messages.shown_units import ShownUnit, ShownUnits
from app.model.steady_link import ShownLink
from app.ui.base.text import followed, listed, listed_names, say, with_tip
from app.ui.base.view_keys import key_name
from app.ui.drive.arm_chord import ArmChord, ChordPhase
from app.ui.drive.colors import DriveTone
from app.ui.drive.earlier_events import NOTHING_EARLIER, EarlierEvents
from app.ui.drive.keys import ARM_KEYS, WASD
from app.wording.drive import DriveWording
from app.wording.ui.drive import DrivePanelWording, DriveStatusWording

# stands for an unknown value
UNKNOWN: Final = "\N{EN DASH}"

SI_UNITS: Final = (ShownUnit(1.0, "m/s"), ShownUnit(1.0, "rad/s"))
_USUAL: Final = ShownUnits()
_COARSE: Final = 10.0

# so many names are listed; the rest are counted
_MOST_NAMES: Final = 3

_STAGES: Final[dict[Stage, tuple[DriveStatusWording, DriveTone]]] = {
    Stage.DISARMED: (DriveStatusWording.DISARMED, DriveTone.SAFE),
    Stage.ARMING: (DriveStatusWording.ARMING, DriveTone.BETWEEN),
    Stage.ARMED: (DriveStatusWording.ARMED, DriveTone.ARMED),
    Stage.STOPPING: (DriveStatusWording.STOPPING, DriveTone.OWED),
    Stage.STOPPED: (DriveStatusWording.STOPPED, DriveTone.STOPPED),
}

_SOURCES: Final = {
    DriveSource.PAD: DriveStatusWording.PAD,
    DriveSource.KEYBOARD: DriveStatusWording.KEYBOARD,
    DriveSource.SCREEN: DriveStatusWording.SCREEN,
    DriveSource.LINES: DriveStatusWording.LINES,
}

_PHASES: Final = {
    DrivePhase.IDLE: DriveStatusWording.NOT_CHOSEN,
    DrivePhase.STARTING: DriveStatusWording.STARTING,
    DrivePhase.RUNNING: DriveStatusWording.STARTING,
    DrivePhase.SILENT: DriveStatusWording.PROCESS_SILENT,
    DrivePhase.ENDING: DriveStatusWording.ENDING,
    DrivePhase.ENDED: DriveStatusWording.ENDED,
}

# the words for all states, by which the badge is as wide as its longest
STATE_WORDS: Final = tuple(dict.fromkeys((*(word for word, _ in _STAGES.values()), *_PHASES.values())))

_ARMED: Final = frozenset({Stage.ARMED, Stage.ARMING})

# what is noticed first where a robot is lost, and is not what the operator has to know
_OF_LOST: Final = frozenset({Reason.RECONNECTED, Reason.SUBSCRIBER_GONE, Reason.SUBSCRIBER_LEFT})

# obstacles that mean that there is no robot to be stopped
_OBSTACLES_OF_ROBOT: Final = frozenset(
    {Reason.NOT_CONNECTED, Reason.AXIS_UNHEARD, Reason.NO_SUBSCRIBER, Reason.ONLY_ONLOOKERS}
)

_ESTOPS: Final = {
    EstopState.RELEASED: DriveStatusWording.ESTOP_RELEASED,
    EstopState.PRESSED: DriveStatusWording.ESTOP_PRESSED,
    EstopState.UNHEARD: DriveStatusWording.ESTOP_UNHEARD,
    EstopState.SILENT: DriveStatusWording.ESTOP_SILENT,
    EstopState.UNREADABLE: DriveStatusWording.ESTOP_UNREADABLE,
}
_FOLLOWS: Final = {
    FollowFault.STANDS: DriveStatusWording.ROBOT_STANDS,
    FollowFault.BACKWARDS: DriveStatusWording.ROBOT_BACKWARDS,
    FollowFault.SLOW: DriveStatusWording.ROBOT_SLOW,
    FollowFault.FAST: DriveStatusWording.ROBOT_FAST,
}

HINTS: Final = {
    Stage.ARMING: DriveStatusWording.HINT_ARMING,
    Stage.ARMED: DriveStatusWording.HINT_ARMED,
    Stage.STOPPING: DriveStatusWording.HINT_STOPPING,
    Stage.STOPPED: DriveStatusWording.HINT_STOPPED,
}


@dataclass(frozen=True, slots=True)
class DriveStatusText:
    """Texts and flags that the panel and the actions show of a state.

    Attributes:
        tone, word: the state of driving.
        hint: what to do next, and why the robot can't be armed where it can't.
        hint_warns: whether the hint says that the robot does not follow, that a free axis does not answer, or that the
            robot's own E-stop keeps it from driving.
        stopped: the reason of the last stop.
        banner: warning that a robot may still be moving; else empty.
        notice: warning that the log of driving can't be written or has gaps; else empty.
        driver: which input drives, which other is pushed and waits.
        others: which other publishers may move the robot.
        others_are_sending: whether one of those sends now, or the robot moves without a command from here.
        link: quality of the link to the robot; `link_is_bad` where that is worth a colour.
        delay, delays: how long a command takes to show in the odometry, and how long it took within the last minute;
            empty where the robot does not tell how it moves.
        estop: state of the robot's own E-stop, empty where the profile names none; `estop_is_bad` unless it is
            released.
        can_arm, can_disarm, can_clear: which buttons have an effect.
        obstacle: why the robot can't be armed, where that is known before anybody tries; else empty.
        arms_unwatched: whether arming takes a second act, because there is no watchdog.
        clear_again: whether the first of the two steps of clearing was made.
        is_live: whether a push of the stick moves the robot.
    """

    tone: DriveTone
    word: str
    hint: str = ""
    stopped: str = ""
    banner: str = ""
    notice: str = ""
    driver: str = ""
    others: str = ""
    others_are_sending: bool = False
    link: str = ""
    link_is_bad: bool = False
    hint_warns: bool = False
    delay: str = ""
    delays: str = ""
    estop: str = ""
    estop_is_bad: bool = False
    can_arm: bool = False
    obstacle: str = ""
    arms_unwatched: bool = False
    can_disarm: bool = False
    can_clear: bool = False
    clear_again: bool = False
    is_live: bool = False


def describe_state(
    state: DriveState | None,
    earlier: EarlierEvents = NOTHING_EARLIER,
    stopped_on: str = "",
    *,
    moves_by_itself: bool = False,
    link: ShownLink | None = None,
    deadman: str = "",
    mode: bool = False,
) -> DriveStatusText:
    """Describe the state of the robot that is driven; `state` is None where none was selected.

    `stopped_on` is the name of another robot, where STOP was pressed while that was driven. `moves_by_itself` says that
    the robot moves without a command from here. `link` is what is shown of the link; by default it is as reported.
    `deadman` is the letter of the key that has to be held to drive, if any; `mode` says that drive mode is on.
    """
    if state is None:
        hint = say(DriveStatusWording.CHOOSE_TOPIC())
        return DriveStatusText(DriveTone.AWAY, say(DriveStatusWording.NOT_CHOSEN()), hint, obstacle=hint)
    report, banner = state.report, _banner(state)
    if state.phase is not DrivePhase.RUNNING or report is None:
        return _absent(state, banner, earlier, stopped_on)
    stage, obstacle = report.stage, arm_obstacle(report)
    link = link or ShownLink(report.level, report.round_trip_s)
    word, tone = _STAGES[stage]
    hint = _hint(report, state, _stopped_elsewhere(earlier, stopped_on), deadman, mode=mode)
    return DriveStatusText(
        tone=tone,
        word=say(word()),
        hint=followed(hint, _unwatched(state, report)),
        stopped=_stopped(report, earlier),
        banner=banner,
        notice=_notice(report),
        driver=_driver(report, by_itself=moves_by_itself),
        others=_others(report, state, by_itself=moves_by_itself),
        others_are_sending=bool(report.others_sending) or moves_by_itself,
        link=_link(report, link),
        link_is_bad=link.level > LinkLevel.GOOD or bool(report.hanging or report.lagging) or _is_unwatched(report),
        hint_warns=_hint_warns(report),
        delay=_delay(report),
        delays=_delays(report),
        estop=say(_ESTOPS[report.estop]()) if report.estop in _ESTOPS else "",
        estop_is_bad=report.estop not in {EstopState.NONE, EstopState.RELEASED},
        can_arm=stage is Stage.DISARMED and obstacle is None,
        obstacle=_obstacle_text(obstacle, report) if obstacle is not None and stage not in _ARMED else "",
        arms_unwatched=stage is Stage.DISARMED and report.watchdog is WatchdogReadiness.MISSING,
        can_disarm=stage in {Stage.ARMED, Stage.ARMING},
        can_clear=stage in {Stage.STOPPED, Stage.STOPPING} or state.watchdogs.any_may_be_moving,
        clear_again=report.clear_again or state.clear_again,
        is_live=stage is Stage.ARMED,
    )


def is_dangerous(state: DriveState | None) -> bool:
    """Whether the robot moves, may move, or may be moved by the next push."""
    if state is None:
        return False
    report = state.report
    if state.may_be_moving or report is None:
        return state.may_be_moving
    if state.phase in {DrivePhase.IDLE, DrivePhase.ENDED}:
        return False
    return (
        report.owed
        or is_moving(report.measured)
        or not report.command.is_zero
        or report.stage in {Stage.ARMED, Stage.ARMING}
    )


def arm_obstacle(report: DriveReport) -> Reason | None:
    """Return what prevents arming as far as this report shows; the drive process decides."""
    stopping, estop = report.stage is Stage.STOPPING or report.owed, estop_refusal(report.estop)
    obstacles = (
        (report.stage is Stage.STOPPED, Reason.LATCHED),
        (stopping, Reason.NOT_OBEYED if report.unobeyed else Reason.STILL_OWED),
        (not report.connected, Reason.NOT_CONNECTED),
        (bool(report.unheard), Reason.AXIS_UNHEARD),
        (not report.subscribers and bool(report.onlookers), Reason.ONLY_ONLOOKERS),
        (not report.subscribers, Reason.NO_SUBSCRIBER),
        (report.round_trip_s is None, Reason.NO_PROBE),
        (report.level is LinkLevel.LOST, Reason.UNREAD if report.unread else Reason.LINK_SILENT),
        (bool(report.hanging), Reason.AXIS_HANGS),
        (estop is not None, estop),
        (bool(report.waiting_for), Reason.NOT_NEUTRAL),
        (report.watchdog is WatchdogReadiness.STARTING, Reason.WATCHDOG_STARTING),
    )
    return next((reason for there, reason in obstacles if there), None)


def stage_word(stage: Stage) -> str:
    """Return the word for a stage, as the badge shows it."""
    return say(_STAGES[stage][0]())


def source_name(source: DriveSource) -> str:
    """Return the operator's name for an input, translated."""
    return say(_SOURCES[source]())


def signed_text(value: float, shown: ShownUnit) -> str:
    """Return a number in a unit; degrees have fewer decimals, so that no unit needs more room than another."""
    decimals = 1 if shown.factor > _COARSE else 2
    text = f"{value * shown.factor:+.{decimals}f}"
    return text if text.strip("+-0.") else text[1:]


def keys_text(deadman: str, *, focused: bool) -> str:
    """Return by which keys is driven, or how they come to the stick; `deadman` is what has to be held beside them."""
    if not focused:
        return say(DrivePanelWording.CLICK_STICK(keys=WASD))
    if deadman:
        return say(DrivePanelWording.DRIVE_WITH_DEADMAN(keys=WASD, deadman=deadman.upper()))
    return say(DrivePanelWording.DRIVE_WITH_KEYS(keys=WASD))


def chord_text(chord: ArmChord) -> str:
    """Return how far the chord is that arms, and what to do next; empty where none of its keys is down."""
    one, other = (key.upper() for key in ARM_KEYS)
    if chord.phase is ChordPhase.HELD and chord.left_s > 0.0:
        return say(DrivePanelWording.CHORD_HOLD(one=one, other=other, left_s=f"{chord.left_s:.1f}"))
    if chord.phase in {ChordPhase.HELD, ChordPhase.RELEASING}:
        return say(DrivePanelWording.CHORD_RELEASE(one=one, other=other))
    if chord.phase is ChordPhase.CANCELLED and chord.is_ready:
        return say(DrivePanelWording.CHORD_CANCELLED(one=one, other=other))
    return ""


def as_effort(velocity: Velocity, profile: Profile) -> Velocity:
    """Convert the velocity of a joint that is driven by effort into that effort, in N (linear) and N m (angular)."""
    per_linear, per_angular = (profile.joint_effort / most for most in _fastest(profile))
    return Velocity(velocity.linear_m_s * per_linear, velocity.angular_rad_s * per_angular)


def limit_text(profile: Profile, share: float, units: ShownUnits = _USUAL) -> str:
    """Return the maximum at a fraction of the limits, with unit: a base's speed, a joint's speed, or its effort."""
    linear_m_s, angular_rad_s = _fastest(profile)
    if profile.joint_effort:
        return f"{profile.joint_effort * share:.2f} {'N' if profile.joint_slides else 'N·m'}"
    turns = bool(profile.joint) and not profile.joint_slides
    shown, most = (units.of("rad/s"), angular_rad_s) if turns else (units.of("m/s"), linear_m_s)
    return shown.text(f"{most * share * shown.factor:.{1 if shown.factor > _COARSE else 2}f}")


# internals


def _fastest(profile: Profile) -> tuple[float, float]:
    return profile.limits.linear_m_s, profile.limits.angular_rad_s


def _absent(state: DriveState, banner: str, earlier: EarlierEvents, stopped_on: str) -> DriveStatusText:
    """Describe a state without a drive process, or without a report from it."""
    tone = DriveTone.OWED if banner else DriveTone.AWAY
    word = say(_PHASES[state.phase]())
    if state.latched:
        tone, word = DriveTone.STOPPED, say(_STAGES[Stage.STOPPED][0]())
    obstacle = with_tip(say(state.text), say(state.tip))
    hint = say(DriveStatusWording.CLEAR_AGAIN()) if state.clear_again else obstacle
    if state.latched and not state.clear_again:
        hint = _stopped_elsewhere(earlier, stopped_on) or hint
    # to clear here is to begin anew with the next process, or to confirm that the robot stands, as only an operator can
    can_clear = state.latched or state.watchdogs.any_may_be_moving
    return DriveStatusText(
        tone,
        word,
        hint,
        _stopped(state.report, earlier),
        banner,
        obstacle=obstacle,
        can_clear=can_clear,
        clear_again=state.clear_again,
    )


def _banner(state: DriveState) -> str:
    """Return the warning about moving robots. Robots that were left are named, as no panel shows them any longer."""
    left = state.watchdogs.left_robots
    if not state.may_be_moving:
        return ""
    if not left:
        return say(DriveStatusWording.MAY_BE_MOVING())
    if state.driven_may_be_moving:
        return say(DriveStatusWording.MAY_BE_MOVING_TOO(robots=_names(left)))
    return say(DriveStatusWording.OTHERS_MAY_BE_MOVING(robots=_names(left)))


def _notice(report: DriveReport) -> str:
    """Return the warning about the log. Arming is not refused for it: a full disk must not keep a robot where it is."""
    if report.log_trouble:
        tip = DriveStatusWording.LOG_NOT_WRITTEN_TIP()
        return say(DriveStatusWording.LOG_NOT_WRITTEN(reason=report.log_trouble, tip=tip))
    if report.log_dropped:
        return say(DriveStatusWording.LOG_HAS_GAPS(count=report.log_dropped))
    return ""


def _hint(report: DriveReport, state: DriveState, stopped_elsewhere: str, deadman: str, *, mode: bool) -> str:
    if report.clear_again or state.clear_again:
        return say(DriveStatusWording.CLEAR_AGAIN())
    if report.stage is Stage.ARMED:
        return _hint_while_armed(report, deadman, mode=mode)
    if report.stage is Stage.DISARMED:
        return _hint_to_arm(report)
    hint = say((DriveStatusWording.UNOBEYED if report.unobeyed else HINTS[report.stage])())
    if report.stage is Stage.STOPPED and stopped_elsewhere and not report.unobeyed:
        hint = stopped_elsewhere
    if report.stage is Stage.STOPPING and report.missed:
        return followed(say(DriveStatusWording.MISSED(names=_names(report.missed))), hint)
    return hint


def _hint_while_armed(report: DriveReport, deadman: str, *, mode: bool) -> str:
    """Return what is to be held or let go of, and how soon the robot is disarmed because nobody drives it."""
    parts = []
    if report.waiting_for:
        parts.append(say(DriveStatusWording.LET_GO(sources=_sources(report.waiting_for))))
    if report.idle_left_s is not None:
        parts.append(say(DriveStatusWording.IDLE_SOON(left_s=math.ceil(report.idle_left_s))))
    parts += [say(DriveStatusWording.AXIS_HANGS(axis=name)) for name in report.hanging]
    if not parts and report.not_following is not None:
        parts.append(_not_following(report, report.not_following))
    if not parts:
        how = DriveStatusWording.HINT_DEADMAN(key=deadman.upper()) if deadman else HINTS[Stage.ARMED]()
        parts.append(say(how))
    if mode:
        parts.append(say(DriveStatusWording.HINT_MODE(key=key_name("Esc"))))
    return followed(*parts)


def _not_following(report: DriveReport, fault: FollowFault) -> str:
    """Return how the robot does not follow its commands, and what may be: whoever else sends is named."""
    words = say(_FOLLOWS[fault]())
    if not report.others_sending:
        return words
    return followed(words, with_tip(say(DriveStatusWording.ALSO_SENDING(names=_names(report.others_sending)))))


def _hint_warns(report: DriveReport) -> bool:
    if report.stage is Stage.ARMED:
        follows = report.not_following is None or bool(report.waiting_for) or report.idle_left_s is not None
        return not follows or bool(report.hanging)
    obstacle = arm_obstacle(report)
    return report.stage is Stage.DISARMED and obstacle is not None and obstacle is estop_refusal(report.estop)


def _delay(report: DriveReport) -> str:
    """Return how long commands took to show, the newest and the bounds of the last minute; a dash where unknown."""
    delay = report.odometry_delay
    if delay is None:
        return UNKNOWN if report.measured is not None else ""
    least_ms, newest_ms, most_ms = (round(took_s * 1000) for took_s in (delay.least_s, delay.newest_s, delay.most_s))
    if delay.count == 1:
        return f"{newest_ms} ms"
    return say(DriveStatusWording.ODOMETRY_DELAY(newest_ms=newest_ms, least_ms=least_ms, most_ms=most_ms))


def _delays(report: DriveReport) -> str:
    """Return the least, the median and the longest delay of the last minute."""
    delay = report.odometry_delay
    if delay is None:
        return say(DriveStatusWording.ODOMETRY_DELAY_UNKNOWN()) if report.measured is not None else ""
    least_ms, median_ms, most_ms = (round(took_s * 1000) for took_s in (delay.least_s, delay.median_s, delay.most_s))
    told = DriveStatusWording.ODOMETRY_DELAYS
    return say(told(least_ms=least_ms, median_ms=median_ms, most_ms=most_ms, count=delay.count))


def _unwatched(state: DriveState, report: DriveReport) -> str:
    """Return the hint for arming, or being armed, without a watchdog; empty where there is no robot to be stopped."""
    missing = report.stage is Stage.DISARMED and report.watchdog is WatchdogReadiness.MISSING
    if not (missing or _is_unwatched(report)) or arm_obstacle(report) in _OBSTACLES_OF_ROBOT:
        return ""
    words = say(DriveStatusWording.NO_WATCHDOG())
    return followed(words, with_tip(say(state.watchdogs.text), say(state.watchdogs.tip)))


def _is_unwatched(report: DriveReport) -> bool:
    return report.stage in {Stage.ARMED, Stage.ARMING} and report.watchdog is not WatchdogReadiness.READY


def _stopped_elsewhere(earlier: EarlierEvents, stopped_on: str) -> str:
    """Return where and when STOP was pressed, and what to do; empty where the robot that is driven was stopped."""
    if not stopped_on or earlier.stopped_at_s is None:
        return ""
    text = DriveStatusWording.STOPPED_ELSEWHERE
    return say(text(robot=stopped_on, time=time.strftime("%H:%M", time.localtime(earlier.stopped_at_s))))


def _obstacle_text(obstacle: Reason, report: DriveReport) -> str:
    about = {
        Reason.ONLY_ONLOOKERS: report.onlookers,
        Reason.AXIS_UNHEARD: report.unheard,
        Reason.AXIS_HANGS: report.hanging,
    }
    return _reason(obstacle, about.get(obstacle, ()))


def _hint_to_arm(report: DriveReport) -> str:
    obstacle = arm_obstacle(report)
    if obstacle is not None:
        return _obstacle_text(obstacle, report)
    if report.refusal is not None:
        return _reason(report.refusal)
    return say(DriveStatusWording.ARM_IT())


def _stopped(report: DriveReport | None, earlier: EarlierEvents) -> str:
    """Return why the robot was last stopped, by this drive process or one before; empty where that is over."""
    reason, about, ended = earlier.reason, earlier.about, earlier.ended
    if report is not None and report.stage in _ARMED:
        # what stopped it before it was armed is over; what has it stand now is said, but for letting go
        told = None if report.reason is Reason.RELEASED or not report.command.is_zero else report.reason
        reason = told if told is not None and told.effect is Effect.ZERO else None
        about, ended = report.about, ""
    elif report is not None and report.reason is not None:
        reason, about = report.reason, report.about
    if report is not None and not report.connected and reason in _OF_LOST:
        reason, about = Reason.LINK_LOST, ()
    words = "" if reason is None else _reason(reason, about)
    if reason is Reason.STOP:
        # how it is cleared is said while it is latched, and it may be cleared by now
        words = with_tip(say(reason.text))
    elif reason is None and ended:
        words = with_tip(say(ended))
    return words


def _driver(report: DriveReport, *, by_itself: bool) -> str:
    if report.driver is not None and report.losers:
        text = DriveStatusWording.DRIVES_AND_WAITS(driver=source_name(report.driver), losers=_sources(report.losers))
        return say(text)
    if report.driver is not None:
        return say(DriveStatusWording.DRIVES(driver=source_name(report.driver)))
    if report.losers:
        return say(DriveStatusWording.PUSHED(losers=_sources(report.losers)))
    return say(DriveStatusWording.NOBODY_HERE_DRIVES() if by_itself else DriveStatusWording.NOBODY_DRIVES())


def _others(report: DriveReport, state: DriveState, *, by_itself: bool) -> str:
    if report.others_sending:
        return say(DriveStatusWording.ALSO_SENDING(names=_names(report.others_sending)))
    if by_itself:
        return say(DriveStatusWording.MOVES_BY_ITSELF())
    if report.others_advertising:
        return say(DriveStatusWording.MAY_SEND(names=_names(report.others_advertising)))
    uri = state.target.uri if state.target is not None else ""
    if uri and not driven_scheme(uri).lists_senders:
        return say(DriveStatusWording.OTHERS_UNKNOWN())
    return say(DriveStatusWording.NO_OTHERS())


def _link(report: DriveReport, shown: ShownLink) -> str:
    if not report.connected:
        return say(DriveStatusWording.NOT_CONNECTED())
    slow_ms, poor_ms = (round(limit_s * 1000) for limit_s in THRESHOLDS_S[:2])
    words = {
        LinkLevel.GOOD: say(DriveStatusWording.LINK_GOOD()),
        LinkLevel.SLOW: say(DriveStatusWording.LINK_SLOW(limit_ms=slow_ms)),
        LinkLevel.POOR: say(DriveStatusWording.LINK_POOR(limit_ms=poor_ms)),
        LinkLevel.LOST: _trouble_of_link(report),
    }
    link = words[LinkLevel(shown.level)]
    # a slow link is known by an answer that is awaited: the last one that came may have been quick
    if shown.level not in {LinkLevel.SLOW, LinkLevel.POOR} and shown.round_trip_s is not None:
        link = listed((link, f"{shown.round_trip_s * 1000:.1f} ms"))
    for name in (*report.hanging, *report.lagging):
        link = say(DriveStatusWording.AXIS_LAGS(link=link, axis=name))
    return say(DriveStatusWording.NO_WATCHDOG_LINK(link=link)) if _is_unwatched(report) else link


def _trouble_of_link(report: DriveReport) -> str:
    if report.unobeyed:
        return say(DriveStatusWording.DISOBEYS())
    return say(DriveStatusWording.READS_NOTHING()) if report.unread else say(DriveStatusWording.NO_ANSWER())


def _reason(reason: Reason, about: Sequence[str] = ()) -> str:
    words = say(DriveWording.REASON_ABOUT(reason=reason.text, about=_names(about)) if about else reason.text)
    return with_tip(words, say(reason.tip))


def _sources(sources: Iterable[DriveSource]) -> str:
    return " / ".join(map(source_name, sources))


def _names(names: Sequence[str]) -> str:
    told = listed_names(names[:_MOST_NAMES])
    rest = len(names) - _MOST_NAMES
    return say(DriveStatusWording.AND_MORE(names=told, rest=rest)) if rest > 0 else told
