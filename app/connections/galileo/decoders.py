"""Decoders of Galileo topics: texts teach their own schema, bytes are read as the operator chose."""

from __future__ import annotations

import contextlib
import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.connections.galileo.converters import readers_for
from app.model.messages.values import CompressedImage
from app.model.topics import DecoderChoice
from app.wording.connections import GalileoWording
from protocols.errors import DecodeError, GalileoLocalError, LocalProtocolError, UnknownFieldError
from protocols.galileo.json_schema import JsonSchema
from protocols.galileo.reassembly import Fragment, FragmentJoiner
from protocols.schema import (
    Extractor,
    Field,
    FieldKind,
    FieldPath,
    Payload,
    RecordedSchema,
    Role,
    Schema,
    unknown_field,
)

if TYPE_CHECKING:
    from app.connections.ros1.schemas import RosSchemas

BYTES: Final = "bytes"
JPEG: Final = "JPEG"
PNG: Final = "PNG"
ROS1: Final = "ROS 1"

_OFFERED: Final = (BYTES, JPEG, PNG, ROS1)
_TYPED: Final = frozenset((ROS1,))

_JPEG_START: Final = b"\xff\xd8\xff"
_PNG_START: Final = b"\x89PNG\r\n\x1a\n"
# markers of JPEG that begin a frame: all SOFn but DHT, JPG and DAC
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# markers without a length behind them
_BARE: Final = frozenset((0x01, *range(0xD0, 0xD9)))
# tables and comments before the frame; a thumbnail lies within one of them
_MAX_SEGMENTS: Final = 256

Size = tuple[int, int]


_TIP: Final = GalileoWording.OTHER_DECODER_TIP()

# the first messages teach the schema, then one in each interval: learning costs several times as much as reading
TEACHERS: Final = 10
LEARN_INTERVAL_S: Final = 0.1
JSON_TYPE: Final = "JSON text"
Deliver = Callable[[bytes, Schema, str, float], None]


@dataclass(frozen=True, slots=True)
class DecoderSelection:
    """The operator's selection of a decoder for a topic."""

    decoder: str = BYTES
    type_name: str = ""


@dataclass(frozen=True, slots=True)
class Decoder:
    """The way in which the bytes of a topic become messages.

    Attributes:
        schema: the schema of each message.
        joined: whether fragments are put together, or each is a message.
        start: the first bytes of every message, where they are known: then the start of the next one shows the end too.
    """

    schema: Schema
    joined: bool = True
    start: bytes = b""


class BytesSchema(Schema):
    """The schema of bytes of which only the number is known, or of an image in a file of a known format.

    Args:
        name: the name of the type.
        size_of: reads the width and height of the image from the head of its file. Raises DecodeError.
    """

    known = True

    def __init__(self, name: str, size_of: Callable[[memoryview], Size] | None = None) -> None:
        self.name = name
        self._size_of = size_of
        self._data = "bytes" if size_of is None else "data"
        numbers = ("size",) if size_of is None else ("width", "height", "size")
        texts = () if size_of is None else ("format",)
        self._fields: tuple[Field, ...] = (
            *(Field(each, FieldKind.INTEGER, "integer") for each in numbers),
            *(Field(each, FieldKind.STRING, "string") for each in texts),
            Field(self._data, FieldKind.BYTES, "bytes"),
        )

    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        """The fields of a message. Raises KeyError for another type."""
        if type_name not in {None, self.name}:
            raise KeyError(type_name)
        return self._fields

    def check(self, path: FieldPath) -> Field:
        """Return the field of a path. Raises UnknownFieldError."""
        name = str(path.steps[0])
        found = next((field for field in self._fields if field.name == name), None)
        if found is None:
            raise unknown_field(path, self.name, name, (field.name for field in self._fields))
        if len(path.steps) > 1:
            raise UnknownFieldError(GalileoWording.NO_FIELDS(name=name, path=str(path)))
        return found

    def extractor(self, path: FieldPath) -> Extractor:
        """Make the extractor of a field's value. Raises UnknownFieldError."""
        name = self.check(path).name
        return lambda payload: self.decode(payload)[name]

    def decode(self, payload: Payload) -> dict[str, Any]:
        """Decode a message. Raises DecodeError for bytes that are no image of the format."""
        view = memoryview(payload).toreadonly()
        decoded: dict[str, Any] = {"size": len(view)}
        if self._size_of is not None:
            width, height = self._size_of(view)
            decoded = {"width": width, "height": height, "size": len(view), "format": self.name}
        return {**decoded, self._data: view}

    def stamp_ns(self, payload: Payload) -> int | None:
        """The time in a message: None, there is none."""
        del payload
        return None

    def roles(self) -> frozenset[Role]:
        """The roles in which messages can be read."""
        return frozenset() if self._size_of is None else frozenset((Role.IMAGE,))

    def read(self, role: Role, payload: Payload) -> object:
        """Read a message in a role. Raises KeyError for another role, DecodeError for bytes that are no image."""
        if role is not Role.IMAGE or self._size_of is None:
            raise KeyError(role)
        view = memoryview(payload).toreadonly()
        width, height = self._size_of(view)
        return CompressedImage(self.name.lower(), view, width, height)

    def recorded(self) -> RecordedSchema:
        """Describe the bytes for a recording: by the name of their format."""
        return RecordedSchema(self.name, self.name.lower())


