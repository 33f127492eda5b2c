"""A ROS 1 connection on the loop of a test, with what it fills, and a graph for it: a master and a publisher."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Self

from app.config.run_settings import Settings
from app.connections.ros1.connection import Ros1Connection, open_connection
from app.model.alerts import Alert, Alerts
from app.model.topics import Topic, TopicKey, TopicStore
from app.net.errors import LinkError
from app.net.http import HttpClient, HttpServer
from app.net.tasks import TaskPool
from protocols.ros1.graph.master import MasterRegistry
from protocols.ros1.graph.xmlrpc import decode_call, encode_call, encode_response
from protocols.ros1.tcpros.header import decode_header, encode_header
from protocols.sentence import Catalogue
from tests.fakes.ports import free_port
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import tells

STRING_MD5 = "992ce8a1687cec8c8bd883ec73ca41d1"
STRING_HEADER = {
    "callerid": "/talker",
    "md5sum": STRING_MD5,
    "type": "std_msgs/String",
    "message_definition": "string data\n",
}
HOST = "127.0.0.1"


def string(text: str) -> bytes:
    """A frame with a std_msgs/String."""
    data = text.encode()
    body = len(data).to_bytes(4, "little") + data
    return len(body).to_bytes(4, "little") + body


class FakeMaster:
    """A master whose answers a test can replace.

    Attributes:
        calls: methods and arguments, as they came.
        answers: by method, what gives the body of the answer in place of the registry.
        deaf: whether it tells nodes nothing.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[str, list[Any]]] = []
        self.answers: dict[str, Callable[[bytes], Awaitable[bytes]]] = {}
        self.deaf = False
        self.registry = MasterRegistry("", 1)
        self._server = HttpServer(self._answer)
        self._client = HttpClient()
        self._tasks = TaskPool("fake master")
        self.port = 0

    async def start(self) -> None:
        self._server = HttpServer(self._answer)
        await self._server.start(HOST, self.port or free_port())
        self.port = self._server.port
        self.registry = MasterRegistry(f"http://{HOST}:{self.port}/", self.registry.pid)

    async def stop(self) -> None:
        """It dies, and forgets everything."""
        await self._server.close()
        self.registry = MasterRegistry("", self.registry.pid + 1)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._tasks.cancel()
        await self._server.close()
        await self._client.close()

    @property
    def uri(self) -> str:
        return f"ros1://{HOST}:{self.port}"

    def called(self, method: str) -> list[list[Any]]:
        """The arguments of all calls of a method, without the caller's name."""
        return [arguments[1:] for name, arguments in self.calls if name == method]

    def registered(self) -> dict[str, list[str]]:
        """Topics to the nodes that are registered for them, in any way."""
        _, _, parts = self.registry.methods["getSystemState"].call(["/test"])
        found: dict[str, list[str]] = {}
        for part in parts:
            for name, nodes in part:
                found.setdefault(name, []).extend(nodes)
        return found

    def answer(self, method: str, value: Any) -> None:
        """Have a method answered by this value."""

        async def give(_body: bytes) -> bytes:
            return encode_response(value)

        self.answers[method] = give

    def say(self, method: str, body: bytes) -> None:
        """Have a method answered by these bytes."""

        async def give(_body: bytes) -> bytes:
            return body

        self.answers[method] = give

    def do(self, method: str, *arguments: Any) -> Any:
        """Call a method as a node of the robot."""
        _, _, value = self.registry.methods[method].call(arguments)
        self._notify()
        return value

    async def _answer(self, body: bytes, _address: str) -> bytes:
        method, arguments = decode_call(body)
        self.calls.append((method, arguments))
        answer = self.answers.get(method)
        if answer is not None:
            return await answer(body)
        found = self.registry.respond(body)
        self._notify()
        return found

    def _notify(self) -> None:
        for note in self.registry.take_notifications():
            if not self.deaf:
                self._tasks.spawn(self._tell(note.uri, note.method, note.arguments), note.method)

    async def _tell(self, uri: str, method: str, arguments: tuple[Any, ...]) -> None:
        host, _, port = uri.removeprefix("http://").strip("/").partition(":")
        with contextlib.suppress(LinkError):
            await self._client.post(host, int(port), encode_call(method, arguments), TIMEOUT_S)


