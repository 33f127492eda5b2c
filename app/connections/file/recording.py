"""A recording that is open: its files, and of each channel the schema and what goes before a jump."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from app.connections.file.schemas import raw_schema, schema_of
from app.model.schema import Payload, Schema
from app.model.topics import Delivery, TopicInfo
from app.program.startup import allow_open_files
from app.record.addresses import SUFFIXES
from app.record.box import BoxFiles, KnownTables
from app.record.mcap_fields import RecordingError
from app.record.opening import open_recording
from app.record.player import CHANGES_SUFFIX, Lead, Player
from app.record.recording import Recording, SegmentChannel
from app.wording.record import PlaybackWording
from protocols.errors import ProtocolError
from protocols.frames import FrameBatch
from protocols.schema import Role

# a folder with more is none of recordings
MAX_FILES: Final = 1000

_END_NS: Final = (1 << 64) - 1

# what writers of bags and of MCAP call it when the last message is kept for later subscribers
_LATCHING: Final = ("latching", "latch")
# what they call the sum of a definition, by which one is found that the file has not
_MD5: Final = "md5sum"


class UnreadableRecordingError(ProtocolError):
    """A recording that can't be opened."""


class OpenRecording:
    """A recording that is open, as far as its files can be read. For one thread, but for the attributes.

    Args:
        files: its files, which it closes, in the order in which they were written.
        on_damage: is told of each chunk that is damaged, which is left out.
        schemas: those of channels of other files, to which its own are added.
        tables: those of files that were opened before.

    Attributes:
        files: those that are open.
        channels: their channels by the `id` of each; files of one run have the same ones.
        player: plays them.
        topics: the topics with their types.
        faults: why the messages of channels can't be decoded, by topic.
        cut: the names of files that nobody has ended.
    """

    def __init__(
        self,
        files: Sequence[Recording],
        on_damage: Callable[[RecordingError], None],
        schemas: dict[tuple[str | bytes, ...], Schema] | None = None,
        tables: KnownTables | None = None,
    ) -> None:
        self.files = list(files)
        self.channels: dict[int, SegmentChannel] = {}
        for file in self.files:
            told = file.channels.values()
            self.channels |= zip(map(id, told), told, strict=True)
        self._schemas = {} if schemas is None else schemas
        self._leads: dict[int, Lead] = {}
        self.faults: dict[str, ProtocolError] = {}
        try:
            self._box = BoxFiles(self.files, on_damage=on_damage, tables=tables)
            self.player = Player(self._box, self.lead_of)
            self.topics = self._read_channels()
        except BaseException:
            self.close()
            raise
        self.cut = [file.path.name for file in self.files if not file.is_complete]

    def close(self) -> None:
        """Close all files."""
        for file in self.files:
            file.close()

    @property
    def schemas(self) -> Iterable[Schema]:
        """All schemas."""
        return self._schemas.values()

    @property
    def has_messages(self) -> bool:
        """Whether there is any message."""
        return any(file.chunks for file in self.files)

    def schema_of(self, channel: SegmentChannel) -> Schema:
        """Return the schema of a channel; any thread."""
        return self._schemas[_key(channel)]

    def topic_schema(self, topic: str) -> Schema | None:
        """Return the schema of a topic, by which the newest file has it; any thread."""
        channels = (channel for file in reversed(self.files) for channel in file.channels.values())
        return next((self.schema_of(channel) for channel in channels if channel.topic == topic), None)

    def deliveries(self, topics: Collection[str], start_ns: int = 0, end_ns: int = _END_NS) -> Iterator[Delivery]:
        """Yield each message of topics from a time until before another, in the order of time.

        Its time of arrival is that since the beginning of the recording.
        """
        begin_ns = self.player.start_ns
        for one in self._box.messages(start_ns, end_ns, lambda channel: channel.topic in topics):
            payload, time_ns = one.message.payload, one.message.time_ns
            batch = FrameBatch(payload, (0,), (len(payload),), len(payload))
            yield Delivery(batch, self.schema_of(one.channel), (time_ns - begin_ns) / 1e9, time_ns)

    def missing(self) -> Path | None:
        """Return the path of a file that is gone from its place since it was opened; None where all are there."""
        paths = (file.path for file in self.files)
        return next((path for path in paths if not os.path.exists(path)), None)  # noqa: PTH110 - it never raises

    # inside

    def _read_channels(self) -> tuple[TopicInfo, ...]:
        """Find the schemas of all channels, and return the topics with the number of those that sent each."""
        types: dict[str, str] = {}
        for channel in self.channels.values():
            if _key(channel) not in self._schemas:
                self._schemas[_key(channel)] = self._make_schema(channel)
            types.setdefault(channel.topic, channel.type_name)
        first = self.files[0].channels.values() if self.files else ()
        senders = Counter(channel.topic for channel in first)
        return tuple(TopicInfo(topic, types[topic], max(senders[topic], 1)) for topic in types)

    def _make_schema(self, channel: SegmentChannel) -> Schema:
        samples: list[Payload] = []
        if channel.message_encoding == "json":
            # its fields are known by its messages; a disk that can't read them says so when they are played
            files = enumerate(self.files)
            file = next(number for number, each in files if any(one is channel for one in each.channels.values()))
            with contextlib.suppress(OSError):
                said = self._box.said_last_in(file, self.files[file].end_ns, lambda other: other is channel)
                samples = [one.message.payload for one in said]
        try:
            return schema_of(channel, samples)
        except ProtocolError as error:
            self.faults[channel.topic] = error
            return raw_schema(channel)

    def lead_of(self, channel: SegmentChannel) -> Lead:
        """Return what of a channel is told after a jump; any thread."""
        # each jump asks for all of them
        known = self._leads.get(id(channel))
        if known is None:
            known = self._leads[id(channel)] = self._find_lead(channel)
        return known

    def _find_lead(self, channel: SegmentChannel) -> Lead:
        roles = self.schema_of(channel).roles()
        if Role.LOG_LINE in roles:
            return Lead.LINES
        if Role.GRID_UPDATE in roles and channel.topic.endswith(CHANGES_SUFFIX):
            return Lead.CHANGES
        if Role.TRANSFORMS not in roles:
            return Lead.LAST
        is_kept = any(channel.metadata.get(name, "").lower() in {"1", "true"} for name in _LATCHING)
        return Lead.STATIC if is_kept or channel.topic.endswith("tf_static") else Lead.MOVING


