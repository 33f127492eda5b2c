"""Requests for DataPacks, their answers, commands and published DataPacks, as JSON engines exchange them.

The JSON has field names of its own, rotations come without w, and an image is a list of numbers: megabytes of digits,
of each of which the library would make an object while all other threads wait. So images are cut out of the text and
read piece by piece.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from protocols.errors import DecodeError, EngineError, UnknownPackError
from protocols.nrp.joint_commands import decode_command
from protocols.nrp.packs import (
    ANGULAR_VELOCITY,
    EFFORT,
    IMAGE_DATA,
    IMAGE_DEPTH,
    IMAGE_HEIGHT,
    IMAGE_WIDTH,
    LINEAR_VELOCITY,
    MAX_PACKS,
    POSITION,
    ROTATION,
    VELOCITY,
    DataPack,
    EngineAnswer,
    PackAnswer,
    PackType,
    Values,
    completed_answer,
    encode_values,
)
from protocols.nrp.wording import NrpWireWording

# the only path that reads, and the only one that commands
GET_PACKS: Final = "/get_datapacks"
SET_PACKS: Final = "/set_datapacks"

# bytes of a text without its images; a longer one holds something else than states
MAX_TEXT_BYTES: Final = 4 * 1024 * 1024

# other spellings of names: those of this wire and those of the messages, which the documentation mixes
_SPELLINGS: Final = {
    "pos": POSITION,
    "rot": ROTATION,
    "lin_vel": LINEAR_VELOCITY,
    "ang_vel": ANGULAR_VELOCITY,
    "linearVelocity": LINEAR_VELOCITY,
    "angularVelocity": ANGULAR_VELOCITY,
    "imageWidth": IMAGE_WIDTH,
    "imageHeight": IMAGE_HEIGHT,
    "imageDepth": IMAGE_DEPTH,
    "imageData": IMAGE_DATA,
}
_STATE: Final = {POSITION: 3, ROTATION: 4, LINEAR_VELOCITY: 3, ANGULAR_VELOCITY: 3}
_CAMERA: Final = (IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_DEPTH, IMAGE_DATA)
_JOINT: Final = (POSITION, VELOCITY, EFFORT)

# the beginning of the key of an image, and the whole key; the first is found a hundred times as fast
_KEY: Final = b'"image'
_IMAGE: Final = re.compile(rb'(?<!\\)"image(?:_data|Data)"[ \t\r\n]{0,64}:[ \t\r\n]{0,64}\[')
# an image has four such keys
_MAX_KEYS: Final = 8 * MAX_PACKS
_DIGITS: Final = b"0123456789, \t\r\n"
# bytes of an image's numbers that are read in one go: half a millisecond
_PIECE_BYTES: Final = 32 * 1024
_MAX_DIGITS: Final = 18
_MAX_SIDE: Final = 0xFFFFFFFF


def encode_request(names: Collection[str]) -> bytes:
    """Encode the body of a request for these DataPacks: only the keys count."""
    return json.dumps({name: {} for name in names}, ensure_ascii=False, separators=(",", ":")).encode()


def decode_answer(body: bytes, asked: Collection[str]) -> EngineAnswer:
    """Decode the answer to a request for the DataPacks `asked`; an error of one DataPack stands in its place.

    An answer of megabytes is better read in a thread of its own.

    Raises:
        EngineError: the body is no such answer.
    """
    answer, pictures = _read_object(body, NrpWireWording.THE_ANSWER, NrpWireWording.OTHER_SERVER_TIP)
    return completed_answer({name: _said(entry, pictures) for name, entry in answer.items()}, asked)


def decode_published(text: bytes, name: str) -> PackAnswer:
    """Decode the DataPack in a broker's message: with its engine, by itself, or below its name. Raises EngineError."""
    entry, pictures = _read_object(text, NrpWireWording.THE_MESSAGE, NrpWireWording.JSON_PUBLISHED_TIP)
    if list(entry) == [name]:
        return _said(entry[name], pictures)
    return _said(entry if "data" in entry else {"data": entry}, pictures)


