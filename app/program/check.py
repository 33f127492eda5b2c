"""Checks of an installation: the declaration of a check, and running it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from app.model.doctor import DoctorCheck
from app.model.errors import UserFacingError

_Subject = TypeVar("_Subject")

BUSY_TIP: Final = "Close what keeps this computer busy, and run it again. If it stays so, please report it."
MAX_ERROR_LENGTH: Final = 300


class CheckFailed(UserFacingError):
    """A check found a fault."""


class CheckSkipped(UserFacingError):
    """A check had nothing to examine, could not decide, or found something to note; no fault of the installation."""


@dataclass(frozen=True, slots=True)
class Check(Generic[_Subject]):
    """The declaration of one check.

    Attributes:
        name: a word or two; scripts depend on it, so it never changes.
        run: examines the subject; returns a sentence about what was found. Raises CheckFailed or LeftOut, or any other
            Trouble, which is a fault.
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
        text = f"the check itself failed: {type(error).__name__}: {str(error)[:MAX_ERROR_LENGTH]}"
        return DoctorCheck(check.name, False, text, "Please report it.")
    return DoctorCheck(check.name, True, text)


def timeout_finding(name: str, timeout_s: float) -> DoctorCheck:
    """The finding for a check that did not end within its time."""
    return DoctorCheck(name, False, f"it did not end within {timeout_s:g} s", BUSY_TIP)
