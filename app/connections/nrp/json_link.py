"""A link to an engine over JSON. Importing this loads aiohttp: do it when the first one is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Final

from app.config.settings import Settings
from app.connections.nrp.engine_link import GIVEN_UP_S, Use
from app.net.http import HttpClient
from protocols.nrp.answers import Answer
from protocols.nrp.json_wire import (
    GET_PACKS,
    SET_PACKS,
    check_receipt,
    decode_answer,
    encode_commands,
    encode_question,
)

_CONTENT_TYPE: Final = "application/json"
# what is longer is read in another thread: it takes more than a few milliseconds
LONG_BYTES: Final = 128 * 1024


class JsonLink:
    """See `engine_link.EngineLink`."""

    def __init__(self, host: str, port: int, settings: Settings, use: Use) -> None:
        self._host = host
        self._port = port
        self._client = HttpClient(
            body_limit=settings.frame_limit_bytes,
            keeps_links=True,
            content_type=_CONTENT_TYPE,
            given_up_s=GIVEN_UP_S if use.commands else None,
            dials_once=use is Use.MOTIONS,
        )

    async def ask(self, names: Collection[str], timeout_s: float) -> Answer:
        """See `engine_link.EngineLink`. An engine over JSON answers for those that it knows."""
        body = await self._client.post(self._host, self._port, encode_question(names), timeout_s, GET_PACKS)
        if len(body) > LONG_BYTES:
            return await asyncio.to_thread(decode_answer, body, names)
        return decode_answer(body, names)

    async def tell(self, commands: Mapping[str, bytes], engine: str, timeout_s: float) -> None:
        """See `engine_link.EngineLink`. An engine over JSON says nothing of joints that it does not know."""
        check_receipt(
            await self._client.post(self._host, self._port, encode_commands(commands, engine), timeout_s, SET_PACKS)
        )

    async def close(self) -> None:
        """See `engine_link.EngineLink`."""
        await self._client.close()


async def open_link(host: str, port: int, settings: Settings, use: Use = Use.QUESTIONS) -> JsonLink:
    """A link that is dialled with the first question."""
    return JsonLink(host, port, settings, use)
