"""The schema of protobuf types without a description: raw wire fields by number."""

from __future__ import annotations

import struct
from typing import Any, Final

from typing_extensions import override

from protocols.errors import DecodeError, UnknownFieldError
from protocols.protobuf import wire as wire
from protocols.protobuf.wire import FieldBudget, WireFormatError
from protocols.schema import Extractor, Field, FieldKind, FieldPath, Payload, Role, Scalar, Schema

# larger values are shown as bytes without trying whether they happen to parse as a message
GUESS_LIMIT: Final = 1024 * 1024


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
                    f"the type {self.name} is unknown: it has no field “{step}”"
                    if self.name
                    else f"the type is not known: it has no field “{step}”",
                    "Name fields by number: 1[0].",
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
                f"a message is not protobuf: {error.reason}", "This may not be the topic of a Gazebo Classic server."
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


def _raw_fields(data: memoryview, depth: int, budget: FieldBudget) -> dict[str, list[Any]]:
    if depth > wire.MAX_DEPTH:
        raise WireFormatError("nested too deeply")
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
