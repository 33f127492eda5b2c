from __future__ import annotations

import asyncio

import pytest

from app.net.errors import LinkError, LinkRefusedError
from app.net.tcp import probe_port
from app.wording.connections import LinkWording
from tests.tools.sentences import says


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
    ("host", "port", "kind", "code", "values"),
    [
        ("127.0.0.1", 1, LinkRefusedError, LinkWording.NOTHING_LISTENS, {"host": "127.0.0.1", "port": 1}),
        ("no..such..host", 1, LinkError, LinkWording.HOST_INVALID, {"host": "no..such..host"}),
        ("127.0.0.1", 70000, LinkError, LinkWording.PORT_INVALID, {"port": 70000}),
    ],
)
async def test_what_can_not_be_reached_is_said(
    host: str, port: int, kind: type[LinkError], code: LinkWording, values: dict[str, object]
) -> None:
    with pytest.raises(kind, check=says(code, **values)):
        await probe_port(host, port, 5.0)


async def test_it_does_not_wait_longer_than_it_is_told_to() -> None:
    # for documentation only: nobody is there
    with pytest.raises(LinkError):
        await probe_port("192.0.2.1", 9, 0.05)
