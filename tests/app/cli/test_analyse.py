"""`teledeck analyse` on the demo robot, by every protocol that it speaks."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cli import analyse, dispatch, parser
from app.cli.analysis_samples import CollectedSamples
from app.cli.stopping import STOP
from app.demo.serve import DemoOptions, DemoServer
from app.model.analysis.progress import ProgressCallback
from app.model.analysis.spectrum import Spectrum
from app.model.analysis.timing import Timing
from app.wording.commands import CommandWording, RecordingCommandWording
from app.wording.connections import LinkWording
from protocols.sentence import Catalogue
from protocols.wording import FieldWording
from tests.fakes.command import Command, Outcome
from tests.fakes.played_recording import count_up, write_recording
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows

Call = Callable[..., Awaitable[Outcome]]

IMU = ("/imu", "linear_acceleration.z")


@pytest.fixture
async def robot() -> AsyncIterator[DemoServer]:
    demo = DemoServer(DemoOptions(seed=1, wander=True))
    await demo.start()
    yield demo
    await demo.close()


def is_sent(robot: DemoServer, topic: str) -> bool:
    """Whether the robot's node has somebody to send a topic to."""
    return any(publication.links for feed, publication in robot.ros1._feeds if feed.topic == topic)


def is_wanted(robot: DemoServer, topic: str) -> bool:
    """Whether a command is registered as a subscriber."""
    _, _, (_, subscribers, _) = robot.ros1.master.registry.methods["getSystemState"].call(["/test"])
    return any(name == topic and any("/teledeck_" in node for node in nodes) for name, nodes in subscribers)


@pytest.mark.parametrize(
    ("scheme", "topic", "field", "rate_hz"),
    [
        ("gazebo", "~/rover/chassis/imu/imu", "angular_velocity.z", 100),
        ("ros1", *IMU, 100),
        ("galileo", "odom", "pose.pose.position.x", 20),
        ("nrp+grpc", "rover::left_wheel_hinge", "position", 20),
        ("nrp+json", "rover::left_wheel_hinge", "position", 20),
    ],
)
async def test_every_protocol_is_read(
    robot: DemoServer, call: Call, scheme: str, topic: str, field: str, rate_hz: float
) -> None:
    uri = robot.uris[scheme]
    timing = await call("analyse", uri, topic, "--timing", "--seconds", "1", "--timeout", "60", "--json")
    shape = await call("analyse", uri, topic, field, "--histogram", "--seconds", "1", "--timeout", "60", "--json")

    assert (timing.code, timing.err, shape.code, shape.err) == (0, "", 0, "")
    [told] = timing.lines
    # a machine that stands still makes it less
    assert 3 < told["messages"] <= rate_hz * 1.5
    # DataPacks have no time
    assert told["stamped"] is not scheme.startswith("nrp")
    assert told["timing"]["words"]
    [told] = shape.lines
    assert told["histogram"]["count"] == sum(told["histogram"]["counts"]) == told["messages"]


async def test_what_a_person_reads_has_the_peaks_on_lines_of_their_own(robot: DemoServer, call: Call) -> None:
    outcome = await call("analyse", robot.ros1.uri, *IMU, "--spectrum", "--seconds", "1.5")

    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("/imu linear_acceleration.z: ")
    assert "looked at" in outcome.out


# what is not kept


async def test_a_limit_that_is_not_kept_is_exit_3_and_both_are_told(robot: DemoServer, call: Call) -> None:
    limits = ("--max-gap", "0.0001", "--min-rate", "1e6")
    outcome = await call("analyse", robot.ros1.uri, "/imu", "--timing", "--seconds", "1", "--json", *limits)
    [told] = outcome.lines

    assert outcome.code == 3
    assert len(told["exceeded"]) == 2
    assert outcome.err.splitlines() == [f"teledeck: {sentence}." for sentence in told["exceeded"]]
    assert shows(outcome.err, CommandWording.SILENT, max_gap_s=0.0001)
    assert shows(outcome.err, CommandWording.TOO_SLOW_RATE, min_rate_hz=1e6)
    # and it was looked at all the same
    assert told["timing"] is not None