def open_paths(paths: Sequence[Path], on_damage: Callable[[RecordingError], None]) -> OpenRecording:
    """Open the recording of files, and of folders with files. Raises UnreadableRecordingError."""
    with contextlib.ExitStack() as opened:
        files = [opened.enter_context(contextlib.closing(_opened(path))) for path in _found(paths)]
        # from here on it closes them itself, also where it can't be made
        opened.pop_all()
    return OpenRecording(files, on_damage)


def _opened(path: Path) -> Recording:
    try:
        return open_recording(path)
    except RecordingError as error:
        raise UnreadableRecordingError(error.reason, PlaybackWording.DAMAGED_TIP(file=path.name)) from error
    except OSError as error:
        reason = PlaybackWording.NOT_OPENED(path=str(path), reason=error.strerror or str(error))
        raise UnreadableRecordingError(reason, PlaybackWording.NOT_OPENED_TIP()) from error


def _key(channel: SegmentChannel) -> tuple[str | bytes, ...]:
    """Return by what the schema of a channel is known."""
    return (
        channel.topic,
        channel.type_name,
        channel.message_encoding,
        channel.schema_encoding,
        channel.definition,
        channel.metadata.get(_MD5, ""),
    )


def _found(paths: Sequence[Path]) -> list[Path]:
    """Return the files that paths stand for; of a folder all recordings in it. Raises UnreadableRecordingError."""
    found: list[Path] = []
    for path in paths:
        if not os.path.isdir(path):  # noqa: PTH112 - it never raises: opening says why not
            found.append(path)
            continue
        try:
            inside = sorted(each for each in path.iterdir() if each.name.lower().endswith(SUFFIXES))
        except OSError as error:
            reason = PlaybackWording.NOT_OPENED(path=str(path), reason=error.strerror or str(error))
            raise UnreadableRecordingError(reason, PlaybackWording.NOT_OPENED_TIP()) from error
        if not inside:
            reason = PlaybackWording.EMPTY_FOLDER(path=str(path))
            raise UnreadableRecordingError(reason, PlaybackWording.NOT_OPENED_TIP())
        found += inside
    # robots, and a drive process that is started, need some of those that may be open
    limit = min(MAX_FILES, allow_open_files() // 3)
    if len(found) > limit:
        raise UnreadableRecordingError(PlaybackWording.TOO_MANY_FILES(count=len(found), limit=limit))
    return found
