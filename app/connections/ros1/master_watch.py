"""The watch over the master: every few seconds a snapshot of its registrations, and whether it was started again.

A master that was started again tells nobody: it only has another process number, and no registrations.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable

from app.connections.ros1.graph import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.net.errors import LinkError
from protocols.backoff import BackoffPolicy
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.ros1.names import parse_api
from protocols.ros1_errors import RosRemoteError

_LOGGER = logging.getLogger(__name__)

LOOK_INTERVAL_S = 2.0
# changes that come together are worth one snapshot
LOOK_PAUSE_S = 0.3
RETRY = BackoffPolicy(first_s=0.3, factor=1.6, cap_s=2.0)


class MasterWatch:
    """The watch over the master; it runs until `run` is cancelled.

    Args:
        on_look: called with each snapshot, and whether everything has to be registered anew.
        on_failure: called with the reason when a snapshot failed.

    Attributes:
        snapshot: the newest snapshot; None before the first.
        failure: the reason why the last snapshot failed; None if it did not.
        failed_at: the time since which snapshots have failed; None while they succeed.
        snapshot_at: the time of the last success.
    """

    def __init__(
        self,
        node: OwnNode,
        on_look: Callable[[MasterSnapshot, bool], None],
        on_failure: Callable[[ProtocolError], None],
    ) -> None:
        self.snapshot: MasterSnapshot | None = None
        self.failure: ProtocolError | None = None
        self.failed_at: float | None = None
        self.snapshot_at = 0.0
        self._node = node
        self._on_look = on_look
        self._on_failure = on_failure
        self._pid: int | None = None
        self._anew = False
        self._nudge = asyncio.Event()
        self._looked = asyncio.Event()

    def check_soon(self) -> None:
        """Take a snapshot soon."""
        self._nudge.set()

    async def run(self) -> None:
        """Take snapshots until cancelled."""
        loop = asyncio.get_running_loop()
        attempt = 0
        while True:
            self._nudge.clear()
            found = await self._attempt()
            if isinstance(found, ProtocolError):
                attempt += 1
                self.failure = found
                if self.failed_at is None:
                    self.failed_at = loop.time()
                self._on_failure(found)
                await self._wait(RETRY.delay_s(attempt, random.random))
                continue
            attempt = 0
            self.failure = self.failed_at = None
            self.snapshot_at = loop.time()
            self.snapshot = found
            self._looked.set()
            anew, self._anew = self._anew, False
            self._on_look(found, anew)
            await asyncio.sleep(LOOK_PAUSE_S)
            await self._wait(LOOK_INTERVAL_S - LOOK_PAUSE_S)

    async def _attempt(self) -> MasterSnapshot | ProtocolError:
        try:
            await self._meet()
            return await self.take_snapshot()
        except ProtocolError as error:
            return error
        except Exception as error:
            # a watch that ended would leave the robot as it is for ever
            _LOGGER.exception("a look at the master failed")
            return LinkError(f"a fault of this program: {error!r}", "The log says more. Please report it.")

    async def wait_for_snapshot(self, timeout_s: float) -> bool:
        """Wait for the first snapshot; whether there was one within the time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._looked.wait()
        return self.snapshot is not None

    async def take_snapshot(self) -> MasterSnapshot:
        """Take a snapshot now. Raises ProtocolError."""
        master, pid = self._node.master, self._pid or 0
        # the state first: so the types of all its topics are known, and topics that appear in between are not missed
        state = await master.system_state()
        # with the number from before: the state of a master that was started again since proves nothing
        return MasterSnapshot(state, await master.topic_types(), pid)

    async def _meet(self) -> None:
        """Find the master, and find out whether it was started again, or our address is another one."""
        moved = await self._node.locate()
        pid = await self._node.master.pid()
        if moved or pid != self._pid:
            # set until a snapshot has succeeded and everything is registered anew
            self._anew = True
            # a master's own name is of use only where others use it, too
            with contextlib.suppress(RosRemoteError, LocalProtocolError):
                self._node.hosts.master_name = parse_api(await self._node.master.uri()).host
        self._pid = pid

    async def _wait(self, delay_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_s):
                await self._nudge.wait()
