"""An engine of NRP-core over gRPC whose every answer is new: prints its port, and serves until it is killed.

python -m tests.benchmarks.nrp_engine
"""

from __future__ import annotations

import itertools
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import grpc

from tests.fakes.nrp_engine import HOST, block, blocks, protobuf


def names_of(count: int) -> tuple[str, ...]:
    """Links and joints in turn."""
    kinds = ("link", "joint")
    return tuple(f"robot::{kinds[index % 2]}_{index}" for index in range(count))


class Engine:
    """Answers for any name; the numbers of each answer are others than before."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def reply(self, request: bytes) -> bytes:
        """The answer to getDataPacks."""
        # of 32 bits, as they are sent
        (number,) = struct.unpack("<f", struct.pack("<f", next(self._numbers) / 64))
        names = [value for _, identifier in blocks(request) for field, value in blocks(identifier) if field == 1]
        return b"".join(self._entry(name, number) for name in names)

    @staticmethod
    def _entry(name: bytes, number: float) -> bytes:
        if b"joint" in name:
            kind, data = "Joint", protobuf("Joint", {"position": number, "velocity": 1.5, "effort": 0.25})
        else:
            still = (1.0, 2.0, 3.0)
            values = {"position": (number, 2.0, 3.0), "rotation": (0.0, 0.0, 0.6, 0.8)}
            kind = "Link"
            data = protobuf(kind, values | {"linearVelocity": still, "angularVelocity": still})
        identifier = block(1, name) + block(2, kind.encode()) + block(3, b"benchmark")
        held = block(1, f"type.googleapis.com/Gazebo.{kind}".encode()) + block(2, data)
        return block(1, block(1, identifier) + block(2, held))


def main() -> None:
    """Serve."""
    engine = Engine()
    handler = grpc.unary_unary_rpc_method_handler(lambda request, _context: engine.reply(request))
    server = grpc.server(ThreadPoolExecutor(2))
    service = grpc.method_handlers_generic_handler("EngineGrpc.EngineGrpcService", {"getDataPacks": handler})
    server.add_generic_rpc_handlers((service,))
    port = server.add_insecure_port(f"{HOST}:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main()
