"""DataPacks of the Gazebo engine: their names, their types, the content of a payload, and an engine's answers.

Names are like `model`, `model::link`, `model::joint`, `model::link::camera`. Whatever an engine speaks, a payload is
the protobuf message of its gRPC. Fields have one name each, in the words of the engine's JSON where the documentation
and both wires differ.
"""

from __future__ import annotations

import enum
import math
import struct
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from google.protobuf.message import DecodeError as LibraryError

from protocols.errors import DecodeError, EngineError, LocalProtocolError, UnknownPackError
from protocols.names import name_fault, printable_name
from protocols.nrp.wording import NrpWireWording
from protocols.protobuf import wire
from protocols.protobuf.wire import WireFormatError
from protocols.schema import Field, FieldKind, Payload
from protos.nrp import gazebo_packs_pb2 as pb

SEPARATOR: Final = "::"
# the most DataPacks of one engine that are read; each is asked for by itself at first
MAX_PACKS: Final = 256


# four lists of at most four floats, with room for fields of a later version
MAX_STATE_BYTES: Final = 4096

# numbers of 32 bits
_MAX_SIDE: Final = 0xFFFFFFFF
POSITION, ROTATION, LINEAR_VELOCITY, ANGULAR_VELOCITY = "position", "rotation", "linear_velocity", "angular_velocity"
VELOCITY, EFFORT = "velocity", "effort"
IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_DEPTH, IMAGE_DATA = "image_width", "image_height", "image_depth", "image_data"

# the length of each list, and its name in the message
_LISTS: Final[Mapping[str, tuple[int, str]]] = {
    POSITION: (3, "position"),
    ROTATION: (4, "rotation"),
    LINEAR_VELOCITY: (3, "linearVelocity"),
    ANGULAR_VELOCITY: (3, "angularVelocity"),
}

# the four lists in their order, each behind its tag and its length: a message costs a third when it is read so
_USUAL: Final = struct.Struct("<H3fH4fH3fH3f")
_STATE_TAGS: Final = (0x0C0A, 0x1012, 0x0C1A, 0x0C22)

# the same for a joint without a zero
_USUAL_JOINT: Final = struct.Struct("<BfBfBf")
_JOINT: Final = (POSITION, VELOCITY, EFFORT)
_SIZES: Final = (IMAGE_WIDTH, IMAGE_HEIGHT, IMAGE_DEPTH)
_CAMERA: Final = {1: IMAGE_WIDTH, 2: IMAGE_HEIGHT, 3: IMAGE_DEPTH, 4: IMAGE_DATA}
_WIRES: Final = {1: wire.VARINT, 2: wire.VARINT, 3: wire.VARINT, 4: wire.LENGTH}
Values = dict[str, Any]
_SIZE_UNITS: Final = {IMAGE_WIDTH: "pixels", IMAGE_HEIGHT: "pixels", IMAGE_DEPTH: "bytes a pixel"}
_STATE_UNITS: Final = {POSITION: "m", ROTATION: "", LINEAR_VELOCITY: "m/s", ANGULAR_VELOCITY: "rad/s"}
_JOINT_UNITS: Final = {POSITION: "rad or m", VELOCITY: "rad/s or m/s", EFFORT: "N m or N"}

# the names in protobuf and in the JSON of engines, where these or the documentation differ
_SPELLINGS: Final = {
    POSITION: ("position", "pos"),
    ROTATION: ("rotation", "rot"),
    LINEAR_VELOCITY: ("linearVelocity", "lin_vel"),
    ANGULAR_VELOCITY: ("angularVelocity", "ang_vel"),
    IMAGE_WIDTH: ("imageWidth", "image_width"),
    IMAGE_HEIGHT: ("imageHeight", "image_height"),
    IMAGE_DEPTH: ("imageDepth", "image_depth"),
    IMAGE_DATA: ("imageData", "image_data"),
}

# the largest number of 32 bits
_MAX_FLOAT: Final = 3.4028234663852886e38


def check_name(text: str) -> str:
    """Return a name without blanks around it. Raises LocalProtocolError if it can't be that of a DataPack."""
    name = text.strip()
    if not name:
        raise LocalProtocolError(NrpWireWording.PACK_UNNAMED(), NrpWireWording.PACK_NAME_TIP())
    fault = name_fault(name) or (NrpWireWording.COMMAS_SEPARATE() if "," in name else "")
    if fault:
        reason = NrpWireWording.PACK_NAME_INVALID(pack=printable_name(name), reason=fault)
        raise LocalProtocolError(reason, NrpWireWording.PACK_NAME_TIP())
    return name


def may_be_camera(name: str) -> bool:
    """Whether a name may be a camera's, by the number of its parts; a link of a model within a model has as many."""
    return name.count(SEPARATOR) >= 2


