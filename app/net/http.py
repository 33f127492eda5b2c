"""HTTP client and server for XML-RPC and engines of NRP-core: one POST, one answer, everything bounded.

Importing this costs about a fifth of a second: do it when HTTP is first needed, not when the program starts.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import socket
import struct
import sys
import time
import types
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import aiohttp
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from app.net.addresses import resolve_host
from app.net.errors import LinkError, NoAnswerError, WrongServerError, translate_error
from app.net.tcp_server import listen_at
from app.wording.connections import LinkWording
from protocols.errors import FrameTooLargeError, ProtocolError

_LOGGER = logging.getLogger(__name__)
# invalid requests of strangers are no news; faults of this side are logged here
_QUIET = _LOGGER.getChild("aiohttp")
_QUIET.setLevel(logging.CRITICAL + 1)

CONTENT_TYPE = "text/xml"
# the largest body taken: the whole parameter tree of a large robot, with its description, is some megabytes
BODY_LIMIT = 16 * 1024 * 1024
# one line of a header, and how many lines: those of XML-RPC are short and few
HEADER_LINE_LIMIT = 4096
HEADER_LINES = 64
# programs of one robot that call us; each keeps its link for a while
MAX_CLIENTS = 128
# a client that has not sent the head of its next request by then is hung up on
IDLE_TIMEOUT_S = 20.0
# the rest of a request, our answer, and the time until the far side has read it
REQUEST_TIMEOUT_S = 10.0
CLOSE_TIMEOUT_S = 0.5
# turns of the loop after which an accepted link is known to `close`, or was turned away
_TURNS_OF_ACCEPTING = 3
# calls under way at the same time, over all hosts and to one of them
MAX_CALLS = 64
MAX_CALLS_PER_HOST = 8
# servers whose clocks are remembered
MAX_CLOCKS = 1000

_OTHER_SERVER_TIP = LinkWording.OTHER_SERVER_TIP()
# the time of a whole call is limited by its caller
_NO_TIMEOUT = aiohttp.ClientTimeout(total=None)

Lookup = Callable[[str], Awaitable[Sequence[str]]]
Handler = Callable[[bytes, str], Awaitable[bytes]]


class HttpServer:
    """Answers POST requests.

    Answers carry a length and are never chunked, as old clients need it.

    Args:
        handler: called with a body and the address it came from; gives the body of the answer. A ProtocolError is
            answered with status 400. One handler for any path, or a handler for each path.
        body_limit: the most bytes of a request.
        content_type: the content type of the answers.

    Attributes:
        host, port: the address at which it listens; the port is known after `start`.
        turned_away: the number of links that were refused because there were too many.
    """

    def __init__(
        self,
        handler: Handler | Mapping[str, Handler],
        body_limit: int = BODY_LIMIT,
        *,
        content_type: str = CONTENT_TYPE,
    ) -> None:
        self.host = ""
        self.port = 0
        self.turned_away = 0
        self._handler = handler
        self._body_limit = body_limit
        self._content_type = content_type
        self._server: asyncio.Server | None = None
        self._web: web.Server | None = None

    async def start(self, host: str, port: int = 0) -> None:
        """Listen (IPv4), at any free port for 0. Raises LinkError if that port or address can't be had."""
        self._web = web.Server(
            self._answer,
            handler_cancellation=True,
            access_log=None,
            logger=_QUIET,
            keepalive_timeout=IDLE_TIMEOUT_S,
            lingering_time=0,
            max_line_size=HEADER_LINE_LIMIT,
            max_field_size=HEADER_LINE_LIMIT,
            max_headers=HEADER_LINES,
            auto_decompress=False,
        )
        self._server = await listen_at(self._accept, host, port)
        self.host = host
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Stop listening, and end every link; an answer that is under way has half a second."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
        handlers, self._web = self._web, None
        if handlers is not None:
            for _ in range(_TURNS_OF_ACCEPTING):
                await asyncio.sleep(0)
            handlers.pre_shutdown()
            await handlers.shutdown(CLOSE_TIMEOUT_S)

    def _accept(self) -> asyncio.BaseProtocol:
        if self._web is None or len(self._web.connections) >= MAX_CLIENTS:
            self.turned_away += 1
            return _TurnedAway()
        return self._web()

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        response: web.StreamResponse
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                response = await self._respond(request)
                # here, so that a client that does not read is hung up on
                await response.prepare(request)
                await response.write_eof()
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=408)
        return response

    async def _respond(self, request: web.BaseRequest) -> web.Response:
        handler = self._handler.get(request.path) if isinstance(self._handler, Mapping) else self._handler
        if request.method != "POST":
            return _refuse(405, "only POST is understood", {"Allow": "POST"})
        if handler is None:
            return _refuse(404, "there is nothing at this path")
        body = await self._read(request)
        if body is None:
            return _refuse(413, "the body is too large")
        try:
            answer = await handler(body, request.remote or "")
        except ProtocolError as error:
            _LOGGER.debug("a request from %s is refused: %s", request.remote, error.reason)
            return _refuse(400, error.reason)
        except Exception:
            _LOGGER.exception("a request from %s could not be answered", request.remote)
            return _refuse(500, "a fault of this program")
        return web.Response(body=answer, headers={"Content-Type": self._content_type, "Server": "Teledeck"})

    async def _read(self, request: web.BaseRequest) -> bytes | None:
        """Read the body; None for a body that is too large."""
        if (request.content_length or 0) > self._body_limit:
            return None
        body = bytearray()
        async for chunk in request.content.iter_any():
            body += chunk
            if len(body) > self._body_limit:
                return None
        return bytes(body)


