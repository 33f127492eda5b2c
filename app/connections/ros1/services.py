"""The services of a ROS 1 robot: questions for their types, and calls."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from app.config.run_settings import Settings
from app.connections.ros1.calls import RosFailureError
from app.connections.ros1.node import OwnNode
from app.connections.ros1.schemas import RosSchemas
from app.model.graph import ServiceSignature
from app.net.errors import LinkError
from app.net.tcp import Address, CoreLink, connect
from protocols.errors import ProtocolError
from protocols.ros1.messages.schema import Ros1Schema, UnknownRosSchema
from protocols.ros1.names import ANY, RosEndpoint
from protocols.ros1.tcpros.service_links import ServiceAnswered, ServiceClient, ServiceFailed, ServiceGreeted
from protocols.ros1_errors import RosLocalError, printable


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
            raise RosFailureError(f"{name} failed: {answer.reason}", "That is what the robot says.")
        assert isinstance(answer, ServiceAnswered)  # noqa: S101 - nothing else ends a call
        return answered.decode(answer.response)

    def _unknown(self, name: str, greeted: ServiceGreeted) -> RosLocalError:
        type_name, known = printable(greeted.type_name, 80), self._schemas.service_md5s(greeted.type_name)
        tip = "If you have its .srv file, name the folder of its package with --msg-path."
        if known:
            text = f"{type_name} is another one there (MD5 {printable(greeted.md5, 40)}) than here ({', '.join(known)})"
            return RosLocalError(f"{name} can't be called: {text}", tip)
        return RosLocalError(f"{name} can't be called: the definition of {type_name} is not known here", tip)

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
                f"{name} did not answer within {timeout_s:g} s", "It may need longer, or its node hangs."
            ) from error
        finally:
            if link is not None:
                link.close()
            if result.done() and not result.cancelled():
                # a link that failed while it was being made has reported it twice
                result.exception()
