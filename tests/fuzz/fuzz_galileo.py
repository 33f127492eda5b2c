"""Fuzzes all that reads what a Galileo robot, client or anybody on its network sends.

Run by hand; atheris goes into an environment of its own:

    python3.11 -m venv build/fuzz
    build/fuzz/bin/pip install 'atheris==3.0.0'
    build/fuzz/bin/python -m tests.fuzz.fuzz_galileo build/corpus-galileo -max_total_time=600

How a run ends is told in `tests.fuzz.harness`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import atheris  # type: ignore[import-untyped]

with atheris.instrument_imports(include=["protocols"]):
    from protocols.errors import DecodeError, GalileoError, GalileoLocalError, UnknownFieldError
    from protocols.galileo.client_session import GalileoClientSession
    from protocols.galileo.discovery import parse_announcement
    from protocols.galileo.events import ENDED, GalileoSessionState
    from protocols.galileo.json_schema import JsonSchema
    from protocols.galileo.packets import (
        ConnectReply,
        Opcode,
        decode_connect,
        decode_frame,
        decode_reply,
        encode_binary,
        encode_connect,
        encode_control,
        encode_reply,
        encode_text,
        frame_text,
    )
    from protocols.galileo.reassembly import MAX_HELD, FragmentJoiner, Indexing, Reassembly
    from protocols.galileo.robot_session import GalileoRobotSession
    from protocols.galileo.uri import parse_galileo_uri
    from protocols.names import redact_options
    from protocols.schema import FieldPath

from tests.fuzz import harness
from tests.fuzz.harness import told

ID = b"\0\0\0\x01"
CONNECT = encode_connect("udp://10.0.0.1:3547/odom?token=t")
ROBOT, CLIENT = ("10.0.0.1", 3547), ("10.0.0.9", 50_001)


def datagrams(data: bytes) -> Iterator[tuple[bytes, float]]:
    """Datagrams and the time since the one before: a length and sixteenths of a second stand before each."""
    while len(data) > 2:
        yield data[2 : 2 + data[0]], data[1] / 16
        data = data[2 + data[0] :]


def fuzz_packets(data: bytes) -> None:
    """Each is read or refused, and what was read is written so that it is read again."""
    try:
        frame = decode_frame(data)
        assert decode_frame(data[:6] + frame.payload) == frame
        assert len(frame_text(frame.payload)) <= len(frame.payload)
    except GalileoError as error:
        told(error)
    reply = decode_reply(data)
    if reply is not None and reply.client_id is not None:
        assert decode_reply(encode_reply(reply.client_id)) == ConnectReply(True, reply.client_id)
    try:
        decode_connect(data)
    except GalileoError as error:
        told(error)


def fuzz_client(data: bytes) -> None:
    """A robot that says anything: the session lives or ends as its states say, and keeps no more than it may."""
    options = data[0] if data else 0
    session = GalileoClientSession(
        [CONNECT], ROBOT, 0.0, indexing=list(Indexing)[options % 3], join_continuations=bool(options & 4)
    )
    if options & 8:
        session.receive_data(encode_reply(ID), 0.0, ROBOT)
    now = 0.0
    for datagram, step in datagrams(data[1:]):
        now += step
        while (deadline := session.next_deadline()) is not None and deadline <= now:
            session.handle_deadline(deadline)
        session.receive_data(datagram, now, ROBOT)
        assert session.next_deadline() is None or session.state not in ENDED
        assert session.reassembly.held <= MAX_HELD
        while session.next_event() is not None:
            pass
        assert len(session.data_to_send(now)) < 5000
        assert len(session.ids) <= 16
    if session.state is GalileoSessionState.CONNECTED:
        session.send_text("{}")
    session.close()
    assert session.next_deadline() is None


def fuzz_robot(data: bytes) -> None:
    """Clients that say anything: each connect has one answer, and nobody is served for ever."""
    numbers = iter(range(1, 10_000))
    robot = GalileoRobotSession(lambda: next(numbers).to_bytes(4, "big"), 0.0)
    now = 0.0
    for datagram, step in datagrams(data):
        now += step
        robot.handle_deadline(now)
        robot.data_to_send(now)
        robot.receive_data(datagram, now, CLIENT)
        assert len(robot.data_to_send(now)) <= 1
        while robot.next_event() is not None:
            pass
    robot.handle_deadline(now + 10)
    assert robot.clients == ()


def fuzz_reassembly(data: bytes) -> None:
    """No fragment comes twice, and none is kept for ever."""
    taker, joiner = Reassembly(list(Indexing)[data[0] % 3] if data else Indexing.AUTO), FragmentJoiner(limit=1000)
    now, count, given = 0.0, 0, 0
    for payload, step in datagrams(data[1:]):
        now += step / 16
        count += 1
        for fragment in (*taker.expire(now), *taker.add(payload, now)):
            given += 1
            joiner.add(fragment, now)
        joiner.expire(now)
        assert taker.tracker.missing >= 0
    given += len(taker.expire(now + 1))
    assert taker.held == 0
    assert given <= count
    joiner.expire(now + 1)
    assert joiner.deadline is None


def fuzz_json(data: bytes) -> None:
    """Messages are learned or refused; what was learned can be read from each of them."""
    schema, texts = JsonSchema("/t"), data.split(b"\xff")
    for text in texts:
        try:
            wider = schema.widened(text)
        except DecodeError as error:
            told(error)
            continue
        assert wider.widened(text) is wider
        schema = wider
        schema.stamp_ns(text)
    for field in schema.fields():
        try:
            extract = schema.extractor(FieldPath((field.name, 0) if field.repeated else (field.name,)))
        except UnknownFieldError:
            continue
        for text in texts:
            try:
                value = extract(text)
            except DecodeError:
                continue
            assert value is None or isinstance(value, float | int | str)


def fuzz_words(data: bytes) -> None:
    """Addresses and broadcasts are read or refused; no secret is shown."""
    try:
        parse_announcement(data, "10.0.0.1")
    except GalileoError as error:
        told(error)
    text = data.decode("utf-8", "replace")
    redact_options(text)
    for start in ("", "galileo://h/p?token=SECRET&"):
        try:
            uri = parse_galileo_uri(start + text)
            assert parse_galileo_uri(uri.redacted).destination == uri.destination
            assert "SECRET" not in uri.redacted or "SECRET" in text
            decode_connect(uri.connect_frames()[0])
        except GalileoLocalError:
            continue
        except GalileoError as error:
            told(error)


TARGETS = (fuzz_packets, fuzz_client, fuzz_robot, fuzz_reassembly, fuzz_json, fuzz_words)


def write_seeds(folder: Path) -> None:
    """Put a conversation of each kind into a corpus."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(name: str, target: Callable[[bytes], None], data: bytes) -> None:
        (folder / name).write_bytes(bytes([TARGETS.index(target)]) + data)

    frames = [
        encode_reply(ID),
        encode_reply(None),
        *(encode_control(ID, opcode) for opcode in Opcode),
        encode_text(ID, '{"a":{"b":[1,2.5]},"c":"d"}'),
        *(encode_binary(ID, index, b"abc") for index in (0, 1, 3, 2, 7)),
    ]
    for number, frame in enumerate([*frames, CONNECT]):
        write(f"{number}.packet", fuzz_packets, frame)
    talk = b"".join(bytes([len(frame), number]) + frame for number, frame in enumerate(frames))
    for options in (0, 1, 2, 8, 13):
        write(f"{options}.client", fuzz_client, bytes([options]) + talk)
    write("robot", fuzz_robot, bytes([len(CONNECT), 1]) + CONNECT + talk)
    parts = b"".join(bytes([5, 1, index, 0, 0, 0, 9]) for index in (0, 1, 2, 5, 4, 4))
    for indexing in range(3):
        write(f"{indexing}.parts", fuzz_reassembly, bytes([indexing]) + parts)
    write("json", fuzz_json, b'{"a":1,"b":[{"c":null}]}\xff{"a":1.5,"b":[[1]],"header":{"stamp":{"secs":1,"nsecs":2}}}')
    write("broadcast", fuzz_words, b'{"id":"ab","port":3546,"mac":"b0:00","version":"5.0.0"}')
    write("address", fuzz_words, b"galileo://a.3547.b:3547/galileo/status?token=abc&wan=yes&send_port=1")


if __name__ == "__main__":
    harness.fuzz(TARGETS, write_seeds)
