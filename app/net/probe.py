"""The probe that finds out whether a port can be reached."""

from __future__ import annotations

import asyncio
import socket

from app.net.addresses import resolve_host
from app.net.errors import translate_error


async def probe_port(host: str, port: int, timeout_s: float) -> float:
    """Make a TCP link and end it without sending; return how long that took, in seconds. Raises LinkError."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        async with asyncio.timeout(timeout_s):
            address = (await resolve_host(host))[0]
            transport, _ = await loop.create_connection(asyncio.Protocol, address, port, family=socket.AF_INET)
    except (OSError, ValueError, OverflowError) as error:
        raise translate_error(error, host, port, timeout_s) from error
    took_s = loop.time() - began
    transport.close()
    return took_s
