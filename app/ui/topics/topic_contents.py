"""Contents of topics as their rows tell them: the kind of thing, by an icon, and the newest value on one line.

Both are made for rows that are painted: kinds once for each type, values no more often than they can be read, and in a
small share of the interface thread's time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.model.messages.shown_units import ShownUnits
from app.model.schema import DecodeError, FieldKind, Role, Schema
from app.model.topics import Topic
from app.ui.base.value_texts import HEADERS, ValueTexts
from app.ui.time_axis.fields import number_fields

# in the order in which they tell most of a type that has several
_ICONS: Final[Mapping[Role, str]] = {
    Role.IMAGE: "picture",
    Role.SCAN: "scan",
    Role.BATTERY: "battery",
    Role.GRID: "map",
    Role.GRID_UPDATE: "map",
    Role.PATH: "path",
    Role.TRANSFORMS: "frame",
    Role.JOINT: "joint",
    Role.GOALS: "goal",
    Role.WORLD: "world",
    Role.LOG_LINE: "log",
    Role.DIAGNOSTICS: "diagnostics",
    Role.POSE: "pose",
    Role.TWIST: "velocity",
}

# values that change faster can't be read
_INTERVAL_S: Final = 0.25
# fraction of the interface thread's time that values may take, and seconds of it that they may take at once
_SHARE: Final = 0.02
_AT_ONCE_S: Final = 0.002
# larger messages are left to the views: they are no values to be read in a row
LARGEST_BYTES: Final = 64 * 1024
# beyond it all are made anew
_MAX_TOPICS: Final = 2000


def kind_icon(schema: Schema | None) -> str:
    """Return the name of the icon for what the messages of a type are."""
    roles = schema.roles() if schema is not None else ()
    icon = next((icon for role, icon in _ICONS.items() if role in roles), "")
    if icon or schema is None or not schema.known:
        return icon or "message"
    fields = [field for field in schema.fields() if field.name not in HEADERS]
    if fields and all(field.kind is FieldKind.STRING for field in fields):
        return "text"
    return "number" if number_fields(schema, 1) else "message"


class TopicKinds:
    """The icons for topics by their types.

    Args:
        schema_of: returns the schema of a topic, as far as it is known without any message.
    """

    def __init__(self, schema_of: Callable[[Topic], Schema | None]) -> None:
        self._schema_of = schema_of
        self._icons: dict[tuple[str, str, bool], str] = {}

    def icon(self, topic: Topic) -> str:
        """Return the name of the icon for what a topic holds."""
        key = topic.key.connection, topic.info.type_name, topic.schema is not None
        icon = self._icons.get(key)
        if icon is None:
            icon = self._icons[key] = kind_icon(self._schema_of(topic))
        return icon


@dataclass(slots=True)
class _Newest:
    """The text of the message with a number, and when the next one may be read."""

    texts: ValueTexts
    schema: Schema
    number: int
    due_s: float
    text: str


class NewestValues:
    """The newest values of topics as texts.

    Args:
        clock: returns a time in seconds that only grows.
        units: returns the units in which angles are told.
    """

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, units: Callable[[], ShownUnits] = ShownUnits
    ) -> None:
        self._clock = clock
        self._units = units
        self._newest: dict[Topic, _Newest] = {}
        # until then, what was spent is more than the share
        self._spent_until_s = 0.0

    def text(self, topic: Topic) -> str:
        """Return the newest value of a topic, or an older one while it is too early for the next; empty without any."""
        message, known = topic.newest, self._newest.get(topic)
        if message is None:
            return ""
        if known is not None and known.number == message.number:
            return known.text
        now = self._clock()
        if (known is not None and now < known.due_s) or now < self._spent_until_s - _AT_ONCE_S / _SHARE:
            return known.text if known is not None else ""
        if known is None or known.schema is not message.schema:
            if len(self._newest) >= _MAX_TOPICS:
                self._newest.clear()
            texts = ValueTexts(message.schema, units=self._units)
            known = self._newest[topic] = _Newest(texts, message.schema, message.number, now, "")
        known.number, known.due_s = message.number, now + _INTERVAL_S
        known.text = _text(known.texts, message.schema, message.payload)
        self._spent_until_s = max(self._spent_until_s, now) + (self._clock() - now) / _SHARE
        return known.text


def _text(texts: ValueTexts, schema: Schema, payload: bytes | bytearray | memoryview) -> str:
    if not schema.known or len(payload) > LARGEST_BYTES:
        return ""
    try:
        return texts.whole(schema.decode(payload))
    except DecodeError:
        return ""
