"""A stand-in of systemd's logind on a bus of a test's own."""

from __future__ import annotations

import os
import select
from typing import Any

from tests.fakes.private_bus import Answer, Service

PATH, INTERFACE = "/org/freedesktop/login1", "org.freedesktop.login1.Manager"


class Logind:
    """It gives locks, as many as are asked for, and sees when they are let go of.

    Attributes:
        refuses: it gives none.
    """

    def __init__(self, address: str) -> None:
        self.refuses = False
        self.locks: list[int] = []
        self.service = Service(address, "org.freedesktop.login1", self._answer)

    def _answer(self, member: str, body: tuple[Any, ...]) -> Answer:
        if member != "Inhibit" or self.refuses:
            return None
        assert body[0] == "sleep"
        assert body[3] == "delay"
        ours, theirs = os.pipe()
        self.locks.append(ours)
        return "h", (_OwnedDescriptor(theirs),)

    @property
    def is_held(self) -> bool:
        """Whether the newest lock is."""
        return bool(self.locks) and not select.select([self.locks[-1]], [], [], 0)[0]

    def sleep(self, *, near: bool) -> None:
        """Tell all that this computer goes to sleep, or is awake again."""
        self.service.emit(PATH, INTERFACE, "PrepareForSleep", "b", near)

    def close(self) -> None:
        """End it."""
        self.service.close()
        for lock in self.locks:
            os.close(lock)


class _OwnedDescriptor:
    """A descriptor that is closed when it was sent."""

    def __init__(self, number: int) -> None:
        self._number = number

    def fileno(self) -> int:
        return self._number

    def __del__(self) -> None:
        os.close(self._number)
