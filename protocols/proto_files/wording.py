"""The sentences about .proto files."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class ProtoFileWording(Catalogue):
    """The sentences about a file that can't be read, or types that don't fit together."""

    # a line of a file
    AT_LINE = "{file}:{line}: {reason}"
    UNREADABLE = "what begins with {text!r} can't be read"
    EXPECTED = "expected {wanted}, found “{found}”"
    ENDS_TOO_SOON = "expected {wanted}, found the end of the file"
    NO_EDITIONS = "editions are not known here, only proto2 and proto3"
    NESTED_TOO_DEEPLY = "messages are nested too deeply"
    NO_REQUIRED = "proto3 has no required fields"
    NO_GROUPS = "groups are not known here: write a message"
    FIELD_NUMBER = "{number} can't be the number of a field"
    TWO_FIELDS = "{message} has two fields “{field}”"
    SAME_NUMBER = "{field} and {other} of {message} are both {number}"
    NOBODY_DEFINES = "nobody defines “{type_name}”"
    NOBODY_DEFINES_TIP = "Put the file that does into the same folder."

    # what is expected
    DEFINITION = "a message, an enum or another definition"
    NAME = "a name"
    NAME_WITHOUT_DOTS = "a name without dots"
    NUMBER = "a number"
    INTEGER = "a whole number"
    TEXT = "a text"
    MARK = "“{text}”"
    MORE = "more"
    SYNTAX = "proto2 or proto3"
    LABEL = "optional, required or repeated"
    MAP_KEY = "a whole number, bool or string as the key of a map"

    # files together
    DEFINED_TWICE = "{file}: {type_name} is defined in {other_file} too"
    DEFINED_TWICE_TIP = "Name a folder that holds only one version of each type."
    FILE_INVALID = "{file}: {reason}"
    CIRCLE = "these files need each other: {files}"
    CIRCLE_TIP = "Put the types that do into one file."