def jpeg_size(data: memoryview) -> Size:
    """Read the width and height of a JPEG. Raises DecodeError."""
    if bytes(data[:3]) != _JPEG_START:
        raise DecodeError(GalileoWording.NO_JPEG(), _TIP)
    at = 2
    for _ in range(_MAX_SEGMENTS):
        # any number of fill bytes may stand before a marker
        while bytes(data[at : at + 2]) == b"\xff\xff":
            at += 1
        marker, length = data[at : at + 2], data[at + 2 : at + 4]
        if len(marker) < 2 or marker[0] != 0xFF:
            break
        if marker[1] in _BARE:
            at += 2
            continue
        if marker[1] in _FRAMES and len(data) >= at + 9:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return _checked(width, height)
        if len(length) < 2 or int.from_bytes(length, "big") < 2:
            break
        at += 2 + int.from_bytes(length, "big")
    raise DecodeError(GalileoWording.JPEG_BROKEN(), _TIP)


def png_size(data: memoryview) -> Size:
    """Read the width and height of a PNG. Raises DecodeError."""
    if bytes(data[:8]) != _PNG_START:
        raise DecodeError(GalileoWording.NO_PNG(), _TIP)
    if len(data) < 24 or bytes(data[12:16]) != b"IHDR":
        raise DecodeError(GalileoWording.PNG_BROKEN(), _TIP)
    width, height = struct.unpack_from(">II", data, 16)
    return _checked(width, height)


def _checked(width: int, height: int) -> Size:
    if not width or not height:
        raise DecodeError(GalileoWording.PICTURE_SIZE(width=width, height=height))
    return width, height


PLAIN: Final = Decoder(BytesSchema(BYTES), joined=False)
_PICTURES: Final[Mapping[str, Decoder]] = {
    JPEG: Decoder(BytesSchema(JPEG, jpeg_size), start=_JPEG_START),
    PNG: Decoder(BytesSchema(PNG, png_size), start=_PNG_START),
}


def decoder_of_bytes(encoding: str) -> Decoder | None:
    """Return the decoder of bytes that have this name in recordings; None where there is none."""
    known = (PLAIN, *_PICTURES.values())
    return next((decoder for decoder in known if decoder.schema.recorded().message_encoding == encoding), None)


class Decoders:
    """The decoders of one connection; any thread may ask.

    Args:
        message_files: names and texts of the operator's own ROS definitions.
    """

    def __init__(self, message_files: tuple[tuple[str, str], ...] = ()) -> None:
        self._message_files = message_files
        self._ros1: RosSchemas | None = None

    def describe(self, choice: DecoderSelection) -> DecoderChoice:
        """Describe a selection, with all decoders that could be selected."""
        return DecoderChoice(choice.decoder, _OFFERED, _TYPED, choice.type_name)

    def check(self, decoder: str, type_name: str) -> DecoderSelection:
        """Make a selection. Raises LocalProtocolError if there is no such decoder or type."""
        if decoder not in _OFFERED:
            raise GalileoLocalError(
                GalileoWording.DECODER_UNKNOWN(decoder=decoder[:80]),
                GalileoWording.DECODER_UNKNOWN_TIP(decoders=", ".join(_OFFERED)),
            )
        if decoder not in _TYPED:
            return DecoderSelection(decoder)
        if not type_name.strip():
            raise LocalProtocolError(
                GalileoWording.DECODER_WITHOUT_TYPE(decoder=decoder), GalileoWording.DECODER_WITHOUT_TYPE_TIP()
            )
        choice = DecoderSelection(decoder, type_name.strip())
        self.decoder(choice)
        return choice

    def decoder(self, choice: DecoderSelection) -> Decoder:
        """The decoder of a selection. Raises LocalProtocolError if the type is not known."""
        if choice.decoder == ROS1:
            return Decoder(self._schemas().require(choice.type_name))
        return _PICTURES.get(choice.decoder, PLAIN)

    def types_of(self, decoder: str) -> tuple[str, ...]:
        """The message types that a decoder knows."""
        if decoder != ROS1:
            return ()
        # loading them takes a tenth of a second: only this decoder pays for it
        from protocols.ros1.messages.message_files import type_name_of  # noqa: PLC0415
        from protocols.ros1.messages.standard_types import message_names  # noqa: PLC0415

        own = (type_name_of(path) for path, _ in self._message_files if path.endswith(".msg"))
        return tuple(sorted({*message_names(), *(name for name in own if name is not None)}))

    def _schemas(self) -> RosSchemas:
        if self._ros1 is None:
            from app.connections.ros1.schemas import RosSchemas  # noqa: PLC0415 - see above

            self._ros1 = RosSchemas(self._message_files)
        return self._ros1


