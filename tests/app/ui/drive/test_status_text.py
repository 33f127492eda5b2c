from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from app.config.profile import Limits, Profile
from app.drive.control.following import FollowFault
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import (
    ZERO,
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
from app.drive.supervisor.drive_process import DriveTarget
from app.drive.supervisor.drive_state import DrivePhase, DriveState, WatchdogsState
from app.model.steady_link import ShownLink
from app.ui.drive.colors import DriveTone
from app.ui.drive.earlier_events import EarlierEvents
from app.ui.drive.status_text import (
    HINTS,
    SI_UNITS,
    arm_obstacle,
    as_effort,
    describe_state,
    is_dangerous,
    limit_text,
    signed_text,
    source_name,
)
from app.wording.ui.drive import DriveStatusWording as Words
from tests.app.ui.drive.conftest import OTHER
from tests.fakes.driving_view import READY, FakeHandle
from tests.tools.sentences import shows


def told(**changes: Any) -> DriveState:
    handle = FakeHandle()
    handle.tell(**changes)
    return handle.state


def report(**changes: Any) -> DriveReport:
    return replace(READY, **changes)


def test_that_nobody_drives_is_said_before_it_disarms() -> None:
    assert describe_state(told(stage=Stage.ARMED)).hint == HINTS[Stage.ARMED]()
    soon = Words.IDLE_SOON(left_s=9)
    assert describe_state(told(stage=Stage.ARMED, idle_left_s=8.2)).hint == soon
    held = describe_state(told(stage=Stage.ARMED, idle_left_s=8.2, waiting_for=(DriveSource.PAD,)))
    assert held.hint == f"{Words.LET_GO(sources='Gamepad')} {soon}"


def test_where_nothing_is_driven_it_says_what_to_do() -> None:
    face = describe_state(None)
    assert (face.tone, face.word) == (DriveTone.AWAY, Words.NOT_CHOSEN())
    assert face.hint == Words.CHOOSE_TOPIC()
    assert not any((face.can_arm, face.can_disarm, face.can_clear, face.is_live))


@pytest.mark.parametrize(
    ("stage", "tone", "word", "buttons"),
    [
        (Stage.DISARMED, DriveTone.SAFE, "DISARMED", (True, False, False)),
        (Stage.ARMING, DriveTone.BETWEEN, "ARMING …", (False, True, False)),
        (Stage.ARMED, DriveTone.ARMED, "ARMED", (False, True, False)),
        (Stage.STOPPING, DriveTone.OWED, "STOPPING", (False, False, True)),
        (Stage.STOPPED, DriveTone.STOPPED, "STOPPED", (False, False, True)),
    ],
)
def test_every_stage_has_a_word_a_tone_and_its_buttons(
    stage: Stage, tone: DriveTone, word: str, buttons: tuple[bool, bool, bool]
) -> None:
    face = describe_state(told(stage=stage))
    assert (face.tone, face.word) == (tone, word)
    assert (face.can_arm, face.can_disarm, face.can_clear) == buttons
    assert face.hint
    assert face.is_live is (stage is Stage.ARMED)


@pytest.mark.parametrize(
    ("stage", "watch"), [(Stage.DISARMED, WatchdogReadiness.MISSING), (Stage.ARMED, WatchdogReadiness.STARTING)]
)
def test_that_nobody_would_stop_the_robot_if_driving_failed_is_said(stage: Stage, watch: WatchdogReadiness) -> None:
    state = told(stage=stage)
    assert Words.NO_WATCHDOG() not in describe_state(state).hint

    missing = told(stage=stage, watchdog=watch)
    assert Words.NO_WATCHDOG() in describe_state(missing).hint
    assert describe_state(missing).hint.startswith(describe_state(state).hint)
    assert describe_state(missing).arms_unwatched is (stage is Stage.DISARMED)

    failed = replace(missing, watchdogs=WatchdogsState(text="The port is in use", tip="Choose another."))
    assert "The port is in use. Choose another." in describe_state(failed).hint


def test_as_long_as_it_is_armed_so_that_stands_beside_the_link_too() -> None:
    assert describe_state(told(stage=Stage.ARMED)).link == f"{Words.LINK_GOOD()}, 4.2 ms"

    face = describe_state(told(stage=Stage.ARMED, watchdog=WatchdogReadiness.MISSING))

    assert (face.link, face.link_is_bad) == (Words.NO_WATCHDOG_LINK(link=f"{Words.LINK_GOOD()}, 4.2 ms"), True)


@pytest.mark.parametrize("changes", [{"connected": False}, {"subscribers": 0}, {"stage": Stage.STOPPED}])
def test_where_something_else_comes_first_it_is_not(changes: dict[str, Any]) -> None:
    assert Words.NO_WATCHDOG() not in describe_state(told(**changes, watchdog=WatchdogReadiness.MISSING)).hint


def test_no_two_stages_share_a_tone() -> None:
    tones = [describe_state(told(stage=stage)).tone for stage in Stage]
    assert len(set(tones)) == len(Stage)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"stage": Stage.STOPPED}, Reason.LATCHED),
        ({"watchdog": WatchdogReadiness.STARTING}, Reason.WATCHDOG_STARTING),
        ({"owed": True}, Reason.STILL_OWED),
        ({"owed": True, "unobeyed": True}, Reason.NOT_OBEYED),
        ({"connected": False}, Reason.NOT_CONNECTED),
        ({"subscribers": 0}, Reason.NO_SUBSCRIBER),
        ({"onlookers": ("/rostopic_1_2",)}, None),
        ({"round_trip_s": None}, Reason.NO_PROBE),
        ({"level": LinkLevel.LOST}, Reason.LINK_SILENT),
        ({"waiting_for": (DriveSource.PAD,)}, Reason.NOT_NEUTRAL),
    ],
)
def test_what_speaks_against_arming_is_said_before_anybody_tries(
    changes: dict[str, Any], reason: Reason | None
) -> None:
    assert arm_obstacle(report(**changes)) is reason
    face = describe_state(told(**changes))
    assert face.can_arm is (reason is None)
    assert face.obstacle == ("" if reason is None else f"{reason.text}. {reason.tip}")
    if reason is not None and "stage" not in changes and "owed" not in changes:
        assert face.hint == face.obstacle


