"""Ten minutes of the load in a black box, as its own writer would have left them, made in half a minute."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from app.model.messages.values import PixelFormat, RawImage
from app.model.topics import TopicKey
from app.record.channels import ChannelTable
from app.record.mcap_writer import McapWriter
from app.record.own_channels import OWN_CHANNELS
from app.record.picture_files import PICTURE_SCHEMA, make_picture
from app.record.recorder import SEGMENT_S
from app.record.segments import SegmentFolder, run_name
from app.record.stream import SEAL_S, RecordStream
from app.record.tap import EACH_BYTES, HandedOver
from app.record.thinning import RAW_S
from protocols.gazebo.message_types import GazeboMessageTypes
from tests.benchmarks.views_load import CAMERA, SENT_TOPICS, SIZE, SMALL_HZ, SMALL_TYPE, places, sent_topic, small

FILLED_S: Final = 600
# about what a chunk holds
_STEP_S: Final = 0.25
_S: Final = 1_000_000_000


def fill_box(box: Path, pictures: Path, connection: str, until_ns: int) -> None:
    """Write the minutes before a time: all topics, and thinned pictures of the camera, in the folders of each."""
    channels = ChannelTable(OWN_CHANNELS)
    schema = GazeboMessageTypes().schema(SMALL_TYPE, {}).recorded()
    numbers = [channels.number_of(TopicKey(connection, sent_topic(each)), schema) for each in range(SENT_TOPICS)]
    camera = channels.number_of(TopicKey(connection, CAMERA), PICTURE_SCHEMA, thinned=True)
    from_ns = until_ns - FILLED_S * _S
    name = run_name(from_ns)
    _write(SegmentFolder(box, name=name), RecordStream(channels, McapWriter), _messages(numbers, from_ns), from_ns)
    thinned = RecordStream(channels.thinned, McapWriter)
    _write(SegmentFolder(pictures, name=name), thinned, _pictures(camera, from_ns), from_ns)


def _write(folder: SegmentFolder, stream: RecordStream, told: Iterator[HandedOver], from_ns: int) -> None:
    """Write what is told into segments, each of which begins with what came last before it."""
    folder.begin(from_ns)
    last: dict[int, tuple[int, int, int, bytes]] = {}
    for number, lists in enumerate(told):
        now_s = (lists.times_ns[0] - from_ns) / _S
        if stream.writer is not None and now_s - stream.begun_s >= SEGMENT_S:
            stream.end()
        if stream.writer is None:
            first = [(channel, lists.times_ns[0], *rest) for channel, _, *rest in last.values()]
            stream.begin(folder.next_path(), now_s, first)  # type: ignore[arg-type] # what was taken apart just now
        stream.take(lists)
        # a chunk of each
        stream.write_due(2 * SEAL_S * (number + 1))
        columns = (lists.channels, lists.times_ns, lists.numbers, lists.payloads)
        last.update((one[0], one) for one in zip(*columns, strict=True))  # type: ignore[misc] # all are bytes
    stream.end()
    folder.end()


def _messages(channels: list[int], from_ns: int) -> Iterator[HandedOver]:
    """Yield the messages of all topics, of which each has numbers of its own in what changes."""
    data = small()
    rows = np.tile(np.frombuffer(data, np.uint8), (len(channels) * SMALL_HZ, 1))
    chance = np.random.default_rng(1)
    for place in places():
        rows[:, place : place + 8] = chance.random(len(rows)).view(np.uint8).reshape(-1, 8)
    second = [bytes(row) for row in rows]
    each = round(len(second) * _STEP_S)
    order = (channels * SMALL_HZ)[: len(second)]
    step_ns = _S // len(second)
    for step in range(round(FILLED_S / _STEP_S)):
        begin = step * each % len(second)
        times = range(from_ns + step * each * step_ns, from_ns + (step + 1) * each * step_ns, step_ns)
        counted = [(step * each + place) // len(channels) + 1 for place in range(each)]
        payloads = second[begin : begin + each]
        yield HandedOver(order[begin : begin + each], [*times], counted, [*payloads], each * (len(data) + EACH_BYTES))


def _pictures(channel: int, from_ns: int) -> Iterator[HandedOver]:
    """Yield pictures that change slowly, as those of a robot that stands do."""
    width, height = SIZE
    rows, columns = np.mgrid[0:height, 0:width]
    chance = np.random.default_rng(1)
    made = []
    for shift in range(8):
        waves = 120 + 60 * np.sin(rows / 40 + shift) + 40 * np.cos(columns / 60)
        pixels = np.clip(waves[:, :, None] + chance.normal(0, 6, (height, width, 3)), 0, 255).astype(np.uint8)
        image = RawImage(width, height, 3 * width, PixelFormat.RGB8, memoryview(pixels.tobytes()))
        made.append(make_picture(image, from_ns))
    step_ns = round(RAW_S * _S)
    for number, payload in zip(range(1, round(FILLED_S / RAW_S) + 1), itertools.cycle(made), strict=False):
        time_ns = from_ns + (number - 1) * step_ns
        yield HandedOver([channel], [time_ns], [number], [payload], len(payload) + EACH_BYTES)
