"""Text about the state of driving, made from the newest report and what came before it. No I/O, no widgets."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.config.profile import Profile
from app.drive.control.obedience import is_moving
from app.drive.control.values import DriveSource, Effect, LinkLevel, Reason, Stage, Velocity, WatchdogReadiness
from app.drive.messages.report import DriveReport
from app.drive.robot.targets import driven_scheme
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.ui.base.text import begin_sentence, say, translate
from app.ui.drive.colors import DriveTone
from app.ui.drive.earlier_events import NOTHING_EARLIER, EarlierEvents
from app.wording.ui.drive import DriveStatusWording

# stands for an unknown value
UNKNOWN: Final = "\N{EN DASH}"

# so many names are listed; the rest are counted
_MOST_NAMES: Final = 3

_STAGES: Final[dict[Stage, tuple[str, DriveTone]]] = {
    Stage.DISARMED: ("DISARMED", DriveTone.SAFE),
    Stage.ARMING: ("ARMING …", DriveTone.BETWEEN),
    Stage.ARMED: ("ARMED", DriveTone.ARMED),
    Stage.STOPPING: ("STOPPING", DriveTone.OWED),
    Stage.STOPPED: ("STOPPED", DriveTone.STOPPED),
}

_SOURCES: Final[dict[DriveSource, str]] = {
    DriveSource.PAD: "the pad",
    DriveSource.KEYBOARD: "the keyboard",
    DriveSource.SCREEN: "the stick on the screen",
    DriveSource.LINES: "a program",
}

_PHASES: Final[dict[DrivePhase, str]] = {
    DrivePhase.IDLE: "NOT CHOSEN",
    DrivePhase.STARTING: "STARTING …",
    DrivePhase.RUNNING: "STARTING …",
    DrivePhase.SILENT: "NO ANSWER",
    DrivePhase.ENDING: "ENDING …",
    DrivePhase.ENDED: "NO CONTROL",
}

STATE_WORDS: Final = tuple(dict.fromkeys((*(word for word, _ in _STAGES.values()), *_PHASES.values())))

_ARMED: Final = frozenset({Stage.ARMED, Stage.ARMING})

# what is noticed first where a robot is lost, and is not what the operator has to know
_OF_LOST: Final = frozenset({Reason.RECONNECTED, Reason.SUBSCRIBER_GONE, Reason.SUBSCRIBER_LEFT})

# obstacles that mean that there is no robot to be stopped
_OBSTACLES_OF_ROBOT: Final = frozenset({Reason.NOT_CONNECTED, Reason.NO_SUBSCRIBER, Reason.ONLY_ONLOOKERS})

UNOBEYED: Final = (
    "The odometry shows that the robot moves on: stop it by other means. Zeros are sent until it stands. "
    "If you see it stand, clear it twice."
)

CLEAR_AGAIN: Final = "Press Clear once more, within 5 s."

NO_WATCHDOG: Final = "There is no watchdog: if driving fails, nothing stops the robot."

MAY_BE_MOVING: Final = "The robot may still be moving."

HINTS: Final[dict[Stage, str]] = {
    Stage.ARMING: "Touch nothing until the robot has answered.",
    Stage.ARMED: "Push and hold to drive, let go to stop.",
    Stage.STOPPING: "Zeros are sent until one has arrived. If you see the robot stand, clear it twice.",
    Stage.STOPPED: "STOP is latched. Look whether the way is free, then clear it in two steps.",
}


@dataclass(frozen=True, slots=True)
class DriveStatusText:
    """Texts and flags that the panel and the actions show of a state.

    Attributes:
        tone, word: the state of driving.
        hint: what to do next, and why the robot can't be armed where it can't.
        stopped: the reason of the last stop.
        banner: warning that a robot may still be moving; else empty.
        notice: warning that the log of driving can't be written or has gaps; else empty.
        driver: which input drives, which other is pushed and waits.
        others: which other publishers may move the robot.
        others_are_sending: whether one of those sends now.
        link: quality of the link to the robot; `link_is_bad` where that is worth a colour.
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
    can_arm: bool = False
    obstacle: str = ""
    arms_unwatched: bool = False
    can_disarm: bool = False
    can_clear: bool = False
    clear_again: bool = False
    is_live: bool = False


