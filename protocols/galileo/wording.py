"""The sentences about Galileo UDP."""

from __future__ import annotations

from protocols.sentence import Catalogue


class GalileoWireWording(Catalogue):
    """The sentences about addresses, sessions, datagrams and JSON messages of Galileo robots."""

    # addresses
    ADDRESS_INVALID = "This is not the address of a Galileo robot"
    ADDRESS_TIP = "Write galileo://HOST:3547/PATH, for example galileo://192.168.0.132:3547/galileo/status."
    NO_IPV6 = "Galileo robots don't support IPv6 addresses"
    NO_TOPIC = "The address names no topic"
    NO_TOPIC_TIP = "Add the topic to the end of the address: …/galileo/status."
    TOO_MANY_PARAMETERS = "The address has more than {limit} parameters"
    TOKEN_IN_TOPIC = "The topic seems to contain a token, which would be visible"  # noqa: S105 - a sentence
    TOKEN_IN_TOPIC_TIP = "Write …/TOPIC?token=TOKEN."  # noqa: S105 - a sentence
    PORT_INVALID = "The port must be 1\N{EN DASH}65535"
    PARAMETER_NO_PORT = "{parameter} in the address must be 1\N{EN DASH}65535"
    PARAMETER_NO_ANSWER = "{parameter} in the address must be yes or no"
    PARAMETER_NO_ANSWER_TIP = "Write {parameter}=yes or {parameter}=no."

    # a client's session
    ANSWERS = "The robot answers"
    HEARD_AGAIN = "The robot answers again"
    NOTHING_ANSWERS = "No answer from {host}:{port}"
    NOTHING_ANSWERS_BECAUSE = "No answer from {host}:{port} ({error})"
    NOTHING_ANSWERS_TIP = (
        "Check that the robot is on, that it is in this network and that the port is right. A firewall may block UDP."
    )
    REFUSED = "The robot refused the session"
    REFUSED_TIP = "Check the token and the topic. The robot may also have reached the limit of clients."
    REFUSED_AFTER_SILENCE = "The robot stopped answering and refuses a new session"
    NO_ID = "The robot answered without a usable session ID"
    SILENT = "The robot does not answer"
    SILENT_BECAUSE = "The robot does not answer ({error})"
    SILENT_TIP = "The network may be poor."
    LOST = "No data from the robot for {silent_s:g} s"
    LOST_BECAUSE = "No data from the robot for {silent_s:g} s ({error})"
    LOST_TIP = "Check that the robot is on, and that both computers are within range of the network."
    ROBOT_CLOSED = "The robot closed the session"
    ROBOT_CLOSED_TIP = "The robot may be shutting down."
    CLOSED = "Closed"
    CLOSED_ANSWERED = "Closed; the robot answered until then"
    CLOSED_UNANSWERED = "Closed; the robot had stopped answering"
    NO_SESSION = "No session with the robot: {state}"

    # a robot's sessions
    CLIENT_SILENT = "No data for {silent_s:g} s"
    CLOSED_BY_ROBOT = "Closed by the robot"
    CLOSED_BY_CLIENT = "Closed by the client"
    TOO_MANY_SESSIONS = "Too many sessions requested"
    NO_CLIENT = "Client {client_id} does not exist"

    # what is sent
    TOO_MANY_BYTES = "{length_bytes:,} bytes are too many; the limit is {limit_bytes:,}"
    TEXT_TOO_LONG = "A text of {length_bytes:,} bytes is too long; the limit is {limit_bytes:,}"
    TEXT_TOO_LONG_TIP = "Send it in several messages."
    PART_TOO_LONG = "A part of {length_bytes:,} bytes is too long for a datagram"
    URI_HAS_ZERO = "The address of the robot contains a zero byte"
    URI_TOO_LONG = "The address of the robot has {length_bytes:,} bytes; the limit is {limit_bytes:,}"
    URI_TOO_LONG_TIP = "Shorten the path, the token or other parameters."
    ID_LENGTH = "A client ID has {size_bytes} bytes, not {length_bytes}"

    # datagrams that came
    NO_CONNECT = "A datagram is not a connect frame"
    CONNECT_WITHOUT_END = "A connect frame has no end"
    CONNECT_WITHOUT_URI = "A connect frame has no address udp://host:port/path?token=…"
    CONNECT_NO_TEXT = "A connect frame is not text or has too many parameters"
    FRAME_TOO_SHORT = "A datagram of {length_bytes} bytes is too short for a frame"
    FRAME_BEGINNING = "A datagram begins with {byte:#04x}, not with {wanted:#04x}"
    OPCODE_UNKNOWN = "A frame has the unknown opcode {opcode:#04x}"
    BROADCAST_TOO_LONG = "A broadcast of {length_bytes:,} bytes is too long"
    BROADCAST_NO_JSON = "A broadcast is not JSON"
    BROADCAST_NO_OBJECT = "A broadcast is not a JSON object"
    BROADCAST_WITHOUT_ID = "A broadcast has no ID"

    # JSON messages
    IS_OBJECT = "{field} is an object (in {path})"
    IS_OBJECT_TIP = "Choose one of the fields in it."
    NESTED_TOO_DEEPLY = "A message of {topic} is nested too deeply"
    NESTED_TOO_DEEPLY_TIP = "Views can't show such a message."
    NO_WHOLE_JSON = "A message of {topic} is not complete JSON: {reason}"
    NO_WHOLE_JSON_TIP = "The network may cut off long texts."
    ROLE_MISFIT = "A message of {topic} can't be shown as {role}: a field is missing or has another type"
    NOT_WRITABLE = "This can't be written as JSON: {reason}"
