"""The parameters of a ROS 1 robot: a snapshot that is kept current while it is watched.

The master reports that a parameter has changed, as anybody else might; its present value is asked of the master alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import time
from collections.abc import Callable

from app.connections.ros1.calls import RosFailureError
from app.connections.ros1.node import OwnNode
from app.model.graph import Parameter, Parameters
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.ros1.names import resolve

_LOGGER = logging.getLogger(__name__)

ROOT = "/"
# many changes come together: they are read once
SETTLE_S = 0.3
# the master may not reach us with its reports: it is asked now and then
REFRESH_INTERVAL_S = 5.0


class ParameterWatch:
    """The watch over the parameters of one robot.

    Args:
        on_snapshot: called with each snapshot.
    """

    def __init__(self, node: OwnNode, tasks: TaskPool, on_snapshot: Callable[[Parameters], None]) -> None:
        self._snapshot = Parameters()
        self._on_snapshot = on_snapshot
        self._node = node
        self._tasks = tasks
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._subscribed_as = ""

    def watch(self, *, wanted: bool) -> None:
        """Start or end keeping the snapshot current."""
        if wanted and self._task is None:
            self._task = self._tasks.spawn(self._run(), "parameters")
        elif not wanted and self._task is not None:
            self._task.cancel()
            self._task = None
            self._tasks.spawn(self._unsubscribe(), "parameters no more")

    def changed(self) -> None:
        """Record that a parameter has changed."""
        self._changed.set()

    def register_again(self) -> None:
        """Subscribe anew: the master knows nothing of us any more."""
        self._subscribed_as = ""
        self._changed.set()

    async def get(self, key: str) -> Parameter:
        """Ask for a parameter, or the tree below a namespace. Raises ProtocolError."""
        return await self._node.master.parameter(self._resolve(key))

    async def names(self, key: str) -> tuple[str, ...]:
        """Ask for the full names of all parameters at and below a name, sorted. Raises ProtocolError."""
        full = self._resolve(key)
        below = full.rstrip("/") + "/"
        names = await self._node.master.parameter_names()
        found = [name for name in names if name == full or name.startswith(below)]
        return tuple(sorted(found, key=lambda name: name.split("/")))

    async def set(self, key: str, value: Parameter) -> None:
        """Set a parameter, or the tree below a namespace. Raises ProtocolError."""
        await self._node.master.set_parameter(self._checked(key), value)
        self.changed()

    async def delete(self, key: str) -> None:
        """Delete a parameter, or the tree below a namespace. Raises ProtocolError."""
        await self._node.master.delete_parameter(self._checked(key))
        self.changed()

    async def close(self) -> None:
        """End the subscription to parameters."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        await self._unsubscribe()

    async def _run(self) -> None:
        while True:
            try:
                await self._refresh()
            except ProtocolError as error:
                _LOGGER.debug("the parameters could not be read: %s", error.reason)
                self._snapshot = dataclasses.replace(self._snapshot, reason=error.reason, tip=error.tip)
                self._on_snapshot(self._snapshot)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REFRESH_INTERVAL_S):
                    await self._changed.wait()
            await asyncio.sleep(SETTLE_S)
            self._changed.clear()

    async def _refresh(self) -> None:
        api = self._node.api
        if not api:
            return
        if self._subscribed_as != api:
            # the master may have taken a call that is cut off
            self._subscribed_as = api
            try:
                tree = await self._node.master.subscribe_parameter(ROOT, api)
            except ProtocolError:
                self._subscribed_as = ""
                raise
        else:
            try:
                tree = await self._node.master.parameter(ROOT)
            except RosFailureError:
                tree = {}
        tree = tree if isinstance(tree, dict) else {}
        before = self._snapshot
        same = before.tree == tree
        self._snapshot = Parameters(before.revision + (not same), before.tree if same else tree, time.time_ns())
        self._on_snapshot(self._snapshot)

    async def _unsubscribe(self) -> None:
        api, self._subscribed_as = self._subscribed_as, ""
        if api:
            with contextlib.suppress(ProtocolError):
                await self._node.master.unsubscribe_parameter(ROOT, api)

    def _checked(self, key: str) -> str:
        if not key.strip("/"):
            # the master itself forbids to delete its root, and replaces all parameters where it is set
            raise LocalProtocolError("all parameters at once can't be changed", "Name a parameter or a namespace.")
        return self._resolve(key)

    def _resolve(self, key: str) -> str:
        # names from YAML files have hyphens, spaces and dots, which the master takes
        if not key.strip():
            raise LocalProtocolError(
                "a parameter without a name can't be asked for", "Write its name; / is all of them."
            )
        return resolve(key, self._node.name)