def describe_state(
    state: DriveState | None, earlier: EarlierEvents = NOTHING_EARLIER, stopped_on: str = ""
) -> DriveStatusText:
    """Describe the state of the robot that is driven; `state` is None where none was selected.

    `stopped_on` is the name of another robot, where STOP was pressed while that was driven.
    """
    if state is None:
        hint = say(DriveStatusWording.CHOOSE_TOPIC())
        return DriveStatusText(DriveTone.AWAY, say(DriveStatusWording.NOT_CHOSEN()), hint, obstacle=hint)
    report, banner = state.report, _banner(state)
    if state.phase is not DrivePhase.RUNNING or report is None:
        return _absent(state, banner, earlier, stopped_on)
    stage, obstacle = report.stage, arm_obstacle(report)
    word, tone = _STAGES[stage]
    return DriveStatusText(
        tone=tone,
        word=translate("Drive", word),
        hint=_hint(report, state, _stopped_elsewhere(earlier, stopped_on)) + _unwatched(state, report),
        stopped=_stopped(report, earlier),
        banner=banner,
        notice=_notice(report),
        driver=_driver(report),
        others=_others(report, state),
        others_are_sending=bool(report.others_sending),
        link=_link(report),
        link_is_bad=report.level is not LinkLevel.GOOD or _is_unwatched(report),
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
    stopping = report.stage is Stage.STOPPING or report.owed
    obstacles = (
        (report.stage is Stage.STOPPED, Reason.LATCHED),
        (stopping, Reason.NOT_OBEYED if report.unobeyed else Reason.STILL_OWED),
        (not report.connected, Reason.NOT_CONNECTED),
        (not report.subscribers and bool(report.onlookers), Reason.ONLY_ONLOOKERS),
        (not report.subscribers, Reason.NO_SUBSCRIBER),
        (report.round_trip_s is None, Reason.NO_PROBE),
        (report.level is LinkLevel.LOST, Reason.UNREAD if report.unread else Reason.LINK_SILENT),
        (bool(report.waiting_for), Reason.NOT_NEUTRAL),
        (report.watchdog is WatchdogReadiness.STARTING, Reason.WATCHDOG_STARTING),
    )
    return next((reason for there, reason in obstacles if there), None)


def source_name(source: DriveSource) -> str:
    """Return the operator's name for an input, translated."""
    return translate("Drive", _SOURCES[source])


def velocity_texts(velocity: Velocity | None) -> tuple[str, str]:
    """Return forward and turn as texts with a sign and two decimals; dashes for unknown values."""
    if velocity is None or not velocity.is_finite:
        return UNKNOWN, UNKNOWN
    return _signed(velocity.linear_m_s), _signed(velocity.angular_rad_s)


def as_effort(velocity: Velocity, profile: Profile) -> Velocity:
    """Convert the velocity of a joint that is driven by effort into that effort, in N (linear) and N m (angular)."""
    per_linear, per_angular = (profile.joint_effort / most for most in _fastest(profile))
    return Velocity(velocity.linear_m_s * per_linear, velocity.angular_rad_s * per_angular)


def limit_text(profile: Profile, share: float) -> str:
    """Return the maximum at a fraction of the limits, with unit: a base's speed, a joint's speed, or its effort."""
    linear_m_s, angular_rad_s = _fastest(profile)
    if profile.joint_effort:
        return f"{profile.joint_effort * share:.2f} {'N' if profile.joint_slides else 'N·m'}"
    if profile.joint and not profile.joint_slides:
        return f"{angular_rad_s * share:.2f} rad/s"
    return f"{linear_m_s * share:.2f} m/s"


# internals


def _fastest(profile: Profile) -> tuple[float, float]:
    return profile.limits.linear_m_s, profile.limits.angular_rad_s


def _absent(state: DriveState, banner: str, earlier: EarlierEvents, stopped_on: str) -> DriveStatusText:
    """Describe a state without a drive process, or without a report from it."""
    tone = DriveTone.OWED if banner else DriveTone.AWAY
    word = translate("Drive", _PHASES[state.phase])
    if state.latched:
        tone, word = DriveTone.STOPPED, translate("Drive", _STAGES[Stage.STOPPED][0])
    obstacle = _sentence(state.text, state.tip)
    hint = translate("Drive", CLEAR_AGAIN) if state.clear_again else obstacle
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
        return translate("Drive", MAY_BE_MOVING)
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


def _hint(report: DriveReport, state: DriveState, stopped_elsewhere: str) -> str:
    if report.clear_again or state.clear_again:
        return translate("Drive", CLEAR_AGAIN)
    if report.stage is Stage.ARMED and report.waiting_for:
        return say(DriveStatusWording.LET_GO(sources=_sources(report.waiting_for)))
    if report.stage is Stage.DISARMED:
        return _hint_to_arm(report)
    if report.stage is Stage.STOPPED and stopped_elsewhere and not report.unobeyed:
        return stopped_elsewhere
    hint = translate("Drive", UNOBEYED if report.unobeyed else HINTS[report.stage])
    if report.stage is Stage.STOPPING and report.missed:
        return f"{say(DriveStatusWording.MISSED(names=_names(report.missed)))} {hint}"
    return hint


def _unwatched(state: DriveState, report: DriveReport) -> str:
    """Return the hint for arming, or being armed, without a watchdog; empty where there is no robot to be stopped."""
    missing = report.stage is Stage.DISARMED and report.watchdog is WatchdogReadiness.MISSING
    if not (missing or _is_unwatched(report)) or arm_obstacle(report) in _OBSTACLES_OF_ROBOT:
        return ""
    words = translate("Drive", NO_WATCHDOG)
    return " ".join(("", words, _sentence(state.watchdogs.text, state.watchdogs.tip))).rstrip()


def _is_unwatched(report: DriveReport) -> bool:
    return report.stage in {Stage.ARMED, Stage.ARMING} and report.watchdog is not WatchdogReadiness.READY


def _stopped_elsewhere(earlier: EarlierEvents, stopped_on: str) -> str:
    """Return where and when STOP was pressed, and what to do; empty where the robot that is driven was stopped."""
    if not stopped_on or earlier.stopped_at_s is None:
        return ""
    text = DriveStatusWording.STOPPED_ELSEWHERE
    return say(text(robot=stopped_on, time=time.strftime("%H:%M", time.localtime(earlier.stopped_at_s))))


def _obstacle_text(obstacle: Reason, report: DriveReport) -> str:
    about = report.onlookers if obstacle is Reason.ONLY_ONLOOKERS else ()
    return say(DriveStatusWording.CANT_ARM(reason=_reason(obstacle, about)))


def _hint_to_arm(report: DriveReport) -> str:
    obstacle = arm_obstacle(report)
    if obstacle is not None:
        return _obstacle_text(obstacle, report)
    if report.refusal is not None:
        return say(DriveStatusWording.NOT_ARMED(reason=_reason(report.refusal)))
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
        words = f"{reason.text}."
    elif reason is None and ended:
        words = f"{ended}."
    return say(DriveStatusWording.LAST_STOP(reason=words)) if words else ""


def _driver(report: DriveReport) -> str:
    if report.driver is not None and report.losers:
        text = DriveStatusWording.DRIVES_AND_WAITS(driver=source_name(report.driver), losers=_sources(report.losers))
        return begin_sentence(say(text))
    if report.driver is not None:
        return begin_sentence(say(DriveStatusWording.DRIVES(driver=source_name(report.driver))))
    if report.losers:
        return begin_sentence(say(DriveStatusWording.PUSHED(losers=_sources(report.losers))))
    return say(DriveStatusWording.NOBODY_DRIVES())


def _others(report: DriveReport, state: DriveState) -> str:
    if report.others_sending:
        return say(DriveStatusWording.ALSO_SENDING(names=_names(report.others_sending)))
    if report.others_advertising:
        return say(DriveStatusWording.MAY_SEND(names=_names(report.others_advertising)))
    uri = state.target.uri if state.target is not None else ""
    if uri and not driven_scheme(uri).lists_senders:
        return say(DriveStatusWording.OTHERS_UNKNOWN())
    return say(DriveStatusWording.NO_OTHERS())


def _link(report: DriveReport) -> str:
    if not report.connected:
        return say(DriveStatusWording.NOT_CONNECTED())
    words = {
        LinkLevel.GOOD: say(DriveStatusWording.LINK_GOOD()),
        LinkLevel.SLOW: say(DriveStatusWording.LINK_SLOW()),
        LinkLevel.POOR: say(DriveStatusWording.LINK_POOR()),
        LinkLevel.LOST: _trouble_of_link(report),
    }
    link = words[report.level]
    if report.round_trip_s is not None:
        link += f", {report.round_trip_s * 1000:.1f} ms"
    return say(DriveStatusWording.NO_WATCHDOG_LINK(link=link)) if _is_unwatched(report) else link


def _trouble_of_link(report: DriveReport) -> str:
    if report.unobeyed:
        return say(DriveStatusWording.DISOBEYS())
    return say(DriveStatusWording.READS_NOTHING()) if report.unread else say(DriveStatusWording.NO_ANSWER())


def _reason(reason: Reason, about: Sequence[str] = ()) -> str:
    words = f"{reason.text}: {_names(about)}" if about else reason.text
    return _sentence(words, reason.tip, begin=False)


def _sentence(words: str, tip: str, *, begin: bool = True) -> str:
    # words that make a sentence of their own never begin with a name
    text = words[:1].upper() + words[1:] if begin else words
    return f"{text}. {tip}".strip() if text else tip


def _sources(sources: Iterable[DriveSource]) -> str:
    return " / ".join(map(source_name, sources))


def _names(names: Sequence[str]) -> str:
    told = ", ".join(names[:_MOST_NAMES])
    rest = len(names) - _MOST_NAMES
    return say(DriveStatusWording.AND_MORE(names=told, rest=rest)) if rest > 0 else told


def _signed(value: float) -> str:
    return f"{value + 0.0:+.2f}" if abs(value) >= 0.005 else "0.00"
