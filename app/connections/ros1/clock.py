"""The clock of a robot that does not keep ours: /use_sim_time says so, /clock says what time it is."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Callable
from typing import Protocol

from app.connections.ros1.node import OwnNode
from app.model.alerts import Severity
from app.model.clock import SimClock
from app.model.topic_store import Batch, Sink

TOPIC = "/clock"
PARAMETER = "/use_sim_time"
# programs wait for the first message; a simulator sends it within a second
SILENCE_S = 5.0
# that time went back is news for so long
JUMP_NEWS_S = 60.0

_STAMP = struct.Struct("<II")


class Owner(Protocol):
    """What a clock needs of its connection."""

    clock: SimClock | None

    def keep_alert(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise an alert unless it stands."""

    def raise_alert(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise an alert."""

    def clear_alert(self, name: str) -> None:
        """The fault is over."""


class ClockWatch:
    """Sets `clock` of its owner.

    Args:
        set_own: subscribes to a topic on our own account, or no longer.
    """

    def __init__(self, owner: Owner, node: OwnNode, set_own: Callable[[str, Sink | None], None]) -> None:
        self._owner = owner
        self._node = node
        self._set_own = set_own
        self._heard_at: float | None = None
        self._jumped_at: float | None = None

    @property
    def now_ns(self) -> int:
        """What time it is for the robot."""
        clock = self._owner.clock
        return clock.now_ns if clock is not None and clock.now_ns is not None else time.time_ns()

    async def look(self) -> None:
        """Ask whether the robot keeps a time of its own. Raises ProtocolError."""
        simulated = await self._node.master.parameter_or_none(PARAMETER) is True
        if simulated and self._owner.clock is None:
            self._owner.clock = SimClock()
            self._heard_at = asyncio.get_running_loop().time()
            self._set_own(TOPIC, self._take)
        elif not simulated and self._owner.clock is not None:
            self._set_own(TOPIC, None)
            self._owner.clock = None
            self._owner.clear_alert("clock")
        self._complain()

    def _complain(self) -> None:
        clock, now = self._owner.clock, asyncio.get_running_loop().time()
        if self._jumped_at is not None and now - self._jumped_at > JUMP_NEWS_S:
            self._jumped_at = None
            self._owner.clear_alert("time")
        if clock is None or self._heard_at is None or now - self._heard_at <= SILENCE_S:
            return
        text = f"{PARAMETER} is set and nothing comes on {TOPIC}: the robot's time stands still"
        tip = (
            f"Start the simulator or `rosbag play --clock`, or delete the parameter {PARAMETER} and restart the nodes."
        )
        self._owner.keep_alert("clock", Severity.WARNING, text, tip)

    def _take(self, batch: Batch, now: float, received_ns: int) -> None:
        before = self._owner.clock
        if before is None:
            return
        self._heard_at = now
        jumps, last = before.jumps_back, before.now_ns
        for payload in batch:
            if len(payload) != _STAMP.size:
                continue
            secs, nsecs = _STAMP.unpack(payload)
            stamp_ns = secs * 1_000_000_000 + nsecs
            jumps += last is not None and stamp_ns < last
            last = stamp_ns
        self._owner.clock = SimClock(last, received_ns, jumps)
        if before.now_ns is None:
            self._owner.clear_alert("clock")
        if jumps != before.jumps_back:
            self._jumped_at = now
            text = f"the robot's time went back, to {(last or 0) / 1e9:.3f} s"
            tip = "A simulation was reset, or a recording begins again: what was received before is of another time."
            self._owner.raise_alert("time", Severity.INFO, text, tip)
