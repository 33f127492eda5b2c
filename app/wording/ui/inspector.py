"""Sentences of the inspector of messages."""

from __future__ import annotations

from protocols.sentence import Catalogue


class InspectorWording(Catalogue):
    """The sentences about the message that is read, its fields and their history."""

    TYPE_A_TYPE = "Type the name of a message type, and Enter."
    NOT_SENT = "not sent"
    VALUES_IN = "{count} values in {time}"
    ONE_VALUE = "1 value"
    NO_VALUE = "no value yet"
    SELECT_A_FIELD = "Select a field to see its last values."
    NO_HISTORY = "Lists and messages have no history: select a field inside."
    NO_TOPIC = "No topic selected"
    SELECT_A_TOPIC = "Select a topic in the list to read its messages here."
    NOTHING_YET = "Nothing to read yet"
    SELECT_A_TOPIC_LATER = "Select a topic as soon as there is one, and its messages are shown here."
    TOPIC_GONE = "This topic is gone"
    SHOWN_WHEN_OFFERED = "Its messages will be shown when the robot offers it again."
    NOT_CONNECTED = "Not connected"
    TOPIC_UNKNOWN = "The robot does not know this topic"
    UNREADABLE = "Can't be read"
    NOBODY_PUBLISHES = "Nobody publishes this topic"
    SHOWN_WHEN_PUBLISHED = "Its messages will be shown as soon as somebody does."
    WAITING = "Waiting for the first message"
    SENT_ON_CHANGE = "Some topics send only when something changes."
    ASKED_FOR = "Asked for at {rate}"
    PAUSED = "Paused"
    NEWER = "{count} newer"
    LARGE = "Large message"
    LARGE_TIP = "Reading it may hold up the window for a moment, so it is not done by itself."
    NO_BYTES = "No bytes: the message is empty"
    BYTES_OF = "Bytes {first} to {last} of {count}"
    BYTES = "{count} bytes"
    IN_UNIT = "in {unit}"
    ELEMENT = "Element of {path}, 0 to {last}:"
    RESUME = "Resume"
