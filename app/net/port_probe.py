"""One question to a port whose server is unknown, and the beginning of its answer, over TCP or UDP."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from typing_extensions import override

# of an answer that is not recognised by then
LIMIT_BYTES: Final = 64 * 1024
_READ_BYTES: Final = 4096
# between two datagrams with the same question
REPEAT_S: Final = 0.5
# for answers to repeated questions, of which each is bidden farewell
LINGER_S: Final = 2.0


async def ask_port(address: str, port: int, question: bytes, recognises: Callable[[bytes], bool]) -> bytes:
    """Ask over TCP, and read until the answer is recognised; returns it, or nothing where it never is.

    `question` may be empty: the server speaks first. Every failure of the link is an answer that is not recognised.
    """
    try:
        reader, writer = await asyncio.open_connection(address, port, family=socket.AF_INET)
    except (OSError, OverflowError):
        return b""
    answer = bytearray()
    try:
        writer.write(question)
        while len(answer) < LIMIT_BYTES and (piece := await reader.read(_READ_BYTES)):
            answer += piece
            if recognises(bytes(answer)):
                return bytes(answer)
    except OSError:
        return b""
    finally:
        # what it still sends is not waited for
        writer.transport.abort()
    return b""


async def ask_datagram_port(
    address: str, port: int, question: bytes, recognises: Callable[[bytes], bool], farewell: Callable[[bytes], bytes]
) -> bytes:
    """Ask by one datagram, and wait for one that is recognised; returns it, or nothing where none can come.

    `farewell` makes of an answer what is sent after it; empty for nothing. Each answer gets its own, also a later one:
    every question may have opened something there.
    """
    loop = asyncio.get_running_loop()
    try:
        transport, heard = await loop.create_datagram_endpoint(
            lambda: _Listener(recognises, farewell), remote_addr=(address, port), family=socket.AF_INET
        )
    except (OSError, OverflowError):
        return b""
    asked = 0
    try:
        while not heard.answer.done():
            # a datagram may get lost
            transport.sendto(question)
            asked += 1
            await asyncio.wait({heard.answer}, timeout=REPEAT_S)
        return heard.answer.result()
    finally:
        if 0 < heard.answers < asked:
            loop.call_later(LINGER_S, transport.close)
        else:
            transport.close()


class _Listener(asyncio.DatagramProtocol):
    def __init__(self, recognises: Callable[[bytes], bool], farewell: Callable[[bytes], bytes]) -> None:
        self._recognises = recognises
        self._farewell = farewell
        self._transport: asyncio.DatagramTransport | None = None
        self.answers = 0
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    @override
    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        self._transport = transport

    @override
    def datagram_received(self, data: bytes, addr: object) -> None:
        if not self._recognises(data):
            return
        self.answers += 1
        last = self._farewell(data)
        if last and self._transport is not None:
            self._transport.sendto(last)
        if not self.answer.done():
            self.answer.set_result(data)

    @override
    def error_received(self, exc: Exception) -> None:
        if not self.answer.done():
            self.answer.set_result(b"")
