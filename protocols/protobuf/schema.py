"""Schemas of protobuf types: from their descriptors, or raw wire fields by number where nobody described the type.

Required fields are not asked for: they differ between Gazebo versions. What the library would lose or copy (numbers of
closed enums that have no name, strings that aren't UTF-8, images) is read by walking the wire; single numbers are read
through the library, which is faster at that.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import DecodeError as LibraryDecodeError
from typing_extensions import override

from protocols.errors import DecodeError, UnknownFieldError
from protocols.protobuf import wire
from protocols.protobuf.codec import decode
from protocols.protobuf.plan import FieldPlan, plan_of, to_int32
from protocols.protobuf.wire import FieldBudget, WireFormatError
from protocols.protobuf.wording import ProtobufWording
from protocols.schema import (
    Extractor,
    Field,
    FieldKind,
    FieldPath,
    Payload,
    RecordedSchema,
    Role,
    Scalar,
    Schema,
    unknown_field,
)
from protocols.wording import FieldWording

# larger values are shown as bytes without trying whether they happen to parse as a message
GUESS_LIMIT: Final = 1024 * 1024

# to describe one takes longer than to receive many messages of it
_MOST_DESCRIBED: Final = 256

# the word for it in recordings
PROTOBUF: Final = "protobuf"

__all__ = ["PROTOBUF", "ProtobufSchema", "RawProtobufSchema", "Reader", "recorded_type"]
Reader = Callable[[Payload], object]

# The library makes an object of some fifty bytes out of a message of two, so larger payloads are left to our own
# reading, which counts fields.
LIBRARY_LIMIT = 1024 * 1024

# the fields of a time: Gazebo's, and those of the type that comes with protobuf
_TIMES: Final = (("sec", "nsec"), ("seconds", "nanos"))

# kinds that the library copies, hides or gives in another form than was sent
_WALKED_KINDS = frozenset({FieldKind.BYTES, FieldKind.STRING, FieldKind.ENUM})


@functools.lru_cache(maxsize=_MOST_DESCRIBED)
def recorded_type(descriptor: Descriptor, comment: str = "") -> RecordedSchema:
    """Describe a type for a recording: by its file and all files that this one imports, each before its users.

    The comment stands before the type.
    """
    files: dict[str, FileDescriptor] = {}
    _collect_files(descriptor.file, files)
    told = FileDescriptorSet()
    for file in files.values():
        file.CopyToProto(told.file.add())
    if comment:
        # 4: the types of a file
        path = [4, list(descriptor.file.message_types_by_name).index(descriptor.name)]
        told.file[-1].source_code_info.location.add(path=path, leading_comments=comment)
    return RecordedSchema(descriptor.full_name, PROTOBUF, PROTOBUF, told.SerializeToString())


def _collect_files(file: FileDescriptor, files: dict[str, FileDescriptor]) -> None:
    for needed in file.dependencies:
        if needed.name not in files:
            _collect_files(needed, files)
    files[file.name] = file


class RawProtobufSchema(Schema):
    """Schema that shows any message as {"FIELDNUMBER": [values]}.

    A varint is an unsigned integer; eight bytes are a double and four a float, as nearly all of Gazebo's are; bytes are
    text where they are printable UTF-8, a message where they parse as one, otherwise a view.
    """

    known = False

    def __init__(self, name: str) -> None:
        self.name = name

    @override
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        del type_name
        return ()

    @override
    def check(self, path: FieldPath) -> Field:
        # numbers of fields and of elements are accepted, no names: `3[0]`
        for step in path.steps:
            if isinstance(step, str) and not (step.isascii() and step.isdigit()):
                raise UnknownFieldError(
                    FieldWording.TYPE_UNKNOWN(type_name=self.name, field=step)
                    if self.name
                    else ProtobufWording.TYPE_UNNAMED(field=step),
                    ProtobufWording.FIELDS_BY_NUMBER_TIP(),
                )
        return Field(str(path.steps[-1]), FieldKind.MESSAGE, self.name)

    @override
    def extractor(self, path: FieldPath) -> Extractor:
        # None where the value is not a scalar
        self.check(path)

        def extract(payload: Payload) -> Scalar | None:
            try:
                value = path.select(self.decode(payload))
            except (KeyError, IndexError):
                return None
            return value if isinstance(value, Scalar) else None

        return extract

    @override
    def decode(self, payload: Payload) -> dict[str, Any]:
        try:
            return _raw_fields(memoryview(payload).toreadonly(), 0, FieldBudget())
        except WireFormatError as error:
            raise DecodeError(
                ProtobufWording.NO_PROTOBUF(reason=error.reason), ProtobufWording.NO_PROTOBUF_TIP()
            ) from error

    @override
    def stamp_ns(self, payload: Payload) -> int | None:
        del payload
        return None

    @override
    def roles(self) -> frozenset[Role]:
        return frozenset()

    @override
    def read(self, role: Role, payload: Payload) -> object:
        del payload
        raise KeyError(role)

    @override
    def recorded(self) -> RecordedSchema:
        return RecordedSchema(self.name, PROTOBUF)


def _raw_fields(data: memoryview, depth: int, budget: FieldBudget) -> dict[str, list[Any]]:
    if depth > wire.MAX_DEPTH:
        raise WireFormatError(ProtobufWording.NESTED_TOO_DEEPLY)
    fields: dict[str, list[Any]] = {}
    for number, seen_wire, raw in wire.walk(data, budget):
        value = raw
        if seen_wire == wire.FIXED64:
            (value,) = struct.unpack("<d", raw)
        elif seen_wire == wire.FIXED32:
            (value,) = struct.unpack("<f", raw)
        elif seen_wire == wire.GROUP_START:
            value = _raw_fields(raw, depth + 1, budget)
        elif seen_wire == wire.LENGTH:
            value = _guess(raw, depth, budget)
        fields.setdefault(str(number), []).append(value)
    return fields


def _guess(raw: memoryview, depth: int, budget: FieldBudget) -> Any:
    try:
        text = str(raw, "utf-8")
    except UnicodeDecodeError:
        pass
    else:
        # line breaks do not count as printable: the tag of field 1, which begins most messages, is one
        if text.isprintable():
            return text
    if len(raw) > GUESS_LIMIT:
        return raw
    try:
        return _raw_fields(raw, depth + 1, budget)
    except WireFormatError:
        # out of budget is not a wrong guess
        budget.spend(0)
        return raw


class ProtobufSchema(Schema):
    """The schema of a type with a descriptor.

    Args:
        descriptor: the type, from any descriptor pool.
        readers: the roles of the type, each with the function that reads a payload in that role.
        stamp_paths: paths at which the time of the message may stand, first choice first; only paths to a message with
            the integer fields `sec` and `nsec`, or `seconds` and `nanos`, count.
    """

    known = True

    def __init__(
        self, descriptor: Descriptor, readers: Mapping[Role, Reader] | None = None, stamp_paths: Sequence[str] = ()
    ) -> None:
        self.name = descriptor.full_name
        self._descriptor = descriptor
        self._readers = dict(readers or {})
        self._parse: Callable[[Any], Any] = message_factory.GetMessageClass(descriptor).FromString
        self._stamps = [numbers for path in stamp_paths if (numbers := self._stamp_numbers(path))]

    @override
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        descriptor = self._descriptor
        if type_name is not None and type_name != descriptor.full_name:
            descriptor = descriptor.file.pool.FindMessageTypeByName(type_name)
        return plan_of(descriptor).fields

    @override
    def check(self, path: FieldPath) -> Field:
        return self._resolve(path)[-1].field

    @override
    def extractor(self, path: FieldPath) -> Extractor:
        # fields of types that hold bytes are read without copying those bytes
        plans = self._resolve(path)
        last = plans[-1]
        if last.message is not None or (last.field.repeated and not isinstance(path.steps[-1], int)):
            raise UnknownFieldError(FieldWording.NOT_SINGLE(path=path), FieldWording.NOT_SINGLE_TIP())
        absence_shows = last.has_presence or last.field.repeated
        if absence_shows and last.field.kind not in _WALKED_KINDS and not _holds_bytes(self._descriptor):
            return self._library_extractor(path, self._decoding_extractor(path, last))
        if len(plans) == len(path.steps) and not any(plan.oneof for plan in plans):
            return self._walking_extractor(plans)
        return self._decoding_extractor(path, last)

    @override
    def decode(self, payload: Payload) -> dict[str, Any]:
        # enums by name, or number if it has no name; strings that aren't UTF-8 as views
        try:
            return decode(self._descriptor, _view(payload))
        except WireFormatError as error:
            raise self._decode_error(error) from error

    @override
    def stamp_ns(self, payload: Payload) -> int | None:
        try:
            for *numbers, sec, nsec in self._stamps:
                data: memoryview | None = _view(payload)
                for number in numbers:
                    data = wire.find_message(data, number) if data is not None else None
                if data is not None:
                    parts = [wire.find_last(data, number, wire.VARINT) or 0 for number in (sec, nsec)]
                    return to_int32(parts[0]) * 1_000_000_000 + to_int32(parts[1])
        except WireFormatError as error:
            raise self._decode_error(error) from error
        return None

    @override
    def roles(self) -> frozenset[Role]:
        return frozenset(self._readers)

    @override
    def read(self, role: Role, payload: Payload) -> object:
        return self._readers[role](payload)

    @override
    def recorded(self) -> RecordedSchema:
        return recorded_type(self._descriptor)

    def _resolve(self, path: FieldPath) -> list[FieldPlan]:
        """Return the plans of the names in `path`, and check that element numbers stand behind lists."""
        descriptor: Descriptor | None = self._descriptor
        plans: list[FieldPlan] = []
        previous: str | int | None = None
        for step in path.steps:
            if isinstance(step, int):
                if isinstance(previous, int) or not plans[-1].field.repeated:
                    raise UnknownFieldError(FieldWording.NO_LIST(field=plans[-1].field.name, path=path))
            else:
                if descriptor is None:
                    raise UnknownFieldError(FieldWording.NO_FIELDS(field=plans[-1].field.name, path=path))
                if isinstance(previous, str) and plans[-1].field.repeated:
                    name = plans[-1].field.name
                    raise UnknownFieldError(
                        FieldWording.IS_LIST(field=name, path=path), FieldWording.NAME_ELEMENT_TIP(field=name)
                    )
                by_name = plan_of(descriptor).by_name
                if step not in by_name:
                    raise unknown_field(path, descriptor.full_name, step, by_name)
                plans.append(by_name[step])
                descriptor = plans[-1].message
            previous = step
        return plans

    def _library_extractor(self, path: FieldPath, for_large: Extractor) -> Extractor:
        parse, type_name = self._parse, self.name
        index = path.steps[-1] if isinstance(path.steps[-1], int) else None
        *parents, last = path.steps if index is None else path.steps[:-1]
        name = str(last)

        def extract(payload: Payload) -> Scalar | None:
            if len(payload) > LIBRARY_LIMIT:
                return for_large(payload)
            try:
                message = parse(payload)
            except LibraryDecodeError as error:
                raise DecodeError(FieldWording.MESSAGE_INVALID(type_name=type_name), str(error)) from error
            for step in parents:
                if isinstance(step, str):
                    message = getattr(message, step)
                elif step < len(message):
                    message = message[step]
                else:
                    return None
            value: Any = getattr(message, name)
            if index is not None:
                return value[index] if index < len(value) else None
            return value if message.HasField(name) else None

        return extract

    def _decoding_extractor(self, path: FieldPath, last: FieldPlan) -> Extractor:
        numbers = last.numbers

        def extract(payload: Payload) -> Scalar | None:
            try:
                value = path.select(self.decode(payload))
            except (KeyError, IndexError):
                return None
            return numbers.get(value, value) if numbers else value  # type: ignore[no-any-return]

        return extract

    def _walking_extractor(self, plans: Sequence[FieldPlan]) -> Extractor:
        *parents, last = plans
        numbers = last.numbers

        def extract(payload: Payload) -> Scalar | None:
            data = _view(payload)
            try:
                for plan in parents:
                    inner = wire.find_message(data, plan.number)
                    if inner is None:
                        return None
                    data = inner
                raw = wire.find_last(data, last.number, last.wire)
            except WireFormatError as error:
                raise self._decode_error(error) from error
            if raw is None:
                return None
            value = last.value(raw)
            return numbers.get(value, value) if numbers else value  # type: ignore[no-any-return]

        return extract

    def _stamp_numbers(self, text: str) -> tuple[int, ...]:
        # most types have no such path: they are asked for in views, and an error would look for the nearest name
        numbers: list[int] = []
        time: Descriptor | None = self._descriptor
        for step in FieldPath.parse(text).steps:
            plan = plan_of(time).by_name.get(str(step)) if time is not None else None
            if plan is None or plan.field.repeated:
                return ()
            numbers.append(plan.number)
            time = plan.message
        by_name = plan_of(time).by_name if time is not None else {}
        for names in _TIMES:
            found = [by_name[name] for name in names if name in by_name]
            if len(found) == len(names) and all(plan.field.kind is FieldKind.INTEGER for plan in found):
                return (*numbers, *(plan.number for plan in found))
        return ()

    def _decode_error(self, error: WireFormatError) -> DecodeError:
        where = ".".join(error.path).replace(".[", "[")
        reason = (
            FieldWording.INVALID_AT(type_name=self.name, field=where, reason=error.reason)
            if where
            else FieldWording.INVALID_BECAUSE(type_name=self.name, reason=error.reason)
        )
        return DecodeError(reason, FieldWording.OTHER_DEFINITION_TIP())


def _view(payload: Payload) -> memoryview:
    return memoryview(payload).toreadonly()


@functools.lru_cache(maxsize=4096)
def _holds_bytes(descriptor: Descriptor, depth: int = 3) -> bool:
    return any(
        field.type == FieldDescriptor.TYPE_BYTES
        or (field.message_type is not None and depth > 0 and _holds_bytes(field.message_type, depth - 1))
        for field in descriptor.fields
    )