def _refuse(status: int, text: str, headers: dict[str, str] | None = None) -> web.Response:
    response = web.Response(status=status, text=text, headers=headers)
    # what is left of the request is not read
    response.force_close()
    return response


class _TurnedAway(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


class _Resolver(AbstractResolver):
    def __init__(self, look_up: Lookup) -> None:
        self._look_up = look_up

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        del family
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in await self._look_up(host)
        ]

    async def close(self) -> None:
        """There is nothing to close."""


@dataclass(slots=True)
class _Progress:
    """The progress of a call: whether its link is made."""

    connected: bool = False


def _tracing() -> aiohttp.TraceConfig:
    """Return a trace configuration that records the progress of every call."""

    async def connected(_session: object, context: types.SimpleNamespace, _event: object) -> None:
        context.trace_request_ctx.connected = True

    tracing = aiohttp.TraceConfig()
    tracing.on_connection_create_end.append(connected)
    return tracing


def _dialling_once() -> aiohttp.TraceConfig:
    """Return a trace configuration that refuses every link but the first."""
    dialled = False

    async def begins(_session: object, _context: object, _event: object) -> None:
        nonlocal dialled
        if dialled:
            raise aiohttp.ServerDisconnectedError
        dialled = True

    tracing = aiohttp.TraceConfig()
    tracing.on_connection_create_start.append(begins)
    return tracing


def _impatient_socket(given_up_s: float, place: aiohttp.AddrInfoType) -> socket.socket:
    """Return a socket that drops unconfirmed data after a time, and when it is closed."""
    family, kind, protocol, _, _ = place
    made = socket.socket(family, kind, protocol)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(given_up_s * 1000))
    return made


