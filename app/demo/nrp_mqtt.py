"""The demo robot as an engine of NRP-core that publishes to an MQTT broker."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from google.protobuf.message import DecodeError

from app.config.run_settings import Settings
from app.connections.nrp.mqtt_link import MqttLink, open_link
from app.demo.nrp_grpc import NAMES, CommandRefusedError, message_of, obey_pack
from app.demo.nrp_packs import ENGINE, EnginePacks
from app.demo.simulation import Simulation, is_due
from app.net.tasks import TaskPool
from app.net.tcp import probe_port
from protocols.errors import ProtocolError
from protocols.nrp.uri import NrpTransport, NrpUri, parse_nrp_uri
from protos.nrp.engine_grpc_pb2 import DataPackMessage

_LOGGER = logging.getLogger(__name__)

RATE_HZ: Final = 50
RETRY_S: Final = 1.0
_TIMEOUT_S: Final = 2.0


class BrokerEngine:
    """The demo robot behind a broker: it publishes `demo/get/PACK` and obeys `demo/set/PACK`.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
        broker: HOST or HOST:PORT.
    """

    def __init__(self, simulation: Simulation, broker: str) -> None:
        named = parse_nrp_uri(f"{NrpTransport.MQTT.scheme}://{broker}")
        self._uri = NrpUri(NrpTransport.MQTT, named.host, named.port, path=ENGINE)
        self._simulation = simulation
        self._packs = EnginePacks(simulation)
        self._tasks = TaskPool("demo on a broker")
        self._stepped = asyncio.Event()

    @property
    def uri(self) -> str:
        """The address of the engine on the broker."""
        return str(self._uri)

    async def start(self) -> None:
        """Begin to publish. Raises LinkError if nothing listens at the broker's address."""
        await probe_port(self._uri.host, self._uri.port, _TIMEOUT_S)
        self._tasks.spawn(self._run(), "broker")

    async def close(self) -> None:
        """End publishing."""
        await self._tasks.cancel()

    def on_tick(self) -> None:
        """Take note that a tick was simulated, and publish if that is due."""
        self._packs.on_tick()
        if is_due(self._simulation.ticks, RATE_HZ):
            self._stepped.set()

    async def _run(self) -> None:
        while True:
            try:
                link = await open_link(self._uri.host, self._uri.port, Settings(), self._obey)
                try:
                    await link.subscribe(f"{ENGINE}/set/#")
                    while True:
                        await self._stepped.wait()
                        self._stepped.clear()
                        await self._publish(link)
                finally:
                    await link.close()
            except ProtocolError as error:
                _LOGGER.info("%s: %s", self._uri, error.reason)
            await asyncio.sleep(RETRY_S)

    async def _publish(self, link: MqttLink) -> None:
        for name in NAMES:
            data = self._packs.read(name)
            if data is not None:
                payload = message_of(name, data).SerializeToString()
                await link.publish(f"{ENGINE}/get/{name}", payload, _TIMEOUT_S, is_confirmed=False)

    def _obey(self, topic: str, payload: bytes, retained: bool) -> None:  # noqa: FBT001 - as it is called
        try:
            message = DataPackMessage.FromString(payload)
            # an engine obeys only a DataPack with the name in the topic
            if not retained and topic == f"{ENGINE}/set/{message.dataPackId.dataPackName}":
                obey_pack(self._packs, message)
        except (CommandRefusedError, DecodeError) as error:
            _LOGGER.info("a command is refused: %s", error)