class TopicReader:
    """The reader of one topic: it makes messages with a schema of texts and fragments.

    Args:
        path: the topic.
        deliver: called with each message, its schema, the name of its type, and the time.

    Attributes:
        choice: the decoder of bytes; it may be changed at any time, and counts from the next fragment on.
        has_text, has_bytes: whether any text or any bytes came.
    """

    def __init__(self, path: str, decoders: Decoders, deliver: Deliver) -> None:
        self.choice = DecoderSelection()
        self.has_text = False
        self.has_bytes = False
        self._decoders = decoders
        self._deliver = deliver
        self._schema = JsonSchema(path)
        self._learned = 0
        self._learn_at = -math.inf
        self._read_as = self.choice
        self._decoder: Decoder = decoders.decoder(self.choice)
        self._joiner = FragmentJoiner()
        self._dropped = 0
        self._is_whole = True

    @property
    def deadline(self) -> float | None:
        """The time at which to call `expire`; None while no message is under way."""
        return self._joiner.deadline

    @property
    def dropped(self) -> int:
        """The number of messages that were not whole."""
        return self._dropped + self._joiner.dropped

    def reset(self) -> None:
        """Start anew for another session: a message that was under way does not go on."""
        self._dropped += self._joiner.dropped
        self._joiner = FragmentJoiner()
        self._is_whole = True

    def receive_text(self, payload: bytes, now: float) -> None:
        """Take a text that has come."""
        self.has_text = True
        if self._learned < TEACHERS or now >= self._learn_at:
            self._learn(payload, now)
        self._deliver(payload, self._schema, JSON_TYPE, now)

    def receive_bytes(self, fragment: Fragment, now: float, *, indexed: bool | None) -> None:
        """Take a fragment that has come; `indexed`: whether the robot sends an index, None while that is not known."""
        self.has_bytes = True
        if self._read_as != self.choice:
            self._read_as = self.choice
            self._decoder = self._decoders.decoder(self.choice)
            self.reset()
        decoder = self._decoder
        if not decoder.joined:
            self._give(fragment.payload, now)
            return
        if indexed is None:
            # its first bytes may be an index: no message is made of that
            self._is_whole = False
            return
        if not self._is_whole:
            self._is_whole = True
            fragment = Fragment(fragment.payload, fragment.index, fragment.gap + 1)
        if decoder.start and fragment.payload.startswith(decoder.start):
            self._end(now)
        message = self._joiner.add(fragment, now)
        if message is not None:
            self._give(message, now)

    def expire(self, now: float) -> None:
        """End the message under way if silence has lasted long enough."""
        if self._joiner.deadline is not None and now >= self._joiner.deadline:
            self._end(now)

    def _end(self, now: float) -> None:
        message = self._joiner.expire(math.inf)
        if message is not None:
            self._give(message, now)

    def _give(self, payload: bytes, now: float) -> None:
        self._deliver(payload, self._decoder.schema, self._decoder.schema.name, now)

    def _learn(self, payload: bytes, now: float) -> None:
        self._learn_at = now + LEARN_INTERVAL_S
        self._learned += 1
        # the fault is shown when somebody reads the text
        with contextlib.suppress(DecodeError):
            schema = self._schema.widened(payload)
            if schema is not self._schema:
                self._schema = schema.seen_as(readers_for(schema))