def test_where_only_tools_listen_they_are_named() -> None:
    reason = Reason.ONLY_ONLOOKERS
    changes = {"subscribers": 0, "onlookers": ("/rostopic_1_2", "/rviz_3")}
    assert arm_obstacle(report(**changes)) is reason
    assert describe_state(told(**changes)).hint == f"{reason.text}: /rostopic_1_2, /rviz_3. {reason.tip}"


def test_who_came_and_who_is_gone_are_named() -> None:
    newcomer = describe_state(told(stage=Stage.ARMED, reason=Reason.NEWCOMER, about=("/second",))).stopped
    assert newcomer == f"{Reason.NEWCOMER.text}: /second. {Reason.NEWCOMER.tip}"
    stopping = describe_state(told(stage=Stage.STOPPING, owed=True, missed=("/base",))).hint
    assert "/base" in stopping
    assert stopping.endswith(HINTS[Stage.STOPPING]())


@pytest.mark.parametrize("stage", [Stage.STOPPING, Stage.STOPPED])
def test_that_a_robot_does_not_obey_is_said_and_what_to_do(stage: Stage) -> None:
    reason = Reason.NOT_OBEYED
    face = describe_state(told(stage=stage, owed=True, unobeyed=True, level=LinkLevel.LOST, reason=reason))

    assert face.hint == Words.UNOBEYED()
    assert face.stopped == f"{reason.text}. {reason.tip}"
    assert (face.link, face.link_is_bad) == (f"{Words.DISOBEYS()}, 4.2 ms", True)


def test_why_it_was_not_armed_is_said_until_it_is() -> None:
    face = describe_state(told(refusal=Reason.NOT_SEEN))
    assert f"{Reason.NOT_SEEN.text}. {Reason.NOT_SEEN.tip}" in face.hint


def test_why_it_last_stopped_is_said_with_what_to_do() -> None:
    for reason in (Reason.PAD_GONE, Reason.RELEASED):
        assert describe_state(told(reason=reason)).stopped == f"{reason.text}. {reason.tip}".strip()


