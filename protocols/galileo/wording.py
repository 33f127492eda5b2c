"""The sentences about Galileo UDP."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class GalileoWireWording(Catalogue):
    """The sentences about addresses, sessions, datagrams and JSON messages of Galileo robots."""

    # addresses
    ADDRESS_INVALID = "this is no address of a Galileo robot"
    ADDRESS_TIP = "Write galileo://HOST:3547/PATH, as galileo://192.168.0.132:3547/galileo/status."
    NO_IPV6 = "Galileo robots have no IPv6 addresses"
    NO_TOPIC = "no topic is named"
    NO_TOPIC_TIP = "Put it behind the address: …/galileo/status."
    TOO_MANY_PARAMETERS = "the address has more than {limit} parameters"
    TOKEN_IN_TOPIC = "the topic seems to hold a token, which would be shown"  # noqa: S105 - a sentence
    TOKEN_IN_TOPIC_TIP = "Write …/TOPIC?token=TOKEN."  # noqa: S105 - a sentence
    PORT_INVALID = "the port of the address is no number from 1 to 65535"
    PARAMETER_NO_PORT = "{parameter} of the address is no number from 1 to 65535"
    PARAMETER_NO_ANSWER = "{parameter} of the address is neither yes nor no"
    PARAMETER_NO_ANSWER_TIP = "Write {parameter}=yes or {parameter}=no."

    # a client's session
    ANSWERS = "the robot answers"
    HEARD_AGAIN = "the robot is heard again"
    NOTHING_ANSWERS = "nothing answers at {host}:{port}"
    NOTHING_ANSWERS_BECAUSE = "nothing answers at {host}:{port} ({error})"
    NOTHING_ANSWERS_TIP = "Is the robot on, in this network, and the port right? A firewall may keep UDP out."
    REFUSED = "the robot refuses the session"
    REFUSED_TIP = "Check the token and the topic. It may also serve as many clients as it can."
    REFUSED_AFTER_SILENCE = "nothing is heard of the robot, and it refuses a new session"
    NO_ID = "the robot answers without an id that can be used"
    SILENT = "nothing is heard of the robot"
    SILENT_BECAUSE = "nothing is heard of the robot ({error})"
    SILENT_TIP = "The network may be bad."
    LOST = "nothing was heard of the robot for {silent_s:g} s"
    LOST_BECAUSE = "nothing was heard of the robot for {silent_s:g} s ({error})"
    LOST_TIP = "Is it still on, and is one of you out of reach of the network?"
    ROBOT_CLOSED = "the robot closed the session"
    ROBOT_CLOSED_TIP = "It may be shutting down."
    CLOSED = "closed"
    CLOSED_ANSWERED = "closed; the robot had answered to the last"
    CLOSED_UNANSWERED = "closed; the robot has not answered before that"
    NO_SESSION = "there is no session with the robot: {state}"

    # a robot's sessions
    CLIENT_SILENT = "silent for {silent_s:g} s"
    CLOSED_BY_ROBOT = "closed by the robot"
    CLOSED_BY_CLIENT = "closed by the client"
    TOO_MANY_SESSIONS = "asked for too many sessions"
    NO_CLIENT = "there is no client {client_id}"

    # what is sent
    TOO_MANY_BYTES = "{length_bytes:,} bytes are too many: {limit_bytes:,} at the most"
    TEXT_TOO_LONG = "a text of {length_bytes:,} bytes is too long: a datagram holds {limit_bytes:,}"
    TEXT_TOO_LONG_TIP = "Send it in several messages."
    PART_TOO_LONG = "a part of {length_bytes:,} bytes is too long for a datagram"
    URI_HAS_ZERO = "the robot's URI has a zero in it"
    URI_TOO_LONG = "the robot's URI is {length_bytes:,} bytes long; a datagram holds {limit_bytes:,}"
    URI_TOO_LONG_TIP = "Shorten the path, the token or further parameters."
    ID_LENGTH = "a client id has {size_bytes} bytes, not {length_bytes}"

    # datagrams that came
    NO_CONNECT = "a datagram is no connect frame"
    CONNECT_WITHOUT_END = "a connect frame has no end"
    CONNECT_WITHOUT_URI = "a connect frame holds no URI udp://host:port/path?token=…"
    CONNECT_NO_TEXT = "a connect frame holds no text, or too many parameters"
    FRAME_TOO_SHORT = "a datagram of {length_bytes} bytes is too short for a frame"
    FRAME_BEGINNING = "a datagram begins with {byte:#04x}, not with {wanted:#04x}"
    OPCODE_UNKNOWN = "a frame has the unknown opcode {opcode:#04x}"
    BROADCAST_TOO_LONG = "a broadcast of {length_bytes:,} bytes is too long"
    BROADCAST_NO_JSON = "a broadcast is no JSON"
    BROADCAST_NO_OBJECT = "a broadcast is no JSON object"
    BROADCAST_WITHOUT_ID = "a broadcast has no id"

    # JSON messages
    IS_OBJECT = "{field} is an object (in {path})"
    IS_OBJECT_TIP = "Name a field of it."
    NESTED_TOO_DEEPLY = "a message of {topic} is nested too deeply"
    NESTED_TOO_DEEPLY_TIP = "It is no message that views could show."
    NO_WHOLE_JSON = "a message of {topic} is no whole JSON: {reason}"
    NO_WHOLE_JSON_TIP = "Long texts may be cut off on their way."
    ROLE_MISFIT = "a message of {topic} can't be seen as a {role}: it lacks a field, or one holds else"
    NOT_WRITABLE = "this can't be written as JSON: {reason}"
