"""Engines of NRP-core on loopback, as bad as a test wants them: gRPC by grpcio's own server, JSON by http.server.

Nothing of what they read or write is the program's: messages are put together by hand, byte by byte.
"""

from __future__ import annotations

import json
import math
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import grpc

from app.net.boot_clock import boot_time

HOST = "127.0.0.1"
ENGINE = "gazebo"
HEALTH = "/grpc.health.v1.Health/Check"
LIMIT_BYTES = 256 * 1024 * 1024
# as many calls as may wait for it at a time
WORKERS = 16
# how often one that does not step looks whether it shall
IDLE_S = 0.02

# what a test may have an engine know: a type and its values by the names of the documentation, or None: nothing new
Data = tuple[str, Mapping[str, Any]] | None
Values = Mapping[str, float | None]

_FLOATS = {"position": 1, "rotation": 2, "linearVelocity": 3, "angularVelocity": 4}
_JOINT = {"position": 1, "velocity": 2, "effort": 3}
_CAMERA = {"imageWidth": 1, "imageHeight": 2, "imageDepth": 3}
_JSON_NAMES = {
    "position": "pos",
    "rotation": "rot",
    "linearVelocity": "lin_vel",
    "angularVelocity": "ang_vel",
    "imageWidth": "image_width",
    "imageHeight": "image_height",
    "imageDepth": "image_depth",
}


def link(x: float = 0.0, yaw_z: float = 0.0, yaw_w: float = 1.0, speed: float = 0.0) -> Data:
    """A link, or a model, on the floor."""
    return "Link", {
        "position": (x, 2.0, 0.25),
        "rotation": (0.0, 0.0, yaw_z, yaw_w),
        "linearVelocity": (speed, 0.0, 0.0),
        "angularVelocity": (0.0, 0.0, 0.5),
    }


def joint(position: float = 0.0, velocity: float = 0.0, effort: float = 0.0) -> Data:
    """A joint."""
    return "Joint", {"position": position, "velocity": velocity, "effort": effort}


def camera(width: int, height: int, depth: int, data: bytes) -> Data:
    """A picture."""
    return "Camera", {"imageWidth": width, "imageHeight": height, "imageDepth": depth, "imageData": data}


def varint(value: int) -> bytes:
    """A number in protobuf."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))


def block(number: int, data: bytes) -> bytes:
    """A field of bytes in protobuf."""
    return varint(number << 3 | 2) + varint(len(data)) + data


def blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of bytes in a message of nothing else."""
    position = 0
    while position < len(data):
        number, size, shift = data[position] >> 3, 0, 0
        position += 1
        while True:
            byte = data[position]
            size |= (byte & 0x7F) << shift
            shift, position = shift + 7, position + 1
            if byte < 0x80:
                break
        yield number, data[position : position + size]
        position += size


def protobuf(kind: str, values: Mapping[str, Any]) -> bytes:
    """The message of one DataPack, as proto3 sends it."""
    if kind == "Joint":
        sent = ((number, values[name]) for name, number in _JOINT.items() if values[name])
        return b"".join(bytes((number << 3 | 5,)) + struct.pack("<f", value) for number, value in sent)
    if kind == "Camera":
        sizes = b"".join(varint(number << 3) + varint(values[name]) for name, number in _CAMERA.items())
        return sizes + block(4, values["imageData"])
    return b"".join(
        block(number, struct.pack(f"<{len(values[name])}f", *values[name])) for name, number in _FLOATS.items()
    )