async def test_limits_that_are_kept_are_exit_0_whatever_is_looked_at(robot: DemoServer, call: Call) -> None:
    limits = ("--max-gap", "30", "--min-rate", "0.5")
    outcome = await call("analyse", robot.ros1.uri, *IMU, "--histogram", "--seconds", "1", *limits)

    assert (outcome.code, outcome.err) == (0, "")


async def test_too_few_messages_are_exit_1_and_a_limit_that_they_do_not_keep_is_3(
    robot: DemoServer, call: Call
) -> None:
    """A map comes once."""
    few = await call("analyse", robot.ros1.uri, "/map", "--timing", "--seconds", "0.5", "--json")
    silent = await call("analyse", robot.ros1.uri, "/map", "--timing", "--seconds", "0.5", "--max-gap", "0.1")

    [told] = few.lines
    assert few.code == 1
    assert (told["messages"], told["timing"]) == (1, None)
    assert few.err == f"teledeck: {told['error'].rstrip('.')}.\n"
    assert silent.code == 3
    assert "/map was silent for 0.5 s" in silent.err


# bad input


async def test_a_topic_that_nobody_publishes_is_exit_1_in_words_and_in_json(robot: DemoServer, call: Call) -> None:
    outcome = await call("analyse", robot.ros1.uri, "/imo", "--timing", "--seconds", "0.5", "--json")

    assert outcome.code == 1
    [told] = outcome.lines
    assert told == {
        "topic": "/imo",
        "error": CommandWording.NO_MESSAGE(topic="/imo", waited_s=0.5),
        "tip": CommandWording.NOBODY_PUBLISHES() + " Did you mean /imu?",
    }
    assert outcome.err == f"teledeck: {told['error']}. {told['tip']}\n"


@pytest.mark.parametrize(
    ("topic", "field", "reason", "tip"),
    [
        ("/imu", "acceleration", FieldWording.UNKNOWN, FieldWording.NAMES_TIP),
        ("/imu", "linear_acceleration", CommandWording.NO_NUMBER, CommandWording.NAME_NUMBER),
        ("/imu", "header.frame_id", CommandWording.NO_NUMBER, CommandWording.NAME_NUMBER),
        ("/scan", "ranges", FieldWording.NOT_SINGLE, FieldWording.NOT_SINGLE_TIP),
        ("/scan", "ranges[", FieldWording.NO_PATH, FieldWording.NO_PATH_TIP),
    ],
)
async def test_a_field_that_is_no_number_is_wrong_usage_and_said_at_once(
    robot: DemoServer, call: Call, topic: str, field: str, reason: Catalogue, tip: Catalogue
) -> None:
    outcome = await call("analyse", robot.ros1.uri, topic, field, "--spectrum", "--seconds", "50", "--json")
    [told] = outcome.lines

    assert outcome.code == 2
    assert shows(told["error"], reason)
    assert shows(told["tip"], tip)
    assert told["error"] in outcome.err


async def test_a_field_that_is_in_no_message_is_exit_1(robot: DemoServer, call: Call) -> None:
    outcome = await call("analyse", robot.ros1.uri, "/scan", "ranges[99999]", "--spectrum", "--seconds", "0.5")

    assert (outcome.code, outcome.out) == (1, "")
    assert CommandWording.NO_NUMBER_CAME(topic="/scan", path="ranges[99999]") in outcome.err


@pytest.mark.parametrize("kind", ["spectrum", "histogram"])
async def test_a_value_that_never_changes_is_told_in_words_or_figures(robot: DemoServer, call: Call, kind: str) -> None:
    outcome = await call(
        *("analyse", robot.ros1.uri, "/odom", "pose.pose.position.z", f"--{kind}", "--seconds", "1", "--json")
    )
    [told] = outcome.lines

    if outcome.code == 0:
        assert told[kind] is not None
        assert not told[kind].get("peaks")
    else:
        assert (outcome.code, told[kind]) == (1, None)
        assert told["error"]


