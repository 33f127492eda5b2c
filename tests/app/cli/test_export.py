"""`teledeck export`."""

from __future__ import annotations

import contextlib
import csv
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli import export, parser
from app.cli.export_table import MessageTable
from app.cli.stopping import STOP, Stopped
from app.demo.camera import encode_png
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.wording.commands import CommandWording, RecordingCommandWording
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.command import Outcome
from tests.fakes.recordings import BEGIN_NS, CHUNKS, EACH, SECOND_NS, recorded_file

Call = Callable[..., Awaitable[Outcome]]

COUNT = CHUNKS * EACH
STEP_NS = SECOND_NS // EACH


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The recording of `recorded_file`."""
    path = tmp_path / "run.mcap"
    recorded_file(path)
    return path


def image_file(path: Path, messages: list[tuple[str, dict[str, Any]]]) -> None:
    """Write messages of ROS 1 types, each to the topic /TYPE, a second apart."""
    writer = McapWriter(path)
    names = sorted({name for name, _ in messages})
    schemas = {}
    for number, name in enumerate(names, 1):
        found = find_message(name)
        assert found is not None
        schemas[name] = schema = Ros1Schema(found, {})
        writer.add_schema(number, name, "ros1msg", schema.recorded().definition)
        writer.add_channel(number, number, f"/{name}", "ros1", {})
    for place, (name, value) in enumerate(messages):
        payload = schemas[name].encode(value)
        writer.write_chunk([names.index(name) + 1], [BEGIN_NS + place * SECOND_NS], [place + 1], [payload])
    writer.finish()


def content(path: Path) -> bytes:
    """The bytes of a file."""
    return path.read_bytes()


def damage(path: Path) -> None:
    """Change a byte in the third chunk of a recording."""
    data = bytearray(path.read_bytes())
    with contextlib.closing(McapSegment(path)) as segment:
        chunk = segment.chunks[2]
    data[chunk.offset + chunk.length - 3] ^= 0xFF
    path.write_bytes(data)


class TestJson:
    async def test_lines_are_those_of_echo(self, file: Path, call: Call) -> None:
        outcome = await call("export", str(file), "/number", "--json")
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.lines == [
            {"topic": "/number", "received_ns": BEGIN_NS + n * STEP_NS, "stamp_ns": None, "value": {"data": n}}
            for n in range(COUNT)
        ]

    async def test_with_fields_the_value_has_these_alone_by_their_paths(self, file: Path, call: Call) -> None:
        outcome = await call("export", str(file), "teledeck/log", "--json", "text")
        assert [line["value"] for line in outcome.lines] == [{"text": "hello"}]

    async def test_a_type_that_nobody_described_is_bytes(self, file: Path, call: Call) -> None:
        outcome = await call("export", str(file), "/large", "--json", "--bytes")
        (line,) = outcome.lines
        assert "300000" in json.dumps(line["value"])

    @pytest.mark.parametrize(
        ("options", "numbers"),
        [
            (["--from", "1"], range(EACH, COUNT)),
            (["--to", "1"], range(EACH)),
            (["--from", "2026-01-01T00:00:01", "--to", "2026-01-01T01:00:02+01:00"], range(EACH, 2 * EACH)),
            (["--from", "-5", "--to", "0.05"], range(1)),
        ],
    )
    async def test_times_bound_it(self, file: Path, call: Call, options: list[str], numbers: range) -> None:
        outcome = await call("export", str(file), "/number", "--json", *options)
        assert [line["value"]["data"] for line in outcome.lines] == list(numbers)


class TestCsv:
    async def test_a_row_has_the_times_and_the_fields(self, file: Path, call: Call) -> None:
        target = file.with_name("out.csv")
        outcome = await call("export", str(file), "/number", "--csv", "-o", str(target))
        rows = list(csv.reader(target.read_text("utf-8").splitlines()))

        assert outcome.code == 0
        assert rows[0] == ["received_ns", "stamp_ns", "data"]
        assert rows[1:] == [[str(BEGIN_NS + n * STEP_NS), "", str(n)] for n in range(COUNT)]
        assert {path.name for path in file.parent.iterdir()} == {"run.mcap", "out.csv"}

    async def test_a_field_that_the_type_does_not_have_is_wrong_usage_and_leaves_no_file(
        self, file: Path, call: Call
    ) -> None:
        target = file.with_name("out.csv")
        for topic in ("/number", "teledeck/log"):
            outcome = await call("export", str(file), topic, "--csv", "nothing", "-o", str(target))
            assert outcome.code == 2
            assert "nothing" in outcome.err
        assert [path.name for path in file.parent.iterdir()] == ["run.mcap"]

    async def test_no_file_is_overwritten(self, file: Path, call: Call) -> None:
        data = content(file)
        outcome = await call("export", str(file), "/number", "--csv", "-o", str(file))
        assert outcome.code == 2
        assert content(file) == data

    async def test_a_file_that_has_come_meanwhile_is_not_overwritten(
        self, file: Path, call: Call, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        output = file.with_name("out.csv")
        rows = MessageTable.row

        def row(table: MessageTable, value: object, *times: int | None) -> str:
            output.write_text("mine")
            return rows(table, value, *times)  # type: ignore[arg-type]

        monkeypatch.setattr(MessageTable, "row", row)
        outcome = await call("export", str(file), "/number", "--csv", "-o", str(output))
        assert outcome.code == 1
        assert output.read_text() == "mine"
        assert {path.name for path in file.parent.iterdir()} == {"run.mcap", "out.csv"}

    async def test_the_unfinished_file_of_another_program_is_left_alone(
        self, file: Path, call: Call, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        part = file.with_name("out.csv.part")

        def refuse(path: Path) -> None:
            # it comes between the look and the making
            if path == part:
                part.write_text("theirs")

        monkeypatch.setattr(export, "refuse_existing", refuse)
        assert (await call("export", str(file), "/number", "--csv", "-o", str(part.with_suffix("")))).code == 1
        assert part.read_text() == "theirs"


class TestImages:
    async def test_files_come_out_as_they_came_and_raw_images_as_png(self, tmp_path: Path, call: Call) -> None:
        jpeg, png = b"\xff\xd8\xff\xe0 and so on", encode_png(1, 1, b"\1\2\3")
        compressed = [("sensor_msgs/CompressedImage", {"format": "jpeg", "data": list(data)}) for data in (jpeg, png)]
        raw = {"width": 2, "height": 1, "encoding": "rgb8", "step": 6, "data": list(range(6))}
        image_file(tmp_path / "a.mcap", [*compressed, ("sensor_msgs/Image", raw)])

        target = tmp_path / "images"
        name = "/sensor_msgs/CompressedImage"
        outcome = await call("export", str(tmp_path / "a.mcap"), name, "--images", "-o", str(target))
        assert outcome.code == 0, outcome
        assert {path.name: path.read_bytes() for path in target.iterdir()} == {
            f"000001_{BEGIN_NS}.jpg": jpeg,
            f"000002_{BEGIN_NS + SECOND_NS}.png": png,
        }

        outcome = await call(
            "export", str(tmp_path / "a.mcap"), "/sensor_msgs/Image", "--images", "-o", str(tmp_path / "raw")
        )
        (path,) = (tmp_path / "raw").iterdir()
        assert path.suffix == ".png"
        assert path.read_bytes()[:8] == png[:8]

    async def test_images_that_are_too_short_are_counted_and_the_others_written(
        self, tmp_path: Path, call: Call
    ) -> None:
        raw = {"width": 2, "height": 1, "encoding": "rgb8", "step": 6, "data": list(range(6))}
        image_file(tmp_path / "a.mcap", [("sensor_msgs/Image", raw | {"data": [1]}), ("sensor_msgs/Image", raw)])
        outcome = await call(
            "export", str(tmp_path / "a.mcap"), "/sensor_msgs/Image", "--images", "-o", str(tmp_path / "b")
        )
        assert outcome.code == 0
        assert len(list((tmp_path / "b").iterdir())) == 1
        assert CommandWording.SOME_NOT_READ(unread="1 message", topic="/sensor_msgs/Image") in outcome.err

    async def test_a_topic_without_images_is_wrong_usage(self, file: Path, call: Call) -> None:
        outcome = await call("export", str(file), "/number", "--images", "-o", str(file.with_name("b")))
        assert outcome.code == 2
        assert RecordingCommandWording.NO_IMAGES(topic="/number") in outcome.err


async def test_a_topic_that_is_not_there_is_said_with_the_nearest_one(file: Path, call: Call) -> None:
    outcome = await call("export", str(file), "/numbr", "--json")
    assert outcome.code == 2
    assert CommandWording.DID_YOU_MEAN(name="/number") in outcome.err


@pytest.mark.parametrize("name", ["", ".", "/"])
async def test_a_file_that_has_no_name_is_refused(file: Path, call: Call, name: str) -> None:
    assert (await call("export", str(file), "/number", "--csv", "-o", name)).code == 2


async def test_a_time_without_messages_is_said_and_leaves_no_file(file: Path, call: Call) -> None:
    target = file.with_name("out")
    for kind in ("--csv", "--json"):
        outcome = await call("export", str(file), "/number", kind, "--from", "1000", "-o", str(target))
        assert outcome.code == 1
        assert RecordingCommandWording.NOTHING_THERE(topic="/number") in outcome.err
    assert not target.exists()


async def test_a_damaged_chunk_ends_it_and_leaves_no_file(file: Path, call: Call) -> None:
    damage(file)
    outcome = await call("export", str(file), "/number", "--json", "-o", str(file.with_name("out")))
    assert outcome.code == 1
    assert RecordingCommandWording.TRY_RECOVER() in outcome.err
    assert [path.name for path in file.parent.iterdir()] == ["run.mcap"]


async def test_a_definition_that_can_not_be_used_is_said_and_the_bytes_are_shown(tmp_path: Path, call: Call) -> None:
    writer = McapWriter(tmp_path / "a.mcap")
    writer.add_schema(1, "a/B", "ros1msg", b"what is this?")
    writer.add_channel(1, 1, "/a", "ros1", {})
    writer.write_chunk([1], [1], [1], [b"abc"])
    writer.finish()
    outcome = await call("export", str(tmp_path / "a.mcap"), "/a", "--json")
    assert outcome.code == 0
    assert outcome.err
    assert len(outcome.lines) == 1


def test_stopped_it_leaves_no_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = parser.parse(["export", str(file), "/number", "--csv", "-o", str(file.with_name("out"))])
    monkeypatch.setattr(STOP, "_requested", True)
    with pytest.raises(Stopped):
        export.run(arguments)
    assert [path.name for path in file.parent.iterdir()] == ["run.mcap"]


@pytest.mark.parametrize("options", [[], ["--csv", "--json"], ["--json", "--from", "soon"], ["--json", "--to", "nan"]])
def test_one_kind_and_times_that_are_some_are_needed(options: list[str]) -> None:
    with pytest.raises(SystemExit):
        parser.parse(["export", "a.mcap", "/t", *options])
