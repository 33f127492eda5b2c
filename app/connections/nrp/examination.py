"""The findings of `teledeck doctor` about an engine, and about a broker that it publishes to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final, Protocol

from app.model.finding import Finding
from protocols.errors import ProtocolError
from protocols.name_check import shown_name
from protocols.nrp.packs import PackType
from protocols.nrp.roster import ASK_AGAIN_S, Entry, Fault, Standing

TIMEOUT_S: Final = 5.0
# what an engine takes for an answer is most of one of its steps
SLOW_S: Final = 0.05

UNNAMED: Final = "no DataPack is named, and an engine can't list those that it has"
NAMES_TIP: Final = "Name them: ?packs=rover,rover::chassis. They stand in the experiment."
_CAMERA: Final = "“{name}” may be a camera, and was not read: reading takes the frame away from the simulation"

_QUIET: Final = "Reading here does not disturb the simulation, and takes no frame of a camera."


class Engine(Protocol):
    """The connection that is examined.

    Attributes:
        description: what is at the other end, in words.
    """

    description: str

    @property
    def entries(self) -> Iterable[Entry]:
        """The names, and how they stand."""

    @property
    def took_s(self) -> float | None:
        """How long the newest answer took; None before the first."""

    async def wait_until_asked(self, timeout_s: float) -> None:
        """Wait until every name was asked for. Raises LinkError if that is not done within the time."""


class Published(Protocol):
    """A DataPack that is published, or wanted: its name, its type as far as known, and why it can't be read."""

    name: str
    type: PackType | None
    fault: Fault | None


class Broker(Protocol):
    """The connection to a broker that is examined."""

    @property
    def heard(self) -> Collection[Published]:
        """What has come, and what is wanted."""

    @property
    def engines(self) -> Collection[str]:
        """Who publishes, where all are read."""

    async def reach(self, timeout_s: float) -> None:
        """Wait until the broker lets us read. Raises LinkError if that is not done within the time."""

    async def gather(self, timeout_s: float) -> None:
        """Wait until an engine has published all that it does. Raises LinkError if nothing comes within the time."""


async def examine(engine: Engine, report: Callable[[Finding], None]) -> None:
    """Report each finding."""
    try:
        await engine.wait_until_asked(TIMEOUT_S)
    except ProtocolError as error:
        report(Finding("engine", False, error.reason, error.tip))
        return
    took_s = engine.took_s or 0.0
    report(Finding("engine", True, f"{engine.description} answers"))
    slow = "Answers wait for the engine's step to end: no value comes more often than that." if took_s > SLOW_S else ""
    report(Finding("latency", None if slow else True, f"the newest answer took {1000 * took_s:.1f} ms", slow))
    entries = tuple(engine.entries)
    if not entries:
        report(Finding("packs", None, UNNAMED, NAMES_TIP))
    for entry in entries:
        report(_of(entry))


async def examine_broker(broker: Broker, report: Callable[[Finding], None]) -> None:
    """Report each finding."""
    try:
        await broker.reach(TIMEOUT_S)
    except ProtocolError as error:
        report(Finding("broker", False, error.reason, error.tip))
        return
    report(Finding("broker", True, "the broker answers, and lets us read"))
    try:
        await broker.gather(TIMEOUT_S)
    except ProtocolError as error:
        report(Finding("engine", False, error.reason, error.tip))
        return
    names = ", ".join(shown_name(engine) for engine in broker.engines)
    report(Finding("engine", True, f"engines that publish: {names}" if names else "the engine publishes", _QUIET))
    for each in broker.heard:
        if each.fault is not None:
            report(Finding("packs", False, f"“{each.name}”: {each.fault.reason}", each.fault.tip))
        elif each.type is not None:
            report(Finding("packs", True, f"“{each.name}” is a {each.type.value}"))


def _of(entry: Entry) -> Finding:
    name = entry.name
    if entry.standing is Standing.NEW:
        return Finding("packs", None, _CAMERA.format(name=name))
    if entry.standing is Standing.UNKNOWN or entry.fault is not None:
        reason, tip = (entry.fault.reason, entry.fault.tip) if entry.fault is not None else ("it is not known", "")
        again = f"It is asked for again every {ASK_AGAIN_S:g} s."
        return Finding("packs", False, f"“{name}”: {reason}", tip or again)
    if entry.type is None:
        return Finding("packs", True, f"“{name}” is known, and nothing is new of it")
    return Finding("packs", True, f"“{name}” is a {entry.type.value}")
