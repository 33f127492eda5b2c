"""Definitions and values made by hypothesis, and rosbags as the other side of them."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from hypothesis import strategies as st
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

from protocols.ros1.messages.codec_source import CODES
from protocols.ros1.messages.definitions import FIXED_SIZES, NUMBERS, MessageField, MessageType, parse_message
from tests.protocols.ros1.definitions import SEPARATOR

_BUILTINS = (*FIXED_SIZES, "byte", "char", "string", "string")
_SUFFIXES = ("", "", "", "[]", "[]", "[0]", "[1]", "[3]")
_CONSTANTS = ("uint8 A=3", "string B=x # y", "float32 C=-1.5", "bool D=1", "byte E=-3")


@st.composite
def message_types(draw: st.DrawFn) -> MessageType:
    """Any type: builtin fields of all kinds, alone and in arrays, and types nested in it."""
    texts: dict[str, str] = {}
    for level in range(draw(st.integers(0, 3))):
        texts[f"Part{level}"] = draw(_texts(tuple(texts)))
    top = draw(_texts(tuple(texts)))
    sections = [f"\n{SEPARATOR}\nMSG: generated_msgs/{name}\n{text}" for name, text in texts.items()]
    return parse_message("generated_msgs/Top", "".join([top, *sections]))


@st.composite
def _texts(draw: st.DrawFn, nested: tuple[str, ...]) -> str:
    # nested types often, so that what stands behind them is reached
    names = st.sampled_from((*_BUILTINS, *(nested * 6)))
    types = draw(st.lists(st.tuples(names, st.sampled_from(_SUFFIXES)), max_size=7))
    lines = [f"{name}{suffix} field{number}" for number, (name, suffix) in enumerate(types)]
    return "\n".join([*draw(st.lists(st.sampled_from(_CONSTANTS), unique=True, max_size=2)), *lines])


def values(message: MessageType, *, common: bool = True) -> st.SearchStrategy[dict[str, Any]]:
    """Any value of a type as `decode` gives it, but lists for views; `common` keeps to the times that rosbags has."""
    return st.fixed_dictionaries({field.name: _field_values(field, common) for field in message.fields})


def _field_values(field: MessageField, common: bool) -> st.SearchStrategy[Any]:  # noqa: FBT001 - private
    if not field.is_array:
        return _element_values(field, common)
    low, high = (0, 4) if field.length is None else (field.length, field.length)
    if field.type_name == "uint8":
        return st.binary(min_size=low, max_size=high)
    return st.lists(_element_values(field, common), min_size=low, max_size=high)


def _element_values(field: MessageField, common: bool) -> st.SearchStrategy[Any]:  # noqa: FBT001 - private
    name = field.type_name
    if field.message is not None:
        return values(field.message, common=common)
    if name == "string":
        return (
            st.text(max_size=5) if common else st.binary(max_size=5).map(lambda b: b.decode(errors="surrogateescape"))
        )
    if name == "bool":
        return st.booleans()
    if name.startswith("float"):
        return st.floats(width=32 if name == "float32" else 64, allow_nan=False)
    if name in {"time", "duration"}:
        low = -(2**31) if name == "duration" else 0
        top = 2**31 if common or name == "duration" else 2**32
        nsecs = st.integers(0 if common else low, top - 1)
        return st.fixed_dictionaries({"secs": st.integers(low, top - 1), "nsecs": nsecs})
    bits = 8 * FIXED_SIZES[name]
    return st.integers(0, (1 << bits) - 1) if name[0] == "u" else st.integers(-(1 << bits - 1), (1 << bits - 1) - 1)


def plain(value: Any) -> Any:
    """A decoded value with lists and bytes for views."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, memoryview):
        return bytes(value) if value.format == "B" else value.tolist()
    return value


@functools.lru_cache(maxsize=64)
def store(message: MessageType) -> Typestore:
    """The store of rosbags, which knows the type."""
    made = get_typestore(Stores.ROS1_NOETIC)
    types = get_types_from_msg(message.definition, _name(message))
    made.register({name: each for name, each in types.items() if name not in made.fielddefs})
    return made


def _name(message: MessageType) -> str:
    return message.name.replace("/", "/msg/")


def written_by_rosbags(message: MessageType, value: dict[str, Any]) -> bytes:
    """The payload that rosbags makes of a value."""
    return bytes(store(message).serialize_ros1(_object(store(message), message, value), _name(message)))


def read_by_rosbags(message: MessageType, payload: bytes) -> dict[str, Any]:
    """The value that rosbags reads."""
    return _dict(message, store(message).deserialize_ros1(payload, _name(message)))


def _object(types: Typestore, message: MessageType, value: dict[str, Any]) -> Any:
    items: dict[str, Any] = {}
    for field in message.fields:
        item = value[field.name]
        if field.is_array and field.type_name in NUMBERS | {"bool"}:
            code = "?" if field.type_name == "bool" else CODES[field.type_name]
            items[field.name] = np.array(list(item), dtype=code)
        elif field.is_array:
            items[field.name] = [_element(types, field, each) for each in item]
        else:
            items[field.name] = _element(types, field, item)
    return types.types[_name(message)](**items)


def _element(types: Typestore, field: MessageField, value: Any) -> Any:
    if field.message is not None:
        return _object(types, field.message, value)
    if field.type_name in {"time", "duration"}:
        made = types.types[f"builtin_interfaces/msg/{field.type_name.capitalize()}"]
        return made(sec=value["secs"], nanosec=value["nsecs"])
    return value


def _dict(message: MessageType, found: Any) -> dict[str, Any]:
    items = {}
    for field in message.fields:
        item = getattr(found, field.name)
        if isinstance(item, np.ndarray):
            items[field.name] = item.tobytes() if field.type_name == "uint8" else item.tolist()
        elif field.is_array:
            items[field.name] = [_plain(field, each) for each in item]
        else:
            items[field.name] = _plain(field, item)
    return items


def _plain(field: MessageField, value: Any) -> Any:
    if field.message is not None:
        return _dict(field.message, value)
    if field.type_name in {"time", "duration"}:
        return {"secs": value.sec, "nsecs": value.nanosec}
    return value
