"""The sentences about ROS 1: its graph, the links between nodes, and message definitions.

What goes to other nodes, as the answers of a master do, is in the words of ROS itself, and not among these.
"""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class RosGraphWording(Catalogue):
    """The sentences about names, addresses and calls of XML-RPC."""

    # names
    NAME_INVALID = "“{name}” can't be a name of ROS 1: {reason}"
    NAME_TIP = "Check the spelling."
    NAMES_NAMESPACE = "“{name}” names a namespace, not something in it"
    NAMES_NAMESPACE_TIP = "Write its full name."
    NO_TYPE = "“{name}” is not a type"
    NO_TYPE_TIP = "Write it as package/Type."
    NO_NAMESPACE = "“{text}” is not a namespace of ROS 1"
    NO_NAMESPACE_TIP = "See ROS_NAMESPACE."

    # addresses
    NO_NODE_ADDRESS = "“{uri}” is not the address of a node"
    NO_SERVICE_ADDRESS = "“{uri}” is not the address of a service"
    NODE_AT_FAULT_TIP = "The node that gave it is at fault."
    NO_MASTER_ADDRESS = "“{uri}” is not the address of a ROS 1 master"
    IPV6_ADDRESS = "“{uri}” names an IPv6 address, and only IPv4 is spoken with ROS 1"
    MASTER_ADDRESS_TIP = "Write ros1://HOST:11311."
    MASTER_VARIABLE_TIP = "Set ROS_MASTER_URI to http://HOST:11311."

    # values that are to be sent
    NO_METHOD = "“{method}” is not a method"
    ARGUMENT = "argument {number} of {method}"
    ANSWER = "the answer"
    FAULT_CODE = "the code of a fault"
    FAULT_TEXT = "the text of a fault"
    BODY_TOO_LONG = "{length_bytes:,} bytes are too many for a call: {limit_bytes:,} at most"
    NUMBER_TOO_LARGE = "{where}{path}: {number} does not fit in 32 bits"
    NUMBER_TOO_LARGE_TIP = "Write it as a number with a point."
    TOO_DEEP = "{where}{path} is nested deeper than {limit} levels"
    KEY_NO_TEXT = "{where}{path}: {key!r} can't be a key, only text can"
    NULL = "{where}{path}: null can't be sent to ROS 1"
    UNSENDABLE = "{where}{path}: a {type_name} can't be sent to ROS 1"
    CHARACTER = "{where}{path} holds the character {number:#x}, which XML can't carry"
    KEY_CHARACTER = "a key of {where}{path} holds the character {number:#x}, which XML can't carry"

    # calls and answers that came
    PEER_TIP = "Is this really a ROS 1 master or node?"
    NOT_READ_WHOLE_TIP = "That is not read as a whole: ask for a part of it."
    ANSWER_FOR_CALL = "an answer came where a call belongs"
    CALL_FOR_ANSWER = "a call came where an answer belongs"
    ANSWER_VALUES = "an answer has {count} values instead of one"
    FAULT_INCOMPLETE = "a fault came without a code and a text"
    FAULT = "the peer answered with a fault: {text} ({code})"
    NO_TRIPLE = "an answer is no triple of code, message and value: {value}"
    CODE_NO_INTEGER = "the code of an answer is no integer: {value}"
    MESSAGE_NO_TEXT = "the message of an answer is no text: {value}"
    CONTAINER = "a {type_name} of {length}"
    DOCUMENT_TOO_LONG = "{length_bytes:,} bytes are too many for a call or an answer: {limit_bytes:,} at most"
    NO_UTF8 = "a call or an answer is not UTF-8"
    NO_XML = "a call or an answer is no XML: {reason}"
    NO_METHOD_NAMED = "XML-RPC has a call without a method"
    ELEMENT_MISPLACED = "XML-RPC has <{tag}> in <{parent}>"
    ROOT_UNKNOWN = "XML-RPC has <{tag}>"
    TOO_MUCH = "XML-RPC has more than belongs into <{parent}>"
    OUT_OF_PLACE = "XML-RPC has a <{tag}> out of place in <{parent}>"
    INCOMPLETE = "XML-RPC has <{tag}> without all that belongs into it"
    DOCUMENT_TYPE = "XML-RPC has a document type, which has no place there"
    NESTED_TOO_DEEPLY = "XML-RPC has values nested deeper than {limit} levels"
    TOO_MANY_VALUES = "XML-RPC has more than {limit:,} values"
    SCALAR_INVALID = "XML-RPC has a <{tag}> that is none: “{text}”"


