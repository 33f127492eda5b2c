"""The names of `protocols.schema` and `protocols.errors` for views, which may not import protocols."""

from protocols.errors import DecodeError, UnknownFieldError
from protocols.schema import Extractor, Field, FieldKind, FieldPath, Payload, RecordedSchema, Role, Schema, is_list

__all__ = [
    "DecodeError",
    "Extractor",
    "Field",
    "FieldKind",
    "FieldPath",
    "Payload",
    "RecordedSchema",
    "Role",
    "Schema",
    "UnknownFieldError",
    "is_list",
]
