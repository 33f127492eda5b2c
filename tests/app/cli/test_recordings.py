"""`teledeck info` and `teledeck recover`."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.cli import recordings
from app.cli.command import CommandError
from app.cli.output import counted
from app.cli.recordings import time_text
from app.cli.stopping import STOP, Stopped
from app.record.mcap_format import PART
from app.record.mcap_segment import McapSegment
from app.record.mcap_writer import McapWriter
from app.wording.commands import CommandWording, RecordingCommandWording
from app.wording.record import RecordingWording
from tests.app.record.test_bag_segment import written
from tests.fakes.command import Outcome
from tests.fakes.recordings import BEGIN_NS, CHUNKS, EACH, SECOND_NS, recorded_file

Call = Callable[..., Awaitable[Outcome]]

MESSAGES = CHUNKS * EACH + 2


class TestInfo:
    async def test_an_object_says_what_is_in_a_file(self, tmp_path: Path, call: Call) -> None:
        path = tmp_path / "a.mcap"
        data = recorded_file(path)
        outcome = await call("info", str(path), "--json")
        (told,) = outcome.lines
        topics = {topic["topic"]: topic for topic in told.pop("topics")}

        assert (outcome.code, outcome.err) == (0, "")
        last_ns = BEGIN_NS + (CHUNKS * EACH - 1) * SECOND_NS // EACH
        assert told == {
            "file": str(path),
            "complete": True,
            "start_ns": BEGIN_NS,
            "end_ns": last_ns,
            "duration_s": (last_ns - BEGIN_NS) / 1e9,
            "bytes": len(data),
            "compression": ["none", "zstd"],
            "messages": MESSAGES,
            "unreadable_chunks": 0,
        }
        assert topics["/number"] == {
            "topic": "/number",
            "type": "std_msgs/UInt32",
            "encoding": "ros1",
            "schema_encoding": "ros1msg",
            "connection": "ros1://robot:11311",
            "own": False,
            "messages": CHUNKS * EACH,
            "rate_hz": pytest.approx(EACH),
        }
        assert topics["teledeck/log"]["own"] is True
        assert topics["/large"]["type"] == "a/Large"

    async def test_a_text_names_the_topics_and_our_own_channels_apart(self, tmp_path: Path, call: Call) -> None:
        recorded_file(tmp_path / "a.mcap")
        outcome = await call("info", str(tmp_path / "a.mcap"))
        ours = outcome.out.index(RecordingCommandWording.OWN_CHANNELS())

        assert outcome.code == 0
        assert outcome.out.index("/number") < ours < outcome.out.index("teledeck/log")
        assert "2026-01-01 00:00:00.000 UTC" in outcome.out

    async def test_a_file_without_an_end_says_so(self, tmp_path: Path, call: Call) -> None:
        recorded_file(tmp_path / "a.mcap", is_ended=False)
        path = tmp_path / f"a.mcap{PART}"
        outcome = await call("info", str(path))
        (told,) = (await call("info", str(path), "--json")).lines

        assert RecordingCommandWording.NO_END() in outcome.out
        assert (told["complete"], told["messages"]) == (False, MESSAGES)

    async def test_files_that_are_none_keep_no_other_from_being_shown(self, tmp_path: Path, call: Call) -> None:
        recorded_file(tmp_path / "a.mcap")
        (tmp_path / "b.mcap").write_bytes(b"something else")
        names = [str(tmp_path / name) for name in ("none.mcap", "b.mcap", "a.mcap")]
        outcome = await call("info", *names, "--json")

        assert outcome.code == 2
        assert [told["file"] for told in outcome.lines] == names[2:]
        assert RecordingWording.NO_RECORDING() in outcome.err
        assert names[0] in outcome.err
        told = await call("info", names[1])
        assert told.code == 1
        assert RecordingCommandWording.TRY_RECOVER() not in told.err

    async def test_names_in_a_file_can_not_act_on_a_terminal(self, tmp_path: Path, call: Call) -> None:
        writer = McapWriter(tmp_path / "a.mcap")
        writer.add_channel(1, 0, "/a\x1b[2J\n", "", {"type": "\x07"})
        writer.write_chunk([1], [2**64 - 1], [1], [b""])
        writer.finish()
        outcome = await call("info", str(tmp_path / "a.mcap"))

        assert outcome.code == 0
        assert not {"\x1b", "\x07"} & set(outcome.out)


class TestRecoverInPlace:
    async def test_a_file_gets_its_end_and_its_name(self, tmp_path: Path, call: Call) -> None:
        data = recorded_file(tmp_path / "a.mcap", is_ended=False)
        part = tmp_path / f"a.mcap{PART}"
        part.write_bytes(data + b"torn")
        outcome = await call("recover", str(part), "--json")

        assert outcome.code == 0
        assert outcome.lines == [
            {"file": str(tmp_path / "a.mcap"), "messages": MESSAGES, "cut_bytes": 4, "was_complete": False}
        ]
        assert not part.exists()
        with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
            assert segment.is_complete

    async def test_one_that_has_its_name_keeps_it(self, tmp_path: Path, call: Call) -> None:
        data = recorded_file(tmp_path / "a.mcap", is_ended=False)
        path = tmp_path / "b.mcap"
        path.write_bytes(data)
        assert (await call("recover", str(path))).code == 0
        with contextlib.closing(McapSegment(path)) as segment:
            assert segment.is_complete

        ended = path.read_bytes()
        (told,) = (await call("recover", str(path), "--json")).lines
        assert (told["was_complete"], told["messages"]) == (True, MESSAGES)
        assert path.read_bytes() == ended

    async def test_it_overwrites_no_file(self, tmp_path: Path, call: Call) -> None:
        data = recorded_file(tmp_path / "a.mcap", is_ended=False)
        (tmp_path / "a.mcap").write_bytes(b"mine")
        outcome = await call("recover", str(tmp_path / f"a.mcap{PART}"))

        assert outcome.code == 2
        assert CommandWording.FILE_EXISTS(path=tmp_path / "a.mcap") in outcome.err
        assert (tmp_path / "a.mcap").read_bytes() == b"mine"
        assert (tmp_path / f"a.mcap{PART}").read_bytes() == data

    async def test_a_file_that_is_still_written_is_left_alone(self, tmp_path: Path, call: Call) -> None:
        writer = McapWriter(tmp_path / "a.mcap")
        writer.add_channel(1, 0, "/a", "", {})
        writer.write_chunk([1], [1], [1], [b"a"])
        outcome = await call("recover", str(tmp_path / f"a.mcap{PART}"))
        writer.finish()

        assert outcome.code == 1
        assert RecordingCommandWording.STILL_WRITTEN(path=tmp_path / f"a.mcap{PART}") in outcome.err
        with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
            assert segment.is_complete

    @pytest.mark.parametrize("content", [b"", b"something else, and longer than a magic"])
    async def test_what_is_no_recording_is_left_as_it_is(self, tmp_path: Path, call: Call, content: bytes) -> None:
        (tmp_path / "a").write_bytes(content)
        assert (await call("recover", str(tmp_path / "a"))).code == 1
        assert (tmp_path / "a").read_bytes() == content


class TestRecoverInto:
    async def test_what_can_be_read_is_copied_and_what_was_lost_is_said(self, tmp_path: Path, call: Call) -> None:
        data = bytearray(recorded_file(tmp_path / "a.mcap"))
        with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment:
            data[segment.chunks[2].offset + segment.chunks[2].length - 3] ^= 0xFF
        (tmp_path / "a.mcap").write_bytes(data)
        outcome = await call("recover", str(tmp_path / "a.mcap"), "-o", str(tmp_path / "b.mcap"), "--json")
        (told,) = outcome.lines

        assert outcome.code == 1
        assert (told["messages"], told["lost_chunks"]) == (MESSAGES - EACH, 1)
        assert (tmp_path / "a.mcap").read_bytes() == data
        with contextlib.closing(McapSegment(tmp_path / "b.mcap")) as segment:
            assert segment.is_complete

    async def test_it_overwrites_no_file(self, tmp_path: Path, call: Call) -> None:
        data = recorded_file(tmp_path / "a.mcap")
        assert (await call("recover", str(tmp_path / "a.mcap"), "-o", str(tmp_path / "a.mcap"))).code == 2
        assert (tmp_path / "a.mcap").read_bytes() == data

    async def test_a_name_that_no_disk_takes_is_said(self, tmp_path: Path, call: Call) -> None:
        recorded_file(tmp_path / "a.mcap")
        outcome = await call("recover", str(tmp_path / "a.mcap"), "-o", str(tmp_path / ("b" * 300)))
        assert outcome.code == 1
        assert str(tmp_path / "b") in outcome.err

    async def test_a_folder_that_is_not_there_is_said(self, tmp_path: Path, call: Call) -> None:
        recorded_file(tmp_path / "a.mcap")
        outcome = await call("recover", str(tmp_path / "a.mcap"), "-o", str(tmp_path / "none" / "b.mcap"))
        assert outcome.code == 1
        assert str(tmp_path / "none" / "b.mcap") in outcome.err

    def test_stopped_it_leaves_no_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        recorded_file(tmp_path / "a.mcap")
        monkeypatch.setattr(STOP, "_requested", True)
        with contextlib.closing(McapSegment(tmp_path / "a.mcap")) as segment, pytest.raises(Stopped):
            recordings.copy_to(segment, tmp_path / "b.mcap", RecordingCommandWording.COPYING)

        assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


class TestConvert:
    async def test_a_bag_becomes_a_file_of_mcap_beside_it(self, tmp_path: Path, call: Call) -> None:
        bag = tmp_path / "run.bag"
        written(bag, [(0, SECOND_NS, b"one"), (2, 2 * SECOND_NS, b"two")])
        outcome = await call("convert", str(bag), "--json")

        assert outcome.code == 0
        path = tmp_path / "run.mcap"
        assert outcome.lines == [
            {
                "file": str(path),
                "messages": 2,
                "lost_chunks": 0,
                "unread_bytes": 0,
                "unknown_messages": 0,
                "fault": None,
            }
        ]
        with contextlib.closing(McapSegment(path)) as segment:
            assert [bytes(message.payload) for message in segment.messages(0, 1 << 63)] == [b"one", b"two"]

    async def test_what_is_lost_behind_damage_is_said_and_the_code_is_one(self, tmp_path: Path, call: Call) -> None:
        bag = tmp_path / "run.bag"
        data = bytearray(written(bag, [(number % 3, SECOND_NS + number, b"text" * 50) for number in range(100)]))
        # a hole, and no index
        data[8000:9000] = bytes(1000)
        bag.write_bytes(data[: len(data) * 9 // 10])
        outcome = await call("convert", str(bag))
        told = await call("convert", str(bag), "-o", str(tmp_path / "b.mcap"), "--json")

        assert (outcome.code, told.code) == (1, 1)
        assert told.lines[0]["messages"] < 30
        lost = counted(told.lines[0]["unread_bytes"], "byte")
        assert told.lines[0]["unread_bytes"] > len(data) * 0.5
        assert RecordingCommandWording.LOST_BYTES(lost=lost) in "".join(outcome.out)

    async def test_it_overwrites_no_file_and_goes_where_it_is_told(self, tmp_path: Path, call: Call) -> None:
        bag = tmp_path / "run.bag"
        written(bag, [(0, SECOND_NS, b"one")])
        (tmp_path / "run.mcap").write_bytes(b"mine")
        assert (await call("convert", str(bag))).code == 2
        assert (tmp_path / "run.mcap").read_bytes() == b"mine"
        assert (await call("convert", str(bag), "-o", str(tmp_path / "b.mcap"))).code == 0
        assert (tmp_path / "b.mcap").exists()

    @pytest.mark.parametrize("name", ["", ".", "/", "..", PART])
    async def test_what_has_no_name_is_no_file(self, tmp_path: Path, call: Call, name: str) -> None:
        with contextlib.chdir(tmp_path):
            for command in ("convert", "recover"):
                outcome = await call(command, name)
                assert (outcome.code, outcome.err.count("teledeck:")) == (2, 1), command

    async def test_info_tells_of_bags_too(self, tmp_path: Path, call: Call) -> None:
        bag = tmp_path / "run.bag"
        written(bag, [(number % 3, number * SECOND_NS, b"text") for number in range(30)])
        (told,) = (await call("info", str(bag), "--json")).lines

        assert (told["messages"], told["start_ns"], told["end_ns"]) == (30, 0, 29 * SECOND_NS)
        assert told["compression"] == ["none"]
        assert [(topic["topic"], topic["messages"]) for topic in told["topics"]] == [("/a", 10), ("/a", 10), ("/b", 10)]


def test_a_time_that_no_calendar_has_is_a_number() -> None:
    assert time_text(2**64 - 1).endswith("s") or "UTC" in time_text(2**64 - 1)
    assert time_text(0) == "1970-01-01 00:00:00.000 UTC"


def test_a_file_that_exists_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        recordings.refuse_existing(tmp_path)
