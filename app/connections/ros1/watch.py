"""Looks at the master every few seconds: what it knows, and whether it is the one of before.

A master that was started again tells nobody; it only has another process number, and no registrations.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable

from app.connections.ros1.graph import Look
from app.connections.ros1.node import OwnNode
from app.net.errors import LinkError
from protocols.backoff import BackoffPolicy
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.ros1.errors import RosRemoteError
from protocols.ros1.names import parse_api

_LOGGER = logging.getLogger(__name__)

LOOK_INTERVAL_S = 2.0
# what happens at the same time is one look's worth
LOOK_PAUSE_S = 0.3
RETRY = BackoffPolicy(first_s=0.3, factor=1.6, cap_s=2.0)


class MasterWatch:
    """Runs from `run` to its end.

    Args:
        on_look: called with each look, and whether the master has to be told everything anew.
        on_failure: called with the reason when there was none.

    Attributes:
        look: the newest; None before the first.
        failure: why the last one failed; None if it did not.
        failed_at: since when there has been none; None while there is.
        looked_at: when the last one succeeded.
    """

    def __init__(
        self, node: OwnNode, on_look: Callable[[Look, bool], None], on_failure: Callable[[ProtocolError], None]
    ) -> None:
        self.look: Look | None = None
        self.failure: ProtocolError | None = None
        self.failed_at: float | None = None
        self.looked_at = 0.0
        self._node = node
        self._on_look = on_look
        self._on_failure = on_failure
        self._pid: int | None = None
        self._anew = False
        self._nudge = asyncio.Event()
        self._looked = asyncio.Event()

    def nudge(self) -> None:
        """Look soon."""
        self._nudge.set()

    async def run(self) -> None:
        """Look until cancelled."""
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
            self.looked_at = loop.time()
            self.look = found
            self._looked.set()
            anew, self._anew = self._anew, False
            self._on_look(found, anew)
            await asyncio.sleep(LOOK_PAUSE_S)
            await self._wait(LOOK_INTERVAL_S - LOOK_PAUSE_S)

    async def _attempt(self) -> Look | ProtocolError:
        try:
            await self._meet()
            return await self.ask()
        except ProtocolError as error:
            return error
        except Exception as error:
            # a watch that ended would leave the robot as it is for ever
            _LOGGER.exception("a look at the master failed")
            return LinkError(f"a fault of this program: {error!r}", "The log says more. Please report it.")

    async def wait_for_look(self, timeout_s: float) -> bool:
        """Whether there was a look within the time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._looked.wait()
        return self.look is not None

    async def ask(self) -> Look:
        """Look now. Raises ProtocolError."""
        master, pid = self._node.master, self._pid or 0
        # one after the other: types of topics that appear in between are there, states of unknown topics are not
        state = await master.system_state()
        # with the number from before: of a master that was started again since, what it says proves nothing
        return Look(state, await master.topic_types(), pid)

    async def _meet(self) -> None:
        """Find the master, and whether it, or we, are others than before."""
        moved = await self._node.locate()
        pid = await self._node.master.pid()
        if moved or pid != self._pid:
            # until a look has succeeded, and those who have to register were told
            self._anew = True
            # what a master calls itself is of use only where others call it so, too
            with contextlib.suppress(RosRemoteError, LocalProtocolError):
                self._node.hosts.master_name = parse_api(await self._node.master.uri()).host
        self._pid = pid

    async def _wait(self, delay_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_s):
                await self._nudge.wait()