@pytest.mark.parametrize("stage", [Stage.ARMING, Stage.ARMED])
def test_what_stopped_it_before_it_was_armed_is_said_no_more_but_what_has_it_stand_now_is(stage: Stage) -> None:
    for reason in Reason:
        said = describe_state(told(stage=stage, reason=reason)).stopped
        assert bool(said) is (reason.effect is Effect.ZERO and reason is not Reason.RELEASED), reason
        assert describe_state(told(stage=stage, reason=reason, command=Velocity(0.1, 0.0))).stopped == ""


def test_how_a_stop_is_cleared_is_not_said_of_one_that_was_cleared() -> None:
    assert describe_state(told(reason=Reason.STOP)).stopped == f"{Reason.STOP.text}."


@pytest.mark.parametrize("reason", [Reason.RECONNECTED, Reason.SUBSCRIBER_GONE, Reason.SUBSCRIBER_LEFT])
def test_a_robot_that_is_lost_is_said_to_be_lost_whatever_was_noticed_first(reason: Reason) -> None:
    lost = describe_state(told(connected=False, reason=reason, about=("/base",))).stopped
    assert lost == f"{Reason.LINK_LOST.text}. {Reason.LINK_LOST.tip}"
    assert reason.text in describe_state(told(reason=reason)).stopped


def test_why_a_drive_process_ended_is_said_of_the_next_one_until_that_has_a_reason_of_its_own() -> None:
    late = EarlierEvents(reason=Reason.LATE, ended=DrivePhase.ENDED.text)
    assert describe_state(told(), late).stopped == f"{Reason.LATE.text}. {Reason.LATE.tip}"
    starting = replace(DriveState(), phase=DrivePhase.STARTING)
    assert Reason.LATE.text in describe_state(starting, late).stopped
    assert Reason.PAD_GONE.text in describe_state(told(reason=Reason.PAD_GONE), late).stopped

    ended = EarlierEvents(ended=DrivePhase.ENDED.text)
    assert describe_state(told(), ended).stopped == f"{DrivePhase.ENDED.text}."
    assert describe_state(told(stage=Stage.ARMED), ended).stopped == ""


@pytest.mark.parametrize(
    "state", [told(stage=Stage.STOPPED), replace(DriveState(), phase=DrivePhase.STARTING, latched=True)]
)
def test_where_and_when_stop_was_pressed_is_said_where_another_robot_is_driven(state: DriveState) -> None:
    earlier = EarlierEvents(stopped_on=OTHER, stopped_at_s=time.mktime((2026, 11, 26, 5, 54, 7, 0, 0, -1)))
    hint = describe_state(state, earlier, OTHER).hint
    assert OTHER in hint
    assert "05:54" in hint
    assert OTHER not in describe_state(state, earlier).hint
    again = describe_state(replace(state, clear_again=True), earlier, OTHER)
    assert again.hint == Words.CLEAR_AGAIN()


def test_both_steps_of_clearing_are_said() -> None:
    first, second = (
        describe_state(told(stage=Stage.STOPPED)),
        describe_state(told(stage=Stage.STOPPED, clear_again=True)),
    )
    assert first.hint == HINTS[Stage.STOPPED]()
    assert second.hint == Words.CLEAR_AGAIN()
    assert (first.clear_again, second.clear_again) == (False, True)


def test_who_drives_who_lost_and_who_has_to_let_go_are_named() -> None:
    both = describe_state(told(stage=Stage.ARMED, driver=DriveSource.PAD, losers=(DriveSource.KEYBOARD,)))
    assert both.driver == Words.DRIVES_AND_WAITS(
        driver=source_name(DriveSource.PAD), losers=source_name(DriveSource.KEYBOARD)
    )
    assert describe_state(told(stage=Stage.ARMED, waiting_for=(DriveSource.SCREEN,))).hint == (
        Words.LET_GO(sources=source_name(DriveSource.SCREEN))
    )
    assert describe_state(told(driver=DriveSource.KEYBOARD)).driver == Words.DRIVES(
        driver=source_name(DriveSource.KEYBOARD)
    )
    assert describe_state(told(losers=(DriveSource.PAD,))).driver == Words.PUSHED(losers=source_name(DriveSource.PAD))


