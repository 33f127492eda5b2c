"""What blocks holds up neither the checks nor the end of the program."""

from __future__ import annotations

import threading

import pytest

from app.program.check import Check, CheckFailed, run_check
from app.program.in_thread import blocking_check, run_in_thread


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
