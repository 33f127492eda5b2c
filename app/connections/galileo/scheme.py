"""The record of Galileo's addresses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from app.connections.scheme import Discovery, Scheme, TokenOptions, open_later
from app.wording.schemes import SchemeWording
from protocols.galileo import DISCOVERY_PORT

if TYPE_CHECKING:
    from app.connections.galileo.finder import GalileoFinder


def _robot_key(uri: str) -> tuple[str, bool]:
    from protocols.galileo.uri import SCHEME, parse_galileo_uri  # noqa: PLC0415 - only its users wait for it

    parsed = parse_galileo_uri(uri)
    return f"{SCHEME}://{parsed.host.lower()}:{parsed.port}", parsed.is_wan


def _load_finder() -> type[GalileoFinder]:
    from app.connections.galileo.finder import GalileoFinder  # noqa: PLC0415 - it imports the whole protocol

    return GalileoFinder


GALILEO: Final = Scheme(
    "galileo",
    partial(open_later, "app.connections.galileo.connection"),
    form="galileo://HOST:3547/TOPIC",
    example="galileo://192.168.0.132:3547/galileo/status",
    variable_prefix="TELEDECK_GALILEO_",
    topic_hint=SchemeWording.GALILEO_TOPICS(),
    path_topic="galileo/status",
    tokens=TokenOptions(
        "token", "galileo_proxy_token", "TELEDECK_GALILEO_TOKEN", "TELEDECK_GALILEO_PROXY_TOKEN", _robot_key
    ),
    discovery=Discovery(DISCOVERY_PORT, SchemeWording.GALILEO_ROBOTS(), _load_finder),
)