def test_others_that_send_stand_before_those_that_only_could() -> None:
    names = tuple(f"/node{number}" for number in range(5))
    sending = describe_state(told(others_sending=("/planner",), others_advertising=names))
    assert sending.others_are_sending
    assert sending.others == Words.ALSO_SENDING(names="/planner")
    could = describe_state(told(others_advertising=names))
    assert not could.others_are_sending
    assert could.others == Words.MAY_SEND(names=Words.AND_MORE(names="/node0, /node1, /node2", rest=2))


def test_the_link_is_told_in_words_and_milliseconds() -> None:
    assert describe_state(told()).link == f"{Words.LINK_GOOD()}, 4.2 ms"
    poor = describe_state(told(level=LinkLevel.POOR, round_trip_s=0.31))
    assert (poor.link, poor.link_is_bad) == (Words.LINK_POOR(limit_ms=300), True)
    slow = describe_state(told(level=LinkLevel.SLOW, round_trip_s=0.007))
    assert (slow.link, slow.link_is_bad) == (Words.LINK_SLOW(limit_ms=150), True)
    steady = describe_state(told(level=LinkLevel.SLOW, round_trip_s=0.007), link=ShownLink(0, 0.0042))
    assert (steady.link, steady.link_is_bad) == (f"{Words.LINK_GOOD()}, 4.2 ms", False)
    assert describe_state(told(connected=False)).link == Words.NOT_CONNECTED()


def test_the_banner_stays_as_long_as_the_robot_may_move_whatever_else_is_known() -> None:
    assert describe_state(told(stage=Stage.STOPPING, owed=True)).banner == Words.MAY_BE_MOVING()
    for phase in DrivePhase:
        state = replace(told(), phase=phase, may_be_moving=True)
        assert describe_state(state).banner == Words.MAY_BE_MOVING()
    assert describe_state(told()).banner == ""


def test_robots_that_are_driven_no_more_and_may_be_moving_are_named_beside_the_one_that_is() -> None:
    left = replace(told(), may_be_moving=True, watchdogs=WatchdogsState(left_robots=("ros1://rover:11311",)))
    assert describe_state(left).banner == Words.OTHERS_MAY_BE_MOVING(robots="ros1://rover:11311")
    assert (describe_state(left).word, describe_state(left).can_clear) == ("DISARMED", True)
    both = replace(left, driven_may_be_moving=True)
    assert describe_state(both).banner == Words.MAY_BE_MOVING_TOO(robots="ros1://rover:11311")


@pytest.mark.parametrize("phase", [phase for phase in DrivePhase if phase is not DrivePhase.RUNNING])
def test_without_a_process_that_answers_nothing_can_be_armed_and_the_reason_is_said(phase: DrivePhase) -> None:
    state = replace(told(stage=Stage.ARMED), phase=phase, text=phase.text, tip=phase.tip)
    face = describe_state(state)
    assert not face.can_arm
    assert not face.is_live
    assert phase.tip in face.hint
    assert face.word not in {"ARMED", "DISARMED"}


def test_stop_that_no_process_has_heard_is_latched_and_can_be_cleared() -> None:
    state = replace(DriveState(), phase=DrivePhase.ENDED, latched=True)
    face = describe_state(state)
    assert (face.tone, face.word, face.can_clear) == (DriveTone.STOPPED, "STOPPED", True)


def test_that_the_robot_stands_can_be_said_in_two_steps_while_zeros_in_place_of_the_process_have_not_arrived() -> None:
    moving = replace(DriveState(), phase=DrivePhase.ENDED, may_be_moving=True, watchdogs=WatchdogsState(moving=True))
    first, second = describe_state(moving), describe_state(replace(moving, clear_again=True))
    assert (first.can_clear, first.clear_again) == (True, False)
    assert (second.clear_again, second.hint) == (True, Words.CLEAR_AGAIN())
    again = replace(told(), may_be_moving=True, watchdogs=WatchdogsState(moving=True))
    assert (describe_state(again).word, describe_state(again).can_clear) == ("DISARMED", True)
    assert describe_state(replace(again, clear_again=True)).hint == second.hint