@enum.unique
class TcprosWording(Catalogue):
    """The sentences about the links of topics and services."""

    # connection headers
    PORT_TIP = "Is this really the port of a ROS 1 node?"
    NODE_AT_FAULT_TIP = "The node is at fault."
    FRAME_TOO_LONG = "a message of {length_bytes:,} bytes is more than TCPROS can carry"
    HEADER_KEY = "“{key}” can't be the key of a connection header"
    HEADER_TOO_LONG = "a connection header of {length_bytes:,} bytes is longer than {limit_bytes:,}"
    HEADER_CUT = "a connection header ends within the length of a field"
    HEADER_FIELD_EMPTY = "a connection header has an empty field"
    HEADER_FIELD_CUT = (
        "a field of a connection header declares {length_bytes:,} bytes, of which {left_bytes:,} are there"
    )
    HEADER_KEY_TWICE = "a connection header gives “{key}” twice"
    HEADER_FIELD_INVALID = "a field of a connection header is no “key=value”: “{field}”"
    HEADER_NO_UTF8 = "“{key}” of a connection header is not UTF-8"
    HEADER_DECLARES = "a connection header declares {length_bytes:,} bytes, more than the limit of {limit_bytes:,}"
    NO_HEADER = "no connection header within {timeout_s:g} s"
    NO_HEADER_TIP = "Only nodes of ROS 1 belong here."

    # links that others make
    DIALLER_CLOSED = "whoever dialled closed the link"
    SUBSCRIBER_CLOSED = "the subscriber closed the link"
    CALLER_CLOSED = "the caller closed the link"
    NO_MORE_TIP = "Its node may have ended, or wants it no more."
    SERVED_ALREADY = "{service} is served already"
    ANSWERS_UNREAD = "{caller} has {held_bytes:,} bytes of answers of {service} unread"
    ANSWERS_UNREAD_TIP = "The caller may hang."
    REQUEST_STUCK = "a request of {service} is stuck: {reason}"
    REQUEST_STUCK_TIP = "The network may be too slow, or the caller hangs."
    CALLED_AGAIN = "{caller} called {service} again before it had an answer"
    CALLER_AT_FAULT_TIP = "The caller is at fault."
    NOT_CALLED = "{service} was not called on this link, or is answered already"

    # links to a publisher or a provider
    THE_PUBLISHER = "the publisher"
    THE_PROVIDER = "the provider"
    CLOSED = "{peer} closed the link"
    CLOSED_BEFORE_ANSWER = "{peer} closed the link before it answered"
    CLOSED_WITHIN = "{peer} closed the link in the middle of a message"
    CLOSED_DURING_CALL = "{peer} closed the link before it answered a call of {service}"
    PUBLISHES_NO_MORE_TIP = "It may have ended, or publish {topic} no more."
    PROVIDES_NO_MORE_TIP = "It may have ended, or provide {service} no more."
    DIALLED_AGAIN_TIP = "Its node may have ended; it is dialled again for as long as the master lists it."
    ENDED_TIP = "Its node may have ended."
    SILENT = "{peer} has not answered within {timeout_s:g} s"
    SILENT_TIP = "Its node may hang, or another program may have its port now."
    REFUSED = "{peer} refused the link: {reason}"
    TOPIC_REFUSED_TIP = "It may publish {topic} no more, or with another type."
    SERVICE_REFUSED_TIP = "It may provide {service} no more, or with another type."
    MESSAGE_STUCK = "a message of {topic} is stuck: {reason}"
    MESSAGE_STUCK_TIP = "The network may be too slow for this topic, or the publisher hangs."
    TYPE_UNSAID = "{peer} does not say the type of {name}"
    MD5_UNSAID = "{peer} does not say the md5sum of {name}"
    TYPE_AND_MD5_UNSAID = "{peer} does not say the type and md5sum of {name}"
    OTHER_TOPIC = "{peer} answers for {other} instead of {topic}"
    PEER_AT_FAULT_TIP = "Its node is at fault."
    OTHER_DEFINITION = "{peer} publishes {topic} as {type_name} with the MD5 {md5}, not {wanted_md5}"
    OTHER_DEFINITION_TIP = "Its package may have another version of the definition."
    CALL_UNDER_WAY = "a call of {service} is under way already"
    LINK_USED_UP = "this link to {service} can't be used for a call any more"
    SERVICE_SILENT = "{service} has not answered within {timeout_s:g} s"
    SERVICE_SILENT_TIP = "It may need longer, or its node hangs."
    ANSWER_STUCK = "an answer of {service} is stuck: {reason}"
    ANSWER_STUCK_TIP = "The network may be too slow, or the node hangs."
    NOT_ASKED = "{peer} says what was not asked of {service}"
    ANSWER_BEGINNING = "an answer of {service} begins with {code}, not with 0 or 1"
    NO_REASON = "no reason given"


