"""What a drive process, its watchdog and the window tell each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.config.profile import Profile
from app.drive.control.values import Stage, Velocity
from app.drive.messages.commands import profile_command
from app.drive.messages.lines import MAX_LINE, LineError, encode_line
from app.drive.messages.report import DriveReport
from app.drive.messages.watchdog_messages import (
    DriveMessage,
    WatchdogState,
    WatchOrder,
    WindowAddress,
    WindowMessage,
    parse_drive_message,
    parse_watchdog_state,
    parse_window_address,
    parse_window_message,
    stage_line,
    watch_order_line,
    watchdog_state_line,
)
from app.wording.connections import LinkWording
from protocols.sentence import Catalogue
from tests.tools.sentences import tells

ORDER = WatchOrder("galileo://robot/x?token=secret", "/cmd", "Twist", 20004, 20005, 4711, "{}")
PLACE = WindowAddress(40000, "secret", 3, 20004, 20005)


def test_what_to_stand_by_for_comes_as_it_was_said() -> None:
    assert parse_drive_message(watch_order_line(ORDER)) == DriveMessage(order=ORDER)
    assert parse_window_address(PLACE.text) == PLACE
    assert parse_drive_message(encode_line(profile_command(Profile(topic="/base")))).profile == Profile(topic="/base")


def test_no_secret_is_shown_where_it_is_logged() -> None:
    assert "secret" not in f"{ORDER!r} {PLACE!r}"


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize(
    ("more", "moving"),
    [({}, False), ({"owed": True}, True), ({"sent": Velocity(0.0, -0.1)}, True), ({"sent": Velocity()}, False)],
)
def test_whether_the_robot_may_move_is_told_with_the_stage(stage: Stage, more: dict[str, object], moving: bool) -> None:  # noqa: FBT001 - a parameter
    word = parse_drive_message(stage_line(replace(DriveReport(1.0, stage), **more)))  # type: ignore[arg-type]

    assert (word.stage, word.moving) == (stage, moving)
    assert word.may_move is (moving or stage is not Stage.DISARMED)


@pytest.mark.parametrize("unobeyed", [True, False])
def test_so_is_whether_it_obeys(unobeyed: bool) -> None:  # noqa: FBT001 - a parameter
    word = parse_drive_message(stage_line(DriveReport(1.0, Stage.STOPPING, owed=unobeyed, unobeyed=unobeyed)))

    assert (word.unobeyed, word.moving) == (unobeyed, unobeyed)


def test_a_process_that_has_said_nothing_moves_nothing() -> None:
    assert not DriveMessage().may_move


def test_what_a_watchdog_tells_comes_as_it_was_told() -> None:
    state = WatchdogState(True, False, "nobody answers", "Switch it on.", "/teledeck_7")

    assert parse_watchdog_state(watchdog_state_line(state)) == state


def test_the_reason_of_a_failure_crosses_the_pipe_with_its_code_and_values() -> None:
    reason, tip = LinkWording.NOTHING_LISTENS(host="robot", port=1), LinkWording.NOTHING_LISTENS_TIP()

    told = parse_watchdog_state(watchdog_state_line(WatchdogState(words=reason, tip=tip)))

    assert (told.words, told.tip) == (reason, tip)
    assert tells(told.words, LinkWording.NOTHING_LISTENS, host="robot", port=1)
    assert tells(told.tip, LinkWording.NOTHING_LISTENS_TIP)


def test_a_sentence_of_a_catalogue_that_is_loaded_later_is_known_then() -> None:
    line = b'{"moving":true,"words":["LateWording.LOST",{"silent_s":3.0}]}'
    assert parse_watchdog_state(line) == WatchdogState(moving=True)

    class LateWording(Catalogue):
        LOST = "Silent for {silent_s:.0f} s"

    told = parse_watchdog_state(line)
    assert told.moving
    assert tells(told.words, LateWording.LOST, silent_s=3.0)


def test_so_many_words_that_a_line_has_no_room_for_them_are_cut_and_the_state_is_told() -> None:
    reason = LinkWording.NOTHING_LISTENS(host='"' * 5000, port=1)

    line = watchdog_state_line(WatchdogState(moving=True, words=reason, tip='"' * 5000, name="/teledeck_7"))

    assert len(line) <= MAX_LINE
    told = parse_watchdog_state(line)
    assert (told.moving, told.name) == (True, "/teledeck_7")
    assert tells(told.words, LinkWording.NOTHING_LISTENS, port=1)


def test_what_the_window_says_is_heard() -> None:
    said = b'{"next":"stopped","stop":true,"stands":true,"leave":true}'

    assert parse_window_message(said) == WindowMessage(Stage.STOPPED, stop=True, stands=True, leave=True)
    assert parse_window_message(b"{}") == WindowMessage()


@pytest.mark.parametrize(
    "line",
    [
        b"zeros, please",
        b'{"stage":"flying"}',
        b'{"stage":3}',
        b'{"moving":1}',
        b'{"watch":{"uri":3}}',
        b'{"watch":{}}',
        b'{"watch":{"uri":"ros1://x","speed":1.0}}',
        b'{"profile":{"rate_hz":"fast"}}',
    ],
)
def test_what_can_t_be_understood_is_no_word(line: bytes) -> None:
    with pytest.raises(LineError):
        parse_drive_message(line)


def test_nor_is_what_a_watchdog_or_a_window_can_t_have_said() -> None:
    for parse, line in ((parse_watchdog_state, b'{"ready":"yes"}'), (parse_window_message, b'{"stop":"now"}')):
        with pytest.raises(LineError):
            parse(line)
    with pytest.raises(LineError):
        parse_window_address("[]")


def test_where_axes_are_to_be_stopped_is_told_with_each_sign_of_life() -> None:
    assert parse_drive_message(stage_line(DriveReport(1.0, Stage.ARMED), (0.3, -0.5))).axes == (0.3, -0.5)
    assert parse_drive_message(stage_line(DriveReport(1.0, Stage.ARMED), ())).axes == ()
    assert parse_drive_message(stage_line(DriveReport(1.0, Stage.ARMED))).axes is None
