"""Our own node: its name, the server by which others call it, and the clients by which it calls others."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import itertools
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.connections.ros1.addresses import OwnAddress, RosHosts, RosUri, own_address
from app.connections.ros1.master import RosApiCaller, RosMaster
from app.net.addresses import resolve_host
from app.net.errors import translate_error
from protocols.ros1.names import RosEndpoint, anonymous_name, check_namespace

# how long the master may take for an answer: it may be busy with the parameters of a large robot, or behind a slow link
ANSWER_TIMEOUT_S = 5.0

# calls to us are short; only the value of a parameter can be long, and we ask for that ourselves
REQUEST_LIMIT = 1024 * 1024

# two connections of one program may begin within the same millisecond
_births = itertools.count()


class OwnNode:
    """Our node, which can call others after `open`, and be called after `locate`.

    Args:
        answer: answers calls of others: from a body and an address to the body of the answer.
        on_substitute: called with a name and the master's address when `RosHosts` uses that in place of the name's own.

    Attributes:
        name: the name of the node, unique on the robot.
        caller: the caller of others; only after `open`.
        prober: the caller for repeated questions whether a node is there; only after `open`.
        master: the master; only after `open`.
        address: our address; None before `locate`.
    """

    caller: RosApiCaller
    prober: RosApiCaller
    master: RosMaster

    def __init__(
        self,
        uri: RosUri,
        environ: Mapping[str, str],
        port: int,
        answer: Callable[[bytes, str], Awaitable[bytes]],
        on_substitute: Callable[[str, str], None],
        look_up: Callable[[str], Awaitable[tuple[str, ...]]] = resolve_host,
    ) -> None:
        milliseconds = time.time_ns() // 1_000_000 + next(_births)
        self.name = anonymous_name(os.getpid(), milliseconds, check_namespace(environ.get("ROS_NAMESPACE", "")))
        self.hosts = RosHosts(uri.master, dict(uri.aliases), on_substitute, look_up)
        self.address: OwnAddress | None = None
        self._uri = uri
        self._environ = environ
        self._port = port
        self._answer = answer
        self._http: Any = None
        self._client: Any = None
        self._probe_client: Any = None
        self._server: Any = None

    @property
    def api(self) -> str:
        """The address by which others call us, as the master is told; empty before `locate`."""
        if self.address is None or self._server is None:
            return ""
        return f"http://{RosEndpoint(self.address.host, self._server.port)}/"

    @property
    def clocks(self) -> Mapping[str, float]:
        """The seconds by which the clocks of master and nodes are ahead of ours, by HOST:PORT, as far as known."""
        return self._client.clocks if self._client is not None else {}

    async def open(self) -> None:
        """Make the clients by which we call others."""
        # the import takes a while, in which other links go on
        self._http = await asyncio.to_thread(importlib.import_module, "app.net.http")
        self._client = self._http.HttpClient(self.hosts.look_up)
        self._probe_client = self._http.HttpClient(self.hosts.look_up, keeps_links=True)
        self.caller = RosApiCaller(self.name, self._client, self.hosts)
        self.prober = RosApiCaller(self.name, self._probe_client, self.hosts)
        self.master = RosMaster(self.caller, self._uri.master, ANSWER_TIMEOUT_S)

    async def locate(self) -> bool:
        """Find the master and our own address, and listen there; whether that address is new to others.

        Raises:
            LinkError: the master's name does not resolve, there is no way to it, or the port can't be had.
        """
        where = self._uri.master
        try:
            try:
                address = await self.hosts.find_master()
            except (OSError, ValueError):
                # names come and go with networks; the master may still be at the address of before
                address = self.hosts.master_address
                if not address:
                    raise
            found = own_address(where, address, self._environ)
        except (OSError, ValueError) as error:
            raise translate_error(error, where.host, where.port) from error
        if self._server is not None and found == self.address:
            return False
        await self._stop_server()
        server = self._http.HttpServer(self._answer, REQUEST_LIMIT)
        await server.start(found.interface, self._port)
        self._server = server
        self.address = found
        return True

    async def close(self) -> None:
        """Close the server and the clients."""
        await self._stop_server()
        clients = self._client, self._probe_client
        self._client = self._probe_client = None
        for client in clients:
            if client is not None:
                await client.close()

    async def _stop_server(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await server.close()