async def test_a_robot_that_is_not_there_is_exit_1(call: Call) -> None:
    outcome = await call("analyse", "ros1://127.0.0.1:9", "/imu", "--timing", "--json")

    assert outcome.code == 1
    assert outcome.lines[0]["error"] == LinkWording.NOTHING_LISTENS(host="127.0.0.1", port=9)


def test_a_limit_is_told_also_when_nobody_reads_the_output_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def emit(_line: str) -> None:
        raise BrokenPipeError

    times_s = np.array([0.0, 0.1, 2.0, 2.1])
    samples = CollectedSamples(times_s, None, np.empty(0), 1_700_000_000_000_000_000, 2.2)
    abandoned: list[None] = []
    monkeypatch.setattr(analyse, "_collect", lambda *_: samples)
    monkeypatch.setattr(analyse, "print_line", emit)
    monkeypatch.setattr(analyse, "abandon_output", lambda: abandoned.append(None))
    drawings = Drawings()
    codes = [
        analyse.run(parser.parse(["analyse", "ros1://robot", "/imu", "--timing", "--png", "a.png", *limit]), drawings)
        for limit in ([], ["--max-gap", "1"], ["--max-gap", "1", "--json"])
    ]

    assert codes == [0, 3, 3]
    assert capsys.readouterr().err.count("--max-gap") == 2
    assert (len(abandoned), len(drawings.asked)) == (3, 3)


# stopped


async def test_stopped_early_it_looks_at_what_came(robot: DemoServer) -> None:
    command = await Command.start("analyse", robot.ros1.uri, "/imu", "--timing", "--seconds", "60", "--json")
    await eventually(lambda: is_sent(robot, "/imu"), timeout_s=60)
    await asyncio.sleep(1.0)
    outcome = await command.end(signal.SIGINT)

    assert (outcome.code, outcome.err) == (0, "")
    [told] = outcome.lines
    assert told["stopped"] is True
    assert told["seconds"] < 60
    assert told["messages"] > 3


async def test_stopped_before_the_first_message_it_says_so(robot: DemoServer) -> None:
    command = await Command.start("analyse", robot.ros1.uri, "/cmd_vel", "--timing", "--seconds", "60", "--json")
    await eventually(lambda: is_wanted(robot, "/cmd_vel"), timeout_s=60)
    outcome = await command.end(signal.SIGTERM)

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"teledeck: {CommandWording.STOPPED()}.\n"


