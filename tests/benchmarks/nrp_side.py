"""One who reads an engine: each line on standard input is a turn of so many seconds, answered with what it took.

python -m tests.benchmarks.nrp_side teledeck|plain|unpacking PORT PACKS RATE

    teledeck    a connection of the program, as it runs in the link thread
    plain       grpcio's asyncio stub in a loop, which makes the same calls and parses each answer
    unpacking   the same, and each DataPack of an answer becomes a message of its type
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

from grpc import aio

from protos.nrp import gazebo_packs_pb2 as packs
from protos.nrp.engine_grpc_pb2 import DataPackIdentifier, GetDataPacksReply, GetDataPacksRequest
from tests.benchmarks.nrp_engine import names_of
from tests.fakes.nrp_station import NrpStation

CALL = "/EngineGrpc.EngineGrpcService/getDataPacks"
MESSAGES: dict[str, Any] = {"Gazebo.Link": packs.Link, "Gazebo.Joint": packs.Joint}
# until the first answers have come, and the last are through
SETTLE_S = 0.5


class Side(Protocol):
    """Reads, or rests."""

    @property
    def count(self) -> int:
        """DataPacks that came, ever."""

    def turn(self, *, on: bool) -> None:
        """Begin to read, or rest."""

    async def close(self) -> None:
        """End it."""


class Teledeck:
    """See above."""

    def __init__(self, port: int, names: tuple[str, ...], rate_hz: float) -> None:
        self._names = names
        self._station = NrpStation(f"nrp+grpc://127.0.0.1:{port}?rate={rate_hz:g}")
        self._station.connection.start()

    @property
    def count(self) -> int:
        return sum(topic.messages for topic in self._station.store.topics)

    def turn(self, *, on: bool) -> None:
        self._station.want(*(self._names if on else ()))

    async def close(self) -> None:
        await self._station.connection.close()


class Plain:
    """See above.

    Args:
        read: what is done with an answer.
    """

    def __init__(self, port: int, names: tuple[str, ...], rate_hz: float, read: Callable[[Any], object]) -> None:
        self.count = 0
        self._names = names
        self._period_s = 1 / rate_hz
        self._read = read
        self._channel = aio.insecure_channel(f"127.0.0.1:{port}")
        self._task: asyncio.Task[None] | None = None

    def turn(self, *, on: bool) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if on:
            self._task = asyncio.get_running_loop().create_task(self._poll())

    async def close(self) -> None:
        self.turn(on=False)
        await self._channel.close()

    async def _poll(self) -> None:
        ask = self._channel.unary_unary(
            CALL,
            request_serializer=GetDataPacksRequest.SerializeToString,
            response_deserializer=GetDataPacksReply.FromString,
        )
        clock = asyncio.get_running_loop().time
        due = clock()
        while True:
            question = GetDataPacksRequest(datapackIds=[DataPackIdentifier(dataPackName=name) for name in self._names])
            reply = await ask(question)
            self.count += len(reply.dataPacks)
            self._read(reply)
            due += self._period_s
            await asyncio.sleep(due - clock())


def unpack(reply: Any) -> list[Any]:
    """The DataPacks of an answer as messages."""
    found = []
    for each in reply.dataPacks:
        message = MESSAGES[each.data.TypeName()]()
        each.data.Unpack(message)
        found.append(message)
    return found


async def main(kind: str, port: int, count: int, rate_hz: float) -> None:
    """Take turns until standard input ends."""
    names = names_of(count)
    side: Side
    if kind == "teledeck":
        side = Teledeck(port, names, rate_hz)
    else:
        side = Plain(port, names, rate_hz, unpack if kind == "unpacking" else len_of)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        side.turn(on=True)
        await asyncio.sleep(SETTLE_S)
        before, began = side.count, time.monotonic()
        thread, process = time.thread_time(), time.process_time()
        await asyncio.sleep(float(line))
        thread, process = time.thread_time() - thread, time.process_time() - process
        elapsed, came = time.monotonic() - began, side.count - before
        side.turn(on=False)
        report = {"thread": thread / elapsed, "process": process / elapsed, "packs": came / elapsed}
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()
    with contextlib.suppress(asyncio.CancelledError):
        await side.close()


def len_of(reply: Any) -> int:
    """Only parsed."""
    return len(reply.dataPacks)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