class PackType(enum.StrEnum):
    """A type of DataPack, by the name of its message."""

    CAMERA = "Camera"
    LINK = "Link"
    MODEL = "Model"
    JOINT = "Joint"


class DataPack(NamedTuple):
    """One DataPack that an engine sent.

    Attributes:
        payload: a checked message of its type.
        w_rebuilt: whether the w of the rotation was not sent, but is the positive one that fits x, y and z.
        engine: the name of its engine, where the answer tells.
    """

    type: PackType
    payload: bytes
    w_rebuilt: bool = False
    engine: str = ""


def _spelt(name: str) -> str:
    message, attribute = _SPELLINGS[name]
    code = NrpWireWording.SPELLINGS_OF_ROTATION if name == ROTATION else NrpWireWording.SPELLINGS
    return code(message=message, attribute=attribute)


def _fields_of_state() -> tuple[Field, ...]:
    return tuple(
        Field(name, FieldKind.FLOAT, "float", True, length=length, unit=_STATE_UNITS[name], note=_spelt(name))
        for name, (length, _) in _LISTS.items()
    )


FIELDS: Final[Mapping[PackType, tuple[Field, ...]]] = {
    PackType.CAMERA: (
        *(Field(name, FieldKind.INTEGER, "uint32", unit=_SIZE_UNITS[name], note=_spelt(name)) for name in _SIZES),
        Field(IMAGE_DATA, FieldKind.BYTES, "bytes", note=_spelt(IMAGE_DATA)),
    ),
    PackType.LINK: _fields_of_state(),
    PackType.MODEL: _fields_of_state(),
    PackType.JOINT: tuple(Field(name, FieldKind.FLOAT, "float", unit=_JOINT_UNITS[name]) for name in _JOINT),
}


def values_of(kind: PackType, payload: Payload) -> Values:
    """Return all values in a payload by the names of `FIELDS`; an image is a view into the payload.

    Raises:
        DecodeError: the payload is no such message, or a number or a length is invalid; the reason names the field.
    """
    return _READERS[kind](kind, payload)


def check_payload(kind: PackType, payload: Payload) -> None:
    """Check that `values_of` reads a payload. Raises DecodeError where it does not."""
    # an enumeration's own hash is slow
    if kind is PackType.JOINT:
        is_usual = _is_usual_joint(payload)
    else:
        is_usual = kind is not PackType.CAMERA and _is_usual_state(payload)
    if not is_usual:
        values_of(kind, payload)


def _is_usual_joint(payload: Payload) -> bool:
    """Whether a payload is a joint in the usual form, and each of its numbers is finite."""
    if len(payload) != _USUAL_JOINT.size:
        return False
    tag_1, position, tag_2, velocity, tag_3, effort = _USUAL_JOINT.unpack(payload)
    # the sum of numbers of 32 bits is finite only where all of them are
    return tag_1 == 0x0D and tag_2 == 0x15 and tag_3 == 0x1D and math.isfinite(position + velocity + effort)


def _is_usual_state(payload: Payload) -> bool:
    """Whether a payload is a link or a model in the usual form, and each of its numbers is finite."""
    if len(payload) != _USUAL.size:
        return False
    tag_1, x, y, z, tag_2, i, j, k, w, tag_3, lx, ly, lz, tag_4, ax, ay, az = _USUAL.unpack(payload)
    return (tag_1, tag_2, tag_3, tag_4) == _STATE_TAGS and math.isfinite(
        x + y + z + i + j + k + w + lx + ly + lz + ax + ay + az
    )


def _read_state(kind: PackType, payload: Payload) -> Values:
    if _is_usual_state(payload):
        _, x, y, z, _, i, j, k, w, _, lx, ly, lz, _, ax, ay, az = _USUAL.unpack(payload)
        return {
            POSITION: [x, y, z],
            ROTATION: [i, j, k, w],
            LINEAR_VELOCITY: [lx, ly, lz],
            ANGULAR_VELOCITY: [ax, ay, az],
        }
    message = _parse(kind, payload)
    values: Values = {}
    for name, (length, sent_as) in _LISTS.items():
        numbers = values[name] = list(getattr(message, sent_as))
        _check_list(kind, name, numbers, length)
    return values


def _check_list(kind: PackType, name: str, numbers: Sequence[float], length: int) -> None:
    if len(numbers) != length:
        raise DecodeError(
            NrpWireWording.LIST_LENGTH(field=name, type_name=kind.value, count=len(numbers), length=length)
        )
    for index, number in enumerate(numbers):
        if not math.isfinite(number):
            raise DecodeError(NrpWireWording.NOT_FINITE(field=f"{name}[{index}]", type_name=kind.value, number=number))


