"""Recordings that tests write, and connections to them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from app.config.run_settings import Settings
from app.connections.file.connection import FileConnection, open_connection
from app.connections.file.playback import Playback
from app.model.status import SimClock
from app.record.addresses import recording_uri
from app.record.channels import CONNECTION, THINNED_OF
from app.record.mcap_writer import McapWriter
from tests.fakes.station import ConnectionStation

START_NS: Final = 1_700_000_000_000_000_000
S: Final = 1_000_000_000


def write_recording(
    path: Path,
    messages: Sequence[tuple[str, float, Mapping[str, Any]]],
    *,
    per_chunk: int = 10,
    is_ended: bool = True,
    connection: str = "",
    own: Collection[str] = (),
    thinned: bool = False,
    first_number: int = 0,
) -> Path:
    """Write messages of topics, each at a time in seconds after START_NS, as JSON.

    They are of `connection` if given, but for those of the topics in `own`; with `thinned` they are pictures
    of which there were more. They are numbered from `first_number` on.
    """
    writer = McapWriter(path)
    topics = list(dict.fromkeys(topic for topic, _, _ in messages))
    if topics:
        writer.add_schema(1, "test/Values", "jsonschema", b'{"type":"object"}')
    for number, topic in enumerate(topics, 1):
        of = {CONNECTION: connection} if connection and topic not in own else {}
        if thinned:
            of[THINNED_OF] = topic
        writer.add_channel(number, 1, topic, "json", {"type": "test/Values", **of})
    for first in range(0, len(messages), per_chunk):
        part = messages[first : first + per_chunk]
        writer.write_chunk(
            [topics.index(topic) + 1 for topic, _, _ in part],
            [START_NS + round(time_s * S) for _, time_s, _ in part],
            list(range(first_number + first, first_number + first + len(part))),
            [json.dumps(values).encode() for _, _, values in part],
        )
    if is_ended:
        return writer.finish()
    writer.give_up()
    return path


def count_up(topic: str, count: int, rate_hz: float) -> list[tuple[str, float, Mapping[str, Any]]]:
    """Messages of a topic that count from 0."""
    return [(topic, number / rate_hz, {"n": number}) for number in range(count)]


class FileStation(ConnectionStation[FileConnection]):
    """A connection to a recording, with what it fills."""

    def __init__(self, *paths: Path, plays: bool = False) -> None:
        super().__init__(open_connection, recording_uri(paths), Settings(plays_recordings=plays))

    @property
    def playback(self) -> Playback:
        """That of the recording, which is open."""
        assert self.connection.playback is not None
        return self.connection.playback

    @property
    def clock(self) -> SimClock:
        """The time of the recording."""
        assert self.connection.clock is not None
        return self.connection.clock
