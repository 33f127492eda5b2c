"""The running demo robot: the simulation in step with real time, and its servers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.demo.galileo_network import GalileoOptions
from app.demo.gazebo import DemoGazeboRobot
from app.demo.simulation import CAMERA_SIZE, TICK_S, Simulation
from app.net.tasks import TaskPool
from protocols.errors import ProtocolError

if TYPE_CHECKING:
    from app.demo.galileo import DemoGalileoRobot
    from app.demo.nrp_grpc import GrpcEngine
    from app.demo.nrp_json import JsonEngine
    from app.demo.nrp_mqtt import BrokerEngine
    from app.demo.ros1 import DemoRosRobot

# offsets from the first port: Gazebo has two, its master and its publishers
ROS1_OFFSET: Final = 2
GALILEO_OFFSET: Final = 3
GRPC_OFFSET: Final = 4
JSON_OFFSET: Final = 5
# longer delays are not made up for: the machine was asleep, or is too slow
MAX_LAG_S: Final = 0.25


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """Options of the demo robot.

    Attributes:
        seed: of all noise.
        port_base: the first port; 0 for any free ports.
        camera_size: of the camera's images, in pixels.
        wander: whether the rover drives itself until it is first given a command.
        broker: an MQTT broker to publish to as an engine of NRP-core: HOST or HOST:PORT; empty: none.
        galileo: options of Galileo UDP.
    """

    seed: int = 0
    port_base: int = 0
    camera_size: tuple[int, int] = CAMERA_SIZE
    wander: bool = False
    broker: str = ""
    galileo: GalileoOptions = field(default_factory=GalileoOptions)


class DemoServer:
    """The demo robot with its servers, on the running loop."""

    def __init__(self, options: DemoOptions) -> None:
        self.simulation = Simulation(options.seed, options.camera_size, wander=options.wander)
        self.gazebo = DemoGazeboRobot(self.simulation)
        self.ros1 = _make_ros1(self.simulation)
        self.galileo = _make_galileo(self.simulation, options)
        self.grpc_engine = _make_grpc(self.simulation)
        self.json_engine = _make_json(self.simulation)
        self.broker_engine = _make_publishing(self.simulation, options.broker) if options.broker else None
        self._port_base = options.port_base
        self._tasks = TaskPool("demo")

    @property
    def uris(self) -> dict[str, str]:
        """The addresses of the robot, by protocol."""
        published = {"nrp+mqtt": self.broker_engine.uri} if self.broker_engine is not None else {}
        return {
            "gazebo": self.gazebo.uri,
            "ros1": self.ros1.uri,
            "galileo": self.galileo.uri,
            "nrp+grpc": self.grpc_engine.uri,
            "nrp+json": self.json_engine.uri,
            **published,
        }

    async def start(self) -> None:
        """Serve, and run the simulation. Raises LinkError if a port can't be used."""
        base = self._port_base
        try:
            await self.gazebo.start(base)
            await self.ros1.start(base + ROS1_OFFSET if base else 0)
            await self.galileo.start(base + GALILEO_OFFSET if base else 0)
            await self.grpc_engine.start(base + GRPC_OFFSET if base else 0)
            await self.json_engine.start(base + JSON_OFFSET if base else 0)
            if self.broker_engine is not None:
                await self.broker_engine.start()
        except ProtocolError:
            await self.close()
            raise
        self._tasks.spawn(self._run(), "time")

    async def close(self) -> None:
        """End the simulation and all servers."""
        await self._tasks.cancel()
        if self.broker_engine is not None:
            await self.broker_engine.close()
        await self.json_engine.close()
        await self.grpc_engine.close()
        await self.galileo.close()
        await self.ros1.close()
        await self.gazebo.close()

    def on_tick(self) -> None:
        """Publish the messages that are due after a tick, by every protocol."""
        for served in (self.gazebo, self.ros1, self.galileo, self.grpc_engine, self.json_engine):
            served.on_tick()
        if self.broker_engine is not None:
            self.broker_engine.on_tick()

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        due = before = clock()
        while True:
            due += TICK_S
            wait = due - clock()
            if wait < -MAX_LAG_S:
                due = clock()
            await asyncio.sleep(max(0.0, wait))
            now = clock()
            if self.simulation.step(TICK_S):
                self.on_tick()
            self.gazebo.publish_pending(now - before)
            self.ros1.publish_pending()
            self.galileo.publish_pending()
            before = now


def _make_ros1(simulation: Simulation) -> DemoRosRobot:
    from app.demo.ros1 import DemoRosRobot  # noqa: PLC0415 - HTTP and the standard types take a while to load

    return DemoRosRobot(simulation)


def _make_galileo(simulation: Simulation, options: DemoOptions) -> DemoGalileoRobot:
    from app.demo.galileo import DemoGalileoRobot  # noqa: PLC0415 - as above

    return DemoGalileoRobot(simulation, options.galileo, options.seed)


def _make_grpc(simulation: Simulation) -> GrpcEngine:
    from app.demo.nrp_grpc import GrpcEngine  # noqa: PLC0415 - as above

    return GrpcEngine(simulation)


def _make_json(simulation: Simulation) -> JsonEngine:
    from app.demo.nrp_json import JsonEngine  # noqa: PLC0415 - as above

    return JsonEngine(simulation)


def _make_publishing(simulation: Simulation, broker: str) -> BrokerEngine:
    """The publisher to a broker. Raises LocalProtocolError where that is not the address of a broker."""
    from app.demo.nrp_mqtt import BrokerEngine  # noqa: PLC0415 - as above

    return BrokerEngine(simulation, broker)


async def serve(options: DemoOptions, announce: Callable[[dict[str, str]], None], *, until_stdin_ends: bool) -> None:
    """Serve the demo robot until a signal asks for its end.

    Args:
        options: of the robot.
        announce: called once with the addresses by protocol.
        until_stdin_ends: also end when standard input does, that is when the process at its other end dies.

    Raises:
        LinkError: a port can't be used, or the broker can't be reached.
        LocalProtocolError: the broker's address is wrong.
    """
    stop = asyncio.Event()
    _stop_on_signals(stop)
    if until_stdin_ends:
        _stop_with_stdin(stop)
    demo = DemoServer(options)
    await demo.start()
    try:
        announce(demo.uris)
        await stop.wait()
    finally:
        await demo.close()


def _stop_on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # a process that was started by nohup outlives its terminal
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            continue
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:
            # for a loop without signals: Python's own handler, which wakes the loop
            signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop.set))


def _stop_with_stdin(stop: asyncio.Event) -> None:
    """Wait in a thread: no loop can wait for every kind of standard input on every system."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        # not by sys.stdin, whose lock would be held at the interpreter's end; a closed input counts as ended
        with contextlib.suppress(OSError):
            while os.read(0, 1024):
                pass
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=wait, name="standard input", daemon=True).start()
