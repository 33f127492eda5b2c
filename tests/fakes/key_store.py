"""A key store in memory, which tests lock, break, or let think for a while."""

from __future__ import annotations

import threading


class KeyringLocked(Exception):  # noqa: N818 - the library's own name
    """What the library raises when the user does not unlock a store."""


class FakeKeyStore:
    """Key store in memory.

    Attributes:
        kept: what is kept, by service and name.
        locked, fails: whether every question ends so.
        open: cleared, it holds up every question.
        asked: how often it was asked anything.
        threads: those that asked.
    """

    name = "Fake Wallet"
    priority = 5.0

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = self.fails = False
        self.open = threading.Event()
        self.open.set()
        self.asked = 0
        self.threads: set[int] = set()

    def get_password(self, service: str, username: str) -> str | None:
        self._wait("")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._wait(password)
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._wait("")
        del self.kept[service, username]

    def _wait(self, secret: str) -> None:
        self.asked += 1
        self.threads.add(threading.get_ident())
        if not self.open.wait(30.0):
            raise TimeoutError("nobody opened the store")
        if self.locked:
            raise KeyringLocked(secret)
        if self.fails:
            raise RuntimeError(f"can't do it with {secret}")