@pytest.mark.parametrize(
    ("state", "dangerous"),
    [
        (None, False),
        (told(), False),
        (told(stage=Stage.ARMING), True),
        (told(stage=Stage.ARMED), True),
        (told(stage=Stage.STOPPING, owed=True), True),
        (told(measured=Velocity(0.1, 0.0)), True),
        (told(measured=ZERO), False),
        (told(stage=Stage.STOPPED), False),
        (replace(told(stage=Stage.ARMED), phase=DrivePhase.SILENT), True),
        (replace(told(stage=Stage.ARMED), phase=DrivePhase.ENDED), False),
        (replace(DriveState(), may_be_moving=True), True),
    ],
)
def test_it_is_dangerous_while_the_robot_moves_may_move_or_may_be_moved(
    state: DriveState | None,
    dangerous: bool,  # noqa: FBT001
) -> None:
    assert is_dangerous(state) is dangerous


def test_velocities_have_a_sign_and_zero_has_none() -> None:
    metres = SI_UNITS[0]
    assert [signed_text(number, metres) for number in (0.3, -0.456, -0.0, 0.001)] == ["+0.30", "-0.46", "0.00", "0.00"]


def test_a_log_that_can_not_be_written_is_said_before_it_is_armed_and_refuses_nothing() -> None:
    face = describe_state(told(log_trouble="it is full", log_dropped=3))

    assert face.can_arm
    assert shows(face.notice, Words.LOG_NOT_WRITTEN, reason="it is full")
    assert describe_state(told()).notice == ""


def test_entries_that_were_lost_are_counted() -> None:
    notice = describe_state(told(log_dropped=3)).notice
    assert notice == Words.LOG_HAS_GAPS(count=3)


def test_a_robot_that_answers_and_reads_nothing_is_not_said_to_be_silent() -> None:
    hanging = told(level=LinkLevel.LOST, unread=7, round_trip_s=0.002)
    assert describe_state(hanging).link == f"{Words.READS_NOTHING()}, 2.0 ms"
    assert Reason.UNREAD.text in describe_state(hanging).hint
    assert describe_state(told(level=LinkLevel.LOST, round_trip_s=0.002)).link == f"{Words.NO_ANSWER()}, 2.0 ms"


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("ros1://rover:11311", Words.NO_OTHERS()),
        ("galileo://rover:3547/cmd_vel", Words.OTHERS_UNKNOWN()),
        ("nrp+grpc://engine:9004", Words.OTHERS_UNKNOWN()),
    ],
)
def test_nobody_is_said_to_be_alone_with_a_robot_that_does_not_tell(uri: str, words: str) -> None:
    assert describe_state(replace(told(), target=DriveTarget(uri))).others == words


def test_the_most_is_told_in_the_unit_of_what_is_driven() -> None:
    limits = Limits(linear_m_s=0.4, angular_rad_s=0.8)
    by_effort = Profile(limits=limits, joint="a", joint_effort=5.0, joint_on_stop="zero")

    assert limit_text(Profile(limits=limits), 0.5) == "0.20 m/s"
    assert limit_text(Profile(limits=limits, joint="a"), 0.5) == "0.40 rad/s"
    assert limit_text(Profile(limits=limits, joint="a", joint_slides=True), 0.5) == "0.20 m/s"
    assert limit_text(by_effort, 0.5) == "2.50 N·m"
    assert as_effort(Velocity(0.0, -0.4), by_effort) == Velocity(0.0, -2.5)


def test_a_robot_that_moves_without_a_command_from_here_is_not_said_to_be_driven_by_nobody() -> None:
    face = describe_state(told(measured=Velocity(0.3, 0.0)), moves_by_itself=True)
    assert (face.driver, face.others) == (Words.NOBODY_HERE_DRIVES(), Words.MOVES_BY_ITSELF())
    assert face.others_are_sending

    # who sends is named, if that is known
    face = describe_state(told(others_sending=("/teleop",)), moves_by_itself=True)
    assert face.others == Words.ALSO_SENDING(names="/teleop")