class FakeTalker:
    """A node that publishes one topic, as a test wants it.

    Attributes:
        header: what it answers a subscriber; None: nothing.
        frames: what it sends behind that.
        requests: the bodies of calls that it got.
        subscribers: headers that subscribers sent.
        advertised: the host that it says it is at.
        port: where its messages come from; it is told also when nobody listens there any more.
    """

    def __init__(self, topic: str = "/chatter", name: str = "/talker", type_name: str = "std_msgs/String") -> None:
        self.topic = topic
        self.name = name
        self.type_name = type_name
        self.header: Mapping[str, str] | None = dict(STRING_HEADER, callerid=name)
        self.frames: list[bytes] = [string("hello")]
        self.subscribers: list[bytes] = []
        self.requests: list[tuple[str, list[Any]]] = []
        self.advertised = HOST
        self.port = 0
        self.answers: dict[str, Any] = {}
        self.close_after = False
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._http = HttpServer(self._answer)
        self._tcp: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        await self._http.start(HOST, free_port())
        self._tcp = await asyncio.start_server(self._serve, HOST, free_port())
        self.port = int(self._tcp.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def api(self) -> str:
        return f"http://{self.advertised}:{self._http.port}/"

    def register(self, master: FakeMaster) -> None:
        master.do("registerPublisher", self.name, self.topic, self.type_name, self.api)

    def unregister(self, master: FakeMaster) -> None:
        master.do("unregisterPublisher", self.name, self.topic, self.api)

    def send(self, data: bytes) -> None:
        """Send to all who subscribe."""
        for writer in self._writers:
            # one that has hung up meanwhile
            if not writer.is_closing():
                writer.write(data)

    def hang_up(self) -> None:
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    async def stop(self) -> None:
        """It dies without a word to the master."""
        if self._tcp is not None:
            self._tcp.close()
        self.hang_up()
        for task in self._tasks:
            task.cancel()
        await self._http.close()

    async def _answer(self, body: bytes, _address: str) -> bytes:
        method, arguments = decode_call(body)
        self.requests.append((method, arguments))
        if method in self.answers:
            return encode_response(self.answers[method])
        replies: dict[str, Any] = {
            "requestTopic": ["TCPROS", self.advertised, self.port],
            "getPid": 4711,
            "getPublications": [[self.topic, self.type_name]],
            "getBusInfo": [[1, "/listener", "o", "TCPROS", self.topic, True]],
        }
        return encode_response([1, "", replies[method]])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.append(writer)
        # a cancelled task of a stream's server would be logged
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            length = int.from_bytes(await reader.readexactly(4), "little")
            self.subscribers.append(await reader.readexactly(length))
            if self.header is not None:
                writer.write(encode_header(self.header))
            for frame in self.frames:
                writer.write(frame)
            if self.close_after:
                writer.close()
            await reader.read()
        writer.close()


class Station:
    """One connection with the store and the alerts that it fills."""

    def __init__(self, uri: str, settings: Settings | None = None, environ: Mapping[str, str] | None = None) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.changes = 0
        self.connection: Ros1Connection = open_connection(
            uri, self.store, self.alerts, settings or Settings(), environ or {}, self._changed
        )

    def _changed(self) -> None:
        self.changes += 1

    @property
    def state(self) -> str:
        return self.connection.status.state.value

    def alert(self, part: str) -> Alert | None:
        """The alert whose text has this part."""
        return next((alert for alert in self.alerts.current if part in alert.text), None)

    def says(self, code: Catalogue, **values: object) -> Alert | None:
        """The alert whose text says this."""
        return next((alert for alert in self.alerts.current if tells(alert.text, code, **values)), None)

    @property
    def name(self) -> str:
        """The name of its node."""
        return self.connection._node.name

    @property
    def api(self) -> str:
        """Where its node answers calls."""
        return self.connection._node.api

    def want(self, *names: str) -> None:
        self.connection.set_wanted(dict.fromkeys(names, True))

    def topic(self, name: str) -> Topic:
        topic = self.store.get(TopicKey(self.connection.id, name))
        assert topic is not None, name
        return topic

    def messages(self, name: str) -> int:
        topic = self.store.get(TopicKey(self.connection.id, name))
        return topic.messages if topic is not None else 0

    def newest(self, name: str) -> dict[str, Any]:
        topic = self.topic(name)
        assert topic.newest is not None
        assert topic.schema is not None
        return topic.schema.decode(topic.newest.payload)

    async def reach(self, state: str) -> None:
        await eventually(lambda: self.state == state, f"state {state}, not {self.connection.status}")

    async def get(self, name: str, count: int = 1) -> None:
        await eventually(lambda: self.messages(name) >= count, f"{count} messages of {name}")

    async def call(self, method: str, *arguments: Any) -> Any:
        """Call our own node as another would; the whole answer."""
        from protocols.ros1.graph.xmlrpc import decode_response

        client = HttpClient()
        host, _, port = self.api.removeprefix("http://").strip("/").partition(":")
        try:
            return decode_response(await client.post(host, int(port), encode_call(method, arguments), TIMEOUT_S))
        finally:
            await client.close()


class FakeService:
    """A node that serves one service.

    Attributes:
        header: what it says of the service.
        answer: from the body of a request to the bytes behind the header; None: it hangs up.
        requests: bodies that came; headers: fields of those who came.
    """

    def __init__(self, name: str, header: Mapping[str, str], answer: Callable[[bytes], bytes | None]) -> None:
        self.name = name
        self.header = header
        self.answer = answer
        self.requests: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, HOST, free_port())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()

    def register(self, master: FakeMaster) -> None:
        assert self._server is not None
        port = self._server.sockets[0].getsockname()[1]
        master.do("registerService", "/server", self.name, f"rosrpc://{HOST}:{port}", "http://127.0.0.1:1/")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        # a cancelled task of a stream's server would be logged
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            fields = decode_header(await self._frame(reader))
            self.headers.append(fields)
            writer.write(encode_header(self.header))
            if fields.get("probe") != "1":
                request = await self._frame(reader)
                self.requests.append(request)
                answer = self.answer(request)
                if answer is not None:
                    writer.write(answer)
                    await writer.drain()
        writer.close()

    @staticmethod
    async def _frame(reader: asyncio.StreamReader) -> bytes:
        return await reader.readexactly(int.from_bytes(await reader.readexactly(4), "little"))
