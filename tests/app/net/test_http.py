from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest

from app.net import http
from app.net.errors import LinkError, LinkRefusedError, NoAnswerError
from app.net.http import HttpClient, HttpServer
from app.wording.connections import LinkWording
from protocols.errors import FrameTooLargeError, RemoteProtocolError
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

LIMIT = 1000


async def shout(body: bytes, address: str) -> bytes:
    if body == b"refuse":
        raise RemoteProtocolError("that is no call")
    if body == b"fault":
        raise KeyError("secret")
    if body == b"who":
        return address.encode()
    return body.upper()


@pytest.fixture
async def server() -> AsyncIterator[HttpServer]:
    server = HttpServer(shout, LIMIT)
    await server.start("127.0.0.1")
    yield server
    await server.close()


@pytest.fixture
async def client() -> AsyncIterator[HttpClient]:
    client = HttpClient(body_limit=LIMIT)
    yield client
    await client.close()


async def exchange(port: int, request: bytes) -> bytes:
    """All that the server answers until it closes the link."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return answer


def post(body: bytes, *lines: bytes, version: bytes = b"1.1") -> bytes:
    head = [b"POST /RPC2 HTTP/" + version, b"Host: us", b"Content-length: %d" % len(body), *lines]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


async def test_with_a_handler_for_a_path_others_are_not_there() -> None:
    server = HttpServer({"/RPC2": shout}, content_type="text/plain")
    await server.start("127.0.0.1")
    found = await exchange(server.port, post(b"hello", b"Connection: close"))
    missed = await exchange(server.port, post(b"hello").replace(b"/RPC2", b"/"))
    await server.close()

    assert found.endswith(b"HELLO")
    assert b"Content-Type: text/plain" in found
    assert missed.startswith(b"HTTP/1.1 404")


class Raw:
    """A server of the other side that says what a test wants."""

    def __init__(self) -> None:
        self.port = 0
        self.requests: list[bytes] = []
        self.gone = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, answer: Callable[[asyncio.StreamWriter], Awaitable[None]]) -> None:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._tasks.add(task)
            try:
                self.requests.append(await reader.readuntil(b"\r\n\r\n"))
                await answer(writer)
            except (ConnectionError, asyncio.CancelledError):
                pass
            finally:
                self.gone.set()
                writer.close()

        self._server = await asyncio.start_server(serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    raw = Raw()
    yield raw
    await raw.close()


async def test_a_posted_body_is_answered(server: HttpServer, client: HttpClient) -> None:
    assert await client.post("127.0.0.1", server.port, b"hello", TIMEOUT_S) == b"HELLO"


async def test_the_handler_learns_who_asks(server: HttpServer, client: HttpClient) -> None:
    assert await client.post("127.0.0.1", server.port, b"who", TIMEOUT_S) == b"127.0.0.1"


async def test_an_answer_has_a_length_and_is_never_in_chunks(server: HttpServer) -> None:
    answer = await exchange(server.port, post(b"abc", b"Connection: close"))
    head, _, body = answer.partition(b"\r\n\r\n")

    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nContent-Length: 3\r\n" in head + b"\r\n"
    assert b"\r\nContent-Type: text/xml\r\n" in head + b"\r\n"
    assert b"chunked" not in head.lower()
    assert body == b"ABC"


async def test_a_link_is_kept_for_the_next_request(server: HttpServer) -> None:
    answer = await exchange(server.port, post(b"one") + post(b"two", b"Connection: close"))

    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert b"ONE" in answer
    assert b"TWO" in answer


async def test_a_client_of_http_1_0_is_answered_and_hung_up_on(server: HttpServer) -> None:
    answer = await exchange(server.port, post(b"old", version=b"1.0"))

    assert b" 200 OK\r\n" in answer
    assert answer.endswith(b"\r\n\r\nOLD")


async def test_only_post_is_understood(server: HttpServer) -> None:
    answer = await exchange(server.port, b"GET / HTTP/1.1\r\nHost: us\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 405 ")


@pytest.mark.parametrize("head", [b"Content-Length: 1000000000", b"Transfer-Encoding: chunked"])
async def test_a_body_over_the_limit_is_refused_before_it_is_kept(server: HttpServer, head: bytes) -> None:
    chunk = b"%x\r\n" % (LIMIT + 1) + bytes(LIMIT + 1) + b"\r\n"

    answer = await exchange(server.port, b"POST / HTTP/1.1\r\nHost: us\r\n" + head + b"\r\n\r\n" + chunk)

    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("request_", [b"\x00\xff" * 50 + b"\r\n\r\n", b"POST / HTTP/1.1\r\nX: " + b"x" * 10000])
async def test_what_is_no_http_ends_the_link(server: HttpServer, client: HttpClient, request_: bytes) -> None:
    answer = await exchange(server.port, request_)

    assert answer.startswith(b"HTTP/1.0 400 ")
    assert await client.post("127.0.0.1", server.port, b"hello", TIMEOUT_S) == b"HELLO"


async def test_too_many_lines_of_a_header_end_the_link(server: HttpServer) -> None:
    answer = await exchange(server.port, post(b"", *[b"X-%d: y" % n for n in range(200)]))

    assert b" 400 " in answer


async def test_a_refusal_of_the_handler_is_a_bad_request(server: HttpServer) -> None:
    answer = await exchange(server.port, post(b"refuse"))

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b"that is no call")


@pytest.mark.expects_log("could not be answered")
async def test_a_fault_of_the_handler_is_logged_and_not_told(server: HttpServer) -> None:
    answer = await exchange(server.port, post(b"fault"))

    assert answer.startswith(b"HTTP/1.1 500 ")
    assert b"secret" not in answer


async def test_a_client_that_says_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "IDLE_TIMEOUT_S", 0.1)
    server = HttpServer(shout)
    await server.start("127.0.0.1")

    assert await exchange(server.port, b"POST / HT") == b""

    await server.close()


async def test_a_body_that_does_not_end_is_given_up(server: HttpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_TIMEOUT_S", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(post(b"1234567890")[:-1])

    assert await reader.read() == b""
    writer.close()


async def test_a_client_that_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_TIMEOUT_S", 0.2)
    answered = asyncio.Event()

    async def much(body: bytes, address: str) -> bytes:
        del body, address
        answered.set()
        return bytes(50_000_000)

    server = HttpServer(much)
    await server.start("127.0.0.1")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.transport.pause_reading()  # type: ignore[attr-defined] # a stream's transport can
    writer.write(post(b"more"))
    await answered.wait()
    await asyncio.sleep(0.4)
    writer.transport.resume_reading()  # type: ignore[attr-defined]

    assert len(await reader.read()) < 50_000_000
    writer.close()
    await server.close()


async def test_clients_beyond_the_bound_are_turned_away(
    server: HttpServer, client: HttpClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "MAX_CLIENTS", 1)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(post(b"abc"))
    await reader.readuntil(b"ABC")

    with pytest.raises(LinkError, check=says(LinkWording.CLOSED_BEFORE_ANSWER)):
        await client.post("127.0.0.1", server.port, b"hello", TIMEOUT_S)

    assert server.turned_away == 1
    writer.close()


async def test_a_port_that_is_taken_is_said(server: HttpServer) -> None:
    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE, port=server.port)):
        await HttpServer(shout).start("127.0.0.1", server.port)


async def test_closing_ends_links_that_stand(server: HttpServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(post(b"abc"))
    await reader.readuntil(b"ABC")

    await server.close()

    assert await reader.read() == b""
    writer.close()


async def test_a_link_that_is_being_accepted_while_it_closes_ends_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # nor is it hung up on because it is silent
    monkeypatch.setattr(http, "IDLE_TIMEOUT_S", 1000.0)
    server = HttpServer(shout)
    await server.start("127.0.0.1")
    loop = asyncio.get_running_loop()
    closing: list[asyncio.Task[None]] = []
    handlers = server._web
    assert handlers is not None

    def accept_and_close() -> Any:
        # runs on before the link is made
        closing.append(loop.create_task(server.close()))
        return handlers()

    monkeypatch.setattr(server, "_web", accept_and_close)
    monkeypatch.setattr(accept_and_close, "connections", (), raising=False)
    for verb in ("pre_shutdown", "shutdown"):
        monkeypatch.setattr(accept_and_close, verb, getattr(handlers, verb), raising=False)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)

    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(reader.read(), TIMEOUT_S) == b""
    await asyncio.gather(*closing)
    writer.close()


async def test_a_name_is_looked_up_by_our_own_function(server: HttpServer) -> None:
    asked: list[str] = []

    async def look_up(host: str) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",)

    client = HttpClient(look_up)

    assert await client.post("my_robot", server.port, b"hello", TIMEOUT_S) == b"HELLO"
    assert asked == ["my_robot"]
    await client.close()


async def test_a_name_that_does_not_resolve_is_said() -> None:
    async def look_up(host: str) -> Sequence[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown", host)

    client = HttpClient(look_up)

    with pytest.raises(LinkError, check=says(LinkWording.NAME_UNRESOLVED, host="sherlock")):
        await client.post("sherlock", 11311, b"", TIMEOUT_S)
    await client.close()


async def test_who_keeps_links_asks_again_on_the_same_one_and_anew_where_that_was_closed(
    server: HttpServer,
) -> None:
    keeper = HttpClient(body_limit=LIMIT, keeps_links=True)
    assert server._web is not None
    for _ in range(3):
        assert await keeper.post("127.0.0.1", server.port, b"a", 5) == b"A"
    assert len(server._web.connections) == 1

    for connection in server._web.connections:
        assert connection.transport is not None
        connection.transport.abort()
    await eventually(lambda: server._web is not None and not server._web.connections)
    with contextlib.suppress(LinkError):
        await keeper.post("127.0.0.1", server.port, b"a", 5)
    assert await keeper.post("127.0.0.1", server.port, b"a", 5) == b"A"
    await keeper.close()


async def test_who_dials_once_never_dials_again(server: HttpServer) -> None:
    keeper = HttpClient(body_limit=LIMIT, keeps_links=True, dials_once=True, given_up_s=1.0)
    assert server._web is not None
    for _ in range(3):
        assert await keeper.post("127.0.0.1", server.port, b"a", 5) == b"A"
    assert len(server._web.connections) == 1
    for connection in server._web.connections:
        assert connection.transport is not None
        connection.transport.abort()
    await eventually(lambda: server._web is not None and not server._web.connections)

    for _ in range(3):
        with pytest.raises(LinkError):
            await keeper.post("127.0.0.1", server.port, b"a", 5)

    assert not server._web.connections
    await keeper.close()


async def test_a_port_where_nothing_listens_is_refused(client: HttpClient) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]

        with pytest.raises(LinkRefusedError, check=says(LinkWording.NOTHING_LISTENS, host="127.0.0.1", port=port)):
            await client.post("127.0.0.1", port, b"", TIMEOUT_S)


@pytest.mark.parametrize("host", ["", "a b", "me@robot", "x/y"])
async def test_what_can_be_no_host_is_said(client: HttpClient, host: str) -> None:
    with pytest.raises(LinkError, check=_is_no_host):
        await client.post(host, 80, b"", TIMEOUT_S)


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"])
async def test_a_server_that_hangs_is_given_up_in_time(client: HttpClient, raw: Raw, begun: bytes) -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        writer.write(begun)
        await asyncio.Event().wait()

    await raw.start(hang)

    for patience_s in (0.2, 2.0, TIMEOUT_S):
        with pytest.raises(LinkError, check=_is_silence(patience_s)) as caught:
            await client.post("127.0.0.1", raw.port, b"", patience_s)
        # a machine that is busy may need all of a short time to make the link
        if isinstance(caught.value, NoAnswerError):
            break

    assert isinstance(caught.value, NoAnswerError)
    assert tells(caught.value.reason, LinkWording.NO_ANSWER_ON_OPEN_LINK)


async def test_a_server_that_lets_nobody_in_is_told_from_one_that_hangs(client: HttpClient) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, contextlib.ExitStack() as others:
        where = full.getsockname()
        for _ in range(4):
            other = others.enter_context(socket.socket())
            other.setblocking(False)
            other.connect_ex(where)

        with pytest.raises(LinkError, check=says(LinkWording.NO_ANSWER_IN_TIME, timeout_s=0.2)) as caught:
            await client.post("127.0.0.1", where[1], b"", 0.2)

    assert not isinstance(caught.value, NoAnswerError)


async def test_one_byte_at_a_time_is_given_up_in_time(client: HttpClient, raw: Raw) -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        for byte in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 1000:
            writer.write(bytes((byte,)))
            await asyncio.sleep(0.02)

    await raw.start(drip)

    with pytest.raises(LinkError, check=_is_silence(0.2)):
        await client.post("127.0.0.1", raw.port, b"", 0.2)


@pytest.mark.parametrize("head", [b"Content-Length: 1000000000\r\n", b""])
async def test_an_answer_without_end_is_cut_at_the_limit(client: HttpClient, raw: Raw, head: bytes) -> None:
    async def pour(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n")
        for _ in range(100_000):
            writer.write(bytes(10_000))
            await writer.drain()

    await raw.start(pour)

    with pytest.raises(FrameTooLargeError, check=says(LinkWording.ANSWER_TOO_LONG, limit_bytes=1000)):
        await client.post("127.0.0.1", raw.port, b"", TIMEOUT_S)
    await raw.gone.wait()


@pytest.mark.parametrize(
    ("said", "code", "values"),
    [
        (b"", LinkWording.CLOSED_BEFORE_ANSWER, {}),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", LinkWording.CLOSED_BEFORE_ANSWER, {}),
        (b"220 mail.example ESMTP\r\n\r\n", LinkWording.NO_HTTP, {}),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n", LinkWording.NO_HTTP, {}),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", LinkWording.HTTP_STATUS, {"status": 404}),
        (
            b"HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n",
            LinkWording.HTTP_STATUS,
            {"status": 302},
        ),
    ],
)
async def test_an_answer_that_is_none_is_said(
    client: HttpClient, raw: Raw, said: bytes, code: LinkWording, values: dict[str, object]
) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        await writer.drain()

    await raw.start(answer)

    with pytest.raises(LinkError, check=says(code, **values)):
        await client.post("127.0.0.1", raw.port, b"", TIMEOUT_S)


async def test_a_request_is_one_that_old_servers_read(client: HttpClient, raw: Raw) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.0 200 OK\r\nContent-length: 2\r\n\r\nok")
        await writer.drain()

    await raw.start(answer)

    assert await client.post("127.0.0.1", raw.port, b"body", TIMEOUT_S) == b"ok"
    lines = raw.requests[0].split(b"\r\n")
    assert lines[0] == b"POST / HTTP/1.1"
    assert b"Content-Length: 4" in lines
    assert b"Content-Type: text/xml" in lines
    assert not [
        line for line in lines if line.lower().startswith((b"transfer-encoding", b"accept-encoding", b"expect"))
    ]


@pytest.mark.parametrize(
    ("date", "least", "most"),
    [("Fri, 01 Jan 2100 00:00:00 GMT", 1e8, 1e11), ("Thu, 01 Jan 1970 00:00:00 GMT", -1e11, -1e9)],
)
async def test_a_server_that_says_what_time_it_is_is_compared_with_our_clock(
    client: HttpClient, raw: Raw, date: str, least: float, most: float
) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nDate: " + date.encode() + b"\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()

    await raw.start(answer)
    await client.post("127.0.0.1", raw.port, b"", TIMEOUT_S)

    assert least < client.clocks[f"127.0.0.1:{raw.port}"] < most


async def test_a_server_of_this_machine_has_our_time(server: HttpServer, client: HttpClient) -> None:
    began = time.monotonic()
    await client.post("127.0.0.1", server.port, b"", TIMEOUT_S)

    # an answer that took long to be read is as old
    assert abs(client.clocks[f"127.0.0.1:{server.port}"]) < 2 + time.monotonic() - began


@pytest.mark.parametrize("date", [b"", b"Date: yesterday\r\n", b"Date: Fri, 99 Foo 9999 00:00:00 GMT\r\n"])
async def test_a_server_that_does_not_say_what_time_it_is_is_not_compared(
    client: HttpClient, raw: Raw, date: bytes
) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n" + date + b"Content-Length: 0\r\n\r\n")
        await writer.drain()

    await raw.start(answer)
    await client.post("127.0.0.1", raw.port, b"", TIMEOUT_S)

    assert not client.clocks


async def test_who_keeps_links_asks_what_time_it_is_of_nobody(server: HttpServer) -> None:
    keeper = HttpClient(body_limit=LIMIT, keeps_links=True)
    assert await keeper.post("127.0.0.1", server.port, b"a", TIMEOUT_S) == b"A"

    assert not keeper.clocks
    await keeper.close()


def _is_silence(timeout_s: float) -> Callable[[Exception], bool]:
    """Return a check that a far side did not answer within this time, whether it took the link or not."""
    silences = (
        says(LinkWording.NO_ANSWER_IN_TIME, timeout_s=timeout_s),
        says(LinkWording.NO_ANSWER_ON_OPEN_LINK, timeout_s=timeout_s),
    )
    return lambda error: any(check(error) for check in silences)


def _is_no_host(error: Exception) -> bool:
    return says(LinkWording.HOST_INVALID)(error) or says(LinkWording.ADDRESS_INVALID)(error)
