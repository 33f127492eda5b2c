"""Probes of an engine and its host for `teledeck doctor`: health, latency, other engines, a broker."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from app.config.run_settings import Settings
from app.connections.nrp.engine_link import EngineLink
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError
from protocols.nrp.mqtt_wire import check_engine, topic_filter
from protocols.nrp.uri import NrpTransport, NrpUri

# an engine over JSON whose port is busy takes the next that is free
NEXT_PORTS: Final = 16
BROKER_PORT: Final = NrpTransport.MQTT.default_port
# a program that is there answers at once
PROBE_TIMEOUT_S: Final = 1.0
ANSWER_TIMEOUT_S: Final = 5.0
# an engine publishes after each of its steps
LISTEN_S: Final = 1.0

ANSWERS: Final = 15
# questions at all moments of a step, and not only when one has just ended
_PAUSE_S: Final = 0.0031
_PACE_LASTS_S: Final = 3.0
_MAX_ENGINES: Final = 8

GRPC_LINK: Final = "app.connections.nrp.grpc_link"
JSON_LINK: Final = "app.connections.nrp.json_link"
MQTT_LINK: Final = "app.connections.nrp.mqtt_link"


class EngineHostProbe:
    """The probe of an engine and its machine. None of its questions reads a DataPack.

    Args:
        open_link: opens a link to the engine. Raises ProtocolError.
        library: imports one of our modules that loads a library. Raises ProtocolError.

    Attributes:
        uri: the URI of the engine.
        broker_port: the port at which a broker is tried.
    """

    def __init__(
        self,
        uri: NrpUri,
        settings: Settings,
        open_link: Callable[[], Awaitable[EngineLink]],
        library: Callable[[str], Awaitable[Any]],
    ) -> None:
        self.uri = uri
        self.broker_port = BROKER_PORT
        self._settings = settings
        self._open_link = open_link
        self._library = library

    async def health(self) -> str:
        """Ask the health service that engines over gRPC have for its status; empty where there is no answer at all."""
        if self.uri.wire is not NrpTransport.GRPC:
            return ""
        try:
            module = await self._library(GRPC_LINK)
            link = await module.open_link(self.uri.host, self.uri.port, self._settings)
        except ProtocolError:
            return ""
        try:
            word: str = await link.health(PROBE_TIMEOUT_S)
        except ProtocolError:
            return ""
        else:
            return word
        finally:
            await link.close()

    async def latencies_s(self) -> list[float]:
        """Measure how long answers to empty questions take, in seconds, the shortest first; empty where one fails."""
        loop = asyncio.get_running_loop()
        took: list[float] = []
        try:
            link = await self._open_link()
        except ProtocolError:
            return took
        try:
            # the first makes the link
            await link.ask((), ANSWER_TIMEOUT_S)
            until = loop.time() + _PACE_LASTS_S
            while len(took) < ANSWERS and (not took or loop.time() < until):
                await asyncio.sleep(_PAUSE_S * len(took))
                began = loop.time()
                await link.ask((), ANSWER_TIMEOUT_S)
                took.append(loop.time() - began)
        except ProtocolError:
            return []
        finally:
            await link.close()
        return sorted(took)

    async def other_engines(self) -> list[str]:
        """Find the addresses of engines over JSON on the ports that follow that of this one."""
        if self.uri.wire is not NrpTransport.JSON:
            return []
        module = await self._library(JSON_LINK)

        async def answers(port: int) -> bool:
            link: EngineLink = await module.open_link(self.uri.host, port, self._settings)
            try:
                await link.ask((), PROBE_TIMEOUT_S)
            except ProtocolError:
                return False
            finally:
                await link.close()
            return True

        ports = range(self.uri.port + 1, min(self.uri.port + NEXT_PORTS, 0xFFFF) + 1)
        tasks = TaskPool("ports behind " + self.uri.engine)
        try:
            found = await asyncio.gather(*(tasks.spawn(answers(port), str(port)) for port in ports))
        finally:
            await tasks.cancel()
        before = f"{self.uri.wire.scheme}://{self.uri.host}"
        return [f"{before}:{port}" for port, is_one in zip(ports, found, strict=True) if is_one]

    async def publishers(self, engine: str) -> list[str] | None:
        """Find the engines that publish to a broker at this host; None where no broker lets us read.

        Args:
            engine: the only engine that is looked for; empty for all.
        """
        try:
            engine = "" if "/" in engine else check_engine(engine)
        except ProtocolError:
            engine = ""
        heard: dict[str, None] = {}
        first = asyncio.Event()

        def take(topic: str, payload: bytes, retained: bool) -> None:  # noqa: FBT001 - as it is called
            del payload
            if not retained and len(heard) < _MAX_ENGINES:
                heard[topic.partition("/")[0]] = None
                first.set()

        try:
            module = await self._library(MQTT_LINK)
            async with asyncio.timeout(2 * PROBE_TIMEOUT_S):
                link = await module.open_link(self.uri.host, self.broker_port, self._settings, take)
        except (ProtocolError, TimeoutError):
            return None
        try:
            async with asyncio.timeout(LISTEN_S):
                await link.subscribe(topic_filter(engine))
                await (first.wait() if engine else asyncio.sleep(LISTEN_S))
        except ProtocolError:
            return None
        except TimeoutError:
            return list(heard)
        finally:
            await link.close()
        return list(heard)
