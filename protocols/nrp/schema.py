"""Schemas of the types of DataPacks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from typing_extensions import override

from protocols.errors import UnknownFieldError
from protocols.nrp.packs import FIELDS, ROTATION, PackType, Values, values_of
from protocols.nrp.wording import NrpWireWording
from protocols.protobuf.schema import recorded_type
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
from protos.nrp import gazebo_packs_pb2 as pb

# takes the values that `decode` gives
Reader = Callable[[Values], object]

# the field that says that the last number of the rotation was not sent
W_REBUILT: Final = "rotation_w_rebuilt"


def _rebuilt(field: Field) -> Field:
    """Return a field of a DataPack whose rotation was sent without its last number."""
    if field.name != ROTATION:
        return field
    note = NrpWireWording.NOTE_REBUILT(note=field.note, rebuilt=NrpWireWording.REBUILT())
    return dataclasses.replace(field, note=note, mark=NrpWireWording.MARK_REBUILT())


class DataPackSchema(Schema):
    """The schema of a type of DataPack, for payloads of any engine.

    Args:
        kind: the type.
        readers: the roles of the type, each with the function that reads decoded values in that role.
        w_rebuilt: whether rotations came without w; each message says so in a field of its own.
    """

    known = True

    def __init__(
        self, kind: PackType, readers: Mapping[Role, Reader] | None = None, *, w_rebuilt: bool = False
    ) -> None:
        self.kind = kind
        self.w_rebuilt = w_rebuilt
        self.name = kind.value
        self._readers = dict(readers or {})
        self._added: Values = {W_REBUILT: True} if w_rebuilt else {}
        self._fields = FIELDS[kind]
        if w_rebuilt:
            told = Field(W_REBUILT, FieldKind.BOOLEAN, "bool", note=NrpWireWording.REBUILT())
            self._fields = (*map(_rebuilt, self._fields), told)
        self._by_name = {field.name: field for field in self._fields}

    @override
    def fields(self, type_name: str | None = None) -> tuple[Field, ...]:
        # no type has fields below its own
        if type_name not in {None, self.name}:
            raise KeyError(type_name)
        return self._fields

    @override
    def check(self, path: FieldPath) -> Field:
        name, *rest = path.steps
        field = self._by_name.get(str(name))
        if field is None:
            raise unknown_field(path, self.name, str(name), self._by_name)
        if not rest:
            return field
        if not isinstance(rest[0], int) or not field.repeated:
            code = NrpWireWording.NO_LIST_BELOW if isinstance(rest[0], int) else NrpWireWording.NO_FIELD_BELOW
            raise UnknownFieldError(code(field=field.name, path=path))
        if len(rest) > 1:
            raise UnknownFieldError(NrpWireWording.NOTHING_BELOW(field=f"{field.name}[{rest[0]}]", path=path))
        if field.length is not None and rest[0] >= field.length:
            reason = NrpWireWording.TOO_FEW_NUMBERS(field=field.name, length=field.length, path=path)
            raise UnknownFieldError(reason, NrpWireWording.FIRST_NUMBER_TIP())
        return field

    @override
    def extractor(self, path: FieldPath) -> Extractor:
        # a whole DataPack is checked, so that no part of an invalid one is shown
        field = self.check(path)
        if field.repeated and len(path.steps) == 1:
            raise UnknownFieldError(FieldWording.NOT_SINGLE(path=path), FieldWording.NAME_ELEMENT_TIP(field=field.name))

        def extract(payload: Payload) -> Scalar | None:
            value: Scalar = path.select(self.decode(payload))
            return value

        return extract

    @override
    def decode(self, payload: Payload) -> dict[str, Any]:
        # a number that is 0 is not sent, but given all the same
        return values_of(self.kind, payload) | self._added

    @override
    def stamp_ns(self, payload: Payload) -> int | None:
        # DataPacks have no time
        del payload
        return None

    @override
    def roles(self) -> frozenset[Role]:
        return frozenset(self._readers)

    @override
    def read(self, role: Role, payload: Payload) -> object:
        return self._readers[role](self.decode(payload))

    @override
    def recorded(self) -> RecordedSchema:
        # no field that is sent tells whether w was
        return recorded_type(pb.DESCRIPTOR.message_types_by_name[self.name], W_REBUILT if self.w_rebuilt else "")
