"""The state of a Gazebo world, from its statistics, and the control of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.connections.gazebo.publisher import GazeboPublisher
from app.model.world import WorldAction, WorldCommand, WorldState
from app.net.errors import LinkError
from app.wording.connections import GazeboWording
from protocols.errors import DecodeError
from protocols.protobuf import wire
from protocols.protobuf.plan import to_int32
from protocols.protobuf.wire import WireFormatError
from protocols.schema import Payload

STATISTICS_TOPIC = "~/world_stats"
STATISTICS_TYPE = "gazebo.msgs.WorldStatistics"
CONTROL_TOPIC = "~/world_control"
CONTROL_TYPE = "gazebo.msgs.WorldControl"

# field numbers of gazebo.msgs.WorldStatistics and Time
_SIM_TIME, _REAL_TIME, _PAUSED, _ITERATIONS = 2, 4, 5, 6
_SEC, _NSEC = 1, 2


def read_statistics(payload: Payload) -> WorldState:
    """Read a gazebo.msgs.WorldStatistics as the state of a world. Raises DecodeError."""
    view = memoryview(payload).toreadonly()
    try:
        sim_time_ns = _time_ns(wire.find_message(view, _SIM_TIME))
        real_time_ns = _time_ns(wire.find_message(view, _REAL_TIME))
        paused = wire.find_last(view, _PAUSED, wire.VARINT)
        iterations = wire.find_last(view, _ITERATIONS, wire.VARINT)
    except WireFormatError as error:
        raise DecodeError(GazeboWording.STATISTICS_INVALID(type_name=STATISTICS_TYPE, reason=error.reason)) from error
    if sim_time_ns is None:
        raise DecodeError(GazeboWording.STATISTICS_WITHOUT_TIME())
    return WorldState(bool(paused), sim_time_ns, real_time_ns, int(iterations or 0))


def control_message(command: WorldCommand) -> Mapping[str, Any]:
    """The fields of the gazebo.msgs.WorldControl for a command."""
    match command.action:
        case WorldAction.PAUSE:
            return {"pause": True}
        case WorldAction.RESUME:
            return {"pause": False}
        case WorldAction.STEP:
            # of a running world too: these pause it first, which a single `step` does not
            return {"multi_step": command.steps}
        case WorldAction.RESET_ALL:
            # obeyed only when it is on the wire, whatever its default
            return {"reset": {"all": True}}
        case WorldAction.RESET_TIME:
            return {"reset": {"all": False, "time_only": True}}
        case WorldAction.RESET_MODELS:
            return {"reset": {"all": False, "model_only": True}}


class WorldControl:
    """The control of a world: one command after the other.

    The topic is published from the first command on, so that the next one is quick.
    """

    def __init__(self, advertise: Callable[[str, str, float], Awaitable[GazeboPublisher]]) -> None:
        self._advertise = advertise
        self._publisher: GazeboPublisher | None = None
        self._lock = asyncio.Lock()

    async def send(self, command: WorldCommand, timeout_s: float) -> None:
        """Send a command to the simulator, once it subscribes.

        Raises:
            ProtocolError: the simulator does not subscribe in time, or the command may not have arrived.
        """
        async with self._lock:
            if self._publisher is None:
                self._publisher = await self._advertise(CONTROL_TOPIC, CONTROL_TYPE, timeout_s)
            publisher = self._publisher
            if not await publisher.wait_for_subscriber(timeout_s):
                raise LinkError(
                    GazeboWording.WORLD_NOT_SUBSCRIBED(topic=publisher.topic, timeout_s=timeout_s),
                    GazeboWording.WORLD_NOT_SUBSCRIBED_TIP(),
                )
            publisher.publish(control_message(command))
            # a server that is started anew must not get the command that the one before got
            publisher.discard_last_message()
            if not await publisher.drain(timeout_s):
                raise LinkError(
                    GazeboWording.WORLD_COMMAND_UNSURE(topic=publisher.topic), GazeboWording.WORLD_COMMAND_UNSURE_TIP()
                )


def _time_ns(time: memoryview | None) -> int | None:
    if time is None:
        return None
    sec, nsec = (to_int32(wire.find_last(time, number, wire.VARINT) or 0) for number in (_SEC, _NSEC))
    return sec * 1_000_000_000 + nsec
