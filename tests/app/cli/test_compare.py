"""`teledeck compare`."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.cli import analysis_samples, compare
from app.cli.stopping import STOP, Stopped
from app.record.mcap_writer import McapWriter
from app.wording.commands import CommandWording, CompareWording, RecordingCommandWording
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.wording import FieldWording
from tests.fakes.command import Outcome
from tests.fakes.played_recording import START_NS, S, write_recording
from tests.tools.sentences import shows

Call = Callable[..., Awaitable[Outcome]]
Values = Mapping[str, Any]

RATE_HZ = 20


def speed(world_s: float) -> float:
    """The speed of a rover: nothing of it repeats."""
    return math.sin(world_s * 0.9) + math.sin(world_s * world_s * 0.03)


def odometry(begin_s: float, end_s: float, factor: float = 1.0) -> list[tuple[str, float, Values]]:
    """Messages from a time of the world on, at times since the beginning of their recording."""
    count = round((end_s - begin_s) * RATE_HZ)
    worlds = [begin_s + number / RATE_HZ for number in range(count)]
    return [("/odom", at - begin_s, {"speed": factor * speed(at), "gear": int(at) // 5}) for at in worlds]


def mark(at_s: float, words: str, number: int = 1) -> tuple[str, float, Values]:
    """A mark as recordings have it."""
    return "teledeck/marks", at_s, {"number": number, "words": words}


def recorded(path: Path, *messages: tuple[str, float, Values]) -> str:
    """The path of a recording of messages."""
    return str(write_recording(path, sorted(messages, key=lambda message: message[1])))


@pytest.fixture
def first(tmp_path: Path) -> str:
    return recorded(tmp_path / "first.mcap", *odometry(0.0, 40.0), mark(10.0, "gate"))


async def told(call: Call, *argv: str) -> Any:
    """The result as JSON."""
    outcome = await call("compare", *argv, "--json")
    assert outcome.err == ""
    (line,) = outcome.lines
    return line


async def test_a_run_is_not_apart_from_itself(first: str, call: Call) -> None:
    line = await told(call, first, first, "/odom", "speed", "gear", "--tolerance", "0.001")

    assert [field["field"] for field in line["fields"]] == ["speed", "gear"]
    assert [field["apart_share"] for field in line["fields"]] == [0, 0]
    assert line["exceeded"] == []


async def test_runs_are_laid_over_each_other_by_their_start(first: str, tmp_path: Path, call: Call) -> None:
    second = recorded(tmp_path / "second.mcap", *odometry(0.0, 40.0, 1.1))

    line = await told(call, first, second, "/odom", "speed")

    (field,) = line["fields"]
    assert line["offset_s"] == 0
    assert abs(field["most"]) == pytest.approx(0.1 * max(abs(speed(n / RATE_HZ)) for n in range(800)), rel=0.01)


async def test_runs_are_laid_over_each_other_where_they_are_most_alike(first: str, tmp_path: Path, call: Call) -> None:
    second = recorded(tmp_path / "second.mcap", *odometry(12.5, 38.0))

    line = await told(call, first, second, "/odom", "gear", "--align", "correlation", "--by", "speed")

    assert line["offset_s"] == pytest.approx(12.5, abs=1 / RATE_HZ)
    assert line["fields"][0]["rms"] == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(("options", "offset_s"), [([], 6.0), (["--mark", "door"], 19.0)])
async def test_runs_are_laid_over_each_other_by_a_mark_that_both_have(
    tmp_path: Path, call: Call, options: list[str], offset_s: float
) -> None:
    ours = recorded(tmp_path / "a.mcap", *odometry(0, 40), mark(3, ""), mark(10, "gate", 2), mark(30, "door", 3))
    theirs = recorded(tmp_path / "b.mcap", *odometry(0, 40), mark(1, "x"), mark(4, "gate", 2), mark(11, "door", 3))

    line = await told(call, ours, theirs, "/odom", "speed", "--align", "mark", *options)

    assert line["offset_s"] == pytest.approx(offset_s)


async def test_where_no_words_are_the_same_the_first_mark_of_each_counts(
    first: str, tmp_path: Path, call: Call
) -> None:
    second = recorded(tmp_path / "b.mcap", *odometry(0, 40), mark(2, "start"))

    line = await told(call, first, second, "/odom", "speed", "--align", "mark")

    assert line["offset_s"] == pytest.approx(8.0)


@pytest.mark.parametrize("options", [["--align", "mark"], ["--align", "mark", "--mark", "gate"]])
async def test_a_recording_without_the_mark_is_named(
    first: str, tmp_path: Path, call: Call, options: list[str]
) -> None:
    second = recorded(tmp_path / "b.mcap", *odometry(0, 40))

    outcome = await call("compare", first, second, "/odom", "speed", *options)

    assert outcome.code == 2
    assert "b.mcap" in outcome.err


@pytest.mark.parametrize(("options", "code"), [([], 3), (["--allow", "0.2"], 0), (["--allow", "0.05"], 3)])
async def test_what_is_apart_for_longer_than_allowed_is_exit_code_3(
    first: str, tmp_path: Path, call: Call, options: list[str], code: int
) -> None:
    messages = odometry(0.0, 40.0)
    for place in range(200, 280):
        topic, at_s, values = messages[place]
        messages[place] = topic, at_s, {**values, "speed": values["speed"] + 1.0}
    second = recorded(tmp_path / "b.mcap", *messages)

    outcome = await call("compare", first, second, "/odom", "speed", "gear", "--tolerance", "0.5", *options)

    assert outcome.code == code
    assert shows(outcome.err, CompareWording.EXCEEDED) is (code == 3)
    assert "10." in outcome.out


def of_another_type(path: str) -> str:
    """The path of a recording whose messages are said to be of another type now."""
    file = Path(path)
    file.write_bytes(file.read_bytes().replace(b"test/Values", b"test/Others"))
    return path


async def test_another_type_of_the_topic_is_said(first: str, tmp_path: Path, call: Call) -> None:
    second = of_another_type(recorded(tmp_path / "b.mcap", *odometry(0.0, 40.0)))

    outcome = await call("compare", first, second, "/odom", "speed")

    assert shows(outcome.err, CompareWording.TYPES_DIFFER)


@pytest.mark.parametrize(
    ("argv", "code", "reason"),
    [
        (["/odm", "speed"], 2, RecordingCommandWording.FILE_NO_TOPIC),
        (["/odom", "sped"], 2, FieldWording.UNKNOWN),
        (["/odom", "speed["], 2, FieldWording.NO_PATH),
    ],
)
async def test_what_is_not_there_is_named(first: str, call: Call, argv: list[str], code: int, reason: Any) -> None:
    outcome = await call("compare", first, first, *argv)

    assert outcome.code == code
    assert shows(outcome.err, reason)
    assert outcome.out == ""


async def test_runs_that_are_not_alike_are_exit_code_1(first: str, tmp_path: Path, call: Call) -> None:
    second = recorded(
        tmp_path / "b.mcap", *(("/odom", n / 20, {"speed": (n * 7919 % 101) / 101, "gear": 0}) for n in range(800))
    )

    outcome = await call("compare", first, second, "/odom", "speed", "--align", "correlation")

    assert outcome.code == 1


async def test_runs_without_a_common_time_have_no_figures(tmp_path: Path, call: Call) -> None:
    second = recorded(tmp_path / "b.mcap", *odometry(0, 5), mark(0.0, "gate"))
    third = recorded(tmp_path / "c.mcap", *odometry(0, 5), mark(500.0, "gate"))

    outcome = await call("compare", second, third, "/odom", "speed", "--align", "mark", "--json")

    assert outcome.code == 1
    assert "error" in outcome.lines[0]["fields"][0]


@pytest.mark.parametrize("content", [b"", b"nothing", None])
async def test_what_is_no_recording_is_said(first: str, tmp_path: Path, call: Call, content: bytes | None) -> None:
    other = tmp_path / "other.mcap"
    if content is not None:
        other.write_bytes(content)

    outcome = await call("compare", first, str(other), "/odom", "speed")

    assert outcome.code == 2
    assert "other.mcap" in outcome.err


async def test_more_messages_than_memory_may_take_are_refused(
    first: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_samples, "MAX_MESSAGES", 100)
    monkeypatch.setattr(compare, "MAX_MESSAGES", 100)

    outcome = await call("compare", first, first, "/odom", "speed")

    assert outcome.code == 2
    assert shows(outcome.err, CompareWording.TOO_MANY)


async def test_it_can_be_stopped(first: str, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        raise Stopped

    monkeypatch.setattr(STOP, "check", check)

    outcome = await call("compare", first, first, "/odom", "speed")

    assert outcome.code == 1
    assert shows(outcome.err, CommandWording.STOPPED)


def stamped(path: Path, pace: float, *, unstamped: int = 0) -> str:
    """The path of a recording of a simulation whose time passes at a pace; its first messages may have no stamps."""
    found = find_message("geometry_msgs/TwistStamped")
    assert found is not None
    schema = Ros1Schema(found, {})
    writer = McapWriter(path)
    writer.add_schema(1, "geometry_msgs/TwistStamped", "ros1msg", schema.recorded().definition)
    writer.add_channel(1, 1, "/odom", "ros1", {})
    for number in range(400):
        at_s = number / RATE_HZ
        stamp = {"secs": 100 + number // RATE_HZ, "nsecs": number % RATE_HZ * (1_000_000_000 // RATE_HZ)}
        value = {
            "header": {"stamp": stamp if number >= unstamped else {"secs": 0, "nsecs": 0}},
            "twist": {"linear": {"x": speed(at_s)}},
        }
        writer.write_chunk([1], [START_NS + round(at_s / pace * S)], [number], [schema.encode(value)])
    return str(writer.finish())


async def test_by_stamps_a_simulation_that_went_more_slowly_is_the_same(tmp_path: Path, call: Call) -> None:
    ours, theirs = stamped(tmp_path / "a.mcap", 1.0), stamped(tmp_path / "b.mcap", 0.5, unstamped=1)

    by_receipt = await told(call, ours, theirs, "/odom", "twist.linear.x")
    options = ("--stamps", "--align", "correlation", "--tolerance", "0.001")
    by_stamp = await told(call, ours, theirs, "/odom", "twist.linear.x", *options)

    assert by_receipt["fields"][0]["rms"] > 0.5
    assert by_stamp["offset_s"] == pytest.approx(1 / RATE_HZ, abs=1e-3)
    assert by_stamp["fields"][0]["apart_share"] < 0.05


async def test_by_stamps_a_recording_without_them_is_named(tmp_path: Path, call: Call) -> None:
    ours, theirs = stamped(tmp_path / "a.mcap", 1.0), stamped(tmp_path / "b.mcap", 1.0, unstamped=400)

    outcome = await call("compare", ours, theirs, "/odom", "twist.linear.x", "--stamps")

    assert outcome.code == 1
    assert shows(outcome.err, CompareWording.NOT_STAMPED)
    assert "b.mcap" in outcome.err
