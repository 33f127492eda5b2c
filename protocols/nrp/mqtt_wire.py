"""DataPacks as they come from a broker: the topics that hold them, and the messages on these topics.

An engine publishes `ENGINE/get/PACK` after each of its steps. A DataTransfer engine, which hands on the DataPacks of
others, publishes `PREFIX/nrp_simulation/ID/data/PACK`.
"""

from __future__ import annotations

import re
from typing import Final

from google.protobuf.message import DecodeError as LibraryError

from protocols.errors import DecodeError, EngineError, LocalProtocolError
from protocols.names import name_fault, printable_name
from protocols.nrp.grpc_wire import command_message, read_message
from protocols.nrp.json_wire import decode_published
from protocols.nrp.packs import PackAnswer
from protocols.nrp.wording import NrpWireWording
from protos.nrp.engine_grpc_pb2 import DataPackMessage

# MQTT's wildcards: all levels behind, and one level
_WILD: Final = frozenset("#+")
_GET, _SET = "get", "set"
_STREAM: Final = re.compile(r"(?:.+/)?nrp_simulation/[^/]+/data")
# the message of a DataTransfer engine when the experiment begins anew
_RESET: Final = b"reset"


def check_engine(text: str) -> str:
    """Check an engine: its name, empty for all, or the topic of a DataTransfer engine. Raises LocalProtocolError."""
    engine = text.strip("/")
    fault = name_fault(engine)
    if not fault and _WILD & set(engine):
        fault = NrpWireWording.ENGINE_WILDCARD()
    if not fault and "/" in engine and _STREAM.fullmatch(engine) is None:
        fault = NrpWireWording.ENGINE_SLASH()
    if fault:
        reason = NrpWireWording.ENGINE_INVALID(engine=printable_name(engine), reason=fault)
        raise LocalProtocolError(reason, NrpWireWording.BROKER_TIP())
    return engine


def topic_filter(engine: str) -> str:
    """Return the MQTT filter, with `#` and `+`, of the topics on which DataPacks are published."""
    if _is_stream(engine):
        return f"{engine}/#"
    return f"{engine or '+'}/{_GET}/#"


def pack_name_of(engine: str, topic: str) -> str:
    """Return the name of a topic's DataPack, behind that of its engine where all are read; empty if it holds none."""
    if _is_stream(engine):
        return topic.removeprefix(f"{engine}/") if topic.startswith(f"{engine}/") else ""
    publisher, _, rest = topic.partition("/")
    verb, _, name = rest.partition("/")
    if verb != _GET or not (publisher and name) or (engine and publisher != engine):
        return ""
    return name if engine else f"{publisher}/{name}"


def command_topic(path: str, name: str) -> tuple[str, str, str]:
    """Return a joint's command topic, its engine, and its name there. Raises LocalProtocolError."""
    engine, _, pack = (path, "", name) if path else name.partition("/")
    if _is_stream(path) or not engine or not pack or _WILD & set(name):
        reason = NrpWireWording.NOT_COMMANDABLE(pack=printable_name(name))
        raise LocalProtocolError(reason, NrpWireWording.BROKER_TIP())
    return f"{engine}/{_SET}/{pack}", engine, pack


def encode_message(name: str, payload: bytes, engine: str) -> bytes:
    """Encode a command to a joint, whose name is that in its topic, for engines that publish such messages."""
    message: bytes = command_message(name, payload, engine).SerializeToString()
    return message


def decode_message(topic: str, payload: bytes) -> PackAnswer:
    """Decode the DataPack in a message: a DataPackMessage, or JSON.

    A message of megabytes is better read in a thread of its own.
    """
    if not payload or payload == _RESET:
        return None
    if is_text(payload):
        try:
            return decode_published(payload, topic.rpartition("/")[2])
        except EngineError as error:
            return DecodeError(error.reason, error.tip)
    try:
        message = DataPackMessage.FromString(payload)
    except LibraryError as error:
        return DecodeError(NrpWireWording.NEITHER_JSON_NOR_PACK(reason=str(error)))
    if not message.HasField("dataPackId"):
        return DecodeError(NrpWireWording.NO_PACK_MESSAGE(), NrpWireWording.NO_PACK_MESSAGE_TIP())
    return read_message(message)


def is_text(payload: bytes) -> bool:
    """Whether a payload is meant as JSON: no DataPackMessage begins like that."""
    return payload[:1] == b"{"


def _is_stream(engine: str) -> bool:
    return "/" in engine