@pytest.mark.parametrize(
    ("estop", "word", "reason"),
    [
        (EstopState.PRESSED, Words.ESTOP_PRESSED, Reason.ESTOP),
        (EstopState.UNHEARD, Words.ESTOP_UNHEARD, Reason.ESTOP_UNHEARD),
        (EstopState.SILENT, Words.ESTOP_SILENT, Reason.ESTOP_SILENT),
        (EstopState.UNREADABLE, Words.ESTOP_UNREADABLE, Reason.ESTOP_UNREADABLE),
    ],
)
def test_the_robots_own_estop_is_told_and_speaks_against_arming(estop: EstopState, word: Words, reason: Reason) -> None:
    face = describe_state(told(estop=estop))
    assert shows(face.estop, word)
    assert reason.text in face.hint
    assert reason.text in face.obstacle
    assert (face.estop_is_bad, face.hint_warns, face.can_arm) == (True, True, False)
    # what speaks against arming before that is said first
    assert Reason.NOT_CONNECTED.text in describe_state(told(estop=estop, connected=False)).hint
    armed = describe_state(told(estop=estop, stage=Stage.ARMED))
    assert (armed.estop, armed.estop_is_bad, armed.hint_warns) == (face.estop, True, False)


def test_one_that_is_released_is_told_and_one_that_no_profile_names_is_not() -> None:
    face = describe_state(told(estop=EstopState.RELEASED))
    assert shows(face.estop, Words.ESTOP_RELEASED)
    assert (face.estop_is_bad, face.can_arm, face.hint_warns) == (False, True, False)
    assert describe_state(told()).estop == ""


@pytest.mark.parametrize("fault", list(FollowFault))
def test_that_a_robot_does_not_follow_is_said_in_place_of_what_to_do_while_it_is_armed(fault: FollowFault) -> None:
    usual = describe_state(told(stage=Stage.ARMED)).hint
    face = describe_state(told(stage=Stage.ARMED, not_following=fault))
    assert face.hint
    assert face.hint != usual
    assert face.hint_warns
    named = describe_state(told(stage=Stage.ARMED, not_following=fault, others_sending=("/nav",)))
    assert named.hint.startswith(face.hint)
    assert "/nav" in named.hint
    # to let go goes first: by what is held nothing moves
    held = describe_state(told(stage=Stage.ARMED, not_following=fault, waiting_for=(DriveSource.PAD,)))
    assert not held.hint_warns
    assert shows(held.hint, Words.LET_GO)
    assert not describe_state(told(stage=Stage.DISARMED, not_following=fault)).hint_warns


def test_how_soon_a_command_shows_is_told_and_what_is_not_known_is_a_dash() -> None:
    late = OdometryDelay(0.412, 0.085, 0.1, 0.412, 7)
    face = describe_state(told(odometry_delay=late, measured=ZERO))
    assert face.delay == Words.ODOMETRY_DELAY(newest_ms=412, least_ms=85, most_ms=412)
    assert face.delays == Words.ODOMETRY_DELAYS(least_ms=85, median_ms=100, most_ms=412, count=7)
    unknown = describe_state(told(measured=ZERO))
    assert unknown.delay == "\N{EN DASH}"
    assert describe_state(told(odometry_delay=replace(late, count=1))).delay == "412 ms"
    assert unknown.delays == Words.ODOMETRY_DELAY_UNKNOWN()
    nothing = describe_state(told())
    assert (nothing.delay, nothing.delays) == ("", "")


def test_an_axis_that_hangs_is_named_while_armed_and_keeps_from_arming() -> None:
    armed = describe_state(told(stage=Stage.ARMED, hanging=("lift",)))
    assert shows(armed.hint, Words.AXIS_HANGS, axis="lift")
    assert armed.hint_warns
    assert armed.link_is_bad
    assert "lift" in armed.link

    disarmed = describe_state(told(stage=Stage.DISARMED, hanging=("lift",)))
    assert arm_obstacle(report(stage=Stage.DISARMED, hanging=("lift",))) is Reason.AXIS_HANGS
    assert not disarmed.can_arm
    assert "lift" in disarmed.obstacle


def test_an_axis_that_is_slow_is_named_beside_the_link() -> None:
    late = describe_state(told(stage=Stage.ARMED, lagging=("lift",)))

    assert late.link_is_bad
    assert "lift" in late.link
    assert not late.hint_warns