def commanded(payload: bytes) -> Values:
    """The three numbers of a joint as proto3 has them: what is not sent is zero."""
    values = dict.fromkeys(_JOINT, 0.0)
    names = {number: name for name, number in _JOINT.items()}
    for at in range(0, len(payload), 5):
        assert payload[at] & 7 == 5
        (values[names[payload[at] >> 3]],) = struct.unpack_from("<f", payload, at + 1)
    return {name: None if math.isnan(value) else value for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class Set:
    """What was commanded together: when it was carried out, and the numbers by joint, None for those left alone."""

    at: float
    values: Mapping[str, Values]

    def velocity(self, name: str) -> float | None:
        return self.values[name]["velocity"]


class _Engine:
    """The common part of both.

    Attributes:
        packs: what it knows, by name. Pictures are given once, to whoever asks first.
        calls: each call, with the names that it was for.
        delay_s: what each answer takes.
        hold: while set, no answer is given.
        holds_one: set once an answer was held back.
        port: where it listens.
        sets: what was commanded, as it was carried out.
        noted: called with each of them.
        deaf: whether joints move on as before, whatever they are told.
        step_s: while it is not zero the engine steps without a pause, and answers in between.
    """

    scheme = ""

    def __init__(self, packs: Mapping[str, Data] | None = None) -> None:
        self.packs = dict(packs or {})
        self.calls: list[tuple[str, tuple[str, ...]]] = []
        self.delay_s = 0.0
        self.hold = threading.Event()
        self.holds_one = threading.Event()
        self.port = 0
        self.sets: list[Set] = []
        self.noted: Callable[[Set], None] = lambda _: None
        self.deaf = False
        self.step_s = 0.0
        self._mutex = threading.Lock()
        self._ended = threading.Event()

    @property
    def uri(self) -> str:
        """Its address."""
        return f"{self.scheme}://{HOST}:{self.port}"

    def count(self, *names: str) -> int:
        """How often exactly these were asked for together."""
        return sum(asked == names for _, asked in tuple(self.calls))

    def take(self, name: str) -> Data:
        """The data of one name."""
        with self._mutex:
            data = self.packs[name]
        if data is not None and data[0] == "Camera":
            self.packs[name] = None
        return data

    def wait(self) -> None:
        """Take the time that an answer takes."""
        time.sleep(self.delay_s)
        while self.hold.is_set() and not self._ended.is_set():
            self.holds_one.set()
            time.sleep(0.005)

    def carry_out(self, values: Mapping[str, Values]) -> None:
        """Command joints, all of which it knows, between two steps."""
        with self._mutex:
            self.sets.append(Set(boot_time(), values))
            self.noted(self.sets[-1])
            for name, numbers in values.items():
                held = self.packs.get(name)
                if held is not None and held[0] == "Joint" and not self.deaf:
                    told = {key: number for key, number in numbers.items() if number is not None}
                    self.packs[name] = "Joint", {**held[1], **told}

    def step(self) -> None:
        """Step, if it does, until it ends."""
        while not self._ended.is_set():
            if self.step_s:
                with self._mutex:
                    time.sleep(self.step_s)
            # who waits has its turn
            time.sleep(0.0005 if self.step_s else IDLE_S)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError

    def restart(self, silent_s: float = 0.0) -> None:
        """End, and begin again on the same port."""
        self.stop()
        time.sleep(silent_s)
        self.start()


class GrpcEngine(_Engine):
    """Answers any call of any service, and keeps its name.

    Attributes:
        answer: instead of its own answer to getDataPacks.
        aborts: by name, the status that fails a call.
        raw: by name, the type and the bytes of what is answered instead of `packs`.
        unimplemented: whether it knows none of the calls.
        health: what its health service says; None: it has none.
    """

    scheme = "nrp+grpc"

    def __init__(self, packs: Mapping[str, Data] | None = None) -> None:
        super().__init__(packs)
        self.answer: Callable[[tuple[str, ...]], bytes] | None = None
        self.raw: dict[str, tuple[str, bytes]] = {}
        self.unimplemented = False
        self.health: bytes | None = b"\x08\x01"
        self.aborts: dict[str, grpc.StatusCode] = {}
        self._server: grpc.Server | None = None
        self._pool: ThreadPoolExecutor | None = None

    def start(self) -> None:
        self._ended.clear()
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="fake engine")
        self._pool.submit(self.step)
        options = (
            ("grpc.so_reuseport", 0),
            ("grpc.max_send_message_length", LIMIT_BYTES),
            ("grpc.max_receive_message_length", LIMIT_BYTES),
        )
        self._server = grpc.server(self._pool, options=options)
        self._server.add_generic_rpc_handlers((_Handlers(self),))
        self.port = self._server.add_insecure_port(f"{HOST}:{self.port}")
        self._server.start()

    def stop(self) -> None:
        self._ended.set()
        if self._server is not None:
            self._server.stop(0).wait()
            self._server = None
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def reply(self, method: str, request: bytes, context: grpc.ServicerContext) -> bytes:
        """The answer to a call; names that it does not know fail the whole."""
        if method.endswith("/setDataPacks"):
            return self._set(method, request, context)
        names = tuple(
            value.decode() for _, identifier in blocks(request) for number, value in blocks(identifier) if number == 1
        )
        self.calls.append((method, names))
        if method == HEALTH and self.health is not None:
            return self.health
        if self.unimplemented or not method.startswith("/EngineGrpc.EngineGrpcService/"):
            context.abort(grpc.StatusCode.UNIMPLEMENTED, "Method not found!")
        self.wait()
        if self.answer is not None:
            return self.answer(names)
        return b"".join(self._entry(name, context) for name in names)

    def _set(self, method: str, request: bytes, context: grpc.ServicerContext) -> bytes:
        values = {}
        for _, message in blocks(request):
            parts = dict(blocks(message))
            held = dict(blocks(parts[2]))
            assert held[1] == b"type.googleapis.com/Gazebo.Joint"
            values[dict(blocks(parts[1]))[1].decode()] = commanded(held.get(2, b""))
        self.calls.append((method, tuple(values)))
        self.wait()
        for name in values:
            if name in self.aborts:
                context.abort(self.aborts[name], "the physics exploded")
            if name not in self.packs:
                context.abort(grpc.StatusCode.CANCELLED, f"DataPack {name} is not registered in engine {ENGINE}")
        self.carry_out(values)
        return b""

    def _entry(self, name: str, context: grpc.ServicerContext) -> bytes:
        data = b""
        if name in self.aborts:
            context.abort(self.aborts[name], "the physics exploded")
        if name in self.raw:
            url, value = self.raw[name]
            data = block(2, block(1, url.encode()) + block(2, value))
        elif name not in self.packs:
            context.abort(grpc.StatusCode.CANCELLED, f"DataPack {name} is not registered in engine {ENGINE}")
        elif (held := self.take(name)) is not None:
            kind, values = held
            data = block(2, block(1, f"type.googleapis.com/Gazebo.{kind}".encode()) + block(2, protobuf(kind, values)))
        return block(1, block(1, block(1, name.encode()) + block(2, b"") + block(3, ENGINE.encode())) + data)


