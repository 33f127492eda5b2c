"""The sentences that protocols of every kind say: of frames, names and publications, of fields and their values."""

from __future__ import annotations

from protocols.sentence import Catalogue


class ProtocolWording(Catalogue):
    """The sentences about frames, names and publications."""

    FRAME_TOO_LARGE = "A frame declares {length_bytes:,} bytes, more than the limit of {limit_bytes:,}"
    FRAME_TOO_LARGE_TIP = "If you expect messages of that size, raise the limit with --frame-limit MIB."
    STALLED = "Only {progress_bytes:,} bytes arrived in {stall_s:g} s"
    NAME_TOO_LONG = "The name has {length:,} characters; the limit is {limit:,}"
    NAME_CHARACTER = "A name can't contain the character U+{number:04X}"
    PUBLISHED_ALREADY = "{topic} is already published"
    GALILEO_PEER_TIP = "Another kind of program may be answering at this address."


class FieldWording(Catalogue):
    """The sentences about fields of messages: paths to them, values that don't fit, payloads that are not valid."""

    # paths
    PATH_BEGINNING = "A field path must begin with a name"
    PATH_BEGINNING_TIP = "For example: scan.ranges[0]."
    NO_PATH = "“{text}” is not a field path"
    NO_PATH_TIP = "Join names with dots and add [n] for an element, for example: scan.ranges[0]."
    UNKNOWN = "{type_name} has no field “{field}” (in {path}); the nearest is “{nearest}”"
    NAMES_TIP = "Available fields: {names}."
    NO_FIELDS_AT_ALL = "{type_name} has no field “{field}” (in {path}), because the type has no fields"
    NO_LIST = "{field} is not a list (in {path})"
    NO_FIELDS = "{field} has no fields (in {path})"
    IS_LIST = "{field} is a list (in {path})"
    NAME_ELEMENT_TIP = "Choose an element: {field}[0]."
    NOT_SINGLE = "{path} is not a single value"
    NOT_SINGLE_TIP = "Choose a number, a text or an element of a list."
    TYPE_UNKNOWN = "The type {type_name} is unknown, so it has no field “{field}”"

    # values that are to be sent
    WHOLE_MESSAGE = "The message"
    OBJECT_WANTED = "{field} must be of type {type_name}, not {value}"
    OBJECT_WANTED_TIP = "Write an object with the fields of that type."
    LIST_WANTED = "{field} must be a list, not {value}"
    LIST_WANTED_TIP = "Put [ ] around the value."
    BOOLEAN_WANTED = "{field} must be true or false, not {value}"
    INTEGER_WANTED = "{field} must be a whole number ({type_name}), not {value}"
    RANGE_WANTED = "{field} must be a number from {low:,} to {high:,} ({type_name}), not {value}"
    NUMBER_WANTED = "{field} must be a number ({type_name}), not {value}"
    NUMBER_WANTED_TIP = "nan, inf and -inf are allowed, too."
    LARGEST_WANTED = "{field} must be a number of at most {largest:.3g} ({type_name}), not {value}"
    TEXT_WANTED = "{field} must be a text, not {value}"
    UNICODE_WANTED = "{field} must be a Unicode text, not {value}"
    BYTES_WANTED = "{field} must be bytes, not {value}"
    BASE64_WANTED = "{field} must be bytes in base64, not {value}"

    # payloads
    MESSAGE_INVALID = "A message is not a valid {type_name}"
    INVALID_BECAUSE = "A message is not a valid {type_name}: {reason}"
    INVALID_AT = "A message is not a valid {type_name}: {field}: {reason}"
    OTHER_DEFINITION_TIP = "The publisher may use another definition of this type."
    FIELDS_SHOWN_TIP = "You can still see the fields of the message."


class DefinitionWording(Catalogue):
    """The faults of a definition that stands in a file beside the messages."""

    TOO_LONG = "The definition of {type_name} has {nbytes:,} bytes; the limit is {limit:,}"
    NOT_IN_IT = "The definition does not describe {type_name}"
    FILE_MISSING = "{file} is missing"
    BROKEN = "The definition of {type_name} can't be used: {reason}"
