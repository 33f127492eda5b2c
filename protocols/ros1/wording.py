"""The sentences about ROS 1: its graph, the links between nodes, and message definitions.

What goes to other nodes, as the answers of a master do, is in the words of ROS itself, and not among these.
"""

from __future__ import annotations

from protocols.sentence import Catalogue


class RosGraphWording(Catalogue):
    """The sentences about names, addresses and calls of XML-RPC."""

    # names
    NAME_INVALID = "“{name}” can't be a ROS 1 name: {reason}"
    NAME_TIP = "Check the spelling."
    NAMES_NAMESPACE = "“{name}” is a namespace"
    NAMES_NAMESPACE_TIP = "Write the full name of something in it."
    NO_TYPE = "“{name}” is not a type"
    NO_TYPE_TIP = "Write it as package/Type."
    NO_NAMESPACE = "“{text}” is not a ROS 1 namespace"
    NO_NAMESPACE_TIP = "Check ROS_NAMESPACE."

    # addresses
    NO_NODE_ADDRESS = "“{uri}” is not the address of a node"
    NO_SERVICE_ADDRESS = "“{uri}” is not the address of a service"
    NODE_AT_FAULT_TIP = "The node that sent it is faulty."
    NO_MASTER_ADDRESS = "“{uri}” is not the address of a ROS 1 master"
    IPV6_ADDRESS = "“{uri}” is an IPv6 address; ROS 1 supports only IPv4"
    MASTER_ADDRESS_TIP = "Write ros1://HOST:11311."
    MASTER_VARIABLE_TIP = "Set ROS_MASTER_URI to http://HOST:11311."

    # values that are to be sent
    NO_METHOD = "“{method}” is not a method"
    ARGUMENT = "Argument {number} of {method}"
    ANSWER = "The answer"
    FAULT_CODE = "The code of a fault"
    FAULT_TEXT = "The text of a fault"
    BODY_TOO_LONG = "{length_bytes:,} bytes are too many for a call; the limit is {limit_bytes:,}"
    NUMBER_TOO_LARGE = "{where}{path}: {number} does not fit in 32 bits"
    NUMBER_TOO_LARGE_TIP = "Write the number with a decimal point."
    TOO_DEEP = "{where}{path} is nested deeper than {limit} levels"
    KEY_NO_TEXT = "{where}{path}: {key!r} can't be a key; a key must be a text"
    NULL = "{where}{path}: null can't be sent to ROS 1"
    UNSENDABLE = "{where}{path}: a {type_name} can't be sent to ROS 1"
    CHARACTER = "{where}{path} contains the character {number:#x}, which XML can't carry"
    KEY_CHARACTER = "{where}{path} has a key with the character {number:#x}, which XML can't carry"

    # calls and answers that came
    PEER_TIP = "Check that this is a ROS 1 master or node."
    NOT_READ_WHOLE_TIP = "The answer is too large to be read at once. Ask for a part of it."
    ANSWER_FOR_CALL = "An answer arrived instead of a call"
    CALL_FOR_ANSWER = "A call arrived instead of an answer"
    ANSWER_VALUES = "An answer has {count} values instead of one"
    FAULT_INCOMPLETE = "A fault arrived without a code and a text"
    FAULT = "The other program answered with a fault: {text} ({code})"
    NO_TRIPLE = "An answer is not code, message and value: {value}"
    CODE_NO_INTEGER = "The code of an answer is not an integer: {value}"
    MESSAGE_NO_TEXT = "The message of an answer is not a text: {value}"
    CONTAINER = "A {type_name} of {length}"
    DOCUMENT_TOO_LONG = "{length_bytes:,} bytes are too many for a call or an answer; the limit is {limit_bytes:,}"
    NO_UTF8 = "A call or an answer is not UTF-8"
    NO_XML = "A call or an answer is not XML: {reason}"
    NO_METHOD_NAMED = "The XML-RPC call has no method"
    ELEMENT_MISPLACED = "XML-RPC has an unexpected <{tag}> in <{parent}>"
    ROOT_UNKNOWN = "XML-RPC has an unexpected <{tag}>"
    TOO_MUCH = "XML-RPC has too many elements in <{parent}>"
    OUT_OF_PLACE = "XML-RPC has a <{tag}> at the wrong place in <{parent}>"
    INCOMPLETE = "XML-RPC has an incomplete <{tag}>"
    DOCUMENT_TYPE = "XML-RPC has a document type, which is not allowed"
    NESTED_TOO_DEEPLY = "XML-RPC has values nested deeper than {limit} levels"
    TOO_MANY_VALUES = "XML-RPC has more than {limit:,} values"
    SCALAR_INVALID = "XML-RPC has an invalid <{tag}>: “{text}”"


