"""Sentences of messages that are written and published."""

from __future__ import annotations

from protocols.sentence import Catalogue


class PublishingWording(Catalogue):
    """The sentences about drafts of messages, and what is published again and again."""

    STOPPED_BEFORE = "it was stopped before it began"
    TOO_LONG_TO_KEEP = "The message is too long to be kept. Copy it into a file."
    TOO_DEEP = "The message is nested too deeply"
    NOT_JSON = "The message is not JSON: {error}"
    NO_FIELD = "{type} has no field “{name}”"
    NO_MESSAGE = "{field} is a message, {{…}}"
    NO_LIST = "{field} is a list, […]"
    TOO_MANY_ELEMENTS = "{field} has more than {count} elements: give it as JSON"
    FIXED_LENGTH = "{field} has {count} elements, always"
    OUT_OF_RANGE = "{field} is a whole number from {lowest} to {highest}"
    NO_BOOLEAN = "{field} is true or false"
    NO_INTEGER = "{field} is a whole number"
    NO_NUMBER = "{field} is a number"
    NO_TEXT = "{field} is a text"
    NO_BYTES = "{field} is bytes, written in base64"
    NO_SUCH_NAME = "{field} is one of {names}"
    FIELD = "Field"
    VALUE = "Value"
    UNIT = "Unit"
    TYPE = "Type"
    ONE_ELEMENT = "1 element"
    ELEMENTS = "{count} elements"
