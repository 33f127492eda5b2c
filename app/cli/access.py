"""Login of a command to a robot that wants a token: from the address, the environment, the key store, or by asking.

A token is never printed, and never saved by a command.
"""

from __future__ import annotations

import getpass
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from app.cli.stopping import STOP
from app.model.status import ConnectionState
from app.net.link_thread import LinkThread
from app.session.key_store import KeyStoreError, TokenStore
from app.session.session import Session

TOKEN: Final = "TELEDECK_GALILEO_TOKEN"  # noqa: S105 - a name
PROXY_TOKEN: Final = "TELEDECK_GALILEO_PROXY_TOKEN"  # noqa: S105 - a name

ATTEMPTS: Final = 3
LOGIN_POLL_S: Final = 0.05
DISCONNECT_TIMEOUT_S: Final = 5.0
# a locked key store may ask the user, who may not be there
KEY_STORE_TIMEOUT_S: Final = 30.0


class Login:
    """Connects to one robot, with its token.

    Args:
        tell: shows a sentence and a tip to the operator.
        tokens: the key store.
    """

    def __init__(
        self,
        session: Session,
        link: LinkThread,
        tell: Callable[[str, str], None],
        tokens: TokenStore | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._session = session
        self._link = link
        self._tell = tell
        self._tokens = tokens or TokenStore()
        self._environ = os.environ if environ is None else environ

    def connect(self, uri: str, *, ask: bool) -> str:
        """Begin to connect, with the known token; returns the connection's id.

        Args:
            uri: the robot's address.
            ask: ask for the token if the robot refuses, and the command runs at a terminal.

        Raises:
            SessionError: the address can't be understood.
            Stopped: a signal asked the command to end.
        """
        session = self._session
        access = session.address_tokens(uri)
        uri = self.address_with_tokens(uri)
        name = session.connect(uri)
        if access is None or not access.key or access.token or not ask or not _is_terminal():
            return name
        for _ in range(ATTEMPTS):
            if not self._is_refused(name):
                break
            token = getpass.getpass(f"The robot refuses the session. Token of {access.key}: ", sys.stderr)
            if not token:
                break
            self._link.submit(session.disconnect(name)).result(DISCONNECT_TIMEOUT_S)
            name = session.connect(session.with_token(uri, token))
        return name

    def address_with_tokens(self, uri: str) -> str:
        """The robot's address with the known token. Raises Stopped if a signal asked the command to end."""
        access = self._session.address_tokens(uri)
        if access is None or not access.key:
            return uri
        return self._session.with_token(
            uri,
            access.token or self._environ.get(TOKEN, "") or self._kept(access.key),
            access.proxy_token or self._environ.get(PROXY_TOKEN, "") or self._kept(access.proxy_key),
        )

    def _kept(self, key: str) -> str:
        """The token in the key store; empty if there is none, or the key store does not answer."""
        if not key:
            return ""
        asked = self._link.submit(self._tokens.find(key))
        waited_s = 0.0
        try:
            while waited_s < KEY_STORE_TIMEOUT_S:
                STOP.check()
                try:
                    return asked.result(LOGIN_POLL_S)
                except TimeoutError:
                    waited_s += LOGIN_POLL_S
        except KeyStoreError as error:
            self._tell(error.reason, error.tip)
            return ""
        finally:
            asked.cancel()
        self._tell("the key store of this system does not answer", f"Unlock it, or set {TOKEN}.")
        return ""

    def _is_refused(self, name: str) -> bool:
        """Wait until the robot has accepted or refused the connection, or can't be reached; whether it has refused."""
        while True:
            STOP.check()
            status = self._session.status(name)
            if status is None or status.state is ConnectionState.CONNECTED:
                return False
            if status.failed:
                return status.state is ConnectionState.REFUSED
            time.sleep(LOGIN_POLL_S)


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None and sys.stderr.isatty()