class TcprosWording(Catalogue):
    """The sentences about the links of topics and services."""

    # connection headers
    PORT_TIP = "Check that this is the port of a ROS 1 node."
    NODE_AT_FAULT_TIP = "The node is faulty."
    FRAME_TOO_LONG = "A message of {length_bytes:,} bytes is too long for TCPROS"
    HEADER_KEY = "“{key}” can't be the key of a connection header"
    HEADER_TOO_LONG = "A connection header has {length_bytes:,} bytes; the limit is {limit_bytes:,}"
    HEADER_CUT = "A connection header ends within the length of a field"
    HEADER_FIELD_EMPTY = "A connection header has an empty field"
    HEADER_FIELD_CUT = "A field of a connection header declares {length_bytes:,} bytes, but only {left_bytes:,} arrived"
    HEADER_KEY_TWICE = "A connection header has “{key}” twice"
    HEADER_FIELD_INVALID = "A field of a connection header is not “key=value”: “{field}”"
    HEADER_NO_UTF8 = "“{key}” in a connection header is not UTF-8"
    HEADER_DECLARES = "A connection header declares {length_bytes:,} bytes; the limit is {limit_bytes:,}"
    NO_HEADER = "No connection header within {timeout_s:g} s"
    NO_HEADER_TIP = "This port is only for ROS 1 nodes."

    # links that others make
    DIALLER_CLOSED = "The other program closed the link"
    SUBSCRIBER_CLOSED = "The subscriber closed the link"
    CALLER_CLOSED = "The caller closed the link"
    NO_MORE_TIP = "The node may have ended or no longer needs it."
    SERVED_ALREADY = "{service} is already offered"
    ANSWERS_UNREAD = "{caller} has not read {held_bytes:,} bytes of answers of {service}"
    ANSWERS_UNREAD_TIP = "The caller may hang."
    REQUEST_STUCK = "A request of {service} is stuck: {reason}"
    REQUEST_STUCK_TIP = "The network may be too slow, or the caller may hang."
    CALLED_AGAIN = "{caller} called {service} again before the answer"
    CALLER_AT_FAULT_TIP = "The caller is faulty."
    NOT_CALLED = "{service} was not called on this link, or has already answered"

    # links to a publisher or a provider
    THE_PUBLISHER = "The publisher"
    THE_PROVIDER = "The service"
    CLOSED = "{peer} closed the link"
    CLOSED_BEFORE_ANSWER = "{peer} closed the link without an answer"
    CLOSED_WITHIN = "{peer} closed the link in the middle of a message"
    CLOSED_DURING_CALL = "{peer} closed the link without an answer to a call of {service}"
    PUBLISHES_NO_MORE_TIP = "The node may have ended, or may have stopped publishing {topic}."
    PROVIDES_NO_MORE_TIP = "The node may have ended, or may have stopped offering {service}."
    DIALLED_AGAIN_TIP = "The node may have ended. Teledeck retries while the master lists the node."
    ENDED_TIP = "The node may have ended."
    SILENT = "{peer} did not answer within {timeout_s:g} s"
    SILENT_TIP = "The node may hang, or another program may use the port now."
    REFUSED = "{peer} refused the link: {reason}"
    TOPIC_REFUSED_TIP = "The node may have stopped publishing {topic}, or publish another type."
    SERVICE_REFUSED_TIP = "The node may have stopped offering {service}, or offer another type."
    MESSAGE_STUCK = "A message of {topic} is stuck: {reason}"
    MESSAGE_STUCK_TIP = "The network may be too slow for this topic, or the publisher may hang."
    TYPE_UNSAID = "{peer} sent no type for {name}"
    MD5_UNSAID = "{peer} sent no md5sum for {name}"
    TYPE_AND_MD5_UNSAID = "{peer} sent no type and no md5sum for {name}"
    OTHER_TOPIC = "{peer} answered for {other} instead of {topic}"
    PEER_AT_FAULT_TIP = "The node is faulty and should be fixed."
    OTHER_DEFINITION = "{peer} publishes {topic} as {type_name} with the MD5 {md5}, not {wanted_md5}"
    OTHER_DEFINITION_TIP = "The node may use another version of the message definition."
    CALL_UNDER_WAY = "A call of {service} is already in progress"
    LINK_USED_UP = "This link to {service} can't be used for another call"
    SERVICE_SILENT = "{service} did not answer within {timeout_s:g} s"
    SERVICE_SILENT_TIP = "The service may need longer, or the node may hang."
    ANSWER_STUCK = "An answer of {service} is stuck: {reason}"
    ANSWER_STUCK_TIP = "The network may be too slow, or the node may hang."
    NOT_ASKED = "{peer} sent data of {service} that was not requested"
    ANSWER_BEGINNING = "An answer of {service} begins with {code}, not with 0 or 1"
    NO_REASON = "No reason given"