def _read_joint(kind: PackType, payload: Payload) -> Values:
    message = _parse(kind, payload)
    values: Values = {name: getattr(message, name) for name in _JOINT}
    for name, number in values.items():
        if not math.isfinite(number):
            raise DecodeError(NrpWireWording.NOT_FINITE(field=name, type_name=kind.value, number=number))
    return values


def _read_camera(kind: PackType, payload: Payload) -> Values:
    """Read a camera off the wire: the library would copy the image twice."""
    values: Values = {**dict.fromkeys(_SIZES, 0), IMAGE_DATA: memoryview(b"")}
    try:
        for number, sent_as, value in wire.walk(memoryview(payload).toreadonly()):
            if _WIRES.get(number) == sent_as:
                values[_CAMERA[number]] = value if sent_as == wire.LENGTH else value & 0xFFFFFFFF
    except WireFormatError as error:
        raise _malformed(kind, error.reason) from error
    _check_image(kind, values, len(values[IMAGE_DATA]))
    return values


def _check_image(kind: PackType, values: Values, nbytes: int) -> None:
    for name in _SIZES:
        if not 0 < values[name] <= _MAX_SIDE:
            raise DecodeError(NrpWireWording.PICTURE_SIDE(field=name, type_name=kind.value, number=values[name]))
    width, height, depth = (values[name] for name in _SIZES)
    if nbytes != width * height * depth:
        raise DecodeError(
            NrpWireWording.PICTURE_BYTES(
                field=IMAGE_DATA,
                type_name=kind.value,
                length_bytes=nbytes,
                width=width,
                height=height,
                depth=depth,
                size_bytes=width * height * depth,
            )
        )


def _parse(kind: PackType, payload: Payload) -> Any:
    if len(payload) > MAX_STATE_BYTES:
        raise DecodeError(
            NrpWireWording.PACK_TOO_LONG(type_name=kind.value, length_bytes=len(payload), limit_bytes=MAX_STATE_BYTES)
        )
    try:
        return _MESSAGES[kind].FromString(bytes(payload))
    except LibraryError as error:
        raise _malformed(kind, str(error)) from error


def _malformed(kind: PackType, why: str) -> DecodeError:
    return DecodeError(NrpWireWording.PACK_INVALID(type_name=kind.value, reason=why))


_MESSAGES: Final[Mapping[PackType, Any]] = {
    PackType.LINK: pb.Link,
    PackType.MODEL: pb.Model,
    PackType.JOINT: pb.Joint,
}
_READERS: Final[Mapping[PackType, Callable[[PackType, Payload], Values]]] = {
    PackType.CAMERA: _read_camera,
    PackType.LINK: _read_state,
    PackType.MODEL: _read_state,
    PackType.JOINT: _read_joint,
}


def is_valid_payload(kind: PackType, payload: Payload) -> bool:
    """Whether `values_of` reads a payload."""
    try:
        check_payload(kind, payload)
    except DecodeError:
        return False
    return True


def encode_values(kind: PackType, values: Mapping[str, Any]) -> bytes:
    """Encode a whole DataPack. Raises DecodeError for an invalid number or length, naming the field."""
    if kind is PackType.CAMERA:
        _check_image(kind, dict(values), len(values[IMAGE_DATA]))
        width, height, depth = (values[name] for name in _SIZES)
        data = bytes(values[IMAGE_DATA])
        return pb.Camera(imageWidth=width, imageHeight=height, imageDepth=depth, imageData=data).SerializeToString()
    if kind is PackType.JOINT:
        return pb.Joint(**{name: _float(kind, name, values[name]) for name in _JOINT}).SerializeToString()
    message = _MESSAGES[kind]()
    for name, (length, sent_as) in _LISTS.items():
        _check_list(kind, name, values[name], length)
        getattr(message, sent_as).extend(_float(kind, name, number) for number in values[name])
    payload: bytes = message.SerializeToString()
    return payload


def _float(kind: PackType, name: str, number: float) -> float:
    if not abs(number) <= _MAX_FLOAT:
        raise DecodeError(NrpWireWording.NOT_FINITE_32(field=name, type_name=kind.value, number=number))
    return number


# a DataPack; None where the engine has nothing new of it; or the error that says why there is none
PackAnswer = DataPack | UnknownPackError | DecodeError | None
EngineAnswer = dict[str, PackAnswer]


def completed_answer(answer: EngineAnswer, asked: Collection[str]) -> EngineAnswer:
    """Add errors for DataPacks that an answer lacks. Raises EngineError for a name that was not asked for."""
    for name in answer:
        if name not in asked:
            raise EngineError(NrpWireWording.NOT_ASKED_FOR(pack=printable_name(name)))
    for name in asked:
        if name not in answer:
            answer[name] = DecodeError(NrpWireWording.LEFT_OUT(pack=printable_name(name)))
    return answer
