"""The demo robot's ROS 1 master: an HTTP server for the registry in `protocols.ros1.graph.master`."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from app.net.http import HttpClient, HttpServer
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.ros1.graph.master import MasterNotification, MasterRegistry
from protocols.ros1.graph.xmlrpc import encode_call
from protocols.ros1.graph.xmlrpc_api import SUCCESS
from protocols.ros1.names import parse_api

_LOGGER = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
NOTICE_TIMEOUT_S: Final = 3.0
# for one node that does not answer; older notices are worth nothing
MAX_NOTICES: Final = 200


class DemoRosMaster:
    """A ROS 1 master that listens on a port.

    Args:
        parameters: the initial parameters.

    Attributes:
        registry: the registrations and parameters; from `start` on.
    """

    registry: MasterRegistry

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = parameters
        self._server = HttpServer(self._answer)
        self._client: HttpClient | None = None
        self._tasks = TaskPool("demo master")
        # notices for each node; one call at a time, so that their order is kept
        self._waiting: dict[str, deque[MasterNotification]] = {}

    @property
    def port(self) -> int:
        """The port where the master listens."""
        return self._server.port

    @property
    def uri(self) -> str:
        """The address of the master's API."""
        return f"http://{HOST}:{self.port}/"

    async def start(self, port: int) -> None:
        """Listen; any free port for 0. Raises LinkError."""
        await self._server.start(HOST, port)
        self.registry = MasterRegistry(self.uri, os.getpid())
        self.registry.parameters.set("/", dict(self._parameters))
        self._client = HttpClient()

    async def close(self) -> None:
        """End the server."""
        await self._server.close()
        await self._tasks.cancel()
        if self._client is not None:
            await self._client.close()

    def call(self, method: str, caller: str, *arguments: Any) -> Any:
        """Call a method from this program; returns the value of the answer. Raises ValueError if the call fails."""
        code, words, value = self.registry.methods[method].call([caller, *arguments])
        self._notify()
        if code != SUCCESS:
            raise ValueError(words)
        return value

    async def _answer(self, body: bytes, _address: str) -> bytes:
        answer = self.registry.respond(body)
        self._notify()
        return answer

    def _notify(self) -> None:
        for notice in self.registry.take_notifications():
            waiting = self._waiting.get(notice.uri)
            if waiting is None:
                waiting = self._waiting[notice.uri] = deque(maxlen=MAX_NOTICES)
                self._tasks.spawn(self._send_all(notice.uri, waiting), f"notices for {notice.uri}")
            waiting.append(notice)

    async def _send_all(self, uri: str, waiting: deque[MasterNotification]) -> None:
        try:
            while waiting:
                await self._send(waiting.popleft())
        finally:
            del self._waiting[uri]

    async def _send(self, notice: MasterNotification) -> None:
        assert self._client is not None  # noqa: S101 - nobody registers before the start
        try:
            where = parse_api(notice.uri)
            body = encode_call(notice.method, notice.arguments)
            await self._client.post(where.host, where.port, body, NOTICE_TIMEOUT_S)
        except ProtocolError as error:
            # nodes may end without unregistering, as with any master
            _LOGGER.info("%s can't be told %s: %s", notice.uri, notice.method, error.reason)
