"""The sentences about Gazebo Classic's transport."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class GazeboWireWording(Catalogue):
    """The sentences about addresses, links, packets and types of Gazebo."""

    # addresses and names
    ADDRESS_INVALID = "“{uri}” is not the address of a Gazebo master"
    ADDRESS_IPV6 = "“{uri}” names an IPv6 address, and Gazebo speaks IPv4 only"
    ADDRESS_PORT = "“{port}” is not a port number (in {uri})"
    ADDRESS_WITHOUT_HOST = "“{uri}” names no host"
    ADDRESS_TIP = "Write gazebo://HOST:11345."
    NAME_INVALID = "“{topic}” can't be the name of a topic: {reason}"
    NAME_TIP = "Check the spelling."
    NOT_LISTED = "“{topic}” is no topic that this robot lists"
    NOT_LISTED_TIP = "Write the full name, /gazebo/default/world_stats, or ~/world_stats."

    # the link to the master
    REJECTED = "the Gazebo master closed the link before it greeted"
    REJECTED_TIP = "It may admit only listed addresses (GAZEBO_IP_WHITE_LIST on the server), or be no Gazebo master."
    MASTER_CLOSED = "the Gazebo master closed the link"
    MASTER_CLOSED_TIP = "It does so when other clients come and go, and when it ends."
    NO_GREETING = "no greeting within {timeout_s:g} s"
    NO_GREETING_TIP = "Is this really a Gazebo Classic server and its port? If it is, it hangs, or is busy."
    MASTER_SILENT = "the Gazebo master does not answer"
    MASTER_SILENT_TIP = "It may be busy, or have forgotten this link."
    NOT_GREETED = "the peer began with a “{packet}” packet, not with a greeting"
    NOT_GREETED_TIP = "This may be the port of a publisher; the master's is 11345 unless set otherwise."
    NOT_ADVERTISED = "{topic} can't be advertised as “{type_name}” at “{host}” port {port}"
    NOT_ADVERTISED_TIP = "A publication needs a message type, an address and a port."

    # packets
    FRAME_LENGTH = "a frame holds 1 to {limit_bytes:,} bytes, not {length_bytes:,}"
    HEADER_INVALID = "a frame header is not hexadecimal: {header!r}"
    PACKET_INVALID = "a {packet} packet from the peer can't be parsed ({reason})"
    SERVER_TIP = "Is this really a Gazebo Classic server and its port?"
    TOO_MANY_ENTRIES = "a {packet} packet from the master has more than {limit:,} entries"
    TOO_MANY_ENTRIES_TIP = "No Gazebo server has so many topics: is this really one?"

    # a master of our own
    CLIENT_CLOSED = "the client closed the link"
    CLIENT_CLOSED_TIP = "It has ended."
    CLIENT_READS_NOTHING = "a client of the master does not read what it is told"
    CLIENT_READS_NOTHING_TIP = "Its program may hang."
    CLIENT_NAME = "a client sent a {packet} packet with a name that is missing or too long"
    TOO_MANY_NAMESPACES = "a client asked for more than {limit:,} namespaces"
    TOO_MANY_TOPICS = "a client asked for more than {limit:,} topics"
    TOO_MANY_TOPICS_OF_ALL = "the clients together asked for more than {limit:,} topics"
    RUNNING_WILD_TIP = "Its program may be running wild."

    # links of topics
    SUBSCRIBER_CLOSED = "the subscriber closed the link"
    SUBSCRIBER_CLOSED_TIP = "It may have ended, or wants the topic no more."
    NO_SUBSCRIPTION = "no “sub” packet within {timeout_s:g} s"
    NO_SUBSCRIPTION_TIP = "Only Gazebo's subscribers belong here."
    SUBSCRIBER_BEGINNING = "a subscriber began with a “{packet}” packet, not with “sub”"
    SUBSCRIBER_BEGINNING_TIP = "It may take this port for a master's."
    PUBLISHER_CLOSED = "the publisher {endpoint} closed the link"
    PUBLISHER_CLOSED_WITHIN = "the publisher {endpoint} closed the link in the middle of a message"
    PUBLISHER_CLOSED_TIP = "Its program may have ended; it is dialled again for as long as the master lists it."
    STUCK = "a message of {topic} is stuck: {reason}"
    STUCK_TIP = "The network may be too slow for this topic, or the publisher hangs."

    # messages that are to be sent
    TYPE_UNKNOWN = "the message type “{type_name}” is not known"
    TYPE_UNKNOWN_TIP = "Types of your own come from .proto files (--proto-path)."
    TYPE_NEAREST_TIP = "Did you mean {nearest}? Types of your own come from .proto files (--proto-path)."
    EMPTY = "an empty {type_name} can't be sent: Gazebo drops messages without a byte"
    EMPTY_TIP = "Give a value to a field, even its default: {names}."
    EMPTY_PAYLOAD = "an empty message of {type_name} can't be sent: Gazebo drops it"
    EMPTY_PAYLOAD_TIP = "Set a field, even to its default."
