"""The doctor of an NRP-core connection: its findings about an engine, and about a broker that engines publish to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

from app.connections.nrp.surroundings import EngineHostProbe
from app.model.doctor import DoctorCheck
from protocols.errors import ProtocolError
from protocols.names import printable_name
from protocols.nrp.grpc_wire import SERVING, UNIMPLEMENTED
from protocols.nrp.packs import PackType
from protocols.nrp.poll_schedule import ASK_AGAIN_S, PackFault, PackState, PolledPack
from protocols.nrp.uri import NrpTransport, NrpUri

TIMEOUT_S: Final = 5.0
# an answer takes the rest of a step of the engine
SLOW_S: Final = 0.05

UNNAMED: Final = "no DataPack is named, and an engine can't list those that it has"
NAMES_TIP: Final = "Name them: ?packs=rover,rover::chassis. They stand in the experiment."
_CAMERA: Final = "“{name}” may be a camera, and was not read: reading takes the frame away from the simulation"

_QUIET: Final = "Reading here does not disturb the simulation, and takes no frame of a camera."


class DiagnosedEngine(Protocol):
    """The connection to an engine, as the doctor uses it.

    Attributes:
        description: the program at the other end, in words.
        engine_name: the engine's own name; empty before the engine has given it.
    """

    description: str
    engine_name: str

    @property
    def entries(self) -> Iterable[PolledPack]:
        """The names of DataPacks, with their states."""

    async def wait_until_asked(self, timeout_s: float) -> None:
        """Wait until every name was asked for. Raises LinkError if that is not done within the time."""


class DiagnosedPack(Protocol):
    """A DataPack that is published, or wanted: its name, its type as far as known, and the fault of it, if any."""

    name: str
    type: PackType | None
    fault: PackFault | None


class DiagnosedBroker(Protocol):
    """The connection to a broker, as the doctor uses it."""

    @property
    def packs(self) -> Collection[DiagnosedPack]:
        """The DataPacks that have come, and those that are wanted."""

    @property
    def engines(self) -> Collection[str]:
        """The engines that publish, where all engines are read."""

    async def wait_until_subscribed(self, timeout_s: float) -> None:
        """Wait until the broker lets us read. Raises LinkError if that is not done within the time."""

    async def wait_for_packs(self, timeout_s: float) -> None:
        """Wait until an engine has published all its DataPacks. Raises LinkError if none comes within the time."""


async def diagnose_engine(
    engine: DiagnosedEngine, surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]
) -> None:
    """Check an engine and its machine, and report each finding."""
    try:
        await engine.wait_until_asked(TIMEOUT_S)
    except ProtocolError as error:
        report(DoctorCheck("engine", False, error.reason, error.tip))
        await _examine_health(surroundings, report)
        await _examine_ports(surroundings, report)
        return
    report(DoctorCheck("engine", True, f"{engine.description} answers"))
    await _examine_health(surroundings, report)
    await _examine_pace(surroundings, report)
    entries = tuple(engine.entries)
    if not entries:
        report(DoctorCheck("packs", None, UNNAMED, NAMES_TIP))
    for entry in entries:
        report(_of(entry))
    if any(entry.state is PackState.UNKNOWN for entry in entries):
        await _examine_ports(surroundings, report)
    await _examine_publishing(engine.engine_name, surroundings, report)


async def _examine_health(surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    word = await surroundings.health()
    if word == SERVING:
        report(DoctorCheck("health", True, f"the health service of gRPC says {word}"))
    elif word == UNIMPLEMENTED:
        tip = "It may be another kind of server, or an engine of another version."
        report(DoctorCheck("health", None, f"there is no health service of gRPC ({word}), which engines have", tip))
    elif word:
        report(
            DoctorCheck(
                "health", False, f"the health service of gRPC says {word}", "The engine may be starting, or ending."
            )
        )


async def _examine_pace(surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    took = await surroundings.latencies_s()
    if not took:
        report(DoctorCheck("latency", None, "the engine ceased to answer while its pace was measured"))
        return
    median, longest = took[len(took) // 2], took[-1]
    text = f"of {len(took)} answers the median took {1000 * median:.1f} ms, the longest {1000 * longest:.1f} ms"
    if longest <= SLOW_S:
        tip = "Answers come between two steps of the simulation: one holds us up no longer than that."
    else:
        tip = (
            f"Answers wait for a step to end, up to about {1000 * longest:.0f} ms: no value comes more often than that."
        )
    report(DoctorCheck("latency", None if longest > SLOW_S else True, text, tip))


async def _examine_ports(surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    found = await surroundings.other_engines()
    if found:
        tip = "An engine whose port is busy when it starts takes the next that is free."
        report(DoctorCheck("ports", None, f"an engine over JSON answers at {', '.join(found)}", tip))


async def _examine_publishing(name: str, surroundings: EngineHostProbe, report: Callable[[DoctorCheck], None]) -> None:
    published = await surroundings.publishers(name)
    if published is None:
        return
    host, port = surroundings.uri.host, surroundings.broker_port
    if not published:
        who = f"nothing of {printable_name(name)}" if name else "nothing of any engine"
        tip = "An engine that publishes there is better read there: that does not disturb the simulation."
        report(DoctorCheck("broker", None, f"a broker of MQTT answers at {host}:{port}, and {who} has come", tip))
        return
    ways = ", ".join(str(NrpUri(NrpTransport.MQTT, host, port, path=engine)) for engine in published)
    report(
        DoctorCheck("broker", True, f"what it publishes can be read without disturbing the simulation: {ways}", _QUIET)
    )


async def diagnose_broker(broker: DiagnosedBroker, report: Callable[[DoctorCheck], None]) -> None:
    """Check a broker and its engines, and report each finding."""
    try:
        await broker.wait_until_subscribed(TIMEOUT_S)
    except ProtocolError as error:
        report(DoctorCheck("broker", False, error.reason, error.tip))
        return
    report(DoctorCheck("broker", True, "the broker answers, and lets us read"))
    try:
        await broker.wait_for_packs(TIMEOUT_S)
    except ProtocolError as error:
        report(DoctorCheck("engine", False, error.reason, error.tip))
        return
    names = ", ".join(printable_name(engine) for engine in broker.engines)
    report(DoctorCheck("engine", True, f"engines that publish: {names}" if names else "the engine publishes", _QUIET))
    for each in broker.packs:
        if each.fault is not None:
            report(DoctorCheck("packs", False, f"“{each.name}”: {each.fault.reason}", each.fault.tip))
        elif each.type is not None:
            report(DoctorCheck("packs", True, f"“{each.name}” is a {each.type.value}"))


def _of(entry: PolledPack) -> DoctorCheck:
    name = entry.name
    if entry.state is PackState.NEW:
        return DoctorCheck("packs", None, _CAMERA.format(name=name))
    if entry.state is PackState.UNKNOWN or entry.fault is not None:
        reason, tip = (entry.fault.reason, entry.fault.tip) if entry.fault is not None else ("it is not known", "")
        again = f"It is asked for again every {ASK_AGAIN_S:g} s."
        return DoctorCheck("packs", False, f"“{name}”: {reason}", tip or again)
    if entry.type is None:
        return DoctorCheck("packs", True, f"“{name}” is known, and nothing is new of it")
    return DoctorCheck("packs", True, f"“{name}” is a {entry.type.value}")
