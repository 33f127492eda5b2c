"""The checks of `teledeck doctor` for an engine, its machine, its broker; none of them reads a DataPack."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from app.config.run_settings import Settings
from app.connections.nrp.base_connection import BaseNrpConnection
from app.connections.nrp.engine_link import EngineLink
from app.model.doctor import DoctorCheck
from app.net.tasks import TaskPool
from app.wording.connections import NrpWording
from app.wording.doctor import NrpDoctorWording
from protocols.errors import ProtocolError
from protocols.names import printable_name
from protocols.nrp.grpc_wire import SERVING, UNIMPLEMENTED
from protocols.nrp.mqtt_wire import check_engine, topic_filter
from protocols.nrp.packs import PackType
from protocols.nrp.poll_schedule import ASK_AGAIN_S, PackFault, PackState, PolledPack
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


TIMEOUT_S: Final = 5.0

# an answer takes the rest of a step of the engine
SLOW_S: Final = 0.05


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


async def diagnose_engine(
    engine: BaseNrpConnection,
    wait_until_asked: Callable[[float], Awaitable[None]],
    list_entries: Callable[[], Iterable[PolledPack]],
    surroundings: EngineHostProbe,
    report: Callable[[DoctorCheck], None],
) -> None:
    """Check an engine and its machine, and report each finding.

    `wait_until_asked` waits until every DataPack was asked for, and raises LinkError if that is not done within its
    time; `list_entries` returns them.
    """
    try:
        await wait_until_asked(TIMEOUT_S)
    except ProtocolError as error:
        report(DoctorCheck("engine", False, error.reason, error.tip))
        await _examine_health(surroundings, report)
        await _examine_ports(surroundings, report)
        return
    report(DoctorCheck("engine", True, NrpDoctorWording.ENGINE_ANSWERS(engine=engine.description)))
    await _examine_health(surroundings, report)
    await _examine_pace(surroundings, report)
    entries = tuple(list_entries())
    if not entries:
        report(DoctorCheck("packs", None, NrpWording.NO_PACK_NAMED(), NrpWording.NO_PACK_NAMED_TIP()))
    for entry in entries:
        report(_of(entry))
    if any(entry.state is PackState.UNKNOWN for entry in entries):
        await _examine_ports(surroundings, report)
    await _examine_publishing(engine.engine_name, surroundings, report)


async def _examine_health(surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    word = await surroundings.health()
    if word == SERVING:
        report(DoctorCheck("health", True, NrpDoctorWording.HEALTH(word=word)))
    elif word == UNIMPLEMENTED:
        tip = NrpDoctorWording.NO_HEALTH_TIP()
        report(DoctorCheck("health", None, NrpDoctorWording.NO_HEALTH(word=word), tip))
    elif word:
        report(DoctorCheck("health", False, NrpDoctorWording.HEALTH(word=word), NrpDoctorWording.UNHEALTHY_TIP()))


async def _examine_pace(surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    took = await surroundings.latencies_s()
    if not took:
        report(DoctorCheck("latency", None, NrpDoctorWording.CEASED_TO_ANSWER()))
        return
    median, longest = took[len(took) // 2], took[-1]
    median_ms, longest_ms = 1000 * median, 1000 * longest
    text = NrpDoctorWording.PACE(count=len(took), median_ms=median_ms, longest_ms=longest_ms)
    if longest <= SLOW_S:
        report(DoctorCheck("latency", True, text, NrpDoctorWording.PACE_TIP()))
    else:
        report(DoctorCheck("latency", None, text, NrpDoctorWording.PACE_SLOW_TIP(longest_ms=longest_ms)))


async def _examine_ports(surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    found = await surroundings.other_engines()
    if found:
        text = NrpDoctorWording.OTHER_ENGINES(addresses=", ".join(found))
        report(DoctorCheck("ports", None, text, NrpDoctorWording.OTHER_ENGINES_TIP()))


async def _examine_publishing(name: str, surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    published = await surroundings.publishers(name)
    if published is None:
        return
    host, port = surroundings.uri.host, surroundings.broker_port
    if not published:
        who = printable_name(name) if name else NrpWording.ANY_ENGINE()
        text = NrpDoctorWording.BROKER_UNUSED(host=host, port=port, who=who)
        report(DoctorCheck("broker", None, text, NrpDoctorWording.BROKER_UNUSED_TIP()))
        return
    ways = ", ".join(str(NrpUri(NrpTransport.MQTT, host, port, path=engine)) for engine in published)
    report(DoctorCheck("broker", True, NrpDoctorWording.PUBLISHES(ways=ways), NrpDoctorWording.QUIET_TIP()))


async def diagnose_broker(
    wait_until_subscribed: Callable[[float], Awaitable[None]],
    wait_for_packs: Callable[[float], Awaitable[None]],
    list_engines: Callable[[], Iterable[str]],
    list_packs: Callable[[], Iterable[tuple[str, PackType | None, PackFault | None]]],
    report: Callable[[DoctorCheck], None],
) -> None:
    """Check a broker and its engines, and report each finding.

    `wait_until_subscribed` waits until the broker lets us read, `wait_for_packs` until an engine has published all its
    DataPacks; they raise LinkError if that does not happen within their times. `list_engines` returns the engines that
    publish, where all engines are read; `list_packs` the name, type and fault of each DataPack, as far as known.
    """
    try:
        await wait_until_subscribed(TIMEOUT_S)
    except ProtocolError as error:
        report(DoctorCheck("broker", False, error.reason, error.tip))
        return
    report(DoctorCheck("broker", True, NrpDoctorWording.BROKER_ANSWERS()))
    try:
        await wait_for_packs(TIMEOUT_S)
    except ProtocolError as error:
        report(DoctorCheck("engine", False, error.reason, error.tip))
        return
    names = ", ".join(printable_name(engine) for engine in list_engines())
    text = NrpDoctorWording.ENGINES(names=names) if names else NrpDoctorWording.ENGINE_PUBLISHES()
    report(DoctorCheck("engine", True, text, NrpDoctorWording.QUIET_TIP()))
    for name, kind, fault in list_packs():
        if fault is not None:
            report(DoctorCheck("packs", False, NrpDoctorWording.PACK_FAULT(pack=name, reason=fault.reason), fault.tip))
        elif kind is not None:
            report(DoctorCheck("packs", True, NrpDoctorWording.PACK_TYPE(pack=name, type_name=kind.value)))


def _of(entry: PolledPack) -> DoctorCheck:
    name = entry.name
    if entry.state is PackState.NEW:
        return DoctorCheck("packs", None, NrpDoctorWording.CAMERA(pack=name))
    if entry.state is PackState.UNKNOWN or entry.fault is not None:
        fault = entry.fault
        text = (
            NrpDoctorWording.PACK_UNKNOWN(pack=name)
            if fault is None
            else NrpDoctorWording.PACK_FAULT(pack=name, reason=fault.reason)
        )
        tip = fault.tip if fault is not None and fault.tip else NrpWording.ASKED_AGAIN_TIP(interval_s=ASK_AGAIN_S)
        return DoctorCheck("packs", False, text, tip)
    if entry.type is None:
        return DoctorCheck("packs", True, NrpDoctorWording.NOTHING_NEW(pack=name))
    return DoctorCheck("packs", True, NrpDoctorWording.PACK_TYPE(pack=name, type_name=entry.type.value))
