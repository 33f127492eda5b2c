from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.control.following import FollowFault
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import (
    DriveLink,
    DriveSource,
    EstopState,
    LinkLevel,
    Outcome,
    OutgoingCommand,
    Reason,
    Stage,
    Velocity,
    WatchdogReadiness,
)
from app.drive.messages.lines import MAX_LINE, LineError
from app.drive.messages.pad_commands import SetupAction
from app.drive.messages.pad_setup_report import MAX_FOUND, SetupPreview, SetupReport, SetupStage
from app.drive.messages.report import (
    MAX_AXES,
    MAX_FEW_NAMES,
    MAX_NAME_BYTES,
    MAX_NAMES,
    MAX_PADS,
    DriveReport,
    OwnFacts,
    PadReport,
    format_report,
    make_report,
    parse_report,
    report_name,
)
from app.drive.messages.report_text import report_text
from app.wording.drive import DriveWording, PadWording
from protocols.sentence import code_of
from tests.tools.sentences import tells

LATE = OdometryDelay(0.123, 0.103, 0.1125, 0.456, 12)

FULL = DriveReport(
    at_s=1000.25,
    stage=Stage.ARMED,
    command=Velocity(0.3, -0.1),
    sent=Velocity(0.29, -0.1),
    sent_at_s=1000.24,
    sent_number=77,
    reason=Reason.RELEASED,
    refusal=Reason.NOT_NEUTRAL,
    about=("/second",),
    driver=DriveSource.PAD,
    losers=(DriveSource.KEYBOARD,),
    waiting_for=(DriveSource.PAD, DriveSource.LINES),
    lease_left_s=0.15,
    cap=Velocity(0.3, 0.8),
    level=LinkLevel.SLOW,
    owed=True,
    clear_again=True,
    connected=True,
    subscribers=2,
    subscriber_names=("/base", "/recorder"),
    missed=("/arm",),
    onlookers=("/rostopic_1_2",),
    round_trip_s=0.012,
    others_advertising=("/move_base",),
    others_sending=("/move_base",),
    measured=Velocity(0.28, 0.0),
    pads=(PadReport("Pad", (("lefty", -0.5), ("leftx", None)), drives=True),),
    unread=5,
    log_trouble="it is full",
    log_dropped=12,
    stops=3,
    marked_at_s=(998.5, 1000.2),
    past=4,
    returns=1,
    idle_left_s=4.5,
    estop=EstopState.PRESSED,
    not_following=FollowFault.STANDS,
    odometry_delay=LATE,
)


def test_a_report_survives_being_written_and_read() -> None:
    assert parse_report(format_report(FULL)) == FULL
    assert parse_report(format_report(DriveReport(1.0, Stage.DISARMED))) == DriveReport(1.0, Stage.DISARMED)


def test_of_the_pad_that_drives_or_would_its_inputs_are_told_and_why_any_can_not_drive() -> None:
    first = PadReport("a", (("lefty", 0.5),), numbers=(0.0, -0.5, None), inputs="lefty:a1~", trouble="it is odd")
    told = make_report(Outcome(Stage.DISARMED), DriveLink(), 1.0, pads=(first, replace(first, name="b")))

    assert parse_report(format_report(told)).pads == (first, replace(first, name="b", numbers=(), inputs=""))


def test_what_has_no_room_is_left_out_and_the_rest_is_told() -> None:
    pad = PadReport("a", (("lefty", 0.5),), drives=True, numbers=(0.5,), inputs="lefty:a1~," * 500, trouble="odd")
    line = format_report(replace(FULL, pads=(pad,)))

    assert len(line) <= MAX_LINE
    assert parse_report(line).pads == (replace(pad, numbers=(), inputs="", trouble=""),)


def test_what_other_programs_read_is_plain() -> None:
    told = json.loads(format_report(FULL))

    assert (told["state"], told["v"], told["w"], told["lease_left_s"]) == ("armed", 0.3, -0.1, 0.15)
    assert told["sent"] == {"v": 0.29, "w": -0.1, "t": 1000.24, "n": 77}
    assert told["reason"] == {"name": "released", "words": Reason.RELEASED.text, "tip": ""}
    assert (told["subscribers"], told["subscriber_names"]) == (2, ["/base", "/recorder"])
    assert told["others_sending"] == ["/move_base"]
    axes = {"lefty": -0.5, "leftx": None}
    assert told["pads"] == [{"name": "Pad", "number": 0, "drives": True, "taught": False, "axes": axes}]
    assert told["setup"] is None
    assert (told["estop"], told["not_following"]) == ("pressed", "stands")
    assert (told["odometry_delay"]["newest_s"], told["odometry_delay"]["count"]) == (0.123, 12)
    quiet = json.loads(format_report(DriveReport(1.0, Stage.DISARMED)))
    assert quiet["estop"] == "none"
    assert not {"not_following", "odometry_delay"} & set(quiet)


