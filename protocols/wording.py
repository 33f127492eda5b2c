"""The sentences that protocols of every kind say: of frames, names and publications, of fields and their values."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class ProtocolWording(Catalogue):
    """The sentences about frames, names and publications."""

    FRAME_TOO_LARGE = "a frame declares {length_bytes:,} bytes, more than the limit of {limit_bytes:,}"
    FRAME_TOO_LARGE_TIP = "If messages of that size are expected, raise the frame limit: --frame-limit MIB."
    STALLED = "only {progress_bytes:,} bytes came in {stall_s:g} s"
    NAME_TOO_LONG = "it has {length:,} characters, and {limit:,} are the most"
    NAME_CHARACTER = "it holds the character U+{number:04X}, which no name can hold"
    PUBLISHED_ALREADY = "{topic} is published already"
    GALILEO_PEER_TIP = "Something else than a Galileo robot may answer at this address."


@enum.unique
class FieldWording(Catalogue):
    """The sentences about fields of messages: paths to them, values that don't fit, payloads that are not valid."""

    # paths
    PATH_BEGINNING = "a field path begins with a name"
    PATH_BEGINNING_TIP = "Write scan.ranges[0]."
    NO_PATH = "“{text}” is not a field path"
    NO_PATH_TIP = "Write names joined by dots and [n] for an element: scan.ranges[0]."
    UNKNOWN = "{type_name} has no field “{field}” (in {path}); the nearest is “{nearest}”"
    NAMES_TIP = "It has: {names}."
    NO_FIELDS_AT_ALL = "{type_name} has no field “{field}” (in {path}): it has no fields at all"
    NO_LIST = "{field} is no list (in {path})"
    NO_FIELDS = "{field} has no fields (in {path})"
    IS_LIST = "{field} is a list (in {path})"
    NAME_ELEMENT_TIP = "Name an element: {field}[0]."
    NOT_SINGLE = "{path} is not a single value"
    NOT_SINGLE_TIP = "Name a number, a text or an element of a list."
    TYPE_UNKNOWN = "the type {type_name} is unknown: it has no field “{field}”"

    # values that are to be sent
    WHOLE_MESSAGE = "the message"
    OBJECT_WANTED = "{field} is of type {type_name}, not {value}"
    OBJECT_WANTED_TIP = "Write an object with its fields."
    LIST_WANTED = "{field} is a list, not {value}"
    LIST_WANTED_TIP = "Write [ ] around it."
    BOOLEAN_WANTED = "{field} is true or false, not {value}"
    INTEGER_WANTED = "{field} is a whole number ({type_name}), not {value}"
    RANGE_WANTED = "{field} is a number from {low:,} to {high:,} ({type_name}), not {value}"
    NUMBER_WANTED = "{field} is a number ({type_name}), not {value}"
    NUMBER_WANTED_TIP = "Or one of: nan, inf, -inf."
    LARGEST_WANTED = "{field} is a number of at most {largest:.3g} ({type_name}), not {value}"
    TEXT_WANTED = "{field} is a text, not {value}"
    UNICODE_WANTED = "{field} is a text in Unicode, not {value}"
    BYTES_WANTED = "{field} is bytes, not {value}"
    BASE64_WANTED = "{field} is bytes in base64, not {value}"

    # payloads
    MESSAGE_INVALID = "a message is not a valid {type_name}"
    INVALID_BECAUSE = "a message is not a valid {type_name}: {reason}"
    INVALID_AT = "a message is not a valid {type_name}: {field}: {reason}"
    OTHER_DEFINITION_TIP = "The publisher may use another definition of this type."
    FIELDS_SHOWN_TIP = "Its fields are shown all the same."
