"""Checks: whatever happens in one, the finding says it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from app.model.errors import UserFacingError
from app.program.check import Check, CheckFailed, CheckSkipped, blocking_check, run_check, run_in_thread
from app.wording.program import ProgramWording
from tests.tools.sentences import tells

FAILED = ProgramWording.CHECK_FAILED(kind="ValueError", error="xxx")


@pytest.mark.parametrize(
    ("raised", "ok", "text", "tip"),
    [
        (None, True, "all of 7", ""),
        (CheckFailed("it is broken", "Mend it."), False, "it is broken", "Mend it."),
        (UserFacingError("no robot"), False, "no robot", ""),
        (CheckSkipped("none is there", "Plug it in."), None, "none is there", "Plug it in."),
        (ValueError("x" * 5000), False, FAILED, ProgramWording.REPORT_TIP()),
    ],
)
async def test_what_a_look_returns_or_raises_is_the_finding(
    raised: Exception | None, *, ok: bool | None, text: str, tip: str
) -> None:
    async def look(subject: int) -> str:
        if raised is not None:
            raise raised
        return f"all of {subject}"

    finding = await run_check(Check("thing", look), 7)

    assert (finding.check, finding.ok, finding.tip) == ("thing", ok, tip)
    assert finding.text.startswith(text)
    assert len(finding.text) < 400


async def test_a_look_that_hangs_is_a_fault_after_its_time() -> None:
    async def look(_subject: object) -> str:
        await asyncio.Event().wait()
        return "never"

    finding = await run_check(Check("thing", look, timeout_s=0.01), None)

    assert finding.ok is False
    assert tells(finding.text, ProgramWording.NOT_ENDED, timeout_s=0.01)
    assert tells(finding.tip, ProgramWording.BUSY_TIP)


async def test_what_blocks_is_waited_for_in_a_thread_of_its_name() -> None:
    assert await run_in_thread(lambda: threading.current_thread().name, "elsewhere") == "elsewhere"


async def test_what_it_raises_is_raised() -> None:
    def fail() -> str:
        raise CheckFailed("it is broken")

    with pytest.raises(CheckFailed, match="broken"):
        await blocking_check(fail)(None)


async def test_one_that_hangs_is_left_behind() -> None:
    go_on = threading.Event()

    def hang() -> str:
        assert threading.current_thread().daemon
        go_on.wait(30)
        return "late"

    finding = await run_check(Check("hangs", blocking_check(hang), timeout_s=0.05), None)
    go_on.set()

    assert finding.ok is False
