"""The log of a run."""

from __future__ import annotations

import logging
from pathlib import Path

from typing_extensions import override

from app.model.messages.values import LogLevel, LogLine
from app.model.schema import DecodeError, Payload, Role
from app.session.reference_runs import ReferenceRuns
from app.session.run_log import MOST_LINES, RunLine, read_log
from tests.fakes.played_recording import START_NS, S, write_recording
from tests.fakes.runs import FakeRuns, messages_of
from tests.fakes.session import JsonSchema


class LogSchema(JsonSchema):
    """Of messages that are lines of a log."""

    def __init__(self) -> None:
        super().__init__("test.Log", roles={Role.LOG_LINE})

    @override
    def read(self, role: Role, payload: Payload) -> object:
        told = self.decode(payload)
        if "text" not in told:
            raise DecodeError("no line")
        return LogLine(0, LogLevel[told["level"]], told["node"], told["text"])


def said(at_s: float, text: str, level: str = "INFO") -> tuple[float, dict[str, str]]:
    return at_s, {"level": level, "node": "/planner", "text": text}


async def test_lines_of_programs_and_of_ourselves_are_read_in_the_order_of_time() -> None:
    runs = FakeRuns()
    own = [(2.0, {"level": "WARNING", "logger": "app.net", "text": "lost"}), (4.0, {"no": "line"})]
    run = runs.put(
        {
            "/rosout": messages_of([said(1.0, "begun"), said(3.0, "stuck", "FATAL"), (3.5, {"other": 1})], LogSchema()),
            "teledeck/log": messages_of(own, JsonSchema("teledeck/log")),
            "/odom": messages_of([(0.5, {"x": 1})], JsonSchema("test.Odom")),
        }
    )
    assert await read_log(runs, run) == (
        RunLine(S, logging.INFO, "/planner", "begun"),
        RunLine(2 * S, logging.WARNING, "app.net", "lost"),
        RunLine(3 * S, logging.CRITICAL, "/planner", "stuck"),
    )


async def test_of_very_many_lines_the_newest_are_kept_and_of_long_ones_the_beginning() -> None:
    runs = FakeRuns()
    lines = [said(float(number), f"{number} " + "x" * 5000) for number in range(MOST_LINES + 5)]
    run = runs.put({"/rosout": messages_of(lines, LogSchema())})
    read = await read_log(runs, run)
    assert read is not None
    assert len(read) == MOST_LINES
    assert read[0].text.startswith("5 x")
    assert len(read[0].text) < 5000


async def test_a_run_without_a_log_has_no_lines_and_one_that_is_gone_none_that_are_known() -> None:
    runs = FakeRuns()
    run = runs.put({"/odom": messages_of([(0.5, {"x": 1})], JsonSchema("test.Odom"))})
    assert await read_log(runs, run) == ()
    other = runs.put({"teledeck/log": messages_of([said(1.0, "a")], JsonSchema("teledeck/log"))})
    runs.remove(other.id)
    assert await read_log(runs, other) is None


async def test_the_log_is_read_from_a_real_recording(tmp_path: Path) -> None:
    told = [("teledeck/log", 1.5, {"level": "ERROR", "logger": "app.drive", "text": "stopped"})]
    runs = ReferenceRuns()
    run = await runs.add([write_recording(tmp_path / "run.mcap", told)])
    lines = await read_log(runs, run)
    await runs.close()
    assert lines == (RunLine(START_NS + 3 * S // 2, logging.ERROR, "app.drive", "stopped"),)
