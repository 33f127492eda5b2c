from __future__ import annotations

import asyncio

import pytest

from app.net.errors import LinkError, LinkRefusedError
from app.net.tcp import probe_port


async def test_a_port_that_is_there_is_reached_and_left_without_a_word() -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.put_nowait(await reader.read())
        writer.close()

    async with await asyncio.start_server(accept, "127.0.0.1", 0) as server:
        took_s = await probe_port("127.0.0.1", server.sockets[0].getsockname()[1], 5.0)

        assert 0 <= took_s < 5
        assert await heard.get() == b""


@pytest.mark.parametrize(
    ("host", "port", "kind", "reason"),
    [
        ("127.0.0.1", 1, LinkRefusedError, "nothing listens on 127.0.0.1:1"),
        ("no..such..host", 1, LinkError, "no valid host name"),
        ("127.0.0.1", 70000, LinkError, "70000 is no port"),
    ],
)
async def test_what_can_not_be_reached_is_said(host: str, port: int, kind: type[LinkError], reason: str) -> None:
    with pytest.raises(kind, match=reason):
        await probe_port(host, port, 5.0)


async def test_it_does_not_wait_longer_than_it_is_told_to() -> None:
    # for documentation only: nobody is there
    with pytest.raises(LinkError):
        await probe_port("192.0.2.1", 9, 0.05)
