"""A link to an engine over JSON. Importing this loads aiohttp: do it when the first one is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Final

from typing_extensions import override

from app.config.run_settings import Settings
from app.connections.nrp.engine_link import GIVEN_UP_S, EngineLink, EngineLinkUse
from app.net.http import HttpClient
from protocols.nrp.json_wire import (
    GET_PACKS,
    SET_PACKS,
    check_acknowledgement,
    decode_answer,
    encode_commands,
    encode_request,
)
from protocols.nrp.packs import EngineAnswer

_CONTENT_TYPE: Final = "application/json"
# a longer answer is read in another thread: it takes more than a few milliseconds
LONG_BYTES: Final = 128 * 1024


class JsonLink(EngineLink):
    """A link to an engine over JSON."""

    def __init__(self, host: str, port: int, settings: Settings, use: EngineLinkUse) -> None:
        self._host = host
        self._port = port
        self._client = HttpClient(
            body_limit=settings.frame_limit_bytes,
            keeps_links=True,
            content_type=_CONTENT_TYPE,
            given_up_s=GIVEN_UP_S if use.commands else None,
            dials_once=use is EngineLinkUse.MOTIONS,
        )

    @override
    async def ask(self, names: Collection[str], timeout_s: float) -> EngineAnswer:
        """Ask for DataPacks. An engine over JSON answers for those that it knows. Raises as `EngineLink.ask`."""
        body = await self._client.post(self._host, self._port, encode_request(names), timeout_s, GET_PACKS)
        if len(body) > LONG_BYTES:
            return await asyncio.to_thread(decode_answer, body, names)
        return decode_answer(body, names)

    @override
    async def command(self, commands: Mapping[str, bytes], engine: str, timeout_s: float) -> None:
        """Command joints. An engine over JSON does not report unknown joints. Raises as `EngineLink.command`."""
        check_acknowledgement(
            await self._client.post(self._host, self._port, encode_commands(commands, engine), timeout_s, SET_PACKS)
        )

    @override
    async def close(self) -> None:
        await self._client.close()


async def open_link(host: str, port: int, settings: Settings, use: EngineLinkUse = EngineLinkUse.QUESTIONS) -> JsonLink:
    """Make a link, which is dialled with the first question."""
    return JsonLink(host, port, settings, use)