class _Handlers(grpc.GenericRpcHandler):  # type: ignore[misc] # the library has no types
    def __init__(self, engine: GrpcEngine) -> None:
        self._engine = engine

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any]:
        method = handler_call_details.method
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: self._engine.reply(method, request, context)
        )


class JsonEngine(_Engine):
    """Answers POST as engines over JSON do.

    Attributes:
        answer: instead of its own answer: the status, the type and the body.
        bodies: instead of its own, by the names that were asked for.
        broken: names that fail a question with the status 500, as an exception in the engine does.
        hangs_up: whether it ends the link with each answer.
        cut_at: so much of an answer is sent, and then nothing until it ends.
    """

    scheme = "nrp+json"

    def __init__(self, packs: Mapping[str, Data] | None = None) -> None:
        super().__init__(packs)
        self.answer: tuple[int, str, bytes] | None = None
        self.bodies: dict[tuple[str, ...], bytes] = {}
        self.broken: set[str] = set()
        self.cut_at: int | None = None
        self.hangs_up = False
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None
        self._stepping = threading.Thread()

    def start(self) -> None:
        self._ended.clear()
        engine = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                engine._serve(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the library calls it
                """Say nothing."""

        self._server = _Server((HOST, self.port), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), name="fake engine")
        self._thread.start()
        self._stepping = threading.Thread(target=self.step, name="fake engine's steps")
        self._stepping.start()

    def stop(self) -> None:
        self._ended.set()
        server, thread = self._server, self._thread
        self._server = self._thread = None
        if server is not None and thread is not None:
            server.shutdown()
            server.hang_up()
            server.server_close()
            thread.join()
            self._stepping.join()

    def _serve(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        question = json.loads(body)
        names = tuple(question)
        self.calls.append((request.path, names))
        self.wait()
        if self.answer is not None:
            status, kind, answer = self.answer
        elif self.broken & set(names):
            status, kind, answer = 500, "text/plain", b""
        elif request.path == "/set_datapacks":
            # nothing is said of names that it does not know
            self.carry_out({name: pack["data"] for name, pack in question.items() if name in self.packs})
            status, kind, answer = 200, "application/json", b"{}"
        elif request.path != "/get_datapacks":
            status, kind, answer = 404, "text/plain", b""
        else:
            status, kind = 200, "application/json"
            answer = self.bodies.get(names) or json.dumps({name: self._entry(name) for name in names}).encode()
        request.close_connection = self.hangs_up
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(answer)))
        request.end_headers()
        if self.cut_at is not None:
            request.wfile.write(answer[: self.cut_at])
            request.wfile.flush()
            self._ended.wait(30.0)
            return
        request.wfile.write(answer)

    def _entry(self, name: str) -> Any:
        if name not in self.packs:
            return None
        said: dict[str, Any] = {"engine_name": ENGINE, "type": "N8nlohmann16json_abi_v3_11_210basic_jsonE"}
        data = self.take(name)
        if data is not None:
            kind, values = data
            if kind == "Joint":
                said["data"] = dict(values)
            else:
                said["data"] = {_JSON_NAMES[key]: value for key, value in values.items() if key in _JSON_NAMES}
            if kind == "Camera":
                said["data"]["image_data"] = list(values["imageData"])
            elif "rot" in said["data"]:
                # w is left out
                said["data"]["rot"] = said["data"]["rot"][:3]
        return said


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True

    def __init__(self, *arguments: Any) -> None:
        self._links: set[Any] = set()
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._links.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._links.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is no news."""

    def hang_up(self) -> None:
        """End the links, as the end of a program does."""
        for link_ in tuple(self._links):
            try:
                link_.shutdown(2)
            except OSError:
                continue