async def test_stopped_while_it_calculates_it_ends(
    robot: DemoServer, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spectrum(_times: Any, _values: Any, _options: Any, step: ProgressCallback) -> None:
        step(0.25)
        monkeypatch.setattr(STOP, "_requested", True)
        step(0.5)
        pytest.fail("it goes on")

    monkeypatch.setattr(analyse, "spectrum", spectrum)
    outcome = await call("analyse", robot.ros1.uri, *IMU, "--spectrum", "--seconds", "0.2")

    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"teledeck: {CommandWording.STOPPED()}.\n"


# pictures


class Drawings:
    """Draws nothing, and keeps what it was asked for."""

    def __init__(self, error: OSError | None = None) -> None:
        self.error = error
        self.asked: list[tuple[Path, Any, str, bool]] = []

    def __call__(self, path: Path, result: Any, title: str, *, dark: bool) -> None:
        self.asked.append((path, result, title, dark))
        if self.error is not None:
            raise self.error


async def drawn(capsys: pytest.CaptureFixture[str], drawings: Drawings, *argv: str) -> Outcome:
    """Run the command with what draws."""
    arguments = parser.parse(["analyse", *argv])
    code = await asyncio.to_thread(dispatch.run, arguments, lambda given: analyse.run(given, drawings))
    return Outcome(code, *capsys.readouterr())


async def test_a_picture_is_of_what_is_printed(
    robot: DemoServer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    drawings, png = Drawings(), str(tmp_path / "a.png")
    spectrum = await drawn(capsys, drawings, robot.ros1.uri, *IMU, "--spectrum", "--seconds", "1", "--png", png)
    timing = await drawn(capsys, drawings, robot.ros1.uri, "/imu", "--timing", "--seconds", "1", "--png", png)

    assert (spectrum.code, timing.code) == (0, 0)
    assert [(path, title, dark) for path, _, title, dark in drawings.asked] == [
        (Path(png), "/imu linear_acceleration.z", False),
        (Path(png), "/imu", False),
    ]
    assert [type(result) for _, result, _, _ in drawings.asked] == [Spectrum, Timing]
    # on an axis with the time of day
    assert drawings.asked[1][1].longest_gap_at_s == pytest.approx(time.time(), abs=600)


async def test_a_picture_that_can_not_be_written_is_exit_1_and_what_was_found_is_printed(
    robot: DemoServer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    full = Drawings(OSError(28, "No space left on device"))
    png = str(tmp_path / "a.png")
    outcome = await drawn(capsys, full, robot.ros1.uri, "/imu", "--timing", "--seconds", "1", "--json", "--png", png)

    assert outcome.code == 1
    assert outcome.err == f"teledeck: {CommandWording.NOT_WRITTEN(path=png, error='No space left on device')}.\n"
    assert outcome.lines[0]["timing"] is not None


async def test_without_a_result_there_is_no_picture(
    robot: DemoServer, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    drawings = Drawings()
    outcome = await drawn(
        capsys, drawings, robot.ros1.uri, "/map", "--timing", "--seconds", "0.5", "--png", str(tmp_path / "a.png")
    )

    assert (outcome.code, drawings.asked) == (1, [])


async def test_a_folder_that_is_not_there_is_said_before_anything_is_collected(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    outcome = await drawn(
        capsys, Drawings(), "ros1://127.0.0.1:9", "/imu", "--timing", "--png", str(tmp_path / "nowhere" / "a.png")
    )

    assert outcome.code == 2
    assert CommandWording.NOT_A_FOLDER(folder=tmp_path / "nowhere") in outcome.err


async def test_the_object_of_json_is_one_line(robot: DemoServer, call: Call) -> None:
    outcome = await call("analyse", robot.ros1.uri, *IMU, "--spectrum", "--seconds", "1", "--json")

    assert outcome.out.count("\n") == 1
    assert set(json.loads(outcome.out)["spectrum"]) >= {"peaks", "frequencies_hz", "amplitudes", "notes"}


class TestRecordings:
    """A recording is read at once, all of it or a stretch."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return write_recording(tmp_path / "a.mcap", count_up("/a", 1000, 100))

    @pytest.mark.parametrize(
        ("options", "first", "count"),
        [([], 0, 1000), (["--from", "2"], 200, 800), (["--from", "2", "--seconds", "0.995"], 200, 100)],
    )
    async def test_the_numbers_of_a_stretch_are_analysed(
        self, file: Path, call: Call, options: list[str], first: int, count: int
    ) -> None:
        outcome = await call("analyse", str(file), "/a", "n", "--histogram", "--json", *options)

        assert outcome.code == 0
        (line,) = outcome.lines
        assert line["messages"] == count
        assert (line["histogram"]["least"], line["histogram"]["greatest"]) == (first, first + count - 1)

    async def test_an_address_names_it_as_well(self, file: Path, call: Call) -> None:
        outcome = await call("analyse", f"file:{file}", "/a", "--timing", "--json")

        assert outcome.lines[0]["timing"]["nominal_hz"] == pytest.approx(100, rel=0.01)

    async def test_a_limit_holds_for_a_recording_too(self, file: Path, call: Call) -> None:
        assert (await call("analyse", str(file), "/a", "--timing", "--min-rate", "200")).code == 3

    async def test_behind_the_end_there_is_nothing(self, file: Path, call: Call) -> None:
        outcome = await call("analyse", str(file), "/a", "n", "--histogram", "--from", "100")

        assert outcome.code == 1
        assert shows(outcome.err, RecordingCommandWording.FILE_NO_MESSAGES)

    async def test_a_topic_that_is_not_there_is_wrong_usage(self, file: Path, call: Call) -> None:
        outcome = await call("analyse", str(file), "/b", "n", "--histogram", "--json")

        assert outcome.code == 2
        assert "error" in outcome.lines[0]