@enum.unique
class RosMessageWording(Catalogue):
    """The sentences about definitions, and about messages that don't fit theirs."""

    # definitions
    NO_TYPE_NAME = "{name} is not the name of a message type"
    NO_TYPE_NAME_TIP = "Names are like std_msgs/String."
    TEXT_TOO_LONG = "the definition of {type_name} has {length:,} characters, the limit is {limit:,}"
    NOT_DEFINED = "{type_name} is not defined"
    AT_LINE = "line {line} of {origin}: {reason}"
    A_MESSAGE_DEFINITION = "a message definition"
    A_SERVICE_DEFINITION = "a service definition"
    NO_MARKER = "{text} stands where “MSG: pkg/Type” should"
    DEFINED_TWICE = "{type_name} is defined twice"
    TOO_MANY_TYPES = "there are more than {limit:,} types"
    TWO_FIELDS = "{type_name} has two fields {field}"
    TOO_MANY_VALUES = "a {type_name} would have {count:,} values at the least"
    TOO_MANY_FIELDS = "there are more than {limit:,} fields"
    NO_FIELD = "{text} is not “type name”"
    FIELD_NAME = "{name} can't be the name of a field"
    ARRAY_TOO_LONG = "an array of {length:,} elements is too long"
    ARRAY_TOO_DENSE = "an array of {type_name} has too many values in too few bytes"
    CONTAINS_ITSELF = "{type_name} contains itself"
    NESTED_TOO_DEEPLY = "types nest deeper than {limit}"
    NO_CONSTANT = "{text} is not a constant: {reason}"
    CONSTANT_NAME = "{name} can't be the name of a constant"
    TWO_SIGNS = "there are two signs “=”"
    CONSTANT_TYPE = "there are no constants of type {type_name!r}"
    CONSTANT_RANGE = "{value} is no {type_name}"
    NO_INTEGER = "its value is no whole number"
    NO_NUMBER = "its value is no number"
    FILE_TIP = "See wiki.ros.org/msg for what a .msg file may hold."
    NO_DEFINITION_TIP = "Its publisher sent no definition. Definitions of your own come from .msg files (--msg-path)."
    TOO_FEW_ELEMENTS = "{field} has {length:,} elements (in {path})"

    # messages that came
    BYTES_LEFT = "bytes are left behind the last field, {field}: {left_bytes:,}"
    BYTES_OF_NOTHING = "bytes came where none should be: {left_bytes:,}"
    ELEMENTS_MISSING = "elements declared: {count:,}; bytes left for them: {left_bytes:,}"
    VALUE_CUT = "bytes needed: {size_bytes:,}; bytes left: {left_bytes:,}"
    LENGTH_CUT = "bytes needed for its length: {size_bytes}; bytes left: {left_bytes}"
    TOO_MANY_TO_SHOW = "too many values to show: a {type_name} with {count:,} elements of {field} has over {limit:,}"
    TOO_MANY_TO_SHOW_TIP = "Its bytes and its single fields can be seen all the same."
    ROLE_MISFIT = "a {type_name} can't be seen as a {role}: its definition is not the usual one"

    # messages that are to be sent
    BYTES_INVALID = "these bytes can't be sent: {reason}"
    TOO_LARGE = "a {type_name} takes {size_bytes:,} bytes, which is too much to be sent"
    NOW_UNKNOWN = "{field} is a time, and nobody knows what “now” is"
    TIME_WITHOUT_NOW_TIP = 'Write {{"secs": …, "nsecs": …}}.'
    TIME_TIP = 'Write {{"secs": …, "nsecs": …}}, or "now".'
    TIME_WANTED = "{field} is a {type_name}, not {value}"
    LIST_OR_BYTES_TIP = 'Write [ ] around it, or bytes as {{"base64": "…"}}.'
    LENGTH_WANTED = "{field} has {length:,} elements ({written}), and here are {count:,}"
    BYTES_WANTED_TIP = 'Write {{"base64": "…"}} or a list of numbers.'
