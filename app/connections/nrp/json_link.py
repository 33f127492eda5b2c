"""A link to an engine over JSON. Importing this loads aiohttp: do it when the first one is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

from app.config import Settings
from app.net.http import HttpClient
from protocols.nrp.answers import Answer
from protocols.nrp.json_wire import GET_PACKS, decode_answer, encode_question

_CONTENT_TYPE: Final = "application/json"
# what is longer is read in another thread: it takes more than a few milliseconds
LONG_BYTES: Final = 128 * 1024


class JsonLink:
    """See `worker.EngineLink`."""

    def __init__(self, host: str, port: int, settings: Settings) -> None:
        self._host = host
        self._port = port
        self._client = HttpClient(body_limit=settings.frame_limit_bytes, keeps_links=True, content_type=_CONTENT_TYPE)

    async def ask(self, names: Collection[str], timeout_s: float) -> Answer:
        """See `worker.EngineLink`. An engine over JSON answers for those that it knows."""
        body = await self._client.post(self._host, self._port, encode_question(names), timeout_s, GET_PACKS)
        if len(body) > LONG_BYTES:
            return await asyncio.to_thread(decode_answer, body, names)
        return decode_answer(body, names)

    async def close(self) -> None:
        """See `worker.EngineLink`."""
        await self._client.close()


async def open_link(host: str, port: int, settings: Settings) -> JsonLink:
    """A link that is dialled with the first question."""
    return JsonLink(host, port, settings)
