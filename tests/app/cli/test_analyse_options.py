"""The command line of `teledeck analyse`."""

from __future__ import annotations

import pytest

from app.cli.analyse_options import needs_field
from app.cli.parser import parse
from app.wording.commands import CommandWording

URI = "ros1://robot:11311"
GALILEO = "galileo://robot/odom"


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What is said of a wrong command line."""
    with pytest.raises(SystemExit) as caught:
        parse(["analyse", *argv])
    assert caught.value.code == 2
    return capsys.readouterr().err


def test_all_that_can_be_said_is_there_with_its_default() -> None:
    assert vars(parse(["analyse", URI, "/imu", "angular_velocity.z", "--spectrum"])) == {
        "command": "analyse",
        "uri": URI,
        "topic": "/imu",
        "field": "angular_velocity.z",
        "kind": "spectrum",
        "json": False,
        "seconds": None,
        "from_time": None,
        "timeout": None,
        "max_gap_s": None,
        "min_rate_hz": None,
        "expected_hz": None,
        "png": None,
        "frame_limit_bytes": None,
        "proto_path": None,
        "msg_path": None,
        "host_alias": None,
        "config": None,
    }


@pytest.mark.parametrize("place", range(4))
def test_options_may_stand_anywhere(place: int) -> None:
    options = [
        "--timing",
        "--seconds",
        "2",
        "--max-gap",
        "0.1",
        "--min-rate=95",
        "--expected",
        "100",
        "--png",
        "a.png",
        "--json",
    ]
    arguments = [URI, "/imu", "x"]

    parsed = parse(["analyse", *arguments[:place], *options, *arguments[place:]])

    assert (parsed.uri, parsed.topic, parsed.field, parsed.kind) == (URI, "/imu", "x", "timing")
    assert (parsed.seconds, parsed.max_gap_s, parsed.min_rate_hz, parsed.expected_hz) == (2.0, 0.1, 95.0, 100.0)
    assert (parsed.png, parsed.json) == ("a.png", True)


def test_the_timing_alone_needs_no_field(capsys: pytest.CaptureFixture[str]) -> None:
    timing = parse(["analyse", URI, "/imu", "--timing"])

    assert (timing.topic, timing.field, needs_field(timing)) == ("/imu", None, False)
    assert CommandWording.NEEDS_FIELD(kind="spectrum") in refused(capsys, URI, "/imu", "--spectrum")
    assert CommandWording.NEEDS_FIELD(kind="histogram") in refused(capsys, URI, "/imu", "--histogram")
    assert CommandWording.TOPIC_REQUIRED() in refused(capsys, URI, "--timing")


def test_only_of_a_recording_a_time_to_begin_at_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse(["analyse", "run.mcap", "/imu", "--timing", "--from", "5"]).from_time == (5_000_000_000, False)
    assert CommandWording.FROM_NEEDS_RECORDING() in refused(capsys, URI, "/imu", "--timing", "--from", "5")


def test_an_address_may_name_the_topic() -> None:
    own = parse(["analyse", GALILEO, "twist.x", "--histogram"])
    other = parse(["analyse", GALILEO, "imu", "gyro.z", "--histogram"])
    timing = parse(["analyse", GALILEO, "--timing"])
    timing_of_another = parse(["analyse", GALILEO, "imu", "--timing"])

    assert (own.topic, own.field) == ("odom", "twist.x")
    assert (other.topic, other.field) == ("imu", "gyro.z")
    assert (timing.topic, timing.field) == ("odom", None)
    assert (timing_of_another.topic, timing_of_another.field) == ("imu", None)


def test_an_address_with_a_topic_and_nothing_else_still_needs_a_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert CommandWording.NEEDS_FIELD(kind="spectrum") in refused(capsys, GALILEO, "--spectrum")


def test_one_thing_is_looked_at_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--spectrum --histogram --timing is required" in refused(capsys, URI, "/imu", "x")
    assert "not allowed with" in refused(capsys, URI, "/imu", "x", "--spectrum", "--timing")


def test_an_expected_rate_is_about_the_timing(capsys: pytest.CaptureFixture[str]) -> None:
    assert CommandWording.EXPECTED_FOR_TIMING() in refused(capsys, URI, "/imu", "x", "--spectrum", "--expected", "100")


@pytest.mark.parametrize("file", ["a.svg", "png", "", "a.png/"])
def test_a_picture_is_a_png(capsys: pytest.CaptureFixture[str], file: str) -> None:
    assert CommandWording.NO_PNG(path=file) in refused(capsys, URI, "/imu", "--timing", "--png", file)


@pytest.mark.parametrize("option", ["--seconds", "--timeout", "--max-gap", "--min-rate", "--expected"])
@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "x", ""])
def test_its_numbers_are_positive(capsys: pytest.CaptureFixture[str], option: str, value: str) -> None:
    assert option in refused(capsys, URI, "/imu", "--timing", f"{option}={value}")
