"""The address of this machine that is told to the subscribers of our topics."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping

from app.net.addresses import resolve_host


async def own_address(environ: Mapping[str, str], on_the_way: str, warn: Callable[[str], None]) -> str:
    """Find our address: by GAZEBO_HOSTNAME, else GAZEBO_IP, as Gazebo's own programs, else ours `on_the_way` there.

    `warn` is called with the fault of one of the first two.
    """
    hostname = environ.get("GAZEBO_HOSTNAME", "")
    if hostname:
        try:
            return (await resolve_host(hostname))[0]
        except (OSError, ValueError):
            warn(f"GAZEBO_HOSTNAME is “{hostname}”, which can't be resolved")
    given = environ.get("GAZEBO_IP", "")
    if given:
        try:
            return str(ipaddress.IPv4Address(given))
        except ValueError:
            warn(f"GAZEBO_IP is “{given}”, which is no IPv4 address")
    return on_the_way


def is_loopback(address: str) -> bool:
    """Whether an address can mean this machine only."""
    return ipaddress.ip_address(address).is_loopback
