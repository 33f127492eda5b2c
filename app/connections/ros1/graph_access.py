"""Nodes, services, parameters and actions of a ROS 1 robot.

The master says that a parameter has changed, as anybody else might; its present value is asked of the master alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.base import GraphAccess, Publisher
from app.connections.ros1.master import RosFailureError, as_integer, as_list
from app.connections.ros1.master_watch import MasterSnapshot
from app.connections.ros1.node import OwnNode
from app.connections.ros1.robot_description import described_joints
from app.connections.ros1.schemas import RosSchemas
from app.model.graph import Graph, NodeReport, Parameter, Parameters, ServiceSignature
from app.model.messages.values import JointDescription
from app.net.errors import LinkError
from app.net.tasks import TaskPool, wait_for_event
from app.net.tcp import Address, CoreLink, connect
from app.wording.connections import Ros1Wording
from protocols.errors import LocalProtocolError, ProtocolError, RosLocalError, printable
from protocols.ros1.messages.schema import Ros1Schema, UnknownRosSchema
from protocols.ros1.names import ANY, RosEndpoint, parse_api, resolve, resolve_topic
from protocols.ros1.tcpros.service_links import ServiceAnswered, ServiceClient, ServiceFailed, ServiceGreeted

_LOGGER = logging.getLogger(__name__)

ROOT = "/"
# many changes come together: they are read once
SETTLE_S = 0.3
# the master may not reach us with its reports: it is asked now and then
REFRESH_INTERVAL_S = 5.0


CANCEL_TYPE = "actionlib_msgs/GoalID"

# the greatest number of a node's links that are shown; a broken node may report millions
MAX_LINKS_TOLD = 2000
_Answer = TypeVar("_Answer")
# by the direction of a link: what it does, and that it does not stand
_LINKS = {
    "i": (Ros1Wording.LINK_READS, Ros1Wording.LINK_READS_DOWN),
    "o": (Ros1Wording.LINK_SENDS, Ros1Wording.LINK_SENDS_DOWN),
    "b": (Ros1Wording.LINK_HAS, Ros1Wording.LINK_HAS_DOWN),
}


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
            await wait_for_event(self._changed, REFRESH_INTERVAL_S)
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
            raise LocalProtocolError(Ros1Wording.ALL_PARAMETERS_KEPT(), Ros1Wording.ALL_PARAMETERS_KEPT_TIP())
        return self._resolve(key)

    def _resolve(self, key: str) -> str:
        # names from YAML files have hyphens, spaces and dots, which the master takes
        if not key.strip():
            raise LocalProtocolError(Ros1Wording.PARAMETER_UNNAMED(), Ros1Wording.PARAMETER_UNNAMED_TIP())
        return resolve(key, self._node.name)


class ServiceCalls:
    """The services of one robot; every question and call makes a link of its own."""

    def __init__(self, node: OwnNode, schemas: RosSchemas, settings: Settings) -> None:
        self._node = node
        self._schemas = schemas
        self._settings = settings

    async def probe(self, name: str, timeout_s: float) -> ServiceSignature:
        """Ask a service itself for its type and the schemas of request and response. Raises ProtocolError."""
        where = await self._node.master.look_up_service(name)
        greeted = await self._talk(where, name, None, ANY, timeout_s)
        assert isinstance(greeted, ServiceGreeted)  # noqa: S101 - nothing else ends a probe
        request, response = await asyncio.to_thread(self._schemas_of, greeted)
        return ServiceSignature(name, greeted.type_name, request, response, str(where))

    async def call(self, name: str, request: Mapping[str, Any], now_ns: int, timeout_s: float) -> Mapping[str, Any]:
        """Call a service and return its answer. Raises ProtocolError."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_s
        where = await self._node.master.look_up_service(name)
        greeted = await self._talk(where, name, None, ANY, timeout_s)
        assert isinstance(greeted, ServiceGreeted)  # noqa: S101 - nothing else ends a probe
        asked, answered = await asyncio.to_thread(self._schemas_of, greeted)
        if not isinstance(asked, Ros1Schema) or not isinstance(answered, Ros1Schema):
            raise self._unknown(name, greeted)
        body = asked.encode(request, divmod(now_ns, 1_000_000_000))
        answer = await self._talk(where, name, body, greeted.md5, max(0.1, deadline - loop.time()))
        if isinstance(answer, ServiceFailed):
            raise RosFailureError(
                Ros1Wording.CALL_FAILED(service=name, reason=answer.reason), Ros1Wording.CALL_FAILED_TIP()
            )
        assert isinstance(answer, ServiceAnswered)  # noqa: S101 - nothing else ends a call
        return answered.decode(answer.response)

    def _unknown(self, name: str, greeted: ServiceGreeted) -> RosLocalError:
        type_name, known = printable(greeted.type_name, 80), self._schemas.service_md5s(greeted.type_name)
        tip = Ros1Wording.SRV_PATH_TIP()
        if known:
            text = Ros1Wording.SERVICE_TYPE_DIFFERS(
                type_name=type_name, md5=printable(greeted.md5, 40), known_md5=", ".join(known)
            )
            return RosLocalError(Ros1Wording.NOT_CALLABLE(service=name, reason=text), tip)
        return RosLocalError(Ros1Wording.SERVICE_TYPE_UNKNOWN(service=name, type_name=type_name), tip)

    def _schemas_of(
        self, greeted: ServiceGreeted
    ) -> tuple[Ros1Schema | UnknownRosSchema, Ros1Schema | UnknownRosSchema]:
        """Return the schemas of request and response. In a thread: loading the standard types takes a while."""
        found = self._schemas.find_service(greeted.type_name, greeted.md5)
        if found is None:
            name = printable(greeted.type_name, 200)
            return UnknownRosSchema(f"{name}Request"), UnknownRosSchema(f"{name}Response")
        return Ros1Schema(found.request), Ros1Schema(found.response)

    async def _talk(
        self, where: RosEndpoint, name: str, body: bytes | None, md5: str, timeout_s: float
    ) -> ServiceGreeted | ServiceAnswered | ServiceFailed:
        """Make a link and ask for the service's type, or call it with a body; returns the last event."""
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def make_core(_local: Address, _peer: Address, now: float) -> ServiceClient:
            core = ServiceClient(
                name,
                self._node.name,
                now,
                peer=str(where),
                md5=md5,
                probe=body is None,
                limit=self._settings.frame_limit_bytes,
            )
            if body is not None:
                core.call(body, now, timeout_s)
            return core

        def on_event(event: Any, _now: float) -> None:
            if not result.done() and (body is None or not isinstance(event, ServiceGreeted)):
                result.set_result(event)

        def on_closed(error: ProtocolError) -> None:
            if not result.done():
                result.set_exception(error)

        link: CoreLink[ServiceClient] | None = None
        try:
            async with asyncio.timeout(timeout_s):
                link = await connect(
                    where.host,
                    where.port,
                    make_core,
                    on_event,
                    on_closed,
                    min(timeout_s, self._settings.connect_timeout_s),
                    self._node.hosts.look_up,
                )
                return await result  # type: ignore[no-any-return] # one of the events
        except TimeoutError as error:
            raise LinkError(
                Ros1Wording.SERVICE_SILENT(service=name, timeout_s=timeout_s), Ros1Wording.SERVICE_SILENT_TIP()
            ) from error
        finally:
            if link is not None:
                link.close()
            if result.done() and not result.cancelled():
                # a link that failed while it was being made has reported it twice
                result.exception()


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
        return await self._within(lambda: self._parameters.get(key), Ros1Wording.THE_MASTER(), timeout_s)

    @override
    async def parameter_names(self, key: str, timeout_s: float) -> tuple[str, ...]:
        return await self._within(lambda: self._parameters.names(key), Ros1Wording.THE_MASTER(), timeout_s)

    @override
    async def set_parameter(self, key: str, value: Parameter, timeout_s: float) -> None:
        await self._within(lambda: self._parameters.set(key, value), Ros1Wording.THE_MASTER(), timeout_s)

    @override
    async def delete_parameter(self, key: str, timeout_s: float) -> None:
        await self._within(lambda: self._parameters.delete(key), Ros1Wording.THE_MASTER(), timeout_s)

    @override
    async def describe_joints(self, timeout_s: float) -> Mapping[str, JointDescription]:
        """Read the joints from all parameters that are called robot_description."""
        return await self._within(self._describe_joints, Ros1Wording.THE_MASTER(), timeout_s)

    async def _describe_joints(self) -> Mapping[str, JointDescription]:
        return await described_joints(await self._parameters.names(ROOT), self._parameters.get)

    @override
    def watch_parameters(self, *, wanted: bool) -> None:
        self._parameters.watch(wanted=wanted)

    @override
    async def cancel_goal(self, action: str, goal_id: str, timeout_s: float) -> None:
        known = next((each for each in self.graph.actions if each.name == action), None)
        if known is None:
            raise LocalProtocolError(
                Ros1Wording.ACTION_UNKNOWN(action=printable(action, 80)), Ros1Wording.ACTION_UNKNOWN_TIP()
            )
        publisher = await self._advertise(known.cancel_topic, CANCEL_TYPE, timeout_s)
        try:
            if not await publisher.wait_for_subscriber(timeout_s):
                raise LinkError(
                    Ros1Wording.CANCEL_UNHEARD(action=action, topic=known.cancel_topic),
                    Ros1Wording.CANCEL_UNHEARD_TIP(),
                )
            # an empty id means all goals, whatever their time
            publisher.publish({"id": goal_id})
            if not await publisher.drain(timeout_s):
                raise LinkError(Ros1Wording.CANCEL_UNSURE(action=action), Ros1Wording.CANCEL_UNSURE_TIP())
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
            raise LinkError(
                Ros1Wording.NO_ANSWER_OF(who=what, timeout_s=timeout_s), Ros1Wording.NO_ANSWER_OF_TIP()
            ) from error

    async def _ask_node(self, name: str, timeout_s: float) -> NodeReport:
        loop = asyncio.get_running_loop()
        name = resolve_topic(name, "/", listed=any(node.name == name for node in self.graph.nodes))
        api = await self._node.master.look_up_node(name)
        where = parse_api(api)
        began = loop.time()
        pid = as_integer(
            Ros1Wording.PROCESS_OF(node=name), await self._node.caller.call(where, "getPid", timeout_s=timeout_s)
        )
        took_s = loop.time() - began
        try:
            rows = as_list(
                Ros1Wording.ITS_LINKS(), await self._node.caller.call(where, "getBusInfo", timeout_s=timeout_s)
            )
        except ProtocolError as error:
            return NodeReport(name, api, pid, took_s, (Ros1Wording.LINKS_UNTOLD(reason=error.reason),))
        return NodeReport(name, api, pid, took_s, tuple(_sentence(row) for row in rows[:MAX_LINKS_TOLD]))


def _sentence(row: Any) -> str:
    """Describe a row of getBusInfo in words: number, peer, direction, transport, topic, whether it stands, words."""
    if not isinstance(row, list) or len(row) < 5:
        return Ros1Wording.LINK_STRANGE(value=printable(repr(row)[:200], 80))
    _, peer, direction, transport, topic, *rest = row
    stands, down = _LINKS.get(str(direction), _LINKS["b"])
    return (down if rest and rest[0] is False else stands)(
        topic=printable(str(topic), 120), peer=printable(str(peer), 120), transport=printable(str(transport), 20)
    )
