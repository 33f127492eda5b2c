"""The channels of the files that a look back reads: of which topics they are, and by which schemas they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.model.schema import Schema
from app.model.topics import TopicKey, TopicStore

if TYPE_CHECKING:
    # not needed before somebody looks back, and slow to load
    from app.connections.file.recording import OpenRecording
    from app.record.recording import SegmentChannel


@dataclass(frozen=True, slots=True)
class LookChannels:
    """The facts about the channels of files, by the `id` of each channel, but for `names` and `parts`.

    Attributes:
        keys: the topics that they are of.
        schemas: the schemas by which their messages are read.
        own: the names of our own channels.
        thinned_hz: of those of thinned pictures, how many there are in a second at most.
        names: the names that the channels of a topic have in files.
        parts: the topics of which several messages belong together.
        channels: the channels themselves, held so that no `id` is given again.
        live: the schemas that views know of their topics; None of topics that nobody has told of.
    """

    keys: dict[int, TopicKey] = field(default_factory=dict)
    schemas: dict[int, Schema] = field(default_factory=dict)
    own: dict[int, str] = field(default_factory=dict)
    thinned_hz: dict[int, float] = field(default_factory=dict)
    names: dict[TopicKey, set[str]] = field(default_factory=dict)
    parts: set[TopicKey] = field(default_factory=set)
    channels: Mapping[int, SegmentChannel] = field(default_factory=dict)
    live: dict[int, Schema | None] = field(default_factory=dict)

    def names_of(self, keys: Iterable[TopicKey]) -> frozenset[str]:
        """Return the names in files of the channels of topics."""
        return frozenset(name for key in keys for name in self.names.get(key, ()))


def learn_channels(recording: OpenRecording, live: TopicStore, known: LookChannels) -> LookChannels:
    """Learn what is to be known of the channels of a recording, any thread; views know the schemas of live topics.

    `known`, learnt of an earlier recording, is returned where it still holds: most looks find the same channels again.
    """
    is_known = known.channels.keys() == recording.channels.keys()
    if is_known and all(_live_schema(live, key) is known.live[number] for number, key in known.keys.items()):
        return known
    from app.connections.file.schemas import has_schema  # noqa: PLC0415 - slow to load
    from app.record.channels import CONNECTION, NAMED, OWN, THINNED_OF  # noqa: PLC0415 - as above
    from app.record.picture_files import PICTURE_SCHEMA  # noqa: PLC0415 - as above
    from app.record.player import Lead  # noqa: PLC0415 - as above
    from app.record.thinning import COMPRESSED_S, RAW_S  # noqa: PLC0415 - as above

    learnt = LookChannels(channels=recording.channels)
    for channel in recording.channels.values():
        connection = channel.metadata.get(CONNECTION, "")
        name = channel.metadata.get(THINNED_OF) or channel.metadata.get(NAMED) or channel.topic
        if not connection:
            if channel.topic.startswith(OWN):
                learnt.own[id(channel)] = channel.topic.removeprefix(OWN)
            continue
        key = learnt.keys[id(channel)] = TopicKey(connection, name)
        if THINNED_OF in channel.metadata:
            is_made = channel.type_name == PICTURE_SCHEMA.name
            learnt.thinned_hz[id(channel)] = 1 / (RAW_S if is_made else COMPRESSED_S)
        learnt.names.setdefault(key, set()).add(channel.topic)
        schema = recording.schema_of(channel)
        # views know the schema of now by identity
        now = learnt.live[id(channel)] = _live_schema(live, key)
        learnt.schemas[id(channel)] = now if now is not None and has_schema(channel, now) else schema
        if recording.lead_of(channel) not in {Lead.LAST, Lead.LINES}:
            learnt.parts.add(key)
    return learnt


def _live_schema(live: TopicStore, key: TopicKey) -> Schema | None:
    topic = live.get(key)
    return topic.schema if topic is not None else None
