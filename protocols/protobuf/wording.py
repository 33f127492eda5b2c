"""The sentences about protobuf messages."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class ProtobufWording(Catalogue):
    """The sentences about the wire format of protobuf, and about values of its types."""

    # the wire format
    NESTED_TOO_DEEPLY = "nested too deeply"
    TOO_MANY_FIELDS = "more than {limit:,} fields"
    NUMBER_TOO_LONG = "a number longer than ten bytes"
    NUMBER_CUT = "ends in the middle of a number"
    NO_WIRE_TYPE = "field {number} has a wire type that does not exist"
    NO_FIELD_NUMBER = "a field number that can't be"
    GROUP_NOT_BEGUN = "field {number} ends a group that did not begin"
    FIELD_CUT = "field {number} wants {size_bytes:,} bytes, {left_bytes:,} are left"
    GROUP_NOT_OPEN = "a group is ended as {number} that is not open"
    GROUP_WITHOUT_END = "group {number} does not end"
    PACKED_SIZE = "{length_bytes:,} bytes are no whole number of values of {size_bytes} bytes"

    # messages that came
    NO_PROTOBUF = "a message is not protobuf: {reason}"
    NO_PROTOBUF_TIP = "This may not be the topic of a Gazebo Classic server."
    TYPE_UNNAMED = "the type is not known: it has no field “{field}”"
    FIELDS_BY_NUMBER_TIP = "Name fields by number: 1[0]."

    # values that are to be sent
    BYTES_INVALID = "the bytes are no valid {type_name}: {reason}"
    VALUE_TOO_DEEP = "{field}…: nested too deeply"
    ONE_OF = "only one of {field} and {other} can be sent"
    REQUIRED = "{field} is missing, which {type_name} requires"
    ENUM_WANTED = "{field} is a value of {type_name}, not {value}"
    BYTES_WANTED_TIP = 'Write {{"base64": "…"}}, as `teledeck echo --bytes --json` does.'
