"""The shapes of JSON messages by a definition in a file: a JSON Schema, as far as it names fields and their kinds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from protocols.errors import DefinitionError
from protocols.galileo.json_schema import EMPTY, MAX_DEPTH, MAX_FIELDS, JsonShape
from protocols.schema import FieldKind
from protocols.wording import DefinitionWording

MAX_DEFINITION: Final = 1024 * 1024

_KINDS: Final = {
    "boolean": FieldKind.BOOLEAN,
    "integer": FieldKind.INTEGER,
    "number": FieldKind.FLOAT,
    "string": FieldKind.STRING,
    "object": FieldKind.MESSAGE,
}


def described_shape(type_name: str, definition: bytes) -> JsonShape:
    """Return the shape that a JSON Schema describes; references are not followed. Raises DefinitionError."""
    if len(definition) > MAX_DEFINITION:
        reason = DefinitionWording.TOO_LONG(type_name=type_name, nbytes=len(definition), limit=MAX_DEFINITION)
        raise DefinitionError(reason)
    try:
        described = json.loads(definition) if definition.strip() else {}
    except (ValueError, RecursionError) as error:
        raise DefinitionError(DefinitionWording.BROKEN(type_name=type_name, reason=str(error))) from error
    return _Reader().shape(described, 0)


class _Reader:
    def __init__(self) -> None:
        self._left = MAX_FIELDS

    def shape(self, described: Any, depth: int) -> JsonShape:
        if not isinstance(described, Mapping) or depth > MAX_DEPTH:
            return EMPTY
        told = described.get("type")
        names = told if isinstance(told, list) else [told]
        if "array" in names:
            element = self.shape(described.get("items"), depth + 1)
            return replace(element, depth=element.depth + 1)
        kind = next((_KINDS[name] for name in names if isinstance(name, str) and name in _KINDS), None)
        fields = described.get("properties")
        if kind is not FieldKind.MESSAGE or not isinstance(fields, Mapping):
            return JsonShape(kind)
        found = {}
        for name, below in fields.items():
            if self._left <= 0:
                break
            self._left -= 1
            found[name] = self.shape(below, depth + 1)
        return JsonShape(kind, 0, MappingProxyType(found))