class HttpClient:
    """Client that posts bodies.

    Each call makes a link of its own, so that no link is used that the far side has just closed.

    Args:
        look_up: finds the IPv4 addresses of a host name; it is not called for addresses.
        body_limit: the most bytes of an answer.
        keeps_links: use links again, for callers that ask often and can do without an answer now and then. The client
            then can't tell servers that take links and say nothing, nor what time it is there: to ask aiohttp for that
            costs a tenth of a call.
        content_type: the content type of the posted bodies.
        given_up_s: the time for which this system goes on to send data that the far side does not confirm, where it can
            be set, as on Linux; data under way when a link is closed is then dropped. None for the system's default.
        dials_once: make a single link, so that no request that was meant for a program comes to its successor.

    Attributes:
        clocks: the seconds, to within about one, by which a server's clock is ahead of ours, by HOST:PORT; only of
            servers that say what time it is.
    """

    def __init__(
        self,
        look_up: Lookup = resolve_host,
        body_limit: int = BODY_LIMIT,
        *,
        keeps_links: bool = False,
        content_type: str = CONTENT_TYPE,
        given_up_s: float | None = None,
        dials_once: bool = False,
    ) -> None:
        self.clocks: dict[str, float] = {}
        self._body_limit = body_limit
        self._keeps_links = keeps_links
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                resolver=_Resolver(look_up),
                use_dns_cache=False,
                family=socket.AF_INET,
                force_close=not keeps_links,
                limit=MAX_CALLS,
                limit_per_host=1 if dials_once else MAX_CALLS_PER_HOST,
                socket_factory=None if given_up_s is None else functools.partial(_impatient_socket, given_up_s),
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            trust_env=False,
            headers={"Content-Type": content_type, "User-Agent": "Teledeck"},
            skip_auto_headers=("Accept", "Accept-Encoding"),
            trace_configs=[*([] if keeps_links else [_tracing()]), *([_dialling_once()] if dials_once else [])],
            max_line_size=HEADER_LINE_LIMIT,
            max_field_size=HEADER_LINE_LIMIT,
        )

    async def post(self, host: str, port: int, body: bytes, timeout_s: float, path: str = "/") -> bytes:
        """Post a body and return the body of the answer.

        Raises:
            LinkError: there is no answer within `timeout_s`, or it is not a good one.
            FrameTooLargeError: the answer is too large.
        """
        where, progress = f"{host}:{port}", _Progress()
        try:
            async with asyncio.timeout(timeout_s):
                url = URL.build(scheme="http", host=host, port=port, path=path)
                return await self._post(url, body, where, progress)
        except TimeoutError as error:
            if progress.connected:
                reason = LinkWording.NO_ANSWER_ON_OPEN_LINK(where=where, timeout_s=timeout_s)
                raise NoAnswerError(reason, LinkWording.NO_ANSWER_ON_OPEN_LINK_TIP()) from error
            raise translate_error(error, host, port, timeout_s) from error
        except aiohttp.ClientConnectorError as error:
            raise translate_error(error.os_error, host, port, timeout_s) from error
        except aiohttp.ClientError as error:
            raise _failure(error, where) from error
        except (OSError, ValueError, OverflowError) as error:
            raise translate_error(error, host, port, timeout_s) from error

    async def close(self) -> None:
        """End all calls that are under way."""
        await self._session.close()
        # the transports end in the next round of the loop
        await asyncio.sleep(0)

    def _compare_clocks(self, date: str | None, where: str) -> None:
        ahead_s = _ahead_s(date)
        if ahead_s is not None and (where in self.clocks or len(self.clocks) < MAX_CLOCKS):
            self.clocks[where] = ahead_s

    async def _post(self, url: URL, body: bytes, where: str, progress: _Progress) -> bytes:
        async with self._session.post(
            url, data=body, allow_redirects=False, timeout=_NO_TIMEOUT, trace_request_ctx=progress
        ) as response:
            if not self._keeps_links:
                self._compare_clocks(response.headers.get("Date"), where)
            if response.status != 200:
                raise WrongServerError(LinkWording.HTTP_STATUS(where=where, status=response.status), _OTHER_SERVER_TIP)
            answer = bytearray()
            if (response.content_length or 0) <= self._body_limit:
                async for chunk in response.content.iter_any():
                    answer += chunk
                    if len(answer) > self._body_limit:
                        break
                else:
                    return bytes(answer)
            raise FrameTooLargeError(
                LinkWording.ANSWER_TOO_LONG(where=where, limit_bytes=self._body_limit),
                LinkWording.ANSWER_TOO_LONG_TIP(),
            )


def _ahead_s(date: str | None) -> float | None:
    """Return the seconds by which a clock that says `date` is ahead of ours; None where that is no date."""
    try:
        # the middle of the second
        return parsedate_to_datetime(date or "").timestamp() + 0.5 - time.time()
    except (ValueError, TypeError, OverflowError):
        return None


def _failure(error: aiohttp.ClientError, where: str) -> LinkError:
    match error:
        case aiohttp.ServerDisconnectedError() | aiohttp.ClientPayloadError() | aiohttp.ClientOSError():
            return LinkError(LinkWording.CLOSED_BEFORE_ANSWER(where=where), LinkWording.PROGRAM_ENDED_TIP())
        case aiohttp.ClientResponseError():
            return WrongServerError(LinkWording.NO_HTTP(where=where), _OTHER_SERVER_TIP)
        case aiohttp.InvalidURL():
            return LinkError(LinkWording.ADDRESS_INVALID(where=where), LinkWording.NAME_TIP())
    return LinkError(LinkWording.CALL_FAILED(where=where, reason=str(error)))
