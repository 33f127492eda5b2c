"""The sentences about .proto files."""

from __future__ import annotations

from protocols.sentence import Catalogue


class ProtoFileWording(Catalogue):
    """The sentences about a file that can't be read, or types that don't fit together."""

    # a line of a file
    AT_LINE = "{file}:{line}: {reason}"
    UNREADABLE = "The text from {text!r} on can't be read"
    EXPECTED = "Expected {wanted}, found “{found}”"
    ENDS_TOO_SOON = "Expected {wanted}, found the end of the file"
    NO_EDITIONS = "Editions are not supported, only proto2 and proto3"
    NESTED_TOO_DEEPLY = "Messages are nested too deeply"
    NO_REQUIRED = "Proto3 has no required fields"
    NO_GROUPS = "Groups are not supported; use a message"
    FIELD_NUMBER = "{number} is not a valid field number"
    TWO_FIELDS = "{message} has two fields “{field}”"
    SAME_NUMBER = "{field} and {other} of {message} both have the number {number}"
    NOBODY_DEFINES = "No file defines “{type_name}”"
    NOBODY_DEFINES_TIP = "Put the file with the definition into the same folder."

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
    DEFINED_TWICE = "{file}: {other_file} also defines {type_name}"
    DEFINED_TWICE_TIP = "Name a folder with only one version of each type."
    FILE_INVALID = "{file}: {reason}"
    CIRCLE = "These files import each other in a circle: {files}"
    CIRCLE_TIP = "Put those types into one file."
