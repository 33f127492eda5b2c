"""Requests for DataPacks, their answers and commands, as gRPC engines exchange them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from google.protobuf.any_pb2 import Any as PackedData
from google.protobuf.message import DecodeError as LibraryError

from protocols.errors import DecodeError, EngineError, UnknownPackError
from protocols.names import printable_name
from protocols.nrp.packs import (
    DataPack,
    EngineAnswer,
    PackAnswer,
    PackType,
    check_payload,
    completed_answer,
    is_valid_payload,
)
from protocols.nrp.wording import NrpWireWording
from protocols.protobuf.wire import VARINT, FieldBudget, WireFormatError, find_last, walk
from protos.nrp.engine_grpc_pb2 import (
    DataPackIdentifier,
    DataPackMessage,
    GetDataPacksReply,
    GetDataPacksRequest,
    SetDataPacksReply,
    SetDataPacksRequest,
)

# the only call that reads and the only one that commands; those that step, reset or end an experiment are nowhere in
# this program
GET_PACKS: Final = "/EngineGrpc.EngineGrpcService/getDataPacks"
SET_PACKS: Final = "/EngineGrpc.EngineGrpcService/setDataPacks"
# the health service that gRPC servers have beside their own, and its words
CHECK_HEALTH: Final = "/grpc.health.v1.Health/Check"
SERVING: Final = "SERVING"
UNIMPLEMENTED: Final = "UNIMPLEMENTED"
_HEALTH: Final = {0: "UNKNOWN", 1: SERVING, 2: "NOT_SERVING", 3: "SERVICE_UNKNOWN"}

# fields beside one DataPack for each name: room for a later version
_SPARE_FIELDS: Final = 16
_JOINT_URL: Final = f"type.googleapis.com/Gazebo.{PackType.JOINT.value}"
_TYPES: Final = {f"Gazebo.{kind.value}": kind for kind in PackType}


def encode_request(names: Collection[str]) -> bytes:
    """Encode the request for these DataPacks: an engine goes by their names alone."""
    question = GetDataPacksRequest(datapackIds=[DataPackIdentifier(dataPackName=name) for name in names])
    return question.SerializeToString()


def decode_answer(data: bytes, asked: Collection[str]) -> EngineAnswer:
    """Decode the answer to a request for the DataPacks `asked`; an error of one DataPack stands in its place.

    Raises:
        EngineError: the data is no such answer.
    """
    try:
        _check_count(data, len(asked))
        reply = GetDataPacksReply.FromString(data)
    except (LibraryError, WireFormatError) as error:
        raise _invalid("EngineGrpc.GetDataPacksReply", error) from error
    answer: EngineAnswer = {}
    for message in reply.dataPacks:
        answer[message.dataPackId.dataPackName] = read_message(message)
    return completed_answer(answer, asked)


class RepeatedRequest:
    """A request that is sent again and again, and the reader of its answers.

    An engine puts all answers together in the same form. So an answer is compared with the form of those before, from
    payload to payload, and parsed only where it has another form: that takes a tenth of the time.

    Attributes:
        request: the encoded request.
    """

    def __init__(self, names: Collection[str]) -> None:
        self.request = encode_request(names)
        self._names = tuple(names)
        self._places: list[_Place] = []
        # the size of the last answer that had another form
        self._other_size = -1

    def read_answer(self, data: bytes) -> EngineAnswer:
        """Read an answer, with the result of `decode_answer`. Raises EngineError."""
        answer = self._read_alike(data) if self._places else None
        if answer is None:
            answer = decode_answer(data, self._names)
            # a form is learned from the second answer of its size: a form that changes all the time is not worth it
            if len(data) == self._other_size:
                places = _places_of(data)
                if sorted(place.name for place in places) == sorted(self._names):
                    self._places = places
            self._other_size = len(data)
        return answer

    def _read_alike(self, data: bytes) -> EngineAnswer | None:
        answer: EngineAnswer = {}
        position = 0
        for place in self._places:
            if not data.startswith(place.before, position):
                return None
            begin = position + place.skipped
            position = begin + place.size
            pack = place.pack
            if pack is not None:
                payload = data[begin:position]
                if payload != pack.payload:
                    if not is_valid_payload(pack.type, payload):
                        return None
                    pack = place.pack = DataPack(pack.type, payload, False, pack.engine)
            answer[place.name] = pack
        return answer if position == len(data) else None


class _Place:
    """The place of a DataPack in an answer.

    Args:
        name: the name that was asked for.
        before: all bytes from the end of the payload before it to its own payload.
        pack: the newest DataPack; None where nothing is new, and its whole entry stands in `before`.
    """

    __slots__ = ("before", "name", "pack", "size", "skipped")

    def __init__(self, name: str, before: bytes, pack: DataPack | None) -> None:
        self.name = name
        self.before = before
        self.skipped = len(before)
        self.pack = pack
        self.size = len(pack.payload) if pack is not None else 0


def _places_of(data: bytes) -> list[_Place]:
    """Return the places of the DataPacks in a valid answer; none where it is not put together as the library does."""
    places = []
    position = 0
    for message in GetDataPacksReply.FromString(data).dataPacks:
        said, identifier = read_message(message), message.dataPackId
        if isinstance(said, DecodeError | UnknownPackError) or (said is not None and said.type is PackType.CAMERA):
            return []
        again = DataPackMessage(
            dataPackId=DataPackIdentifier(
                dataPackName=identifier.dataPackName,
                dataPackType=identifier.dataPackType,
                engineName=identifier.engineName,
            )
        )
        if said is not None:
            again.data.type_url, again.data.value = message.data.type_url, said.payload
        whole = GetDataPacksReply(dataPacks=[again]).SerializeToString()
        if not data.startswith(whole, position):
            return []
        position += len(whole)
        # the payload is the last of it
        places.append(
            _Place(
                identifier.dataPackName, whole[: len(whole) - len(said.payload)] if said is not None else whole, said
            )
        )
    return places if position == len(data) else []


def read_message(message: Any) -> PackAnswer:
    """Read the DataPack in an EngineGrpc.DataPackMessage."""
    if not message.HasField("data"):
        return None
    held = message.data
    kind = _kind_of(held.type_url)
    if kind is None:
        said, types = printable_name(held.type_url), ", ".join(_TYPES)
        return DecodeError(
            NrpWireWording.DATA_TYPE(type_name=said, types=types) if said else NrpWireWording.DATA_UNTYPED(types=types),
            NrpWireWording.PACKS_SHOWN_TIP(),
        )
    payload = held.value
    try:
        check_payload(kind, payload)
    except DecodeError as error:
        return error
    return DataPack(kind, payload, engine=message.dataPackId.engineName)


def encode_commands(commands: Mapping[str, bytes], engine: str) -> bytes:
    """Encode the request that gives joints, by name, these payloads; an engine takes all of them between two steps."""
    messages = [command_message(name, payload, engine) for name, payload in commands.items()]
    return SetDataPacksRequest(dataPacks=messages).SerializeToString()


def command_message(name: str, payload: bytes, engine: str) -> DataPackMessage:
    """Return the message that commands one joint."""
    return DataPackMessage(
        dataPackId=DataPackIdentifier(dataPackName=name, dataPackType=PackType.JOINT.value, engineName=engine),
        data=PackedData(type_url=_JOINT_URL, value=payload),
    )


def check_acknowledgement(data: bytes) -> None:
    """Check that this is the answer to commands. Raises EngineError."""
    try:
        SetDataPacksReply.FromString(data)
    except LibraryError as error:
        raise _invalid("EngineGrpc.SetDataPacksReply", error) from error


def decode_health(data: bytes) -> str:
    """Decode what a health service says of the whole server: SERVING, or another word. Raises EngineError."""
    try:
        status = find_last(memoryview(data), 1, VARINT) or 0
    except WireFormatError as error:
        raise _invalid("grpc.health.v1.HealthCheckResponse", error) from error
    return _HEALTH.get(status, f"status {status}")


def _check_count(data: bytes, asked: int) -> None:
    """Check that an answer holds no more DataPacks than were asked for.

    The library makes twenty times as many bytes of empty DataPacks.

    Raises:
        EngineError: the answer holds more.
        WireFormatError: the data is no message.
    """
    budget = FieldBudget()
    budget.left = asked + _SPARE_FIELDS
    packs = 0
    try:
        for number, _, _ in walk(memoryview(data), budget):
            packs += number == GetDataPacksReply.DATAPACKS_FIELD_NUMBER
            if packs > asked:
                raise EngineError(NrpWireWording.MORE_THAN_ASKED(count=asked))
    except WireFormatError as error:
        if budget.left < 0:
            raise EngineError(NrpWireWording.TOO_MANY_FIELDS(count=asked)) from error
        raise


def _invalid(type_name: str, error: LibraryError | WireFormatError) -> EngineError:
    reason = error.reason if isinstance(error, WireFormatError) else str(error)
    return EngineError(NrpWireWording.ANSWER_INVALID(type_name=type_name, reason=reason))


def _kind_of(type_url: str) -> PackType | None:
    # the part before the last slash says where the type is described
    return _TYPES.get(type_url.rpartition("/")[2])
