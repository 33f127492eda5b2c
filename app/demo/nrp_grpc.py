"""The demo robot as an engine of NRP-core over gRPC. Importing the module loads grpc: import it lazily."""

from __future__ import annotations

import asyncio
import errno
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError, Message

from app.demo.nrp_packs import ANTENNA, CAMERA, ENGINE, LINK, MODEL, WHEELS, EnginePacks, NrpBodyState, PackContent
from app.demo.rover import JointMotion
from app.demo.simulation import Simulation
from app.net.tcp_server import listen_error
from protocols.nrp.uri import NrpTransport, NrpUri
from protos.nrp import engine_grpc_pb2 as calls
from protos.nrp import gazebo_packs_pb2 as packs

HOST: Final = "127.0.0.1"
NAMES: Final = (MODEL, LINK, *WHEELS, ANTENNA, CAMERA)
THREADS: Final = 4
_SERVICE: Final = "EngineGrpc.EngineGrpcService"
# the service that every engine has
_HEALTH: Final = "grpc.health.v1.Health"
_UNKNOWN: Final = f"DataPack {{name}} is not registered in engine {ENGINE}"
# a number that a command leaves unchanged
_KEPT: Final = math.nan


class CommandRefusedError(Exception):
    """A command, or a whole call, is refused, with this text."""


def _serves(_request: bytes, _context: grpc.ServicerContext) -> bytes:
    """Answer a health check with the status SERVING."""
    return b"\x08\x01"


class GrpcEngine:
    """The demo robot over gRPC. The calls that step, reset or end an experiment are not there.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.

    Attributes:
        port: where the engine listens; 0 before `start`.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.port = 0
        self._packs = EnginePacks(simulation)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: grpc.Server | None = None

    @property
    def uri(self) -> str:
        """The address of the engine, with the names of all its DataPacks."""
        return str(NrpUri(NrpTransport.GRPC, HOST, self.port, NAMES))

    async def start(self, port: int = 0) -> None:
        """Listen; any free port for 0. Raises LinkError."""
        self._loop = asyncio.get_running_loop()
        # the threaded server: grpc's asyncio server, when it is started again, now and then crashes the process
        pool = ThreadPoolExecutor(THREADS, thread_name_prefix="demo engine")
        server = grpc.server(pool, options=(("grpc.so_reuseport", 0),))
        handlers = {
            "getDataPacks": self._unary(self._get, calls.GetDataPacksRequest),
            "setDataPacks": self._unary(self._set, calls.SetDataPacksRequest),
        }
        services = {_SERVICE: handlers, _HEALTH: {"Check": grpc.unary_unary_rpc_method_handler(_serves)}}
        server.add_generic_rpc_handlers(
            tuple(grpc.method_handlers_generic_handler(name, calls_of_it) for name, calls_of_it in services.items())
        )
        try:
            self.port = server.add_insecure_port(f"{HOST}:{port}")
        except RuntimeError as error:
            # the error has no reason
            raise listen_error(OSError(errno.EADDRINUSE, str(error)), HOST, port) from error
        self._server = server
        server.start()

    async def close(self) -> None:
        """End the server, and every call."""
        server, self._server = self._server, None
        if server is not None:
            await asyncio.to_thread(server.stop(None).wait)

    def on_tick(self) -> None:
        """Take note that a tick was simulated."""
        self._packs.on_tick()

    def _unary(self, answer: Callable[[Any], Message], request: Any) -> Any:
        """A handler whose answer is made on the loop, between two ticks, as an engine answers between two steps."""

        async def make(asked: Any) -> Message:
            return answer(asked)

        def handle(asked: Any, context: grpc.ServicerContext) -> Message:
            assert self._loop is not None  # noqa: S101 - for the type checker
            try:
                return asyncio.run_coroutine_threadsafe(make(asked), self._loop).result()
            except CommandRefusedError as error:
                context.abort(grpc.StatusCode.CANCELLED, str(error))
                raise

        return grpc.unary_unary_rpc_method_handler(
            handle, request_deserializer=request.FromString, response_serializer=lambda reply: reply.SerializeToString()
        )

    def _get(self, request: Any) -> Message:
        reply = calls.GetDataPacksReply()
        for asked in request.datapackIds:
            name = asked.dataPackName
            try:
                reply.dataPacks.append(message_of(name, self._packs.read(name)))
            except KeyError as error:
                raise CommandRefusedError(_UNKNOWN.format(name=name)) from error
        return reply

    def _set(self, request: Any) -> Message:
        for message in request.dataPacks:
            obey_pack(self._packs, message)
        return calls.SetDataPacksReply()


def obey_pack(engine: EnginePacks, message: Any) -> None:
    """Carry out the command in an EngineGrpc.DataPackMessage. Raises CommandRefusedError."""
    name = message.dataPackId.dataPackName
    joint = packs.Joint(position=_KEPT, velocity=_KEPT, effort=_KEPT)
    try:
        if message.data.Is(packs.Joint.DESCRIPTOR):
            message.data.Unpack(joint)
        engine.command(name, joint.position, joint.velocity, joint.effort)
    except KeyError as error:
        raise CommandRefusedError(_UNKNOWN.format(name=name)) from error
    except DecodeError as error:
        raise CommandRefusedError(f"DataPack {name}: {error}") from error


def message_of(name: str, data: PackContent | None) -> calls.DataPackMessage:
    """A DataPack as a message, without data if nothing is new."""
    message = calls.DataPackMessage(dataPackId=calls.DataPackIdentifier(dataPackName=name, engineName=ENGINE))
    if data is not None:
        message.data.Pack(_protobuf(name, data))
    return message


def _protobuf(name: str, data: PackContent) -> Message:
    if isinstance(data, JointMotion):
        return packs.Joint(position=data.position, velocity=data.velocity, effort=data.effort)
    if isinstance(data, NrpBodyState):
        kind = packs.Model if name == MODEL else packs.Link
        return kind(
            position=data.position,
            rotation=data.rotation,
            linearVelocity=data.linear_velocity,
            angularVelocity=data.angular_velocity,
        )
    return packs.Camera(imageWidth=data.width, imageHeight=data.height, imageDepth=3, imageData=data.data)
