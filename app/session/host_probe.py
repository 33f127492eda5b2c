"""The probe of a host whose kind of server is unknown: every kind is asked on its usual port, all at once.

Nothing is connected: each server gets one question, is recognised by the beginning of its answer, and is left alone.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable, Collection
from typing import Final

from app.connections.scheme import Probe, Scheme
from app.connections.schemes import SCHEMES
from app.model.discovery import FoundServer
from app.net.addresses import resolve_host
from app.net.errors import LinkError, translate_error
from app.net.port_probe import ask_datagram_port, ask_port
from app.session.errors import translated_errors
from app.session.typed_addresses import AddressParts, join_address
from app.wording.doctor import DoctorWording

# for the name, and for each answer
PROBE_TIMEOUT_S: Final = 2.5

# the kinds of servers, of which files are none
SERVERS: Final = tuple(scheme for scheme in SCHEMES.values() if not scheme.is_file)

# a server that answers, or None for a kind that is not there
Report = Callable[[FoundServer | None], None]


async def probe_host(
    host: str,
    port: int | None,
    report: Report,
    schemes: Collection[Scheme] = SERVERS,
    timeout_s: float = PROBE_TIMEOUT_S,
) -> None:
    """Ask the servers of all kinds on a host; on the link loop. Takes `timeout_s` twice at most.

    Args:
        host: a name or an address.
        port: the one port that is asked; None for the usual ports.
        report: called once for each kind, as soon as it is known whether it answers.
        schemes: the kinds that are asked.
        timeout_s: the longest time for the name, and for each answer.

    Raises:
        SessionError: the host can't be found.
    """
    with translated_errors():
        address = await _find(host, timeout_s)

    async def ask(scheme: Scheme) -> None:
        found = None
        if scheme.probe is not None and await _answers(scheme.probe, address, port or scheme.usual_port, timeout_s):
            found = FoundServer(_address_of(scheme, scheme.probe, host, address, port), scheme.label)
        report(found)

    await asyncio.gather(*(ask(scheme) for scheme in schemes))


async def _find(host: str, timeout_s: float) -> str:
    try:
        async with asyncio.timeout(timeout_s):
            return (await resolve_host(host))[0]
    except TimeoutError as error:
        raise LinkError(DoctorWording.NAME_NOT_IN_TIME(host=host, timeout_s=timeout_s)) from error
    except (OSError, ValueError) as error:
        raise translate_error(error, host, 0) from error


async def _answers(probe: Probe, address: str, port: int, timeout_s: float) -> bool:
    if probe.by_datagram and not ipaddress.ip_address(address).is_private:
        # nothing is sent into the Internet unasked
        return False
    try:
        async with asyncio.timeout(timeout_s):
            if probe.by_datagram:
                return bool(await ask_datagram_port(address, port, probe.question(), probe.recognises, probe.farewell))
            return bool(await ask_port(address, port, probe.question(), probe.recognises))
    except TimeoutError:
        return False


def _address_of(scheme: Scheme, probe: Probe, host: str, address: str, port: int | None) -> str:
    named = address if probe.by_datagram else host
    return join_address(AddressParts(scheme.name, named, str(port or scheme.usual_port)))