def test_a_report_tells_what_a_step_came_to() -> None:
    outcome = Outcome(
        Stage.ARMED, Velocity(0.1, 0.0), driver=DriveSource.PAD, lease_left_s=0.2, reason=Reason.LEASE, about=("/x",)
    )
    link = DriveLink(
        connected=True,
        subscribers=("/base",),
        missed=("/arm",),
        onlookers=("/rviz_1",),
        round_trip_s=0.01,
        others_advertising=("/nav",),
        unread=5,
        estop=EstopState.SILENT,
    )

    sent = OutgoingCommand(Velocity(0.1, 0.0), 3), 4.99
    follows = FollowFault.SLOW, LATE
    told = make_report(
        outcome,
        link,
        5.0,
        sent,
        log_trouble="No space left on device (/log)",
        log_dropped=9,
        not_following=follows[0],
        odometry_delay=follows[1],
    )
    assert (told.estop, told.not_following, told.odometry_delay) == (EstopState.SILENT, *follows)
    assert (told.unread, told.log_trouble, told.log_dropped) == (5, "No space left on device (/log)", 9)
    assert (told.stage, told.command, told.driver, told.reason) == (
        Stage.ARMED,
        Velocity(0.1, 0.0),
        DriveSource.PAD,
        Reason.LEASE,
    )
    assert (told.sent, told.sent_at_s, told.sent_number) == (Velocity(0.1, 0.0), 4.99, 3)
    assert (told.subscribers, told.subscriber_names, told.round_trip_s) == (1, ("/base",), 0.01)
    assert told.others_advertising == ("/nav",)
    assert (told.about, told.missed, told.onlookers) == (("/x",), ("/arm",), ("/rviz_1",))


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("/base", "/base"),
        ("/fleet/a/teledeck_123_1764166035123", "/fleet/a/teledeck_123_1764166035123"),
        ("/fleet/robot_17/teledeck_123456_1764166035123", "/fleet/robot..._123456_1764166035123"),
        ("é" * 40, "éééééé...éééééééééé"),
        ('"' * 40, "????????????...?????????????????????"),
    ],
)
def test_a_long_name_keeps_its_end_by_which_it_is_told_from_others(name: str, cut: str) -> None:
    assert report_name(name) == report_name(cut) == cut
    assert len(cut.encode()) <= MAX_NAME_BYTES


def _doubled(letter: str) -> str:
    names = dict.fromkeys(("first", "first_name", "second", "second_name"), letter * 1000)
    return PadWording.INPUT_DOUBLED(**names)


# text, trouble and tip of a pad that is set up, and one that it found
_SETUP_TEXTS: dict[str, Callable[[str], tuple[str, str, str, str]]] = {
    "plain": lambda letter: (letter * 1000,) * 4,
    "doubled": lambda letter: (
        *(PadWording.SWEEP_THEN_NEXT(), _doubled(letter), PadWording.CALIBRATE_AGAIN()),
        PadWording.BUTTON(number=12),
    ),
    "lacking": lambda letter: (
        *(PadWording.TRY_IT(), PadWording.PROFILE_FINDS_NOTHING(roles=letter * 1000), PadWording.GO_BACK()),
        PadWording.BUTTON(number=12),
    ),
    "within each other": lambda letter: (PadWording.NO_PADS(trouble=_doubled(letter), tip=_doubled(letter)),) * 4,
}


