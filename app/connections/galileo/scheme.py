"""The record of Galileo's addresses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from app.connections.scheme import Discovery, Probe, Scheme, TokenOptions, open_later
from app.wording.schemes import SchemeWording
from protocols.errors import LocalProtocolError
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


def _note(uri: str) -> str:
    from protocols.galileo.uri import parse_galileo_uri  # noqa: PLC0415 - only its users wait for it

    try:
        parsed = parse_galileo_uri(uri)
    except LocalProtocolError:
        return ""
    host, port = parsed.destination
    return SchemeWording.GALILEO_PROXY(host=host, port=port) if parsed.is_wan else ""


def _question() -> bytes:
    from protocols.galileo.uri import parse_galileo_uri  # noqa: PLC0415 - as above

    # without a token: a robot that wants one refuses, which is an answer, too
    return parse_galileo_uri("galileo://127.0.0.1/galileo/status").connect_frames()[0]


def _recognises(answer: bytes) -> bool:
    from protocols.galileo.packets import decode_reply  # noqa: PLC0415 - as above

    return decode_reply(answer) is not None


def _farewell(answer: bytes) -> bytes:
    from protocols.galileo.packets import Opcode, decode_reply, encode_control  # noqa: PLC0415 - as above

    reply = decode_reply(answer)
    return b"" if reply is None or reply.client_id is None else encode_control(reply.client_id, Opcode.CLOSE)


GALILEO: Final = Scheme(
    "galileo",
    partial(open_later, "app.connections.galileo.connection"),
    label=SchemeWording.GALILEO(),
    form="galileo://HOST:3547/TOPIC",
    example="galileo://192.168.0.132:3547/galileo/status",
    udp_port=3547,
    probe=Probe(_recognises, _question, by_datagram=True, farewell=_farewell),
    note=_note,
    variable_prefix="TELEDECK_GALILEO_",
    topic_hint=SchemeWording.GALILEO_TOPICS(),
    path_topic="galileo/status",
    tokens=TokenOptions(
        "token", "galileo_proxy_token", "TELEDECK_GALILEO_TOKEN", "TELEDECK_GALILEO_PROXY_TOKEN", _robot_key
    ),
    discovery=Discovery(DISCOVERY_PORT, SchemeWording.GALILEO_ROBOTS(), _load_finder),
)
