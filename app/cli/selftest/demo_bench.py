"""A demo robot for checks: in a process of its own, read and driven by a session of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import Final

from app.config.folders import CONFIG_VARIABLE, SAFE_MODE_VARIABLE
from app.demo.demo_process import DemoProcess
from app.model.status import ConnectionState
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.program.check import run_in_thread
from app.session.addresses import VARIABLE_PREFIXES
from app.session.session import Session

# the period of the window's sign of life
BEAT_S: Final = 0.05
CLOSE_TIMEOUT_S: Final = 15.0

_OWNER: Final = "selftest"
# environment variables of the user's own robots
_PUT_ASIDE: Final = (*VARIABLE_PREFIXES, SAFE_MODE_VARIABLE)
_FOLDERS: Final = (CONFIG_VARIABLE, "TMPDIR")


class DemoBench:
    """The demo robot, and a session that is connected to it.

    From `start` to `close` the environment of this process, and of all its children, is replaced.

    Args:
        arguments: of `teledeck demo --serve`.

    Attributes:
        uris: the robot's addresses by protocol; empty while there is no robot.
    """

    def __init__(self, arguments: Sequence[str] = ("--wander",)) -> None:
        self.uris: Mapping[str, str] = {}
        self._arguments = arguments
        self._environ: dict[str, str] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: DemoProcess | None = None
        self._link: LinkThread | None = None
        self._session: Session | None = None
        self._names: dict[str, str] = {}
        self._since: dict[str, float] = {}
        self._reads = True
        self._tasks = TaskPool("selftest")

    @property
    def session(self) -> Session:
        """The session that is connected to the robot; only after `start`."""
        if self._session is None:
            raise RuntimeError("there is no demo robot")
        return self._session

    async def start(self) -> None:
        """Start the robot, connect to it by all of its protocols, and read all topics that cost it nothing.

        Raises:
            DemoProcessError: the robot did not start; it has said why on standard error.
            OSError: no process, or no folder for it, can be created.
        """
        self._put_user_aside()
        self._process = process = DemoProcess(self._arguments)
        self.uris = await run_in_thread(process.wait_for_uris, "demo robot's start")
        self._link = LinkThread()
        self._link.start()
        self._session = Session(self._link)
        self._names = {scheme: self._session.links.connect(uri) for scheme, uri in self.uris.items()}
        self._tasks.spawn(self._attend(self._session), "attend")

    def connection_name(self, scheme: str) -> str | None:
        """The id of the connection by a protocol; None if there is none."""
        return self._names.get(scheme)

    def reading_time_s(self, scheme: str) -> float:
        """The time for which the connection by a protocol has been read, in seconds; 0 while it is not connected."""
        since = self._since.get(scheme)
        return 0.0 if since is None else asyncio.get_running_loop().time() - since

    def stop_reading(self) -> None:
        """Unsubscribe from all topics."""
        self._reads = False
        self.session.topics.set_subscriptions(_OWNER, ())

    async def close(self) -> None:
        """End the session, the robot and the replaced environment, as far as they were started; within some seconds."""
        await self._tasks.cancel()
        if self._session is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    await self._session.close()
        if self._link is not None:
            self._link.stop()
        if self._process is not None:
            self._process.close()
        self.uris, self._process, self._link, self._session = {}, None, None, None
        if self._environ is not None:
            os.environ.clear()
            os.environ.update(self._environ)
            self._environ = None
        if self._folder is not None:
            self._folder.cleanup()

    # inside

    def _put_user_aside(self) -> None:
        """Replace the environment, so that no process here reads or writes the user's files or asks the key store."""
        # a process that is about to end may still write to the folder: no fault of the installation
        self._folder = tempfile.TemporaryDirectory(prefix="teledeck-selftest-", ignore_cleanup_errors=True)
        self._environ = dict(os.environ)
        for name in self._environ:
            if name.startswith(_PUT_ASIDE):
                del os.environ[name]
        for name in _FOLDERS:
            os.environ[name] = self._folder.name
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"

    async def _attend(self, session: Session) -> None:
        """Give the drive process the window's signs of life, and subscribe to topics as they become known."""
        loop = asyncio.get_running_loop()
        while True:
            session.driving.handle.beat()
            if self._reads:
                for scheme, name in self._names.items():
                    status = session.links.status(name)
                    if status is not None and status.state is ConnectionState.CONNECTED:
                        self._since.setdefault(scheme, loop.time())
                infos = [(topic.key, topic.info) for topic in session.topics.store.topics]
                session.topics.set_subscriptions(
                    _OWNER, [key for key, info in infos if info.publishers != 0 and not info.cost]
                )
            await asyncio.sleep(BEAT_S)
