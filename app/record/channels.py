"""The channels of recordings: a number for each topic of a robot and each schema by which its messages came."""

from __future__ import annotations

import threading
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Final

from app.model.schema import RecordedSchema
from app.model.topics import TopicKey

# numbers of channels have 16 bits, of which 0 is none
MAX_CHANNELS: Final = 0xFFFF

# the beginning of the names of our own channels
OWN: Final = "teledeck/"
# what the facts about a channel call the robot's address
CONNECTION: Final = "connection"
# the name of the topic as the robot has it, where files call it otherwise
NAMED: Final = "topic"
# and the topic of which it has thinned pictures
THINNED_OF: Final = "thinned_of"


@dataclass(frozen=True, slots=True)
class RecordedChannel:
    """One channel, as files have it.

    Attributes:
        number: the same in all files of a run, so that chunks can be copied from one file into another.
        topic: the name in files.
        schema: the schema of its messages.
        schema_number: the number of the schema; 0 where its definition is not known.
        metadata: the connection, the name of the type, and of thinned pictures the topic.
    """

    number: int
    topic: str
    schema: RecordedSchema
    schema_number: int
    metadata: Mapping[str, str]


class ChannelList:
    """Channels of some files.

    Attributes:
        all: the channels in the order of their numbers; it only grows.
    """

    def __init__(self) -> None:
        self.all: list[RecordedChannel] = []


class ChannelTable(ChannelList):
    """The channels of one run. Any thread may add to it, and read.

    Args:
        own: the names of our own channels, which have the first numbers; their messages are JSON objects.

    Attributes:
        thinned: the channels of thinned pictures, which have files of their own; the others are in `all`.
    """

    def __init__(self, own: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.thinned = ChannelList()
        self._numbers: dict[tuple[TopicKey, RecordedSchema, bool], int] = {}
        self._lock = threading.Lock()
        self._schemas: dict[RecordedSchema, int] = {}
        # the connection that has a name in files
        self._names: dict[str, str] = {}
        for name in own:
            schema = RecordedSchema(OWN + name, "json", "jsonschema", b'{"type":"object"}')
            self._add(TopicKey("", OWN + name), schema)

    def number_of(self, key: TopicKey, schema: RecordedSchema, *, thinned: bool = False) -> int:
        """Return the number of a channel, which is added if it is new; 0 where there are too many."""
        known = self._numbers.get((key, schema, thinned))
        if known is not None:
            return known
        with self._lock:
            return self._numbers.get((key, schema, thinned)) or self._add(key, schema, thinned=thinned)

    def find(self, key: TopicKey, schema: RecordedSchema) -> int:
        """Return the number of a channel; 0 where there is none; any thread."""
        return self._numbers.get((key, schema, False), 0)

    def numbers_of(self, keys: Container[TopicKey]) -> set[int]:
        """Return the numbers of all channels of topics but of their thinned pictures; any thread."""
        return {number for (key, _, thinned), number in list(self._numbers.items()) if key in keys and not thinned}

    def _add(self, key: TopicKey, schema: RecordedSchema, *, thinned: bool = False) -> int:
        number = len(self._numbers) + 1
        if number > MAX_CHANNELS:
            return 0
        metadata = {"type": schema.name, **({CONNECTION: key.connection} if key.connection else {})}
        if thinned:
            metadata[THINNED_OF] = key.topic
        name = self._name_of(key)
        if name != key.topic:
            metadata[NAMED] = key.topic
        channels = self.thinned if thinned else self
        channels.all.append(RecordedChannel(number, name, schema, self._schema_number(schema), metadata))
        self._numbers[key, schema, thinned] = number
        return number

    def _schema_number(self, schema: RecordedSchema) -> int:
        if not schema.encoding:
            return 0
        return self._schemas.setdefault(schema, len(self._schemas) + 1)

    def _name_of(self, key: TopicKey) -> str:
        """Return the name of a topic in files: that of the robot, behind the robot's address where two have one."""
        if self._names.setdefault(key.topic, key.connection) == key.connection:
            return key.topic
        address = key.connection.partition("://")[2] or key.connection
        return f"/{address}/{key.topic.lstrip('/')}"
