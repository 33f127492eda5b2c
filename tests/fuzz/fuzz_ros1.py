"""Fuzzes all that reads what a ROS 1 master, node or caller sends: headers, links, XML-RPC, definitions, messages.

Run by hand; atheris goes into an environment of its own:

    python3.11 -m venv build/fuzz
    build/fuzz/bin/pip install 'atheris==3.0.0'
    build/fuzz/bin/python -m tests.fuzz.fuzz_ros1 build/corpus-ros1 -max_total_time=600

What is recorded in tests/data/ros1 is put into the corpus first. How a run ends is told in `tests.fuzz.harness`.
"""

from __future__ import annotations

import contextlib
import json
import xmlrpc.client
from collections.abc import Callable
from pathlib import Path
from typing import Any

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["protocols"]):
    from protocols.errors import (
        DecodeError,
        DefinitionError,
        FrameTooLargeError,
        LocalProtocolError,
        RosFaultError,
        RosLocalError,
        RosRemoteError,
    )
    from protocols.ros1.graph.master import MasterRegistry
    from protocols.ros1.graph.xmlrpc import decode_call, decode_response, encode_call, encode_response, unpack_triple
    from protocols.ros1.messages.definitions import parse_message
    from protocols.ros1.messages.schema import Ros1Schema
    from protocols.ros1.tcpros.header import HeaderReader, decode_header, encode_header
    from protocols.ros1.tcpros.node_link import RosNodeLink
    from protocols.ros1.tcpros.service_links import RosService, RosServices, ServiceClient
    from protocols.ros1.tcpros.topic_links import RosInboundTopicLink, RosPublication, RosPublications

from tests.fuzz import harness
from tests.fuzz.harness import feed, told
from tests.protocols.ros1 import conversations

LIMIT = 1024 * 1024
REPLY = encode_header({"type": "a/B", "md5sum": "*", "callerid": "/n"})
SUBSCRIBE = encode_header({"topic": "/t", "md5sum": "*", "callerid": "/n"})
CALL = encode_header({"service": "/s", "md5sum": "*", "callerid": "/n", "persistent": "1"})


def both_ways(make: Callable[[], harness.Core], start: bytes, data: bytes) -> harness.Outcome:
    """What comes out of a core must not depend on how its bytes are cut; the first of `data` says how they are."""
    stream = start + data[1:]
    whole = feed(make(), stream, None)
    assert whole == feed(make(), stream, data[0] if data else 0)
    return whole


def fuzz_subscriber(data: bytes) -> None:
    """A publisher that says anything, from the start or after its header; never more comes out than went in."""
    start = REPLY if data[:1] > b"\x7f" else b""
    events, _ = both_ways(lambda: RosInboundTopicLink("/t", "/us", 0.0, limit=LIMIT), start, data)
    assert sum(len(event) for event in events if isinstance(event, bytes)) <= len(start) + len(data)


def fuzz_service_client(data: bytes) -> None:
    """A provider that says anything, to one who has called."""
    start = REPLY if data[:1] > b"\x7f" else b""
    both_ways(called, start, data)


def called() -> ServiceClient:
    """A client that waits for an answer."""
    client = ServiceClient("/s", "/us", 0.0, limit=LIMIT)
    client.call(b"", 0.0, 5.0)
    return client


def fuzz_node_link(data: bytes) -> None:
    """Somebody dials us and says anything."""
    start = (b"", SUBSCRIBE, CALL)[data[0] % 3] if data else b""
    both_ways(served, start, data)


def served() -> RosNodeLink:
    """An accepted link of a node that has a topic and a service."""
    publications, services = RosPublications(), RosServices()
    publications.add(RosPublication("/t", "a/B", "0" * 32, latching=True))
    services.add(RosService("/s", "a/S", "0" * 32, "a/SRequest", "a/SResponse"))
    return RosNodeLink(publications, services, "/us", 0.0, limit=LIMIT)


def fuzz_header(data: bytes) -> None:
    """A header is what it was when it is written and read again."""
    try:
        fields = decode_header(data)
        HeaderReader().feed(data)
    except (RosRemoteError, FrameTooLargeError) as error:
        told(error)
        return
    assert decode_header(encode_header(fields)[4:]) == fields


def fuzz_xmlrpc(data: bytes) -> None:
    """What is read at all is what the standard library reads, and is written so that we read it again."""
    for decode in (decode_call, decode_response):
        try:
            value: Any = decode(data)
        except RosFaultError:
            continue
        except RosRemoteError as error:
            told(error)
            continue
        theirs = xmlrpc.client.loads(data, use_builtin_types=True)
        # repr, since not every value equals itself
        assert repr(value) == repr((theirs[1], list(theirs[0])) if decode is decode_call else theirs[0][0])
        try:
            again = encode_call(*value) if decode is decode_call else encode_response(value)
        except RosLocalError:
            continue
        decode(again)
        try:
            unpack_triple(value)
        except RosRemoteError as error:
            told(error)


def fuzz_master(data: bytes) -> None:
    """A master answers every call, and what it tells can be sent unless it came from beyond 32 bits."""
    registry = MasterRegistry("http://m:1/", 1)
    for part in data.split(b"\xff"):
        try:
            decode_response(registry.respond(part))
            for notification in registry.take_notifications():
                encode_call(notification.method, notification.arguments)
        except (RosFaultError, RosLocalError):
            pass


def fuzz_message(data: bytes) -> None:
    """A definition and messages by it: read or refused; what was read can be written or is refused."""
    text, _, payload = data.partition(b"\xff")
    try:
        message_type = parse_message("fuzz_msgs/Fuzz", text.decode("utf-8", "replace"))
    except DefinitionError:
        return
    schema = Ros1Schema(message_type)
    schema.fields()
    for size in {len(payload), len(payload) // 2, 0}:
        try:
            value = schema.decode(payload[:size])
            schema.stamp_ns(payload[:size])
        except DecodeError as error:
            told(error)
            continue
        with contextlib.suppress(LocalProtocolError):
            assert len(schema.encode(value)) == size


TARGETS = (
    fuzz_subscriber,
    fuzz_service_client,
    fuzz_node_link,
    fuzz_header,
    fuzz_xmlrpc,
    fuzz_master,
    fuzz_message,
)


def write_seeds(folder: Path) -> None:
    """Put the recorded conversations into a corpus."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(name: str, target: Callable[[bytes], None], data: bytes) -> None:
        (folder / name).write_bytes(bytes([TARGETS.index(target)]) + data[:4000])

    for name in conversations.names():
        client, server = conversations.client(name), conversations.server(name)
        write(f"{name}.node", fuzz_node_link, b"\x00" + client)
        write(f"{name}.header", fuzz_header, client[4:])
        target = fuzz_service_client if name.startswith("service") else fuzz_subscriber
        write(f"{name}.link", target, b"\x07" + server)
    for index, exchange in enumerate(conversations.exchanges()):
        request, response = (exchange[key].partition("\r\n\r\n")[2].encode() for key in ("request", "response"))
        write(f"{index}.request", fuzz_xmlrpc, request)
        write(f"{index}.response", fuzz_xmlrpc, response)
        if exchange["server"] == "master":
            write(f"{index}.master", fuzz_master, request)
    for index, line in enumerate((conversations.DATA / "messages.jsonl").read_text(encoding="utf-8").splitlines()):
        message = json.loads(line)
        write(
            f"{index}.message", fuzz_message, message["definition"].encode() + b"\xff" + bytes.fromhex(message["hex"])
        )


if __name__ == "__main__":
    harness.fuzz(TARGETS, write_seeds)