class RosMessageWording(Catalogue):
    """The sentences about definitions, and about messages that don't fit theirs."""

    # definitions
    NO_TYPE_NAME = "{name} is not the name of a message type"
    NO_TYPE_NAME_TIP = "A type name looks like std_msgs/String."
    TEXT_TOO_LONG = "The definition of {type_name} has {length:,} characters; the limit is {limit:,}"
    NOT_DEFINED = "{type_name} is not defined"
    AT_LINE = "Line {line} of {origin}: {reason}"
    A_MESSAGE_DEFINITION = "the message definition"
    A_SERVICE_DEFINITION = "the service definition"
    NO_MARKER = "Expected “MSG: pkg/Type”, found {text}"
    DEFINED_TWICE = "{type_name} is defined twice"
    TOO_MANY_TYPES = "The definition has more than {limit:,} types"
    TWO_FIELDS = "{type_name} has two fields {field}"
    TOO_MANY_VALUES = "A {type_name} would have at least {count:,} values"
    TOO_MANY_FIELDS = "The definition has more than {limit:,} fields"
    NO_FIELD = "{text} is not “type name”"
    FIELD_NAME = "{name} can't be a field name"
    ARRAY_TOO_LONG = "An array of {length:,} elements is too long"
    ARRAY_TOO_DENSE = "An array of {type_name} has too many values in too few bytes"
    CONTAINS_ITSELF = "{type_name} contains itself"
    NESTED_TOO_DEEPLY = "Types nest deeper than {limit}"
    NO_CONSTANT = "{text} is not a constant: {reason}"
    CONSTANT_NAME = "{name} can't be the name of a constant"
    TWO_SIGNS = "The line has two signs “=”"
    CONSTANT_TYPE = "The type {type_name!r} can't have constants"
    CONSTANT_RANGE = "{value} is not a {type_name}"
    NO_INTEGER = "The value is not a whole number"
    NO_NUMBER = "The value is not a number"
    FILE_TIP = "See wiki.ros.org/msg for the format of .msg files."
    NO_DEFINITION_TIP = (
        "The publisher sent no definition. For your own types, name the folder of the .msg files with --msg-path."
    )
    TOO_FEW_ELEMENTS = "{field} has {length:,} elements (in {path})"

    # messages that came
    BYTES_LEFT = "{left_bytes:,} bytes follow the last field, {field}"
    BYTES_OF_NOTHING = "{left_bytes:,} bytes arrived where none were expected"
    ELEMENTS_MISSING = "The message declares {count:,} elements, but only {left_bytes:,} bytes are left"
    VALUE_CUT = "The value needs {size_bytes:,} bytes, but only {left_bytes:,} are left"
    LENGTH_CUT = "The length needs {size_bytes} bytes, but only {left_bytes} are left"
    TOO_MANY_TO_SHOW = (
        "A {type_name} with {count:,} elements of {field} has more than {limit:,} values, too many to show"
    )
    TOO_MANY_TO_SHOW_TIP = "You can still see the bytes and single fields."
    ROLE_MISFIT = "A {type_name} can't be shown as {role}: the definition is not the usual one"

    # messages that are to be sent
    BYTES_INVALID = "These bytes can't be sent: {reason}"
    TOO_LARGE = "A {type_name} with {size_bytes:,} bytes is too large to be sent"
    NOW_UNKNOWN = "{field} is a time, and the current time of the robot is unknown"
    TIME_WITHOUT_NOW_TIP = 'Write {{"secs": …, "nsecs": …}}.'
    TIME_TIP = 'Write {{"secs": …, "nsecs": …}}, or "now".'
    TIME_WANTED = "{field} must be a {type_name}, not {value}"
    LIST_OR_BYTES_TIP = 'Put [ ] around the value, or write bytes as {{"base64": "…"}}.'
    LENGTH_WANTED = "{field} must have {length:,} elements ({written}), not {count:,}"
    BYTES_WANTED_TIP = 'Write {{"base64": "…"}} or a list of numbers.'


class Ros1GoalWording(Catalogue):
    """The sentences about goals that can't be set."""

    POSE_INVALID = "A goal needs a frame, a position and a heading"
    STILL_CANCELLING = "The last goal is still being cancelled"
    STILL_CANCELLING_TIP = "Wait until it has ended."
