"""`teledeck play`: what it prints of a recording, and when it ends."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from app.cli.dispatch import run
from app.cli.parser import parse
from app.record.box import BoxFiles, Stretch
from app.record.mcap_segment import McapSegment
from app.wording.commands import RecordingCommandWording
from app.wording.record import PlaybackWording
from tests.fakes.played_recording import START_NS, count_up, write_recording


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_recording(tmp_path / "a run.mcap", [*count_up("/a", 200, 400), *count_up("/b", 2, 4)])


def played(capsys: pytest.CaptureFixture[str], file: Path, *arguments: str) -> list[tuple[str, int]]:
    """The topics and numbers of all messages that are printed."""
    assert run(parse(["play", str(file), "--json", *arguments])) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [(line["topic"], line["value"]["n"]) for line in lines]


def test_all_messages_are_printed_and_it_ends_with_the_recording(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    found = played(capsys, file, "--rate", "5")
    assert [number for topic, number in found if topic == "/a"] == list(range(200))
    assert [number for topic, number in found if topic == "/b"] == [0, 1]


def test_named_topics_alone_are_printed_from_a_time_on(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert played(capsys, file, "/a", "--from", "0.45", "--rate", "5") == [("/a", number) for number in range(180, 200)]


def test_a_topic_stands_before_its_message_in_words(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(parse(["play", str(file), "/b", "--rate", "5"])) == 0
    assert capsys.readouterr().out == "/b:\nn: 0\n---\n/b:\nn: 1\n---\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["/c"], RecordingCommandWording.NOT_RECORDED(topic="/c")),
        (["--from", "60"], RecordingCommandWording.BEHIND_END()),
        (["--rate", "50"], RecordingCommandWording.RATE_BOUNDS(lowest=0.1, highest=20.0)),
    ],
)
def test_what_can_not_be_played_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], file: Path, arguments: list[str], code: str
) -> None:
    assert run(parse(["play", str(file), *arguments])) == 2
    assert code in capsys.readouterr().err


def test_a_file_that_is_not_there_is_not_reached(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(parse(["play", str(tmp_path / "missing.mcap")])) == 1
    assert "missing.mcap" in capsys.readouterr().err


@pytest.mark.parametrize("after", [0, 3])
@pytest.mark.parametrize(
    "error",
    [
        OSError(5, "Input/output error"),
        pytest.param(MemoryError("Input/output error"), marks=pytest.mark.expects_log("playback failed")),
    ],
)
def test_a_disk_that_is_gone_ends_it_with_the_reason(
    capsys: pytest.CaptureFixture[str],
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    after: int,
    error: Exception,
) -> None:
    steps = iter(range(after))

    def stretches(*_: object) -> tuple[list[Stretch], int]:
        if next(steps, None) is None:
            raise error
        return [], START_NS

    monkeypatch.setattr(BoxFiles, "stretches", stretches)
    assert run(parse(["play", str(file)])) == 1
    assert PlaybackWording.NOT_READ(reason="Input/output error") in capsys.readouterr().err


def test_damaged_parts_are_left_out_and_the_code_says_so(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    with contextlib.closing(McapSegment(file)) as segment:
        chunk = segment.chunks[3]
    with file.open("r+b") as opened:
        opened.seek(chunk.offset + chunk.length - 3)
        opened.write(b"\xff\xff\xff")
    assert run(parse(["play", str(file), "/a", "--json", "--rate", "5"])) == 1
    numbers = [json.loads(line)["value"]["n"] for line in capsys.readouterr().out.splitlines()]
    assert numbers == [*range(30), *range(40, 200)]


def test_an_empty_recording_prints_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert played(capsys, write_recording(tmp_path / "a.mcap", [])) == []
