"""Tokens of robots in the key store of the operating system; they are saved nowhere else.

A locked key store may ask the user, and wait for the answer. So every request is made in a thread of its own, which the
program does not wait for when it ends.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import importlib
import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from app.model.errors import UserFacingError
from app.wording.session import SessionWording

_LOGGER = logging.getLogger(__name__)

SERVICE: Final = "teledeck"


# the library gives a lower priority to the backend for “no key store”, and to stores that are a readable file
_RECOMMENDED: Final = 1

_NAMES: Final = {
    "keyring.backends.SecretService": "Secret Service",
    "keyring.backends.libsecret": "Secret Service",
    "keyring.backends.kwallet": "KWallet",
    "keyring.backends.macOS": "Keychain",
    "keyring.backends.Windows": "Windows Credential Manager",
}

_Answer = TypeVar("_Answer")


class KeyStoreError(UserFacingError):
    """A request to the key store failed; the text never holds a token."""


class KeyringBackend(Protocol):
    """A key store backend of the library `keyring`. Every call may block until the user has answered a dialog."""

    @property
    def name(self) -> str:
        """The name of the key store."""

    def get_password(self, service: str, username: str) -> str | None:
        """The password that is saved under a name; None if there is none."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Save a password under a name."""

    def delete_password(self, service: str, username: str) -> None:
        """Delete the password under a name."""


def _store_of_system() -> KeyringBackend | None:
    # the library takes some 50 ms to load, and most robots have no token
    keyring = importlib.import_module("keyring")
    chosen: KeyringBackend = keyring.get_keyring()
    # a backend that only passes requests on to others lists them
    stores: list[KeyringBackend] = list(getattr(chosen, "backends", ())) or [chosen]
    return next((store for store in stores if getattr(store, "priority", 0) >= _RECOMMENDED), None)


class TokenStore:
    """Finds, saves and deletes tokens by the address of their robot (without a token in it). Await it on any loop.

    Args:
        find_store: gives the key store, None if there is none; called in a thread, and for every request, since a key
            store may be started or installed meanwhile.
    """

    def __init__(self, find_store: Callable[[], KeyringBackend | None] = _store_of_system) -> None:
        self._find_store = find_store
        # two requests at once would ask the user twice to unlock the same store
        self._lock = threading.Lock()

    async def store_name(self) -> str:
        """The name of the key store; empty if there is none that works."""
        try:
            return await self._ask(lambda store, name: name if store is not None else "")
        except KeyStoreError:
            return ""

    async def find(self, address: str) -> str:
        """The token of a robot; empty if none is saved, or there is no key store.

        Raises:
            KeyStoreError: the key store exists and did not answer.
        """
        return await self._ask(
            lambda store, _: (store.get_password(SERVICE, address) or "") if store is not None else ""
        )

    async def save(self, address: str, token: str) -> None:
        """Save the token of a robot in place of an earlier one. Raises KeyStoreError if that fails."""

        def keep(store: KeyringBackend | None, name: str) -> None:
            if store is None:
                raise KeyStoreError(SessionWording.NO_KEY_STORE(), SessionWording.ASKED_EACH_TIME())
            store.set_password(SERVICE, address, token)
            _LOGGER.info("the token of %s is kept in %s", address, name)

        await self._ask(keep)

    async def delete(self, address: str) -> None:
        """Delete the token of a robot, if one is saved. Raises KeyStoreError if that fails."""

        def forget(store: KeyringBackend | None, name: str) -> None:
            if store is not None and store.get_password(SERVICE, address) is not None:
                store.delete_password(SERVICE, address)
                _LOGGER.info("the token of %s is no longer kept in %s", address, name)

        await self._ask(forget)

    async def _ask(self, question: Callable[[KeyringBackend | None, str], _Answer]) -> _Answer:
        answer: concurrent.futures.Future[_Answer] = concurrent.futures.Future()
        # a pool's threads would be waited for when the program ends
        threading.Thread(target=self._answer, args=(question, answer), name="key store", daemon=True).start()
        return await asyncio.wrap_future(answer)

    def _answer(
        self, question: Callable[[KeyringBackend | None, str], _Answer], answer: concurrent.futures.Future[_Answer]
    ) -> None:
        with self._lock:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                result = _translated(self._find_store, question)
            except KeyStoreError as error:
                answer.set_exception(error)
            else:
                answer.set_result(result)


def _translated(
    find_store: Callable[[], KeyringBackend | None], question: Callable[[KeyringBackend | None, str], _Answer]
) -> _Answer:
    name: str = SessionWording.KEY_STORE()
    try:
        store = find_store()
        name = _name_of(store) if store is not None else name
        return question(store, name)
    except KeyStoreError:
        raise
    except Exception as error:  # noqa: BLE001 - see below
        # key stores raise errors of D-Bus, of Windows, of plug-ins. Neither the error nor its text is passed on: either
        # may hold the token
        kind = type(error).__name__
    if kind == "KeyringLocked":
        raise KeyStoreError(SessionWording.KEYS_LOCKED(store=name), SessionWording.UNLOCK_KEYS())
    raise KeyStoreError(SessionWording.KEYS_FAILED(store=name, kind=kind), SessionWording.TYPE_IT_IN())


def _name_of(store: KeyringBackend) -> str:
    return _NAMES.get(type(store).__module__, "") or str(store.name)
