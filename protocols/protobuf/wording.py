"""The sentences about protobuf messages."""

from __future__ import annotations

from protocols.sentence import Catalogue


class ProtobufWording(Catalogue):
    """The sentences about the wire format of protobuf, and about values of its types."""

    # the wire format
    NESTED_TOO_DEEPLY = "The data is nested too deeply"
    TOO_MANY_FIELDS = "The data has more than {limit:,} fields"
    NUMBER_TOO_LONG = "A number is longer than ten bytes"
    NUMBER_CUT = "The data ends in the middle of a number"
    NO_WIRE_TYPE = "Field {number} has an unknown wire type"
    NO_FIELD_NUMBER = "A field has an impossible number"
    GROUP_NOT_BEGUN = "Field {number} ends a group that did not begin"
    FIELD_CUT = "Field {number} needs {size_bytes:,} bytes, but only {left_bytes:,} are left"
    GROUP_NOT_OPEN = "Field {number} ends a group that is not open"
    GROUP_WITHOUT_END = "Group {number} does not end"
    PACKED_SIZE = "{length_bytes:,} bytes are not a whole number of values of {size_bytes} bytes"

    # messages that came
    NO_PROTOBUF = "A message is not protobuf: {reason}"
    NO_PROTOBUF_TIP = "This topic may not come from a Gazebo Classic server."
    TYPE_UNNAMED = "The type is unknown, so it has no field “{field}”"
    FIELDS_BY_NUMBER_TIP = "Use the numbers of fields: 1[0]."

    # values that are to be sent
    BYTES_INVALID = "The bytes are not a valid {type_name}: {reason}"
    VALUE_TOO_DEEP = "{field}…: The value is nested too deeply"
    ONE_OF = "Only one of {field} and {other} can be sent"
    REQUIRED = "{type_name} requires {field}"
    ENUM_WANTED = "{field} must be a value of {type_name}, not {value}"
    BYTES_WANTED_TIP = 'Write {{"base64": "…"}}, as `teledeck echo --bytes --json` does.'
