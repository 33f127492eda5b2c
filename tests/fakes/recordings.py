"""Small recordings, as the black box and other writers make them."""

from __future__ import annotations

from pathlib import Path

from app.record.mcap_format import PART
from app.record.mcap_writer import McapWriter

SECOND_NS = 1_000_000_000
# 2026-01-01
BEGIN_NS = 1_767_225_600 * SECOND_NS
CHUNKS = 4
# messages of /number in each chunk
EACH = 10


def recorded_file(path: Path, *, is_ended: bool = True) -> bytes:
    """Write a file of `CHUNKS` chunks, a second long each, and return its bytes; without an end its name has `PART`.

    /number has `EACH` messages a chunk with numbers from 0 on, /large a chunk for itself, teledeck/log one message.
    """
    writer = McapWriter(path)
    writer.add_schema(1, "std_msgs/UInt32", "ros1msg", b"uint32 data")
    writer.add_schema(2, "teledeck/log", "jsonschema", b'{"type":"object"}')
    writer.add_channel(1, 1, "/number", "ros1", {"type": "std_msgs/UInt32", "connection": "ros1://robot:11311"})
    writer.add_channel(2, 0, "/large", "", {"type": "a/Large"})
    writer.add_channel(3, 2, "teledeck/log", "json", {"type": "teledeck/log"})
    writer.write_metadata("note", {"by": "a test"})
    for chunk in range(CHUNKS):
        numbers = range(chunk * EACH, (chunk + 1) * EACH)
        times_ns = [BEGIN_NS + number * SECOND_NS // EACH for number in numbers]
        writer.write_chunk([1] * EACH, times_ns, list(numbers), [number.to_bytes(4, "little") for number in numbers])
    writer.write_large(2, BEGIN_NS, 1, bytes(300_000))
    writer.write_chunk([3], [BEGIN_NS + SECOND_NS], [1], [b'{"text":"hello"}'])
    part = path.with_name(path.name + PART)
    if is_ended:
        writer.finish()
        return path.read_bytes()
    data = part.read_bytes()
    # not `finish`: nobody ends it
    writer.give_up()
    return data
