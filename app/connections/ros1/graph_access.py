"""The access to nodes, services, parameters and actions of a ROS 1 robot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from typing_extensions import override

from app.connections.base import GraphAccess, Publisher
from app.connections.ros1.calls import as_integer, as_list
from app.connections.ros1.graph import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.connections.ros1.parameters import ROOT, ParameterWatch
from app.connections.ros1.robot_description import described_joints
from app.connections.ros1.services import ServiceCalls
from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.values import JointDescription
from app.net.errors import LinkError
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.ros1.names import parse_api, resolve_topic
from protocols.ros1_errors import printable

CANCEL_TYPE = "actionlib_msgs/GoalID"
# the greatest number of a node's links that are shown; a broken node may report millions
MAX_LINKS_TOLD = 2000

_Answer = TypeVar("_Answer")


class RosGraphAccess(GraphAccess):
    """The access to the graph of one robot.

    Args:
        ready: waits until the master was reached; raises ProtocolError if it is not within a time.
        look: takes a snapshot of the master within a time, and refreshes `graph`.
        advertise: publishes a topic of a type, within a time.
        now_ns: returns the robot's time.
    """

    def __init__(
        self,
        node: OwnNode,
        parameters: ParameterWatch,
        services: ServiceCalls,
        ready: Callable[[float], Awaitable[None]],
        look: Callable[[float], Awaitable[MasterSnapshot]],
        advertise: Callable[[str, str, float], Awaitable[Publisher]],
        now_ns: Callable[[], int],
    ) -> None:
        self.graph = Graph()
        self.parameters = Parameters()
        self._node = node
        self._parameters = parameters
        self._services = services
        self._ready = ready
        self._look = look
        self._advertise = advertise
        self._now_ns = now_ns

    @override
    async def refresh_graph(self, timeout_s: float) -> Graph:
        await self._look(timeout_s)
        return self.graph

    @override
    async def ask_node(self, name: str, timeout_s: float) -> NodeReport:
        return await self._within(lambda: self._ask_node(name, timeout_s), name, timeout_s)

    @override
    async def probe_service(self, name: str, timeout_s: float) -> ServiceSignature:
        return await self._within(lambda: self._services.probe(self._service(name), timeout_s), name, timeout_s)

    @override
    async def call_service(self, name: str, request: Mapping[str, Any], timeout_s: float) -> Mapping[str, Any]:
        return await self._within(
            lambda: self._services.call(self._service(name), request, self._now_ns(), timeout_s), name, timeout_s
        )

    @override
    async def get_parameter(self, key: str, timeout_s: float) -> Parameter:
        return await self._within(lambda: self._parameters.get(key), "the master", timeout_s)

    @override
    async def parameter_names(self, key: str, timeout_s: float) -> tuple[str, ...]:
        return await self._within(lambda: self._parameters.names(key), "the master", timeout_s)

    @override
    async def set_parameter(self, key: str, value: Parameter, timeout_s: float) -> None:
        await self._within(lambda: self._parameters.set(key, value), "the master", timeout_s)

    @override
    async def delete_parameter(self, key: str, timeout_s: float) -> None:
        await self._within(lambda: self._parameters.delete(key), "the master", timeout_s)

    @override
    async def describe_joints(self, timeout_s: float) -> Mapping[str, JointDescription]:
        """Read the joints from all parameters that are called robot_description."""
        return await self._within(self._describe_joints, "the master", timeout_s)

    async def _describe_joints(self) -> Mapping[str, JointDescription]:
        return await described_joints(await self._parameters.names(ROOT), self._parameters.get)

    @override
    def watch_parameters(self, *, wanted: bool) -> None:
        self._parameters.watch(wanted=wanted)

    @override
    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        known = next((each for each in self.graph.actions if each.name == action), None)
        if known is None:
            raise LocalProtocolError(f"{printable(action, 80)} is no action of this robot", "It may have ended.")
        publisher = await self._advertise(known.cancel_topic, CANCEL_TYPE, timeout_s)
        try:
            if not await publisher.wait_for_subscriber(timeout_s):
                raise LinkError(
                    f"{action} could not be told to cancel: nobody subscribed to {known.cancel_topic} in time",
                    "Its node may have ended, or may not reach this machine.",
                )
            # an empty id means all goals, whatever their time
            publisher.publish({"id": goal_id})
            if not await publisher.drain(timeout_s):
                raise LinkError(f"{action} may not have heard that it shall cancel", "Look at its state.")
        finally:
            await publisher.close()

    def _service(self, name: str) -> str:
        """Resolve a name to a service. Raises LocalProtocolError."""
        return resolve_topic(name, self._node.name, listed=any(each.name == name for each in self.graph.services))

    async def _within(self, ask: Callable[[], Awaitable[_Answer]], what: str, timeout_s: float) -> _Answer:
        """Wait until the robot is reached, then for the answer, no longer than `timeout_s` each. Raises LinkError."""
        await self._ready(timeout_s)
        try:
            async with asyncio.timeout(timeout_s):
                return await ask()
        except TimeoutError as error:
            raise LinkError(f"{what} did not answer within {timeout_s:g} s", "It may be busy, or hang.") from error

    async def _ask_node(self, name: str, timeout_s: float) -> NodeReport:
        loop = asyncio.get_running_loop()
        name = resolve_topic(name, "/", listed=any(node.name == name for node in self.graph.nodes))
        api = await self._node.master.look_up_node(name)
        where = parse_api(api)
        began = loop.time()
        pid = as_integer(f"the process of {name}", await self._node.caller.call(where, "getPid", timeout_s=timeout_s))
        took_s = loop.time() - began
        try:
            rows = as_list("its links", await self._node.caller.call(where, "getBusInfo", timeout_s=timeout_s))
        except ProtocolError as error:
            return NodeReport(name, api, pid, took_s, (f"it does not tell its links: {error.reason}",))
        return NodeReport(name, api, pid, took_s, tuple(_sentence(row) for row in rows[:MAX_LINKS_TOLD]))


_DIRECTIONS = {"i": "reads {topic} from {peer}", "o": "sends {topic} to {peer}", "b": "has {topic} with {peer}"}


def _sentence(row: Any) -> str:
    """Describe a row of getBusInfo in words: number, peer, direction, transport, topic, whether it stands, words."""
    if not isinstance(row, list) or len(row) < 5:
        return f"a link that it tells as {printable(repr(row)[:200], 80)}"
    _, peer, direction, transport, topic, *rest = row
    words = _DIRECTIONS.get(str(direction), "has {topic} with {peer}")
    stands = "" if not rest or rest[0] is not False else ", which does not stand now"
    text = words.format(topic=printable(str(topic), 120), peer=printable(str(peer), 120))
    return f"{text} by {printable(str(transport), 20)}{stands}"
