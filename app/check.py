"""Checks of an installation: how one is declared, and how it is done, whatever it looks at."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from app.model.finding import Finding
from app.model.trouble import Trouble

_Subject = TypeVar("_Subject")

BUSY_TIP: Final = "Close what keeps this computer busy, and run it again. If it stays so, please report it."
LONGEST_ERROR: Final = 300


class CheckFailed(Trouble):
    """What was looked at is not as it has to be."""


class LeftOut(Trouble):
    """There is nothing to look at, or it can't be told, or is worth a look; no fault of the installation."""


@dataclass(frozen=True, slots=True)
class Check(Generic[_Subject]):
    """One thing to look at.

    Attributes:
        name: in a word or two; scripts go by it, so it never changes.
        look: what was found, in words. Raises CheckFailed or LeftOut, or any other Trouble, which is a fault.
        timeout_s: many times what it takes where all is well.
    """

    name: str
    look: Callable[[_Subject], Awaitable[str]]
    timeout_s: float = 10.0


async def done(check: Check[_Subject], subject: _Subject) -> Finding:
    """Do a check; whatever happens there, the finding says it."""
    try:
        async with asyncio.timeout(check.timeout_s):
            text = await check.look(subject)
    except LeftOut as left_out:
        return Finding(check.name, None, left_out.reason, left_out.tip)
    except Trouble as trouble:
        return Finding(check.name, False, trouble.reason, trouble.tip)
    except TimeoutError:
        return late(check.name, check.timeout_s)
    except Exception as error:  # noqa: BLE001 - one that fails does not end the others
        text = f"the check itself failed: {type(error).__name__}: {str(error)[:LONGEST_ERROR]}"
        return Finding(check.name, False, text, "Please report it.")
    return Finding(check.name, True, text)


def late(name: str, timeout_s: float) -> Finding:
    """The finding where a check did not end in its time."""
    return Finding(name, False, f"it did not end within {timeout_s:g} s", BUSY_TIP)
