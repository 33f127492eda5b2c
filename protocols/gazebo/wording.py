"""The sentences about Gazebo Classic's transport."""

from __future__ import annotations

from protocols.sentence import Catalogue


class GazeboWireWording(Catalogue):
    """The sentences about addresses, links, packets and types of Gazebo."""

    # addresses and names
    ADDRESS_INVALID = "“{uri}” is not the address of a Gazebo master"
    ADDRESS_IPV6 = "“{uri}” is an IPv6 address; Gazebo supports only IPv4"
    ADDRESS_PORT = "“{port}” is not a port (in {uri}); the port must be 1\N{EN DASH}65535"
    ADDRESS_WITHOUT_HOST = "“{uri}” has no host"
    ADDRESS_TIP = "Write gazebo://HOST:11345."
    NAME_INVALID = "“{topic}” can't be a topic name: {reason}"
    NAME_TIP = "Check the spelling."
    NOT_LISTED = "The robot has no topic “{topic}”"
    NOT_LISTED_TIP = "Write the full name, /gazebo/default/world_stats, or ~/world_stats."

    # the link to the master
    REJECTED = "The Gazebo master closed the link without a greeting"
    REJECTED_TIP = "The server may admit only listed addresses (GAZEBO_IP_WHITE_LIST), or may not be a Gazebo master."
    MASTER_CLOSED = "The Gazebo master closed the link"
    MASTER_CLOSED_TIP = "This can happen when other clients come and go, and when the server ends."
    NO_GREETING = "No greeting within {timeout_s:g} s"
    NO_GREETING_TIP = "Check that this is the port of a Gazebo Classic server. The server may also hang or be busy."
    MASTER_SILENT = "The Gazebo master does not answer"
    MASTER_SILENT_TIP = "The master may be busy or may have lost this link."
    NOT_GREETED = "The server began with a “{packet}” packet instead of a greeting"
    NOT_GREETED_TIP = "This may be the port of a publisher. The usual port of the master is 11345."
    NOT_ADVERTISED = "{topic} can't be published as “{type_name}” at “{host}” port {port}"
    NOT_ADVERTISED_TIP = "A message type, an address and a port are required."

    # packets
    FRAME_LENGTH = "A frame must have 1 to {limit_bytes:,} bytes, not {length_bytes:,}"
    HEADER_INVALID = "A frame header is not hexadecimal: {header!r}"
    PACKET_INVALID = "A {packet} packet can't be read ({reason})"
    SERVER_TIP = "Check that this is the port of a Gazebo Classic server."
    TOO_MANY_ENTRIES = "A {packet} packet from the master has more than {limit:,} entries"
    TOO_MANY_ENTRIES_TIP = "Gazebo servers don't have so many topics. Check that this is one."

    # a master of our own
    CLIENT_CLOSED = "The client closed the link"
    CLIENT_CLOSED_TIP = "The client has ended."
    CLIENT_READS_NOTHING = "A client of the master does not read its data"
    CLIENT_READS_NOTHING_TIP = "The client program may hang."
    CLIENT_NAME = "A client sent a {packet} packet with a missing or too long name"
    TOO_MANY_NAMESPACES = "A client requested more than {limit:,} namespaces"
    TOO_MANY_TOPICS = "A client requested more than {limit:,} topics"
    TOO_MANY_TOPICS_OF_ALL = "The clients together requested more than {limit:,} topics"
    RUNNING_WILD_TIP = "The client program may be faulty."

    # links of topics
    SUBSCRIBER_CLOSED = "The subscriber closed the link"
    SUBSCRIBER_CLOSED_TIP = "The subscriber may have ended or no longer needs the topic."
    NO_SUBSCRIPTION = "No “sub” packet within {timeout_s:g} s"
    NO_SUBSCRIPTION_TIP = "This port is only for Gazebo subscribers."
    SUBSCRIBER_BEGINNING = "A subscriber began with a “{packet}” packet instead of “sub”"
    SUBSCRIBER_BEGINNING_TIP = "The subscriber may mistake this port for the port of a master."
    PUBLISHER_CLOSED = "The publisher {endpoint} closed the link"
    PUBLISHER_CLOSED_WITHIN = "The publisher {endpoint} closed the link in the middle of a message"
    PUBLISHER_CLOSED_TIP = "The publisher may have ended. Teledeck retries while the master lists the publisher."
    STUCK = "A message of {topic} is stuck: {reason}"
    STUCK_TIP = "The network may be too slow for this topic, or the publisher may hang."

    # messages that are to be sent
    TYPE_UNKNOWN = "The message type “{type_name}” is unknown"
    TYPE_UNKNOWN_TIP = "For your own types, name the folder of the .proto files with --proto-path."
    TYPE_NEAREST_TIP = (
        "Did you mean {nearest}? For your own types, name the folder of the .proto files with --proto-path."
    )
    EMPTY = "An empty {type_name} can't be sent: Gazebo drops messages without bytes"
    EMPTY_TIP = "Set a field, for example to the default value: {names}."
    EMPTY_PAYLOAD = "An empty {type_name} can't be sent: Gazebo drops it"
    EMPTY_PAYLOAD_TIP = "Set a field, for example to the default value."
