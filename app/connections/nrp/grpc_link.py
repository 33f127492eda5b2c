"""A link to an engine over gRPC. Importing this loads grpc: do it when the first one is wanted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import grpc
from grpc import aio
from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.nrp.engine_link import GIVEN_UP_S, EngineLink, EngineLinkUse
from app.net.addresses import resolve_host
from app.net.errors import LinkError, NoAnswerError, WrongServerError, translate_error
from app.net.tcp import probe_port
from app.wording.connections import LinkWording, NrpWording
from protocols.errors import EngineError, FrameTooLargeError, ProtocolError, UnknownPackError
from protocols.nrp.grpc_wire import (
    CHECK_HEALTH,
    GET_PACKS,
    SET_PACKS,
    UNIMPLEMENTED,
    RepeatedRequest,
    check_acknowledgement,
    decode_health,
    encode_commands,
)
from protocols.nrp.packs import EngineAnswer

# of our questions and commands: names and some numbers
_MAX_QUESTION_BYTES: Final = 1024 * 1024
# the greatest number of remembered exchanges: rates combine the names in a few ways only
_MAX_EXCHANGES: Final = 32
# the longest text of an engine that is shown
_MAX_WORDS: Final = 400
# the owner of a link dials it anew; these are for grpc's own attempts until then
_FIRST_BACKOFF_MS: Final = 200
_MAX_BACKOFF_MS: Final = 1000
# a zero goes out as soon as the engine can be reached again: an older attempt to connect must not hold it up
_ATTEMPT_MS: Final = 500
# grpc uses the timeout of its pings also as the TCP timeout for everything that is sent. The pings themselves are as
# good as none: engines hang up on a client that sends many.
_PATIENCE: Final = (
    ("grpc.keepalive_timeout_ms", int(GIVEN_UP_S * 1000)),
    ("grpc.keepalive_time_ms", 24 * 3600 * 1000),
)

_REFUSALS: Final = frozenset({grpc.StatusCode.CANCELLED, grpc.StatusCode.NOT_FOUND})
# in grpc's own messages
_BROKEN: Final = ("RST_STREAM", "Stream removed")
_TOO_LARGE: Final = "larger than max"
_NO_ENGINE_TIP: Final = NrpWording.NO_ENGINE_TIP()


class GrpcLink(EngineLink):
    """A link to an engine over gRPC. It is not encrypted, as engines do not encrypt."""

    def __init__(self, host: str, port: int, address: str, settings: Settings, use: EngineLinkUse) -> None:
        self._host = host
        self._port = port
        self._where = f"{host}:{port}"
        self._limit_bytes = settings.frame_limit_bytes
        self._timeout_s = settings.connect_timeout_s
        self._answered = False
        self._channel = aio.insecure_channel(
            f"ipv4:{address}:{port}",
            options=(
                ("grpc.max_receive_message_length", settings.frame_limit_bytes),
                ("grpc.max_send_message_length", _MAX_QUESTION_BYTES),
                ("grpc.initial_reconnect_backoff_ms", _FIRST_BACKOFF_MS),
                ("grpc.max_reconnect_backoff_ms", _FIRST_BACKOFF_MS if use.commands else _MAX_BACKOFF_MS),
                # how long an attempt to connect may take
                (
                    "grpc.min_reconnect_backoff_ms",
                    _ATTEMPT_MS if use.commands else int(settings.connect_timeout_s * 1000),
                ),
                # a channel of its own, straight to the engine
                ("grpc.use_local_subchannel_pool", 1),
                ("grpc.enable_http_proxy", 0),
                ("grpc.enable_retries", 0),
                *(_PATIENCE if use.commands else ()),
            ),
        )
        self._exchanges: dict[tuple[str, ...], RepeatedRequest] = {}
        self._stays = use is not EngineLinkUse.MOTIONS
        # bytes in, bytes out
        self._get: aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(GET_PACKS)
        self._check: aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(CHECK_HEALTH)
        self._set: aio.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(SET_PACKS)

    @override
    async def ask(self, names: Collection[str], timeout_s: float) -> EngineAnswer:
        exchange = self._exchange(tuple(names))
        return exchange.read_answer(await self._answer(self._get, exchange.request, names, timeout_s))

    def _exchange(self, names: tuple[str, ...]) -> RepeatedRequest:
        exchange = self._exchanges.get(names)
        if exchange is None:
            if len(self._exchanges) >= _MAX_EXCHANGES:
                self._exchanges.clear()
            exchange = self._exchanges[names] = RepeatedRequest(names)
        return exchange

    @override
    async def command(self, commands: Mapping[str, bytes], engine: str, timeout_s: float) -> None:
        check_acknowledgement(await self._answer(self._set, encode_commands(commands, engine), commands, timeout_s))

    async def health(self, timeout_s: float) -> str:
        """Ask the server's health service for its status, which may be that there is none. Raises ProtocolError."""
        try:
            data: bytes = await self._check(b"", timeout=timeout_s)
        except aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                return UNIMPLEMENTED
            raise await self._failure(error, (), timeout_s) from error
        return decode_health(data)

    @override
    async def close(self) -> None:
        await self._channel.close()

    async def _answer(
        self, call: aio.UnaryUnaryMultiCallable[bytes, bytes], data: bytes, names: Collection[str], timeout_s: float
    ) -> bytes:
        if self._answered and not self._stays and self._channel.get_state() is not grpc.ChannelConnectivity.READY:
            # grpc would dial again
            raise self._closed
        try:
            answer: bytes = await call(data, timeout=timeout_s)
        except aio.AioRpcError as error:
            raise await self._failure(error, names, timeout_s) from error
        self._answered = True
        return answer

    @property
    def _closed(self) -> LinkError:
        return LinkError(NrpWording.ENGINE_CLOSED_LINK(where=self._where), NrpWording.ENGINE_CLOSED_LINK_TIP())

    async def _failure(self, error: aio.AioRpcError, names: Collection[str], timeout_s: float) -> ProtocolError:
        code, words = error.code(), _shown(error.details() or "")
        if code is grpc.StatusCode.UNAVAILABLE and not self._answered:
            return await self._unreachable()
        if code in _REFUSALS and names and words and not _is_broken(words):
            self._answered = True
            return UnknownPackError(words)
        return self._refusal(code, words, timeout_s)

    def _refusal(self, code: grpc.StatusCode, words: str, timeout_s: float) -> ProtocolError:
        where = self._where
        match code:
            case grpc.StatusCode.UNAVAILABLE | grpc.StatusCode.CANCELLED:
                return self._closed
            case grpc.StatusCode.DEADLINE_EXCEEDED:
                reason = LinkWording.NO_ANSWER_ON_OPEN_LINK(where=where, timeout_s=timeout_s)
                return NoAnswerError(reason, NrpWording.SLOW_TIP())
            case grpc.StatusCode.UNIMPLEMENTED:
                return WrongServerError(NrpWording.NO_ENGINE(where=where), _NO_ENGINE_TIP)
            case grpc.StatusCode.RESOURCE_EXHAUSTED if _TOO_LARGE in words:
                reason = LinkWording.ANSWER_TOO_LONG(where=where, limit_bytes=self._limit_bytes)
                return FrameTooLargeError(reason, NrpWording.ANSWER_TOO_LONG_TIP())
        if _is_broken(words):
            # it is unknown what the engine does with the call
            return self._closed
        return EngineError(NrpWording.QUESTION_REFUSED(where=where, reason=words or code.name))

    async def _unreachable(self) -> ProtocolError:
        """Find the reason why the engine can't be reached: grpc's own messages differ from time to time."""
        try:
            await probe_port(self._host, self._port, self._timeout_s)
        except LinkError as error:
            return error
        return WrongServerError(NrpWording.NO_GRPC(where=self._where), _NO_ENGINE_TIP)


async def open_link(host: str, port: int, settings: Settings, use: EngineLinkUse = EngineLinkUse.QUESTIONS) -> GrpcLink:
    """Make a link, which is dialled with the first question. Raises LinkError for a name that can't be resolved."""
    try:
        address = (await resolve_host(host))[0]
    except (OSError, ValueError) as error:
        raise translate_error(error, host, port) from error
    return GrpcLink(host, port, address, settings, use)


def _is_broken(words: str) -> bool:
    """Whether a message is grpc's own, about a link that broke, and not the engine's."""
    return any(broken in words for broken in _BROKEN)


def _shown(words: str) -> str:
    """The engine's own message, on one line."""
    text = " ".join("".join(c if c.isprintable() else " " for c in words[: 4 * _MAX_WORDS]).split())
    return text if len(text) <= _MAX_WORDS else text[:_MAX_WORDS] + "…"