@pytest.mark.parametrize("texts", _SETUP_TEXTS)
@pytest.mark.parametrize("letter", ["a", "é", "界", "\U0001f916", "\x00", '"', "\\", "\ud800"])
def test_no_names_make_a_line_longer_than_4_kib(letter: str, texts: str) -> None:
    names = tuple(letter * 1000 for _ in range(1000))
    text, trouble, tip, found = _SETUP_TEXTS[texts](letter)
    role = letter * 1000 if texts == "plain" else PadWording.ROLE_OTHER_ACROSS()
    pads = tuple(
        PadReport(
            letter * 1000,
            tuple((f"{n}{letter * 1000}", -0.123456) for n in range(100)),
            numbers=(-0.123456,) * 100,
            inputs=letter * 1000,
            trouble=trouble,
        )
        for _ in range(9)
    )
    link = DriveLink(
        subscribers=names,
        missed=names,
        onlookers=names,
        others_advertising=names,
        others_sending=names,
        measured=Velocity(1e300, -1e300),
        unheard=names,
        estop=EstopState.UNREADABLE,
    )
    free = (-0.123456789,) * 3
    outcome = Outcome(
        Stage.STOPPED,
        Velocity(-1.23456789e100, -1.23456789e100, free=free),
        cap=Velocity(-0.123456789, -0.123456789, free=free),
        reason=Reason.NEWCOMER,
        about=names,
        refusal=max(Reason, key=lambda reason: len(reason.text + reason.tip)),
        losers=tuple(DriveSource),
        waiting_for=tuple(DriveSource),
        idle_left_s=119.987,
        hanging=names,
        lagging=names,
    )

    sent = (OutgoingCommand(Velocity(free=free), 10**9), 1.0)
    setup = SetupReport(
        *(10**9, letter * 1000, SetupStage.SUMMARY, text, trouble, tip, 99, 99),
        acts=tuple(act.value for act in SetupAction),
        axes=((-0.123456, 0.123456),) * 100,
        pressed=tuple(range(100, 300)),
        preview=SetupPreview(-0.123456, -0.123456, *(True,) * 6),
        found=((role, found),) * 100,
    )
    own = OwnFacts(
        pads=pads,
        setup=setup,
        log_trouble=trouble,
        log_dropped=10**9,
        speed=0.123456,
        speed_asked=0.123456,
        stops=10**9,
        own_name=letter * 1000,
        not_following=FollowFault.BACKWARDS,
        odometry_delay=LATE,
        marked_at_s=(123456789.123456789,) * 10,
        past=9999,
        returns=9999,
    )
    line = format_report(make_report(outcome, link, 123456789.123456789, sent, **own))
    assert len(line) <= MAX_LINE
    setting_up = parse_report(line).setup
    assert setting_up is not None
    assert (code_of(setting_up.text), code_of(setting_up.trouble)) == (code_of(text), code_of(trouble))
    # the trouble with three more like it leaves no room for the rest
    is_long = texts == "within each other"
    assert (len(setting_up.found), bool(setting_up.tip)) == ((0, False) if is_long else (MAX_FOUND, True))
    own["setup"] = None
    line = format_report(make_report(outcome, link, 123456789.123456789, sent, **own))
    assert len(line) <= MAX_LINE
    told = parse_report(line)
    assert told.subscribers == 1000
    assert len(told.subscriber_names) == MAX_NAMES
    assert len(told.about) == len(told.missed) == len(told.onlookers) == MAX_FEW_NAMES
    assert len(told.pads) == MAX_PADS
    assert len(told.pads[0].axes) == MAX_AXES


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_told_as_nothing(value: float) -> None:
    line = format_report(replace(FULL, round_trip_s=value, measured=Velocity(value, 0.0)))

    told = json.loads(line, parse_constant=pytest.fail)
    assert (told["round_trip_s"], told["measured"]) == (None, {"v": None, "w": 0.0})
    measured = parse_report(line).measured
    assert measured is not None
    assert math.isnan(measured.linear_m_s)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "driving"},
        {"state": None},
        {"t": None},
        {"t": "now"},
        {"v": "fast"},
        {"sent": []},
        {"reason": {"name": "because"}},
        {"reason": 7},
        {"driver": "nobody"},
        {"losers": "pad"},
        {"losers": [{}]},
        {"link": None},
        {"owed": 1},
        {"subscribers": True},
        {"subscriber_names": [1]},
        {"pads": [1]},
        {"pads": [{"axes": []}]},
        {"measured": 1},
    ],
)
def test_a_line_that_is_no_report_is_refused(change: dict[str, Any]) -> None:
    line = json.dumps(json.loads(format_report(FULL)) | change).encode()

    with pytest.raises(LineError):
        parse_report(line)


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_fail_or_give_a_report(data: bytes) -> None:
    try:
        told = parse_report(data)
    except LineError:
        return
    assert isinstance(told, DriveReport)


@given(st.integers(0, len(format_report(FULL)) - 3))
def test_a_line_that_was_cut_off_is_refused(length: int) -> None:
    with pytest.raises(LineError):
        parse_report(format_report(FULL)[:length])


def test_what_goes_to_the_side_or_steers_survives_the_line_and_is_left_out_where_there_is_none() -> None:
    sideways = Velocity(0.1, 0.0, -0.2)
    told = DriveReport(1.0, Stage.ARMED, sideways, sent=Velocity(0.1, steering_rad=0.3), sent_at_s=1.0, cap=sideways)

    assert parse_report(format_report(told)) == told
    assert json.loads(format_report(told))["cap"] == {"v": 0.1, "w": 0.0, "vy": -0.2}
    assert json.loads(format_report(told))["sent"] == {"v": 0.1, "w": 0.0, "steer": 0.3, "t": 1.0, "n": 0}
    assert DriveWording.COMMAND_LATERAL(lateral_m_s=-0.2) in report_text(told)