def encode_commands(commands: Mapping[str, bytes], engine: str) -> bytes:
    """Encode the body of a request that gives joints, by name, these payloads; null quantities are left alone."""
    packs = {}
    for name, payload in commands.items():
        quantity, value = decode_command(payload)
        data = {**dict.fromkeys(_JOINT), quantity: value}
        # the type is not read: it is a name that the engine's compiler has made
        packs[name] = {"engine_name": engine, "type": "", "data": data}
    return json.dumps(packs, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def check_acknowledgement(body: bytes) -> None:
    """Check that this is the answer to commands. Raises EngineError."""
    if len(body) > MAX_TEXT_BYTES:
        raise EngineError(NrpWireWording.ACKNOWLEDGEMENT_TOO_LONG(length_bytes=len(body)))
    _read_object(body, NrpWireWording.THE_ANSWER, NrpWireWording.OTHER_SERVER_TIP)


def rebuilt_w(x: float, y: float, z: float) -> float:
    """Return the w of a rotation that came without it; its sign can't be known."""
    return math.sqrt(max(0.0, 1.0 - x * x - y * y - z * z))


def _read_object(body: bytes, what: NrpWireWording, tip: NrpWireWording) -> tuple[dict[str, Any], list[bytes]]:
    """Read a JSON object, and the images that were cut out of it. Raises EngineError."""
    text, pictures = _cut(body)
    if len(text) > MAX_TEXT_BYTES:
        raise EngineError(NrpWireWording.TEXT_TOO_LONG(what=what(), length_bytes=len(text), limit_bytes=MAX_TEXT_BYTES))
    try:
        value = json.loads(text, parse_int=_integer, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        begins = body[:40].decode("utf-8", "replace")
        begins = "".join(c for c in begins if c.isprintable())
        raise EngineError(NrpWireWording.NO_JSON(what=what(), beginning=begins), tip()) from error
    if not isinstance(value, dict):
        raise EngineError(NrpWireWording.NO_OBJECT(what=what()), tip())
    return value, pictures


def _cut(body: bytes) -> tuple[bytes, list[bytes]]:
    """Return the text with an index in the place of each image's list, and the texts of these lists."""
    rest: list[bytes] = []
    pictures: list[bytes] = []
    position = at = 0
    for _ in range(_MAX_KEYS):
        at = body.find(_KEY, at)
        if at < 0:
            break
        match = _IMAGE.match(body, at)
        if match is None:
            at += len(_KEY)
            continue
        begin = at = match.end()
        # numbers end before the next name begins, so no byte is looked at twice
        quote = body.find(b'"', begin)
        end = body.find(b"]", begin, quote if quote >= 0 else len(body))
        if end < 0:
            continue
        numbers = body[begin:end]
        if b"[" not in numbers and b"{" not in numbers:
            rest += (body[position : begin - 1], str(len(pictures)).encode())
            pictures.append(numbers)
            position = at = end + 1
    rest.append(body[position:])
    return b"".join(rest), pictures


def _said(entry: object, pictures: list[bytes]) -> PackAnswer:
    if entry is None:
        return UnknownPackError(NrpWireWording.NO_SUCH_PACK())
    if not isinstance(entry, dict):
        return DecodeError(NrpWireWording.ENTRY_NO_OBJECT())
    data = entry.get("data")
    if data is None or data == {}:
        return None
    if not isinstance(data, dict):
        return DecodeError(NrpWireWording.DATA_NO_OBJECT())
    engine = entry.get("engine_name")
    try:
        return _read(data, engine if isinstance(engine, str) else "", pictures)
    except DecodeError as error:
        return error


def _read(data: Mapping[str, Any], engine: str, pictures: list[bytes]) -> DataPack:
    named = {_SPELLINGS.get(name, name): value for name, value in data.items()}
    if any(name in named for name in _CAMERA):
        return DataPack(PackType.CAMERA, encode_values(PackType.CAMERA, _camera(named, pictures)), engine=engine)
    if ROTATION in named or LINEAR_VELOCITY in named or ANGULAR_VELOCITY in named:
        values, w_rebuilt = _state(named)
        return DataPack(PackType.LINK, encode_values(PackType.LINK, values), w_rebuilt, engine)
    if VELOCITY in named or EFFORT in named:
        values = {name: _number(PackType.JOINT, name, _get(PackType.JOINT, named, name)) for name in _JOINT}
        return DataPack(PackType.JOINT, encode_values(PackType.JOINT, values), engine=engine)
    raise DecodeError(NrpWireWording.DATA_FIELDS(), NrpWireWording.PACKS_SHOWN_TIP())


def _camera(named: Mapping[str, Any], pictures: list[bytes]) -> Values:
    values: Values = {}
    for name in (IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_DEPTH):
        side = _get(PackType.CAMERA, named, name)
        if type(side) is not int or not 0 <= side <= _MAX_SIDE:
            raise DecodeError(NrpWireWording.NO_SIDE(field=name, type_name=PackType.CAMERA.value))
        values[name] = side
    place = _get(PackType.CAMERA, named, IMAGE_DATA)
    if type(place) is not int or not 0 <= place < len(pictures):
        raise DecodeError(NrpWireWording.NO_PIXEL_LIST(field=IMAGE_DATA, type_name=PackType.CAMERA.value))
    values[IMAGE_DATA] = _pixels(pictures[place])
    return values


def _pixels(text: bytes) -> bytes:
    """Return the bytes that are written as numbers."""
    pixels = bytearray()
    position = 0
    while position < len(text):
        end = text.find(b",", position + _PIECE_BYTES)
        piece = text[position : end if end >= 0 else len(text)]
        position = end + 1 if end >= 0 else len(text)
        try:
            if piece.translate(None, _DIGITS):
                raise DecodeError(NrpWireWording.NO_INTEGER_PIXEL(field=IMAGE_DATA, type_name=PackType.CAMERA.value))
            if piece.strip() or pixels or end >= 0:
                pixels += bytes(map(int, piece.split(b",")))
        except ValueError as error:
            reason = NrpWireWording.NO_PIXEL(field=IMAGE_DATA, type_name=PackType.CAMERA.value)
            raise DecodeError(reason) from error
    return bytes(pixels)


def _state(named: Mapping[str, Any]) -> tuple[Values, bool]:
    values: Values = {}
    for name in _STATE:
        numbers = _get(PackType.LINK, named, name)
        if not isinstance(numbers, list):
            raise DecodeError(NrpWireWording.NO_LIST(field=name, type_name=PackType.LINK.value))
        if len(numbers) > 4:
            raise DecodeError(
                NrpWireWording.LIST_LENGTH(
                    field=name, type_name=PackType.LINK.value, count=len(numbers), length=_STATE[name]
                )
            )
        values[name] = [_number(PackType.LINK, name, number, index) for index, number in enumerate(numbers)]
    rotation = values[ROTATION]
    w_rebuilt = len(rotation) == 3
    if w_rebuilt:
        rotation.append(rebuilt_w(*rotation))
    return values, w_rebuilt


def _get(kind: PackType, named: Mapping[str, Any], name: str) -> Any:
    if name not in named:
        raise DecodeError(NrpWireWording.FIELD_MISSING(type_name=kind.value, field=name))
    return named[name]


def _number(kind: PackType, name: str, value: object, index: int | None = None) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        field = name if index is None else f"{name}[{index}]"
        raise DecodeError(NrpWireWording.NO_FINITE_NUMBER(field=field, type_name=kind.value))
    return float(value)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MAX_DIGITS else float(digits)


def _constant(name: str) -> float:
    return float(name.replace("Infinity", "inf"))
