"""Checks of an installation: the declaration of a check, and running it, in a thread where the check may block."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from app.model.doctor import DoctorCheck
from app.model.errors import UserFacingError
from app.wording.program import ProgramWording

_Subject = TypeVar("_Subject")

MAX_ERROR_LENGTH: Final = 300


_Result = TypeVar("_Result")


class CheckFailed(UserFacingError):  # noqa: N818 - a state that is told, no fault of ours
    """A check found a fault."""


class CheckSkipped(UserFacingError):  # noqa: N818 - a state that is told, no fault of ours
    """A check had nothing to examine, could not decide, or found something to note; no fault of the installation."""


@dataclass(frozen=True, slots=True)
class Check(Generic[_Subject]):
    """The declaration of one check.

    Attributes:
        name: a word or two; scripts depend on it, so it never changes.
        run: examines the subject; returns a sentence about what was found. Raises CheckFailed or CheckSkipped, or
            any other UserFacingError, which is a fault.
        timeout_s: many times as long as the check takes where all is well.
    """

    name: str
    run: Callable[[_Subject], Awaitable[str]]
    timeout_s: float = 10.0


async def run_check(check: Check[_Subject], subject: _Subject) -> DoctorCheck:
    """Run a check; its result, or whatever error it raised, as a finding."""
    try:
        async with asyncio.timeout(check.timeout_s):
            text = await check.run(subject)
    except CheckSkipped as left_out:
        return DoctorCheck(check.name, None, left_out.reason, left_out.tip)
    except UserFacingError as trouble:
        return DoctorCheck(check.name, False, trouble.reason, trouble.tip)
    except TimeoutError:
        return timeout_finding(check.name, check.timeout_s)
    except Exception as error:  # noqa: BLE001 - a check that fails does not end the others
        text = ProgramWording.CHECK_FAILED(kind=type(error).__name__, error=str(error)[:MAX_ERROR_LENGTH])
        return DoctorCheck(check.name, False, text, ProgramWording.REPORT_TIP())
    return DoctorCheck(check.name, True, text)


def timeout_finding(name: str, timeout_s: float) -> DoctorCheck:
    """The finding for a check that did not end within its time."""
    return DoctorCheck(name, False, ProgramWording.NOT_ENDED(timeout_s=timeout_s), ProgramWording.BUSY_TIP())


async def run_in_thread(function: Callable[[], _Result], name: str) -> _Result:
    """Run a function in a thread of this name; returns or raises what the function does."""
    result: concurrent.futures.Future[_Result] = concurrent.futures.Future()
    # the caller may stop waiting, and the thread still ends normally
    result.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result.set_result(function())
        except Exception as error:  # noqa: BLE001 - raised where it is awaited
            result.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return await asyncio.wrap_future(result)


def blocking_check(look: Callable[[], str]) -> Callable[[object], Awaitable[str]]:
    """The `look` of a check from a function that may block, and needs no subject."""

    async def looked(_subject: object) -> str:
        return await run_in_thread(look, "check")

    return looked