def test_topics_of_axes_that_nobody_hears_are_told() -> None:
    told = DriveReport(1.0, Stage.DISARMED, unheard=("/lift", "/tilt"))

    assert parse_report(format_report(told)) == told
    assert "unheard" not in json.loads(format_report(replace(told, unheard=())))


@pytest.mark.parametrize("key", ["hanging", "lagging"])
def test_an_axis_that_is_slow_or_hangs_is_named_where_nobody_is_missing(key: str) -> None:
    named: dict[str, Any] = {key: ("lift", "tilt")}
    outcome = Outcome(Stage.ARMED, **named)
    told = make_report(outcome, DriveLink(subscribers=("/base",)), 1.0)

    assert getattr(told, key) == ("lift",)
    assert parse_report(format_report(told)) == told
    words = {"hanging": DriveWording.AXIS_HANGS, "lagging": DriveWording.AXIS_LAGS}[key]
    assert words(axis="lift") in report_text(told)
    missing = make_report(outcome, DriveLink(unheard=("/lift",)), 1.0)
    assert (getattr(missing, key), missing.unheard) == ((), ("/lift",))


def test_free_axes_survive_the_line_and_are_left_out_where_none_moves() -> None:
    command = Velocity(0.1, free=(0.5, 0.0, -1.0))
    told = DriveReport(1.0, Stage.ARMED, command, sent=Velocity(0.1), sent_at_s=1.0, cap=Velocity(free=(1.0,) * 3))

    assert parse_report(format_report(told)) == told
    assert "free" not in json.loads(format_report(told))["sent"]
    assert json.loads(format_report(told))["free"] == [0.5, 0.0, -1.0]
    assert DriveWording.COMMAND_FREE(shares="+50%, +0%, -100%") in report_text(told)


def test_what_keeps_a_robot_from_doing_what_it_is_told_comes_first_and_its_delay_beside_the_link() -> None:
    told = DriveReport(
        1.0,
        Stage.ARMED,
        level=LinkLevel.GOOD,
        watchdog=WatchdogReadiness.READY,
        round_trip_s=0.0123,
        estop=EstopState.PRESSED,
        not_following=FollowFault.STANDS,
        odometry_delay=LATE,
    )
    parts = report_text(told).split(" | ")
    assert parts[2:4] == [DriveWording.ESTOP_PRESSED(), DriveWording.ROBOT_STANDS()]
    assert parts[5] == DriveWording.ODOMETRY_AFTER(delay_ms=123)


@pytest.mark.parametrize("estop", [EstopState.UNHEARD, EstopState.SILENT, EstopState.UNREADABLE])
def test_that_nobody_knows_of_the_robots_own_estop_is_said(estop: EstopState) -> None:
    assert DriveWording.ESTOP_UNKNOWN() in report_text(DriveReport(1.0, Stage.DISARMED, estop=estop))
    released = DriveReport(1.0, Stage.DISARMED, estop=EstopState.RELEASED)
    assert report_text(released) == report_text(DriveReport(1.0, Stage.DISARMED))


def test_why_the_log_and_a_pad_fail_is_plain_for_other_programs_and_a_sentence_for_the_window() -> None:
    log = DriveWording.LOG_FAILED(error="No space left", folder="logs")
    pad = PadWording.SDL_NOT_LOADED(error="gone")
    line = format_report(replace(FULL, log_trouble=log, pads=(PadReport("Stick", (), trouble=pad),)))

    given = json.loads(line)
    assert (given["log_trouble"], given["pads"][0]["trouble"]) == (log, pad)
    told = parse_report(line)
    assert tells(told.log_trouble, DriveWording.LOG_FAILED, error="No space left")
    assert tells(told.pads[0].trouble, PadWording.SDL_NOT_LOADED, error="gone")


@pytest.mark.parametrize("said", [["None.SUCH", {}], ["DriveWording.LOG_FAILED", {}], [], 3])
def test_a_sentence_that_nobody_knows_is_the_plain_text_beside_it(said: Any) -> None:
    given = json.loads(format_report(FULL))
    given["log_said"] = given["pads"][0]["said"] = said
    given["pads"][0]["trouble"] = "it is odd"

    told = parse_report(json.dumps(given).encode())

    assert told == replace(FULL, pads=(replace(FULL.pads[0], trouble="it is odd"),))
