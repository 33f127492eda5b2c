"""The clock of a robot with a time of its own: /use_sim_time says so, and /clock has the time."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Callable

from app.connections.base import Connection
from app.connections.ros1.node import OwnNode
from app.model.alerts import Severity
from app.model.status import SimClock
from app.model.topics import Delivery, Sink
from app.wording.connections import Ros1Wording

TOPIC = "/clock"
PARAMETER = "/use_sim_time"
# without a message programs stand still; a simulator sends the first within a second
SILENCE_S = 5.0
# a jump back of time is reported for so long
JUMP_NEWS_S = 60.0

_STAMP = struct.Struct("<II")


class SimClockWatch:
    """The watch over the robot's clock: it sets `clock` of the connection.

    Args:
        set_own: subscribes to a topic on our own account, or no longer.
    """

    def __init__(self, connection: Connection, node: OwnNode, set_own: Callable[[str, Sink | None], None]) -> None:
        self._connection = connection
        self._node = node
        self._set_own = set_own
        self._heard_at: float | None = None
        self._jumped_at: float | None = None

    def now_ns(self) -> int:
        """The robot's time, in nanoseconds."""
        clock = self._connection.clock
        return clock.now_ns if clock is not None and clock.now_ns is not None else time.time_ns()

    async def check(self) -> None:
        """Check whether the robot has a time of its own. Raises ProtocolError."""
        simulated = await self._node.master.parameter_or_none(PARAMETER) is True
        if simulated and self._connection.clock is None:
            self._connection.clock = SimClock()
            self._heard_at = asyncio.get_running_loop().time()
            self._set_own(TOPIC, self._take)
        elif not simulated and self._connection.clock is not None:
            self._set_own(TOPIC, None)
            self._connection.clock = None
            self._connection.alerts.clear("clock")
        self._complain()

    def _complain(self) -> None:
        clock, now = self._connection.clock, asyncio.get_running_loop().time()
        if self._jumped_at is not None and now - self._jumped_at > JUMP_NEWS_S:
            self._jumped_at = None
            self._connection.alerts.clear("time")
        if clock is None or self._heard_at is None or now - self._heard_at <= SILENCE_S:
            return
        text = Ros1Wording.TIME_STANDS_STILL(parameter=PARAMETER, topic=TOPIC)
        tip = Ros1Wording.TIME_STANDS_STILL_TIP(parameter=PARAMETER)
        self._connection.alerts.ensure("clock", Severity.WARNING, text, tip)

    def _take(self, delivery: Delivery) -> None:
        before = self._connection.clock
        if before is None:
            return
        self._heard_at = delivery.arrived_s
        jumps, last = before.jumps_back, before.now_ns
        for payload in delivery.payloads:
            if len(payload) != _STAMP.size:
                continue
            secs, nsecs = _STAMP.unpack(payload)
            stamp_ns = secs * 1_000_000_000 + nsecs
            jumps += last is not None and stamp_ns < last
            last = stamp_ns
        self._connection.clock = SimClock(last, delivery.received_ns, jumps)
        if before.now_ns is None:
            self._connection.alerts.clear("clock")
        if jumps != before.jumps_back:
            self._jumped_at = delivery.arrived_s
            text = Ros1Wording.TIME_WENT_BACK(time_s=(last or 0) / 1e9)
            tip = Ros1Wording.TIME_WENT_BACK_TIP()
            self._connection.alerts.raise_alert("time", Severity.INFO, text, tip)
