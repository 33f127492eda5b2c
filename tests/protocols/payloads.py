"""Payloads as lawful, if odd, writers make them, by hand and of any kind."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from hypothesis import strategies as st

from protocols.protobuf.wire import encode_varint

VARINT, FIXED64, LENGTH, GROUP_START, GROUP_END, FIXED32 = range(6)

_FIXED64_TYPES = {FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FIXED64, FieldDescriptor.TYPE_SFIXED64}
_FIXED32_TYPES = {FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_FIXED32, FieldDescriptor.TYPE_SFIXED32}
_LENGTH_TYPES = {FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES, FieldDescriptor.TYPE_MESSAGE}


def tag(number: int, wire: int) -> bytes:
    """What announces a field."""
    return encode_varint(number << 3 | wire)


def length_field(number: int, content: bytes) -> bytes:
    """A field of bytes, text or a message."""
    return tag(number, LENGTH) + encode_varint(len(content)) + content


VARINTS = st.one_of(
    st.integers(0, 300),
    st.sampled_from([0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]),
    st.integers(0, (1 << 64) - 1),
).map(encode_varint)

TEXTS = st.one_of(st.text(max_size=8).map(str.encode), st.binary(max_size=8), st.just(b"\xed\xa0\x80"))


def _scalar(field: FieldDescriptor) -> st.SearchStrategy[bytes]:
    """The value of a field as it stands behind its tag."""
    if field.type in _FIXED64_TYPES:
        return st.binary(min_size=8, max_size=8)
    if field.type in _FIXED32_TYPES:
        return st.binary(min_size=4, max_size=4)
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return st.just(b"\x00")
    if field.type in _LENGTH_TYPES:
        return TEXTS.map(lambda text: encode_varint(len(text)) + text)
    if field.type == FieldDescriptor.TYPE_ENUM:
        assert field.enum_type is not None
        known = [encode_varint(value.number & (1 << 64) - 1) for value in field.enum_type.values]
        return st.one_of(st.sampled_from(known), VARINTS)
    return VARINTS


def wire_type(field: FieldDescriptor) -> int:
    """How a field announces itself when it is not packed."""
    if field.type in _FIXED64_TYPES:
        return FIXED64
    if field.type in _FIXED32_TYPES:
        return FIXED32
    return LENGTH if field.type in _LENGTH_TYPES else VARINT


@st.composite
def _group(draw: st.DrawFn, number: int, depth: int = 2) -> bytes:
    inner = draw(st.sampled_from([b"", b"\x08\x01", b"\x12\x02\xff\xff", b"\x1d1234", b"\x211234ABCD"]))
    if depth and draw(st.booleans()):
        inner += draw(_group(draw(st.integers(1, 20)), depth - 1))
    return tag(number, GROUP_START) + inner + tag(number, GROUP_END)


@st.composite
def _any_form(draw: st.DrawFn, number: int, wires: Sequence[int]) -> bytes:
    """A field in one of these forms, whatever the definition says."""
    wire = draw(st.sampled_from(wires))
    if wire == GROUP_START:
        return draw(_group(number))
    if wire == VARINT:
        return tag(number, wire) + draw(VARINTS)
    if wire == LENGTH:
        return length_field(number, draw(TEXTS))
    return tag(number, wire) + draw(st.binary(min_size=(size := 8 if wire == FIXED64 else 4), max_size=size))


@st.composite
def _field(draw: st.DrawFn, field: FieldDescriptor, depth: int) -> bytes:
    form = draw(st.integers(0, 19))
    if form == 0:
        # the same tag, written longer than need be
        short = tag(field.number, wire_type(field))
        return short[:-1] + bytes([short[-1] | 0x80, 0]) + draw(_scalar(field))
    if form == 1:
        return draw(_any_form(field.number, [VARINT, FIXED64, GROUP_START, FIXED32]))
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        assert field.message_type is not None
        content = draw(payloads(field.message_type, depth - 1)) if depth > 0 else b""
        return length_field(field.number, content)
    if field.is_repeated and field.type not in _LENGTH_TYPES and form < 8:
        return length_field(field.number, b"".join(draw(st.lists(_scalar(field), max_size=4))))
    one = tag(field.number, wire_type(field))
    count = draw(st.integers(1, 20)) if field.is_repeated and form == 8 else 1
    return b"".join(one + draw(_scalar(field)) for _ in range(count))


@st.composite
def payloads(draw: st.DrawFn, descriptor: Descriptor, depth: int = 3) -> bytes:
    """A payload as a lawful, if odd, writer may make it: in any order, packed or not, in parts, with strangers."""
    fields = list(descriptor.fields)
    parts = []
    for _ in range(draw(st.integers(0, 6))):
        if fields and draw(st.integers(0, 9)) > 0:
            field = draw(st.sampled_from(fields))
            parts.append(draw(_field(field, depth)))
        else:
            number = draw(st.one_of(st.integers(1, 40), st.integers(1, (1 << 29) - 1)))
            known = number in descriptor.fields_by_number
            parts.append(
                draw(_any_form(number, [VARINT] if known else [VARINT, FIXED64, LENGTH, GROUP_START, FIXED32]))
            )
    return b"".join(parts)
